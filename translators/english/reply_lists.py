"""Lists of replies: `my best response depends on theirs: X if they choose X, Y if they choose Y`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.english import emit
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.phrase import kinds_of, words_of
from translators.english.scene import ME, THEM, opposite

_REPLY = re.compile(r"(?<=[:,;&bC(d])t?(?P<own>M)[a.]?,?It?(?P<other>A)[YBa]*C[to.]*(?P<answered>M)")
_CALLED_BEST = re.compile(
    r"\b(?:best|optimal|most profitable|most lucrative)\b|\b(?:pays|better|smarter|wiser|rational|makes sense) to\b"
    r"|\b(?:should|ought to)\b"
)
_ELSE = re.compile(r"\b(?:not|'t|never|fair|trust|safe|safest|cautious|both|mutual|worst|imitat\w*|reciprocat\w*)\b")


_ALIKE = re.compile(r"[B.][nYR]*(?P<how>[a.])")


_MATCHES = frozenset("match matching mirror mirroring copy copying imitate imitating".split())


def depends(reading: Reading, index: int) -> bool:
    """`My best response depends on …`, `… isn't the same in both cases`, `… is to match theirs`: told case by case."""
    after = reading.phrases[index + 1 : index + 6]
    alike = _ALIKE.match(kinds_of(after))
    if alike is not None and after[alike.start("how")].words in ("same", "the same", "different"):
        return True
    after = after[:4]
    if any(phrase.words in _MATCHES for phrase in after):
        return True
    return any(re.fullmatch(r"depend(?:s|ent)?|var(?:y|ies)|differs?|changes?", phrase.words) for phrase in after)


def replies_in_turn(reading: Reading) -> bool:
    """`My best reply is to match them: X if they choose X, and Y if they choose Y`: told case by case."""
    return len(_REPLY.findall(kinds_of(reading.phrases))) > 1


def reply_list_claims(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """That each move of such a list is a best response to the one it answers, as (index of the phrase, query)."""
    replies = list(_REPLY.finditer(kinds_of(reading.phrases)))
    opening = words_of(reading.phrases[: replies[0].start("own")]) if replies else ""
    if len(replies) < 2 or not _CALLED_BEST.search(opening) or _ELSE.search(opening):
        return
    for reply in replies:
        other = reading.who[reply.start("other")]
        move, answered = (reading.phrases[reply.start(name)].meaning for name in ("own", "answered"))
        actor = opposite(other)
        if other in (ME, THEM) and move in names.of(actor) and answered in names.of(other):
            yield reply.start("own"), emit.call("best_response", actor, move, answered)
