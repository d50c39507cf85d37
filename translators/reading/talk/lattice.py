"""The words of a sentence with the phrases that may stand over them, and the patterns found over both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

from gdl.values import dataclass
from translators.reading.talk.automaton import CLAUSE_END, Automaton, State
from translators.reading.talk.people import NUMBERS, ORDINALS
from translators.reading.talk.talk_words import found_phrases
from translators.reading.words.tokens import WordToken

_CLOSING = frozenset(". ; : ! ? ) – — , ( -".split())
_OPENING = frozenset("and but because since so as or given then which who for though although while".split())
_SKIPPED = frozenset((",", "(", ")"))
_MEANING_LY = frozenset(
    """only hardly barely scarcely rarely nearly possibly likely unlikely supposedly allegedly reportedly early
    necessarily entirely wholly fully completely partly merely simply exactly previously formerly originally initially
    potentially theoretically hypothetically practically virtually seemingly falsely wrongly""".split()
)
_IDLE = frozenset("already also now then indeed even still really".split())
_PERFECT, _BETWEEN = frozenset("has have had".split()), frozenset("just both all each since ever once".split())
"""Words of time or number that stand within a verb: `Players 2 and 3 have both just voted`."""
_PREPOSITIONS = frozenset("in on during at from of since throughout by over after before until for".split())
_WHICH = frozenset("the this that these our each both all every".split())
_SUCH = (
    frozenset("last previous same whole entire other next following past earlier current daytime public open".split())
    | ORDINALS
)
_OCCASIONS = frozenset(
    """night nights day days daytime nighttime morning evening afternoon vote votes voting ballot ballots round rounds
    discussion discussions debate debates talk talks conversation conversations speech speeches game beginning start
    meeting session phase turn turns""".split()
)
_BY_ITSELF = frozenset("yesterday today tonight dawn".split())
_DETERMINERS = frozenset("the our my a an their your now".split())
_WAS_WHO = {
    (be, "the", one, who) for be in ("is", "was", ",") for one in ("one", "player", "person") for who in ("who", "that")
}
_CLAUSES = frozenset("and or but is are was were am has have had does did can will would".split())
"""Words of which one shows that a clause of its own stands between two commas."""
_MOST_APPOSED = 6
"""Tokens that tell who somebody is besides, between two commas."""
MOST_PATHS = 20_000
"""Steps that are taken from one word on."""


@dataclass(frozen=True, slots=True)
class TalkPhrase:
    """Some tokens that are one thing: players, a number, a noun of some slot."""

    category: str
    start: int
    end: int
    sense: Any


LatticeStep = int | TalkPhrase
"""A word, by its number, or a phrase."""


@dataclass(frozen=True, slots=True)
class FoundPattern:
    """A pattern over some tokens, and the steps that it took.

    Attributes:
        timed: whether a time was passed over.
    """

    number: int
    start: int
    end: int
    steps: tuple[LatticeStep, ...]
    timed: bool = False


@dataclass
class Lattice:
    """The tokens of a sentence, and phrases by where they begin.

    Attributes:
        times: where a time or an occasion is told: token with which one begins → the one after it.
        asides: the same of what changes nothing, as `on the other hand`.
        called: where those are named whom one only speaks of calling something.
        within: where those are named with whom a clause between commas ends: what comes after it is not of them.
    """

    tokens: Sequence[WordToken]
    phrases: dict[int, list[TalkPhrase]] = field(default_factory=dict)
    within: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.times = _times_in(self.tokens)
        self.asides = dict(found_phrases(self.tokens, "asides"))
        self.called = {end for _, end in found_phrases(self.tokens, "calling")}

    def add(self, phrase: TalkPhrase) -> None:
        """One more phrase."""
        self.phrases.setdefault(phrase.start, []).append(phrase)
        if phrase.category == "people" and (end := _apposed(self.tokens, phrase.end)) is not None:
            self.asides[phrase.end] = end

    def people_before(self, end: int) -> list[TalkPhrase]:
        """Mentions of people that end right before a token."""
        phrases = (each for many in self.phrases.values() for each in many)
        return [each for each in phrases if each.category == "people" and each.end == end]

    def people_over(self, at: int) -> bool:
        """Whether a token stands within a mention of people."""
        phrases = (each for many in self.phrases.values() for each in many)
        return any(each.category == "people" and each.start < at < each.end - 1 for each in phrases)

    def find(self, automaton: Automaton) -> Iterator[FoundPattern]:
        """Every pattern found anywhere, the ones that begin first first."""
        for start, token in enumerate(self.tokens):
            firsts = [automaton.start]
            if automaton.clause_start is not None and self._begins(start):
                firsts.append(automaton.clause_start)
            for first in firsts:
                if token.low in first.words or any(
                    phrase.category in first.categories for phrase in self.phrases.get(start, ())
                ):
                    yield from self._from(automaton, first, start)

    def _from(self, automaton: Automaton, first: State, start: int) -> Iterator[FoundPattern]:
        waiting: list[tuple[State, int, tuple[LatticeStep, ...], bool]] = [(first, start, (), False)]
        steps = 0
        while waiting and steps < MOST_PATHS:
            steps += 1
            state, at, path, timed = waiting.pop()
            if path:
                end = path[-1].end if isinstance(path[-1], TalkPhrase) else path[-1] + 1
                for number in state.done:
                    yield FoundPattern(number, start, end, path, timed)
            if state.ends and self._ends(at):
                after = automaton.step(state, CLAUSE_END)
                if after is not None:
                    waiting.append((after, at, path, timed))
            if at == len(self.tokens):
                continue
            token = self.tokens[at]
            if state.gapped or token.low in state.words:
                after = automaton.step(state, token.low)
                if after is not None:
                    waiting.append((after, at + 1, (*path, at), timed))
            if path and _passed(token, self.tokens[at - 1]):
                waiting.append((state, at + 1, path, timed))
            if token.low == "who" and path and isinstance(path[-1], TalkPhrase) and path[-1].category == "people":
                waiting.append((state, at + 1, path, timed))  # Player 3, who voted, is the same as that Player 3 voted
            if path and at in self.asides:
                waiting.append((state, self.asides[at], path, timed))
            if path and at in self.times:
                waiting.append((state, self.times[at], path, True))
            for phrase in self.phrases.get(at, ()) if state.categories else ():
                if phrase.category in ("number", "ordinal") and path and self.tokens[at - 1].text == ",":
                    continue  # what comes after a comma is another number's
                if phrase.category in state.categories:
                    after = automaton.step(state, (phrase.category,))
                    if after is not None:
                        waiting.append((after, phrase.end, (*path, phrase), timed))

    def _begins(self, at: int) -> bool:
        """Whether a clause may begin with a token."""
        return not at or self.tokens[at - 1].text in _CLOSING or self.tokens[at - 1].low in _OPENING

    def _ends(self, at: int) -> bool:
        """Whether a clause may end before a token."""
        if at >= len(self.tokens) or (at and self.tokens[at - 1].text == ","):
            return True
        token = self.tokens[at]
        return token.text in _CLOSING or token.low in _OPENING


def _passed(token: WordToken, before: WordToken) -> bool:
    """Whether a word may be passed over inside a pattern: adverbs that change no claim, and commas."""
    return (
        token.text in _SKIPPED
        or token.low in _IDLE
        or (token.low in _BETWEEN and before.low in _PERFECT)
        or (token.low.endswith("ly") and len(token.low) > 3 and token.low not in _MEANING_LY)
    )


def _times_in(tokens: Sequence[WordToken]) -> dict[int, int]:
    """Where a time or an occasion is told: the token with which one begins → the one after it."""
    found = dict(found_phrases(tokens, "times"))
    for start, token in enumerate(tokens):
        if token.low in _PREPOSITIONS and (end := _occasion(tokens, start + 1)) is not None:
            found[start] = max(end, found.get(start, 0))
    return found


def _occasion(tokens: Sequence[WordToken], at: int) -> int | None:
    """Where a time or an occasion that begins with a token ends: `last night`, `the second vote`, `day 1`."""
    lows = [token.low for token in tokens[at : at + 6]]
    if lows and lows[0] in _BY_ITSELF:
        place = 1
        if lows[1:2] == ["'s"] and lows[2:3] and lows[2] in _OCCASIONS:
            place = 3
        return at + place
    place = 1 if lows and lows[0] in _WHICH else 0
    while place < len(lows) and lows[place] in _SUCH:
        place += 1
    if place >= len(lows) or lows[place] not in _OCCASIONS:
        return None
    place += 1
    numbered = place < len(lows) and (lows[place].isdigit() or (lows[place] in NUMBERS and lows[place] not in ORDINALS))
    if place == 1 and not numbered:
        return None  # for votes
    return at + place + numbered


def _apposed(tokens: Sequence[WordToken], end: int) -> int | None:
    """The token after what tells who somebody is besides, named up to a token: `, our seer,`; `was the one who`."""
    if tuple(token.low for token in tokens[end : end + 4]) in _WAS_WHO:
        return end + 4
    if end + 2 >= len(tokens) or tokens[end].text != "," or tokens[end + 1].low not in _DETERMINERS:
        return None
    for at in range(end + 2, min(end + 2 + _MOST_APPOSED, len(tokens))):
        if tokens[at].text == ",":
            return at + 1
        if not tokens[at].low.replace("-", "").isalpha() or tokens[at].low in _CLAUSES:
            return None
    return None
