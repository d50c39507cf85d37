"""What a role knows: the states it cannot tell from the true one, carried along with the match.

Long, because what can be asked of knowledge stands beside what carries it on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from copy import copy
from functools import lru_cache
from itertools import combinations, compress
from threading import RLock

import numpy as np

from gdl.tree.syntax import Term
from gdl.values import dataclass
from lelma.engine.dynamics import has_percepts
from lelma.engine.network.machine import Bits
from lelma.game.game import Game
from lelma.knowledge.blocks import WorldBlock, Worlds
from lelma.knowledge.errors import NothingPossible, TooManyWorlds
from lelma.knowledge.formula import read_formula, read_formulas
from lelma.knowledge.gate_runner import Runner
from lelma.knowledge.observation import Sight, sight
from lelma.knowledge.rules import RefusedMove, Rules, allowing, kif_head, rules_of
from lelma.knowledge.states import Numbers
from lelma.knowledge.steps.kept_steps import progressed
from lelma.knowledge.steps.public_step import Everyone, KnownPart, beginning, public_steps
from lelma.support.errors import UsageError, did_you_mean

MOST_STATES = 10_000_000
"""States that knowledge may consist of by default, or deals and other things they are put together of."""


_ALONE = RLock()
"""Held by the thread that runs the gates of a game, which are made once and keep what the last run left in them."""


@dataclass(frozen=True)
class Deal:
    """One way the hidden identities may be, and how many possible states it is in.

    Attributes:
        facts: the fluents of the identities, sorted.
    """

    facts: tuple[str, ...]
    states: int


class Knowledge:
    """What one role knows in a match: `observe` carries it one joint move on.

    A world is a state that the match may be in: it is reached by legal moves, the role's own among them, on which the
    role would have perceived just what it did (Schiffel and Thielscher, JAIR 49, 2014; `percept.pl`). Which moves
    led there is forgotten where the state does not tell.

    Attributes:
        role: None for a bystander, who sees what every player sees.
        assumptions: what is taken for granted about behaviour; it is part of every answer.
        plies: joint moves observed.
    """

    def __init__(
        self,
        game: Game,
        role: str | None,
        *,
        assumptions: Sequence[str] = (),
        refused: Sequence[RefusedMove] = (),
        most: int = MOST_STATES,
    ) -> None:
        """Knowledge before the first move.

        Args:
            refused: the moves of the match, at any step of it, that the rules refuse and it went on with.

        Raises:
            UsageError: for a role or an assumption that the game does not have, or a game that hides nothing: where
                the rules have no `sees`, everyone perceives every move.
            GameError, gdl.errors.GdlError: if the rules cannot be grounded.
        """
        if not has_percepts(game.description):
            raise UsageError(f"{game.name} hides nothing: its rules do not say what roles see, so all see every move")
        rules = rules_of(game, assumptions, refused)
        if role is not None and role not in rules.observers:
            near, known = did_you_mean(role, rules.observers), ", ".join(rules.observers)
            raise UsageError(f"{role!r} is no role that knows something{near}; there are: {known}")
        self.role = role
        self.assumptions = tuple(assumptions)
        self.plies = 0
        self._most = most
        self._rules = rules
        self._sight = sight(rules, role)
        self._percepts = {percept: at for at, percept in enumerate(self._sight.percepts)}
        self._identity = _fluents_named(rules, game.file.knowledge.identity)
        start = beginning(rules, tuple(self._identity.tolist()), most)
        self._worlds = start.worlds
        self._part: KnownPart | None = KnownPart(start, {}, start.worlds)
        self._deals: tuple[Deal, ...] | None = None
        self._told: tuple[tuple[Sequence[WorldBlock], bytes], tuple[tuple[tuple[str, ...], ...], Numbers]] | None = None

    @classmethod
    def public(cls, game: Game, *, assumptions: Sequence[str] = (), most: int = MOST_STATES) -> Knowledge:
        """What somebody knows who sees what every player sees and nothing else."""
        return cls(game, None, assumptions=assumptions, most=most)

    def observe(self, own_move: str | None, percepts: Sequence[str], *, refused: Collection[RefusedMove] = ()) -> None:
        """A joint move was made: the role's own, and all it perceived of it.

        After an error all is as before.

        Args:
            own_move: None for a bystander.
            refused: moves in it that the rules refuse, of those this knowledge was made with. They may have been made
                here, by their roles, in every world where these had legal moves of their kind.

        Raises:
            NothingPossible: if no world agrees with it.
            TooManyWorlds: if more do than may be kept.
        """
        own = None if self.role is None else self._move(own_move)
        unknown = [percept for percept in percepts if percept not in self._percepts]
        if unknown:
            raise NothingPossible(f"{self._who} never perceives {unknown[0]}")
        seen = [self._percepts[percept] for percept in percepts]
        seeing = sight(allowing(self._rules, frozenset(refused)), self.role) if refused else self._sight
        with _ALONE:
            everyone = None if refused else self._everyone_after(percepts)
            part = None
            if everyone and self._part and (self.role is None or self.common_percepts.issuperset(percepts)):
                part = self._part.after(everyone, seeing, own)
            worlds = part.worlds if part else self._alone_after(seeing, own, seen)
            if everyone and worlds and not part:
                part = KnownPart.of(everyone, worlds, self._identity.tolist())
        if worlds is None:
            given = f", given {' and '.join(self.assumptions)}" if self.assumptions else ""
            saw = ", ".join(percepts) or "nothing"
            raise NothingPossible(f"after {self.plies} moves no world agrees with {self._who} perceiving {saw}{given}")
        self._worlds, self._part = worlds, part
        self._deals = None
        self.plies += 1

    def _everyone_after(self, percepts: Sequence[str]) -> Everyone | None:
        """What everyone knows after a step; None if this role doesn't know a part of it.

        Raises:
            TooManyWorlds: for a bystander.
        """
        if self._part is None:
            return None
        seen = percepts if self.role is None else self.common_percepts.intersection(percepts)
        try:
            return self._part.everyone.after(seen)
        except TooManyWorlds:
            if self.role is None:
                raise
            return None

    def _alone_after(self, seeing: Sight, own: int | None, seen: Sequence[int]) -> Worlds | None:
        """The states after a step by what this role did and saw; None if there are none."""
        alike = public_steps(seeing.rules).progressed(seeing, self._worlds, own, seen, self._identity.tolist())
        return alike or progressed(seeing, self._worlds, own, seen, self._identity, self._most)

    @property
    def fluents(self) -> tuple[str, ...]:
        """The fluents that may ever hold."""
        return self._rules.fluents

    @property
    def common_percepts(self) -> frozenset[str]:
        """Percepts that all players have, if one has them: by the rules it is for one and the same reason.

        So a player can tell from its own percepts what a bystander saw, but for what all saw for reasons of their own.
        """
        return sight(self._rules, None).common

    @property
    def _who(self) -> str:
        return self.role or "everyone"

    def _move(self, own_move: str | None) -> int:
        assert self._sight.role is not None
        moves = self._rules.moves[self._sight.role]
        if own_move not in moves:
            raise NothingPossible(f"{own_move} is never a move of {self.role}")
        return self._sight.spans[self._sight.role][moves.index(own_move)]

    @property
    def states(self) -> int:
        """How many states are possible."""
        return len(self._worlds)

    @property
    def worlds(self) -> int:
        """How many deals of identities are possible; states, in a game that does not say what its identities are."""
        if not len(self._identity):
            return self.states
        return sum(len(states) for states, _ in self._worlds.projected(self._identity.tolist()))

    def deals(self) -> tuple[Deal, ...]:
        """The possible deals."""
        if self._deals is None:
            dealt, counts = self._dealt()
            self._deals = tuple(Deal(facts, count) for facts, count in zip(dealt, counts.tolist(), strict=True))
        return self._deals

    def identities(self) -> tuple[tuple[str, ...], ...]:
        """The possible deals, each as the fluents of the identities, sorted; from move to move they are often the same.

        They are then one value, so that who keeps those of many moves keeps few.
        """
        return self._dealt()[0]

    def _dealt(self) -> tuple[tuple[tuple[str, ...], ...], Numbers]:
        """The fluents of the identities in each way that they may be, and in how many states it is."""
        key = self._worlds.blocks, self._worlds.common[self._identity].tobytes()
        if self._told is None or self._told[0][0] is not key[0] or self._told[0][1] != key[1]:
            self._told = key, self._dealt_in()
        return self._told[1]

    def _dealt_in(self) -> tuple[tuple[tuple[str, ...], ...], Numbers]:
        ordered = sorted(self._identity.tolist(), key=self._rules.fluents.__getitem__)
        parts = list(self._worlds.projected(ordered))
        rows = np.concatenate([states.bits(np.array(ordered, dtype=np.intp)) for states, _ in parts])
        dealt = _told_by(tuple(self._rules.fluents[at] for at in ordered), rows.shape, rows.tobytes())
        return dealt, np.concatenate([counts for _, counts in parts])

    def knows(self, formula: str) -> bool:
        """Whether a formula (see `lelma.knowledge.formula`) holds in every world.

        Raises:
            UsageError: if it is no formula over the rules.
        """
        return not self._some(formula, holds=False)

    def possible(self, formula: str) -> bool:
        """Whether a formula holds in some world."""
        return self._some(formula, holds=True)

    def knows_whether(self, formula: str) -> bool:
        """Whether a formula holds in every world or in none."""
        return not (self._some(formula, holds=True) and self._some(formula, holds=False))

    def by_deal(self, formulas: Sequence[str]) -> dict[tuple[str, ...], tuple[bool, ...]]:
        """Deal → whether each formula holds in all its possible states; of the formulas of `read_formulas`.

        Raises:
            UsageError: for a text that is no formula over the rules.
        """
        runner = read_formulas(formulas, self._rules)
        ordered = np.array(sorted(self._identity.tolist(), key=self._rules.fluents.__getitem__), dtype=np.intp)
        found: dict[bytes, Bits] = {}
        for states, _ in self._worlds.projected({*self._worlds.looked_at(runner), *ordered.tolist()}):
            dealt = states.bits(ordered)
            for lanes in states.lanes():
                bits = runner.run(*states.inputs(lanes)).bits(range(len(formulas)))
                deals, number = np.unique(dealt[lanes], axis=0, return_inverse=True)
                held = np.ones((len(deals), len(formulas)), dtype=np.bool_)
                np.logical_and.at(held, number.reshape(-1), bits.T)
                for deal, row in zip(deals, held, strict=True):
                    key = deal.tobytes()
                    found[key] = found[key] & row if key in found else row
        fluents = [self._rules.fluents[at] for at in ordered]
        return {
            tuple(compress(fluents, np.frombuffer(key, dtype=np.bool_).tolist())): tuple(row.tolist())
            for key, row in found.items()
        }

    @property
    def sentences(self) -> Collection[Term]:
        """The ground sentences of relations that are no fluents, without those that can never hold."""
        return self._rules.grounding.sentences.keys()

    def ways(self, sentences: Sequence[str], names: Collection[str]) -> list[tuple[str, ...]]:
        """The ways that things may be on which some sentences rest: the fluents of these names that hold then.

        Fluents that make no difference to the sentences are left out.

        Raises:
            UsageError: for a text that is no formula of `lelma.knowledge.formula`.
        """
        fluents, common = self._rules.fluents, np.flatnonzero(self._worlds.common).tolist()
        always = tuple(fluents[at] for at in common if kif_head(fluents[at]) in names)
        looked = sorted(self._worlds.looked_at(read_formulas(sentences, self._rules))) if sentences else []
        found = dict[tuple[str, ...], None]()
        for states, _ in self._worlds.projected(looked):
            for row in states.bits(np.array(looked, dtype=np.intp)).tolist():
                found[tuple(fluents[at] for at, holds in zip(looked, row, strict=True) if holds)] = None
        return [always + way for way in found]

    def percepts_named(self, names: Collection[str]) -> tuple[str, ...]:
        """The percepts of these names that some role may ever have."""
        return tuple(each for each in self._rules.percepts if kif_head(each) in names)

    def one_of(self, relation: str, roles: Sequence[str], *, largest: int = 3) -> tuple[tuple[str, ...], ...]:
        """The smallest sets of roles of which it is known that `(relation role)` holds for at least one of them.

        Sets have at most `largest` members, and each of them none that are such a set already.

        Raises:
            UsageError: if there is no such relation over roles.
        """
        formulas = [f"({relation} {role})" for role in roles]
        distinct = np.unique(np.concatenate([bits.T for bits, _ in self._values(*formulas)]), axis=0)
        found: list[tuple[int, ...]] = []
        for size in range(1, largest + 1):
            for some in combinations(range(len(roles)), size):
                if not any(set(smaller) <= set(some) for smaller in found) and distinct[:, some].any(axis=1).all():
                    found.append(some)
        return tuple(tuple(roles[at] for at in some) for some in found)

    def copy(self) -> Knowledge:
        """The same knowledge, to be carried on by itself."""
        return copy(self)

    def count(self, formula: str) -> int:
        """In how many possible states a formula holds."""
        return sum(int(counts[bits[0]].sum()) for bits, counts in self._values(formula))

    def _some(self, formula: str, *, holds: bool) -> bool:
        return any(bool((bits == holds).any()) for bits, _ in self._values(formula))

    def _values(self, *formulas: str) -> Iterator[tuple[Bits, Numbers]]:
        """`bits[place, lane]`, whether formulas hold, and how many states a lane stands for; a few lanes at a time."""
        runners = [_formula(formula, self._rules) for formula in formulas]
        with _ALONE:
            rests_on = set[int]().union(*(self._worlds.looked_at(runner) for runner in runners))
        for states, counts in self._worlds.projected(rests_on):
            for lanes in states.lanes():
                inputs = states.inputs(lanes)
                with _ALONE:
                    found = np.concatenate([runner.run(*inputs).bits([0]) for runner in runners])
                yield found, counts[lanes]


LivedPly = tuple[str | None, tuple[str, ...], tuple[RefusedMove, ...]]
"""Of one joint move: the observer's own, None for a bystander; what it perceived; the moves that the rules refuse."""


class KnownCourses:
    """One observer's knowledge on each course that a match may have taken, carried on as far as it is asked for.

    A record may hold a move that nobody can read, and others would do as well as the one it is taken for. Somebody who
    was there knows which it was, and we don't: so what is told of an observer has to be so on every course.
    """

    def __init__(self, start: Callable[[], Knowledge], lives: Sequence[Sequence[LivedPly]]) -> None:
        """`start` makes the knowledge before the first move; `lives` has what was lived through on each course."""
        self._start = start
        self._lives = [list(some) for some in dict.fromkeys(map(tuple, lives))]
        self._alike = [_in_common(self._lives[0], some) for some in self._lives]
        self._known: list[list[Knowledge]] = [[] for _ in self._lives]

    def after(self, ply: int) -> list[Knowledge]:
        """The knowledge after so many joint moves on each course on which the observer lived through something else.

        A course that is impossible, as by what is taken for granted, is none that the match took.

        Raises:
            NothingPossible: if all courses are.
            TooManyWorlds: if too much is possible to be kept.
        """
        found, wrong = list[Knowledge](), list[NothingPossible]()
        for number in range(len(self._lives)):
            if number and (ply <= self._alike[number] or ply > len(self._lives[number])):
                continue
            try:
                found.append(self._after(number, ply))
            except NothingPossible as error:
                wrong.append(error)
        if not found:
            raise wrong[0]
        return found

    def _after(self, number: int, ply: int) -> Knowledge:
        shared = self._alike[number] if number else 0
        if number and ply <= shared:
            return self._after(0, ply)
        known = self._known[number]
        if not known:
            known.append(self._after(0, shared) if number else self._start())
        while len(known) <= ply - shared:
            own, seen, refused = self._lives[number][shared + len(known) - 1]
            then = known[-1].copy()
            then.observe(own, seen, refused=refused)
            known.append(then)
        return known[ply - shared]


@lru_cache(maxsize=256)
def _told_by(fluents: tuple[str, ...], shape: tuple[int, ...], rows: bytes) -> tuple[tuple[str, ...], ...]:
    """The fluents that each row of bits says hold."""
    held = np.frombuffer(rows, dtype=np.bool_).reshape(shape).tolist()
    return tuple(tuple(compress(fluents, row)) for row in held)


@lru_cache(maxsize=1024)
def _formula(text: str, rules: Rules) -> Runner:
    return read_formula(text, rules)


def _fluents_named(rules: Rules, names: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    heads = list(map(kif_head, rules.fluents))
    return np.array([at for at, head in enumerate(heads) if head in names], dtype=np.intp)


def _in_common(first: Sequence[LivedPly], other: Sequence[LivedPly]) -> int:
    """How many joint moves two courses begin with that were lived through alike."""
    pairs = enumerate(zip(first, other, strict=False))
    return next((number for number, (one, another) in pairs if one != another), min(len(first), len(other)))
