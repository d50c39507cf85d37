"""What holds of every text that is read into its parts."""

from __future__ import annotations

import re
from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translators.reading.document import Cell, Grid, Part, Sentence, read_document

MARKS = [
    *["I get 5.", "You", "they ", "B", "R", "2.5", "vs. ", "e.g. ", "A=I, B=I: (-2, -3)", "é", "\ud800", "5", "2️⃣", "①"],
    *[
        "(",
        ")",
        '"',
        "'",
        ":",
        ";",
        "...",
        "?",
        "!",
        "=",
        "-",
        "--",
        "==",
        "→",
        "½",
        "…",
        "🚗",
        "−",
        "。",
        "{",
        "}",
        "^",
    ],
    *[" ", "  ", "\n", "\n\n", "\r\n", "\r", "\t", "\0", "\x85", "\u2028", "\u3000"],
    *[
        "- ",
        "* ",
        "1. ",
        "    ",
        "> ",
        "# ",
        "•",
        "a) ",
        "**",
        "*",
        "_",
        "`",
        "```\n",
        "~~~",
        "[x](#y)",
        "![",
        "\n---\n",
    ],
    *["|", "|---|---|\n", "a | b\n", "a  b\n", "c  1\n", "<br>", "<b>", "</b>", "<x", "&", "&amp;"],
    *["$", "$$", "\\[", "\\]", "\\(", "\\)", "\\frac{1}{2}", "\\text{", "\\begin{array}{c}", "\\end{array}", "\\\\"],
]
texts = st.one_of(st.lists(st.sampled_from(MARKS), max_size=40).map("".join), st.text(max_size=60))


def _pieces(part: Part) -> list[Sentence | Cell]:
    return [part] if isinstance(part, Sentence) else [cell for row in part.rows for cell in row]


@given(texts)
def test_spans_are_in_order_and_have_the_places_of_their_words(text: str) -> None:
    parts = read_document(text)
    for part in parts:
        start, end = part.span
        assert 0 <= start < end <= len(text)
        for piece in _pieces(part):
            assert len(piece.words) == len(piece.places)
            assert start <= piece.span[0] <= piece.span[1] <= end
            assert all(piece.span[0] <= place < piece.span[1] for place in piece.places)
            assert all(here <= there for here, there in pairwise(piece.places))
    assert all(before.span[1] <= after.span[0] for before, after in pairwise(parts))
    assert all(before.block.number <= after.block.number for before, after in pairwise(parts))


@given(texts)
def test_words_are_one_line_with_single_spaces_and_spans_trimmed(text: str) -> None:
    for part in read_document(text):
        start, end = part.span
        assert text[start:end] == text[start:end].strip()
        for piece in _pieces(part):
            assert piece.words == piece.words.strip()
            assert "  " not in piece.words and not set("\n\r\t\0") & set(piece.words)
        if isinstance(part, Grid):
            assert len({len(row) for row in part.rows}) == 1


@given(
    st.lists(
        st.sampled_from(["I", "get", "5.", "2.5", "(a,", "bc)", "\n", "\n\n", "- ", "1. ", "x:", "# "]), max_size=30
    )
)
def test_without_inline_markup_every_word_is_in_a_sentence(words: list[str]) -> None:
    text = " ".join(words)
    places = {place for part in read_document(text) for piece in _pieces(part) for place in piece.places}
    left = {place for place, sign in enumerate(text) if sign.isalpha()} - places
    assert not left


@given(texts, texts)
def test_paragraphs_are_read_as_if_alone(one: str, other: str) -> None:
    """Where the first opens nothing that goes on: each begins with a plain word, and has one paragraph."""
    first, second = (f"I {' '.join(re.findall(r'[A-Za-z0-9.;?!(),]+', text))}." for text in (one, other))
    joined = [part.words for part in read_document(f"{first}\n\n{second}") if isinstance(part, Sentence)]
    alone = [part.words for text in (first, second) for part in read_document(text) if isinstance(part, Sentence)]
    assert joined == alone


@given(texts)
def test_reading_twice_is_the_same(text: str) -> None:
    assert read_document(text) == read_document(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", ["I get 5. ", "I get 5.\n\n", "- a\n", "> ", "- ", '"a. ', "(", "$a", "\\frac{1}{", "|a|b|\n"]
)
def test_time_grows_with_the_length_only(part: str) -> None:
    def seconds(length: int) -> float:
        text, start = (part * length)[:length], process_time()
        read_document(text)
        return process_time() - start

    read_document(part)
    assert seconds(64_000) < 16 * seconds(16_000) + 0.1
