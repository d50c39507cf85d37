"""Ways to answer a question about a story: those of the ReCon paper (section 4.2), and ours with a solver.

- `vanilla`: an answer. `cot`: thought and answer.
- `tot`: b plans, v votes for one, b answers by it, v votes for one (the paper: b = 5, v = 5).
- `recon`: formulation, which is whose eyes, thought and answer; refinement, read again with these eyes, and answered.
- `recon+`: recon, beside what follows from the story's events by `belief_sheet`. Where they differ the model is told,
  once, and what follows stands. Events are those that people gave, or `story_reader` reads, or else the model writes;
  where nobody can tell them the model's answer stands.

Only `a)` or `b)` is an answer. What can't be read as one is wrong; no model grades it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Any

from gdl.values import dataclass
from lelma.agents.steps.agent import takes_schema
from lelma.agents.steps.prompts import PromptText, read_prompt, read_schema
from lelma.agents.steps.reading import read_value, value_form
from lelma.experiments.questions.belief_sheet import ReadingFault, TakenBelief, taken_from
from lelma.experiments.questions.items import LETTERS, StoryQuestion
from lelma.experiments.questions.story_reader import read_story
from lelma.models import Model
from lelma.models.costs import Tally
from lelma.support.paths import data_folder

BY_SOLVER, BY_MODEL, BY_PEOPLE, BY_TEXT = "solver", "model", "people", "text"

_LONGEST = 20_000
_MOST_TOKENS = 512
_ANSWER = re.compile(r"answer\s*[:=]?\s*\W{0,3}\(?\s*([ab])\s*\)", re.IGNORECASE)
_LETTER = re.compile(r"(?<![\w])\(?([ab])\)", re.IGNORECASE)
_THINKS: Mapping[str, Any] = {"thought": {"type": "string", "maxLength": 1200}}
_BELIEFS: Mapping[str, Any] = {"beliefs": {"type": "string", "maxLength": 800}}
_LETTERED: Mapping[str, Any] = {"answer": {"type": "string", "enum": list(LETTERS)}}
_FORM = "End with a line `Answer: a)` or `Answer: b)` and nothing else on it."


@dataclass(frozen=True)
class AskingTerms:
    """How questions are asked.

    Attributes:
        seed: of the order of options and of what models draw.
        breadth, votes: of `tot`.
        readings: question id → the reading of its story that people gave.
        reader: who reads events where people gave none: `text`, then the model where that leaves a story open; or only
            one of the two.
    """

    seed: int = 0
    breadth: int = 5
    votes: int = 5
    temperature: float = 0.6
    readings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    reader: str = ""


@dataclass(frozen=True)
class AnsweredQuestion:
    """What came of a question.

    Attributes:
        given: the option chosen; empty if the reply could not be read.
        first: of methods that refine, the option before that; empty if there was none.
        by: `solver` where the events of the story decide, else `model`.
        events: whose events these are: `people`, `text`, `model`; empty without any.
        model: of `recon+`, what the model answered before anything was fed back.
        reason: of `recon+`, what the events come to.
        unread: replies that could not be read, of `asked` that should have an answer.
    """

    given: str
    first: str = ""
    by: str = BY_MODEL
    events: str = ""
    model: str = ""
    reason: str = ""
    unread: int = 0
    asked: int = 0
    tally: Tally = field(default_factory=Tally)


class _Asking:
    """Asks a model about one question, and counts."""

    def __init__(self, model: Model, question: StoryQuestion, terms: AskingTerms) -> None:
        """Nothing is asked yet."""
        self._model, self.question, self.terms = model, question, terms
        self.options = question.options(terms.seed)
        self._shown = "\n".join(f"{letter}) {option}" for letter, option in zip(LETTERS, self.options, strict=True))
        self.calls = self.unread = self.asked = 0
        self.tally = Tally()

    def text(self, prompt: str, schema: Mapping[str, Any] | None, **fields: str) -> str:
        """A reply to a prompt."""
        values = {"story": self.question.story, "question": self.question.question, "options": self._shown}
        messages = _prompt(prompt).messages({"form": "", **values, **fields})
        self.calls += 1
        reply = self._model.complete(
            messages,
            temperature=self.terms.temperature,
            max_tokens=_MOST_TOKENS,
            schema=schema,
            seed=(self.terms.seed + self.calls) % 2**31,
        )
        self.tally += Tally.of(reply)
        return reply.text[:_LONGEST]

    def value(self, prompt: str, properties: Mapping[str, Any], **fields: str) -> tuple[dict[str, Any], str]:
        """What a reply says with its answer, and the option that it answers; empty if it can't be read."""
        self.asked += 1
        if takes_schema(self._model):
            names = list(properties)
            schema = {"type": "object", "properties": dict(properties), "required": names}
            text = self.text(prompt, schema, form=value_form(schema), **fields)
            found, trouble = read_value(text, schema)
            if not trouble:
                return found, self.options[LETTERS.index(found["answer"])]
        else:
            text = self.text(prompt, None, form=_FORM, **fields)
        letter = letter_of(text)
        self.unread += not letter
        return {"thought": text}, self.options[LETTERS.index(letter)] if letter else ""

    def chosen(self, what: str, candidates: Sequence[str]) -> str:
        """The candidate that most votes are for; of several the first."""
        names = [str(number) for number in range(1, len(candidates) + 1)]
        listed = "\n\n".join(f"{name}. {each}" for name, each in zip(names, candidates, strict=True))
        votes: Counter[int] = Counter()
        schema = {"type": "object", "properties": {"choice": {"type": "string", "enum": names}}, "required": ["choice"]}
        for _ in range(self.terms.votes):
            if takes_schema(self._model):
                text = self.text("tot_choose", schema, what=what, candidates=listed, form=value_form(schema))
                found, _ = read_value(text, schema)
                number = found["choice"] if found else ""
            else:
                form = "End with the number of the best candidate."
                text = self.text("tot_choose", None, what=what, candidates=listed, form=form)
                number = next(iter(re.findall(r"\d+", text)[-1:]), "")
            votes[names.index(number) if number in names else 0] += 1
        return candidates[min(votes, key=lambda at: (-votes[at], at))]

    def answered(self, given: str, **told: Any) -> AnsweredQuestion:
        return AnsweredQuestion(given, unread=self.unread, asked=self.asked, tally=self.tally, **told)


def letter_of(text: str) -> str:
    """The letter of the only option that a reply names: on its last line that says `Answer:`, else anywhere.

    >>> letter_of("It could be a) or b).\\nAnswer: b) It is full."), letter_of("a) or b)?")
    ('b', '')
    """
    found = _ANSWER.findall(text)
    if found:
        return str(found[-1]).lower()
    letters = {letter.lower() for letter in _LETTER.findall(text)}
    return letters.pop() if len(letters) == 1 else ""


@cache
def _prompt(name: str) -> PromptText:
    return read_prompt(_folder() / f"{name}.md")


def _folder() -> Any:
    return data_folder("games") / "_sets" / "prompts" / "bigtom"


def _vanilla(ask: _Asking) -> AnsweredQuestion:
    return ask.answered(ask.value("vanilla", _LETTERED)[1])


def _cot(ask: _Asking) -> AnsweredQuestion:
    return ask.answered(ask.value("cot", {**_THINKS, **_LETTERED})[1])


def _tot(ask: _Asking) -> AnsweredQuestion:
    b = range(ask.terms.breadth)
    plan = ask.chosen("a plan", [ask.text("tot_plan", None) for _ in b])
    answers = [ask.value("tot_answer", {**_THINKS, **_LETTERED}, plan=plan) for _ in b]
    texts = [f"{value.get('thought', '')}\nAnswer: {option or 'none'}" for value, option in answers]
    return ask.answered(answers[texts.index(ask.chosen("an answer", texts))][1])


def _formulated(ask: _Asking) -> tuple[dict[str, Any], str]:
    return ask.value("formulate", {**_BELIEFS, **_THINKS, **_LETTERED})


def _refined(ask: _Asking, formed: Mapping[str, Any], given: str, checked: str = "") -> str:
    thought = " ".join(str(formed[name]) for name in ("beliefs", "thought") if formed.get(name))
    fields = {"answer": given or "nothing that could be read", "thought": thought, "checked": checked}
    return ask.value("refine", {**_THINKS, **_LETTERED}, **fields)[1]


def _recon(ask: _Asking) -> AnsweredQuestion:
    formed, first = _formulated(ask)
    return ask.answered(_refined(ask, formed, first) or first, first=first)


def _recon_plus(ask: _Asking) -> AnsweredQuestion:
    formed, first = _formulated(ask)
    by_model = _refined(ask, formed, first) or first
    found, whose = _taken(ask)
    told = {"first": first, "model": by_model}
    if not found.answer:
        return ask.answered(by_model, **told)
    if found.answer != by_model:
        checked = f"By what happens in the story ({found.reason}) this does not hold: {by_model or 'no answer'}"
        _refined(ask, formed, by_model, checked)
    return ask.answered(found.answer, by=BY_SOLVER, events=whose, reason=found.reason, **told)


def _taken(ask: _Asking) -> tuple[TakenBelief, str]:
    """What follows from the events of the story, and whose events they are; nothing where nobody can tell them."""
    question, terms = ask.question, ask.terms
    if question.id in terms.readings:
        return taken_from(terms.readings[question.id], ask.options), BY_PEOPLE
    if terms.reader in ("", BY_TEXT):
        reading = read_story(question.story, question.question, ask.options)
        found = taken_from(reading, ask.options) if reading is not None else TakenBelief()
        if found.answer or terms.reader == BY_TEXT:
            return found, BY_TEXT if found.answer else ""
    schema = read_schema(_folder() / "events.json")
    reading, trouble = read_value(ask.text("events", schema, form=value_form(schema)), schema)
    try:
        found = TakenBelief() if trouble else taken_from(reading, ask.options)
    except ReadingFault:
        return TakenBelief(), ""
    return found, BY_MODEL if found.answer else ""


QUESTION_METHODS: Mapping[str, Callable[[_Asking], AnsweredQuestion]] = {
    "vanilla": _vanilla,
    "cot": _cot,
    "tot": _tot,
    "recon": _recon,
    "recon+": _recon_plus,
}
"""Name → method."""


def answer_question(method: str, model: Model, question: StoryQuestion, terms: AskingTerms) -> AnsweredQuestion:
    """Ask a model a question by a method.

    Raises:
        ModelError: if there is no usable reply.
        ReadingFault: if a reading that people gave has not its form.
    """
    return QUESTION_METHODS[method](_Asking(model, question, terms))
