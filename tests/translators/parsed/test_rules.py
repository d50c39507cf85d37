"""What the rules of the second reader make of stored parses: no parser is needed."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

import translators.parsed
from lelma.verify.verifier import Verifier
from tests.translators.parsed.stored import TREES, stored_parser, stored_tree, tree_of_words
from translators.parsed.clauses import clauses_of
from translators.parsed.reader import ParsedReader, read_tree
from translators.reading.words.game_words import GameWords, game_words

SAID = {
    "If we both hunt stag, I get 5.": ["pay(p1; p1=stag, p2=stag) = 5"],
    "If I choose hare and they choose stag, I get 3 and they get 0.": [
        "pay(p1; p1=hare, p2=stag) = 3",
        "pay(p2; p1=hare, p2=stag) = 0",
    ],
    "If I choose hare and you choose stag, I get 3.": ["pay(p1; p1=hare, p2=stag) = 3"],
    "Hunting hare against stag gives me 3.": ["pay(p1; p1=hare, p2=stag) = 3"],
    "Hare guarantees me at least 1 point.": ["min pay(p1; p1=hare) >= 1"],
    "My highest payoff is 5.": ["max pay(p1; ) = 5"],
    "Stag is my best response to stag.": ["best(p1, stag, {p2=stag})"],
    "If they choose hare, I should choose hare.": ["best(p1, hare, {p2=hare})"],
    "Stag does not strictly dominate hare.": ["not strictly_dominates(p1, stag, hare)"],
    "Hare is dominated by stag.": ["strictly_dominates(p1, stag, hare)"],
    "Hare pays me 3 points more than stag if they choose hare.": [
        "pay(p1; p1=hare, p2=hare) - pay(p1; p1=stag, p2=hare) = 3"
    ],
    "If we both choose hare, I get more than they.": ["pay(p1; p1=hare, p2=hare) > pay(p2; p1=hare, p2=hare)"],
    "Stag beats hare for me if they choose stag.": ["pay(p1; p1=stag, p2=stag) > pay(p1; p1=hare, p2=stag)"],
    "Both choosing hare is an equilibrium.": ["nash({p1=hare, p2=hare})"],
    "There is no pure equilibrium.": ["no_pure_nash()"],
    "If they choose stag with probability 0.5, stag gives me 2.5.": [
        "mean(p1; p1=stag; p2=stag:0.5, p2=hare:0.5) = 2.5"
    ],
    "Stag can give me 0.": ["some pay(p1; p1=stag) = 0"],
    # two amounts of one verb; what follows from other payoffs; and no case at all
    "With hare I get 3 if they choose stag and 1 if they choose hare.": [],
    "If stag paid me 9, hare would give me 3.": [],
    "I get 5.": [],
}


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier.load("stag_hunt")


@pytest.fixture(scope="module")
def game(verifier: Verifier) -> GameWords:
    return game_words(verifier.vocabulary, "p1")


def test_every_stored_sentence_has_its_formulas() -> None:
    assert {tree["text"] for tree in TREES} == set(SAID)


@pytest.mark.parametrize("sentence", SAID)
def test_a_parsed_sentence_says(sentence: str, game: GameWords) -> None:
    assert [ways[0] for ways in read_tree(sentence, stored_tree(sentence), game)] == SAID[sentence]


@pytest.mark.parametrize("sentence", [text for text, said in SAID.items() if said])
def test_every_way_it_may_be_read_is_a_formula_of_the_game(sentence: str, verifier: Verifier, game: GameWords) -> None:
    ways = [way for each in read_tree(sentence, stored_tree(sentence), game) for way in each]
    assert {verdict.truth for verdict in verifier.judge(ways)} <= {"true", "false"}


def test_what_stands_under_if_is_supposed_and_what_it_is_for_is_not(game: GameWords) -> None:
    sentence = "If I choose hare and they choose stag, I get 3 and they get 0."
    told = [(clause.supposed, clause.coordinated) for clause in clauses_of(stored_tree(sentence), sentence, game)]
    assert told == [(True, False), (True, True), (False, False), (False, True)]


def test_a_text_is_cut_into_sentences_with_their_places(verifier: Verifier) -> None:
    text = "# What I get\n\n- **If we both hunt stag, I get 5.** Hare guarantees me at least 1 point."
    found = ParsedReader(stored_parser)(text, verifier.vocabulary, role="p1").claims
    assert [(text[slice(*claim.span)], claim.query) for claim in found] == [
        ("- **If we both hunt stag, I get 5.", "pay(p1; p1=stag, p2=stag) = 5"),
        ("Hare guarantees me at least 1 point.", "min pay(p1; p1=hare) >= 1"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "If they hunt stag: My highest payoff is 5.",
        "Would my highest payoff be 5?",
        'Some say "My highest payoff is 5."',
        "In that case my highest payoff is 5.",
        "| stag | 5 |",
        "The frobnicating quux of zorblax: my highest payoff is 5.",
        "",
    ],
)
def test_what_points_beyond_itself_is_not_given_to_the_parser(text: str, verifier: Verifier) -> None:
    asked: list[str] = []

    def parser(sentences: object) -> list[object]:
        asked.extend(sentences)  # type: ignore[call-overload]
        return []

    assert ParsedReader(parser)(text, verifier.vocabulary, role="p1").claims == ()  # type: ignore[arg-type]
    assert asked == []


def test_a_parse_that_makes_no_sense_is_read_without_a_fault(game: GameWords) -> None:
    drawn = random.Random(7)
    for _ in range(300):
        tree = drawn.choice(TREES)
        words = [
            [word, kind, drawn.randrange(place) if place else 0, drawn.choice(tree["words"])[3] if place else "ROOT"]
            for place, (word, kind, *_) in enumerate(tree["words"])
        ]
        for ways in read_tree(tree["text"], tree_of_words(tree["text"], words), game):
            assert ways


def test_the_room_shares_only_words_with_the_first_reader() -> None:
    """Two readers that share a grammar err alike."""
    imported = {
        node.module
        for file in Path(translators.parsed.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    assert {module for module in imported if module.startswith("translators.reading")} == {
        "translators.reading.words.game_words",
        "translators.reading.words.tagging",
    }
