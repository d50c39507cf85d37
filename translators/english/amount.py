"""A payoff told in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from translators.english.clause import Clause


@dataclass(frozen=True, slots=True)
class Amount:
    """A payoff told in a sentence.

    Attributes:
        index: of its phrase.
        value: the number.
        who: the actors that get it.
        bound: `least`, `most`, `worst`, or empty.
        sure: it is said to be guaranteed; `risky`: it is said to be a risk or a chance.
        extreme: `best`, `worst`, or empty: it is called the highest or lowest; `extreme_at` is where.
        denied: a negation goes with it.
    """

    index: int
    value: Fraction
    who: tuple[str, ...]
    clause: Clause
    bound: str = ""
    sure: bool = False
    risky: bool = False
    extreme: str = ""
    extreme_at: int = -1
    denied: bool = False
    avoided: bool = False
