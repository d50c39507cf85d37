"""Who gets what where the choices differ: `if we choose differently, the player with X gets 5`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.english import emit
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.phrase import CHOOSER, kinds_of, words_of
from translators.english.scene import ME, Scene

_DIFFER = re.compile(
    r"\b(?:choose|pick|play|act|decide) differently\b|\bchoices (?:differ|are different)\b"
    r"|\bdifferent (?:choices|options|moves|actions|strategies)\b"
)
_GETS = re.compile(r"A[Y.]*V[t.]*(?P<amount>N)")


def differing_claims(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """The cell of one who is known by the move, against the other move, as (index of the phrase, query)."""
    told = any(clause.scene.full for clause in reading.clauses)
    same = set(names.mine) == set(names.theirs) and len(names.mine) == 2
    if told or not same or not _DIFFER.search(words_of(reading.phrases)):
        return
    for match in _GETS.finditer(kinds_of(reading.phrases)):
        chooser, amount = reading.phrases[match.start()], reading.phrases[match.start("amount")]
        move = chooser.meaning.removeprefix(CHOOSER)
        denied = any(phrase.kind == "n" for phrase in reading.phrases[match.start() : match.end()])
        if chooser.meaning.startswith(CHOOSER) and move in names.mine and amount.value is not None and not denied:
            (other,) = names.besides(ME, move)
            yield match.start("amount"), emit.cell(names, ME, amount.value, Scene(move, other))
