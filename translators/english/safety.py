"""Safety and risk: what a move guarantees, which is the safest, and what it avoids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from translators.english import emit
from translators.english.amount import Amount
from translators.english.amounts import STEADY
from translators.english.clause import Clause
from translators.english.clauses import Reading
from translators.english.escapes import avoids, makes_less_likely
from translators.english.grammar_words import MAY, PERHAPS, SECURES
from translators.english.names import Names
from translators.english.phrase import kinds_of, speaks_of_both
from translators.english.scene import BOTH, ME, THEM, opposite
from translators.english.settling import LESSEN
from translators.english.subject import negated, subject


def safety_claims(reading: Reading, names: Names, found: list[Amount]) -> Iterator[tuple[int, str]]:
    """What a sentence says of safety, as (index of the phrase, query)."""
    for index, phrase in enumerate(reading.phrases):
        if phrase.kind == "S":
            query = _safe(reading, index, names)
        elif (phrase.kind == "O" and not phrase.meaning) or (phrase.kind == "n" and _denies_worst(reading, index)):
            query = avoids(reading, index, names, found)
        elif phrase.kind == "O" and phrase.meaning == LESSEN:
            query = makes_less_likely(reading, index, names, found)
        elif phrase.kind == "J" or phrase.meaning == "floor" or _is_surely_secured(reading, index):
            query = _guaranteed(reading, index, names)
        elif phrase.kind == "X" and phrase.meaning == "worst":
            query = _may_bring(reading, index, names)
        elif phrase.words in STEADY:
            query = _steady(reading, index, names)
        elif phrase.kind == "z" and reading.phrases[index - 1].kind != "B":
            query = _still_positive(reading, index, names)
        else:
            continue
        if query:
            yield index, query


_AGREE = {"safest": "highest", "minimizes": "highest", "maximin": "highest", "safe": "highest", "riskiest": "lowest"}


_KNOWERS = ("i", "we", "they", "that", "about")
"""What follows where somebody is more or less certain of something, not something more certain to be got."""


def _is_of_person(reading: Reading, index: int) -> bool:
    """`0 if they're safe`: what the other one is like, no move."""
    predicate = kinds_of(reading.phrases[max(0, index - 2) : index]) == "AB"
    return (
        predicate
        and reading.who[index - 2] == THEM
        and reading.phrases[index + 1 : index + 2] != ()
        and (reading.phrases[index + 1].kind != "d")
    )


def _is_other_one(reading: Reading, index: int) -> bool:
    """`X is riskier, so I prefer the safer option`: it is the move that is not named."""
    for at in range(index - 1, -1, -1):
        phrase = reading.phrases[at]
        if phrase.kind == "M":
            return False
        if phrase.kind == "S":
            return phrase.meaning.startswith("risk") != reading.phrases[index].meaning.startswith("risk")
    return False


def _is_avoided(reading: Reading, clause: Clause, index: int) -> bool:
    """`They avoid X to be safe`: it is another move that is safe."""
    window = reading.phrases[clause.start : index]
    return any(phrase.kind == "O" and after.kind in "MG" for phrase, after in pairwise(window))


def _is_played_safe(reading: Reading, index: int) -> bool:
    """`The risk with X is that they play it safe`: what they choose then is another move, or is said after it.

    Nor is a move meant that only the sentence before named: `Who knows whether they play it safe?`
    """
    played = reading.phrases[index].words == "safe" and index > 0 and reading.phrases[index - 1].words == "it"
    before, after = (
        any(phrase.kind == "M" for phrase in side) for side in (reading.phrases[:index], reading.phrases[index:])
    )
    clause = reading.clause_at(index)
    people = any(phrase.words in _PEOPLE for phrase in reading.phrases[clause.start : index])
    theirs = THEM in reading.who[clause.start : index] and clause.end <= len(reading.phrases)
    unnamed = all(phrase.kind != "M" for phrase in reading.phrases[clause.start : clause.end])
    return played and (before == after or people or (theirs and unnamed))


_PEOPLE = frozenset("people person persons individual individuals humans players someone".split())


_JOINTLY = ("coordinate on", "coordinating on", "agree on", "meet on", "meet at", "converge on")


def _is_joint(reading: Reading) -> bool:
    """`The safest plan is to coordinate on X`: an outcome is safe, whatever my move alone guarantees."""
    return any(phrase.words in _JOINTLY and after.kind == "M" for phrase, after in pairwise(reading.phrases))


def _safe(reading: Reading, index: int, names: Names) -> str:
    phrase = reading.phrases[index]
    following = reading.phrases[index + 1].words if index + 1 < len(reading.phrases) else ""
    if phrase.meaning == "safe" and following in ("to", "assumption", "guess"):
        return ""
    if phrase.words.endswith("certain") and following in _KNOWERS:
        return ""
    if phrase.meaning == "maximin" and following == ":":
        concluded = next((at for at, part in enumerate(reading.phrases) if part.kind == "c"), len(reading.phrases))
        last = [part.meaning for part in reading.phrases[concluded:] if part.kind == "M"]
        return emit.call("highest_guaranteed_payoff_choice", ME, last[0]) if len(last) == 1 else ""
    if phrase.meaning == "maximin" and not any(part.kind == "M" for part in reading.phrases) and reading.ahead:
        return ""
    clause = reading.clause_at(index)
    if _is_assumed(reading, clause) or _is_of_person(reading, index) or _is_avoided(reading, clause, index):
        return ""
    if _is_other_one(reading, index) or _is_joint(reading) or _is_played_safe(reading, index):
        return ""
    denied = any(part.kind == "n" for part in reading.phrases[clause.start : index])
    named = _led_to(reading, index) if phrase.meaning == "maximin" else None
    named = named or subject(reading, index, names)
    if named is None or (phrase.words.startswith("without") and denied):
        return ""
    actor, move = named
    query = _ranking(reading, index, names, actor, move)
    return query if not negated(reading, index) else _unsafe(reading, index, names, actor, move)


def _is_assumed(reading: Reading, clause: Clause) -> bool:
    """`assuming that they want much while minimizing risk`: what the other one is only taken to want."""
    position = reading.clauses.index(clause)
    given = reading.clauses[position - 1] if position and clause.before == "b" else clause
    assumed = reading.phrases[given.start].words.startswith("assuming")
    subjects = [who for who in reading.who[given.start : clause.end] if who]
    return assumed and given.kind == "if" and not given.events and set(subjects) == {THEM}


def _led_to(reading: Reading, index: int) -> tuple[str, str] | None:
    """`By maximin, I compare the minimum of X with that of Y and choose Y`: what it is said to lead to.

    Not beyond its clause where that says it: `Maximin favors X, and the mean favors Y`.
    """
    chosen = [event for event in reading.events if event.start > index and event.form == "finite" and event.move]
    inside = [event for event in chosen if event.start < reading.clause_at(index).end]
    moves = [event.move or "" for event in inside or chosen]
    return (ME, moves[-1]) if moves else None


def _unsafe(reading: Reading, index: int, names: Names, actor: str, move: str) -> str:
    """`X is not the safest`."""
    return _less_safe(names, actor, move) if _AGREE.get(reading.phrases[index].meaning) == "highest" else ""


def _less_safe(names: Names, actor: str, move: str) -> str:
    """Of what has not the highest worst case: with one other move, that one has a better one."""
    rivals = names.besides(actor, move)
    return emit.call("lower_guaranteed_payoff", actor, move, rivals[0]) if len(rivals) == 1 else ""


def _ranking(reading: Reading, index: int, names: Names, actor: str, move: str) -> str:
    meaning = reading.phrases[index].meaning
    if meaning in _AGREE:
        return emit.call(f"{_AGREE[meaning]}_guaranteed_payoff_choice", actor, move)
    if meaning in ("safer", "riskier"):
        direction = "higher" if meaning == "safer" else "lower"
        rivals = names.besides(actor, move)
        named = [p.meaning for p in reading.phrases[index + 1 :] if p.kind == "M" and p.meaning in rivals]
        than = any(p.kind == "T" for p in reading.phrases[index + 1 : index + 6])
        if than and named:
            return emit.call(f"{direction}_guaranteed_payoff", actor, move, named[0])
        if len(rivals) == 1:
            return emit.call(f"{direction}_guaranteed_payoff", actor, move, rivals[0])
        extreme = "highest" if meaning == "safer" else "lowest"
        return emit.call(f"{extreme}_guaranteed_payoff_choice", actor, move)
    return ""


_MAY = MAY | {"potentially"}


def _may_bring(reading: Reading, index: int, names: Names) -> str:
    """`X exposes me to the worst outcome`, `X could result in the lowest payoff`: no move has a lower worst case."""
    clause = reading.clause_at(index)
    before = reading.phrases[clause.start : index]
    following = kinds_of(reading.phrases[index + 1 : index + 4])
    exposed = any(phrase.kind == "K" for phrase in before[-4:])
    may = any(phrase.words in _MAY for phrase in before) and any(phrase.kind in "VW" for phrase in before[-4:])
    joint = speaks_of_both(reading.phrases)
    apart = any(phrase.kind in "nONTI" for phrase in (*before, *reading.phrases[index : clause.end]))
    if not (exposed or may) or not following.startswith(("P", "HP")) or joint or apart or clause.scene.full:
        return ""
    named = subject(reading, index, names)
    return emit.call("lowest_guaranteed_payoff_choice", *named) if named and named[0] == ME else ""


def _denies_worst(reading: Reading, index: int) -> bool:
    """`I will not end up with the lowest payoff`, `X never results in the lowest payoff`."""
    following = re.split("[,;c]", kinds_of(reading.phrases[index + 1 : index + 6]))[0]
    rest = reading.phrases[index + 1 : index + 1 + len(following)]
    worst = any(phrase.kind == "X" and phrase.meaning == "worst" for phrase in rest)
    brought = following.replace("W", "V") if not reading.clause_at(index).scene.full else following
    return worst and "V" in brought and brought.index("V") < brought.index("X") and "N" not in following


_GROUNDS = ("based", "terms", "considering", "given")


def _is_ground(reading: Reading, index: int) -> bool:
    """`Based on the guaranteed payoff, X is the better choice`: what makes it the better one."""
    before = [phrase.words for phrase in reading.phrases[max(0, index - 4) : index]]
    after = reading.phrases[index + 1 : index + 12]
    moved = next((at for at, phrase in enumerate(after) if phrase.kind == "M"), None)
    best = moved is not None and any(
        phrase.kind == "r" and phrase.words.split()[0] in ("better", "best") for phrase in after[moved:]
    )
    return best and any(word in _GROUNDS for word in before) and not any(phrase.kind == "N" for phrase in after)


_MATTERS = frozenset("important valuable relevant".split())


def _guaranteed(reading: Reading, index: int, names: Names) -> str:
    """`the highest guaranteed payoff`, `a higher guaranteed payoff`, `ensures a positive payoff`."""
    window = range(max(0, index - 3), min(len(reading.phrases), index + 5))
    kinds = {at: reading.phrases[at].kind for at in window}
    named = subject(reading, index, names)
    something = any(reading.phrases[at].words == "something" for at in window)
    some, most = _is_of_some_payoff(reading, index), _is_of_most(reading, index)
    after = reading.phrases[index + 1 : index + 8]
    more = _MORE_THAN_NOTHING.match(kinds_of(after)) is not None and any(phrase.value == 0 for phrase in after)
    something = something or more or any(phrase.kind == "z" for phrase in after)
    if named is None or not (something or some or most or {"P", "z"} & set(kinds.values())):
        return ""
    actor, move = named
    if negated(reading, index):
        best = any(kind == "X" and reading.phrases[at].meaning == "best" for at, kind in kinds.items() if at < index)
        return _less_safe(names, actor, move) if best and "u" not in kinds.values() else ""
    if _is_conditional(reading, index, actor):
        return ""
    gets = any(phrase.kind in "VW" or phrase.words.endswith(" with") for phrase in after)
    if more or (gets and _SOMETHING.match(kinds_of(after))):
        return emit.positive(names, actor, move)
    if _is_ground(reading, index) or most:
        return emit.call("highest_guaranteed_payoff_choice", actor, move)
    if "u" in kinds.values():
        return ""
    for at, kind in kinds.items():
        phrase = reading.phrases[at]
        if kind == "X" and phrase.meaning == "best" and abs(at - index) <= 2 + (kinds.get(index + 1) == "A"):
            return emit.call("highest_guaranteed_payoff_choice", actor, move)
        if kind == "Q" and at + 1 < len(reading.phrases) and reading.phrases[at + 1].words in _MATTERS:
            continue
        if kind == "Q" and set("T(),;b") & {kinds.get(i) for i in range(min(at, index), max(at, index))}:
            continue
        if kind == "Q" and phrase.meaning in ("higher", "lower") and abs(at - index) <= 3:
            rivals = names.besides(actor, move)
            if len(rivals) == 1:
                return emit.call(f"{phrase.meaning}_guaranteed_payoff", actor, move, rivals[0])
        if kind == "z" and at > index:
            return emit.positive(names, actor, move)
    return emit.positive(names, actor, move) if some else ""


def _is_surely_secured(reading: Reading, index: int) -> bool:
    """`choosing X secures the best result`, not `X may secure it` or `both choose X to secure it for both`."""
    before = reading.phrases[reading.clause_at(index).start : index]
    joint = speaks_of_both(reading.phrases)
    secures = reading.phrases[index].words in SECURES
    return secures and not joint and not any(phrase.words in _MAY for phrase in before)


def _is_conditional(reading: Reading, index: int, actor: str) -> bool:
    """`X ensures a positive payoff if they choose Y`: it is said of one case only."""
    against = reading.clause_at(index).scene.against(actor)
    conceded = any(phrase.words in _CONCESSIONS for phrase in reading.phrases)
    if _is_if_together(reading, index):
        return True
    after = [clause for clause in reading.clauses if clause.start > index and clause.before != "("][:1]
    follows = any(clause.kind == "if" and not clause.unless for clause in after)
    return (against is not None or follows) and opposite(actor) in reading.stated and not conceded


def _is_if_together(reading: Reading, index: int) -> bool:
    """`… if both cooperate`: a condition on both, though it names no move."""
    after = reading.after(reading.clause_at(index))[:1]
    if not after or after[0].kind != "if" or after[0].events:
        return False
    return next((reading.who[at] for at in range(after[0].start, after[0].end) if reading.who[at]), "") == BOTH


_MORE_THAN_NOTHING = re.compile(r"(?:A|[wd]?A?Y?V)?QTN(?![|&])")
"""`guarantees me more than 0`."""
_SOMETHING = re.compile(r"w?AY?[V.]L?t?z|dWA?L?t?z")
"""`makes sure that I walk away with at least something`, `is certain to give me a positive payoff`."""
_MOST = re.compile(r"w?AY?VA?tXP")


def _is_of_most(reading: Reading, index: int) -> bool:
    """`X ensures that I get the highest payoff`."""
    following = reading.phrases[index + 1 : index + 10]
    found = _MOST.match(kinds_of(following))
    return found is not None and following[found.end() - 2].meaning == "best"


_SOME = re.compile(r"(?:A|w?AY?[VY.]|w?A\.\.d)?t(?P<adjective>\.?)P(?:[.,;cbR]|d[AP]|$)")
_GOOD = frozenset("decent good reasonable solid satisfactory fair respectable sure".split())


def _is_of_some_payoff(reading: Reading, index: int) -> bool:
    """`X guarantees me a payoff`, `X ensures a decent payoff`: it is more than nothing."""
    following = reading.phrases[index + 1 : index + 10]
    verbal = reading.phrases[index].words.startswith(("guarantee", "ensure", "ensuring", "assure", "secure"))
    found = _SOME.match(kinds_of(following))
    if not verbal or found is None or not any(phrase.words in _PAYOFFS for phrase in following[: found.end()]):
        return False
    adjective = found["adjective"]
    joint = any(phrase.kind == "A" and phrase.meaning == BOTH for phrase in following[: found.end()])
    return not joint and (not adjective or following[found.start("adjective")].words in _GOOD)


_PAYOFFS = frozenset("payoff payout reward profit return gain amount sum money".split())


def _steady(reading: Reading, index: int, names: Names) -> str:
    """`X offers a reliable payoff`: it always brings more than nothing."""
    before = kinds_of(reading.phrases[max(0, index - 3) : index])
    after = kinds_of(reading.phrases[index + 1 : index + 3])
    named = subject(reading, index, names)
    joint = speaks_of_both(reading.phrases)
    given = before.endswith(("Wt", "WAt", "Vt")) and after[:1] == "P" and after[1:2] in ("", *".,;wc")
    if named is None or not given or joint or reading.stated or negated(reading, index):
        return ""
    return emit.positive(names, *named)


_MAKES = frozenset("make makes have has end".split())
_CONCESSIONS = frozenset(("even when", "even if"))


def _still_positive(reading: Reading, index: int, names: Names) -> str:
    """`Even when they choose X, I make some profit with Y`, `Y pays something in both cases`: then it always does."""
    clause = reading.clause_at(index)
    before = reading.phrases[max(clause.start, index - 3) : index]
    conceded = any(phrase.words in _CONCESSIONS for phrase in reading.phrases)
    own, given = clause.scene.me, any(phrase.kind in "VW" or phrase.words in _MAKES for phrase in before)
    perhaps = any(phrase.words in PERHAPS for phrase in reading.phrases[clause.start : index])
    theirs = any(who == THEM for who in reading.who[clause.start : index])
    limited = perhaps or theirs or any(phrase.kind in "OKQ" for phrase in before)
    if own is None or not given or limited or negated(reading, index):
        return ""
    if reading.always_at(index) or (conceded and clause.scene.full):
        return emit.positive(names, ME, own)
    return ""
