"""`lelma conform`, `lelma perft` and `lelma playout`."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from lelma.engine.steppers import STEPPERS
from lelma.interfaces.cli.parser import (
    FAILED,
    OK,
    UNCHECKED,
    Commands,
    any_whole,
    bridge_option,
    command,
    duration,
    game_argument,
    print_json,
    text_argument,
    whole_number_option,
)
from lelma.support.errors import UsageError, near_files
from lelma.support.json_types import VERSION


def add_sheet_commands(commands: Commands) -> None:
    """Put the commands that play rule sheets into a parser."""
    _add_conform(commands)
    _add_perft(commands)
    _add_playout(commands)


def _add_conform(commands: Commands) -> None:
    parser = command(
        commands,
        "conform",
        _conform,
        brief="replay recorded plays of rule sheets",
        goes_in="recorded playthroughs of rule sheets, JSON Lines, and the folder of the sheets.",
        comes_out="whether every state, legal move, goal value and percept comes out as recorded.",
        codes="0 all do, 1 some do not, 2 bad input, 3 there is nothing in the file",
        schema="conformance",
    )
    parser.add_argument("corpus", metavar="CORPUS.jsonl")
    parser.add_argument("--rules", metavar="DIR", required=True, help="where the sheets are")
    _stepper_option(parser)
    bridge_option(parser)


def _conform(arguments: argparse.Namespace) -> int:
    from lelma.game.checks.conformance import conform

    rules = Path(arguments.rules)
    if not rules.is_dir():
        raise UsageError(f"{rules} is no folder{near_files(rules)}")
    lines = text_argument(arguments.corpus).split("\n")
    found = conform(lines, rules, source=arguments.corpus, stepper=arguments.stepper, bridge=arguments.bridge)
    if arguments.json:
        print_json(found.as_json())
    else:
        for difference in found.failed:
            print(
                f"{difference.game}: playout {difference.playout}, step {difference.step}: {difference.what}: "
                f"{difference.detail}"
            )
        print(f"{found.games} games, {found.playouts} playouts, {found.steps} steps, {len(found.failed)} differences")
    return UNCHECKED if not found.games else OK if found.ok else FAILED


def _add_perft(commands: Commands) -> None:
    parser = command(
        commands,
        "perft",
        _perft,
        brief="count sequences of joint moves and states by depth",
        goes_in="a game and a depth.",
        comes_out="how many sequences of joint moves and how many distinct states there are at each depth.",
        codes="0 done, 2 bad input",
        schema="perft",
    )
    game_argument(parser, "GAME|FILE")
    parser.add_argument("depth", metavar="DEPTH", type=whole_number_option(0))
    parser.add_argument("--seconds", type=duration, default=3600.0, help="stop after that time (default 3600)")
    _stepper_option(parser)


def _stepper_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--stepper",
        choices=STEPPERS,
        default="progression",
        help="states one after another in Prolog (default), thousands at once by bit operations, or the paper's "
        "regression, which asks the whole history at every step and is for short plays",
    )


def _perft(arguments: argparse.Namespace) -> int:
    from lelma.engine.answers import Limits
    from lelma.engine.steppers import stepper
    from lelma.game.game import Game

    game = Game.load(arguments.game)
    limits = Limits(seconds=arguments.seconds, inferences=10**15)
    levels = stepper(arguments.stepper, game.description).perft(arguments.depth, limits=limits)
    if arguments.json:
        levels_json = [asdict(item) for item in levels]
        print_json({"schema": VERSION, "game": game.name, "file": str(arguments.game), "perft": levels_json})
        return OK
    print(f"{'depth':>5} {'sequences':>15} {'terminal':>12} {'states':>12} {'terminal':>12}")
    for item in levels:
        print(
            f"{item.depth:5} {item.sequences:15,} {item.terminal_sequences:12,} {item.distinct_states:12,} "
            f"{item.distinct_terminal:12,}"
        )
    return OK


def _add_playout(commands: Commands) -> None:
    parser = command(
        commands,
        "playout",
        _playout,
        brief="play at random for a while, and count",
        goes_in="a game.",
        comes_out="how many random playouts and states there were in the time given.",
        codes="0 done, 2 bad input",
        schema="playouts",
    )
    game_argument(parser, "GAME|FILE")
    parser.add_argument("--seconds", type=duration, default=5.0, help="how long (default 5)")
    _stepper_option(parser)
    parser.add_argument("--seed", type=any_whole, default=0, help="of the random choices (default 0)")


def _playout(arguments: argparse.Namespace) -> int:
    from lelma.engine.steppers import stepper
    from lelma.game.game import Game

    game = Game.load(arguments.game)
    found = stepper(arguments.stepper, game.description).playouts(arguments.seconds, seed=arguments.seed)
    playouts, states, seconds = found.playouts, found.states, found.seconds
    if arguments.json:
        by = {"backend": found.backend} if found.backend else {"cpu_seconds": found.cpu_seconds}
        counted = {"playouts": playouts, "states": states, "seconds": seconds, **by}
        print_json({"schema": VERSION, "game": game.name, "engine": arguments.stepper, **counted})
    else:
        print(
            f"{playouts:,} playouts, {states:,} states in {seconds:.2f} s: "
            f"{playouts / seconds:,.1f} playouts/s, {states / seconds:,.0f} states/s"
        )
    return OK
