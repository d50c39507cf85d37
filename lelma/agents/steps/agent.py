"""Runs the steps of an agent that is written as data (`lelma.agents.steps.plan`).

It keeps one JSON object through a match, its state, and the joint moves that it was told of. What changes in the state
is noted as `state` notes, so that a match that was cut off goes on from its transcript (`resume`). A question that is
asked again, because an answer was refused or claims failed in it, takes up the earlier steps' values, and only the
last step that gives an answer is taken again. What a question that came too late for its answer would keep is lost.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from gdl.values import dataclass
from lelma.agents.memory import AgentMemory
from lelma.agents.protocol import AgentFacts, Answer, MatchResult, Note, PastMatch, Ply, Seat, View
from lelma.agents.steps.fields import GameTexts, StepMoment, field_values, list_values
from lelma.agents.steps.functions import COMMON_FUNCTIONS, StepFunction, StepResult
from lelma.agents.steps.library import AgentPrompts, missing_functions
from lelma.agents.steps.plan import StepEntry, StepPlan
from lelma.agents.steps.prompts import expanded_schema
from lelma.agents.steps.reading import (
    LONGEST_READ,
    answer_form,
    lying_schema,
    read_answer,
    read_value,
    value_form,
)
from lelma.models import Message, Model, ModelError, Noted
from lelma.support.errors import GameError

STATE_NOTE = "state"
"""The kind of notes that tell what changed in an agent's state: `state`, name → value."""

CALL_NOTE = "call"
"""The kind of notes that tell of a call of a model, for hooks, which give no answer."""


STRUCTURED = frozenset({"openai", "gemini", "local"})
"""Kinds of models whose servers take a JSON schema."""

_LONGEST_TOLD = 300
"""Characters of what is told of a function's error."""


class _Failed(Exception):
    """A step came to nothing, so that the steps after it are not taken; the message says why."""


@dataclass
class _Run:
    """The steps of one question or hook, as they are taken."""

    on: str
    view: View
    state: dict[str, Any]
    texts: GameTexts
    plan: StepPlan
    memory: AgentMemory | None = None
    result: MatchResult | None = None
    results: dict[str, Any] = field(default_factory=dict)
    calls: list[dict[str, Any]] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    changed: dict[str, Any] = field(default_factory=dict)
    answer: dict[str, Any] | None = None
    trouble: str = ""
    asked: int = 0
    doors: dict[str, Noted] = field(default_factory=dict)
    begun: float = field(default_factory=time.monotonic)

    @property
    def moment(self) -> StepMoment:
        plan = self.plan
        return StepMoment(
            self.on,
            self.view,
            self.state,
            self.results,
            self.result,
            self.texts,
            settings=plan.options,
            folders=plan.folders,
            memory=self.memory,
        )

    def seconds_left(self) -> float | None:
        """Of the time for the answer; None without a limit."""
        seconds = self.view.seconds
        return None if seconds is None else max(0.0, seconds - (time.monotonic() - self.begun))

    def keep(self, kept: Mapping[str, Any]) -> None:
        self.changed |= {name: value for name, value in kept.items() if self.state.get(name) != value}
        self.state |= kept

    def all_notes(self) -> tuple[Note, ...]:
        """What was noted, and what changed in the state."""
        changed: list[Note] = [{"kind": STATE_NOTE, "state": self.changed}] if self.changed else []
        return (*self.notes, *changed)


class StepAgent:
    """An agent of steps. The model may answer anything: what can't be read is refused by the referee."""

    def __init__(
        self,
        plan: StepPlan,
        models: Mapping[str, Model],
        *,
        texts: GameTexts | None = None,
        functions: Mapping[str, StepFunction] = COMMON_FUNCTIONS,
        memory: AgentMemory | None = None,
    ) -> None:
        """Read its prompts.

        Args:
            models: name → model; `""` is the one for steps that name none, or one that is not there.
            functions: those that steps may name as `call`.
            memory: what it keeps from one match to the next.

        Raises:
            GameError: if a prompt, a schema or a function is missing or has faults.
        """
        self.plan, self._models, self._functions = plan, models, functions
        self._texts = texts or GameTexts()
        self._kept = memory
        if memory is not None:
            self.memory = memory  # it is looked for, and not all agents have one
        self._prompts = AgentPrompts(plan, self._texts)
        self._lock = threading.Lock()
        self._turn = object()
        self._state: dict[str, Any] = {}
        self._seat: Seat | None = None
        self._plies: tuple[Ply, ...] = ()
        self._earlier: tuple[int, dict[str, Any], list[str]] = (-1, {}, [])
        faults = [*missing_functions(plan, functions), *self._prompts.missing()]
        if faults:
            raise GameError("\n".join([f"agent {plan.name} ({plan.file}) can't play:", *faults]))

    @property
    def name(self) -> str:
        return f"{self.plan.name}{self.plan.chosen}:{self._models[''].name}"

    @property
    def facts(self) -> AgentFacts:
        return self.plan.facts

    @property
    def here(self) -> bool:
        """Whether it is asked in the thread of whoever asks: all its models answer at once, without a server."""
        return all(getattr(model, "here", False) for model in self._models.values())

    @property
    def in_order(self) -> bool:
        """Whether it must not be asked beside others, as its model gives its replies in a fixed order."""
        return any(getattr(model, "in_order", False) for model in self._models.values())

    def begin(self, seat: Seat) -> tuple[Note, ...]:
        """The match begins."""
        self._seat, self._plies, self._earlier = seat, (), (-1, {}, [])
        with self._lock:
            self._state = {}
        return self._hook("begin", None)

    def observe(self, ply: Ply) -> tuple[Note, ...]:
        """A joint move was made."""
        self._plies += (ply,)
        return self._hook("observe", None)

    def end(self, result: MatchResult) -> tuple[Note, ...]:
        """The match is over."""
        return self._hook("end", result)

    def resume(self, past: PastMatch) -> None:
        """A match goes on that was cut off: in place of `begin` and `observe`."""
        self._seat, self._plies = past.seat, past.plies
        with self._lock:
            self._state = {}
            for note in past.notes:
                if note.get("kind") == STATE_NOTE and isinstance(note.get("state"), dict):
                    self._state |= note["state"]

    def act(self, view: View) -> Answer:
        """The answer of the steps for the view's task."""
        self._plies = view.plies
        run, turn = self._run("act", view)
        steps = self.plan.steps("act", view.task)
        last = max((number for number, step in enumerate(steps) if step.gives == "answer" and step.asks), default=0)
        ply, results, thoughts = self._earlier
        anew = bool(view.checked) and view.checked[-1].anew
        if (view.refused or view.checked) and ply == len(view.plies) and not anew:
            run.results, run.thoughts, steps = dict(results), list(thoughts), steps[last:]
        self._take(run, steps, saved=last)
        self._settle(run, turn)
        calls, notes = tuple(run.calls), run.all_notes()
        if run.answer is None:
            return Answer("", calls=calls, trouble=run.trouble or "no step gave an answer", notes=notes)
        thought = "\n\n".join(filter(None, [*run.thoughts, run.answer["thought"]]))
        answer = run.answer
        lies = tuple(answer["lies"])
        return Answer(answer["move"], answer["words"], thought, calls, run.trouble, lies, notes)

    def _hook(self, on: str, result: MatchResult | None) -> tuple[Note, ...]:
        seat = self._seat
        steps = [step for step in self.plan.steps(on, "") if on != "observe" or self._fits(step)]
        if seat is None or not steps:
            return ()
        view = View(
            role=seat.role,
            roles=seat.roles,
            rules=seat.rules,
            wording=seat.wording,
            plies=self._plies,
            legal=(),
            card=self._texts.card_of(self._plies),
            seconds=seat.seconds,
            seed=seat.seed + len(self._plies),
        )
        run, turn = self._run(on, view, result)
        self._take(run, tuple(steps))
        self._settle(run, turn)
        trouble: list[Note] = [{"kind": "unread", "why": run.trouble}] if run.trouble else []
        return (*({"kind": CALL_NOTE, **call} for call in run.calls), *run.all_notes(), *trouble)

    def _fits(self, step: StepEntry) -> bool:
        """Whether a step is taken for the last joint move."""
        ply, role = self._plies[-1], self._seat.role if self._seat is not None else ""
        if step.heard and not any(each.role != role for each in ply.heard):
            return False
        return not step.percepts or self._texts.fits(step.percepts, ply.percepts)

    def _run(self, on: str, view: View, result: MatchResult | None = None) -> tuple[_Run, object]:
        """A new run, on a copy of the state, whose values nobody changes, and its mark: a later one outdates it."""
        with self._lock:
            self._turn = turn = object()
            state = dict(self._state)
            return _Run(on, view, state, self._texts, self.plan, self._kept, result), turn

    def _settle(self, run: _Run, turn: object) -> None:
        with self._lock:
            if self._turn is turn:
                self._state = run.state

    def _take(self, run: _Run, steps: tuple[StepEntry, ...], *, saved: int = 0) -> None:
        for number, step in enumerate(steps):
            if number == saved and len(steps) > saved:
                self._earlier = (len(run.view.plies), dict(run.results), list(run.thoughts))
            if step.after and not any(self._texts.fits(step.after, ply.percepts) for ply in run.view.plies):
                continue
            try:
                self._step(run, step)
            except _Failed as failed:
                run.trouble = str(failed)
                return

    def _step(self, run: _Run, step: StepEntry) -> None:
        if step.call:
            found = self._called(run, step)
        else:
            values = [self._asked(run, step, step.prompt or step.name, {}, None) for _ in range(step.times)]
            found = StepResult(values[0] if step.times == 1 else values)
        value = found.value
        run.results[step.name] = value
        run.notes += found.notes
        run.keep({**found.kept, **({step.name: value} if step.keep and value is not None else {})})
        if step.note and value is not None:
            run.notes.append(_note(step.note, value))
        if step.gives == "thought" and value is not None:
            run.thoughts.append(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        if step.gives == "answer" and value is not None:
            run.answer = _answer(value)

    def _called(self, run: _Run, step: StepEntry) -> StepResult:
        """What a function comes to, as plain values."""
        try:
            found = self._functions[step.call](run.moment, step.options, _Asking(self, run, step))
            return StepResult(_plain(found.value), tuple(found.notes), _plain(dict(found.kept)))
        except _Failed:
            raise
        except Exception as error:  # a function may be anybody's, and the calls so far must be told
            raise _Failed(f"step {step.name} failed: {type(error).__name__}: {error}"[:_LONGEST_TOLD]) from error

    def _asked(
        self, run: _Run, step: StepEntry, prompt: str, further: Mapping[str, str], schema: Mapping[str, Any] | None
    ) -> Any:
        """A model's answer to a prompt: a text, a value of a schema, or, of a step that gives it, an answer."""
        model = self._models.get(step.model) or self._models[""]
        view, moment = run.view, run.moment
        answering = step.gives == "answer" and not step.call and not step.schema
        lists = list_values(moment, self._texts)
        wanted: dict[str, Any] | None = None
        form = ""
        if answering:
            structured = takes_schema(model)
            wanted = lying_schema(view, step.max_tokens or self.plan.max_tokens) if structured else None
            form = answer_form(bool(view.speaking), structured=structured)
        elif schema is not None or step.schema:
            shape = schema if schema is not None else self._prompts.schema(step.schema, view.task)
            wanted = expanded_schema(shape, lists)
            form = value_form(wanted)
        values = field_values(moment, self._texts, self.plan.folders, form)
        named = {name for name, _ in self._prompts.text(prompt, view.task).fields()}
        absent = {name for name in named if name.startswith(("state_", "step_"))}  # such as of a step for other tasks
        given = dict.fromkeys(absent, "") | {name: values[name] for name in named & values.keys()} | dict(further)
        messages = self._prompts.text(prompt, view.task).messages(given)
        trouble = ""
        for _ in range(step.tries):
            again = [Message("user", f"{trouble[0].upper()}{trouble[1:]}. {form}")] if trouble else []
            text = self._complete(run, step, model, [*messages, *again], wanted)
            if answering:
                answer, trouble = read_answer(text)
                run.trouble = trouble
                return answer
            if wanted is None:
                return text.strip()
            value, trouble = read_value(text, wanted)
            if not trouble:
                return value
        run.notes.append({"kind": "unread", "step": step.name, "why": trouble})
        return None

    def _complete(
        self, run: _Run, step: StepEntry, model: Model, messages: list[Message], schema: dict[str, Any] | None
    ) -> str:
        plan = self.plan
        temperature = plan.temperature if step.temperature is None else step.temperature
        most = step.max_tokens or plan.max_tokens
        if model.name not in run.doors:
            run.doors[model.name] = Noted(model, seconds=run.seconds_left())
        door = run.doors[model.name]
        seed = (run.view.seed + run.asked) % 2**31
        run.asked += 1
        try:
            reply = door.complete(messages, temperature=temperature, max_tokens=most, schema=schema, seed=seed)
        except ModelError as error:
            raise _Failed(f"the model failed: {error}") from None
        finally:
            run.calls += ({"step": step.name, **call, **_cut(call)} for call in door.calls[len(door.calls) - 1 :])
        text = reply.text[:LONGEST_READ]
        return text


@dataclass(frozen=True)
class _Asking:
    """What a function asks the model by."""

    agent: StepAgent
    run: _Run
    step: StepEntry

    def __call__(
        self, prompt: str, fields: Mapping[str, str] | None = None, *, schema: Mapping[str, Any] | None = None
    ) -> Any:
        if prompt not in self.step.prompts:
            raise _Failed(f"step {self.step.name} asks with the prompt {prompt!r}, which its data does not name")
        return self.agent._asked(self.run, self.step, prompt, fields or {}, schema)


def takes_schema(model: Model) -> bool:
    """Whether a model is asked for a JSON object by a schema: if it says so, else by the kind in its name.

    So a match that is replayed asks as the recorded one did. A server that refuses a schema is asked without, and the
    prompt says the form.
    """
    told = getattr(model, "takes_schema", None)
    return model.name.partition(":")[0] in STRUCTURED if told is None else bool(told)


def _cut(call: Mapping[str, Any]) -> dict[str, Any]:
    """The reply of a call as far as it is read."""
    return {"reply": call["reply"][:LONGEST_READ]} if isinstance(call.get("reply"), str) else {}


def _plain(value: Any) -> Any:
    """A value as JSON gives it back; ValueError or TypeError if it is no JSON."""
    return json.loads(json.dumps(value, allow_nan=False))


def _note(kind: str, value: Any) -> Note:
    match value:
        case dict():
            return {**value, "kind": kind}
        case list():
            return {"kind": kind, "texts": [each if isinstance(each, str) else json.dumps(each) for each in value]}
        case _:
            return {"kind": kind, "text": value if isinstance(value, str) else json.dumps(value)}


def _answer(value: Any) -> dict[str, Any]:
    """A step's value as an answer: of a text alone, that is the move."""
    given = value if isinstance(value, dict) else {"move": value}
    texts = {name: given.get(name, "") for name in ("move", "words", "thought")}
    lies = given.get("lies", ())
    lies = [lie for lie in lies if isinstance(lie, str)] if isinstance(lies, list) else []
    return {name: text if isinstance(text, str) else json.dumps(text) for name, text in texts.items()} | {"lies": lies}
