"""Claims to goals, and verdicts to sentences: both from the same template.

A claim is read once (`read_claim`), asked as `goal_text`, and where it fails put right by one of its
`corrections`. Every sentence that a person or a model gets to see is a template's `says` or `denied`, filled in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from gdl.compile.prolog_text import prolog_atom
from gdl.tree.numbers import number_text
from gdl.values import dataclass
from translators.errors import QueryError
from translators.language.forms import Pattern, Slot
from translators.language.grammar import QueryLanguage
from translators.language.query import (
    Call,
    Move,
    Name,
    Query,
    QueryCompound,
    QueryMix,
    QueryRole,
    QueryTerm,
    QueryVar,
    move_name,
    prolog_term,
    term_text,
)
from translators.language.template import Template
from translators.language.vocabulary import Naming

Slots = Mapping[str, QueryTerm]


@dataclass(frozen=True)
class BoundClaim:
    """A call of a query seen as one kind of claim: its template and what stands in its slots."""

    template: Template
    slots: Slots

    @property
    def key(self) -> tuple[str, tuple[tuple[str, QueryTerm], ...]]:
        """The same for two readings just if they claim the same."""
        return self.template.name, tuple(sorted(self.slots.items(), key=lambda item: item[0]))


@dataclass(frozen=True)
class Correction:
    """A claim with variables in the slots `solved`: an answer to it puts a failed claim right."""

    reading: BoundClaim
    solved: tuple[str, ...]

    def answered(self, values: Sequence[QueryTerm]) -> BoundClaim:
        """The reading with the solver's values in the solved slots, each turned to its slot's type."""
        types = {slot.name: slot.type for slot in self.reading.template.slots}
        filled = {name: _typed(types[name], value) for name, value in zip(self.solved, values, strict=True)}
        return BoundClaim(self.reading.template, {**self.reading.slots, **filled})


def _typed(slot_type: str, value: QueryTerm) -> QueryTerm:
    if slot_type in ("move", "their_move"):
        return Move(move_name(value))
    if slot_type == "role" and isinstance(value, Name):
        return QueryRole(value.name)
    if slot_type == "number" and isinstance(value, Name):
        return Fraction(value.name)
    return value


def read_call(language: QueryLanguage, call: Call) -> BoundClaim | None:
    """The template a call is an instance of; None for a call that only asks."""
    you = language.role_of("you")
    for template in language.templates:
        slots = _match_pattern(template.pattern, call.term, template.about, you)
        if slots is not None:
            return BoundClaim(template, slots)
    return None


def read_claim(language: QueryLanguage, query: Query) -> BoundClaim:
    """The one positive call of a claim's query, as a reading.

    Raises:
        QueryError: if the query is of another form or moves stand where another role would make them.
    """
    if len(query.calls) != 1 or query.calls[0].negated:
        raise QueryError("a claim is one query, without negation", query=str(query))
    reading = read_call(language, query.calls[0])
    if reading is None or not reading.template.says:
        raise QueryError("this query asks something but claims nothing", query=str(query))
    for role, move in _owned_moves(language, reading):
        if move.name not in language.vocabulary.moves.get(role.name, (move.name,)):
            raise QueryError(
                f"{move.said or move.name!r} is no move of {role.said or role.name}",
                query=str(query),
                expected=f"one of {', '.join(language.vocabulary.moves[role.name])}",
            )
    return reading


def _owned_moves(language: QueryLanguage, reading: BoundClaim) -> list[tuple[QueryRole, Move]]:
    """Every move of a claim with the role that must have it: the one named before it, or whom the claim is about."""
    role = reading.slots["role"]
    assert isinstance(role, QueryRole)
    other = QueryRole(language.vocabulary.other(role.name) or "", "them" if role.name == language.role else "")
    found: list[tuple[QueryRole, Move]] = []
    for slot in reading.template.slots:
        owner = other if slot.type in ("their_move", "mix") else role
        match reading.slots[slot.name]:
            case QueryRole() as named:
                role = named
            case Move() as move if slot.type in ("move", "their_move"):
                found.append((owner, move))
            case QueryMix(weights):
                found.extend((owner, move) for move, _ in weights)
            case QueryCompound() as situation:
                found.extend((who, move) for who, move in history(situation) if isinstance(move, Move))
    return found


# Goals


def goal_text(reading: BoundClaim) -> str:
    """The solver's goal of a reading, in Prolog text.

    Raises:
        QueryError: for a claim that is a formula, of a match.
    """
    if reading.template.goal is None:
        raise QueryError("this is said of a match: name it with --match FILE", query=reading.template.name)
    return _goal(reading.template.goal, reading.slots)


def _goal(pattern: Pattern | Slot, slots: Slots) -> str:
    if isinstance(pattern, Slot) or (not pattern.args and pattern.functor in slots):
        return prolog_term(slots[pattern.name if isinstance(pattern, Slot) else pattern.functor])
    if not pattern.args:
        return prolog_atom(pattern.functor)
    return f"{prolog_atom(pattern.functor)}({','.join(_goal(arg, slots) for arg in pattern.args)})"


def corrections(language: QueryLanguage, reading: BoundClaim) -> list[Correction]:
    """What may put a failed claim right, in the order to try: its own solved slots, then its `instead` claims."""
    found = [_correction(reading.template, reading.slots)] if reading.template.solve else []
    for pattern in reading.template.instead:
        other = next(t for t in language.templates if t.name == pattern.functor)
        names = [arg.functor if isinstance(arg, Pattern) else arg.name for arg in pattern.args]
        slots = {"role": reading.slots["role"]}
        for slot, name in zip(other.slots, names, strict=True):
            slots[slot.name] = reading.slots.get(name, QueryVar(f"X{slot.name}"))
        found.append(_correction(other, slots))
    return found


def _correction(template: Template, slots: Slots) -> Correction:
    free: dict[str, QueryTerm] = {name: QueryVar(f"X{name}") for name in template.solve}
    return Correction(BoundClaim(template, {**slots, **free}), template.solve)


def exclusive(first: BoundClaim, second: BoundClaim) -> bool:
    """Whether two claims can't both hold whatever the game: they differ in a value that is unique, or each is
    what the other's template offers `instead`."""
    if first.template.name == second.template.name:
        unique = set(first.template.solve) if not first.template.tied else set()
        numbers = {slot.name for slot in first.template.slots if slot.type == "number"}
        differ = {name for name in first.slots if first.slots[name] != second.slots.get(name)}
        return bool(differ) and differ <= unique & numbers
    for pattern in first.template.instead:
        names = [arg.functor if isinstance(arg, Pattern) else arg.name for arg in pattern.args]
        if pattern.functor == second.template.name and not second.template.solve:
            values = [first.slots.get(name) for name in names]
            same_role = first.slots["role"] == second.slots["role"]
            return same_role and values == [second.slots[slot.name] for slot in second.template.slots]
    return False


# Sentences

_PLACE = re.compile(r"\{(\w+)\}")


class Phrasing:
    """Writes readings as English, with the moves called as one naming calls them."""

    def __init__(self, language: QueryLanguage, naming: Naming) -> None:
        self.language = language
        self.naming = naming

    def says(self, reading: BoundClaim) -> str:
        """The sentence that the claim is true."""
        return self._fill(reading.template.says, reading)

    def denies(self, reading: BoundClaim) -> str:
        """The sentence that the claim is false; empty where the template has none."""
        return self._fill(reading.template.denied, reading)

    def correction_word_for_word(self, reading: BoundClaim) -> str:
        """The template's unchecked correction, for replaying published logs; empty where it has none."""
        return self._fill(reading.template.corrected, reading)

    def correction(self, answers: Sequence[BoundClaim]) -> str:
        """One sentence for all right answers: the first in full, the others named as tied with it."""
        first, *others = answers
        tied = first.template.tied
        sentence = self.says(first)
        if not others:
            return sentence
        if not tied:
            return "; ".join(self.says(answer) for answer in answers)
        return f"{sentence}, and equally {_listed([self._fill(tied, other) for other in others])}"

    def query(self, reading: BoundClaim) -> str:
        """The reading as a query of its own, in the language of the role that asks."""
        term = self._instance(reading.template.pattern, reading.slots)
        role = reading.slots["role"]
        if reading.template.about and isinstance(role, QueryRole) and role.name != self.language.role:
            term = QueryCompound(reading.template.name, (role, *(term.args if isinstance(term, QueryCompound) else ())))
        return term_text(term)

    def _instance(self, pattern: Pattern | Slot, slots: Slots) -> QueryCompound | Name:
        if isinstance(pattern, Pattern) and not pattern.args:
            return Name(pattern.functor)
        assert isinstance(pattern, Pattern)
        args = (slots[arg.name] if isinstance(arg, Slot) else self._instance(arg, slots) for arg in pattern.args)
        return QueryCompound(pattern.functor, tuple(self._renamed(arg) for arg in args))

    def _renamed(self, term: QueryTerm) -> QueryTerm:
        match term:
            case Move(name):
                return Move(name, self.naming.preferred(name))
            case QueryRole(name):
                return QueryRole(name, self.role(term))
            case QueryCompound(functor, args):
                return QueryCompound(functor, tuple(self._renamed(arg) for arg in args))
            case QueryMix(parts):
                return QueryMix(tuple((Move(move.name, self.naming.preferred(move.name)), p) for move, p in parts))
            case _:
                return term

    def _fill(self, text: str, reading: BoundClaim) -> str:
        return _PLACE.sub(lambda place: self._place(place[1], reading), text)

    def _place(self, name: str, reading: BoundClaim) -> str:
        slots = reading.slots
        if name in slots and name != "role":
            return self.called(name, slots[name], reading.template)
        role = slots["role"]
        assert isinstance(role, QueryRole)
        match name:
            case "role":
                return self.role(role)
            case "whose":
                return {"you": "your", "them": "their"}.get(self.role(role), f"{role.name}'s")
            case "other":
                return self.role(self._other(role))
            case "other_chooses":
                other = self.role(self._other(role))
                return {"you": "you choose", "them": "they choose"}.get(other, f"{other} chooses")
            case _:
                return self._choices(name, reading, role)

    def called(self, slot: str, term: QueryTerm, template: Template) -> str:
        """What stands in a slot of this name, in words: those of the query set for it, if it has some."""
        if isinstance(term, Name) and term.name in template.names.get(slot, {}):
            return template.names[slot][term.name][0]
        if isinstance(term, Name | QueryCompound):
            for noun in template.nouns.get(slot, ()):
                inside = _match_pattern(noun.pattern, term, False, QueryRole(self.language.role))
                if inside is not None:
                    words = {name: self.called(name, each, template) for name, each in inside.items() if name != "role"}
                    return _placed(noun.says, words)
        if isinstance(term, Name) and len(group := self.language.group_of(term.name)) > 1:
            return _listed([self.role(role) for role in group])
        return self.term(term)

    def _other(self, role: QueryRole) -> QueryRole:
        return QueryRole(self.language.vocabulary.other(role.name) or role.name)

    def role(self, role: QueryRole) -> str:
        """`you` or `them` in a game of two, whoever the query's words were; else the role's name in prose."""
        if self.language.other is not None:
            return "you" if role.name == self.language.role else "them"
        return next(iter(self.language.vocabulary.role_names.get(role.name, ())), role.name)

    def _choices(self, name: str, reading: BoundClaim, role: QueryRole) -> str:
        """`you choosing B and them choosing R`, from a situation or from an own and another's move."""
        situations = [reading.slots[slot.name] for slot in reading.template.slots if slot.type == "situation"]
        if not situations:
            pairs = [(role, reading.slots["choice"]), (self._other(role), reading.slots["theirs"])]
        else:
            pairs = history(situations[0])
        if name == "choices" and self.language.vocabulary.simultaneous:
            pairs = sorted(pairs, key=lambda pair: pair[0].name != self.language.role)
        elif name == "choices":
            pairs = pairs[::-1]
        if not pairs:
            return "making no choice"
        return " and ".join(f"{self.role(who)} choosing {self.term(move)}" for who, move in pairs)

    def term(self, term: QueryTerm) -> str:
        """A slot's value in words."""
        match term:
            case Move(name):
                return self.naming.preferred(name)
            case Fraction():
                return self.number(term)
            case QueryRole():
                return self.role(term)
            case QueryMix(parts):
                return _listed([f"{self.term(move)} with probability {number_text(weight)}" for move, weight in parts])
            case QueryVar():
                return "some value"
            case _:
                return term_text(term)

    def number(self, number: Fraction) -> str:
        """A number as the game's author writes it."""
        return self.language.vocabulary.spelling.told(number)

    def cell(self, profile: Sequence[QueryTerm], payoffs: Sequence[Fraction]) -> str:
        """A cell in words: `you R, them B: you 5, them 0`."""
        roles = [QueryRole(name) for name in self.language.vocabulary.roles]
        order = sorted(range(len(roles)), key=lambda index: roles[index].name != self.language.role)
        moves = ", ".join(f"{self.role(roles[i])} {self.term(_typed('move', profile[i]))}" for i in order)
        numbers = ", ".join(f"{self.role(roles[i])} {self.number(payoffs[i])}" for i in order)
        return f"{moves}: {numbers}"


def history(situation: QueryTerm) -> list[tuple[QueryRole, QueryTerm]]:
    """The choices of a situation, the latest first; empty for `s0` and for anything that is no situation."""
    pairs: list[tuple[QueryRole, QueryTerm]] = []
    while isinstance(situation, QueryCompound) and situation.functor == "do" and len(situation.args) == 2:
        choice, situation = situation.args
        if isinstance(choice, QueryCompound) and len(choice.args) == 2 and isinstance(choice.args[0], QueryRole):
            pairs.append((choice.args[0], choice.args[1]))
    return pairs


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _match_pattern(
    pattern: Pattern, term: QueryCompound | Name, about: bool, you: QueryRole
) -> dict[str, QueryTerm] | None:
    """The slots that make `pattern` equal to `term`, or None. The slot `role` is the role a claim is about."""
    slots: dict[str, QueryTerm] = {"role": you}
    args = term.args if isinstance(term, QueryCompound) else ()
    functor = term.functor if isinstance(term, QueryCompound) else term.name
    if functor != pattern.functor:
        return None
    if about and len(args) == len(pattern.args) + 1:
        slots["role"], args = args[0], args[1:]
    return slots if _match_args(pattern, args, slots) else None


def _match_args(pattern: Pattern, args: Sequence[QueryTerm], slots: dict[str, QueryTerm]) -> bool:
    if len(args) != len(pattern.args):
        return False
    for expected, arg in zip(pattern.args, args, strict=True):
        if isinstance(expected, Slot):
            slots[expected.name] = arg
        elif not (isinstance(arg, QueryCompound) and arg.functor == expected.functor) or not _match_args(
            expected, arg.args, slots
        ):
            return False
    return True


def _placed(said: str, words: Mapping[str, str]) -> str:
    """A query set's words with those for its slots in their places; other braces are only braces."""
    return _PLACE.sub(lambda place: words.get(place[1], place[0]), said)
