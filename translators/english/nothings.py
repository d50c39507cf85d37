"""Words that amount to nothing: `neither of us gets anything`, `I may not get any money`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from translators.english.phrase import GAINS, Phrase, kinds_of

_MORE = frozenset("more less else from better worse in about".split())
_MONEY = frozenset("money payoff payoffs payout payouts reward rewards earnings winnings".split())
"""What one gets nothing of, where one does not get any of it."""


def nothings(found: list[Phrase]) -> list[Phrase]:
    """`neither of us gets anything`, `I don't earn any money`: an amount of 0, no longer denied.

    What one gains by a choice, or does not, is held against what the other choice would bring: it is no amount.
    """
    for index, phrase in enumerate(found):
        noun = noun_of_nothing(found, index)
        compared = noun is not None and found[noun + 1 : noun + 2] != [] and found[noun + 1].words in _MORE
        if noun is None or compared or index == 0 or found[index - 1].kind != "V" or _is_advantage(found, index):
            continue
        for at in range(index - 2, max(-1, index - 7), -1):
            denies = found[at]
            if denies.kind == "n" or denies.meaning == "neither":
                found[index] = replace(phrase, kind=".")
                found[noun] = replace(found[noun], kind="N", value=Fraction(0), sure=True)
                found[at] = replace(denies, kind="Y") if denies.kind == "n" else replace(denies, meaning="both")
                break
            if denies.kind not in "YA.w":
                break
    for index in range(1, len(found) - 1):
        if found[index].words == "nothing" and _is_advantage(found, index):
            found[index] = replace(found[index], kind=".", value=None)
    return [_denying(found, index) for index in range(len(found))]


def _denying(found: Sequence[Phrase], index: int) -> Phrase:
    """The `nothing` of `nothing is always better`, `nothing I do gives me more`: no choice, and no amount."""
    phrase, following = found[index], kinds_of(found[index + 1 : index + 6])
    opens = index == 0 or found[index - 1].kind in ",;:&bcw"
    subject = phrase.words == "nothing" and opens and _DOES.match(following) is not None
    return replace(phrase, kind="n", value=None, sure=False) if subject else phrase


_DOES = re.compile("A|[YB]*R?[QWJ]")


def _is_advantage(found: Sequence[Phrase], index: int) -> bool:
    """The `anything` of `I would not gain anything by X`."""
    return found[index - 1].words in GAINS and index + 1 < len(found) and found[index + 1].words in ("by", "from")


def noun_of_nothing(found: Sequence[Phrase], index: int) -> int | None:
    """Where `anything` or `any money` ends, if it begins at `index`."""
    any_of = found[index].words == "any" and index + 1 < len(found) and found[index + 1].words in _MONEY
    return index + any_of if any_of or found[index].words == "anything" else None
