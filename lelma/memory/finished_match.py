"""What rules can be about: a finished match at the moments when a rule might have been used; whether one holds there.

Whoever makes these values (`lelma.talk.rule_moments`) says which relations there are. Those of
speech, which players can use in any game of words, are named here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import permutations
from operator import eq, ge, gt, le, lt, ne

from gdl.values import dataclass
from lelma.memory.rule_language import (
    THE_READER,
    WINDOWS,
    EntryCondition,
    LearntRule,
    RuleAll,
    RuleAny,
    RuleAtom,
    RuleComparison,
    RuleFault,
    RuleNot,
    is_player,
    players_outside_not,
)
from lelma.support.errors import did_you_mean

SPEECH_RELATIONS: Mapping[str, str] = {
    "vague": "vague(P) >= N: so many of its descriptions say nothing that the lexicon knows; vague(P, last): that one",
    "repeats": "repeats(P) >= N: so many of its descriptions give a clue that was given before; repeats(P, last)",
    "contradicts": "contradicts(P, Q): not all that both said can be true of one word; contradicts(P) >= N: of so many",
    "contradicts_majority": "contradicts_majority(P): of more than half of the others",
    "outlier": "outlier(me) > X: the share of the others' descriptions that can't be true of the own word",
}
"""Relation of speech → how it is written and what it says."""


def counts_of(relation: str) -> str:
    """Under which name a moment has the numbers of a relation of speech, beside its rows."""
    return f"{relation}#"


RULE_SIGNS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    ">=": ge,
    "<=": le,
    ">": gt,
    "<": lt,
    "=": eq,
    "!=": ne,
}


@dataclass(frozen=True)
class RuleMoment:
    """A moment at which players could use a rule.

    Attributes:
        ply: joint moves made before it.
        relations: relation → the rows that hold, texts; a number is written as one. What is counted of speech is under
            `counts_of`.
        rounds: the rounds that are over, oldest first.
        spoken: player → the rounds it has spoken in, oldest first.
        chances: player → identity or side → in which share of the deals that are possible for everyone it has it;
            empty of a match that goes on.
    """

    ply: int
    relations: Mapping[str, frozenset[tuple[str, ...]]]
    rounds: tuple[str, ...]
    spoken: Mapping[str, tuple[str, ...]]
    chances: Mapping[str, Mapping[str, Fraction]]


@dataclass(frozen=True)
class FinishedMatch:
    """A match that is over.

    Attributes:
        identities: player → its identity and side.
        known: relation → how many arguments it may have.
        missing: relation → why it is not known in this match, such as that there is no lexicon.
    """

    name: str
    identities: Mapping[str, frozenset[str]]
    moments: tuple[RuleMoment, ...]
    known: Mapping[str, frozenset[int]]
    missing: Mapping[str, str] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.identities)

    def check(self, rule: LearntRule) -> None:
        """That a conclusion is one that players of this match can have.

        Raises:
            RuleFault: if it is not.
        """
        names = sorted({*frozenset[str]().union(*self.identities.values()), *self._possible()})
        if rule.conclusion not in names:
            near = did_you_mean(rule.conclusion, names)
            raise RuleFault(f"nobody is {rule.conclusion!r} in this game{near}; there are: {', '.join(names)}")

    def _possible(self) -> Iterator[str]:
        for moment in self.moments:
            for chances in moment.chances.values():
                yield from chances


def readers_of(rule: LearntRule, players: Sequence[str]) -> tuple[str, ...]:
    """For whom a rule is looked at: for each player, if what it says depends on the reader; else once, for nobody."""
    return tuple(players) if rule.for_reader else ("",)


def fires_of(rule: LearntRule, moment: RuleMoment, players: Sequence[str], reader: str = "") -> tuple[str, ...]:
    """The players of whom a rule's condition holds at a moment.

    Args:
        reader: whom `me` stands for; without one, a rule about `me` is about every player.
    """
    bound = {THE_READER: reader} if reader else {}
    others = [player for player in players if not rule.for_reader or player != reader]
    return tuple(
        player
        for player in others
        if bound.get(rule.player, player) == player
        and _some(rule.condition, {**bound, rule.player: player}, moment, players)
    )


def _some(condition: EntryCondition, bound: Mapping[str, str], moment: RuleMoment, players: Sequence[str]) -> bool:
    """Whether a condition holds for some choice of its players that are open."""
    open_ = sorted(players_outside_not(condition) - bound.keys())
    left = [player for player in players if player not in bound.values()]
    return any(
        _holds(condition, {**bound, **dict(zip(open_, chosen, strict=True))}, moment, players)
        for chosen in permutations(left, len(open_))
    )


def _holds(condition: EntryCondition, bound: Mapping[str, str], moment: RuleMoment, players: Sequence[str]) -> bool:
    match condition:
        case RuleAll(parts):
            return all(_holds(part, bound, moment, players) for part in parts)
        case RuleAny(parts):
            return any(_holds(part, bound, moment, players) for part in parts)
        case RuleNot(part):
            return not _some(part, bound, moment, players)
        case RuleAtom():
            return _in_window(condition, bound, moment, lambda row, rows: row in rows)
        case RuleComparison(atom, sign, number):
            return _in_window(
                atom,
                bound,
                moment,
                lambda row, rows: any(
                    RULE_SIGNS[sign](Fraction(each[-1]), number) for each in rows if each[:-1] == row
                ),
                counted=True,
            )


_Row = tuple[str, ...]


def _in_window(
    atom: RuleAtom,
    bound: Mapping[str, str],
    moment: RuleMoment,
    holds: Callable[[_Row, frozenset[_Row]], bool],
    *,
    counted: bool = False,
) -> bool:
    name = counts_of(atom.name) if counted and atom.name in SPEECH_RELATIONS else atom.name
    rows = moment.relations.get(name, frozenset())
    args = tuple(bound[arg] if is_player(arg) else arg for arg in atom.args)
    window = atom.window
    if window is None:
        return holds(args, rows)
    rounds = moment.rounds
    if atom.name in SPEECH_RELATIONS:
        rounds = moment.spoken.get(args[0], ())
    found = [holds(tuple(each if arg in WINDOWS else arg for arg in args), rows) for each in _wanted(window, rounds)]
    return any(found) if window == "any" else bool(found) and all(found)


def _wanted(window: str, rounds: Sequence[str]) -> Sequence[str]:
    return rounds[-1:] if window == "last" else rounds
