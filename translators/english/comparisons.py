"""Comparisons: of amounts, of moves against one move, in every case, and of what they guarantee."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from translators.english import emit
from translators.english.amount import Amount
from translators.english.bare_comparisons import bare_comparison, every_case, is_joint, plural, some_case
from translators.english.cell_comparisons import by_choice_alone, cell_comparisons, of_payoff
from translators.english.clauses import Reading
from translators.english.faced import AGAINST
from translators.english.grammar_words import PRONOUNS
from translators.english.holders import is_own_clause
from translators.english.names import Names
from translators.english.phrase import Phrase, is_verb_of_comparing, kinds_of, speaks_of_both
from translators.english.scene import BOTH, ME, THEM
from translators.english.subject import felt, negated, subject
from translators.english.totals import TOTAL


def comparison_claims(
    reading: Reading, names: Names, found: list[Amount], before: Fraction | None
) -> Iterator[tuple[int, str]]:
    """What a sentence compares; `before` is the last own amount of the sentence before it."""
    for index, phrase in enumerate(reading.phrases):
        if phrase.kind != "Q" or _is_chance(reading, index) or _is_of_spread(reading, index):
            continue
        if phrase.words in ("more", "less") and felt(reading, index):
            continue
        than = _than(reading, index)
        query = ""
        cells = by_choice_alone(reading, index, names)
        cells = cells or (cell_comparisons(reading, index, than, names) if than is not None else [])
        if not negated(reading, index):
            yield from ((index, cell) for cell in cells)
        if phrase.words in "<>":
            query = _signs(reading, index, found)
        elif than is not None:
            query = _amounts(reading, index, than, found, before)
            query = query or ("" if cells else _moves(reading, index, than, names))
        denied = negated(reading, index) or is_nowhere(reading, index)
        if than is None and not cells and phrase.words not in "<>":
            query = bare_comparison(reading, index, names, denied=denied)
        elif query and denied and phrase.words not in _AS:
            query = _denied(reading, index, than, found, before) or _denied_of_moves(reading, index, than, names)
        if query:
            yield index, query


def _denied(reading: Reading, index: int, than: int | None, found: list[Amount], before: Fraction | None) -> str:
    """`3 is not better than 5`: of amounts, what is said instead; of moves nothing that one query could say."""
    sides = _sides(reading, index, than, found, before) if than is not None else None
    if sides is None or reading.phrases[index].meaning == "equal":
        return ""
    contrary = _CONTRARY[reading.phrases[index].meaning]
    return _compare("equal" if sides[0] == sides[1] else contrary, *sides)


_CONTRARY = {"higher": "lower", "lower": "higher"}
_AS = {"as good as": "lower", "as high as": "lower", "as bad as": "higher", "as low as": "higher"}
"""What `not as good as` says: that it is worse."""


def _denied_of_moves(reading: Reading, index: int, than: int | None, names: Names) -> str:
    """`R can't earn me less than B`, `if they choose Y, X is not better than Z`."""
    pair = _pair_of_moves(reading, index, than, names) if than is not None else None
    meaning = reading.phrases[index].meaning
    if pair is None or meaning == "equal":
        return ""
    actor, move, rival, against = pair
    if meaning == "lower":
        move, rival = rival, move
    if against is not None:
        return emit.call("at_most_as_high_payoff_in_some_case", actor, move, rival, against)
    window = reading.phrases[reading.clause_at(index).start : index]
    if any(phrase.kind == "n" and after.words == "always" for phrase, after in pairwise(window)):
        return ""
    if (
        reading.always_at(index)
        or is_nowhere(reading, index)
        or any(phrase.words in ("never", "cannot", "can", "couldn") for phrase in window)
    ):
        return emit.call("at_least_as_high_payoff_in_every_case", actor, rival, move)
    return ""


def is_nowhere(reading: Reading, index: int) -> bool:
    """`There is no scenario in which X pays more than Y`, `in no case does X pay more than Y`."""
    start = reading.clause_at(index).start
    before = reading.phrases[max(0, start - 5) : start]
    relative = reading.phrases[start].words in ("in which", "where", "when")
    within = reading.phrases[start:index]
    nowhere = any(part.words == "in" and no.words == "no" for part, no in pairwise(within))
    return nowhere or (relative and any(phrase.kind == "n" for phrase in before))


def _is_of_spread(reading: Reading, index: int) -> bool:
    """`The gap between best and worst is larger with X`: how far payoffs lie apart is compared, not payoffs."""
    before = reading.phrases[reading.clause_at(index).start : index]
    return any(phrase.words in _SPREADS for phrase in before)


def _is_chance(reading: Reading, index: int) -> bool:
    following = reading.phrases[index + 1 : index + 3]
    return any(phrase.kind in "qSK" for phrase in following[:1]) or any(phrase.kind == "q" for phrase in following[:2])


def _than(reading: Reading, index: int) -> int | None:
    """The index of `than`, or of `as` in `as good as`, that belongs to a comparative."""
    if is_verb_of_comparing(reading.phrases[index]) or reading.phrases[index].words == "ahead of":
        return index
    if reading.phrases[index].words == "as well off":
        rest = range(index + 1, len(reading.phrases))
        return next((at for at in rest if reading.phrases[at].words == "as"), None)
    if reading.phrases[index].meaning == "equal" and reading.phrases[index].words != "same":
        return index
    depth = 0
    for at in range(index + 1, min(index + 14, len(reading.phrases))):
        kind = reading.phrases[at].kind
        depth += (kind == "(") - (kind == ")")
        if depth < 0:
            return None
        met = reading.phrases[at].words.startswith(("vs", "versus")) and _is_move(reading, at + 1)
        if kind == "T" and reading.phrases[at].words not in AGAINST and not met:
            return at
        if depth == 0 and kind in ";:bcQ":
            return None
    return None


def _is_move(reading: Reading, at: int) -> bool:
    """The Y of `X is better vs. Y`."""
    return at < len(reading.phrases) and reading.phrases[at].kind == "M"


def _signs(reading: Reading, index: int, found: list[Amount]) -> str:
    left = [amount for amount in found if amount.index == index - 1]
    right = [amount for amount in found if amount.index == index + 1]
    if not left or not right:
        return ""
    return _compare(reading.phrases[index].meaning, left[0].value, right[0].value)


def _compare(meaning: str, left: Fraction, right: Fraction) -> str:
    return emit.compare(meaning, emit.number(left), emit.number(right))


def _amounts(reading: Reading, index: int, than: int, found: list[Amount], before: Fraction | None) -> str:
    sides = _sides(reading, index, than, found, before)
    return _compare(_meaning(reading, index), *sides) if sides is not None else ""


def _meaning(reading: Reading, index: int) -> str:
    """What a comparative says; `not as good as` says that it is worse."""
    phrase = reading.phrases[index]
    return _AS.get(phrase.words, phrase.meaning) if negated(reading, index) else phrase.meaning


_NEW_SUBJECT = re.compile(r"[,&]A[Yn.]*[VB]|;")
_BROUGHT = re.compile(r"\)?,?w[B.]*$")
"""`I get 5 (and they get 0), which beats`: what it is that is compared."""


def _sides(
    reading: Reading, index: int, than: int, found: list[Amount], before: Fraction | None
) -> tuple[Fraction, Fraction] | None:
    """The two amounts that a comparative puts side by side."""
    right = _right(reading, than, found)
    if right is None or _is_of_no_payoff(reading, index):
        return None
    left = [amount.value for amount in found if index < amount.index < than]
    if not left:
        near = [amount for amount in found if index - 16 <= amount.index < index]
        between = kinds_of(reading.phrases[near[-1].index : index]) if near else ""
        named = near[-1:] if between == "NB" else [amount for amount in near if amount.clause.kind != "than"]
        before_it = [amount for amount in named if not amount.avoided]
        parted = _NEW_SUBJECT.search(between) or (between.endswith("V") and "b" in between)
        left = [_judged(reading, index, before_it).value] if before_it and not parted else []
    worked = [at for at in range(1, index) if reading.phrases[at].kind == "N"]
    if not left and worked:
        left = [reading.phrases[at].value or Fraction(0) for at in worked[-1:] if reading.phrases[at - 1].kind == "="]
    elif not left and before is not None and reading.phrases[0].words in PRONOUNS:
        left = [before]
    return (left[-1], right) if left else None


def _judged(reading: Reading, index: int, before_it: Sequence[Amount]) -> Amount:
    """`I get 5 and they get 0, which is better`: the own amount of the two, unless it is better for them."""
    last = before_it[-1]
    joined = _BROUGHT.fullmatch(kinds_of(reading.phrases[last.index + 1 : index]))
    own = [amount for amount in before_it if ME in amount.who and amount.clause.scene == last.clause.scene]
    for_them = THEM in reading.who[index : index + 4]
    return own[-1] if joined and own and not for_them else last


_SPREADS = frozenset("gap spread range variance difference distance volatility variation".split())
_VALUED = frozenset("attractive appealing valuable dollars dollar money".split())


def _is_of_no_payoff(reading: Reading, index: int) -> bool:
    """`a lower variance (1 to 3) than`: something else than payoffs is compared."""
    after = reading.phrases[index + 1 : index + 2]
    noun = bool(after) and after[0].kind == "." and after[0].words.isalpha() and after[0].words not in _VALUED
    if reading.phrases[index].words in ("more", "less") and (noun or felt(reading, index)):
        return True
    return noun and index > 0 and reading.phrases[index - 1].kind not in "BN"


def _right(reading: Reading, than: int, found: list[Amount]) -> Fraction | None:
    for amount in found:
        if than < amount.index <= than + 16 and amount.bound in ("", "beyond"):
            between = reading.phrases[than + 1 : amount.index]
            if any(phrase.kind in ";b" for phrase in between) or any(phrase.kind == "Q" for phrase in between):
                return None
            if any(phrase.kind == "," for phrase in between) and not any(phrase.kind == "M" for phrase in between):
                return None
            if kinds_of(reading.phrases[amount.index - 2 : amount.index + 4]) == "M(NTN)":
                return None
            alternatives = reading.phrases[amount.index + 1 : amount.index + 3]
            if alternatives and alternatives[0].kind in "|" and len(alternatives) > 1 and alternatives[1].kind == "N":
                return None
            return amount.value
    return None


def _moves(reading: Reading, index: int, than: int, names: Names) -> str:
    """`X gives more than Y`, against one move or in every case."""
    meaning = _meaning(reading, index)
    pair = _pair_of_moves(reading, index, than, names)
    if pair is None:
        return ""
    actor, move, rival, against = pair
    clause = reading.clause_at(index)
    if clause.start == index and "b" in clause.before:
        return ""
    compared = reading.clause_at(than)
    ends = max(min(than + 8, len(reading.phrases)), compared.end)
    ends = next((at for at in range(than, ends) if reading.phrases[at].kind in "b;"), ends)
    window = reading.phrases[clause.start : ends]
    if any(phrase.meaning == TOTAL for phrase in window):
        return ""
    if any(phrase.kind in "JmuH" for phrase in window) or any(phrase.words in _EXTREME for phrase in window):
        return _special(window, names, meaning, actor, move, rival) if _is_special(reading, index) else ""
    if _is_with_both(reading, than):
        return ""
    if meaning == "equal" and index and reading.phrases[index - 1].meaning == "least":
        return _at_least(reading, index, pair)
    ever = any(phrase.words == "never" for phrase in reading.phrases[max(0, index - 3) : index])
    if not (of_payoff(reading, index, than) or reading.always_at(index) or (ever and _is_judged(reading, index))):
        return ""
    if reading.always_at(index) or (plural(reading, index) and against is None):
        return every_case(meaning, actor, move, rival)
    if against is not None:
        return emit.call(f"{meaning}_payoff_against", actor, move, rival, against)
    return some_case(meaning, actor, move, rival) if not speaks_of_both(reading.phrases) else ""


def _is_judged(reading: Reading, index: int) -> bool:
    """`X is worse than Y`: of a move, whatever it is judged by."""
    return reading.phrases[index].words in ("better", "worse")


def _at_least(reading: Reading, index: int, pair: tuple[str, str, str, str | None]) -> str:
    """`In both cases I'm at least as well off with X as with Y`."""
    actor, move, rival, against = pair
    if against is not None:
        return emit.call("at_most_as_high_payoff_in_some_case", actor, rival, move, against)
    return emit.call("at_least_as_high_payoff_in_every_case", actor, move, rival) if reading.always_at(index) else ""


def _pair_of_moves(reading: Reading, index: int, than: int, names: Names) -> tuple[str, str, str, str | None] | None:
    """(whose, the move spoken of, the one it is compared with, the move they are held against if it is said)."""
    named = subject(reading, index, names)
    rival = _rival(reading, than)
    if rival and reading.phrases[index].words in ("the same as", "same as") and len(names.mine) == 2:
        named = (ME, names.besides(ME, rival)[0]) if named is None or named == (ME, rival) else named
    if named is None or rival is None or named[1] == rival or rival not in names.besides(*named):
        return None
    actor, move = named
    risked = any(phrase.kind == "K" for phrase in reading.phrases[than + 1 : than + 5])
    if risked or is_joint(reading, index):
        return None
    clause = reading.clause_at(index)
    condition = [part for part in reading.after(reading.clause_at(than))[:1] if part.kind == "if" and not part.unless]
    scenes = [*(part.scene for part in condition), reading.clause_at(than).scene, clause.scene]
    against = next((scene.against(actor) for scene in scenes if scene.against(actor) is not None), None)
    return actor, move, rival, against or _held_against(reading, than)


def _is_with_both(reading: Reading, than: int) -> bool:
    """`better off than with both choosing Y`: another cell, not another move."""
    return any(event.agent == BOTH and event.form != "pair" for event in reading.clause_at(than).events)


def _held_against(reading: Reading, than: int) -> str | None:
    """`X is better than Y against Z`: the Z."""
    for index in range(than + 2, len(reading.phrases) - 1):
        if reading.phrases[index].words == "against" and reading.phrases[index + 1].kind == "M":
            return reading.phrases[index + 1].meaning
    return None


_WORST = frozenset("minimum worst lowest".split())
_BEST = frozenset("maximum best highest".split())
_EXTREME = _WORST | _BEST


def _is_special(reading: Reading, index: int) -> bool:
    """Whether what is compared is already no single payoff, not only what it is compared with.

    `X is better than Y in the worst case` says of both what is compared.
    """
    phrases, start = reading.phrases, reading.clause_at(index).start
    if start and phrases[start - 1].words == "which":
        start = reading.clauses[max(0, reading.clauses.index(reading.clause_at(start)) - 1)].start
    said = any(phrase.kind in "JmuH" or phrase.words in _EXTREME for phrase in phrases[start : index + 4])
    rest = range(index + 4, len(phrases))
    return said or any(phrases[at].words in _EXTREME and phrases[at - 2].words == "in" for at in rest)


def _special(window: Sequence[Phrase], names: Names, meaning: str, actor: str, move: str, rival: str) -> str:
    """`The worst case of X is better than that of Y`: of what moves guarantee, may bring, or bring both together."""
    kinds = kinds_of(window)
    words = {phrase.words for phrase in window}
    if "m" in kinds or ("J" in kinds and "H" in kinds and "&" not in kinds):
        return ""
    if meaning == "equal":
        case = "guaranteed" if words & _WORST else "potential"
        alike = kinds.count("X") == 2 and "u" not in kinds
        return emit.call(f"equal_{case}_payoff", actor, move, rival) if alike else ""
    if "u" in kinds:
        joint = any(phrase.kind == "u" and after.kind == "P" for phrase, after in pairwise(window))
        same = {move, rival} <= set(names.mine) & set(names.theirs)
        return emit.call(f"{meaning}_mutual_payoff", ME, move, move, rival, rival) if joint and same else ""
    if "J" in kinds or words & _WORST:
        return emit.call(f"{meaning}_guaranteed_payoff", actor, move, rival)
    return emit.call(f"{meaning}_potential_payoff", actor, move, rival) if "HP" in kinds or words & _BEST else ""


def _is_role(reading: Reading, than: int) -> bool:
    """`less than the other player if they choose X`: what the other role gets, not what another move brings."""
    following = kinds_of(reading.phrases[than + 1 : than + 4]).removeprefix("t")
    return following.startswith(("AI", "A(", "A,", "A."))


def _rival(reading: Reading, than: int) -> str | None:
    for at in range(than + 1, min(than + 12, len(reading.phrases))):
        phrase = reading.phrases[at]
        if phrase.kind == "M":
            return None if reading.phrases[than + 1].words in AGAINST or _is_role(reading, than) else phrase.meaning
        limits = phrase.kind == "N" and (is_own_clause(reading.phrases, at) or _is_in_case(reading, at))
        if (phrase.kind in ";b," and at > than + 1) or limits:
            return None
    return None


def _is_in_case(reading: Reading, at: int) -> bool:
    """`X gives me more than 1 if they choose Y`, `I get no more than 1 by choosing Y`: of the amount, not of Y."""
    after = reading.phrases[at + 1 : at + 3]
    means = kinds_of(after) == "dG" and after[0].words == "by"
    return means or (kinds_of(after) == "IA" and reading.who[at + 2] == THEM)
