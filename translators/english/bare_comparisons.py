"""Comparatives without `than`: `if they choose Y, X pays more`, `X is always better`, `X is more profitable`."""

from __future__ import annotations

import re

from translators.english import emit
from translators.english.cell_comparisons import OFF, better_for_both, is_for_both
from translators.english.cells import is_whatever
from translators.english.clauses import Reading
from translators.english.faced import FACED
from translators.english.names import Names
from translators.english.phrase import ends_clause, kinds_of, speaks_of_both
from translators.english.scene import BOTH, ME, NEITHER, THEM, opposite
from translators.english.subject import subject


def bare_comparison(reading: Reading, index: int, names: Names, *, denied: bool = False) -> str:
    """`If they choose Y, I get more by choosing X`, `it is always better to choose X`.

    Denied, only what is said against one move is read: `If they choose Y, X would not give me more`.
    """
    phrase = reading.phrases[index]
    if is_for_both(reading, index):
        return better_for_both(reading, index, names)
    named = subject(reading, index, names)
    if named is None or phrase.meaning == "equal" or _is_of_both_together(reading, index):
        return ""
    actor, move = named
    owner = reading.who[index - 3] if _of_owner(reading, index) else actor
    rivals = names.besides(actor, move)
    if owner == opposite(actor) or len(rivals) != 1 or _is_over_me(reading, index):
        return ""
    nobody = phrase.meaning == "lower" and NEITHER in reading.who[reading.clause_at(index).start : index]
    if denied and index and (reading.phrases[index - 1].words == "no" or nobody):
        return ""
    if (told := _outright(reading, index, actor, move, rivals[0])) is not None:
        return "" if denied else told
    return _weighed(reading, index, actor, move, rivals[0], denied=denied)


def _outright(reading: Reading, index: int, actor: str, move: str, rival: str) -> str | None:
    """`X is better against Y`, `the more profitable option is X`; None where it is something else that is said."""
    phrase, following = reading.phrases[index], reading.phrases[index + 1 : index + 4]
    if _is_held_against(reading, index):
        return emit.call(f"{phrase.meaning}_payoff_against", actor, move, rival, following[1].meaning)
    if phrase.words not in _PROFITABLE:
        return None
    predicate = kinds_of(reading.phrases[max(0, index - 1) : index]) == "B"
    judged = predicate and ends_clause(reading.phrases, index + 1) and reading.always_at(index)
    option = kinds_of(following[:1]) == "o"
    return _profitable(reading, index, actor, move, rival) if option or judged else None


def _is_of_payoff(reading: Reading, index: int, actor: str) -> bool:
    """Whether it is payoffs that are compared: `X pays more`, `my payoff is higher`, `so X is better`."""
    phrase, following = reading.phrases[index], reading.phrases[index + 1 : index + 4]
    steadier = phrase.words in ("more", "less") and _is_adverb(reading, index)
    given = _before(reading, index).endswith(("V", "W", "WA", "WAd"))
    return (
        (not steadier and any(part.kind == "P" for part in following))
        or phrase.words in OFF
        or plural(reading, index)
        or _of_mine(reading, index)
        or (given and phrase.words in ("more", "less") and not steadier)
        or _is_concluded(reading, index, actor)
    )


def _is_concluded(reading: Reading, index: int, actor: str) -> bool:
    return reading.phrases[index].words in ("better", "preferable") and _concludes(reading, index, actor)


def _before(reading: Reading, index: int) -> str:
    """The kinds right before a comparative, without words of stress and the article."""
    before = (part for part in reading.phrases[max(0, index - 4) : index] if part.words not in _STRESS)
    return kinds_of(before).rstrip("t")


def _is_advice(reading: Reading, index: int) -> bool:
    """`it is better to choose X`, `X is better whatever they do`."""
    phrase, following = reading.phrases[index], reading.phrases[index + 1 : index + 4]
    advice = phrase.words in ("better", "preferable") and any(part.kind in "dCGA" for part in following)
    ends = kinds_of(following[:2]) in ("R", "R.", "R,", "R:", "R;", "Rc") and not speaks_of_both(reading.phrases)
    return advice or (phrase.words == "better" and ends)


def _is_of_other_noun(reading: Reading, index: int) -> bool:
    """`a higher expected payoff`, `a higher guarantee`, `a higher payoff of 5`: not what a move pays in a case."""
    kinds = kinds_of(reading.phrases[index + 1 : index + 4])
    return kinds.startswith(("PdN", "P(N")) or kinds == "PBJ" or bool(set(kinds[:2]) & set("HmuJK"))


def _is_after_other(reading: Reading, index: int) -> bool:
    """`the higher one is …`, `the chance of a higher payoff`, `guarantees a higher payoff`."""
    preceding = reading.phrases[max(0, index - 4) : index]
    the = bool(preceding) and preceding[-1].words == "the"
    always = reading.always_at(index)
    opens = the and index - 1 == reading.clause_at(index).start
    named = the and not _before(reading, index).endswith("WA") and not always
    chance = any(part.kind in "qK" for part in preceding) and not always
    return opens or named or chance or any(part.kind in "Jum" for part in preceding)


def _weighed(reading: Reading, index: int, actor: str, move: str, rival: str, *, denied: bool) -> str:
    """What a comparative says of two moves, against one of the other role's or in every case."""
    meaning, following = reading.phrases[index].meaning, reading.phrases[index + 1 : index + 4]
    payoff = _is_of_payoff(reading, index, actor)
    if not (payoff or _is_advice(reading, index)) or _is_of_other_noun(reading, index):
        return ""
    clause = reading.clause_at(index)
    if _CHOICE_WITH.search(kinds_of(reading.phrases[:index])) and kinds_of(following[:1]) == "P":
        against = clause.outer.against(actor) if _is_given(reading, actor) else None
        functor = f"{meaning}_payoff_against"
        return "" if denied or against is None else emit.call(functor, actor, move, rival, against)
    if _is_after_other(reading, index) or (reading.always_at(index) and _is_of_any_own(reading, index)):
        return ""
    if reading.always_at(index) or plural(reading, index):
        return "" if denied else every_case(meaning, actor, move, rival)
    concludes = actor == ME and _is_concluded(reading, index, actor)
    against = clause.scene.against(actor) or (reading.facing if concludes else None)
    ended = bool(following) and (following[0].kind in "P,;)c" or following[0].words == ".")
    before = _before(reading, index)
    bare = before.endswith(("W", "WA")) and ended
    bare = bare or (before.endswith("V") and kinds_of(following).startswith(("dG", "dM", "Pd")))
    if against is None and bare and payoff and not speaks_of_both(reading.phrases):
        return "" if denied else some_case(meaning, actor, move, rival)
    settled = clause.scene.full and not clause.scene.lead and clause.outer.full
    if against is None or not payoff or settled or is_joint(reading, index):
        return ""
    if denied:
        sides = (move, rival) if meaning == "higher" else (rival, move)
        return emit.call("at_most_as_high_payoff_in_some_case", actor, *sides, against)
    return emit.call(f"{meaning}_payoff_against", actor, move, rival, against)


def _is_over_me(reading: Reading, index: int) -> bool:
    """`They come out ahead`: of the two roles, not by one of two moves."""
    ahead = reading.phrases[index].words in ("come out ahead", "comes out ahead")
    return ahead and index > 0 and reading.who[index - 1] == THEM


def _is_of_any_own(reading: Reading, index: int) -> bool:
    """`Whichever choice I make, I'm better off if they choose Y`: the other's choice makes the difference."""
    subjects = [who for who in reading.who[reading.clause_at(index).start : index] if who]
    return bool(subjects) and is_whatever(reading, subjects[-1])


def _is_held_against(reading: Reading, index: int) -> bool:
    """`X is better against Y`, of a move."""
    following = reading.phrases[index + 1 : index + 3]
    plain = reading.phrases[index].words in ("better", "worse") and kinds_of(following) == "TM"
    return plain and kinds_of(reading.phrases[max(0, index - 2) : index]) == "MB" and following[0].words == "against"


_CHOICE_WITH = re.compile("t[.]?[or]dt$")
"""`X is the option with the higher payoff`: up to the comparative."""


def _is_given(reading: Reading, actor: str) -> bool:
    """Whether the other one's choice is given: by the sentence, or by what it points back to."""
    other = opposite(actor)
    return other in reading.stated or (reading.start.of(other) is not None and other not in reading.inherited)


_STRESS = frozenset("anything even much far slightly considerably".split())
_PROFITABLE = frozenset("more profitable|more lucrative|more rewarding|more beneficial|more advantageous".split("|"))


def _profitable(reading: Reading, index: int, actor: str, move: str, rival: str) -> str:
    """`X is the more profitable option`, of one role: in some case at least."""
    against = reading.clause_at(index).scene.against(actor)
    if speaks_of_both(reading.phrases):
        return ""
    if reading.always_at(index):
        return every_case("higher", actor, move, rival)
    return (
        emit.call("higher_payoff_against", actor, move, rival, against)
        if against
        else (some_case("higher", actor, move, rival))
    )


def plural(reading: Reading, index: int) -> bool:
    """`if I choose X, the payoffs are higher`: all of them."""
    before = reading.phrases[max(0, index - 2) : index]
    clause = reading.clause_at(index)
    plural = [phrase.kind for phrase in before] == ["P", "B"] and before[0].words in ("payoffs", "rewards", "returns")
    return plural and not clause.scene.full


_PAYOFF_WITH = re.compile(r"[At]P(?:dG?M)?[YRa]*B[Ra]?")
"""`My payoff with X will always be`, up to the comparative."""


def _of_mine(reading: Reading, index: int) -> bool:
    """`my payoff is higher`: it is the reasoner's payoff that is compared."""
    owner = reading.phrases[index - 3] if index >= 3 else None
    clause = reading.clause_at(index)
    if _PAYOFF_WITH.fullmatch(kinds_of(reading.phrases[clause.start : index])):
        return reading.phrases[clause.start].kind == "t" or reading.who[clause.start] == ME
    mine = owner is not None and (owner.kind == "t" or reading.who[index - 3] == ME)
    return mine and [phrase.kind for phrase in reading.phrases[index - 2 : index]] == ["P", "B"]


def _of_owner(reading: Reading, index: int) -> bool:
    """`their payoff is higher`: whose payoff it is stands before it."""
    return kinds_of(reading.phrases[max(0, index - 3) : index]) == "APB"


def _is_adverb(reading: Reading, index: int) -> bool:
    """The `more` of `more equal`, `a more stable payoff`."""
    following = reading.phrases[index + 1 : index + 2]
    return bool(following) and (following[0].kind == "Q" or (following[0].kind == "." and following[0].words.isalpha()))


def _concludes(reading: Reading, index: int, actor: str) -> bool:
    """`If they choose Y, I get 3 with X and 1 with Y, so X is better`: of what each gives against that move."""
    following = kinds_of(reading.phrases[index + 1 : index + 4]).lstrip("a")[:2]
    ends = not following or following[0] in ".,;)(I" or following == "dA"
    given = _is_given(reading, actor)
    faced = any(event.form == FACED and opposite(actor) in dict(event.moves) for event in reading.events)
    given = given or faced or (actor == ME and reading.facing is not None)
    linked = "".join(part.kind for part in reading.phrases[max(0, index - 2) : index] if part.words != "only")
    return ends and given and linked.endswith("B")


def every_case(meaning: str, actor: str, move: str, rival: str) -> str:
    if meaning == "higher":
        return emit.call("higher_payoff_in_every_case", actor, move, rival)
    return emit.call("higher_payoff_in_every_case", actor, rival, move) if meaning == "lower" else ""


def some_case(meaning: str, actor: str, move: str, rival: str) -> str:
    """`X gives a higher payoff than Y`, not said against what: in some case at least."""
    if meaning == "higher":
        return emit.call("higher_payoff_in_some_case", actor, move, rival)
    return emit.call("higher_payoff_in_some_case", actor, rival, move) if meaning == "lower" else ""


def is_joint(reading: Reading, index: int) -> bool:
    """Whether it is both choosing a move that is spoken of, not one role's move."""
    clause = reading.clause_at(index)
    return any(len(event.moves) == 2 for event in reading.events if clause.start <= event.start < index)


def _is_of_both_together(reading: Reading, index: int) -> bool:
    """`Both of us do better by choosing X`: when both do, not when one does against the other's X."""
    subjects = [who for who in reading.who[reading.clause_at(index).start : index] if who]
    chosen = any(event.start > index and event.form == "gerund" for event in reading.events)
    return subjects[-1:] == [BOTH] and chosen and not reading.always_at(index)
