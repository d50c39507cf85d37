"""What a move avoids: an amount, the worst outcome, or the chance of either."""

from __future__ import annotations

import re
from fractions import Fraction

from translators.english import emit
from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.grammar_words import POINTERS
from translators.english.names import Names
from translators.english.phrase import kinds_of, words_of
from translators.english.scene import ME, opposite
from translators.english.subject import negated, subject


def _is_passive(reading: Reading, index: int) -> bool:
    """`(X, X) must be avoided`: what one should avoid, not what one does to avoid something."""
    before = reading.phrases[index - 1] if index else None
    return reading.phrases[index].words == "avoided" and before is not None and before.kind == "B"


_VALUED = re.compile("Ot?N?P?B")


_WANTS = re.compile(r"\b(?:wants?|wanted|like|hope|prefer|rather|try|trying|care about)(?: to)?(?: be| being)?$")


def _is_valued(reading: Reading, index: int) -> bool:
    """`Avoiding the 0 is more important than …`, `I want to avoid 0`: what matters to one, whatever one chooses."""
    wanted = _WANTS.search(words_of(reading.phrases[max(0, index - 4) : index])) is not None
    if wanted and all(phrase.kind != "M" for phrase in reading.phrases):
        return True
    before = kinds_of(reading.phrases[max(0, index - 1) : index])
    opens = reading.phrases[index].words.endswith("ing") and before in ("", "w")
    return opens and _VALUED.match(kinds_of(reading.phrases[index : index + 5])) is not None


def avoids(reading: Reading, index: int, names: Names, found: list[Amount]) -> str:
    """`X avoids 0`, `X avoids the worst outcome`: no cell of X gives it."""
    if negated(reading, index) or _is_passive(reading, index):
        return ""
    named = subject(reading, index, names)
    if named is None or _is_valued(reading, index):
        return ""
    actor, move = named
    if _is_described(reading, index):
        actor, move = ME, _decided(reading, index)
    if not move or _is_supposed(reading, index, actor):
        return ""
    value, worst = _avoided(reading, index, found, actor)
    if value is not None:
        return emit.never(names, actor, value, move)
    rivals = names.besides(actor, move)
    if worst and len(rivals) == 1:
        return emit.call("higher_guaranteed_payoff", actor, move, rivals[0])
    return ""


def _is_described(reading: Reading, index: int) -> bool:
    """`I avoid the worst case, in which we both choose X`: the move belongs to what is avoided, not to who avoids."""
    following = reading.after(reading.clause_at(index))[:1]
    told = any(phrase.kind == "M" for phrase in reading.phrases[:index])
    pronoun = any(phrase.words in POINTERS for phrase in reading.phrases[:index])
    opening = reading.phrases[following[0].start].words if following else ""
    return not (told or pronoun) and opening in ("in which", "where", "in a scenario where", "in a situation where")


def _decided(reading: Reading, index: int) -> str:
    """The move that one says after it that one chooses: `to avoid the worst case, where …, I choose X`."""
    mains = [clause for clause in reading.clauses if clause.kind == "main" and clause.start > index]
    own = [event.move for clause in mains for event in clause.events if event.agent == ME]
    return own[-1] or "" if own else ""


def _is_supposed(reading: Reading, index: int, actor: str) -> bool:
    """`If both choose X, we avoid 0`: what right before is a condition holds of one case only."""
    position = reading.clauses.index(reading.clause_at(index))
    while position and reading.clauses[position].before in ("(", ")"):
        position -= 1
    clause, before = reading.clauses[position], reading.clauses[max(0, position - 1)]
    told = any(name == opposite(actor) for event in before.events for name, _ in event.moves)
    return clause.kind == "main" and before.kind == "if" and told and "&" not in clause.before


def makes_less_likely(reading: Reading, index: int, names: Names, found: list[Amount]) -> str:
    """`X reduces the chance of ending up with nothing`: of all moves it has the best worst case."""
    named = subject(reading, index, names)
    value, worst = _avoided(reading, index, found, named[0] if named else ME)
    lowest = worst or (value is not None and all(number >= value for number in names.numbers))
    if named is None or not lowest or negated(reading, index):
        return ""
    return emit.call("highest_guaranteed_payoff_choice", *named)


def _avoided(reading: Reading, index: int, found: list[Amount], actor: str) -> tuple[Fraction | None, bool]:
    """What is avoided: an amount, or the worst outcome."""
    amounts = {amount.index: amount for amount in found}
    for at in range(index - 1, max(-1, index - 6), -1):
        if at in amounts and amounts[at].avoided and actor in amounts[at].who:
            return amounts[at].value, False
        if reading.phrases[at].kind not in ")PYaB.":
            break
    worst = False
    for at in range(index + 1, min(index + 13, len(reading.phrases))):
        phrase = reading.phrases[at]
        if at in amounts:
            mine = ME in amounts[at].who and ME not in reading.who[index:at]
            return (amounts[at].value, worst) if actor in amounts[at].who or mine else (None, worst)
        if phrase.kind == "X" and phrase.meaning == "worst":
            worst = True
        named = phrase.kind == "w" and reading.phrases[at + 1 : at + 2] != () and reading.phrases[at + 1].kind in ":,;."
        if worst and phrase.kind == ":" and at + 1 < len(reading.phrases):
            return None, False
        told = any(part.kind == "w" and part.words in ("that", "this") for part in reading.phrases[index + 1 : at])
        if phrase.kind == "|" and kinds_of(reading.phrases[at + 1 : at + 2]) not in ("t", "N"):
            break
        goes_on = phrase.kind == "," and [part.words for part in reading.phrases[at + 1 : at + 2]] == ["with"]
        turns = phrase.words == "but" and [part.words for part in reading.phrases[at + 1 : at + 2]] != ["also"]
        if (
            phrase.kind in "MCG&;c"
            or goes_on
            or turns
            or (told and phrase.kind == ":")
            or (phrase.kind in ",b" and worst)
            or named
        ):
            break
    return None, worst
