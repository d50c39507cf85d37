"""A model that fills the raters' sheet: blind as people are, and kept apart from them in reports."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lelma.agents.steps.reading import read_value
from lelma.experiments.errors import ExperimentError
from lelma.experiments.raters.labels import read_labels
from lelma.experiments.raters.sheets import COLUMNS, PROTOCOL, RIGHT, SHEETS, WRONG, JudgedText, texts_to_judge
from lelma.models.protocol import Message, Model

LABEL_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "comment": {"type": "string", "maxLength": 600},
        "label": {"type": "string", "enum": [RIGHT, WRONG]},
    },
    "required": ["comment", "label"],
    "additionalProperties": False,
}
"""What a judge model answers."""

_TRIES = 3
_MAX_TOKENS = 512
_FORM = (
    'Answer with a JSON object alone: {"comment": "what is wrong, or why nothing is", '
    f'"label": "{RIGHT}" or "{WRONG}"}}'
)


def fill_sheet(
    folder: Path,
    model: Model,
    file: Path | None = None,
    *,
    on_text: Callable[[int, int], None] = lambda done, all: None,
) -> Path:
    """Have a model judge every text of a results folder; the sheet, which is gone on with where it ends.

    Args:
        file: the sheet; by default `judge.csv` among those of people.
        on_text: told how many texts have a label, of how many.

    Raises:
        ExperimentError: if there is nothing to judge, the file is no such sheet, or replies to some texts have no
            label, however often the model was asked; the others are kept.
        ModelError: if the model gives no reply.
    """
    texts = sorted(texts_to_judge(folder), key=lambda text: text.item)
    file = file or folder / SHEETS / "judge.csv"
    done: set[str] = set()
    if file.exists():
        labels, _, faults = read_labels(file, texts)
        if faults:
            raise ExperimentError(faults)
        done = set(labels)
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8", newline="") as out:
            csv.writer(out, lineterminator="\n").writerow(COLUMNS)
    left = [text for text in texts if text.item not in done]
    unread = []
    on_text(len(done), len(texts))
    for text in left:
        judged = _judged(model, text)
        if judged is None:
            unread.append(text.item)
            continue
        with file.open("a", encoding="utf-8", newline="") as out:
            row = (text.item, text.game, text.told, text.text, *judged)
            csv.writer(out, lineterminator="\n").writerow(row)
        done.add(text.item)
        on_text(len(done), len(texts))
    if unread:
        listed = ", ".join(unread[:5]) + (" …" if len(unread) > 5 else "")
        why = f"{model.name} gave no label for {len(unread)} of {len(texts)} texts ({listed})"
        raise ExperimentError([f"{file}: {why}; the same command asks again"])
    return file


def judging_prompt(text: JudgedText) -> str:
    """What a judge model is told of a text: what people are told, and nothing more."""
    return (
        f"{PROTOCOL}\n\nWhat the player was told:\n<told>\n{text.told}\n</told>\n\n"
        f"The reasoning:\n<reasoning>\n{text.text}\n</reasoning>\n\n{_FORM}"
    )


def _judged(model: Model, text: JudgedText) -> tuple[str, str] | None:
    """Label and comment; None where no reply has a label."""
    messages = [Message("user", judging_prompt(text))]
    for _ in range(_TRIES):
        reply = model.complete(messages, temperature=0.0, max_tokens=_MAX_TOKENS, schema=LABEL_SCHEMA)
        value, trouble = read_value(reply.text, LABEL_SCHEMA)
        if not trouble:
            return value["label"], value["comment"]
        said = [Message("assistant", reply.text)] if reply.text.strip() else []
        messages += [*said, Message("user", f"{trouble}. {_FORM}")]
    return None
