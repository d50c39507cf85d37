"""Sentences of a speech: which of them the agent means as lies, and the speech without some of them.

Short, because the readers tell where sentences begin and end.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from translators.claim import ReadScope
from translators.passages import Span

_LIE = re.compile(r"^[ \t*_#-]*LIE[ \t*_]*:[ \t*_]*(.*)$", re.MULTILINE)


def declared(thought: str) -> tuple[str, list[str]]:
    """A thought without its lines `LIE: …`, and the sentences that they name.

    >>> declared("They suspect me.\\nLIE: I am the seer.")
    ('They suspect me.\\n', ['I am the seer.'])
    """
    return _LIE.sub("", thought), [found.strip() for found in _LIE.findall(thought) if found.strip()]


def is_declared(sentence: str, quote: str, lies: Collection[str]) -> bool:
    """Whether a claim, quoted from a sentence, is part of something that was declared as a lie.

    >>> is_declared("Well, I am the seer.", "I am the seer", ["I am the seer."])
    True
    """
    whole, part = _plain(sentence), _plain(quote)
    return any(lie and ((lie in whole and (part in lie or lie in part)) or whole in lie) for lie in map(_plain, lies))


def spans_of_sentences(words: str, scopes: Sequence[ReadScope]) -> list[Span]:
    """Where the sentences of a speech are; all of it is one, if none was found."""
    return sorted(scope.span for scope in scopes) or [(0, len(words))]


def sentence_of(span: Span, sentences: Sequence[Span]) -> Span:
    """The sentence that a claim is in, or those from its first to its last."""
    met = [each for each in sentences if each[0] < span[1] and span[0] < each[1]]
    return (met[0][0], met[-1][1]) if met else span


def cut_out(words: str, cut: Collection[Span]) -> str:
    """A speech without some of its parts.

    >>> cut_out("I am the seer. Player 2 is dead. Vote!", [(15, 32)])
    'I am the seer. Vote!'
    """
    kept = "".join(char for at, char in enumerate(words) if not any(start <= at < end for start, end in cut))
    return " ".join(kept.split()).strip(" ,;:-")


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
