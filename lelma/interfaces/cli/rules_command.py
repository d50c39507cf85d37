"""`lelma rules`."""

from __future__ import annotations

import argparse

from lelma.interfaces.cli.parser import OK, Commands, any_whole, command, game_argument, print_json
from lelma.support.json_types import VERSION


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
    from gdl.write import to_kif
    from lelma.game.game import Game
    from lelma.game.parameters import read_settings
    from lelma.game.rules_in_english import rules_page

    parameters = read_settings(arguments.set)
    game = Game.load(arguments.game, preset=arguments.preset, parameters=parameters, obfuscate=arguments.obfuscate)
    text = to_kif(game.description) if arguments.kif else rules_page(game)
    if arguments.json:
        about = {"game": game.name, "title": game.title, "parameters": dict(game.parameters)}
        print_json({"schema": VERSION, **about, "rules": text})
    else:
        print(text, end="")
    return OK
