"""Deviations: what changing one's own move alone would bring, and whether there is anything to regret."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from translators.english import emit
from translators.english.cells import is_whatever
from translators.english.clauses import Reading
from translators.english.event import Event
from translators.english.grammar_words import PERHAPS
from translators.english.names import Names
from translators.english.phrase import POSSESSIVES, Phrase, kinds_of, words_of
from translators.english.scene import BOTH, ME, NEITHER, ONE, THEM, Scene

_CHANGES = re.compile(r"(?:mov|switch|chang|deviat|depart|leav)(?:e|es|ing|ed)?(?: away| over| back)?(?: to)?")
_RAISES = re.compile(r"(?:rais|improv|increas|boost)(?:e|es|ing|ed)?")
_MOTIVES = frozenset("incentive incentives reason motive temptation advantage".split())
_ANYTHING = frozenset("anything something nothing money".split())
_TOGETHER = frozenset("both together jointly simultaneously collectively".split())
_ALONE = frozenset("each either alone unilaterally".split())


def deviation_claims(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """What a sentence says of leaving a cell alone, and of regret, as (index of the phrase, query)."""
    for index, phrase in enumerate(reading.phrases):
        if phrase.words.startswith("regret") and "minim" not in reading.phrases[index - 1].words:
            yield from ((index, query) for query in _regret(reading, index, names))
        elif meaning := _gain(reading, index):
            yield from ((index, query) for query in _deviation(reading, index, meaning, names))


_EVEN = frozenset("even much still far".split())


_DOES_NO = re.compile(r"\b(?:do|does|fare|fares) no$")


def _words(phrases: Sequence[Phrase], end: int) -> str:
    return words_of(phrases[max(0, end - 3) : end])


def _gain(reading: Reading, index: int) -> str:
    """`earn more`, `improve my payoff`, `an incentive to switch`: whether a change is said to bring more or less."""
    phrases = reading.phrases
    phrase, before = (
        phrases[index],
        [part for part in phrases[max(0, index - 2) : index] if part.words not in _EVEN][-1:],
    )
    following = phrases[index + 1 : index + 5]
    if phrase.kind == "Q" and phrase.meaning in ("higher", "lower"):
        compared = any(part.kind in "TN" for part in following[:2])
        does = bool(before) and (before[-1].kind in "VB" or _DOES_NO.search(_words(phrases, index)) is not None)
        verbal = phrase.words.startswith(("do", "fare")) or does
        return phrase.meaning if verbal and not compared else ""
    if _RAISES.fullmatch(phrase.words) and any(part.kind == "P" or part.words == "position" for part in following):
        joint = any(part.kind == "u" or part.words in ("total", "sum") for part in following)
        return "" if joint else "higher"
    if phrase.kind in "VP" and phrase.words in ("gain", "gains", "profit", "profits", "benefit", "benefits"):
        by = following[1:] if following and following[0].words in _ANYTHING else following
        return "higher" if by and by[0].words in ("by", "from") else ""
    if phrase.words in ("want", "wants") and NEITHER in reading.who[max(0, index - 3) : index]:
        changes = len(following) > 1 and following[0].words == "to" and _CHANGES.fullmatch(following[1].words)
        return "higher" if changes else ""
    if phrase.words in _MOTIVES and len(following) > 1 and following[0].words in ("to", "in", "for"):
        return "higher" if any(_CHANGES.fullmatch(part.words) for part in following[1:3]) else ""
    return ""


def _deviation(reading: Reading, index: int, meaning: str, names: Names) -> Iterator[str]:
    """`At (X, X) neither of us could earn more by switching to Y`; `knowing that, one can gain by choosing Y`."""
    phrases = reading.phrases
    told = {at for event in reading.events for at in range(event.start, event.end)}
    rest = range(index + 1, len(phrases))
    ends = next((at for at in rest if phrases[at].kind in ",;b" and at not in told), len(phrases))
    changes = any(_CHANGES.fullmatch(phrase.words) for phrase in phrases[index + 1 : ends])
    raises = bool(_RAISES.fullmatch(phrases[index].words))
    together = any(phrase.words in _TOGETHER for phrase in phrases[index + 1 : ends])
    if not (changes or raises) or together or (raises and is_whatever(reading, ME)):
        return
    left = {
        at
        for event in reading.events
        for at in range(event.start, event.end)
        if event.form == "pair"
        and any(phrase.words == "from" for phrase in phrases[max(0, event.start - 2) : event.start])
    }
    moves_after = [at for at in range(index + 1, ends) if phrases[at].kind == "M" and at not in left]
    cell, denied = _cell(reading, index, ends), _denied(reading, index)
    movers = _movers(reading, index, ends)
    relative = reading.stated == {THEM} and all(len(event.moves) < 2 for event in reading.events)
    for actor in movers[:1] if relative else movers:
        moves = names.of(actor)
        own, against = (cell.of(actor), cell.against(actor)) if cell.full else (None, cell.against(actor))
        faced = _told_of_other(reading, actor)
        named = [at for at in moves_after if phrases[at - 1].words != "from" and at not in faced]
        target = phrases[named[0]].meaning if named else None
        other = next((move for move in moves if len(moves) == 2 and move not in (own, target)), None)
        left_move = _left(phrases[index + 1 : ends])
        own = left_move if left_move in moves and left_move != target else own
        new = target if target != own else None
        if raises and target is None and (changed := _from_to(reading, index)):
            own, new = changed
        elif raises and new is None and (brought := _brings(reading, index, actor)) is not None:
            own, new = next((move for move in moves if len(moves) == 2 and move != brought), None), brought
        if raises and _is_gift(reading, index, actor):
            continue
        own = own or (other if raises and new is not None else None)
        if own is None or against is None or own not in moves or (new is not None and new not in moves):
            continue
        if denied and new is None:
            yield emit.call("best_response", actor, own, against) if meaning == "higher" else ""
            continue
        new = new or (names.besides(actor, own)[0] if len(moves) == 2 else None)
        if new is not None:
            functor = "at_most_as_high_payoff_in_some_case" if denied else f"{meaning}_payoff_against"
            if not denied or meaning == "higher":
                yield emit.call(functor, actor, new, own, against)


def _told_of_other(reading: Reading, actor: str) -> set[int]:
    """Where the choices stand that are only the other one's."""
    elses = [event for event in reading.events if event.moves and actor not in dict(event.moves)]
    return {at for event in elses for at in range(event.start, event.end)}


def _left(phrases: Sequence[Phrase]) -> str:
    """The X of `by switching from X to Y`, where it is said so."""
    named = [move.meaning for link, move in pairwise(phrases) if link.words == "from" and move.meaning]
    return named[0] if named else ""


def _is_gift(reading: Reading, index: int, actor: str) -> bool:
    """`My X is worth a lot to them: it raises their payoff`: what one role's choice does for the other."""
    told = [event for event in reading.events if event.end <= index and event.moves]
    pronoun = any(phrase.words == "it" for phrase in reading.phrases[max(0, index - 3) : index])
    return pronoun and bool(told) and all(actor not in dict(event.moves) for event in told)


_FROM_TO = re.compile(r"d(?P<left>M)[o.]*d(?P<taken>M)Y*$")


def _from_to(reading: Reading, index: int) -> tuple[str, str] | None:
    """`Switching from X to Y raises my payoff`: the move that is left and the one that is taken instead."""
    start = reading.clause_at(index).start
    phrases = reading.phrases[start:index]
    match = _FROM_TO.search(kinds_of(phrases))
    if match is None or phrases[match.start()].words != "from":
        return None
    return phrases[match.start("left")].meaning, phrases[match.start("taken")].meaning


_MEANS = ("gerund", "subject", "infinitive")
_TOLD = (*_MEANS, "finite")


def _brings(reading: Reading, index: int, actor: str) -> str | None:
    """`Choosing X raises my payoff`, `I outsmart them by choosing X, which raises my payoff`: the move that does so."""
    clause = reading.clause_at(index)
    position = reading.clauses.index(clause)
    relative = position > 0 and "w" in (reading.phrases[clause.start - 1].kind, reading.phrases[clause.start].kind)
    resumed = (
        position > 0 and reading.clauses[position - 1].kind == "than" and reading.phrases[clause.start - 1].kind == "M"
    )
    relative = relative or resumed
    if relative and not clause.events:
        clause = next((part for part in reversed(reading.clauses[:position]) if part.kind == "main"), clause)
    if clause.kind == "than":
        clause = next((part for part in reversed(reading.clauses[:position]) if part.kind == "main"), clause)
    chosen = [event for event in clause.events if event.form in (_TOLD if relative else _MEANS) and event.start < index]
    own = bool(chosen) and chosen[-1].agent in ("", actor)
    return clause.scene.of(actor) if own and clause.kind == "main" else None


def _cell(reading: Reading, index: int, ends: int) -> Scene:
    """The cell that is left: the one the sentence names, or what its conditions leave."""
    main = [event for event in reading.events if not _is_compared(reading, event)]
    for event in reversed(main or reading.events):
        told = dict(event.moves)
        if event.form in ("pair", "noun") and event.end <= ends and told.get(ME) and told.get(THEM):
            return Scene().set(told)
    clause = reading.clause_at(index)
    if len(main) < len(reading.events) and reading.before.full and not reading.stated:
        return reading.before
    told = {actor: move for event in main if event.end <= index for actor, move in event.moves}
    if clause.outer.empty and not told and not any(part.kind in "IRA" for part in reading.phrases[index + 3 : ends]):
        return reading.before if reading.before.full else Scene()
    return clause.outer.set({actor: move for actor, move in told.items() if move and actor in (ME, THEM)})


def _is_compared(reading: Reading, event: Event) -> bool:
    """The choice of `than X` and of `than they get if both choose X`."""
    position = reading.clauses.index(reading.clause_at(event.start))
    near = reading.clauses[max(0, position - 1) : position + 1]
    return near[-1].kind == "than" or (near[-1].kind == "if" and near[0].kind == "than")


def _movers(reading: Reading, index: int, ends: int) -> tuple[str, ...]:
    """Who would change: the subject, where it is not said to choose what it starts from; `raise my payoff` tells."""
    owner = next((at for at in range(index + 1, index + 4) if reading.phrases[at : at + 1] and reading.who[at]), None)
    owned = owner is not None and _RAISES.fullmatch(reading.phrases[index].words) is not None
    if owner is not None and owned and reading.phrases[owner].words in POSSESSIVES and reading.who[owner] == ME:
        return (ME,)
    choosing = {event.start for event in reading.events if event.end <= index}
    for at in range(index - 1, -1, -1):
        phrase = reading.phrases[at]
        if phrase.words == "each" and reading.phrases[at + 1].kind == "Y":
            return (ME, THEM)
        if phrase.kind != "A" or phrase.words in POSSESSIVES or at in choosing or not reading.who[at]:
            continue
        who = reading.who[at]
        if who in (ME, THEM):
            return (who,)
        alone = any(part.words in _ALONE for part in reading.phrases[at:ends]) or _is_motive(reading, index)
        each = phrase.words.split()[0] in _ALONE or phrase.words.startswith("any") or alone
        return (ME, THEM) if who == NEITHER or (who in (BOTH, ONE) and each) else ()
    return ()


def _is_motive(reading: Reading, index: int) -> bool:
    """`Both have an incentive to deviate from (X, Y)`, not to move from there to another cell together."""
    joint = any(phrase.kind == "u" for phrase in reading.phrases[index:])
    pairs = sum(event.form == "pair" for event in reading.events)
    return reading.phrases[index].words in _MOTIVES and pairs < 2 and not joint


def _denied(reading: Reading, index: int) -> bool:
    before = range(max(0, index - 7), index)
    parted = max((at for at in before if reading.phrases[at].kind in ",;:Ibc"), default=before.start - 1)
    window = reading.phrases[parted + 1 : index]
    if any(phrase.words == "nothing" for phrase in reading.phrases[index + 1 : index + 2]):
        return True
    return any(phrase.kind == "n" or phrase.meaning == NEITHER or phrase.words == "nothing" for phrase in window)


_FREE = frozenset("nothing free zero little".split())
_DOUBTFUL = PERHAPS | {"would"}


def _regret(reading: Reading, index: int, names: Names) -> Iterator[str]:
    """`Then I'd have nothing to regret`, `I'd regret choosing X if they choose Y`, `X is free of regret`."""
    low = max(0, index - 6)
    before = reading.phrases[low:index]
    subjects = [who for who in reading.who[low:index] if who]
    free = any(phrase.kind == "n" or phrase.meaning == NEITHER or phrase.words in _FREE for phrase in before)
    what = reading.phrases[index + 1 : index + 2]
    felt = bool(what) and (what[0].kind == "B" or (what[0].kind == "." and what[0].words.isalpha()))
    if felt or any(phrase.words == "even if" for phrase in reading.phrases):
        return
    if subjects[-1:] == [NEITHER]:
        for cell in _cells(reading, index):
            for actor in (ME, THEM):
                yield emit.call("best_response", actor, cell.of(actor) or "", cell.against(actor) or "")
        return
    actor = THEM if subjects[-1:] == [THEM] else ME
    own, against = reading.clause_at(index).scene.of(actor), reading.clause_at(index).scene.against(actor)
    rivals = names.besides(actor, own) if own in names.of(actor) else []
    if own is None or len(rivals) != 1:
        return
    if free and reading.always_at(index) and (against is None or not reading.stated):
        yield emit.call("at_least_as_high_payoff_in_every_case", actor, own, rivals[0])
    elif against is not None and free:
        yield emit.call("best_response", actor, own, against)
    elif against is not None and not any(phrase.words in PERHAPS for phrase in before):
        yield emit.call("lower_payoff_against", actor, own, rivals[0], against)
    elif against is None and not free and any(phrase.words in _DOUBTFUL for phrase in before):
        yield emit.call("higher_payoff_in_some_case", actor, rivals[0], own)


def _cells(reading: Reading, index: int) -> list[Scene]:
    """The cells that a sentence names as pairs, or else the one its conditions leave."""
    pairs = [Scene().set(dict(event.moves)) for event in reading.events if event.form == "pair"]
    return [cell for cell in pairs or [reading.clause_at(index).scene] if cell.full]
