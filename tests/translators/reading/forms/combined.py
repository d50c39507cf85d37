"""Sentences put together from forms by several hands, each true or false of a game by the fields of its parts.

A condition fixes moves, a claim tells something there, a wrapper stands around both and changes nothing. Whoever wrote
them had not seen the reader. A claim has a `kind`, whose payoff it is about (`who`), and `needs`: whose moves the
condition must fix.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

FOLDER = Path(__file__).parent
HANDS = tuple(sorted(each.name for each in FOLDER.iterdir() if each.name.startswith("hand_")))

Table = Mapping[tuple[str, str], tuple[int, int]]
"""My move and theirs → my payoff and theirs."""

GAMES: Mapping[str, Table] = {
    "stag_hunt": {
        ("stag", "stag"): (5, 5),
        ("stag", "hare"): (0, 3),
        ("hare", "stag"): (3, 0),
        ("hare", "hare"): (1, 1),
    },
    "hawk_dove": {
        ("hawk", "hawk"): (0, 0),
        ("hawk", "dove"): (5, 1),
        ("dove", "hawk"): (1, 5),
        ("dove", "dove"): (3, 3),
    },
    "prisoners_dilemma": {
        ("defect", "defect"): (1, 1),
        ("defect", "cooperate"): (5, 0),
        ("cooperate", "defect"): (0, 5),
        ("cooperate", "cooperate"): (3, 3),
    },
}
_AMOUNTS = (0, 1, 2, 3, 5)
_OWNERS = {"M": "me", "O": "them", "B": "both"}


@dataclass(frozen=True)
class Told:
    """A sentence about a game, and whether what it says is so.

    Attributes:
        who: whose payoff or choice it is about.
        owners: whose choice each move is that it names, in order: `me`, `them` or `both`.
    """

    game: str
    text: str
    true: bool
    kind: str
    who: str
    owners: tuple[str, ...]


@dataclass(frozen=True)
class _Case:
    """Moves that a sentence names, and those of them that its condition fixes."""

    table: Table
    mine: str
    theirs: str
    fixed: frozenset[str]

    @property
    def moves(self) -> list[str]:
        return sorted({mine for mine, _ in self.table})

    def payoffs(self, who: str, own: str) -> list[int]:
        """What somebody may get with a move, over what is open of the other's."""
        if who == "me":
            return [self.table[own, theirs][0] for theirs in ([self.theirs] if "them" in self.fixed else self.moves)]
        return [self.table[mine, own][1] for mine in ([self.mine] if "me" in self.fixed else self.moves)]


def combined(hand: str, seed: int) -> Iterator[Told]:
    """Sentences without end; about as many true ones as false ones."""
    chance = Random(seed)
    while True:
        name = chance.choice(sorted(GAMES))
        told = _told(hand, name, chance)
        if told is not None:
            yield told


@cache
def _forms(hand: str, part: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / hand / f"{part}.jsonl").read_text("utf-8").splitlines() if line]


def _told(hand: str, name: str, chance: Random) -> Told | None:
    claim, table = chance.choice(_forms(hand, "claims")), GAMES[name]
    needs = frozenset(claim.get("needs") or ())
    conditions = [each for each in _forms(hand, "conditions") if _fits(each, claim, needs)]
    if needs and not conditions:
        return None
    condition = chance.choice(conditions) if needs else None
    mine, theirs = (chance.choice(sorted({own for own, _ in table})) for _ in range(2))
    case = _Case(table, mine, mine if condition and condition.get("same") else theirs, needs)
    amounts = _AMOUNTS if "{n}" in claim["text"] else (0,)
    wanted = chance.random() < 1 / 2
    fitting = [amount for amount in amounts if _holds(claim, case, amount) is wanted]
    if not fitting:
        return None
    amount = chance.choice(fitting)
    text = claim["text"].rstrip(".")
    if condition is not None:
        text = _joined(text, condition, claim, chance)
    if chance.random() < 0.4:
        text = _wrapped(text, hand, claim, chance)
    owners = tuple(_OWNERS[each] for each in re.findall(r"\{([MOB])\}", text))
    text = filled(text, case.mine, case.theirs, amount)
    return Told(name, text, wanted, claim["kind"], claim["who"], owners)


def others(hand: str) -> Iterator[str]:
    """Sentences of a hand that claim something else, or nothing; with places for moves and amounts."""
    file = FOLDER / hand / "others.jsonl"
    if file.exists():
        yield from (json.loads(line)["text"] for line in file.read_text("utf-8").splitlines() if line)


def filled(text: str, mine: str, theirs: str, amount: int, further: int = 0) -> str:
    """A sentence with moves and amounts in their places."""
    places = {"{M}": mine, "{B}": mine, "{O}": theirs, "{n}": str(amount), "{n2}": str(further)}
    for place, word in places.items():
        text = text.replace(place, word)
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?" else f"{text}."


def _fits(condition: Mapping[str, Any], claim: Mapping[str, Any], needs: frozenset[str]) -> bool:
    """Whether a condition fixes just what a claim needs, and may stand beside it."""
    same = condition.get("same", False)
    fixed = {who for who in ("me", "them") if same or condition.get(who)}
    meant = condition.get("claim_who") or condition.get("for") or claim["who"]
    return fixed == needs and meant == claim["who"] and not (_first(claim) and condition["place"] == "back")


def _first(claim: Mapping[str, Any]) -> bool:
    return bool(claim.get("cond_place") == "front")


def _joined(text: str, condition: Mapping[str, Any], claim: Mapping[str, Any], chance: Random) -> str:
    told = condition["text"].rstrip(",. ")
    if condition.get("same"):
        told = told.replace("{M}", "{B}")
    if condition["place"] == "back" or (condition["place"] == "both" and not _first(claim) and chance.random() < 0.4):
        return f"{text} {told}"
    return f"{told} {text}" if told.endswith(":") else f"{told}, {text}"


def _wrapped(text: str, hand: str, claim: Mapping[str, Any], chance: Random) -> str:
    wrappers = [
        each
        for each in _forms(hand, "wrappers")
        if claim["kind"] in each.get("claim_kind", [claim["kind"]])
        and not (":" in text and (each.get("no_colon") or each.get("embeds")))
    ]
    return str(chance.choice(wrappers)["text"].replace("{S}", text))


def _holds(claim: Mapping[str, Any], case: _Case, amount: int) -> bool | None:
    """Whether a claim is so; None where its fields say nothing there."""
    kind, who = claim["kind"], claim["who"]
    if kind in ("pay", "purpose"):
        mine, theirs = case.table[case.mine, case.theirs]
        if kind == "purpose" and not _is_best(case, "me" if who == "both" else who):
            return None
        return {"me": mine == amount, "them": theirs == amount, "both": mine == theirs == amount}[str(who)]
    if who == "both":
        return None
    own = case.mine if who == "me" else case.theirs
    (other,) = (move for move in case.moves if move != own)
    here, there = case.payoffs(who, own), case.payoffs(who, other)
    pairs = list(zip(here, there, strict=True))
    match kind:
        case "best" | "better" if len(here) > 1:
            return None
        case "best":
            return here[0] >= there[0]
        case "better":
            return here[0] > there[0]
        case "dominant":
            return all(one >= two for one, two in pairs) and any(one > two for one, two in pairs)
        case "safest":
            return min(here) >= min(there)
    return {
        "min": min(here) == amount,
        "max": max(here) == amount,
        "atleast": min(here) >= amount,
        "never": amount not in here,
        "can": amount in here,
    }[kind]


def _is_best(case: _Case, who: str) -> bool:
    """Whether somebody's move is a best reply to the other's."""
    own, place = (case.mine, 0) if who == "me" else (case.theirs, 1)
    ways = [(move, case.theirs) if who == "me" else (case.mine, move) for move in case.moves]
    at = case.table[(own, case.theirs) if who == "me" else (case.mine, own)][place]
    return at == max(case.table[way][place] for way in ways)
