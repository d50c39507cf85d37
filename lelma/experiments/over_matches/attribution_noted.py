"""The attributional score, self-localization and record quality of a match of words, from its transcript.

A match of words is one in which everybody holds a word: its states have `(card PLAYER WORD)`, `(identity PLAYER
IDENTITY)` and `(round N)`, and its moves carry descriptions. Words' definitions are `meanings.toml` of the game's
folder. Att_nli paper, section 4.1 and appendix D.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lelma.experiments.metrics.attribution import (
    AttributionScore,
    RecordQuality,
    SelfLocation,
    attribution_scores,
    record_quality,
    self_location,
)
from lelma.matches.transcript import Event
from lelma.models.embeddings import Embedder
from lelma.support.errors import GameError, UsageError
from lelma.support.outside import toml_file
from translators.descriptions.spelling import words_of

_SPY = "spy"


@dataclass(frozen=True)
class PlayerMeasures:
    """What one player of a match comes to.

    Attributes:
        attribution: None where it said nothing that counted.
        own: whether it found what it is; None where it noted nothing of itself.
        record: of its last record, against who held its word; None without one.
    """

    player: str
    identity: str
    attribution: AttributionScore | None
    own: SelfLocation | None
    record: RecordQuality | None


def read_meanings(file: Path) -> dict[str, str]:
    """Word, in plain letters without spaces → its definition.

    Raises:
        GameError: if the file can't be read, or a definition is no sentence.
    """
    found = toml_file(file, fail=GameError)
    wrong = [word for word, text in found.items() if not isinstance(text, str) or not words_of(text)]
    if wrong:
        raise GameError(f"{file}: expected a sentence for {', '.join(wrong)}")
    return {_plain(word): text for word, text in found.items()}


def player_measures(
    events: Sequence[Event], meanings: Mapping[str, str], embedder: Embedder
) -> tuple[PlayerMeasures, ...]:
    """The measures of each player.

    Raises:
        UsageError: if a word that was dealt has no definition, or the match deals none.
        ModelError: if the embedder has no vectors.
    """
    facts = [fact.strip("()").split() for event in events if event["event"] == "state" for fact in event["added"]]
    words = {fact[1]: fact[2] for fact in facts if fact[0] == "card" and len(fact) == 3}
    identities = {fact[1]: fact[2] for fact in facts if fact[0] == "identity" and len(fact) == 3}
    by_identity = {identities[player] == _SPY: _plain(word) for player, word in words.items() if player in identities}
    if set(by_identity) != {True, False}:
        raise UsageError("in this match not everybody holds a word")
    unknown = sorted({word for word in by_identity.values() if word not in meanings})
    if unknown:
        raise UsageError(f"there is no definition of {', '.join(unknown)}")
    said = _said(events)
    citizens, spys = meanings[by_identity[False]], meanings[by_identity[True]]
    texts = list(dict.fromkeys([citizens, spys, *(text for each in said.values() for text in each.values())]))
    rows = dict(zip(texts, embedder.embed(texts).astype(np.float64), strict=True))
    scores = attribution_scores(said, citizens, spys, lambda one, other: float(rows[one] @ rows[other]))
    return tuple(
        PlayerMeasures(
            player,
            identity,
            scores.get(player),
            self_location(_of_itself(events, player), identity),
            _record(events, player, words),
        )
        for player, identity in identities.items()
    )


def _said(events: Sequence[Event]) -> dict[int, dict[str, str]]:
    """Round → player → its description, without those that the referee put in place of refused ones."""
    found: dict[int, dict[str, str]] = {}
    number = 1
    replaced = {(event["ply"], event["role"]) for event in events if event["event"] == "fallback"}
    for event in events:
        if event["event"] == "state":
            told = [fact.strip("()").split() for fact in event["added"]]
            number = next((int(fact[1]) for fact in told if fact[0] == "round"), number)
        elif event["event"] == "move" and event.get("words") and (event["ply"], event["role"]) not in replaced:
            found.setdefault(number, {})[event["role"]] = event["words"]
    return found


def _of_itself(events: Sequence[Event], player: str) -> list[Mapping[str, float]]:
    notes = [event for event in events if event["event"] == "note" and event["role"] == player]
    return [note["beliefs"][player] for note in notes if note["kind"] == "belief" and player in note.get("beliefs", {})]


def _record(events: Sequence[Event], player: str, words: Mapping[str, str]) -> RecordQuality | None:
    notes = [event for event in events if event["event"] == "note" and event["role"] == player]
    last = next((note for note in reversed(notes) if note["kind"] == "record"), None)
    if last is None:
        return None
    return record_quality(last["truths"], lambda other: words.get(other) == words[player])


def _plain(word: str) -> str:
    return "".join(words_of(word))
