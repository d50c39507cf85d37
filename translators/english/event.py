"""A choice that a text tells."""

from __future__ import annotations

from dataclasses import dataclass

from translators.english.scene import actors


@dataclass(frozen=True, slots=True)
class Event:
    """A choice.

    Attributes:
        moves: actor → move, for the actors that are known; empty when the agent is open.
        move: the move; None where more than one is named (`either X or Y`).
        start, end: indexes of its first phrase and after its last.
        form: `finite`, `gerund`, `infinitive`, `pair`, `noun`.
        agent: the actor phrase's meaning; empty where there is none.
        refused: the move that the words name, where they deny that it is chosen.
    """

    move: str | None
    start: int
    end: int
    form: str
    agent: str = ""
    moves: tuple[tuple[str, str | None], ...] = ()
    refused: str | None = None


def moves_of(agent: str, move: str | None) -> tuple[tuple[str, str | None], ...]:
    return tuple((actor, move) for actor in actors(agent))
