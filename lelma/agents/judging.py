"""A judge of what one role can know and say, kept between the moments of a match, for steps that ask it.

Nothing but the rules and what the role did, perceived and heard goes into it: agents that lived through the same get
the same judge, whichever match that was in.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from lelma.agents.protocol import Ply
from lelma.agents.steps.fields import StepMoment
from lelma.game.game import Game
from lelma.support.errors import UsageError
from lelma.talk.engine import TalkEngine
from lelma.talk.live import LiveJudge

_MOST_JUDGES = 256
"""Roles whose judges are kept: eight of each of 32 matches at once. One that is gone lives all through anew."""

_MOST_ENGINES = 4

_Heard = tuple[tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]], ...]
_judges: OrderedDict[tuple[int, str, _Heard], LiveJudge] = OrderedDict()
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
    heard = tuple(map(_heard, moment.view.plies))
    engine = talk_engine(game)
    judge: LiveJudge | None = None
    with _lock:
        for size in range(len(heard), -1, -1):
            judge = _judges.pop((id(game), role, heard[:size]), None)
            if judge is not None:
                break
    judge = judge or LiveJudge(game, role, moment.view.roles, engine=engine)
    for move, percepts, words in heard[judge.plies :]:
        judge.observe(move, percepts, words)
    try:
        yield judge
    finally:
        with _lock:
            _judges[id(game), role, heard] = judge
            while len(_judges) > _MOST_JUDGES:
                _judges.popitem(last=False)


def _heard(ply: Ply) -> tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]:
    return ply.move, tuple(ply.percepts), tuple((each.role, each.words) for each in ply.heard)
