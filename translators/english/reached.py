"""Extremes of the whole game that a cell is said to be, where no amount is told: `mutual X is my worst outcome`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.english import emit
from translators.english.clauses import Reading
from translators.english.extreme_cells import extreme_cell, is_case
from translators.english.grammar_words import GAMES
from translators.english.phrase import kinds_of
from translators.english.scene import ME, THEM
from translators.english.subject import negated


def reached_claims(reading: Reading) -> Iterator[tuple[int, str]]:
    """`If both choose X, I get the worst outcome of all`, `no payoff is lower than 1`, as (index, query)."""
    yield from _none_beyond(reading)
    for index, phrase in enumerate(reading.phrases):
        if phrase.kind == "X" and _is_of_all_cells(reading, index) and _is_outright(reading, index):
            actor, scene = _whose(reading, index), reading.clause_at(index).scene
            if actor in (ME, THEM) and scene.full and not is_case(reading, index):
                yield index, extreme_cell(phrase.meaning, actor, scene)


_BEYOND = re.compile(r"n(?P<rank>Q)PTt?(?P<amount>N)(?P<rest>.*)$")
_RANKS = {"higher": "highest", "lower": "lowest"}


def _none_beyond(reading: Reading) -> Iterator[tuple[int, str]]:
    """`There is no lower payoff than 1 in the game`: 1 is the lowest of all."""
    match = _BEYOND.search(kinds_of(reading.phrases))
    rank = reading.phrases[match.start("rank")].meaning if match else ""
    if match is None or rank not in _RANKS or not reading.start.empty or set(match["rest"]) & set("MINRVW"):
        return
    value, others = reading.phrases[match.start("amount")].value, {ME, ""}.issuperset(reading.who)
    opens = set(kinds_of(reading.phrases[: match.start()])) <= set("cb,wBY.")
    everywhere = reading.before.empty or any(phrase.words in GAMES for phrase in reading.phrases)
    if value is not None and others and opens and everywhere:
        query = emit.call(f"{_RANKS[rank]}_possible_individual_payoff", ME, value)
        yield match.start("amount"), query


_NOUN = re.compile(r"(?P<possible>H*)P(?P<rest>[wAY.VdtHo]*)[.,;)c]?$")
_I_CAN = re.compile(r"w?A[Y.]*V")


def _is_of_all_cells(reading: Reading, index: int) -> bool:
    """`the highest possible payoff`, `the worst outcome in this game`, `the best payoff I can ever get`."""
    end = reading.clause_at(index).end
    following = reading.phrases[index + 1 : end]
    noun = _NOUN.match(kinds_of(following))
    if noun is None or any(phrase.words in ("case", "scenario", "situation") for phrase in following):
        return False
    if any(phrase.words in GAMES for phrase in following):
        return True
    said = following[noun.start("rest") : noun.end("rest")]
    ever = _I_CAN.match(noun["rest"]) is not None and any(phrase.words == "ever" for phrase in said)
    return _starts_with_own(reading, index) and (ever or bool(noun["possible"]))


def _starts_with_own(reading: Reading, index: int) -> bool:
    """`If they choose Y and I choose X, I get the best possible payoff` may be said of what is left then."""
    first = next((event for event in reading.events if event.moves), None)
    worst = reading.phrases[index].meaning == "worst"
    return first is not None and (worst or len(first.moves) == 2 or first.moves[0][0] == _whose(reading, index))


_REACHES = re.compile(r"(?:V|WA?|WdA|B)t?$")
_MEETS = frozenset("face faces suffer suffers reach reaches hit hits".split())
_ASIDE = "nNOKTQXSubqmR"


def _is_outright(reading: Reading, index: int) -> bool:
    """Whether the text says that the cell reaches it: both choices are told in conditions, or as one cell."""
    clause = reading.clause_at(index)
    before = reading.phrases[clause.start : index]
    kinds = "".join("V" if phrase.words in _MEETS else phrase.kind for phrase in before)
    plain = _REACHES.search(kinds) is not None and not negated(reading, index)
    told = [event for event in reading.events if event.end <= index]
    cell = any(len(event.moves) == 2 for event in told if clause.start <= event.start or event.form == "pair")
    conditions = {actor for event in told for actor, _ in event.moves if reading.clause_at(event.start).kind == "if"}
    own = cell or (conditions == {ME, THEM} and not clause.events)
    rest = [phrase for at, phrase in enumerate(before, clause.start) if not _is_told(reading, at)]
    return plain and own and clause.kind == "main" and not any(phrase.kind in _ASIDE for phrase in rest)


def _is_told(reading: Reading, at: int) -> bool:
    return any(event.start <= at < event.end for event in reading.events)


def _whose(reading: Reading, index: int) -> str:
    """Whose payoff it is: `gives me`, `the best payoff for them`, `the most I can get`, or the one who gets it."""
    clause = reading.clause_at(index)
    after = [reading.who[at] for at in range(index + 1, clause.end) if reading.who[at]]
    before = [reading.who[at] for at in range(clause.start, index) if reading.who[at] and not _is_told(reading, at)]
    named = after or before[-1:]
    return named[0] if len(set(named)) == 1 else ""
