"""The command line: each command parses, calls one function and shows what comes out."""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from lelma.interfaces.cli.parser import FAILED, INTERRUPTED, OK, USAGE, Commands, Parser, command, failure, print_json
from lelma.support.errors import GameError, LelmaError, refused
from lelma.support.shown_text import printable_output

if TYPE_CHECKING:
    from gdl.errors import Fault

_EPILOG = """\
A GAME is a name (lelma games), a game folder or a file of rules. lelma COMMAND --help says what goes in, what comes out
and what the exit code means: 0 yes, 1 no, 2 bad input or usage, 3 nothing could be decided, 130 interrupted."""

_GARBAGE_AFTER = 50_000, 2, 200
"""New objects after which Python looks for circles to free; how often until those that stayed are gone through again,
and how often that until all are. A command makes many that stay, and to go through all may take longer than a decision.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code. Errors in the input end with code 2 and a message, never a traceback."""
    gc.set_threshold(*_GARBAGE_AFTER)
    given = list(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without some sign of ours shows a question mark
    with printable_output():
        code = _run(given)
    if argv is None:
        gc.freeze()  # the process ends: what is left need not be gone through for circles once more
    return code


def _run(given: Sequence[str]) -> int:
    try:
        arguments = _parser(given[0] if given else "").parse_args(given)
        code = int(arguments.run(arguments))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read our output has had enough
        _discard_output()
        return OK
    except LelmaError as error:
        _complain(str(error), as_json="--json" in given, faults=error.faults if isinstance(error, GameError) else ())
        return USAGE
    except OSError as error:
        told = error.strerror or str(error) if error.filename is None else refused(error.filename, error)
        _complain(told, as_json="--json" in given)
        return USAGE
    except KeyboardInterrupt:
        print("lelma: interrupted", file=sys.stderr)
        return INTERRUPTED


def _complain(error: str, *, as_json: bool, faults: Sequence[Fault] = ()) -> None:
    """Tell an error; on standard error as well if standard output is what can't be written."""
    try:
        if as_json:
            print_json(failure(error, faults))
        sys.stdout.flush()
    except OSError:
        _discard_output()
        as_json = False
    if not as_json:
        print(f"lelma: {error}", file=sys.stderr)


def _discard_output() -> None:
    """Let Python write what is left of standard output to nowhere as it ends, rather than fail at it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


GROUPS = {
    "Reasoning about games": ("verify", "check-file", "ask", "score", "experiment", "bigtom"),
    "Theories": ("prove",),
    "Games": ("games", "rules", "solve", "check", "new", "compile"),
    "Matches": ("play", "replay", "worlds", "claims", "trust", "report", "memory", "words"),
    "Rule sheets": ("perft", "playout", "conform"),
    "Other programs": ("serve", "mcp", "schema"),
    "This machine": ("doctor",),
}
"""How `lelma --help` lists the commands."""


_ADDED_BY: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("verify", "ask"), "reasoning", "add_text_commands"),
    (("check-file",), "experiments", "add_bulk_commands"),
    (("prove",), "prover", "add_prove_command"),
    (("check", "solve", "compile", "new", "games"), "games", "add_game_commands"),
    (("replay", "score"), "logs", "add_log_commands"),
    (("claims",), "talk", "add_claim_commands"),
    (("conform", "perft", "playout"), "sheets", "add_sheet_commands"),
    (("rules",), "games", "add_rules_command"),
    (("play",), "matches", "add_play_command"),
    (("worlds",), "talk", "add_worlds_command"),
    (("trust",), "trust", "add_trust_command"),
    (("report",), "matches", "add_report_command"),
    (("experiment",), "experiments", "add_experiment"),
    (("bigtom",), "studies.stories", "add_bigtom"),
    (("memory",), "learning.entries", "add_memory_commands"),
    (("words",), "learning.word_pairs", "add_word_commands"),
    (("serve", "mcp", "schema"), "servers", "add_serve_commands"),
)
"""Commands, and the function of which module beside this one puts them into a parser. A command loads its own alone."""


def _add(module: str, function: str, commands: Commands) -> None:
    getattr(import_module(f"lelma.interfaces.cli.{module}"), function)(commands)


def _parser(chosen: str = "") -> argparse.ArgumentParser:
    """The parser of all commands; of a chosen one and those beside it, if it is one."""
    parser = Parser(
        prog="lelma",
        usage="lelma [-h] [--version] COMMAND …",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Checks what language-model agents say about games: claims are read from free text and proved or\n"
        "refuted by a Prolog solver of the game's rules.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(required=True, prog="lelma", metavar="COMMAND", help=argparse.SUPPRESS)
    for _, module, function in [added for added in _ADDED_BY if chosen in added[0]]:
        _add(module, function, commands)
        return parser
    for _, module, function in _ADDED_BY:
        _add(module, function, commands)
    _add_doctor(commands)
    parser.description = "\n".join([str(parser.description), *_listed(commands)])
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from lelma.interfaces.service import package_version

        print("lelma", package_version() or "from a checkout")
        parser.exit(OK)


def _listed(commands: Commands) -> Iterator[str]:
    """The commands by group, each with what it does in a few words."""
    briefs = {action.dest: action.help for action in commands._get_subactions()}
    for group, names in GROUPS.items():
        yield f"\n{group}:"
        yield from (f"  {name:12}{briefs[name]}" for name in names)


def _add_doctor(commands: Commands) -> None:
    command(
        commands,
        "doctor",
        _doctor,
        brief="say what works on this machine, and what to type",
        goes_in="nothing.",
        comes_out="versions, bridges that work here, what is missing and what to type.",
        codes="0 the default bridge works, 1 something must be done first",
        schema="doctor",
    )


def _doctor(arguments: argparse.Namespace) -> int:
    from lelma.interfaces.doctor import diagnose

    found = diagnose()
    if arguments.json:
        print_json(found.as_json())
        return OK if found.ok else FAILED
    print(f"Python        {found.python} on {found.system}")
    print(f"SWI-Prolog    {found.swipl or 'missing'}")
    for name, trouble in found.bridges.items():
        print(f"bridge        {name:9} {trouble or 'works'}")
    for name in found.packages:
        print(f"package       {name:22} {found.package(name)}")
    for name, folder in found.folders.items():
        print(f"folder        {name:9} {folder}")
    print(f"games         {', '.join(found.games) or 'none'}")
    for line in found.advice:
        print(f"to do         {line}")
    return OK if found.ok else FAILED
