"""`lelma report`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lelma.interfaces.cli.parser import OK, Commands, command, print_json
from lelma.support.json_types import VERSION

if TYPE_CHECKING:
    from lelma.game.game import Game
    from lelma.matches.replay import Recorded
    from lelma.matches.story import Story
    from lelma.matches.world_counts import Worlds


def add_report_command(commands: Commands) -> None:
    """Put this command into a parser."""
    parser = command(
        commands,
        "report",
        _report,
        brief="make a page about a match",
        goes_in="the transcript of a match.",
        comes_out="one HTML page that shows it, with nothing to load from elsewhere.",
        codes="0 written, 2 bad input",
        schema="page",
    )
    parser.add_argument("match", metavar="MATCH.jsonl", type=Path)
    parser.add_argument("-o", "--out", metavar="FILE.html", type=Path, help="where to (default: beside the transcript)")
    parser.add_argument("--game", help="the game, where it is not found by the name in the transcript")


def _report(arguments: argparse.Namespace) -> int:
    from lelma.interfaces.views.match_page import match_page
    from lelma.matches.replay import read_match
    from lelma.matches.story import tell

    recorded = read_match(arguments.match)
    game = recorded.game(arguments.game)
    story = tell(recorded, game, _claims(recorded, game))
    worlds, trouble = _worlds(story)
    page = match_page(story, worlds, without_worlds=trouble)
    target = arguments.out or arguments.match.with_suffix(".html")
    target.write_text(page, "utf-8")
    if arguments.json:
        print_json({"schema": VERSION, "page": str(target), "bytes": len(page.encode())})
    else:
        print(target)
    return OK


def _worlds(story: Story) -> tuple[Sequence[Worlds], str]:
    """The numbers of worlds of each player, or why there are none."""
    if not story.game.config.get("knowledge"):
        return (), "The game names no identities that could be hidden."
    from lelma.matches.world_counts import worlds_of

    return [worlds_of(story.game, player.role, story.course) for player in story.players], ""


def _claims(recorded: Recorded, game: Game) -> Sequence[Mapping[str, Any]]:
    """What was claimed in the match, judged by everything that happened; nothing for games without a record."""
    if not (game.folder / "record.gdl").is_file() or game.disguise is not None:
        return ()
    from lelma.matches.talk.deals import PossibleDeals
    from lelma.matches.talk.judge import VIEWS, check_claims
    from lelma.matches.talk.record import ALL
    from lelma.matches.talk.speeches import played_match

    match = played_match(recorded, game)
    worlds = PossibleDeals(game, match.record)
    found = check_claims(game, match.record, match.speeches, worlds=worlds, views=VIEWS)
    return [statement.as_json(ALL) for statement in found.statements]
