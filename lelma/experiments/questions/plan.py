"""An experiment file of `kind = "questions"`, read and checked: methods × models × questions about stories."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.plan import prices_of
from lelma.experiments.questions.items import StoryQuestion, drawn, read_questions, read_readings
from lelma.experiments.questions.methods import BY_MODEL, BY_TEXT, QUESTION_METHODS, AskingTerms
from lelma.experiments.run import QUESTIONS
from lelma.experiments.studies.library import STUDY, with_study
from lelma.models import Door
from lelma.models.costs import Prices
from lelma.support.errors import did_you_mean
from lelma.support.outside import toml_file
from lelma.support.shape import misshapen

SHARD = 100
"""Questions that one transcript holds."""

_NUMBER = (int, Decimal)
_MODEL = {"name": str, "spec": str, "prices": {"prompt": _NUMBER, "reply": _NUMBER}}
_SHAPE: Mapping[str, Any] = {
    "kind": str,
    "name": str,
    "source": str,
    "items": str,
    "events": str,
    "methods": [str],
    "model": [_MODEL],
    "reader": str,
    "limit": int,
    "seed": int,
    "breadth": int,
    "votes": int,
    "temperature": _NUMBER,
    "at_once": int,
    "cassette": str,
    "replay_only": bool,
    "prices": {"*": {"prompt": _NUMBER, "reply": _NUMBER}},
}
_LEAST = {"limit": 1, "breadth": 1, "votes": 1, "at_once": 1}


@dataclass(frozen=True)
class QuestionExperiment:
    """What an experiment file over questions says; see docs/how_to/bigtom.md for each key.

    Attributes:
        items: the file of the questions.
        models: name → spec, in the order of figures.
        limit: questions that are drawn of it by the seed; None for all.
        events: a file of readings of the stories that people gave.
    """

    name: str
    items: Path
    methods: tuple[str, ...]
    models: Mapping[str, str]
    limit: int | None = None
    events: Path | None = None
    terms: AskingTerms = field(default_factory=AskingTerms)
    at_once: int = 2
    door: Door = field(default_factory=Door)
    prices: Prices = field(default_factory=Prices)
    source: str = ""

    def questions(self) -> list[StoryQuestion]:
        """Those that are asked.

        Raises:
            ExperimentError: if the file is none of questions.
        """
        return drawn(read_questions(self.items), self.limit, self.terms.seed)

    def as_json(self) -> dict[str, Any]:
        told = {name: getattr(self.terms, name) for name in ("seed", "breadth", "votes", "temperature", "reader")}
        return {
            "kind": QUESTIONS,
            "name": self.name,
            "source": self.source,
            "items": str(self.items),
            "limit": self.limit,
            "events": None if self.events is None else str(self.events),
            "methods": list(self.methods),
            "models": dict(self.models),
            **told,
            "prices": {name: [str(price.prompt), str(price.reply)] for name, price in self.prices.table.items()},
        }


def shard_id(method: str, model: str, number: int) -> str:
    """Names the transcript of some questions of a method and a model."""
    mark = sha256(f"{method}/{model}".encode()).hexdigest()[:6]
    return "-".join([*(re.sub(r"[^A-Za-z0-9._+]+", "_", word)[:60] for word in (method, model)), mark, f"{number:03d}"])


def read_question_experiment(file: Path, *, items: Path | None = None) -> QuestionExperiment:
    """The experiment of a TOML file; keys it does not have come from its `study`, where it names one.

    Args:
        items: questions in place of those that it names.

    Raises:
        ExperimentError: with all that is wrong with the file.
    """
    written = toml_file(file, fail=lambda fault: ExperimentError([fault]), parse_float=Decimal)
    content = with_study(written, file)
    known = (STUDY, *_SHAPE)
    faults = [f"{key}: there is no such key{did_you_mean(key, known)}" for key in content if key not in _SHAPE]
    faults += list(misshapen(content, dict(_SHAPE)))
    faults += [f"{key}: is missing" for key in ("methods", "model") if not content.get(key)]
    if not content.get("items") and items is None:
        faults.append("items: is missing; name a file of questions here, or with --items FILE.jsonl")
    if not faults:
        faults = _faults(content)
    if faults:
        raise ExperimentError([f"{file}: {fault}" for fault in faults])
    return _experiment(content, file, items)


def _faults(content: Mapping[str, Any]) -> list[str]:
    faults = [f"{key}: expected {least} or more" for key, least in _LEAST.items() if content.get(key, least) < least]
    for method in content["methods"]:
        if method not in QUESTION_METHODS:
            near = f"{did_you_mean(method, QUESTION_METHODS)}; there are: {', '.join(QUESTION_METHODS)}"
            faults.append(f"methods: there is no {method!r}{near}")
    for number, entry in enumerate(content["model"], 1):
        faults += [f"[[model]] {number}: {key} is missing" for key in ("name", "spec") if not entry.get(key)]
    if content.get("reader", "") not in ("", BY_TEXT, BY_MODEL):
        faults.append(f'reader: expected "{BY_TEXT}" or "{BY_MODEL}", got {content["reader"]!r}')
    if content.get("replay_only") and not content.get("cassette"):
        faults.append("replay_only: needs a cassette")
    return faults


def _experiment(content: Mapping[str, Any], file: Path, items: Path | None) -> QuestionExperiment:
    events = file.parent / content["events"] if content.get("events") else None
    cassette = file.parent / content["cassette"] if content.get("cassette") else None
    told = {key: content[key] for key in ("seed", "breadth", "votes", "reader") if key in content}
    terms = AskingTerms(temperature=float(content.get("temperature", Decimal("0.6"))), **told)
    models = content["model"]
    prices = {entry["spec"].partition("?")[0]: entry["prices"] for entry in models if "prices" in entry}
    return with_readings(
        QuestionExperiment(
            content.get("name", file.stem),
            items or file.parent / content["items"],
            tuple(dict.fromkeys(content["methods"])),
            {entry["name"]: entry["spec"] for entry in models},
            limit=content.get("limit"),
            events=events,
            terms=terms,
            at_once=content.get("at_once", 2),
            door=Door(cassette, content.get("replay_only", False)),
            prices=prices_of({**prices, **content.get("prices", {})}),
            source=content.get("source", ""),
        )
    )


def with_readings(experiment: QuestionExperiment) -> QuestionExperiment:
    """The experiment with the readings of its file `events`.

    Raises:
        ExperimentError: if that is none of readings.
    """
    if experiment.events is None:
        return experiment
    return replace(experiment, terms=replace(experiment.terms, readings=read_readings(experiment.events)))
