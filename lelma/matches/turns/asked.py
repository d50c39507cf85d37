"""Asks the roles on turn: again where an answer is refused, and then a fallback is played.

Roles that move at once are asked at once, each in a thread; what happens is kept for each, and written in the order of
the roles, so that a transcript does not tell who was faster. Agents that are called here, such as a person, and those
that ask for it (`in_order`) are asked one after another.
"""

from __future__ import annotations

import hashlib
import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from gdl.values import dataclass
from lelma.agents.asking import LONGEST_TOLD, LONGEST_WORDS, Asker, NoAnswer
from lelma.agents.move_text import shown
from lelma.agents.notes import sound_notes
from lelma.agents.protocol import Refused, View
from lelma.matches.log import MatchLog
from lelma.matches.transcript import Event
from lelma.matches.turns.answers import AnswerRules, Decision, RoleQuestion


@dataclass(frozen=True)
class TurnOutcome:
    """What came of a question: the decision, and how many answers were refused and fallbacks played."""

    decision: Decision
    refused: int
    fallbacks: int


class Turns:
    """Asks the agents of one match."""

    def __init__(
        self,
        rules: AnswerRules,
        askers: Mapping[str, Asker],
        view: Callable[[RoleQuestion, tuple[Refused, ...]], View],
        *,
        tries: int,
        agent_seed: int,
    ) -> None:
        """`view` makes what a role is given with a question, after those answers to it were refused."""
        self._rules, self._askers, self._view = rules, askers, view
        self._tries, self._agent_seed = tries, agent_seed

    def asked(self, questions: Sequence[RoleQuestion], log: MatchLog) -> dict[str, TurnOutcome]:
        """What came of the questions of one joint move, by role."""
        beside = [each for each in questions if self._askers[each.role].at_once]
        if len(beside) < 2:
            return {each.role: self._asked(each, log) for each in questions}
        started = {each.role: _Beside(partial(self._asked, each)) for each in beside}
        for other in started.values():
            other.thread.start()
        mine = {each.role: _Beside(partial(self._asked, each)) for each in questions if each.role not in started}
        for other in mine.values():
            other.run()
        found = {}
        for question in questions:
            other = started.get(question.role) or mine[question.role]
            found[question.role] = other.result()
            log.add_all(other.events)
        return found

    def _asked(self, question: RoleQuestion, log: MatchLog) -> TurnOutcome:
        """The role's move, once it is one; else the fallback."""
        ply, role, legal = question.ply, question.role, question.legal
        refused: tuple[Refused, ...] = ()
        why = ""
        while len(refused) < self._tries:
            view = self._view(question, refused)
            try:
                answer = self._askers[role].ask(view)
            except NoAnswer as none:
                why = str(none)
                log.refused(ply, role, "", why)
                return self._fallback(question, why, len(refused) + 1, log)
            log.calls(ply, role, answer.calls)
            notes, trouble = sound_notes(answer.notes)
            log.notes(ply, role, notes)
            if trouble:
                log.trouble(ply, role, "act", shown(trouble, LONGEST_TOLD))
            decision, why = self._rules.judged(question, answer)
            if decision is not None:
                further = {"words": decision.words, "thought": answer.thought}
                log.move(ply, role, decision.move, len(legal), tries=len(refused) + 1, **further)
                thought = kept_thought(answer.thought)
                return TurnOutcome(replace(decision, chosen=True, thought=thought), len(refused), 0)
            refused += (Refused(shown(answer.move), why),)
            log.refused(ply, role, shown(answer.move), why, shown(answer.words))
        return self._fallback(question, why, len(refused), log)

    def _fallback(self, question: RoleQuestion, why: str, refused: int, log: MatchLog) -> TurnOutcome:
        ply, role, legal = question.ply, question.role, question.legal
        chance = random.Random(f"{self._agent_seed}/fallback/{role}/{ply}")
        move, rule = self._rules.fallback(legal, role, chance)
        decision = Decision(move, self._rules.speech.fallback if move in question.speaking else "")
        log.fallback(ply, role, move, rule, why)
        log.move(ply, role, move, len(legal), words=decision.words, tries=0)
        return TurnOutcome(decision, refused, 1)


class _Beside:
    """A question that is asked while others are, and what happens then."""

    def __init__(self, ask: Callable[[MatchLog], TurnOutcome]) -> None:
        self.events: list[Event] = []
        self.thread = threading.Thread(target=self._try, daemon=True)
        self._ask = ask
        self._found: TurnOutcome | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Ask, in this thread."""
        self._found = self._ask(MatchLog(None, self.events.append, secret=()))

    def result(self) -> TurnOutcome:
        """What came of it, once it is there."""
        if self.thread.ident is not None:
            self.thread.join()
        if self._error is not None:
            raise self._error
        assert self._found is not None
        return self._found

    def _try(self) -> None:
        try:
            self.run()
        except BaseException as error:  # told in the thread that waits for it
            self._error = error


def kept_thought(thought: str) -> str:
    """Private reasoning as its role is told it again."""
    return shown(thought.strip(), LONGEST_WORDS)


def seed_number(text: str) -> int:
    """A number for the agents' own chance, of a text that names what it is for."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])
