"""Doing as the other one does, or the opposite: `it is best for me to do the same thing as my opponent`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.english import emit
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.phrase import speaks_of_both, words_of
from translators.english.scene import ME, THEM

_BEST = re.compile(
    r"\b(?:best (?:response|reply|choice|option|strategy|move)|better off|best|better|optimal)"
    r"(?: for me)?(?: is| would be)?(?: always)?(?: to| by)? "
)
_AS_THEY_DO = re.compile(
    r"(?:(?:do|doing|choose|choosing|pick|picking|play|playing) (?:exactly )?the (?P<same>same|opposite)"
    r"(?: thing| choice| option| move)? (?:as|of)|(?P<match>match|matching|mirror|mirroring|copy|copying)) "
)


def matching_claims(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """That matching the other one's choice is best, or doing the opposite, as (index of the phrase, query)."""
    words = words_of(reading.phrases)
    best = _BEST.search(words)
    match = _AS_THEY_DO.match(words, best.end()) if best else None
    if match is None or set(names.mine) != set(names.theirs) or len(names.mine) != 2:
        return
    index = len(words[: match.end()].split()) - 1
    aside = any(phrase.kind in "nMNIU" for phrase in reading.phrases) or speaks_of_both(reading.phrases)
    if aside or THEM not in reading.who:
        return
    first, second = names.mine
    opposite = match["same"] == "opposite"
    for own, against in ((first, second), (second, first)) if opposite else ((first, first), (second, second)):
        yield min(index, len(reading.phrases) - 1), emit.call("best_response", ME, own, against)
