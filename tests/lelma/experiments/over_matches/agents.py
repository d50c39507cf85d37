"""An agent that notes beliefs and checks, and calls a model that there is not; and one that keeps memory."""

from __future__ import annotations

from typing import Any

from lelma.agents.memory import JsonMemory
from lelma.agents.protocol import Answer, MatchResult, View


class Noting:
    """Plays the first legal move."""

    name = "noting"

    def act(self, view: View) -> Answer:
        others = [role for role in view.roles if role not in ("random", view.role)]
        beliefs = {role: {"spy": 0.25, "civilian": 0.75} for role in others} | {view.role: {"civilian": 1.0}}
        claim: dict[str, Any] = {"where": "speech", "sentence": "x", "query": "q", "kind": "history"}
        notes = (
            {"kind": "belief", "beliefs": beliefs},
            {
                "kind": "check",
                "task": "say",
                "attempt": 1,
                "claims": [claim | {"verdict": "false"}],
                "feedback": ["no"],
            },
            {"kind": "check", "task": "say", "attempt": 2, "claims": [claim | {"verdict": "true"}], "feedback": []},
        )
        call = {"model": "tests:any", "prompt_tokens": 10, "reply_tokens": 1, "seconds": 0.5, "cached": False}
        return Answer(view.legal[0], f"A thing, says {view.role}, {len(view.plies)}.", calls=(call,), notes=notes)


class Counting:
    """Keeps how many matches it ended, and says so."""

    name, here = "counting", True

    def __init__(self) -> None:
        self.memory = JsonMemory({"matches": 0})

    def act(self, view: View) -> Answer:
        return Answer(view.legal[0], f"A thing, says {view.role}, {len(view.plies)}.")

    def end(self, result: MatchResult) -> tuple[dict[str, Any], ...]:
        self.memory.value["matches"] += 1
        return ({"kind": "counted", "matches": self.memory.value["matches"]},)


class CountingAgain(Counting):
    """The same under another name."""
