"""Moves that a clause is about though nobody is said to choose them, or whose verb is not said again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.english.grammar_words import HAPPENS
from translators.english.phrase import Phrase, kinds_of

_RELATIVE = re.compile(r"[CG]t?M,w[^;:IM]*N[^;:IM]*[|&]$")
"""`choose X, which gives 1, or`: up to the move that is chosen instead."""


def _has_purpose(found: Sequence[Phrase], index: int) -> bool:
    return found[index].kind == "M" and index + 1 < len(found) and found[index + 1].words == "to"


def gaps_choice(found: Sequence[Phrase], index: int) -> bool:
    """`choose X for 1 or Y for 0`, `choose X to be safe, or Y to win`: a move with the verb of choosing before it."""
    if _has_purpose(found, index) and found[index - 1].kind in "|&":
        return any(found[at - 1].kind == "C" and _has_purpose(found, at) for at in range(1, index))
    before = kinds_of(found[max(0, index - 4) : index])
    after = kinds_of(found[index + 1 : index + 3])
    if before.endswith(("|", "&")) and after == ",w":
        return bool(_RELATIVE.search(kinds_of(found[:index])))
    return before in ("MdN|", "MdN&") and after == "dN" and found[index - 3].words == found[index + 1].words == "for"


def gaps_verb(found: Sequence[Phrase], index: int) -> bool:
    """`X gives 5 and Y 3`, `while Y only 3`: a move with the verb of the one before it."""
    following = kinds_of(found[index + 1 : index + 3])
    listed = (
        index >= 2 and found[index - 1].kind in "&b" and "N" in {phrase.kind for phrase in found[index - 3 : index]}
    )
    kinds = kinds_of(found[:index])
    given = "W" in kinds or re.search(r"M[Y.]?V", kinds) is not None
    return (
        listed
        and given
        and (following.startswith(("N", "LN")) or (following == ".N" and found[index + 1].words == "only"))
    )


_MAKES = frozenset("make makes making made".split())
_REGARDS = frozenset("see consider regard view find".split())
_REASONS = frozenset("given considering".split())
_CASES = frozenset("case scenario situation event".split())


_RANGES = frozenset("range ranges vary varies".split())
_ALTERS = re.compile(r"(?:rais|improv|increas|boost|reduc|lower|decreas)(?:es|s)")
_FARES = frozenset("performs perform fares fare limits limit caps cap sets set puts put restricts restrict".split())


_JUDGED = re.compile(r"t?[.HXSYms]*[ro][.tdwAYs]*B[t(]?$")
_REPLIES = ("response", "reply", "answer", "responses")


def is_judged(found: Sequence[Phrase], index: int) -> bool:
    """`The best choice for me is X, because it …`: a move of which is said what it is, not as whose answer."""
    start = max((at + 1 for at in range(index) if found[at].kind in ";:,bcI&"), default=0)
    before = found[start:index]
    others = any(phrase.kind == "A" and phrase.meaning != "me" for phrase in before)
    reply = any(phrase.kind in "ro" and phrase.words.split()[-1] in _REPLIES for phrase in before)
    return not (others or reply) and bool(_JUDGED.fullmatch(kinds_of(before)))


def _next_but_modals(found: Sequence[Phrase], index: int) -> str:
    """The kind of what follows a move, as `W` in `X would give`."""
    return next((phrase.kind for phrase in found[index + 1 : index + 4] if phrase.kind != "Y"), "")


def _explained(found: Sequence[Phrase], index: int) -> bool:
    """`My choice is X because it guarantees 1`, `the safest is X, as it …`: what follows is said of X."""
    following = [phrase for phrase in found[index + 1 : index + 4] if phrase.kind not in ",)"]
    return len(following) > 1 and following[0].kind == "c" and following[1].words == "it"


def _past_faced(found: Sequence[Phrase], at: int) -> int:
    """After the `against Y` that begins at `at`, if it does: `X against Y gives 5`."""
    kinds = kinds_of(found[at : at + 3])
    if not kinds.startswith(("TM", "TAM")) or found[at].words != "against":
        return at
    return at + kinds.index("M") + 1


_HEADING = re.compile(r"t?[XHqa.]*[mPX]o?dt?o?")
"""`Expected payoff of X: …`, `The worst case for X: …`, up to the move."""


_POSSIBLE = re.compile(r"N[^MNIATQX,;:bc&|]*d$")
_ATTAINED = HAPPENS | set("reach reached achieved attained obtained unattainable unreachable unavailable".split())


def _is_possible_with(found: Sequence[Phrase], index: int) -> bool:
    """`5 is possible with X`, `0 can't happen with X`: the move that brings an amount, or does not."""
    match = _POSSIBLE.search(kinds_of(found[:index]))
    said = found[match.start() + 1 : index] if match else ()
    return any(phrase.kind == "H" or phrase.words in (*_ATTAINED, "impossible") for phrase in said)


def is_topic(found: Sequence[Phrase], index: int) -> bool:
    """`X gives 5`, `with X I get 5`, `Option X: …`: a bare move that the clause is about."""
    after = found[index + 1].kind if index + 1 < len(found) else ""
    if index >= 2 and found[index - 1].kind == "&" and found[index - 2].kind == "M":
        return False
    if index + 1 < len(found) and found[index + 1].words in ("has", "have"):
        return index == 0 or found[index - 1].kind in "to.,;:&bcw(^aY"
    if kinds_of(found[index + 1 : index + 4]) in (",wW", ",wV", ",wJ"):
        return index == 0 or found[index - 1].kind in "to,;:&b("
    if index and found[index - 1].words in _REGARDS and after in tuple("cd"):
        return True
    told = any(phrase.kind == "N" for phrase in found[index:])
    if index and found[index - 1].kind == "B" and _explained(found, index):
        return True
    if index and found[index - 1].words in _MAKES and after in tuple(".SQt") and told:
        return True
    start = max((at + 1 for at in range(index) if found[at].kind in ";:,"), default=0)
    if after == ":" and all(phrase.kind in "to.(d" for phrase in found[start:index]):
        return True
    if after == ":" and _HEADING.fullmatch(kinds_of(found[start:index])):
        return True
    if index and found[index - 1].words in ("with", "for", "by", "as for", "from", "in", "under"):
        opens = index == 1 or found[index - 2].kind in ",;:&bc|(."
        past = _past_faced(found, index + 1)
        following = kinds_of(found[past : past + 2])
        if opens and following.startswith(("A", ",", ":", "w", "tH", "tP", "tX", ")")):
            return True
        amount = index - 3 if index > 2 and found[index - 2].meaning in ("least", "most") else index - 2
        if index > 1 and found[amount].kind in "Nz" and found[index - 1].words != "in":
            return True
        if index > 1 and found[index - 2].kind == "V" and any(phrase.kind == "N" for phrase in found[:index]):
            return True
        if index > 1 and found[index - 2].kind == "P" and after == ":" and found[index - 1].words in ("with", "for"):
            return True
    if _is_possible_with(found, index) or gaps_verb(found, index):
        return True
    if index and found[index - 1].kind == "X" and after == "Y":
        return True
    about = {phrase.kind for phrase in found[start:index]}
    ranges = after == "B" or (found[index + 1 : index + 2] != () and found[index + 1].words in _RANGES)
    if index and found[index - 1].words in ("of", "from", "for", "with") and ranges and not about & set("XCGr"):
        return True
    if index and found[index - 1].words in _CASES and _next_but_modals(found, index) in tuple("WVJK"):
        return True
    reason = index > 0 and found[index - 1].words.split()[0] in _REASONS
    if (index and not reason and found[index - 1].kind not in "to.,;:&bcwd(^aY") or (
        index and found[index - 1].words == "to"
    ):
        return False
    if index and found[index - 1].kind == "d" and found[index - 1].words not in ("with", "for", "by", "as for", "from"):
        return False
    past = _past_faced(found, index + 1)
    for phrase in found[past : past + 6]:
        if phrase.kind in "WJKOBVX" or (phrase.words in _FARES or _ALTERS.fullmatch(phrase.words)):
            return True
        if phrase.kind not in "oYa.Hc)nR":
            return False
    return False
