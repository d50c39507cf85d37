"""Potentials: which move has the highest best case, where no amount is told; and what both moves share."""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.english import emit
from translators.english.cell_comparisons import alike
from translators.english.clauses import Reading
from translators.english.mixes import Chances
from translators.english.names import Names
from translators.english.phrase import kinds_of, words_of
from translators.english.scene import BOTH, ME, THEM
from translators.english.subject import negated, subject


def potential_claims(reading: Reading, names: Names, mix: Chances | None) -> Iterator[tuple[int, str]]:
    """What a sentence says of best cases, and of worst, best or mean payoffs that are the same for both moves."""
    for index, phrase in enumerate(reading.phrases):
        query = ""
        best = phrase.kind == "X" and phrase.meaning == "best"
        if best and (_is_potential(reading, index) or _is_chance(reading, index)):
            named = subject(reading, index, names)
            query = emit.call("highest_potential_payoff_choice", *named) if named else ""
        elif phrase.kind == "Q" and phrase.meaning in ("higher", "lower") and (kind := _what(reading, index)):
            query = _ranked(reading, index, names, kind)
        elif phrase.words in ("upside", "upside potential", "ceiling"):
            query = _upside(reading, index, names)
        elif phrase.words in ("same", "the same", "identical"):
            query = _shared(reading, index, names, mix) or _constant(reading, index, names)
        elif phrase.words in ("depend", "vary", "change", "differ", "depends") and negated(reading, index):
            if _is_by_degree(reading, index):
                continue
            yield from ((index, query) for query in [_constant(reading, index, names)] if query)
            continue
        elif phrase.words in _AFFECTS and negated(reading, index):
            yield from ((index, query) for query in [_unaffected(reading, index)] if query)
            continue
        if query and not negated(reading, index):
            yield index, query


_DEGREES = re.compile(r"(?:as|so|too|that|very) (?:much|heavily|strongly)|entirely|solely|only|completely|as much")


def _is_by_degree(reading: Reading, index: int) -> bool:
    """`It doesn't depend as much on them`: it does, to some degree."""
    return _DEGREES.match(words_of(reading.phrases[index + 1 : index + 4])) is not None


def _is_potential(reading: Reading, index: int) -> bool:
    """`the highest possible payoff`, `a higher potential payoff`: of a move, as what it can bring at best."""
    clause = reading.clause_at(index)
    following = kinds_of(reading.phrases[index + 1 : index + 5])
    noun = following.lstrip(".")[:2]
    before = reading.phrases[clause.start : index]
    given = any(phrase.kind in "VW" or phrase.words in ("has", "have", "with") for phrase in before[-3:])
    named = any(phrase.kind == "M" or phrase.words == "it" for phrase in reading.phrases[:index])
    joint = any(phrase.words in ("overall", "available") for phrase in reading.phrases[index + 1 : index + 4])
    if not given or not named or joint:
        return False
    near = reading.phrases[max(clause.start, index - 3) : index + 8]
    if noun not in ("HP", "HH") or following.count(".") > 1 or clause.kind == "than":
        return False
    return not clause.scene.full and not any(phrase.kind in "NuJmqeKO" for phrase in near)


def _is_chance(reading: Reading, index: int) -> bool:
    """`X gives me a chance to earn the highest payoff of the game`, `the potential for the highest payoff`."""
    before = kinds_of(reading.phrases[max(0, index - 6) : index])
    clause = reading.clause_at(index)
    rest = reading.phrases[index + 1 : index + 6]
    chance = re.search(r"(?:K[dt]*V|WA?t?[HK]d)t?$", before)
    return (
        bool(chance)
        and not clause.scene.full
        and rest[:1] != ()
        and rest[0].kind in "HP"
        and not any(phrase.kind in "NIue" for phrase in rest)
    )


_PREDICATE = re.compile(r"(?P<noun>[HXJ])H?Pd[oGt.]*M[Y.]*B[.]*$")


def _what(reading: Reading, index: int) -> str:
    """What is ranked: `potential` for `a higher potential payoff`, and by `the guaranteed payoff of X is higher`."""
    clause = reading.clause_at(index)
    before = reading.phrases[clause.start : index]
    found = _PREDICATE.search(kinds_of(before))
    if found is None:
        return "potential" if _is_potential(reading, index) else ""
    following = [phrase.kind for phrase in reading.phrases[index + 1 : index + 2]]
    noun = before[found.start("noun")]
    if following not in ([], [","], ["."], [";"], ["b"], ["c"]) or noun.words in ("overall", "available", "total"):
        return ""
    return "guaranteed" if noun.kind == "J" or noun.meaning == "worst" else "potential"


def _ranked(reading: Reading, index: int, names: Names, kind: str) -> str:
    named = subject(reading, index, names)
    if named is None:
        return ""
    actor, move = named
    rivals = names.besides(actor, move)
    if len(rivals) != 1 or reading.clause_at(index).scene.against(actor) is not None:
        return ""
    return emit.call(f"{reading.phrases[index].meaning}_{kind}_payoff", actor, move, rivals[0])


def _upside(reading: Reading, index: int, names: Names) -> str:
    """`X has the greater upside`, `the greatest upside is with X`: the higher best case."""
    ranked = reading.phrases[index - 1] if index else None
    named = subject(reading, index, names)
    if ranked is None or named is None or reading.clause_at(index).scene.full:
        return ""
    rivals = names.besides(*named)
    if ranked.kind == "Q" and ranked.meaning in ("higher", "lower") and len(rivals) == 1:
        return emit.call(f"{ranked.meaning}_potential_payoff", *named, rivals[0])
    best = ranked.kind == "X" and ranked.meaning == "best"
    return emit.call("highest_potential_payoff_choice", *named) if best else ""


def _constant(reading: Reading, index: int, names: Names) -> str:
    """`X gives me the same payoff regardless of what they choose`, `my payoff from X does not depend on them`."""
    phrase = reading.phrases[index]
    clause = reading.clause_at(index)
    payoff = any(part.kind in "PVW" for part in reading.phrases[clause.start : index + 3])
    if not payoff or clause.scene.against(ME) is not None or _is_of_both(reading, index):
        return ""
    if phrase.words in ("same", "the same") and not reading.always_at(index):
        return ""
    rest = range(index, len(reading.phrases))
    ends = next((at for at in rest if reading.phrases[at].kind in "cb;"), len(reading.phrases))
    if phrase.kind != "a" and THEM not in reading.who[index:ends]:
        return ""
    named = subject(reading, index, names)
    return emit.call("same_payoff_in_every_case", *named) if named and named[0] == ME else ""


_AFFECTS = frozenset("affect affects affected influence influences influenced effect impact".split())


def _unaffected(reading: Reading, index: int) -> str:
    """`X gives me a payoff that they cannot affect`, `their choice has no effect on my payoff if I choose X`."""
    clause = reading.clause_at(index)
    payoff = any(part.kind == "P" for part in reading.phrases[clause.start : index + 4])
    theirs = any(actor == THEM for event in reading.events for actor, _ in event.moves)
    moves = {phrase.meaning for phrase in reading.phrases if phrase.kind == "M"}
    if not payoff or theirs or len(moves) != 1 or THEM not in reading.who or _is_of_both(reading, index):
        return ""
    return emit.call("same_payoff_in_every_case", ME, moves.pop())


def _is_of_both(reading: Reading, index: int) -> bool:
    """Whether it is two moves, or two roles, that have the same."""
    theirs = [event for event in reading.events if set(dict(event.moves)) == {THEM}]
    told = {at for event in theirs for at in range(event.start, event.end)}
    moves = {phrase.meaning for at, phrase in enumerate(reading.phrases) if phrase.kind == "M" and at not in told}
    return len(moves) != 1 or any(phrase.meaning == BOTH or phrase.kind in "ue" for phrase in reading.phrases[:index])


def _shared(reading: Reading, index: int, names: Names, mix: Chances | None) -> str:
    """`The worst case is the same for both options`."""
    clause = reading.clause_at(index)
    after = reading.phrases[index + 1 : index + 4]
    before = reading.phrases[:index]
    moves = [phrase.meaning for phrase in reading.phrases[clause.start : index] if phrase.kind == "M"]
    payoff = any(phrase.kind == "P" for phrase in after)
    if len(moves) == len(set(moves)) == 2 and payoff and alike(reading, names):
        return emit.call("equal_payoff_in", ME, moves[0], moves[0], moves[1], moves[1])
    both = any(phrase.words.startswith(("both", "for both", "either", "<count>")) for phrase in (*after, *before))
    option = any(phrase.kind in "or" for phrase in reading.phrases[: index + 5])
    if "M&M" in kinds_of(reading.phrases):
        both = option = {phrase.meaning for phrase in reading.phrases if phrase.kind == "M"} == set(names.mine)
    if len(names.mine) != 2 or not (both and option) or not clause.scene.empty or kinds_of(after[:1]) in tuple("oCr"):
        return ""
    if any(phrase.kind == "m" for phrase in (*before, *after[:1])):
        return emit.mixed("equal_expected_payoff", ME, names.mine, mix) if mix else ""
    around = (*before, *after[:2])
    if any(phrase.kind in "XJ" or phrase.words == "risk" for phrase in around):
        best = any(phrase.kind == "X" and phrase.meaning == "best" for phrase in around)
        return emit.call("equal_potential_payoff" if best else "equal_guaranteed_payoff", ME, *names.mine)
    return ""
