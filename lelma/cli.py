"""The command line: each command parses, calls one function and shows what comes out."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lelma.engines import ENGINES
from lelma.errors import LelmaError
from lelma.experiments.command import add_experiment
from lelma.play_commands import add_play_commands

OK, FAILED, USAGE, UNCHECKED = 0, 1, 2, 3

_CODES = "Exit codes: 0 yes, 1 no, 2 bad input or usage, 3 nothing could be decided."


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code. Errors in the input end with code 2 and a message, never a traceback."""
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except (LelmaError, OSError) as error:
        if getattr(arguments, "json", False):
            _print_json({"ok": False, "verdict": "error", "error": str(error), "reason": str(error)})
        else:
            print(f"lelma: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("lelma: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lelma",
        description="Checks what language-model agents say about games: claims are read from free text and proved "
        "or refuted by a Prolog solver of the game's rules.",
        epilog=_CODES + " A GAME is a name (lelma games), a game folder or a file of rules.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_verify(commands)
    _add_ask(commands)
    _add_check(commands)
    _add_solve(commands)
    _add_compile(commands)
    _add_new(commands)
    _add_replay(commands)
    _add_score(commands)
    add_experiment(commands)
    add_play_commands(commands)
    _add_games(commands)
    _add_doctor(commands)
    return parser


Commands = Any  # argparse keeps the class of add_subparsers private


def _command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], *, goes_in: str, comes_out: str, codes: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=comes_out, description=f"In: {goes_in} Out: {comes_out}", epilog=f"Exit codes: {codes}"
    )
    parser.set_defaults(run=run)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser


def _solver_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--role", help="whose reasoning it is, who `you` is (default: the first role of the rules)")
    parser.add_argument("--compat", metavar="SET", help="use this query set alone, such as lelma2024")
    _engine_option(parser)


def _translator_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--translator",
        choices=("english", "model", "union"),
        default="english",
        help="what reads claims from texts: the deterministic reader (default), a model, or both",
    )
    parser.add_argument("--translator-model", metavar="MODEL", help="the model that translates, such as openai:NAME")
    parser.add_argument(
        "--by-paragraph", action="store_true", help="give the model that translates one paragraph at a time"
    )


def _translator(arguments: argparse.Namespace) -> Any:
    from lelma.translating import make_translator

    model = arguments.translator_model
    return make_translator(arguments.translator, model=model, by_paragraph=arguments.by_paragraph)


def _engine_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine", choices=ENGINES, help="how SWI-Prolog is reached (default: LELMA_ENGINE or process)"
    )


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False))


def _read_text(name: str) -> str:
    """A text to check. It may hold anything: bytes that are no UTF-8 become replacement characters."""
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    return data.decode("utf-8", "replace")


# verify


def _add_verify(commands: Commands) -> None:
    parser = _command(
        commands,
        "verify",
        _verify,
        goes_in="a game, and a text of reasoning about it; without a text, a recorded sample of the game's folder, or "
        "a model, is run through the feedback loop.",
        comes_out="each claim beside its sentence, with verdict, correct value and why; then the feedback.",
        codes="0 all checked claims hold (of the last attempt), 1 some fail, 2 bad input or usage, 3 nothing checkable",
    )
    parser.add_argument("game", metavar="GAME")
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
    parser.add_argument("--attempts", type=int, default=5, metavar="N", help="most attempts of a model (default 5)")
    _translator_options(parser)
    _solver_options(parser)


def _verify(arguments: argparse.Namespace) -> int:
    from lelma.verifier import Verifier

    verifier = Verifier.load(
        arguments.game,
        role=arguments.role,
        translator=_translator(arguments),
        engine=arguments.engine,
        style=arguments.style,
        strict=arguments.strict,
        compat=arguments.compat,
    )
    if arguments.text is None:
        return _verify_loop(arguments, verifier)
    report = verifier.check(_read_text(arguments.text))
    if arguments.json:
        _print_json(report.as_json())
    else:
        from lelma.screen import make_console, show_payoffs, show_report

        console = make_console()
        if verifier.facts is not None:
            show_payoffs(console, verifier.game.title, verifier.facts, verifier.vocabulary)
        show_report(console, report)
    return OK if report.ok else UNCHECKED if report.unverified else FAILED


def _verify_loop(arguments: argparse.Namespace, verifier: Any) -> int:
    from lelma.experiments.reasoner import open_reasoner
    from lelma.loop import run_loop
    from lelma.models import Model, Scripted
    from lelma.prompt import instruction
    from lelma.screen import make_console, show_attempt, show_loop_end, show_payoffs

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
        console.print(f"Reasoner: {who}. Translator: {reader}. Engine: {verifier.solver.engine.name}.", markup=False)
    result = run_loop(
        verifier,
        model,
        instruction(verifier, naming=arguments.naming),
        max_attempts=attempts,
        on_attempt=None if console is None else lambda attempt: show_attempt(console, attempt, recorded=recorded),
    )
    if console is None:
        _print_json(result.as_json())
    else:
        show_loop_end(console, result)
    return {"verified": OK, "unverified": UNCHECKED}.get(result.outcome, FAILED)


# ask


def _add_ask(commands: Commands) -> None:
    parser = _command(
        commands,
        "ask",
        _ask,
        goes_in="a game, and a query such as \"game(s0,F), finally(goal(p1,5),F)\" or \"best_response('R','B')\"; "
        "variables start with a capital letter.",
        comes_out="the verdict, the answers for the variables, the correct values of a false claim, and why.",
        codes="0 true, or there are answers; 1 false, or there are none; 2 bad input or usage; 3 unknown",
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("query", metavar="QUERY")
    _solver_options(parser)


def _ask(arguments: argparse.Namespace) -> int:
    from lelma.asking import answer
    from lelma.verifier import Verifier

    verifier = Verifier.load(arguments.game, role=arguments.role, engine=arguments.engine, compat=arguments.compat)
    found = answer(verifier, arguments.query)
    if arguments.json:
        _print_json(found)
    else:
        _show_answer(found)
    return {"true": OK, "false": FAILED, "unknown": UNCHECKED}.get(found["verdict"], USAGE)


def _show_answer(found: dict[str, Any]) -> None:
    print(found["verdict"] + (f": {found['reason']}" if found["reason"] else ""))
    for values in found["answers"]:
        if values:
            print("  " + ", ".join(f"{name} = {value}" for name, value in values.items()))
    for correct in found["correct"]:
        print(f"  correct: {correct['sentence']}")
    if found["why"]:
        print(f"  why: {found['why']}")


# check


def _add_check(commands: Commands) -> None:
    parser = _command(
        commands,
        "check",
        _check,
        goes_in="a game or a file of rules.",
        comes_out="every fault at once, with file:line:column, a caret and what to do.",
        codes="0 no errors (there may be warnings), 1 errors, 2 no such game or file",
    )
    parser.add_argument("game", metavar="GAME|FILE")
    _engine_option(parser)
    parser.add_argument(
        "--playability",
        metavar="N",
        nargs="?",
        type=int,
        const=2000,
        default=0,
        help="also search N histories (default 2000) for a role that cannot know a legal move",
    )


def _check(arguments: argparse.Namespace) -> int:
    from lelma.soundness import check_game

    soundness = check_game(arguments.game, engine=arguments.engine, playability=arguments.playability)
    faults = [fault.as_json() for fault in soundness.faults]
    if arguments.json:
        searched = {"histories": soundness.histories, "complete": soundness.complete}
        _print_json(
            {"ok": soundness.ok, "faults": faults, "states_visited": soundness.visited, "playability": searched}
        )
    else:
        from lelma.screen import make_console, show_faults

        console = make_console()
        show_faults(console, soundness.faults)
        errors = sum(fault.severity == "error" for fault in soundness.faults)
        played = f", {soundness.visited} states visited" if soundness.visited else ""
        if soundness.histories:
            played += f", {'all' if soundness.complete else 'the first'} {soundness.histories} histories playable"
        console.print(
            f"{soundness.path}: {errors} errors, {len(faults) - errors} warnings{played}", soft_wrap=True, markup=False
        )
    return OK if soundness.ok else FAILED


# solve


def _add_solve(commands: Commands) -> None:
    parser = _command(
        commands,
        "solve",
        _solve,
        goes_in="a game, a payoff table (.nfg or .csv) or a game tree (.efg).",
        comes_out="its normal form, dominance, iterated elimination, equilibria, maximin, Pareto-optimal profiles, "
        "best responses, a correlated equilibrium; of a game of several rounds also its tree and backward induction.",
        codes="0 solved, or partly; 2 bad input; 3 not solved, and why",
    )
    parser.add_argument("game", metavar="GAME|FILE")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to look for the game's states")
    parser.add_argument("--write", metavar="FILE", help="write the game to FILE, as .nfg or .efg")
    parser.epilog = f'{parser.epilog}. Numbers in the JSON are exact text, such as "2/3". {_SOLVE_KEYS}'
    _engine_option(parser)


_SOLVE_KEYS = (
    "Keys: game, roles, moves, payoffs, zero_sum, dominance, iterated, pure_equilibria, mixed_equilibria (status "
    "complete, degenerate or gave up: why; infinite; equilibria), maximin, pareto, best_responses, correlated, "
    "extensive, status; pydoc lelma.solution_json describes each."
)


def _solve(arguments: argparse.Namespace) -> int:
    from lelma.solution_json import solution_json
    from lelma.solve import solve, write_form

    solution = solve(arguments.game, engine=arguments.engine, seconds=arguments.seconds)
    if arguments.write:
        write_form(solution, Path(arguments.write))
    found = solution_json(solution)
    if arguments.json:
        _print_json(found)
    else:
        from lelma.screen import make_console
        from lelma.screen_solution import show_solution

        show_solution(make_console(), found)
    return OK if solution.solved else UNCHECKED


# compile


def _add_compile(commands: Commands) -> None:
    parser = _command(
        commands,
        "compile",
        _compile,
        goes_in="a game.",
        comes_out="its rules as a Prolog program that runs in plain swipl.",
        codes="0 done, 2 bad input",
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there instead of standard output")


def _compile(arguments: argparse.Namespace) -> int:
    from lelma.game import Game
    from lelma.solver import compile_program

    game = Game.load(arguments.game)
    program = compile_program(game.description, pass_moves=game.config.get("pass_moves", ["noop"]))
    text = f"% {game.title}: compiled from {game.path.name}. Try: swipl FILE, then ?- game(s0, F).\n\n{program}"
    if arguments.output:
        Path(arguments.output).write_text(text, "utf-8")
    if arguments.json:
        _print_json({"ok": True, "game": game.name, "program": text})
    elif not arguments.output:
        sys.stdout.write(text)
    return OK


# new


def _add_new(commands: Commands) -> None:
    parser = _command(
        commands,
        "new",
        _new,
        goes_in="a name and a payoff table: CSV (a matrix or one profile a line) or Gambit .nfg.",
        comes_out="a new game folder that passes the checks.",
        codes="0 done, 2 bad input, or the folder exists",
    )
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--payoffs", metavar="FILE", required=True)
    parser.add_argument("--folder", metavar="DIR", default="games", help="where the folder is made (default: games)")


def _new(arguments: argparse.Namespace) -> int:
    from gdl.errors import GdlSyntaxError, render_faults
    from gdl.matrix import read_payoffs
    from lelma.new import new_game
    from lelma.soundness import check_game

    source = Path(arguments.payoffs)
    try:
        table = read_payoffs(source)
    except GdlSyntaxError as error:
        faults = [fault.as_json() for fault in error.faults]
        if arguments.json:
            _print_json({"ok": False, "faults": faults})
        else:
            print(render_faults(error.faults, source.read_text("utf-8", "replace")), file=sys.stderr)
        return USAGE
    path = new_game(arguments.name, table, Path(arguments.folder))
    soundness = check_game(path)
    if arguments.json:
        faults = [fault.as_json() for fault in soundness.faults]
        _print_json({"ok": soundness.ok, "path": str(path), "faults": faults})
    else:
        print(f"wrote {path}; try: lelma verify {path}")
    return OK if soundness.ok else USAGE


# replay


def _add_replay(commands: Commands) -> None:
    parser = _command(
        commands,
        "replay",
        _replay,
        goes_in="logged LELMA attempts, JSON Lines.",
        comes_out="how many logged queries and feedback prompts come out the same.",
        codes="0 all agree, 1 some do not, 2 bad input",
    )
    parser.add_argument("samples", metavar="SAMPLES.jsonl")
    _engine_option(parser)


def _replay(arguments: argparse.Namespace) -> int:
    from rich.progress import track

    from lelma.replay import replay
    from lelma.screen import make_console

    lines = _read_text(arguments.samples).split("\n")
    watched = track(lines, "Replaying", transient=True, disable=arguments.json or not sys.stdout.isatty())
    found = replay(watched, engine=arguments.engine)
    if arguments.json:
        _print_json(found.as_json())
        return OK if found.ok else FAILED
    console = make_console()
    console.print(
        f"queries: {found.queries} in {found.attempts} attempts; {found.agree} agree, "
        f"{len(found.disagree)} disagree, {len(found.malformed)} malformed, "
        f"{len(found.uncompared)} of crashed attempts not comparable"
    )
    console.print(f"feedback prompts: {found.feedback_equal} of {found.feedback_prompts} rebuilt line for line")
    for entry in [*found.disagree, *found.malformed, *found.uncompared]:
        console.print(f"  {entry['id']}: {entry['query']}", markup=False)
    return OK if found.ok else FAILED


# score


def _add_score(commands: Commands) -> None:
    parser = _command(
        commands,
        "score",
        _score,
        goes_in="logged LELMA attempts with people's labels, JSON Lines.",
        comes_out="how often the verdict on a first attempt agrees with the people, by model, game, error and claim.",
        codes="0 done, 2 bad input, 3 no first attempt has a label",
    )
    parser.add_argument("samples", metavar="SAMPLES.jsonl")
    _translator_options(parser)
    parser.add_argument("--folds", type=int, default=0, metavar="K", help="show K parts apart, and the gap")
    parser.add_argument("--misjudged", action="store_true", help="list what was judged otherwise than by the people")
    _engine_option(parser)


def _score(arguments: argparse.Namespace) -> int:
    from rich.progress import track

    from lelma.measures import summary
    from lelma.score import score
    from lelma.score_tables import show_misjudged, show_scores
    from lelma.screen import make_console

    lines = _read_text(arguments.samples).split("\n")
    watched = track(lines, "Scoring", transient=True, disable=arguments.json or not sys.stdout.isatty())
    found = list(score(watched, translator=_translator(arguments), engine=arguments.engine))
    samples = [sample for sample in found if sample is not None]
    numbers = summary(found, translator=arguments.translator, folds=max(0, arguments.folds))
    if arguments.json:
        _print_json({**numbers, "samples": [sample.as_json() for sample in samples]})
    else:
        console = make_console()
        show_scores(console, numbers)
        if arguments.misjudged:
            show_misjudged(console, samples)
    return OK if samples else UNCHECKED


# games, doctor


def _add_games(commands: Commands) -> None:
    _command(commands, "games", _games, goes_in="nothing.", comes_out="the games there are.", codes="0")


def _games(arguments: argparse.Namespace) -> int:
    from lelma.game import find_game, list_games, read_config

    titles = {name: read_config(find_game(name)).get("title", name) for name in list_games()}
    if arguments.json:
        _print_json({"games": [{"name": name, "title": title} for name, title in titles.items()]})
    else:
        for name, title in titles.items():
            print(f"{name:32} {title}")
    return OK


def _add_doctor(commands: Commands) -> None:
    _command(
        commands,
        "doctor",
        _doctor,
        goes_in="nothing.",
        comes_out="versions, engines that work here, what is missing and what to type.",
        codes="0 the default engine works, 1 something must be done first",
    )


def _doctor(arguments: argparse.Namespace) -> int:
    from lelma.doctor import diagnose

    found = diagnose()
    if arguments.json:
        _print_json(found.as_json())
        return OK if found.ok else FAILED
    print(f"Python        {found.python} on {found.system}")
    print(f"SWI-Prolog    {found.swipl or 'missing'}")
    for name, trouble in found.engines.items():
        print(f"engine        {name:9} {trouble or 'works'}")
    for name, version in found.packages.items():
        print(f"package       {name:22} {version or 'not installed'}")
    for name, folder in found.folders.items():
        print(f"folder        {name:9} {folder}")
    print(f"games         {', '.join(found.games) or 'none'}")
    for line in found.advice:
        print(f"to do         {line}")
    return OK if found.ok else FAILED


if __name__ == "__main__":
    sys.exit(main())
