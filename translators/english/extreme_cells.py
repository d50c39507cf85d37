"""Cells that a text calls the best or the worst outcome, by the payoffs it told of them."""

from __future__ import annotations

import re

from translators.english import emit
from translators.english.amount import Amount
from translators.english.cells import Cells
from translators.english.clause import Clause
from translators.english.clauses import Reading
from translators.english.phrase import POSSESSIVES, kinds_of, words_of
from translators.english.scene import BOTH, ME, ONE, THEM, Scene, actors, opposite

WORD = {"best": "highest", "worst": "lowest"}
_CASES = frozenset("case scenario thing".split())


def is_case(reading: Reading, index: int) -> bool:
    """`worst case`, `best-case scenario`, `less at the top`: of one move, if one is spoken of."""
    if words_of(reading.phrases[max(0, index - 2) : index + 1]) == "at the top":
        return True
    following = [phrase.words for phrase in reading.phrases[index + 1 : index + 4]]
    happens = following[:1] == ["that"] and following[-1] in ("happen", "happens") and len(following) == 3
    thing = reading.phrases[index].words in ("worst", "best")
    return happens or any(words in _CASES and (thing or words != "thing") for words in following[:2])


_ATTAINABLE = re.compile(r"X[H.]*P[H.]*w?A[YB.]*V")
"""`the highest payoff that I can get`, of all cells."""
_IN_THIS_GAME = re.compile("^dw[.]")


def of_cell(reading: Reading, index: int, told: Cells) -> str:
    """`The best outcome for me is if I choose X and they choose Y`: what the text said of that cell is the extreme."""
    clause = reading.clause_at(index)
    phrases = reading.phrases[index : clause.end]
    kinds = kinds_of(phrases)
    relative = _ATTAINABLE.match(kinds)
    if relative and not set("MIGRAwT") & set(_IN_THIS_GAME.sub("", kinds[relative.end() :])):
        phrases = phrases[: relative.end() - 1]
        kinds = kinds[: relative.end() - 1]
    scene = _pointed_at(reading, index)
    if query := _predicate(reading, index):
        return query
    if (
        not scene.full
        or kinds[1:2] not in ("P", "H")
        or "P" not in kinds[:4]
        or any(kind in kinds for kind in "VWuNJOmQ")
    ):
        return ""
    if clause.kind == "than" or (index and reading.phrases[index - 1].kind in "XT"):
        return ""
    choosing = {at for event in reading.events for at in range(event.start, event.end)}
    named = (at for at in range(index, clause.end) if reading.who[at] not in ("", ONE))
    whose = [reading.who[at] for at in named if at not in choosing]
    given = [
        reading.who[at]
        for at in range(clause.start + 1, index)
        if reading.phrases[at - 1].kind == "W" and reading.who[at]
    ]
    owner = [reading.who[index - 1]] if index and reading.phrases[index - 1].words in POSSESSIVES else []
    whose = given or owner or whose or _for_whom(reading, index)
    word = WORD[reading.phrases[index].meaning]
    if _is_joint(reading, index, whose) and ("B" in kinds or _points(reading, index)) and not is_case(reading, index):
        return emit.call(f"{word}_mutual_payoff", ME, scene.me or "", scene.them or "")
    actor = actors(whose[0])[0] if whose and len(actors(whose[0])) == 1 else ME if not whose else ""
    if any(phrase.kind == "W" for phrase in reading.phrases[clause.start : index]) and not given:
        return ""
    if not actor or ("B" not in kinds and not _points(reading, index)):
        return ""
    value = told.get((actor, scene.me or "", scene.them or ""))
    if value is None:
        owned = bool(whose) or reading.phrases[index - 1].words in POSSESSIVES
        return _of_untold(reading, index, actor, scene) if owned else ""
    if is_case(reading, index) or _is_with(reading, index, scene.of(actor)):
        return emit.call(f"{word}_individual_payoff_for_choice", actor, value, scene.of(actor) or "")
    return emit.call(f"{word}_possible_individual_payoff", actor, value)


_WITH = re.compile(r"X[H.]*P(?:w?A[YB.]*[V.])?(?:d[GC]?|IG)t?o?M")


def _is_with(reading: Reading, index: int, own: str | None) -> bool:
    """`This is my best payoff with X`, `the best result I can have with X`: of that move."""
    match = _WITH.match(kinds_of(reading.phrases[index : index + 12]))
    return match is not None and reading.phrases[index + match.end() - 1].meaning == own


_FOR_ONE = re.compile("XH*P[BY]+dA")


def _for_whom(reading: Reading, index: int) -> list[str]:
    """`The best outcome is for me to choose X while they choose Y`: whose choice it is told as."""
    match = _FOR_ONE.match(kinds_of(reading.phrases[index : index + 8]))
    for_one = match is not None and reading.phrases[index + match.end() - 2].words == "for"
    return [reading.who[index + match.end() - 1]] if match and for_one else []


def _is_joint(reading: Reading, index: int, whose: list[str]) -> bool:
    """`the best outcome for both of us is (X, X)`, `the best outcome is (X, X), with 3 each`: of both together."""
    if BOTH in whose:
        return True
    owned = bool(whose) or reading.phrases[index - 1].words in POSSESSIVES
    said = any(phrase.kind == "e" for phrase in reading.phrases[index:])
    return not owned and (said or is_shared_outcome(reading, index, _pointed_at(reading, index)))


_OUTCOMES = frozenset("outcome outcomes result scenario situation possibility solution".split())


def is_shared_outcome(reading: Reading, index: int, scene: Scene) -> bool:
    """`If both choose X, this is the best outcome`: nobody's in particular, unlike `the highest payoff`."""
    noun = any(phrase.words in _OUTCOMES for phrase in reading.phrases[index + 1 : index + 4])
    return noun and scene.full and scene.me == scene.them


_FARES = frozenset("do does fare fares did".split())


def fares(reading: Reading, index: int, told: Cells) -> str:
    """`I do best if I choose X and they choose Y`: what the text said of that cell is the extreme."""
    if index < 2 or reading.phrases[index - 1].words not in _FARES or reading.who[index - 2] not in (ME, THEM):
        return ""
    actor, clause = reading.who[index - 2], reading.clause_at(index)
    scene = clause.scene
    conditions = {one for event in reading.events if event.start > index for one, _ in event.moves}
    value = told.get((actor, scene.me or "", scene.them or ""))
    if clause.events or conditions != {ME, THEM} or value is None:
        return ""
    return emit.call(f"{WORD[reading.phrases[index].meaning]}_possible_individual_payoff", actor, value)


def _of_untold(reading: Reading, index: int, actor: str, scene: Scene) -> str:
    """The best cell of all, or the worst, of which the text told no payoff."""
    told = {one for event in reading.events if event.start > index for one, _ in event.moves or ((ME, None),)}
    if is_case(reading, index) or told != {ME, THEM} or not reading.start.empty:
        return ""
    if _is_reply(reading, index, actor):
        best = reading.phrases[index].meaning == "best"
        return emit.call("best_response", actor, scene.of(actor) or "", scene.against(actor) or "") if best else ""
    return extreme_cell(reading.phrases[index].meaning, actor, scene)


def _is_reply(reading: Reading, index: int, actor: str) -> bool:
    """`The best outcome for me is to choose X if they choose Y`: best once they have chosen Y."""
    events = [event for event in reading.events if event.start > index]
    conditions = [event for event in events if reading.clause_at(event.start).kind == "if"]
    supposed = {one for event in conditions for one, _ in event.moves}
    return supposed == {opposite(actor)} and len(conditions) < len(events)


def extreme_cell(meaning: str, actor: str, scene: Scene) -> str:
    """That a cell is the `best` or the `worst` of all for a role."""
    own, against = scene.of(actor) or "", scene.against(actor) or ""
    return emit.call(f"{WORD[meaning]}_individual_payoff_in", actor, own, against)


def _predicate(reading: Reading, index: int) -> str:
    """`My payoff is highest when I choose X and they choose Y`."""
    before = reading.phrases[max(0, index - 3) : index]
    after = reading.after(reading.clause_at(index))[:1]
    owned = [phrase.kind for phrase in before] == ["A", "P", "B"] and before[0].words in POSSESSIVES
    if (
        not owned
        or not after
        or after[0].kind != "if"
        or not after[0].scene.full
        or reading.clause_at(index).outer.empty
    ):
        return ""
    return _of_untold(reading, index, actors(reading.who[index - 3])[0], after[0].scene)


def _pointed_at(reading: Reading, index: int) -> Scene:
    """The cell that a clause speaks of: `the best outcome is (X, Y)` names it in brackets after it."""
    clause = reading.clause_at(index)
    after = reading.after(clause)[:1]
    named = [part for part in after if part.before == "(" and any(event.form == "pair" for event in part.events)]
    if after and after[0].before in ("b", ",b") and reading.phrases[after[0].start - 1].words == "while":
        return after[0].scene
    return named[0].scene if named and reading.phrases[clause.end - 1].kind == "B" else clause.scene


def _points(reading: Reading, index: int) -> bool:
    """`This is the best outcome`: of the cell that was told before."""
    opening, before = reading.phrases[:3], reading.phrases[max(0, index - 3) : index]
    opens = opening[0].words in ("this", "that") and any(phrase.kind == "B" for phrase in opening)
    return opens or (kinds_of(before) == "wBt" and before[0].words in ("this", "that"))


_OPENING = re.compile("[cbt&.]*dG?M,")
_JUST_BEFORE = re.compile("dG?Mt?A?$")


_IS_SUBJECT = re.compile(r"[tA]?X[PH]*(?:d?A[YH]*V?)?Y*[B:]")


def is_opened_by(reading: Reading, index: int, own: str | None) -> bool:
    """`With X, my lowest possible payoff is 1`, `with X the least I get is 1`: the move is told first.

    So it is in `If I choose X, my lowest possible payoff is 1`.
    """
    kinds = kinds_of(reading.phrases)
    clause = reading.clause_at(index)
    begins = _IS_SUBJECT.match(kinds[clause.start : clause.end]) is not None
    told = [part.kind for part in reading.clauses[: reading.clauses.index(clause)]]
    if begins and told[:1] == ["if"] and told.count("if") == 1 and _choosers(reading.clauses[0]) == {ME}:
        return clause.scene.me == own
    opening = _OPENING.match(kinds) or _JUST_BEFORE.search(kinds[:index])
    return opening is not None and own in {phrase.meaning for phrase in reading.phrases[slice(*opening.span())]}


def is_of_unclear_cell(reading: Reading, index: int) -> bool:
    """`Both choosing X brings more than both choosing Y, and it has the best total`: either cell may be meant."""
    subject = [phrase.words for phrase in reading.phrases[max(0, index - 3) : index]]
    cells = {(scene.me, scene.them) for clause in reading.clauses if (scene := clause.scene).full}
    return "it" in subject and len(cells) > 1


def is_conditioned(reading: Reading, index: int, actor: str) -> bool:
    """`3 is the highest payoff I can get if they choose Y`: of what is left open once the other has chosen."""
    told = reading.after(reading.clause_at(index))[:1]
    if actor in reading.stated or reading.start.of(actor) is not None:
        return False
    return bool(told) and told[0].kind == "if" and _choosers(told[0]) == {opposite(actor)}


def _choosers(clause: Clause) -> set[str]:
    return {actor for event in clause.events for actor, _ in event.moves}


def is_conceded(reading: Reading, index: int) -> bool:
    """`to get something, even if it is the smallest amount (1)`: of what one may get at all, not of all cells."""
    before = [phrase.words for phrase in reading.phrases[max(0, index - 4) : index]]
    return before[:2] == ["even if", "it"]


_IS_MOST = re.compile("NBt?XH?PAY*V")


def is_got_by_move(reading: Reading, amount: Amount, actor: str) -> bool:
    """`If I choose X, 3 is the highest payoff I can get`: of the move that is supposed."""
    said = kinds_of(reading.phrases[amount.index :])
    return actor in reading.stated and amount.clause.scene.against(actor) is None and bool(_IS_MOST.match(said))


def mutual(reading: Reading, index: int, scene: Scene, *, joint: bool = False) -> str:
    """`the highest combined payoff`, `the best outcome for both`, in a cell; `joint` if it is known to be that."""
    if not scene.full or is_of_unclear_cell(reading, index):
        return ""
    following = reading.phrases[index + 1 : index + 7]
    payoff = next((at for at, phrase in enumerate(following) if phrase.kind == "P"), None)
    before = kinds_of(reading.phrases[max(0, index - 4) : index]).removesuffix("t")
    joint = (
        joint
        or before.endswith("uPB")
        or _is_got_by_both(reading, index)
        or (bool(following) and following[0].words in ("for both", "for both of us", "for both players"))
    )
    if payoff is None and not joint:
        return ""
    payoff = payoff or 0
    together = joint or any(phrase.words == "combination" for phrase in following[: payoff + 2])
    together = together or any(phrase.kind == "u" for phrase in following[:payoff])
    together = together or [phrase.words for phrase in following[:1]] in (["total"], ["sum"])
    both = any(
        phrase.kind == "e" or phrase.words in ("both", "everyone") for phrase in following[payoff + 1 : payoff + 3]
    )
    both = both or (following[payoff + 1 : payoff + 2] != () and _reached_together(reading, index + 2 + payoff))
    if not (together or both) or any(phrase.kind == "J" for phrase in following[:payoff]):
        return ""
    assert scene.me is not None and scene.them is not None
    word = WORD.get(reading.phrases[index].meaning, "highest")
    return emit.call(f"{word}_mutual_payoff", ME, scene.me, scene.them)


def _is_got_by_both(reading: Reading, index: int) -> bool:
    """`Both get the highest payoff`."""
    subject = index - 3 if reading.phrases[index - 1].kind == "t" else index - 2
    return subject >= 0 and reading.who[subject] == BOTH and reading.phrases[subject + 1].kind == "V"


def _reached_together(reading: Reading, start: int) -> bool:
    """`the best payoff we could have reached together`."""
    rest = reading.phrases[start : start + 6]
    return (
        rest[:1] != ()
        and rest[0].kind == "A"
        and reading.who[start] == BOTH
        and any(phrase.words in ("together", "jointly", "as a pair") for phrase in rest)
    )
