"""The gates that a model's claim has to pass: the claim is what its sentence says, not what is true.

A formula is said in English, and what its words show (`signs`) is held against the words of the sentence. What shows a
difference is refused; where nothing can be shown either way the claim is kept unsure, and can't refute anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from gdl.tree.keywords import RANDOM
from gdl.tree.numbers import number_text
from gdl.values import dataclass
from translators.formulas import formula as f
from translators.formulas.claim_language import ClaimLanguage
from translators.formulas.definitions import parts_of
from translators.formulas.meaning import written_out
from translators.formulas.says import said_name, says
from translators.formulas.write import ref_text
from translators.gates.sentences import NumberedSentence
from translators.gates.signs import COMPARING, DOWN, UP, Signs, clause_spans, signs
from translators.passages import find_passage, spans_meet
from translators.reading.words.game_words import GameWords

LEAVES_OUT = "the formula leaves out"
ANOTHER_CHOOSES = "in the formula another role chooses"
_BOUNDS: dict[f.Comparison, str] = {">=": "least", "<=": "most", ">": "over", "<": "under", "~": "about"}
_BOUND_SAID = {"least": "at least", "most": "at most", "over": "more than", "under": "less than", "about": "about"}
_TURNED: dict[f.Comparison, f.Comparison] = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_ME = frozenset({"me", "both", "each", "neither", "one", "it"})
_OTHERS = frozenset({"them", "both", "each", "neither", "one", "rest", "it", "its"})


@dataclass(frozen=True)
class GateRefusal:
    """Why a claim is refused: the gate's name, as it is counted, and what is told of it."""

    gate: str
    reason: str


@dataclass(frozen=True)
class HeldClaim:
    """A formula beside what its words show.

    Attributes:
        span: what the clauses that claim it show; `sentence`, all of it; `place`, that with what governs it; `outside`,
            each other clause of the sentence; `said`, the formula as it is said.
        beside: all formulas of the sentence, this one first.
    """

    formula: f.Formula
    written_out: f.Formula
    span: Signs
    sentence: Signs
    place: Signs
    said: Signs
    outside: tuple[Signs, ...]
    beside: tuple[f.Formula, ...]

    @property
    def ways(self) -> frozenset[str]:
        """Which way the formula goes: as it is said, and by its least and greatest values."""
        extremes = (part.which for part in parts_of(self.written_out) if isinstance(part, f.Extreme))
        return self.said.ways | {UP if which == "max" else DOWN for which in extremes}


class Gates:
    """The gates for one role's reasoning about one game. A class because each needs the game's words."""

    def __init__(self, language: ClaimLanguage, game: GameWords, role: str) -> None:
        self.language, self.game, self.role = language, game, role
        self._voice = language.voice(role, "")
        self._moves = {ref_text(move) for move in language.names.moves_of(None)}
        self._moves |= {
            move for role in (*game.roles, RANDOM) for turn in game.turns_of(role) for move in game.moves[turn]
        }

    def check(
        self, formula: f.Formula, sentence: NumberedSentence, span: str, beside: Iterable[f.Formula] = ()
    ) -> GateRefusal | bool:
        """Whether a claim is sure, or the gate that refuses it; `beside` are other claims of the sentence."""
        case = self.held(formula, sentence, span, beside)
        if isinstance(case, GateRefusal):
            return case
        return next(self.refusals(case), not self.leaves_open(case))

    def held(
        self, formula: f.Formula, sentence: NumberedSentence, span: str, beside: Iterable[f.Formula] = ()
    ) -> HeldClaim | GateRefusal:
        """A formula beside the words that claim it, or why nothing can be claimed there."""
        found = _place(sentence.words, span)
        if found is None:
            return GateRefusal("not in the sentence", "the words it quotes are not in the sentence")
        if sentence.words.rstrip("\"') ").endswith("?"):
            return GateRefusal("no claim", "the sentence asks a question")
        parts = clause_spans(sentence.words)
        inside = [part for part in parts if spans_meet(part, found)] or [found]
        start, end = inside[0][0], inside[-1][1]
        return HeldClaim(
            formula,
            written_out(formula, self.language.definitions),
            signs(sentence.words[start:end], self.game),
            signs(sentence.words, self.game),
            signs(" . ".join([sentence.words, *sentence.governing]), self.game),
            signs(says(formula, self._voice), self.game),
            tuple(signs(sentence.words[slice(*part)], self.game) for part in parts if part not in inside),
            (formula, *beside),
        )

    def refusals(self, case: HeldClaim) -> Iterator[GateRefusal]:
        """What each gate has against a claim, in turn."""
        for gate in (self._numbers, self._names, self._roles, self._choices, _polarity, _modality, self._direction):
            yield from gate(case)

    def leaves_open(self, case: HeldClaim) -> bool:
        """Whether nothing can be shown either way of something in it."""
        told = (self._conditional(each, case.formula) for each in case.outside)
        return any([self._unclear(case), self._guessed(case), *told])

    # What it is made of

    def _numbers(self, case: HeldClaim) -> Iterator[GateRefusal]:
        chances, plain = set(_chances(case.written_out)), set(_plain_numbers(case.formula))
        said = {abs(number) for number in case.place.numbers}
        parts = said | {number / 100 for number in said} | {Fraction(0), Fraction(1)}
        likely = parts | {1 - part for part in parts}
        if case.place.uniform:
            likely |= {Fraction(1, len(moves)) for moves in self.game.moves.values() if moves}
        names = {Fraction(move) for move in self._moves if move.isdecimal()}
        strange = sorted({abs(n) for n in plain} - said - names) + sorted({abs(n) for n in chances} - likely)
        told = names.union(*map(told_numbers, case.beside))
        left_out = sorted({abs(number) for number in case.span.figures} - told)
        if strange and left_out:
            listed = _listed(left_out), _listed(strange)
            yield GateRefusal("repaired", f"the sentence says {listed[0]}, the formula {listed[1]}")
        if strange:
            yield GateRefusal("numbers", f"the formula has {_listed(strange)}, which the sentence has not")
        if left_out:
            yield GateRefusal("numbers", f"{LEAVES_OUT} {_listed(left_out)}")
        wrong_sign = [n for n in plain if n > 0 and -n in case.span.figures and n not in case.span.figures]
        if wrong_sign:
            yield GateRefusal("repaired", f"the sentence says {_listed([-n for n in wrong_sign])}")

    def _names(self, case: HeldClaim) -> Iterator[GateRefusal]:
        named, said = self._named(case.formula), case.place.named_moves
        told = frozenset[str]().union(*map(self._named, case.beside), *map(_as_moves, case.beside))
        strange = sorted(named - said - self._whole_beliefs(case.formula))
        left_out = [sorted(moves)[0] for _, moves in case.span.moves if not moves & told]
        if strange and left_out:
            yield GateRefusal("repaired", f"the sentence says {left_out[0]}, the formula {strange[0]}")
        if strange:
            yield GateRefusal("moves", f"the formula has {', '.join(strange)}, which the sentence has not")
        if left_out:
            yield GateRefusal("moves", f"{LEAVES_OUT} {', '.join(dict.fromkeys(left_out))}")
        steps = {part.step for part in parts_of(case.formula) if isinstance(part, f.Bind)}
        for name in (each for each in _constants(case.formula) if each not in steps):
            known = name.name in (*self._voice.roles, RANDOM) or ref_text(name) in self._moves
            if not known and not self._is_said(name, case.place):
                yield GateRefusal("names", f"the formula names {ref_text(name)}, which the sentence doesn't")

    def _is_said(self, name: f.Const, place: Signs) -> bool:
        """Whether words have a name of the game, as the rules or the game's words call it."""
        called = {*said_name(name, self._voice).casefold().split()}
        number = Fraction(name.name) if name.name.isdecimal() and name.name.isascii() else None
        return called <= place.words or name.name.casefold() in place.words or number in place.numbers

    def _roles(self, case: HeldClaim) -> Iterator[GateRefusal]:
        """Whose payoff it is has to be somebody the sentence speaks of."""
        paid = [part.role for part in parts_of(case.formula) if isinstance(part, f.Pay | f.Expected)]
        given = (part.args for part in parts_of(case.formula) if isinstance(part, f.Applied | f.Holds))
        paid += [each for args in given for each in args if isinstance(each, f.Const)]
        for role in dict.fromkeys(each for each in paid if each.name in self._voice.roles):
            known = {role.name, *(_ME if role.name == self.role else _OTHERS)}
            if not known & case.place.roles and (case.place.roles or role.name != self.role):
                yield GateRefusal("roles", f"the sentence says nothing of {said_name(role, self._voice)}")

    def _choices(self, case: HeldClaim) -> Iterator[GateRefusal]:
        """Who chooses a move has to be somebody who is said to choose it."""
        binds = [(part.role.name, part.move) for part in parts_of(case.formula) if isinstance(part, f.Bind)]
        beliefs = (part for part in parts_of(case.formula) if isinstance(part, f.Belief))
        binds += [(role.name, move) for belief in beliefs for role, move, _ in belief.parts]
        for who, moves in case.sentence.choices:
            fitting = {role for role in self._voice.roles if {who} & {role, *(_ME if role == self.role else _OTHERS)}}
            bound = {role: ref_text(move) for role, move in binds if ref_text(move) in moves}
            if bound and not fitting & bound.keys() and bound.keys() <= {*self._voice.roles}:
                yield GateRefusal("moves", f"{ANOTHER_CHOOSES} {', '.join(sorted(set(bound.values())))}")

    def _named(self, formula: f.Formula) -> frozenset[str]:
        """The moves that a formula names."""
        return frozenset(map(ref_text, _constants(formula))) & self._moves

    def _whole_beliefs(self, formula: f.Formula) -> frozenset[str]:
        """Moves of beliefs that go without saying: the other one of two, or all that are as likely as each other."""
        found = set[str]()
        for belief in (part for part in parts_of(formula) if isinstance(part, f.Belief)):
            for role in {role for role, _, _ in belief.parts}:
                weights = {ref_text(move): weight for who, move, weight in belief.parts if who == role}
                turns = self.game.turns_of(role.name)
                moves = {move for turn in turns for move in self.game.moves[turn]}
                if len(weights) == len(moves):
                    found |= set(weights) if len(set(weights.values())) == 1 or len(weights) == 2 else set()
        return frozenset(found)

    # What it says of that

    def _direction(self, case: HeldClaim) -> Iterator[GateRefusal]:
        said, span = case.ways, case.span.ways
        bounds = [relation for relation in _number_relations(case.written_out) if relation in _BOUNDS]
        if case.span.loses or case.span.negated != case.said.negated:
            return  # which way it goes then is left unclear
        if bounds and case.span.bounds & set(_BOUNDS.values()):
            if not {_BOUNDS[relation] for relation in bounds} & case.span.bounds:
                told = " and ".join(map(_BOUND_SAID.__getitem__, sorted(case.span.bounds & _BOUND_SAID.keys())))
                yield GateRefusal("direction", f"the sentence says {told}, the formula {' and '.join(bounds)}")
            return
        if _sides(case.written_out) is not None:
            if not span:
                yield GateRefusal("direction", "the sentence compares nothing")
            elif _turned(case) is False:
                yield GateRefusal("direction", "the sentence compares the other way round")
            return
        if span and said and not span & said and not case.span.guarantees:
            yield GateRefusal("direction", f"the sentence says {_way(span)}, the formula {_way(said)}")
        if span and not said:
            yield GateRefusal("direction", f"{LEAVES_OUT} {_way(span)}")
        if said and not span and not case.span.guarantees:
            yield GateRefusal("direction", f"the formula says {_way(said)}, the sentence does not")

    def _unclear(self, case: HeldClaim) -> bool:
        """Whether the words leave open which way the claim goes."""
        lost = case.span.loses and bool(list(_plain_numbers(case.formula)))
        turned = case.span.negated != case.said.negated and bool(case.span.ways)
        return lost or turned or (_sides(case.written_out) is not None and _turned(case) is not True)

    def _conditional(self, clause: Signs, formula: f.Formula) -> bool:
        """Whether a clause outside the quoted words may be a condition that the formula leaves out."""
        return clause.conditional and not clause.figures and not clause.named_moves <= self._named(formula)

    def _guessed(self, case: HeldClaim) -> bool:
        """Whether a move is one of several that only what is around the sentence names."""
        around = case.place.named_moves - case.sentence.named_moves
        return bool(self._named(case.formula) & around) and len(around) > 1


def _place(words: str, span: str) -> tuple[int, int] | None:
    """Where a sentence has the words that are quoted; all of it where none are."""
    if not span.strip():
        return 0, len(words)
    return find_passage(words, span)


def _polarity(case: HeldClaim) -> Iterator[GateRefusal]:
    """Whether both deny, or neither. A bound may be told by denying: never more than 3, never a loss."""
    if case.span.negated and not case.said.negated:
        bound = set(_number_relations(case.written_out)) & {">=", "<=", "<", ">"}
        if not (bound and (case.span.ways or case.span.loses)):
            yield GateRefusal("polarity", "the sentence denies something, the formula does not")
    elif case.said.negated and not (case.span.negated or case.span.excludes):
        yield GateRefusal("polarity", "the formula denies something, the sentence does not")


def _modality(case: HeldClaim) -> Iterator[GateRefusal]:
    """Whether both say what can be, or both what is."""
    open_forms = f.Some | f.Extreme | f.Possible | f.Can | f.Negation | f.Chance | f.Expected
    is_open = any(isinstance(part, open_forms) for part in parts_of(case.written_out))
    if case.span.can and not case.span.negated and not is_open and not case.said.negated:
        yield GateRefusal("modality", "the sentence says what can be, the formula what is")
    elif isinstance(case.formula, f.Some) and not (case.span.can or case.place.can):
        yield GateRefusal("modality", "the formula says what can be, the sentence what is")


def _turned(case: HeldClaim) -> bool | None:
    """Whether a comparison of two moves goes the way its sentence does; None where the sentence doesn't show it."""
    sides = _sides(case.written_out)
    places = [(at, way) for at, category, way in case.span.directions if category in COMPARING]
    if sides is None or len({way for _, way in places}) != 1:
        return None
    at, way = places[0]
    before = [moves for place, moves in case.span.moves if place < at]
    after = [moves for place, moves in case.span.moves if place > at]
    if before and len(after) == 1:
        first, second = before[-1], after[0]
    elif not before and len(after) == 2:
        first, second = after
    else:
        return None
    more, less = sides
    if more in first and less in second:
        return way == UP
    return way == DOWN if less in first and more in second else None


def _sides(formula: f.Formula) -> tuple[str, str] | None:
    """The two moves that a comparison of payoffs is about, the better one first; None for any other formula."""
    body = formula.body if isinstance(formula, f.Negation) else formula
    compare = body.compare if isinstance(body, f.Some) else body
    if not isinstance(compare, f.Compare) or compare.relation not in _TURNED:
        return None
    left, right = ({ref_text(name) for name in _bound(side)} for side in (compare.left, compare.right))
    if len(left - right) != 1 or len(right - left) != 1:
        return None
    sides = (left - right).pop(), (right - left).pop()
    return sides if compare.relation in (">", ">=") else (sides[1], sides[0])


def _bound(term: object) -> Iterator[f.Const]:
    for part in parts_of(term):
        if isinstance(part, f.Bind) and isinstance(part.move, f.Const):
            yield part.move


def _number_relations(formula: f.Formula) -> Iterator[f.Comparison]:
    """The relations in which something stands to a number, the number on the right."""
    for part in parts_of(formula):
        match part:
            case f.Compare(relation, _, f.Number()):
                yield relation
            case f.Compare(relation, f.Number(), _):
                yield _TURNED.get(relation, relation)


def _chances(formula: f.Formula) -> Iterator[Fraction]:
    """The numbers in beliefs and lotteries."""
    for part in parts_of(formula):
        if isinstance(part, f.Belief | f.Lottery):
            yield from (each.value for each in parts_of(part.parts) if isinstance(each, f.Number))


def _plain_numbers(formula: f.Formula) -> Iterator[Fraction]:
    """All other numbers, but for the 0 that a minus before a term is kept with."""
    skipped = set[int]()
    for part in parts_of(formula):
        if isinstance(part, f.Belief | f.Lottery):
            skipped.update(id(each) for each in parts_of(part.parts))
        if isinstance(part, f.Arithmetic) and part.operator == "-" and part.left == f.Number(Fraction(0)):
            skipped.add(id(part.left))
        if isinstance(part, f.Number) and id(part) not in skipped:
            yield part.value


def _constants(formula: f.Formula) -> Iterator[f.Const]:
    """The outermost constants of a formula, each once."""
    inner, seen = set[int](), set[f.Const]()
    for part in parts_of(formula):
        if isinstance(part, f.Const):
            inner.update(id(each) for each in parts_of(part.args))
            if id(part) not in inner and part not in seen:
                seen.add(part)
                yield part


def _digits(name: str) -> Iterator[str]:
    return (part for part in "".join(char if char.isdecimal() else " " for char in name).split() if part.isascii())


def told_numbers(formula: f.Formula) -> frozenset[Fraction]:
    """The numbers that a formula tells, without signs, also in per cent and by what is left; those in names too."""
    chances = set(_chances(formula))
    told = {abs(number) for number in (*_plain_numbers(formula), *chances)}
    told |= {part for chance in chances for part in (100 * chance, 1 - chance, 100 - 100 * chance)}
    return frozenset(told | {Fraction(part) for name in _constants(formula) for part in _digits(ref_text(name))})


def _as_moves(formula: f.Formula) -> frozenset[str]:
    """The numbers of a formula, as moves that are called so."""
    return frozenset(number_text(number) for number in _plain_numbers(formula))


def _way(ways: Iterable[str]) -> str:
    """Which way something compares, to be told."""
    return " and ".join({UP: "more", DOWN: "less"}[way] for way in sorted(ways))


def _listed(numbers: Iterable[Fraction]) -> str:
    return ", ".join(map(number_text, numbers))
