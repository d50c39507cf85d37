"""Who is meant by a choice that is told without a name: the `choosing X` of `they get 5 by choosing X`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.english.clause import Clause
from translators.english.event import Event
from translators.english.faced import plays_against
from translators.english.owners import predicate_owner
from translators.english.phrase import CHOOSER, POSSESSIVES, Phrase, kinds_of
from translators.english.scene import BOTH, ME, THEM, Scene


def _is_object_of(found: Sequence[Phrase], index: int) -> bool:
    """The `them` of `X earns them 3`."""
    return found[index - 1].kind == "V" and found[index].words in ("them", "him", "her")


def _is_benefited(found: Sequence[Phrase], index: int) -> bool:
    """The `them` of `X gives them 3`, `X earns them 3`, `X makes them worse off`."""
    before = found[index - 1]
    return before.kind in "WJ" or before.words in ("make", "makes") or _is_object_of(found, index)


_JUDGED_FOR = re.compile(r"Y*BY*t?[Qar.S]{1,2}dt?A")


def _reported(clause: Clause, event: Event, found: Sequence[Phrase]) -> int:
    """Where what is known begins in `I know that they could exploit me by choosing X`."""
    for at in range(event.start - 1, clause.start, -1):
        if found[at].words == "that" and any(phrase.kind == "A" for phrase in found[at : event.start]):
            return at
    return clause.start


def gerund_agent(
    clause: Clause, event: Event, found: Sequence[Phrase], who: Sequence[str], scene: Scene, perspective: str
) -> str:
    """Who is meant by `choosing X` without a name: the subject of the clause, else the reasoner."""
    if judge := predicate_owner(found, who, event.start) or plays_against(event, clause.events):
        return judge
    if clause.kind == "if" and (subject := _subject_after(event, found, who) or _getter_before(event, found, who)):
        return subject
    by = event.start > 0 and found[event.start - 1].kind in "da"
    subject = ""
    for index in range(_reported(clause, event, found), event.end if _is_explained(event, found) else clause.end):
        relative = index > 1 and found[index - 1].words == "which" and found[index - 2].kind == ","
        whatever = index > 0 and (found[index - 1].kind == "R" or found[index - 1].words in ("what", "which"))
        whatever = whatever and not relative
        if found[index].kind != "A" or event.start <= index < event.end or whatever:
            continue
        following = found[index + 1].kind if index + 1 < len(found) else ""
        owner = found[index].words in ("my", "your", "their", "his", "her") or _has_genitive(found, index)
        owned = owner and by and kinds_of(found[index + 1 : index + 3]) == "PB"
        if (owned or (following in "VWYKBJaeO." and not owner)) and (
            who[index] in (ME, THEM) or _is_joint(found, index, event)
        ):
            subject = who[index]
            if index < event.start or by:
                break
    benefits = {who[i] for i in range(clause.start + 1, clause.end) if found[i].kind == "A" and _is_benefited(found, i)}
    if by and subject in (ME, THEM) and event.start and found[event.start - 1].words == "by":
        return subject
    if switcher := _switcher(event, found, scene, benefits):
        return switcher
    if _is_of_all(found, who, event) or _is_aim_of_all(found, event):
        return BOTH
    if _is_means_of_them(found, who, event):
        return THEM
    if by and (subject := subject or _subject_before(clause, found, who)):
        return subject
    judged = _JUDGED_FOR.match(kinds_of(found[event.end : event.end + 8]))
    if event.form in ("subject", "gerund") and judged and who[event.end + judged.end() - 1] == THEM:
        return THEM
    if event.form == "subject" and _is_worth_if_i_choose(clause, event, found, who):
        return THEM
    reason = event.form == "subject" and "c" in clause.before
    varies = scene.them is None or reason or scene.lead == ME
    if benefits == {THEM} and scene.me is not None and varies:
        return THEM
    if subject == THEM and (event.form == "infinitive" or _is_object(clause, event, found, who)):
        return THEM
    return perspective


def _is_explained(event: Event, found: Sequence[Phrase]) -> bool:
    """`The risk with X is that they get 5`: who does that there says nothing of whose X it is.

    Unlike `the temptation of X is that they may get 5`.
    """
    after, before = found[event.end : event.end + 2], found[max(0, event.start - 4) : event.start]
    told = len(after) == 2 and after[0].kind == "B" and after[1].words == "that"
    return told and any(phrase.kind in "KX" or phrase.words in _DRAWBACKS for phrase in before)


_DRAWBACKS = frozenset("problem downside drawback danger disadvantage catch trouble weakness concern issue".split())


def pair_of_choosers(found: Sequence[Phrase]) -> Scene:
    """`The one who chooses X gets 5, the one who chooses Y gets 1`: the cell, with the first of them as me."""
    named = [phrase.meaning.removeprefix(CHOOSER) for phrase in found if phrase.meaning.startswith(CHOOSER)]
    moves = {phrase.meaning for phrase in found if phrase.kind == "M"}
    amounts = sum(phrase.kind == "N" for phrase in found)
    alone = len(named) == 2 and named[0] != named[1] and not moves - set(named) and amounts <= 2
    return Scene(*named) if alone else Scene()


_WORTH_IF = re.compile(r"B\.t?N[IU]AY*C")


def _is_worth_if_i_choose(clause: Clause, event: Event, found: Sequence[Phrase], who: Sequence[str]) -> bool:
    """`X is worth 3 if I choose Y`: a move of the other role's."""
    match = _WORTH_IF.match(kinds_of(found[event.end : event.end + 9]))
    chooser = event.end + match.end() - 2 if match else 0
    return match is not None and found[event.end + 1].words == "worth" and ME in who[chooser - 3 : chooser + 1]


def _subject_after(event: Event, found: Sequence[Phrase], who: Sequence[str]) -> str:
    """`when choosing X, they may think that …`: the subject of what the condition is said of."""
    following = _SUBJECT.match(kinds_of(found[event.end : event.end + 4]))
    bare = event.form == "gerund" and event.start > 0 and found[event.start - 1].kind == "I"
    return who[event.end + following.end() - 2] if bare and following else ""


_GETS_BEFORE = re.compile(r"A(?=[Y.]*V[^;:A]*I$)")


def _getter_before(event: Event, found: Sequence[Phrase], who: Sequence[str]) -> str:
    """`they get 1 when choosing X`: who gets what the condition is told of."""
    if event.form != "gerund" or event.start == 0 or found[event.start - 1].kind != "I":
        return ""
    getters = [match.start() for match in _GETS_BEFORE.finditer(kinds_of(found[: event.start]))]
    return who[getters[-1]] if getters and who[getters[-1]] in (ME, THEM) else ""


_SUBJECT = re.compile(r",t?A[YVCK]")


def _switcher(event: Event, found: Sequence[Phrase], scene: Scene, benefits: set[str]) -> str:
    """`switching to Y would bring them 1`, in a cell: whoever has not chosen Y in it, or else who gets something."""
    switches = found[event.start].words.startswith(("switching", "deviating"))
    others = [actor for actor in (ME, THEM) if scene.of(actor) != event.move]
    others = [actor for actor in others if actor in benefits] if len(others) > 1 else others
    return others[0] if switches and scene.full and len(others) == 1 else ""


def _is_of_all(found: Sequence[Phrase], who: Sequence[str], event: Event) -> bool:
    """`By choosing X, we could get 3 each`: all who get something choose it."""
    if (
        event.start != 1
        or found[0].words != "by"
        or [part.kind for part in found[event.end : event.end + 2]] != [",", "A"]
    ):
        return False
    rest = found[event.end + 1 :]
    shared = any(part.kind == "e" or "both" in part.words.split() or "each" in part.words.split() for part in rest)
    return who[event.end + 1] == BOTH and shared


_AIM = re.compile(r"ed[Y.]*VtL*N[P.]*d$|ed[Y.]*VN[P.]*d$")


def _is_aim_of_all(found: Sequence[Phrase], event: Event) -> bool:
    """`It would be better for both of us to get 3 by choosing X`: all of us choose it."""
    aim = _AIM.search(kinds_of(found[: event.start]))
    return aim is not None and found[aim.start()].words.startswith("for ") and found[aim.start() + 1].words == "to"


def _is_means_of_them(found: Sequence[Phrase], who: Sequence[str], event: Event) -> bool:
    """`By choosing X, they make sure to get 1`, where no other choice of theirs is told.

    So is `choosing X is a way for them to get 1`.
    """
    kinds = kinds_of(found[event.end : event.end + 8])
    opens = event.start == 1 and found[0].words == "by" and kinds.startswith((",A", ",tA"))
    way = _IS_WAY.match(kinds) if event.form == "gerund" else None
    subject = event.end + (way.end() - 1 if way else 1 + kinds.startswith(",tA"))
    if not (opens or way) or who[subject] != THEM:
        return False
    named = [at for at in range(event.end, len(found)) if found[at].kind == "M"]
    plainly = _GETS.match("".join("c" if p.words in _CAN else p.kind for p in found[subject + 1 : subject + 4]))
    chosen = [at for at in named if set("CG") & set(kinds_of(found[at - 2 : at]))]
    return all(who[at - 2] == ME for at in chosen) and (way is not None or plainly is not None)


_GETS = re.compile("c{0,2}[VJO]|[cY]{0,2}WA")
_CAN = frozenset("can will would also".split())
_IS_WAY = re.compile(r"Bt?[.o]dt?A(?=d)")


_ALL = frozenset("both everyone everybody".split())


def _is_joint(found: Sequence[Phrase], index: int, event: Event) -> bool:
    """`both get 3 by choosing X`, `we would each get 3 by choosing X`; not `each of us could get 5 by choosing X`."""
    each = found[index].words == "we" and any(phrase.words == "each" for phrase in found[index + 1 : index + 4])
    return event.form == "gerund" and (each or bool(_ALL.intersection(found[index].words.split())))


def _subject_before(clause: Clause, found: Sequence[Phrase], who: Sequence[str]) -> str:
    """`they get 1 by choosing X and 0 by choosing Y`: the subject of the clause that this one continues."""
    body = found[clause.start : clause.end]
    if clause.before.lstrip(",") not in ("&", "|") or any(phrase.kind in "AW" for phrase in body):
        return ""
    if any(phrase.kind == "V" for phrase in body[1:]):
        return ""
    for index in range(clause.start - 2, -1, -1):
        owner = found[index].words in POSSESSIVES and found[index + 1].kind == "P"
        if found[index].kind == "A" and who[index] in (ME, THEM) and (owner or found[index + 1].kind in "VYKB."):
            return who[index]
        if found[index].kind == ";" or (found[index].kind == "I" and found[index + 1].kind != "G"):
            return ""
    return ""


def _has_genitive(found: Sequence[Phrase], index: int) -> bool:
    return index + 1 < len(found) and found[index + 1].words == "'s"


def _is_object(clause: Clause, event: Event, found: Sequence[Phrase], who: Sequence[str]) -> bool:
    """`they lean towards choosing X`: the gerund is what the subject before it does."""
    before = found[clause.start : event.start]
    subjects = [index for index in range(clause.start, event.start) if who[index] in (ME, THEM)]
    return bool(subjects) and not any(phrase.kind in "WVNG" for phrase in before)
