"""`lelma verify` and `lelma ask`."""

from __future__ import annotations

import argparse
from typing import Any

from lelma.interfaces.cli.parser import (
    FAILED,
    OK,
    UNCHECKED,
    USAGE,
    Commands,
    chosen_translator,
    command,
    game_argument,
    print_json,
    solver_options,
    text_argument,
    translator_options,
    whole_number_option,
)
from lelma.verify.json_types import AnswerJson


def add_text_commands(commands: Commands) -> None:
    """Put these commands into a parser."""
    _add_verify(commands)
    _add_ask(commands)


# verify


def _add_verify(commands: Commands) -> None:
    parser = command(
        commands,
        "verify",
        _verify,
        brief="check a text of reasoning about a game, claim by claim",
        goes_in="a game, and a text of reasoning about it; without a text, a recorded sample of the game's folder, or "
        "a model, is run through the feedback loop.",
        comes_out="each claim beside its sentence, with verdict, correct value and why; then the feedback.",
        codes="0 all checked claims hold (of the last attempt), 1 some fail, 2 bad input or usage, 3 nothing checkable",
        schema="report, or without a text loop",
    )
    game_argument(parser)
    parser.add_argument("text", metavar="FILE", nargs="?", help="a text file, or - for standard input")
    parser.add_argument(
        "--style",
        choices=("correct", "negation"),
        default="correct",
        help="feedback says what holds (default), or only that a claim does not",
    )
    parser.add_argument("--strict", action="store_true", help="claims about terms of game theory count as well")
    parser.add_argument("--model", metavar="MODEL", help="let a model reason: openai:NAME, gemini:NAME, simulated")
    parser.add_argument("--sample", metavar="NAME", default="recorded", help="which recorded sample to run")
    parser.add_argument("--naming", metavar="NAME", default="", help="what the prompt calls the moves, such as paper")
    parser.add_argument(
        "--attempts", type=whole_number_option(1), default=5, metavar="N", help="most attempts (default 5)"
    )
    translator_options(parser)
    solver_options(parser)


def _verify(arguments: argparse.Namespace) -> int:
    from lelma.verify.verifier import Verifier

    verifier = Verifier.load(
        arguments.game,
        role=arguments.role,
        translator=chosen_translator(arguments),
        bridge=arguments.bridge,
        style=arguments.style,
        strict=arguments.strict,
        compat=arguments.compat,
    )
    if arguments.text is None:
        return _verify_loop(arguments, verifier)
    report = verifier.check(text_argument(arguments.text))
    if arguments.json:
        print_json(report.as_json())
    else:
        from lelma.interfaces.views.console import make_console, show_payoffs, show_report

        console = make_console()
        if verifier.facts is not None:
            show_payoffs(console, verifier.game.title, verifier.facts, verifier.vocabulary)
        show_report(console, report)
    return OK if report.ok else UNCHECKED if report.unverified else FAILED


def _verify_loop(arguments: argparse.Namespace, verifier: Any) -> int:
    from lelma.experiments.simulated.model import open_reasoner
    from lelma.interfaces.views.console import make_console, show_attempt, show_loop_end, show_payoffs
    from lelma.models import Model, Scripted
    from lelma.verify.instruction import instruction
    from lelma.verify.loop import run_loop

    recorded = not arguments.model
    attempts = arguments.attempts
    model: Model
    if recorded:
        scripted = Scripted.from_folder(verifier.game.folder / "samples" / arguments.sample)
        model, attempts = scripted, len(scripted.replies)
    else:
        model = open_reasoner(arguments.model, verifier, naming=arguments.naming)
    console = None if arguments.json else make_console()
    if console is not None and verifier.facts is not None:
        show_payoffs(console, verifier.game.title, verifier.facts, verifier.vocabulary)
        who = "a recorded reasoner: its attempts were written beforehand" if recorded else f"model {arguments.model}"
        reader = " ".join([arguments.translator, arguments.translator_model or "(deterministic)"])
        console.print(f"Reasoner: {who}. Translator: {reader}. Bridge: {verifier.solver.bridge.name}.", markup=False)
    result = run_loop(
        verifier,
        model,
        instruction(verifier, naming=arguments.naming),
        max_attempts=attempts,
        on_attempt=None if console is None else lambda attempt: show_attempt(console, attempt, recorded=recorded),
    )
    if console is None:
        print_json(result.as_json())
    else:
        show_loop_end(console, result)
    return {"verified": OK, "unverified": UNCHECKED}.get(result.outcome, FAILED)


# ask


def _add_ask(commands: Commands) -> None:
    parser = command(
        commands,
        "ask",
        _ask,
        brief="answer a query about a game",
        goes_in="a game, and a query such as \"game(s0,F), finally(goal(p1,5),F)\" or \"best_response('R','B')\"; "
        "variables start with a capital letter.",
        comes_out="the verdict, the answers for the variables, the correct values of a false claim, and why.",
        codes="0 true, or there are answers; 1 false, or there are none; 2 bad input or usage; 3 unknown",
        schema="answer",
    )
    game_argument(parser)
    parser.add_argument("query", metavar="QUERY")
    solver_options(parser)


def _ask(arguments: argparse.Namespace) -> int:
    from lelma.verify.queries import answer
    from lelma.verify.verifier import Verifier

    verifier = Verifier.load(arguments.game, role=arguments.role, bridge=arguments.bridge, compat=arguments.compat)
    found = answer(verifier, arguments.query)
    if arguments.json:
        print_json(found)
    else:
        _show_answer(found)
    return {"true": OK, "false": FAILED, "unknown": UNCHECKED}.get(found["verdict"], USAGE)


def _show_answer(found: AnswerJson) -> None:
    print(found["verdict"] + (f": {found['reason']}" if found["reason"] else ""))
    for values in found["answers"]:
        if values:
            print("  " + ", ".join(f"{name} = {value}" for name, value in values.items()))
    for correct in found["correct"]:
        print(f"  correct: {correct['sentence']}")
    if found["why"]:
        print(f"  why: {found['why']}")
