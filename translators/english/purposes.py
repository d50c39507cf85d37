"""Purposes: the move that a text calls for where safety is the aim, or what it is judged by."""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.english import emit
from translators.english.clause import Clause
from translators.english.clauses import Reading
from translators.english.event import Event
from translators.english.names import Names
from translators.english.phrase import speaks_of_both, words_of
from translators.english.scene import ME, THEM
from translators.english.subject import negated, subject

_SOUGHT = r"(?:want|prefer|prioriti[sz]|valu|seek|favou?r|need|look for|opt for|for the sake of|out of)(?:es|e|s|ing)?"
_SURETY = r"(?:safety|security|certainty|stability|caution|an? (?:secure|safe|guaranteed|certain|sure|assured) \S+)"
_CAUTIOUS = r"(?:'m|am|is|are|'re|'s|being|be) (?:a |very |quite |somewhat |rather )?(?:risk averse|cautious)"
_AIM = re.compile(rf"{_SOUGHT} (?:for |the )?{_SURETY}\b|{_CAUTIOUS}\b")
_PERSON = re.compile(
    r"(?:cautious|risk averse|careful|prudent|conservative|safety minded) (?:player|person|individual|human|one)\b"
)
_GROUND = re.compile(
    r"(?:from|in terms of|based on|considering|when it comes to|regarding|with regard to|with respect to|as for) "
    r"(?:an? |the |my |pure |personal )*(?:risk|risks|safety|security|downside|risk averse|risk management)"
    r"(?: perspective| standpoint| point of view| viewpoint| alone)? (?:,|(?:alone ,)|[a-z]\w* (?:is|would))"
)
"""`In terms of risk,`: by which alone moves are judged; not `in terms of risk and reward`."""


def purpose_claims(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """`If I want certainty, I should choose X`: that X has the best worst case, as (index of the phrase, query)."""
    for index in range(len(reading.phrases)):
        words = words_of(reading.phrases[index : index + 9])
        if _MOST.match(words):
            yield from _for_most(reading, index, names)
            continue
        if _AIM.match(words):
            event = _called_for(reading, index)
        elif _PERSON.match(words):
            event = _of_person(reading, index, names) or _of_me_as_one(reading, index)
        else:
            if _GROUND.match(words):
                yield from _judged(reading, index, names)
            continue
        if event is None and _is_for_one(reading, index):
            yield from _judged(reading, index, names)
        if event is not None and event.move is not None:
            actor = event.agent or ME
            if event.move in names.of(actor):
                yield event.start, emit.call("highest_guaranteed_payoff_choice", actor, event.move)


_MOST = re.compile(
    r"(?:(?:get|gets|earn|earns|receive|receives|obtain|want|wants|aim for) |maximi[sz]e )"
    r"(?:(?:the )?(?:highest|maximum|best|largest|biggest)|(?:my|their) maximum)(?: possible| potential| available)? "
    r"(?:payoff|reward|payout|return|outcome|result)\b"
)


def _for_most(reading: Reading, index: int, names: Names) -> Iterator[tuple[int, str]]:
    """`To get the highest payoff, I should choose X`: that X has the best best case, where no choice is given."""
    event = _called_for(reading, index)
    opening = reading.phrases[reading.clause_at(index).start].words
    joint = speaks_of_both(reading.phrases)
    if event is None or event.move is None or joint or opening not in ("to", "in order to", "if"):
        return
    if reading.stated <= {event.agent} and reading.clause_at(event.start).outer.against(event.agent) is None:
        yield event.start, emit.call("highest_potential_payoff_choice", event.agent, event.move)


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


def _of_person(reading: Reading, index: int, names: Names) -> Event | None:
    """`A cautious player would choose X`, where both roles have the same moves and no choice is given."""
    clause = _resumed(reading, reading.clause_at(index))
    event = next((event for event in clause.events if event.start > index and not event.agent), None)
    alike = set(names.mine) == set(names.theirs)
    less = index > 0 and reading.phrases[index - 1].words in ("less", "not")
    if event is None or event.form != "finite" or not alike or less or reading.stated or not clause.outer.empty:
        return None
    return event


def _resumed(reading: Reading, clause: Clause) -> Clause:
    """`A cautious player, who wants to be sure, would choose X`: the clause that goes on after the relative one."""
    after = reading.after(clause)[:2]
    aside = len(after) == 2 and after[0].before == ",w" and not (clause.events or after[0].events)
    return after[1] if aside and reading.phrases[after[0].start - 1].words == "who" else clause


def _of_me_as_one(reading: Reading, index: int) -> Event | None:
    """`As a cautious person, I'd choose X`."""
    said = [phrase.words for phrase in reading.phrases[max(0, index - 2) : index]]
    return _called_for(reading, index) if said in (["as", "a"], ["being", "a"]) else None


def _is_for_one(reading: Reading, index: int) -> bool:
    """`For a risk-averse player, X is the best choice`, `if I'm risk-averse, X is better`: no choice is given."""
    start = reading.clause_at(index).start
    whose = [who for who in reading.who[start:index] if who]
    opening = reading.phrases[start].words
    return opening in ("for", "if", "when", "since", "as", "to") and not reading.stated and whose[-1:] != [THEM]


_JUDGED = frozenset("better preferable superior".split())


def _judged(reading: Reading, index: int, names: Names) -> Iterator[tuple[int, str]]:
    """`From a risk perspective, X is preferable`."""
    for at in range(index + 2, min(index + 14, len(reading.phrases))):
        phrase = reading.phrases[at]
        if phrase.kind in ";b":
            return
        best = phrase.kind == "r" and phrase.words.split()[0] in ("better", "best", "superior")
        if best or (phrase.kind == "Q" and phrase.words in _JUDGED):
            named = subject(reading, at, names)
            if named is not None and named[0] == ME and not negated(reading, at):
                yield at, emit.call("highest_guaranteed_payoff_choice", *named)
            return
