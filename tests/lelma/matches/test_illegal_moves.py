"""Why a move is illegal: the right conditions, in the game's words, and no secret."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gdl.tree.term import read_term
from lelma.engine.conditions import Conditions
from lelma.game.wording import Wording
from lelma.matches.illegal_moves import WhyNot
from tests.lelma.matches.whisper import whisper

Why = Callable[[str, str, str], str]

BASE = ("(last c)", "(wolf b)")


@pytest.fixture(scope="module")
def why(tmp_path_factory: pytest.TempPathFactory) -> Why:
    game = whisper(tmp_path_factory.mktemp("games"))
    why_not = WhyNot(Conditions(game.description), Wording(game.file.words), roles="abc", secret=["wolf"])

    def ask(phase: str, role: str, move: str) -> str:
        state = tuple(sorted((*BASE, f"(phase {phase})", *(("(dead c)",) if phase == "vote" else ()))))
        return why_not.move(state, role, read_term(move))

    return ask


@pytest.mark.parametrize(
    ("phase", "role", "move", "told"),
    [
        ("guard", "a", "(guard c)", "Ann can't guard Cyd: Cyd was guarded last night"),
        ("guard", "b", "(guard a)", "Bob can't guard Ann: Bob is not the guard"),
        ("talk", "a", "(guard b)", "Ann can't guard Bob: it is not the time to guard"),
        ("vote", "a", "(vote c)", "Ann can't vote for Cyd: Cyd is dead"),
        ("vote", "a", "(vote a)", "Ann can't vote for Ann: it must be other than Ann"),
        ("vote", "a", "(fly c)", "(fly c) is no move of this game"),
        ("vote", "a", "?x", "?x is no move of this game"),
    ],
)
def test_the_failing_conditions_are_told_in_words(why: Why, phase: str, role: str, move: str, told: str) -> None:
    assert why(phase, role, move) == told


def test_a_condition_without_words_is_told_by_what_it_rests_on(why: Why) -> None:
    assert why("vote", "a", "noop") == "Ann can't noop: it is time to vote and it is not so that Ann is dead"


def test_what_others_may_not_know_is_not_told(why: Why) -> None:
    assert "wolf" not in why("guard", "a", "(howl b)")
    assert why("talk", "a", "(howl b)") == "Ann can't (howl b): (wolf a) does not hold"


def test_terms_of_unknown_constants_have_a_reason(why: Why) -> None:
    assert why("vote", "a", "(vote (f x))").startswith("Ann can't vote for (f x): ")
    assert why("vote", "nobody", "(vote a)").startswith("nobody can't vote for Ann: ")
