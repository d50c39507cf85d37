"""Conditions of rules as clauses for the solver, which says whether one follows from another or both can hold.

What conditions speak of is taken apart as far as they tell it apart: a relation over a window of rounds into the
rounds, a number into whether it reaches each threshold. That is exact for conditions whose relations are independent of
each other; where one relation follows from another, that a condition follows may be missed, never invented.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count, pairwise

from lelma.engine.answers import Limits
from lelma.engine.bridges import shared_bridge
from lelma.engine.program import GRACE_SECONDS
from lelma.memory.rule_language import (
    WINDOWS,
    EntryCondition,
    RuleAll,
    RuleAny,
    RuleAtom,
    RuleComparison,
    RuleNot,
    atoms_of,
)
from lelma.support.errors import EngineStopped

_LIMITS = Limits(seconds=2.0, inferences=20_000_000)

_Key = tuple[str, tuple[str, ...], bool]
_Clause = tuple[int, ...]
"""Literals, of which one holds; a negative number denies."""


def condition_follows(first: EntryCondition, second: EntryCondition) -> bool | None:
    """Whether a condition can't hold without another; None where the solver can't tell in its time.

    Players that are open have to be named alike in both.
    """
    outcome = _outcome(first, second)
    return None if outcome == "error" else outcome in ("entailed", "unsound")


def can_hold_together(first: EntryCondition, second: EntryCondition) -> bool:
    """Whether two conditions can hold at once, as far as the solver can show the contrary in its time."""
    return _outcome(first, second) not in ("contradicted", "unsound")


@lru_cache(maxsize=4096)
def _outcome(first: EntryCondition, second: EntryCondition) -> str:
    """What the solver says of the second condition, given the first; `unsound` where the first can never hold."""
    clauses = _Clauses([*atoms_of(first), *atoms_of(second)])
    known, new = clauses.literal(first), clauses.literal(second)
    lists = (_prolog([*clauses.found, (known,)]), "[]", _prolog([(new,)]))
    try:
        reply = shared_bridge().call(
            f"describe({','.join(lists)},{_LIMITS.prolog()}) .", seconds=_LIMITS.seconds + GRACE_SECONDS
        )
    except EngineStopped:
        return "error"
    return str(json.loads(reply).get("outcome", "error"))


class _Clauses:
    """Clauses that say of numbered facts what conditions are made of.

    Attributes:
        found: the clauses so far.
    """

    def __init__(self, atoms: Sequence[RuleAtom | RuleComparison]) -> None:
        self.found: list[_Clause] = []
        self._numbers = count(1)
        self._facts: dict[tuple[object, ...], int] = {}
        self._thresholds: dict[_Key, list[Fraction]] = {}
        for each in atoms:
            numbers = self._thresholds.setdefault(_key(each), [])
            if isinstance(each, RuleComparison) and each.number not in numbers:
                numbers.append(each.number)
        windows = sum(_atom(each).window is not None for each in atoms)
        self._longest = min(3, 1 + windows)

    def literal(self, condition: EntryCondition) -> int:
        """A literal that holds where the condition does."""
        match condition:
            case RuleNot(part):
                return -self.literal(part)
            case RuleAll(parts):
                return self._all([self.literal(part) for part in parts])
            case RuleAny(parts):
                return -self._all([-self.literal(part) for part in parts])
            case RuleAtom() | RuleComparison():
                return self._windowed(condition)

    def _all(self, parts: Sequence[int]) -> int:
        """A literal that holds where all of some do."""
        whole = next(self._numbers)
        self.found += [(-whole, part) for part in parts]
        self.found.append((whole, *(-part for part in parts)))
        return whole

    def _windowed(self, condition: RuleAtom | RuleComparison) -> int:
        window, key = _atom(condition).window, _key(condition)
        if window is None:
            return self._valued(condition, key, 0)
        rounds = range(1, self._longest + 1)
        there = [self._fact(key, "round", at) for at in rounds]
        self.found += [clause for before, after in pairwise(there) if (clause := (-after, before)) not in self.found]
        so = [self._valued(condition, key, at) for at in rounds]
        if window == "every":
            return self._all([there[0], *(-self._all([each, -value]) for each, value in zip(there, so, strict=True))])
        last = [[-each] for each in there[1:]] + [[]]
        after = last if window == "last" else [[] for _ in there]
        cases = [self._all([each, value, *no]) for each, value, no in zip(there, so, after, strict=True)]
        return -self._all([-case for case in cases])

    def _valued(self, condition: RuleAtom | RuleComparison, key: _Key, at: int) -> int:
        """A literal of what is asked of a relation in one round."""
        if isinstance(condition, RuleAtom):
            return self._fact(key, "holds", at)
        least, more = self._reached(key, at)[condition.number]
        match condition.sign:
            case ">=":
                return least
            case ">":
                return more
            case "<":
                return -least
            case "<=":
                return -more
            case "=":
                return self._all([least, -more])
            case _:
                return -self._all([least, -more])

    def _reached(self, key: _Key, at: int) -> dict[Fraction, tuple[int, int]]:
        """Threshold → that a number is at least it, and that it is more."""
        order = sorted(self._thresholds[key])
        new = (key, "least", at, order[0]) not in self._facts
        found = {each: (self._fact(key, "least", at, each), self._fact(key, "more", at, each)) for each in order}
        if new:
            self.found += [(-more, least) for least, more in found.values()]
            self.found += [(-found[high][0], found[low][1]) for low, high in pairwise(order)]
        return found

    def _fact(self, *what: object) -> int:
        if what not in self._facts:
            self._facts[what] = next(self._numbers)
        return self._facts[what]


def _atom(condition: RuleAtom | RuleComparison) -> RuleAtom:
    return condition.atom if isinstance(condition, RuleComparison) else condition


def _key(condition: RuleAtom | RuleComparison) -> _Key:
    """What is spoken of, whatever the window; and whether as a number."""
    atom = _atom(condition)
    args = tuple(WINDOWS[0] if arg in WINDOWS else arg for arg in atom.args)
    return atom.name, args, isinstance(condition, RuleComparison)


def _prolog(clauses: Sequence[_Clause]) -> str:
    return f"[{','.join(_list(clause) for clause in clauses)}]"


def _list(clause: _Clause) -> str:
    return f"[{','.join(_literals(clause))}]"


def _literals(clause: _Clause) -> Iterator[str]:
    for each in clause:
        yield f"f{each}" if each > 0 else f"not(f{-each})"
