"""What is asked of the worlds that a role thinks possible: formulas about one state, put to the one judge of claims.

A formula is written in the claim language, or in KIF: a fluent `(true (identity p3 merlin))`, another sentence of the
rules `(evil p3)`, or made of those by `and`, `or`, `not`, `at-least`, `at-most` and `exactly`. Only what a state
decides can be asked so; what is known of knowledge, of payoffs or of other moments is for `lelma ask … --match`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gdl.errors import GdlError
from gdl.text.write import kif_term
from gdl.tree.syntax import Compound, Symbol, Term, Variable, signature, subterms
from gdl.tree.term import read_term
from lelma.engine.answers import Limits, Truth
from lelma.engine.bridges import Bridge
from lelma.engine.solver import Solver, compile_program
from lelma.game.definitions import game_definitions
from lelma.game.game import Game
from lelma.knowledge import Knowledge
from lelma.support.errors import UsageError
from lelma.talk.engine import fluents_of
from lelma.talk.moments import named
from lelma.talk.record import needed_rules
from lelma.verify.formulas.given import course_goal
from lelma.verify.formulas.goal import setting_of
from lelma.verify.formulas.judge import Asked, judge_at_moments
from translators.formulas import formula as f
from translators.formulas.definitions import heads_of, parts_of
from translators.formulas.errors import FormulaError
from translators.formulas.parse import parse
from translators.formulas.vocabulary import constant, vocabulary_of

_ELSEWHERE = "lelma worlds asks what one state decides; ask it with lelma ask GAME FORMULA --match FILE --at N"

_OF_A_STATE = (
    f.Holds | f.Same | f.Applied | f.Negation | f.AllOf | f.AnyOf | f.If | f.Iff | f.Quantified | f.Domain
    | f.Count | f.Compare | f.Number | f.Const | f.Var
)  # fmt: skip
"""What formulas that a state decides are made of."""

_TRUE, _FALSE = (f.Same(f.Const("true"), f.Const(name)) for name in ("true", "false"))

WAYS_A_REQUEST = 250
"""Ways that things may be which the judge goes through in one request."""

_LIMITS = Limits(seconds=30.0)


class StateQuestions:
    """Formulas that are asked of the worlds of several roles at one moment; the rules they rest on are loaded once."""

    def __init__(self, game: Game, texts: Sequence[str], *, bridge: Bridge | None = None) -> None:
        """Read the formulas.

        Raises:
            UsageError: for a text that is no formula, or one that no state decides.
            GameError: if the solver rejects the rules.
        """
        description = game.description
        self._definitions = game_definitions(
            game.file.query_sets, game.path if game.path.is_dir() else None, description
        )
        everything = setting_of(description)
        fluents = {each: found for each, found in everything.relations.items() if found[0] == "fluent"}
        self._known = everything.relations
        self._names, self._game = vocabulary_of(description), game
        self._asked = {text: self._formula(text) for text in texts}
        atoms = dict.fromkeys(atom for formula in self._asked.values() for atom in self._atoms(formula))
        users = [rule for rule in description.rules if any(signature(rule.head) == _kind(atom) for atom in atoms)]
        own = [rule for rule in needed_rules(description.rules, users, game.parameters) if rule not in users]
        rules = replace(description, rules=(*own, *users))
        told = setting_of(rules, self._definitions)
        self._setting = replace(told, relations={**told.relations, **fluents}, things=everything.things)
        self._rests = fluents_of(description)
        self._solver = Solver(compile_program(rules, pass_moves=game.file.pass_moves), bridge=bridge, limits=_LIMITS)

    def close(self) -> None:
        """Forget the rules."""
        self._solver.close()

    def answers(self, knowledge: Knowledge) -> dict[str, Truth]:
        """For each formula whether it holds in all worlds, in none (`false`), or in some (`unknown`)."""
        return {text: self._answer(formula, knowledge) for text, formula in self._asked.items()}

    def _answer(self, formula: f.Formula, knowledge: Knowledge) -> Truth:
        atoms = list(dict.fromkeys(self._atoms(formula)))
        kinds = set[str]().union(*(self._fluents(atom) for atom in atoms))
        sentences = [text for atom in atoms for text in self._instances(atom, knowledge)]
        ways = [tuple(map(named, way)) for way in knowledge.ways(sentences, kinds)]
        asked = [
            Asked(0, formula, tuple(ways[start : start + WAYS_A_REQUEST]))
            for start in range(0, len(ways), WAYS_A_REQUEST)
        ]
        course = course_goal(None, [], 0, [])
        judged = judge_at_moments(self._solver, asked, setting=self._setting, course=course, limits=_LIMITS)
        truths = {each.truth for each in judged}
        return truths.pop() if truths in ({"true"}, {"false"}) else "unknown"

    # What formulas are about

    def _atoms(self, formula: f.Formula) -> Iterator[f.Holds]:
        return (part for part in parts_of(formula, self._definitions) if isinstance(part, f.Holds))

    def _fluents(self, atom: f.Holds) -> set[str]:
        """The names of the fluents that a relation rests on."""
        if self._known[_kind(atom)][0] == "fluent":
            return {atom.relation}
        return self._rests.get(_kind(atom), set())

    def _instances(self, atom: f.Holds, knowledge: Knowledge) -> list[str]:
        """The ground sentences, in KIF, that a relation with variables in it may stand for."""
        fluent = self._known[_kind(atom)][0] == "fluent"
        sentences = map(read_term, knowledge.fluents) if fluent else knowledge.sentences
        found = [kif_term(each) for each in sentences if _fits(atom, each)]
        return [f"(true {each})" for each in found] if fluent else found

    # How they are read

    def _formula(self, text: str) -> f.Formula:
        try:
            term = read_term(text)
        except GdlError:
            return self._of_language(text)
        try:
            return self._of_term(term)
        except UsageError as wrong:  # a formula in parentheses may look like a term
            return self._of_language(text, wrong)

    def _of_language(self, text: str, otherwise: UsageError | None = None) -> f.Formula:
        try:
            formula = parse(text, self._names, heads_of(self._definitions), role=None)
        except FormulaError as error:
            raise otherwise or UsageError(str(error)) from None
        for part in parts_of(formula, self._definitions):
            here = part.kind not in ("moves", "profiles", "rounds") if isinstance(part, f.Domain) else True
            if isinstance(part, f.Holds):
                here = part.moment is None and _kind(part) in self._known
            if not here or not isinstance(part, _OF_A_STATE):
                raise UsageError(_ELSEWHERE)
        return formula

    def _of_term(self, term: Term) -> f.Formula:
        match term:
            case Compound("and", parts):
                return _all_of([self._of_term(part) for part in parts])
            case Compound("or", parts):
                return _any_of([self._of_term(part) for part in parts])
            case Compound("not", (part,)):
                return f.Negation(self._of_term(part))
            case Compound("at-least" | "at-most" | "exactly" as name, (Symbol(number), *parts)):
                if not (number.isascii() and number.isdigit() and len(number) < 9):
                    raise UsageError(f"({name} …) counts with a whole number, not with {number!r}")
                return _counted(name, int(number), [self._of_term(part) for part in parts])
            case Compound("true", (fluent,)):
                return self._atom(fluent, fluent=True)
        return self._atom(term, fluent=False)

    def _atom(self, term: Term, *, fluent: bool) -> f.Formula:
        variables = [part.name for part in subterms(term) if isinstance(part, Variable)]
        if variables:
            raise UsageError(f"?{variables[0]} in {kif_term(term)} stands for nothing: formulas have no variables")
        kind, told = self._known.get(signature(term), ("", ""))[0], kif_term(term)
        if fluent and kind != "fluent":
            raise UsageError(f"the rules have no fluent like {told}")
        if kind == "fluent" and not fluent:
            raise UsageError(f"the rules have no relation like {told}; the fluent is (true {told})")
        if not kind:
            of_moves = any(signature(rule.head) == signature(term) for rule in self._game.description.rules)
            why = "depends on the moves made, so it holds in no state" if of_moves else ""
            raise UsageError(f"{told} {why}" if why else f"the rules have no relation like {told}")
        made = constant(term)
        return f.Holds(made.name, made.args)


def _kind(atom: f.Holds) -> tuple[str, int]:
    return atom.relation, len(atom.args)


def _fits(atom: f.Holds, term: Term) -> bool:
    """Whether a ground sentence may be what a relation, whose variables may be anything, stands for."""
    args = term.args if isinstance(term, Compound) else ()
    return signature(term) == _kind(atom) and all(map(_may_be, atom.args, args))


def _may_be(ref: f.Ref, term: Term) -> bool:
    if isinstance(ref, f.Var):
        return True
    args = term.args if isinstance(term, Compound) else ()
    return signature(term) == (ref.name, len(ref.args)) and all(map(_may_be, ref.args, args))


def _all_of(parts: Sequence[f.Formula]) -> f.Formula:
    return f.AllOf(tuple(parts)) if len(parts) > 1 else parts[0] if parts else _TRUE


def _any_of(parts: Sequence[f.Formula]) -> f.Formula:
    return f.AnyOf(tuple(parts)) if len(parts) > 1 else parts[0] if parts else _FALSE


def _counted(name: str, number: int, parts: Sequence[f.Formula]) -> f.Formula:
    """That so many of the formulas hold: at least, at most, or just so many."""
    below = f.Negation(_at_least(number + 1, parts))
    if name == "at-most":
        return below
    return _at_least(number, parts) if name == "at-least" else f.AllOf((_at_least(number, parts), below))


def _at_least(number: int, parts: Sequence[f.Formula]) -> f.Formula:
    """That so many hold: by halves, so that the formula grows little faster than the list."""
    if number <= 0 or number > len(parts):
        return _TRUE if number <= 0 else _FALSE
    if number in (1, len(parts)):
        return _any_of(parts) if number == 1 else _all_of(parts)
    first, second = parts[: len(parts) // 2], parts[len(parts) // 2 :]
    ways = range(max(0, number - len(second)), min(number, len(first)) + 1)
    return _any_of([_all_of([_at_least(some, first), _at_least(number - some, second)]) for some in ways])
