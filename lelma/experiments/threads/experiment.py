"""Experiments of the kind `threads`: the intent of messages by each method, scored beside the truth.

```toml
kind = "threads"
threads = 20                       # drawn, each of `messages` by `authors`; or the file of one's own, `file`
messages = 200
sarcasm = 0.1
off_topic = 0.2
methods = ["message", "gratr"]
wrong = 0.1                        # of the simulated reader
```

Table 4 of the paper (arXiv 2408.12333, section 4.2) has accuracy and macro F1; what it printed stands beside, and is no
target, for its tweets are not public. Its text and its table disagree.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, field, fields
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.evaluation.report import ReportOfKind
from lelma.experiments.evaluation.tables import ReportTable, TableCell, TableNumber
from lelma.experiments.evaluation.words import SIMULATED_LINE
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.several_classes import macro_f1
from lelma.experiments.run import CONFIG, INTENTS, RunProgress
from lelma.experiments.threads.intents import METHODS_OF_THREADS, SimulatedIntents, told_intents
from lelma.experiments.threads.messages import ThreadMessage, ThreadSettings, drawn_thread, intents_of, read_thread
from lelma.models.costs import Prices
from lelma.support.errors import did_you_mean
from lelma.support.outside import json_objects, json_value, toml_file, utf8_text
from lelma.support.shape import misshapen

_TOLD = "told.jsonl"
_SHAPE: Mapping[str, Any] = {
    "kind": str, "name": str, "file": str, "parties": [str], "threads": int, "messages": int, "authors": int,
    "sarcasm": (int, float), "off_topic": (int, float), "replies": (int, float), "wrong": (int, float),
    "methods": [str], "seed": int,
}  # fmt: skip
_PRINTED = {"message": ("0.818", "0.809 (text: 0.762)"), "gratr": ("0.922 (text: 0.923)", "0.914 (text: 0.918)")}


@dataclass(frozen=True)
class ThreadExperiment:
    """What an experiment file of this kind says; `file` is a thread of one's own, in place of drawn ones."""

    name: str
    file: str = ""
    parties: tuple[str, ...] = ThreadSettings.parties
    threads: int = 10
    messages: int = ThreadSettings.messages
    authors: int = ThreadSettings.authors
    sarcasm: float = ThreadSettings.sarcasm
    off_topic: float = ThreadSettings.off_topic
    replies: float = ThreadSettings.replies
    wrong: float = 0.1
    methods: tuple[str, ...] = tuple(METHODS_OF_THREADS)
    seed: int = 0
    prices: Prices = field(default_factory=Prices)

    def thread(self, number: int) -> list[ThreadMessage]:
        """The messages of a thread, from 1."""
        if self.file:
            return read_thread(Path(self.file), self.parties)
        known = {each.name for each in fields(ThreadSettings)}
        return drawn_thread(ThreadSettings(**{name: getattr(self, name) for name in known}), self.seed + number)


def read_thread_experiment(file: Path) -> ThreadExperiment:
    """The experiment of a TOML file.

    Raises:
        ExperimentError: with all that is wrong with it.
    """
    content = toml_file(file, fail=lambda fault: ExperimentError([fault]))
    faults = thread_faults(content)
    if faults:
        raise ExperimentError([f"{file}: {fault}" for fault in faults])
    return thread_experiment(content, file)


def thread_faults(content: Mapping[str, Any]) -> list[str]:
    """What is wrong with what an experiment says of threads."""
    faults = [f"there is no key {key}{did_you_mean(key, _SHAPE)}" for key in content if key not in _SHAPE]
    faults += misshapen(content, dict(_SHAPE))
    if faults:
        return faults
    faults += [f"{key}: expected 1 or more" for key in ("threads", "messages", "authors") if content.get(key, 1) < 1]
    rates = ("sarcasm", "off_topic", "replies", "wrong")
    faults += [f"{key}: expected a number from 0 to 1" for key in rates if not 0 <= content.get(key, 0) <= 1]
    known = METHODS_OF_THREADS
    faults += [
        f"methods: there is no {each!r}{did_you_mean(each, known)}; there are: {', '.join(known)}"
        for each in content.get("methods", ())
        if each not in known
    ]
    return faults + ([] if len(set(content.get("parties", "ab"))) == 2 else ["parties: expected two different names"])


def thread_experiment(content: Mapping[str, Any], file: Path) -> ThreadExperiment:
    """What a file says of threads, if it is without faults."""
    told: dict[str, Any] = {key: value for key, value in content.items() if key != "kind"}
    told = {key: tuple(value) if isinstance(value, list) else value for key, value in told.items()}
    if "file" in told:
        told |= {"file": str(file.parent / told["file"]), "threads": 1}
    return ThreadExperiment(**{"name": file.stem, **told})


def run_thread_experiment(
    experiment: ThreadExperiment, folder: Path, *, on_change: Callable[[RunProgress], None] = lambda state: None
) -> RunProgress:
    """Tell the intents of every message by every method; a folder of the same experiment is written anew.

    Raises:
        ExperimentError: if the folder holds another experiment, or the thread can't be read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    config = {"kind": INTENTS, **asdict(experiment)}
    config.pop("prices")
    file = folder / CONFIG
    if file.is_file() and json_value(utf8_text(file), str(file)) != json.loads(json.dumps(config)):
        raise ExperimentError([f"{folder}: it holds another experiment; name another folder with --output"])
    state = RunProgress(experiment.threads)
    lines = list[str]()
    for number in range(1, experiment.threads + 1):
        messages = experiment.thread(number)
        reader = SimulatedIntents(experiment.wrong, experiment.seed + number)
        for method in experiment.methods:
            told = told_intents(messages, experiment.parties, reader, method)
            pairs = [[each.intent, intent] for each, intent in zip(messages, told, strict=True)]
            lines.append(json.dumps({"thread": number, "method": method, "pairs": pairs}, ensure_ascii=False))
        state.outcomes[str(number)] = "told"
        on_change(state)
    file.write_text(f"{json.dumps(config, indent=2)}\n", "utf-8")
    (folder / _TOLD).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return state


def thread_report(folder: Path) -> ReportOfKind:
    """The report on a results folder.

    Raises:
        ExperimentError: if nothing was told in it.
    """
    file = folder / _TOLD
    if not file.is_file():
        raise ExperimentError([f"{folder}: no intent was told in it"])
    config = json_value(utf8_text(folder / CONFIG), str(folder / CONFIG))
    by_method: dict[str, list[tuple[str, str]]] = {}
    threads = set[int]()
    try:
        for _, content in json_objects(utf8_text(file).splitlines(), str(file)):
            by_method.setdefault(content["method"], []).extend((true, told) for true, told in content["pairs"])
            threads.add(int(content["thread"]))
        intents = intents_of(config["parties"])
    except (KeyError, TypeError, ValueError) as error:
        raise ExperimentError([f"{file}: not as an experiment writes it: {type(error).__name__} {error}"]) from None
    rows = list[tuple[TableCell, ...]]()
    for method, pairs in by_method.items():
        right, f1 = sum(true == told for true, told in pairs), macro_f1(pairs)
        absent = [each for each in intents if not any(each in pair for pair in pairs)]
        shown = None if f1 is None else TableNumber(f1)
        rows.append(
            (method, Share(right, len(pairs)), shown, ", ".join(absent) or "none", *_PRINTED.get(method, ("", "")))
        )
    note = (
        "Macro F1 is the mean over the intents that are there; absent ones are left out. Printed: Table 4 of the "
        "paper, on tweets that are not public, with other models, and no target."
    )
    heads = ("Method", "Accuracy", "Macro F1", "Absent", "Printed accuracy", "Printed F1")
    table = ReportTable("table4", "Table 4. Intents of messages", heads, tuple(rows), note)
    about = f"Intents of messages in {len(threads)} threads, by {', '.join(by_method)}."
    return ReportOfKind(str(config["name"]), about, (SIMULATED_LINE,), (table,), (), INTENTS, "labels", len(threads))
