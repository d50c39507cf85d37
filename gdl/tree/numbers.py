"""Numbers of a game: which tokens spell one, and how they are written, exactly.

Short, because rules, tables and queries must spell numbers alike, and share nothing else.
"""

from __future__ import annotations

import re
from fractions import Fraction

LONGEST_NUMBER = 400
"""Characters of the longest token that is taken for a number."""

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
