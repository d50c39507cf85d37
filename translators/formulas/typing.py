"""From a parsed text to a formula: what stands where is settled by sorts, and every fault has its place.

Long, because every form has its rule of sorts, and one stack of scopes serves them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeGuard, cast

from gdl.relations.domains import TermShape
from translators.formulas import formula as f
from translators.formulas.errors import FormulaError, near_names
from translators.formulas.sorts import (
    BELIEF,
    BUILT_IN,
    CONDITION,
    FORMS,
    LOTTERY,
    MOMENT,
    MOVE,
    NUMBER,
    NUMBER_FORMS,
    ROLE,
    Head,
    fits,
)
from translators.formulas.vocabulary import THING, GameNames

if TYPE_CHECKING:
    from lark import Token, Tree

    _Node = Tree[Token]
_Scope = Mapping[str, str]
"""Variables that are bound here → their sorts."""

_CHANCE = "random"
_FORMULAS = frozenset(
    ["if_then", "iff", "disjunction", "conjunction", "negation", "quantified", "some", "compare", "same"]
)
_SHAPES = {
    CONDITION: "{ROLE=MOVE, …}",
    BELIEF: "{ROLE=MOVE:PROBABILITY, …}",
    LOTTERY: "[{ROLE=MOVE, …}:PROBABILITY, …]",
}
_RELATIONS = dict.fromkeys(("did", "can", "knows", "possible", "common", "will"))


class Typer:
    """Makes formulas of the trees of one text.

    A class because every method needs the text, the names of the game and the heads of definitions.
    """

    def __init__(self, text: str, vocabulary: GameNames, heads: Mapping[str, Head], *, role: str | None = None) -> None:
        """`role`, where given, is who `you` is; `they` is the only other role then."""
        self.text = text
        self.vocabulary = vocabulary
        self.heads = {**BUILT_IN, **heads}
        self._addressed: dict[str, str] = {}
        if role is not None:
            others = [each for each in vocabulary.roles if each != role]
            self._addressed = {"you": role} | ({"they": others[0], "them": others[0]} if len(others) == 1 else {})

    # Formulas

    def formula(self, node: _Node, scope: _Scope) -> f.Formula:
        """The formula a tree stands for.

        Raises:
            FormulaError: where the tree, or a part of it, is of another sort.
        """
        kids = node.children
        match node.data:
            case "disjunction":
                return f.AnyOf(tuple(self.formula(_tree(kid), scope) for kid in kids))
            case "conjunction":
                return f.AllOf(tuple(self.formula(_tree(kid), scope) for kid in kids))
            case "negation":
                return f.Negation(self.formula(_tree(kids[0]), scope))
            case "if_then":
                return f.If(self.formula(_tree(kids[0]), scope), self.formula(_tree(kids[1]), scope))
            case "iff":
                return f.Iff(self.formula(_tree(kids[0]), scope), self.formula(_tree(kids[1]), scope))
            case "quantified":
                quantifier = cast(f.Quantifier, str(kids[0]))
                variable, domain, body = self._bound(_token(kids[1]), _tree(kids[2]), scope)
                return f.Quantified(quantifier, variable, domain, self.formula(_tree(kids[3]), body))
            case "some":
                inner = self.formula(_tree(kids[0]), scope)
                if not isinstance(inner, f.Compare):
                    raise self._fault(
                        _tree(kids[0]), "'some' goes with a comparison of numbers", "such as pay(R; C) = 5"
                    )
                return f.Some(inner)
            case "compare":
                return self._compare(node, scope)
            case "same":
                return self._same(node, scope)
            case "at" | "call" | "quoted_call" | "name" | "quoted":
                return self._call(node, scope)
        raise self._fault(node, "a number or a list is no claim by itself", "a comparison or a relation")

    def _compare(self, node: _Node, scope: _Scope) -> f.Formula:
        left, sign, right = node.children
        for side in (_tree(left), _tree(right)):
            if side.data in ("name", "quoted") and scope.get(str(side.children[0])) not in (NUMBER, MOMENT):
                problem = f"{side.children[0]} is no number"
                raise self._fault(side, problem, "a number; names are compared with 'is', as in X is Y")
        return f.Compare(cast(f.Comparison, str(sign)), self.term(_tree(left), scope), self.term(_tree(right), scope))

    def _same(self, node: _Node, scope: _Scope) -> f.Formula:
        sides = [_tree(kid) for kid in node.children]
        sorts = [scope.get(str(side.children[0]), "") if side.data == "name" else "" for side in sides]
        wanted = next((sort for sort in sorts if sort and sort not in (NUMBER, CONDITION, BELIEF, LOTTERY)), THING)
        left, right = (
            self._move(side, f.Var(""), scope) if wanted == MOVE else self.ref(side, wanted, scope) for side in sides
        )
        return f.Same(left, right)

    def _call(self, node: _Node, scope: _Scope) -> f.Formula:
        """A form, a definition or a relation of the game, perhaps at a moment."""
        inner, moment = self._at(node, scope)
        name, sections = self._parts(inner)
        plain = inner.data in ("call", "name")
        if plain and name in _RELATIONS:
            return self._form(name, inner, sections, moment, scope)
        known_sorts = self.vocabulary.relations.get(name)
        head = self.heads.get(name) if plain and known_sorts is None else None
        if head is not None and head.gives == "formula":
            if moment is not None:
                raise self._fault(inner, f"{name} holds of the game, not at a moment", "no '@'")
            return f.Applied(name, self._arguments(head, inner, sections, scope))
        if head is not None or (plain and name in NUMBER_FORMS):
            raise self._fault(inner, f"{name} is a number", f"a comparison, such as {name}(…) = 5")
        if known_sorts is None:
            known = [*FORMS, *self.heads, *self.vocabulary.relations]
            raise self._fault(inner, f"there is no form, definition or relation {name!r}", near=near_names(name, known))
        args = self._single(inner, sections)
        sorts = next((each for each in known_sorts if len(each) == len(args)), None)
        if sorts is None:
            counts = " or ".join(_times(len(each), "argument") for each in known_sorts)
            raise self._fault(inner, f"{name} takes {counts}, not {len(args)}")
        return f.Holds(name, tuple(self._placed(name, sorts, at, arg, scope) for at, arg in enumerate(args)), moment)

    def _placed(self, relation: str, sorts: Sequence[str], at: int, node: _Node, scope: _Scope) -> f.Ref:
        """What stands in one place of a relation: something that the rules can put there."""
        shapes = self.vocabulary.domains.statement(relation, len(sorts), at)
        roles = {(role, 0) for role in self.vocabulary.roles}
        found = self.ref(node, ROLE if shapes and shapes <= roles and sorts[at] == THING else sorts[at], scope)
        if not shapes:
            return found
        place = f"place {at + 1} of {relation}"
        if isinstance(found, f.Const):
            self._check_shape(node, found, shapes, f"{written(found)!r} can't stand in {place}")
        elif not self._shapes_of(scope[found.name], shapes) & shapes:
            raise self._fault(node, f"{found.name} is a {scope[found.name]}, and none is in {place}", _some_of(shapes))
        return found

    def _check_shape(self, node: _Node, named: f.Const, shapes: frozenset[TermShape], problem: str) -> None:
        """Of numbers any may stand where some do: which of them hold is for the judge."""
        if (named.name, len(named.args)) not in shapes and not (_is_number(named.name) and _numbers(shapes)):
            near = near_names(named.name, sorted(name for name, _ in shapes))
            raise self._fault(node, problem, _some_of(shapes), near)
        for at, part in enumerate(named.args):
            inner = self.vocabulary.domains.term(named.name, len(named.args), at)
            if inner and isinstance(part, f.Const):
                place = f"place {at + 1} of {named.name}"
                self._check_shape(node, part, inner, f"{written(part)!r} can't stand in {place}")

    def _shapes_of(self, sort: str, among: frozenset[TermShape]) -> frozenset[TermShape]:
        """Which shapes a variable of a sort may stand for; all of those asked about where that is open."""
        if sort == ROLE:
            return frozenset((role, 0) for role in self.vocabulary.roles)
        if sort in (NUMBER, MOMENT):
            return _numbers(among)
        if sort in self.vocabulary.things:
            return frozenset((each.name, len(each.args)) for each in self.vocabulary.things[sort])
        return among

    def _form(self, name: str, node: _Node, sections: Sequence[_Node], moment: f.Moment, scope: _Scope) -> f.Formula:
        args = self._single(node, sections)
        if name == "common":
            if not args:
                raise self._fault(node, "common needs a formula", FORMS[name])
            roles = tuple(self.ref(arg, ROLE, scope) for arg in args[:-1])
            return f.Common(roles, self.formula(args[-1], scope), moment)
        if name in ("knows", "possible") and len(args) == 1:
            if moment is not None:
                raise self._fault(node, f"{name} without a role has no moment", FORMS[name])
            whose = f.Knows if name == "knows" else f.Possible
            return whose(None, self.formula(args[0], scope))
        if len(args) != 2:
            raise self._fault(node, f"{name} takes 2 arguments, not {len(args)}", FORMS[name])
        role = self.ref(args[0], ROLE, scope)
        match name:
            case "knows":
                return f.Knows(role, self.formula(args[1], scope), moment)
            case "possible":
                return f.Possible(role, self.formula(args[1], scope), moment)
            case "did":
                return f.Did(role, self._move(args[1], role, scope), moment)
            case "can":
                return f.Can(role, self._move(args[1], role, scope), moment)
        return f.Will(role, self._move(args[1], role, scope), moment)

    # Numbers

    def term(self, node: _Node, scope: _Scope) -> f.NumberTerm:
        """The term a tree stands for.

        Raises:
            FormulaError: where the tree is no number.
        """
        kids = node.children
        match node.data:
            case "number":
                return f.Number(self._fraction(node))
            case "minus":
                inner = self.term(_tree(kids[0]), scope)
                if isinstance(inner, f.Number):
                    return f.Number(-inner.value)
                return f.Arithmetic("-", f.Number(Fraction(0)), inner)
            case "arithmetic":
                operator = cast(f.Operator, str(kids[1]))
                return f.Arithmetic(operator, self.term(_tree(kids[0]), scope), self.term(_tree(kids[2]), scope))
            case "extreme":
                which = "min" if kids[0] == "min" else "max"
                return f.Extreme(which, self.term(_tree(kids[1]), scope))  # type: ignore[arg-type]
            case "count":
                variable, domain, body = self._bound(_token(kids[0]), _tree(kids[1]), scope)
                return f.Count(variable, domain, self.formula(_tree(kids[2]), body))
            case "name" if scope.get(str(kids[0])) in (NUMBER, MOMENT):
                return f.Var(str(kids[0]))
            case "at" | "call" | "name":
                return self._number_call(node, scope)
        problem = "a claim is no number" if node.data in _FORMULAS else "this is no number"
        raise self._fault(node, problem, "a number, such as 5 or pay(R; C)")

    def _number_call(self, node: _Node, scope: _Scope) -> f.NumberTerm:
        inner, moment = self._at(node, scope)
        name, sections = self._parts(inner)
        head = self.heads.get(name)
        if inner.data == "name" and (head is None or head.parameters):
            known = [*NUMBER_FORMS, *(key for key, each in self.heads.items() if each.gives == "number")]
            raise self._fault(inner, f"{name} is no number", near=near_names(name, known))
        if name in ("chance", "earned", "total"):
            args = self._single(inner, sections)
            if len(args) != 1 + (name == "chance"):
                raise self._fault(inner, f"{name} takes {_times(1 + (name == 'chance'), 'argument')}", FORMS[name])
            role = self.ref(args[0], ROLE, scope)
            if name == "chance":
                return f.Chance(role, self.formula(args[1], scope), moment)
            return f.Earned(role, moment) if name == "earned" else f.Total(role, moment)
        if moment is not None:
            raise self._fault(inner, f"{name} has no moment", "no '@'")
        if name in ("pay", "mean", "sum", "rounds"):
            return self._payoff(name, inner, sections, scope)
        if head is None or head.gives != "number":
            known = [*NUMBER_FORMS, *(key for key, each in self.heads.items() if each.gives == "number")]
            raise self._fault(inner, f"{name} is no number", "a number", near=near_names(name, known))
        return f.Applied(name, self._arguments(head, inner, sections, scope))

    def _payoff(self, name: str, node: _Node, sections: Sequence[_Node], scope: _Scope) -> f.NumberTerm:
        counts = {"pay": (1, 2), "mean": (2, 3), "sum": (0, 1), "rounds": (0, 0)}[name]
        filled = [section for section in sections if section.children and section.children[0] is not None]
        if len(sections) > max(1, counts[1]) or (name == "rounds" and filled):
            raise self._fault(node, f"{name} has too many parts between ';'", FORMS[name])
        if name == "rounds":
            return f.Rounds()
        if name == "sum":
            return f.Sum(self.condition(_arguments(sections[0]), scope))
        first = _arguments(sections[0])
        if len(first) != 1:
            raise self._fault(node, f"{name} begins with one role and ';'", FORMS[name])
        role = self.ref(_plain(self, first[0]), ROLE, scope)
        when = self.condition(_arguments(sections[1]) if len(sections) > 1 else [], scope)
        if name == "pay":
            return f.Pay(role, when)
        parts = _arguments(sections[2]) if len(sections) > 2 else []
        if len(parts) == 1 and self._is_variable(parts[0], BELIEF, scope):
            return f.Expected(role, when, f.Var(_name_of(_tree(parts[0].children[0]))))
        return f.Expected(role, when, self.belief(parts, scope))

    def _fraction(self, node: _Node) -> Fraction:
        try:
            return Fraction(str(node.children[0]))
        except ZeroDivisionError:
            raise self._fault(node, "a number can't be divided by zero") from None

    # Conditions and probabilities

    def condition(self, arguments: Sequence[_Node], scope: _Scope) -> f.Condition:
        """What stands between braces, or after the semicolon of `pay`."""
        parts: list[f.Bind | f.ReplyTo | f.Saw | f.Var] = []
        bound: dict[tuple[f.Ref, f.Ref | None], f.Ref] = {}
        for argument in arguments:
            node = _plain(self, argument)
            if self._is_variable(argument, CONDITION, scope):
                parts.append(f.Var(_name_of(node)))
                bound = {}
                continue
            part = self._part(node, scope)
            if isinstance(part, f.Bind) and isinstance(part.role, f.Const):
                key = (part.role, part.step)
                if bound.setdefault(key, part.move) != part.move:
                    raise self._fault(node, f"{part.role.name} is given two moves", "one move for a role and step")
            parts.append(part)
        return f.Condition(tuple(parts))

    def _part(self, node: _Node, scope: _Scope) -> f.Bind | f.ReplyTo | f.Saw:
        if node.data == "compare" and str(node.children[1]) == "=":
            left, right = _tree(node.children[0]), _tree(node.children[2])
            right, step = self._at(right, scope)
            if left.data == "call" and str(left.children[0]) == "reply":
                return self._reply(left, right, step, scope)
            role = self.ref(left, ROLE, scope)
            return f.Bind(role, self._move(right, role, scope), step)
        inner, step = self._at(node, scope) if node.data == "at" else (node, None)
        if inner.data == "call" and str(inner.children[0]) == "saw":
            args = self._single(inner, _sections(inner))
            if len(args) != 2:
                raise self._fault(inner, f"saw takes 2 arguments, not {len(args)}", "saw(ROLE, PERCEPT)@STEP")
            return f.Saw(self.ref(args[0], ROLE, scope), self.ref(args[1], THING, scope), step)
        raise self._fault(node, "this is no part of a condition", "ROLE=MOVE, ROLE=MOVE@STEP, reply(…)=MOVE or saw(…)")

    def _reply(self, node: _Node, right: _Node, step: f.Moment, scope: _Scope) -> f.ReplyTo:
        sections = _sections(node)
        if len(sections) != 2 or len(_arguments(sections[0])) != 1 or step is not None:
            raise self._fault(node, "a reply is told by who replies, and to what", "reply(ROLE; CONDITION)=MOVE")
        role = self.ref(_plain(self, _arguments(sections[0])[0]), ROLE, scope)
        return f.ReplyTo(role, self.condition(_arguments(sections[1]), scope), self._move(right, role, scope))

    def belief(self, arguments: Sequence[_Node], scope: _Scope) -> f.Belief:
        """Moves of roles with their probabilities."""
        parts = []
        for argument in arguments:
            node, weight = _tree(argument.children[0]), argument.children[1]
            if weight is None or node.data != "compare" or str(node.children[1]) != "=":
                raise self._fault(node, "this is no part of a belief", "ROLE=MOVE:PROBABILITY")
            role = self.ref(_tree(node.children[0]), ROLE, scope)
            parts.append((role, self._move(_tree(node.children[2]), role, scope), self.term(_tree(weight), scope)))
        return f.Belief(tuple(parts))

    def lottery(self, node: _Node, scope: _Scope) -> f.Lottery:
        """Conditions with their probabilities."""
        parts = []
        for argument in _arguments(node):
            inner, weight = _tree(argument.children[0]), argument.children[1]
            if weight is None or not (inner.data == "braces" or self._is_variable(argument, CONDITION, scope)):
                raise self._fault(inner, "this is no part of a lottery", "{CONDITION}:PROBABILITY")
            when = self.condition(_arguments(inner) if inner.data == "braces" else [_bare(argument)], scope)
            parts.append((when, self.term(_tree(weight), scope)))
        return f.Lottery(tuple(parts))

    # Arguments and names

    def _arguments(self, head: Head, node: _Node, sections: Sequence[_Node], scope: _Scope) -> tuple[f.Argument, ...]:
        if len(sections) > 1:
            raise self._fault(node, f"the arguments of {head.name} are parted by ','", str(head))
        given = [argument for section in sections for argument in _arguments(section)]
        if len(given) != len(head.parameters):
            wanted = _times(len(head.parameters), "argument")
            raise self._fault(node, f"{head.name} takes {wanted}, not {len(given)}", str(head))
        found: list[f.Argument] = []
        for argument, (parameter, sort) in zip(given, head.parameters, strict=True):
            found.append(self._argument(argument, sort, scope, f"{parameter}: {sort} of {head}", found))
        return tuple(found)

    def _argument(
        self, argument: _Node, sort: str, scope: _Scope, wanted: str, before: Sequence[f.Argument]
    ) -> f.Argument:
        node = _tree(argument.children[0])
        if sort in (CONDITION, BELIEF, LOTTERY):
            if self._is_variable(argument, sort, scope):
                return f.Var(_name_of(node))
            if sort == LOTTERY and node.data == "brackets":
                return self.lottery(node, scope)
            if sort != LOTTERY and node.data == "braces":
                parts = _arguments(node)
                return self.condition(parts, scope) if sort == CONDITION else self.belief(parts, scope)
            shape = {CONDITION: "{ROLE=MOVE, …}", BELIEF: "{ROLE=MOVE:PROBABILITY, …}"}
            raise self._fault(
                node, f"this is no {sort}", f"{shape.get(sort, '[{ROLE=MOVE, …}:PROBABILITY, …]')}, {wanted}"
            )
        node = _plain(self, argument)
        if sort == NUMBER:
            return self.term(node, scope)
        if sort == MOVE:
            roles = [each for each in before if isinstance(each, f.Const) and each.name in self.vocabulary.roles]
            move = self.ref(node, MOVE, scope)
            owner = next((each for each in reversed(roles) if move in self.vocabulary.moves_of(each.name)), None)
            return self._move(node, owner or (roles[-1] if roles else f.Var("")), scope)
        return self.ref(node, sort, scope)

    def _move(self, node: _Node, role: f.Ref, scope: _Scope) -> f.Ref:
        move = self.ref(node, MOVE, scope)
        if isinstance(move, f.Var) or (isinstance(role, f.Const) and role.name == _CHANCE):
            return move
        known = self.vocabulary.moves_of(role.name if isinstance(role, f.Const) else None)
        if not known:
            shapes = self.vocabulary.domains.relation("legal", 2, 1)
            if shapes:
                self._check_shape(node, move, shapes, f"there is no move {written(move)!r}")
        elif move not in known and not (self.vocabulary.chance and isinstance(role, f.Var)):
            names = [written(each) for each in known]
            raise self._fault(
                node,
                f"there is no move {written(move)!r}" + (f" of {role.name}" if isinstance(role, f.Const) else ""),
                f"a move ({', '.join(names[:8])})",
                near_names(written(move), names),
            )
        return move

    def ref(self, node: _Node, sort: str, scope: _Scope) -> f.Ref:
        """A name of that sort: a variable that is bound here, or a constant of the game.

        Raises:
            FormulaError: for any other name, with near ones.
        """
        if node.data == "name" and str(node.children[0]) in scope:
            variable = str(node.children[0])
            if not fits(scope[variable], sort):
                raise self._fault(node, f"{variable} is a {scope[variable]}", f"a {sort}")
            return f.Var(variable)
        named = self._constant(node, sort, scope)
        if named is None:
            raise self._fault(node, f"this is no {sort}", f"the name of a {sort}")
        if sort in (ROLE, MOVE) and not named.args:
            named = f.Const(self._called(named.name, sort))
        if sort == ROLE:
            roles = [*self.vocabulary.roles, *([_CHANCE] if self.vocabulary.chance else [])]
            if named.args or named.name not in roles:
                wanted = f"a role ({', '.join(roles[:8])})"
                raise self._fault(node, f"there is no role {written(named)!r}", wanted, near_names(named.name, roles))
        elif sort == MOMENT and not (named.name.isdecimal() and not named.args):
            raise self._fault(node, f"{written(named)} is no moment", "a number of joint moves, such as 3")
        elif sort in self.vocabulary.things and named not in self.vocabulary.things[sort]:
            names = [written(each) for each in self.vocabulary.things[sort]]
            raise self._fault(node, f"there is no {sort} {written(named)!r}", near=near_names(named.name, names))
        elif sort == THING:
            self._known_constant(node, named)
        return named

    def _called(self, name: str, sort: str) -> str:
        """The role or move that goes by a name, or else the name itself."""
        if name in self._addressed:
            return self._addressed[name]
        if sort == ROLE:
            known = list(self.vocabulary.roles)
        elif self.vocabulary.moves:
            known = [move.name for move in self.vocabulary.moves_of(None) if not move.args]
        else:
            shapes = self.vocabulary.domains.relation("legal", 2, 1) or frozenset()
            known = sorted(name for name, arity in shapes if arity == 0)
        return self.vocabulary.called(name, known) or self.vocabulary.aliases.get(name, name)

    def _known_constant(self, node: _Node, named: f.Const) -> None:
        known = self.vocabulary.constants
        if known and not named.args and named.name not in known and not _is_number(named.name):
            problem = f"the game knows nothing called {named.name!r}"
            raise self._fault(node, problem, near=near_names(named.name, sorted(known)))

    def _constant(self, node: _Node, sort: str, scope: _Scope) -> f.Const | None:
        match node.data:
            case "name" | "number":
                return f.Const(str(node.children[0]))
            case "quoted":
                return f.Const(_unquoted(str(node.children[0])))
            case "minus":
                inner = _tree(node.children[0])
                return f.Const(f"-{inner.children[0]}") if inner.data == "number" else None
            case "call" | "quoted_call":
                name, sections = self._parts(node)
                parts = [self._inner(arg, sort, scope) for arg in self._single(node, sections)]
                found = [part for part in parts if part is not None]
                return f.Const(name, tuple(found)) if found and len(found) == len(parts) else None
        return None

    def _inner(self, node: _Node, sort: str, scope: _Scope) -> f.Ref | None:
        """An argument of a constant: `offer(N)` has a variable."""
        name = str(node.children[0]) if node.data == "name" else ""
        if scope.get(name) not in (None, NUMBER, CONDITION, BELIEF, LOTTERY):
            return f.Var(name)
        return self._constant(node, sort, scope)

    def _bound(self, variable: Token, node: _Node, scope: _Scope) -> tuple[str, f.Domain, _Scope]:
        """A variable, what it runs over, and the scope within."""
        kind, sections, *but = node.children
        name = str(kind)
        args = [] if sections is None else self._single(node, _tree(sections).children)
        things = self.vocabulary.things
        sort = {"roles": ROLE, "moves": MOVE, "profiles": CONDITION, "rounds": MOMENT}.get(name, name)
        if sort == name and name not in things:
            known = ["roles", "moves", "profiles", "rounds", *things]
            raise self._fault(
                node,
                f"there is nothing called {name!r} to run over",
                f"one of {', '.join(known)}",
                near_names(name, known),
            )
        if len(args) != (name == "moves"):
            raise self._fault(node, f"{name} is written {'moves(ROLE)' if name == 'moves' else name}")
        role = self.ref(args[0], ROLE, scope) if args else None
        named = [_tree(each) for each in but if each is not None]
        left_out = tuple(
            self.ref(each, sort, scope) if role is None else self._move(each, role, scope) for each in named
        )
        if left_out and sort == CONDITION:
            raise self._fault(node, "plays can't be left out by name")
        return str(variable), f.Domain(name, role, left_out), {**scope, str(variable): sort}

    def _at(self, node: _Node, scope: _Scope) -> tuple[_Node, f.Moment]:
        if node.data != "at":
            return node, None
        return _tree(node.children[0]), self.ref(_tree(node.children[1]), MOMENT, scope)

    def _parts(self, node: _Node) -> tuple[str, Sequence[_Node]]:
        if node.data not in ("name", "quoted", "call", "quoted_call"):
            raise self._fault(
                node, "a moment goes with a relation, or with the step of a move", "a relation before '@'"
            )
        name = str(node.children[0])
        return (_unquoted(name) if node.data.startswith("quoted") else name), _sections(node)

    def _single(self, node: _Node, sections: Sequence[object]) -> list[_Node]:
        """The arguments where nothing is parted by semicolons and nothing has a probability."""
        found = [_tree(section) for section in sections]
        if len(found) > 1:
            raise self._fault(found[1], "';' has no place here", "','")
        return [_plain(self, argument) for section in found for argument in _arguments(section)]

    def _is_variable(self, argument: _Node, sort: str, scope: _Scope) -> bool:
        node = _tree(argument.children[0])
        return node.data == "name" and scope.get(str(node.children[0])) == sort

    def _fault(self, node: _Node, problem: str, expected: str = "", near: Sequence[str] = ()) -> FormulaError:
        offset = next((token.start_pos for token in _tokens(node) if token.start_pos is not None), len(self.text))
        start = getattr(node.meta, "start_pos", offset)
        return FormulaError(problem, text=self.text, offset=start, expected=expected, near=near)


def written(named: f.Ref) -> str:
    """A constant as messages tell it."""
    args = () if isinstance(named, f.Var) else named.args
    return named.name + (f"({', '.join(map(written, args))})" if args else "")


def _numbers(shapes: frozenset[TermShape]) -> frozenset[TermShape]:
    return frozenset(shape for shape in shapes if _is_number(shape[0]) and shape[1] == 0)


def _some_of(shapes: frozenset[TermShape]) -> str:
    told = [name + ("(…)" if arity else "") for name, arity in sorted(shapes)]
    return f"one of {', '.join(told[:8])}{', …' * (len(told) > 8)}"


def _plain(typer: Typer, argument: _Node) -> _Node:
    """What an argument holds, which must have no probability."""
    expression, *weights = argument.children
    if any(weight is not None for weight in weights):
        raise typer._fault(_tree(weights[0]), "a probability has no place here", "',' or ')'")
    return _tree(expression)


def _bare(argument: _Node) -> _Node:
    return type(argument)("argument", [argument.children[0], None], argument.meta)  # type: ignore[list-item]


def _arguments(node: _Node) -> list[_Node]:
    return [_tree(kid) for kid in node.children if kid is not None]


def _sections(node: _Node) -> list[_Node]:
    return [_tree(section) for section in _tree(node.children[1]).children] if len(node.children) > 1 else []


def _tree(kid: object) -> _Node:
    assert _is_tree(kid)
    return kid


def _is_tree(kid: object) -> TypeGuard[_Node]:
    """Whether a child of a node is one: tokens are texts. (Who reads no formula pays for no parser.)"""
    return kid is not None and not isinstance(kid, str)


def _token(kid: object) -> Token:
    assert isinstance(kid, str)
    return cast("Token", kid)


def _name_of(node: _Node) -> str:
    return str(node.children[0])


def _tokens(node: _Node) -> Iterator[Token]:
    return node.scan_values(lambda value: isinstance(value, str))


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)


def _is_number(name: str) -> bool:
    return name.lstrip("-").replace(".", "", 1).replace("/", "", 1).isdecimal()


def _times(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"
