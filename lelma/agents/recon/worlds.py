"""What a role can know after each joint move that it lived through, for steps that reason from it.

Nothing but the rules and the role's own moves and percepts goes into it. What was found is kept by these, so that a
step need not go through the match again at each question.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from gdl.values import dataclass
from lelma.agents.players.listener import weighted_deals
from lelma.agents.protocol import Ply
from lelma.agents.steps.fields import StepMoment
from lelma.game.game import Game
from lelma.knowledge import Knowledge
from lelma.support.errors import UsageError

_MOST_KEPT = 3000
"""Moments of which is kept what roles know then."""

Lived = tuple[tuple[str, tuple[str, ...]], ...]
"""A role's own moves, each with what it perceived."""

_kept: OrderedDict[tuple[int, str, tuple[str, ...], Lived], tuple[Game, Knowledge]] = OrderedDict()
_lock = threading.Lock()


@dataclass(frozen=True)
class RoleWorlds:
    """What a role can know at a moment.

    Attributes:
        deals: player → identity, all that are possible, each as likely as the others.
    """

    known: Knowledge
    deals: Sequence[Mapping[str, str]]

    def identities(self, player: str) -> frozenset[str]:
        """Those that a player may have."""
        return frozenset(deal[player] for deal in self.deals if player in deal)

    def share(self, players: Sequence[str], identities: frozenset[str]) -> Fraction:
        """In what share of the deals somebody of some players has one of these identities."""
        held = sum(any(deal.get(player) in identities for player in players) for deal in self.deals)
        return Fraction(held, len(self.deals)) if self.deals else Fraction(0)

    def shares(self, player: str) -> dict[str, float]:
        """Identity → the share of the deals in which a player has it."""
        return {name: float(self.share((player,), frozenset([name]))) for name in sorted(self.identities(player))}


def worlds_at(moment: StepMoment, *, plies: int | None = None, assumptions: Sequence[str] = ()) -> RoleWorlds:
    """What the role of a moment can know then, or after so many of its joint moves.

    Raises:
        UsageError: without a game, or for one that hides nothing.
        KnowledgeError: if nothing is possible, or too much.
    """
    game = moment.texts.game
    if game is None:
        raise UsageError("there is no game to reason about")
    lived = lived_by(moment.view.plies[:plies])
    known = _followed(game, moment.view.role, tuple(assumptions), lived)
    fluent = next(iter(game.file.knowledge.identity), "identity")
    return RoleWorlds(known, [deal for deal, _ in weighted_deals(known, fluent)])


def lived_by(plies: Sequence[Ply]) -> Lived:
    """What knowledge follows from, of what was lived through."""
    return tuple((ply.move, tuple(ply.percepts)) for ply in plies)


def _followed(game: Game, role: str, assumptions: tuple[str, ...], lived: Lived) -> Knowledge:
    known: Knowledge | None = None
    with _lock:
        for size in range(len(lived), -1, -1):
            key = id(game), role, assumptions, lived[:size]
            if key in _kept:
                _kept.move_to_end(key)
                known = _kept[key][1]
                break
    if known is None:
        known = Knowledge(game, role, assumptions=assumptions)
    for size in range(known.plies, len(lived)):
        known = known.copy()
        known.observe(lived[size][0], list(lived[size][1]))
        with _lock:
            _kept[id(game), role, assumptions, lived[: size + 1]] = game, known
            while len(_kept) > _MOST_KEPT:
                _kept.popitem(last=False)
    return known
