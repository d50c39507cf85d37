"""What is said in a match: all claims of it judged by one program, beside a program for each moment and point of view.

`python -m tests.bench.bench_talk [GAME …]`, by default every game with a recorded match in its samples. Both judge the
same formulas and must agree; reading them, and which deals are possible, is left out of both. Figures of one line come
from the same run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from lelma.matches.talk.speeches import SpokenMatch, read_matches
from lelma.support.paths import data_folder
from lelma.talk.judge import VIEWS
from lelma.talk.moments import Moments, SaidAt
from translators.formulas import parse

GAMES = ("avalon", "werewolf", "spygame", "undercover_v")
CLAIMS = {
    "avalon": ["was_on_quest({0}, last)", "on_current_team({0})", "voted_on({0}, approve, last)", "has_led({0})"],
    "werewolf": ["living({0})", "has_voted_for({0}, {1})", "died_last_night({0})", "accused({0}, {1})"],
    "spygame": ["has_voted_for({0}, {1})", "described_now({0})", "still_in({0})"],
    "undercover_v": ["has_voted_for({0}, {1})", "described_now({0})", "still_in({0})"],
}


def said_in(match: SpokenMatch, claims: Sequence[str]) -> list[SaidAt]:
    """Claims about two players at every speech, from every point of view."""
    moments, found = Moments(match.game, match.record), list[SaidAt]()
    players = match.record.players
    for number, speech in enumerate(match.speeches):
        about = players[number % len(players)], players[(number + 1) % len(players)]
        for claim in claims:
            formula = parse(claim.format(*about), moments.judge.names, moments.judge.heads)
            views = (speech.speaker if view == "own" else view for view in VIEWS)
            found += [SaidAt(speech.ply - 1, view, formula) for view in views]
    moments.close()
    return found


def together(match: SpokenMatch, said: Sequence[SaidAt]) -> list[str]:
    """Verdicts by one program."""
    moments = Moments(match.game, match.record)
    truths = [verdict.truth for verdict in moments.verdicts(said)]
    moments.close()
    return truths


def apart(match: SpokenMatch, said: Sequence[SaidAt]) -> list[str]:
    """Verdicts by a program for each moment and point of view."""
    truths = dict[SaidAt, str]()
    for at, view in dict.fromkeys((each.at, each.view) for each in said):
        some = [each for each in said if (each.at, each.view) == (at, view)]
        truths.update(zip(some, together(match, some), strict=True))
    return [truths[each] for each in said]


def main(games: Sequence[str]) -> None:
    for name in games or GAMES:
        [match] = read_matches(data_folder("games") / name / "samples" / "match.jsonl", name)
        said = said_in(match, CLAIMS[name])
        start = time.perf_counter()
        one = together(match, said)
        between = time.perf_counter()
        many = apart(match, said)
        end = time.perf_counter()
        assert one == many and {"true", "false"} <= set(one), name
        print(
            f"{name}: {len(said)} claims of {len(match.speeches)} speeches, one program {between - start:.2f} s; "
            f"a program for each moment and view {end - between:.2f} s: {(end - between) / (between - start):.1f} times"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
