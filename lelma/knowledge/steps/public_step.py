"""Steps that all observers see alike, made once for all of them.

In most joint moves somebody does in public what all perceive, and nothing comes of it that rests on what is hidden: a
vote is counted, another has the word. Whoever observes it, the same public fluents change, and all that is hidden is
handed on. So such a step is made by what is public alone, whatever is hidden, and all observers take what comes of it.
Rules may hand something hidden on only while it is of use, such as a potion while the witch lives: whether that is so
each observer finds out by itself, once for all steps until something of it changes.

Of what is done in secret many learn nothing: they know what everyone does, and some of the deal, as their own card. So
what everyone knows is followed once, and theirs is that part of it in which the deal is as they know it, until they
see or do what tells them more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from weakref import WeakValueDictionary

import numpy as np

from gdl.values import dataclass
from lelma.engine.network.machine import Bits
from lelma.knowledge.blocks import Worlds
from lelma.knowledge.errors import TooManyWorlds
from lelma.knowledge.gate_runner import WIDEST, Runner
from lelma.knowledge.observation import Sight, sight, step_of_all
from lelma.knowledge.rules import Rules, kif_head
from lelma.knowledge.states import Numbers, States, union
from lelma.knowledge.steps.guesses import Guesses, MoveIndices
from lelma.knowledge.steps.kept_steps import kept_steps
from lelma.knowledge.steps.step import step_begun

_KEPT = 32
"""Steps that are kept: what others make of them is asked right after, even where several matches are played at once."""

_MOST_CARRIED = 512

_MOST_TIMES = 32
"""Times as many states as an observer thinks possible, to follow which costs it more than to follow its own."""


@dataclass(frozen=True, eq=False)
class _PublicStep:
    """What comes of a step.

    Attributes:
        inputs: those of the rules that are true, where all that is hidden is false.
        percepts: what everybody perceived.
        hidden: the fluents that may be as they like.
        held: the other fluents that held.
        moves: for each role its move, as a number of `Sight.spans`.
        agree: the observers that perceive just that, whatever is hidden.
        resting: the hidden fluents that are not plainly handed on, and those that they rest on.
        after: the other fluents that hold afterwards; None where something of it rests on what is hidden.
    """

    inputs: Bits
    percepts: frozenset[str]
    hidden: Bits
    held: Bits
    moves: tuple[int, ...]
    agree: frozenset[str | None]
    resting: tuple[tuple[int, ...], frozenset[int]]
    after: Bits | None

    def taken(self, worlds: Worlds) -> Worlds:
        """Where it leads from states that hand all on that is hidden."""
        assert self.after is not None
        return replace(worlds, common=self.after | (worlds.common & self.hidden))


class PublicSteps:
    """The latest steps of the matches of a game."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._kept: deque[_PublicStep] = deque(maxlen=_KEPT)
        self._next: dict[tuple[int, ...], tuple[Runner, Numbers]] = {}
        self._carried: dict[tuple[tuple[int, ...], int, bytes, bytes], tuple[Worlds, bool]] = {}
        _, self._heads = np.unique(list(map(kif_head, rules.fluents)), return_inverse=True)
        self._of_use = set[int]()

    def progressed(
        self, sight: Sight, worlds: Worlds, own: int | None, seen: Collection[int], identity: Collection[int]
    ) -> Worlds | None:
        """The states that a step has led to; None if it is not known to be one that all see alike.

        Args:
            own, seen, identity: as for `lelma.knowledge.steps.kept_steps.progressed`.
        """
        step = self.seen_alike(sight, worlds, seen, identity)
        if step is None or (sight.role is not None and step.moves[sight.role] != own):
            return None
        return step.taken(worlds)

    def seen_alike(
        self, sight: Sight, worlds: Worlds, seen: Collection[int], identity: Collection[int]
    ) -> _PublicStep | None:
        """The step of an observer, by whatever move of its own; None if it is not known to be one that all see alike.

        Args:
            seen, identity: as for `progressed`.
        """
        if not seen:
            return None  # then most likely somebody may have done something in secret
        percepts = frozenset(sight.percepts[at] for at in seen)
        step = self._found(percepts, worlds) or self._made(percepts, worlds, identity)
        if step is None or step.after is None or sight.observer not in step.agree:
            return None
        return step if self._handed_on(step, worlds) else None

    def _found(self, percepts: frozenset[str], worlds: Worlds) -> _PublicStep | None:
        for step in reversed(self._kept):
            fits = step.percepts == percepts and step.hidden[worlds.varying].all()
            if fits and np.array_equal(worlds.common & ~step.hidden, step.held):
                return step
        return None

    def _made(self, percepts: frozenset[str], worlds: Worlds, identity: Collection[int]) -> _PublicStep | None:
        """The step, by what is public; None where somebody perceived something of its own.

        What is hidden from this observer is taken to be so from others, and with it all fluents of the same names; and
        those that are known to all, but of which rules hand on what is of use to somebody hidden.
        """
        everyone = sight(self._rules, None)
        if not percepts <= everyone.common:
            return None
        hidden = self._alike({*worlds.varying.tolist(), *identity, *self._of_use})
        found = self._of_everyone(percepts, hidden, worlds.common & ~hidden)
        self._kept.append(found)
        return found

    def _alike(self, fluents: Collection[int]) -> Bits:
        """All fluents of the same names as some."""
        found: Bits = np.isin(self._heads, self._heads[np.array(sorted(fluents), dtype=np.intp)])
        return found

    def _of_everyone(self, percepts: frozenset[str], hidden: Bits, held: Bits) -> _PublicStep:
        everyone, varying = sight(self._rules, None), np.flatnonzero(hidden)
        seen = [at for at, percept in enumerate(everyone.percepts) if percept in percepts]
        worlds = Worlds.of(States(held, varying, np.zeros((1, (len(varying) + 63) // 64), dtype=np.uint64)))
        guesses = Guesses(everyone, worlds, [*seen, *everyone.shared()])
        moves = guesses.narrowed(guesses.candidates(None))
        made = tuple(of_role[0] for of_role in moves if len(of_role) == 1)
        whole = step_of_all(self._rules)
        inputs = whole.inputs(np.flatnonzero(held), made, percepts)
        nothing = _PublicStep(inputs, percepts, hidden, held, made, frozenset(), ((), frozenset()), None)
        if len(made) != len(moves):
            return nothing
        looks = whole.step.looked_at(inputs, varying.tolist(), ())
        by_observer = zip(whole.observers, whole.agree.decided(inputs, varying.tolist(), ()), strict=True)
        agree = frozenset(who for who, agrees in by_observer if agrees)
        if None not in agree or not looks.handed | looks.open >= set(varying.tolist()):
            return nothing
        open_ = looks.open - set(varying.tolist())
        if open_ and held[list(open_)].all():
            self._of_use |= open_
            hidden = hidden | self._alike(open_)
            return self._of_everyone(percepts, hidden, held & ~hidden)
        if open_:
            return nothing
        resting = tuple(sorted(looks.open)), frozenset(looks.needed)
        return replace(nothing, agree=agree, resting=resting, after=whole.step.shared()[1:] & ~hidden)

    def _handed_on(self, step: _PublicStep, worlds: Worlds) -> bool:
        """Whether in all of an observer's states that is handed on which rules might not."""
        fluents, rests_on = step.resting
        if not fluents:
            return True
        if fluents not in self._next:
            self._next[fluents] = step_of_all(self._rules).next_of(fluents)
        runner, looked = self._next[fluents]
        key = fluents, id(worlds.blocks), worlds.common[step.hidden].tobytes(), step.inputs[looked].tobytes()
        found = self._carried.get(key)
        if found is None:
            if len(self._carried) >= _MOST_CARRIED:
                self._carried.clear()
            found = self._carried[key] = worlds, _carries(runner, step, worlds, {*fluents, *rests_on})
        return found[1]


def _carries(runner: Runner, step: _PublicStep, worlds: Worlds, looked: Collection[int]) -> bool:
    """Whether some fluents, the outputs of a program of the rules, are the same after a step in all states."""
    fluents = np.array(step.resting[0], dtype=np.intp)
    states = worlds.ways(looked, 64 * WIDEST)
    if states is None:
        return False
    for lanes in states.lanes():
        held, rows, count = states.inputs(lanes)
        full = step.inputs.copy()
        full[held] = True
        if not np.array_equal(runner.run(full, rows, count).bits(range(len(fluents))), states.bits(fluents)[lanes].T):
            return False
    return True


@lru_cache(maxsize=16)
def public_steps(rules: Rules) -> PublicSteps:
    """`PublicSteps(rules)`, made once."""
    return PublicSteps(rules)


@dataclass(frozen=True, eq=False)
class _Came:
    """How everyone's states came about.

    Attributes:
        moves: those that each role may have made.
        handed: the fluents that differed between states, and are the same after the step in each of them.
        alike: the observers of whom it is known that they perceive what everyone does, whatever is hidden.
    """

    moves: MoveIndices
    handed: set[int]
    alike: Collection[str | None]


class Everyone:
    """What everyone knows at a moment; what comes after it is worked out once, for as long as somebody uses it.

    Attributes:
        worlds: the states that are possible for somebody who sees what every player sees, and nothing else.
        came: how they came about; None before the first move.
    """

    def __init__(
        self, rules: Rules, identity: Collection[int], most: int, worlds: Worlds, came: _Came | None = None
    ) -> None:
        """`identity` and `most` are as for `lelma.knowledge.steps.kept_steps.progressed`."""
        self.worlds = worlds
        self._rules, self._identity, self._most, self.came = rules, identity, most, came
        self._sight = sight(rules, None)
        self._after: WeakValueDictionary[frozenset[str], Everyone] = WeakValueDictionary()
        self._too_many: dict[frozenset[str], str] = {}

    def after(self, percepts: Collection[str]) -> Everyone | None:
        """What everyone knows after a step of which all perceive this; None if that can't be.

        Raises:
            TooManyWorlds: as `lelma.knowledge.steps.kept_steps.progressed` does.
        """
        key = frozenset(percepts)
        if key in self._too_many:
            raise TooManyWorlds(self._too_many[key])
        found = self._after.get(key)
        if found is None:
            try:
                found = self._next(key)
            except TooManyWorlds as error:
                self._too_many[key] = str(error)
                raise
            if found is not None:
                self._after[key] = found
        return found

    def _next(self, percepts: frozenset[str]) -> Everyone | None:
        seen = [at for at, percept in enumerate(self._sight.percepts) if percept in percepts]
        public = public_steps(self._rules).seen_alike(self._sight, self.worlds, seen, self._identity)
        worlds: Worlds | None
        if public is not None:
            came = _Came([(move,) for move in public.moves], set(self.worlds.varying.tolist()), public.agree)
            worlds = public.taken(self.worlds)
        else:
            step = step_begun(self._sight, self.worlds, None, seen)
            if step is None:
                return None
            came = _Came(step.moves, step.hands_on(), {None})
            worlds = kept_steps(self._rules).taken(step, self.worlds, self._identity, self._most)
        return None if worlds is None else Everyone(self._rules, self._identity, self._most, worlds, came)


@dataclass(frozen=True, eq=False)
class KnownPart:
    """What somebody knows who knows what everyone does, and some fluents of the deal, and nothing else.

    Attributes:
        told: of fluents that differ between everyone's states, what they are in its own.
        worlds: its own states.
    """

    everyone: Everyone
    told: Mapping[int, bool]
    worlds: Worlds

    @classmethod
    def of(cls, everyone: Everyone, worlds: Worlds, identity: Collection[int]) -> KnownPart | None:
        """Some states as such a part; None if they are none, or to follow it so is not worth while."""
        open_, own = set(everyone.worlds.varying.tolist()), set(worlds.varying.tolist())
        told = {fluent: bool(worlds.common[fluent]) for fluent in identity if fluent in open_ - own}
        part = everyone.worlds.where(told) if told else everyone.worlds
        if part is None or len(part) != len(worlds) or len(everyone.worlds) > _MOST_TIMES * len(worlds):
            return None
        return cls(everyone, told, worlds) if len(union([part.flat(), worlds.flat()])) == len(worlds) else None

    def after(self, then: Everyone, sight: Sight, own: int | None) -> KnownPart | None:
        """What an observer knows after a step of which it perceived what everyone did; None if it may know more.

        Args:
            then: what everyone knows after it.
            own: the observer's move.
        """
        if sight.role is None or own is None:
            return KnownPart(then, {}, then.worlds)
        before, came = self.everyone.worlds, then.came
        told = {fluent: self.told[fluent] for fluent in before.varying.tolist() if fluent in self.told}
        if came is None or not came.handed.issuperset(told):
            return None
        plainly = sight.observer in came.alike and list(came.moves[sight.role]) == [own]
        if not plainly and not _adds_nothing(sight, before, told, own, came.moves):
            return None
        if then.worlds.blocks is before.blocks:
            common = then.worlds.common.copy()
            common[before.varying] = self.worlds.common[before.varying]
            return KnownPart(then, told, replace(self.worlds, common=common))
        worlds = then.worlds.where(told) if told else then.worlds
        return None if worlds is None else KnownPart(then, told, worlds)


def _adds_nothing(sight: Sight, worlds: Worlds, told: Mapping[int, bool], own: int, moves: MoveIndices) -> bool:
    """Whether what an observer did and saw is all it can have done and seen, given what everyone saw.

    Args:
        worlds: everyone's states before the step, of which `told` says which are the observer's.
        moves: those that each role may have made, by what everyone saw.
    """
    assert sight.role is not None
    fluents, mine = len(sight.rules.fluents), moves[sight.role]
    others = [of_role for role, of_role in enumerate(moves) if role != sight.role]
    full: Bits = np.zeros(sight.step.program.inputs, dtype=np.bool_)
    full[: len(worlds.common)] = worlds.common
    full[[fluent for fluent, holds in told.items() if holds]] = True
    full[[fluents + own, *(fluents + of_role[0] for of_role in others if len(of_role) == 1)]] = True
    varying = [fluent for fluent in worlds.varying.tolist() if fluent not in told]
    unknown = [fluents + move for of_role in others if len(of_role) > 1 for move in of_role]
    if not all(sight.own_terms.decided(full, varying, unknown)):
        return False
    if list(mine) == [own]:
        return True
    legal = sight.legal.decided(full, varying, unknown)
    return own in mine and all(legal[move] is (move == own) for move in mine)


@lru_cache(maxsize=16)
def beginning(rules: Rules, identity: tuple[int, ...], most: int) -> Everyone:
    """What everyone knows before the first move, made once."""
    held: Bits = np.array([fluent in rules.grounding.initial for fluent in rules.grounding.fluents], dtype=np.bool_)
    return Everyone(rules, identity, most, Worlds.of(States.one(held)))
