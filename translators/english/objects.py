"""Actors that something is done to: the `them` of `I exploit them` gets and chooses nothing by that."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.english.phrase import Phrase, kinds_of

_DONE_TO = re.compile(r"(?:A[Ynae]*C?|[|&])\.{1,2}d?t?$")
_TO_DO_TO = re.compile(r"d\.{1,2}d?t?$")
_NEVER = frozenset("i we they he she my your their his our each other both".split())
_ALWAYS = frozenset("me us them him".split())


def is_object(found: Sequence[Phrase], at: int) -> bool:
    """Whether the actor at `at` is the object of a verb that is neither of getting nor of giving nor of choosing."""
    words = found[at].words
    if found[at].kind != "A" or words in _NEVER:
        return False
    before = kinds_of(found[max(0, at - 9) : at])
    verbs = [phrase.words for phrase in found[max(0, at - 4) : at] if phrase.kind == "."]
    acts = bool(verbs) and all(verb.replace(" ", "").isalpha() and not verb.endswith("ly") for verb in verbs)
    told = at + 1 < len(found) and (found[at + 1].kind in "YVBKJ" or found[at + 1].words == "to")
    if words in _ALWAYS and not told and (before.endswith(("Y", "Q", "M")) or (acts and before.endswith("."))):
        return True
    if not acts or told:
        return False
    purpose = _TO_DO_TO.search(before)
    aimed = purpose is not None and found[at - len(before) + purpose.start()].words.endswith("to")
    return aimed or bool(_DONE_TO.search(before))
