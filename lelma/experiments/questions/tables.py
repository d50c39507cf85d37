"""The report on questions about stories: the six accuracies of the ReCon paper (Tables 1 and 6, Figure 7), and more.

The paper does not say which conditions one of its numbers is of: here they are of true and of false belief, each
question once, and each condition is told apart, too, with the share of stories that have both right, which BigToM
reports. The two controls of backward belief are the same questions, and are asked once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.evaluation.report import ReportOfKind
from lelma.experiments.evaluation.tables import ReportTable, TableCell, TableNumber
from lelma.experiments.evaluation.words import SIMULATED_LINE
from lelma.experiments.executor import trial_file
from lelma.experiments.figures import LINES, FigureSeries, ReportFigure
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.means import mean_of
from lelma.experiments.questions.items import VARIABLES
from lelma.experiments.questions.methods import BY_SOLVER
from lelma.experiments.questions.plan import SHARD, shard_id
from lelma.experiments.questions.run import ANSWERED
from lelma.experiments.run import CONFIG, QUESTIONS, kind_of_results
from lelma.matches.transcript import Event, read_transcript
from lelma.support.outside import json_value, utf8_text

BELIEFS = ("true_belief", "false_belief")
"""The conditions that the six numbers are of."""

_INITIAL = {"0": "w/o init", "1": "w/ init"}

_Holds = Callable[[Event], bool]


@dataclass(frozen=True)
class QuestionGroup:
    """The answers of one method with one model, in the order of the questions."""

    method: str
    model: str
    answers: tuple[Event, ...]

    def share(self, holds: _Holds, **of: str) -> Share:
        """How many answers something holds of, among those with these values."""
        kept = [each for each in self.answers if all(each.get(key) == value for key, value in of.items())]
        return Share(sum(map(holds, kept)), len(kept))


def question_report(folder: Path) -> ReportOfKind:
    """The report on a results folder.

    Raises:
        ExperimentError: if it holds no experiment over questions, or no answer.
    """
    if kind_of_results(folder) != QUESTIONS:
        raise ExperimentError([f"{folder}: there is no experiment over questions in it"])
    config: Mapping[str, Any] = json_value(utf8_text(folder / CONFIG), str(folder / CONFIG))
    ids = config["questions"]
    groups = [
        QuestionGroup(method, model, tuple(_answers(folder, method, model, len(ids))))
        for model in config["models"]
        for method in config["methods"]
    ]
    answered = sum(len(group.answers) for group in groups)
    if not answered:
        raise ExperimentError([f"{folder}: no question in it was answered"])
    headline = [
        f"{each.method}, {each.model}: {_percent(each.share(_right))} right." for each in groups if each.answers
    ]
    headline += [SIMULATED_LINE] if any("simulated" in str(spec) for spec in config["models"].values()) else []
    source = f" After: {config['source']}." if config.get("source") else ""
    return ReportOfKind(
        f"Questions: {config['name']}",
        f"{len(ids)} questions about stories, by {len(groups)} methods and models.{source}",
        tuple(headline),
        tuple(question_tables(groups)),
        tuple(_figures(groups)),
        QUESTIONS,
        "items",
        runs=answered,
        unfinished=len(ids) * len(groups) - answered,
    )


def _answers(folder: Path, method: str, model: str, questions: int) -> Iterable[Event]:
    for number in range(1, -(-questions // SHARD) + 1):
        file = trial_file(folder, shard_id(method, model, number))
        for event in read_transcript(file) if file.exists() else ():
            if event["event"] == ANSWERED:
                yield event


def question_tables(groups: Sequence[QuestionGroup]) -> list[ReportTable]:
    """Every table."""
    tables = [_six_table("table1", "Table 1. Accuracy", groups, _right)]
    refining = [group for group in groups if any(each["first"] for each in group.answers)]
    if refining:
        parts = [_six_rows(group, holds, when) for group in refining for when, holds in _STAGES.items()]
        columns = ("Method, model", "After", *_six_columns(), "Mean")
        note = "FC: formulation contemplation; RC: refinement contemplation; a method that proves is right after it."
        tables.append(ReportTable("table6", "Table 6. Accuracy by stage", columns, tuple(parts), note))
    tables += [_conditions_table(groups), _stories_table(groups)]
    proving = [group for group in groups if any(each["model"] for each in group.answers)]
    if proving:
        tables.append(_proved_table(proving))
    tables.append(_costs_table(groups))
    return tables


def _right(event: Event) -> bool:
    return bool(event["given"]) and event["given"] == event["correct"]


def _right_first(event: Event) -> bool:
    return bool(event["first"]) and event["first"] == event["correct"]


_STAGES: Mapping[str, _Holds] = {"FC": _right_first, "RC": _right}


def _six(group: QuestionGroup, holds: _Holds) -> list[Share]:
    """The six numbers: by what is asked, and whether the story states the initial belief."""
    found = []
    for variable in VARIABLES:
        for initial in _INITIAL:
            parts = [group.share(holds, variable=variable, initial=initial, condition=each) for each in BELIEFS]
            found.append(Share(sum(part.found for part in parts), sum(part.n for part in parts)))
    return found


def _mean_of_six(shares: Sequence[Share]) -> TableNumber:
    told = [each.found / each.n for each in shares if each.n]
    return TableNumber(fmean(told) if told else None)


def _six_columns() -> list[str]:
    return [f"{variable.replace('_', ' ')}, {initial}" for variable in VARIABLES for initial in _INITIAL.values()]


def _six_rows(group: QuestionGroup, holds: _Holds, *more: str) -> tuple[TableCell, ...]:
    shares = _six(group, holds)
    return f"{group.method}, {group.model}", *more, *shares, _mean_of_six(shares)


def _six_table(name: str, title: str, groups: Sequence[QuestionGroup], holds: _Holds) -> ReportTable:
    rows = tuple(_six_rows(group, holds) for group in groups)
    note = (
        "Questions of true and of false belief; a reply that can't be read is wrong. The mean is of the six numbers, "
        "as printed in the paper."
    )
    return ReportTable(name, title, ("Method, model", *_six_columns(), "Mean"), rows, note)


def _conditions_table(groups: Sequence[QuestionGroup]) -> ReportTable:
    kinds = dict.fromkeys((e["variable"], e["initial"], e["condition"]) for group in groups for e in group.answers)
    rows = tuple(
        (
            f"{group.method}, {group.model}",
            variable.replace("_", " ") or "–",
            _INITIAL.get(initial, "–"),
            condition.replace("_", " ") or "–",
            group.share(_right, variable=variable, initial=initial, condition=condition),
        )
        for group in groups
        for variable, initial, condition in sorted(kinds)
    )
    columns = ("Method, model", "Asked", "Initial belief", "Condition", "Right")
    return ReportTable("conditions", "Accuracy by condition", columns, rows)


def _stories_table(groups: Sequence[QuestionGroup]) -> ReportTable:
    """Stories whose questions of true and of false belief are both answered right."""
    rows = list[tuple[TableCell, ...]]()
    for group in groups:
        cells: list[TableCell] = []
        for variable in VARIABLES:
            for initial in _INITIAL:
                by_row: dict[str, dict[str, bool]] = {}
                for each in group.answers:
                    if (each["variable"], each["initial"]) == (variable, initial) and each["condition"] in BELIEFS:
                        by_row.setdefault(each["row"], {})[each["condition"]] = _right(each)
                told = [all(found.values()) for found in by_row.values() if len(found) == len(BELIEFS)]
                cells.append(Share(sum(told), len(told)))
        rows.append((f"{group.method}, {group.model}", *cells))
    note = "Of stories of which both were asked."
    return ReportTable("both", "Stories with both right", ("Method, model", *_six_columns()), tuple(rows), note)


def _proved_table(groups: Sequence[QuestionGroup]) -> ReportTable:
    """What the events of stories decide, and what the model had said."""
    rows = list[tuple[TableCell, ...]]()
    for group in groups:
        decided = [each for each in group.answers if each["by"] == BY_SOLVER]
        left = [each for each in group.answers if each["by"] != BY_SOLVER]
        whose = ", ".join(
            f"{name} {n}" for name in sorted({e["events"] for e in decided}) for n in [_of(decided, name)]
        )
        rows.append(
            (
                f"{group.method}, {group.model}",
                Share(len(decided), len(group.answers)),
                Share(sum(map(_right, decided)), len(decided)),
                Share(sum(each["model"] == each["correct"] for each in decided), len(decided)),
                Share(sum(each["model"] != each["given"] for each in decided), len(decided)),
                Share(sum(map(_right, left)), len(left)),
                whose or "–",
            )
        )
    columns = (
        "Method, model",
        "Decided by events",
        "Right, of these",
        "The model's alone, of these",
        "Disagreement fed back",
        "Right, of those open",
        "Events from",
    )
    note = "Decided: what the character takes to be so follows from the events of the story, by false_belief.gdl."
    return ReportTable("proved", "What follows from the events", columns, tuple(rows), note)


def _of(events: Sequence[Event], name: str) -> int:
    return sum(each["events"] == name for each in events)


def _costs_table(groups: Sequence[QuestionGroup]) -> ReportTable:
    rows = tuple(
        (
            f"{group.method}, {group.model}",
            Share(sum(e["replies"] - e["unread"] for e in group.answers), sum(e["replies"] for e in group.answers)),
            *(
                mean_of([float(each[key]) for each in group.answers])
                for key in ("calls", "prompt_tokens", "reply_tokens")
            ),
        )
        for group in groups
    )
    columns = ("Method, model", "Replies in form", "Calls", "Prompt tokens", "Reply tokens")
    return ReportTable("costs", "Form and cost", columns, rows, "Means a question.")


def _figures(groups: Sequence[QuestionGroup]) -> list[ReportFigure]:
    """Figure 7: accuracy by model, in the order given."""
    models, methods = (list(dict.fromkeys(getattr(each, key) for each in groups)) for key in ("model", "method"))
    found = {(each.method, each.model): _pooled(_six(each, _right)) for each in groups}
    series = tuple(FigureSeries(method, tuple(found[method, model] for model in models)) for method in methods)
    title = "Figure 7. Accuracy by model"
    return [ReportFigure("figure7", title, LINES, "Right, of the questions of Table 1", tuple(models), series)]


def _pooled(shares: Sequence[Share]) -> Share:
    return Share(sum(each.found for each in shares), sum(each.n for each in shares))


def _percent(found: Share) -> str:
    return f"{found.found} of {found.n} ({100 * found.found / found.n:.1f} %)" if found.n else "0 of 0"
