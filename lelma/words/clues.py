"""Clues in descriptions: the phrases of it that say something, and whether another says the same.

Short, because it is one question, which rules of speech and relations of speech both ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from translators.descriptions.spelling import FUNCTION_WORDS, forms, same_word, words_of

# Where one clue of a description ends and another begins.
_JOINT = re.compile(
    r"[,;:.!?()]+|\s[-–—]+\s|\b(?:that|which|who|whose|and|or|but|with|while|when|where|because)\b", re.IGNORECASE
)
# Words that any description may hold, and are no clue.
_VAGUE = frozenset(
    """type kind sort form example thing something object item word term piece way lot common commonly typical typically
    general generally known popular various different certain particular specific enjoy serve find make call involve
    various usual famous good great""".split()
)


def shared_clue(text: str, other: str) -> str:
    """A clue of a text, as it stands there, that another has as well; empty if there is none.

    A clue is a phrase with at least two words that say something, or all that such a text says; it is the same as
    another if all that one of them says is said in the other. Two texts that say the same in all share it all.
    """
    clues, others = list(_clues(text)), [content for _, content in _clues(other)]
    for phrase, content in clues:
        for known in others:
            least = 1 if len(clues) == 1 or len(others) == 1 else 2
            small, large = sorted((content, known), key=len)
            if len(small) >= least and (len(small) >= 2 or len(large) == 1) and _within(small, large):
                return phrase
    mine = [word for _, content in clues for word in content]
    theirs = [word for content in others for word in content]
    return text.strip() if mine and len(mine) == len(theirs) and _within(mine, theirs) else ""


def _clues(text: str) -> Iterator[tuple[str, list[str]]]:
    for phrase in _JOINT.split(text):
        content = [word for word in dict.fromkeys(words_of(phrase)) if _says_something(word)]
        if content:
            yield phrase.strip(), content


def _says_something(word: str) -> bool:
    return word not in FUNCTION_WORDS and forms(word).isdisjoint(_VAGUE)


def _within(small: Sequence[str], large: Sequence[str]) -> bool:
    return all(any(same_word(word, other) for other in large) for word in small)
