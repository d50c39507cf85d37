"""Which deals of identities are possible at a moment of a match, from each point of view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gdl.syntax import Compound, Symbol
from gdl.term import read_term
from lelma.game import Game
from lelma.knowledge import Knowledge
from lelma.play import Play
from lelma.record import ALL, PUBLIC, Ply, Record


class PossibleDeals:
    """The possible deals of one match, player → identity, carried along with the match as they are asked for."""

    def __init__(self, game: Game, record: Record, *, assumptions: Sequence[str] = ()) -> None:
        """Nothing is worked out yet; `assumptions` are names of what is taken for granted about behaviour."""
        self._game = game
        self._assumptions = tuple(assumptions)
        self._record = record
        named = game.config.get("knowledge", {}).get("identity", "identity")
        self._fluent = named if isinstance(named, str) else named[0]
        self._knowledge: dict[str, Knowledge] = {}
        self._truths: list[dict[str, str]] = []

    def __call__(self, view: str, ply: int) -> list[Mapping[str, str]]:
        """The deals possible for a role, for everyone (`public`), or the true one (`all`), after so many plies.

        Raises:
            KnowledgeError: if nothing is possible, or too much to be counted.
            UsageError: for an assumption that there is not.
        """
        if view == ALL:
            return [self._true_deal(ply)]
        known = self._knowledge.get(view)
        if known is None or known.plies > ply:
            known = Knowledge(self._game, None if view == PUBLIC else view, assumptions=self._assumptions)
        self._knowledge[view] = known
        for passed in self._record.plies[known.plies : ply]:
            own = None if view == PUBLIC else passed.moves[view]
            known.observe(own, self._seen(passed, view))
        deals = {tuple(self._dealt(deal.facts).items()): None for deal in known.deals()}
        return [dict(deal) for deal in deals]

    def _seen(self, ply: Ply, view: str) -> list[str]:
        if view != PUBLIC:
            return list(ply.percepts.get(view, ()))
        sets = [set(ply.percepts.get(player, ())) for player in self._record.players]
        return sorted(set.intersection(*sets))

    def _dealt(self, fluents: Iterable[str]) -> dict[str, str]:
        """Player → identity, from the fluents that tell it."""
        found = {}
        for text in fluents:
            match read_term(text):
                case Compound(functor, (Symbol(player), Symbol(identity))) if functor == self._fluent:
                    found[player] = identity
        return found

    def _true_deal(self, ply: int) -> dict[str, str]:
        if not self._truths:
            play = Play(self._game.description)
            try:
                state = play.initial
                self._truths.append(self._dealt(state))
                for passed in self._record.plies:
                    state = play.next(state, passed.moves)
                    self._truths.append(self._dealt(state))
            finally:
                play.close()
        return self._truths[ply]
