"""How well somebody passes for a citizen (the attributional score), knows what it is itself, and judges others' words.

Source: att_nli paper, section 4.1 and appendix D (Eqs. 8 to 10). `sim` is a cosine of sentence vectors. A cosine may be
0 or less, and Eq. 8 divides by one: similarities to definitions are taken to be at least `LEAST`, and that is flagged.
Note that a word pair of near-synonyms gives a soundness near 1 whatever is said, and that a citizen and a spy who say
the same have the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lelma.experiments.metrics.beliefs import brier

LEAST = 0.05
"""What a cosine to a definition is taken for at least."""


@dataclass(frozen=True)
class SoundnessRatio:
    """A ratio of similarities; `clamped` if one of them was raised to `LEAST`."""

    value: float
    clamped: bool = False


def attributional_soundness(to_citizens: float, to_spy: float) -> SoundnessRatio:
    """AS of one description (Eq. 8): its similarity to the citizens' word over that to the spy's.

    >>> attributional_soundness(0.6, 0.4).value
    1.5
    >>> attributional_soundness(0.6, -0.2)
    SoundnessRatio(value=12.0, clamped=True)
    """
    above, below = max(LEAST, to_citizens), max(LEAST, to_spy)
    return SoundnessRatio(round(above / below, 9), clamped=min(to_citizens, to_spy) < LEAST)


def attributional_alignment(similarities: Sequence[float]) -> float | None:
    """AA of one description (Eq. 9): the mean similarity to those of the others in that round; None without others.

    >>> attributional_alignment([0.2, 0.6])
    0.4
    """
    return sum(similarities) / len(similarities) if similarities else None


def weighted_by_round(values: Mapping[int, float]) -> float | None:
    """A mean over rounds in which each weighs as its number (α_r ∝ r), of rounds that have a value; None without any.

    >>> weighted_by_round({1: 1.0, 2: 4.0})
    3.0
    """
    total = sum(values)
    return sum(number * value for number, value in values.items()) / total if total else None


@dataclass(frozen=True)
class AttributionScore:
    """The scores of a player in a match (Eq. 10).

    Attributes:
        soundness, alignment: AS and AA, means over rounds; None where the player said nothing, or nobody else did.
        clamped: rounds whose soundness was clamped.
        rounds: in which it spoke.
    """

    soundness: float | None
    alignment: float | None
    clamped: int
    rounds: int

    @property
    def value(self) -> float | None:
        """AttScore: the product of both."""
        return None if self.soundness is None or self.alignment is None else self.soundness * self.alignment


def attribution_scores(
    said: Mapping[int, Mapping[str, str]], citizens_word: str, spys_word: str, alike: Callable[[str, str], float]
) -> dict[str, AttributionScore]:
    """Player → its scores.

    >>> alike = lambda one, other: 1.0 if one == other else 0.5
    >>> said = {1: {"p1": "A sour fruit.", "p2": "It is sour."}}
    >>> attribution_scores(said, "A sour fruit.", "Green.", alike)["p1"].value
    1.0

    Args:
        said: round, from 1 → player → its description, of those that counted; whoever is out says nothing.
        citizens_word, spys_word: the words' definitions, a sentence each.
        alike: the similarity of two texts, a cosine.
    """
    found: dict[str, AttributionScore] = {}
    for player in dict.fromkeys(player for each in said.values() for player in each):
        sound: dict[int, SoundnessRatio] = {}
        aligned: dict[int, float] = {}
        for number, texts_of in said.items():
            if player not in texts_of:
                continue
            own = texts_of[player]
            sound[number] = attributional_soundness(alike(own, citizens_word), alike(own, spys_word))
            mean = attributional_alignment([alike(own, text) for other, text in texts_of.items() if other != player])
            if mean is not None:
                aligned[number] = mean
        found[player] = AttributionScore(
            weighted_by_round({number: each.value for number, each in sound.items()}),
            weighted_by_round(aligned),
            sum(each.clamped for each in sound.values()),
            len(sound),
        )
    return found


@dataclass(frozen=True)
class SelfLocation:
    """Whether a player found what it is itself.

    Attributes:
        final: whether its last belief had its own identity the likeliest. ever: whether some belief had.
        first_right: the number, from 1, of the first belief that had; None if none had.
        brier: of its last belief, as `lelma.experiments.metrics.beliefs.brier`.
    """

    final: bool
    ever: bool
    first_right: int | None
    brier: float


def self_location(beliefs: Sequence[Mapping[str, float]], truth: str) -> SelfLocation | None:
    """How well a player's beliefs of itself, identity → probability, oldest first, fit the truth; None without any.

    An identity is found where it is likelier than every other.

    >>> self_location([{"spy": 0.2, "citizen": 0.8}, {"spy": 0.75, "citizen": 0.25}], "spy")
    SelfLocation(final=True, ever=True, first_right=2, brier=0.125)
    """
    if not beliefs:
        return None
    right = [all(each.get(truth, 0.0) > p for name, p in each.items() if name != truth) for each in beliefs]
    right = [found and truth in each for found, each in zip(right, beliefs, strict=True)]
    first = right.index(True) + 1 if True in right else None
    return SelfLocation(right[-1], any(right), first, brier(beliefs[-1], truth))


@dataclass(frozen=True)
class RecordQuality:
    """A prover's record against who held the word.

    Attributes:
        right, wrong: players of whom it said `entailed` and who held the word, or `contradicted` and who did not; and
            the other way round.
        undecided: `open`. errors: `error`.
    """

    right: int = 0
    wrong: int = 0
    undecided: int = 0
    errors: int = 0

    @property
    def accuracy(self) -> float | None:
        """The share of what was decided that was right; None if nothing was."""
        decided = self.right + self.wrong
        return self.right / decided if decided else None

    @property
    def coverage(self) -> float | None:
        """The share that was decided; None of an empty record."""
        total = self.right + self.wrong + self.undecided + self.errors
        return (self.right + self.wrong) / total if total else None


def record_quality(truths: Mapping[str, str], holds: Callable[[str], bool]) -> RecordQuality:
    """How a record, player → `entailed`, `contradicted`, `open` or `error`, fits who holds the word.

    >>> record_quality({"p1": "entailed", "p2": "entailed", "p3": "open"}, lambda player: player == "p1")
    RecordQuality(right=1, wrong=1, undecided=1, errors=0)
    """
    right = wrong = undecided = errors = 0
    for player, truth in truths.items():
        if truth in ("entailed", "contradicted"):
            fits = holds(player) == (truth == "entailed")
            right, wrong = right + fits, wrong + (not fits)
        else:
            undecided, errors = undecided + (truth == "open"), errors + (truth != "open")
    return RecordQuality(right, wrong, undecided, errors)
