"""Several matches of one game that are followed at the same time, as experiments and roles that are asked at once do.

Short, because what they know is held to what one thread knows, and there is nothing else to say.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.knowledge import Deal, Knowledge

THREADS = 4

_Lived = list[tuple[dict[str, str], dict[str, tuple[str, ...]]]]


def lived(game: Game, plies: int) -> tuple[tuple[str, ...], _Lived]:
    """The roles of a match by random moves, and each joint move of it with what they perceived."""
    chance, play = random.Random(1), Progression(game.description)
    state, found = play.initial, list[tuple[dict[str, str], dict[str, tuple[str, ...]]]]()
    for _ in range(plies):
        joint = {role: chance.choice(sorted(moves)) for role, moves in play.legal(state).items()}
        step = play.step(state, joint)
        found.append((joint, {role: tuple(seen) for role, seen in step.percepts.items()}))
        state = step.state
    play.close()
    return tuple(role for role in play.roles if role != "random"), found


def followed(game: Game, roles: Sequence[str], plies: _Lived, begin: Barrier | None = None) -> list[tuple[Deal, ...]]:
    """The deals that each role thinks possible after each joint move."""
    known, found = {role: Knowledge(game, role) for role in roles}, list[tuple[Deal, ...]]()
    if begin is not None:
        begin.wait()
    for joint, percepts in plies:
        for role in roles:
            known[role].observe(joint[role], percepts[role])
            found.append(known[role].deals())
    return found


def test_threads_that_follow_the_same_game_know_what_one_knows() -> None:
    game = Game.load("undercover_v")
    roles, plies = lived(game, 8)
    begin, before = Barrier(THREADS), sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(THREADS) as threads:
            together = [threads.submit(followed, game, roles, plies, begin) for _ in range(THREADS)]
    finally:
        sys.setswitchinterval(before)
    assert [each.result() == followed(game, roles, plies) for each in together] == [True] * THREADS
