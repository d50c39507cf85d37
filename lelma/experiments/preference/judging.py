"""A judge model prefers one of two answers in six dimensions, asked in both orders: ReCon paper (2310.01320), 4.1.2.

The paper asks once. Here an answer that changes with the order counts half for each, and how often the one shown first
is taken is told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.agents.steps.agent import takes_schema
from lelma.agents.steps.prompts import prompt_file, prompt_places, read_prompt
from lelma.agents.steps.reading import read_value, value_form
from lelma.experiments.errors import ExperimentError
from lelma.experiments.preference.answers import PREFERENCE, PromptAnswers
from lelma.models import Model
from lelma.support.outside import json_value, utf8_text

JUDGED = "judged.jsonl"

JUDGED_DIMENSIONS: Mapping[str, str] = {
    "CCL": "concealment",
    "LG": "logic",
    "CTR": "contribution",
    "PRS": "persuasiveness",
    "INF": "information",
    "CRT": "creativity",
}
"""The paper's six, in its order."""

_MOST_TOKENS = 512
_FORM = "Answer by six lines, such as `CCL: 1`, with 1 or 2 for each of " + ", ".join(JUDGED_DIMENSIONS) + "."


@dataclass(frozen=True)
class JudgedPair:
    """What a judge says of two answers to a prompt, where `first` was shown before `second`.

    Attributes:
        prompt: the id of the prompt.
        choices: dimension → `1` for the first, `2` for the second; one that can't be read is not in it.
    """

    prompt: str
    judge: str
    first: str
    second: str
    choices: Mapping[str, str]

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.prompt, self.judge, self.first, self.second

    def prefers(self, dimension: str) -> str:
        """The agent whose answer is better; empty where that can't be read."""
        return {"1": self.first, "2": self.second}.get(self.choices.get(dimension, ""), "")


def read_pairs(text: str) -> list[tuple[str, str]]:
    """Pairs as they are written: `recon:cot,recon:tot`.

    Raises:
        ExperimentError: for one that is none.
    """
    pairs = []
    for each in text.split(","):
        first, colon, second = each.strip().partition(":")
        if not colon or not first or not second or first == second:
            raise ExperimentError([f"--pairs: expected AGENT:AGENT,…, got {each!r}"])
        pairs.append((first, second))
    return pairs


def judge_answers(
    folder: Path,
    answers: Sequence[PromptAnswers],
    pairs: Sequence[tuple[str, str]],
    judge: Model,
    game: Path | None,
    *,
    seed: int = 0,
    on_change: Callable[[int, int], None] = lambda done, total: None,
) -> list[JudgedPair]:
    """What a judge says of pairs of answers, both ways round, kept in the folder: what is there is not asked again.

    Args:
        game: the game's folder, whose prompts go before the shared ones.

    Raises:
        ModelError: if the judge gives no usable reply; what it said before is kept.
    """
    file = folder / PREFERENCE / JUDGED
    file.parent.mkdir(parents=True, exist_ok=True)
    kept = {each.key: each for each in read_judged(folder)}
    wanted = [
        (prompt, *order)
        for prompt in answers
        for pair in pairs
        if all(prompt.words.get(name) for name in pair)
        for order in (pair, pair[::-1])
    ]
    found = list[JudgedPair]()
    with file.open("a", encoding="utf-8") as out:
        for done, (prompt, first, second) in enumerate(wanted):
            key = prompt.id, judge.name, first, second
            if key not in kept:
                kept[key] = JudgedPair(*key, _choices(judge, prompt, first, second, game, seed))
                out.write(json.dumps(asdict(kept[key])) + "\n")
                out.flush()
            found.append(kept[key])
            on_change(done + 1, len(wanted))
    return found


def read_judged(folder: Path) -> list[JudgedPair]:
    """What judges said, as a results folder keeps it."""
    file = folder / PREFERENCE / JUDGED
    lines = utf8_text(file).splitlines() if file.is_file() else []
    return [JudgedPair(**json_value(line, f"{file}:{number}")) for number, line in enumerate(lines, 1) if line]


def _choices(
    judge: Model, prompt: PromptAnswers, first: str, second: str, game: Path | None, seed: int
) -> dict[str, str]:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {name: {"type": "string", "enum": ["1", "2"]} for name in JUDGED_DIMENSIONS},
        "required": list(JUDGED_DIMENSIONS),
    }
    structured = takes_schema(judge)
    places = prompt_places(["judge"], game)
    file = prompt_file("prefer", places)
    if file is None:
        raise ExperimentError([f"there is no prompt prefer.md; looked in {', '.join(map(str, places))}"])
    values = {
        **prompt.told,
        "first": prompt.words[first],
        "second": prompt.words[second],
        "form": value_form(schema) if structured else _FORM,
    }
    messages = read_prompt(file).messages(values)
    reply = judge.complete(
        messages, temperature=0.0, max_tokens=_MOST_TOKENS, schema=schema if structured else None, seed=seed
    )
    value, _ = read_value(reply.text, {"type": "object"})
    if isinstance(value, dict):
        return {name: str(value[name]) for name in JUDGED_DIMENSIONS if str(value.get(name)) in ("1", "2")}
    found = {name: re.findall(rf"\b{name}\b\W{{1,4}}([12])\b", reply.text) for name in JUDGED_DIMENSIONS}
    return {name: choices[0] for name, choices in found.items() if len(set(choices)) == 1}
