"""Agents of one's own, as somebody's package would have them."""

from __future__ import annotations

from lelma.agents.memory import JsonMemory
from lelma.agents.protocol import AgentFacts, Answer, MatchResult, View


class First:
    """Plays its first legal move, or the last if it was told so, and counts its matches."""

    name = "first"
    facts = AgentFacts("plays the first legal move", calls=0, memory=True, source="tests")

    def __init__(self, which: str = "first") -> None:
        self.which = which
        self.memory = JsonMemory(0)

    def act(self, view: View) -> Answer:
        move = view.legal[-1 if self.which == "last" else 0]
        return Answer(move, f"{self.which}, after {self.memory.value}" if move in view.speaking else "")

    def end(self, result: MatchResult) -> None:
        self.memory.value += 1


class Inner:
    """A class in a class is found, too."""

    class First(First):
        """The same."""


def make_last() -> First:
    """What makes an agent may be a function."""
    return First("last")


class Failing:
    """Can't be made."""

    name = "failing"

    def __init__(self) -> None:
        raise OSError("no server")

    def act(self, view: View) -> Answer:
        raise AssertionError


class Nameless:
    """Has no name."""

    def act(self, view: View) -> Answer:
        return Answer(view.legal[0])


class NoAgent:
    """Plays nothing."""


NUMBER = 3
