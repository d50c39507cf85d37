"""Amounts and whose they are: every number of a sentence that is a payoff, as a claim about the scene it is in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from translators.english import emit
from translators.english.clauses import Clause, Reading
from translators.english.names import Names
from translators.english.scene import ME, THEM, actors, opposite


@dataclass(frozen=True, slots=True)
class Amount:
    """A payoff told in a sentence.

    Attributes:
        index: of its phrase.
        value: the number.
        who: the actors that get it.
        bound: `least`, `most`, `worst`, or empty.
        sure: it is said to be guaranteed; `risky`: it is said to be a risk or a chance.
        extreme: `best`, `worst`, or empty: it is called the highest or lowest; `extreme_at` is where.
        denied: a negation goes with it.
    """

    index: int
    value: Fraction
    who: tuple[str, ...]
    clause: Clause
    bound: str = ""
    sure: bool = False
    risky: bool = False
    extreme: str = ""
    extreme_at: int = -1
    denied: bool = False
    avoided: bool = False


def amounts(reading: Reading, taken: frozenset[int]) -> list[Amount]:
    """The payoffs of a sentence; `taken` are phrases that arithmetic has used up."""
    found: list[Amount] = []
    for index, phrase in enumerate(reading.phrases):
        if phrase.kind != "N" or index in taken or phrase.value is None or not _is_payoff(reading, index):
            continue
        if _is_sum(reading, index):
            continue
        if _is_apposition(reading, index) and found and found[-1].value == phrase.value:
            named = found.pop()
            found.append(replace(named, index=index, clause=reading.clause_at(index)))
            continue
        found.append(_amount(reading, index, phrase.value, found))
    return found


_SUMS = frozenset("total sum combined joint collective aggregate altogether".split())


def _is_sum(reading: Reading, index: int) -> bool:
    """`a total of 6`, `6 in total`, `a combined payoff of 10`: not what one gets."""
    phrases = reading.phrases
    if any(phrase.kind == "e" for phrase in phrases[index + 1 : index + 3]):
        return False
    near = phrases[max(0, index - 4) : index]
    for phrase in reversed(near):
        if phrase.words in _SUMS:
            return True
        if phrase.kind not in "dtPLBXH(:u.":
            break
    return any(phrase.words in _SUMS for phrase in phrases[index + 1 : index + 3])


def _is_apposition(reading: Reading, index: int) -> bool:
    """`nothing (0)`: the same amount again in brackets."""
    return index >= 2 and reading.phrases[index - 1].kind == "(" and reading.phrases[index - 2].kind == "N"


_LINKS = frozenset("V W P B J K X L Q : = ( T F O H".split())


def _is_payoff(reading: Reading, index: int) -> bool:
    """Whether a number is money: it has a currency, or a word of payoffs stands by it."""
    phrases = reading.phrases
    if index + 1 < len(phrases) and phrases[index + 1].kind == "q":
        return False
    if phrases[index].sure:
        return True
    at = index - 1
    while at >= 0 and phrases[at].kind in "t L , N | & . / ( d e a -".split():
        at -= 1
    if at < 0:
        return False
    if phrases[at].words in "<>" and phrases[at - 1].kind != "N":
        return False
    return phrases[at].kind in "VWPKJXQT" or (phrases[at].kind in ":=AMB" and index - at <= 2)


def _amount(reading: Reading, index: int, value: Fraction, before: list[Amount]) -> Amount:
    clause = reading.clause_at(index)
    phrases = reading.phrases
    low = _low(reading, index, clause)
    window = range(low, index)
    kinds = [phrases[i].kind for i in window]
    bound = _bound(reading, index, low)
    if not bound and index + 1 < len(phrases) and phrases[index + 1].kind == "L":
        bound = phrases[index + 1].meaning
    bound = _beyond(reading, index) or bound
    extreme, extreme_at = _extreme(reading, index, low)
    return Amount(
        index,
        value,
        _paired(reading, index) or _who(reading, index, low, before),
        clause,
        bound=bound,
        sure="J" in kinds and "n" not in kinds,
        risky="K" in kinds,
        extreme=extreme,
        extreme_at=extreme_at,
        denied="n" in kinds and bound == "",
        avoided=_avoided(reading, index, low),
    )


def _paired(reading: Reading, index: int) -> tuple[str, ...]:
    """`(5, 0)`: the first role's payoff and the second's."""
    kinds = [phrase.kind for phrase in reading.phrases[max(0, index - 3) : index + 4]]
    at = min(index, 3)
    if kinds[at - 1 : at + 4] == ["(", "N", ",", "N", ")"]:
        return (FIRST,)
    if at == 3 and kinds[0:5] == ["(", "N", ",", "N", ")"]:
        return (SECOND,)
    return ()


def _avoided(reading: Reading, index: int, low: int) -> bool:
    """`avoids the risk of getting 0`, `avoid the worst outcome (0)`."""
    for at in range(index - 1, low - 1, -1):
        phrase = reading.phrases[at]
        if phrase.kind == "O" or (phrase.kind == "S" and phrase.meaning == "minimizes"):
            return True
        if phrase.kind in "AC&" and phrase.words not in ("my", "their", "our", "your", "both", "us", "me"):
            return False
    return False


def _low(reading: Reading, index: int, clause: Clause) -> int:
    """Where the words that govern an amount begin: after the amount before it, or at its clause."""
    low = clause.start
    position = reading.clauses.index(clause)
    if clause.before[-1:] in "(:[=" and position and all(p.kind in "tL(" for p in reading.phrases[low:index]):
        low = reading.clauses[position - 1].start
    for i in range(index - 1, low - 1, -1):
        if reading.phrases[i].kind == "N":
            return i + 1
    return low


_OWNERS = frozenset("my your their our his her".split())


def _extreme(reading: Reading, index: int, low: int) -> tuple[str, int]:
    """`the highest payoff of 5`, `5 (highest payoff)`, `5, which is the lowest payoff`."""
    phrases = reading.phrases
    for at in range(index - 1, max(0, index - 9) - 1, -1):
        if phrases[at].kind == "X":
            if all(phrases[i].kind in "PH.uodBtL:()=eAYVJmS" for i in range(at + 1, index)):
                return phrases[at].meaning, at
        if phrases[at].kind in "QTN":
            break
    if low == index or phrases[index - 1].kind in "(:":
        at = index - 2
        while at >= 0 and phrases[at].kind in "PH.uodtYAea" and index - at < 9:
            at -= 1
        if at >= 0 and phrases[at].kind == "X" and phrases[index - 1].kind in "(:":
            return phrases[at].meaning, at
    at = index + 1
    while at < len(phrases) and (phrases[at].kind in ",(wtBe" or phrases[at].words in _OWNERS) and at - index <= 5:
        at += 1
    if at < len(phrases) and phrases[at].kind == "X" and at > index + 1 and _noun_follows(reading, at):
        return phrases[at].meaning, at
    return "", -1


def _noun_follows(reading: Reading, at: int) -> bool:
    for phrase in reading.phrases[at + 1 : at + 4]:
        if phrase.kind == "P":
            return True
        if phrase.kind not in "H.uY":
            return False
    return False


def _who(reading: Reading, index: int, low: int, before: list[Amount]) -> tuple[str, ...]:
    """Whose payoff an amount is."""
    phrases, who = reading.phrases, reading.who
    for phrase in phrases[index + 1 : index + 3]:
        if phrase.kind == "e":
            return (ME, THEM)
        if phrase.kind not in ")|N":
            break
    if index + 2 < len(phrases) and phrases[index + 1].words in ("for", "to") and phrases[index + 2].kind == "A":
        if found := actors(who[index + 2]):
            return found
    if index + 3 < len(phrases) and phrases[index + 1].words in ("for", "to") and phrases[index + 2].kind == "t":
        if found := actors(who[index + 3]):
            return found
    verb = ""
    for at in range(index - 1, low - 1, -1):
        kind = phrases[at].kind
        if kind in "VW" and not verb:
            verb = kind
        if kind == "A" and actors(who[at]) and not _is_agent_only(reading, at, index):
            if phrases[at - 1].kind == "|" and at >= 2 and phrases[at - 2].kind == "A":
                return ()
            if phrases[at - 1].kind == "&" and at >= 2 and phrases[at - 2].kind == "A" and verb == "V":
                return (ME, THEM)
            return actors(who[at])
        if kind == "e" and at > low:
            return (ME, THEM)
    return _inherited(reading, index, low, verb, before)


def _is_agent_only(reading: Reading, at: int, index: int) -> bool:
    """An actor who only chooses here (`if they choose X`), or whose gift it is (`they give 5`)."""
    for event in reading.events:
        if event.start <= at < event.end:
            return not any(phrase.kind in "VJK" for phrase in reading.phrases[event.end : index])
    following = reading.phrases[at + 1].words if at + 1 < len(reading.phrases) else ""
    return following in ("'s",) and not any(p.kind in "PVX" for p in reading.phrases[at + 1 : index])


def _inherited(reading: Reading, index: int, low: int, verb: str, before: list[Amount]) -> tuple[str, ...]:
    """Without an actor of its own: the subject before it in the sentence, or the reasoner."""
    if verb == "W" or reading.clause_at(index).kind == "than":
        return (ME,) if reading.perspective == ME else (THEM,)
    if before and (not verb or low == before[-1].index + 1):
        after = before[-1].index + 1
        alone = len(before[-1].who) == 2 and after < len(reading.phrases) and reading.phrases[after].kind == "e"
        return (reading.perspective,) if alone else before[-1].who
    if verb == "V":
        for at in range(low - 1, -1, -1):
            event = any(event.start <= at < event.end for event in reading.events)
            gerund = any(
                e.form == "gerund" and e.agent and e.start == at and reading.phrases[e.end].kind == "&"
                for e in reading.events
                if e.end < index
            )
            if reading.phrases[at].kind == "A" and actors(reading.who[at]) and (gerund or not event):
                return actors(reading.who[at])
    if before:
        return before[-1].who
    return (reading.perspective,)


FIRST, SECOND = "first", "second"


def cell_claims(reading: Reading, names: Names, found: list[Amount]) -> Iterator[tuple[int, str]]:
    """What the amounts of a sentence say of cells, of one move's outcomes and of what it guarantees."""
    for amount in found:
        compared = amount.clause.kind == "than" and amount.clause.scene.full
        if amount.avoided or amount.clause.unless or (amount.bound == "beyond" and not compared):
            continue
        for said in amount.who:
            actor = _seat(said, names)
            query = _claim(reading, names, amount, actor, found)
            if query:
                yield amount.index, query


def _bound(reading: Reading, index: int, low: int) -> str:
    """`at least`, `up to` before an amount, with nothing between but what belongs to it."""
    for at in range(index - 1, low - 1, -1):
        phrase = reading.phrases[at]
        if phrase.kind == "L":
            return phrase.meaning
        if phrase.kind not in "tXPHSJdVY.:(BQA" or (
            phrase.kind == "A" and phrase.words not in ("me", "us", "i", "them")
        ):
            return ""
    return ""


def _beyond(reading: Reading, index: int) -> str:
    """`less than 3`: `least` where it is denied, `most` for a denied `more than`, otherwise `beyond`."""
    phrases = reading.phrases
    at = index - 1
    while at > 0 and phrases[at].kind in "tP.d":
        at -= 1
    if at < 1 or phrases[at].words != "than" or phrases[at - 1].kind != "Q":
        return ""
    if not any(phrase.kind == "n" for phrase in phrases[max(0, at - 6) : at - 1]):
        return "beyond" if phrases[at - 1].words in ("less", "more") else ""
    return "least" if phrases[at - 1].meaning == "lower" else "most"


def _seat(said: str, names: Names) -> str:
    """Which of the two a place in a pair of payoffs is."""
    if said in (FIRST, SECOND):
        return ME if (said == FIRST) == names.first else THEM
    return said


def _claim(reading: Reading, names: Names, amount: Amount, actor: str, found: list[Amount]) -> str:
    scene = amount.clause.scene
    if _is_subject(reading, amount) or _is_excepted(reading, amount) or _is_expected(reading, amount):
        return ""
    if (FIRST in amount.who or SECOND in amount.who) and not scene.full:
        return ""
    own, against = scene.of(actor), scene.against(actor)
    if amount.denied:
        return _denied(reading, names, amount, actor)
    if amount.bound in ("least", "most") and own is not None and _is_by_choice(reading, amount):
        return _for_choice(amount, actor, own) if actor == ME else ""
    if reading.always_at(amount.index) and own is not None and not (against and _set_inside(reading, opposite(actor))):
        return _in_every_case(amount, actor, own, found)
    if scene.full and own is not None and (_is_chance(reading, amount) or _is_risk_of_before(reading, amount)):
        return _for_choice(amount, actor, own)
    if scene.full:
        return emit.cell(names, actor, amount.value, scene) if amount.bound in ("", "beyond") else ""
    if actor in reading.inherited and not any(name == actor for event in reading.events for name, _ in event.moves):
        return ""
    if own is not None and against is None and amount.clause.kind != "if":
        return _for_choice(amount, actor, own)
    return ""


def _is_subject(reading: Reading, amount: Amount) -> bool:
    """`being left with 0 is the worst outcome`: an outcome that is spoken of, in no scene."""
    clause = amount.clause
    following = reading.phrases[amount.index + 1].kind if amount.index + 1 < len(reading.phrases) else ""
    starts = reading.phrases[clause.start].words if clause.start < len(reading.phrases) else ""
    return following == "B" and starts.split(" ")[0].endswith("ing") and reading.phrases[clause.start].kind in "VW"


def _is_expected(reading: Reading, amount: Amount) -> bool:
    """`an expected payoff of 2.5`: not the payoff of a cell."""
    low = amount.clause.start
    if amount.clause.scene.full and not amount.clause.outer.empty:
        return False
    position = reading.clauses.index(amount.clause)
    if amount.clause.before[-1:] in "(:=" and position:
        low = reading.clauses[position - 1].start
    window = reading.phrases[low : amount.index]
    return any(phrase.kind == "m" for phrase in window) and not any(phrase.kind == "N" for phrase in window)


def _is_excepted(reading: Reading, amount: Amount) -> bool:
    """`1 unless they choose X`: the scene is not that of the exception."""
    position = reading.clauses.index(amount.clause)
    return position + 1 < len(reading.clauses) and reading.clauses[position + 1].unless


def _set_inside(reading: Reading, actor: str) -> bool:
    """Whether the sentence itself says what `actor` chooses."""
    return actor in reading.stated or any(name == actor for event in reading.events for name, _ in event.moves)


_DOUBT = frozenset("might may could only necessarily guaranteed guarantee sure certain always would".split())


def _is_chance(reading: Reading, amount: Amount) -> bool:
    """`a chance of getting 5`, with no condition after it: one of the outcomes."""
    position = reading.clauses.index(amount.clause)
    after = reading.clauses[position + 1 : position + 2]
    if after and after[0].kind == "if" and after[0].before in ("", "(", ","):
        return False
    window = reading.phrases[amount.clause.start : amount.index]
    return any(phrase.words in ("chance", "possibility of", "chances", "probability", "potential") for phrase in window)


def _is_risk_of_before(reading: Reading, amount: Amount) -> bool:
    """`This comes with the risk of getting 0`: of the move, not of the outcome just told."""
    return amount.risky and reading.start.full and not reading.events


def _denied(reading: Reading, names: Names, amount: Amount, actor: str) -> str:
    """`so that I don't end up with 0`: the move has no such outcome."""
    scene = amount.clause.scene
    own = scene.of(actor)
    window = reading.phrases[amount.clause.start : amount.index]
    if own is None or amount.clause.kind != "main" or any(phrase.words in _DOUBT for phrase in window):
        return ""
    if any(phrase.kind in "QXTKS" for phrase in window):
        return ""
    if scene.full:
        return emit.negated(emit.cell(names, actor, amount.value, scene))
    return emit.negated(emit.call("possible_individual_payoff_for_choice", actor, amount.value, own))


def _is_by_choice(reading: Reading, amount: Amount) -> bool:
    """`both choose X to ensure at least 3`: the choice is said to bring it, not a condition on the other."""
    clause = amount.clause
    if not amount.sure or not clause.scene.full or clause.outer.full:
        return False
    return clause.outer.empty and not any(other.kind == "if" and other.events for other in reading.clauses)


def _in_every_case(amount: Amount, actor: str, own: str, found: list[Amount]) -> str:
    if amount.bound == "least" or (amount.sure and amount.bound != "most"):
        return emit.call("guarantees_at_least", actor, amount.value, own)
    if amount.bound == "most":
        return emit.call("limits_to_at_most", actor, amount.value, own)
    alone = [other for other in found if other.clause.scene.of(actor) == own and actor in other.who]
    if len(alone) > 1 or amount.extreme or amount.risky:
        return emit.call("possible_individual_payoff_for_choice", actor, amount.value, own)
    return emit.call("always_individual_payoff_for_choice", actor, amount.value, own)


def _for_choice(amount: Amount, actor: str, own: str) -> str:
    if amount.extreme:
        return ""
    if amount.bound == "least" or (amount.sure and not amount.bound):
        return emit.call("guarantees_at_least", actor, amount.value, own)
    if amount.bound == "most":
        return emit.call("limits_to_at_most", actor, amount.value, own)
    if amount.bound == "worst":
        return emit.call("lowest_individual_payoff_for_choice", actor, amount.value, own)
    return emit.call("possible_individual_payoff_for_choice", actor, amount.value, own)
