"""Read a game in Gambit's strategic-form file format: `NFG 1 R`, with payoffs or with outcomes.

The format is Gambit's (its manual, "The strategic game (.nfg) file format"): title, players, strategies (by
name, or their number only), an optional comment, then either one list of payoffs, or outcomes and an index
for each profile, 0 being the outcome that pays nothing. The first player's strategy changes fastest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from gdl.tables.gambit import Broken, Reader, shown_token
from gdl.tables.table import MAX_PROFILES, PayoffTable, Source, table_of


def read_nfg(source: Source) -> PayoffTable:
    """The payoff table in `source`.

    Raises:
        GdlSyntaxError: with all faults found.
    """
    reader = Reader(source, "nfg")
    try:
        return _read(reader)
    except Broken:
        source.done()
        raise AssertionError("a broken file has a fault") from None


def _read(reader: Reader) -> PayoffTable:
    source = reader.source
    for expected in ("NFG", "1"):
        reader.expect("word", f"{expected} (a Gambit file begins: NFG 1 R)", expected)
    kind = reader.expect("word", "R")
    if kind.text not in ("R", "D"):
        source.fault(kind.offset, "nfg-syntax", f"expected R, found {shown_token(kind)}", "begin the file with NFG 1 R")
    title = reader.string("the title in quotation marks")
    start = reader.peek().offset
    roles = _distinct(source, start, reader.strings("the players' names"), "Player ", "players")
    if not roles:
        source.fault(start, "nfg-syntax", "the game has no players", 'name them: { "p1" "p2" }')
        raise Broken
    moves = _read_moves(reader, roles)
    if reader.peek().kind == "string":
        reader.take()
    profiles = 1
    for names in moves:
        profiles *= len(names)
    if profiles > MAX_PROFILES:
        return table_of(source, start, roles, moves, {}, title)
    body = reader.peek().offset
    read_cells = _read_outcomes if reader.at("{") else _read_payoffs
    cells = read_cells(reader, len(roles), profiles)
    if reader.peek().kind != "end":
        source.fault(reader.peek().offset, "nfg-syntax", f"nothing may follow here, found {shown_token(reader.peek())}")
    source.done()
    # The first player's move changes fastest: the product of the reversed lists, reversed again.
    order = (tuple(reversed(profile)) for profile in product(*reversed(moves)))
    return table_of(source, body, roles, moves, dict(zip(order, cells, strict=True)), title)


def _distinct(source: Source, at: int, names: Sequence[str], prefix: str, what: str) -> list[str]:
    given = [name or f"{prefix}{number}" for number, name in enumerate(names, 1)]
    for name in dict.fromkeys(name for name in given if given.count(name) > 1):
        source.fault(at, "payoff-name", f"several {what} are called {name!r}", "give each its own name")
    return given


def _read_moves(reader: Reader, roles: Sequence[str]) -> list[list[str]]:
    source, start = reader.source, reader.peek().offset
    reader.expect("brace", "{ before the strategies", "{")
    moves: list[list[str]] = []
    while not reader.at("}"):
        token = reader.peek()
        if reader.at("{"):
            owner = roles[min(len(moves), len(roles) - 1)]
            names = reader.strings("names of strategies")
            moves.append(_distinct(source, token.offset, names, "", f"strategies of {owner}"))
        else:
            reader.expect("word", "{ names of strategies }, or how many there are")
            count = int(token.text) if re.fullmatch(r"\d{1,6}", token.text, re.ASCII) else 0
            if not count:
                source.fault(token.offset, "nfg-syntax", f"expected a number of strategies, found {shown_token(token)}")
            moves.append([str(number) for number in range(1, max(count, 1) + 1)])
        if not moves[-1]:
            source.fault(token.offset, "nfg-syntax", "a player without strategies", "name one at least")
    reader.take()
    if len(moves) != len(roles):
        source.fault(start, "nfg-count", f"{len(roles)} players, but strategies of {len(moves)}")
        raise Broken
    return moves


def _read_payoffs(reader: Reader, players: int, profiles: int) -> list[tuple[Fraction, ...]]:
    at = reader.peek().offset
    numbers = reader.numbers()
    _count(reader.source, at, numbers, players * profiles, f"payoffs ({profiles} profiles of {players} players)")
    values = [number for number, _ in numbers]
    return [tuple(values[start : start + players]) for start in range(0, len(values), players)]


def _count(source: Source, at: int, numbers: Sequence[tuple[Fraction, int]], expected: int, what: str) -> None:
    if len(numbers) != expected:
        place = numbers[expected][1] if len(numbers) > expected else at
        source.fault(place, "nfg-count", f"expected {expected} {what}, found {len(numbers)}")


def _read_outcomes(reader: Reader, players: int, profiles: int) -> list[tuple[Fraction, ...]]:
    source = reader.source
    reader.take()
    outcomes = [(Fraction(0),) * players]
    while not reader.at("}"):
        reader.expect("brace", "{ before an outcome", "{")
        name = reader.string("the outcome's name in quotation marks")
        at = reader.peek().offset
        numbers = reader.numbers()
        reader.expect("brace", "} after the outcome's payoffs", "}")
        _count(source, at, numbers, players, f"payoffs of outcome {len(outcomes)} {name!r}")
        outcomes.append(tuple(number for number, _ in numbers))
    reader.take()
    at = reader.peek().offset
    indices = reader.numbers()
    _count(source, at, indices, profiles, "outcome numbers, one for each profile")
    cells = []
    for index, offset in indices:
        known = index.denominator == 1 and 0 <= index < len(outcomes)
        if not known:
            source.fault(
                offset, "nfg-outcome", f"there is no outcome {str(index)[:40]}", f"use 0 to {len(outcomes) - 1}"
            )
        cells.append(outcomes[int(index)] if known else outcomes[0])
    return cells
