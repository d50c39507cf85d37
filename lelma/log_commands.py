"""`lelma replay` and `lelma score`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from lelma.command import (
    FAILED,
    OK,
    UNCHECKED,
    Commands,
    chosen_translator,
    command,
    engine_option,
    print_json,
    read_text,
    translator_options,
)
from lelma.match_replay import is_match


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
        goes_in="logged LELMA attempts, or the transcript of a match; JSON Lines.",
        comes_out="how many logged queries and feedback prompts come out the same.",
        codes="0 all agree, 1 some do not, 2 bad input",
    )
    parser.add_argument("samples", metavar="FILE.jsonl")
    parser.add_argument("--game", help="the game of a match, where it is not found by the name in the transcript")
    engine_option(parser)


def _replay(arguments: argparse.Namespace) -> int:
    from rich.progress import track

    from lelma.replay import replay
    from lelma.screen import make_console

    text = read_text(arguments.samples)
    if is_match(text):
        return _replay_match(arguments)
    lines = text.split("\n")
    watched = track(lines, "Replaying", transient=True, disable=arguments.json or not sys.stdout.isatty())
    found = replay(watched, engine=arguments.engine)
    if arguments.json:
        print_json(found.as_json())
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


def _replay_match(arguments: argparse.Namespace) -> int:
    from lelma.match_replay import replay_match
    from lelma.match_screen import show_match_replay
    from lelma.screen import make_console

    found = replay_match(Path(arguments.samples), game=arguments.game)
    if arguments.json:
        print_json(found.as_json())
    else:
        show_match_replay(make_console(), found)
    return OK if found.ok else FAILED


# score


def _add_score(commands: Commands) -> None:
    parser = command(
        commands,
        "score",
        _score,
        goes_in="logged LELMA attempts with people's labels, JSON Lines.",
        comes_out="how often the verdict on a first attempt agrees with the people, by model, game, error and claim.",
        codes="0 done, 2 bad input, 3 no first attempt has a label",
    )
    parser.add_argument("samples", metavar="SAMPLES.jsonl")
    translator_options(parser)
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="texts read at once, for a model that translates (default 1)"
    )
    parser.add_argument("--folds", type=int, default=0, metavar="K", help="show K parts apart, and the gap")
    parser.add_argument("--misjudged", action="store_true", help="list what was judged otherwise than by the people")
    engine_option(parser)


def _score(arguments: argparse.Namespace) -> int:
    from rich.progress import track

    from lelma.measures import summary
    from lelma.score import score
    from lelma.score_tables import show_misjudged, show_scores
    from lelma.screen import make_console

    lines = read_text(arguments.samples).split("\n")
    watched = track(lines, "Scoring", transient=True, disable=arguments.json or not sys.stdout.isatty())
    jobs = min(max(1, arguments.jobs), 64)
    found = list(score(watched, translator=chosen_translator(arguments), engine=arguments.engine, jobs=jobs))
    samples = [sample for sample in found if sample is not None]
    numbers = summary(found, translator=arguments.translator, folds=max(0, arguments.folds))
    if arguments.json:
        print_json({**numbers, "samples": [sample.as_json() for sample in samples]})
    else:
        console = make_console()
        show_scores(console, numbers)
        if arguments.misjudged:
            show_misjudged(console, samples)
    return OK if samples else UNCHECKED
