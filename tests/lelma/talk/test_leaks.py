"""What words give away, by Avalon's first round: p1 is Merlin, p5 Morgana, p6 the Assassin."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.talk.engine import TalkEngine
from lelma.talk.leaks import Leak
from lelma.talk.live import LiveJudge

CARDS = {"p1": "merlin", "p2": "percival", "p3": "servant", "p4": "servant", "p5": "morgana", "p6": "assassin"}


@pytest.fixture(scope="module")
def judges() -> Iterator[dict[str, LiveJudge]]:
    """Role → its judge, when all are dealt and the first leader is drawn."""
    game = Game.load("avalon")
    engine, play = TalkEngine(game), Progression(game.description)
    found = {role: LiveJudge(game, role, play.roles, engine=engine) for role in CARDS}
    state = play.initial
    for dealt in [*(f"(deal {player} {card} 1)" for player, card in CARDS.items()), "(leader p1)"]:
        joint = {role: dealt if role == "random" else moves[0] for role, moves in play.legal(state).items()}
        step = play.step(state, joint)
        for role, judge in found.items():
            judge.observe(joint[role], step.percepts[role])
        state = step.state
    yield found
    play.close()
    engine.close()


def given_away(judge: LiveJudge, words: str) -> list[Leak]:
    return [leak for statement in judge.judge(words).statements for leak in judge.given_away(statement)]


def test_merlin_gives_himself_away_by_saying_so(judges: dict[str, LiveJudge]) -> None:
    [leak] = given_away(judges["p1"], "I am Merlin.")
    assert (leak.secret.name, leak.fact) == ("who Merlin is", "(true (identity p1 merlin))")
    assert (leak.heard_as, leak.share) == ("face", (Fraction(1, 4), Fraction(1)))
    assert leak.listener in ("p5", "p6")


def test_merlin_gives_himself_away_by_what_only_merlin_can_know(judges: dict[str, LiveJudge]) -> None:
    [leak] = given_away(judges["p1"], "Player 5 is evil.")
    assert (leak.heard_as, leak.share) == ("card", (Fraction(1, 4), Fraction(1)))


def test_who_is_no_merlin_gives_nobody_away_by_the_same_words(judges: dict[str, LiveJudge]) -> None:
    for role in ("p2", "p3"):
        assert given_away(judges[role], "Player 5 is evil. I am Merlin.") == []
    assert given_away(judges["p1"], "I am good.") == []


def test_evil_gives_evil_away_only_by_the_truth(judges: dict[str, LiveJudge]) -> None:
    [leak] = given_away(judges["p5"], "Player 6 is evil.")
    assert (leak.secret.name, leak.fact) == ("who is evil", "(evil p6)")
    assert given_away(judges["p5"], "Player 2 is evil. I am Percival.") == []
