"""What holds of the English reader for every text."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.translators.sentences.families import scraps
from translators.english import MAX_TEXT, translate
from translators.english.expected import _value
from translators.language.vocabulary import Naming, Vocabulary

GAME = Vocabulary(
    game="any",
    roles=("one", "two"),
    moves={"one": ("x", "y"), "two": ("x", "y")},
    numbers=frozenset(map(Fraction, (0, 1, 3, 5))),
    namings=(Naming("game", {"x": ("R", "swerve"), "y": ("B", "go straight")}),),
)

PIECES = st.sampled_from(
    "If I they we both choose choosing R B get gets give gives payoff of 5$ 0 $3 -1 highest worst case safest "
    "guarantees at least than better , . ; : ( ) and or but not avoid risk best response to is which 50% * + / = "
    "\n - # | ** \\[ {R} ? regardless expected 's their which should worst-case otherwise don't other player with "
    "probability lose than what more chance neither mutual".split(" ")
)
PROSE = st.lists(PIECES, max_size=60).map(" ".join)


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.text(), PROSE, st.text(alphabet="()[]{}|*_#-$\\/.,:;\n\r\t\0\u202e\u200b R5I")))
def test_any_text_is_read_the_same_twice_with_spans_that_quote_it(text: str) -> None:
    translation = translate(text, GAME, role="one")
    assert translation == translate(text, GAME, role="one")
    for item in (*translation.claims, *translation.untranslated):
        start, end = item.span
        assert 0 <= start < end <= len(text)
        assert text[start:end] == item.sentence
    assert translation.choice in (None, "x", "y")


@st.composite
def patchwork(draw: st.DrawFn) -> str:
    """Pieces of sentences that the reader knows, in an order that nobody would write, some words out of their place."""
    words = " ".join(draw(st.lists(st.sampled_from(scraps()), min_size=1, max_size=6))).split(" ")
    for _ in range(draw(st.integers(0, 3))):
        words.insert(draw(st.integers(0, len(words))), words.pop(draw(st.integers(0, len(words) - 1))))
    return " ".join(words[: draw(st.integers(1, len(words)))])


@settings(max_examples=150, deadline=None)
@given(patchwork())
def test_sentences_out_of_joint_are_read_to_the_end(text: str) -> None:
    translation = translate(text, GAME, role="one")
    assert all(text[slice(*part.span)] == part.sentence for part in (*translation.claims, *translation.untranslated))


@pytest.mark.slow
@settings(max_examples=5_000, deadline=None)
@given(patchwork())
def test_many_sentences_out_of_joint_are_read_to_the_end(text: str) -> None:
    translation = translate(text, GAME, role="one")
    assert all(text[slice(*part.span)] == part.sentence for part in (*translation.claims, *translation.untranslated))


@settings(max_examples=60, deadline=None)
@given(PROSE)
def test_line_ends_do_not_matter(text: str) -> None:
    windows = translate(text.replace("\n", "\r\n"), GAME, role="one")
    assert [claim.query for claim in windows.claims] == [
        claim.query for claim in translate(text, GAME, role="one").claims
    ]


@pytest.mark.parametrize(
    "text",
    [
        "(" * 1_000_000,
        "if " * 300_000,
        "If I choose R, I get 5$ " * 20_000,
        "*" * 500_000 + "R",
        "5 + " * 200_000 + "5 = 5",
        "|" * 500_000,
        "- " * 300_000,
        "R, " * 200_000,
        "\n" * 1_000_000,
        "|a|\n" * 200_000,
        "\\begin{array}{cc} " * 20_000,
        "{" * 300_000,
        "my choice is " * 50_000,
        "9" * 1_000_000,
        "If I choose R:\n" + "  - If they choose B, I get 5$\n" * 2_000,
    ],
    ids=lambda text: text[:12],
)
def test_long_texts_are_read_to_the_end(text: str) -> None:
    read = translate(text, GAME, role="one")
    assert all(text[slice(*part.span)] == part.sentence for part in (*read.claims, *read.untranslated))


@given(
    st.recursive(
        st.integers(0, 99).map(str),
        lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda t: f"({t[0]}{t[1]}{t[2]})"),
        max_leaves=12,
    )
)
def test_sums_are_worked_out_exactly(expression: str) -> None:
    assert _value(expression) == eval(expression)


def test_a_very_long_text_is_read_to_a_line_break_and_the_rest_is_reported() -> None:
    line = "If I choose R and they choose B, I get 0.\n"
    text = line * (2 * MAX_TEXT // len(line)) + "My choice is {B}."
    found = translate(text, GAME, role="one")
    (rest,) = found.untranslated
    assert rest.reason.startswith("only the first")
    assert found.claims[-1].span[1] <= rest.span[0] <= MAX_TEXT
    assert text[rest.span[0] - 1] == "\n"
    assert (rest.span[1], found.choice) == (len(text), "y")
