"""Changes to a text or its game after which a reader must read the same: the games, the texts, what was read.

Texts are those of the labelled sets; their games are made as `lelma new` makes them, of a payoff table alone.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from gdl.tables.table import PayoffTable, symbols
from lelma.game.create import new_game
from lelma.verify.verifier import Verifier

SETS = ("two_roles", "many_roles", "traps", "weak_models")


Reading = dict[tuple[int, int], list[tuple[str, ...]]]
"""Where a sentence begins and ends → what each claim of it says, in all ways in which it may be read."""


@dataclass(frozen=True)
class Text:
    """A text of a set; `game` and `seat`, the place of its role, are those of the set's descriptions."""

    set: str
    id: str
    game: str
    seat: int
    text: str


def read(verifier: Verifier, text: str, *, shift: int = 0, words: Mapping[str, str] | None = None) -> Reading:
    """What is read in a text.

    Args:
        shift: is taken off the places of sentences.
        words: stand in formulas in place of others.
    """

    def said(formula: str) -> str:
        return re.sub(r"[A-Za-z_]\w*", lambda word: (words or {}).get(word[0], word[0]), formula)

    found = defaultdict(list)
    for claim in verifier.translate(text).claims:
        place = claim.span[0] - shift, claim.span[1] - shift
        found[place].append(tuple(sorted({said(formula) for formula in (claim.query, *claim.otherwise)})))
    return {place: sorted(found[place]) for place in sorted(found)}


def verdicts(verifier: Verifier, text: str) -> list[tuple[tuple[int, int], list[str]]]:
    """The verdicts on the claims of each sentence, each of them once."""
    found = defaultdict(set)
    for claim in verifier.check(text).claims:
        found[claim.claim.span].add(claim.verdict.truth)
    return [(place, sorted(found[place])) for place in sorted(found)]


@cache
def texts(folder: Path) -> tuple[Text, ...]:
    """The texts of all sets whose games are one-shot."""
    found = []
    for name in SETS:
        for row in map(json.loads, (folder / f"{name}.jsonl").read_text("utf-8").splitlines()):
            told = descriptions(folder, name)[row["game"]]
            if told.get("kind") != "sequential":
                found.append(Text(name, row["id"], row["game"], told["roles"].index(row["role"]), row["text"]))
    return tuple(found)


@cache
def descriptions(folder: Path, name: str) -> dict[str, Any]:
    """The games of a labelled set, exactly."""
    found: dict[str, Any] = json.loads((folder / f"{name}_games.json").read_text("utf-8"))
    return found


def matrices(folder: Path) -> dict[tuple[str, str], PayoffTable]:
    """The one-shot games of all sets: set and name → payoff table."""
    return {
        (name, game): _table(game, told)
        for name in SETS
        for game, told in descriptions(folder, name).items()
        if told.get("kind") != "sequential"
    }


def _table(game: str, told: Mapping[str, Any]) -> PayoffTable:
    payoffs = {
        tuple(profile.split(",")): tuple(Fraction(str(number)) for number in numbers)
        for profile, numbers in told["payoffs"].items()
    }
    roles = tuple(role.replace("_", " ").capitalize() for role in told["roles"])
    return PayoffTable(roles, tuple(tuple(told["moves"][role]) for role in told["roles"]), payoffs, game)


class Games:
    """Verifiers of games in folders as `lelma new` makes them, each made once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[tuple[int, int], Verifier] = {}
        self._tables: list[PayoffTable] = []

    def verifier(self, table: PayoffTable, seat: int) -> Verifier:
        """The view of the role in that seat, from 0."""
        if table not in self._tables:
            self._tables.append(table)
        number = self._tables.index(table)
        if (number, seat) not in self._known:
            name = f"game_{number}"
            if not (self.folder / name).is_dir():
                new_game(name, table, self.folder)
            self._known[number, seat] = Verifier.load(self.folder / name, role=symbols(table).roles[seat])
        return self._known[number, seat]


def with_payoffs(table: PayoffTable, change: Callable[[Fraction], Fraction]) -> PayoffTable:
    """The same game with other numbers."""
    payoffs = {profile: tuple(map(change, numbers)) for profile, numbers in table.payoffs.items()}
    return replace(table, payoffs=payoffs)


def with_moves(table: PayoffTable, names: Mapping[str, str]) -> PayoffTable:
    """The same game with other names for some moves."""
    moves = tuple(tuple(names.get(move, move) for move in own) for own in table.moves)
    payoffs = {tuple(names.get(move, move) for move in profile): each for profile, each in table.payoffs.items()}
    return replace(table, moves=moves, payoffs=payoffs)


def from_the_other_side(table: PayoffTable) -> PayoffTable:
    """The same game of two roles, each in the other one's seat; the names of the seats stay."""
    payoffs = {(other, own): (theirs, mine) for (own, other), (mine, theirs) in table.payoffs.items()}
    return replace(table, moves=(table.moves[1], table.moves[0]), payoffs=payoffs)


def renamed(text: str, names: Mapping[str, str]) -> str:
    """A text with other names, in their plural, in capitals and, if they are letters, in pairs (RB) as well."""
    for old, new in names.items():
        for form, other in {(old, new), (old.capitalize(), new.capitalize()), (old.lower(), new.lower())}:
            if len(old) > 1:
                text = re.sub(rf"\b{form}(s?)\b", rf"{other}\1", text)
    letters = {old: new for old, new in names.items() if len(old) == 1}
    if not letters:
        return text
    pairs = rf"(?<![A-Za-z])[{''.join(letters)}]{{1,2}}(?![A-Za-z])"
    return re.sub(pairs, lambda pair: "".join(letters[letter] for letter in pair[0]), text)
