"""The reader over patchworks of words it knows: whatever they are, no sentence makes it fail."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lelma.verify.verifier import Verifier
from translators.reading.discourse.walk import Walk
from translators.reading.reader import READER_FAILED

GAMES = ("stag_hunt", "rock_paper_scissors", "sequential_prisoners_dilemma", "tax_inspection")
SIGNS = (".", ",", ";", ":", "(", ")", "-", "/", "=", ">", "->", "%", "|", "?")
NUMBERS = ("0", "1", "-7", "2.5", "1/3", "50%", "$4", "-4", "three", "x", "p = 0.4", "10,000")


@cache
def verifier(game: str) -> Verifier:
    return Verifier.load(game)


@cache
def phrases() -> tuple[str, ...]:
    """All words and phrases of the lexicon."""
    lexicon = tomllib.loads((files("translators.reading.words") / "lexicon.toml").read_text("utf-8"))
    return tuple(sorted({phrase.strip() for text in _texts(lexicon) for phrase in text.split(",") if phrase.strip()}))


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for each in value.values() for text in _texts(each)]
    return [value] if isinstance(value, str) else [text for each in value for text in _texts(each)]


def patchworks(game: str) -> st.SearchStrategy[str]:
    vocabulary = verifier(game).vocabulary
    names = [*vocabulary.roles, *{move for moves in vocabulary.moves.values() for move in moves}]
    words = st.one_of(*map(st.sampled_from, (phrases(), names, NUMBERS, SIGNS, ("I", "they", "if", "and", "gets"))))
    return st.lists(words, min_size=3, max_size=30).map(" ".join)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_no_patchwork_of_known_words_makes_it_fail(game: str, data: st.DataObject) -> None:
    report = verifier(game).check(data.draw(patchworks(game)))
    assert not [item.reason for item in report.untranslated if item.reason.startswith(READER_FAILED)]


def test_a_failing_sentence_costs_itself_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Walk.read

    def failing(self: Walk, sentence: Any) -> Any:
        if "stag" in sentence.words:
            raise ZeroDivisionError("by hand")
        return read(self, sentence)

    monkeypatch.setattr(Walk, "read", failing)
    report = verifier("stag_hunt").check("If we both hunt stag, I get 5. If we both hunt hare, I get 1.")
    assert [item.verdict.truth for item in report.claims] == ["true"]
    assert [item.reason for item in report.untranslated] == [f"{READER_FAILED} (ZeroDivisionError: by hand)"]


def test_halves_of_three_moves_do_not_make_it_fail() -> None:
    claims = [each.reason for each in verifier("rock_paper_scissors").check("! ! 50 % each").untranslated]
    assert claims
    assert not [reason for reason in claims if "the reader itself failed" in reason]
