"""`lelma verify` and `lelma ask`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from lelma.support.errors import UsageError, did_you_mean, near_files, refused

if TYPE_CHECKING:
    from lelma.matches.talk.speeches import SpokenMatch
    from lelma.verify.formulas.given import Given
    from lelma.verify.formulas.verdicts import FormulaJudge
    from lelma.verify.json_types import AnswerJson
    from lelma.verify.report import Report
    from lelma.verify.verifier import Verifier


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
        goes_in="a game, and a text of reasoning about it, or what --role says at a moment of a --match; without a "
        "text, a recorded sample of the game's folder, or a model, is run through the feedback loop; of a game that is "
        "talked about in matches, all that is said in the match is checked.",
        comes_out="each claim beside its sentence, with verdict, correct value and why; then the feedback.",
        codes="0 all checked claims hold (of the last attempt), 1 some fail, 2 bad input or usage, 3 nothing "
        "checkable; of all that is said in a match those of lelma claims, for lies are moves",
        schema="report, or without a text loop or claims",
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
    parser.add_argument("--trace", action="store_true", help="name the rules of the reader behind each claim")
    parser.add_argument("--html", metavar="PAGE", type=Path, help="write the text with its claims marked to this page")
    parser.add_argument("--model", metavar="MODEL", help="let a model reason: openai:NAME, gemini:NAME, simulated")
    parser.add_argument("--sample", metavar="NAME", default="recorded", help="which recorded sample to run")
    parser.add_argument("--naming", metavar="NAME", default="", help="what the prompt calls the moves, such as paper")
    _add_given(parser)
    _add_match(parser, "the text is said by --role at a moment of this match")
    parser.add_argument(
        "--attempts", type=whole_number_option(1), default=5, metavar="N", help="most attempts (default 5)"
    )
    translator_options(parser)
    solver_options(parser)


def _add_given(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--given", metavar="FILE", type=Path, help="what is known of the play (lelma schema given)")
    parser.add_argument(
        "--history",
        metavar="FILE",
        type=Path,
        help="earlier rounds, one a line: p1=stag, p2=hare, or of a game of several steps p1=C@1, p2=D@2",
    )


def _add_match(parser: argparse.ArgumentParser, told: str) -> None:
    parser.add_argument("--match", metavar="FILE", type=Path, help=told)
    parser.add_argument("--name", help="which match, if FILE holds several (default: the first)")
    parser.add_argument(
        "--at", metavar="N", type=whole_number_option(0), help="after so many joint moves of the match (default: all)"
    )


def _verify(arguments: argparse.Namespace) -> int:
    from lelma.verify.verifier import Verifier

    told = arguments.given is not None or arguments.history is not None
    if told and (arguments.text is None or arguments.match is not None):
        raise UsageError("--given and --history go with a text, and not with --match, which tells what is given")
    if arguments.match is not None or (arguments.text is None and arguments.model is None):
        file = arguments.match or _sample_match(arguments.game)
        if file is not None:
            return _verify_match(arguments, file)
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
    report = verifier.check(text_argument(arguments.text), given=_given(arguments, verifier))
    _write_page(arguments, report)
    if arguments.json:
        print_json(report.as_json())
    else:
        from lelma.interfaces.views.console import make_console, show_payoffs, show_report

        console = make_console()
        if verifier.facts is not None:
            show_payoffs(console, verifier.game.title, verifier.facts, verifier.vocabulary, verifier.game.spelling)
        show_report(console, report, trace=arguments.trace)
    return OK if report.ok else UNCHECKED if report.unverified else FAILED


def _write_page(arguments: argparse.Namespace, report: Report) -> None:
    """Writes the page that was asked for, of the last text that was checked."""
    if arguments.html is None:
        return
    from lelma.verify.marked_text import marked_page

    try:
        arguments.html.write_text(marked_page(report), "utf-8")
    except OSError as error:
        raise UsageError(refused(arguments.html, error)) from None


def _sample_match(name: str) -> Path | None:
    """The recorded match in the samples of a game, if it has one."""
    from lelma.game.game import Game

    file = Game.load(name).folder / "samples" / "match.jsonl"
    return file if file.is_file() else None


def _verify_match(arguments: argparse.Namespace, file: Path) -> int:
    """Check a text as said at a moment of a match, or all that is said in it."""
    from lelma.interfaces.cli.talk import claims_of_match
    from lelma.interfaces.views.console import make_console, show_report
    from lelma.matches.talk.said_text import verified_text

    if arguments.text is None:
        if arguments.role is not None or arguments.at is not None:
            raise UsageError("--role and --at go with a text, of which they say who says it, and when in the match")
        return claims_of_match(arguments, file)
    if arguments.role is None:
        raise UsageError("name with --role who says it in the match")
    match, translator = _match(arguments, file), chosen_translator(arguments)
    text = text_argument(arguments.text)
    report = verified_text(
        match,
        text,
        at=arguments.at,
        role=arguments.role,
        translator=translator,
        style=arguments.style,
        strict=arguments.strict,
    )
    _write_page(arguments, report)
    if arguments.json:
        print_json(report.as_json())
    else:
        show_report(make_console(), report)
    return OK if report.ok else UNCHECKED if report.unverified else FAILED


def _match(arguments: argparse.Namespace, file: Path) -> SpokenMatch:
    """The match that is meant of those in a file."""
    from lelma.matches.talk.speeches import match_in

    try:
        data = file.read_bytes()
    except OSError as error:
        raise UsageError(refused(file, error)) from None
    return match_in(data, arguments.game, source=str(file), name=arguments.name)


def _verify_loop(arguments: argparse.Namespace, verifier: Any) -> int:
    from lelma.experiments.simulated.model import open_reasoner
    from lelma.interfaces.views.console import make_console, show_attempt, show_loop_end, show_payoffs
    from lelma.models import Model, Scripted
    from lelma.verify.instruction import instruction
    from lelma.verify.loop import run_loop

    namings = [naming.name for naming in verifier.vocabulary.namings]
    if arguments.naming and arguments.naming not in namings:
        near, known = did_you_mean(arguments.naming, namings), ", ".join(namings) or "none"
        raise UsageError(f"{verifier.game.name} has no naming {arguments.naming!r}{near}; it has: {known}")
    recorded = not arguments.model
    attempts = arguments.attempts
    model: Model
    if recorded:
        folder = verifier.game.folder / "samples" / arguments.sample
        if not folder.is_dir():
            raise UsageError(f"{verifier.game.name} has no sample {arguments.sample!r}{near_files(folder)}")
        scripted = Scripted.from_folder(folder)
        model, attempts = scripted, len(scripted.replies)
    else:
        model = open_reasoner(arguments.model, verifier, naming=arguments.naming)
    console = None if arguments.json else make_console()
    if console is not None and verifier.facts is not None:
        show_payoffs(console, verifier.game.title, verifier.facts, verifier.vocabulary, verifier.game.spelling)
        who = "a recorded reasoner: its attempts were written beforehand" if recorded else f"model {arguments.model}"
        reader = " ".join([arguments.translator, arguments.translator_model or "(deterministic)"])
        console.print(f"Reasoner: {who}. Translator: {reader}. Bridge: {verifier.solver.bridge.name}.", markup=False)
    result = run_loop(
        verifier,
        model,
        instruction(verifier, naming=arguments.naming),
        max_attempts=attempts,
        on_attempt=None
        if console is None
        else lambda attempt: show_attempt(console, attempt, recorded=recorded, trace=arguments.trace),
    )
    _write_page(arguments, result.final)
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
        brief="answer a query or a formula about a game",
        goes_in="a game, and a query such as \"game(s0,F), finally(goal(p1,5),F)\" or \"best_response('R','B')\", "
        "whose variables start with a capital letter, or a formula such as 'pay(p1; p1=stag, p2=hare) = 0'; of a text "
        "that is neither it tells where its fault is, and the forms and definitions there are.",
        comes_out="the verdict, the answers for the variables, the correct values of a false claim, and why.",
        codes="0 true, or there are answers; 1 false, or there are none; 2 bad input or usage; 3 unknown, or pending",
        schema="answer",
    )
    game_argument(parser)
    parser.add_argument("query", metavar="QUERY", help="a query or a formula")
    _add_given(parser)
    _add_match(parser, "what --role had seen in this match is given; without a role, all")
    solver_options(parser)


def _ask(arguments: argparse.Namespace) -> int:
    found, forms = _asked_of_match(arguments) if arguments.match else _asked(arguments)
    if arguments.json:
        print_json(found)
    else:
        _show_answer(found)
        if forms is not None:
            from lelma.interfaces.views.claim_forms import claim_forms

            print(f"\n{claim_forms(forms.names, forms.definitions)}")
    return {"true": OK, "false": FAILED, "unknown": UNCHECKED, "pending": UNCHECKED}.get(found["verdict"], USAGE)


def _asked(arguments: argparse.Namespace) -> tuple[AnswerJson, FormulaJudge | None]:
    """The answer, and what tells the forms there are, where the text is neither a query nor a formula."""
    from lelma.verify.queries import answer
    from lelma.verify.verifier import Verifier

    if arguments.at is not None or arguments.name is not None:
        raise UsageError("--at and --name are about a match: give it with --match FILE")
    verifier = Verifier.load(arguments.game, role=arguments.role, bridge=arguments.bridge, compat=arguments.compat)
    found = answer(verifier, arguments.query, given=_given(arguments, verifier))
    stray = found["verdict"] == "error" and not isinstance(verifier.read(arguments.query), str)
    return found, verifier.formulas if stray and "says" not in found else None


def _given(arguments: argparse.Namespace, verifier: Verifier) -> Given | None:
    """What is given in files, if anything is."""
    if arguments.given is None and arguments.history is None:
        return None
    from lelma.verify.formulas.given import Given
    from lelma.verify.formulas.given_file import given_file, history_file, with_rounds

    names = verifier.formulas.names
    role = None if arguments.role is None else verifier.role
    steps, check = verifier.several_steps, verifier.formulas.round_faults
    given = Given(role)
    if arguments.given is not None:
        given = given_file(arguments.given, names, role=role, steps=steps, check=check)
    if arguments.history is None:
        return given
    return with_rounds(given, history_file(arguments.history, names, steps=steps, check=check))


def _asked_of_match(arguments: argparse.Namespace) -> tuple[AnswerJson, FormulaJudge | None]:
    """As `_asked`, after what was seen in a match."""
    from lelma.matches.talk.given_moment import asked_at
    from lelma.verify.queries import formula_answer, malformed

    if arguments.given is not None or arguments.history is not None or arguments.compat is not None:
        raise UsageError("a match tells what is given: --given, --history and --compat do not go with --match")
    match = _match(arguments, arguments.match)
    formula, verdict, judge = asked_at(
        match, arguments.query, at=arguments.at, role=arguments.role, bridge=arguments.bridge
    )
    if formula is None:
        return malformed(arguments.query, verdict.reason), judge
    return formula_answer(formula, verdict), None


def _show_answer(found: AnswerJson) -> None:
    print(found["verdict"] + (f": {found['reason']}" if found["reason"] else ""))
    decided = found.get("decided", [""] * len(found["answers"]))
    for values, why in zip(found["answers"], decided, strict=True):
        if values:
            print("  " + ", ".join(f"{name} = {value}" for name, value in values.items()))
        if why:
            print(f"    why: {why}")
    if "denial" in found and found.get("says"):
        print(f"  says: {found['says']}")
    for correct in found["correct"]:
        print(f"  correct: {correct['sentence']}")
    if found.get("correction") and not found["correct"]:
        print(f"  correct: {found['correction']}")
    if found["why"]:
        print(f"  why: {found['why']}")
