"""What the weights look at: words and their categories, beside a number and beside the moves that a sentence names."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from gdl.values import dataclass
from translators.reading.words.game_words import GameWords
from translators.reading.words.tagging import Tagged, WordEdge

_MOVE, _NUMBER, _PLAYER = "<move>", "<number>", "<player>"
_FAR = 4
_NEAR_MOVE = 5
_ELSE = frozenset(
    """pair numbered agent letter percent probability fraction otherwise alone unless same_move diff_move
    deny""".split()
)
"""Categories of words in whose sentences moves and amounts are told in other ways than one by one."""
_GENERAL = frozenset({"you", "your", "yours"})
"""Words for whoever it may be."""
_LOSING = frozenset({"loss", "lost", "fall"})
_TOLD_APART = frozenset(
    {"who", "whose", "max", "min", "peak", "extreme", "atleast", "more", "best", "two_of", "safest", "get", "give"}
)
"""Categories that are a feature with what the word means, too."""


@dataclass(frozen=True)
class Marked:
    """A sentence with moves, numbers and names in the place of their words.

    Attributes:
        words: in lower case.
        labels: for each word its categories, of players with who it is.
        moves: place of each move that is named → the moves that it may be.
        numbers: all numbers in figures.
    """

    words: tuple[str, ...]
    labels: tuple[frozenset[str], ...]
    moves: tuple[tuple[int, tuple[str, ...]], ...]
    numbers: tuple[Fraction, ...]

    def has(self, *labels: str) -> bool:
        """Whether any word is of one of these categories."""
        return any(not each.isdisjoint(labels) for each in self.labels)

    @property
    def speaks_of_players(self) -> bool:
        """Whether any player is named or meant."""
        return self.has("who", "whose")


def marked(tagged: Tagged, game: GameWords) -> Marked | None:
    """A sentence as the weights see it; None where moves or amounts stand in it in other ways than one by one."""
    if _GENERAL & {token.low for token in tagged.tokens}:
        return None
    if any(edge.category in ("get", "give") and edge.sense in _LOSING for edge in tagged.edges):
        return None
    named = {edge.start for edge in tagged.edges if edge.category == "move"}
    if any(edge.category in _ELSE and edge.start not in named for edge in tagged.edges):
        return None
    shortest: dict[int, WordEdge] = {}
    labels: list[set[str]] = [set() for _ in tagged.tokens]
    for edge in tagged.edges:
        labels[edge.start] |= set(_labels(edge, game))
        if _stands_for(edge) and (edge.start not in shortest or edge.end < shortest[edge.start].end):
            shortest[edge.start] = edge
    words, kept, moves, numbers = list[str](), list[frozenset[str]](), list[tuple[int, tuple[str, ...]]](), []
    place = 0
    while place < len(tagged.tokens):
        found = shortest.get(place)
        if found is not None and found.category == "move":
            moves.append((len(words), _moves(found.sense)))
        elif found is not None and found.category == "num":
            numbers.append(found.sense)
        words.append(tagged.tokens[place].low if found is None else _stands_for(found))
        kept.append(frozenset(labels[place]))
        place = found.end if found is not None and found.category == "move" else place + 1
    return Marked(tuple(words), tuple(kept), tuple(moves), tuple(numbers))


def _moves(sense: object) -> tuple[str, ...]:
    return tuple(map(str, sense)) if isinstance(sense, tuple) else (str(sense),)


def _stands_for(edge: WordEdge) -> str:
    """What stands in the place of a word: of a move, a number, the name of a player."""
    if edge.category in ("who", "whose") and isinstance(edge.sense, tuple):
        return _PLAYER
    return {"move": _MOVE, "num": _NUMBER}.get(edge.category, "")


def _labels(edge: WordEdge, game: GameWords) -> Iterator[str]:
    sense = edge.sense
    if edge.category in ("who", "whose") and isinstance(sense, tuple):
        sense = "me" if sense[-1] == game.me else "them"
    yield edge.category
    if edge.category in _TOLD_APART:
        yield f"{edge.category}={sense}"


def sentence_features(sentence: Marked) -> Iterator[str]:
    """What the kind of claim and whose payoff it is about are weighed by."""
    words, labels = sentence.words, sentence.labels
    yield f"moves:{len(sentence.moves)}"
    yield f"numbers:{len(sentence.numbers)}"
    for size in (1, 2, 3):
        for start in range(len(words) - size + 1):
            yield " ".join(words[start : start + size])
    for each in labels:
        yield from (f"is:{label}" for label in each)
    for place, word in enumerate(words):
        if word == _NUMBER:
            for at, side in _around(place, len(words), _FAR):
                yield f"{side}{words[at]}"
                yield from (f"{side}:{label}" for label in labels[at])


def move_features(sentence: Marked, number: int) -> Iterator[str]:
    """What is weighed for whose the move is that is named as the `number`-th."""
    words, labels, place = sentence.words, sentence.labels, sentence.moves[number][0]
    yield f"nth:{number}/{len(sentence.moves)}"
    for at, side in _around(place, len(words), _NEAR_MOVE):
        yield f"{side}{words[at]}"
        yield f"{side}{abs(at - place)}{words[at]}"
        for label in labels[at]:
            yield f"{side}:{label}"
            yield f"{side}{abs(at - place)}:{label}"
    for step in (-1, 1):
        at = place + step
        while 0 <= at < len(words):
            who = [label for label in labels[at] if label.startswith(("who=", "whose="))]
            if who:
                yield from (f"next{step}:{label}:{min(abs(at - place), 6)}" for label in who)
                yield from (f"next{step}:{label}" for label in who)
                break
            at += step


def _around(place: int, size: int, far: int) -> Iterator[tuple[int, str]]:
    for distance in range(1, far + 1):
        if place >= distance:
            yield place - distance, "<"
        if place + distance < size:
            yield place + distance, ">"
