"""Stories for tests, and readings of published ones as people who know what a condition means would give them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lelma.experiments.questions.items import StoryQuestion

HEAD = "Ada is a baker. Ada wants to bake bread with fresh flour. Ada sees that the flour in the bin is fresh."
CHANGE = "While Ada is away, a leak in the roof makes the flour wet and spoiled."
FRESH, SPOILED = "Ada believes the flour is fresh.", "Ada believes the flour is spoiled."


def item(number: int, end: str, correct: str, wrong: str, **more: Any) -> dict[str, Any]:
    told = {"row": number, "init_belief": 0, "variable": "forward_belief", "condition": "false_belief"}
    question = "Does Ada believe the flour is fresh or spoiled?"
    story = f"{HEAD} {CHANGE} {end}"
    texts = {"id": f"q{number}", "story": story, "question": question, "correct": correct, "wrong": wrong}
    return {**texts, **told, **more}


ITEMS = [
    item(1, "Ada does not notice the leak.", FRESH, SPOILED),
    item(1, "Ada notices the spoiled flour.", SPOILED, FRESH, id="q2", condition="true_belief"),
]


def written(folder: Path, items: list[dict[str, Any]]) -> Path:
    file = folder / "items.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in items), "utf-8")
    return file


def perfect_reading(question: StoryQuestion) -> Mapping[str, Any]:
    """What happens in a published story, from what its condition is said to be."""
    changes, seen = question.condition in ("true_belief", "false_belief"), question.condition.startswith("true")
    changed = changes and seen
    events: list[dict[str, Any]] = [{"changes": "old", "sees": True}]
    events += [{"believes": "old"}] if question.initial == "1" else []
    if question.variable == "backward_belief":
        events += [{"changes": "new", "sees": None}] if changes else []
        events += [{"acts": "new" if changed else "old"}]
    else:
        events += [{"changes": "new", "sees": seen}] if changes else [{"changes": None, "sees": seen}]
    right, wrong = ("new", "old") if changed else ("old", "new")
    options = {question.correct: right, question.wrong: wrong}
    return {"id": question.id, "values": ["old", "new"], "events": events, "options": options}
