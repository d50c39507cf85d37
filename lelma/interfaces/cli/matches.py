"""`lelma play` and `lelma report`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from lelma.interfaces.cli.parser import (
    FAILED,
    OK,
    Commands,
    any_whole,
    command,
    duration,
    game_argument,
    print_json,
    whole_number_option,
)
from lelma.support.errors import UsageError
from lelma.support.json_types import VERSION
from lelma.support.outside import read_each

if TYPE_CHECKING:
    from rich.console import Console

    from lelma.experiments.match_trial import MatchPlan
    from lelma.game.game import Game
    from lelma.matches.referee import Match
    from lelma.talk.chances.suspicion import ChanceCourse


def add_play_command(commands: Commands) -> None:
    """Put this command into a parser."""
    parser = command(
        commands,
        "play",
        _play,
        brief="lead a match between agents, or many",
        goes_in="a game and agents for its roles.",
        comes_out="matches, live in the terminal and as transcripts.",
        codes="0 every match came to its end, 1 some did not, 2 bad input",
        schema="matches",
    )
    game_argument(parser)
    parser.add_argument(
        "--agents", default="random", metavar="AGENTS", help="KIND for all roles, or ROLE=KIND,…: random (default), "
        "human, scripted:FILE, model:NAME, cot:MODEL, talker, talker:RATE=X,…, listener, an agent of the game's "
        "agents.toml or of an installed package, or your own class as module:Class; isolated:KIND gives it a process "
        "of its own, gated:KIND checks what it says before it counts; a KIND that there is not lists them all"
    )  # fmt: skip
    parser.add_argument("--seed", type=any_whole, help="of the deal, and all that the game draws (default 0)")
    parser.add_argument(
        "--agent-seed", type=any_whole, metavar="N", help="of what agents draw, told to them (default 0)"
    )
    parser.add_argument(
        "--matches",
        type=whole_number_option(1),
        default=1,
        metavar="N",
        help="play N, with seeds SEED, SEED+1, …, those of agents likewise",
    )
    parser.add_argument("--preset", help="one of the game's presets")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the game")
    parser.add_argument("--obfuscate", type=any_whole, metavar="SEED", help="play under made-up words, drawn by it")
    parser.add_argument("--out", metavar="FILE", help="where the transcript goes; of several matches, a folder")
    parser.add_argument(
        "--resume", metavar="FILE", help="go on with the match of this transcript, which was cut off; its seeds and "
        "parameters are those of the file"
    )  # fmt: skip
    parser.add_argument("--memory", metavar="FOLDER", help="where agents that learn keep what they learn, by game")
    parser.add_argument(
        "--model",
        "--model-translator",
        dest="model",
        metavar="SPEC",
        default="",
        help="the model of agents that need one and are named without, such as simulated, or formalizer where the game "
        "has a lexicon",
    )
    parser.add_argument("--cassette", metavar="FILE", type=Path, help="keep the replies of models, and give them again")
    parser.add_argument("--replay-only", action="store_true", help="ask no server: every reply must be in the cassette")
    parser.add_argument("--tries", type=whole_number_option(1), default=3, help="answers before a fallback (default 3)")
    parser.add_argument("--seconds", type=duration, default=120.0, help="time for an answer (default 120)")
    parser.add_argument(
        "--gate",
        choices=("strict", "advise", "observe", "off"),
        default="off",
        help="check what all agents say, think and do before it counts: strict cuts out of a speech what still fails, "
        "advise leaves it, observe tells them nothing (default off, but for gated:KIND, which is strict)",
    )
    parser.add_argument("--check-claims", action="store_true", help="judge what was said, in the transcript too")
    parser.add_argument("--quiet", action="store_true", help="show the result alone")


def _play(arguments: argparse.Namespace) -> int:
    from lelma.experiments.match_trial import MatchTable
    from lelma.interfaces.views.console import make_console
    from lelma.interfaces.views.match_live import MatchEnding, MatchWatcher, show_matches

    if arguments.replay_only and arguments.cassette is None:
        raise UsageError("--replay-only needs a --cassette")
    plan, first_seed, first_agent_seed = _plan(arguments)
    table = MatchTable(plan)
    game, wording = table.game, table.referee.wording
    console = make_console()
    human = "human" in table.chosen.values()
    live = arguments.matches == 1 and not (arguments.json or arguments.quiet or human)
    memory = Path(arguments.memory) if arguments.memory else None
    found, start = [], time.perf_counter()
    for number in range(arguments.matches):
        seed, agent_seed = first_seed + number, first_agent_seed + number
        ending = MatchEnding(game, wording) if human and not arguments.json else None
        watch = MatchWatcher(console, game, wording) if live else ending
        with _transcript(arguments, seed) as file:
            resume = arguments.resume is not None
            match = table.play(seed, agent_seed=agent_seed, transcript=file, watch=watch, memory=memory, resume=resume)
            if ending is not None:
                ending.show(console, match)
            claims = _claims(file, game, console, live) if arguments.check_claims and file is not None else {}
        found.append({"seed": seed, "agent_seed": agent_seed} | _as_json(match) | claims)
    seconds = time.perf_counter() - start
    if arguments.json:
        about = {"game": game.name, "parameters": dict(game.parameters)}
        print_json({"schema": VERSION, **about, "matches": found, "seconds": seconds})
    elif not live and not (human and arguments.matches == 1):
        show_matches(console, found, wording, seconds)
    return OK if all(item["ended"] == "terminal" for item in found) else FAILED


def _plan(arguments: argparse.Namespace) -> tuple[MatchPlan, int, int]:
    """Which matches are played, and the first seeds; of a match that goes on, as its transcript has them."""
    from lelma.experiments.match_trial import MatchPlan
    from lelma.game.parameters import read_settings
    from lelma.matches.replay import read_match
    from lelma.models import Door

    door = Door(arguments.cassette, arguments.replay_only, arguments.model)
    how: dict[str, Any] = {
        "tries": arguments.tries, "seconds": arguments.seconds, "gate": arguments.gate, "door": door
    }  # fmt: skip
    if arguments.resume is None:
        plan = MatchPlan(
            arguments.game,
            arguments.agents,
            preset=arguments.preset,
            parameters=read_settings(arguments.set),
            obfuscate=arguments.obfuscate,
            **how,
        )
        return plan, arguments.seed or 0, arguments.agent_seed or 0
    told = ("seed", "agent_seed", "preset", "set", "obfuscate", "out")
    given = [name for name in told if getattr(arguments, name) not in (None, [])]
    if given or arguments.matches > 1:
        option = given[0].replace("_", "-") if given else "matches"
        raise UsageError(f"--resume goes on with the match of a file, which tells the rest: leave --{option}")
    head = read_match(Path(arguments.resume)).head
    plan = MatchPlan(
        arguments.game, arguments.agents, parameters=head["parameters"], obfuscate=head.get("obfuscate"), **how
    )
    if not isinstance(head.get("seed"), int):
        raise UsageError(f"{arguments.resume} holds a match of others, which can't go on here")
    seed: int = head["seed"]
    return plan, seed, head.get("agent_seed", seed)


@contextmanager
def _transcript(arguments: argparse.Namespace, seed: int) -> Iterator[Path | None]:
    """Where the transcript goes; a file that is not kept, if claims are to be checked and none is asked for."""
    file = _file(arguments, seed)
    if file is not None or not arguments.check_claims:
        yield file
        return
    with TemporaryDirectory() as folder:
        yield Path(folder) / "match.jsonl"


def _claims(file: Path, game: Game, console: Console, live: bool) -> dict[str, Any]:
    """How many claims were made, and which are false by all that happened, guesses left out; shown if the match is."""
    from lelma.matches.talk.claim_log import add_claims
    from lelma.talk.record import ALL

    claims = add_claims(file, game)
    told = [statement.as_json(ALL) for statement in claims.statements]
    false = [statement.as_json(ALL) for statement in claims.statements if statement.fails(ALL)]
    if live:
        for claim in false:
            right = "; ".join(claim["correct"])
            console.print(f"{claim['speaker']}: “{claim['quote']}”: {claim['label']}. {right}", markup=False)
        console.print(f"{len(told)} claims, {len(false)} of them false; {len(claims.clashes)} contradictions")
    return {"claims": len(told), "false_claims": false, "contradictions": len(claims.clashes)}


def _file(arguments: argparse.Namespace, seed: int) -> Path | None:
    if arguments.resume is not None:
        return Path(arguments.resume)
    if arguments.out is None:
        return None
    return Path(arguments.out) if arguments.matches == 1 else Path(arguments.out) / f"{seed:06}.jsonl"


def _as_json(match: Match) -> dict[str, Any]:
    from lelma.matches.log import goal_values, winners

    return {
        "plies": len(match.moves),
        "ended": match.ended,
        "goals": goal_values({role: (value,) for role, value in match.goals.items()}),
        "winners": winners(match.goals),
        "refused": match.refused,
        "fallbacks": match.fallbacks,
    }


if TYPE_CHECKING:
    from lelma.game.game import Game
    from lelma.matches.replay import Recorded
    from lelma.matches.talk.speeches import SpokenMatch


def add_report_command(commands: Commands) -> None:
    """Put this command into a parser."""
    parser = command(
        commands,
        "report",
        _report,
        brief="make a page about a match",
        goes_in="the transcript of a match, or a game recorded in a format that a game knows; or a folder of these.",
        comes_out="one HTML page that shows it, with nothing to load from elsewhere; of a folder, one for each file.",
        codes="0 written, 2 bad input",
        schema="page",
    )
    parser.add_argument("match", metavar="FILE|FOLDER", type=Path)
    parser.add_argument("-o", "--out", metavar="FILE.html", type=Path, help="where to (default: beside the transcript)")
    parser.add_argument("--game", help="the game, where it is not found by the name in the transcript or by the format")
    parser.add_argument("--name", help="which recorded game, if FILE holds several (default: the first)")
    parser.add_argument("--preset", help="one of the game's presets, for a recorded game (default: that of its format)")


def _report(arguments: argparse.Namespace) -> int:
    if arguments.match.is_dir() and arguments.out is not None:
        raise UsageError("--out is of one page; those of a folder are written beside its transcripts")
    pages, left_out = read_each(arguments.match, lambda file: [_page(arguments, file)])
    if arguments.json:
        last, size = pages[-1], pages[-1].stat().st_size
        told = {"pages": list(map(str, pages)), "left_out": left_out}
        print_json({"schema": VERSION, "page": str(last), "bytes": size, **told})
    else:
        for page in pages:
            print(page)
        for why in left_out:
            print(f"left out: {why}")
    return OK


def _page(arguments: argparse.Namespace, file: Path) -> Path:
    """Where the page about the match of a file was written."""
    from lelma.interfaces.views.match_page import match_page
    from lelma.matches.story import tell
    from lelma.matches.world_counts import story_worlds

    recorded, match = _recorded(arguments, file)
    game = recorded.game(arguments.game) if match is None else match.game
    story = tell(recorded, game, _recorded_claims(recorded, game, match))
    worlds, trouble = story_worlds(story)
    page = match_page(story, worlds, without_worlds=trouble, chances=_chances(recorded, game, match))
    target: Path = arguments.out or file.with_suffix(".html")
    target.write_text(page, "utf-8")
    return target


def _chances(recorded: Recorded, game: Game, match: SpokenMatch | None) -> ChanceCourse | None:
    """What the one who seeks an identity made of each player; None where nobody does, or that can't be told."""
    from lelma.matches.talk.sought import dealt_identities, sought_course
    from lelma.matches.talk.speeches import played_match
    from lelma.support.errors import LelmaError

    if not game.file.report.sought or game.disguise is not None:
        return None
    try:
        return sought_course(match or played_match(recorded, game), dealt_identities(recorded, game))
    except LelmaError:  # the page says what was played in any case
        return None


def _recorded(arguments: argparse.Namespace, file: Path) -> tuple[Recorded, SpokenMatch | None]:
    """The match of a file; and, where others recorded it, how it was followed."""
    from lelma.game.game import list_games
    from lelma.matches.recorded.formats import read_games
    from lelma.matches.recorded.replay import recognised
    from lelma.matches.replay import is_match, recorded_in
    from lelma.matches.talk.as_transcript import as_transcript
    from lelma.matches.talk.speeches import match_in

    data, source = file.read_bytes(), str(file)
    text = data.decode("utf-8", "replace")
    if is_match(text):
        if arguments.name is not None or arguments.preset is not None:
            raise UsageError(f"{source}: a transcript holds one match with its parameters: leave --name and --preset")
        return recorded_in(data, source), None
    found = recognised(read_games(text.splitlines(), source), [arguments.game] if arguments.game else list_games())
    if found is None:
        raise UsageError(f"{source}: neither a transcript of a match nor in a format that a recorded.toml describes")
    match = match_in(data, found[0], source=source, preset=arguments.preset, name=arguments.name)
    return as_transcript(match), match


def _recorded_claims(recorded: Recorded, game: Game, match: SpokenMatch | None) -> Sequence[Mapping[str, Any]]:
    """What was claimed in the match, judged by everything that happened; nothing of one played in disguise."""
    if game.disguise is not None:
        return ()
    from lelma.matches.talk.speeches import played_match
    from lelma.talk.deals import PossibleDeals
    from lelma.talk.judge import VIEWS, check_claims
    from lelma.talk.record import ALL

    match = match or played_match(recorded, game)
    if not match.speeches:
        return ()
    worlds = PossibleDeals(game, match.record)
    found = check_claims(game, match.record, match.speeches, worlds=worlds, views=VIEWS)
    return [statement.as_json(ALL) for statement in found.statements]
