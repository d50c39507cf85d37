"""Numbers of a game: which tokens spell one, and how they are written, exactly.

Rules, tables and queries must spell numbers alike, and share nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from fractions import Fraction

from gdl.values import dataclass

LONGEST_NUMBER = 400
"""Characters of the longest token that is taken for a number."""

_MOST_PLACES = 4
"""Places of a decimal that a number is worked out to, if it ends there."""

_WRITTEN = re.compile(r"(?<![\w./])-?\d+(?:\.\d+|/\d+)?(?![\w/]|\.\d)", re.ASCII)
"""Numbers in a text of any form."""

_NUMBER = re.compile(r"-?\d+(?:\.\d+|/\d+)?\Z", re.ASCII)


def exact(text: str) -> Fraction | None:
    """The number that a token of up to 400 characters spells (`5`, `-2.50`, `1/3`, `050`), or None."""
    if len(text) > LONGEST_NUMBER or not _NUMBER.match(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def is_too_long(text: str) -> bool:
    """Whether a token would spell a number if it had no more than `LONGEST_NUMBER` characters."""
    return len(text) > LONGEST_NUMBER and _NUMBER.match(text) is not None


def number_text(number: Fraction | int) -> str:
    """The canonical spelling of a number: `5`, `-2.5` where the decimal ends, `1/3` elsewhere."""
    number = Fraction(number)
    if number.denominator == 1:
        return str(number.numerator)
    rest, places = number.denominator, 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest //= prime
            power += 1
        places = max(places, power)
    if rest != 1:
        return f"{number.numerator}/{number.denominator}"
    digits = str(abs(number.numerator) * 10**places // number.denominator).rjust(places + 1, "0")
    return f"{'-' if number < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _is_bare(token: str) -> bool:
    return token.removeprefix("-").isdigit()


@dataclass(frozen=True)
class NumberSpelling:
    """How the author of a game writes numbers, so that they are shown alike.

    Attributes:
        written: numbers that the author wrote, each as it was first written.
        decimals: whether some of them are decimals.
    """

    written: Mapping[Fraction, str] = field(default_factory=dict)
    decimals: bool = False

    @classmethod
    def of(cls, tokens: Iterable[str]) -> NumberSpelling:
        """The spelling of those among some tokens that are numbers: the first of each, but for digits alone, with
        which rules also count and number things.

        >>> NumberSpelling.of(["2", "3", "2.0", "2.00"]).written
        {Fraction(2, 1): '2.0', Fraction(3, 1): '3'}
        """
        found: dict[Fraction, str] = {}
        for token in tokens:
            number = exact(token)
            if number is not None and (number not in found or (_is_bare(found[number]) and not _is_bare(token))):
                found[number] = token
        return cls(found, any("." in token for token in found.values()))

    @classmethod
    def in_text(cls, text: str) -> NumberSpelling:
        """The spelling of the numbers in a text of any form, such as a file of payoffs.

        >>> NumberSpelling.in_text('low,"2.0, 1/3"').written
        {Fraction(2, 1): '2.0', Fraction(1, 3): '1/3'}
        """
        return cls.of(_WRITTEN.findall(text))

    def payoff(self, number: Fraction) -> str:
        """A payoff: as the author wrote that number, or else as `computed`."""
        return self.written.get(number) or self.computed(number)

    def told(self, number: Fraction) -> str:
        """A payoff in a sentence, which may be one that somebody claimed: as the author wrote that number, or else as
        `number_text` does.

        >>> spelling = NumberSpelling.of(["1/2", "2.0"])
        >>> spelling.told(Fraction(1, 2)), spelling.told(Fraction(3, 2)), spelling.told(Fraction(2))
        ('1/2', '1.5', '2.0')
        """
        return self.written.get(number) or number_text(number)

    def computed(self, number: Fraction) -> str:
        """A number that was worked out: a decimal of up to four places if the author writes decimals, else exact.

        >>> decimals, fractions = NumberSpelling.of(["4.10", "3"]), NumberSpelling.of(["1/3", "3"])
        >>> decimals.payoff(Fraction(41, 10)), decimals.computed(Fraction(41, 10)), decimals.computed(Fraction(1, 3))
        ('4.10', '4.1', '1/3')
        >>> fractions.computed(Fraction(1, 2)), decimals.computed(Fraction(1, 2)), decimals.computed(Fraction(1, 32))
        ('1/2', '0.5', '1/32')
        """
        ends = 10**_MOST_PLACES % number.denominator == 0
        return number_text(number) if self.decimals and ends else str(number)
