"""What makes a move attractive: `X makes sense if they choose Y`, `if they choose Y, I can't improve on X`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from translators.english import emit
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.phrase import kinds_of, words_of
from translators.english.scene import ME, THEM

_APPEALS = re.compile(
    r"(?:is|becomes|looks|seems|would be) (?:(?:the|an?) )?(?P<more>more )?"
    r"(?:appealing|attractive|promising|profitable|lucrative|sensible)(?: (?:option|choice|move|one))?(?: for me)?$"
    r"|makes (?:more )?sense(?: for me)?$|works (?:out )?well(?: for me)?$"
)
_ELSE = re.compile(r"\b(?:not|never|only|both|we|us|fair|trust|safe|cooperat\w*|mutual\w*|also|too|might|may|could)\b")


def appeal_claims(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """That a move is the best response to what makes it attractive, as (index of the phrase, query)."""
    yield from _attractive(reading, names)
    yield from _unimproved(reading, names)


def _attractive(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """`X becomes the more attractive option if they choose Y`; of Y itself only where it is called more so."""
    for clause, condition in pairwise(reading.clauses):
        said = reading.phrases[clause.start : clause.end]
        against = {move for event in condition.events for actor, move in event.moves if actor == THEM}
        if clause.kind != "main" or condition.kind != "if" or condition.unless or len(against) != 1:
            continue
        own = next((at for at, phrase in enumerate(said) if phrase.kind == "M"), None)
        appeal = _APPEALS.match(words_of(said[own + 1 :])) if own is not None else None
        (faced,) = against
        if own is None or appeal is None or faced is None or said[own].meaning not in names.mine:
            continue
        if (appeal["more"] or said[own].meaning != faced) and not _ELSE.search(words_of(said)):
            yield clause.start + own, emit.call("best_response", ME, said[own].meaning, faced)


_UNIMPROVED = re.compile(r"(?:n|[.]n)[Y.]*[.]d[GC]?t?(?P<own>M)")


def _unimproved(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """`If they choose Y, I can't improve on X`: X is a best response to it."""
    for match in _UNIMPROVED.finditer(kinds_of(reading.phrases)):
        own = match.start("own")
        better = "improve on" in words_of(reading.phrases[match.start() : own])
        clause = reading.clause_at(own)
        against = clause.outer.them
        if better and clause.kind == "main" and against is not None and ME in reading.who[clause.start : own]:
            yield own, emit.call("best_response", ME, reading.phrases[own].meaning, against)
