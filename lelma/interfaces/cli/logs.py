"""`lelma replay` and `lelma score`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from lelma.support.errors import UsageError, near_files
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
    from lelma.matches.replay import is_match

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

    if arguments.preset is not None:
        raise UsageError(f"{arguments.samples}: a transcript tells its parameters: leave --preset")
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
        brief="compare verdicts on texts with the labels that people gave them",
        goes_in="logged LELMA attempts with people's labels; or, with --labels fragments, texts in which passages are "
        "labelled true or false. JSON Lines.",
        comes_out="how often the verdict on an attempt agrees with the people, by model, game, error and claim; or how "
        "many true passages are found, false ones caught, refutations justified and passages passed over in silence, "
        "by game, voice and kind.",
        codes="0 done, 2 bad input, 3 nothing in the file has a label",
        schema="scores or fragment_scores",
    )
    parser.add_argument("samples", metavar="SAMPLES.jsonl")
    parser.add_argument(
        "--labels",
        choices=("attempts", "fragments"),
        default="attempts",
        help="what is labelled: whole attempts (default), or fragments of texts",
    )
    parser.add_argument(
        "--attempts", choices=("first", "final"), help="of a log: which attempts are scored (default first)"
    )
    parser.add_argument("--games", metavar="FOLDER", help="of fragments: the games that are not known by name")
    parser.add_argument(
        "--roles", metavar="FILE", help="of fragments: what roles are called (default: roles.json beside the texts)"
    )
    translator_options(parser)
    parser.add_argument(
        "--jobs", type=whole_number_option(1), default=1, metavar="N", help="texts read at once, by a model (default 1)"
    )
    parser.add_argument(
        "--folds", type=whole_number_option(0), default=0, metavar="K", help="of a log: show K parts apart, and the gap"
    )
    parser.add_argument("--misjudged", action="store_true", help="list what was judged otherwise than by the people")
    bridge_option(parser)


_OTHER_LABELS = {"attempts": ("games", "roles"), "fragments": ("attempts", "folds")}
"""Options that say nothing of such labels."""


def _score(arguments: argparse.Namespace) -> int:
    for option in _OTHER_LABELS[arguments.labels]:
        if getattr(arguments, option):
            raise UsageError(f"--{option} is not for --labels {arguments.labels}")
    return _score_fragments(arguments) if arguments.labels == "fragments" else _score_attempts(arguments)


def _score_attempts(arguments: argparse.Namespace) -> int:
    from lelma.experiments.evaluation.measures import summary
    from lelma.experiments.evaluation.scoring import score
    from lelma.interfaces.views.console import make_console
    from lelma.interfaces.views.scores import show_misjudged, show_scores

    which = arguments.attempts or "first"
    found = list(score(_watched(arguments), which=which, **_reading(arguments)))
    samples = [sample for sample in found if sample is not None]
    numbers = summary(found, translator=arguments.translator, folds=arguments.folds, which=which)
    if arguments.json:
        print_json({"schema": VERSION, **numbers, "samples": [sample.as_json() for sample in samples]})
    else:
        console = make_console()
        show_scores(console, numbers)
        if arguments.misjudged:
            show_misjudged(console, samples)
    return OK if samples else UNCHECKED


def _score_fragments(arguments: argparse.Namespace) -> int:
    from lelma.experiments.evaluation.fragment_measures import fragment_summary
    from lelma.experiments.evaluation.fragments import chosen_roles, score_fragments
    from lelma.interfaces.views.console import make_console
    from lelma.interfaces.views.scores import show_fragment_scores, show_missed_fragments

    games = None if arguments.games is None else Path(arguments.games)
    if games is not None and not games.is_dir():
        raise UsageError(f"--games: {games} is no folder{near_files(games)}")
    roles = chosen_roles(arguments.samples, arguments.roles)
    texts = list(score_fragments(_watched(arguments), games=games, roles=roles, **_reading(arguments)))
    numbers = fragment_summary(texts, translator=arguments.translator)
    if arguments.json:
        print_json({"schema": VERSION, **numbers, "texts": [text.as_json() for text in texts]})
    else:
        console = make_console()
        show_fragment_scores(console, numbers)
        if arguments.misjudged:
            show_missed_fragments(console, texts)
    return OK if any(text.fragments for text in texts) else UNCHECKED


def _watched(arguments: argparse.Namespace) -> Iterable[str]:
    """The lines of the file; a terminal shows how far they are."""
    from rich.progress import track

    lines = text_argument(arguments.samples).split("\n")
    return track(lines, "Scoring", transient=True, disable=arguments.json or not sys.stdout.isatty())


def _reading(arguments: argparse.Namespace) -> dict[str, Any]:
    """How texts are read and checked."""
    return {
        "source": arguments.samples,
        "translator": chosen_translator(arguments),
        "bridge": arguments.bridge,
        "jobs": min(arguments.jobs, 64),
    }
