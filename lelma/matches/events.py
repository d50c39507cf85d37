"""The events of a match as types: what each line of its transcript holds. `lelma schema match_move` prints a schema.

A `call` event tells of a model that was asked, with whatever its agent noted, besides `ply` and `role`.
"""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import Annotated, Literal, NotRequired, TypedDict

_Ply = Annotated[int, "which joint move, from 1"]
_Role = Annotated[str, "a role of the rules"]
_Term = Annotated[str, "a term in KIF, such as `(vote p3)`"]
_Goal = Annotated[int | str, "a goal value; a text, such as `1/3`, where it is no whole number"]


class MatchEvent(TypedDict):
    """The first line: which game is played, how, and by whom."""

    event: Literal["match"]
    schema: Literal["lelma-transcript"]
    version: Literal[1]
    game: Annotated[str, "the name of the game's folder"]
    title: str
    parameters: Annotated[dict[str, object], "the value of every parameter of the game"]
    rules: NotRequired[Annotated[str, "a digest of the rules, by which they are known under any name"]]
    seed: Annotated[int, "of what the role `random` draws"]
    agent_seed: NotRequired[
        Annotated[int, "of what agents draw; missing in older transcripts, where `seed` was it, too"]
    ]
    roles: Annotated[list[str], "all roles, in the order of the rules; `random` draws"]
    agents: Annotated[dict[str, str], "role → what plays it"]


class StateEvent(TypedDict):
    """A state was reached; `added` and `removed` tell it from the state before."""

    event: Literal["state"]
    ply: Annotated[int, "joint moves made so far; 0 for the initial state"]
    hash: Annotated[str, "of the state: its fluents, sorted, a line each; SHA-256, first 16 digits"]
    added: list[_Term]
    removed: list[_Term]


class IdentitiesEvent(TypedDict):
    """The deal as it stands. No player is told of it."""

    event: Literal["identities"]
    ply: Annotated[int, "joint moves made so far"]
    identities: Annotated[dict[str, dict[str, str]], "role → fluent → value, such as p1 → identity → merlin"]


class MoveEvent(TypedDict):
    """A role made its move. Roles whose only legal move carries no words have no such line."""

    event: Literal["move"]
    ply: _Ply
    role: _Role
    move: _Term
    legal: Annotated[int, "how many legal moves it had"]
    tries: Annotated[int, "how often it was asked; 0 where a fallback was played"]
    words: NotRequired[Annotated[str, "what it said with the move"]]
    thought: NotRequired[Annotated[str, "private reasoning, which no other role is told"]]


class PerceptEvent(TypedDict):
    """What a player perceived of a joint move, and whose words it heard."""

    event: Literal["percept"]
    ply: _Ply
    role: _Role
    percepts: list[_Term]
    heard: NotRequired[Annotated[list[str], "the roles whose words it heard; the words stand beside their moves"]]


class RefusedEvent(TypedDict):
    """An answer was not accepted."""

    event: Literal["refused"]
    ply: _Ply
    role: _Role
    move: Annotated[str, "what was answered, cut and without control characters; empty if nothing was"]
    why: Annotated[str, "the reason, in a sentence"]
    words: NotRequired[str]


class FallbackEvent(TypedDict):
    """A move is played in place of an answer; its `move` line follows."""

    event: Literal["fallback"]
    ply: _Ply
    role: _Role
    move: _Term
    rule: Annotated[Literal["preferred", "drawn"], "whether the game names it as its fallback, or it was drawn"]
    why: Annotated[str, "why the last answer was not accepted, or there was none"]


class TroubleEvent(TypedDict):
    """What an agent does besides moving went wrong; the match is as it would have been."""

    event: Literal["trouble"]
    ply: Annotated[int, "joint moves made so far"]
    role: _Role
    hook: Annotated[
        Literal["load", "begin", "resume", "observe", "act", "end", "save"],
        "what it was told; load and save its memory; act, what it noted with an answer",
    ]
    why: str


class NoteEvent(TypedDict):
    """What an agent noted, for whoever studies it; other fields are the kind's, as docs/reference/notes.md says."""

    event: Literal["note"]
    ply: Annotated[int, "the joint move it was asked for, or joint moves made so far"]
    role: _Role
    kind: Annotated[str, "belief, trust, check, plan, retrieved, or a kind of the agent's own"]


class ResultEvent(TypedDict):
    """The last line of a match that was not cut off."""

    event: Literal["result"]
    plies: Annotated[int, "joint moves made"]
    ended: Annotated[
        Literal["terminal", "plies", "stuck"], "by the rules, after too many joint moves, or without a legal move"
    ]
    goals: Annotated[dict[str, _Goal], "role → goal value; empty without a result"]
    winners: Annotated[list[str], "the roles with the highest goal value, unless all have the same"]
    refused: int
    fallbacks: int


EVENTS: dict[str, type] = {
    "match": MatchEvent,
    "state": StateEvent,
    "identities": IdentitiesEvent,
    "move": MoveEvent,
    "percept": PerceptEvent,
    "refused": RefusedEvent,
    "fallback": FallbackEvent,
    "trouble": TroubleEvent,
    "note": NoteEvent,
    "result": ResultEvent,
}
"""Event → its type."""
