"""Cells named by both moves: `(X, Y)`, `X and Y:`, `X vs Y: …`, the first role's move first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.english.names import Names
from translators.english.phrase import Phrase, kinds_of
from translators.english.scene import ME, THEM

_AGAINST = ("vs", "vs .", "versus", "against")
_LISTED_AFTER = re.compile(r"\),?[&|][(]M[,/]M")
_LISTED_BEFORE = re.compile(r"M[,/]M\),?[&|][(]$")


def pair(found: Sequence[Phrase], index: int, names: Names) -> tuple[tuple[tuple[str, str | None], ...], int] | None:
    """The choices that two moves from `index` on name, and the index after them; None where they name no cell.

    Of several cells in a row (`in (X, Y) and (Y, X)`) it is not said in which of them one is.
    """
    kinds = kinds_of(found[index : index + 4])
    opens = not index or (index == 1 and found[0].kind in "t(")
    joined = kinds[1:2] in tuple(",/&-") or (bool(kinds[1:]) and found[index + 1].words in _AGAINST)
    listed = index > 0 and found[index - 1].kind in ",;." and bool(kinds[1:]) and found[index + 1].words in _AGAINST
    label = (opens or listed) and kinds[3:4] in tuple(":=") and joined
    closed = index > 0 and found[index - 1].kind == "(" and kinds in ("M,M)", "M/M)")
    reach = 3 if opens and kinds[2:3] in tuple(":=") else 1
    glossed = kinds == "MTM(" and joined
    twice = joined and kinds[1:3] in ("&M", "TM") and found[index].meaning == found[index + 2].meaning
    outcome = kinds.startswith("M&M") and _is_outcome(found, index)
    hyphened = kinds.startswith("MM") and found[index + 1].start - found[index].end <= reach
    if not hyphened and (kinds[2:3] != "M" or not (label or closed or twice or glossed or outcome)):
        return None
    end = index + 2 if hyphened else index + 3
    first, second = found[index].meaning, found[end - 1].meaning
    after = kinds_of(found[end : end + 7])
    before = kinds_of(found[max(0, index - 7) : index])
    if _LISTED_AFTER.match(after) or _LISTED_BEFORE.search(before):
        return ((ME, None), (THEM, None)), end
    return ((ME, first), (THEM, second)) if names.first else ((ME, second), (THEM, first)), end


_NOUN = re.compile(r"^(?:t?P)?$")
_FOR_EACH = re.compile(r"Y*[WB](?:[tL]*NdA[&,]+[tL]*NdA|A[tL]*N[&,]+A[tL]*N)")


def _is_outcome(found: Sequence[Phrase], index: int) -> bool:
    """`X and Y pays 5 to me`, `X and Y would give 5 to me and 0 to them`: one outcome, unlike `X and Y pay 5`."""
    verb = found[index + 3] if index + 3 < len(found) else None
    if verb is None or not _NOUN.match(kinds_of(found[:index])):
        return False
    single = verb.kind == "W" and verb.words.split()[0].endswith("s")
    return single or _FOR_EACH.match(kinds_of(found[index + 3 : index + 14])) is not None
