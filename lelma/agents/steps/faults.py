"""What is wrong with the agents of steps of a game: their files, their prompts, and numbers that rules may change.

The shared agents are looked at where all their prompts are there for the game, or where its folder has some of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from gdl.errors import Fault
from lelma.agents.steps.fields import SCHEMA_LISTS, GameTexts
from lelma.agents.steps.functions import COMMON_FUNCTIONS, StepFunction
from lelma.agents.steps.library import missing_functions, tasks_of, unknown_fields
from lelma.agents.steps.plan import StepEntry, StepPlan, known_plans, read_plan
from lelma.agents.steps.prompts import (
    PromptText,
    lists_named,
    prompt_file,
    prompt_places,
    read_prompt,
    read_schema,
)
from lelma.game.game import Game, is_game_folder
from lelma.support.errors import GameError

_NUMBERS = "two three four five six seven eight nine ten eleven twelve".split()
_WRITTEN = re.compile(rf"(?<![\w.$-])(\d+|{'|'.join(_NUMBERS)})[ \n]+((?:[a-z]+[ \n]+)?)([a-z]+)", re.IGNORECASE)
_PLACE = re.compile(r"^(?P<file>.+?):(?P<line>\d+)(?::\d+)?: (?P<said>.*)$", re.DOTALL)
_PARTS = frozenset({"of", "at", "to", "by", "in", "the", "needed", "first", "second", "size"})
"""Parts of parameters' names that tell nothing of what is counted."""


def agent_faults(path: Path, *, functions: Mapping[str, StepFunction] = COMMON_FUNCTIONS) -> tuple[Fault, ...]:
    """The faults of the agents of steps of a game folder; none of a bare file of rules.

    Raises:
        GameError: if the game can't be loaded.
    """
    if not is_game_folder(path):
        return ()
    texts = GameTexts.of(Game.load(path))
    found: dict[Fault, None] = {}
    plans: list[StepPlan] = []
    for file in known_plans(path).values():
        own = file.is_relative_to(path)
        try:
            plan = read_plan(file)
        except GameError as error:
            found[_fault(str(file), str(error), "bad-agent")] = None
            continue
        plans.append(plan)
        faults = list(_plan_faults(plan, texts, functions))
        touched = own or any((path / "prompts" / name).is_dir() for name in plan.folders)
        if touched or not any(fault.code == "missing-prompt" for fault in faults):
            found |= dict.fromkeys(faults)
    found |= dict.fromkeys(_unused(path, plans, texts))
    found |= dict.fromkeys(_of_fragments(path, texts))
    return tuple(found)


def _of_fragments(path: Path, texts: GameTexts) -> Iterator[Fault]:
    """What is wrong with the rules that functions put into prompts, `rules/NAME.md` of their folders."""
    for file in sorted((path / "prompts").glob("*/rules/*.md")):
        try:
            yield from _numbers_written(read_prompt(file), texts)
        except GameError as error:
            yield _fault(str(file), str(error), "bad-prompt")


def _plan_faults(plan: StepPlan, texts: GameTexts, functions: Mapping[str, StepFunction]) -> Iterator[Fault]:
    places = prompt_places(plan.folders, texts.folder)
    for trouble in missing_functions(plan, functions):
        yield _fault(plan.file, trouble, "unknown-function")
    for step in plan.step:
        for task in tasks_of(step, texts):
            for name in step.asks:
                file = prompt_file(name, places, task=task)
                if file is None:
                    wanted = f"{task}.{name}.md or {name}.md" if task else f"{name}.md"
                    yield _fault(
                        plan.file, f"step {step.name}: no folder of its prompts has {wanted}", "missing-prompt"
                    )
                else:
                    yield from _prompt_faults(file, plan, step, texts)
            if step.schema:
                yield from _schema_faults(prompt_file(step.schema, places, task=task, end=".json"), plan, step)


def _prompt_faults(file: Path, plan: StepPlan, step: StepEntry, texts: GameTexts) -> Iterator[Fault]:
    try:
        prompt = read_prompt(file)
    except GameError as error:
        yield _fault(str(file), str(error), "bad-prompt")
        return
    for trouble in unknown_fields(prompt, plan, step, texts):
        yield _fault(str(file), trouble, "unknown-field")
    yield from _numbers_written(prompt, texts)


def _schema_faults(file: Path | None, plan: StepPlan, step: StepEntry) -> Iterator[Fault]:
    if file is None:
        trouble = f"step {step.name}: no folder of its prompts has {step.schema}.json"
        yield _fault(plan.file, trouble, "missing-prompt")
        return
    try:
        unknown = sorted(set(lists_named(read_schema(file))) - SCHEMA_LISTS)
    except GameError as error:
        yield _fault(str(file), str(error), "bad-prompt")
        return
    for name in unknown:
        yield _fault(
            str(file), f"there is no list ${name}; there are: {', '.join(sorted(SCHEMA_LISTS))}", "unknown-field"
        )


def _numbers_written(prompt: PromptText, texts: GameTexts) -> Iterator[Fault]:
    """Numbers that stand before what a parameter counts: other parameters would make them wrong."""
    counted = {word: name for name in texts.numbers for word in _words(name)}
    counted |= {word: name for name, text in texts.numbers.items() for word in _cards(text)}
    for found in _WRITTEN.finditer(prompt.text):
        names = [counted.get(_singular(word)) for word in (*found[2].split(), found[3])]
        name = next(filter(None, names), None)
        if name is not None:
            said = " ".join(found[0].split())
            message = f"“{said}” writes a number out that the parameter {name} may change"
            line = prompt.line_of(found.start())
            fix = f"write $parameter_{name}, or say it without a number"
            yield Fault(prompt.file, line, 1, "number-written-out", message, "error", fix)


def _words(parameter: str) -> list[str]:
    return [_singular(part) for part in parameter.split("_") if part not in _PARTS]


def _cards(text: str) -> list[str]:
    """The cards of a parameter that counts cards: those of `1 merlin, 2 servant`."""
    return [_singular(part.split()[1]) for part in text.split(", ") if len(part.split()) == 2]


def _singular(word: str) -> str:
    word = word.lower()
    return word[:-3] + "f" if word.endswith("ves") else word.removesuffix("s")


_ASKED_BY_COMMANDS = frozenset({("words", "define.md")})
"""Prompts of a game that are no agent's: `lelma words rank --describe` asks by it."""


def _unused(path: Path, plans: list[StepPlan], texts: GameTexts) -> Iterator[Fault]:
    """Prompts of the game's folder that no step asks for."""
    asked = _ASKED_BY_COMMANDS | {
        (folder, f"{start}{name}{end}")
        for plan in plans
        for folder in plan.folders
        for step in plan.step
        for task in tasks_of(step, texts)
        for start in ("", f"{task}." if task else "")
        for name, end in (*((name, ".md") for name in step.asks), (step.schema, ".json"))
    }
    root = path / "prompts"
    for file in sorted([*root.glob("*/*.md"), *root.glob("*/*.json")]):
        if file.parent.name not in ("roles", "tasks") and (file.parent.name, file.name) not in asked:
            message = "no step of an agent asks for this prompt: its name is that of no step, or of no task of the game"
            yield _fault(str(file), message, "unused-prompt")


def _fault(file: str, message: str, code: str) -> Fault:
    """A fault of a file, at the line that the message begins with, if it does."""
    place = _PLACE.match(message)
    line = 1
    if place is not None and place["file"] == file:
        line, message = int(place["line"]), place["said"]
    return Fault(file, line, 1, code, message, "error", "correct the file named here")
