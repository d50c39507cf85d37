"""Sides that are proved: what all deals of identities agree on that one role must think possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from gdl.values import dataclass
from lelma.trust.errors import TrustError

SideDeal = Mapping[str, str]
"""Player → side."""


@dataclass(frozen=True)
class Pin:
    """A player whose side is proved.

    Attributes:
        trust: 1 on the side of whoever proved it, -1 on another.
        reason: why, in words.
    """

    player: str
    side: str
    trust: Literal[1, -1]
    reason: str


def sides_proved(pins: Iterable[Pin]) -> dict[str, str]:
    """Player → side, of those whose side is certain."""
    return {pin.player: pin.side for pin in pins}


def sides_of_deals(deals: Sequence[Mapping[str, str]], sides: Mapping[str, str]) -> list[SideDeal]:
    """Deals player → identity as deals player → side, one each; an identity that `sides` lacks is a side of its own."""
    return [{player: sides.get(identity, identity) for player, identity in deal.items()} for deal in deals]


def proved_pins(deals: Sequence[SideDeal], me: str) -> tuple[Pin, ...]:
    """The players that all possible deals put on one side, `me` among them, in the order of the first deal.

    What a single deal leaves open is never pinned. As deals only ever become fewer on the way through a match, a pin
    stays; they are to be worked out anew at each ply all the same.

    Args:
        deals: every deal that `me` must think possible, player → side.

    Raises:
        TrustError: if no deal is possible, or one lacks a player; or if the deals leave open `me`'s own side.

    >>> deals = [{"a": "good", "b": "bad", "c": "good"}, {"a": "good", "b": "bad", "c": "bad"}]
    >>> [(pin.player, pin.trust) for pin in proved_pins(deals, "a")]
    [('a', 1), ('b', -1)]
    """
    if not deals:
        raise TrustError("no deal is possible, so nothing is proved")
    if any(deal.keys() != deals[0].keys() for deal in deals) or me not in deals[0]:
        raise TrustError(f"every deal must give the same players a side, {me} among them")
    agreed = {player: side for player, side in deals[0].items() if all(deal[player] == side for deal in deals)}
    if me not in agreed:
        raise TrustError(f"{me}'s own side is open, so that nobody is proved to be on it")
    told = "the only possible deal has" if len(deals) == 1 else f"all {len(deals):,} possible deals have"
    return tuple(
        Pin(player, side, 1 if side == agreed[me] else -1, f"{told} {player} on the side {side}")
        for player, side in agreed.items()
    )
