"""`lelma conform`, `lelma perft` and `lelma playout`."""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from gdl.errors import GdlError
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
from lelma.support.errors import UsageError
from lelma.support.json_types import VERSION

if TYPE_CHECKING:
    from gdl.tree.syntax import Description
    from lelma.engine.answers import Limits


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
    bridge_option(parser)


def _conform(arguments: argparse.Namespace) -> int:
    from lelma.game.checks.conformance import conform

    rules = Path(arguments.rules)
    if not rules.is_dir():
        raise UsageError(f"{rules} is no folder")
    lines = text_argument(arguments.corpus).split("\n")
    found = conform(lines, rules, source=arguments.corpus, bridge=arguments.bridge)
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
        choices=("progression", "network", "regression"),
        default="progression",
        help="states one after another in Prolog (default), thousands at once by bit operations, or the paper's "
        "regression, which asks the whole history at every step and is for short plays",
    )


def _perft(arguments: argparse.Namespace) -> int:
    from lelma.game.game import Game

    game = Game.load(arguments.game)
    ways = {"progression": _progression_perft, "network": _network_perft, "regression": _regression_perft}
    levels = ways[arguments.stepper](game.description, arguments)
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


def _progression_perft(description: Description, arguments: argparse.Namespace) -> list[Any]:
    from lelma.engine.progression import Play

    return list(Play(description).perft(arguments.depth, limits=_limits(arguments)))


def _regression_perft(description: Description, arguments: argparse.Namespace) -> list[Any]:
    from lelma.engine.regression import Regression

    return list(Regression(description).perft(arguments.depth, limits=_limits(arguments)))


def _network_perft(description: Description, arguments: argparse.Namespace) -> list[Any]:
    network = _network()
    end = time.monotonic() + arguments.seconds

    def proceed() -> None:
        if time.monotonic() > end:
            raise UsageError(f"not done in {arguments.seconds:g} s")

    try:
        return list(network.perft(network.Network.build(description), arguments.depth, proceed=proceed))
    except GdlError as error:
        raise UsageError(str(error)) from error


def _limits(arguments: argparse.Namespace) -> Limits:
    from lelma.engine.answers import Limits

    return Limits(seconds=arguments.seconds, inferences=10**15)


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
    from lelma.game.game import Game

    game = Game.load(arguments.game)
    ways = {"progression": _progression_playouts, "network": _network_playouts, "regression": _regression_playouts}
    counted = ways[arguments.stepper](game.description, arguments)
    found = {"schema": VERSION, "game": game.name, "engine": arguments.stepper, **counted}
    if arguments.json:
        print_json(found)
    else:
        playouts, states, seconds = found["playouts"], found["states"], found["seconds"]
        print(
            f"{playouts:,} playouts, {states:,} states in {seconds:.2f} s: "
            f"{playouts / seconds:,.1f} playouts/s, {states / seconds:,.0f} states/s"
        )
    return OK


def _progression_playouts(description: Description, arguments: argparse.Namespace) -> dict[str, Any]:
    from lelma.engine.progression import Play

    return asdict(Play(description).playouts(arguments.seconds, seed=arguments.seed))


def _regression_playouts(description: Description, arguments: argparse.Namespace) -> dict[str, Any]:
    from lelma.engine.regression import Regression

    return asdict(Regression(description).playouts(arguments.seconds, seed=arguments.seed))


def _network_playouts(description: Description, arguments: argparse.Namespace) -> dict[str, Any]:
    try:
        found = _network().playouts(description, seconds=arguments.seconds, seed=arguments.seed)
    except GdlError as error:
        raise UsageError(str(error)) from error
    return {"playouts": found.playouts, "states": found.states, "seconds": found.seconds, "backend": found.backend}


def _network() -> ModuleType:
    import lelma.engine.network

    return lelma.engine.network
