"""The attributional score, self-localization, surprisal and record quality of a match of words, from its transcript.

A match of words is one in which everybody holds a word: its states have `(card PLAYER WORD)`, `(identity PLAYER
IDENTITY)` and `(round N)`, and its moves carry descriptions. Words' definitions are `meanings.toml` of the game's
folder. Att_nli paper, section 4.1 and appendix D; surprisal, the rank of the own word, is ours, since a spy and a
citizen who say the same have the same soundness.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from gdl.values import dataclass
from lelma.agents.undercover.abducer import rank_words
from lelma.experiments.evaluation.tables import ReportTable, TableCell
from lelma.experiments.metrics.attribution import (
    AttributionScore,
    RecordQuality,
    SelfLocation,
    attribution_scores,
    record_quality,
    self_location,
)
from lelma.experiments.metrics.means import mean_of
from lelma.experiments.over_matches.rows import MatchMeasure
from lelma.experiments.over_matches.tables import GROUP_COLUMNS, MatchGroup
from lelma.game.game import Game
from lelma.matches.transcript import Event
from lelma.models.embeddings import Embedder
from lelma.support.errors import GameError, LelmaError, UsageError
from lelma.support.outside import toml_file
from lelma.words.word_facts import WordFacts
from translators.descriptions.spelling import words_of

_SPY = "spy"


@dataclass(frozen=True)
class PlayerMeasures:
    """What one player of a match comes to.

    Attributes:
        attribution: None where it said nothing that counted, and where a word that was dealt has no definition.
        own: whether it found what it is; None where it noted nothing of itself.
        record: of its last record, against who held its word; None without one.
        out: whether it was voted out.
        first_right: the round, from 1, of the first belief by which it was what it is; None if there was none.
        rank: of its own word among all that the lexicon knows, by how cheaply they explain what it said, from 1; words
            of the same cost share the middle of their ranks. None without a lexicon, or where it said nothing.
    """

    player: str
    identity: str
    attribution: AttributionScore | None
    own: SelfLocation | None
    record: RecordQuality | None
    out: bool = False
    first_right: int | None = None
    rank: float | None = None

    def numbers(self) -> dict[str, float]:
        """What there is of it, by the names that measures of studies have."""
        found: dict[str, float | None] = {"out": self.out, "rank": self.rank, "self_round": self.first_right}
        if self.attribution is not None:
            score = self.attribution
            found |= {"attribution": score.value, "soundness": score.soundness, "alignment": score.alignment}
            found |= {"clamped": score.clamped}
        if self.own is not None:
            found |= {"self_final": self.own.final, "self_ever": self.own.ever, "self_brier": self.own.brier}
        if self.record is not None:
            found |= {"record_right": self.record.accuracy, "record_decided": self.record.coverage}
        return {name: float(value) for name, value in found.items() if value is not None}


def measures_of(name: str, embedder: Embedder) -> MatchMeasure | None:
    """What makes the measures of a match of a game; None for a game without definitions, or that is not here.

    A match that deals a word without a definition has those that need none.

    Raises:
        GameError: if the definitions or the lexicon have faults.
    """
    try:
        game = Game.load(name)
    except LelmaError:
        return None
    file = game.folder / "meanings.toml"
    if not file.is_file():
        return None
    meanings, facts = read_meanings(file), WordFacts.of(game)

    def measured(events: Sequence[Event]) -> Mapping[str, Mapping[str, float]]:
        try:
            found = player_measures(events, meanings, embedder, facts)
        except UsageError:
            return {}
        return {each.player: each.numbers() for each in found}

    return measured


def words_table(groups: Sequence[MatchGroup], embedder: str) -> ReportTable | None:
    """How well each identity passed for the others, and how easily its word was found; None without such measures.

    Args:
        embedder: the name of the one that scores go by.
    """
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        told = [(each, row) for each in group.done for row in each.rows if row.role in each.measured]
        for identity in sorted({row.identity for _, row in told}):
            numbers = [each.measured[row.role] for each, row in told if row.identity == identity]
            means = [mean_of([each[name] for each in numbers if name in each]) for name in _COLUMNS]
            rows.append((*group.key, identity, len(numbers), *means))
    if not rows:
        return None
    columns = (*GROUP_COLUMNS, "Identity", "Players", *_COLUMNS.values())
    note = (
        f"Attributional scores by the embedder {embedder} (att_nli paper, Eqs. 8 to 10), later rounds weighing more; "
        "clamped: rounds in which a cosine to a definition was below 0.05. Rank of its word: among all words of the "
        "lexicon, by how cheaply they explain what the player said; the lower, the more it gave away. Record: what a "
        "prover decided of others' words, and the share of that which is so. Means over players."
    )
    return ReportTable("words", "What was said of words", columns, tuple(rows), note)


_COLUMNS = {
    "attribution": "AttScore",
    "soundness": "Soundness",
    "alignment": "Alignment",
    "clamped": "Clamped",
    "rank": "Rank of its word",
    "record_right": "Record right",
    "record_decided": "Record decided",
    "out": "Voted out",
}


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
    events: Sequence[Event], meanings: Mapping[str, str], embedder: Embedder, facts: WordFacts | None = None
) -> tuple[PlayerMeasures, ...]:
    """The measures of each player; those of attribution only where both words that were dealt have a definition.

    Args:
        facts: what is known of words, for their ranks.

    Raises:
        UsageError: if the match deals no words.
        ModelError: if the embedder has no vectors.
    """
    states = [event for event in events if event["event"] == "state"]
    told = [fact.strip("()").split() for event in states for fact in event["added"]]
    words = {fact[1]: fact[2] for fact in told if fact[0] == "card" and len(fact) == 3}
    identities = {fact[1]: fact[2] for fact in told if fact[0] == "identity" and len(fact) == 3}
    gone = {fact.strip("()").split()[-1] for event in states for fact in event.get("removed", ()) if "(alive " in fact}
    by_identity = {identities[player] == _SPY: _plain(word) for player, word in words.items() if player in identities}
    if set(by_identity) != {True, False}:
        raise UsageError("in this match not everybody holds a word")
    said = _said(events)
    defined = [meanings[by_identity[odd]] for odd in (False, True) if by_identity[odd] in meanings]
    scores = _scores(said, defined, embedder) if len(defined) == 2 else {}
    found = []
    for player, identity in identities.items():
        beliefs = _of_itself(events, player)
        own = self_location([belief for _, belief in beliefs], identity)
        first = beliefs[own.first_right - 1][0] if own is not None and own.first_right is not None else None
        texts = [each[player] for each in said.values() if player in each]
        rank = _rank(facts, texts, words[player]) if facts is not None and texts else None
        record = _record(events, player, words)
        measures = PlayerMeasures(player, identity, scores.get(player), own, record, player in gone, first, rank)
        found.append(measures)
    return tuple(found)


def _scores(
    said: Mapping[int, Mapping[str, str]], defined: Sequence[str], embedder: Embedder
) -> Mapping[str, AttributionScore]:
    """Player → its score, by the definitions of the citizens' word and of the spy's."""
    citizens, spys = defined
    texts = list(dict.fromkeys([*defined, *(text for each in said.values() for text in each.values())]))
    rows = dict(zip(texts, embedder.embed(texts).astype(np.float64), strict=True))
    return attribution_scores(said, citizens, spys, lambda one, other: float(rows[one] @ rows[other]))


def _rank(facts: WordFacts, said: Sequence[str], word: str) -> float | None:
    """The middle of the ranks of the words that explain what was said as cheaply as a word does."""
    costs = {each.word: each.cost for each in rank_words(facts, said, facts.words)}
    own = costs.get(_plain(word))
    if own is None:
        return None
    below, same = sum(cost < own for cost in costs.values()), sum(cost == own for cost in costs.values())
    return below + (same + 1) / 2


def _said(events: Sequence[Event]) -> dict[int, dict[str, str]]:
    """Round → player → its description, without those that the referee put in place of refused ones."""
    found: dict[int, dict[str, str]] = {}
    number = 1
    replaced = {(event["ply"], event["role"]) for event in events if event["event"] == "fallback"}
    for event in events:
        if event["event"] == "state":
            number = _round(event, number)
        elif event["event"] == "move" and event.get("words") and (event["ply"], event["role"]) not in replaced:
            found.setdefault(number, {})[event["role"]] = event["words"]
    return found


def _of_itself(events: Sequence[Event], player: str) -> list[tuple[int, Mapping[str, float]]]:
    """What a player believed of itself, each with the number of the round."""
    found = []
    number = 1
    for event in events:
        if event["event"] == "state":
            number = _round(event, number)
        elif (event["event"], event.get("role"), event.get("kind")) == ("note", player, "belief"):
            found += [(number, of) for who, of in event.get("beliefs", {}).items() if who == player]
    return found


def _round(state: Event, before: int) -> int:
    told = [fact.strip("()").split() for fact in state["added"]]
    return next((int(fact[1]) for fact in told if fact[0] == "round"), before)


def _record(events: Sequence[Event], player: str, words: Mapping[str, str]) -> RecordQuality | None:
    notes = [event for event in events if event["event"] == "note" and event["role"] == player]
    last = next((note for note in reversed(notes) if note["kind"] == "record"), None)
    if last is None:
        return None
    return record_quality(last["truths"], lambda other: words.get(other) == words[player])


def _plain(word: str) -> str:
    return "".join(words_of(word))
