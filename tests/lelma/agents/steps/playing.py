"""Models that play: they answer prompts of agents of steps without a network."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lelma.agents.steps.agent import StepAgent
from lelma.agents.steps.fields import GameTexts
from lelma.agents.steps.plan import read_plan
from lelma.game.game import Game
from lelma.models import Message, Model, Reply

_MOVES = re.compile(r"^Your moves:\n((?:.+\n?)+)", re.MULTILINE)


class Player:
    """Answers in the form it is asked for, with the first move and words that nobody said before.

    `spoil` makes something else of a reply, given its number, from 0, and what was sent.
    """

    def __init__(
        self, spoil: Callable[[int, str, str], str] | None = None, *, structured: bool = False, name: str = "player"
    ) -> None:
        self.name, self.takes_schema = name, structured
        self.asked: list[tuple[str, Mapping[str, Any] | None]] = []
        self._spoil, self._lock = spoil, threading.Lock()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        text = "\n\n".join(message.text for message in messages)
        with self._lock:
            number = len(self.asked)
            self.asked.append((text, schema))
        reply = sound_reply(text, schema, seed or 0)
        return Reply(reply if self._spoil is None else self._spoil(number, reply, text))


def sound_reply(text: str, schema: Mapping[str, Any] | None, seed: int) -> str:
    """A readable reply to a prompt."""
    moves = offered(text)
    move = moves[seed % len(moves)] if moves else ""
    words = f"I have thought about it {seed} times."
    if schema is not None:
        known: dict[str, Any] = {"move": move, "speech": words, "lies": [], "thought": "Hm."}
        others = list(schema["properties"].get("beliefs", {}).get("properties", ()))
        known["beliefs"] = {role: {"wolf": 0.5} for role in others}
        return json.dumps({name: known[name] for name in schema["properties"]})
    if "MOVE:" not in text:
        return "Let me see.\nThat is all."
    return f"THINK: Hm.\nSAY: {words}\nMOVE: {move}"


def offered(text: str) -> list[str]:
    """The moves that a prompt lists."""
    found = _MOVES.search(text)
    return [] if found is None else [line.partition(":")[0] for line in found[1].splitlines()]


def step_agent(folder: Path, plan: str, model: Model, prompts: Mapping[str, str], **more: Any) -> StepAgent:
    """An agent `own` of a game's folder that is written now, with its prompts by file name."""
    (folder / "agents").mkdir(exist_ok=True)
    (folder / "agents" / "own.toml").write_text(plan, "utf-8")
    for name, text in prompts.items():
        file = folder / "prompts" / "own" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    texts = GameTexts.of(Game.load(folder))
    models = {"": model, **more.pop("models", {})}
    return StepAgent(read_plan(folder / "agents" / "own.toml"), models, texts=texts, **more)
