"""Whose a verb is: the subjects of clauses after `and`, and statements that may not join two clauses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from translators.reading.talk.lattice import Lattice, TalkPhrase
from translators.reading.talk.people import People
from translators.reading.words.tokens import WordToken

_GOES_ON = ("and", "but", "then")
_CLAUSE = ("that", "because", "since", "while", "although", "though", "as", "when", "whereas")
"""Words after which another subject may come."""
_NO_VERB = frozenset("together too as in for at on with by from of to but and or because so than without".split())
"""Words that follow somebody who does nothing in what is told next."""
_MY_WHAT = 3
"""Tokens after `my` among which it is told who is meant: `my fellow werewolf Player 2`."""
_FIRST = frozenset("now then today yesterday later next so first also finally meanwhile again".split())
"""Words of time that may stand before a subject."""
_PARTNERS = frozenset(
    """teammate partner ally mate packmate fellow colleague accomplice player teammates partners allies mates
    packmates""".split()
)
"""What somebody is called right before the name, beside the game's own words."""
_DETERMINERS = frozenset("my our the their his her a".split())
_MOST_TITLE = 3
"""Tokens before the last one of what somebody is, among which its article stands."""
_ONE = frozenset("one player person".split())
_SEVERAL = frozenset(
    "teammates partners allies mates packmates wolves werewolves fellows members players ones villagers".split()
)
"""Words for several, right before their names: `my partners Players 3 and 5`."""
_BARE = frozenset("can could may might must should would".split())
"""Words that verbs in no tense follow; after `to` they do, too."""
_FINITE = frozenset(
    """am are is was were has have had did does do will led said told chose gave took saw kept went fell spoke left got
    made came stood lost knew found won""".split()
)


def add_subjects(lattice: Lattice) -> None:
    """The subject of a clause before each further verb: `Player 2 was on quest 1 and led quest 2`."""
    tokens = lattice.tokens
    subject: TalkPhrase | None = None
    bare = False  # whether verbs from here on may be in no tense
    aside: TalkPhrase | None = None  # of whom something is told between commas
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else None
        here = [each for each in lattice.phrases.get(at, ()) if each.category == "people"]
        if _begins_clause(tokens, at):
            alone = [
                replace(each, sense=People("these", each.sense.roles)) for each in here if each.sense.kind == "only"
            ]
            told = [each for each in here if each.sense.kind in ("these", "he", "they")]
            named = [each for each in (*told, *alone) if each.end < len(tokens)]
            longest = max(named, key=lambda each: each.end, default=None)
            if longest is not None and tokens[longest.end - 1].low == "my":
                longest = _named_after(lattice, longest.end) or longest  # my teammate Player 2
            if (
                longest is not None
                and before is not None
                and before.low == "and"
                and tokens[longest.end].low in _NO_VERB
            ):
                longest = None  # 2 doubts 3 and 4 in all they say, but voted for 3
            called = before is None or before.low not in _CLAUSE  # Player 2, ...: nobody says that of Player 2
            after = tokens[longest.end].text if longest is not None else ""
            if longest is not None and tokens[longest.end - 1].low != "'s" and not (called and after in (",", ":")):
                subject, bare = longest, False
        if token.low == "who":
            last = at - 1 if before is not None and before.text == "," else at
            named_here = _named_before(lattice, last) or _told_further(lattice, at)
            goes_with = before is not None and before.low in _GOES_ON  # ... who was there and who left
            subject, bare = named_here or (subject if goes_with else None), False
            aside = subject if last < at else None
        elif aside is not None and before is not None and before.text == ",":
            if not here and (token.low in _FINITE or token.low.endswith("ed")):
                lattice.add(TalkPhrase("people", at, at, aside.sense))  # Player 2, who was there, is gone
                lattice.within.update(each.start for each in lattice.people_before(at - 1))
            aside = None
        bare = bare or token.low in _BARE or (token.low == "to" and before is not None and before.low != "going")
        goes_on = before is not None and before.low in _GOES_ON and token.low != "then" and not here
        if bare and not (token.low.endswith("ed") or token.low in _FINITE):
            goes_on = False  # to hide and protect myself: nobody has protected anybody
        if goes_on and subject is not None and subject.sense.kind == "these" and subject.end < at:
            lattice.add(TalkPhrase("people", at, at, subject.sense))
        if token.text in ".;:!?":
            subject, bare, aside = None, False, None


def _told_further(lattice: Lattice, at: int) -> TalkPhrase | None:
    """Who is named before `the one who` and a comma, or `was the one who`."""
    tokens, first = lattice.tokens, at - 3
    if (
        first < 0
        or tokens[first].low not in (",", "is", "was")
        or tokens[at - 2].low not in ("the", "a")
        or tokens[at - 1].low not in _ONE
    ):
        return None
    return _named_before(lattice, first)


def named_as_several(lattice: Lattice, start: int) -> bool:
    """Whether a word for several stands right before a token, so that all are meant who are named from there on."""
    tokens = lattice.tokens
    return start > 1 and tokens[start - 2 if tokens[start - 1].text == "," else start - 1].low in _SEVERAL


def _begins_clause(tokens: Sequence[WordToken], at: int) -> bool:
    """Whether a subject may begin with a token: `and now Player 3 has`."""
    if at and tokens[at - 1].low in _FIRST:
        at -= 1
    return not at or tokens[at - 1].text in ".,;:" or tokens[at - 1].low in (*_GOES_ON, *_CLAUSE)


def add_titled(lattice: Lattice) -> None:
    """Those who are named with what they are before it: `our seer Player 7`, `my fellow werewolf Player 2`."""
    tokens = lattice.tokens
    phrases = [each for many in lattice.phrases.values() for each in many]
    words = {each.end for each in phrases if each.category.startswith("word:")}
    for phrase in phrases:
        at = phrase.start
        titled = phrase.category == "people" and at > 1 and (at in words or tokens[at - 1].low in _PARTNERS)
        if titled and phrase.sense.kind == "these":
            for first in range(at - 2, max(at - 2 - _MOST_TITLE, -1), -1):
                if tokens[first].low in _DETERMINERS:
                    lattice.add(replace(phrase, start=first))
                    break


def _named_after(lattice: Lattice, start: int) -> TalkPhrase | None:
    """Who is named within the next few tokens."""
    found = (
        each
        for at in range(start, start + _MY_WHAT)
        for each in lattice.phrases.get(at, ())
        if each.category == "people" and each.sense.kind == "these" and each.end < len(lattice.tokens)
    )
    return min(found, key=lambda each: (each.start, -each.end), default=None)


def _named_before(lattice: Lattice, end: int) -> TalkPhrase | None:
    """Who is named right before a token."""
    found = (each for each in lattice.people_before(end) if each.sense.kind == "these")
    return min(found, key=lambda each: each.start, default=None)


def uncrossed(places: Collection[tuple[int, int]], lattice: Lattice) -> set[tuple[int, int]]:
    """Where statements may be that do not join what two clauses name: `I voted for Player 2 and Player 3 voted for me`.

    What is named after `and` is the subject of what follows there, and what is named before it no part of that subject.

    Args:
        places: the numbers of the first token, and of the one after the last, of each statement found.
    """
    tokens = lattice.tokens
    ends = {end: min(start for start, other in places if other == end) for _, end in places}
    named = {
        phrase.end: phrase.start
        for many in lattice.phrases.values()
        for phrase in sorted(many, key=lambda each: each.start)
        if phrase.category == "people" and phrase.start and tokens[phrase.start - 1].low == "and"
    }

    def whole(begin: int, stop: int) -> bool:
        """Whether those named last, up to a token, are all of whom a word for several tells."""
        lists = (each.start for each in lattice.people_before(stop) if each.start >= begin and each.start)
        return named_as_several(lattice, min(lists, default=0))

    def swallows(begin: int, stop: int) -> bool:
        last = named.get(stop)
        if last is None or last - 1 <= begin or stop >= len(tokens) or whole(begin, stop):
            return False
        after = tokens[stop].low
        return after.endswith("ed") or after in _FINITE or any(start == last for start, end in places if end > stop)

    def takes(begin: int, stop: int) -> bool:
        inside = (at for at in range(begin + 1, stop) if tokens[at].low == "and")
        told = ((at, at - 1 if tokens[at - 1].text == "," else at) for at in inside)
        return any(ends.get(end, begin) < begin and (at + 1, stop) in places for at, end in told)

    return {each for each in places if not swallows(*each) and (named_as_several(lattice, each[0]) or not takes(*each))}
