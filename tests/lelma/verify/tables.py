"""Verifiers of small payoff tables, for tests that need a game of their own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from gdl.tables.matrix import to_gdl
from gdl.tables.table import PayoffTable, symbols
from gdl.text.read import read_kif
from lelma.engine.solver import Solver
from lelma.game.file_format import GameFile
from lelma.game.game import Game
from lelma.verify.verifier import Verifier
from translators.claim import Claim, Translation
from translators.language.vocabulary import Vocabulary

Cell = tuple[int | Fraction, int | Fraction]
Cells = Sequence[Sequence[Cell]]


def table_game(cells: Cells, mine: Sequence[str], theirs: Sequence[str], *, compat: str | None = None) -> Game:
    """The game of roles `me` and `you2` with `cells[i][j]` paid when I play `mine[i]` against `theirs[j]`."""
    payoffs: dict[tuple[str, ...], tuple[Fraction, ...]] = {
        (own, their): (Fraction(cells[i][j][0]), Fraction(cells[i][j][1]))
        for i, own in enumerate(mine)
        for j, their in enumerate(theirs)
    }
    table = PayoffTable(("me", "you2"), (tuple(mine), tuple(theirs)), payoffs, "a table")
    names = {symbol: (name, symbol) for moves in symbols(table).moves for name, symbol in moves.items()}
    file = GameFile(naming={"game": names})
    return Game.from_description(read_kif(to_gdl(table)), path=Path("table"), file=file, compat=compat)


def table_verifier(cells: Cells, mine: Sequence[str], theirs: Sequence[str] | None = None, **options: Any) -> Verifier:
    """A verifier of that game, which reads one query a line as claims; `theirs` are the same moves by default."""
    options.setdefault("translator", one_query_a_line)
    compat = options.pop("compat", None)
    return Verifier(table_game(cells, mine, theirs or mine, compat=compat), **options)


def one_query_a_line(text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
    """A translator for tests: every line that is not empty is the query it claims."""
    claims, start = [], 0
    for line in text.split("\n"):
        if line.strip():
            claims.append(Claim(line, (start, start + len(line)), line, "test"))
        start += len(line) + 1
    return Translation(tuple(claims))


ENDLESS = """
holds(X, steps) :- loop(X).
loop(X) :- loop(X).
holds(X, memory) :- deep(X, f(X)).
deep(X, Y) :- deep(X, f(Y, Y)), loop(Y).
holds(_, digits) :- _ is 7 ^ 7 ^ 7 ^ 7.
holds(X, exponential) :- double(60, X).
double(0, x).
double(N, f(X, X)) :- N > 0, M is N - 1, double(M, X).
holds(all, findall) :- findall(X, many(X), _).
many(z).
many(s(X)) :- many(X).
holds(X, long) :- long(12, X).
long(0, [x]).
long(N, f(X, Y)) :- N > 0, M is N - 1, long(M, X), long(M, Y).
holds(fine, fine).
"""
"""A program whose questions `holds(X, KIND)` have no end in sight, but for the last two kinds."""


def endless_solver(bridge: str | None = None, **options: Any) -> Solver:
    """A solver of `ENDLESS`."""
    return Solver(ENDLESS, bridge=bridge, **options)
