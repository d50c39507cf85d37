"""The prompts, schemas and functions of one agent for one game: which there are, and which are missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lelma.agents.steps.fields import PROMPT_FIELDS, SCHEMA_LISTS, GameTexts
from lelma.agents.steps.functions import StepFunction
from lelma.agents.steps.plan import StepEntry, StepPlan
from lelma.agents.steps.prompts import (
    PromptText,
    lists_named,
    prompt_file,
    prompt_places,
    read_prompt,
    read_schema,
)
from lelma.support.errors import GameError, did_you_mean


class AgentPrompts:
    """The prompts and schemas of an agent for one game, by task, each read once."""

    def __init__(self, plan: StepPlan, texts: GameTexts) -> None:
        """Nothing is read yet."""
        self._plan, self._texts = plan, texts
        self._places = prompt_places(plan.folders, texts.folder)
        self._read: dict[tuple[str, str], PromptText] = {}
        self._schemas: dict[tuple[str, str], dict[str, Any]] = {}

    def text(self, name: str, task: str) -> PromptText:
        """A prompt for a task."""
        if (name, task) not in self._read:
            file = prompt_file(name, self._places, task=task)
            if file is None:
                raise GameError(f"there is no prompt {name}.md{f' or {task}.{name}.md' if task else ''}")
            found = read_prompt(file)
            self._read[name, task] = PromptText(found.file, self._texts.phrased(found.text), found.line)
        return self._read[name, task]

    def schema(self, name: str, task: str) -> dict[str, Any]:
        """A schema for a task."""
        if (name, task) not in self._schemas:
            file = prompt_file(name, self._places, task=task, end=".json")
            if file is None:
                raise GameError(f"there is no schema {name}.json")
            self._schemas[name, task] = read_schema(file)
        return self._schemas[name, task]

    def missing(self) -> list[str]:
        """What is wrong with the prompts of every step and task."""
        found: dict[str, None] = {}
        for step in self._plan.step:
            for task in tasks_of(step, self._texts):
                try:
                    for name in step.asks:
                        found |= dict.fromkeys(unknown_fields(self.text(name, task), self._plan, step, self._texts))
                    if step.schema:
                        unknown = set(lists_named(self.schema(step.schema, task))) - SCHEMA_LISTS
                        found |= dict.fromkeys(f"{step.schema}.json: there is no list ${name}" for name in unknown)
                except GameError as error:
                    found[f"step {step.name}: {error}; looked in {', '.join(map(str, self._places))}"] = None
        return list(found)


def tasks_of(step: StepEntry, texts: GameTexts) -> tuple[str, ...]:
    """The tasks that a step is taken for in a game; `""` where it has no names for them, and for hooks."""
    return tuple(task for task in texts.tasks or ("",) if step.for_task(task)) if step.on == "act" else ("",)


def missing_functions(plan: StepPlan, functions: Mapping[str, StepFunction]) -> list[str]:
    """What is wrong with the functions that steps name."""
    return [
        f"step {step.name}: there is no function {step.call!r}{did_you_mean(step.call, functions)}"
        for step in plan.step
        if step.call and step.call not in functions
    ]


def unknown_fields(prompt: PromptText, plan: StepPlan, step: StepEntry, texts: GameTexts) -> list[str]:
    """The fields of a step's prompt that nothing has a value for, each with its place."""
    earlier = [each.name for each in plan.step if each.on == step.on]
    known = PROMPT_FIELDS | {f"parameter_{name}" for name in texts.numbers} | set(step.fields)
    known |= {f"step_{name}" for name in earlier[: earlier.index(step.name)]}
    known |= {f"state_{each.name}" for each in plan.step if each.keep}
    kept_by_functions = any(each.call for each in plan.step)
    found = []
    for name, line in prompt.fields():
        if name not in known and not (name.startswith("state_") and kept_by_functions):
            near = did_you_mean(name, known) or f"; there are: {', '.join(sorted(known))}"
            found.append(f"{prompt.file}:{line}: there is no field ${name}{near}")
    return found
