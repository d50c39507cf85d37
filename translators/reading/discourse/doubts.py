"""What makes it doubtful that a claim says just what it was read as, though its own words were understood.

A claim in doubt may be found true, never false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from translators.formulas import formula as f
from translators.reading.grammar import parts as p
from translators.reading.words.game_words import SEES, GameWords
from translators.reading.words.tagging import Tagged

_ENDING = frozenset(
    """finish finishes finished finishing end ends ended ending stay stays stayed staying reach reaches reached reaching
    stuck overall altogether final finally total totals""".split()
)
_ROUNDS = frozenset({"round", "one_round", "until_now", "future", "history"})
_TIMES = frozenset({"rounds", "weeks", "months", "seasons"})
_REDUCED = frozenset(
    """eliminated eliminate eliminating elimination deleted delete deletion removed discarded discard reduced gone
    surviving survive survives remaining remains iterated ruled""".split()
)
_DURATIONS = frozenset({"weeks", "days", "hours", "years", "seasons"})
_MEASURED_ELSE = frozenset(
    """regret regrets gap gaps difference differences margin margins spread disparity ranking rankings rank ranks ratio
    ratios change changes frequency frequencies likelihood likelihoods""".split()
)
_LIMITS = frozenset("bottoms bottom tops top peaks peak caps cap limits limit limited maxes max".split())
_WISHES = frozenset("should ought want wants like rather prefer need needs tempted had".split())
_MORAL = frozenset("right fair fairness fairest decent honest moral morally ethical proper".split())
_LEANING = frozenset({"there", "then", "again", "here"})


def tells_rounds(tagged: Tagged) -> bool:
    """Whether a sentence speaks of rounds of a game that is played again."""
    said = {token.low for token in tagged.tokens}
    return bool(said & _TIMES) or any(edge.category in _ROUNDS for edge in tagged.edges)


def may_be_total(said: p.Assertion, words: Iterable[str], below_total: bool) -> bool:
    """Whether an amount may be what somebody has after all rounds: `I would finish at 28`, or below `Totals`."""
    return isinstance(said, p.Gets) and (below_total or bool(_ENDING & set(words)))


def is_price(said: p.Assertion, after: p.Assertion | None) -> bool:
    """Whether an amount is only a part of what the next one tells: `I pay 1 and earn 3`."""
    if not (isinstance(said, p.Gets) and isinstance(after, p.Gets)):
        return False
    same = said.who == after.who or after.who is None or said.who is None
    return said.lost and not after.lost and same and after.case.empty


def reduces(words: Iterable[str]) -> bool:
    """Whether some choices are left out of the game from here on: `once R is deleted`."""
    return bool(_REDUCED & set(words))


def lasts(words: Iterable[str]) -> bool:
    """Whether words tell how long something lasts, which is no payoff but where payoffs are times."""
    return bool(_DURATIONS & set(words))


def limits(words: Iterable[str]) -> bool:
    """Whether words tell the highest or lowest of something that may be a total: `it bottoms out at 55`."""
    return bool(_LIMITS & set(words))


def measures_else(words: Iterable[str]) -> bool:
    """Whether a heading tells that amounts below it are no payoffs: regrets, gaps, ranks."""
    return bool(_MEASURED_ELSE & set(words))


def wishes(words: Iterable[str], sentence: Iterable[str]) -> bool:
    """Whether words may tell what somebody wants or ought to do, of fairness or trust, rather than what pays best."""
    return bool(_WISHES & set(words) or _MORAL & set(sentence))


def leans(words: Iterable[str]) -> bool:
    """Whether words stand for a case that was told before."""
    return bool(_LEANING & set(words))


def leaves_open(formulas: Iterable[f.Formula], game: GameWords) -> bool:
    """Whether a payoff that formulas speak of is told for a case that leaves somebody's choice open."""
    return any(not game.whole(partial) for formula in formulas for partial in _cases(formula))


def told_turns(formula: f.Formula) -> frozenset[str]:
    """The turns whose choices are told in each case that a formula speaks of."""
    found = [frozenset(case) for case in _cases(formula)]
    return frozenset.intersection(*found) if found else frozenset()


def expects(value: Any) -> bool:
    """Whether formulas speak of how likely something is."""
    if isinstance(value, f.Expected | f.Belief | f.Lottery):
        return True
    parts = (
        value
        if isinstance(value, tuple)
        else [getattr(value, each.name) for each in fields(value)]
        if is_dataclass(value)
        else []
    )
    return any(map(expects, parts))


def _cases(value: Any) -> Iterator[dict[str, str]]:
    """The cases whose payoffs a formula speaks of."""
    match value:
        case f.Pay(_, when) | f.Sum(when) | f.Expected(_, when):
            yield dict(_told(when))
        case tuple():
            for each in value:
                yield from _cases(each)
        case _ if is_dataclass(value):
            for each in fields(value):
                yield from _cases(getattr(value, each.name))


def _told(when: Any) -> Iterator[tuple[str, str]]:
    for part in when.parts if isinstance(when, f.Condition) else ():
        match part:
            case f.Bind(role, move, step):
                yield _called(role) if step is None else f"{_called(role)}@{_called(step)}", _called(move)
            case f.Saw(role, percept):
                yield f"{_called(role)}{SEES}", _called(percept)


def _called(ref: Any) -> str:
    """A constant as moves and roles are called: `offer(3)` has an argument."""
    inside = ", ".join(map(_called, getattr(ref, "args", ())))
    return f"{ref.name}({inside})" if inside else ref.name
