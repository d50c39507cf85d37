"""Amounts of no cell of the game: what both get together, differences, repeated play, guesses that went wrong."""

from __future__ import annotations

import re

from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.phrase import kinds_of, words_of


def is_of_no_cell(reading: Reading, names: Names, amount: Amount) -> bool:
    """Whether an amount is told, but as the payoff of no cell that the sentence names."""
    return (
        _is_of_repetition(reading, amount)
        or _is_apart(reading, amount)
        or _is_of_both_together(reading, names, amount)
        or _is_if_mistaken(reading, amount)
        or _is_to_be_had(reading, amount)
        or _is_if_aimed_at(reading)
        or _is_thought_of(reading, amount)
    )


def _is_if_aimed_at(reading: Reading) -> bool:
    """`If I went for the 5 and they did the same, both would get 0`: the move is told by its amount alone."""
    for part in reading.clauses:
        said = reading.phrases[part.start : part.end]
        aim = re.search("[CV.][tL]*N[^M]*$", kinds_of(said)) if part.kind == "if" else None
        if aim is not None and said[aim.start()].words.endswith(" for"):
            return True
    return False


_THOUGHT_OF = re.compile(r"A[BYtae.d]*[Y.d][tae]*$")


def _is_thought_of(reading: Reading, amount: Amount) -> bool:
    """`If they are drawn by the 5 as well and choose X, …`: not said to be got where it is a reason to choose."""
    clause = amount.clause
    chosen = any(event.start < amount.index for event in clause.events)
    before = kinds_of(reading.phrases[clause.start : amount.index])
    minded = words_of(reading.phrases[amount.index + 1 : amount.index + 4]).startswith(_IN_MIND)
    return clause.kind == "if" and not chosen and (minded or _THOUGHT_OF.search(before) is not None)


_IN_MIND = ("in mind", "in view", "in their mind", "on their mind")


_TO_BE_HAD = re.compile(
    r"(?:each |apiece )?(?:is|was|were|(?:could|would) (?:be|have been)) (?:\w+ )?"
    r"(?:available|possible|attainable|achievable|on the table|within reach)\b"
)


def _is_to_be_had(reading: Reading, amount: Amount) -> bool:
    """`although 3 each was available`: in some other cell than the one that is spoken of."""
    told = bool(amount.clause.events) or any(clause.events for clause in reading.after(amount.clause))
    return (
        amount.clause.scene.full
        and not told
        and _TO_BE_HAD.match(words_of(reading.phrases[amount.index + 1 : amount.index + 7])) is not None
    )


_TOGETHER = frozenset("total sum combined joint collective altogether together sums adds add share split pair".split())


def _is_of_both_together(reading: Reading, names: Names, amount: Amount) -> bool:
    """`6 in total, and 2 if both choose X`: no payoff of the game is 2."""
    together = any(
        (phrase.kind == "u" and not phrase.words.startswith("mutual")) or phrase.words in _TOGETHER
        for phrase in reading.phrases
    )
    alone = len(amount.who) == 1 and _GETS.search(kinds_of(reading.phrases[amount.clause.start : amount.index]))
    return amount.value not in names.numbers and together and not alone


_GETS = re.compile("AY*V[tL.]*$")


_WRONG = frozenset("wrong mistaken incorrect".split())


_MISTAKEN = frozenset("wrong mistaken right correct lucky unlucky".split())


def _is_if_mistaken(reading: Reading, amount: Amount) -> bool:
    """`They would face 0 if they turn out to be wrong`: where the other choice is not what was expected."""
    after = [clause for clause in reading.clauses if clause.start > amount.index and clause.kind == "if"][:1]
    guessed = any(phrase.words in _MISTAKEN for part in after for phrase in reading.phrases[part.start : part.end])
    said = any(
        turns.words.startswith("turn") and _WRONG.intersection(phrase.words for phrase in reading.phrases[at : at + 5])
        for at, turns in enumerate(reading.phrases[: amount.index])
    )
    return said or (guessed and not after[0].events)


_OF_NUMBERED = re.compile(r"\bin the (?:first|second|former|latter|other)\b")


_SPREADS = frozenset("sacrifice spread gap variance volatility range downside upside".split())


def _is_apart(reading: Reading, amount: Amount) -> bool:
    """`5 vs. 3 in the second case`, `the spread of X is 5, compared with 2`: of a case told before, or a difference."""
    before, after = reading.phrases[: amount.index], reading.phrases[amount.index + 1 : amount.index + 7]
    spread = next((at for at, phrase in enumerate(before) if phrase.words in _SPREADS), None)
    alone = spread is not None and not any(phrase.kind in "VWX" for phrase in before[spread:])
    compared = any(phrase.kind == "T" for phrase in reading.phrases)
    sacrificed = alone and any(phrase.words == "sacrifice" for phrase in before)
    return bool(_OF_NUMBERED.search(words_of(after))) or (alone and compared) or sacrificed


_REPEATED = re.compile(
    r"\b(?:per (?:round|game)|(?:every|each) (?:time|round)|(?:later|future|following|subsequent|next) rounds?)\b"
)


def _is_of_repetition(reading: Reading, amount: Amount) -> bool:
    """`3 per round`, `5 in the following rounds`: of a game that is played again and again."""
    return bool(_REPEATED.search(words_of(reading.phrases[amount.index + 1 : amount.index + 6])))
