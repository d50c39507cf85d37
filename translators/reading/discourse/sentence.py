"""A sentence parsed: its islands, what they leave unread, and where its clauses end.

Of one that the grammar is sure of nothing in, what it most likely claims.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from gdl.values import dataclass
from translators.reading.grammar.chart import Grammar
from translators.reading.grammar.cover import Island, cover
from translators.reading.weighed.weighing import REFUTABLE, weighed
from translators.reading.words.asides import without_asides
from translators.reading.words.game_words import GameWords
from translators.reading.words.tagging import Tagged, tag

MOST_TOKENS = 120
"""Longer sentences are left unread."""

_BOUNDARIES = frozenset(
    {"comma", "and", "since", "but", "contrast", "counterfactual", "semi", "colon", "lp", "rp", "or", "where"}
)
_PIECES = frozenset(
    """who whose if for by more be get give choose option than case prefer both move instead either can never no not
    always only deviate this Amount Sum Vs Measure For alone then deny
    company crowd join share without hold holding""".split()
)
"""Categories that by themselves say too little: as islands they are words that were not understood."""


_DOING = frozenset({"do", "does", "did"})
_ASKING = frozenset({"am", "should", "is", "are", "was", "were", "can", "could", "would", "will", "might", *_DOING})
_BESIDE_CLAIMS = frozenset({"Cond", "Doing", "For", "comma", "question", "then", "and", "but"})
MOST_OF_SUBJECT = 6
"""Words of which a subject of a question is tried."""

_TURNING = frozenset("Supposed hypothetical counterfactual future history speech retract question apparent".split())
"""Islands that turn what a sentence says: it is only supposed, asked, quoted, of other rounds."""


@dataclass(frozen=True)
class Parsed:
    """A sentence as it was parsed.

    Attributes:
        islands: in order.
        left: tokens that none of them covers and that are not light.
    """

    tagged: Tagged
    islands: tuple[Island, ...]
    left: tuple[int, ...]

    @cached_property
    def loose(self) -> tuple[int, ...]:
        """Tokens that were not understood: in no island, or in one that says too little by itself."""
        return tuple(sorted((*self.left, *(each.start for each in self.islands if self._is_piece(each)))))

    def _is_piece(self, island: Island) -> bool:
        """Whether an island says too little by itself; `Sudria's view:` says whose amounts follow."""
        labels = island.category == "For" and self.tagged.tokens[island.end - 1].text == ":"
        return island.category in _PIECES and not labels and island.end > self._numbered

    @cached_property
    def _numbered(self) -> int:
        """Where a number at the head of the sentence ends: `Option 2:`, `Case 1:`."""
        head = [each.category for each in self.islands[:3]]
        return self.islands[1].end if head in (["option", "Amount", "colon"], ["case", "Amount", "colon"]) else 0

    @cached_property
    def loose_words(self) -> tuple[str, ...]:
        """The words that were not understood."""
        return tuple(self.tagged.tokens[place].text for place in self.loose)

    def place(self, island: Island) -> int:
        """Which island of the sentence it is."""
        return self._places[island.start]

    @cached_property
    def _places(self) -> dict[int, int]:
        return {island.start: at for at, island in enumerate(self.islands)}

    def unread_words(self, island: Island) -> tuple[str, ...]:
        """The words of an island's clause that were not understood."""
        at = self.place(island)
        first, last = at, at
        while first > 0 and self.islands[first - 1].category not in _BOUNDARIES:
            first -= 1
        while last + 1 < len(self.islands) and self.islands[last + 1].category not in _BOUNDARIES:
            last += 1
        start = self.islands[first - 1].end if first else 0
        end = self.islands[last + 1].start if last + 1 < len(self.islands) else len(self.tagged.tokens)
        pieces = [each for each in self.islands[first : last + 1] if self._is_piece(each)]
        words = [self.tagged.tokens[place].text for place in self.left if start <= place < end]
        return (*words, *(self.tagged.tokens[each.start].text for each in pieces))


def parse_sentence(words: str, game: GameWords, grammar: Grammar) -> Parsed:
    """A sentence's cheapest cover by phrases of the grammar."""
    tagged = without_asides(tag(words, game, grammar.literals))
    islands, left = cover(tagged, *grammar.chart(tagged.edges)) if len(tagged.tokens) <= MOST_TOKENS else ((), ())
    parsed = Parsed(tagged, islands, left)
    tokens = tagged.tokens
    if len(tokens) > 3 and tokens[-1].low == "?" and tokens[0].low in _ASKING and tokens[1].low != "n't":
        return _uninverted(parsed, words, game, grammar)
    return parsed


def _uninverted(parsed: Parsed, words: str, game: GameWords, grammar: Grammar) -> Parsed:
    """A question as the statement that it asks about, its verb after its subject, if that is understood."""
    verb, first, *rest = parsed.tagged.tokens
    said = " " if verb.low in _DOING else f" {verb.low} "
    for before, token in pairwise((first, *rest[:MOST_OF_SUBJECT])):
        told = f"{words[first.start : before.end]}{said}{words[token.start :]}"
        made = parse_sentence(told, game, grammar)
        kinds = [island.category for island in made.islands if island.category not in _BESIDE_CLAIMS]
        if kinds == ["Claim"] and not made.loose:
            return made
    return parsed


def with_likeliest(parsed: Parsed, game: GameWords) -> Parsed | None:
    """The sentence as the one claim that it most likely is; None if none is likely enough."""
    if any(island.category in _TURNING for island in parsed.islands):
        return None
    found = weighed(parsed.tagged, game)
    if found is None:
        return None
    whole = Island("Claim", 0, len(parsed.tagged.tokens), (found.claim,), "weighed")
    return Parsed(parsed.tagged, (whole,), () if found.sure >= REFUTABLE else parsed.loose[:1] or (0,))
