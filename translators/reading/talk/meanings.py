"""What the phrases in the places of a pattern mean, and the formulas that come of it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import product

from gdl.values import dataclass
from translators.formulas import formula as f
from translators.formulas.says import GROUP
from translators.language.forms import Pattern, Slot
from translators.language.nouns import MENTIONED, UNTOLD, Noun, Nouns
from translators.language.patterns import Filled, OneOf, Open, PatternParts, PatternWord
from translators.language.template import ACT, Template
from translators.reading.talk.lattice import FoundPattern, LatticeStep, TalkPhrase
from translators.reading.talk.people import ORDINALS, People
from translators.reading.talk.talk_words import talk_words
from translators.reading.words.tokens import WordToken

Place = tuple[int, int]
"""A sentence of a text, and a token of it."""

Meant = f.Formula | f.Const
"""What a claim says; what an act such as a suggestion is called."""

_OF_IDENTITIES = "identity"
"""The kind of claims about who is who."""
_VARIABLE = "X"
_CARDINAL = "count"
"""The slot of how many there are; numbers of days and the like may be ordinals."""
_MEETS: Mapping[f.Comparison, Callable[[int, int], bool]] = {
    "=": operator.eq,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_BETWEEN_CLAUSES = frozenset(", ; : and but because since so as that who when while if though although".split())
_NO_PLURALS = frozenset("is was has us as this 's always others' yes".split())
"""Words with an s at the end that call nobody anything."""
_MOST_NAMED = 6
"""Players of whom so many may be said to be something."""


@dataclass(frozen=True, slots=True)
class NounFound:
    """A noun, as some words say it."""

    noun: Noun
    bound: Mapping[str, TalkPhrase]


@dataclass
class Discourse:
    """What was spoken of so far.

    Attributes:
        people: players by where they were named.
        nouns: slot → what was spoken of: where it begins, where it ends, and its term.
        addressed: whom `you` is.
        reporter: whose words are told, while they are read.
    """

    players: Sequence[str]
    speaker: str
    people: list[tuple[Place, tuple[str, ...]]] = field(default_factory=list)
    nouns: dict[str, list[tuple[Place, Place, f.Const]]] = field(default_factory=dict)
    addressed: str = ""
    reporter: str = ""

    def who(self, people: People, at: Place, clause: Place | None = None, *, several: bool = False) -> People | None:
        """Players that a mention at a place means, None if that can't be told.

        Args:
            clause: where its clause begins, in which `him` and `them` are nobody who was named before.
            several: whether `they` are called something that one alone is not.
        """
        outside = at if clause is None else clause
        match people.kind:
            case "them":
                return self.who(People("they"), outside)
            case "him" if not self.reporter:
                return self._alone(outside, 2)
            case "him" | "he" if self.reporter:
                return People("these", (self.reporter,))
            case "he":
                return self._alone(at, 1)
            case "you":
                return People("these", (self.addressed,)) if self.addressed else None
            case "neither_they":
                meant = self.who(People("they"), at)
                return None if meant is None else People("neither", meant.roles)
            case "any_they" | "they" if people.number:
                named = self._named_last(people.number, at)
                return People("any" if people.kind == "any_they" else "these", named) if named else None
            case "nobody_else":
                spoken = (role for place, roles in self.people if place < at for role in roles)
                return People("within", tuple(dict.fromkeys((self.speaker, *spoken))))
            case "they":
                before = [roles for place, roles in self.people if place < at and self.speaker not in roles]
                if several:
                    before = [roles for place, roles in self._lately(at) if len(roles) > 1] or before
                elif before and self.reporter in before[-1]:
                    return People("these", (self.reporter,))
                if before and len(before[-1]) == 1:
                    return self._alone(at, 1)
                return People("these", before[-1]) if before else None
            case "we":
                return None
        return people

    def _alone(self, at: Place, sentences: int) -> People | None:
        """The only one whom the last sentences before a place name that name somebody alone; None if they name others.

        Who does something is more often the one who was named last than to whom it is done.
        """
        before = [(place[0], roles) for place, roles in self.people if place < at and len(roles) == 1]
        before = [each for each in before if each[1] != (self.speaker,)]
        latest = sorted({sentence for sentence, _ in before})[-sentences:]
        named = {roles for sentence, roles in before if sentence in latest}
        return People("these", named.pop()) if len(named) == 1 else None

    def _lately(self, at: Place) -> list[tuple[Place, tuple[str, ...]]]:
        """Who was named before a place, in its sentence or the one before it."""
        return [each for each in self.people if each[0] < at and each[0][0] >= at[0] - 1]

    def _named_last(self, number: int, at: Place) -> tuple[str, ...]:
        """So many players that were named together, or else those of the last sentence that names any."""
        before = [(place, roles) for place, roles in self.people if place < at]
        if not before:
            return ()
        last = before[-1][0][0]
        here = [roles for place, roles in before if place[0] == last]
        together = [roles for roles in here if len(roles) == number]
        one_by_one = tuple(dict.fromkeys(role for roles in here for role in roles))
        return together[-1] if together else one_by_one if len(one_by_one) == number else ()


class Meanings:
    """The meanings of the patterns found in one sentence.

    Attributes:
        sentence: its number.
    """

    def __init__(self, discourse: Discourse, sentence: int, tokens: Sequence[WordToken], all_nouns: Nouns) -> None:
        self._discourse, self.sentence, self._tokens, self._nouns = discourse, sentence, tokens, all_nouns

    def of(self, template: Template, parts: PatternParts, found: FoundPattern) -> list[Meant]:
        """What is claimed, once for each player of a list; nothing where it isn't told who or what is meant."""
        bound = bindings(parts, found.steps, self._tokens)
        at = (self.sentence, found.start)
        values: list[Sequence[f.Const | People]] = []
        for slot in template.slots:
            values.append(self._values(slot, bound.get(slot.name), at, template.nouns, found.end))
        if sum(len(each) > 1 for slot, each in zip(template.slots, values, strict=True) if slot.type == "role") > 1:
            return []  # which of these did so to which of those?
        if template.kind == _OF_IDENTITIES and self._beside_oneself(values):
            return []  # my allies, Players 5 and 6, me, and Player 8
        made = []
        for chosen in product(*values):
            many = [each for each in chosen if isinstance(each, People)]
            roles = [each for slot, each in zip(template.slots, chosen, strict=True) if slot.type == "role"]
            if len(many) > 1:
                return []
            if len(roles) > 1 and len(set(roles)) == 1 and (template.kind == _OF_IDENTITIES or self._pronoun(bound)):
                continue  # nobody is on somebody's own side, or against it; `they voted for Player 4` is of another
            made += [_counted(template, chosen, many[0]) if many else _meant(template, chosen)]
        return [each for each in made if each is not None]

    def _beside_oneself(self, values: Sequence[Sequence[f.Const | People]]) -> bool:
        """Whether the speaker is told to be something to several of whom it is one."""
        me = f.Const(self._discourse.speaker)
        return (me,) in map(tuple, values) and any(len(each) > 1 and me in each for each in values)

    def _pronoun(self, bound: Mapping[str, TalkPhrase]) -> bool:
        """Whether somebody is told by a pronoun alone."""
        told = (each.sense for each in bound.values() if each.category == "people")
        return any(each.kind in ("he", "they", "him", "them") for each in told)

    def noun_term(self, found: NounFound, at: Place, end: Place) -> Sequence[f.Const]:
        """The terms that a noun stands for."""
        noun = found.noun
        if noun.pattern.functor == MENTIONED:
            term = self._antecedent(noun.slot, at)
            return () if term is None else (term,)
        inside = [self._values(slot, found.bound.get(slot.name), at, self._nouns) for slot in noun.slots]
        return [
            f.Const(noun.pattern.functor, tuple(each for each in chosen if isinstance(each, f.Const)))
            for chosen in product(*inside)
            if not any(isinstance(each, People) for each in chosen)
        ]

    def _values(
        self, slot: Slot, phrase: TalkPhrase | None, at: Place, nouns: Nouns, end: int = 0
    ) -> Sequence[f.Const | People]:
        """What a slot may hold; for a role that the pattern leaves out the speaker, for a noun the one spoken of.

        Args:
            end: where what is said ends.
        """
        if phrase is None:
            if slot.type == "role":
                return (f.Const(self._discourse.reporter or self._discourse.speaker),)
            if slot.type == "noun":
                return (self._left_out(slot.name, at),)
            return ()
        where = (self.sentence, phrase.start)
        match slot.type:
            case "role" | "group" if phrase.end == end and self._owns_what_follows(end):
                return ()
            case "role" | "group":
                clause = self.sentence, self._clause_begin(phrase.start)
                who = self._discourse.who(phrase.sense, where, clause, several=self._several(phrase.end, end))
                if who is None:
                    return ()
                if slot.type == "group":
                    ordered = sorted(who.roles, key=list(self._discourse.players).index)
                    members = tuple(map(f.Const, ordered))
                    told = who.kind == "these" and members
                    return (f.Const(GROUP, members) if len(members) > 1 else members[0],) if told else ()
                return tuple(map(f.Const, who.roles)) if who.kind == "these" else (who,)
            case "noun":
                return self.noun_term(phrase.sense, where, (self.sentence, phrase.end))
            case "number" if slot.name == _CARDINAL and self._tokens[phrase.start].low in ORDINALS:
                return ()  # who voted first has not voted once
        return (f.Const(str(phrase.sense)),)

    def _owns_what_follows(self, end: int) -> bool:
        """Whether what is said ends with `my`, and what is the speaker's follows: `I will stay with my suspicion`."""
        return self._tokens[end - 1].low == "my" and end < len(self._tokens) and self._tokens[end].low.isalpha()

    def _several(self, start: int, end: int) -> bool:
        """Whether some tokens end with what several are called: `are my teammates`."""
        last = self._tokens[end - 1].low if start < end else ""
        return last.endswith("s") and last not in _NO_PLURALS

    def _clause_begin(self, at: int) -> int:
        while at and self._tokens[at - 1].low not in _BETWEEN_CLAUSES:
            at -= 1
        return at

    def _left_out(self, slot: str, at: Place) -> f.Const:
        """What a claim is about that does not say it: what was named last, in its own sentence even after it.

        `Two votes for me and none for Player 3 in round 1.`
        """
        told = self._discourse.nouns.get(slot, ())
        before = [each for each in told if each[1] <= at]
        here = [each for each in told if each[0][0] == at[0]]
        found = before if before and (before[-1][0][0] == at[0] or not here) else here
        return found[-1][2] if found else f.Const(MENTIONED)

    def _antecedent(self, slot: str, at: Place) -> f.Const | None:
        """What a pronoun of a slot means: what was spoken of last, of that slot or of one that it may be told by.

        `that team`, after quest 2 was spoken of, is the team of quest 2. None where it may be something else.
        """
        own = self._spoken(slot, at)
        after = own[-1][1] if own else (-1, 0)
        rivals = [other for other, many in self._nouns.items() if other != slot and _has_pronoun(many)]
        since = [
            (start, other, term) for other in rivals for start, _, term in self._spoken(other, at) if start >= after
        ]
        if not since:
            if not own and self._tokens[at[1]].low == "it":
                return None
            meant = own[-1][2] if own else f.Const(MENTIONED)
            return None if meant.name == UNTOLD else meant
        _, rival, term = max(since, key=lambda each: (each[0], each[1]))
        by_it = [noun for noun in self._nouns[slot] if noun.slots == (Slot(rival, "noun"),)]
        return f.Const(by_it[0].pattern.functor, (term,)) if by_it else None

    def _spoken(self, slot: str, at: Place) -> list[tuple[Place, Place, f.Const]]:
        return [each for each in self._discourse.nouns.get(slot, ()) if each[1] <= at]


def bindings(
    parts: PatternParts, steps: Sequence[LatticeStep], tokens: Sequence[WordToken]
) -> Mapping[str, TalkPhrase]:
    """Slot → the phrase that fills it, in a pattern found by these steps over some tokens."""
    read = [step if isinstance(step, TalkPhrase) else tokens[step].low for step in steps]
    for bound, at in _bound(parts, read, 0):
        if at == len(steps):
            return bound
    return {}


def _bound(
    parts: PatternParts, steps: Sequence[TalkPhrase | str], at: int
) -> Iterator[tuple[dict[str, TalkPhrase], int]]:
    if not parts:
        yield {}, at
        return
    part, rest = parts[0], parts[1:]
    here: Iterator[tuple[dict[str, TalkPhrase], int]]
    step = steps[at] if at < len(steps) else None
    match part:
        case Filled(slot):
            here = iter([({slot: step}, at + 1)] if isinstance(step, TalkPhrase) else [])
        case PatternWord(word):
            wanted = talk_words(word)
            here = iter([({}, at + len(wanted))] if tuple(steps[at : at + len(wanted)]) == wanted else [])
        case OneOf(ways):
            here = (each for way in ways for each in _bound(way, steps, at))
        case Open("gap"):
            last = next((n for n in range(at, len(steps)) if not isinstance(steps[n], str)), len(steps))
            here = (({}, each) for each in range(at, last + 1))
        case Open("start" | "end"):
            here = iter([({}, at)])
        case _:
            here = iter([({}, at + 1)] if isinstance(step, TalkPhrase) else [])
    for bound, after in here:
        for more, end in _bound(rest, steps, after):
            yield {**bound, **more}, end


def _meant(template: Template, chosen: Sequence[f.Const | f.Var | People]) -> Meant | None:
    """What a template says of these."""
    args: tuple[f.Const | f.Var, ...] = tuple(each for each in chosen if not isinstance(each, People))
    if template.kind == ACT:
        return f.Const(template.name, args)
    if template.goal is None:
        return f.Applied(template.name, args)
    names = {slot.name: arg for slot, arg in zip(template.slots, args, strict=True)}
    match template.goal:
        case Pattern("record", (Pattern(relation, parts),)):
            return f.Holds(relation, tuple(_filled(part, names) for part in parts))
    return None


def _filled(part: Pattern | Slot, args: Mapping[str, f.Const | f.Var]) -> f.Const | f.Var:
    if isinstance(part, Slot) or (not part.args and part.functor in args):
        return args[part.name if isinstance(part, Slot) else part.functor]
    return f.Const(part.functor, tuple(_filled(each, args) for each in part.args))


def _counted(template: Template, chosen: Sequence[f.Const | People], many: People) -> f.Formula | None:
    """What a template says of so many players; None where it can't be said of several."""
    roles = tuple(map(f.Const, many.roles))

    def of(who: f.Const | f.Var) -> f.Formula | None:
        said = _meant(template, [who if isinstance(each, People) else each for each in chosen])
        return None if isinstance(said, f.Const) else said

    if template.singly or (template.together and many.kind == "count"):
        return None
    body, named = of(f.Var(_VARIABLE)), [each for role in roles if (each := of(role)) is not None]
    if body is None:
        return None
    others = f.Domain("roles", None, roles)
    none_else = f.Quantified("each", _VARIABLE, others, f.Negation(body))
    match many.kind:
        case "any":
            return f.AnyOf(tuple(named))
        case "neither":
            return f.AllOf(tuple(map(f.Negation, named)))
        case "nobody" | "only":
            return f.AllOf((*named, none_else)) if named else none_else
        case "within":
            return none_else
        case "some":
            return f.Quantified("any", _VARIABLE, others, body)
        case "count" if named:
            return _so_many(named, many)
        case "count":
            return f.Compare(many.relation, f.Count(_VARIABLE, others, body), f.Number(Fraction(many.number)))
    return None


def _so_many(named: Sequence[f.Formula], many: People) -> f.Formula | None:
    """That so many of some formulas hold."""
    meets = _MEETS[many.relation]
    ways = [
        f.AllOf(tuple(each if holds else f.Negation(each) for each, holds in zip(named, row, strict=True)))
        for row in product((True, False), repeat=len(named))
        if meets(sum(row), many.number)
    ]
    return f.AnyOf(tuple(ways)) if ways and len(named) <= _MOST_NAMED else None


def _has_pronoun(nouns: Sequence[Noun]) -> bool:
    return any(noun.pattern.functor == MENTIONED for noun in nouns)
