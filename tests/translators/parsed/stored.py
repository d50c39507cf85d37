"""Stored parses: sentences with heads and labels as `en_core_web_sm` 3.8 has them, so that no test needs the model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from translators.parsed.tree import ParseTree, TreeWord

TREES = json.loads(Path(__file__).with_name("trees.json").read_text("utf-8"))
"""Each a `text` and its `words`: word, part of speech, number of the head, label."""


def stored_tree(text: str) -> ParseTree:
    """The tree of a stored sentence; of any other, one in which nothing depends on anything but its first word."""
    known = next((tree["words"] for tree in TREES if tree["text"] == text.strip()), None)
    return tree_of_words(text, known or [[word, "X", 0, "dep"] for word in text.split()])


def tree_of_words(text: str, told: Sequence[Sequence[Any]]) -> ParseTree:
    """The tree of a sentence whose words are told with what they depend on."""
    words, at = [], 0
    for word, kind, head, label in told:
        start = text.index(word, at)
        at = start + len(word)
        words.append(TreeWord(word, start, at, kind, head, label))
    return ParseTree(tuple(words))


def stored_parser(sentences: Sequence[str]) -> list[ParseTree]:
    """A parser that knows the stored sentences alone."""
    return [stored_tree(sentence) for sentence in sentences]
