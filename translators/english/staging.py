"""Scenes of clauses: which condition governs which clause, and whose choice a gerund tells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from translators.english.brackets import outside_of_brackets
from translators.english.choosers import gerund_agent
from translators.english.clause import Clause
from translators.english.event import moves_of
from translators.english.faced import FACED
from translators.english.grammar_words import POINTERS
from translators.english.likewise import alone, as_well, leaves
from translators.english.open_conditions import left_open
from translators.english.phrase import POSSESSIVES, Phrase, kinds_of, words_of
from translators.english.scene import BOTH, ME, THEM, Scene, opposite
from translators.english.wishes import is_of_avoided, leaves_avoided, turns_away


def play(
    clauses: Sequence[Clause],
    found: Sequence[Phrase],
    who: Sequence[str],
    start: Scene,
    perspective: str,
    *,
    carries: bool = True,
    apart: bool = False,
) -> Scene:
    """Set each clause's scene, from left to right; the scene the sentence ends in.

    Args:
        carries: whether a condition that follows its clause governs what comes after it too.
        apart: whether what follows `but` or `while` is said of the scene the sentence began in.
    """
    scene, position = start, 0
    resume: Scene | None = None
    avoiding: Scene | None = None
    left: Scene | None = None
    while position < len(clauses):
        clause = clauses[position]
        if resume is not None and _is_than_if(clauses, position):
            scene = resume
        elif resume is not None and clause.kind != "than" and not _still_compared(clause, found):
            scene, resume = resume, None
        if apart and may_stand_apart(clauses, position, found):
            scene = start
        if turns_away(clauses, position, found):
            scene = Scene()
        if avoiding is not None and leaves_avoided(clause, found):
            scene, avoiding = avoiding, None
        scene = outside_of_brackets(clauses, position) or scene
        if leaves(clauses, position, found):
            left = scene = left or scene
        if clause.kind == "if":
            after = _group_end(clauses, position)
            if is_of_avoided(clause, found):
                scene, avoiding = Scene(), scene
            scene = left_open(clauses[position:after], scene, found, who) if position else scene
            scene = _condition(clauses, position, after, scene, found, who, perspective)
            position = after
            continue
        if clause.kind == "than" and resume is None:
            resume = scene
        before = scene
        scene, after = _main(clauses, position, scene, found, who, perspective)
        if not carries and after > position + 1 and after < len(clauses):
            scene = before.set(_told([clause], found, who, before, perspective))
        elif not carries and after < len(clauses) and _concluded(clauses[after], found):
            scene = clause.outer
        elif after < len(clauses) and _would_have(clause, found) and _really_got(clauses[after], found):
            scene = before.set({THEM: clause.outer.them})
        position = after
    return next((left for left in (avoiding, resume) if left is not None), scene)


def _would_have(clause: Clause, found: Sequence[Phrase]) -> bool:
    """`X would have given me 0, and I got 1`: what was not chosen, so that the scene before goes on."""
    body = found[clause.start : clause.end]
    return clause.kind == "main" and any(
        modal.words in ("would", "could", "'d") and have.words == "have" for modal, have in pairwise(body)
    )


_GOT = frozenset("got received earned made won".split())


def _really_got(clause: Clause, found: Sequence[Phrase]) -> bool:
    """`and I got 1`: what was got after all."""
    return not clause.events and any(phrase.words in _GOT for phrase in found[clause.start : clause.start + 3])


def may_stand_apart(clauses: Sequence[Clause], position: int, found: Sequence[Phrase]) -> bool:
    """`X guarantees 1, while the highest payoff I can get is 5`: may be said of all choices again.

    Not where an extreme stands before it: `the highest payoff is 5, but the lowest is 0` has one subject.
    """
    clause = clauses[position]
    extreme = "X" in kinds_of(found[clause.start : clause.end])
    if clause.kind != "main" or "b" not in clause.before or clause.events or not extreme:
        return False
    before = found[: clause.start]
    return not any(
        phrase.kind == "X"
        and not any(part.kind == "J" for part in before[at + 1 : at + 3])
        and "N" in kinds_of(before[at:])
        for at, phrase in enumerate(before)
    )


def _concluded(clause: Clause, found: Sequence[Phrase]) -> bool:
    """Whether something new may begin here: after a semicolon or `so`."""
    before = [phrase.words for phrase in found[max(0, clause.start - 2) : clause.start]]
    return any(word in (";", "so", "therefore", "thus", "hence") for word in before)


_COMPARED_CHOICE = re.compile(r"T(?:[wI]?AY*)?[CG][to]*M&$")
"""`than both choosing X and`, `than that both choose X and`, `than if both choose X and`."""


def _still_compared(clause: Clause, found: Sequence[Phrase]) -> bool:
    """`than X (3)`, `than X, which gives 1`, `than X (3, but 0 if …)`: still said of what is compared with.

    So is `than X, where I get 1`.
    """
    opened = next((at for at in range(clause.start - 1, -1, -1) if found[at].kind in "()"), 0)
    if found[opened].kind == "(" and opened < clause.start - 1 and "T" in kinds_of(found[:opened]):
        return True
    if clause.before.startswith("("):
        versus = clause.end < len(found) and found[clause.end].kind == "T"
        return all(phrase.kind in "NtLde-|&," for phrase in found[clause.start : clause.end]) and not versus
    if clause.before == "|" and clause.kind == "main":
        return found[clause.start].kind in "NtLV"
    goes_on = clause.before == "&" and found[clause.start].kind == "V"
    if goes_on and (compared := _COMPARED_CHOICE.search(kinds_of(found[: clause.start]))):
        gerund = "G" in compared[0]
        return gerund == found[clause.start].words.split()[0].endswith("ing")
    if found[clause.start].words == "where" and kinds_of(found[: clause.start]).endswith("M,"):
        return not clause.events
    return clause.start > 0 and found[clause.start - 1].words == "which"


def _is_than_if(clauses: Sequence[Clause], position: int) -> bool:
    """The condition of `than if I chose X`, which holds of nothing else."""
    before = clauses[position - 1] if position else None
    bare = before is not None and before.kind == "than" and before.end == before.start + 1
    return bare and clauses[position].kind == "if"


def _group_end(clauses: Sequence[Clause], position: int) -> int:
    after = position + 1
    while (
        after < len(clauses)
        and clauses[after].kind == "if"
        and clauses[after].before in ("&", "", "&I", ",I", ",&I", "|I")
    ):
        if clauses[after].before == "" and clauses[after - 1].events:
            break
        after += 1
    return after


def _condition(
    clauses: Sequence[Clause],
    position: int,
    after: int,
    scene: Scene,
    found: Sequence[Phrase],
    who: Sequence[str],
    perspective: str,
) -> Scene:
    body = range(clauses[position].start, clauses[after - 1].end)
    scene = scene.without(opposite(one)) if (one := alone(body, found, who)) else scene
    told = _told(clauses[position:after], found, who, scene, perspective)
    if clauses[position].unless:
        told = {}
    elif not told and _is_reversed(clauses[position], found):
        told = {ME: scene.them, THEM: scene.me}
    told = as_well(clauses[position:after], found, scene, told) | told
    changed = scene.set(told)
    for clause in clauses[position:after]:
        clause.scene = clause.outer = changed
    return changed


def _main(
    clauses: Sequence[Clause],
    position: int,
    scene: Scene,
    found: Sequence[Phrase],
    who: Sequence[str],
    perspective: str,
) -> tuple[Scene, int]:
    clause = clauses[position]
    after = position + 1
    outer = scene
    perspective = _comparer(clauses, position, found, who) or perspective
    if after < len(clauses) and _is_postposed(clauses, after, found):
        end = _group_end(clauses, after)
        told_here = any(event.moves for clause in clauses[:after] for event in clause.events)
        ours = any(BOTH in who[clause.start : clause.end] for clause in clauses[after:end])
        base = scene.without(THEM) if ours else scene
        base = left_open(clauses[after:end], scene, found, who) if told_here else base
        outer = _condition(clauses, after, end, base, found, who, perspective)
        after = end
    told = _reasoned(clauses, position, found, who) or _told([clause], found, who, outer, perspective)
    if clause.kind == "main" and THEM in told and all(phrase.kind != "R" for phrase in found):
        told = as_well([clause], found, outer, told) | told
    if _goes_on(clauses, position, found, who):
        told, clause.chooser = {THEM: told[ME]}, THEM
    if not told and _is_reversed(clause, found):
        outer = Scene(outer.them, outer.me)
    verbal = any(phrase.kind in "VKW" for phrase in found[clause.start : clause.end])
    if clause.kind == "than" and not told:
        told = {} if clause.lent else _compared(clause, found, perspective)
        before = clauses[max(0, position - 1)]
        limited = (
            scene.empty and not before.events and any(phrase.kind == "N" for phrase in found[clause.start : clause.end])
        )
        changed = [actor for actor in (ME, THEM) if outer.of(actor) != scene.of(actor)]
        full = any(len(event.moves) == 2 for event in before.events)
        shared = not full and (changed == [THEM] or (changed == [ME] and scene.me is None))
        if not told and position and (shared or limited) and outer != scene and not verbal:
            before.scene = outer if limited else before.scene.set({changed[0]: outer.of(changed[0])})
            clause.outer = clause.scene = Scene()
            return before.scene, after
        if not told and outer == scene:
            clause.outer = clause.scene = scene if _is_for_them(clause, found, who) else Scene()
            return clause.scene, after
    supposed = {actor for part in clauses[position + 1 : after] for event in part.events for actor, _ in event.moves}
    if clause.kind == "than" and not told and position and clauses[position - 1].events and perspective not in supposed:
        outer = outer.without(perspective)
    clause.outer = outer
    clause.scene = outer.set(told)
    return clause.scene, after


def _comparer(clauses: Sequence[Clause], position: int, found: Sequence[Phrase], who: Sequence[str]) -> str:
    """`They get more from X than from Y`: who could choose Y instead, where it is not the one who speaks."""
    clause = clauses[position]
    before = next((part for part in reversed(clauses[:position]) if "(" not in part.before), None)
    if clause.kind != "than" or before is None:
        return ""
    held = range(before.start, before.end)
    getting = [who[at] for at in held if who[at] in (ME, THEM) and found[at].words not in POSSESSIVES]
    return THEM if before.chooser == THEM or getting[:1] == [THEM] else ""


def _says_doing_so(clause: Clause, found: Sequence[Phrase]) -> bool:
    return found[clause.start].words == "doing so"


def _tells_outcome(clause: Clause, found: Sequence[Phrase]) -> bool:
    """`because then I would get 0`, `because I could get 0`: what would come of it."""
    body = found[clause.start : clause.end]
    return any(modal.words in _OUTCOMES and got.kind in "VW." for modal, got in pairwise(body))


_OUTCOMES = frozenset("would could might may will".split())
_REASONS = frozenset("because since as given".split())


def _reasoned(clauses: Sequence[Clause], position: int, found: Sequence[Phrase], who: Sequence[str]) -> dict[str, str]:
    """`They won't choose X because it gives them 1`, `… X, which gives them 1`: the move decided about.

    It is the one that is named, not the one that is left where it is refused.
    """
    clause = clauses[position]
    if shunned := _shunned(clauses, position, found, who):
        (clause.topic,) = shunned.values()
        return shunned
    before = next((part for part in reversed(clauses[:position]) if part.kind == "main" and part.events), None)
    relative = clause.start > 2 and found[clause.start - 1].words == "which" and found[clause.start - 3].kind == "M"
    reason = before is not None and any(phrase.words in _REASONS for phrase in found[before.end : clause.start])
    if before is None or not (reason or relative):
        return {}
    decided = [event for event in before.events if event.agent in (ME, THEM)]
    if len(before.events) != 1 or not decided or clause.start >= clause.end:
        return {}
    actor = decided[0].agent
    between = clauses[clauses.index(before) + 1 : position]
    if any(event.agent in ("", actor) for part in between for event in part.events):
        return {}
    named = {part.meaning for part in found[decided[0].start : decided[0].end] if part.kind == "M"}
    again = {event.move for event in clause.events if not event.moves}
    opening = found[clause.start].words
    pronoun = opening in POINTERS or relative or _says_doing_so(clause, found)
    pronoun = (pronoun or _tells_outcome(clause, found)) and not clause.events
    elses = opposite(actor) in who[clause.start : clause.end]
    if len(named) != 1 or elses or not (again == named or pronoun):
        return {}
    clause.topic = min(named)
    return {actor: clause.topic}


_SHUNS = re.compile(r"(?P<actor>A)[Y.]*OG?(?P<move>M)$")


def _shunned(clauses: Sequence[Clause], position: int, found: Sequence[Phrase], who: Sequence[str]) -> dict[str, str]:
    """`They avoid X because it could leave them with 0`: the reason is what X brings the one who avoids it."""
    clause, before = clauses[position], clauses[position - 1] if position else None
    if before is None or before.events or clause.events or found[clause.start - 1].words not in _REASONS:
        return {}
    match = _SHUNS.search(kinds_of(found[before.start : before.end]))
    pronoun = found[clause.start].words in POINTERS
    if match is None or not pronoun or not found[before.start + match.end() - 2].words.startswith("avoid"):
        return {}
    actor = who[before.start + match.start("actor")]
    elses = opposite(actor) in who[clause.start : clause.end] if actor in (ME, THEM) else True
    return {} if elses else {actor: found[before.start + match.start("move")].meaning}


def _goes_on(clauses: Sequence[Clause], position: int, found: Sequence[Phrase], who: Sequence[str]) -> bool:
    """`X can leave them with 0 while Y gives them 1`: the second choice is of the one who has the first."""
    clause = clauses[position]
    before = next((part for part in reversed(clauses[:position]) if part.events), None)
    if before is None or before.kind != "main" or clause.chooser != ME or not weighs_their_choice(before, found):
        return False
    said = {who[index] for index in range(clause.start, clause.end) if who[index]}
    return clause.before in ("b", ",b", "&", ",&") and said <= {THEM}


def weighs_their_choice(clause: Clause, found: Sequence[Phrase]) -> bool:
    """`they may think that choosing X leads to 3`: whether a clause is about what the other one could choose."""
    thought = (
        event.form == "gerund"
        and dict(event.moves).keys() == {THEM}
        and "Y" in kinds_of(found[event.start : event.end])
        and "B" not in kinds_of(found[event.start : event.end])
        for event in clause.events
    )
    return clause.chooser == THEM or any(thought)


def _is_reversed(clause: Clause, found: Sequence[Phrase]) -> bool:
    """`in the reverse case I get 0`: each has chosen what the other did."""
    words = words_of(found[clause.start : clause.end])
    around = "the other way around" in words or "vice versa" in words
    return around or any(f"{way} case" in words for way in ("reverse", "reversed", "opposite", "converse"))


def _compared(clause: Clause, found: Sequence[Phrase], perspective: str) -> dict[str, str | None]:
    """`than X`, `than the 0 from X`: a bare move in a comparison is the one that could be chosen instead."""
    moves = {phrase.meaning for phrase in found[clause.start : clause.end] if phrase.kind == "M"}
    return {perspective: moves.pop()} if len(moves) == 1 else {}


_FOR_WHOM = re.compile(r"T[tL]*Ndt?A")


def _is_for_them(clause: Clause, found: Sequence[Phrase], who: Sequence[str]) -> bool:
    """`I get 5 against 0 for them`: two payoffs in one cell, not two cells."""
    match = _FOR_WHOM.match(kinds_of(found[clause.start : clause.end]))
    return match is not None and who[clause.start + match.end() - 1] == THEM


_MOTIVES = frozenset("incentive temptation reason regret".split())


def _is_postposed(clauses: Sequence[Clause], index: int, found: Sequence[Phrase]) -> bool:
    """Whether the condition at `index` belongs to the clause before it."""
    clause, before = clauses[index], clauses[index - 1]
    if is_of_avoided(clause, found):
        return False
    body = found[before.start : before.end]
    if clause.kind != "if" or not any(p.kind in "NXSQrJPKWV" or p.words in _MOTIVES for p in body):
        return False
    marks = clause.before.replace(")", "").replace("I", "")
    if marks in ("", "(") or (marks in ("b", ",b") and found[clause.start].words.startswith("only ")):
        return True
    if marks != ",":
        return False
    end = _group_end(clauses, index)
    return end >= len(clauses) or any(mark in clauses[end].before for mark in "&b|)c")


def _told(
    clauses: Sequence[Clause], found: Sequence[Phrase], who: Sequence[str], scene: Scene, perspective: str
) -> dict[str, str | None]:
    """The choices told in some clauses; a gerund without an agent is the subject's, or the perspective's."""
    told: dict[str, str | None] = {}
    seen: dict[str, set[str | None]] = {}
    for clause in clauses:
        for event in clause.events:
            moves = event.moves
            if not moves and event.form in ("gerund", "infinitive", "finite", "subject") and not event.agent:
                agent = gerund_agent(clause, event, found, who, scene, perspective)
                clause.chooser = agent
                moves = moves_of(agent, event.move)
            elif event.form == FACED and not event.agent and clause.chooser in (ME, THEM):
                moves = moves_of(opposite(clause.chooser), event.move)
            for actor, move in moves:
                seen.setdefault(actor, set()).add(move)
                told[actor] = move
    return {actor: (move if len(seen[actor]) == 1 else None) for actor, move in told.items()}
