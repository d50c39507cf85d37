"""Numbers that tell what both roles get together: `a total of 6`, `together we make 6`, `2 between them`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from translators.english.phrase import Phrase, kinds_of, words_of
from translators.english.scene import BOTH

TOTAL = "total"
"""Meaning of a number that tells what both roles get together."""

_SHARES = frozenset("split share divide shared".split())
SUMS = frozenset(
    "total totals sum sums combined joint collective collectively jointly aggregate altogether together pair team"
    " duo".split()
)
_TOGETHER = frozenset("together jointly collectively pair team duo".split())
_BETWEEN = frozenset("us them both you".split())
_FOR_BOTH = frozenset(("for both", "for both of us", "for both players", "for us both", "for us"))


_WORKED = re.compile(r"\([N+*-]+\)")
"""`(5 + 5)`: how a total is worked out."""


def is_total(found: Sequence[Phrase], index: int) -> bool:
    """`a total of 6`, `together we make 6`, `2 between them`: what both get, not what one does."""
    after = found[index + 1 : index + 3]
    if any(phrase.kind == "e" and phrase.words not in _FOR_BOTH for phrase in after):
        return False
    worked = {at for match in _WORKED.finditer(kinds_of(found)) for at in range(*match.span())}
    last = next((at for at in range(index - 1, -1, -1) if found[at].value is not None and at not in worked), None)
    parts = [phrase for phrase in _unconditional(found[last or 0 : index]) if phrase.kind in "VWAPe;:"]
    parts = [phrase for phrase in parts if phrase.words not in SUMS]
    if last is not None and found[last].meaning == TOTAL and not parts:
        receiver = [phrase for phrase in found[index + 2 : index + 4] if phrase.kind != "t"]
        given = bool(after) and after[0].words in ("for", "to")
        return not (given and receiver and receiver[0].kind == "A")
    near = found[max(0, index - 4) : index]
    if any(phrase.words in ("loss", "failure", "disaster") for phrase in near):
        return False
    if any(phrase.words in SUMS for phrase in after) or (
        len(after) == 2 and after[0].words == "between" and after[1].words in _BETWEEN
    ):
        return True
    sharing = next((phrase for phrase in reversed(found[:index]) if phrase.kind not in "tL"), None)
    if any(phrase.words in _SHARES for phrase in (*after, *([sharing] if sharing else ()))):
        return True
    reduced = _unconditional(found[max(0, index - 18) : index])
    for at in range(len(reduced) - 1, -1, -1):
        if reduced[at].words in SUMS or (
            reduced[at].words.startswith(("add", "sum")) and words_of(reduced[at + 1 : at + 2]) == "up to"
        ):
            return True
        aside = reduced[at].kind in "dtPLBXH(:u.aYM,&)w" or reduced[at].words in ("our", *_FOR_BOTH)
        if not aside and not _by_both(reduced, at):
            return False
    return False


def _unconditional(found: Sequence[Phrase]) -> list[Phrase]:
    """The phrases outside of conditions: without `when they choose Y`, up to a comma or what is got."""
    result: list[Phrase] = []
    inside = False
    for phrase in found:
        ends = phrase.kind in ",VWB" or phrase.words in SUMS
        inside = (inside or phrase.kind == "I") and not ends
        result += [] if inside else [phrase]
    return result


def _by_both(found: Sequence[Phrase], index: int) -> bool:
    """The `we make` of `together we make 6`, `as a pair, we would make 6`."""
    return found[index].kind in "AVW" and any(phrase.words in _TOGETHER for phrase in found[max(0, index - 5) : index])


def is_of_sum(found: Sequence[Phrase]) -> bool:
    """`The sum of the payoffs is …`, `It would be 6 together`: what a sentence speaks of."""
    numbers = [phrase.meaning for phrase in found if phrase.value is not None]
    of_payoff = any(noun.words in _SUMMED and after.kind == "P" for noun, after in pairwise(found))
    return numbers[-1:] == [TOTAL] or (of_payoff and not numbers) or any(phrase.words in SUMS for phrase in found[:4])


_SUMMED = frozenset("total totals sum sums combined".split())


def announces_sums(found: Sequence[Phrase]) -> bool:
    """`Total payoffs:`: what a heading or an opener says that the items under it tell; not `To sum up the payoffs:`."""
    words, kinds = {phrase.words for phrase in found}, set(kinds_of(found))
    summed = bool(_SUMMED & words) and "up" not in words and "P" in kinds
    return summed and len(found) <= _SHORT and not set("NMXQ") & kinds


_SHORT = 8


_GOES_ON = re.compile(r"(?:I[^,N]*,)?(?P<sum>w)[Y.]?B")


def goes_on_of_sum(found: Sequence[Phrase]) -> bool:
    """`It is 2 if both choose Y`, `If both choose Y, it would be 2`: of the same sum as the sentence before."""
    match = _GOES_ON.match(kinds_of(found))
    return match is not None and found[match.start("sum")].words in ("it", "this")


_GETS = re.compile(r"A[Y.]*V[tL.]*$")


def _is_of_one(found: Sequence[Phrase], index: int) -> bool:
    """`3 each`, `3 for me`, `I get 3`: a payoff, though a sum is spoken of."""
    after = found[index + 1 : index + 3]
    got = _GETS.search(kinds_of(found[:index]))
    one = got is not None and found[got.start()].meaning != BOTH
    return one or kinds_of(after[:1]) == "e" or (kinds_of(after) in ("dA", "dt") and after[0].words in ("for", "to"))


def totals_only(found: Sequence[Phrase]) -> tuple[Phrase, ...]:
    """The phrases of a sentence that goes on about a sum: its amounts are sums too, where they are not of one role.

    Not where a sum is worked out: `1 + 1 = 2`.
    """
    if "+" in kinds_of(found):
        return tuple(found)
    return tuple(
        replace(phrase, kind=".", meaning=TOTAL) if phrase.kind == "N" and not _is_of_one(found, at) else phrase
        for at, phrase in enumerate(found)
    )
