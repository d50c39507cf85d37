"""What an agent is given when it is asked, and what it answers.

A `View` holds plain values and nothing that leads to the game, its state or other agents: texts in KIF, what was said,
and the words of the game, which are the same for everyone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from lelma.game.wording import Wording


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words that were said, and by which role."""

    role: str
    words: str


@dataclass(frozen=True, slots=True)
class Ply:
    """What a role lived through in one joint move: its own move, its percepts, sorted, and the words it heard."""

    move: str
    percepts: tuple[str, ...]
    heard: tuple[Utterance, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that was not accepted, and why, in a sentence."""

    answer: str
    why: str


@dataclass(frozen=True, slots=True)
class View:
    """All that a role knows when it is asked.

    Attributes:
        roles: every role of the game, in its order.
        rules: the rules in plain English.
        plies: what the role lived through so far, oldest first.
        legal: the role's legal moves, sorted, as KIF texts.
        speaking: those of them that carry words.
        refused: answers to this very question that were not accepted, oldest first.
        seconds: how long the answer may take; None for no limit.
        seed: a number for the agent's own chance, the same in each run of a match.
    """

    role: str
    roles: tuple[str, ...]
    rules: str
    wording: Wording
    plies: tuple[Ply, ...]
    legal: tuple[str, ...]
    speaking: frozenset[str] = frozenset()
    refused: tuple[Refused, ...] = ()
    seconds: float | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, one of `View.legal`, and the words it carries.

    Attributes:
        thought: private reasoning, for the transcript alone.
        calls: models that were called for it; each becomes a `call` event with these fields.
        trouble: why there is no move, for an agent that knows.
    """

    move: str
    words: str = ""
    thought: str = ""
    calls: tuple[Mapping[str, Any], ...] = ()
    trouble: str = ""


class Agent(Protocol):
    """Plays one role of one match. It may raise, hang or answer anything: the match goes on.

    Attributes:
        name: what it is, for the transcript.
    """

    @property
    def name(self) -> str: ...

    def act(self, view: View) -> Answer:
        """The agent's move."""
        ...
