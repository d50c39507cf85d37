"""Whether one's own word is the odd one: as a score by an embedder, and as a deduction from what was said.

The score is that of the SpyGame paper (section 5.2, appendix A.6), over the words that one *guesses* the others have,
as the paper says; its published code takes their true words, which gives the roles away. The deduction is ours: a
description that can't be true of my word is not of my word, as far as descriptions are true; and where all players but
one hold the same word, two players whose words differ include that one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np

from gdl.values import dataclass
from lelma.models.embeddings import Embedder
from lelma.words.honesty import Honesty


def outlier_score(own: str, guesses: Mapping[str, str], embedder: Embedder) -> float | None:
    """How far one's own word is from those that one guesses the others have: 1 less the mean cosine.

    Args:
        guesses: other player who is still in → the word one guesses for it; empty where there is no guess.

    Returns:
        0 where all are the same, rounded to 3 decimals; None without any guess.

    Raises:
        ModelError: if the embedder has no vectors.
    """
    words = [guesses[player] for player in sorted(guesses) if guesses[player].strip()]
    if not words:
        return None
    rows = embedder.embed([own, *words]).astype(np.float64)
    return round(1 - float(np.mean(np.sum(rows[1:] * rows[0], axis=1))), 3) + 0.0  # no -0.0


@dataclass(frozen=True)
class ProvedOutlier:
    """What descriptions show of who holds the odd word, if they are true.

    Attributes:
        contradicted, open, entailed: how many descriptions of others can't be, may be, must be true of my word; one
            that can't be read or decided counts nowhere.
        another_word: the others who can't have my word.
        differ: the pairs of players whose words are shown to differ, each in the order of `players`.
        suspects: the players who can hold the odd word; none if the descriptions can't all be true.
    """

    contradicted: int
    open: int
    entailed: int
    another_word: frozenset[str]
    differ: frozenset[tuple[str, str]]
    suspects: frozenset[str]

    @property
    def share(self) -> Fraction | None:
        """The share of the descriptions that can't be true of my word; None if there are none."""
        all_ = self.contradicted + self.open + self.entailed
        return Fraction(self.contradicted, all_) if all_ else None


def proved_outlier(
    me: str, own: str, descriptions: Mapping[str, Sequence[str]], honesty: Honesty, *, players: Sequence[str] = ()
) -> ProvedOutlier:
    """What the others' descriptions show of my word and of each other's.

    Args:
        own: my word.
        descriptions: player → what it said of its word, oldest first; mine are not needed.
        players: all who may hold the odd word; by default those who described something, and me.
    """
    everyone = tuple(dict.fromkeys(players or (*descriptions, me)))
    others = [player for player in everyone if player != me]
    findings = [honesty.entails(text, own).outcome for player in others for text in descriptions.get(player, ())]
    differ = frozenset(
        pair for pair in combinations(everyone, 2) if words_differ(*pair, descriptions, honesty, known={me: own})
    )
    return ProvedOutlier(
        findings.count("contradicted"),
        findings.count("open"),
        findings.count("entailed"),
        frozenset(player for player in others if not differ.isdisjoint({(me, player), (player, me)})),
        differ,
        odd_ones(everyone, differ),
    )


def words_differ(
    one: str,
    other: str,
    descriptions: Mapping[str, Sequence[str]],
    honesty: Honesty,
    *,
    known: Mapping[str, str] | None = None,
) -> bool:
    """Whether what two players said shows that they hold different words; `known` are words that are known."""
    held = known or {}
    said = [text for player in (one, other) if player not in held for text in descriptions.get(player, ())]
    word = held.get(one, held.get(other, ""))
    return honesty.contradictory(said, word)


def odd_ones(players: Sequence[str], differ: frozenset[tuple[str, str]]) -> frozenset[str]:
    """Who can be the only one with another word, if those pairs hold different ones: whoever is in each pair.

    >>> sorted(odd_ones(["a", "b", "c"], frozenset({("a", "b"), ("a", "c")})))
    ['a']
    """
    return frozenset(player for player in players if all(player in pair for pair in differ))
