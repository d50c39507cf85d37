"""Experiments on the time that provers take by the number of axioms (att_nli paper, appendix B.5, Figure 9).

```toml
kind = "provers"
axioms = [5, 20, 80, 160]
theories = 5                  # of each size, half of which have a goal that follows
provers = ["prolog", "eprover"]
seconds = 10                  # for each question to a prover
```

Theories are drawn in the style of the paper's: facts about events, rules that make further ones, and a chain of rules
to the goal. `prolog` is our prover alone, `eprover` the prover E, which is left out with a note where it is missing.
Times are of the wall clock, and are those of the machine. Results are rows of `rows.csv`, one a theory and prover; a
folder is gone on with.
"""

from __future__ import annotations

import csv
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.evaluation.report import ReportOfKind
from lelma.experiments.evaluation.tables import ReportTable, TableCell, TableNumber
from lelma.experiments.figures import LINES, FigureSeries, ReportFigure
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.means import mean_of
from lelma.experiments.run import CONFIG, PROVERS, RunProgress
from lelma.experiments.studies.library import with_study
from lelma.models.costs import Prices
from lelma.prover import ProverLimits, check, read_theory
from lelma.prover.eprover import ask_eprover, eprover_path
from lelma.support.errors import did_you_mean
from lelma.support.outside import json_value, toml_file, utf8_text
from lelma.support.shape import misshapen

OURS, E = "prolog", "eprover"
_KNOWN = (OURS, E)
_ROWS = "rows.csv"
_SHAPE: Mapping[str, Any] = {
    "kind": str,
    "name": str,
    "source": str,
    "axioms": [int],
    "theories": int,
    "provers": [str],
    "seconds": (int, float),
    "seed": int,
}
ISABELLE = (
    "Isabelle, as logged by the paper's predecessor: 15.7 s a valid theory in the mean, 103 s an invalid one in the \
median."
)


@dataclass(frozen=True)
class ProverExperiment:
    """What such a file says."""

    name: str
    axioms: tuple[int, ...]
    theories: int = 5
    provers: tuple[str, ...] = _KNOWN
    seconds: float = 10.0
    seed: int = 0
    source: str = ""

    @property
    def prices(self) -> Prices:
        """None: no model is asked."""
        return Prices()


@dataclass(frozen=True)
class ProverRow:
    """How long one prover took for one theory, and what it found: `entailed`, `open`, or `undecided`."""

    axioms: int
    theory: int
    goal: str
    prover: str
    found: str
    seconds: float


def read_prover_experiment(file: Path) -> ProverExperiment:
    """The experiment of a file.

    Raises:
        ExperimentError: with all that is wrong with it.
    """
    content = with_study(toml_file(file, fail=lambda fault: ExperimentError([fault])), file)
    faults = [f"there is no key {key}{did_you_mean(key, _SHAPE)}" for key in content if key not in _SHAPE]
    faults += misshapen(content, dict(_SHAPE))
    if not faults:
        sizes, provers = content.get("axioms") or [], content.get("provers", _KNOWN)
        faults += [] if sizes and min(sizes) >= 4 else ["axioms: expected sizes of theories, of 4 or more"]
        faults += [f"provers: there is no {each!r}; there are: {', '.join(_KNOWN)}" for each in {*provers} - {*_KNOWN}]
        faults += [f"{key}: expected more than 0" for key in ("theories", "seconds") if content.get(key, 1) <= 0]
    if faults:
        raise ExperimentError([f"{file}: {fault}" for fault in faults])
    known = {each.name for each in fields(ProverExperiment)}
    told: dict[str, Any] = {key: content[key] for key in known & content.keys()}
    told |= {key: tuple(value) for key, value in told.items() if isinstance(value, list)}
    return ProverExperiment(**{"name": file.stem, **told})


def run_prover_experiment(
    experiment: ProverExperiment, folder: Path, *, on_change: Callable[[RunProgress], None] = lambda state: None
) -> RunProgress:
    """Time every theory that was not timed.

    Raises:
        ExperimentError: if the folder holds another experiment.
    """
    folder.mkdir(parents=True, exist_ok=True)
    config = {"kind": PROVERS, **asdict(experiment)}
    file, rows = folder / CONFIG, folder / _ROWS
    if file.is_file() and json_value(utf8_text(file), str(file)) != json.loads(json.dumps(config)):
        raise ExperimentError([f"{folder}: it holds another experiment; name another folder with --output"])
    file.write_text(f"{json.dumps(config, indent=2)}\n", "utf-8")
    done = {_key(row) for row in read_prover_rows(folder)}
    provers = [each for each in experiment.provers if each == OURS or eprover_path()]
    wanted = [
        (size, number, follows, prover)
        for size in experiment.axioms
        for number in range(1, experiment.theories + 1)
        for follows in (True, False)
        for prover in provers
    ]
    state = RunProgress(len(wanted))
    for each in wanted:
        size, number, follows, prover = each
        if each not in done:
            row = _timed(experiment, size, number, follows, prover)
            new = not rows.exists()
            with rows.open("a", encoding="utf-8", newline="") as out:
                writer = csv.DictWriter(out, [field.name for field in fields(ProverRow)], lineterminator="\n")
                if new:
                    writer.writeheader()
                writer.writerow(asdict(row))
        state.outcomes["-".join(map(str, each))] = "timed"
        on_change(state)
    return state


def _timed(experiment: ProverExperiment, size: int, number: int, follows: bool, prover: str) -> ProverRow:
    theory = read_theory(chained_theory(size, entailed=follows, seed=experiment.seed + number))
    started = time.perf_counter()
    if prover == OURS:
        result = check(theory, limits=ProverLimits(seconds=experiment.seconds, external=False))
        found: str = result.outcome if result.reason in ("proved", "countermodel", "saturated") else "undecided"
    else:
        status = ask_eprover(theory, seconds=experiment.seconds).status
        found = {"theorem": "entailed", "countersatisfiable": "open"}.get(status, "undecided")
    seconds = round(time.perf_counter() - started, 6)
    return ProverRow(size, number, "entailed" if follows else "open", prover, found, seconds)


def _key(row: ProverRow) -> tuple[int, int, bool, str]:
    return row.axioms, row.theory, row.goal == "entailed", row.prover


def read_prover_rows(folder: Path) -> list[ProverRow]:
    """What was timed; nothing of a folder without rows.

    Raises:
        ExperimentError: if the rows are not as they were written.
    """
    file = folder / _ROWS
    if not file.is_file():
        return []
    try:
        with file.open(encoding="utf-8", newline="") as text:
            rows = [{**row} for row in csv.DictReader(text)]
        numbers = [(int(row["axioms"]), int(row["theory"]), float(row["seconds"])) for row in rows]
        return [
            ProverRow(axioms, theory, row["goal"], row["prover"], row["found"], seconds)
            for row, (axioms, theory, seconds) in zip(rows, numbers, strict=True)
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise ExperimentError([f"{file}: not as an experiment writes it: {type(error).__name__} {error}"]) from None


def prover_report(folder: Path) -> ReportOfKind:
    """The report on a results folder.

    Raises:
        ExperimentError: if nothing was timed in it.
    """
    rows = read_prover_rows(folder)
    if not rows:
        raise ExperimentError([f"{folder}: no prover was timed in it"])
    config = json_value(utf8_text(folder / CONFIG), str(folder / CONFIG))
    sizes = sorted({row.axioms for row in rows})
    kinds = list(dict.fromkeys((row.prover, row.goal) for row in rows))
    by = {
        (size, *kind): [row for row in rows if (row.axioms, row.prover, row.goal) == (size, *kind)]
        for size in sizes
        for kind in kinds
    }
    lines = [
        tuple[TableCell, ...](
            (
                size,
                prover,
                goal,
                len(found),
                Share(sum(row.found == row.goal for row in found), len(found)),
                mean_of([row.seconds for row in found]),
                TableNumber(max(row.seconds for row in found)),
            )
        )
        for (size, prover, goal), found in by.items()
        if found
    ]
    columns = ("Axioms", "Prover", "Goal", "Theories", "Decided rightly", "Mean seconds", "Most seconds")
    table = ReportTable("figure9_table", "Figure 9. Seconds by axioms", columns, tuple(lines), ISABELLE)
    series = tuple(
        FigureSeries(
            f"{prover}, {'follows' if goal == 'entailed' else 'does not follow'}",
            tuple(mean_of([row.seconds for row in by[size, prover, goal]]) for size in sizes),
        )
        for prover, goal in kinds
    )
    title = "Figure 9. Mean time of a question by the number of axioms"
    figure = ReportFigure("figure9", title, LINES, "Seconds", tuple(map(str, sizes)), series, ISABELLE)
    wrong = [row for row in rows if row.found not in (row.goal, "undecided")]
    provers = dict.fromkeys(prover for prover, _ in kinds)
    headline = [f"{prover}: {_mean_words([row for row in rows if row.prover == prover])}" for prover in provers]
    headline += [f"{len(wrong)} of {len(rows)} answers were wrong."] if wrong else ["No answer was wrong."]
    missing = [each for each in config["provers"] if each not in {row.prover for row in rows}]
    headline += [f"{each} is not installed here, and was left out." for each in missing]
    source = f" After: {config['source']}." if config.get("source") else ""
    about = f"Times of provers by axioms: {len(rows)} questions.{source}"
    return ReportOfKind(
        f"Provers: {config['name']}", about, tuple(headline), (table,), (figure,), PROVERS, "construction", len(rows)
    )


def _mean_words(rows: Sequence[ProverRow]) -> str:
    mean, undecided = mean_of([row.seconds for row in rows]), sum(row.found == "undecided" for row in rows)
    return f"{0.0 if mean is None else mean.mean:.4f} s a question in the mean, {undecided} of {len(rows)} undecided."


def chained_theory(axioms: int, *, entailed: bool, seed: int = 0) -> str:
    """A theory in event style of that many axioms, as labelled lines.

    Its goal is at the end of a chain of half of them, of which one link is missing if it is not entailed.
    """
    chance = random.Random(f"{axioms}/{seed}")
    links = axioms // 2
    lines = ["fact_0: P0(it)"]
    for i in range(1, axioms // 4 + 1):
        event, thing = chance.randrange(links), chance.randrange(links)
        lines.append(f"fact_{i}: ∃e. E{event}(e) ∧ Agent(e, it) ∧ (∃y. Q{thing}(y) ∧ Patient(e, y))")
    while len(lines) < axioms - links:
        a, b, c, d, f = (chance.randrange(links) for _ in range(5))
        lines.append(
            f"rule_{len(lines)}: ∀x y e. P{a}(x) ∧ E{b}(e) ∧ Agent(e, x) ∧ Patient(e, y) ∧ Q{c}(y) ⟶ "
            f"(∃e2 z. E{d}(e2) ∧ Agent(e2, x) ∧ Patient(e2, z) ∧ Q{f}(z))"
        )
    for i in range(links):
        start = i if entailed or i != links // 2 else links + 1
        lines.append(
            f"link_{i}: ∀x. P{start}(x) ⟶ P{i + 1}(x) ∧ (∃e y. E{i}(e) ∧ Agent(e, x) ∧ Patient(e, y) ∧ Q{i}(y))"
        )
    return "\n".join([*lines, f"goal: ∃x. P{links}(x)", ""])
