"""Words that are of one kind or another by what stands around them, settled once a sentence is tagged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from translators.english.names import Names
from translators.english.nothings import nothings
from translators.english.phrase import GAINS, POSSESSIVES, Phrase, kinds_of
from translators.english.players import choosers, shares


def settle(found: list[Phrase], names: Names) -> tuple[Phrase, ...]:
    """The phrases of a sentence with what each is where it stands."""
    return tuple(shares(choosers(nothings(_losses(_lessened(_settled(_twice(_switches(found)))), names)))))


_SWITCH = re.compile(r"(?:switch|deviat|chang|mov)(?:e|es|ing)?")


def _switches(found: list[Phrase]) -> list[Phrase]:
    """`switching from X to Y`: choosing Y, as `switching to Y`."""
    for index, phrase in enumerate(found):
        after = found[index + 1 : index + 5]
        named = [part.words for part in after[::2]] == ["from", "to"] and kinds_of(after[1::2]) == "MM"
        if named and _SWITCH.fullmatch(phrase.words):
            kind = "G" if phrase.words.endswith("ing") else "C"
            found[index] = replace(phrase, kind=kind, words=f"{phrase.words} to")
            found[index + 1 : index + 4] = [replace(part, kind=".") for part in after[:3]]
    return found


def _twice(found: list[Phrase]) -> list[Phrase]:
    """`two X's`: both choosing X, as `mutual X`."""
    for index, phrase in enumerate(found[:-1]):
        if phrase.words == "<count>" and found[index + 1].kind == "M":
            found[index] = replace(phrase, kind="u")
            if found[index + 2 : index + 3] and found[index + 2].words == "'s":
                found[index + 2] = replace(found[index + 2], kind=".")
    return found


_LESSEN = re.compile(r"(?:reduc|minimi[sz]|lessen|decreas|diminish|limit|lower)(?:e|es|s|ing)?")
_RISKLESS = frozenset(("no risk", "without risk", "without any risk", "no chance", "no danger", "no possibility"))
LESSEN = "lessen"
"""Meaning of a verb of avoiding that only makes something less likely."""


def _lessened(found: list[Phrase]) -> list[Phrase]:
    """`X reduces the chance of 0`, `no risk of 0`: words of avoiding, so that the amount is not what X brings."""
    for index, phrase in enumerate(found[:-2]):
        after = [part for part in found[index + 1 : index + 3] if part.kind not in "tA"]
        if phrase.words in _RISKLESS and found[index + 1].words == "of":
            found[index] = replace(phrase, kind="O", meaning="")
        if _LESSEN.fullmatch(phrase.words) and after and after[0].kind in "qK":
            found[index] = replace(phrase, kind="O", meaning=LESSEN)
    return found


_LOSES = frozenset("lose loses losing lost".split())


def _losses(found: list[Phrase], names: Names) -> list[Phrase]:
    """`I lose 1` is a payoff of -1 in a game that has one; otherwise what is lost is not read as a payoff.

    Nor is what one gains of an amount that the game does not have: it is a difference.
    """
    for index, phrase in enumerate(found):
        amount = found[min(index + 1, len(found) - 1)]
        if phrase.words in GAINS and amount.kind == "N" and amount.value not in names.numbers:
            found[index + 1] = replace(amount, kind=".")
        if phrase.words not in _LOSES:
            continue
        for at in range(index + 1, min(index + 4, len(found))):
            amount = found[at]
            if amount.kind == "N" and not amount.value:
                found[at] = replace(amount, kind=".")
            elif amount.kind == "N" and amount.value:
                known = -amount.value in names.numbers
                found[index] = replace(phrase, kind="V" if known else ".")
                found[at] = replace(amount, value=-amount.value) if known else replace(amount, kind=".")
            if amount.kind not in "t.LY":
                break
    return found


GOES = frozenset("go goes going went turn turns turning".split())
_NOUNS = frozenset("return returns gain gains score pay yield net".split())
_OTHERWISE = frozenset("have has had having make makes making net score return".split())


_CHOOSES = frozenset("take takes taking took play playing plays adopt".split())


def _settled(found: list[Phrase]) -> list[Phrase]:
    """Words that are of one kind or another by what stands next to them."""
    _without_asides(found)
    _with_round_brackets(found)
    for index in range(len(found)):
        found[index] = (
            _settle_verb(found, index) or _settle_link(found, index) or _settle_noun(found, index) or found[index]
        )
    return found


_CELL = re.compile(r"[{[]M[,/]M[]}]")


def _with_round_brackets(found: list[Phrase]) -> None:
    """`{X, Y}` and `[X, Y]` for a cell, as `(X, Y)`."""
    for match in _CELL.finditer(kinds_of(found)):
        for at, sign in ((match.start(), "("), (match.end() - 1, ")")):
            found[at] = replace(found[at], kind=sign)


_PARENTHETIC = frozenset(
    "on the other hand|by contrast|in contrast|by comparison|however|though|then|therefore|thus|conversely|"
    "nevertheless|hence".split("|")
)


def _without_asides(found: list[Phrase]) -> list[Phrase]:
    """`X, on the other hand, gives 5`: what stands between a move and its verb parts no clauses."""
    for index, phrase in enumerate(found):
        if phrase.kind != "M" or index + 2 >= len(found):
            continue
        low = index + 2 if found[index + 1].kind == "," else index + 1
        high = low + 1 + (low > index + 1)
        closed = low == index + 1 or (high <= len(found) and found[high - 1].kind == ",")
        if found[low].words in _PARENTHETIC and closed and high < len(found) and found[high].kind in "WVJKBYO.X":
            for at in range(index + 1, high):
                found[at] = replace(found[at], kind=".")
    return found


_TAKES = frozenset("take takes took taking grab grabs grabbing".split())


def _settle_verb(found: Sequence[Phrase], index: int) -> Phrase | None:
    phrase, words = found[index], found[index].words
    before = found[index - 1] if index else None
    if words in _NOUNS and before is not None and before.kind in "tXJQH":
        return replace(phrase, kind="P")
    if words in _OTHERWISE or words.startswith(("end", "walk", "come away")):
        relative = re.search("NAY+$", kinds_of(found[:index])) is not None
        if relative or _leads_to_amount(found, index) or _leads_to_extreme(found, index):
            return None
        return replace(phrase, kind="Y" if words.startswith("end") else ".")
    if words in ("try", "tries", "trying") and kinds_of(found[index + 1 : index + 2]) == "M":
        return replace(phrase, kind="G" if words == "trying" else "C")
    if words in ("lets", "letting") and any(part.words == "down" for part in found[index + 1 : index + 4]):
        return replace(phrase, kind=".")
    if words in ("choice", "choices"):
        return replace(phrase, kind="o")
    if words == "preferred" and _is_regretted(found, index):
        return replace(phrase, kind="C")
    if words in _TAKES and found[index + 1 : index + 2] and _is_amount(found, index + 1):
        return replace(phrase, kind="V")
    if words == "other" and index > 1 and kinds_of(found[index - 2 : index]) == "Dt":
        return replace(phrase, kind=".")
    if words == "top" and before is not None and before.words == "on":
        return replace(phrase, kind=".")
    if words in ("favour", "favor") and before is not None and before.words in ("my", "your", "their", "our"):
        return replace(phrase, kind=".")
    if words in _CHOOSES and not _leads_to_move(found, index):
        return replace(phrase, kind=".")
    if phrase.kind in "CG" and words.endswith(" for") and found[index + 1 : index + 2] and _is_amount(found, index + 1):
        return replace(phrase, kind="V")
    if words in GOES and _leads_to_move(found, index):
        return replace(phrase, kind="G" if words.endswith("ing") else "C")
    return None


def _is_regretted(found: Sequence[Phrase], index: int) -> bool:
    """`I would have preferred X.`: what I would choose now; not `I would have preferred X from them`, `… both X`."""
    before, after = found[max(0, index - 3) : index], kinds_of(found[index + 1 : index + 3])
    mine = kinds_of(before) == "AY." and before[0].words == "i" and before[2].words == "have"
    return mine and after[:1] == "M" and after[1:] in tuple(".,;)Ic")


_SAME = frozenset(("same", "the same"))
_RECKONS = frozenset("add adding sum summing compare comparing multiply weigh weighing average averaging".split())


_THEREFORE = frozenset("therefore thus hence consequently accordingly".split())


_IN_GAME = re.compile("d[tw]?[.oP][VW]")
"""`and nothing in this game pays more`, after the noun."""
_NOT_JUST = re.compile("n[Y.]?t?N")
"""`5 and not just the 3 from X`, after the `and`: instead of it."""


def _settle_link(found: Sequence[Phrase], index: int) -> Phrase | None:
    """What joins or turns round: `therefore`, `while`, `to` as `than`, `nothing` as a negation."""
    phrase, words = found[index], found[index].words
    before = found[index - 1] if index else None
    after = found[index + 1] if index + 1 < len(found) else None
    if after is None:
        return None
    if (
        words in _THEREFORE
        and before is not None
        and (before.kind in "BY" or (before.kind == "A" and after.kind in "VYC"))
    ):
        return replace(phrase, kind="Y", meaning="")
    if words == "and" and _NOT_JUST.match(kinds_of(found[index + 1 : index + 6])) and after.words == "not":
        return replace(phrase, kind="T", meaning="instead")
    if phrase.kind == "n" and after.words in ("want", "wants", "wish") and _is_amount_got(found, index + 2):
        return replace(phrase, kind="O", meaning="")
    if words in ("protected", "shielded", "spared") and after.kind != "A" and after.words not in ("from", "against"):
        return replace(phrase, kind=".")
    if words == "while" and index > 1 and found[index - 2].kind + found[index - 1].kind == "GM" and after.kind in "At":
        return replace(phrase, kind="I", meaning="")
    off = before is not None and before.words in ("better off", "worse off")
    if phrase.kind == "I" and off and after.kind == "G":
        return replace(phrase, kind="d", words="by")
    decides = any(part.words.startswith("depend") for part in found[index:])
    if words == "whether" and (decides or (before is not None and before.words == "on")):
        return replace(phrase, kind=".")
    if words in ("no risk", "without risk", "without any risk") and after.words == "of":
        return replace(phrase, kind="O", meaning="")
    if words == "to" and before is not None and (before.words in _RANKING or _is_preferred(found, index)):
        return replace(phrase, kind="T", meaning="than")
    if words in ("should", "had") and (before is None or before.kind in ",;") and _is_actor_next(found, index):
        return replace(phrase, kind="I")
    if words == "nothing" and after.kind == "J" and (before is None or before.kind in ",;cb"):
        return replace(phrase, kind="n", value=None)
    opens = before is None or before.kind in ",;cb" or (before.kind == "&" and after.kind in "BY")
    joins = before is not None and before.kind == "&" and _IN_GAME.match(kinds_of(found[index + 1 : index + 6]))
    if words == "nothing" and joins:
        return replace(phrase, kind=".", value=None)
    if words == "nothing" and opens and after.kind in "YBVWJKOQ.":
        if _is_left(found, index):
            return None
        return replace(phrase, kind=".", value=None)
    if words == "as" and after.kind == "I" and any(part.words in _SAME for part in found[max(0, index - 4) : index]):
        return replace(phrase, kind="T", meaning="than")
    if words in _NO_PAYOFF and (after.kind in "QwX" or after.words in _THAN):
        return replace(phrase, kind="n", value=None)
    return None


def _settle_noun(found: Sequence[Phrase], index: int) -> Phrase | None:
    """What belongs to a noun or an amount: `both options`, `the maximum of`, `equal to 3`, `expected payoff`."""
    phrase, words = found[index], found[index].words
    before = found[index - 1] if index else None
    after = found[index + 1] if index + 1 < len(found) else None
    if after is None:
        return None
    option = after.kind == "o" or after.words in ("choice", "choices")
    if words == "either" and after.words in (".", ",", ";"):
        return replace(phrase, kind=".")
    if words == "both" and after.kind in "It":
        return replace(phrase, kind=".")
    if phrase.kind == "A" and words in ("both", "either") and (option or (words == "either" and after.kind in "NM")):
        return replace(phrase, kind=".")
    if phrase.kind == "e" and words.startswith(("to ", "for ")) and _is_verb_next(found, index):
        return replace(phrase, kind="A", meaning="both")
    owned = before is not None and (before.words == "the" or before.words in POSSESSIVES)
    if phrase.kind == "L" and words in ("maximum of", "minimum of") and owned:
        return replace(phrase, kind="X", meaning="best" if phrase.meaning == "top" else "worst")
    if words in ("as much as", "as high as") and before is not None and before.meaning == "least":
        return replace(phrase, kind="Q", meaning="equal")
    if (
        words in ("equal to", "equals")
        and after.kind == "N"
        and all(p.kind != "N" for p in found[max(0, index - 4) : index])
    ):
        return replace(phrase, kind="B", meaning="")
    if words == "as" and before is not None and before.kind == "Q":
        return replace(phrase, kind=".")
    if words == "e" and re.match("[({.]+M[)}]", kinds_of(found[index + 1 : index + 5])):
        return replace(phrase, kind="m")
    if words == "expected" and after.kind == "P":
        return replace(phrase, kind="m")
    if words == "them" and before is not None and before.words in _RECKONS:
        return replace(phrase, kind=".")
    if words == "left" and after.kind == "A" and (before is None or before.kind not in "BV"):
        return replace(phrase, kind="W")
    if (
        words == "each"
        and phrase.kind == "e"
        and (after.kind in "oP" or after.words in ("individual", "single", "possible"))
    ):
        return replace(phrase, kind=".")
    if words == "same" and after.kind in "Po":
        return replace(phrase, kind="Q", meaning="equal")
    if words == "where" and before is not None and before.kind in "or" and after.kind == "A":
        return replace(phrase, kind="w")
    return None


_LEFT = re.compile(r"Y*B?[a.]*\.(?:d|e)")


def _is_left(found: Sequence[Phrase], index: int) -> bool:
    """`Nothing is left for me`, `nothing goes to them`: an amount, unlike `nothing beats X`."""
    after = found[index + 1 : index + 7]
    match = _LEFT.match(kinds_of(after))
    if match is None:
        return False
    verb, to = after[match.end() - 2], after[match.end() - 1]
    return verb.words in ("left", "goes", "go") and to.words.split()[0] in ("for", "to")


_RANKING = ("preferable", "superior", "inferior")
_PREFERS = frozenset("prefer prefers preferred preferring".split())


def _is_preferred(found: Sequence[Phrase], index: int) -> bool:
    """`prefer that to earning 1`, `prefer 5 to 3`, `prefer (X, X) to (Y, Y)`: what something is preferred to."""
    after = found[index + 1]
    near = found[max(0, index - 6) : index - 1]
    amount = after.kind == "N" and found[index - 1].kind == "N"
    amount = amount or (after.kind == "M" and found[index - 1].kind in "M)")
    amount = amount or (found[index - 1].kind == ")" and kinds_of(found[index + 1 : index + 4]) == "(M,")
    return (after.words.split(" ")[0].endswith("ing") or amount) and any(part.words in _PREFERS for part in near)


def _is_actor_next(found: Sequence[Phrase], index: int) -> bool:
    """`should they`, `should the other player`."""
    following = kinds_of(found[index + 1 : index + 3])
    return following.startswith(("A", "tA"))


_NO_PAYOFF = ("no payoff", "no money", "no reward")
_THAN = ("above", "below", "over", "under", "beyond")


def _is_verb_next(found: Sequence[Phrase], index: int) -> bool:
    """`to both choose`, `for both to choose`."""
    following = kinds_of(found[index + 1 : index + 3])
    return following.startswith(("C", "G")) or (following == "dC" and found[index + 1].words == "to")


def _leads_to_extreme(found: Sequence[Phrase], index: int) -> bool:
    """`end up with the lowest payoff`."""
    following = [phrase.kind for phrase in found[index + 1 : index + 3]]
    return found[index].words.endswith("with") and "X" in following


def _leads_to(kind: str, found: Sequence[Phrase], index: int, *, within: int, past: str) -> bool:
    """Whether a phrase of a kind follows, behind nothing but phrases of the kinds `past`."""
    for phrase in found[index + 1 : index + 1 + within]:
        if phrase.kind == kind:
            return True
        if phrase.kind not in past:
            return False
    return False


def _leads_to_amount(found: Sequence[Phrase], index: int) -> bool:
    return _leads_to("N", found, index, within=6, past="t.XQPLHSaed")


def _is_amount(found: Sequence[Phrase], index: int) -> bool:
    """`settle for the 3`: an amount, with what may stand before it."""
    while index < len(found) and found[index].kind in "tL":
        index += 1
    return index < len(found) and found[index].kind == "N"


def _is_amount_got(found: Sequence[Phrase], index: int) -> bool:
    """`to risk getting 0`: an amount after verbs of getting."""
    following = kinds_of(found[index : index + 6])
    return "V" in following.partition("N")[0] and not set(following.partition("N")[0]) - set("dVKtYL.")


def _leads_to_move(found: Sequence[Phrase], index: int) -> bool:
    return _leads_to("M", found, index, within=3, past="t.oa")
