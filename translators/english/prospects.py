"""Prospects: what is said of a move without saying against what, such as its expected payoff or a chance of more.

Whatever chances a text has in mind, one move can have the higher expected payoff only if it pays more in some case:
that is what these claims are checked for. The same holds of a move that is said to maximize a role's own payoff.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.english import emit
from translators.english.clauses import Reading
from translators.english.comparisons import is_nowhere
from translators.english.expected import is_tie
from translators.english.grammar_words import POINTERS
from translators.english.mixes import Chances
from translators.english.names import Names
from translators.english.phrase import kinds_of, speaks_of_both
from translators.english.responses import REPLIES
from translators.english.scene import ME, NEITHER, THEM, opposite
from translators.english.subject import negated, subject


def prospect_claims(reading: Reading, names: Names, mix: Chances | None) -> Iterator[tuple[int, str]]:
    """What a sentence says of prospects, as (index of the phrase, query)."""
    for index, phrase in enumerate(reading.phrases):
        query = ""
        same = phrase.words in ("same", "the same") and any(
            part.kind == "m" for part in reading.phrases[index : index + 4]
        )
        if same and mix is None and reading.phrases[0].words.startswith("both"):
            yield from ((index, each) for each in _either_may(names))
        if _is_no_matter(reading, index):
            yield from ((index, each) for each in _no_difference(reading, index, names, mix))
            continue
        if phrase.kind == "m" and mix is None and is_tie(reading, index, names):
            yield from ((index, each) for each in _either_may(names))
        elif phrase.kind == "m" and mix is None:
            query = _expected(reading, index, names)
        elif phrase.kind in "QXq" and _is_chance_of_more(reading, index):
            query = _more(reading, index, names, "higher")
        elif phrase.kind == "x":
            query = _maximizes(reading, index, names)
        elif phrase.kind == "r" and phrase.words.split()[-1] not in REPLIES and reading.always_at(index):
            query = _always_best(reading, index, names)
        elif phrase.kind == "r" and (negated(reading, index) or is_nowhere(reading, index)) and not reading.stated:
            if query := _never_best(reading, index, names):
                yield index, query
            continue
        elif phrase.words in ("maximized", "maximised"):
            query = _maximized(reading, index, names)
        elif phrase.words in ("incentive", "reason", "tempted", "temptation", "motivation", "motivated"):
            yield from ((index, query) for query in [_incentive(reading, index, names)] if query)
            continue
        if query and not _is_denied(reading, index):
            yield index, query


def _is_denied(reading: Reading, index: int) -> bool:
    """`There is no belief under which X would maximize my payoff`: a negation stands before it in its sentence."""
    low = max((at for at in range(index) if reading.phrases[at].kind in ",;:b"), default=0)
    return any(phrase.kind == "n" for phrase in reading.phrases[min(low, max(0, index - 8)) : index])


def _more(reading: Reading, index: int, names: Names, meaning: str) -> str:
    """That a move pays more (or less) in some case than the one it is compared with, or than the only other one."""
    named = subject(reading, index, names)
    said = any(phrase.kind == "M" or phrase.words in POINTERS for phrase in reading.phrases)
    if named is None or not said or speaks_of_both(reading.phrases):
        return ""
    actor, move = named
    rivals = names.besides(actor, move)
    compared = _named_after_than(reading, index)
    if compared is None and len(rivals) != 1:
        return ""
    rival = compared or rivals[0]
    if rival not in rivals:
        return ""
    pair = (move, rival) if meaning == "higher" else (rival, move)
    return emit.call("higher_payoff_in_some_case", actor, *pair)


def _is_for_all(reading: Reading, index: int) -> bool:
    """Whether `regardless of …` is said of what stands at `index`, not of a reason or of what one wants."""
    clause = reading.clause_at(index)
    for at, phrase in enumerate(reading.phrases):
        if phrase.kind == "R":
            opens = at < index and reading.clause_at(at).start == at
            reason = any(part.kind == "c" for part in reading.phrases[index:at])
            return not reason and (opens or clause.start <= at or clause is reading.clause_at(at))
    return False


def _always_best(reading: Reading, index: int, names: Names) -> str:
    """`X is the best choice no matter what they do`: it never pays less than the other move."""
    named = subject(reading, index, names)
    rivals = names.besides(*named) if named is not None else []
    said = _is_for_all(reading, index) and _more(reading, index, names, "higher")
    if named is None or len(rivals) != 1 or not said:
        return ""
    return emit.call("at_least_as_high_payoff_in_every_case", *named, rivals[0])


def _never_best(reading: Reading, index: int, names: Names) -> str:
    """`X is never the better choice`: the other move pays at least as much in every case."""
    named = subject(reading, index, names)
    rivals = names.besides(*named) if named is not None else []
    never = any(phrase.words == "never" for phrase in reading.phrases[max(0, index - 4) : index])
    if named is None or len(rivals) != 1 or not (never or is_nowhere(reading, index)):
        return ""
    return emit.call("at_least_as_high_payoff_in_every_case", named[0], rivals[0], named[1])


def _no_difference(reading: Reading, index: int, names: Names, mix: Chances | None) -> list[str]:
    """`Choosing X or Y makes no difference in my expected payoff`: none is the better one whatever they choose."""
    moves = {phrase.meaning for phrase in reading.phrases if phrase.kind == "M"}
    mean = any(phrase.kind == "m" for phrase in reading.phrases)
    said = {word for phrase in reading.phrases for word in phrase.words.split()}
    either = bool(said & _WHICH) and mean and not moves
    faced = reading.clauses[0].scene.them if reading.stated == {THEM} else None
    if len(names.mine) == 2 and said & _WHICH and moves == {faced}:
        return [emit.call("equal_payoff_against", ME, *names.mine, faced or "")]
    if len(names.mine) != 2 or not (either or moves == set(names.mine)) or reading.stated:
        return []
    if mix is not None:
        return [emit.mixed("equal_expected_payoff", ME, names.mine, mix)]
    return _either_may(names) if mean else []


_WHICH = frozenset("which what whichever".split())


def _is_no_matter(reading: Reading, index: int) -> bool:
    """`no difference`, `it does not matter`."""
    words = reading.phrases[index].words
    if words == "difference":
        return index > 0 and reading.phrases[index - 1].words == "no"
    if "matter" in words and reading.phrases[index].kind == "R":
        return next((who for who in reading.who[index:] if who), "") == ME
    return words == "matter" and negated(reading, index)


def _either_may(names: Names) -> list[str]:
    """That either of two moves pays more in some case: else their expected payoffs are never the same."""
    if len(names.mine) != 2:
        return []
    first, second = names.mine
    return [emit.call("higher_payoff_in_some_case", ME, *pair) for pair in ((first, second), (second, first))]


def _named_after_than(reading: Reading, index: int) -> str | None:
    """The move that something is compared with."""
    than = next((at for at in range(index, len(reading.phrases)) if reading.phrases[at].kind == "T"), None)
    if than is None:
        return None
    return next((phrase.meaning for phrase in reading.phrases[than + 1 : than + 10] if phrase.kind == "M"), None)


def _expected(reading: Reading, index: int, names: Names) -> str:
    """`X has a higher expected payoff`, `the expected payoff of X is lower than that of Y`: no chances are stated."""
    before = [phrase for phrase in reading.phrases[:index] if phrase.kind == "m"]
    for at in range(max(0, index - 3), min(index + 10, len(reading.phrases))):
        phrase = reading.phrases[at]
        if phrase.kind == "Q" and phrase.meaning in ("higher", "lower") and not before:
            return "" if negated(reading, at) else _more(reading, at, names, phrase.meaning)
        if at < index and (phrase.kind == "x" or (phrase.kind == "X" and phrase.meaning == "best")):
            return _more(reading, index, names, "higher")
        if phrase.kind in ";bN" and at > index:
            break
    return ""


def _is_chance_of_more(reading: Reading, index: int) -> bool:
    """`a better chance of getting a higher payoff`, `more likely to bring me more`: of a payoff that has no number."""
    phrases = reading.phrases
    at = index + (phrases[index].kind in "QX")
    if at >= len(phrases) or not (phrases[at].kind in "qK" and phrases[at].words.split()[0] in _CHANCES):
        return False
    following = kinds_of(phrases[at + 1 : at + 9])
    if phrases[index].kind in "QX" and phrases[index].meaning in ("higher", "best") and _HIGH.match(following):
        adjective = phrases[at + 1 + following.index("P") - 1].words
        return adjective in _GOOD
    if phrases[index].words == "more likely" and (high := _HIGH.match(following)):
        return phrases[at + high.end() - 1].words in _GOOD
    compared = next((i for i, kind in enumerate(following) if kind in "QX"), None)
    if compared is None or "N" in following[: compared + 3] or set(following[:compared]) - set("dVWtAY."):
        return False
    phrase = phrases[at + 1 + compared]
    return phrase.meaning in ("higher", "best") and "P" in following[compared : compared + 3]


_HIGH = re.compile(r"[dw]?A?[VWY]?A?t?\.P")
_GOOD = frozenset("high good decent large big great substantial".split())
_CHANCES = frozenset("chance chances probability likelihood odds more most".split())


_POTENTIAL = frozenset("potential possible maximum".split())
_OWN = frozenset("my own individual their your personal his her expected".split())


def _maximizes(reading: Reading, index: int, names: Names) -> str:
    """`X maximizes my payoff`, `they will choose Y to maximize their own payoff`."""
    following = reading.phrases[index + 1 : index + 6]
    payoff = next((at for at, phrase in enumerate(following) if phrase.kind == "P"), None)
    owners = {phrase.words for phrase in following[: payoff or 0]}
    if payoff is None or not owners & _OWN or owners - _OWN - _POTENTIAL or _is_goal(reading, index):
        return ""
    named = subject(reading, index, names)
    if owners & _POTENTIAL:
        mine = named is not None and named[0] == ME and not owners & {"their", "his", "her"}
        return emit.call("highest_potential_payoff_choice", *named) if named and mine else ""
    owner = THEM if owners & {"their", "his", "her"} else ME
    said = reading.clause_at(index).scene.against(owner)
    if named is None or named[0] != owner or (said is not None and opposite(owner) in reading.stated):
        return ""
    return _more(reading, index, names, "higher")


_GOALS = frozenset("goal aim objective priority want wants wish desire try trying seek focus".split())


def _is_goal(reading: Reading, index: int) -> bool:
    """`X is kind, but the goal is to maximize my payoff`: what is wanted, and no move named that would do so."""
    before = reading.phrases[reading.clause_at(index).start : index]
    wanted = any(phrase.words in _GOALS for phrase in before) and not any(phrase.kind == "M" for phrase in before)
    return wanted and not any(phrase.kind == "M" for phrase in reading.phrases[index:])


_TO_MOVE = re.compile(r"(?:d[tA]+)?(?:d[CG]?)?[to]*M")
"""`incentive for me to choose X`: what leads from the motive to the move."""


def _maximized(reading: Reading, index: int, names: Names) -> str:
    """`If they choose Y, my payoff is maximized by choosing X`."""
    before = kinds_of(reading.phrases[max(0, index - 3) : index])
    after = reading.phrases[index + 1 : index + 4]
    move = next((phrase.meaning for phrase in after if phrase.kind == "M"), None)
    against = reading.clause_at(index).outer.against(ME)
    mine = before == "APB" and reading.who[index - 3] == ME
    against = against if THEM in reading.stated else None
    if not mine or move is None or after[0].words not in ("by", "with", "when", "if"):
        return ""
    rivals = names.besides(ME, move)
    if against is None:
        every = reading.always_at(index) and len(rivals) == 1
        return emit.call("at_least_as_high_payoff_in_every_case", ME, move, rivals[0]) if every else ""
    return emit.call("best_response", ME, move, against)


def _incentive(reading: Reading, index: int, names: Names) -> str:
    """`Both have an incentive to choose X, regardless of what the other does`: it never pays less; or denied."""
    linked = _TO_MOVE.match(kinds_of(reading.phrases[index + 1 :]))
    if linked is None:
        return ""
    low, at = reading.clause_at(index).start, index + linked.end()
    whose = [who for who in reading.who[low:at] if who]
    actor, move = THEM if whose[-1:] == [THEM] else ME, reading.phrases[at].meaning
    rivals = names.besides(actor, move) if move in names.of(actor) else []
    denied = NEITHER in whose or any(phrase.kind == "n" for phrase in reading.phrases[max(low, index - 8) : index])
    if len(rivals) != 1 or (denied and reading.phrases[index].words == "tempted"):
        return ""
    if reading.always_at(index):
        pair = (rivals[0], move) if denied else (move, rivals[0])
        return emit.call("at_least_as_high_payoff_in_every_case", actor, *pair)
    against = reading.clause_at(index).outer.against(actor)
    if against is None or opposite(actor) not in reading.stated or whose[-1:] not in ([ME], [THEM]):
        return ""
    if denied:
        return emit.call("at_most_as_high_payoff_in_some_case", actor, move, rivals[0], against)
    return emit.call("best_response", actor, move, against)
