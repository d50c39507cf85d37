"""Steps that call no model of themselves: functions that a step names as its `call`.

A function gets the moment, the options that the step's data have, and a way to have the model answer one of the step's
`prompts`; it returns the step's value, and notes. Papers add theirs to the mapping that `lelma.agents.roster` is given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Protocol

from gdl.values import dataclass
from lelma.agents.protocol import Note
from lelma.agents.steps.fields import StepMoment


@dataclass(frozen=True)
class StepResult:
    """What a step comes to.

    Attributes:
        value: a JSON value; of a step that gives the answer, an object with `move`, `words`, `thought`, `lies`.
        notes: as those of an answer.
        kept: names → values that the agent keeps from now on.
    """

    value: Any = None
    notes: Sequence[Note] = ()
    kept: Mapping[str, Any] = field(default_factory=dict)


class Ask(Protocol):
    """Has the model answer one of the step's prompts."""

    def __call__(
        self, prompt: str, fields: Mapping[str, str] | None = None, *, schema: Mapping[str, Any] | None = None
    ) -> Any:
        """The text of the reply; with a schema the value, or None if none could be read.

        Args:
            fields: those that the step's data name further, with their values.
        """
        ...


class StepFunction(Protocol):
    """A step that is no call of a model."""

    def __call__(self, moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
        """What the step comes to. It may raise: the question has no answer then, and the match goes on."""
        ...


def pick(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """The entry of the list `options.of`, a step, that the reply of the step `options.by` names first by its number.

    Without such a number it is the first entry.
    """
    entries = moment.results.get(options["of"])
    chosen = str(moment.results.get(options["by"]) or "")
    entries = entries if isinstance(entries, list) or entries is None else [entries]
    entries = [entry for entry in entries or () if entry is not None]
    if not entries:
        return StepResult()
    numbers = [int(text) for text in re.findall(r"\d{1,4}", chosen)]
    number = next((number for number in numbers if 1 <= number <= len(entries)), 1)
    return StepResult(entries[number - 1])


def fixed_text(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """The text that the step's data have for the task, `options.TASK`, or else for all, `options.text`."""
    return StepResult(str(options.get(moment.view.task, options.get("text", ""))))


def left_out(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """Nothing: what an ablation has in place of a step, so that what names its value is left out of prompts."""
    return StepResult()


def standing_move(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """The answer of the step `options.of` again, if its move is one of `options.moves`, which stands."""
    answer = moment.results.get(options["of"])
    moves = {moment.texts.phrased(move) for move in options["moves"]}
    return StepResult(answer if isinstance(answer, dict) and answer.get("move") in moves else None)


COMMON_FUNCTIONS: Mapping[str, StepFunction] = {
    "pick": pick,
    "fixed_text": fixed_text,
    "left_out": left_out,
    "standing_move": standing_move,
}
"""The functions that every agent of steps may name."""
