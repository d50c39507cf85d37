"""Formulas of the claim language about one state, as `lelma.knowledge` asks them of all the worlds of a role.

Only what a state decides can be asked so: relations and fluents, joined, denied, and of each, any or one of the roles.
What is known of knowledge, of payoffs or of other moments is for `lelma ask … --match`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gdl.errors import GdlError
from gdl.text.write import kif_term
from gdl.tree.syntax import Compound, Symbol, Term
from gdl.tree.term import read_term
from lelma.game.game import Game
from lelma.knowledge import Knowledge
from lelma.support.errors import UsageError
from lelma.verify.formulas.goal import Setting, setting_of
from translators.formulas import formula as f
from translators.formulas.errors import FormulaError
from translators.formulas.parse import parse
from translators.formulas.vocabulary import GameNames, vocabulary_of

_ELSEWHERE = "lelma worlds asks what one state decides; ask it with lelma ask GAME FORMULA --match FILE --at N"


_TRUE, _FALSE = (Compound("at-least", (Symbol(number),)) for number in "01")
"""At least so many of no formulas: KIF can't write a list without members."""


def known_formula(knowledge: Knowledge, text: str, game: Game) -> str:
    """The formula of `lelma.knowledge.formula` that a text says: itself if it is one, else that of the claim language.

    Raises:
        UsageError: if it is neither, or no state decides it.
    """
    try:
        knowledge.knows(text)
        return text
    except UsageError as error:
        try:
            formula = parse(text, _names(game), role=None)
        except FormulaError as wrong:
            raise error if _is_kif(text) else UsageError(str(wrong)) from None
        return kif_term(_Writer(setting_of(game.description), _names(game)).term(formula, {}))


def _names(game: Game) -> GameNames:
    return vocabulary_of(game.description)


def _is_kif(text: str) -> bool:
    try:
        read_term(text)
    except GdlError:
        return False
    return True


class _Writer:
    """Writes formulas in KIF. A class because every form needs the rules."""

    def __init__(self, setting: Setting, names: GameNames) -> None:
        self.setting, self.names = setting, names

    def term(self, value: f.Formula, scope: Mapping[str, f.Const]) -> Term:
        match value:
            case f.Negation(body):
                return Compound("not", (self.term(body, scope),))
            case f.AllOf(parts):
                return Compound("and", tuple(self.term(part, scope) for part in parts))
            case f.AnyOf(parts):
                return Compound("or", tuple(self.term(part, scope) for part in parts))
            case f.If(first, second):
                return self.term(f.AnyOf((f.Negation(first), second)), scope)
            case f.Iff(first, second):
                return self.term(f.AllOf((f.If(first, second), f.If(second, first))), scope)
            case f.Quantified(quantifier, variable, f.Domain("roles", None, but), body):
                left_out = [self.constant(ref, scope) for ref in but]
                roles = [f.Const(role) for role in self.names.roles if f.Const(role) not in left_out]
                each = tuple(self.term(body, {**scope, variable: role}) for role in roles)
                if quantifier == "one":
                    return Compound("exactly", (Symbol("1"), *each))
                if not each:
                    return _TRUE if quantifier == "each" else _FALSE
                return Compound("and" if quantifier == "each" else "or", each)
            case f.Same(left, right):
                same = self.constant(left, scope) == self.constant(right, scope)
                return _TRUE if same else _FALSE
            case f.Holds(relation, args, None) if (relation, len(args)) in self.setting.relations:
                atom = _tree(f.Const(relation, tuple(self.constant(arg, scope) for arg in args)))
                fluent = self.setting.relations[relation, len(args)][0] == "fluent"
                return Compound("true", (atom,)) if fluent else atom
        raise UsageError(_ELSEWHERE)

    def constant(self, value: f.Ref, scope: Mapping[str, f.Const]) -> f.Const:
        return scope[value.name] if isinstance(value, f.Var) else value


@lru_cache(maxsize=1000)
def _tree(constant: f.Const) -> Term:
    """A constant as a term of the rules, if KIF can write it."""
    made: Term = Symbol(constant.name)
    if constant.args:
        made = Compound(constant.name, tuple(map(_tree, constant.args)))
    try:
        if read_term(kif_term(made)) == made:
            return made
    except GdlError:
        pass
    raise UsageError(f"{constant.name[:40]!r} is no name of the rules")
