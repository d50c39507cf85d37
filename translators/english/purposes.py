"""Purposes: the move that a text calls for where safety is the aim."""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.english import emit
from translators.english.clauses import Reading
from translators.english.events import Event
from translators.english.names import Names
from translators.english.scene import ME, THEM

_SOUGHT = r"(?:want|prefer|prioriti[sz]|valu|seek|favou?r|need|look for|opt for|for the sake of|out of)(?:es|e|s|ing)?"
_SURETY = r"(?:safety|security|certainty|stability|caution|an? (?:secure|safe|guaranteed|certain|sure|assured) \S+)"
_CAUTIOUS = r"(?:'m|am|is|are|'re|'s|being|be) (?:a |very |quite |somewhat |rather )?(?:risk averse|cautious)"
_AIM = re.compile(rf"{_SOUGHT} (?:for |the )?{_SURETY}\b|{_CAUTIOUS}\b")


def purpose_claims(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """`If I want certainty, I should choose X`: that X has the best worst case, as (index of the phrase, query)."""
    for index in range(len(reading.phrases)):
        if not _AIM.match(" ".join(phrase.words for phrase in reading.phrases[index : index + 8])):
            continue
        event = _called_for(reading, index)
        if event is None or event.move is None:
            continue
        moves = names.mine if event.agent == ME else names.theirs
        if event.move in moves:
            yield event.start, emit.call("highest_guaranteed_payoff_choice", event.agent, event.move)


def _called_for(reading: Reading, index: int) -> Event | None:
    """The choice that an aim at `index` leads to: of the one whose aim it is, with nothing that turns against it."""
    clause = reading.clause_at(index)
    before = reading.phrases[clause.start : index]
    event = next((event for event in reading.events if event.start > index), None)
    if event is None or event.form not in ("finite", "infinitive") or event.agent not in (ME, THEM):
        return None
    wants = [who for who in reading.who[clause.start : index] if who]
    turned = any(phrase.kind in "nOQTb" for phrase in before)
    turned = turned or any(phrase.kind in "b;" for phrase in reading.phrases[index : event.start])
    joined = len(event.moves) == 1 and wants[-1:] in ([], [event.agent])
    return event if joined and not turned else None
