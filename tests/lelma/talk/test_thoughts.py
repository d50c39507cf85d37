"""Thoughts by class: refuted, against the act, right, or open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lelma.game.game import Game
from lelma.talk.engine import TalkEngine
from lelma.talk.record import Record, RecordedPly
from lelma.talk.thoughts import Thought, against_thought, classed_thoughts, shares_of_classes

GAME = Game.load("werewolf")


@pytest.fixture(scope="module")
def engine() -> Iterator[TalkEngine]:
    made = TalkEngine(GAME)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("thought", "move", "words", "goes_against"),
    [
        ("I will vote for Player 3.", "(vote p4)", "", True),
        ("I will vote for Player 3.", "(vote p3)", "", False),
        ("Player 2 is a werewolf.", "speak", "Player 2 is not a werewolf.", True),
        ("Player 2 is a werewolf.", "speak", "Player 2 is a villager.", True),
        ("Player 2 is a werewolf.", "speak", "Player 2 is on the village side.", True),
        ("Player 2 is a werewolf.", "speak", "Player 3 is a villager.", False),
        ("Player 2 is a werewolf.", "speak", "Player 2 is a werewolf.", False),
        ("I have nothing to say.", "(vote p4)", "", False),
    ],
)
def test_an_act_may_go_against_its_thought(
    engine: TalkEngine, thought: str, move: str, words: str, goes_against: bool
) -> None:
    assert bool(against_thought(Thought(1, "p1", thought, move, words), engine, GAME.sides)) == goes_against


def test_what_the_record_refutes_is_a_hallucination_and_the_shares_add_up(engine: TalkEngine) -> None:
    players = tuple(f"p{seat}" for seat in range(1, 9))
    dawn = RecordedPly({}, dict.fromkeys(players, ("(died p2)",)), {})
    record = Record(players, (dawn,))
    thoughts = [
        Thought(2, "p1", "Nobody died last night."),
        Thought(2, "p1", "Player 2 died last night. I will vote for Player 3.", "(vote p4)"),
        Thought(2, "p1", "Player 2 died last night."),
        Thought(2, "p1", "The moon is bright."),
    ]
    found = [each for thought in thoughts for each in classed_thoughts(GAME, record, [thought], engine=engine)]
    assert [each.kind for each in found] == ["hallucination", "deception", "right", "open"]
    assert "died" in found[0].refuted[0][1] and found[1].against and found[3].claims == 0
    assert shares_of_classes(found) == {"right": 1, "hallucination": 1, "deception": 1, "open": 1}
