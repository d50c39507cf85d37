"""A match that was cut off, followed to where it goes on: its completed joint moves, and all that led to them.

What its transcript has of a joint move that was not completed is left out: the roles are asked for that one again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.tree.keywords import RANDOM
from gdl.values import dataclass
from lelma.agents.protocol import Note
from lelma.engine.dynamics import Dynamics, GameState, Look
from lelma.matches.log import state_hash
from lelma.matches.replay import Recorded, course
from lelma.matches.transcript import Event
from lelma.matches.turns.answers import Decision
from lelma.matches.turns.asked import kept_thought
from lelma.support.errors import UsageError


@dataclass(frozen=True)
class PastPly:
    """A joint move that was completed: what the roles did, what they perceived, and what they could do before it."""

    joint: Mapping[str, Decision]
    percepts: Mapping[str, tuple[str, ...]]
    legal: Mapping[str, tuple[str, ...]]
    state: GameState
    look: Look


def completed(events: Sequence[Event], source: str) -> Sequence[Event]:
    """The events up to the last state of a match that was cut off; none if it came to no state.

    Raises:
        UsageError: if it is over.
    """
    if events and events[-1]["event"] == "result":
        raise UsageError(f"{source} holds a match that is over")
    last = max((number for number, event in enumerate(events) if event["event"] == "state"), default=-1)
    if last >= 0 and last + 1 < len(events) and events[last + 1]["event"] == "identities":
        last += 1
    return events[: last + 1]


def past_plies(recorded: Recorded, dynamics: Dynamics, source: str) -> list[PastPly]:
    """The joint moves of a match, made once more.

    Raises:
        UsageError: if the rules do not allow them, or they lead to other states than those that are recorded.
    """
    moves = {(event["ply"], event["role"]): event for event in recorded.events if event["event"] == "move"}
    if recorded.hashes[0] != state_hash(dynamics.initial):
        raise UsageError(f"{source}: the initial state is another one: the rules have changed")
    look = dynamics.look(dynamics.initial)
    found = []
    for each in course(recorded, dynamics):
        if state_hash(each.step.state) != recorded.hashes[each.ply]:
            raise UsageError(f"{source}: the state after joint move {each.ply} is another one: the rules have changed")
        joint = {role: _decision(move, moves.get((each.ply, role)), role) for role, move in each.joint.items()}
        found.append(PastPly(joint, each.step.percepts, look.legal, each.step.state, each.look))
        look = each.look
    return found


def notes_of(recorded: Recorded, role: str) -> tuple[Note, ...]:
    """What a role's agent noted, oldest first."""
    noted = (event for event in recorded.events if event["event"] == "note" and event.get("role") == role)
    return tuple(
        {name: value for name, value in event.items() if name not in ("event", "ply", "role")} for event in noted
    )


def _decision(move: str, event: Event | None, role: str) -> Decision:
    if event is None:
        return Decision(move)
    chosen = role != RANDOM and event.get("tries") != 0
    thought = kept_thought(str(event.get("thought", ""))) if chosen else ""
    return Decision(move, str(event.get("words", "")), chosen, thought)
