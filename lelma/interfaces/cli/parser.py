"""What every command is made of: its parser, common options, exit codes, JSON on standard output."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from lelma.engine.bridges import BRIDGES
from lelma.support.errors import UsageError, did_you_mean, refused
from lelma.support.json_types import VERSION

if TYPE_CHECKING:  # a command waits for nothing but its own work
    from gdl.errors import Fault
    from lelma.interfaces.json_types import FailureJson
    from translators.by_model.translator import Asking

OK, FAILED, USAGE, UNCHECKED, INTERRUPTED = 0, 1, 2, 3, 130

_NO_ENGINE = "in place of --engine, --bridge says how SWI-Prolog is reached and --stepper how a game is stepped"

Commands = Any  # argparse keeps the class of add_subparsers private


class Parser(argparse.ArgumentParser):
    """Bad usage is an error like any other: `main` tells it, as JSON where that is asked for."""

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse what is none of the names there are, and say which of them is near."""
        if action.choices is not None and value not in action.choices:
            known = list(map(str, action.choices))
            near = did_you_mean(str(value), known)
            raise argparse.ArgumentError(action, f"invalid choice: {value!r}{near} (choose from {', '.join(known)})")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As that of a parser, but what is left over is an error here, where the options are known."""
        found, left = super().parse_known_args(args, namespace)
        if left:
            options = [each.partition("=")[0] for each in left if each.startswith("-")]
            near = next((told for each in options if (told := did_you_mean(each, self._option_string_actions))), "")
            self.error(f"unrecognized arguments: {' '.join(left)}{near}")
        return found, left

    def error(self, message: str) -> NoReturn:
        if "--engine" in message:
            message += f"; {_NO_ENGINE}"
        raise UsageError(f"{message}; {self.prog} --help says what goes in")


def command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], int],
    *,
    brief: str,
    goes_in: str,
    comes_out: str,
    codes: str,
    schema: str = "",
) -> argparse.ArgumentParser:
    """The parser of a command; `schema` names that of what it prints with --json, `failure` apart."""
    told = f"{brief[0].upper()}{brief[1:]}. In: {goes_in} Out: {comes_out}"
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=brief, description=told, epilog=f"Exit codes: {codes}"
    )
    parser.set_defaults(run=run)
    says = f" (lelma schema {schema})" if schema else ""
    parser.add_argument("--json", action="store_true", help=f"print one JSON object and nothing else{says}")
    return parser


def game_argument(parser: argparse.ArgumentParser, metavar: str = "GAME") -> None:
    parser.add_argument("game", metavar=metavar, help="a name (see lelma games), a game folder or a file of rules")


def solver_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--role", help="whose reasoning it is, who `you` is (default: the first role of the rules)")
    parser.add_argument("--compat", metavar="SET", help="use this query set alone, such as lelma2024")
    bridge_option(parser)


def translator_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--translator",
        choices=("english", "model", "union"),
        default="english",
        help="what reads claims from texts: the deterministic reader (default), a model, or both",
    )
    parser.add_argument("--translator-model", metavar="MODEL", help="the model that translates, such as openai:NAME")
    parser.add_argument(
        "--second",
        metavar="READER",
        help="a second reader, parse or model:MODEL: where it reads something else, a claim is disputed, not fed back",
    )
    parser.add_argument("--by-paragraph", action="store_true", help="give a model that reads one paragraph at a time")
    parser.add_argument(
        "--votes", type=whole_number_option(1), metavar="N", help="ask a model that reads N times; all must agree"
    )
    parser.add_argument(
        "--context", type=whole_number_option(1024), metavar="TOKENS", help="what a model that reads can hold (4096)"
    )
    parser.add_argument(
        "--reply-tokens", type=whole_number_option(64), metavar="TOKENS", help="its longest reply (1024)"
    )
    parser.add_argument(
        "--cassette", metavar="FILE", help="keep the replies of the model that translates, and give them again"
    )
    parser.add_argument("--replay-only", action="store_true", help="ask no server: every reply must be in the cassette")


def chosen_translator(arguments: argparse.Namespace) -> Any:
    from lelma.verify.translators import make_translator

    model = arguments.translator_model
    if arguments.cassette and model is None:
        raise UsageError("--cassette keeps the replies of a model that translates: name it with --translator-model")
    if arguments.replay_only and not arguments.cassette:
        raise UsageError("--replay-only needs a --cassette")
    if arguments.cassette:
        from lelma.models import connect

        model = connect(model, cassette=Path(arguments.cassette), replay_only=arguments.replay_only)
    asks = arguments.second is not None or arguments.translator != "english"
    asking = _asking(arguments) if asks else None
    return make_translator(arguments.translator, model=model, second=arguments.second, asking=asking)


def _asking(arguments: argparse.Namespace) -> Asking:
    """How a model that translates is asked.

    Raises:
        UsageError: if its replies would leave no room in its context.
    """
    from translators.by_model.translator import Asking

    told = {"context": arguments.context, "max_tokens": arguments.reply_tokens, "votes": arguments.votes}
    asking = Asking(by_paragraph=arguments.by_paragraph, **{name: each for name, each in told.items() if each})
    if asking.max_tokens >= asking.context:
        raise UsageError(f"replies of {asking.max_tokens} tokens leave no room in a context of {asking.context}")
    return asking


def any_whole(text: str) -> int:
    """Reads any whole number, for an option."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number") from None


def any_number(text: str) -> float:
    """Reads any finite number, for an option."""
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number")
    return value


def whole_number_option(least: int, most: int | None = None) -> Callable[[str], int]:
    """Reads a whole number of at least `least`, and at most `most`, for an option."""

    def whole_number(text: str) -> int:
        value = any_whole(text)
        if value < least or (most is not None and value > most):
            wanted = f"{least} or more" if most is None else f"from {least} to {most}"
            raise argparse.ArgumentTypeError(f"{value} is not {wanted}")
        return value

    return whole_number


def duration(text: str) -> float:
    """Reads a time of more than 0 seconds and less than a week and a half, for an option."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number of seconds") from None
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text} is not more than 0 seconds, and less than a million")
    return value


def bridge_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bridge", choices=BRIDGES, help="how SWI-Prolog is reached (default: LELMA_BRIDGE or process)"
    )


def failure(error: str, faults: Sequence[Fault] = ()) -> FailureJson:
    """What stands in place of a command's own object if its input can't be used."""
    from lelma.game.checks.all_faults import fault_json

    found = [fault_json(fault) for fault in faults]
    return {"schema": VERSION, "ok": False, "verdict": "error", "error": error, "reason": error, "faults": found}


_ESCAPED = re.compile(r"[\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def print_json(value: object) -> None:
    """Print an object on one line; what is not printable, or has no code on standard output, is escaped."""
    text = json.dumps(value, ensure_ascii=False)
    text = _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value)
    print(text)


_WORDS_OF_A_TEXT = 4
"""What has so many words is hardly the name of a file."""


def text_argument(name: str) -> str:
    """A text to check. It may hold anything: bytes that are no UTF-8 become replacement characters.

    Raises:
        UsageError: if the text itself stands where its file should.
    """
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        if len(name.split()) < _WORDS_OF_A_TEXT:
            raise
        told = refused(name[:40] + "…", error)
        raise UsageError(f"{told}; a text comes from a file, or with - from standard input: echo … | lelma …") from None
    return data.decode("utf-8", "replace")
