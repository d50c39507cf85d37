"""What a role can know: an answer at the end of a match against all of it anew, and how Werewolf's worlds grow.

`python -m tests.bench.bench_knowledge [SEED]`. Figures of one line come from the same run.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise

from lelma.engine.dynamics import JointMove, Step
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.knowledge import Knowledge
from lelma.knowledge.rules import rules_of
from tests.lelma.knowledge.following import observe, observers, random_match

QUERY = "(or (evil p1) (evil p2))"
NIGHTS = ((8, None), (10, "ten"), (12, "twelve"))
WATCHING = ("seer", "villager", "werewolf")


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
    play = Progression(game.description)
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
    for prefix in (6, 7):
        history = [move for move, _ in match[:prefix]]
        found = timed(lambda history=history: play.possible_states("p1", history))
        print(f"  by the specification in Prolog, {prefix} joint moves: {1000 * found:,.0f} ms")
    play.close()


def first_night(game: Game, seed: int) -> list[tuple[JointMove, Step]]:
    """A match up to the first day."""
    play = Progression(game.description)
    match: list[tuple[JointMove, Step]] = []
    for move, step in random_match(play, seed):
        match.append((move, step))
        if "(phase talk)" in step.state or "over" in step.state:
            break
    play.close()
    return match


def worlds_of_werewolf(players: int, preset: str | None, seed: int) -> tuple[int, float]:
    """Who knows how much after the deal and in the first night, and what that costs; everyone's states and seconds."""
    game = Game.load("werewolf", preset=preset)
    match = first_night(game, seed)
    words = [fact.strip("()").split() for fact in match[-1][1].state if fact.startswith("(identity")]
    first = {identity: role for _, role, identity in reversed(words)}
    print(f"werewolf, {players} players: ground in {timed(lambda: rules_of(game)):.1f} s")
    for who in (*WATCHING, "everyone"):
        role, most, dealt = first.get(who), 0, 0
        anew(game, role, match[:1])
        start = time.perf_counter()
        known = Knowledge(game, role)
        for move, step in match:
            observe(known, move, step)
            most = max(most, known.states)
            dealt = dealt or ("(phase wolves)" in step.state and known.worlds)
        seconds = time.perf_counter() - start
        print(f"  {who:9} {dealt:8,} worlds after the deal, {most:12,} states at most, ", end="")
        print(f"{known.worlds:7,} worlds in the morning: {seconds:5.1f} s", flush=True)
    return most, seconds


def main(argv: Sequence[str]) -> int:
    seed, start = int(argv[0]) if argv else 0, time.perf_counter()
    one_answer(seed)
    costs = {players: worlds_of_werewolf(players, preset, seed) for players, preset in NIGHTS}
    for (few, (states, seconds)), (more, (more_states, more_seconds)) in pairwise(costs.items()):
        print(f"from {few} to {more} players, everyone's states grow {more_states / states:.0f} times, ", end="")
        print(f"the time {more_seconds / seconds:.1f} times")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # KiB on Linux
    print(f"memory at most {peak:,.0f} MB; in all {time.perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
