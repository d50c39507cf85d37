"""Moves with the one who chooses them, told without a verb of choosing in front: `X from me`, `X is their pick`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.english.phrase import OWN, POSSESSIVES, Phrase, kinds_of
from translators.english.scene import actors

_PICKS = frozenset("pick choice move selection decision".split())
_CHOSEN = frozenset("chosen picked selected played adopted taken favored favoured preferred".split())

_BRACKETED = re.compile(r"M\(t?A\)")
_GIVEN = re.compile(r"Mdt?A")
_PASSIVE = re.compile(r"M[Ya.]*B[Yae.]*C[a.]*dt?A")
_PREDICATE = re.compile(r"M[Ya.]*B[Ya.c]*(?:t?AB?[.a]*[Co]|Gt?A)")
_CLEFT = re.compile(r"M[Ya.]*B[Ya.]*wt?A[Ya]*C")
_ELLIPTIC = re.compile(r"M[Ya.]*BA")


def assigned(found: Sequence[Phrase], who: Sequence[str], index: int) -> tuple[str, int] | None:
    """Whose choice the move at `index` is, and where the words that say so end; None where they say nothing of it."""
    kinds = kinds_of(found[index : index + 9])
    for pattern, fits in _WAYS:
        match = pattern.match(kinds)
        if match is None or not fits(found, index, index + match.end()):
            continue
        chooser = next(at for at in range(index, index + match.end()) if found[at].kind == "A")
        if actors(who[chooser]):
            return who[chooser], index + match.end()
    return None


def ends_passive(found: Sequence[Phrase], index: int) -> int:
    """Where `X is chosen` ends, which does not say by whom; 0 where the move at `index` is not said to be chosen."""
    match = _AGENTLESS.match(kinds_of(found[index : index + 9]))
    end = index + match.end() if match else 0
    by = found[end].words in ("by", "on") if end < len(found) else False
    return end if match and found[end - 1].words in _CHOSEN and not by else 0


_AGENTLESS = re.compile(r"M[Ya.]*B[Yae.]*C")


def _always(found: Sequence[Phrase], start: int, end: int) -> bool:
    """`X (me)`: nothing more is asked."""
    return True


def _is_given(found: Sequence[Phrase], start: int, end: int) -> bool:
    """`X from them`, `X on both sides`; `X for me and Y for them`, but not `X for me` alone, which may be a verdict."""
    if found[start + 1].words == "on":
        return found[end - 1].words == "both sides"
    return found[start + 1].words == "from" or (found[start + 1].words == "for" and _has_twin(found, start, end))


def _has_twin(found: Sequence[Phrase], start: int, end: int) -> bool:
    """Whether a move of the other one stands beside `X for me`, before or after it, and a colon after both."""
    kinds = kinds_of(found)
    after = re.match(r"[,&]+Mdt?A:", kinds[end:])
    before = re.search(r"Mdt?A[,&]+$", kinds[:start])
    return bool(after) or (before is not None and kinds[end : end + 1] == ":")


def _is_passive(found: Sequence[Phrase], start: int, end: int) -> bool:
    """`X is chosen by them`, `X is picked on both sides`."""
    by = next(at for at in range(end - 1, start, -1) if found[at].kind == "d")
    chosen = any(phrase.words in _CHOSEN for phrase in found[start:by])
    return chosen and (found[by].words == "by" or (found[by].words == "on" and found[end - 1].words == "both sides"))


def _is_predicate(found: Sequence[Phrase], start: int, end: int) -> bool:
    """`X is my pick`, `X is the other player's choice`, `X is the choice of both`."""
    if found[end - 1].kind == "A":
        return any(phrase.words.endswith("choice of") for phrase in found[start:end])
    owner = next(at for at in range(start, end) if found[at].kind == "A")
    owned = found[owner].words in POSSESSIVES or found[owner + 1].words == "'s"
    return owned and found[end - 1].words in _PICKS


def _is_cleft(found: Sequence[Phrase], start: int, end: int) -> bool:
    """`X is what they choose`, unlike `the risk of X is that they choose Y`."""
    return any(phrase.words == "what" for phrase in found[start:end])


def _is_elliptic(found: Sequence[Phrase], start: int, end: int) -> bool:
    """`X is my pick and Y is theirs`."""
    before = any(phrase.words in _PICKS for phrase in found[:start])
    return before and found[end - 1].words in OWN


_WAYS = (
    (_BRACKETED, _always),
    (_GIVEN, _is_given),
    (_PASSIVE, _is_passive),
    (_PREDICATE, _is_predicate),
    (_CLEFT, _is_cleft),
    (_ELLIPTIC, _is_elliptic),
)
