"""What an agent is given over a match, and what it answers.

`act` is its only duty. Where it has them, the referee also calls, for each match and in this order:

| hook | when |
|---|---|
| `memory.load(folder)` | before the match, where the match has a folder for what agents keep (`lelma.agents.memory`) |
| `begin(seat)` | before the first joint move |
| `resume(past)` | in place of `begin`, where a match goes on that was cut off (`lelma play --resume`) |
| `observe(ply)` | after each joint move, also for a role that was not asked, or is out |
| `end(result)` | after the last joint move |
| `memory.save(folder)` | after that |

Hooks have the time of an answer and can't change the match: what goes wrong in one is a `trouble` event. What `begin`,
`observe` and `end` return, if anything, are notes, as those of an answer. An agent without `resume` is told once more
by `begin` and `observe` what it had been told, and what it returns then is not written again. One whose attribute
`asked_again` is true, which must call no model, is asked its past questions again, too, in their order: it answers as
it did, and so knows again what it said. `Seat`, `View`, `Ply`, `PastMatch` and `MatchResult` are plain values, and
nothing leads from them to the game, its state or other agents: texts in KIF, what was said, and the words of the game,
which are the same for everyone.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

from gdl.values import dataclass
from lelma.game.wording import Wording


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words that were said, and by which role."""

    role: str
    words: str


@dataclass(frozen=True, slots=True)
class Ply:
    """What a role lived through in one joint move: its own move, its percepts, sorted, and the words it heard.

    Attributes:
        chosen: whether it was asked for the move, and not moved by the rules or the referee.
        thought: what it noted for itself as it chose.
    """

    move: str
    percepts: tuple[str, ...]
    heard: tuple[Utterance, ...] = ()
    chosen: bool = False
    thought: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """A role's place in a match, before anything happens in it.

    Attributes:
        roles: every role of the game, in its order.
        rules: the rules in plain English.
        seconds: how long an answer or a hook may take; None for no limit.
        seed: a number for the agent's own chance, the same in each run of a match. It tells nothing of the deal.
    """

    role: str
    roles: tuple[str, ...]
    rules: str
    wording: Wording
    seconds: float | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What everybody is told when a match is over.

    Attributes:
        ended: `terminal`, `plies` (too many), or `stuck` (a role without a legal move).
        plies: joint moves made.
        goals: role → goal value; empty if the match has no result.
        winners: the roles with the highest goal value, unless all have the same.
        revealed: what was hidden and is told at the end, such as who was what: facts in KIF, sorted; the game names
            them (`[knowledge] revealed_at_end`).
    """

    ended: str
    plies: int
    goals: Mapping[str, Fraction]
    winners: tuple[str, ...] = ()
    revealed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that was not accepted, and why, in a sentence."""

    answer: str
    why: str


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """An answer to this very question that was checked before it counted, and what was told of it.

    Attributes:
        anew: whether what it rests on can't be so, and not only what it says.
    """

    move: str
    words: str
    thought: str
    feedback: str
    anew: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """All that a role knows when it is asked.

    Attributes:
        roles: every role of the game, in its order.
        rules: the rules in plain English.
        plies: what the role lived through so far, oldest first.
        legal: the role's legal moves, sorted, as KIF texts.
        speaking: those of them that carry words.
        card: percepts that told it of what is hidden, such as its identity, oldest first; those that the game names.
        known: what it knows of itself by its own moves, as KIF texts: fluents of the rules that hold, `(not F)` for
            those that do not.
        refused: answers to this very question that were not accepted, oldest first.
        seconds: how long the answer may take; None for no limit.
        seed: a number for the agent's own chance, the same in each run of a match. It tells nothing of the deal.
        task: what the role is asked for, as the game calls it (`[tasks]`), such as `vote`; empty if it has no name.
        checked: drafts of the answer that claims were read from and that failed, oldest first; the agent may mend them.
    """

    role: str
    roles: tuple[str, ...]
    rules: str
    wording: Wording
    plies: tuple[Ply, ...]
    legal: tuple[str, ...]
    speaking: frozenset[str] = frozenset()
    card: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    refused: tuple[Refused, ...] = ()
    seconds: float | None = None
    seed: int = 0
    task: str = ""
    checked: tuple[CheckedDraft, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, one of `View.legal`, and the words it carries.

    Attributes:
        thought: private reasoning, for the transcript, and for the agent's own later views.
        calls: models that were called for it; each becomes a `call` event with these fields.
        trouble: why there is no move, for an agent that knows.
        lies: sentences of its words that the agent means as lies, which are legal; who checks a draft lets them pass.
        notes: what the agent noted for whoever studies it, such as its beliefs (`lelma.agents.notes`); each becomes
            a `note` event, and no role is told.
    """

    move: str
    words: str = ""
    thought: str = ""
    calls: tuple[Mapping[str, Any], ...] = ()
    trouble: str = ""
    lies: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()


Note = Mapping[str, Any]
"""What an agent noted: an object with its `kind` (`lelma.agents.notes`)."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """What an agent had been told and had noted of a match that was cut off, and now goes on.

    Attributes:
        plies: what its role lived through, oldest first.
        notes: what it noted itself in the joint moves that were completed, oldest first.
    """

    seat: Seat
    plies: tuple[Ply, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class AgentFacts:
    """What can be said of a kind of agent before it plays.

    Attributes:
        about: what it does, in a few words.
        calls: how often it calls a model for a move, if nothing goes wrong; None if that isn't known.
        memory: whether it keeps something from one match to the next.
        source: where it is from: a paper, with its section, or a file; empty for the project's own.
    """

    about: str = ""
    calls: int | None = None
    memory: bool = False
    source: str = ""

    def __str__(self) -> str:
        calls = f"{self.calls} model call{'' if self.calls == 1 else 's'} a move" if self.calls else ""
        told = [self.about, calls, "keeps memory" if self.memory else "", self.source]
        return "; ".join(filter(None, told)) or "says nothing of itself"


class Agent(Protocol):
    """Plays one role. It may raise, hang or answer anything: the match goes on.

    The hooks of the module's table are optional, and so is `facts`, an `AgentFacts`.

    Attributes:
        name: what it is, for the transcript.
    """

    @property
    def name(self) -> str: ...

    def act(self, view: View) -> Answer:
        """The agent's move."""
        ...
