"""An agent behind the gate: what it is about to say, think and do is checked before it counts, and what fails fed back.

| policy | what becomes of a draft that fails |
|---|---|
| `strict` | it goes back, at most twice; then the sentences that still fail are cut out of the speech |
| `advise` | it goes back, at most twice; then it counts as it is |
| `observe` | it counts as it is, and the agent is told nothing |

The stop rules are those of `lelma.verify.loop`: the same failing twice in a row ends the loop. Every check becomes a
note `check` (`lelma.agents.notes`). A lie that is declared is never cut; and a gate that fails lets everything pass,
and says so in its note.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from gdl.values import dataclass
from lelma.agents.asking import LONGEST_TOLD, NoAnswer, checked, has_attribute, told
from lelma.agents.gate.cutting import cut_out, declared
from lelma.agents.gate.draft_check import SPEECH_PART, DraftCheck, DraftReport
from lelma.agents.protocol import Agent, AgentFacts, Answer, CheckedDraft, MatchResult, PastMatch, Ply, Seat, View
from lelma.game.game import Game
from lelma.support.errors import UsageError, did_you_mean
from lelma.talk.engine import TalkEngine
from lelma.talk.live import Commitment, LiveJudge
from lelma.verify.loop import Outcome, refine_drafts

Policy = Literal["strict", "advise", "observe"]
POLICIES: tuple[Policy, ...] = ("strict", "advise", "observe")

GATE_ATTEMPTS = 2
"""How often a draft that fails goes back."""

_SHARE_OF_TIME = 0.5
"""Of the time for an answer; after it no draft goes back any more."""

_Checked = tuple[Answer, DraftReport]


@dataclass
class _Question:
    """One question to the agent, while it is answered."""

    view: View
    started: float
    check: DraftCheck | None
    trouble: str = ""


class Gated:
    """Wraps an agent; to the referee it is an agent like any other.

    Attributes:
        agent: the agent that is wrapped.
        name: `gated:` and what it is called.
    """

    def __init__(
        self,
        agent: Agent,
        game: Game,
        role: str,
        policy: str = "strict",
        *,
        engine: TalkEngine | None = None,
        attempts: int = GATE_ATTEMPTS,
    ) -> None:
        """An agent for one role of one match.

        Args:
            engine: what judges talk in that game, which the gates of other roles and matches may use as well.
            attempts: how often a draft that fails goes back.

        Raises:
            UsageError: for a policy there is not.
            GameError: if there is a fault in what the game says of its matches, or the solver rejects its rules.
        """
        if policy not in POLICIES:
            raise UsageError(f"no gate is {policy!r}{did_you_mean(policy, POLICIES)}; one is {', '.join(POLICIES)}")
        self.agent, self._game, self._role = agent, game, role
        self._policy, self._attempts = policy, attempts
        self._engine = engine or TalkEngine(game)
        self._judge: LiveJudge | None = None
        self._seen: list[Ply] = []
        self._trouble = ""
        self._warned: set[Commitment] = set()
        for name in ("memory", "tell_within"):  # they are looked for, and not all agents have them
            if has_attribute(agent, name):
                setattr(self, name, agent.memory if name == "memory" else self._tell_within)  # type: ignore[attr-defined]

    @property
    def name(self) -> str:
        return f"gated:{self.agent.name}"

    @property
    def here(self) -> bool:
        """Whether the agent is asked in the thread of whoever asks."""
        return bool(getattr(self.agent, "here", False))

    @property
    def asked_again(self) -> bool:
        """Whether the agent is asked its past questions again where a match goes on that was cut off."""
        return bool(getattr(self.agent, "asked_again", False))

    @property
    def facts(self) -> AgentFacts:
        """Those of the agent."""
        found = getattr(self.agent, "facts", None)
        return found if isinstance(found, AgentFacts) else AgentFacts()

    def close(self) -> None:
        """End what the agent keeps running, if anything."""
        if has_attribute(self.agent, "close"):
            self.agent.close()  # type: ignore[attr-defined]

    # What the referee tells

    def begin(self, seat: Seat) -> object:
        self._begin(seat.roles)
        return self._passed("begin", seat)

    def resume(self, past: PastMatch) -> object:
        """A match goes on: the gate knows again what the role lived through, and the agent is told as it can be."""
        self._lived_before(past)
        if has_attribute(self.agent, "resume"):
            return self._passed("resume", past)
        self._passed("begin", past.seat)
        for ply in past.plies:
            self._passed("observe", ply)
        return None

    def observe(self, ply: Ply) -> object:
        self._live(ply)
        return self._passed("observe", ply)

    def end(self, result: MatchResult) -> object:
        return self._passed("end", result)

    def _passed(self, hook: str, value: object) -> object:
        if not has_attribute(self.agent, hook):
            return None
        found = told(self.agent, hook, value)
        if isinstance(found, NoAnswer):
            raise found
        return found

    def _tell_within(self, hook: str, value: object, seconds: float | None) -> object:
        """For an agent that keeps the time itself."""
        if isinstance(value, Seat):
            self._begin(value.roles)
        elif isinstance(value, PastMatch):
            self._lived_before(value)
        elif isinstance(value, Ply):
            self._live(value)
        return self.agent.tell_within(hook, value, seconds)  # type: ignore[attr-defined]

    # What the gate knows: the role's own moves and percepts, and the words it heard

    def _begin(self, roles: Sequence[str]) -> None:
        self._seen, self._trouble, self._warned = [], "", set()
        self._judge = None
        try:
            self._engine.warm()
            self._judge = LiveJudge(self._game, self._role, roles, engine=self._engine)
        except Exception as error:  # a gate that fails must not stop the match; its notes say that it did
            self._trouble = _said(error)

    def _lived_before(self, past: PastMatch) -> None:
        """Know again what the role lived through."""
        self._begin(past.seat.roles)
        for ply in past.plies:
            self._live(ply)

    def _live(self, ply: Ply) -> None:
        self._seen.append(ply)
        if self._judge is None or self._trouble:
            return
        try:
            self._judge.observe(ply.move, ply.percepts, [(each.role, each.words) for each in ply.heard])
        except Exception as error:  # as above
            self._trouble = _said(error)

    def _ready(self, view: View) -> LiveJudge | None:
        """The judge, brought up to what the role has lived through."""
        if (
            self._judge is None
            or len(self._seen) > len(view.plies)
            or self._seen != list(view.plies[: len(self._seen)])
        ):
            self._begin(view.roles)  # it was not told of all
        for ply in view.plies[len(self._seen) :]:
            self._live(ply)
        return None if self._trouble else self._judge

    # What the agent answers

    def act(self, view: View) -> Answer:
        """The agent's answer, as it counts; what models were called for drafts, and notes on them, go with it."""
        judge = self._ready(view)
        check = DraftCheck(judge, view, warned=self._warned) if judge is not None else None
        asked = _Question(view, time.monotonic(), check, self._trouble)
        drafts, outcome = refine_drafts(
            lambda made: self._draft(asked, made),
            lambda answer: self._report(asked, answer),
            max_attempts=1 if self._policy == "observe" else 1 + self._attempts,
        )
        return self._counted(asked, drafts, outcome)

    def _draft(self, asked: _Question, made: Sequence[_Checked]) -> Answer:
        feedback = [
            CheckedDraft(each.move, each.words, each.thought, "\n".join(report.feedback), report.anew)
            for each, report in made
        ]
        try:
            return checked(self.agent.act(replace(asked.view, checked=(*asked.view.checked, *feedback))))
        except NoAnswer:
            if not made:
                raise
            return made[-1][0]  # it has nothing else to say: the same fails again, which ends the loop

    def _report(self, asked: _Question, answer: Answer) -> DraftReport:
        if asked.check is None:
            return DraftReport(trouble=asked.trouble)
        try:
            report = asked.check.report(answer)
        except Exception as error:  # a gate that fails must not stop the match; the note says that it did
            return DraftReport(trouble=_said(error))
        self._warned |= asked.check.broken
        limit = asked.view.seconds
        late = limit is not None and time.monotonic() - asked.started > _SHARE_OF_TIME * limit
        return replace(report, late=late and bool(report.failed))

    def _counted(self, asked: _Question, drafts: Sequence[_Checked], outcome: Outcome) -> Answer:
        """The last draft as the policy lets it count, with all that was called for and noted on the way."""
        answer, report = drafts[-1]
        words = answer.words
        if self._policy == "strict" and any(part.where == SPEECH_PART for part in report.failed):
            words = self._cut(asked, answer, report)
        notes = [note for draft, _ in drafts[:-1] if draft is not answer for note in draft.notes]
        notes += [self._note(asked, number, *each) for number, each in enumerate(drafts, start=1)]
        ended = "observed" if self._policy == "observe" else "late" if report.late else outcome
        notes[-1] = {**notes[-1], "ended": ended, "flagged": bool(report.failed), "said": words}
        calls = [
            call for at, (draft, _) in enumerate(drafts) if draft not in _answers(drafts[:at]) for call in draft.calls
        ]
        return replace(answer, words=words, calls=tuple(calls), notes=(*answer.notes, *notes))

    def _note(self, asked: _Question, number: int, answer: Answer, report: DraftReport) -> dict[str, Any]:
        note: dict[str, Any] = {
            "kind": "check",
            "task": asked.view.task,
            "policy": self._policy,
            "attempt": number,
            "words": answer.words,
            "claims": [part.as_note() for part in report.parts],
            "unknown": report.unknown,
            "feedback": list(report.feedback),
        }
        return note | ({"trouble": report.trouble} if report.trouble else {})

    def _cut(self, asked: _Question, answer: Answer, report: DraftReport) -> str:
        """The speech without the sentences that fail, which may make others fail; the game's fallback for none."""
        words, failed = answer.words, [part for part in report.failed if part.where == SPEECH_PART and part.binding]
        _, lies = declared(answer.thought)
        while failed and words:
            words = cut_out(words, [part.span for part in failed])
            if not words or asked.check is None:
                break
            found = asked.check.speech(words, (*answer.lies, *lies))
            failed = [part for part in found if part.feedback and part.binding]
        return words or self._game.file.speech.fallback


def _answers(drafts: Sequence[_Checked]) -> list[Answer]:
    return [answer for answer, _ in drafts]


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:LONGEST_TOLD]
