"""Matches played once more from their transcripts: the same moves must be legal and lead to the same states."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.engine.dynamics import Dynamics, GameState, Look, Step, has_percepts
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.matches.log import goal_values, state_hash
from lelma.matches.transcript import Event, events_in
from lelma.support.errors import UsageError
from lelma.support.json_types import VERSION
from lelma.support.outside import json_value
from lelma.support.shape import misshapen


@dataclass(frozen=True)
class Recorded:
    """A transcript of one match.

    Attributes:
        plies: the joint moves that were completed.
        moves: ply → role → move; roles with one legal move may be missing.
        percepts: ply → role → percepts.
        hashes: of the states, from the initial one.
        result: the `result` event; None if the match was cut off.
        refused: ply → role → why the rules refuse its move, with which a match of others went on all the same.
    """

    head: Event
    moves: Mapping[int, Mapping[str, str]]
    percepts: Mapping[int, Mapping[str, Sequence[str]]]
    hashes: Sequence[str]
    result: Event | None
    events: Sequence[Event]
    refused: Mapping[int, Mapping[str, str]] = field(default_factory=dict)

    @property
    def plies(self) -> int:
        return max(0, len(self.hashes) - 1)

    def game(self, name: str | Path | None = None) -> Game:
        """The game that was played, with its parameters.

        Raises:
            GameError: if there is none of that name.
        """
        played = name or str(self.head["game"])
        return Game.load(played, parameters=self.head["parameters"], obfuscate=self.head.get("obfuscate"))


@dataclass(frozen=True)
class MatchReplay:
    """What a replay found: joint moves played again, and everything that came out differently."""

    game: str
    plies: int
    finished: bool
    differences: tuple[str, ...]

    @property
    def ok(self) -> bool:
        return not self.differences

    def as_json(self) -> dict[str, Any]:
        return {"schema": VERSION, "ok": self.ok, **vars(self), "differences": list(self.differences)}


_EVENTS: dict[str, dict[str, Any]] = {
    "match": {"game": str, "parameters": {}, "roles": [str], "agents": {}, "seed": int},
    "move": {"ply": int, "role": str, "move": str},
    "percept": {"ply": int, "role": str, "percepts": [str]},
    "state": {"hash": str},
}
"""What is read of events."""


def is_match(text: str) -> bool:
    """Whether a file with this text is a transcript of a match, rather than a log of another kind."""
    line = text.lstrip().partition("\n")[0]
    try:
        head = json_value(line)
    except UsageError:
        return False
    return isinstance(head, dict) and head.get("event") == "match"


def read_match(path: Path) -> Recorded:
    """The match that a transcript holds.

    Raises:
        UsageError: if it holds none, or an event lacks what it should have.
    """
    return recorded_in(path.read_bytes(), str(path))


def recorded_in(data: bytes, source: str) -> Recorded:
    """As `read_match`, of what a file holds."""
    return recorded_of(events_in(data, source), source)


def recorded_of(events: Sequence[Event], source: str) -> Recorded:
    """As `read_match`, of the events of a transcript.

    A match of others may have no `seed`, but has its name, `record`, in its place.
    """
    if not events or events[0]["event"] != "match":
        raise UsageError(f"{source}: no transcript of a match: the first event should be `match`")
    head = events[0]
    for name in ("obfuscate", "agent_seed"):
        if not isinstance(head.get(name, 0), int):
            raise UsageError(f"{source}: `match` event of the match: {name}: expected a whole number")
    moves: dict[int, dict[str, str]] = defaultdict(dict)
    percepts: dict[int, dict[str, Sequence[str]]] = defaultdict(dict)
    hashes: list[str] = []
    result = None
    for event in events:
        kind = event["event"]
        shape = _EVENTS.get(kind, {})
        missing = [name for name in shape if name not in event and (name, "record" in event) != ("seed", True)]
        if fault := f"{missing[0]} is missing" if missing else next(misshapen(event, shape), ""):
            raise UsageError(f"{source}: `{kind}` event of the match: {fault}")
        match kind:
            case "move":
                moves[event["ply"]][event["role"]] = event["move"]
            case "percept":
                percepts[event["ply"]][event["role"]] = tuple(event["percepts"])
            case "state":
                hashes.append(event["hash"])
            case "result":
                result = event
    return Recorded(head, moves, percepts, hashes, result, events)


@dataclass(frozen=True)
class ReplayedMatch:
    """One joint move that was played again; `refused` says why the rules refuse some of it, as in `Recorded`."""

    ply: int
    state: GameState
    joint: Mapping[str, str]
    step: Step
    look: Look
    refused: Mapping[str, str] = field(default_factory=dict)


def course(recorded: Recorded, dynamics: Dynamics) -> Iterator[ReplayedMatch]:
    """The completed joint moves of a recorded match, played again.

    Raises:
        UsageError: at a move that the rules do not allow, or that is missing.
    """
    state = dynamics.initial
    look = dynamics.look(state)
    for ply in range(1, recorded.plies + 1):
        joint = {role: _move(recorded, ply, role, legal) for role, legal in look.legal.items()}
        step, look = dynamics.advance(state, joint)
        yield ReplayedMatch(ply, state, joint, step, look, recorded.refused.get(ply, {}))
        state = step.state


def _move(recorded: Recorded, ply: int, role: str, legal: Sequence[str]) -> str:
    move = recorded.moves.get(ply, {}).get(role)
    if move is None and len(legal) == 1:
        return legal[0]
    if move is None:
        raise UsageError(f"ply {ply}: {role} had {len(legal)} legal moves, and none is recorded")
    if move not in legal and role not in recorded.refused.get(ply, {}):
        raise UsageError(f"ply {ply}: {role} played {move}, which is not legal")
    return move


def replay_match(path: Path, *, game: str | Path | None = None) -> MatchReplay:
    """Play a transcript once more; `game` where it is not found by the name in the transcript.

    Raises:
        UsageError: for a file that is no transcript of a match.
        GameError: if there is no such game, or it can't be played.
    """
    recorded = read_match(path)
    played = recorded.game(game)
    dynamics = Progression(played.description)
    differences: list[str] = []
    try:
        differences.extend(_differences(recorded, dynamics, has_percepts(played.description)))
    except UsageError as error:  # what was found before it is kept
        differences.append(str(error))
    return MatchReplay(played.name, recorded.plies, recorded.result is not None, tuple(differences))


def _differences(recorded: Recorded, dynamics: Dynamics, perceived: bool) -> Iterator[str]:
    if recorded.hashes and recorded.hashes[0] != state_hash(dynamics.initial):
        yield "the initial state is another one"
    state, look = dynamics.initial, dynamics.look(dynamics.initial)
    for each in course(recorded, dynamics):
        state, look = each.step.state, each.look
        if state_hash(state) != recorded.hashes[each.ply]:
            yield f"ply {each.ply}: the state is another one"
        seen = recorded.percepts.get(each.ply, {})
        for role, percepts in each.step.percepts.items():
            if perceived and role in recorded.head["agents"] and tuple(seen.get(role, ())) != percepts:
                yield f"ply {each.ply}: {role} perceives something else"
    if recorded.result is None:
        return
    if look.terminal != (recorded.result.get("ended") == "terminal"):
        yield f"the match {'is' if look.terminal else 'is not'} over"
    elif look.terminal and goal_values(dynamics.goals(state)) != recorded.result.get("goals"):
        yield "the goal values are others"
