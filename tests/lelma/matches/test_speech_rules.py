"""Rules about words: leaks of the own word, repeats, and honesty."""

from __future__ import annotations

import pytest

from lelma.game.game import Game
from lelma.matches.speech_rules import Said, SpeechRules, leaked_words, says_card
from lelma.support.errors import GameError
from translators.descriptions.spelling import forms, same_word, words_of


def rules(**levels: str) -> SpeechRules:
    return SpeechRules(Game.load("undercover_v", parameters=levels))


@pytest.mark.parametrize(
    "text",
    [
        "Ceylon",
        "CEYLON!",
        "Сеуlоn",  # letters of Cyrillic
        "ＣＥＹＬＯＮ",
        "𝓒𝓮𝔂𝓵𝓸𝓷",
        "ᴄᴇʏʟᴏɴ",
        "Ⓒⓔⓨⓛⓞⓝ",
        "çéÿłöñ",
        "C\u200be\u200by\u00adlon",
        "C-e-y-l-o-n",
        "c e y l o n",
        "Cey lon",
        "Cey-lon's",
        "c3yl0n",
    ],
)
def test_a_word_leaks_however_it_is_spelled(text: str) -> None:
    assert leaked_words(f"It is {text} of course", "Ceylon Tea") == ["Ceylon"]


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("Swimming", "you swim in it"),
        ("Swimming", "she swam"),
        ("Dive", "diving is fun"),
        ("Berry", "many berries"),
        ("Mouse", "two mice"),
        ("Knife", "sharp knives"),
        ("Box", "boxes"),
        ("Hotdog", "a hot dog"),
        ("Hot dog", "hotdogs"),
        ("Lip balm", "LIP-BALMS"),
        ("Cow's milk", "the milk of cows, that is cow milk"),
        ("Cow's milk", "cows’ milk"),
        ("Earl Grey Tea", "earl grey teas"),
        ("茶杯", "这是茶杯吗"),
        ("C++", "it is called c++"),
    ],
)
def test_the_whole_card_leaks_in_all_its_forms(card: str, text: str) -> None:
    assert says_card(text, card)


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("Car", "a carpet in a scar"),
        ("Grape", "like a grapefruit"),
        ("Jackfruit", "a tropical fruit"),
        ("Earl Grey Tea", "a tea named after an earl"),
        ("Island", "it is land in the sea"),
        ("News", "something new"),
        ("Evening", "even so"),
        ("Therapist", "the rapist"),
    ],
)
def test_other_words_leak_nothing(card: str, text: str) -> None:
    assert not says_card(text, card)


def test_content_words_are_those_that_say_something() -> None:
    assert leaked_words("the tea of the earls", "The Earl of Tea") == ["Earl", "Tea"]
    assert leaked_words("the best of them", "The Earl of Tea") == []
    assert leaked_words("who is it", "The Who") == ["Who"]
    assert leaked_words("ceylontea", "Ceylon Tea") == ["Ceylon Tea"]


def test_each_level_refuses_what_it_says() -> None:
    card, words = "Earl Grey Tea", "A tea named after a nobleman."
    before = [Said("p1", "Named after a nobleman"), Said("p2", "It is hot")]
    off = {"word_leak": "off", "repeat": "off", "honesty": "off"}
    assert rules(**off).check("p3", words, card=card, before=before) == ()
    assert rules().check("p3", words, card=card, before=before) == ()
    strict = rules(word_leak="word", repeat="clue").check("p3", words, card=card, before=before)
    assert [(each.rule, each.why) for each in strict] == [
        ("word_leak", "Player 3 can't say this: it has “Tea” of the own card “Earl Grey Tea”."),
        ("repeat", "Player 3 can't say this: the clue “A tea named after a nobleman” was already given by Player 1."),
    ]
    again = rules().check("p3", "it is—HOT!", card=card, before=before)
    assert [(each.rule, each.why) for each in again] == [
        ("repeat", "Player 3 can't say this: Player 2 has already said “It is hot”.")
    ]
    lie = rules().check("p3", "It can be worn on the feet", card="Chess")
    assert lie == ()
    lie = rules().check("p3", "It is a vegetable, and a drink", card="Lemon", before=[Said("p3", "It is yellow")])
    assert [each.rule for each in lie] == ["honesty"]
    assert "can't be true of the own card “Lemon”" in lie[0].why


def test_a_name_before_the_words_is_not_said() -> None:
    before = [Said("p1", "Player 1: It is hot.")]
    assert [each.rule for each in rules().check("p2", "Player 2: it is hot", card="Tea", before=before)] == ["repeat"]
    assert [each.rule for each in rules().check("p2", "p2: player", card="Player", before=before)] == ["word_leak"]
    assert rules().check("p2", "Player 2: it glorfs", card="Player", before=before) == ()


def test_no_words_break_no_rule() -> None:
    assert rules(repeat="clue", word_leak="word").check("p1", " … ", card="Tea", before=[Said("p2", "")]) == ()


def test_the_card_is_read_from_percepts() -> None:
    speech = SpeechRules(Game.load("undercover_v", parameters={"pairs": [["Earl Grey Tea", "Ceylon Tea"]]}))
    assert speech.card_of(["(described p1)", "(card earl_grey_tea)"]) == "Earl Grey Tea"
    assert speech.card_of(["(described p1)"]) is None
    assert speech.carries_words("describe") and not speech.carries_words("(vote p1)")


def test_a_game_without_speech_has_no_rules_of_it() -> None:
    speech = SpeechRules(Game.load("stag_hunt"))
    assert not speech.moves
    assert speech.check("row", "stag", card="stag") == ()


def test_a_level_there_is_not_is_an_error() -> None:
    with pytest.raises(GameError, match="'strict' is no level; there are: off, card, word"):
        rules(word_leak="strict")


def test_forms_are_inflections_and_not_more() -> None:
    assert same_word("swims", "swam") and same_word("dried", "dry") and same_word("using", "used")
    assert not same_word("printer", "print") and not same_word("new", "news") and not same_word("bus", "bu")
    assert "mouse" in forms("mice")
    assert words_of("Don't! It's 3 o’clock—mp3.") == ["dont", "it", "3", "oclock", "mpe"]


@pytest.mark.parametrize("hostile", ["\ud800", "x" * 50_000, "a " * 20_000, "\x00", "((((", "’'’'", "-" * 9_999])
def test_hostile_words_are_only_words(hostile: str) -> None:
    strict = rules(word_leak="word", repeat="clue")
    assert isinstance(strict.check("p1", hostile, card="Tea", before=[Said("p2", hostile + "b")]), tuple)
