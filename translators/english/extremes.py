"""Highest and lowest payoffs: over all cells, of one move, against one move, and of both together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from translators.english import emit
from translators.english.amount import Amount
from translators.english.amounts import is_of_one_move
from translators.english.cells import Cells, is_of_one_case, of_game
from translators.english.clauses import Reading
from translators.english.extreme_cells import (
    WORD,
    fares,
    is_case,
    is_conceded,
    is_conditioned,
    is_got_by_move,
    is_opened_by,
    is_shared_outcome,
    mutual,
    of_cell,
)
from translators.english.extreme_lists import is_its, its_move, listed_extremes, same_of_another, with_that_of_another
from translators.english.extreme_moves import bare_move
from translators.english.mentions import is_among
from translators.english.names import Names
from translators.english.phrase import kinds_of
from translators.english.scene import ME, THEM, Scene, actors, opposite
from translators.english.subject import negated, subject


def extreme_claims(reading: Reading, names: Names, found: list[Amount], cells: Cells) -> Iterator[tuple[int, str]]:
    """What a sentence says of extremes, as (index of the phrase, query)."""
    told: set[int] = set()
    for index, phrase in enumerate(reading.phrases):
        listed = listed_extremes(reading, index, names) if phrase.kind == "X" and not negated(reading, index) else []
        told.update([index] if listed else [])
        yield from ((index, query) for query in listed)
    for amount in found:
        if amount.extreme_at in told:
            continue
        untold = amount.denied or _is_neither(reading, amount) or is_among(reading, amount.extreme_at)
        if amount.extreme and not untold:
            told.add(amount.extreme_at)
            claims = _with_amount(reading, _meant(reading, amount, found), names)
            yield from with_that_of_another(reading, amount.index, claims)
    for index, phrase in enumerate(reading.phrases):
        joint = len({actor for event in reading.events for actor, _ in event.moves or ((ME, None),)}) == 2
        if phrase.kind == "x" and joint and (query := mutual(reading, index, reading.clause_at(index).scene)):
            yield index, query
        if phrase.kind == "Q" and not negated(reading, index) and (query := _ranked_case(reading, index, names)):
            yield index, query
        if phrase.kind == "X" and index not in told and not negated(reading, index) and not is_among(reading, index):
            scene = reading.clause_at(index).scene
            cases = _in_case(reading, index, found)
            yield from cases
            told.update(at for at, _ in cases)
            if cases:
                continue
            query = _maximin(reading, index, names) or mutual(reading, index, scene)
            query = query or _best_for_both(reading, index, names)
            query = query or of_cell(reading, index, cells)
            query = query or fares(reading, index, cells)
            query = query or _when(reading, index, names) or _still_good(reading, index, names)
            if query:
                yield index, query


def _is_neither(reading: Reading, amount: Amount) -> bool:
    """`5 is out of reach with X, but the lowest payoff (0) isn't either`: what is denied stands before."""
    after = reading.phrases[amount.index + 1 : amount.index + 6]
    return re.match(r"\)?[BY.]n\.", kinds_of(after)) is not None and any(phrase.words == "either" for phrase in after)


_BEST_FOR_BOTH = re.compile(r"X[H.]*Pe,?BdG?C?M")


def _best_for_both(reading: Reading, index: int, names: Names) -> str:
    """`The best outcome for both of us is to choose X`: that both choose it."""
    found = _BEST_FOR_BOTH.match(kinds_of(reading.phrases[index:]))
    move = reading.phrases[index + found.end() - 1].meaning if found else ""
    shared = move in names.mine and move in names.theirs
    return emit.call(f"{WORD[reading.phrases[index].meaning]}_mutual_payoff", ME, move, move) if shared else ""


def _in_case(reading: Reading, index: int, found: list[Amount]) -> list[tuple[int, str]]:
    """`In the worst case, I get 1`, `the worst case is that they choose Y, giving me 0`: of each own move."""
    before = reading.phrases[max(0, index - 4) : index]
    aside = any(phrase.kind in "OXTY" and phrase.words != "that" for phrase in before[-3:])
    if aside or not is_case(reading, index) or kinds_of(before).endswith("Q"):
        return []
    claims: dict[str, str] = {}
    for amount in found:
        own = amount.clause.scene.me or _only_move(reading) or _spoken_of(reading)
        own = its_move(reading, index) if is_its(reading, index) else own
        plain = not (amount.extreme or amount.denied or amount.avoided or amount.bound or amount.risky)
        if amount.index < index or own is None or ME not in amount.who or not plain or amount.clause.kind == "than":
            continue
        between = reading.phrases[index + 1 : amount.index]
        if any(p.kind in "X;" or (p.kind == "b" and p.words not in ("while", "whereas")) for p in between):
            break
        functor = f"{WORD[reading.phrases[index].meaning]}_individual_payoff_for_choice"
        claims.setdefault(own, emit.call(functor, ME, amount.value, own))
        if (other := same_of_another(reading, amount.index)) is not None:
            claims[other[1]] = emit.call(functor, ME, *other)
    return [(index, query) for query in claims.values()]


def _when(reading: Reading, index: int, names: Names) -> str:
    """`The worst case for X is when they choose Y`, `worst case for X: they choose Y`: it pays less than otherwise."""
    clause = reading.clause_at(index)
    rest = reading.phrases[index : index + 14]
    noun = next((at for at, phrase in enumerate(rest) if phrase.kind in ",;&b"), len(rest))
    kinds = kinds_of(rest[:noun])
    linked = ("B" in kinds or "M:" in kinds) and not any(phrase.kind in "NQT" for phrase in rest)
    if not is_case(reading, index) or not linked or len(names.theirs) != 2:
        return ""
    own = next((phrase.meaning for phrase in rest if phrase.kind in "MB"), "") or clause.outer.me
    told = [event for event in reading.events if event.start > index and dict(event.moves).get(THEM)]
    if not own or own not in names.mine or not told or clause.kind == "than":
        return ""
    theirs = dict(told[0].moves)[THEM] or ""
    other = next(move for move in names.theirs if move != theirs)
    meaning = "lower" if reading.phrases[index].meaning == "worst" else "higher"
    return emit.call(f"{meaning}_payoff_in", ME, own, theirs, own, other)


_GOOD = frozenset("high good decent acceptable positive favorable favourable reasonable satisfactory".split())
_BAD = frozenset("bad terrible severe".split())


def _still_good(reading: Reading, index: int, names: Names) -> str:
    """`The worst case for X is still a decent payoff`, `… is not that bad`: it is not the lowest of all."""
    clause = reading.clause_at(index)
    rest = reading.phrases[index : clause.end]
    linked = next((at for at, phrase in enumerate(rest) if phrase.kind == "B"), None)
    own = next((phrase.meaning for phrase in rest if phrase.kind == "M"), "")
    if linked is None or not own or own not in names.mine or any(phrase.kind in "NQTI" for phrase in rest):
        return ""
    said = {phrase.words for phrase in rest[linked:]}
    denied = any(phrase.kind == "n" for phrase in rest[linked:])
    if not is_case(reading, index) or not ((said & _GOOD and not denied) or (said & _BAD and denied)):
        return ""
    return emit.never(names, ME, min(names.numbers), own) if names.numbers else ""


def _spoken_of(reading: Reading) -> str | None:
    """`Even in the worst case I get 1`: the move of the sentence before, where this one names none."""
    return None if any(phrase.kind == "M" for phrase in reading.phrases) else reading.before.me


def _only_move(reading: Reading) -> str | None:
    """The one move a sentence names, as nobody's choice."""
    moves = {phrase.meaning for phrase in reading.phrases if phrase.kind == "M"}
    return moves.pop() if len(moves) == 1 and not any(event.moves for event in reading.events) else None


def _maximin(reading: Reading, index: int, names: Names) -> str:
    """`the best worst case`, `the highest minimum payoff`."""
    following = reading.phrases[index + 1 : index + 2]
    if not following or following[0].kind != "X" or following[0].meaning != "worst":
        return ""
    if reading.phrases[index].meaning != "best":
        return ""
    named = subject(reading, index, names)
    return emit.call("highest_guaranteed_payoff_choice", *named) if named else ""


_JUDGED_CASE = re.compile(r"X[PH]*B$")


def _ranked_case(reading: Reading, index: int, names: Names) -> str:
    """`X has a higher minimum payoff`, `X's maximum is higher`, where nothing more says than which."""
    following = kinds_of(reading.phrases[index + 1 : index + 3])
    ends = following[:1] == "X" and (following[1:] in ("", ".", ",", ")", ";") or _is_mine(reading, index + 2))
    judged = _JUDGED_CASE.search(kinds_of(reading.phrases[:index]))
    predicate = judged is not None and following[:1] in tuple(".,;)(c")
    extreme = ends or following in ("XP", "XH") or predicate
    clause = reading.clause_at(index)
    rest = reading.phrases[index : clause.end + 1]
    if not extreme or any(phrase.kind in "TuemN" for phrase in rest) or clause.scene.against(ME) is not None:
        return ""
    named = subject(reading, index, names)
    rivals = names.besides(*named) if named else []
    meaning = reading.phrases[index].meaning
    at = judged.start() if predicate and judged is not None else index + 1
    case = "guaranteed" if reading.phrases[at].meaning == "worst" else "potential"
    return emit.call(f"{meaning}_{case}_payoff", *named, rivals[0]) if named and len(rivals) == 1 else ""


def _is_mine(reading: Reading, index: int) -> bool:
    """`the higher minimum for me`."""
    return reading.phrases[index].words == "for" and reading.who[index + 1 : index + 2] == (ME,)


def _between(reading: Reading, amount: Amount) -> str:
    low, high = sorted((amount.index, amount.extreme_at))
    return kinds_of(reading.phrases[low:high])


_OF_NO_MOVE = re.compile(r"X[dte]+$|[CG]t?[oCr]\.$")


def _is_of_no_move(reading: Reading, index: int) -> bool:
    """`The maximum of the minimum payoffs is 1`, `the option whose worst outcome is 1`: of none that is named."""
    return bool(_OF_NO_MOVE.search(kinds_of(reading.phrases[max(0, index - 5) : index])))


def _is_part_given_up(reading: Reading, amount: Amount) -> bool:
    """`I give up 2 in the best case`: by how much less one gets there."""
    after = [phrase.words for phrase in reading.phrases[amount.index + 1 : amount.extreme_at]]
    return amount.avoided and after[:1] == ["in"] and is_case(reading, amount.extreme_at)


def _with_amount(reading: Reading, amount: Amount, names: Names) -> Iterator[tuple[int, str]]:
    word, kinds = WORD[amount.extreme], _between(reading, amount)
    scene = reading.clause_at(amount.extreme_at).scene
    scene = amount.clause.scene if scene.empty else scene
    if "m" in kinds or "q" in kinds or is_conceded(reading, amount.extreme_at):
        return
    if _is_of_no_move(reading, amount.extreme_at) or _is_part_given_up(reading, amount):
        return
    if any(phrase.words in _SHORT_OF for phrase in reading.phrases[max(0, amount.extreme_at - 2) : amount.extreme_at]):
        yield from ((amount.extreme_at, _overall(amount, actor)) for actor in amount.who)
        return
    ranked = amount.extreme_at > 0 and reading.phrases[amount.extreme_at - 1].kind == "Q"
    if ranked and "u" not in kinds:
        named = subject(reading, amount.extreme_at, names)
        if named is not None and named[0] in amount.who:
            yield amount.extreme_at, emit.call(f"{word}_individual_payoff_for_choice", named[0], amount.value, named[1])
        return
    if "J" in kinds and word == "highest" and "u" not in kinds:
        named = subject(reading, amount.extreme_at, names)
        if named is not None and named[0] in amount.who:
            yield amount.extreme_at, emit.call("lowest_individual_payoff_for_choice", named[0], amount.value, named[1])
        return
    joint = len(amount.who) == 2 and scene.full and any(phrase.kind == "u" for phrase in reading.phrases)
    if query := mutual(reading, amount.extreme_at, scene, joint=joint):
        yield amount.extreme_at, query
        return
    if len(amount.who) == 2 and any(phrase.kind == "u" for phrase in reading.phrases) and not scene.full:
        return
    if "u" in kinds or (amount.extreme_at and reading.phrases[amount.extreme_at - 1].kind == "u"):
        return
    if scene.empty and _is_shared(reading, amount):
        return
    shared = is_shared_outcome(reading, amount.extreme_at, scene) and not is_case(reading, amount.extreme_at)
    if len(amount.who) == 2 and shared and not _said_for(reading, amount):
        yield amount.extreme_at, emit.call(f"{word}_mutual_payoff", ME, scene.me or "", scene.them or "")
        return
    if is_its(reading, amount.extreme_at) and not scene.full:
        if (its := its_move(reading, amount.extreme_at)) is not None:
            yield amount.extreme_at, emit.call(f"{word}_individual_payoff_for_choice", ME, amount.value, its)
        return
    for actor in _whose(reading, amount):
        own = bare_move(reading, names, amount) or scene.of(actor)
        if own is None and _is_with_it(reading, amount):
            own = reading.before.me if actor == ME else None
            if own is not None:
                yield amount.extreme_at, emit.call(f"{word}_individual_payoff_for_choice", actor, amount.value, own)
            continue
        if own is None and actor == ME and is_case(reading, amount.extreme_at):
            own = _only_move(reading) or _spoken_of(reading)
        if amount.avoided or of_game(reading, amount):
            yield amount.extreme_at, emit.call(f"{word}_possible_individual_payoff", actor, amount.value)
        elif own is None and actor == ME and _is_of_all(reading, amount):
            functor = f"{word}_individual_payoff_for_choice"
            yield from ((amount.extreme_at, emit.call(functor, ME, amount.value, move)) for move in names.mine)
        elif own is None and is_case(reading, amount.extreme_at):
            continue
        elif own is not None and (is_case(reading, amount.extreme_at) or bare_move(reading, names, amount)):
            yield amount.extreme_at, emit.call(f"{word}_individual_payoff_for_choice", actor, amount.value, own)
        else:
            yield amount.extreme_at, _scoped(reading, amount, actor, scene, word)


_SHORT_OF = frozenset("below under beneath above".split())
"""`I stay below the maximum of 5`: what one does not get."""


def _overall(amount: Amount, actor: str) -> str:
    return emit.call(f"{WORD[amount.extreme]}_possible_individual_payoff", actor, amount.value)


def _is_with_it(reading: Reading, amount: Amount) -> bool:
    """`The least I can earn with it is 1`: with the move spoken of before."""
    between = reading.phrases[amount.extreme_at : amount.index]
    return any(link.kind == "d" and it.words == "it" for link, it in pairwise(between))


def _is_of_all(reading: Reading, amount: Amount) -> bool:
    """`The worst-case payoff for both options is 1`: of every move."""
    between = reading.phrases[amount.extreme_at : amount.index]
    both = any(phrase.words.split()[-1] in ("both", "either", "each") for phrase in between)
    return both and any(phrase.kind in "or" for phrase in between)


def _meant(reading: Reading, amount: Amount, found: Sequence[Amount]) -> Amount:
    """`I get 5 and they get 0, which is the best outcome for me`: of two amounts, the one of whom it is best for."""
    said = _said_for(reading, amount)
    if amount.extreme_at < amount.index or not said or set(said) & set(amount.who):
        return amount
    before = [other for other in found if other.index < amount.index and set(said) & set(other.who)]
    return replace(before[-1], extreme=amount.extreme, extreme_at=amount.extreme_at) if before else amount


def _said_for(reading: Reading, amount: Amount) -> tuple[str, ...]:
    """Whom the words `the worst outcome for me` name; empty where they name nobody."""
    for at in range(amount.extreme_at + 1, min(amount.extreme_at + 6, len(reading.phrases) - 1)):
        if reading.phrases[at].words == "for" and reading.phrases[at + 1].kind == "A":
            return actors(reading.who[at + 1])
    return ()


_WE = frozenset(("we", "both", "we both", "both of us", "both players"))


def _is_shared(reading: Reading, amount: Amount) -> bool:
    """`the best we can both do is 3 each`: of what both can get at once, no cell of which is named."""
    between = reading.phrases[max(0, amount.extreme_at) : amount.index]
    told = any(phrase.kind == "A" and phrase.words in _WE for phrase in between)
    told = told or any(whom.words.startswith("for both") and then.kind != "o" for whom, then in pairwise(between))
    return len(amount.who) == 2 and told


def _whose(reading: Reading, amount: Amount) -> tuple[str, ...]:
    """The actors whose extreme it is: `the worst outcome for me` says so itself."""
    said = _said_for(reading, amount) or (ME, THEM)
    return tuple(actor for actor in amount.who if actor in said and not is_of_one_case(reading, amount, actor))


def _scoped(reading: Reading, amount: Amount, actor: str, scene: Scene, word: str) -> str:
    """The extreme over what is left open in the scene."""
    overall = _overall(amount, actor)
    possible = any(
        reading.phrases[at].kind == "H"
        for at in range(amount.extreme_at, min(amount.extreme_at + 4, len(reading.phrases)))
    )
    clause = reading.clause_at(amount.extreme_at)
    own, against = scene.of(actor), scene.against(actor)
    for_choice = emit.call(f"{word}_individual_payoff_for_choice", actor, amount.value, own) if own else ""
    reply = emit.call(f"{word}_individual_payoff_against", actor, amount.value, against) if against else ""
    own_one = is_of_one_move(reading, amount.extreme_at) or is_got_by_move(reading, amount, actor)
    own_one = own_one or is_opened_by(reading, amount.extreme_at, own)
    if for_choice and (_is_bound(reading, amount) or own_one or reading.start.of(actor) == own):
        return for_choice
    named = {phrase.meaning for phrase in reading.phrases[: amount.extreme_at] if phrase.kind == "M"}
    after = amount.extreme_at > amount.index
    if after and reply and is_conditioned(reading, amount.extreme_at, actor):
        return reply
    if possible or after:
        return for_choice if for_choice and _is_limited(reading, amount, own) else overall
    if scene.full:
        if clause.outer.of(actor) is None and clause.outer.against(actor) is not None:
            return reply
        return for_choice if scene.lead == actor else reply if scene.lead == opposite(actor) else overall
    if own is not None:
        named_so = clause.outer.of(actor) is not None or _precedes(reading, amount) or _is_elliptical(reading, amount)
        return for_choice if named_so else overall
    owned = any(phrase.kind == "A" for phrase in reading.phrases[amount.extreme_at + 1 : amount.index])
    if scene.empty and not reading.events and len(named) == 1 and not owned:
        return emit.call(f"{word}_individual_payoff_for_choice", actor, amount.value, named.pop())
    return reply or overall


_LIMITED = re.compile(r"[HPo.]*(?:A?Y*[V.])?(?:d[GC]?t?[o]?M|w?MY*[WV]|IA[Y]*CM)")


def _is_limited(reading: Reading, amount: Amount, own: str | None) -> bool:
    """`1 is the lowest payoff I can get by choosing X`, `… that X can give me`: the move belongs to the superlative."""
    following = reading.phrases[amount.extreme_at + 1 : amount.extreme_at + 12]
    found = _LIMITED.match(kinds_of(following))
    return found is not None and own in {phrase.meaning for phrase in following[: found.end()] if phrase.kind == "M"}


def _is_elliptical(reading: Reading, amount: Amount) -> bool:
    """`The lowest payoff with X is 1 and the highest is 3`: the noun and its move are not said again."""
    second = any(phrase.kind == "X" for phrase in reading.phrases[: amount.extreme_at])
    following = reading.phrases[amount.extreme_at + 1 : amount.extreme_at + 2]
    return second and any(phrase.kind == "B" for phrase in following)


def _is_bound(reading: Reading, amount: Amount) -> bool:
    """`guarantees a minimum of 1`, `with a lowest payoff of 1`: the extreme of the move itself."""
    clause = reading.clause_at(amount.extreme_at)
    low = min(clause.start, amount.extreme_at)
    one = reading.phrases[amount.extreme_at - 1].words == "a"
    if one or reading.phrases[amount.extreme_at].words in ("minimum", "maximum", "max"):
        return not any(phrase.kind == "H" for phrase in reading.phrases[amount.extreme_at : amount.extreme_at + 3])
    return any(phrase.kind == "J" for phrase in reading.phrases[low : amount.index])


def _precedes(reading: Reading, amount: Amount) -> bool:
    """`the best payoff by choosing X is 5`: the move is named after the superlative."""
    return any(amount.extreme_at < event.start < amount.index for event in reading.events)
