"""What the other move would have brought: the second amount of `if they choose Y, X gives me 5 instead of 3`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from translators.english import emit
from translators.english.amount import Amount
from translators.english.cells import is_whatever
from translators.english.clauses import Reading
from translators.english.grammar_words import CHANGES
from translators.english.mentions import is_mentioned
from translators.english.names import Names
from translators.english.phrase import kinds_of
from translators.english.scene import THEM, Scene, opposite

_SIDES = re.compile(r"NTt?$")
_ENDS = re.compile(r"$|[.;,)]|c|I|Tt?M|AY*Vb$")


def alternative_claims(reading: Reading, names: Names, found: Sequence[Amount]) -> Iterator[tuple[int, str]]:
    """The cell of the move that was not chosen, where a role has one more, as (index of the phrase, query).

    Only where the sentence tells the other's choice as a condition and the own one as what answers it: what
    is not chosen is held against the same choice then.
    """
    for first, second in pairwise(found):
        between = kinds_of(reading.phrases[first.index : second.index])
        after = kinds_of(reading.phrases[second.index + 1 : second.index + 5])
        plain = not (first.denied or first.bound or first.extreme or second.extreme or second.bound)
        joint = any(len(event.moves) == 2 for event in reading.events if event.end <= first.index)
        if joint or not plain or not _SIDES.fullmatch(between) or not _ENDS.match(after) or len(first.who) != 1:
            continue
        scene, actor = first.clause.scene, first.who[0]
        own, against = scene.of(actor), scene.against(actor)
        if own is None or against is None or is_whatever(reading, actor) or not _answers(reading, actor):
            continue
        rivals = names.besides(actor, own)
        changed = any(phrase.words.startswith(CHANGES) for phrase in reading.phrases[: first.index])
        if len(rivals) == 1 and not changed and not is_mentioned(reading, names, first):
            left = Scene(rivals[0], against) if actor != THEM else Scene(against, rivals[0])
            yield second.index, emit.cell(names, actor, second.value, left)


def _answers(reading: Reading, actor: str) -> bool:
    """Whether the other's choice is a condition, and that of `actor` is told by the sentence as what answers it."""
    other = opposite(actor)
    conditional = reading.stated == {other} or not (reading.stated or other in reading.inherited)
    return conditional and reading.start.of(actor) is None
