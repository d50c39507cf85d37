"""The report on a source of runs: what comes first, tables, plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from gdl.values import dataclass
from lelma.experiments.evaluation.published import ACCEPTED_WRONG, MODELS, figures, is_published_log, published_table
from lelma.experiments.evaluation.results import RunSource, Sample, cost_limit_lines, read_source
from lelma.experiments.evaluation.tables import ReportTable, TableCell, TableNumber, make_tables, share_of
from lelma.experiments.evaluation.words import SIMULATED_LINE, share_words
from lelma.experiments.figures import ReportFigure
from lelma.experiments.metrics.agreement import cohen_kappa
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.simulated.model import is_simulated


@dataclass(frozen=True)
class ExperimentReport:
    """All that a report says; `headline` is sentences, most important first."""

    title: str
    headline: tuple[str, ...]
    tables: tuple[ReportTable, ...]
    source: RunSource

    @property
    def figures(self) -> tuple[ReportFigure, ...]:
        """None: plots go with tables."""
        return ()

    def table(self, name: str) -> ReportTable | None:
        return next((table for table in self.tables if table.id == name), None)

    def as_json(self) -> dict[str, Any]:
        return {
            "ok": True,
            "schema": "lelma-experiment-report",
            "version": 1,
            "source": self.source.name,
            "kind": self.source.kind,
            "truth": self.source.truth,
            "runs": len(self.source.samples),
            "unfinished": self.source.unfinished,
            "damaged": list(self.source.damaged),
            "headline": list(self.headline),
            "tables": table_objects(self.tables),
            "figures": {},
        }

    @property
    def about(self) -> str:
        """What the report is on, in a sentence."""
        kind = "Transcripts of an experiment"
        if self.source.kind == "logged":
            kind = "Logged attempts of the LELMA experiment"
        return f"{kind}: {len(self.source.samples)} finished runs."


class TablesReport(Protocol):
    """What a report of any kind has to be shown."""

    @property
    def title(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def headline(self) -> tuple[str, ...]: ...
    @property
    def tables(self) -> tuple[ReportTable, ...]: ...
    @property
    def figures(self) -> tuple[ReportFigure, ...]: ...
    def as_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class ReportOfKind:
    """All that a report on one kind of experiment says; `headline` is sentences, most important first.

    Attributes:
        kind, truth: of the experiment, and what its truth is known by.
        runs, unfinished: how many were finished, and how many were not.
    """

    title: str
    about: str
    headline: tuple[str, ...]
    tables: tuple[ReportTable, ...]
    figures: tuple[ReportFigure, ...]
    kind: str
    truth: str
    runs: int
    unfinished: int = 0

    def as_json(self) -> dict[str, Any]:
        return {
            "ok": True,
            "schema": "lelma-experiment-report",
            "version": 1,
            "source": self.title,
            "kind": self.kind,
            "truth": self.truth,
            "runs": self.runs,
            "unfinished": self.unfinished,
            "damaged": [],
            "headline": list(self.headline),
            "tables": table_objects(self.tables),
            "figures": {figure.id: figure.as_json() for figure in self.figures},
        }


def table_objects(tables: Sequence[ReportTable]) -> dict[str, Any]:
    """Tables as JSON, by their ids."""
    return {table.id: {"title": table.title, "note": table.note, "rows": table.as_json()} for table in tables}


def report(path: Path, *, bridge: str | None = None) -> ExperimentReport:
    """The report on a results folder or on logged attempts.

    Raises:
        ExperimentError: if there are no finished runs.
        UsageError: for a file that holds something else.
    """
    source = read_source(path, bridge=bridge)
    tables = make_tables(source)
    judged = [group for group in source.groups if source.truth_of(group)]
    headline = [_accepted_line(source, group) for group in judged]
    if len(judged) < len(source.groups):
        headline.append(_unjudged_line(source))
    if source.truth:
        tables.insert(0, accepted_table(source))
    tables += filter(None, [judge_models_table(source)])
    if is_published_log(source):
        found = figures(source)
        tables.append(published_table(found))
        counts = Counter(figure.verdict for figure in found)
        headline.append(_whole_line(source))
        verdicts = ", ".join(f"{verdict} {number}" for verdict, number in counts.most_common())
        headline.append(f"{len(found)} published figures beside ours: {verdicts}.")
    if any(is_simulated(sample.group) for sample in source.samples):
        headline.append(SIMULATED_LINE)
    if source.unfinished:
        headline.append(f"{source.unfinished} runs are not finished and left out.")
    headline += cost_limit_lines(path)
    headline += [f"A damaged transcript is left out: {fault}" for fault in source.damaged]
    return ExperimentReport(f"LELMA experiment: {source.name}", tuple(headline), tuple(tables), source)


def accepted_table(source: RunSource) -> ReportTable:
    """How many accepted outputs are wrong all the same, and what this verifier says to them."""
    columns = ["Model", "Runs", "Accepted", "Accepted, yet wrong"]
    if source.kind == "logged":
        columns += [
            "Of these stopped by this verifier",
            "Accepted and right, yet stopped by it",
            "Left: passed by both, yet wrong",
        ]
    rows: list[tuple[TableCell, ...]] = []
    for group in filter(source.truth_of, source.groups):
        runs, accepted, wrong, right = _accepted(source, group)
        row: list[TableCell] = [
            group,
            len(runs),
            Share(len(accepted), len(runs)),
            Share(len(wrong), len(wrong) + len(right)),
        ]
        if source.kind == "logged":
            stopped, lost = _stopped(wrong), _stopped(right)
            passed = len(wrong) + len(right) - stopped.found - lost.found
            row += [stopped, lost, Share(len(wrong) - stopped.found, passed)]
        rows.append(tuple(row))
    note = "Accepted: the loop found no failed claim in the last attempt. "
    judged = (
        "Wrong: not all judges call it right."
        if source.truth == "judges"
        else "Wrong: the simulated reasoner made a mistake in it."
    )
    return ReportTable("accepted", "Accepted outputs that are wrong", tuple(columns), tuple(rows), note + judged)


def judge_models_table(source: RunSource) -> ReportTable | None:
    """What judge models say, beside what is known of the same texts; None where no model judged any.

    A text is the first or the last attempt of a run, once for a run of a single attempt.
    """
    rows: list[tuple[TableCell, ...]] = []
    for group in source.groups:
        turns = [run.turns[which] for run in source.of(group) for which in {0, len(run.turns) - 1}]
        for name in sorted({name for turn in turns for name in turn.by_models}):
            told = [turn for turn in turns if name in turn.by_models]
            known = [(turn.by_models[name], turn.right) for turn in told if turn.right is not None]
            decided = [(turn.by_models[name], not turn.flagged) for turn in told if turn.flagged is not None]
            kappa = cohen_kappa([(str(here), str(there)) for here, there in known])
            rows.append(
                (
                    group,
                    name,
                    Share(sum(turn.by_models[name] for turn in told), len(told)),
                    Share(sum(here == there for here, there in known), len(known)),
                    TableNumber(kappa),
                    Share(sum(here == there for here, there in decided), len(decided)),
                )
            )
    if not rows:
        return None
    truth = {"judges": "all judges", "simulation": "the simulated reasoner"}.get(source.truth, "nobody")
    columns = ("Model", "Judge model", "Called right", "As the truth", "Cohen's kappa", "As this verifier")
    note = f"A model is no judge: it counts in no other table. The truth: what {truth} told. "
    note += "Texts of which nothing is known, or of which nothing could be checked, are in no share."
    return ReportTable("judge_models", "Judge models", columns, tuple(rows), note)


def _accepted(source: RunSource, group: str) -> tuple[list[Sample], list[Sample], list[Sample], list[Sample]]:
    """All runs of a group, those accepted, and of these the wrong and the right ones."""
    runs = source.of(group)
    accepted = [sample for sample in runs if sample.accepted]
    wrong = [sample for sample in accepted if sample.last.right is False]
    right = [sample for sample in accepted if sample.last.right is True]
    return runs, accepted, wrong, right


def _stopped(samples: Sequence[Sample]) -> Share:
    return share_of(samples, lambda sample: sample.last.flagged)


def _accepted_line(source: RunSource, group: str) -> str:
    _, _, wrong, right = _accepted(source, group)
    known = len(wrong) + len(right)
    share = share_words(Share(len(wrong), known))
    if source.truth == "judges":
        line = f"{group}: of {known} accepted outputs the judges still call {len(wrong)} wrong: {share}."
    else:
        line = f"{group}: of {known} accepted outputs {len(wrong)} are wrong, as the simulated reasoner knows: {share}."
    if source.kind == "logged" and known:
        stopped, lost = _stopped(wrong), _stopped(right)
        line += (
            f" This verifier would have stopped {stopped.found} of these {stopped.n}, "
            f"and {lost.found} of the {lost.n} that the judges call right."
        )
    return line


def _whole_line(source: RunSource) -> str:
    shares = " and ".join(f"{ACCEPTED_WRONG[MODELS[group]]:.0f} % ({group})" for group in source.groups)
    return f"In all 180 published runs the judges call {shares} of the accepted outputs wrong."


def _unjudged_line(source: RunSource) -> str:
    runs = [sample for sample in source.samples if not source.truth_of(sample.group)]
    verified = Share(sum(sample.outcome == "verified" for sample in runs), len(runs))
    whose = "these runs" if len(runs) == len(source.samples) else f"{len(runs)} of these runs"
    return (
        f"Nobody judged {whose}. This verifier found nothing wrong in the last attempt of {verified.found} of "
        f"{verified.n}: {share_words(verified)}; how many of these are wrong all the same is not known."
    )
