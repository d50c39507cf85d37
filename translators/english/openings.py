"""The scene a sentence begins in: what stands above it, and what the sentence before left open to it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.english.clause import Clause
from translators.english.grammar_words import POINTERS
from translators.english.phrase import Phrase, kinds_of, words_of
from translators.english.scene import ME, THEM, THEY, Scene, opposite


def first_scene(
    clauses: Sequence[Clause], found: Sequence[Phrase], scene: Scene, last: Scene
) -> tuple[Scene, frozenset[str]]:
    """The scene a sentence begins in: what stands above it, and what the sentence before left open to it."""
    either = [clause for clause in clauses if found[0].words == "either" and _is_alternative(clause, clauses)]
    supposed = [clause for clause in clauses if clause.kind == "if" or _is_supposed(clauses, clause, found, last)]
    supposed += either if len(either) > 1 else []
    stated = frozenset(actor for clause in supposed for event in clause.events for actor, _ in event.moves)
    compared = next((position for position, clause in enumerate(clauses) if clause.kind == "than"), len(clauses))
    only_compared = not any(clause.events for clause in clauses[:compared])
    back = points_back(found) or (last.full and _follows(found))
    if back and (len(stated) != 1 or only_compared):
        return (last if not last.empty else scene), stated
    if not stated and _replies(found) and scene.them is None and last.them is not None:
        return scene.set({THEM: last.them}), stated
    if len(stated) == 1:
        (actor,) = stated
        kept = opposite(actor)
        leads = last.lead == kept or last.of(actor) is None or (not last.lead and actor == THEM)
        leads = leads and not (actor == THEM and any(_is_known(clause, found) for clause in supposed))
        leads = leads and not (_chooses_anew(found) if kept == ME else _is_their_move(found))
        if leads and scene.of(kept) is None and last.of(kept) is not None:
            return scene.set({kept: last.of(kept)}), stated
    return scene, stated


_ANNOUNCES = re.compile(
    r"\b(?:have|has|are|remain) (?:only |just |exactly )?(?:<count>|several|the following) (?:possible |different )?"
    r"(?:options|choices|moves|possibilities|outcomes|scenarios|cases|ways)\b"
)


def announces_cases(found: Sequence[Phrase]) -> bool:
    """`If they choose Y, I have two options.`: what comes next is said of them, where no amount is told yet."""
    return _ANNOUNCES.search(words_of(found)) is not None and not set(kinds_of(found)) & set("NQXRT")


def _is_alternative(clause: Clause, clauses: Sequence[Clause]) -> bool:
    """A clause of `either they choose X and I get 5, or they choose Y and I get 3`: a case that what follows is of."""
    opens = clause is clauses[0] or clause.before in ("|", ",|")
    return opens and clause.kind == "main" and {actor for event in clause.events for actor, _ in event.moves} == {THEM}


_UNNAMED = re.compile("[^M]*t[.X]*[oCr]w[WVJ]")


def _chooses_anew(found: Sequence[Phrase]) -> bool:
    """`I take the option that gives me 1`: some move, which need not be the one that was spoken of before."""
    return _UNNAMED.match(kinds_of(found)) is not None


_BRINGS_THEM = re.compile("MY*WA")


def _is_their_move(found: Sequence[Phrase]) -> bool:
    """`If I choose Y, X brings them 5`: their move is told anew, by its name alone."""
    brought = (found[match.end() - 1].meaning for match in _BRINGS_THEM.finditer(kinds_of(found)))
    return any(meaning in (THEM, THEY) for meaning in brought)


def _is_supposed(clauses: Sequence[Clause], clause: Clause, found: Sequence[Phrase], last: Scene) -> bool:
    """`They could choose Y, in which case I get 1`: a choice that what follows is said of.

    `They may also choose Y` does not say whether as one did oneself, or besides their other choice.
    """
    after = clauses[clauses.index(clause) + 1 :][:1]
    also = any(phrase.words == "also" for phrase in found[clause.start : clause.end])
    told = {move for event in clause.events for move in (event.moves or (event.move,))}
    agreed = len(clause.events) == 1 and told == {(THEM, last.me if also else clause.events[0].move)}
    return bool(after) and found[after[0].start - 1].words == "in which case" and agreed


_KNOWS = frozenset("knew know think thought believe believed expect expected suspect suspected sure certain".split())


def _is_known(clause: Clause, found: Sequence[Phrase]) -> bool:
    """`If I knew that they choose Y, I could get 5`: whatever one was going to choose oneself is open again."""
    mine = found[clause.start : clause.end]
    told = next((event.start for event in clause.events), clause.end) - clause.start
    subject = next((phrase.meaning for phrase in mine if phrase.kind == "A"), "")
    return subject == ME and any(phrase.words in _KNOWS for phrase in mine[:told])


_POINTED = frozenset("way scenario case situation point".split())
_EXCLUDED = re.compile(
    r"(?:(?:since|because|as|but|however|unfortunately|,) )*(?:this|that|it|doing so) (?:\w+ )?"
    r"(?:(?:cannot|not|never|n't|'t) (?:\w+ )?(?:possible|feasible|allowed|permitted|an option|on offer|done|happen|"
    r"arranged|agreed|the case)|impossible|ruled out|out of the question)\b"
)


def points_back(found: Sequence[Phrase]) -> bool:
    """`In that case`, `This gives me`, `That leaves`: the sentence goes on in the scene before it.

    Not so `Since this is not possible, I could get 0 if they are careful`, which leaves it.
    """
    if _EXCLUDED.match(words_of(found[:10])):
        return False
    if any(_is_there(found, index) or _is_that_case(found, index) for index in range(len(found))):
        return True
    if kinds_of(found[:2]) == "MB" and found[2:3] != () and found[2].words == "then":
        return True
    for index, phrase in enumerate(found[:4]):
        if phrase.words in POINTERS and phrase.kind == "w":
            if phrase.words == "it" and any(part.words == "that" for part in found[index + 2 : index + 5]):
                return False
            following = found[index + 1].kind if index + 1 < len(found) else ""
            return following in "WVBYPJOKno" or found[index + 1].words in _POINTED
        if "doing" in phrase.words.split() and phrase.kind == "w":
            return True
        if phrase.words in ("which case", "such a case", "this case") or (phrase.words == "then" and index == 0):
            return True
        if phrase.kind not in "db,c.&Y":
            return False
    return False


_FOLLOWS = re.compile(r"[cY.]*,?[cY.]*AY[Y.]*V[tL]*N")


def _follows(found: Sequence[Phrase]) -> bool:
    """`I would then get 1`: what comes of the choices told right before, unlike `I would have got 1`."""
    kinds = kinds_of(found)
    modal = next((phrase.words for phrase in found if phrase.kind == "Y"), "")
    past = any(phrase.words == "have" for phrase in found[:6])
    return modal == "would" and not past and bool(_FOLLOWS.match(kinds)) and not set(kinds) & set("MI|")


_REPLIES = re.compile(r"(?:[cY]?,?dG?M,)?[cY]?,?AYVN(?:dG?M)?(?:[&b,]+N(?:dG?M)?)*\.?")


def _replies(found: Sequence[Phrase]) -> bool:
    """`With X, I would get 1`, `I would get 5 by choosing X`: with that move, against the other's told before."""
    kinds = kinds_of(found)
    modal = next((phrase.words for phrase in found if phrase.kind == "Y"), "")
    mine = all(phrase.meaning == ME for phrase in found if phrase.kind == "A")
    return mine and "M" in kinds and modal == "would" and _REPLIES.fullmatch(kinds) is not None


def _is_there(found: Sequence[Phrase], index: int) -> bool:
    """`I have nothing to regret there`: in the case just told, unlike `there is`."""
    after = found[index + 1 : index + 2]
    return (
        found[index].words == "there"
        and index > 0
        and found[index - 1].kind not in ",;:"
        and not (after and after[0].kind in "BYVnt")
    )


def tells_of_that_case(found: Sequence[Phrase]) -> bool:
    """`In that case, I should choose X`, `I should choose X in this case`: what was told before is given."""
    return any(_is_that_case(found, index) for index in range(len(found)))


_SO = ("if so", "if that happens", "if this happens", "if that is so")
_CASE = re.compile(r"if (?:that|this|it) (?:is|'s|was|were|turns out to be) the case")


def _is_that_case(found: Sequence[Phrase], index: int) -> bool:
    """`I would get 0 in that case`: where the sentence has no other condition; `if that's the case`, `if so`.

    In `They choose X, and in that case I get 5` the case is told by the sentence itself.
    """
    if found[index].words.split(" ")[0] not in ("in", "if"):
        return False
    if index and found[index - 1].kind in "&,;b" and any(phrase.kind == "M" for phrase in found[:index]):
        return False
    said = [phrase.words for phrase in found[index : index + 8]]
    words = " ".join(said)
    if _CASE.match(words) or words.startswith(tuple(f"{so} ," for so in _SO)):
        return not any(phrase.kind == "I" for phrase in (*found[:index], *found[index + 1 :]))
    pointed = said[:1] == ["in"] and said[1:2] in (["that"], ["this"]) and said[2:3] in (["case"], ["event"])
    return pointed and all(part.kind != "I" for part in found)
