"""Rules that contradict each other in some match, and rules that are contained in others.

Containment is decided from the conditions alone: every way in which what they speak of may be is tried, with windows
over few rounds, numbers only as far as the thresholds tell them apart. That is exact for rules whose atoms are
independent of each other; where one relation follows from another, a containment may be missed, never invented.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import prod

from lelma.memory.finished_match import RULE_SIGNS, FinishedMatch, RuleMoment, fires_of, readers_of
from lelma.memory.rule_language import (
    WINDOWS,
    EntryCondition,
    LearntRule,
    RuleAll,
    RuleAny,
    RuleAtom,
    RuleComparison,
    RuleNot,
    atoms_of,
)

MOST_WAYS = 50_000
"""Ways that are tried before a containment is left undecided."""

_Key = tuple[str, tuple[str, ...], bool]
_Rounds = tuple[Fraction | bool, ...]


@dataclass(frozen=True)
class RuleClash:
    """Two rules that say opposite things of one player: in which match, after how many joint moves, of whom."""

    first: LearntRule
    second: LearntRule
    match: str
    ply: int
    player: str


def rule_clashes(rules: Sequence[LearntRule], matches: Sequence[FinishedMatch]) -> tuple[RuleClash, ...]:
    """The pairs of rules whose conditions hold of one player at one moment and whose conclusions can't both be true.

    Two conclusions can't be if one denies the other, or if in no match a player was both. The first case of each pair.
    """
    found: dict[tuple[int, int], RuleClash] = {}
    pairs = [(i, j) for i, j in combinations(range(len(rules)), 2) if _opposite(rules[i], rules[j], matches)]
    for match in matches if pairs else ():
        for moment in match.moments:
            fires = [_fires(rule, moment, match.players) for rule in rules]
            for i, j in pairs:
                both = sorted(
                    player for player, readers in fires[i].items() if _common(readers, fires[j].get(player, ()))
                )
                if both and (i, j) not in found:
                    found[i, j] = RuleClash(rules[i], rules[j], match.name, moment.ply, both[0])
    return tuple(found[pair] for pair in pairs if pair in found)


def _fires(rule: LearntRule, moment: RuleMoment, players: Sequence[str]) -> dict[str, set[str]]:
    """Player of whom a rule speaks → the readers to whom it does, an empty text for any."""
    found: dict[str, set[str]] = {}
    for reader in readers_of(rule, players):
        for player in fires_of(rule, moment, players, reader):
            found.setdefault(player, set()).add(reader)
    return found


def _common(one: Collection[str], other: Collection[str]) -> bool:
    """Whether somebody reads both."""
    return bool(one) and bool(other) and ("" in one or "" in other or not set(one).isdisjoint(other))


def _opposite(one: LearntRule, other: LearntRule, matches: Sequence[FinishedMatch]) -> bool:
    if one.conclusion == other.conclusion:
        return one.denied is not other.denied
    if one.denied or other.denied:
        return False
    names = [own for match in matches for own in match.identities.values()]
    return not any(one.conclusion in own and other.conclusion in own for own in names)


def contains(wide: LearntRule, narrow: LearntRule) -> bool | None:
    """Whether a rule says all that another says: the same conclusion, of each player of whom the other does.

    None where there are too many ways to try.
    """
    if (wide.conclusion, wide.denied) != (narrow.conclusion, narrow.denied):
        return False
    return implies(_renamed(narrow.condition, narrow.player), _renamed(wide.condition, wide.player))


def implies(first: EntryCondition, second: EntryCondition) -> bool | None:
    """Whether a condition can't hold without another; None where there are too many ways to try.

    Players that are open have to be named alike in both.
    """
    every = [*atoms_of(first), *atoms_of(second)]
    windows = sum(_atom(each).window is not None for each in every)
    numbers: dict[_Key, set[Fraction]] = {}
    for each in every:
        numbers.setdefault(_key(each), set()).update([each.number] if isinstance(each, RuleComparison) else [])
    longest = min(3, 1 + windows)
    ways = {key: _ways(key, numbers[key], longest) for key in numbers}
    if prod(map(len, ways.values())) > MOST_WAYS:
        return None
    keys = list(ways)
    return not any(
        _so(first, world) and not _so(second, world)
        for chosen in product(*ways.values())
        for world in [dict(zip(keys, chosen, strict=True))]
    )


def _ways(key: _Key, thresholds: set[Fraction], longest: int) -> list[_Rounds]:
    """What a relation may be: one value, or one for each of up to `longest` rounds where it is asked of a window."""
    values: Sequence[Fraction | bool] = (False, True) if not key[2] else _apart(thresholds)
    if not any(arg in WINDOWS for arg in key[1]):
        return [(value,) for value in values]
    return [way for count in range(longest + 1) for way in product(values, repeat=count)]


def _apart(thresholds: set[Fraction]) -> list[Fraction]:
    """Numbers that the thresholds tell apart: each of them, one between two, one below and one above all."""
    order = sorted(thresholds)
    between = [(low + high) / 2 for low, high in pairwise(order)]
    return sorted({order[0] - 1, *order, *between, order[-1] + 1})


def _so(condition: EntryCondition, world: Mapping[_Key, _Rounds]) -> bool:
    match condition:
        case RuleAll(parts):
            return all(_so(part, world) for part in parts)
        case RuleAny(parts):
            return any(_so(part, world) for part in parts)
        case RuleNot(part):
            return not _so(part, world)
        case RuleAtom() | RuleComparison():
            found = list(_rounds(condition, world[_key(condition)]))
            window = _atom(condition).window
            if window == "any":
                return any(found)
            return bool(found) and (all(found) if window == "every" else found[-1])


def _rounds(condition: RuleAtom | RuleComparison, values: _Rounds) -> Iterator[bool]:
    for value in values:
        if isinstance(condition, RuleComparison):
            yield RULE_SIGNS[condition.sign](Fraction(value), condition.number)
        else:
            yield bool(value)


def _atom(condition: RuleAtom | RuleComparison) -> RuleAtom:
    return condition.atom if isinstance(condition, RuleComparison) else condition


def _key(condition: RuleAtom | RuleComparison) -> _Key:
    """What is spoken of, whatever the window; and whether as a number."""
    atom = _atom(condition)
    args = tuple(WINDOWS[0] if arg in WINDOWS else arg for arg in atom.args)
    return atom.name, args, isinstance(condition, RuleComparison)


def _renamed(condition: EntryCondition, player: str) -> EntryCondition:
    """The condition with the player that the rule is about under one name."""
    match condition:
        case RuleAtom(name, args):
            return RuleAtom(name, tuple("P" if arg == player else f"{arg}'" if arg == "P" else arg for arg in args))
        case RuleComparison(atom, sign, number):
            renamed = _renamed(atom, player)
            assert isinstance(renamed, RuleAtom)
            return RuleComparison(renamed, sign, number)
        case RuleNot(part):
            return RuleNot(_renamed(part, player))
        case RuleAll(parts):
            return RuleAll(tuple(_renamed(part, player) for part in parts))
        case RuleAny(parts):
            return RuleAny(tuple(_renamed(part, player) for part in parts))
