"""Clauses of a sentence with the scene each is said in: what its conditions and its own choices amount to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from translators.english.brackets import past_brackets
from translators.english.choosers import pair_of_choosers
from translators.english.claimed import tell_reasons, tell_relatives
from translators.english.clause import Clause
from translators.english.doubts import doubted
from translators.english.event import Event
from translators.english.events import events, resolve_they
from translators.english.faced import FACED, open_means, return_means
from translators.english.likewise import alone
from translators.english.names import Names
from translators.english.openings import first_scene, points_back
from translators.english.parting import begins_subject, ends_relative, opens_compared, parts, resumes
from translators.english.phrase import Phrase, kinds_of
from translators.english.scene import ME, NEITHER, THEM, Scene, opposite
from translators.english.staging import may_stand_apart, play


@dataclass(frozen=True)
class Reading:
    """A sentence as clauses, over its phrases.

    Attributes:
        before: the scene the sentence before ended in.
        alike: whether it differs from the likeliest reading only in what the sentence before spoke of.
        inherited: actors whose choice only the sentence before told.
        ahead: the own move that the next block begins with, where the sentence announces it with a colon.
        facing: the other role's move that the sentences before compared own payoffs against, where it concludes.
        who: what the actor phrase at each index stands for; empty elsewhere.
        last: the scene the sentence ends in.
        always: whether it speaks of whatever the other does.
        stated: actors whose choice the sentence itself tells in a condition.
    """

    phrases: tuple[Phrase, ...]
    who: tuple[str, ...]
    clauses: tuple[Clause, ...]
    events: tuple[Event, ...]
    last: Scene
    always: bool
    perspective: str
    stated: frozenset[str]
    start: Scene
    before: Scene
    inherited: frozenset[str] = frozenset()
    alike: bool = False
    ahead: str | None = None
    facing: str | None = None

    @property
    def given(self) -> Scene:
        """The scene its conditions alone leave, or its one short clause: what holds for a list under it."""
        conditions = [clause for clause in self.clauses if clause.kind == "if"]
        if conditions:
            return conditions[-1].scene
        if self.labels or (len(self.phrases) <= 8 and not self.last.empty):
            return self.last
        moves = {phrase.meaning for phrase in self.phrases if phrase.kind == "M"}
        answered = any(
            phrase.kind in "rED" or (phrase.kind == "N" and phrase.sure) or phrase.words in ("against", "response")
            for phrase in self.phrases
        )
        opens = bool(self.events) and self.events[0].start == 0 and self.events[0].form in ("gerund", "subject")
        if (
            len(moves) == 1
            and (opens or len(self.phrases) <= 14)
            and (opens or not answered)
            and not any(event.moves for event in self.events)
        ):
            return self.start.set({ME: moves.pop()})
        return self.start

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """The scenes of its main clauses: each may be what the sentence after it goes on about."""
        return tuple(clause.scene for clause in self.clauses if clause.kind == "main" and not clause.scene.empty)

    @property
    def labels(self) -> bool:
        """`Both choose X.`, `I choose X, they choose Y.`: it only names a cell, which what follows is said of."""
        advises = any(phrase.words in _NOT_TOLD for phrase in self.phrases)
        numbered = len(self.clauses) > 1 and _is_number(self.clauses[0], self.phrases)
        told = all(_only_tells(clause, self.phrases) for clause in self.clauses[numbered:])
        chosen = sorted(actor for event in self.events for actor, _ in event.moves)
        judges = any(phrase.kind in "BEDpr?" for phrase in self.phrases)
        return told and chosen == [ME, THEM] and self.last.full and self.start.empty and not (advises or judges)

    @property
    def introduced(self) -> Scene:
        """`Let's look at X.`, `Now consider option X.`: the own move that is spoken of next."""
        turns = any(phrase.words in _INTRODUCES for phrase in self.phrases)
        told = any(phrase.kind in "NQXVWSJA" and phrase.meaning != "both" for phrase in self.phrases[1:])
        moves = [phrase.meaning for phrase in self.phrases if phrase.kind == "M"]
        plain = turns and not told and not self.events and len(moves) == 1 and len(self.phrases) <= 10
        return Scene(me=moves[0]) if plain else Scene()

    @property
    def supposes(self) -> bool:
        """`They think I choose X.`: nothing else than what one takes the other to choose."""
        kinds = kinds_of(self.phrases)
        return _SUPPOSES.fullmatch(kinds) is not None and self.phrases[1].words.startswith(_SUPPOSING)

    def always_at(self, index: int) -> bool:
        """Whether `regardless of …` or `always` governs what stands at `index`: no `but` and no `and if` parts them."""
        for at, phrase in enumerate(self.phrases):
            if phrase.kind == "R" and phrase.words == "always" and self.clause_at(at) is not self.clause_at(index):
                return False
            if phrase.kind == "R":
                low, high = sorted((at, index))
                between = self.phrases[low + 1 : high]
                anew = at < index and "&I" in kinds_of(between)
                if not (anew or any(part.kind in "b;" for part in between)):
                    return self.always
        return self.always and all(phrase.kind != "R" for phrase in self.phrases)

    def after(self, clause: Clause) -> tuple[Clause, ...]:
        """The clauses that follow one."""
        return self.clauses[self.clauses.index(clause) + 1 :]

    def clause_at(self, index: int) -> Clause:
        """The clause that holds the phrase at `index`."""
        for clause in self.clauses:
            if clause.start <= index < clause.end:
                return clause
        return self.clauses[-1]


_NOT_TOLD = frozenset("should would could might may hope hopes hoping want wants fear fears".split())
_INTRODUCES = frozenset("look consider considering examine examining analyze evaluate take about turning".split())


def _is_number(clause: Clause, found: Sequence[Phrase]) -> bool:
    """`Scenario 2: …`, `Case 1 - …`: which of several cases a heading is."""
    return any(phrase.meaning == "label" for phrase in found[clause.start : clause.end]) and not clause.events


_SUPPOSES = re.compile(r"AYw?t?AY?CM[.:]*")
_SUPPOSING = ("think", "believe", "expect", "assume", "suspect", "suppose", "anticipate", "predict", "guess")


def read_clauses(
    found: tuple[Phrase, ...],
    names: Names,
    scene: Scene,
    last: Scene,
    perspective: str,
    uncertain: frozenset[int] = frozenset(),
    *,
    firm: bool = True,
    also: Sequence[Scene] = (),
) -> list[Reading]:
    """The readings of a sentence in a scene, the likeliest first.

    They differ in how far a condition reaches: one that follows its clause (`5 if they choose X`) may or may not
    govern what comes after it, a choice that only an earlier paragraph told may or may not still hold, `it` may be
    said of what another clause of the sentence before told (`X is fair, though I could get 5 by Y. It gives 3`), what
    follows `but` or `while` may or may not be said of the choice before it, and an extreme may be that of the move
    the sentence before it, in the same paragraph, spoke of.

    Args:
        scene: what the headings and items above it say.
        last: the scene the sentence before it ended in.
        perspective: whose view is taken: the agent of gerunds without one.
        uncertain: indexes of moves that are only given a chance.
        firm: whether `last` was said right before.
        also: what else the sentence before spoke of.
    """
    readings: list[Reading] = []
    starts = (last, *also) if firm else (last, scene)
    for before, apart, carries in product(dict.fromkeys(starts), (False, True), (True, False)):
        if readings and not carries and len(readings[0].clauses) < 2:
            continue
        if apart and not any(may_stand_apart(readings[0].clauses, at, found) for at in range(len(readings[0].clauses))):
            continue
        reading = _read(found, names, scene, before, perspective, uncertain, carries=carries, apart=apart)
        told = [(clause.scene, clause.outer) for clause in reading.clauses]
        alike = any(told == [(clause.scene, clause.outer) for clause in other.clauses] for other in readings)
        if not alike or all((before.me, before.them) != (other.before.me, other.before.them) for other in readings):
            readings.append(replace(reading, alike=alike))
    kinds = kinds_of(found).partition("T")[0]
    if firm and "X" in kinds and "M" not in kinds and last.me and readings[0].start.empty:
        goes_on = Scene(me=last.me)
        readings.append(_read(found, names, goes_on, last, perspective, uncertain, carries=True, apart=False))
    return readings


def _read(
    found: tuple[Phrase, ...],
    names: Names,
    scene: Scene,
    last: Scene,
    perspective: str,
    uncertain: frozenset[int],
    *,
    carries: bool,
    apart: bool,
) -> Reading:
    who = resolve_they(found)
    told = [doubted(event, found, uncertain) for event in events(found, who, names, last)]
    clauses = _split(found, told)
    for event in told:
        for clause in clauses:
            if clause.start <= event.start < clause.end:
                clause.events.append(event)
                break
    tell_reasons(clauses, found)
    tell_relatives(clauses, found)
    _continue_conditions(clauses, found)
    return_means(clauses, found)
    open_means(clauses, found)
    past_brackets(clauses, found)
    always = (any(phrase.kind == "R" for phrase in found) and not _one_sided(found)) or _covers(clauses, found, names)
    start, stated = first_scene(clauses, found, scene, last)
    start = pair_of_choosers(found) if start.empty and not told else start
    one = alone(range(clauses[0].start, clauses[0].end), found, who) if clauses[0].kind == "if" else ""
    start = start.without(opposite(one)) if one else start
    end = play(clauses, found, who, start, perspective, carries=carries, apart=apart)
    back = points_back(found)
    inherited = frozenset(actor for actor in (ME, THEM) if not back and start.of(actor) and not scene.of(actor))
    return Reading(
        found, tuple(who), tuple(clauses), tuple(told), end, always, perspective, stated, start, last, inherited
    )


def _covers(clauses: Sequence[Clause], found: Sequence[Phrase], names: Names) -> bool:
    """`both when they choose X and when they choose Y`: whatever they choose."""
    for clause, after in pairwise(clauses):
        both = clause.kind == after.kind == "if" and clause.start and found[clause.start - 1].words == "both"
        told = {choice for part in (clause, after) for event in part.events for choice in event.moves}
        if both and told == {(actor, move) for actor, _ in told for move in names.of(actor)}:
            return len({actor for actor, _ in told}) == 1
    return False


def _is_either_way(found: Sequence[Phrase], at: int) -> bool:
    """`whether or not they choose X`, `the same whether they choose X or Y`: where nobody asks or knows which."""
    following = found[at + 1 : at + 8]
    either = [phrase.words for phrase in following[:2]] == ["or", "not"]
    either = either or re.search(r"M\|[dC]?M", kinds_of(following)) is not None
    same = any(phrase.words in ("same", "the same") for phrase in found[max(0, at - 3) : at])
    return found[at].words == "whether" and either and (at == 0 or same or found[at - 1].kind in ",;NAMQXroPe")


def _is_denied(found: Sequence[Phrase], at: int) -> bool:
    """`neither option is always better`, `X isn't always better`."""
    start = max((index + 1 for index in range(at) if found[index].kind in ",;:b&c"), default=0)
    neither = any(phrase.meaning == NEITHER for phrase in found[start:at])
    return found[at].words == "always" and (
        neither or any(phrase.kind == "n" for phrase in found[max(start, at - 2) : at])
    )


def _one_sided(found: Sequence[Phrase]) -> bool:
    """`always` and `consistently` are read only where they go with a payoff; others are plain."""
    marks = [
        "always" if _is_either_way(found, at) else phrase.words
        for at, phrase in enumerate(found)
        if phrase.kind == "R" and not _is_denied(found, at)
    ]
    return all(mark in ("consistently", "invariably", "whether", "for all") for mark in marks)


def _split(found: Sequence[Phrase], told: Sequence[Event]) -> list[Clause]:
    inside = {index for event in told for index in range(event.start + 1, event.end)}
    clauses = [Clause("main", 0, 0, "^")]
    for index, phrase in enumerate(found):
        current = clauses[-1]
        if current.kind == "if" and index not in inside and begins_subject(found, index, current, told):
            clauses.append(Clause("main", index, index + 1, ","))
            continue
        if index not in inside and ends_relative(found, index, clauses, told):
            clauses.append(Clause("main", index, index + 1, ","))
            continue
        if current.kind == "than" and index not in inside and resumes(found, current.start, index):
            clauses.append(Clause("main", index, index + 1, ","))
            continue
        if index in inside or not parts(found, index, current.kind):
            current.end = index + 1
            continue
        kind = {"I": "if", "U": "if"}.get(phrase.kind, "than" if opens_compared(found, index) else "main")
        if current.end == current.start and current.before != "^":
            before = current.before + phrase.kind
            clauses[-1] = Clause(kind, index + (kind == "main"), index + 1, before)
        elif current.end == current.start:
            clauses[-1] = Clause(kind, index + (kind == "main"), index + 1, "^" + phrase.kind)
        else:
            clauses.append(Clause(kind, index + (kind == "main"), index + 1, phrase.kind if kind == "main" else ""))
        if kind != "main":
            clauses[-1].unless = phrase.kind == "U"
        else:
            clauses[-1].end = clauses[-1].start
    return [clause for clause in clauses if clause.end > clause.start] or [Clause("main", 0, len(found), "^")]


def _continue_conditions(clauses: list[Clause], found: Sequence[Phrase]) -> None:
    """`If I choose X and they choose Y`: what follows a condition and only tells a choice belongs to it."""
    for before, clause in pairwise(clauses):
        joined = clause.before in ("&", ",&", "|", "(") or (clause.before == "," and _is_aside(before, found))
        if clause.before in ("b", ",b") and before.kind == "if":
            joined = found[clause.start - 1].words in ("while", "but", "whereas")
        if _is_meanwhile(before, clause, found):
            clause.kind = "if"
            clause.before = clause.before.removesuffix("b")
        elif before.kind == "if" and clause.kind == "main" and joined and _only_tells(clause, found):
            clause.kind = "if"
            clause.before = "&"
        elif clause.kind == "main" and _is_label(clause, clauses, found):
            clause.kind = "if"
        for part in _glosses(clause, clauses, found):
            part.kind = "if"
            part.before = clause.before if part is clause else "&"
    first = clauses[0]
    if first.kind == "main" and _is_label(first, clauses, found):
        first.kind = "if"


def _is_aside(clause: Clause, found: Sequence[Phrase]) -> bool:
    """The `if` of `If, however, they choose X, …`: not `if they trust me, they choose X`.

    With an amount it is read as the case that the amount is of: `if I risk 0, I choose X`.
    """
    body = found[clause.start : clause.end]
    subject = next((at for at, phrase in enumerate(body) if phrase.kind == "A"), len(body))
    weighs = any(phrase.kind == "N" for phrase in body)
    return not clause.events and (weighs or all(phrase.kind not in "YV." for phrase in body[subject + 1 :]))


def _is_meanwhile(before: Clause, clause: Clause, found: Sequence[Phrase]) -> bool:
    """`I get 5 by choosing X while they choose Y`: a condition on the amount before it."""
    joined = clause.before in ("b", ",b") and found[clause.start - 1].words == "while"
    told = before.kind == "main" and bool(before.events)
    amount = any(phrase.kind == "N" for phrase in found[before.start : before.end])
    return joined and told and amount and _only_tells(clause, found)


def _glosses(clause: Clause, clauses: Sequence[Clause], found: Sequence[Phrase]) -> list[Clause]:
    """`1 (X)`, `3 for (X, Y)`, `3 (I choose X, they choose Y)`: brackets after an amount that say where one gets it.

    So do those of `1 in the worst case (they choose Y)`.
    """
    told = clause.start - 2 - 4 * kinds_of(found[max(0, clause.start - 5) : clause.start - 1]).endswith("dtXP")
    while told > 0 and found[told].kind in "ed":
        told -= 1
    if clause.before != "(" or told < 0 or found[told].kind != "N":
        return []
    position = clauses.index(clause)
    for after in range(position, min(position + 2, len(clauses))):
        inside = clauses[position : after + 1]
        if not all(part.kind == "main" and _only_tells(part, found) for part in inside):
            return []
        if inside[-1].end < len(found) and found[inside[-1].end].kind == ")":
            return list(inside)
    return []


def _only_tells(clause: Clause, found: Sequence[Phrase]) -> bool:
    body = found[clause.start : clause.end]
    if not clause.events or any(phrase.kind in "NVWQXPSK" or phrase.words == "regret" for phrase in body):
        return False
    return all(event.form in ("finite", "pair", "noun", "gerund", "subject", FACED) for event in clause.events)


def _is_label(clause: Clause, clauses: Sequence[Clause], found: Sequence[Phrase]) -> bool:
    """`Both choose X:`, `I pick X, they pick Y:`: choices before a colon are a condition."""
    reckons = any(event.form == FACED and event.start <= clause.start + 1 for event in clause.events)
    judged = any(phrase.kind in "nBcJYO" for phrase in found[clause.start : clause.start + 2])
    if not _only_tells(clause, found) or (judged and not reckons):
        return False
    if any(phrase.words in ("would", "will", "final") for phrase in found[clause.start : clause.end]):
        return False
    position = clauses.index(clause)
    if any(part.kind == "main" and part.events == [] and _weighty(part, found) for part in clauses[:position]):
        return False
    for part in clauses[position:]:
        if kinds_of(found[part.end : part.end + 2]).removeprefix(")").startswith(":"):
            return True
        if not _only_tells(part, found):
            return False
    return False


def _weighty(clause: Clause, found: Sequence[Phrase]) -> bool:
    return any(phrase.kind in "NVWQXPSA" for phrase in found[clause.start : clause.end])
