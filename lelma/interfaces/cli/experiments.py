"""`lelma experiment run`, `report`, and for raters `sheet` and `labels`."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path
from typing import Any

from lelma.interfaces.cli.parser import (
    FAILED,
    INTERRUPTED,
    OK,
    Commands,
    bridge_option,
    command,
    print_json,
    whole_number_option,
)
from lelma.support.errors import UsageError
from lelma.support.json_types import VERSION


def add_experiment(commands: Commands) -> None:
    """Put the command `experiment`, with its own commands, into a parser's."""
    parser = commands.add_parser(
        "experiment",
        help="run and report whole experiments",
        description="Runs the feedback loop over games, models, styles and repetitions, or matches over cells, models "
        "and deals; reports on it; has people judge it.",
    )
    inner = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_run(inner)
    _add_report(inner)
    _add_sheet(inner)
    _add_labels(inner)


def _add_run(commands: Commands) -> None:
    parser = command(
        commands,
        "run",
        _run,
        brief="run an experiment, or go on with it",
        goes_in="an experiment file (see docs/experiments.md).",
        comes_out="a folder of transcripts, written as the runs happen; the same command goes on with a folder.",
        codes="0 every run is finished, 1 some failed for want of a reply, 2 bad input, 130 interrupted",
        schema="experiment_run",
    )
    bridge_option(parser)
    parser.add_argument("file", metavar="FILE.toml")
    parser.add_argument("--output", metavar="DIR", help="where the results are (default: results/NAME)")
    parser.add_argument(
        "--on",
        metavar="ray[:ADDRESS]",
        default="",
        help="play matches on a Ray cluster: one started here, or that at ADDRESS (pip install 'lelma[ray]')",
    )


def _run(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from lelma.experiments.over_matches.plan import is_over_matches, read_match_experiment
    from lelma.experiments.over_matches.run import run_match_experiment
    from lelma.experiments.plan import Experiment, read_experiment
    from lelma.experiments.run import run_experiment
    from lelma.interfaces.views.experiment_progress import ExperimentWatcher, cost_so_far

    file = Path(arguments.file)
    over_matches = is_over_matches(file)
    experiment = read_match_experiment(file) if over_matches else read_experiment(file)
    if arguments.on and not over_matches:
        raise UsageError("--on is for experiments over matches; runs of the loop wait for models, which threads do")
    unit, part = ("matches", "move") if over_matches else ("runs", "attempt")
    folder = Path(arguments.output or Path("results") / re.sub(r"[^\w.-]+", "_", experiment.name))
    console = Console(stderr=True, highlight=False, quiet=arguments.json)
    again = f"lelma experiment run {shlex.quote(arguments.file)} --output {shlex.quote(str(folder))}"
    again += f" --on {shlex.quote(arguments.on)}" if arguments.on else ""
    try:
        with ExperimentWatcher(experiment, console, unit=unit, part=part) as watcher:
            if isinstance(experiment, Experiment):
                state = run_experiment(experiment, folder, bridge=arguments.bridge, on_change=watcher)
            else:
                state = run_match_experiment(experiment, folder, on=arguments.on, on_change=watcher)
    except KeyboardInterrupt:
        console.print(f"Stopped at once. Every {part} that was finished is kept; go on with: {again}", soft_wrap=True)
        return INTERRUPTED
    if arguments.json:
        cost = cost_so_far(experiment, state)
        about = {"schema": VERSION, "ok": state.finished, "folder": str(folder)}
        print_json({**about, **state.as_json(), "cost": cost and float(cost)})
    else:
        _tell(console, state, folder, again, unit)
    return INTERRUPTED if state.stopping and not state.finished else OK if state.finished else FAILED


def _tell(console: Any, state: Any, folder: Path, again: str, unit: str) -> None:
    outcomes = state.as_json()["outcomes"]
    counts = ", ".join(f"{number} {outcome}" for outcome, number in outcomes.items()) or "none"
    console.print(f"{len(state.outcomes)} of {state.total} {unit} finished: {counts}.", soft_wrap=True)
    reasons = list(dict.fromkeys(state.failed.values()))
    for reason in reasons[:5]:
        number = list(state.failed.values()).count(reason)
        console.print(f"{number} failed: {reason}", soft_wrap=True, markup=False)
    if len(reasons) > 5:
        console.print(f"and for {len(reasons) - 5} other reasons")
    if state.finished:
        console.print(f"Report: lelma experiment report {shlex.quote(str(folder))}", soft_wrap=True, markup=False)
    else:
        console.print(f"Go on with: {again}", soft_wrap=True, markup=False)


def _add_report(commands: Commands) -> None:
    parser = command(
        commands,
        "report",
        _report,
        brief="report on an experiment",
        goes_in="a results folder, or logged LELMA attempts (JSON Lines).",
        comes_out="tables with counts and intervals, as text, Markdown, CSV and HTML: of runs those of the LELMA "
        "paper, of matches with tests.",
        codes="0 done, 2 bad input",
        schema="experiment_report",
    )
    bridge_option(parser)
    parser.add_argument("source", metavar="DIR|SAMPLES.jsonl")
    parser.add_argument(
        "--output", metavar="DIR", help="where the report is written (default: DIR/report, or results/NAME-report)"
    )


def _report(arguments: argparse.Namespace) -> int:
    from lelma.experiments.evaluation.report import TablesReport, report
    from lelma.experiments.over_matches.report import match_report
    from lelma.experiments.over_matches.rows import is_match_folder
    from lelma.interfaces.views.console import make_console
    from lelma.interfaces.views.experiment_files import print_report, write_report

    source = Path(arguments.source)
    found: TablesReport
    found = match_report(source) if is_match_folder(source) else report(source, bridge=arguments.bridge)
    default = source / "report" if source.is_dir() else Path("results") / f"{source.stem}-report"
    folder = Path(arguments.output or default)
    written = write_report(found, folder)
    if arguments.json:
        print_json({**found.as_json(), "written": [str(file) for file in written]})
        return OK
    console = make_console()
    print_report(console, found)
    console.print(f"Written to {folder}: {', '.join(file.name for file in written)}", soft_wrap=True, markup=False)
    return OK


def _add_sheet(commands: Commands) -> None:
    parser = command(
        commands,
        "sheet",
        _sheet,
        brief="write sheets for people who judge the reasonings of an experiment",
        goes_in="a results folder of the feedback loop.",
        comes_out="a CSV and an HTML sheet for each rater in DIR/sheets: blind, in an order of its own.",
        codes="0 done, 2 bad input",
        schema="experiment_sheets",
    )
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("--raters", type=whole_number_option(1), default=3, metavar="N", help="how many (default 3)")


def _sheet(arguments: argparse.Namespace) -> int:
    from lelma.experiments.raters.sheets import PROTOCOL, texts_to_judge, write_sheets

    folder = Path(arguments.folder)
    texts = len(texts_to_judge(folder))
    written = [str(file) for file in write_sheets(folder, raters=arguments.raters)]
    if arguments.json:
        about = {"folder": str(folder), "texts": texts, "raters": arguments.raters, "written": written}
        print_json({"schema": VERSION, "ok": True, **about})
        return OK
    print(f"{texts} texts for each of {arguments.raters} raters:", *written, sep="\n")
    print(PROTOCOL)
    print(f"When they are filled: lelma experiment labels {shlex.quote(str(folder))} FILE.csv …, one a rater")
    return OK


def _add_labels(commands: Commands) -> None:
    parser = command(
        commands,
        "labels",
        _labels,
        brief="read the sheets that raters filled",
        goes_in="a results folder, and a filled CSV sheet for each rater.",
        comes_out="the labels, kept in DIR/labels.json; reports take them for the truth, with kappa.",
        codes="0 done, 2 bad input, such as a row without a label",
        schema="experiment_labels",
    )
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("sheets", metavar="FILE", nargs="+", help="a sheet; its name names the rater")


def _labels(arguments: argparse.Namespace) -> int:
    from lelma.experiments.raters.labels import take_labels

    folder = Path(arguments.folder)
    found = take_labels(folder, [Path(file) for file in arguments.sheets])
    labels = found.labels or {}
    right = sum(all(told) for told in labels.values())
    if arguments.json:
        about = {"folder": str(folder), "raters": list(found.raters), "texts": len(labels), "right": right}
        print_json({"schema": VERSION, "ok": True, **about})
        return OK
    print(f"{len(labels)} texts by {', '.join(found.raters)}: all call {right} right.")
    print(f"Report: lelma experiment report {shlex.quote(str(folder))}")
    return OK
