"""What a speaker surely has not said, by the words that were heard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lelma.game.game import Game
from lelma.talk.engine import TalkEngine
from lelma.talk.judge import OWN, HeardSpeech, Speech, judged_statements
from lelma.talk.moments import Moments
from lelma.talk.record import Record, RecordedPly

PLAYERS = tuple(f"p{seat}" for seat in range(1, 9))
SAID = {
    "p2": "I am the guard, and I protected Player 4 last night.",
    "p3": "I looked at Player 6 and saw a wolf.",
    "p4": "Somebody among us is the seer. I trust the others.",
    "p5": "I am the guard. I trust Player 8.",
    "p7": "Player 6 is a wolf. We should ask all the others, Player 4 too.",
}


@pytest.fixture(scope="module")
def engine() -> Iterator[TalkEngine]:
    made = TalkEngine(Game.load("werewolf"))
    yield made
    made.close()


@pytest.mark.parametrize(
    ("words", "truth"),
    [
        ("Player 5 told us that they are the guard.", "true"),
        ("Player 5 told us that they are the witch.", "false"),  # the guard is no witch
        ("Player 5, who spoke first, told us that they were the witch.", "false"),
        ("Player 2 said that they protected Player 4 last night.", "true"),
        ("Player 2 said that they protected Player 7 last night.", "false"),  # of whom Player 2 did not speak
        ("Player 5 told us that Player 8 is the seer.", "false"),  # whom it did not call so
        ("Player 5 told us that Player 7 is a werewolf.", "false"),
        ("Player 3 told us that they are the seer.", "unknown"),  # who looks at somebody may mean that
        ("Player 3 told us that they are the witch.", "unknown"),
        ("Player 4 told us that Player 7 is the seer.", "unknown"),  # one of those whom it did not name
        ("Player 4 told us that Player 7 is the witch.", "false"),
        ("Player 6 told us that they are the witch.", "unknown"),  # whose words nobody heard
        ("Player 5 thinks that Player 7 is a werewolf.", "unknown"),  # without a word
        ("Player 7 told us that Player 6 is a werewolf.", "true"),
        ("Player 7 told us that Player 4 is a werewolf.", "false"),  # which is no word of the sentence about Player 4
        ("They told us that Player 7 is a werewolf.", None),
        ("Player 5 told us to wait, and Player 7 is a werewolf.", None),
    ],
)
def test_who_said_what_is_judged_by_what_was_heard(words: str, truth: str | None, engine: TalkEngine) -> None:
    plies = [RecordedPly({}, dict.fromkeys(PLAYERS, (f"(said {who})",)), {who: said}) for who, said in SAID.items()]
    moments = Moments(engine.game, Record(PLAYERS, tuple(plies)), engine=engine)
    for ply, (speaker, said) in enumerate(SAID.items(), start=1):
        HeardSpeech(Speech(ply, speaker, said), moments)
    about = HeardSpeech(Speech(len(plies) + 1, "p1", words), moments, hear=False)
    told = [each for each, _ in judged_statements([about], moments, [OWN])]
    found = [each.truth(OWN) for each in told if each.queries[0].startswith(("has_said", "has_claimed"))]
    assert found == ([] if truth is None else [truth]), told
