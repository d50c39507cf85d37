"""Families of sentences: TOML files of English about shipped games, read into what the suite checks.

A file is a family, named by its idea; a table is a game; a line is a sentence, so a sentence is added by adding a line:

    # What the family is about.
    read = 60                       # the least percentage of the right sentences that must yield a claim

    [hawk_dove]
    right = '''
    If I choose R and they choose B, I get 5$.
    **I choose R:** // - They choose B: 5$
    '''

Of every kind of sentence a game may have some:

- `right`: no claim fails, be it read or left unread;
- `wrong`: some claim fails;
- `goals`: wrong as well, but left unread so far: a line that fails by now belongs to `wrong`;
- `unread`: there is no claim that could fail or hold.

The moves go by their names in the games' `paper` naming (R, B) or by their own. In a sentence ` // ` begins a new line
and ` // // ` leaves one empty before it. What a few sentences show may be said: they then stand under their game, in a
table `[hawk_dove."what they show"]`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lelma.game.game import list_games
from lelma.verify.report import Report
from lelma.verify.verifier import Verifier

FOLDER = Path(__file__).parent
KINDS = ("right", "wrong", "goals", "unread")


@dataclass(frozen=True)
class Sentence:
    """A sentence about a game; `shows` is what it stands under."""

    kind: str
    game: str
    text: str
    shows: str = ""


@dataclass(frozen=True)
class Family:
    """The sentences of a file; `read` is the least percentage of the right ones to be read, `faults` its mistakes."""

    name: str
    sentences: tuple[Sentence, ...]
    read: int
    faults: tuple[str, ...]


@cache
def verifier(game: str) -> Verifier:
    """The verifier that all tests of a game share."""
    return Verifier.load(game)


@cache
def report(game: str, text: str) -> Report:
    """What the verifier says of a sentence: worked out once, however many tests ask."""
    return verifier(game).check(text)


@cache
def families() -> tuple[Family, ...]:
    """All families of this folder, in the order of their names."""
    return tuple(read_family(path.stem, path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml")))


def read_family(name: str, toml: str) -> Family:
    """A family as it is written; what can't be read of it is left out and told in its faults."""
    try:
        content = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        return Family(name, (), 0, (str(error),))
    faults: list[str] = []
    read = content.pop("read", 0)
    if type(read) is not int or not 0 <= read <= 100:
        faults.append(f"read: expected a percentage, got {read!r}")
        read = 0
    games = list_games()
    found: list[Sentence] = []
    for game, table in content.items():
        if game in games and isinstance(table, dict):
            found += _sentences(game, table, faults)
        else:
            faults.append(f"{game}: expected `read` or the table of a game")
    counted = Counter((item.game, item.text) for item in found)
    faults += [f"{game}: a sentence is there twice: {text!r}" for (game, text), times in counted.items() if times > 1]
    if not found:
        faults.append("there is no sentence")
    return Family(name, tuple(found), read, tuple(faults))


def _sentences(game: str, table: Mapping[str, Any], faults: list[str], shows: str = "") -> Iterator[Sentence]:
    """The sentences of a table; its mistakes are added to the faults."""
    place = f'{game}."{shows}"' if shows else game
    if not table:
        faults.append(f"{place}: the table is empty")
    for key, value in table.items():
        if key in KINDS:
            lines = value.strip().splitlines() if isinstance(value, str) else []
            if not lines or not all(line.strip() for line in lines):
                faults.append(f"{place}.{key}: expected a sentence a line")
            yield from (Sentence(key, game, _text(line), shows) for line in lines)
        elif isinstance(value, dict) and not shows:
            yield from _sentences(game, value, faults, key)
        else:
            faults.append(f"{place}.{key}: expected one of {', '.join(KINDS)}")


def _text(line: str) -> str:
    return line.strip().replace(" // // ", "\n\n").replace(" // ", "\n")
