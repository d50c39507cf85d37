"""Cases that a text calls the only ones, or no different: `X is better only if they choose Y`, `if we choose alike`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from translators.english import emit
from translators.english.amount import Amount
from translators.english.cell_comparisons import alike
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.phrase import speaks_of_both, words_of
from translators.english.scene import ME, Scene, opposite
from translators.english.subject import negated, subject


def only_case_claims(reading: Reading, names: Names, found: Sequence[Amount]) -> Iterator[tuple[int, str]]:
    """What such words say of the other cases, as (index of the phrase, query)."""
    for index, phrase in enumerate(reading.phrases):
        if phrase.kind == "Q" and phrase.meaning == "higher" and (query := _only_better(reading, index, names)):
            yield index, query
    for amount in found:
        if ME in amount.who and _HAPPENS_ANYWAY.match(words_of(reading.phrases[amount.index + 1 :])):
            functor = "possible_individual_payoff_for_choice"
            yield from ((amount.index, emit.call(functor, ME, amount.value, move)) for move in names.mine)
        if amount.bound == "least" and ME in amount.who and _is_of_game(reading, amount):
            each = [emit.call("guarantees_at_least", ME, amount.value, move) for move in names.mine]
            yield from ((amount.index, query) for query in each)
        yield from ((amount.index, query) for query in _of_alike(reading, amount, names, found))


_BETTER = ("better", "better off", "do better", "preferable", "superior")
_ONLY_IF = ("only if", "only when")


def _only_better(reading: Reading, index: int, names: Names) -> str:
    """`X pays more only if they choose Y`: where they choose the other move, it does not."""
    clause = reading.clause_at(index)
    condition = next((part for part in reading.after(clause) if part.kind != "than"), None)
    named = subject(reading, index, names)
    if condition is None or condition.kind != "if" or len(condition.events) != 1 or named is None:
        return ""
    rivals = names.besides(*named)
    compared = reading.phrases[clause.end : condition.start]
    explicit = reading.phrases[index].words in _BETTER or any(phrase.meaning in rivals for phrase in compared)
    before = [phrase.words for phrase in reading.phrases[max(clause.start, index - 3) : index]]
    only = "only" in before or reading.phrases[condition.start].words in _ONLY_IF
    told = dict(condition.events[0].moves)
    other = opposite(named[0])
    left = names.besides(other, told[other]) if set(told) == {other} and told[other] else []
    if (
        not (only and explicit)
        or len(left) != 1
        or len(rivals) != 1
        or speaks_of_both(reading.phrases)
        or negated(reading, index)
    ):
        return ""
    return emit.call("at_most_as_high_payoff_in_some_case", *named, rivals[0], left[0])


_HAPPENS_ANYWAY = re.compile(
    r", which (?:can|could|may|might) (?:happen|occur|arise|result) (?:whether i \w+ |with (?:both|either) \w+ ?[.,;]"
    r"|(?:regardless of|no matter) (?:my choice|(?:what|which \w+) i ))"
)
"""`0, which can happen whether I choose X or Y`: with each own move."""


_WHATEVER = re.compile(
    r"\bin (?:this|the) game\b|\bwith (?:either|both|any) (?:option|move|choice|strateg|card)|"
    r"\b(?:whatever|whichever|no matter what|no matter which|regardless of what)(?: \w+)? i (?:choose|pick|play|do)\b"
)


def _is_of_game(reading: Reading, amount: Amount) -> bool:
    """`I can't get less than 1 in this game`, `with either option I get at least 1`: with each own move."""
    named = any(phrase.kind in "MIUOX" for phrase in reading.phrases)
    alone = amount.clause.scene.empty and reading.start.empty and not named
    return alone and bool(_WHATEVER.search(words_of(reading.phrases)))


def _of_alike(reading: Reading, amount: Amount, names: Names, found: Sequence[Amount]) -> Iterator[str]:
    """`If we both choose the same, each of us gets 3`: in each cell where both choose one move."""
    named = any(phrase.kind == "M" for phrase in reading.phrases)
    plain = not (amount.bound or amount.extreme or amount.denied or amount.avoided or amount.risky)
    if named or not plain or len(amount.who) != 2 or len(found) != 1 or not alike(reading, names):
        return
    if amount.clause.kind == "main" and amount.clause.scene.empty:
        yield from (emit.cell(names, ME, amount.value, Scene(move, move)) for move in names.mine)
