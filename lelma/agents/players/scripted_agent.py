"""An agent that answers what was written for it, in order.

Short, because each kind of agent has a module of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lelma.agents.protocol import AgentFacts, Answer, View
from lelma.support.errors import UsageError
from lelma.support.outside import json_value, utf8_text


class ScriptedAgent:
    """Gives its answers one after another, also where one is refused; raises when they run out."""

    name = "scripted"
    facts = AgentFacts("a move a line, or MOVE | WORDS, or a transcript", calls=0)
    here = True
    asked_again = True  # it keeps how far it came

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = tuple(answers)
        self.given = 0

    @classmethod
    def from_file(cls, file: Path, role: str = "") -> ScriptedAgent:
        """The answers of a file: each line a move, or `MOVE | WORDS`, or an event of a transcript.

        Of events, the moves of `role` count, without those that were played in place of an answer.

        Raises:
            UsageError: if the file can't be read.
        """
        lines = utf8_text(file).splitlines()
        found = (_answer(line, role) for line in lines if line.strip() and not line.startswith("#"))
        return cls([answer for answer in found if answer is not None])

    def act(self, view: View) -> Answer:
        if self.given >= len(self.answers):
            raise UsageError(f"the script has no more than {len(self.answers)} answers")
        self.given += 1
        return self.answers[self.given - 1]


def _answer(line: str, role: str) -> Answer | None:
    """The answer in a line; None for an event that is none of the role's."""
    try:
        event = json_value(line)
    except UsageError:
        event = None
    if not isinstance(event, dict):
        move, _, words = line.partition("|")
        return Answer(move.strip(), words.strip())
    if event.get("event", "move") != "move" or event.get("role", role) != role or event.get("tries") == 0:
        return None
    return Answer(str(event.get("move", "")), str(event.get("words", "")))
