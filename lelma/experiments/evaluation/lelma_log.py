"""Logs of LELMA runs: JSON Lines, one reasoning attempt a line, each with the payoff table of its game.

`payoffs` maps own choice + their choice to `[mine, theirs]`: `RB` for moves of one letter, else `cooperate, defect`.
The reasoner is the row role. The game of an attempt is rebuilt from that table alone, so a log needs no game folder;
an attempt without `payoffs` is of the game that its `game` names.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import NoneType
from typing import Any, cast

from gdl.tables.matrix import to_gdl
from gdl.tables.table import PayoffTable, symbols
from gdl.text.read import read_kif
from lelma.game.file_format import GameFile, RoleEntry
from lelma.game.game import Game
from lelma.support.errors import GameError, UsageError
from lelma.support.outside import TEXT, json_objects
from lelma.support.shape import misshapen
from lelma.verify.report import Verdict
from lelma.verify.verifier import Verifier
from translators.claim import Translator
from translators.formulas.errors import FormulaError
from translators.formulas.formula import Formula

ROLES = {
    "p1": RoleEntry(("Player 1", "the first player", "the row player", "row player")),
    "p2": RoleEntry(("Player 2", "the second player", "the column player", "column player")),
}


ATTEMPT = {
    "id": (str, int),
    "sample": (str, int),
    "model": str,
    "game": str,
    "payoffs": {},
    "attempt": int,
    "is_first": bool,
    "is_final": bool,
    "response": str,
    "choice": (str, NoneType),
    "queries": [str],
    "failed": [str],
    "feedback": (str, NoneType),
    "outcome": str,
    "predicted_correct": (int, NoneType),
    "human_aggregated": (int, NoneType),
    "human_correct_by_judge": ([int], NoneType),
    "human_errors": ([{"sentences": (str, NoneType), "types": ([str], NoneType)}], NoneType),
}
"""The shape of a logged attempt: `failed` are the queries that the log's own solver rejected."""


def read_log(lines: Iterable[str], fields: Set[str], source: str = TEXT) -> Iterator[Mapping[str, Any]]:
    """The attempts of a log, each with its `place`, file and line; blank lines are passed over.

    Raises:
        UsageError: for a line that is no `ATTEMPT` or lacks one of `fields`, with its place.
    """
    for number, attempt in json_objects(lines, source):
        place = f"{source}:{number}"
        if missing := fields - set(attempt):
            raise UsageError(f"{place}: no logged attempt: {', '.join(sorted(missing))} missing")
        if fault := next(misshapen(attempt, ATTEMPT), ""):
            raise UsageError(f"{place}: {fault}")
        yield {**attempt, "place": place}


def logged_verifier(
    attempt: Mapping[str, Any],
    *,
    bridge: str | None = None,
    compat: str | None = None,
    translator: Translator | None = None,
) -> Verifier:
    """A verifier for the game of an attempt; attempts with the same payoffs, or of the same game, share one.

    Raises:
        UsageError: if its payoffs are no table, or it has none and names no game, with its place.
    """
    if "payoffs" not in attempt:
        return _of_game(attempt, bridge, compat, translator)
    try:
        cells = tuple(_cells(attempt["payoffs"]))
    except (TypeError, ValueError):
        expected = 'expected own choice + their choice → [mine, theirs], such as {"RR": [1, 1], "RB": [5, 0], …}'
        raise UsageError(f"{attempt['place']}: payoffs: {expected}") from None
    return _verifier(cells, bridge, compat, cast(Hashable, translator))


def logged_verdicts(verifier: Verifier, queries: Sequence[str]) -> list[Verdict]:
    """A verdict for each logged query, judged as the formula it says; an `error` for one that is no query.

    Moves are called as in the first naming that has all the names that the queries use.
    """
    read: list[Formula | Verdict] = []
    for query in queries:
        try:
            read.append(verifier.formulas.parse_paper(query))
        except FormulaError as error:
            read.append(Verdict("error", reason=str(error)))
    formulas = [each for each in read if not isinstance(each, Verdict)]
    words = {word for query in queries for word in _QUOTED.findall(query)}
    namings = verifier.vocabulary.namings
    called = next((naming.name for naming in namings if all(map(naming.canonical, words))), "")
    judged = iter(verifier.judge(formulas, [called] * len(formulas)))
    return [each if isinstance(each, Verdict) else next(judged) for each in read]


_QUOTED = re.compile(r"'([^'\\]*)'")
_SEPARATOR = re.compile(r"\s*[,|/]\s*")
_NAME = re.compile(r"\w[\w-]*")
LoggedCell = tuple[tuple[str, str], tuple[Fraction, Fraction]]


def _cells(payoffs: Any) -> list[LoggedCell]:
    """The cells of a logged table; a ValueError or TypeError for anything else."""
    cells = []
    for profile, (mine, theirs) in payoffs.items():
        own, other = profile if len(profile) == 2 else _SEPARATOR.split(profile.strip())
        if not own or not other or not all(type(number) in (int, float) for number in (mine, theirs)):
            raise TypeError("a payoff is no number")
        cells.append(((own, other), (Fraction(str(mine)), Fraction(str(theirs)))))
    owns, others = {own for (own, _), _ in cells}, {other for (_, other), _ in cells}
    if {profile for profile, _ in cells} != {(own, other) for own in owns for other in others} or not cells:
        raise ValueError("the table has holes")
    return cells


@lru_cache(maxsize=64)
def _verifier(
    cells: tuple[LoggedCell, ...], bridge: str | None, compat: str | None, translator: Translator | None
) -> Verifier:
    mine, theirs = (tuple(dict.fromkeys(profile[seat] for profile, _ in cells)) for seat in (0, 1))
    table = PayoffTable(tuple(ROLES), (mine, theirs), dict(cells), "a logged game")
    names = {symbol: (name,) for moves in symbols(table).moves for name, symbol in moves.items()}
    file = GameFile(roles=ROLES, naming={"log": names})
    game = Game.from_description(read_kif(to_gdl(table)), path=Path("logged"), file=file, compat=compat)
    return Verifier(game, bridge=bridge, translator=translator)


def _of_game(
    attempt: Mapping[str, Any], bridge: str | None, compat: str | None, translator: Translator | None
) -> Verifier:
    name = attempt.get("game", "")
    if not _NAME.fullmatch(name):
        raise UsageError(f"{attempt['place']}: no logged attempt: payoffs missing, and game names no game")
    try:
        return _named(name, bridge, compat, cast(Hashable, translator))
    except GameError as error:
        raise UsageError(f"{attempt['place']}: game: {error}") from None


@lru_cache(maxsize=64)
def _named(name: str, bridge: str | None, compat: str | None, translator: Translator | None) -> Verifier:
    return Verifier.load(name, bridge=bridge, compat=compat, translator=translator)
