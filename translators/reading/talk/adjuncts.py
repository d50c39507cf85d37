"""What may stand in the middle of a statement: when and on what occasion, and who somebody is besides."""

from __future__ import annotations

from collections.abc import Sequence

from translators.reading.talk.people import NUMBERS, ORDINALS
from translators.reading.talk.talk_words import found_phrases
from translators.reading.words.tokens import WordToken

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
    (be, "the", one, who) for be in ("is", "was") for one in ("one", "player", "person") for who in ("who", "that")
}
_MOST_APPOSED = 6
"""Tokens that tell who somebody is besides, between two commas."""


def times_in(tokens: Sequence[WordToken]) -> dict[int, int]:
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


def apposed(tokens: Sequence[WordToken], end: int) -> int | None:
    """The token after what tells who somebody is besides, named up to a token: `, our seer,`; `was the one who`."""
    if tuple(token.low for token in tokens[end : end + 4]) in _WAS_WHO:
        return end + 4
    if end + 2 >= len(tokens) or tokens[end].text != "," or tokens[end + 1].low not in _DETERMINERS:
        return None
    for at in range(end + 2, min(end + 2 + _MOST_APPOSED, len(tokens))):
        if tokens[at].text == ",":
            return at + 1
        if not tokens[at].low.replace("-", "").isalpha() or tokens[at].low in ("and", "or", "but"):
            return None
    return None
