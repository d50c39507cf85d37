"""A judge of what one role can know and say, kept between the moments of a match, for steps that ask it.

Nothing but the rules and what the role did, perceived and heard goes into it: agents that lived through the same get
the same judge, whichever match that was in.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b

from lelma.agents.protocol import Ply
from lelma.agents.steps.fields import StepMoment
from lelma.game.game import Game
from lelma.support.errors import UsageError
from lelma.talk.engine import TalkEngine
from lelma.talk.live import LiveJudge

_MOST_JUDGES = 256
"""Roles whose judges are kept: eight of each of 32 matches at once. One that is gone lives all through anew."""

_MOST_ENGINES = 4

_judges: OrderedDict[tuple[int, str, bytes], LiveJudge] = OrderedDict()
_lives: OrderedDict[int, tuple[tuple[Ply, ...], list[bytes]]] = OrderedDict()
"""Of lives, by their first joint move: its joint moves, and a digest of what it was after so many of them."""
_engines: OrderedDict[int, tuple[Game, TalkEngine]] = OrderedDict()
_lock = threading.Lock()


def talk_engine(game: Game) -> TalkEngine:
    """What reads and judges the talk of a game; it is kept, and shared by all who ask."""
    with _lock:
        if id(game) not in _engines:
            _engines[id(game)] = game, TalkEngine(game)
            while len(_engines) > _MOST_ENGINES:
                _engines.popitem(last=False)
        return _engines[id(game)][1]


@contextmanager
def judging(moment: StepMoment) -> Iterator[LiveJudge]:
    """A judge of the role's words that has seen what the role has; it is kept for its next moment.

    Raises:
        LelmaError: if the game has nothing to judge by.
    """
    game, role = moment.texts.game, moment.view.role
    if game is None:
        raise UsageError("there is no game to judge words by")
    plies, engine = moment.view.plies, talk_engine(game)
    judge: LiveJudge | None = None
    with _lock:
        digests = _digests(plies)
        lived = digests[-1]  # the list grows as the match does
        for digest in reversed(digests):
            judge = _judges.pop((id(game), role, digest), None)
            if judge is not None:
                break
    judge = judge or LiveJudge(game, role, moment.view.roles, engine=engine)
    for ply in plies[judge.plies :]:
        judge.observe(ply.move, tuple(ply.percepts), _words(ply))
    try:
        yield judge
    finally:
        with _lock:
            _judges[id(game), role, lived] = judge
            while len(_judges) > _MOST_JUDGES:
                _judges.popitem(last=False)


def _digests(plies: tuple[Ply, ...]) -> list[bytes]:
    """A digest of what was lived through before the first joint move, and after each; most are those of last time."""
    first = id(plies[0]) if plies else 0
    before, found = _lives.pop(first, ((), [b""]))
    if len(before) > len(plies) or plies[: len(before)] != before:
        before, found = (), [b""]
    for ply in plies[len(before) :]:
        told = repr((ply.move, tuple(ply.percepts), _words(ply)))
        found.append(blake2b(found[-1] + told.encode(), digest_size=16).digest())
    _lives[first] = plies, found
    while len(_lives) > _MOST_JUDGES:
        _lives.popitem(last=False)
    return found


def _words(ply: Ply) -> tuple[tuple[str, str], ...]:
    return tuple((each.role, each.words) for each in ply.heard)
