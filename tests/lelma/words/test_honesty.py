"""What descriptions can be true of which words: reading them, and the solver's outcome."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from lelma.engine.answers import Limits
from lelma.game.game import Game
from lelma.game.lexicon import read_lexicon
from lelma.support.errors import GameError
from lelma.support.paths import data_folder
from lelma.words.honesty import Honesty, read_honesty
from translators.descriptions.lexicon import Lexicon
from translators.descriptions.reader import Unreadable, read_description

FILE = data_folder("games") / "undercover_v" / "lexicon.toml"


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return read_lexicon(FILE)


@pytest.fixture(scope="module")
def honesty() -> Honesty:
    return read_honesty(FILE)


def read(text: str, lexicon: Lexicon) -> list[str]:
    """What is read in a text: alternatives joined by `|`, what is denied with `-` before it."""
    statements = read_description(text, lexicon).statements
    return ["|".join(("" if fact.holds else "-") + fact.name for fact in each.clause) for each in statements]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("A bird that can swim.", ["bird", "swims"]),
        ("It's a yellow fruit, and edible", ["fruit", "yellow", "edible"]),
        ("It cannot fly but lays eggs", ["-flies", "lays_eggs"]),
        ("This thing is neither a fruit nor a vegetable", ["-fruit", "-vegetable"]),
        ("It is either a fruit or a vegetable", ["fruit|vegetable"]),
        ("It's not a yellow fruit", ["-fruit|-yellow"]),
        ("An instrument with six strings", ["instrument", "has_strings"]),
        ("An instrument without strings", ["instrument", "-has_strings"]),
        ("It has no engine.", ["-has_engine"]),
        ("A kind of vehicle made for one person", ["vehicle", "seats_one"]),
        ("It is not only a fruit but a vegetable", ["vegetable"]),
    ],
)
def test_what_is_said_of_the_thing_is_read(text: str, facts: list[str], lexicon: Lexicon) -> None:
    assert read(text, lexicon) == facts


@pytest.mark.parametrize(
    "text",
    [
        "It is often a fruit",
        "Birds can fly over it",
        "A monkey loves fruit",
        "If it could fly, it would be a bird",
        "Is it a bird?",
        "It is like a bird",
        "You can eat it",
        "It eats grass",
        "A plastic bird",
        "It is a fruit or a glorf",
        "A place where birds can fly",
        "It opens doors that have wings",
        "Eats fruit",
    ],
)
def test_what_may_not_be_said_of_the_thing_is_left_unread(text: str, lexicon: Lexicon) -> None:
    assert read(text, lexicon) == []
    assert read_description(text, lexicon).unread


def test_a_denial_that_may_not_reach_so_far_is_left_unread(lexicon: Lexicon) -> None:
    assert read("It is not sour and yellow", lexicon) == ["-sour"]
    assert read("It is not sour and it is yellow", lexicon) == ["-sour", "yellow"]


@pytest.mark.parametrize("text", ["", "…!", "It never does not fly", "a " * 600])
def test_what_cannot_be_read_is_an_error(text: str, lexicon: Lexicon, honesty: Honesty) -> None:
    with pytest.raises(Unreadable):
        read_description(text, lexicon)
    assert honesty.legal(text, "Owl").outcome == "error"


@pytest.mark.parametrize(
    ("text", "word", "outcome"),
    [
        ("It cannot fly.", "Penguin", "entailed"),
        ("It can fly.", "Penguin", "contradicted"),
        ("It can swim.", "Owl", "open"),
        ("It is a mammal or a bird", "Bat", "entailed"),
        ("A bird from the far south", "Penguin", "open"),
        ("It glorfs.", "Penguin", "open"),
        ("It can fly.", "Zebra", "open"),
        ("named after a British nobleman", "Earl Grey tea", "entailed"),
        ("named after a British nobleman", "Ceylon Tea", "contradicted"),
    ],
)
def test_the_four_outcomes_are_kept_apart(text: str, word: str, outcome: str, honesty: Honesty) -> None:
    assert honesty.legal(text, word).outcome == outcome
    assert honesty.entails(text, word).outcome == outcome


def test_all_that_was_said_counts_together(honesty: Honesty) -> None:
    said = ["It is an animal or a plant", "It is not a plant", "It is not an animal"]
    for one, other in itertools.permutations(said, 2):
        assert honesty.legal(other, "Zebra", earlier=[one]).outcome == "open"
    finding = honesty.legal(said[2], "Zebra", earlier=said[:2])
    assert finding.outcome == "contradicted"
    assert finding.why == (
        "“is not an animal” can't be true of anything together with “is an animal or a plant” and “is not a plant”, "
        "said before"
    )


def test_a_lie_makes_no_lies_of_what_follows(honesty: Honesty) -> None:
    lie = "It can fly"
    assert honesty.legal("It can swim", "Penguin", earlier=[lie]).outcome == "entailed"
    assert honesty.legal("It is a mammal", "Penguin", earlier=[lie]).outcome == "contradicted"
    assert honesty.legal("It glorfs", "Penguin", earlier=[lie]).outcome == "open"


def test_what_a_speaker_may_say_is_not_what_follows_for_a_listener(honesty: Honesty) -> None:
    assert honesty.legal("It can swim", "Penguin").outcome == "entailed"
    assert honesty.entails("It can swim", "Owl").outcome == "open"


def test_running_out_is_an_error_and_no_contradiction(lexicon: Lexicon) -> None:
    hurried = Honesty(lexicon, limits=Limits(seconds=5, inferences=100))
    finding = hurried.legal("It can fly.", "Penguin")
    assert finding.outcome == "error"
    assert finding.why.startswith("inferences")


def test_the_shipped_lexicon_knows_the_shipped_words_and_agrees_with_itself(honesty: Honesty) -> None:
    for pair in Game.load("undercover_v").parameters["pairs"]:
        for word in pair:
            assert honesty.lexicon.about(word), word
            assert honesty.entails("It is a thing", word).outcome == "open", word


def test_faults_of_a_lexicon_are_all_told(tmp_path: Path) -> None:
    file = tmp_path / "lexicon.toml"
    file.write_text(
        'exclusive = [["a", "b"]]\n[nouns]\na = ["a thing"]\n[adjectives]\nc = ["very big"]\n[phrases]\n[implies]\n'
        'd = ["a"]\n[words]\nX = ["not e"]\n'
    )
    with pytest.raises(GameError) as error:
        read_lexicon(file)
    told = str(error.value)
    assert all(fault in told for fault in ("'b'", "'not e'", "'very big'", "implies.d"))


@pytest.mark.parametrize("text", ["[", "nouns = 1", "exclusive = 1", '[nouns]\na = "x"', "\x00"])
def test_a_bad_lexicon_is_an_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "lexicon.toml"
    file.write_text(text)
    with pytest.raises(GameError, match=r"lexicon\.toml"):
        read_lexicon(file)
