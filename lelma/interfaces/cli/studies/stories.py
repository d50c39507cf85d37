"""`lelma bigtom run`: questions about what people in short stories believe."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from lelma.interfaces.cli.parser import FAILED, INTERRUPTED, OK, Commands, command, print_json, whole_number_option


def add_bigtom(commands: Commands) -> None:
    """Put the command `bigtom`, with its own command, into a parser's."""
    parser = commands.add_parser(
        "bigtom",
        help="ask what people in short stories believe",
        description="Asks models the questions of BigToM, and works out what follows from what happens.",
    )
    inner = parser.add_subparsers(required=True, metavar="COMMAND")
    run = command(
        inner,
        "run",
        _run,
        brief="ask the questions of a file by some methods",
        goes_in="questions in JSON Lines: story, question, correct, wrong, and what they are of (see docs/how_to).",
        comes_out="accuracies by what is asked, both right per story, what events decide; with --output a folder, too, "
        "which the same command goes on with.",
        codes="0 every question was asked, 1 some could not be for want of a reply, 2 bad input, 130 interrupted",
        schema="experiment_report",
    )
    run.add_argument("items", metavar="ITEMS.jsonl", type=Path)
    run.add_argument("--method", default="recon+", metavar="NAME[,NAME…]", help="vanilla, cot, tot, recon, recon+")
    run.add_argument("--model", action="append", metavar="[NAME=]SPEC", help="a model; may be repeated")
    run.add_argument("--limit", type=whole_number_option(1), metavar="N", help="so many questions, drawn by the seed")
    run.add_argument("--seed", type=int, default=0, metavar="S", help="of options, draws and the limit (default 0)")
    run.add_argument("--events", type=Path, metavar="FILE.jsonl", help="readings of the stories that people gave")
    run.add_argument("--reader", choices=("text", "model"), default="", help="who alone reads events (default: both)")
    run.add_argument("--breadth", type=whole_number_option(1), default=5, metavar="B", help="plans of tot (default 5)")
    run.add_argument("--votes", type=whole_number_option(1), default=5, metavar="V", help="votes of tot (default 5)")
    run.add_argument("--at-once", type=whole_number_option(1), default=2, metavar="N", help="requests (default 2)")
    run.add_argument("--output", type=Path, metavar="DIR", help="keep what was answered, and go on with it")


def _run(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="lelma-") as kept:
        return _run_in(arguments, arguments.output or Path(kept))


def _run_in(arguments: argparse.Namespace, folder: Path) -> int:
    from rich.console import Console

    from lelma.experiments.errors import ExperimentError
    from lelma.experiments.questions.methods import QUESTION_METHODS, AskingTerms
    from lelma.experiments.questions.plan import QuestionExperiment, with_readings
    from lelma.experiments.questions.run import run_questions
    from lelma.experiments.questions.tables import question_report
    from lelma.interfaces.views.console import make_console
    from lelma.interfaces.views.experiment_files import print_report, write_report
    from lelma.interfaces.views.experiment_progress import ExperimentWatcher
    from lelma.support.errors import did_you_mean

    methods = tuple(dict.fromkeys(arguments.method.split(",")))
    for method in methods:
        if method not in QUESTION_METHODS:
            near = f"{did_you_mean(method, QUESTION_METHODS)}; there are: {', '.join(QUESTION_METHODS)}"
            raise ExperimentError([f"--method: there is no {method!r}{near}"])
    specs = [
        spec.partition("=") if "=" in spec.partition(":")[0] else (spec, "", spec) for spec in arguments.model or []
    ]
    experiment = with_readings(
        QuestionExperiment(
            arguments.items.stem,
            arguments.items,
            methods,
            {name: spec for name, _, spec in specs} or {"simulated": "simulated"},
            limit=arguments.limit,
            events=arguments.events,
            terms=AskingTerms(arguments.seed, arguments.breadth, arguments.votes, reader=arguments.reader),
            at_once=arguments.at_once,
        )
    )
    console = Console(stderr=True, highlight=False, quiet=arguments.json)
    with ExperimentWatcher(experiment, console, unit="hundreds", part="question") as watcher:
        state = run_questions(experiment, folder, on_change=watcher)
    for reason in dict.fromkeys(state.failed.values()):
        console.print(reason, soft_wrap=True, markup=False)
    report = question_report(folder)
    written = write_report(report, folder / "report") if arguments.output else []
    if arguments.json:
        print_json({**report.as_json(), "written": [str(file) for file in written]})
    else:
        print_report(make_console(), report)
    return OK if state.finished else INTERRUPTED if state.stopping else FAILED
