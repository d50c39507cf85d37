"""`lelma replay` and `lelma score`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from lelma.interfaces.cli.parser import (
    FAILED,
    OK,
    UNCHECKED,
    Commands,
    bridge_option,
    chosen_translator,
    command,
    print_json,
    text_argument,
    translator_options,
    whole_number_option,
)
from lelma.matches.replay import is_match
from lelma.support.json_types import VERSION

if TYPE_CHECKING:
    from lelma.experiments.evaluation.lelma_replay import Replay


def add_log_commands(commands: Commands) -> None:
    """Put these commands into a parser."""
    _add_replay(commands)
    _add_score(commands)


# replay


def _add_replay(commands: Commands) -> None:
    parser = command(
        commands,
        "replay",
        _replay,
        brief="replay logged attempts, the transcript of a match or recorded games",
        goes_in="logged LELMA attempts, the transcript of a match, or games recorded in a format that a game's "
        "recorded.toml describes; JSON Lines.",
        comes_out="how many logged queries and feedback prompts come out the same; or which recorded moves the rules "
        "refuse, why, and whether the recorded winners are theirs.",
        codes="0 all agree, 1 some do not, 2 bad input, 3 there is nothing in the file",
        schema="log_replay, transcript_replay or recorded_replay",
    )
    parser.add_argument("samples", metavar="FILE.jsonl")
    parser.add_argument("--game", help="the game that was recorded (default: the first that knows the format)")
    parser.add_argument("--preset", help="the game's preset to play by (default: the one the format belongs to)")
    parser.add_argument("--moves", action="store_true", help="with --json: every move of every recorded game")
    bridge_option(parser)


def _replay(arguments: argparse.Namespace) -> int:
    lines = text_argument(arguments.samples).split("\n")
    first = next(filter(str.strip, lines), "")
    if is_match(first):
        return _replay_match(arguments)
    if arguments.game is None and (not first or '"payoffs"' in first):
        return _replay_attempts(arguments, lines)
    return _replay_games(arguments, lines)


def _replay_match(arguments: argparse.Namespace) -> int:
    from lelma.interfaces.views.console import make_console
    from lelma.interfaces.views.match_live import show_match_replay
    from lelma.matches.replay import replay_match

    found = replay_match(Path(arguments.samples), game=arguments.game)
    if arguments.json:
        print_json(found.as_json())
    else:
        show_match_replay(make_console(), found)
    return OK if found.ok else FAILED


def _replay_games(arguments: argparse.Namespace, lines: list[str]) -> int:
    from rich.console import Console

    from lelma.interfaces.views.console import make_console
    from lelma.interfaces.views.recorded import show_replayed
    from lelma.matches.recorded.replay import replay_recorded

    game, preset = arguments.game, arguments.preset
    with Console(stderr=True).status("Replaying") as status:
        found = replay_recorded(
            lines,
            source=arguments.samples,
            game=game,
            preset=preset,
            bridge=arguments.bridge,
            on_game=lambda name: status.update(name),
        )
    if found is None:
        return _replay_attempts(arguments, lines)
    console = make_console()
    if arguments.json:
        print_json(found.as_json(courses=arguments.moves))
    else:
        show_replayed(console, found)
    return OK if found.ok else FAILED


def _replay_attempts(arguments: argparse.Namespace, lines: list[str]) -> int:
    from rich.progress import track

    from lelma.experiments.evaluation.lelma_replay import replay
    from lelma.interfaces.views.console import make_console

    watched = track(lines, "Replaying", transient=True, disable=arguments.json or not sys.stdout.isatty())
    found = replay(watched, source=arguments.samples, bridge=arguments.bridge)
    if arguments.json:
        print_json(found.as_json())
        return _replayed(found)
    console = make_console()
    console.print(
        f"queries: {found.queries} in {found.attempts} attempts; {found.agree} agree, "
        f"{len(found.disagree)} disagree, {len(found.malformed)} malformed, "
        f"{len(found.uncompared)} of crashed attempts not comparable"
    )
    console.print(f"feedback prompts: {found.feedback_equal} of {found.feedback_prompts} rebuilt line for line")
    for entry in [*found.disagree, *found.malformed, *found.uncompared]:
        console.print(f"  {entry['id']}: {entry['query']}", markup=False)
    return _replayed(found)


def _replayed(found: Replay) -> int:
    return UNCHECKED if not found.attempts else OK if found.ok else FAILED


# score


def _add_score(commands: Commands) -> None:
    parser = command(
        commands,
        "score",
        _score,
        brief="compare verdicts on logged texts with the people who judged them",
        goes_in="logged LELMA attempts with people's labels, JSON Lines.",
        comes_out="how often the verdict on a first attempt agrees with the people, by model, game, error and claim.",
        codes="0 done, 2 bad input, 3 no first attempt has a label",
        schema="scores",
    )
    parser.add_argument("samples", metavar="SAMPLES.jsonl")
    translator_options(parser)
    parser.add_argument(
        "--jobs", type=whole_number_option(1), default=1, metavar="N", help="texts read at once, by a model (default 1)"
    )
    parser.add_argument(
        "--folds", type=whole_number_option(0), default=0, metavar="K", help="show K parts apart, and the gap"
    )
    parser.add_argument("--misjudged", action="store_true", help="list what was judged otherwise than by the people")
    bridge_option(parser)


def _score(arguments: argparse.Namespace) -> int:
    from rich.progress import track

    from lelma.experiments.evaluation.measures import summary
    from lelma.experiments.evaluation.scoring import score
    from lelma.interfaces.views.console import make_console
    from lelma.interfaces.views.scores import show_misjudged, show_scores

    lines = text_argument(arguments.samples).split("\n")
    watched = track(lines, "Scoring", transient=True, disable=arguments.json or not sys.stdout.isatty())
    jobs = min(arguments.jobs, 64)
    translator = chosen_translator(arguments)
    checked = score(watched, source=arguments.samples, translator=translator, bridge=arguments.bridge, jobs=jobs)
    found = list(checked)
    samples = [sample for sample in found if sample is not None]
    numbers = summary(found, translator=arguments.translator, folds=arguments.folds)
    if arguments.json:
        print_json({"schema": VERSION, **numbers, "samples": [sample.as_json() for sample in samples]})
    else:
        console = make_console()
        show_scores(console, numbers)
        if arguments.misjudged:
            show_misjudged(console, samples)
    return OK if samples else UNCHECKED
