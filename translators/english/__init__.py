"""The deterministic translator: reads claims from English prose without a model.

A text is split into tokens that remember their place (`tokens`), laid out as a tree of headings, items and
paragraphs (`layout`), tagged with typed phrases (`lexicon`, `names`, `phrases`), and read clause by clause:
each clause has a scene (`scene`, `events`, `clauses`) made of the conditions and choices around it, and each
kind of claim has a reader of its own. It knows of a game only what its vocabulary says.
"""

from __future__ import annotations

from translators.claim import Translation
from translators.english.choice import final_choice
from translators.english.names import read_names
from translators.english.reader import read
from translators.english.tokens import tokenize
from translators.vocabulary import Vocabulary


def translate(text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
    """The claims of `text` as the reasoning of `role`, what could not be read, and the choice it ends with.

    Never raises for anything a text can hold; reads nothing but the choice where the game has not two roles.
    """
    tokens = tokenize(text)
    names = read_names(vocabulary, role, tokens)
    claims, unread = read(text, tokens, names)
    return Translation(tuple(claims), tuple(unread), final_choice(text, names, vocabulary, role))
