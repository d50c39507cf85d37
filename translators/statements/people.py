"""Who is meant: players by number, the speaker, and those spoken of last."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.language.patterns import PEOPLE

_MENTION = re.compile(rf"(?<!\w){PEOPLE}(?!\w)", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,3}")
_SPEAKER = re.compile(r"\b(?:i|me|myself|mine|my)\b", re.IGNORECASE)
_SINGULAR = re.compile(r"\b(?:he|she|him|her|his)\b", re.IGNORECASE)
_OTHERS = re.compile(r"\b(?:they|them|their|he|she|him|her|his)\b", re.IGNORECASE)
_US = re.compile(r"\b(?:we|us|our)\b", re.IGNORECASE)


class People:
    """The mentions of players in one text, by one speaker."""

    def __init__(self, roles: Sequence[str], speaker: str, text: str) -> None:
        """Find the mentions.

        Args:
            roles: all players; the player with number n is the nth of them.
            speaker: who `I` is.
        """
        self._roles = roles
        self._speaker = speaker
        self._mentions = [
            (found.start(), named) for found in _MENTION.finditer(text) if (named := self._named(found[0]))
        ]

    def named_in(self, start: int, end: int) -> bool:
        """Whether a player is named between two offsets of the text."""
        return any(start <= place < end for place, _ in self._mentions)

    def is_player(self, word: str) -> bool:
        """Whether a query's word is a player, or `you`."""
        return word == "you" or word in self._roles

    def meant(self, mention: str, at: int) -> tuple[str, ...]:
        """The players that a mention at an offset of the text means; none if that can't be told."""
        named = self._named(mention)
        if named:
            return named
        if _OTHERS.search(mention):
            before = [players for place, players in self._mentions if place < at and players != (self._speaker,)]
            if _SINGULAR.search(mention):
                before = [players for players in before if len(players) == 1]
            return before[-1] if before else ()
        return ()

    def _named(self, mention: str) -> tuple[str, ...]:
        """Players named by number or as the speaker, in the order of the mention."""
        found: list[str] = []
        for part in re.finditer(rf"{_NUMBER.pattern}|{_SPEAKER.pattern}", mention, re.IGNORECASE):
            if not part[0].isdigit():
                role = self._speaker
            elif 1 <= int(part[0]) <= len(self._roles):
                role = self._roles[int(part[0]) - 1]
            else:
                return ()
            if role not in found:
                found.append(role)
        return () if _US.search(mention) else tuple(found)
