"""Guarantees that a text denies: `X does not guarantee me anything`, `I have no assurance of a positive payoff`."""

from __future__ import annotations

import re

from translators.english import emit
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.phrase import words_of
from translators.english.subject import negated, subject

_GETS = r"(?:get|gets|getting|earn|earns|earning|receive|receives|receiving|win|winning|make|making)"
_ANYTHING = re.compile(
    rf"(?:(?:me|you|them) )?(?:(?:of|that|to|i|they|will|would) )*(?:{_GETS} )?"
    r"(?:anything|(?:any|a)(?: positive| non zero| nonzero) (?:payoff|reward|amount|return|payout|outcome|gain)"
    r"|any (?:payoff|reward|money|return|payout))(?: at all)?(?: [.,;!:]|$)"
)


def unsure(reading: Reading, index: int, names: Names) -> str:
    """That a move may bring nothing: what is said where it does not guarantee anything."""
    clause = reading.clause_at(index)
    opens = clause.start < index and reading.phrases[index - 1].words in ("no", "without")
    if not (opens or negated(reading, index)) or not _ANYTHING.match(words_of(reading.phrases[index + 1 : index + 12])):
        return ""
    named = subject(reading, index, names)
    lowest = min(names.numbers, default=None)
    if named is None or lowest != 0 or reading.stated or clause.scene.against(named[0]) is not None:
        return ""
    return emit.call("lowest_individual_payoff_for_choice", named[0], lowest, named[1])
