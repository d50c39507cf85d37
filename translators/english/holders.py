"""Whose payoff an amount is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.english.amount import Amount
from translators.english.clause import Clause
from translators.english.clauses import Reading
from translators.english.faced import AGAINST
from translators.english.objects import is_object
from translators.english.phrase import CHOOSER, OWN, POSSESSIVES, Phrase, kinds_of, words_of
from translators.english.scene import ME, NEITHER, THEM, actors
from translators.english.staging import weighs_their_choice

FIRST, SECOND = "first", "second"
"""The first and the second of the two roles, where only the order of two amounts says whose they are."""


def holders(reading: Reading, index: int, low: int, before: Sequence[Amount]) -> tuple[str, ...]:
    """Who gets the amount at `index`: roles, or places in a pair of payoffs; empty where it is not said.

    Args:
        low: where the words that govern the amount begin.
        before: the amounts before it in the sentence.
    """
    return place(reading, index) or _told(reading, index, low, before)


def place(reading: Reading, index: int) -> tuple[str, ...]:
    """`(5, 0)`, `X, Y: 5 / 0: good for me`: the first role's payoff and the second's; empty for any other amount."""
    phrases = reading.phrases
    for first, which in ((index, FIRST), (index - 2, SECOND)):
        kinds = kinds_of(phrases[max(0, first) : first + 4])
        if first < 1 or kinds[:3] not in ("N,N", "N/N"):
            continue
        opens, closes = phrases[first - 1].kind, kinds[3:] or "."
        if (opens == "(" and closes == ")") or (opens in ":=" and closes in ".;:()-" and _labels_cell(reading, first)):
            return (which,)
    return ()


def _labels_cell(reading: Reading, first: int) -> bool:
    """Whether all that stands before two amounts names a cell: `X, Y:`, `me: X, them: Y:`."""
    clause = reading.clause_at(first)
    told = {at for event in reading.events for at in range(event.start, event.end)}
    aside = (phrase for at, phrase in enumerate(reading.phrases[: first - 1]) if at not in told)
    return clause.scene.full and not any(phrase.kind in "AVWPX" for phrase in aside)


_RELATIVE = re.compile(r"AY+V")


def is_own_clause(phrases: Sequence[Phrase], index: int) -> bool:
    """`the 5 I could get if …`: what is said of the amount stands after it, not before."""
    return bool(_RELATIVE.match(kinds_of(phrases[index + 1 : index + 6])))


_LEAVER = re.compile(
    r"\b(?:a player|anyone|someone|whoever|any player)(?: who| that)? (?:\w+ )?"
    r"(?:chang\w+|switch\w+|deviat\w+|leav\w+|mov\w+|depart\w+)\b(?: to\b)?"
)
"""`a player who deviates alone would get 0`, `a player who moves to X would go from 1 to 0`: what it is in which cell
is not said of the first, nor of the 1 of the second."""


def _told(reading: Reading, index: int, low: int, before: Sequence[Amount]) -> tuple[str, ...]:
    """Whose payoff an amount is."""
    phrases, who = reading.phrases, reading.who
    if (leaver := _LEAVER.search(words_of(phrases[:index]))) and (
        phrases[index - 1].words == "from" or "to" not in leaver[0].split()
    ):
        return ()
    for phrase in phrases[index + 1 : index + 3]:
        if phrase.kind == "e":
            return (ME, THEM)
        if phrase.kind not in ")|N":
            break
    if reached := _reached(reading, index) or _weighed(reading, index):
        return reached
    if phrases[index - 1].words in POSSESSIVES and index:
        return actors(who[index - 1])
    chosen = [event for event in reading.events if event.end == index - 1 and event.form == "finite"]
    if chosen and phrases[index - 1].words == "for" and (found := actors(chosen[0].agent)):
        return found
    if index + 2 < len(phrases) and phrases[index + 1].words in ("for", "to"):
        receiver = index + 3 if phrases[index + 2].kind == "t" else index + 2
        if receiver == index + 3 < len(phrases) and _is_agent(phrases[receiver]):
            return ()
        if receiver < len(phrases) and phrases[receiver].meaning.startswith(CHOOSER):
            return _chooser(reading, index, phrases[receiver].meaning.removeprefix(CHOOSER))
        owner = receiver + 1 < len(phrases) and phrases[receiver].words in POSSESSIVES
        if receiver < len(phrases) and phrases[receiver].kind == "A" and not owner and (found := actors(who[receiver])):
            return found
    if _is_elses(reading, index, low):
        return ()
    if is_own_clause(phrases, index):
        return actors(who[index + 1])
    verb = ""
    for at in range(index - 1, low - 1, -1):
        kind = phrases[at].kind
        if kind == "A" and phrases[at].words == "they" and phrases[at + 1].kind == "B" and at + 2 == index:
            break
        if kind in "VW" and not verb:
            verb = kind
        if kind == "A" and who[at] == NEITHER:
            return ()
        if kind == "A" and phrases[at].meaning.startswith(CHOOSER):
            return _chooser(reading, index, phrases[at].meaning.removeprefix(CHOOSER))
        if kind == "A" and is_object(phrases, at):
            if not verb:
                return ()
            continue
        if kind == "A" and actors(who[at]) and not _is_agent_only(reading, at, index):
            if phrases[at - 1].kind == "|" and at >= 2 and phrases[at - 2].kind == "A":
                return ()
            joined = phrases[at - 1].kind == "&" and at >= 2 and phrases[at - 2].kind == "A"
            if joined and verb == "V" and not is_object(phrases, at - 2):
                return (ME, THEM)
            return (ME,) if _is_one_of_each(reading, at) else actors(who[at])
        if kind == "e" and at > low:
            return (ME, THEM)
    return _inherited(reading, index, low, verb, before)


_OWNED = re.compile(r"[)]?Y*B(?P<owner>A)(?:P|[,.;)&|bdcI]|$)|[)]?Y*B(?:w|tX)(?P<getter>A)Y*V")
_GOES = re.compile(r"[)]?[YB.a]+dt?(?P<receiver>A)")
_EACH = re.compile(r"[)]?[YB.a]+e")
_GOING = frozenset("goes go going left remains remain".split())


def _reached(reading: Reading, index: int) -> tuple[str, ...]:
    """`5 is theirs`, `5 is what they get`, `0 goes to me`, `nothing is left for them`: who is named after a verb."""
    start = index + 1
    phrases = reading.phrases[start : start + 8]
    kinds = kinds_of(phrases)
    if match := _OWNED.match(kinds):
        at = match.start("owner") if match["owner"] else match.start("getter")
        owned = match["getter"] or phrases[at].words in OWN or kinds[at + 1 : at + 2] == "P"
        return actors(reading.who[start + at]) if owned else ()
    each = _EACH.match(kinds)
    if each and any(phrase.words in _GOING for phrase in phrases[: each.end()]):
        return (ME, THEM)
    match = _GOES.match(kinds)
    if match is None or not any(phrase.words in _GOING for phrase in phrases[: match.end()]):
        return ()
    return actors(reading.who[start + match.start("receiver")])


def _weighed(reading: Reading, index: int) -> tuple[str, ...]:
    """`I get less than the other player (1 vs. 5)`: the first amount is of the one who gets less, the second theirs.

    So it is after `less than they do`.
    """
    phrases, who = reading.phrases, reading.who
    for opens, rank in ((index - 1, 0), (index - 3, 1)):
        if opens < 4 or kinds_of(phrases[opens : opens + 5]) != "(NTN)":
            continue
        rival = opens - 1 - (phrases[opens - 1].kind == "Y")
        than = rival - 1 - (phrases[rival - 1].kind == "t")
        before = [who[at] for at in range(than) if who[at] in (ME, THEM)]
        if phrases[than].words == "than" and who[rival] in (ME, THEM) and before:
            return (before[-1],) if rank == 0 else (who[rival],)
    return ()


def _is_one_of_each(reading: Reading, at: int) -> bool:
    """`Each of us gets 5 by choosing X if the other chooses Y`: said of one of the two, as of the reasoner."""
    others = any(event.agent == THEM and THEM in dict(event.moves) for event in reading.events)
    return others and reading.phrases[at].words.startswith("each ") and reading.phrases[at].words != "each other"


def _is_agent(phrase: Phrase) -> bool:
    """`the loser`, `the other driver` that no name is given for: someone of whom it is not said who."""
    return phrase.kind == "." and phrase.words.isalpha() and phrase.words.endswith(("er", "or"))


def _chooser(reading: Reading, index: int, move: str) -> tuple[str, ...]:
    """Who of the two has chosen a move, where it is said what both have chosen.

    Not in a cell that cannot be meant: `both get 3, and the one who switches to X gets 5, the one who does not 0`.
    """
    scene = reading.clause_at(index).scene
    apart = len({phrase.meaning for phrase in reading.phrases if phrase.meaning.startswith(CHOOSER)}) > 1
    found = tuple(actor for actor in (ME, THEM) if scene.of(actor) == move)
    return found if scene.full and not (apart and len(found) == 2) else ()


_IMPERSONAL = frozenset("cooperation coordination trust game matrix agreement choice".split())


def _is_elses(reading: Reading, index: int, low: int) -> bool:
    """`the loser gets 0`, `failure means 0`: whose payoff, or of which choices, the sentence does not say."""
    phrases = reading.phrases
    verb = next((at for at in range(index - 1, low, -1) if phrases[at].kind in "VW"), None)
    if verb is None or any(phrase.kind in "AM" for phrase in phrases[verb + 1 : index]):
        return False
    modal = phrases[verb - 1].kind == "Y" and verb - 1 > low
    noun = phrases[verb - 1 - modal]
    if noun.kind != "." or not noun.words.isalpha() or noun.words.endswith("ly") or noun.words in _IMPERSONAL:
        return False
    clause = reading.clause_at(verb)
    before = kinds_of(phrases[clause.start : verb - 1 - modal])
    return before in ("", "t")


def _is_agent_only(reading: Reading, at: int, index: int) -> bool:
    """An actor who only chooses here (`if they choose X`), is only faced, or whose gift it is (`they give 5`)."""
    if at and (reading.phrases[at - 1].words in AGAINST or _is_whatever(reading.phrases[at - 1])):
        return True
    for event in reading.events:
        if event.start <= at < event.end:
            if event.form == "finite" and reading.phrases[event.end : event.end + 1] and _acts_next(reading, event.end):
                return True
            return not any(phrase.kind in "VJK" for phrase in reading.phrases[event.end : index])
    if _depended_on(reading, at, index):
        return True
    following = reading.phrases[at + 1].words if at + 1 < len(reading.phrases) else ""
    if kinds_of(reading.phrases[at + 2 : at + 3]) == "B" and at + 3 == index:
        return False
    return following in ("'s",) and not any(p.kind in "PVX" for p in reading.phrases[at + 1 : index])


def _is_whatever(phrase: Phrase) -> bool:
    """The `no matter what` of `no matter what I do`."""
    return phrase.kind == "R" and phrase.words != "whether"


def _acts_next(reading: Reading, at: int) -> bool:
    """`whoever chooses X while the other chooses Y gets 0`: a verb whose subject is not the one who just chose."""
    return reading.phrases[at].kind in "VW" and any(who in (ME, THEM) for who in reading.who[: max(0, at - 4)])


def _depended_on(reading: Reading, at: int, index: int) -> bool:
    """`depends on the other player: 0 if …`, `depends on what they do: 0 if …`: not whose payoff it is."""
    before = at - 1
    while before > 0 and (reading.phrases[before].kind == "t" or reading.phrases[before].words in ("what", "how")):
        before -= 1
    owned = any(phrase.kind in "PV" for phrase in reading.phrases[at + 1 : index])
    linked = reading.phrases[before].words.split(" ")[-1] in ("on", "of", "from", "with")
    return before >= 0 and linked and not owned


def _shared_subject(reading: Reading, index: int) -> tuple[str, ...]:
    """`they would choose X and earn 5`, `…, earning 5`, `… (5 is more than 3)`: who chooses in the clause before."""
    clause = reading.clause_at(index)
    position = reading.clauses.index(clause)
    if not position:
        return ()
    phrases, before = reading.phrases, reading.clauses[position - 1]
    opens = kinds_of(phrases[clause.start : index]).lstrip("Y.")
    goes_on = clause.before == "&" and opens.startswith("V")
    verb = phrases[clause.start]
    participle = clause.before == "," and verb.kind in "VY" and verb.words.endswith("ing")
    weighed = (
        clause.before == "(" and not opens and _WEIGHED.match(kinds_of(phrases[index + 1 : index + 5])) is not None
    )
    if not goes_on and not (before.kind == "main" and (participle or weighed)):
        return ()
    if goes_on and position > 1 and not before.events and _is_purpose(reading, before):
        before = reading.clauses[position - 2]
    if goes_on and position > 1 and phrases[before.start - 1].words == "while" and not _agrees(reading, clause, before):
        before = reading.clauses[position - 2]
    chosen = [event for event in before.events if event.form in ("finite", "infinitive") and event.agent]
    if chosen and chosen[-1].form == "infinitive" and ME in reading.who[before.start : chosen[-1].start]:
        return ()
    return actors(chosen[-1].agent if chosen else before.chooser)


_WEIGHED = re.compile("B?[.]?Q?T")
"""`(5 vs 3)`, `(5 is better than 3)`."""


def _agrees(reading: Reading, clause: Clause, before: Clause) -> bool:
    """Whether one subject may have both verbs: not in `to choose X while the other chooses Y and get 0`."""
    verb = next((phrase for phrase in reading.phrases[clause.start : clause.end] if phrase.kind == "V"), None)
    chosen = next((phrase for phrase in reading.phrases[before.start : before.end] if phrase.kind == "C"), None)
    if verb is None or chosen is None:
        return True
    return verb.words.split()[0].endswith("s") or not chosen.words.split()[0].endswith("s")


def _is_purpose(reading: Reading, clause: Clause) -> bool:
    """`if I choose X, perhaps to exploit them and earn 5`: what one chooses it for."""
    opening = [phrase for phrase in reading.phrases[clause.start : clause.start + 3] if phrase.kind not in "Ya"]
    before = opening[0].words if opening and opening[0].kind == "d" else opening[1].words if opening[1:] else ""
    return before in ("to", "in order to", "so as to")


_GOT = re.compile(r"V[te.]*$")


def _limited(reading: Reading, index: int) -> tuple[str, ...]:
    """`they never get less than 3`, `X never gives them more than 3`: whose payoff it is that has the limit."""
    clause, phrases = reading.clause_at(index), reading.phrases
    comparative = clause.start - 1
    if clause.kind != "than" or index > clause.start + 2 or comparative < 1 or phrases[comparative].kind != "Q":
        return ()
    for at in range(comparative - 1, -1, -1):
        between = kinds_of(phrases[at + 1 : comparative])
        giver = next((part.kind for part in reversed(phrases[:at]) if part.kind != "t"), "")
        given = giver == "W" and not between.strip("ted.")
        if phrases[at].kind == "A" and (given or _GOT.search(between)):
            return actors(reading.who[at])
        if phrases[at].kind in ",;:bI":
            break
    return ()


def _is_of_their_choice(reading: Reading, index: int, verb: str) -> bool:
    """`they may think that choosing X leads to 3 or 1`, `…, either 3 or 1`: what the other one's choice brings them.

    So does `X is worth 5 if I choose Y`.
    """
    clause = reading.clause_at(index)
    position = reading.clauses.index(clause)
    if not verb and not clause.events and clause.before == "," and reading.clauses[position - 1].kind == "main":
        clause = reading.clauses[position - 1]
    elif verb != "W" and reading.phrases[index - 1].words != "worth":
        return False
    return weighs_their_choice(clause, reading.phrases)


def _antecedent(reading: Reading, index: int) -> tuple[str, ...]:
    """`the other player, who'd be left with 0`: whom a relative clause speaks of."""
    start = reading.clause_at(index).start
    if not start or reading.phrases[start - 1].words != "who":
        return ()
    at = start - 3 if reading.phrases[start - 2].kind == "," else start - 2
    return actors(reading.who[at]) if at >= 0 and reading.phrases[at].kind == "A" else ()


def _better_off(reading: Reading, index: int) -> tuple[str, ...]:
    """`They're better off with X: 5 instead of 3`: whose amounts a colon announces."""
    colon = max((at for at in range(index) if reading.phrases[at].kind == ":"), default=0)
    for at in range(colon - 1, 0, -1):
        if reading.phrases[at].kind == "Q" and reading.phrases[at].words in ("better off", "worse off"):
            return actors(next((who for who in reversed(reading.who[:at]) if who), ""))
    return ()


def _inherited(reading: Reading, index: int, low: int, verb: str, before: Sequence[Amount]) -> tuple[str, ...]:
    """Without an actor of its own: the subject before it in the sentence, or the reasoner."""
    if limited := _limited(reading, index):
        return limited
    clause = reading.clause_at(index)
    if clause.before == "(":
        clause = reading.clauses[reading.clauses.index(clause) - 1]
    if clause.topic and clause.scene.them == clause.topic and clause.scene.me is None:
        return (THEM,)
    if _is_of_their_choice(reading, index, verb):
        return (THEM,)
    if antecedent := _antecedent(reading, index):
        return antecedent
    compared = reading.clause_at(index)
    if compared.kind == "than" and before and 0 <= compared.start - before[-1].clause.end <= 2:
        return before[-1].who
    if verb == "W" or reading.clause_at(index).kind == "than":
        return (ME,) if reading.perspective == ME else (THEM,)
    if before and (not verb or low == before[-1].index + 1):
        after = before[-1].index + 1
        alone = len(before[-1].who) == 2 and after < len(reading.phrases) and reading.phrases[after].kind == "e"
        return (reading.perspective,) if alone else before[-1].who
    if shared := _shared_subject(reading, index):
        return shared
    if verb == "V":
        for at in range(low - 1, -1, -1):
            event = any(event.start <= at < event.end for event in reading.events)
            gerund = any(
                e.form == "gerund" and e.agent and e.start == at and reading.phrases[e.end].kind == "&"
                for e in reading.events
                if e.end < index
            )
            done_to = is_object(reading.phrases, at)
            if reading.phrases[at].kind == "A" and actors(reading.who[at]) and (gerund or not event) and not done_to:
                return actors(reading.who[at])
    if before:
        return before[-1].who
    return _better_off(reading, index) or (reading.perspective,)
