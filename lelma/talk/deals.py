"""Which deals of identities are possible at a moment of a match, from each point of view."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import Protocol, runtime_checkable

from gdl.tree.syntax import Compound, Symbol
from gdl.tree.term import read_term
from lelma.engine.bridges import Bridge
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.knowledge import MOST_STATES, Knowledge, KnownCourses
from lelma.support.errors import LelmaError, UsageError
from lelma.talk.record import ALL, PUBLIC, Record, life_in
from translators.formulas.formula import Const

Deals = Sequence[Mapping[str, str]]
"""Deals of identities: player → identity."""

DealRow = tuple[tuple[str, str], ...]
"""What a deal says of some players."""

DealStates = tuple[tuple[Const, ...], ...]
"""Deals as the fluents that hold in them."""

DealSource = Callable[[str, int], Deals]
"""View and ply → the deals that are possible from there. Raises `LelmaError` where it can't tell."""

MOST_DEALS = 10_000
"""Possible deals among which claims about identities are judged."""

_PATIENCE = 32
"""Joint moves in a row in which a role only passes, after which what it knows is carried on no sooner than it is asked.

Somebody who may speak is to be judged at once, and who is out of a match is asked no more. In Werewolf with eight, no
living player waits longer.
"""

_MOST_REMEMBERED = 64
_MOST_KNOWN = 64
"""Moments of which it is kept what everyone knows: two of each of 32 matches at once."""


@runtime_checkable
class Bounded(Protocol):
    """Worlds that know some among which a role's are at less cost."""

    def among(self, role: str, ply: int) -> Deals:
        """Deals among which all are that are possible for a role."""
        ...


def dealt(worlds: DealSource | None, view: str, ply: int) -> Deals:
    """The deals that are possible from a point of view.

    Raises:
        LelmaError: if they are not known, or too many.
    """
    if worlds is None:
        raise UsageError("what is possible is not known here")
    return _few(worlds(view, ply))


def bounds(worlds: DealSource | None, role: str, ply: int) -> tuple[Deals, Deals] | None:
    """The most and the fewest deals that may be possible for a role; None where that is not known at less cost."""
    if not isinstance(worlds, Bounded):
        return None
    try:
        return _few(worlds.among(role, ply)), dealt(worlds, ALL, ply)
    except LelmaError:  # those of the role may be fewer
        return None


def _few(deals: Deals) -> Deals:
    if len(deals) > MOST_DEALS:
        raise UsageError(f"{len(deals):,} deals are possible; claims about identities are judged among {MOST_DEALS:,}")
    return deals


class PossibleDeals:
    """The possible deals of one match, player → identity, carried along with the match as they are asked for.

    Where the record leaves open which of several courses the match took, those that are possible on any of them.
    """

    def __init__(
        self,
        game: Game,
        record: Record,
        *,
        assumptions: Sequence[str] = (),
        most: int = MOST_STATES,
        bridge: Bridge | None = None,
    ) -> None:
        """Nothing is worked out yet.

        Args:
            assumptions: names of what is taken for granted about behaviour.
            most: how many states may be possible.
            bridge: what the true course is followed by.
        """
        self._game, self._most, self._bridge = game, most, bridge
        self._assumptions = tuple(assumptions)
        self._record = record
        self._fluent = _identity_of(game)
        self._knowledge: dict[str, KnownCourses] = {}
        self._truths: list[dict[str, str]] = []
        self._found: dict[tuple[str, int], list[Mapping[str, str]]] = {}

    def __call__(self, view: str, ply: int) -> list[Mapping[str, str]]:
        """The deals possible for a role, for everyone (`public`), or the true one (`all`), after so many plies.

        Raises:
            KnowledgeError: if nothing is possible, or too much to be counted.
            UsageError: for an assumption that there is not.
        """
        if view == ALL:
            return [self._true_deal(ply)]
        if (view, ply) not in self._found:
            self._found[view, ply] = self._worked_out(view, ply)
        return self._found[view, ply]

    def among(self, role: str, ply: int) -> list[Mapping[str, str]]:
        """Deals among which all are that are possible for a role, known without following what it alone saw.

        They are those possible for everyone that give the role the identity it was told, if it was: a percept of its
        own, `(identity X)`, tells it (`identity` being the fluent of deals that `[knowledge]` of the game names).

        Raises:
            KnowledgeError, UsageError: as a call does.
        """
        told = {
            identity.name
            for passed in self._record.plies[:ply]
            for percept in passed.percepts.get(role, ())
            if isinstance(term := read_term(percept), Compound) and term.functor == self._fluent
            for identity in term.args
            if isinstance(identity, Symbol) and len(term.args) == 1
        }
        return [deal for deal in self(PUBLIC, ply) if not told or deal.get(role) in told]

    def _worked_out(self, view: str, ply: int) -> list[Mapping[str, str]]:
        if view not in self._knowledge:
            records = [self._record, *self._record.others]
            refused = [move for each in records for passed in each.plies for move in passed.against_the_rules]
            start = partial(
                Knowledge,
                self._game,
                None if view == PUBLIC else view,
                assumptions=self._assumptions,
                refused=refused,
                most=self._most,
            )
            self._knowledge[view] = KnownCourses(start, [life_in(each, view) for each in records])
        deals = [deal for known in self._knowledge[view].after(ply) for deal in deals_of(known, self._fluent)]
        return [dict(deal) for deal in dict.fromkeys(tuple(deal.items()) for deal in deals)]

    def _true_deal(self, ply: int) -> dict[str, str]:
        if not self._truths:
            play = Progression(self._game.description, bridge=self._bridge)
            try:
                state = play.initial
                self._truths.append(dealt_in(state, self._fluent))
                for passed in self._record.plies:
                    state = play.next(state, passed.moves)
                    self._truths.append(dealt_in(state, self._fluent))
            finally:
                play.close()
        return self._truths[ply]


class OwnDeals:
    """The deals that are possible for one role, carried on as it perceives. Nothing else can be had of it.

    What is possible for everyone is what was so when all were dealt an identity.

    Attributes:
        public: what everyone can know of it.
        percepts: what the role perceived of each joint move.
        fluent: the one that tells who is who.
    """

    def __init__(
        self,
        game: Game,
        role: str,
        *,
        players: int,
        assumptions: Sequence[str] = (),
        public: PublicDeals | None = None,
    ) -> None:
        """Before the first move of so many players; those of a game may share `public`."""
        self._players = players
        self.public = public or PublicDeals(game, assumptions=assumptions)
        self._game, self._role, self._assumptions = game, role, tuple(assumptions)
        self.fluent = _identity_of(game)
        self._own: list[Knowledge] = []
        self._moves: list[str] = []
        self._idle = 0
        self.percepts: list[Sequence[str]] = []
        self._trouble = ""
        self._dealt: int | None = None
        self._found: dict[int, Deals] = {}

    def observe(self, move: str, percepts: Sequence[str]) -> None:
        """A joint move was made: the role's own, and what it perceived. What is wrong with it is told when asked."""
        self._moves.append(move)
        self.percepts.append(tuple(percepts))
        self._idle = self._idle + 1 if move in self._game.file.pass_moves else 0
        if self._idle <= _PATIENCE:
            self._follow(len(self._moves))

    @property
    def trouble(self) -> str:
        """Why the deals are not known any more, if they are not."""
        self._follow(len(self._moves))
        return self._trouble

    def _follow(self, ply: int) -> None:
        """Carry what the role knows on to a moment."""
        if self._trouble or ply < len(self._own):
            return
        try:
            if not self._own:
                self._own.append(Knowledge(self._game, self._role, assumptions=self._assumptions))
            for at in range(len(self._own) - 1, ply):
                known = self._own[-1].copy()
                known.observe(self._moves[at], self.percepts[at])
                self._own.append(known)
        except LelmaError as error:
            self._trouble = str(error)

    def __call__(self, view: str, ply: int) -> Deals:
        """The deals possible for the role now, or for everyone once all were dealt, after so many joint moves at most.

        Raises:
            UsageError: for any other view, and for what can't be told.
            KnowledgeError: as `PublicDeals.after` does.
        """
        if view == PUBLIC:
            return self.public.after(self.percepts[:ply], self._players)
        if view != self._role:
            raise UsageError("what others know, and what really is, can't be told from here")
        if ply == 0 and not self._moves:
            return ()
        if ply > len(self._moves):
            raise UsageError(self.trouble or "that moment has not come")
        self._follow(ply)
        if ply >= len(self._own):
            raise UsageError(self._trouble)
        if ply not in self._found:
            self._found[ply] = deals_of(self._own[ply], self.fluent)
        return self._found[ply]

    @property
    def dealt(self) -> int | None:
        """After how many joint moves the role could tell of everyone what identities they may have."""
        moments = range(len(self._moves) + 1) if self._dealt is None and self._moves else ()
        for ply in moments:
            self._follow(ply)
            if ply >= len(self._own):
                break
            deals = self(self._role, ply)
            if deals and len(deals[0]) == self._players:
                self._dealt = ply
                break
        return self._dealt


class DealRows:
    """What deals say of some players; kept, for many formulas name the same players."""

    def __init__(self, identity: str) -> None:
        """`identity` is the fluent that tells who is who."""
        self._identity = identity
        self._kept: dict[tuple[int, tuple[str, ...]], tuple[Deals, list[DealRow], DealStates]] = {}

    def of(self, players: tuple[str, ...], deals: Deals) -> tuple[list[DealRow], DealStates]:
        """A row for each deal, and the different ones as states."""
        found = self._kept.get((id(deals), players))
        if found is None or found[0] is not deals:
            rows = [tuple((player, deal[player]) for player in players if player in deal) for deal in deals]
            if len(self._kept) >= _MOST_REMEMBERED:
                self._kept.clear()
            found = deals, rows, tuple(map(self.state, dict.fromkeys(rows)))
            self._kept[id(deals), players] = found
        return found[1:]

    def state(self, row: DealRow) -> tuple[Const, ...]:
        """The fluents that a row tells."""
        return tuple(Const(self._identity, (Const(player), Const(identity))) for player, identity in row)


class PublicDeals:
    """The deals that are possible for everyone once all are dealt: what was seen later excludes none of them.

    They are worked out from what one role saw, and remembered by what all saw of it.

    Attributes:
        kept: whatever else is worked out from what all saw, by `seen`.
    """

    def __init__(self, game: Game, *, assumptions: Sequence[str] = ()) -> None:
        """Nothing is worked out yet."""
        self._game, self._assumptions = game, tuple(assumptions)
        self._fluent = _identity_of(game)
        self._found: dict[tuple[tuple[str, ...], ...], Deals] = {}
        self._known: dict[tuple[tuple[str, ...], ...], Knowledge] = {}
        self._lock = threading.Lock()
        self.kept: dict[object, object] = {}

    def seen(self, percepts: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
        """Of what a role saw of each joint move, what all saw."""
        common = self._start.common_percepts
        return tuple(tuple(percept for percept in some if percept in common) for some in percepts)

    def after(self, percepts: Sequence[Sequence[str]], players: int) -> Deals:
        """The deals once so many players are dealt an identity, where a role saw this of each joint move.

        Raises:
            KnowledgeError: if nothing is possible, or too much.
        """
        with self._lock:
            known, seen = self._start.copy(), tuple[tuple[str, ...], ...]()
            deals: Deals = ()
            for some in self.seen(percepts):
                seen += (some,)
                if seen not in self._found:
                    for each in seen[known.plies :]:
                        known.observe(None, each)
                    if len(self._found) >= _MOST_REMEMBERED:
                        self._found.clear()
                    self._found[seen] = deals_of(known, self._fluent)
                deals = self._found[seen]
                if deals and len(deals[0]) == players:
                    break
            return deals

    def known(self, percepts: Sequence[Sequence[str]]) -> Knowledge:
        """What everyone knows after a role saw this of each joint move.

        Raises:
            KnowledgeError: if nothing is possible, or too much.
        """
        seen = self.seen(percepts)
        with self._lock:
            known = self._known.pop(seen, None)
            if known is None:
                earlier = [some for some in self._known if seen[: len(some)] == some]
                known = self._known[max(earlier, key=len)].copy() if earlier else self._start.copy()
                for some in seen[known.plies :]:
                    known.observe(None, some)
                if len(self._known) >= _MOST_KNOWN:
                    del self._known[next(iter(self._known))]
            self._known[seen] = known  # the latest that was asked for is the last to be dropped
            return known.copy()

    @cached_property
    def _start(self) -> Knowledge:
        return Knowledge.public(self._game, assumptions=self._assumptions)


def deals_of(known: Knowledge, fluent: str) -> Deals:
    """The different deals that are possible, player → identity, by the fluent that tells it."""
    return _deals_in(known.identities(), fluent)


@lru_cache(maxsize=256)
def _deals_in(identities: tuple[tuple[str, ...], ...], fluent: str) -> Deals:
    deals = {_pairs_in(facts, fluent): None for facts in identities}
    return tuple(dict(deal) for deal in deals)


@lru_cache(maxsize=50_000)
def _pairs_in(fluents: tuple[str, ...], functor: str) -> tuple[tuple[str, str], ...]:
    return tuple(dealt_in(fluents, functor).items())


def _identity_of(game: Game) -> str:
    return next(iter(game.file.knowledge.identity), "identity")


def dealt_in(fluents: Iterable[str], functor: str) -> dict[str, str]:
    """Player → identity, from the fluents that tell it."""
    told = (_of_whom(text, functor) for text in fluents)
    return dict(each for each in told if each is not None)


@lru_cache(maxsize=10_000)
def _of_whom(fluent: str, functor: str) -> tuple[str, str] | None:
    """The player and the identity that a fluent tells, if it does."""
    match read_term(fluent):
        case Compound(name, (Symbol(player), Symbol(identity))) if name == functor:
            return player, identity
    return None
