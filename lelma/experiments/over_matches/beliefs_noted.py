"""What agents noted of their beliefs, beside the truth: read from transcripts, never from agents.

A `note` of kind `belief` tells, for players, the probability of each identity, or of each side. Its scores:

- **side**: 1 where the side with the largest summed probability is the true one; equal ones count as wrong. What a
  belief leaves over goes to the sides it doesn't name.
- **side Brier**: (1 - P(true side))², which for two sides is the square of the error of P(evil).
- **Brier**, **log loss**: over identities, where it names identities; what is left over goes to nothing.

A belief with a number outside 0 to 1, or with a sum above 1, is unsound: it is counted, and not scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gdl.values import dataclass
from lelma.experiments.metrics.beliefs import brier, log_loss
from lelma.matches.transcript import Event

_SLACK = 1e-3
"""By which the probabilities of a belief may sum to more than 1, as rounded ones do."""


@dataclass(frozen=True)
class NotedBelief:
    """What a role believed of a player, itself included.

    Attributes:
        run: the match it is of.
        ply: joint moves made, or under way.
        chances: identity, or side → probability.
        sides: side → probability, with what was left over.
        identity, side: the truth.
        last: whether it is the last of this role about this player in its match.
        sound: whether the numbers are probabilities.
    """

    run: str
    ply: int
    role: str
    about: str
    chances: Mapping[str, float]
    sides: Mapping[str, float]
    identity: str
    side: str
    last: bool = False
    sound: bool = True

    @property
    def own(self) -> bool:
        return self.role == self.about

    @property
    def names_identities(self) -> bool:
        """Whether it tells of identities, and not of sides alone."""
        return not set(self.chances) <= set(self.sides) or self.identity in self.chances

    @property
    def right(self) -> bool:
        """Whether the true side is the most probable, and it alone."""
        true = self.sides.get(self.side, 0.0)
        return all(chance < true for side, chance in self.sides.items() if side != self.side)

    @property
    def side_brier(self) -> float:
        return (1 - self.sides.get(self.side, 0.0)) ** 2

    @property
    def side_log_loss(self) -> float:
        return log_loss(self.sides.get(self.side, 0.0))

    @property
    def identity_brier(self) -> float | None:
        """None where it names no identities; else over these, from 0 to 2."""
        return brier(self.chances, self.identity) if self.names_identities else None

    @property
    def identity_log_loss(self) -> float | None:
        return log_loss(self.chances.get(self.identity, 0.0)) if self.names_identities else None


def noted_beliefs(
    events: Sequence[Event], identities: Mapping[str, str], sides: Mapping[str, str], *, run: str = ""
) -> list[NotedBelief]:
    """Every belief in a transcript about a player whose identity is known in the end, as they were noted.

    Args:
        identities: role → identity.
        sides: identity → side; an identity that is not in it is a side of its own.
    """
    known_sides = {sides.get(identity, identity) for identity in (*sides, *identities.values()) if identity}
    found = list[NotedBelief]()
    for event in events:
        if event["event"] != "note" or event.get("kind") != "belief":
            continue
        for about, chances in _beliefs(event).items():
            if not identities.get(about):
                continue
            identity = identities[about]
            found.append(
                NotedBelief(
                    run=run,
                    ply=int(event["ply"]),
                    role=str(event["role"]),
                    about=about,
                    chances=chances,
                    sides=_by_side(chances, sides, known_sides),
                    identity=identity,
                    side=sides.get(identity, identity),
                    sound=all(0 <= each <= 1 for each in chances.values()) and sum(chances.values()) <= 1 + _SLACK,
                )
            )
    ends = {(each.role, each.about): index for index, each in enumerate(found)}
    return [replace(each, last=ends[each.role, each.about] == index) for index, each in enumerate(found)]


def _beliefs(event: Event) -> dict[str, dict[str, float]]:
    """Player → identity → probability; an agent wrote it, so that anything may be there."""
    beliefs: Any = event.get("beliefs")
    if not isinstance(beliefs, dict):
        return {}
    found = {}
    for about, chances in beliefs.items():
        if isinstance(chances, dict) and chances and all(_is_number(each) for each in chances.values()):
            found[str(about)] = {str(identity): float(each) for identity, each in chances.items()}
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _by_side(chances: Mapping[str, float], sides: Mapping[str, str], known: Iterable[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for identity, chance in chances.items():
        side = sides.get(identity, identity)
        found[side] = found.get(side, 0.0) + chance
    unnamed = [side for side in sorted(known) if side not in found]
    left = max(0.0, 1 - sum(found.values()))
    return found | {side: left / len(unnamed) for side in unnamed}
