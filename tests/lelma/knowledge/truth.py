"""Random matches of the hidden-role games: worlds must contain the truth, and never come back once refuted.

`python -m tests.lelma.knowledge.truth [MATCHES [FIRST_SEED [GAME...]]]` follows so many matches of each game: by
default a thousand, which takes half an hour on one core. Each is seen by everyone together and by two roles.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.knowledge import Knowledge
from tests.lelma.knowledge.following import Observer, observe, observers, random_match

FIVE = {"players": 5, "identities": {"werewolf": 1, "seer": 1, "witch": 1, "guard": 1, "villager": 1}}
GAMES: dict[str, dict[str, Any]] = {
    "avalon": {"preset": "avalonbench"},
    "undercover_v": {},
    "spygame": {},
    "werewolf": {"parameters": FIVE},
}


def follow(game: Game, play: Progression, seed: int, watching: Sequence[Observer]) -> int:
    """Follow a match from some points of view; how many joint moves it had.

    Raises:
        AssertionError: if somebody thinks the truth impossible, or possible again what was refuted.
    """
    known = [Knowledge(game, observer) for observer in watching]
    deals: dict[int, frozenset[tuple[str, ...]]] = {}
    for move, step in random_match(play, seed):
        truth = f"(and {' '.join(f'(true {fluent})' for fluent in step.state)})"
        for at, knowledge in enumerate(known):
            observe(knowledge, move, step)
            where = f"{game.name}, seed {seed}, {knowledge.role or 'everyone'} after {knowledge.plies} joint moves"
            assert knowledge.possible(truth), f"{where}: the truth is not possible"
            now = frozenset(deal.facts for deal in knowledge.deals())
            dealt = frozenset(deal for deal in now if len(deal) >= len(play.roles) - 1)
            assert at not in deals or dealt <= deals[at], f"{where}: {sorted(dealt - deals[at])} possible again"
            if dealt:
                deals[at] = dealt
    return max(knowledge.plies for knowledge in known)


def some_observers(play: Progression, seed: int) -> list[Observer]:
    """Everyone together, and two roles, whom the seed picks so that all have their turn."""
    roles = [role for role in observers(play) if role is not None]
    return [None, roles[seed % len(roles)], roles[(seed + 1 + seed // len(roles) % (len(roles) - 1)) % len(roles)]]


def main(argv: Sequence[str]) -> int:
    matches, first = (int(argv[at]) if len(argv) > at else default for at, default in ((0, 1000), (1, 0)))
    failures = 0
    for name in argv[2:] or GAMES:
        game = Game.load(name, **GAMES[name])
        play = Progression(game.description)
        start, moves = time.perf_counter(), 0
        for seed in range(first, first + matches):
            try:
                moves += follow(game, play, seed, some_observers(play, seed))
            except AssertionError as error:
                failures += 1
                print(error, flush=True)
        play.close()
        seconds = time.perf_counter() - start
        print(f"{name}: {matches:,} matches from seed {first} on, {moves:,} joint moves, {seconds:.0f} s", flush=True)
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
