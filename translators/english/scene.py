"""Who has chosen what, as far as a sentence says: the scene a payoff is read in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

ME, THEM, BOTH, THEY, ONE, NEITHER = "me", "them", "both", "they", "one", "neither"


@dataclass(frozen=True, slots=True)
class Scene:
    """The move of each of the two, or None where it is not said.

    Attributes:
        me: the reasoner's move.
        them: the other role's move.
        lead: which of the two was said first; the other is the varying one (`me`, `them`, or empty).
        refused: the move that was named last, where it was denied that it is chosen.
    """

    me: str | None = None
    them: str | None = None
    lead: str = ""
    refused: str | None = field(default=None, compare=False)

    @property
    def full(self) -> bool:
        return self.me is not None and self.them is not None

    @property
    def empty(self) -> bool:
        return self.me is None and self.them is None

    def of(self, actor: str) -> str | None:
        """The move of `me` or `them`."""
        return self.me if actor == ME else self.them

    def against(self, actor: str) -> str | None:
        """The move of the one whom `actor` plays."""
        return self.them if actor == ME else self.me

    def set(self, moves: Mapping[str, str | None]) -> Scene:
        """The scene after more has been said; what is said later overrides."""
        if not moves:
            return self
        me, them = moves.get(ME, self.me), moves.get(THEM, self.them)
        lead = ""
        if len(moves) == 1:
            (changed,) = moves
            kept = self.against(changed)
            lead = opposite(changed) if kept is not None else changed
        return Scene(me, them, lead)

    def without(self, actor: str) -> Scene:
        """The scene with one choice left open."""
        return replace(self, me=None) if actor == ME else replace(self, them=None)


def opposite(actor: str) -> str:
    """The other one of the two."""
    return THEM if actor == ME else ME


def actors(meaning: str) -> tuple[str, ...]:
    """The single actors that an actor phrase stands for."""
    if meaning == BOTH:
        return (ME, THEM)
    return (meaning,) if meaning in (ME, THEM) else ()
