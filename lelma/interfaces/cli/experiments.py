"""`lelma experiment run`, `report`, `power`, and for raters `sheet`, `judge` and `labels`; `lelma check-file`.

Long, because these commands share how progress and money are told.
"""

from __future__ import annotations

import argparse
import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lelma.interfaces.cli.parser import (
    FAILED,
    INTERRUPTED,
    OK,
    Commands,
    any_number,
    bridge_option,
    command,
    print_json,
    solver_options,
    whole_number_option,
)
from lelma.interfaces.cli.studies.preferences import add_prefer
from lelma.support.errors import GameError, UsageError, did_you_mean
from lelma.support.json_types import VERSION

if TYPE_CHECKING:
    from rich.console import Console

    from lelma.batches.file_check import FileProgress

_STEPS = 10  # lines that a whole file prints where there is no terminal


def add_experiment(commands: Commands) -> None:
    """Put the command `experiment`, with its own commands, into a parser's."""
    parser = commands.add_parser(
        "experiment",
        help="run and report whole experiments",
        description="Runs the feedback loop over games, models, styles and repetitions, matches over cells, models "
        "and deals, or questions about stories; reports on it; has people judge it.",
    )
    inner = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_run(inner)
    _add_report(inner)
    _add_power(inner)
    _add_sheet(inner)
    _add_judge(inner)
    _add_labels(inner)
    add_prefer(inner)


def _add_run(commands: Commands) -> None:
    parser = command(
        commands,
        "run",
        _run,
        brief="run an experiment, or go on with it",
        goes_in="an experiment file (see docs/experiments.md), or the name of a study of a game.",
        comes_out="a folder of transcripts, written as the runs happen; the same command goes on with a folder.",
        codes="0 every run is finished, 1 some failed for want of a reply or were left at the cost limit, 2 bad input, "
        "130 interrupted",
        schema="experiment_run",
    )
    bridge_option(parser)
    parser.add_argument("file", metavar="FILE.toml|STUDY")
    parser.add_argument(
        "--model",
        metavar="NAME=SPEC",
        action="append",
        default=[],
        help="a model in place of the one that an experiment over matches or questions gives this name; repeatable",
    )
    parser.add_argument(
        "--items", type=Path, metavar="FILE.jsonl", help="the questions of an experiment over questions"
    )
    parser.add_argument(
        "--matches", type=whole_number_option(1), metavar="N", help="deals of an experiment over matches"
    )
    parser.add_argument("--output", metavar="DIR", help="where the results are (default: results/NAME)")
    parser.add_argument(
        "--on",
        metavar="ray[:ADDRESS]",
        default="",
        help="play matches on a Ray cluster: one started here, or that at ADDRESS (pip install 'lelma[ray]')",
    )


def _run(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from lelma.experiments.over_matches.plan import MatchExperiment, experiment_kind, instead, read_match_experiment
    from lelma.experiments.over_matches.run import run_match_experiment
    from lelma.experiments.plan import Experiment, read_experiment
    from lelma.experiments.prover_times import ProverExperiment, read_prover_experiment, run_prover_experiment
    from lelma.experiments.questions.plan import QuestionExperiment, read_question_experiment
    from lelma.experiments.questions.run import run_questions
    from lelma.experiments.run import INTENTS, MATCHES, PROVERS, QUESTIONS, run_experiment
    from lelma.experiments.studies.library import other_models, study_file
    from lelma.experiments.threads.experiment import ThreadExperiment, read_thread_experiment, run_thread_experiment
    from lelma.interfaces.views.experiment_progress import ExperimentWatcher, cost_so_far

    file = study_file(arguments.file)
    kind = experiment_kind(file)
    over_matches = kind == MATCHES
    experiment: Experiment | MatchExperiment | QuestionExperiment | ProverExperiment | ThreadExperiment
    if over_matches:
        experiment = instead(read_match_experiment(file), models=arguments.model, matches=arguments.matches)
    elif kind == QUESTIONS:
        experiment = read_question_experiment(file, items=arguments.items)
        experiment = replace(experiment, models=other_models(experiment.models, arguments.model))
    elif kind == PROVERS:
        experiment = read_prover_experiment(file)
    elif kind == INTENTS:
        experiment = read_thread_experiment(file)
    else:
        experiment = read_experiment(file)
    if arguments.on and not over_matches:
        raise UsageError("--on is for experiments over matches; runs of the loop wait for models, which threads do")
    if arguments.model and kind not in (MATCHES, QUESTIONS):
        raise UsageError("--model is for experiments over matches or questions; name models in the file")
    if arguments.matches and not over_matches:
        raise UsageError("--matches is for experiments over matches")
    if arguments.items and kind != QUESTIONS:
        raise UsageError("--items is for experiments over questions")
    parts = {MATCHES: ("matches", "move"), QUESTIONS: ("hundreds", "question"), PROVERS: ("theories", "theory")}
    parts |= {INTENTS: ("threads", "thread")}
    unit, part = parts.get(kind, ("runs", "attempt"))
    folder = Path(arguments.output or Path("results") / re.sub(r"[^\w.-]+", "_", experiment.name))
    console = Console(stderr=True, highlight=False, quiet=arguments.json)
    again = f"lelma experiment run {shlex.quote(arguments.file)} --output {shlex.quote(str(folder))}"
    again += "".join(f" --model {shlex.quote(each)}" for each in arguments.model)
    again += f" --items {shlex.quote(str(arguments.items))}" if arguments.items else ""
    again += f" --matches {arguments.matches}" if arguments.matches else ""
    again += f" --on {shlex.quote(arguments.on)}" if arguments.on else ""
    try:
        with ExperimentWatcher(experiment, console, unit=unit, part=part) as watcher:
            if isinstance(experiment, Experiment):
                state = run_experiment(experiment, folder, bridge=arguments.bridge, on_change=watcher)
            elif isinstance(experiment, QuestionExperiment):
                state = run_questions(experiment, folder, on_change=watcher)
            elif isinstance(experiment, ProverExperiment):
                state = run_prover_experiment(experiment, folder, on_change=watcher)
            elif isinstance(experiment, ThreadExperiment):
                state = run_thread_experiment(experiment, folder, on_change=watcher)
            else:
                state = run_match_experiment(experiment, folder, on=arguments.on, on_change=watcher)
    except KeyboardInterrupt:
        console.print(f"Stopped at once. Every {part} that was finished is kept; go on with: {again}", soft_wrap=True)
        return INTERRUPTED
    if arguments.json:
        cost = cost_so_far(experiment, state)
        about = {"schema": VERSION, "ok": state.finished, "folder": str(folder)}
        print_json({**about, **state.as_json(), "cost": None if cost is None else float(cost)})
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
    if state.at_limit:
        spent = f"{state.cost_limit.spent:.4f} of {state.cost_limit.limit} spent"
        console.print(f"Stopped before the cost limit: {spent}. Raise cost_limit to go on.", soft_wrap=True)
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
        "paper, of matches with tests, of questions by what is asked.",
        codes="0 done, 2 bad input",
        schema="experiment_report",
    )
    bridge_option(parser)
    parser.add_argument(
        "source", metavar="DIR|SAMPLES.jsonl", nargs="+", help="of experiments over matches several, for one report"
    )
    parser.add_argument(
        "--output", metavar="DIR", help="where the report is written (default: DIR/report, or results/NAME-report)"
    )
    parser.add_argument(
        "--embedder",
        metavar="SPEC",
        default="hashed",
        help="what attributional scores of matches go by: hashed (letters alone), onnx:FOLDER, openai:NAME",
    )


def _report(arguments: argparse.Namespace) -> int:
    from lelma.experiments.evaluation.report import TablesReport, report
    from lelma.experiments.over_matches.joined import joined_report
    from lelma.experiments.over_matches.report import match_report
    from lelma.experiments.prover_times import prover_report
    from lelma.experiments.questions.tables import question_report
    from lelma.experiments.run import INTENTS, MATCHES, PROVERS, QUESTIONS, kind_of_results
    from lelma.experiments.threads.experiment import thread_report
    from lelma.interfaces.views.console import make_console
    from lelma.interfaces.views.experiment_files import print_report, write_report

    source, *others = map(Path, arguments.source)
    kind = kind_of_results(source)
    found: TablesReport
    if others:
        folders = [source, *others]
        if left := [folder for folder in folders if kind_of_results(folder) != MATCHES]:
            raise UsageError(f"{left[0]}: one report on several folders is for experiments over matches")
        found = joined_report(folders, [match_report(folder, embedder=arguments.embedder) for folder in folders])
    elif kind == QUESTIONS:
        found = question_report(source)
    elif kind == PROVERS:
        found = prover_report(source)
    elif kind == INTENTS:
        found = thread_report(source)
    elif kind == MATCHES:
        found = match_report(source, embedder=arguments.embedder)
    else:
        found = report(source, bridge=arguments.bridge)
    if others and not arguments.output:
        raise UsageError("name a folder for a report on several experiments: --output DIR")
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


def _add_power(commands: Commands) -> None:
    parser = command(
        commands,
        "power",
        _power,
        brief="how many matches it takes to tell two cells apart",
        goes_in="the shares of wins that two cells are thought to have, from 0 to 1.",
        comes_out="the fewest matches of each cell with which Barnard's and Fisher's tests find the difference as "
        "often as asked, and deals for McNemar's, counted exactly; or, with --matches, how often they find it.",
        codes="0 done, 2 bad input",
        schema="experiment_power",
    )
    parser.add_argument("share", metavar="SHARE", type=any_number)
    parser.add_argument("other", metavar="OTHER", type=any_number)
    parser.add_argument(
        "--matches", type=whole_number_option(1), metavar="N", help="of each cell: the power with these"
    )
    parser.add_argument(
        "--power", type=any_number, default=0.8, metavar="P", help="how often it is to be found (default 0.8)"
    )
    parser.add_argument(
        "--level", type=any_number, default=0.05, metavar="P", help="of the tests, two-sided (default 0.05)"
    )
    parser.add_argument(
        "--both",
        type=any_number,
        metavar="SHARE",
        help="share of deals that both cells win (default: SHARE times OTHER)",
    )


def _power(arguments: argparse.Namespace) -> int:
    from lelma.experiments.statistics.power import MOST_MATCHES, cell_powers

    share, other = arguments.share, arguments.other
    try:
        found = cell_powers(
            share, other, n=arguments.matches, both=arguments.both, level=arguments.level, power=arguments.power
        )
    except ValueError as error:
        raise UsageError(str(error)) from None
    if arguments.json:
        rows = [{"test": each.test, "matches": each.matches, "power": each.power} for each in found.tests]
        about = {"share": share, "other": other, "level": arguments.level, "normal": found.normal, "tests": rows}
        print_json({"schema": VERSION, "ok": True, **about})
        return OK
    print(f"Shares of {share:g} and {other:g}, two-sided at {arguments.level:g}:")
    for each in found.tests:
        what = "same deals" if each.test == "mcnemar" else "matches of each cell"
        if each.matches is None:
            print(f"  {each.test}: more than {MOST_MATCHES} {what}; these have power {each.power:.3f}")
        else:
            print(f"  {each.test}: {each.matches} {what}, power {each.power:.3f}")
    print(f"  By the normal distribution, about {found.normal} matches of each cell.")
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


def _add_judge(commands: Commands) -> None:
    parser = command(
        commands,
        "judge",
        _judge,
        brief="have a model fill a rater's sheet",
        goes_in="a results folder of the feedback loop, and a model.",
        comes_out="a filled CSV sheet; a sheet that was begun is gone on with. `lelma experiment labels --judge` reads "
        "it, and reports keep it apart from people.",
        codes="0 done, 1 a call failed, 2 bad input, or texts that got no label",
        schema="experiment_judged",
    )
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("--model", metavar="MODEL", required=True, help="such as openai:NAME")
    parser.add_argument("--out", metavar="FILE.csv", type=Path, help="the sheet (default: DIR/sheets/judge.csv)")
    parser.add_argument("--cassette", metavar="FILE", type=Path, help="keeps the replies, and gives them again")
    parser.add_argument("--replay-only", action="store_true", help="replies come from the cassette alone")


def _judge(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from lelma.experiments.raters.judge import fill_sheet
    from lelma.models import Metered, connect

    folder, console = Path(arguments.folder), Console(stderr=True, highlight=False, quiet=arguments.json)
    model = Metered(connect(arguments.model, cassette=arguments.cassette, replay_only=arguments.replay_only))
    texts = 0

    def tell(done: int, of: int) -> None:
        nonlocal texts
        texts = of
        if done * _STEPS // max(1, of) != (done - 1) * _STEPS // max(1, of):
            console.print(f"{done} of {of} texts", soft_wrap=True)

    file = fill_sheet(folder, model, arguments.out, on_text=tell)
    if arguments.json:
        about = {"folder": str(folder), "model": model.name, "texts": texts, "written": [str(file)]}
        print_json({"schema": VERSION, "ok": True, **about, "calls": model.tally.calls})
        return OK
    print(f"{texts} texts judged by {model.name}, in {file}")
    print(f"Read it: lelma experiment labels {shlex.quote(str(folder))} --judge {shlex.quote(str(file))}")
    return OK


def _add_labels(commands: Commands) -> None:
    parser = command(
        commands,
        "labels",
        _labels,
        brief="read the sheets that raters filled",
        goes_in="a results folder, and a filled CSV sheet for each rater; those of models after --judge.",
        comes_out="the labels, kept in DIR/labels.json; reports take them for the truth, with kappa.",
        codes="0 done, 2 bad input, such as a row without a label",
        schema="experiment_labels",
    )
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("sheets", metavar="FILE", nargs="*", help="a sheet; its name names the rater")
    parser.add_argument(
        "--judge", metavar="FILE", action="append", default=[], help="a sheet that a model filled; may be repeated"
    )


def _labels(arguments: argparse.Namespace) -> int:
    from lelma.experiments.raters.labels import take_labels

    folder = Path(arguments.folder)
    if not arguments.sheets and not arguments.judge:
        raise UsageError("name the sheets that were filled, those of models after --judge")
    found = take_labels(folder, [*map(Path, arguments.sheets)], models=[*map(Path, arguments.judge)])
    labels = found.labels or {}
    right = sum(all(told) for told in labels.values())
    if arguments.json:
        models = {name: sum(told.values()) for name, told in found.models.items()}
        about = {"folder": str(folder), "raters": list(found.raters), "texts": len(labels), "right": right}
        about["models"] = models
        print_json({"schema": VERSION, "ok": True, **about})
        return OK
    if found.raters:
        print(f"{len(labels)} texts by {', '.join(found.raters)}: all call {right} right.")
    for name, told in found.models.items():
        print(f"{len(told)} texts by the model in {name}: it calls {sum(told.values())} right.")
    print(f"Report: lelma experiment report {shlex.quote(str(folder))}")
    return OK


# check-file


def add_bulk_commands(commands: Commands) -> None:
    """Put this command into a parser."""
    parser = command(
        commands,
        "check-file",
        _check_file,
        brief="check the texts of a table, a file to a file",
        goes_in="a table with a column of texts: .csv, .jsonl, .parquet or .arrow; the last two need pyarrow "
        "(pip install 'lelma[tables]').",
        comes_out="the same rows with columns lelma_ok, lelma_outcome (verified, failed, unverified, error), counts of "
        "claims by verdict, lelma_feedback, lelma_claims (JSON) and lelma_error; the file appears when it is whole. "
        "What was broken off is gone on with by the same command.",
        codes="0 every row was checked, 1 some could not be and have their error, 2 bad input, 130 interrupted",
        schema="checked_file",
    )
    parser.add_argument("source", metavar="IN", type=Path, help="the table that is read")
    parser.add_argument("out", metavar="OUT", type=Path, help="the table that is written; its ending says as what")
    parser.add_argument("--text", metavar="COLUMN", default="text", help="the column of the texts (default: text)")
    parser.add_argument(
        "--game", metavar="NAME|COLUMN", required=True, help="the game of all texts, or the column that names each's"
    )
    parser.add_argument(
        "--style", choices=("correct", "negation"), default="correct", help="what feedback says (as lelma verify)"
    )
    parser.add_argument("--strict", action="store_true", help="claims about terms of game theory count as well")
    parser.add_argument(
        "--translator", choices=("english", "model", "union"), default="english", help="what reads claims"
    )
    parser.add_argument("--translator-model", metavar="MODEL", help="the model that translates, such as openai:NAME")
    parser.add_argument(
        "--processes", type=whole_number_option(1), metavar="N", help="how many at the same time (default: processors)"
    )
    parser.add_argument(
        "--on", metavar="ray[:ADDRESS]", default="", help="check on a Ray cluster (pip install 'lelma[ray]')"
    )
    solver_options(parser)


def _check_file(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from lelma.batches.checker import Checker
    from lelma.batches.file_check import check_table_file, cluster, local_processes
    from lelma.batches.table_files import open_table
    from lelma.game.game import find_game

    columns = open_table(arguments.source).columns
    is_column = arguments.game in columns
    if not is_column:
        try:
            find_game(arguments.game)
        except GameError as error:
            near = did_you_mean(arguments.game, columns)
            raise UsageError(f"{arguments.source}: there is no column {arguments.game!r}{near}, and {error}") from None
    checker = Checker(
        game="" if is_column else arguments.game,
        game_column=arguments.game if is_column else "",
        text=arguments.text,
        role=arguments.role,
        style=arguments.style,
        strict=arguments.strict,
        compat=arguments.compat,
        translator=arguments.translator,
        translator_model=arguments.translator_model,
        bridge=arguments.bridge,
    )
    console = Console(stderr=True, highlight=False, quiet=arguments.json)
    pool = cluster(arguments.on) if arguments.on else local_processes(arguments.processes)
    try:
        with _Watcher(console) as watcher:
            progress = check_table_file(arguments.source, arguments.out, checker, pool=pool, on_change=watcher)
    except KeyboardInterrupt:
        kept = shlex.quote(f"{arguments.out}.part")
        console.print(f"Stopped. What was checked is kept in {kept}; the same command goes on.", soft_wrap=True)
        return INTERRUPTED
    if arguments.json:
        print_json(progress.as_json(arguments.out))
    else:
        outcomes = ", ".join(f"{number} {outcome}" for outcome, number in sorted(progress.outcomes.items()))
        claims = ", ".join(f"{number} {verdict}" for verdict, number in progress.claims.items())
        print(f"{progress.rows} texts: {outcomes or 'none'}. Claims: {claims or 'none'}.")
        print(f"Written to {arguments.out}")
    return FAILED if progress.outcomes["error"] else OK


class _Watcher:
    """A progress bar on a terminal, with the time that is left; elsewhere a line now and then."""

    def __init__(self, console: Console) -> None:
        """Nothing is shown yet."""
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        from lelma.interfaces.views.experiment_progress import TimeLeft

        self._console, self._told, self._left = console, -1, TimeLeft()
        columns = (TextColumn("texts"), BarColumn(bar_width=24), MofNCompleteColumn())
        times = (TimeElapsedColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, *times, console=console, disable=not console.is_terminal)
        self._task = self._bar.add_task("texts", total=None)

    def __enter__(self) -> _Watcher:
        self._bar.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._bar.stop()

    def __call__(self, progress: FileProgress) -> None:
        self._bar.update(self._task, completed=progress.done, total=progress.rows)
        step = progress.done * _STEPS // max(1, progress.rows)
        if not self._console.is_terminal and step != self._told:
            self._told = step
            parts = [f"{progress.done} of {progress.rows} texts", self._left.words(progress.done, progress.rows)]
            self._console.print(", ".join(filter(None, parts)), soft_wrap=True)
