"""Where the clauses of a sentence part: at signs, at words that join, and where a new subject begins."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.english.clause import Clause
from translators.english.event import Event
from translators.english.faced import AGAINST
from translators.english.phrase import Phrase, is_verb_of_comparing, kinds_of
from translators.english.topics import gaps_choice, gaps_verb

_PARTING = frozenset(", ; : ( ) [ ] b c w I U T -".split())


def opens_compared(found: Sequence[Phrase], index: int) -> bool:
    """Whether what something is compared with begins here: at `than`, after `beats`."""
    return found[index].kind == "T" or (index > 0 and is_verb_of_comparing(found[index - 1]))


def begins_subject(found: Sequence[Phrase], index: int, current: Clause, told: Sequence[Event]) -> bool:
    """`If I choose X I get 1`, `X if they choose Y is 1`: where the condition ends though no comma says so."""
    ended = any(current.start <= event.start and event.end <= index for event in told)
    if ended and kinds_of(found[index : index + 2]) == "BN" and any(event.end == index for event in told):
        return True
    if found[index].kind != "A" or not ended:
        return False
    if any(event.start == index for event in told):
        return False
    for phrase in found[index + 1 : index + 5]:
        if phrase.kind in "VKJ":
            return found[index - 1].kind in "MAea"
        if phrase.kind not in "Yae.nL":
            return False
    return False


def ends_relative(found: Sequence[Phrase], index: int, clauses: Sequence[Clause], told: Sequence[Event]) -> bool:
    """`The outcome where I choose X and they choose Y gives me 5`: where the verb of the outcome follows."""
    if found[index].kind != "W" or not any(event.end == index for event in told):
        return False
    opening = clauses[-2] if clauses[-1].before == "&" and len(clauses) > 1 else clauses[-1]
    noun = opening.start > 0 and found[opening.start - 1].kind == "P"
    return opening.kind == "if" and noun and found[opening.start].words in ("where", "in which", "when")


_NOT_CHOSEN = re.compile(r"T[tG]*M")


def resumes(found: Sequence[Phrase], start: int, index: int) -> bool:
    """`Choosing X instead of Y gives me 5`: the verb goes with what is chosen, not with what it is chosen over.

    Args:
        start: where the words of what is not chosen begin.
    """
    kinds = kinds_of(found[start:index])
    chosen = start > 0 and found[start - 1].kind == "M" and found[start].meaning == "instead"
    verb = found[index].kind in "WVBJYR" or (found[index].kind == "." and found[index].words.endswith("s"))
    return chosen and verb and _NOT_CHOSEN.fullmatch(kinds) is not None and found[start].words not in AGAINST


def parts(found: Sequence[Phrase], index: int, kind: str) -> bool:
    """Whether the phrase at `index` parts two clauses."""
    phrase = found[index]
    if opens_compared(found, index) and phrase.kind != "T":
        return True
    if phrase.kind in "&|" and _is_kept_from(found, index):
        return False
    if phrase.kind == "(" and index and found[index - 1].kind == "T":
        return False
    if phrase.kind in "&|":
        return _begins_clause(found, index + 1, kind) and not (_is_pair(found, index) or _is_subject(found, index))
    if phrase.kind == "w":
        person = phrase.words == "who" and index > 0 and found[index - 1].words == "one"
        return (phrase.words in ("which", "who") and not person) or (
            phrase.words == "that" and index > 0 and found[index - 1].kind in ","
        )
    if phrase.kind == "c":
        return phrase.words not in ("as", "making", "so") or index == 0 or found[index - 1].kind in ",;"
    if phrase.kind == "T":
        rather = any(part.words == "rather" for part in found[max(0, index - 4) : index])
        return not rather and (phrase.words != "against" or _weighs_amounts(found, index))
    if phrase.kind == "-":
        return phrase.words in ("--", "-") and index > 0
    return phrase.kind in _PARTING


def _weighs_amounts(found: Sequence[Phrase], index: int) -> bool:
    """The `against` of `(5 against 3)` and `5 against X's 3`, as `versus`; not that of `5 against X`."""
    weighed = re.search("N(?:dA)?$", kinds_of(found[:index])) is not None
    return weighed and _AMOUNT.match(kinds_of(found[index + 1 : index + 5])) is not None


_AMOUNT = re.compile(r"(?:MB)?[tLYa.]*N")


def _is_kept_from(found: Sequence[Phrase], index: int) -> bool:
    """`protects me from being exploited and getting 0`: the second thing that is avoided."""
    avoids = max((at for at in range(max(0, index - 8), index) if found[at].kind == "O"), default=index)
    following = found[index + 1 : index + 2]
    gets = bool(following) and following[0].kind == "V" and following[0].words.split()[0].endswith("ing")
    between = found[avoids:index]
    first = any(part.words.split()[0].endswith("ing") for part in between[1:])
    return gets and first and not any(part.kind in "N,;" for part in between)


_OF_CHOICE = ("by", "from", "for", "with")


def _is_pair(found: Sequence[Phrase], index: int) -> bool:
    """`5 or 0 by choosing X`, `3 or 1 for Y`, `they get 3 or 5 if I choose X`: two amounts of one choice."""
    around = kinds_of(found[max(0, index - 1) : index + 4])
    before = kinds_of(found[:index])
    if around.startswith("N|NIA") and ("M" not in before or "N|NIA" in before):
        return True
    return around.startswith(("N|NdG", "N&NdG", "N|NdM", "N&NdM")) and found[index + 2].words in _OF_CHOICE


def _is_subject(found: Sequence[Phrase], index: int) -> bool:
    """`X and Y guarantee 1`, `both X and Y pay 5`: two moves as one subject."""
    around = kinds_of(found[max(0, index - 1) : index + 3])
    start = max((at for at in range(index) if found[at].kind in ",;:bIc"), default=0)
    told = any(phrase.kind in "NWVJB" for phrase in found[start : index - 1])
    told = told or (found[start].kind == "I" and index + 2 < len(found) and found[index + 2].words == "is")
    return around.startswith(("M&M", "M&G")) and not told


_TURNS_TO = re.compile(r"dG?M[,:wA]")
"""`with X, the lowest is 1 and with Y, it is 0`: the second move."""


_CHANGES_TO = re.compile(r"\.a?dNI")
"""`and drops to 1 if …`."""


def _begins_clause(found: Sequence[Phrase], index: int, kind: str) -> bool:
    """Whether after `and` or `or` something with a verb or a condition of its own begins."""
    if _TURNS_TO.match(kinds_of(found[index : index + 5])):
        return True
    if _CHANGES_TO.match(kinds_of(found[index : index + 5])) and found[index].words.isalpha():
        return True
    for at, phrase in enumerate(found[index : index + 3], index):
        if phrase.kind in "AGIUVW":
            return True
        if phrase.kind == "M":
            following = kinds_of(found[at + 1 : at + 3])
            judged = following == "BQ" and found[at + 1].words == "is"
            predicate = following.startswith("B") and at == index and (found[index - 2].kind != "M" or judged)
            has = at == index and any(part.words in ("has", "have") for part in found[at + 1 : at + 2])
            told = following[:1] in tuple("WJKV:") or following in ("YW", "YV") or has or predicate
            return told or gaps_verb(found, at) or gaps_choice(found, at)
        if phrase.kind in "rm" and kind == "main":
            following = kinds_of(found[at + 1 : at + 6])
            return "MB" in following and "B" not in following.partition("MB")[0]
        if phrase.kind == "C" and at == index:
            return kind == "main" and found[index - 2].kind == "N"
        if phrase.kind == "N":
            following = kinds_of(found[at + 1 : at + 5]).removeprefix("m")
            goes_on = following.removeprefix("|N").startswith(("dG", "dM", "d(M"))
            goes_on = goes_on or (following[:1] == "B" and kind == "main")
            goes_on = goes_on or (following.startswith("TM") and found[at + 1].words in AGAINST)
            return (kind == "if" and found[index - 2].kind != "N") or "I" in following[:2] or goes_on
        if phrase.kind not in "taeY.LHK":
            return False
    return False
