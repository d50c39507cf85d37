"""What was heard in a match, read or not, which later words may be about.

That somebody said something is so where it was read. That it was not said can seldom be told from that, for it may have
been said in other words: only where the speaker said what denies it, or spoke of nobody whom it is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field

from gdl.values import dataclass
from translators.formulas.formula import Const
from translators.language.vocabulary import Vocabulary
from translators.reading.talk.game_talk import named_words
from translators.reading.talk.people import PeopleFinder, speaks_of_some, spoken_of
from translators.reading.talk.talk_words import talk_tokens

ABOUT_IDENTITY = {
    "is_identity": ("is_not_identity", "cannot_be_identity"),
    "must_be_identity": ("is_not_identity", "cannot_be_identity"),
    "is_on_side": ("is_not_on_side", "cannot_be_on_side"),
    "must_be_on_side": ("is_not_on_side", "cannot_be_on_side"),
}
"""Claims that somebody is something, and those that deny them."""


_ENDS = re.compile(r"(?<=[.!?])\s+")

IsHeard = Callable[[int, str], bool]
"""Joint move and speaker → whether the words are among those that count."""


@dataclass
class HeardWords:
    """The words of a match, as far as it has gone: each with the joint move they came with, and their speaker.

    Attributes:
        players: those of the match.
        sides: identity → side.
        told: what words claimed, as the solver is told.
        claims: what they claimed.
        unread: the players that words may be about which were not read.
        sentences: the players that each sentence may be about, and the identities and sides that it names.
    """

    players: Collection[str]
    sides: Mapping[str, str]
    told: list[tuple[int, str, str]] = field(default_factory=list)
    claims: list[tuple[int, str, Const]] = field(default_factory=list)
    unread: list[tuple[int, str, frozenset[str]]] = field(default_factory=list)
    sentences: list[tuple[int, str, frozenset[str], frozenset[str]]] = field(default_factory=list)

    def copy(self) -> HeardWords:
        """The same words, to which others may be added."""
        return HeardWords(self.players, self.sides, [*self.told], [*self.claims], [*self.unread], [*self.sentences])

    def never_said(self, speaker: str, claim: Const, heard: IsHeard) -> bool:
        """Whether it is sure that a speaker, of whom something was heard, has not claimed something."""
        sides = self.sides
        if any(who == speaker and heard(ply, who) and _denied(claim, each, sides) for ply, who, each in self.claims):
            return True
        others = {each.name for each in _inner(claim)}.intersection(self.players) - {speaker}
        wanted = _called(claim, sides)
        if not others and any(who == speaker and heard(ply, who) and _of(each, who) for ply, who, each in self.claims):
            return False  # who tells of a check says to be the seer, too
        own = [(about, named) for ply, who, about, named in self.sentences if who == speaker and heard(ply, who)]
        may = any(others <= about and (not wanted or wanted & named) for about, named in own)
        return bool(own and (others or wanted)) and not may


def _of(claim: Const, who: str) -> bool:
    """Whether a claim is about what somebody did, and not about who that is."""
    return claim.name not in ABOUT_IDENTITY and claim.args[:1] == (Const(who),)


def _called(claim: Const, sides: Mapping[str, str]) -> set[str]:
    """Words of which one has to be said to claim that somebody is something; none where any words will do."""
    known = claim.name in ABOUT_IDENTITY or any(claim.name in denying for denying in ABOUT_IDENTITY.values())
    what = claim.args[-1].name if known and isinstance(claim.args[-1], Const) else ""
    if not what:
        return set()
    if what in sides:
        alone = [each for each in sides if sides[each] == sides[what]] == [what]
        return {what, sides[what]} if alone else {what}
    return {what, *(each for each, side in sides.items() if side == what)}


def _denied(claim: Const, other: Const, sides: Mapping[str, str]) -> bool:
    if len(claim.args) != 2 or len(other.args) != 2 or claim.args[0] != other.args[0]:
        return False
    what, claimed = claim.args[1], other.args[1]
    return (
        isinstance(what, Const)
        and isinstance(claimed, Const)
        and contradicts(claim.name, what.name, other.name, claimed.name, sides)
    )


def _inner(claim: Const) -> list[Const]:
    found = [each for each in claim.args if isinstance(each, Const)]
    return [*found, *(inner for each in found for inner in _inner(each))]


def contradicts(name: str, what: str, said: str, claimed: str, sides: Mapping[str, str]) -> bool:
    """Whether one claim about who somebody is denies another about the same player.

    Args:
        name, said: what is claimed, such as `is_identity`.
        what, claimed: an identity or a side.
        sides: identity → side.
    """
    if name in ABOUT_IDENTITY and said in ABOUT_IDENTITY:
        identities = name.endswith("identity") and said.endswith("identity")
        return what != claimed if identities else sides.get(what, what) != sides.get(claimed, claimed)
    for one, other, mine, yours in ((name, said, what, claimed), (said, name, claimed, what)):
        if one in ABOUT_IDENTITY and other in ABOUT_IDENTITY[one]:
            return mine == yours
    return False


class NamesInWords:
    """Tells whom and what words name, in the words of a game."""

    def __init__(self, vocabulary: Vocabulary, players: Sequence[str]) -> None:
        self._vocabulary, self._players = vocabulary, players
        self._words = named_words(vocabulary)
        self._finders: dict[str, PeopleFinder] = {}

    def spoken_of(self, part: str, words: str, speaker: str) -> frozenset[str]:
        """The other players that a part of a speech may be about."""
        finder = self._finders.get(speaker)
        if finder is None:
            names = self._vocabulary.role_names
            finder = self._finders[speaker] = PeopleFinder(self._players, names, speaker)
        return spoken_of(part, words, finder) - {speaker}

    def by_sentence(self, words: str, speaker: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
        """For each sentence of a speech the other players that it may be about, and what it names.

        It may be about all where it speaks of some without their names; what it names are identities, sides and
        other words of queries.
        """
        for part in _ENDS.split(words):
            some = speaks_of_some(part)
            yield frozenset(self._players) if some else self.spoken_of(part, words, speaker), self._named_in(part)

    def _named_in(self, words: str) -> frozenset[str]:
        lows = [token.low for token in talk_tokens(words)]
        return frozenset(
            word
            for at, low in enumerate(lows)
            for name, _, word in self._words.get(low, ())
            if tuple(lows[at : at + len(name)]) == name
        )
