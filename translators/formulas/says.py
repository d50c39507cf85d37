"""Formulas in English, made from their parts: what they say, that it is not so, and what holds instead.

Different formulas are said differently: what could be read in two ways is put in brackets, and bound variables keep
their names. Texts have no capital at the start and no full stop at the end.

Definitions are said by their templates. `{M}` is a move or a number, `{S}` a condition ("p1 choosing stag"), `{P}` a
belief; a role is `{R}` after a preposition ("for you"), `{R's}` before what is its own ("your payoff") and
`{R:chooses|choose}` with a verb of its own, in the singular and the plural.

Long, because every form has its sentence, and together they are one grammar.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from gdl.tree.numbers import NumberSpelling, number_text
from gdl.values import dataclass
from translators.formulas import formula as f
from translators.formulas.definitions import Definitions
from translators.formulas.write import ref_text

_PLACE = re.compile(r"\{(\w+)\}")
_SUBJECT = re.compile(r"(?:^|(?<=that ))\{(\w+)\} (is|was|has|does)\b")
_PLURAL = {"is": "are", "was": "were", "has": "have", "does": "do"}
HOLE = re.compile(r"\{(\w+)('s)?(?::([^{}|]*)\|([^{}]*))?\}")
"""A place in a template: its parameter, whether it owns what follows, and its verb for one and for many."""

_RELATIONS: dict[f.Comparison, str] = {
    "=": "equal to",
    "!=": "not equal to",
    "<": "less than",
    ">": "more than",
    "<=": "at most",
    ">=": "at least",
    "~": "about",
}
_COUNTS = (f.Count, f.Chance, f.Rounds)
"""What is no payoff, so that the author's way of writing the same number as a payoff is not its own."""

_OPERATORS: dict[f.Operator, str] = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
BUILT_IN_SAYS = {
    "simultaneous": ("all move once, at the same time", "not all move once, at the same time"),
    "survives": (
        "{1} survives for {0} when strictly dominated moves are taken away again and again",
        "{1} does not survive for {0} when strictly dominated moves are taken away again and again",
    ),
    "survives_weakly": (
        "{1} survives for {0} when weakly dominated moves are taken away again and again",
        "{1} does not survive for {0} when weakly dominated moves are taken away again and again",
    ),
    "survives_mixed": (
        "{1} survives for {0} when moves that a mix strictly dominates are taken away again and again",
        "{1} does not survive for {0} when moves that a mix strictly dominates are taken away again and again",
    ),
    "correlated": ("{0} is a correlated equilibrium", "{0} is not a correlated equilibrium"),
    "mixed_dominated": (
        "{1} is strictly dominated for {0} by a mix of moves",
        "{1} is not strictly dominated for {0} by a mix of moves",
    ),
    "subgame_perfect": (
        "{0} is the course of a subgame-perfect equilibrium",
        "{0} is not the course of a subgame-perfect equilibrium",
    ),
    "best_ahead": (
        "{1} is best for {0} after {2} if all choose what is best for them from there on",
        "{1} is not best for {0} after {2} if all choose what is best for them from there on",
    ),
    "value": ("the highest payoff that a mix of moves guarantees {0}", ""),
}
"""Relations that are built in → what they say and deny, with {0}, {1} … for their arguments."""


SAID_TERM = "has_said"
"""The relation of a record between somebody and what that player has claimed."""
CLAIMED_TERM = "has_claimed"
"""The same, where it is told in so many words who said it: then it can be wrong."""


@dataclass(frozen=True)
class Voice:
    """Who is spoken to, and how things are called.

    Attributes:
        roles: all of the game, in its order.
        you: the role that is addressed; nobody if None.
        they: the role that is `they`; nobody if None.
        names: role or constant → how it is called; others are called as the rules spell them.
        moves: move, as formulas write it → how it is called.
        relations: relation → what it says and what is said where it does not hold, with {0}, {1} … for its arguments.
        definitions: those that formulas may apply.
        slots: relation → what its arguments are called; the parameters of a definition are called so themselves.
        things: what an argument is called → constants that stand there, with variables for their own arguments, and
            their names, with those variables in braces.
        rounds: what was done is told of earlier rounds, by number, rather than of the steps of a play.
        spelling: how the game's author writes numbers.
    """

    roles: tuple[str, ...]
    you: str | None = None
    they: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    moves: Mapping[str, str] = field(default_factory=dict)
    relations: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    definitions: Definitions = field(default_factory=dict)
    slots: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    things: Mapping[str, tuple[tuple[f.Const, str], ...]] = field(default_factory=dict)
    rounds: bool = False
    spelling: NumberSpelling = field(default_factory=NumberSpelling)


GROUP = "group"
"""The constant `group(p2, p3)` stands for several roles together."""


def says(formula: f.Formula, voice: Voice) -> str:
    """What a formula says, in English.

    Raises:
        KeyError: for a definition that the voice does not have.
    """
    return _Speaker(voice).formula(formula)


def denies(formula: f.Formula, voice: Voice) -> str:
    """That a formula is not so, in English."""
    return _Speaker(voice).denial(formula)


def corrected(formula: f.Formula, voice: Voice, found: Sequence[Fraction]) -> str:
    """What holds instead of a false comparison, where `found` are the numbers its left side really stands for.

    A formula that compares no number of its own is only denied.
    """
    speaker = _Speaker(voice)
    match formula:
        case f.Compare(_, left, f.Number()) | f.Some(f.Compare(_, left, f.Number())) if found:
            return speaker.amounts(left, found)
    return speaker.denial(formula)


def said_name(ref: f.Ref, voice: Voice) -> str:
    """What a role, a move or a thing is called."""
    return _Speaker(voice).name(ref)


def role_said(role: str, voice: Voice) -> str:
    """What a role is called, as one of several that did something: `you`, `them`, or its name."""
    return _Speaker(voice).object(f.Const(role))


class _Speaker:
    """Says formulas in one voice. A class because every method needs the voice."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice

    # Formulas

    def formula(self, value: f.Formula) -> str:
        match value:
            case f.Compare(relation, left, right):
                return self.compare(relation, left, right, some=False)
            case f.Some(f.Compare(relation, left, right)):
                return self.compare(relation, left, right, some=True)
            case f.Negation(body):
                return self.denial(body)
            case f.AllOf((f.Negation(f.Knows(f.Const() as role, body, moment)), f.Negation(f.Knows() as other))) if (
                other == f.Knows(role, f.contrary(body), moment)
            ):
                return f"{self.verb(role, 'does', 'do')} not know{self.when(moment)} whether {self.part(body)}"
            case f.AllOf(parts):
                return ", and ".join(map(self.part, parts))
            case f.AnyOf(parts):
                return ", or ".join(map(self.part, parts))
            case f.If(condition, body):
                return f"provided that {self.part(condition)}, {self.part(body)}"
            case f.Iff(left, right):
                return f"{self.part(left)} just in case {self.part(right)}"
            case f.Quantified(quantifier, variable, domain, body):
                word = {"each": "for each", "any": "for at least one", "one": "for exactly one"}[quantifier]
                return f"{word} {self.domain(variable, domain)}, {self.part(body)}"
            case f.Same(left, right):
                return f"{self.name(left)} and {self.name(right)} are one and the same"
            case f.Applied(name, args):
                return self.applied(name, args, 0)
            case f.Holds(relation, args, moment):
                return self.holds(relation, args, 0) + self.when(moment)
            case f.Knows(role, body, moment):
                if role is None:
                    return f"it is certain that {self.part(body)}"
                return f"{self.verb(role, 'knows', 'know')}{self.when(moment)} that {self.part(body)}"
            case f.Possible(role, body, moment):
                if role is None:
                    return f"it may be that {self.part(body)}"
                return f"{self.verb(role, 'can', 'can')} not exclude{self.when(moment)} that {self.part(body)}"
            case f.Common(roles, body, moment):
                among = " and ".join(self.object(role) for role in roles) or "all"
                return f"it is common knowledge among {among}{self.when(moment)} that {self.part(body)}"
            case f.Did(role, move, step):
                return f"{self.verb(role, 'chose', 'chose')} {self.move(move)}{self.done(step, 'some')}"
            case f.Can(role, move, moment):
                return f"{self.verb(role, 'is', 'are')} allowed to choose {self.move(move)}{self.when(moment)}"
            case f.Will(role, move, moment):
                return f"{self.verb(role, 'will', 'will')} choose {self.move(move)}{self.when(moment, 'next')}"

    def denial(self, value: f.Formula) -> str:
        match value:
            case f.Applied(name, args) if said := self.applied(name, args, 1):
                return said
            case f.Holds(relation, args, moment) if said := self.holds(relation, args, 1):
                return said + self.when(moment)
            case f.Did(role, move, step):
                return f"{self.verb(role, 'did', 'did')} not choose {self.move(move)}{self.done(step, 'any')}"
            case f.Can(role, move, moment):
                return f"{self.verb(role, 'is', 'are')} not allowed to choose {self.move(move)}{self.when(moment)}"
            case f.Will(role, move, moment):
                return f"{self.verb(role, 'will', 'will')} not choose {self.move(move)}{self.when(moment, 'next')}"
            case f.AnyOf(parts) if all(isinstance(part, f.Applied) for part in parts):
                return ", and ".join(map(self.denial, parts))
            case f.Possible(None, body):
                return f"it cannot be that {self.part(body)}"
            case f.Knows(role, body, moment):
                if role is None:
                    return f"it is not certain that {self.part(body)}"
                verb = self.verb(role, "does", "do")
                return f"{verb} not know{self.when(moment)} that {self.part(body)}"
            case f.Same(left, right):
                return f"{self.name(left)} and {self.name(right)} are not one and the same"
        return f"it is not so that {self.part(value)}"

    def part(self, value: f.Formula) -> str:
        """A formula inside another one."""
        plain = f.Applied | f.Holds | f.Did | f.Can | f.Will | f.Same
        said = self.formula(value)
        return said if isinstance(value, plain) else f"({said})"

    def compare(self, relation: f.Comparison, left: f.NumberTerm, right: f.NumberTerm, *, some: bool) -> str:
        match left, right:
            case f.Pay(role, when), f.Number(number):
                return self.gets(role, when, relation, number, some=some)
        counts = isinstance(left, _COUNTS) or isinstance(right, _COUNTS)
        first, second = (
            self.plain(side) if counts and isinstance(side, f.Number) else self.term(side) for side in (left, right)
        )
        sides = f"{first} is {_RELATIONS[relation]} {second}"
        if not some and isinstance(left, f.Extreme) and isinstance(right, f.Number) and relation == "=":
            return self.amounts(left, [right.value])
        return f"in some case {sides}" if some else sides

    def gets(self, role: f.Ref, when: f.Condition, relation: f.Comparison, number: Fraction, *, some: bool) -> str:
        amount = {
            "=": "",
            "!=": "",
            "<": "less than ",
            ">": "more than ",
            "<=": "at most ",
            ">=": "at least ",
            "~": "about ",
        }[relation] + self.voice.spelling.told(number)
        if some:
            verb = self.verb(role, "can", "can") + (" get another payoff than" if relation == "!=" else " get")
        elif relation == "!=":
            verb = self.verb(role, "never gets", "never get")
        else:
            verb = self.verb(role, "gets", "get")
        always = relation != "!=" and not some and not (when.parts and relation == "=")
        if always and not when.parts:
            return f"whatever all choose, {verb} {amount}"
        lead = f"if {self.condition(when)}, " if when.parts else ""
        return f"{lead}{verb} {amount}" + (" in every case" if always else "")

    def amounts(self, term: f.NumberTerm, found: Sequence[Fraction]) -> str:
        """That a number is this, or is one of these."""
        spell = number_text if isinstance(term, _COUNTS) else self.voice.spelling.told
        told = _listed([spell(number) for number in sorted(set(found))], "or")
        match term:
            case f.Pay(role, when):
                lead = f"if {self.condition(when)}, " if when.parts else ""
                return f"{lead}{self.verb(role, 'gets', 'get')} {told}"
        return f"{self.term(term)} is {told}"

    # Numbers

    def term(self, value: f.NumberTerm) -> str:
        match value:
            case f.Number(number):
                return self.voice.spelling.told(number)
            case f.Var(name):
                return name
            case f.Pay(role, when):
                return f"what {self.verb(role, 'gets', 'get')}{self.given(when)}"
            case f.Sum(when):
                return f"what all get together{self.given(when)}"
            case f.Expected(role, when, belief):
                return f"what {self.verb(role, 'gets', 'get')} on average{self.given(when)}{self.belief(belief)}"
            case f.Extreme(which, f.Pay(role, when)):
                word = "least" if which == "min" else "most"
                return f"the {word} {self.verb(role, 'gets', 'get')}{self.given(when)}"
            case f.Extreme(which, f.Sum(when)):
                return f"the {'least' if which == 'min' else 'most'} all get together{self.given(when)}"
            case f.Extreme(which, term):
                return f"the {'least' if which == 'min' else 'greatest'} value of ({self.term(term)})"
            case f.Arithmetic(operator, left, right):
                return f"{self.operand(left)} {_OPERATORS[operator]} {self.operand(right)}"
            case f.Count(variable, domain, body):
                return f"the number of {self.domain(variable, domain, plural=True)} for which {self.part(body)}"
            case f.Chance(role, body, moment):
                return f"the chance for {self.object(role)}{self.when(moment)} that {self.part(body)}"
            case f.Earned(role, moment):
                last = " in the last round" if moment is None else f" in round {self.number(moment)}"
                return f"what {self.verb(role, 'got', 'got')}{last}"
            case f.Total(role, moment):
                until = " so far" if moment is None else f" up to round {self.number(moment)}"
                return f"what {self.verb(role, 'got', 'got')} in all rounds{until}"
            case f.Rounds():
                return "the number of rounds so far"
            case f.Applied(name, args):
                return self.applied(name, args, 0)

    def operand(self, value: f.NumberTerm) -> str:
        said = self.term(value)
        return said if isinstance(value, f.Number | f.Var) else f"({said})"

    def applied(self, name: str, args: tuple[f.Argument, ...], which: int) -> str:
        """What a definition says, or for 1 what it denies; empty if it has no words for that."""
        definition = self.voice.definitions.get(name)
        if definition is None:
            return BUILT_IN_SAYS[name][which].format(*map(self.argument, args))
        values = dict(zip((parameter for parameter, _ in definition.head.parameters), args, strict=True))
        said = self.agreeing((definition.says, definition.denies)[which], values)
        return HOLE.sub(lambda hole: self.hole(hole, values), said)

    def hole(self, hole: re.Match[str], values: Mapping[str, f.Argument]) -> str:
        value = values[hole[1]]
        if isinstance(value, f.Const | f.Var) and (hole[2] or hole[3] is not None):
            if hole[2]:
                return self.owner(value)
            return f"{self.object(value)} {hole[3]}" if hole[3].endswith("ing") else self.verb(value, hole[3], hole[4])
        return self.thing(value, hole[1]) if isinstance(value, f.Const) else self.argument(value)

    def thing(self, value: f.Ref, slot: str) -> str:
        """A constant that stands where an argument is called `slot`."""
        if isinstance(value, f.Var):
            return value.name
        for pattern, said in self.voice.things.get(slot, ()):
            if (pattern.name, len(pattern.args)) == (value.name, len(value.args)):
                inside = {place.name: each for place, each in zip(pattern.args, value.args, strict=True)}
                return _placed(said, {name: self.thing(each, name) for name, each in inside.items()})
        if value.name == GROUP and value.args:
            return _listed([self.name(role) for role in value.args], "and")
        return self.argument(value)

    def argument(self, value: f.Argument) -> str:
        match value:
            case f.Const(name) if name in self.voice.roles and not value.args:
                return self.object(value)
            case f.Const():
                return self.move(value)
            case f.Var(name):
                return name
            case f.Condition():
                return self.gerund(value)
            case f.Belief():
                return self.chances(value)
            case f.Lottery(parts):
                listed = [f"{self.gerund(when)} with probability {self.plain(weight)}" for when, weight in parts]
                return f"the lottery of {_listed(listed, 'and')}"
            case _:
                return self.term(value)

    # Conditions, beliefs, domains, moments

    def given(self, when: f.Condition) -> str:
        return f" if {self.condition(when)}" if when.parts else ""

    def condition(self, when: f.Condition) -> str:
        return self.joint(when, "chooses", "choose") or _listed(
            [self.clause(part, "chooses", "choose") for part in when.parts], "and"
        )

    def gerund(self, when: f.Condition) -> str:
        if not when.parts:
            return "anything"
        return self.joint(when, "choosing", "choosing") or _listed(
            [self.clause(part, "choosing", "choosing") for part in when.parts], "and"
        )

    def joint(self, when: f.Condition, one: str, many: str) -> str:
        """Of a condition that gives all roles, in their order, one move."""
        binds = [part for part in when.parts if isinstance(part, f.Bind) and part.step is None]
        roles = [part.role for part in binds]
        if len(binds) < len(when.parts) or roles != [f.Const(role) for role in self.voice.roles] or len(roles) < 2:
            return ""
        if len({part.move for part in binds}) > 1:
            return ""
        return f"{'both' if len(roles) == 2 else 'all'} {many} {self.move(binds[0].move)}"

    def clause(self, part: f.Bind | f.ReplyTo | f.Saw | f.Var, one: str, many: str) -> str:
        match part:
            case f.Var(name):
                return f"{name} is played" if one != many else f"{name} being played"
            case f.Bind(role, move, step):
                subject = f"{self.object(role)} {one}" if one == many else self.verb(role, one, many)
                return f"{subject} {self.move(move)}{self.at(step)}"
            case f.ReplyTo(role, after, move):
                subject = f"{self.object(role)} answering" if one == many else self.verb(role, "answers", "answer")
                return f"{subject} ({self.gerund(after)}) with {self.move(move)}"
            case f.Saw(role, percept, step):
                subject = f"{self.object(role)} seeing" if one == many else self.verb(role, "sees", "see")
                return f"{subject} {self.name(percept)}{self.at(step)}"

    def belief(self, belief: f.Belief | f.Var) -> str:
        if isinstance(belief, f.Var):
            return f" with the chances {belief.name}"
        return f" where {self.chances(belief)}" if belief.parts else ""

    def chances(self, belief: f.Belief) -> str:
        parts = (
            f"{self.verb(role, 'chooses', 'choose')} {self.move(move)} with probability {self.plain(weight)}"
            for role, move, weight in belief.parts
        )
        return _listed(list(parts), "and")

    def plain(self, value: f.NumberTerm) -> str:
        """A probability or a count, whose number is not written as a payoff is."""
        return number_text(value.value) if isinstance(value, f.Number) else self.operand(value)

    def domain(self, variable: str, domain: f.Domain, *, plural: bool = False) -> str:
        match domain.kind:
            case "roles":
                said = f"roles {variable}" if plural else f"role {variable}"
            case "moves":
                assert domain.role is not None
                said = (
                    f"moves {variable} of {self.object(domain.role)}"
                    if plural
                    else (f"move {variable} of {self.object(domain.role)}")
                )
            case "profiles":
                said = f"plays {variable}" if plural else f"play {variable}"
            case "rounds":
                said = f"rounds {variable}" if plural else f"round {variable}"
            case sort:
                said = f"values {variable} of {sort}" if plural else f"{sort} {variable}"
        return said + (f" but {_listed([self.name(each) for each in domain.but], 'and')}" if domain.but else "")

    def at(self, step: f.Moment) -> str:
        return "" if step is None else f" in step {self.number(step)}"

    def done(self, step: f.Moment, otherwise: str) -> str:
        if self.voice.rounds:
            return f" in {otherwise} round" if step is None else f" in round {self.number(step)}"
        return self.at(step) or f" at {otherwise} step"

    def when(self, moment: f.Moment, now: str = "") -> str:
        if moment is None:
            return f" {now}" if now else ""
        return f" after {self.number(moment)} steps"

    def number(self, moment: f.Ref) -> str:
        return moment.name

    # Names

    def name(self, ref: f.Ref) -> str:
        if isinstance(ref, f.Var):
            return ref.name
        if ref.name in self.voice.roles and not ref.args:
            return self.object(ref)
        return self.move(ref)

    def move(self, ref: f.Ref) -> str:
        if isinstance(ref, f.Var):
            return ref.name
        written = ref_text(ref)
        return self.voice.moves.get(written) or self.voice.names.get(ref.name if not ref.args else written, written)

    def object(self, role: f.Ref) -> str:
        """A role after a preposition."""
        return self.role(role, "you", "them")

    def owner(self, role: f.Ref) -> str:
        """A role before what is its own."""
        if isinstance(role, f.Const) and role.name in (self.voice.you, self.voice.they):
            return self.role(role, "your", "their")
        return f"{self.object(role)}'s"

    def verb(self, role: f.Ref, one: str, many: str) -> str:
        """A role with its verb, the form for one or for many."""
        plural = isinstance(role, f.Const) and role.name in (self.voice.you, self.voice.they)
        return f"{self.role(role, 'you', 'they')} {many if plural else one}"

    def agreeing(self, said: str, values: Mapping[str, f.Argument]) -> str:
        """A game's sentence, its verb in the plural where it is said to whom it is about."""

        def agreed(subject: re.Match[str]) -> str:
            value = values.get(subject[1])
            told = isinstance(value, f.Const) and value.name in (self.voice.you, self.voice.they)
            return f"{{{subject[1]}}} {_PLURAL[subject[2]] if told else subject[2]}"

        return _SUBJECT.sub(agreed, said)

    def role(self, role: f.Ref, you: str, they: str) -> str:
        if isinstance(role, f.Var):
            return role.name
        if role.name == self.voice.you:
            return you
        return they if role.name == self.voice.they else self.voice.names.get(role.name, role.name)

    def holds(self, relation: str, args: tuple[f.Ref, ...], which: int) -> str:
        match args:
            case (who, f.Const(claim, about)) if relation in (SAID_TERM, CLAIMED_TERM):
                told = f.Applied(claim, about) if claim in self.voice.definitions else f.Holds(claim, about)
                return f"{self.verb(who, 'has', 'have')}{' not' * which} said that {self.part(told)}"
        said = self.voice.relations.get(relation, ("", ""))[which]
        if said:
            slots = self.voice.slots.get(relation, ("",) * len(args))
            things = (self.thing(arg, slot) for arg, slot in zip(args, slots, strict=True))
            said = self.agreeing(said, {str(index): arg for index, arg in enumerate(args)})
            return _placed(said, {str(index): thing for index, thing in enumerate(things)})
        if which:
            return ""
        return f"{relation} holds" + (f" of {_listed(list(map(self.name, args)), 'and')}" if args else "")


def _listed(texts: Sequence[str], word: str) -> str:
    return f" {word} ".join(filter(None, [", ".join(texts[:-1]), *texts[-1:]]))


def _placed(said: str, values: Mapping[str, str]) -> str:
    """A game's sentence with values in the places `{name}` that there are; other braces are only braces."""
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), said)
