"""Claims that range over moves or cases: one amount of either move, better in one case and equal in the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from translators.english import emit
from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.grammar_words import MAY
from translators.english.names import Names
from translators.english.phrase import Phrase, ends_clause, kinds_of
from translators.english.scene import ME, THEM, opposite
from translators.english.subject import negated, subject


def case_claims(reading: Reading, names: Names, found: Sequence[Amount]) -> Iterator[tuple[int, str]]:
    """What a sentence says of several moves or cases at once, as (index of the phrase, query)."""
    for amount in found:
        either = [*_of_either_move(reading, amount, names), *_whatever_i_do(reading, amount, names)]
        yield from ((amount.index, query) for query in either)
    for index, phrase in enumerate(reading.phrases):
        if phrase.kind == "Q" and not negated(reading, index):
            query = _in_one_case(reading, index, names)
        elif phrase.kind == "r" and not negated(reading, index):
            query = _by_worst_cases(reading, index, names)
        elif phrase.words in ("equally", "just as", "same", "the same") and not negated(reading, index):
            query = _equally_good(reading, index, names) or _as_from(reading, index, names)
        elif phrase.words == "should":
            query = _in_both_cases(reading, index, names)
        elif phrase.words == "indifferent":
            query = _indifferent(reading, index)
        else:
            continue
        if query:
            yield index, query


_EITHER_MOVE = re.compile(r"d[A.]M[&|]M|eM[&|]M")
_EITHER_WAY = ("either way",)


def _of_either_move(reading: Reading, amount: Amount, names: Names) -> Iterator[str]:
    """`If they choose Y, I get 3 with both X and Z`, `… I get 3 either way`: a cell of each own move."""
    scene, phrases = amount.clause.scene, reading.phrases
    listed = phrases[max(0, amount.index - 1)].kind in "|&" or amount.bound or amount.denied or amount.risky
    if scene.them is None or scene.me is not None or listed or amount.who != (ME,) or amount.clause.kind != "main":
        return
    if any(phrase.kind in "mqQXO" for phrase in phrases[amount.clause.start : amount.index]):
        return
    after = phrases[amount.index + 1 : amount.index + 7]
    moves: tuple[str, ...] = ()
    if _EITHER_MOVE.match(kinds_of(after)):
        told = any(phrase.words.split()[-1] in ("both", "either") for phrase in after[:2])
        moves = tuple(phrase.meaning for phrase in after[:5] if phrase.kind == "M") if told else ()
    elif after and after[0].words in _EITHER_WAY and THEM in reading.stated:
        moves = names.mine
    if set(moves) <= set(names.mine):
        yield from (emit.cell(names, ME, amount.value, scene.set({ME: move})) for move in moves)


_MINE = re.compile(r"R+[dtow.]{0,5}A")


def _whatever_i_do(reading: Reading, amount: Amount, names: Names) -> list[str]:
    """`Whichever option I choose, I may get 0`; `in that case I get 1 whether I choose X or Z`: of each own move."""
    opens = _MINE.search(kinds_of(reading.phrases))
    free = opens is not None and reading.who[opens.end() - 1] == ME and reading.always_at(amount.index)
    alone = sum(phrase.kind == "N" for phrase in reading.phrases) == 1 and amount.clause.kind == "main"
    scene, before = amount.clause.scene, reading.phrases[amount.clause.start : amount.index]
    aside = amount.denied or amount.avoided or amount.extreme or any(phrase.kind in "mqQTOun" for phrase in before)
    if not (free and alone) or aside or amount.who != (ME,) or scene.me is not None or THEM in reading.stated:
        return []
    may = amount.risky or any(phrase.words in MAY for phrase in before)
    if scene.them is not None:
        plain = not (may or amount.bound or amount.sure)
        return [emit.cell(names, ME, amount.value, scene.set({ME: move})) for move in names.mine] if plain else []
    functors = {"least": "guarantees_at_least", "most": "limits_to_at_most"}
    functor = functors.get(amount.bound, "possible_individual_payoff_for_choice" if may and not amount.bound else "")
    return [emit.call(functor, ME, amount.value, move) for move in names.mine] if functor else []


_CASES = frozenset("case scenario situation outcome".split())
_EQUAL = frozenset("equal same identical".split())


def _in_one_case(reading: Reading, index: int, names: Names) -> str:
    """`X is better in one case and equal in the other`: at least as good in every case."""
    words = [phrase.words for phrase in reading.phrases[index + 1 : index + 16]]
    better = reading.phrases[index].meaning == "higher" and reading.phrases[index].words in ("better", "higher", "more")
    first = next((at for at, word in enumerate(words) if word == "one" and words[at + 1 : at + 2]), None)
    if not better or first is None or words[first + 1] not in _CASES or words[max(0, first - 1)] != "in":
        return ""
    rest = words[first + 2 :]
    equal = next((at for at, word in enumerate(rest[:6]) if word.split()[-1] in _EQUAL), None)
    if equal is None or not any(word.startswith("other") for word in rest[equal + 1 : equal + 4]):
        return ""
    named = subject(reading, index, names)
    rivals = names.besides(*named) if named is not None else []
    return emit.call("at_least_as_high_payoff_in_every_case", *named, rivals[0]) if named and len(rivals) == 1 else ""


_GROUNDS = frozenset("comparing compared based considering terms judging looking view".split())


def _by_worst_cases(reading: Reading, index: int, names: Names) -> str:
    """`Comparing the worst cases, X is the better choice`: it has the better worst case."""
    before = reading.phrases[:index]
    worst = next((at for at in range(index - 1) if _is_worst_case(before, at)), None)
    ground = worst is not None and any(phrase.words in _GROUNDS for phrase in before[max(0, worst - 5) : worst])
    named = subject(reading, index, names)
    best = reading.phrases[index].words.split()[0] in ("better", "best")
    if not (ground and best) or worst is None or named is None:
        return ""
    between = before[worst + 1 :]
    if any(phrase.kind in "X;Tb" or phrase.words == "also" for phrase in between):
        return ""
    rivals = names.besides(*named)
    return emit.call("higher_guaranteed_payoff", *named, rivals[0]) if len(rivals) == 1 else ""


def _is_worst_case(phrases: Sequence[Phrase], at: int) -> bool:
    case = phrases[at + 1].words.startswith(("case", "scenario", "outcome"))
    return phrases[at].kind == "X" and phrases[at].meaning == "worst" and case


def _indifferent(reading: Reading, index: int) -> str:
    """`If they choose Y, I am indifferent between X and Z`: both pay the same against Y."""
    moves = [phrase.meaning for phrase in reading.phrases[index : index + 8] if phrase.kind == "M"]
    against = reading.clause_at(index).scene.them
    mine = [who for who in reading.who[:index] if who][-1:] == [ME]
    if len(moves) != 2 or moves[0] == moves[1] or against is None or not mine or negated(reading, index):
        return ""
    return emit.call("equal_payoff_against", ME, *moves, against)


_GOOD = frozenset("good profitable attractive beneficial valuable rewarding lucrative".split())


def _equally_good(reading: Reading, index: int, names: Names) -> str:
    """`X and Z are equally good if they choose Y`, `… give the same payoff if …`: they pay the same against Y."""
    after = reading.phrases[index + 1 : index + 2]
    scenes = [reading.clause_at(index).scene, *(clause.scene for clause in reading.clauses if clause.kind == "if")]
    named = {phrase.meaning for phrase in reading.phrases[:index] if phrase.kind == "M"}
    against = next((scene.them for scene in scenes if scene.them is not None), None)
    both = named == set(names.mine) or any(
        phrase.words.startswith("both") and phrase.kind != "A" for phrase in reading.phrases[:index]
    )
    good = bool(after) and (after[0].words in _GOOD or (reading.phrases[index].kind == "a" and after[0].kind == "P"))
    before = kinds_of(reading.phrases[max(0, index - 2) : index])
    alike = reading.phrases[index].kind == "a" and re.search("[VW]A?$", before) is not None
    good = good or (alike and ends_clause(reading.phrases, index + 1))
    likely = any(phrase.kind == "q" for phrase in reading.phrases)
    if not good or not both or likely or against is None or len(names.mine) != 2 or THEM not in reading.stated:
        return ""
    return emit.call("equal_payoff_against", ME, *names.mine, against)


_AS_FROM = re.compile(r"aP?(?:d[Gto]*)?(?P<first>M)c(?:d[Gto]*)?(?P<second>M)")


def _as_from(reading: Reading, index: int, names: Names) -> str:
    """`If they choose Y, I get the same payoff from X as from Z`: both pay the same against Y."""
    match = _AS_FROM.match(kinds_of(reading.phrases[index : index + 10]))
    if match is None or reading.phrases[index + match.start("second") - 1].words == "so":
        return ""
    moves = [reading.phrases[index + match.start(which)].meaning for which in ("first", "second")]
    clause = reading.clause_at(index)
    getting = [who for who in reading.who[clause.start : index] if who]
    actor = THEM if getting == [THEM] else ME if getting == [ME] else ""
    against = clause.outer.against(actor)
    if not actor or against is None or opposite(actor) not in reading.stated or not set(moves) <= set(names.of(actor)):
        return ""
    return emit.call("equal_payoff_against", actor, *moves, against) if moves[0] != moves[1] else ""


_BOTH = ("in both situations", "in both cases", "in both scenarios")


def _in_both_cases(reading: Reading, index: int, names: Names) -> str:
    """`They should choose X in both cases`: it serves them at least as well as the other move in each."""
    event = next((event for event in reading.events if event.start <= index < event.end), None)
    after = reading.phrases[event.end : event.end + 2] if event is not None else ()
    if event is None or event.move is None or len(event.moves) != 1 or negated(reading, index):
        return ""
    (actor, move), *_ = event.moves
    every = bool(after) and after[0].words in _BOTH and (len(after) == 1 or after[1].words in ".;!")
    rivals = names.besides(actor, move) if move is not None else []
    if not every or move is None or len(rivals) != 1 or any(phrase.kind == "n" for phrase in reading.phrases):
        return ""
    return emit.call("at_least_as_high_payoff_in_every_case", actor, move, rivals[0])
