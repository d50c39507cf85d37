"""`lelma check`, `solve`, `compile`, `new`, `games` and `rules`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from lelma.interfaces.cli.parser import (
    FAILED,
    OK,
    UNCHECKED,
    USAGE,
    Commands,
    any_whole,
    bridge_option,
    command,
    duration,
    failure,
    game_argument,
    print_json,
    whole_number_option,
)
from lelma.support.json_types import VERSION


def add_game_commands(commands: Commands) -> None:
    """Put these commands into a parser."""
    _add_check(commands)
    _add_solve(commands)
    _add_compile(commands)
    _add_new(commands)
    _add_games(commands)


# check


def _add_check(commands: Commands) -> None:
    parser = command(
        commands,
        "check",
        _check,
        brief="find every fault of a game's rules",
        goes_in="a game or a file of rules.",
        comes_out="every fault at once, with file:line:column, a caret and what to do.",
        codes="0 no errors (there may be warnings), 1 errors, 2 no such game or file",
        schema="check",
    )
    game_argument(parser, "GAME|FILE")
    bridge_option(parser)
    parser.add_argument(
        "--playability",
        metavar="N",
        nargs="?",
        type=whole_number_option(0),
        const=2000,
        default=0,
        help="also search N histories (default 2000) for a role that cannot know a legal move",
    )


def _check(arguments: argparse.Namespace) -> int:
    from lelma.agents.roster import roster_faults
    from lelma.game.checks.all_faults import check_game
    from lelma.words.word_facts import thin_words

    found = check_game(arguments.game, bridge=arguments.bridge, playability=arguments.playability)
    more = (*roster_faults(found.path), *thin_words(found.path)) if found.ok else ()
    soundness = found.with_faults(more)
    if arguments.json:
        print_json(soundness.as_json())
    else:
        from lelma.interfaces.views.console import make_console, show_faults

        console = make_console()
        show_faults(console, soundness.faults)
        faults = soundness.faults
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
    parser = command(
        commands,
        "solve",
        _solve,
        brief="solve a game, a payoff table or a game tree, exactly",
        goes_in="a game, a payoff table (.nfg or .csv) or a game tree (.efg).",
        comes_out="its normal form, dominance, iterated elimination, equilibria, maximin, Pareto-optimal profiles, "
        "best responses, a correlated equilibrium; of a game of several rounds also its tree and backward induction.",
        codes="0 solved, or partly; 2 bad input; 3 not solved, and why",
        schema="solution",
    )
    game_argument(parser, "GAME|FILE")
    parser.add_argument("--seconds", type=duration, default=20.0, help="how long to look for the game's states")
    parser.add_argument("--write", metavar="FILE", help="write the game to FILE, as .nfg or .efg")
    parser.epilog = f'{parser.epilog}. Numbers in the JSON are exact text, such as "2/3"; see lelma schema solution.'
    bridge_option(parser)


def _solve(arguments: argparse.Namespace) -> int:
    from lelma.analysis.solution import solve, write_form
    from lelma.analysis.solution_json import solution_json

    solution = solve(arguments.game, bridge=arguments.bridge, seconds=arguments.seconds)
    if arguments.write:
        write_form(solution, Path(arguments.write))
    found = solution_json(solution)
    if arguments.json:
        print_json(found)
    else:
        from lelma.interfaces.views.console import make_console
        from lelma.interfaces.views.solution import show_solution

        show_solution(make_console(), found, solution.spelling)
    return OK if solution.solved else UNCHECKED


# compile


def _add_compile(commands: Commands) -> None:
    parser = command(
        commands,
        "compile",
        _compile,
        brief="write a game as a Prolog program",
        goes_in="a game.",
        comes_out="its rules as a Prolog program that runs in plain swipl.",
        codes="0 done, 2 bad input",
        schema="compiled",
    )
    game_argument(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="write there instead of standard output")


def _compile(arguments: argparse.Namespace) -> int:
    from lelma.engine.solver import compile_program
    from lelma.game.game import Game

    game = Game.load(arguments.game)
    program = compile_program(game.description, pass_moves=game.file.pass_moves)
    text = f"% {game.title}: compiled from {game.path.name}. Try: swipl FILE, then ?- game(s0, F).\n\n{program}"
    if arguments.output:
        Path(arguments.output).write_text(text, "utf-8")
    if arguments.json:
        print_json({"schema": VERSION, "ok": True, "game": game.name, "program": text})
    elif not arguments.output:
        sys.stdout.write(text)
    return OK


# new


def _add_new(commands: Commands) -> None:
    parser = command(
        commands,
        "new",
        _new,
        brief="make a game of a payoff table, a game tree or a template",
        goes_in="a name, and a payoff table (CSV: a matrix or one profile a line; Gambit .nfg), a game tree (.efg) or "
        "the name of a template: hidden, a small game with hidden cards, talk and votes, to be changed.",
        comes_out="a new game folder that passes the checks.",
        codes="0 done, 2 bad input, or the folder exists",
        schema="new_game",
    )
    parser.add_argument("name", metavar="NAME")
    made_of = parser.add_mutually_exclusive_group(required=True)
    made_of.add_argument("--payoffs", metavar="FILE", help="a payoff table or a game tree")
    made_of.add_argument("--template", metavar="TEMPLATE", help="a whole game to change: hidden")
    parser.add_argument("--folder", metavar="DIR", default="games", help="where the folder is made (default: games)")


def _new(arguments: argparse.Namespace) -> int:
    from gdl.errors import GdlSyntaxError, render_faults
    from lelma.game.checks.all_faults import check_game
    from lelma.game.create import new_from_template
    from lelma.game.create_from_tree import new_from_file

    folder, source = Path(arguments.folder), Path(arguments.payoffs or "")
    try:
        if arguments.template is not None:
            path = new_from_template(arguments.name, arguments.template, folder)
        else:
            path = new_from_file(arguments.name, source, folder)
    except GdlSyntaxError as error:
        if arguments.json:
            print_json(failure(str(error), error.faults))
        else:
            print(render_faults(error.faults, source.read_text("utf-8", "replace")), file=sys.stderr)
        return USAGE
    soundness = check_game(path)
    if arguments.json:
        faults = [fault.as_json() for fault in soundness.faults]
        print_json({"schema": VERSION, "ok": soundness.ok, "path": str(path), "faults": faults})
    else:
        attempt = f"solve {path}" if source.suffix.lower() == ".efg" else f"verify {path}"
        if arguments.template is not None:
            attempt = f"play {path} --agents plain --out match.jsonl"
        print(f"wrote {path}; try: lelma {attempt}")
    return OK if soundness.ok else USAGE


# games


def _add_games(commands: Commands) -> None:
    command(
        commands,
        "games",
        _games,
        brief="list the games there are",
        goes_in="nothing.",
        comes_out="the names of the games there are, with their titles.",
        codes="0",
        schema="games",
    )


def _games(arguments: argparse.Namespace) -> int:
    from lelma.interfaces.service import list_known_games

    found = list_known_games()
    if arguments.json:
        print_json(found)
    else:
        for game in found["games"]:
            print(f"{game['name']:32} {game['title']}")
    return OK


def add_rules_command(commands: Commands) -> None:
    """Put this command into a parser."""
    parser = command(
        commands,
        "rules",
        _rules,
        brief="tell a game's rules in plain English",
        goes_in="a game, and values of its parameters.",
        comes_out="its rules in plain English, with numbers and lists from the facts that the solver plays by.",
        codes="0 done, 2 bad input",
        schema="rules",
    )
    game_argument(parser)
    parser.add_argument("--preset", help="one of the game's presets")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the game")
    parser.add_argument("--obfuscate", type=any_whole, metavar="SEED", help="under made-up words, drawn by this seed")
    parser.add_argument("--kif", action="store_true", help="the rules that the solver plays by, in KIF")


def _rules(arguments: argparse.Namespace) -> int:
    from gdl.text.write import to_kif
    from lelma.game.game import Game
    from lelma.game.parameters import read_settings
    from lelma.game.rules_in_english import rules_json, rules_page

    parameters = read_settings(arguments.set)
    game = Game.load(arguments.game, preset=arguments.preset, parameters=parameters, obfuscate=arguments.obfuscate)
    text = to_kif(game.description) if arguments.kif else rules_page(game)
    if arguments.json:
        print_json(rules_json(game, text))
    else:
        print(text, end="")
    return OK
