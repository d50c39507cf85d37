"""A text without Markdown has the blocks that the parser of Markdown finds in it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from translators.reading.document.blocks import _PLAIN, _Walk

PLAIN = ("I get 5.", "So *stag* | hare", '"They choose" hare  ', "(a) first", "a) first", "", " ", "\t", "x 1. y")
ODD = ("Stag\u00a0", "A\x0bb", "B\u2028c", "- item", "1. one", "> quoted", "---", "===", "# head", "| a |", "|-|")
OTHER = ("    deep", "```", "[a]: b", "<p>", "a | b", "-|-", "T\\", "e  ")
LINES = st.lists(st.sampled_from([*PLAIN, *ODD, *OTHER]), max_size=8)


@settings(max_examples=400, deadline=None)
@given(LINES, st.booleans())
def test_plain_paragraphs_are_the_parsers(lines: list[str], plain: bool) -> None:
    kept = [line for line in lines if not plain or _PLAIN.fullmatch(line)]
    text = "\n".join(kept)
    if _PLAIN.fullmatch(text):
        assert [*_Walk(text, 3).paragraphs()] == [*_Walk(text, 3).blocks()]
    else:
        assert not plain
