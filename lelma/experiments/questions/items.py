"""Questions with two options about a story, read from JSON Lines as BigToM's generator writes them.

Source: Gandhi et al., "Understanding Social Reasoning in Language Models with Language Models" (NeurIPS 2023); the
repository cicl-stanford/procedural-evals-tom has the generator.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.support.outside import json_value, utf8_text

LETTERS = ("a", "b")

VARIABLES = ("forward_belief", "forward_action", "backward_belief")
"""Those of the ReCon paper, in the order of its Table 1."""

SHOWN_ROW = "3"
"""The story that the 1-shot prompts of BigToM's own code show: it is left out of scores with one shot."""

_TEXTS = ("story", "question", "correct", "wrong")
_MOST_CHARACTERS = 20_000
"""Of one text of a question."""


@dataclass(frozen=True)
class StoryQuestion:
    """A question about a story.

    Attributes:
        id: names it in its file.
        row: the story it is of, or its number in the file.
        initial: whether the story states the initial belief: `0` or `1`, or empty.
        variable, condition: what is asked, and how the story goes, as BigToM names them; empty where a file doesn't.
    """

    id: str
    row: str
    story: str
    question: str
    correct: str
    wrong: str
    initial: str = ""
    variable: str = ""
    condition: str = ""

    @property
    def text(self) -> tuple[str, ...]:
        """What makes it the same question as another, wherever it stands."""
        return self.variable, self.story, self.question, self.correct, self.wrong

    def options(self, seed: int) -> tuple[str, str]:
        """The two options in the order in which they are shown: by the seed and the question alone."""
        options = [self.correct, self.wrong]
        Random(f"{seed}/{self.id}").shuffle(options)
        return options[0], options[1]


def read_questions(file: Path) -> list[StoryQuestion]:
    """The questions of a file, each once: of two that say the same the first.

    Needed are `story`, `question`, `correct` and `wrong`; `id`, `row`, `init_belief`, `variable` and `condition` are as
    they are, others are let be.

    Raises:
        ExperimentError: for every line that is no question, with its number.
    """
    found: dict[tuple[str, ...], StoryQuestion] = {}
    faults, ids = list[str](), set[str]()
    try:
        lines = utf8_text(file).splitlines()
    except OSError as error:
        raise ExperimentError([f"{file}: {error.strerror}"]) from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            question = _question(json_value(line, f"{file}:{number}"), number)
        except ValueError as error:
            faults.append(f"{file}:{number}: {error}")
            continue
        if question.id in ids:
            faults.append(f"{file}:{number}: two questions have the id {question.id!r}")
        ids.add(question.id)
        found.setdefault(question.text, question)
    if not found and not faults:
        faults.append(f"{file}: there is no question in it")
    if faults:
        more = [f"and {len(faults) - 5} more"] if len(faults) > 5 else []
        raise ExperimentError([*faults[:5], *more])
    return list(found.values())


def _question(value: Any, number: int) -> StoryQuestion:
    if not isinstance(value, dict):
        raise ValueError("expected an object")
    for name in _TEXTS:
        text = value.get(name)
        if not isinstance(text, str) or not text.strip():
            raise ValueError(f"{name}: expected a text, got {text!r}"[:200])
        if len(text) > _MOST_CHARACTERS:
            raise ValueError(f"{name}: {len(text)} characters are more than {_MOST_CHARACTERS}")
    if value["correct"].strip() == value["wrong"].strip():
        raise ValueError("correct and wrong are the same")
    told = {name: str(value.get(name, "")) for name in ("id", "row", "init_belief", "variable", "condition")}
    story, question, correct, wrong = (value[name].strip() for name in _TEXTS)
    return StoryQuestion(
        told["id"] or str(number),
        told["row"] or str(number),
        story,
        question,
        correct,
        wrong,
        initial={"True": "1", "False": "0"}.get(told["init_belief"], told["init_belief"]),
        variable=told["variable"],
        condition=told["condition"],
    )


def drawn(questions: Iterable[StoryQuestion], limit: int | None, seed: int) -> list[StoryQuestion]:
    """So many of the questions, drawn by a seed, in their order; all of them without a limit."""
    kept = list(questions)
    if limit is None or limit >= len(kept):
        return kept
    chosen = set(Random(seed).sample(range(len(kept)), limit))
    return [question for number, question in enumerate(kept) if number in chosen]


def read_readings(file: Path) -> dict[str, Mapping[str, Any]]:
    """Question id → the reading of its story that people gave, of a file of JSON Lines (`belief_sheet` has its form).

    Raises:
        ExperimentError: for a line that is no object with an `id`.
    """
    found: dict[str, Mapping[str, Any]] = {}
    for number, line in enumerate(utf8_text(file).splitlines(), 1):
        if line.strip():
            value = json_value(line, f"{file}:{number}")
            if not isinstance(value, dict) or "id" not in value:
                raise ExperimentError([f"{file}:{number}: expected an object with the id of a question"])
            found[str(value["id"])] = value
    return found
