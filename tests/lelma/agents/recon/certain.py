"""What is called certain in a match of Avalon, held against the deals that are left, counted by percepts alone.

It shares nothing with the agents but the words of their prompts. A deal is left for a role if it would have been told
the same in it, and if there are no more fail cards on a quest than evil players on its team.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from lelma.matches.transcript import Event
from tests.lelma.agents.recon.test_by_brute_force import CARDS, DEALS, EVIL, PLAYERS, Deal

SIDES = {"good": frozenset(CARDS) - EVIL, "evil": frozenset(EVIL)}
_TEAM = re.compile(r"\(proposed \d \d p\d \(\w+ ([p\d ]+)\)\)")
_OVER = re.compile(r"\(quest \d \w+ (\d)\)")
_TOLD = re.compile(r"\((\w+) (p\d)\)")
_GROUP = re.compile(r"^((?:(?:Player \d|you)(?:, | or )?){2,3}) is evil\. \(joint move", re.MULTILINE)


@dataclass
class Seen:
    """What one role has seen so far."""

    role: str
    identity: str = ""
    told: set[tuple[str, str]] = field(default_factory=set)
    team: tuple[str, ...] = ()
    failed: list[tuple[tuple[str, ...], int]] = field(default_factory=list)

    def add(self, percepts: Sequence[str]) -> None:
        for percept in percepts:
            if percept.startswith("(identity "):
                self.identity = percept.split()[1].strip(")")
            elif found := _TEAM.fullmatch(percept):
                self.team = tuple(found[1].split())
            elif found := _OVER.fullmatch(percept):
                self.failed.append((self.team, int(found[1])))
            elif (found := _TOLD.fullmatch(percept)) and found[1] in ("evil", "merlin_or_morgana"):
                self.told.add((found[1], found[2]))

    def deals(self) -> list[Deal]:
        """Those that are left."""
        return [
            deal
            for deal in DEALS
            if deal[self.role] == self.identity
            and told_in(deal, self.role) == self.told
            and all(sum(deal[each] in EVIL for each in team) >= fails for team, fails in self.failed)
        ]


def told_in(deal: Deal, role: str) -> set[tuple[str, str]]:
    """What the rules tell a role in a deal."""
    others = [each for each in PLAYERS if each != role]
    if deal[role] == "merlin" or deal[role] in EVIL:
        return {("evil", each) for each in others if deal[each] in EVIL}
    if deal[role] == "percival":
        return {("merlin_or_morgana", each) for each in others if deal[each] in ("merlin", "morgana")}
    return set()


def provable(role: str, deals: Sequence[Deal]) -> dict[str, str]:
    """Of each other player what all deals have: an identity, else a side."""
    found = {}
    for each in PLAYERS:
        held = {deal[each] for deal in deals}
        named = [*(held if len(held) == 1 else ()), *(side for side, those in SIDES.items() if held <= those)]
        if each != role and named:
            found[each] = named[0]
    return found


def provable_groups(role: str, deals: Sequence[Deal]) -> set[frozenset[str]]:
    """The smallest sets, of two or three others, of whom one is evil in all deals."""
    found: set[frozenset[str]] = set()
    for size in (1, 2, 3):
        for some in combinations([each for each in PLAYERS if each != role], size):
            smaller = any(each <= set(some) for each in found)
            if not smaller and all(any(deal[each] in EVIL for each in some) for deal in deals):
                found.add(frozenset(some))
    return {each for each in found if len(each) > 1}


def certain_in(reply: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Whom a reply to `pt1` calls what for certain, as identities that would do."""
    try:
        value = json.loads(reply)
    except json.JSONDecodeError:
        return
    for who, each in value.items():
        named = each.get("identity")
        if each.get("confidence") == "certain" and named != "unknown":
            yield who, SIDES.get(named, frozenset({named}))


def audited(events: Sequence[Event]) -> Counter[str]:
    """What was called certain in one match, counted.

    In notes of `recon_plus`: `moments`; `noted` and `noted_true`; `provable`, by hand, and of that `found`; `unproved`,
    players noted without a proof. In its prompts the same of sets of players: `groups`, `groups_told`,
    `groups_unproved`. Of first replies to `pt1`: `certain`, `wrong`, `refuted` (no deal has it) and `fed_back` (the
    next prompt for `pt1` says so); `any_refuted` and `any_fed_back` of all replies.
    """
    found: Counter[str] = Counter()
    seen = {player: Seen(player) for player in PLAYERS}
    truth = {who: str(each["identity"]) for who, each in _dealt(events).items()}
    asked: dict[tuple[str, int], tuple[list[Deal], list[Event]]] = {}
    for event in events:
        role = str(event.get("role"))
        if event["event"] == "percept" and role in seen:
            seen[role].add(event["percepts"])
        elif event["event"] == "call" and event.get("step") == "pt1":
            asked.setdefault((role, event["ply"]), (seen[role].deals(), []))[1].append(event)
        elif event["event"] == "note" and event.get("kind") == "reconciled":
            deals, calls = asked[role, event["ply"]]
            certain, proved = event["certain"], provable(role, deals)
            found += Counter(
                moments=1,
                noted=len(certain),
                noted_true=sum(truth[who] in SIDES.get(name, {name}) for who, name in certain.items()),
                provable=len(proved),
                found=sum(certain.get(who) == name for who, name in proved.items()),
                unproved=len(certain.keys() - proved.keys()),
            )
            found += _groups(provable_groups(role, deals), calls[0])
    for deals, calls in asked.values():
        found += _fed_back(calls, deals, truth)
    return found


def _dealt(events: Sequence[Event]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = [event["identities"] for event in events if event["event"] == "identities"][-1]
    return found


def _text(call: Event) -> str:
    return str(call["messages"][-1]["text"])


def _groups(expected: set[frozenset[str]], call: Event) -> Counter[str]:
    told = {frozenset(f"p{number}" for number in re.findall(r"\d", some)) for some in _GROUP.findall(_text(call))}
    return Counter(groups=len(expected), groups_told=len(expected & told), groups_unproved=len(told - expected))


def _fed_back(calls: Sequence[Event], deals: Sequence[Deal], truth: Mapping[str, str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for at, call in enumerate(calls):
        following = _text(calls[at + 1]) if at + 1 < len(calls) else ""
        for who, meant in certain_in(str(call.get("reply", ""))):
            refuted = not any(deal[who] in meant for deal in deals)
            told = refuted and f"REFUTED Player {who[1:]}:" in following
            found += Counter(any_refuted=refuted, any_fed_back=told)
            if at == 0:
                found += Counter(certain=1, wrong=truth[who] not in meant, refuted=refuted, fed_back=told)
    return found
