"""`lelma check-file`."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lelma.interfaces.cli.parser import (
    FAILED,
    INTERRUPTED,
    OK,
    Commands,
    command,
    print_json,
    solver_options,
    whole_number_option,
)

if TYPE_CHECKING:
    from rich.console import Console

    from lelma.batches.file_check import FileProgress

_STEPS = 10  # lines that a whole file prints where there is no terminal


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

    is_column = arguments.game in open_table(arguments.source).columns
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

        self._console, self._told = console, -1
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
            self._console.print(f"{progress.done} of {progress.rows} texts", soft_wrap=True)
