"""The deterministic translator: reads claims from English prose without a model.

A text is split into tokens that remember their place (`tokens`), laid out as a tree of headings, items and
paragraphs (`layout`), tagged with typed phrases (`lexicon`, `names`, `phrases`), and read clause by clause:
each clause has a scene (`scene`, `events`, `clauses`) made of the conditions and choices around it, and each
kind of claim has a reader of its own. It knows of a game only what its vocabulary says.
"""

from __future__ import annotations

from translators.claim import Translation, Untranslated
from translators.english.choice import final_choice
from translators.english.names import read_names
from translators.english.reader import read
from translators.english.tokens import tokenize
from translators.language.vocabulary import Vocabulary

MAX_TEXT = 50_000
"""Longest text that is read, in characters; a model's reasoning seldom goes beyond 10,000."""


def translate(text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
    """The claims of `text` as the reasoning of `role`, what could not be read, and the choice it ends with.

    Never raises for anything a text can hold; reads nothing but the choice where the game has not two roles.
    """
    end = _end(text)
    tokens = tokenize(text[:end])
    names = read_names(vocabulary, role, tokens)
    claims, unread = read(text[:end], tokens, names)
    if end < len(text):
        unread.append(Untranslated(text[end:], (end, len(text)), f"only the first {end:,} characters are read"))
    return Translation(tuple(claims), tuple(unread), final_choice(text, names, vocabulary, role))


def _end(text: str) -> int:
    """Where reading stops: at the end, or at the last line break within `MAX_TEXT`."""
    if len(text) <= MAX_TEXT:
        return len(text)
    return text.rfind("\n", MAX_TEXT // 2, MAX_TEXT) + 1 or MAX_TEXT
