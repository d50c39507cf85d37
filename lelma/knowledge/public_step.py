"""Steps that all observers see alike, made once for all of them.

In most joint moves somebody does in public what all perceive, and nothing comes of it that rests on what is hidden: a
vote is counted, another has the word. Whoever observes it, the same public fluents change, and all that is hidden is
handed on. So such a step is made by what is public alone, whatever is hidden, and all observers take what comes of it.
Rules may hand something hidden on only while it is of use, such as a potion while the witch lives: whether that is so
each observer finds out by itself, once for all steps until something of it changes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

import numpy as np

from gdl.values import dataclass
from lelma.engine.network.machine import Bits
from lelma.knowledge.blocks import Worlds
from lelma.knowledge.gate_runner import WIDEST, Runner
from lelma.knowledge.guesses import Guesses
from lelma.knowledge.observation import Sight, sight, step_of_all
from lelma.knowledge.rules import Rules, kif_head
from lelma.knowledge.states import Numbers, States

_KEPT = 32
"""Steps that are kept: what others make of them is asked right after, even where several matches are played at once."""

_MOST_CARRIED = 512


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


class PublicSteps:
    """The latest steps of the matches of a game."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._kept: deque[_PublicStep] = deque(maxlen=_KEPT)
        self._next: dict[tuple[int, ...], tuple[Runner, Numbers]] = {}
        self._carried: dict[tuple[tuple[int, ...], int, bytes, bytes], tuple[Worlds, bool]] = {}
        _, self._heads = np.unique(list(map(kif_head, rules.fluents)), return_inverse=True)

    def progressed(
        self, sight: Sight, worlds: Worlds, own: int | None, seen: Collection[int], identity: Collection[int]
    ) -> Worlds | None:
        """The states that a step has led to; None if it is not known to be one that all see alike.

        Args:
            own, seen, identity: as for `lelma.knowledge.step.progressed`.
        """
        if not seen:
            return None  # then most likely somebody may have done something in secret
        percepts = frozenset(sight.percepts[at] for at in seen)
        step = self._found(percepts, worlds) or self._made(percepts, worlds, identity)
        if step is None or step.after is None or sight.observer not in step.agree:
            return None
        if sight.role is not None and step.moves[sight.role] != own:
            return None
        if not self._handed_on(step, worlds):
            return None
        return replace(worlds, common=step.after | (worlds.common & step.hidden))

    def _found(self, percepts: frozenset[str], worlds: Worlds) -> _PublicStep | None:
        for step in reversed(self._kept):
            fits = step.percepts == percepts and step.hidden[worlds.varying].all()
            if fits and np.array_equal(worlds.common & ~step.hidden, step.held):
                return step
        return None

    def _made(self, percepts: frozenset[str], worlds: Worlds, identity: Collection[int]) -> _PublicStep | None:
        """The step, by what is public; None where somebody perceived something of its own.

        What is hidden from this observer is taken to be so from others, and with it all fluents of the same names.
        """
        everyone = sight(self._rules, None)
        if not percepts <= everyone.common:
            return None
        telling = [*worlds.varying.tolist(), *identity]
        hidden: Bits = np.isin(self._heads, self._heads[np.array(telling, dtype=np.intp)])
        held: Bits = worlds.common & ~hidden
        found = self._of_everyone(percepts, hidden, held)
        self._kept.append(found)
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
        by_observer = zip(whole.observers, whole.agree.certain(varying.tolist(), ()), strict=True)
        agree = frozenset(who for who, agrees in by_observer if agrees)
        if None not in agree or looks.handed | looks.open != set(varying.tolist()):
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
