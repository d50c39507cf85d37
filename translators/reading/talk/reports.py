"""What somebody is said to have said or thought: who, in which words, and how far these go."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gdl.values import dataclass
from translators.reading.talk.lattice import Lattice
from translators.reading.talk.people import People
from translators.reading.talk.talk_words import found_phrases, single_words
from translators.reading.words.inflection import verb_forms

STOPS = frozenset(". ; : ! ? – — ( )".split())
BEFORE_OBJECTS = frozenset("for against with by from of to than without on at".split())
"""Prepositions: whom they stand before does nothing in their clause."""
_OWN_CLAUSE = frozenset("the a an their his her its our your my they he she there nobody everybody".split())
"""With what a clause of its own begins, beside people."""
_LEARNT = frozenset(("saw", "learned", "learnt", "discovered", "found", "knew"))
_TOLD, _BEING = frozenset(("told", "assured")), frozenset("am is are was were been being 's".split())
_BREAKS_OFF = frozenset("but because though although while then".split())
_AFTER_COMMA = frozenset("and but so yet which then while though although".split())
"""With what a clause of the speaker's own begins."""


_ADDRESSEE = 5
"""Tokens after a verb of speech among which it is told to whom something is said, and how."""


@cache
def _speech_verbs() -> frozenset[str]:
    """The forms of verbs of speech."""
    forms = (verb_forms(verb) for verb in single_words("says_that"))
    return frozenset(form for each in forms for form in each)


@dataclass(frozen=True, slots=True)
class ReportedSpeech:
    """Some words that somebody is said to have said.

    Attributes:
        start: number of the first token of what was said; `end` of the one after the last, `plain_end` of the one after
            the last that is told in one go: what is joined to it may be the speaker's own.
        begins: number of the token with which it is told who said it.
        aloud: whether it was said, and not only thought.
    """

    who: People
    start: int
    end: int
    plain_end: int
    begins: int
    aloud: bool


def reported_speeches(lattice: Lattice) -> list[ReportedSpeech]:
    """Where in a sentence somebody is said to say or think something, and where that ends."""
    return list(_Reports(lattice).found())


class _Reports:
    """The reported speeches of one sentence."""

    def __init__(self, lattice: Lattice) -> None:
        self._tokens, self._lattice = lattice.tokens, lattice
        said, thought = (found_phrases(self._tokens, name) for name in ("reports", "thinks"))
        places = {place for place, _ in said}
        said += [each for each in self._says_that() if each[0] not in places]
        self._verbs = sorted([*((*each, True) for each in said), *((*each, False) for each in thought)])

    def _says_that(self) -> Iterator[tuple[int, int]]:
        """Verbs of speech with `that` after them, and after whom they address, as `warned the others that`."""
        for place, token in enumerate(self._tokens):
            if token.low in single_words("says_that") and any(each.low == "i" for each in self._tokens[:place][-3:]):
                continue  # I assure you that: those are the speaker's own words
            if token.low in _speech_verbs():
                for at in range(place + 1, min(place + 1 + _ADDRESSEE, len(self._tokens))):
                    if self._tokens[at].low == "that":
                        yield place, at + 1
                    if self._tokens[at].low == "that" or not self._tokens[at].low.isalpha():
                        break

    def found(self) -> Iterator[ReportedSpeech]:
        """All of them, in the order of their verbs."""
        for place, start, aloud in self._verbs:
            if self._tokens[place].low in _TOLD and place and self._tokens[place - 1].low in _BEING:
                continue  # I was told that Player 3 is evil: by whoever knows
            at = self._before_verb(place)
            named = self._lattice.people_before(at)
            if not named:
                continue
            subjects = [phrase for phrase in named if not self._is_object(phrase.start)]
            who = min(subjects or named, key=lambda phrase: phrase.start)
            apart = self._tokens[at].text == "," and "," not in [each.text for each in self._tokens[at + 1 : place]]
            end = start
            while end < len(self._tokens) and not (self._tokens[end].text in STOPS or self._ends_report(end)):
                if apart and self._tokens[end].text == ",":
                    break  # Player 2, who claimed to be good, is gone
                end += 1
            told = next((at for at in range(start, end) if self._tokens[at].low == "that"), start)
            joined = (at for at in range(told, end) if self._joins(at))
            yield ReportedSpeech(who.sense, start, end, next(joined, end), who.start, aloud)

    def _before_verb(self, place: int) -> int:
        """The token after whoever does what a verb tells, which may stand apart: `Player 7, who openly said`."""
        passed = single_words("passed_before_reports")
        while place and self._tokens[place - 1].low in passed:
            place -= 1
        if place < 2 or self._tokens[place - 1].text != ",":
            return place
        for start, end in self._lattice.asides.items():
            if end == place and self._tokens[start].text == ",":
                return start  # Player 7, our seer, has said
            if end == place - 1 and start and self._tokens[start - 1].text == ",":
                return start - 1  # Player 8, on the other hand, believes
        if self._tokens[place].low == "who":
            return place - 1
        aside = [at for at in range(1, place - 1) if self._tokens[at].text == ","]
        return aside[-1] if aside and self._tokens[aside[-1] + 1].low == "who" else place

    def _is_object(self, at: int) -> bool:
        """Whether a token is no subject: what stands before it, or its own form, says so."""
        return self._tokens[at].low == "me" or bool(at and self._tokens[at - 1].low in BEFORE_OBJECTS)

    def _joins(self, at: int) -> bool:
        """Whether a token joins something to what is told that may be no part of it; `and that they are` is one."""
        token = self._tokens[at]
        if token.low == "and" and self._lattice.people_over(at):
            return False  # Players 2 and 3 are evil
        if token.text == "," or token.low == "and":
            return not self._tells_more(at + 1)
        return token.low in ("or", "as")

    def _tells_more(self, at: int) -> bool:
        """Whether some more that is told begins with a token: `that they are`, `saw that`, and not `that is why`."""
        if at < len(self._tokens) and self._tokens[at].low in _LEARNT:
            at += 1
        if at + 1 >= len(self._tokens) or self._tokens[at].low != "that":
            return False
        named = any(each.category == "people" for each in self._lattice.phrases.get(at + 1, ()))
        return named or self._tokens[at + 1].low in _OWN_CLAUSE

    def _ends_report(self, at: int) -> bool:
        """Whether a new clause of the speaker's own begins with a token."""
        token = self._tokens[at]
        if token.text == ",":
            after = self._tokens[at + 1 : at + 2]
            return bool(after) and after[0].low in _AFTER_COMMA
        if token.low in _BREAKS_OFF:
            return True
        if token.low != "and":
            return False
        after = self._tokens[at + 1 : at + 2]
        if self._tells_more(at + 1):
            return False
        goes_on = bool(after) and after[0].low in ("then", "now", "he", "she", "they", "that", "it")
        here = self._lattice.phrases.get(at + 1, ())
        return goes_on or any(each.category == "people" and self._reports_at(each.end) for each in here)

    def _reports_at(self, at: int) -> bool:
        """Whether somebody is said to say something from a token on."""
        while at < len(self._tokens) and self._tokens[at].low in single_words("passed_before_reports"):
            at += 1
        return any(place == at for place, _, _ in self._verbs)
