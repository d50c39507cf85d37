"""Families of sentences: TOML files of English about shipped games, read into what the suite checks.

A file is a family, named by its idea; a table is a game; a line is a sentence, so a sentence is added by adding a line:

    # What the family is about.
    read = 90                       # optional: the least percentage of the right sentences that must yield a claim

    [hawk_dove]
    right = '''
    If I choose R and they choose B, I get 5$.
    **I choose R:** // - They choose B: 5$
    '''

Of every kind of sentence a game may have some:

- `right`: no claim fails;
- `wrong`: some claim fails;
- `unread`: there is no claim;
- `fails."A sentence." = ["a query"]`: these queries fail and no others, in their order;
- `reads."A sentence." = ["a query"]`: these queries are read and no others, in their order, be they true or not.

Every claim of a right, wrong or failing sentence must be decided. The moves go by their names in the games' `paper`
naming (R, B) or by their own. In a sentence ` // ` begins a new line and ` // // ` leaves one empty before it. What a
few sentences show may be said: they then stand under their game, in a table `[hawk_dove."what they show"]`.
"""

from __future__ import annotations

import re
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
LINES = ("right", "wrong", "unread")
TABLES = ("fails", "reads")


@dataclass(frozen=True)
class Sentence:
    """A sentence about a game; `queries` are those of a sentence of `TABLES`, `shows` is what it stands under."""

    kind: str
    game: str
    text: str
    queries: tuple[str, ...] = ()
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
    counted = Counter((item.kind == "reads", item.game, item.text) for item in found)
    faults += [
        f"{game}: a sentence is there twice: {text!r}" for (_, game, text), times in counted.items() if times > 1
    ]
    if not found:
        faults.append("there is no sentence")
    return Family(name, tuple(found), read, tuple(faults))


def _sentences(game: str, table: Mapping[str, Any], faults: list[str], shows: str = "") -> Iterator[Sentence]:
    """The sentences of a table; its mistakes are added to the faults."""
    place = f'{game}."{shows}"' if shows else game
    if not table:
        faults.append(f"{place}: the table is empty")
    for key, value in table.items():
        if key in LINES:
            lines = value.strip().splitlines() if isinstance(value, str) else []
            if not lines or not all(line.strip() for line in lines):
                faults.append(f"{place}.{key}: expected a sentence a line")
            yield from (Sentence(key, game, _text(line), shows=shows) for line in lines)
        elif key in TABLES:
            rows = value if isinstance(value, dict) else {}
            if not rows:
                faults.append(f"{place}.{key}: expected a table of sentences, each with its queries")
            for line, queries in rows.items():
                if isinstance(queries, list) and queries and all(isinstance(query, str) for query in queries):
                    yield Sentence(key, game, _text(line), tuple(queries), shows)
                else:
                    faults.append(f"{place}.{key}: expected a list of queries for {line!r}")
        elif isinstance(value, dict) and not shows:
            yield from _sentences(game, value, faults, key)
        else:
            faults.append(f"{place}.{key}: expected one of {', '.join(LINES + TABLES)}")


def _text(line: str) -> str:
    return line.strip().replace(" // // ", "\n\n").replace(" // ", "\n")


@cache
def scraps() -> list[str]:
    """All sentences but the unread ones, cut at their signs."""
    texts = [item.text for family in families() for item in family.sentences if item.kind != "unread"]
    return sorted({part for text in texts for part in re.split(r"(?<=[.,;:()\n]) *", text) if part.strip()})
