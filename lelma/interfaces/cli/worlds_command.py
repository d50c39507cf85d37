"""`lelma worlds`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lelma.interfaces.cli.parser import FAILED, OK, Commands, any_whole, command, game_argument, print_json, whole
from lelma.support.errors import UsageError
from lelma.support.json_types import VERSION


def add_worlds_command(commands: Commands) -> None:
    """Put this command into a parser."""
    parser = command(
        commands,
        "worlds",
        _worlds,
        brief="tell what each player of a match can know",
        goes_in="a game with hidden moves, and a match of it or nothing.",
        comes_out="how many worlds each role must think possible, and what it knows, after the deal or in the match. "
        "A world is a deal of identities; `states` counts all else that may be hidden, too.",
        codes="0 done, 1 an assumption goes against what was observed, 2 bad input",
        schema="worlds",
    )
    game_argument(parser)
    parser.add_argument("--match", metavar="FILE", type=Path, help="a transcript, or a game recorded in a known format")
    parser.add_argument("--name", help="which match, if FILE holds several (default: the first)")
    parser.add_argument("--at", metavar="N", type=whole(0), help="after so many joint moves (default: all)")
    parser.add_argument("--seed", type=any_whole, default=0, help="of the deal, where no match is given (default 0)")
    parser.add_argument("--preset", help="one of the game's presets")
    parser.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help="a parameter of the game")
    parser.add_argument(
        "--assume", metavar="NAME", action="append", default=[], help="take for granted something about behaviour"
    )
    parser.add_argument(
        "--ask", metavar="FORMULA", action="append", default=[], help="whether it is known, such as '(evil p3)'"
    )
    parser.add_argument("--deals", action="store_true", help="list the possible deals")
    parser.add_argument("--most", metavar="N", type=whole(1), help="how many states a role may think possible")


def _worlds(arguments: argparse.Namespace) -> int:
    from lelma.knowledge import MOST_STATES
    from lelma.matches.talk.worlds import assumption_words, known_by_all

    game, moment, about = _moment(arguments)
    most = MOST_STATES if arguments.most is None else arguments.most
    assumptions = tuple(dict.fromkeys(arguments.assume))
    known = known_by_all(game, moment, assumptions=assumptions, ask=arguments.ask, most=most)
    words = assumption_words(game)
    given = {name: words[name] for name in assumptions}
    if arguments.json:
        *roles, everyone = [one.as_json(deals=arguments.deals) for one in known]
        told = {"schema": VERSION, "game": game.name, **about, "assumptions": given}
        print_json({**told, "roles": roles, "everyone": everyone})
    else:
        _show(game, known, given, deals=arguments.deals)
    return FAILED if any(one.trouble for one in known) else OK


def _moment(arguments: argparse.Namespace) -> tuple[Any, Any, dict[str, Any]]:
    """The game, the moment, and what there is to tell of it."""
    from lelma.game.game import Game
    from lelma.game.parameters import read_settings
    from lelma.matches.talk.speeches import read_matches
    from lelma.matches.talk.worlds import first_moment, moment_of

    if arguments.match is None:
        if arguments.at is not None or arguments.name is not None:
            raise UsageError("--at and --name are about a match: give it with --match FILE")
        settings = read_settings(arguments.set)
        game = Game.load(arguments.game, preset=arguments.preset, parameters=settings)
        moment = first_moment(game, arguments.seed)
        return game, moment, {"seed": arguments.seed, "plies": len(moment.moves)}
    if arguments.set:
        raise UsageError("a match has its own parameters: --set does not go with --match")
    for match in read_matches(arguments.match, arguments.game, preset=arguments.preset, name=arguments.name):
        if arguments.name in (None, match.name):
            if match.trouble and (arguments.at is None or arguments.at > len(match.record.plies)):
                why = f"{match.name}: {match.trouble}"
                raise UsageError(f"{arguments.match}: {why}; --at may name a moment before that")
            moment = moment_of(match.game, [ply.moves for ply in match.record.plies], arguments.at)
            return match.game, moment, {"match": match.name, "plies": len(moment.moves)}
    raise UsageError(f"{arguments.match} holds no match {arguments.name or 'at all'}")


def _show(game: Any, known: Sequence[Any], given: dict[str, str], *, deals: bool) -> None:
    from rich.table import Table

    from lelma.game.wording import Wording, listing
    from lelma.interfaces.views.console import make_console

    wording = Wording(game.config)
    console = make_console()
    for words in given.values():
        console.print(f"assumed: {words}", markup=False)
    table = Table("role", "identity", "worlds", "states", "knows", title=game.title, title_justify="left")
    for one in known:
        names = {
            name: [listing(list(map(wording.name, some)), "or") for some in one.facts[name]] for name in one.facts or ()
        }
        facts = [wording.relation(f"({name} X)").replace("X", some) for name in names for some in names[name]]
        answers = [f"{formula}: {answer}" for formula, answer in (one.answers or {}).items()]
        told = one.trouble or "; ".join([*facts, *answers])
        table.add_row(
            wording.name(one.role), wording.name(one.identity or "-"), f"{one.worlds:,}", f"{one.states:,}", told
        )
    console.print(table)
    for one in known if deals else ():
        console.print(f"{wording.name(one.role)}:", markup=False)
        for deal in one.deals:
            console.print(f"  {'; '.join(map(wording.fluent, deal.facts))}", markup=False)
