"""Rules that contradict each other in some match, and rules that are contained in others.

Whether one contains another, and whether both can ever speak of one player, the solver says from their conditions
(`lelma.memory.condition_clauses`); in which match two that can do contradict each other, the finished matches.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from gdl.values import dataclass
from lelma.memory.condition_clauses import can_hold_together, condition_follows
from lelma.memory.finished_match import FinishedMatch, RuleMoment, fires_of, readers_of
from lelma.memory.rule_language import (
    EntryCondition,
    LearntRule,
    RuleAll,
    RuleAny,
    RuleAtom,
    RuleComparison,
    RuleNot,
    atoms_named,
)


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
    pairs = [
        (i, j)
        for i, j in combinations(range(len(rules)), 2)
        if _opposite(rules[i], rules[j], matches) and _can_both(rules[i], rules[j])
    ]
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


def _can_both(one: LearntRule, other: LearntRule) -> bool:
    """Whether two rules can speak of one player at once; of rules with further players nothing is shown."""
    conditions = [_renamed(each.condition, each.player) for each in (one, other)]
    if any(set(atom.players) - {"P"} for condition in conditions for atom in atoms_named(condition)):
        return True
    return can_hold_together(*conditions)


def contains(wide: LearntRule, narrow: LearntRule) -> bool | None:
    """Whether a rule says all that another says: the same conclusion, of each player of whom the other does.

    None where the solver can't tell in its time.
    """
    if (wide.conclusion, wide.denied) != (narrow.conclusion, narrow.denied):
        return False
    return condition_follows(_renamed(narrow.condition, narrow.player), _renamed(wide.condition, wide.player))


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
