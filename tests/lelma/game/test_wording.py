"""Plain English for a game's terms."""

from __future__ import annotations

import tomllib

import pytest

from gdl.errors import GdlError
from gdl.text.write import kif_term
from gdl.tree.term import match, read_term, substitute
from lelma.game.file_format import WordTables, game_file
from lelma.game.wording import Wording, listing, sentence
from lelma.support.errors import GameError

WORDS = """
[words.names]
"p{}" = "Player {}"
merlin = "Merlin"
[[words.terms]]
term = "(duo ?a ?b)"
says = "{a} and {b}"
[[words.moves]]
term = "(propose ?team)"
says = "proposes {team}"
imperative = "propose {team}"
[[words.moves]]
term = "speak"
says = "speaks"
[[words.percepts]]
term = "(voted you ?v)"
says = "you voted {v}"
[[words.percepts]]
term = "(voted ?p ?v)"
says = "{p} voted {v}"
[[words.fluents]]
term = "(alive ?p)"
says = "{p} is alive"
unless = "{p} is not alive"
[[words.relations]]
term = "(evil ?p)"
says = "{p} is evil"
"""


def wording_of(text: str) -> Wording:
    return Wording(game_file(tomllib.loads(text)).words)


@pytest.fixture(scope="module")
def wording() -> Wording:
    return wording_of(WORDS)


def test_moves_are_told_in_the_third_person_and_as_orders(wording: Wording) -> None:
    move = "(propose (duo p1 p12))"
    assert wording.move(move) == "proposes Player 1 and Player 12"
    assert wording.move(move, by="p3") == "Player 3 proposes Player 1 and Player 12"
    assert wording.move(move, by="p3", to="p3") == "you propose Player 1 and Player 12"
    assert wording.order(move, to="p1") == "propose you and Player 12"
    assert wording.order("speak") == "speaks"


def test_whoever_is_addressed_is_you(wording: Wording) -> None:
    assert wording.percept("(voted p2 approve)", to="p2") == "you voted approve"
    assert wording.percept("(voted p2 approve)", to="p1") == "Player 2 voted approve"
    assert wording.percept("(voted p2 approve)") == "Player 2 voted approve"


def test_what_does_not_hold_has_words_of_its_own_or_is_denied(wording: Wording) -> None:
    assert wording.fluent("(alive p3)") == "Player 3 is alive"
    assert wording.fluent("(alive p3)", holds=False) == "Player 3 is not alive"
    assert wording.relation("(evil p3)", holds=False) == "it is not so that Player 3 is evil"


def test_terms_without_words_are_told_in_kif(wording: Wording) -> None:
    assert wording.move("(shoot p1)") == "(shoot p1)"
    assert wording.order("(shoot p1)") == "(shoot p1)"
    assert wording.name("loyal_servant") == "loyal servant"
    assert wording.name("(trio p1 p2 p3)") == "(trio p1 p2 p3)"
    assert not wording.tells("moves", "(shoot p1)") and wording.tells("moves", "(propose p1)")


def test_a_game_without_words_has_a_wording() -> None:
    assert Wording(WordTables()).fluent("(true x)", holds=False) == "it is not so that (true x)"


def test_all_faults_of_the_tables_are_told_at_once() -> None:
    words = (
        '[[words.moves]]\nterm = "(a ?x)"\nsays = "{y}"\n[[words.moves]]\nterm = "(a"\nsays = ""\n'
        '[[words.percepts]]\nterm = "a"\n[words.verbs]\n'
    )
    with pytest.raises(GameError) as caught:
        wording_of(words)
    for part in ("words.moves[1]: {y}", "words.moves[2]: '(a'", "words.percepts[1]: expected", "words.verbs: no such"):
        assert part in str(caught.value)


def test_sentences_and_lists() -> None:
    assert sentence("player 1 is alive") == "Player 1 is alive."
    assert sentence("Why?") == "Why?"
    assert [listing(list(texts)) for texts in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]


def test_terms_are_read_and_written_alike() -> None:
    for text in ("a", "?x", "(f a (g ?x 12) b)"):
        assert kif_term(read_term(text)) == text
    assert read_term("((a) b)") == read_term("(a b)")


@pytest.mark.parametrize("text", ["", "a b", "(", ")", "()", "(f", "f)", "(?x a)", "(" * 9999])
def test_what_is_no_term_is_refused(text: str) -> None:
    with pytest.raises(GdlError):
        read_term(text)


def test_matching_gives_one_value_to_a_variable() -> None:
    assert match(read_term("(f ?x ?x)"), read_term("(f a b)")) is None
    values = match(read_term("(f ?x ?y)"), read_term("(f a (g b))"))
    assert values is not None
    assert kif_term(substitute(read_term("(h ?y ?x ?z)"), values)) == "(h (g b) a ?z)"
