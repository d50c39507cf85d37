"""Comparisons of cells, of own payoffs or of sums: one with another, or with all others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from translators.english import emit
from translators.english.clause import Clause
from translators.english.clauses import Reading
from translators.english.faced import FACED
from translators.english.names import Names
from translators.english.phrase import Phrase, kinds_of, speaks_of_both
from translators.english.quantities import DIFFERENCE
from translators.english.scene import BOTH, ME, THEM, opposite
from translators.english.subject import negated


def cell_comparisons(reading: Reading, index: int, than: int, names: Names) -> list[str]:
    """What a comparative says of cells; empty where it speaks of something else.

    Args:
        index: of the comparative.
        than: of the word that what it is compared with follows.
    """
    if one := _mutual(reading, index, than) or _cells(reading, index, than):
        return [one]
    return (
        _by_choice_of_other(reading, index, than, names)
        or _any_other(reading, index, than, names)
        or _any_of_move(reading, index, than, names)
    )


def _by_choice_of_other(reading: Reading, index: int, than: int, names: Names) -> list[str]:
    """`They earn more if I choose X than if I choose Y`: with each move of theirs, or the one that is told."""
    right = next((clause for clause in reading.clauses if clause.start >= than and _is_case(clause)), None)
    compared = reading.clause_at(index)
    told = {actor for event in right.events for actor, _ in event.moves} if right is not None else set()
    getting = {who for who in reading.who[compared.start : index] if who}
    if (
        right is None
        or "M" in kinds_of(reading.phrases[than + 1 : right.start])
        or right.start > than + 2
        or len(told) != 1
        or len(getting) != 1
        or told & getting
    ):
        return []
    (chooser,), (actor,) = told, getting
    meaning, first, second = reading.phrases[index].meaning, compared.scene.of(chooser), right.scene.of(chooser)
    if actor != opposite(chooser) or first is None or second is None or first == second:
        return []
    kept = compared.scene.of(actor)
    kept = kept if kept is not None and kept == right.scene.of(actor) else None
    moves = (kept,) if kept else names.of(actor)
    return [emit.call(f"{meaning}_payoff_in", actor, move, first, move, second) for move in moves]


def by_choice_alone(reading: Reading, index: int, names: Names) -> list[str]:
    """`They're better off with me choosing X`, `it's better for them if I choose X`: than with my only other move."""
    clause, meaning = reading.clause_at(index), reading.phrases[index].meaning
    beneficiary = reading.phrases[index + 1 : index + 2] != () and reading.phrases[index + 1].words == "for"
    named = any(phrase.kind == "M" for phrase in reading.phrases[clause.start : index])
    judged = beneficiary and not named and reading.phrases[index].words in ("better", "worse", "preferable")
    getting = [who for who in reading.who[clause.start : index + 3 * judged] if who]
    gift = next((event for event in reading.events if event.start > index and event.moves), None)
    if gift is None or len(gift.moves) != 1 or getting[-1:] not in ([ME], [THEM]) or meaning == "equal":
        return []
    ((chooser, move),), (actor,) = gift.moves, getting[-1:]
    theirs = names.of(chooser)
    before = reading.phrases[gift.start - 2 if reading.phrases[gift.start - 1].kind == "t" else gift.start - 1]
    linked = before.words == "with" or before.kind == "I"
    owned = kinds_of(reading.phrases[max(0, index - 3) : index]) == "APB"
    off = (owned or reading.phrases[index].words in ("better off", "worse off")) and gift.start <= index + 2 + owned
    off = off or (judged and gift.start <= index + 4 and before.kind == "I")
    if actor != opposite(chooser) or move is None or len(theirs) != 2 or not (linked and off):
        return []
    other = next(each for each in theirs if each != move)
    kept = clause.outer.of(actor)
    moves = (kept,) if kept else names.of(actor)
    return [emit.call(f"{meaning}_payoff_in", actor, own, move, own, other) for own in moves]


def alike(reading: Reading, names: Names) -> bool:
    """`If both of us choose the same, …`: whether it is the cells with one move for both that are spoken of."""
    if set(names.mine) != set(names.theirs):
        return False
    for index, phrase in enumerate(reading.phrases):
        following = reading.phrases[index + 1 : index + 5]
        chooses = next((at for at, part in enumerate(following) if part.kind == "C"), len(following))
        same = any(part.words in ("the same", "same", "alike", "identical") for part in following[chooses + 1 :])
        if phrase.kind == "A" and reading.who[index] == BOTH and same:
            return True
    return False


def _is_case(clause: Clause) -> bool:
    """`if I choose X`, `than against X`."""
    return clause.kind == "if" or (clause.kind == "than" and any(event.form == FACED for event in clause.events[:1]))


_CELLS = frozenset("combination combinations pair pairs pairing cell cells".split())
_EVERY = frozenset("any every all".split())
_SUMS = frozenset("sum total".split())
_ANYTHING = frozenset("any anything everything whatever".split())


def _any_other(reading: Reading, index: int, than: int, names: Names) -> list[str]:
    """`The sum is higher when both choose X than in any other outcome`: more than in each other cell."""
    following = reading.phrases[than + 1 : than + 9]
    scene, meaning = reading.clause_at(index).scene, reading.phrases[index].meaning
    cell = any(phrase.kind == "P" or phrase.words in _CELLS for phrase in following)
    every = cell and any(phrase.words in _EVERY for phrase in following[:3])
    if not every or not scene.full or meaning == "equal" or any(phrase.kind in "MN" for phrase in following):
        return []
    assert scene.me is not None and scene.them is not None
    joint = any(phrase.kind == "u" or phrase.words in _SUMS for phrase in reading.phrases[:than])
    if not joint and any(phrase.meaning == BOTH or phrase.kind == "e" for phrase in reading.phrases):
        return []
    functor = f"{meaning}_mutual_payoff" if joint else f"{meaning}_payoff_in"
    rest = [cell for cell in product(names.mine, names.theirs) if cell != (scene.me, scene.them)]
    return [emit.call(functor, ME, scene.me, scene.them, *cell) for cell in rest]


def _any_of_move(reading: Reading, index: int, than: int, names: Names) -> list[str]:
    """`In (X, X) I get 3, which is more than anything Y can give me`: more than in each cell of that move."""
    following = reading.phrases[than + 1 : than + 12]
    scene, meaning = reading.clause_at(index).scene, reading.phrases[index].meaning
    before = reading.clauses[max(0, reading.clauses.index(reading.clause_at(index)) - 1)].scene
    scene = scene if scene.full else before
    move = next((phrase.meaning for phrase in following if phrase.kind == "M"), None)
    told = any(phrase.kind in "N,;u" or phrase.meaning == THEM for phrase in following)
    if not _opens_with(following, _ANYTHING) or told or move not in names.mine or meaning == "equal":
        return []
    cells = [(move, theirs) for theirs in names.theirs if (move, theirs) != (scene.me, scene.them)]
    if not scene.full or len({phrase.meaning for phrase in following if phrase.kind == "M"}) != 1:
        return []
    return [emit.call(f"{meaning}_payoff_in", ME, scene.me or "", scene.them or "", *cell) for cell in cells]


def _opens_with(following: Sequence[Phrase], words: frozenset[str]) -> bool:
    return any(phrase.words in words for phrase in following[:2])


def _mutual(reading: Reading, index: int, than: int) -> str:
    """`mutual X is better for both than mutual Y`: the sums of two cells, or own payoffs."""
    meaning = reading.phrases[index].meaning
    joint = [event for event in reading.events if len(event.moves) == 2 and event.move is not None]
    left = [event for event in joint if event.end <= than and reading.clause_at(event.start).kind != "than"]
    right = [event for event in joint if than < event.start <= than + 4]
    both = any(phrase.kind in "eu" or phrase.words in ("both", "overall") for phrase in reading.phrases[:than])
    if not left or not right or any(phrase.kind == "I" for phrase in reading.phrases[than : than + 2]):
        return ""
    if not both and not of_payoff(reading, index, than):
        return ""
    sides = [dict(left[-1].moves), dict(right[0].moves)]
    moves = [side[actor] or "" for side in sides for actor in (ME, THEM)]
    return emit.call(f"{meaning}_mutual_payoff" if both else f"{meaning}_payoff_in", ME, *moves)


def _cells(reading: Reading, index: int, than: int) -> str:
    """`if both choose X we get less than if both choose Y`, `than they get if …`: payoffs of two cells, or sums."""
    left = reading.clause_at(index).scene
    right = next((clause for clause in reading.clauses if clause.start > than and clause.kind == "if"), None)
    if (
        right is None
        or not left.full
        or not right.scene.full
        or not _NEXT.fullmatch(kinds_of(reading.phrases[than + 1 : right.start]))
    ):
        return ""
    told = {actor for event in right.events for actor, _ in event.moves}
    if len(told) < 2 or not of_payoff(reading, index, than):
        return ""
    assert left.me and left.them and right.scene.me and right.scene.them
    joint = any(phrase.kind == "u" or phrase.words in _SUMS for phrase in reading.phrases[max(0, index - 6) : than])
    functor = f"{reading.phrases[index].meaning}_{'mutual_payoff' if joint else 'payoff_in'}"
    getting = [who for who in reading.who[than : right.start] if who]
    if getting == [THEM]:
        return emit.call(functor, THEM, left.them, left.me, right.scene.them, right.scene.me)
    return emit.call(functor, ME, left.me, left.them, right.scene.me, right.scene.them)


_NEXT = re.compile(r"[wt]?(?:A[Y.]*[VY])?")
"""What may stand between `than` and `if`."""


_PAYOFFS = frozenset("payoff payoffs reward rewards return returns payout payouts earnings gain gains".split())
_FOR_BOTH = ("for both", "to both", "for us both", "both")


def is_for_both(reading: Reading, index: int) -> bool:
    """`a higher payoff for both`, `a higher mutual payoff`: of the two roles, not said in comparison with what."""
    following = reading.phrases[index + 1 : index + 3]
    kinds = [phrase.kind for phrase in following]
    if _fare_if_both(reading, index):
        return True
    if kinds == ["u", "P"] or [phrase.kind for phrase in reading.phrases[max(0, index - 3) : index]] == ["u", "P", "B"]:
        told = [event for event in reading.events if len(event.moves) == 2]
        return bool(told) and reading.phrases[index].words in ("higher", "lower", "better", "worse", "greater")
    return kinds == ["P", "e"] and following[0].words in _PAYOFFS and following[1].words.startswith(_FOR_BOTH)


def _fare_if_both(reading: Reading, index: int) -> bool:
    """`We would both be better off if we both chose X`, `… with X and X`, `it is better for both if both choose X`."""
    subjects = {who for who in reading.who[reading.clause_at(index).start : index] if who}
    told = [event for event in reading.events if len(event.moves) == 2]
    after = len(told) == 1 and told[0].start > index and len(reading.events) == 1
    following = reading.phrases[index + 1 : index + 2]
    judged = not subjects and following[:1] != () and following[0].words.startswith(_FOR_BOTH)
    off = reading.phrases[index].words in OFF
    return after and ((subjects == {BOTH} and off) or (judged and reading.phrases[index].words in ("better", "worse")))


def better_for_both(reading: Reading, index: int, names: Names) -> str:
    """`Choosing X leads to higher payoffs for both`, `(X, X) is better for both`: than the other move of both."""
    clause, meaning = reading.clause_at(index), reading.phrases[index].meaning
    told = {phrase.meaning for phrase in reading.phrases[clause.start : index] if phrase.kind == "M"}
    together = clause.scene.full and clause.scene.me == clause.scene.them and len(reading.stated) != 1
    alone = len(told) == 1 and not reading.stated and not reading.inherited
    move = clause.scene.me if together else told.pop() if alone else None
    same = set(names.mine) == set(names.theirs) and len(names.mine) == 2
    if not same or move is None or meaning == "equal" or clause.kind != "main" or negated(reading, index):
        return ""
    (other,) = (rival for rival in names.mine if rival != move)
    return emit.call(f"{meaning}_mutual_payoff", ME, move, move, other, other)


OFF = frozenset(
    "better off|benefit more|benefits more|profit more|profits more|"
    "do better|does better|fare better|fares better|worse off|do worse|does worse|"
    "come out ahead|comes out ahead".split("|")
)


def of_payoff(reading: Reading, index: int, than: int) -> bool:
    """Whether it is payoffs that are compared, not chances or virtues."""
    clause = reading.clause_at(index)
    if reading.phrases[clause.start - 1].words == "which" and clause.start:
        clause = reading.clauses[max(0, reading.clauses.index(clause) - 1)]
    compared = reading.clause_at(min(than + 1, len(reading.phrases) - 1))
    around = reading.phrases[clause.start : than + 1]
    if any(phrase.meaning == DIFFERENCE for phrase in reading.phrases[than : compared.end]):
        return True
    verbal = any(phrase.kind in "VW" for phrase in reading.phrases[than : compared.end])
    after = reading.phrases[index + 1 : index + 3]
    if len(after) == 2 and after[0].words in ("for", "to") and reading.who[index + 2] in (ME, THEM):
        return True
    if verbal or any(phrase.kind in "PVW" for phrase in around) or reading.phrases[index].words in OFF:
        return True
    joint = speaks_of_both(reading.phrases)
    predicate = reading.phrases[index - 1].kind == "B"
    ranked = predicate and reading.phrases[index].words in ("better", "worse", "preferable")
    faced = any(event.form == FACED for event in reading.events)
    return ranked and not joint and (len(reading.stated) == 1 or faced)
