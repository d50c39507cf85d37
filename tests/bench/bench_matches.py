"""Matches a second with random agents through the referee, beside random playouts inside Prolog.

Every figure of a line comes from the same run: the ratio says what asking agents, telling percepts and checking moves
cost. `python -m tests.bench.bench_matches [SECONDS]`; SECONDS a game, 1 by default.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from lelma.agents.players.random_agent import RandomAgent
from lelma.engine.progression import Progression
from lelma.game.game import Game, list_games
from lelma.matches.referee import Referee


def rate(name: str, seconds: float) -> str:
    """One line: matches a second, joint moves in each, and the rate of plain playouts."""
    game = Game.load(name)
    referee = Referee(game)
    agents = {role: RandomAgent() for role in referee.players}
    referee.play(agents, seed=0)  # loading takes none of the time
    matches = plies = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        matches += 1
        plies += len(referee.play(agents, seed=matches).moves)
    spent = time.perf_counter() - start
    plain = Progression(game.description).playouts(seconds / 3)
    plain_rate = plain.playouts / plain.seconds
    return (
        f"{name:30} {matches / spent:9,.1f} matches/s  {1000 * spent / plies:6.2f} ms a joint move  "
        f"{plies / matches:5.1f} joint moves  plain playouts ×{plain_rate * spent / matches:,.1f}"
    )


def main(argv: Sequence[str]) -> int:
    seconds = float(argv[0]) if argv else 1.0
    for name in list_games():
        print(rate(name, seconds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
