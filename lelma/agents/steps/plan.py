"""What an agent of steps does, as data: `games/_sets/agents/NAME.toml`, or `agents/NAME.toml` of a game's folder.

```toml
about = "Thinks first, then answers."
prompts = ["cot"]                 # folders of prompts, the first that has a file; by default the agent's name

[[step]]
name = "think"                    # its prompt is think.md, or vote.think.md for the task `vote`
tasks = ["vote"]                  # all tasks where it is missing
gives = "thought"                 # added to the private reasoning

[[step]]
name = "answer"
gives = "answer"                  # the move, with words, thought and lies

[[step]]
name = "beliefs"
on = "observe"                    # after each joint move, rather than when asked; also `begin` and `end`
heard = true                      # only where somebody else's words were heard
schema = "beliefs"                # a value that follows beliefs.json, beside the prompts
keep = true                       # kept through the match, as `$state_beliefs`
note = "belief"                   # and noted
```

A step with `call` names a function (`lelma.agents.steps.functions`) in place of a prompt. An ablation is another file.

Switches that its functions go by stand in a table `[options]`, each with its usual value; `NAME?OPTION=VALUE&…:MODEL`
changes some. `memory` names what it keeps from one match to the next (`lelma.agents.roster.STEP_MEMORIES`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from gdl.values import dataclass
from lelma.agents.protocol import AgentFacts
from lelma.support.errors import GameError, UsageError, did_you_mean
from lelma.support.outside import toml_file
from lelma.support.paths import data_folder
from lelma.support.shape import OneOrMore, misshapen, type_shape, typed_value

OCCASIONS = ("act", "begin", "observe", "end")
"""When a step is taken: when the role is asked, or with a hook (`lelma.agents.protocol`)."""

GIVES = ("", "answer", "thought")

MAX_TOKENS = 1024

_WORD = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True)
class StepEntry:
    """One `[[step]]`.

    Attributes:
        tasks: the tasks it is taken for; empty for all.
        on: one of `OCCASIONS`.
        after: patterns in KIF: it is taken only once a percept fitted one of them; empty for at once.
        percepts: patterns in KIF: of a joint move, it is taken only where one fits a percept; empty for any.
        heard: of a joint move, it is taken only where words of another were heard.
        prompt: the name of its prompt; empty for its own name.
        call: the function it calls, in place of a model; empty for none.
        options: what that function is given further.
        prompts: prompts that the function has a model answer.
        fields: fields that the function adds to those prompts.
        schema: the file, without `.json`, of what its value must follow; empty for plain text.
        times: how often the model is asked; more than once, the value is a list.
        tries: how often an unreadable value is asked for.
        model: which of several models (`strong=…;weak=…`) it asks.
        temperature, max_tokens: as `lelma.models.Model.complete` has them; the agent's where they are missing.
        gives: one of `GIVES`: the agent's answer, or part of its private reasoning.
        keep: whether its value is kept through the match.
        note: the kind of note that its value becomes (`lelma.agents.notes`); empty for none.
    """

    name: str = ""
    tasks: OneOrMore = ()
    on: str = "act"
    after: OneOrMore = ()
    percepts: OneOrMore = ()
    heard: bool = False
    prompt: str = ""
    call: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    prompts: OneOrMore = ()
    fields: OneOrMore = ()
    schema: str = ""
    times: int = 1
    tries: int = 2
    model: str = ""
    temperature: float | int | None = None
    max_tokens: int | None = None
    gives: str = ""
    keep: bool = False
    note: str = ""

    @property
    def asks(self) -> tuple[str, ...]:
        """The names of its prompts."""
        return tuple(self.prompts) if self.call else (self.prompt or self.name,)

    def for_task(self, task: str) -> bool:
        """Whether it is taken for a task."""
        return not self.tasks or task in self.tasks


@dataclass(frozen=True)
class StepPlan:
    """An agent of steps, as its file has it.

    Attributes:
        name: the file's name.
        about, source: what it is, and the paper that has it (`AgentFacts`).
        prompts: folders of prompts, the first that has a file; empty for one of the agent's name.
        temperature, max_tokens: of steps that name none.
        options: switch → its value, for functions.
        memory: the kind of what it keeps from one match to the next; empty for nothing.
        file: where it is written.
        chosen: the options that were changed, as they were written; empty for the usual ones.
    """

    name: str = ""
    about: str = ""
    source: str = ""
    prompts: OneOrMore = ()
    temperature: float | int = 0.7
    max_tokens: int = MAX_TOKENS
    options: Mapping[str, Any] = field(default_factory=dict)
    memory: str = ""
    step: tuple[StepEntry, ...] = ()
    file: str = ""
    chosen: str = ""

    def with_options(self, text: str) -> StepPlan:
        """The same agent with other values for some of its options, `OPTION=VALUE&…`; values may be percent-encoded.

        Raises:
            UsageError: for an option there is not, or a value of another kind.
        """
        found = dict(self.options)
        for part in filter(None, text.split("&")):
            name, equals, value = part.partition("=")
            if name not in found or not equals:
                near = did_you_mean(name, found)
                raise UsageError(f"{self.name} has no option {part!r}{near}; there are: {', '.join(found) or 'none'}")
            found[name] = _option(f"{self.name}: {name}", unquote(value), found[name])
        return replace(self, options=found, chosen=f"?{text}" if text else "")

    @property
    def folders(self) -> tuple[str, ...]:
        """Names of the folders of its prompts."""
        return self.prompts or (self.name,)

    @property
    def facts(self) -> AgentFacts:
        """What can be said of it before it plays."""
        taken = [step for step in self.step if step.on == "act"]
        known = len(taken) == len(self.step) and not any(step.tasks or step.prompts for step in taken)
        calls = sum(step.times for step in taken if not step.call) if known else None
        return AgentFacts(self.about, calls=calls, memory=bool(self.memory), source=self.source)

    def steps(self, on: str, task: str) -> tuple[StepEntry, ...]:
        """The steps of an occasion, for a task."""
        return tuple(step for step in self.step if step.on == on and step.for_task(task))


def known_plans(folder: Path | None = None) -> dict[str, Path]:
    """Name → file of the agents of steps that there are; those of a game's folder go before the shared ones."""
    places = [data_folder("games") / "_sets" / "agents", *([] if folder is None else [folder / "agents"])]
    return {file.stem: file for place in places for file in sorted(place.glob("*.toml"))}


def read_plan(file: Path) -> StepPlan:
    """The agent that a file describes.

    Raises:
        GameError: with every fault of it.
    """
    content = toml_file(file, fail=GameError)
    faults = list(misshapen(content, type_shape(StepPlan)))
    if not faults:
        plan = typed_value(StepPlan, {**content, "name": file.stem, "file": str(file)})
        faults = [*_unknown(content, StepPlan, ""), *_plan_faults(plan, content)]
    if faults:
        raise GameError("\n".join([f"{file} has faults:", *faults]))
    return plan


_YES, _NO = ("yes", "true", "1", "on"), ("no", "false", "0", "off")


def _option(where: str, text: str, usual: Any) -> Any:
    """A value of the kind of the usual one.

    Raises:
        UsageError: if it is of another kind.
    """
    if isinstance(usual, bool):
        if text not in (*_YES, *_NO):
            raise UsageError(f"{where} = {text!r}: expected yes or no")
        return text in _YES
    kind = type(usual)
    try:
        return kind(text)
    except ValueError:
        raise UsageError(f"{where} = {text!r}: expected {'a whole number' if kind is int else 'a number'}") from None


def _plan_faults(plan: StepPlan, content: Mapping[str, Any]) -> Iterator[str]:
    for folder in plan.folders:
        if not _WORD.fullmatch(folder):
            yield f"prompts: {folder!r} is no name of a folder: small letters, digits and _"
    if not any(step.gives == "answer" for step in plan.step):
        yield 'no step has gives = "answer"'
    for number, step in enumerate(plan.step, start=1):
        place = f"step[{number}]"
        yield from _unknown(content["step"][number - 1], StepEntry, f"{place}.")
        for name in (step.name, *step.asks, *([step.schema] if step.schema else [])):
            if not _WORD.fullmatch(name):
                yield f"{place}: {name!r} is no name: small letters, digits and _"
        if step.on not in OCCASIONS:
            yield f"{place}.on = {step.on!r} should be one of {', '.join(OCCASIONS)}"
        if step.gives not in GIVES or (step.gives and step.on != "act"):
            yield f"{place}.gives = {step.gives!r} should be answer or thought, of a step that is taken when asked"
        if min(step.times, step.tries) < 1:
            yield f"{place}: times and tries are 1 or more"
    for name, value in plan.options.items():
        if not isinstance(value, str | bool | int | float):
            yield f"options.{name}: an option is a text, a number, true or false"
    names = [step.name for step in plan.step]
    yield from (f"two steps are called {name}" for name in sorted({name for name in names if names.count(name) > 1}))


def _unknown(table: Mapping[str, Any], kind: type, place: str) -> Iterator[str]:
    known = set(type_shape(kind)) - {"file", "chosen"} - ({"name"} if kind is StepPlan else set())
    yield from (f"{place}{name} is no entry; there are: {', '.join(sorted(known))}" for name in set(table) - known)
