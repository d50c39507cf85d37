"""Advice: what one should choose, or would want to choose, once the other's choice is given."""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.english import emit
from translators.english.clause import Clause
from translators.english.clauses import Reading
from translators.english.event import Event
from translators.english.names import Names
from translators.english.openings import points_back, tells_of_that_case
from translators.english.phrase import kinds_of, words_of
from translators.english.scene import BOTH, ME, NEITHER, THEM, opposite

_STRONG = re.compile(
    r"\b(?:should|must|ought|had better|makes sense|(?:better|best) (?:for (?:me|them) )?to|do well|wise|wisest|smart|"
    r"smartest|rational|logical|sensible|"
    r"in (?:my|your|their|his|her|the other player 's) (?:own )?(?:best )?interests?)"
    r"\b"
)
_WANTS = re.compile(rf"{_STRONG.pattern}|(?:\b|')(?:will|would|ll|d|prefers?|wants?|inclined|tempted)\b")
_MAY = re.compile(r"\b(?:might|may|could|can|likely|probably|(?:have|has|had|needs?) to)\b")
_ALIKE = re.compile(r"\b(?:also|too|likewise|similarly)\b")
"""Where both are taken to reason the same way, a choice is no answer to that of the other one."""
_PURPOSE = re.compile(
    r"(?:in order )?to (?:exploit|take advantage|maximi[sz]e (?:their|his|her|my|what (?:i|they)) "
    r"|(?:get|earn|receive) (?:the|a) (?:higher|highest|better|best|maximum|most) )"
)
_ELSE = re.compile(r"\b(?:trust|hope|hoping|fair|otherwise|cooperat\w*|mutual\w*|safe\w*|secure\w*|risk\w*|avoid\w*)\b")


def advice_claims(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """`If they choose Y, I should choose X`: that X is a best response to Y, as (index of the phrase, query)."""
    words = words_of(reading.phrases)
    if _ELSE.search(words) or any(phrase.kind == "u" or phrase.meaning == BOTH for phrase in reading.phrases):
        return
    for event in reading.events:
        clause = reading.clause_at(event.start)
        actor = next(iter(dict(event.moves)), _interested(reading, event, clause) or clause.chooser)
        if event.move is None or len(event.moves) > 1 or event.form not in ("finite", "infinitive", "gerund"):
            continue
        if event.form == "finite" and set(names.mine) == set(names.theirs) and _is_of_rational(reading, event):
            left = names.besides(ME, event.move)
            if len(left) == 1:
                yield event.start, emit.call("at_least_as_high_payoff_in_every_case", ME, event.move, left[0])
            continue
        if actor not in (ME, THEM):
            continue
        against = _given(reading, clause, actor)
        rivals = names.besides(actor, event.move)
        if against is not None and event.form == "gerund":
            if _is_pointless(reading, event) and len(rivals) == 1:
                yield event.start, emit.call("best_response", actor, rivals[0], against)
            elif _is_worthwhile(reading, event):
                yield event.start, emit.call("best_response", actor, event.move, against)
            elif _is_costly(reading, event) and len(rivals) == 1:
                yield event.start, emit.call("lower_payoff_against", actor, event.move, rivals[0], against)
        elif _is_called_for(reading, event, clause, actor):
            if against is not None:
                yield event.start, emit.call("best_response", actor, event.move, against)
            elif _is_in_every_case(reading, event, clause) and len(rivals) == 1:
                yield event.start, emit.call("at_least_as_high_payoff_in_every_case", actor, event.move, rivals[0])


def _interested(reading: Reading, event: Event, clause: Clause) -> str:
    """`It is in their best interest to choose X`: who would choose it."""
    whose = [who for who in reading.who[clause.start : event.start] if who]
    interest = any(phrase.words.startswith("interest") for phrase in reading.phrases[clause.start : event.start])
    return whose[-1] if interest and whose and whose[-1] in (ME, THEM) else ""


_POINTLESS = re.compile(
    r"\bno (?:point|benefit|advantage|sense|gain|use|merit|upside) (?:in|of|to|from)$"
    r"|\bnothing to (?:be gained|gain) (?:by|from)$"
)

_ANYTHING = re.compile(r"\b(?:anything|something) to (?:be gained|gain) (?:by|from)$")


def _is_pointless(reading: Reading, event: Event) -> bool:
    """`There is no point in choosing X`: the other move pays at least as much."""
    before = words_of(reading.phrases[max(0, event.start - 7) : event.start])
    hollow = _ANYTHING.search(before) is not None and _is_denied(reading, event)
    return hollow or _POINTLESS.search(before) is not None


def _is_denied(reading: Reading, event: Event) -> bool:
    """Whether a negation, or `neither of us`, stands before a choice in its clause."""
    start = max(reading.clause_at(event.start).start, event.start - 9)
    return any(phrase.kind == "n" or phrase.meaning == NEITHER for phrase in reading.phrases[start : event.start])


_GAINS = re.compile(
    r"\b(?:benefits?|gains?|profits?) (?:by|from)$|\b(?:exploit|take advantage of) (?:this|that|me|it|my \w+) by$"
)
_WISE = re.compile(
    r"(?:\w+ )?(?:is|be|'s) (?:the )?(?:wise|smart|rational|logical|sensible|best|wisest|smartest)(?: [.,;]|$)"
)


def _is_worthwhile(reading: Reading, event: Event) -> bool:
    """`They would benefit from choosing X`, `choosing X would be wise`."""
    before = words_of(reading.phrases[max(0, event.start - 5) : event.start])
    after = words_of(reading.phrases[event.end : event.end + 5])
    denied = _is_denied(reading, event) or "what i" in before
    return bool(_GAINS.search(before) or _WISE.match(after)) and not denied


_LOSES = re.compile(r"\b(?:lose|loses|losing)(?: out| money)? (?:by|from)$")


def _is_costly(reading: Reading, event: Event) -> bool:
    """`I would lose money by choosing X instead of Y`: the other move pays more."""
    before = words_of(reading.phrases[max(0, event.start - 4) : event.start])
    return _LOSES.search(before) is not None and not _is_denied(reading, event)


_SENSIBLE = frozenset("rational sensible logical reasonable smart intelligent".split())


def _is_of_rational(reading: Reading, event: Event) -> bool:
    """`A rational player would never choose X`, where nobody's choice is given."""
    clause = reading.clause_at(event.start)
    before = {phrase.words for phrase in reading.phrases[clause.start : event.end]}
    always = "never" in before or reading.always_at(event.start)
    return not event.agent and bool(before & _SENSIBLE) and always and clause.outer.empty and not reading.stated


_WHOSE = re.compile(r"\bwho\b[^,;:]*$")
"""`A player who wants a positive payoff in every case`, up to the `every`."""


def _is_in_every_case(reading: Reading, event: Event, clause: Clause) -> bool:
    """`They will choose X no matter what I do`; not `Someone who wants more than 0 in every case should choose X`."""
    marks = [at for at, phrase in enumerate(reading.phrases) if phrase.kind == "R"]
    of_whom = any(at < event.start and _WHOSE.search(words_of(reading.phrases[:at])) for at in marks)
    if of_whom or any(phrase.kind in "IU" for phrase in reading.phrases):
        return False
    here = all(clause.start <= at < clause.end or reading.clause_at(at).start == at == 0 for at in marks)
    return here and reading.always_at(event.start) and not reading.stated and clause.outer.empty


def _is_called_for(reading: Reading, event: Event, clause: Clause, actor: str) -> bool:
    """Whether the choice is what one should make, or what the other would want, for the sake of a payoff."""
    before = words_of(reading.phrases[clause.start : event.end])
    after = reading.phrases[event.end : event.end + 8]
    said = " ".join(phrase.words for phrase in after if phrase.kind != "a")
    kinds = kinds_of(after).lstrip("a")[:1]
    named = {phrase.meaning for phrase in reading.phrases[event.start : event.end] if phrase.kind == "M"}
    if event.move in named and any(phrase.kind == "n" for phrase in reading.phrases[clause.start : event.start]):
        return False
    sought = actor == ME and bool(_STRONG.search(before)) and re.match(r"dVt?N", kinds_of(after))
    if _PURPOSE.match(said) or sought:
        return bool(_STRONG.search(before)) or (actor == THEM and not _ALIKE.search(before))
    own = reading.phrases[event.start if event.agent else clause.start : event.end]
    wants = _WANTS.search(words_of(own)) or "expect" in before.split()
    also = actor == THEM and "also" in before.split()
    wanted = bool(_STRONG.search(before)) or (actor == THEM and bool(wants))
    return event.form != "gerund" and kinds in ("", *".,;)(IR") and wanted and not (_MAY.search(before) or also)


def _given(reading: Reading, clause: Clause, actor: str) -> str | None:
    """The move of the other one that a condition or a heading gives, in whose light `actor` chooses."""
    other = opposite(actor)
    position = reading.clauses.index(clause)
    after = reading.clauses[position + 1 : position + 2]
    if clause.kind != "main":
        return None
    if after and after[0].kind == "if" and after[0].before == "" and not after[0].unless:
        told = {agent for event in after[0].events for agent, _ in event.moves}
        return after[0].scene.of(other) if told == {other} else None
    above = other not in reading.inherited and not points_back(reading.phrases)
    if other in reading.stated or above or tells_of_that_case(reading.phrases):
        return clause.outer.of(other)
    return None
