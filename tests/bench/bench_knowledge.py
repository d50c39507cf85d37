"""What a role can know: an answer at the end of a match against all of it anew, and how Werewolf's worlds grow.

`python -m tests.bench.bench_knowledge [SEED]`. Figures of one line come from the same run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

from lelma.game import Game
from lelma.knowledge import Knowledge, TooManyWorlds
from lelma.knowledge.rules import rules_of
from lelma.play import JointMove, Play, Step
from tests.lelma.knowledge.following import observe, observers, random_match

QUERY = "(or (evil p1) (evil p2))"
NIGHTS = (("eight", None), ("ten", "ten"), ("twelve", "twelve"))
MOST = 7_000_000


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def anew(game: Game, role: str | None, match: Sequence[tuple[JointMove, Step]]) -> Knowledge:
    knowledge = Knowledge(game, role)
    for move, step in match:
        observe(knowledge, move, step)
    return knowledge


def one_answer(seed: int) -> None:
    """A match of Avalon: observing one joint move, asking at the end, and both from the first move on."""
    game = Game.load("avalon")
    play = Play(game.description)
    match = list(random_match(play, seed))
    rules_of(game)
    anew(game, "p1", match[:1])
    known = anew(game, "p1", match[:-1])
    before = known.copy()
    step = timed(lambda: observe(known, *match[-1]))
    known.knows(QUERY)
    ask = timed(lambda: [known.knows(f"(not {QUERY})"), known.deals(), known.one_of("evil", observers(play)[:-1])])
    whole = timed(lambda: anew(game, "p1", match).knows(QUERY))
    assert before.plies + 1 == known.plies == len(match)
    print(f"avalon, one role at the end of {len(match)} joint moves: a move more takes {1000 * step:.1f} ms,")
    print(f"  three questions {1000 * ask:.1f} ms; all from the first move on {1000 * whole:,.0f} ms")
    for prefix in (6, 7, 8):
        history = [move for move, _ in match[:prefix]]
        found = timed(lambda history=history: play.possible_states("p1", history))
        print(f"  by the specification in Prolog, {prefix} joint moves: {1000 * found:,.0f} ms")
    play.close()


def worlds_of_werewolf(label: str, preset: str | None, seed: int) -> None:
    """Who knows how much when the wolves wake, and what the first night costs."""
    game = Game.load("werewolf", preset=preset)
    play = Play(game.description)
    match: list[tuple[JointMove, Step]] = []
    awake = 0
    for move, step in random_match(play, seed):
        match.append((move, step))
        awake = awake or (len(match) if "(phase wolves)" in step.state else 0)
        if "(phase talk)" in step.state or "over" in step.state:
            break
    play.close()
    words = [fact.strip("()").split() for fact in match[-1][1].state if fact.startswith("(identity")]
    first = {identity: role for _, role, identity in reversed(words)}
    print(f"werewolf, {label} players: ground in {timed(lambda: rules_of(game)):.1f} s")
    for identity, role in (*sorted(first.items()), ("everyone", None)):
        anew(game, role, match[:1])
        start = time.perf_counter()
        known = anew(game, role, match[:awake])
        dealt, worlds, most = time.perf_counter() - start, known.worlds, 0
        text = f"  {identity:9} {worlds:9,} worlds after the deal in {dealt:5.1f} s; the first night "
        known = Knowledge(game, role, most=MOST)
        start = time.perf_counter()
        try:
            for move, step in match:
                observe(known, move, step)
                most = max(most, known.states)
        except TooManyWorlds as error:
            print(f"{text}stops after {time.perf_counter() - start - dealt:.1f} s: {error}")
            continue
        night = time.perf_counter() - start - dealt
        print(f"{text}{night:6.1f} s, {most:,} states at most, {known.worlds:,} worlds in the morning")


def main(argv: Sequence[str]) -> int:
    seed = int(argv[0]) if argv else 0
    one_answer(seed)
    for label, preset in NIGHTS:
        worlds_of_werewolf(label, preset, seed)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
