"""Random formulas of a game, for tests that hold of every formula."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from translators.formulas import formula as f
from translators.formulas.definitions import Definitions
from translators.formulas.vocabulary import GameNames


class Maker:
    """Makes formulas of one vocabulary at random; `steps` are the steps that conditions may name."""

    def __init__(
        self,
        vocabulary: GameNames,
        seed: int,
        *,
        steps: Sequence[int] = (),
        definitions: Definitions | None = None,
        numbers: Sequence[int] = (0, 1, 2, 3),
        percepts: Sequence[str] = (),
    ) -> None:
        self.vocabulary = vocabulary
        self.random = random.Random(seed)
        self.steps = steps
        self.definitions = definitions or {}
        self.numbers = numbers
        self.percepts = percepts

    def play_formula(self, depth: int, scope: dict[str, str] | None = None) -> f.Formula:
        """A formula about payoffs."""
        scope = scope or {}
        pick = self.random.random()
        if depth <= 0 or pick < 0.35:
            return self._compare(scope)
        if pick < 0.42:
            return f.Some(self._compare(scope))
        if pick < 0.52:
            return f.Negation(self.play_formula(depth - 1, scope))
        if pick < 0.66:
            kind = self.random.choice([f.AllOf, f.AnyOf])
            return kind(tuple(self.play_formula(depth - 1, scope) for _ in range(self.random.randint(2, 3))))
        if pick < 0.72:
            kind2 = self.random.choice([f.If, f.Iff])
            return kind2(self.play_formula(depth - 1, scope), self.play_formula(depth - 1, scope))
        if pick < 0.76:
            return f.Same(self._move_or_role(scope, "role"), self._move_or_role(scope, "role"))
        if pick < 0.84 and self.definitions:
            return self._applied(scope)
        variable, domain, sort = self._domain(scope)
        quantifier = self.random.choice(["each", "any", "one"])
        return f.Quantified(quantifier, variable, domain, self.play_formula(depth - 1, {**scope, variable: sort}))

    def _applied(self, scope: dict[str, str]) -> f.Formula:
        names = [name for name, each in self.definitions.items() if each.head.gives == "formula"]
        head = self.definitions[self.random.choice(names)].head
        args: list[f.Argument] = []
        for _, sort in head.parameters:
            args.append(self._argument(sort, scope, args))
        return f.Applied(head.name, tuple(args))

    def _argument(self, sort: str, scope: dict[str, str], before: Sequence[f.Argument]) -> f.Argument:
        if sort == "number":
            return f.Number(Fraction(self.random.choice(self.numbers)))
        if sort == "condition":
            return self.profile()
        if sort == "belief":
            return self.belief(self.vocabulary.roles)
        if sort == "role":
            used = [each.name for each in before if isinstance(each, f.Const)]
            free = [role for role in self.vocabulary.roles if role not in used]
            return f.Const(self.random.choice(free or list(self.vocabulary.roles)))
        role = next((each for each in reversed(before) if isinstance(each, f.Const) and self._is_role(each)), None)
        return self._move(role, scope)

    def _is_role(self, name: f.Const) -> bool:
        return name.name in self.vocabulary.roles

    def profile(self) -> f.Condition:
        """A condition that gives each role a move."""
        return f.Condition(
            tuple(f.Bind(f.Const(role), self._move(f.Const(role), {})) for role in self.vocabulary.moves)
        )

    def belief(self, roles: Sequence[str]) -> f.Belief:
        """Probabilities for the moves of some roles."""
        parts: list[tuple[f.Ref, f.Ref, f.NumberTerm]] = []
        for role in roles:
            moves = self.vocabulary.moves[role] or self.vocabulary.moves_of(None)
            weights = [self.random.randint(0, 3) for _ in moves]
            weights[0] += not sum(weights)
            parts += [
                (f.Const(role), move, f.Number(Fraction(weight, sum(weights))))
                for move, weight in zip(moves, weights, strict=True)
                if weight
            ]
        return f.Belief(tuple(parts))

    def _compare(self, scope: dict[str, str]) -> f.Compare:
        relation = self.random.choice(f.COMPARISONS)
        right = self.term(1, scope) if self.random.random() < 0.5 else self._number()
        return f.Compare(relation, self.term(2, scope), right)

    def _number(self) -> f.Number:
        return f.Number(Fraction(self.random.choice(self.numbers), self.random.choice([1, 1, 1, 2, 3])))

    def term(self, depth: int, scope: dict[str, str]) -> f.NumberTerm:
        """A number about payoffs."""
        pick = self.random.random()
        if depth > 0 and pick < 0.15:
            operator = self.random.choice(["+", "-", "*", "/"])
            return f.Arithmetic(operator, self.term(depth - 1, scope), self.term(depth - 1, scope))
        if depth > 0 and pick < 0.35:
            return f.Extreme(self.random.choice(["min", "max"]), self.term(depth - 1, scope))
        if depth > 0 and pick < 0.42:
            variable, domain, sort = self._domain(scope)
            inner = {**scope, variable: sort}
            return f.Count(variable, domain, f.Compare(">=", self.term(0, inner), self.term(0, inner)))
        if pick < 0.52:
            return self._number()
        if pick < 0.6:
            return f.Sum(self.condition(scope))
        if pick < 0.72:
            role = self.random.choice(self.vocabulary.roles)
            others = [each for each in self.vocabulary.roles if each != role and self.random.random() < 0.7]
            return f.Expected(f.Const(role), self.condition(scope), self.belief(others))
        return f.Pay(self._move_or_role(scope, "role"), self.condition(scope))

    def condition(self, scope: dict[str, str], *, deep: bool = True) -> f.Condition:
        """Some roles' moves, at steps where there are several."""
        parts: list[f.Bind | f.ReplyTo | f.Saw | f.Var] = []
        whole = [name for name, sort in scope.items() if sort == "condition"]
        if whole and self.random.random() < 0.7:
            parts.append(f.Var(self.random.choice(whole)))
        for role in self.vocabulary.moves:
            if self.random.random() < 0.45:
                step = (
                    f.Const(str(self.random.choice(self.steps))) if self.steps and self.random.random() < 0.6 else None
                )
                parts.append(f.Bind(f.Const(role), self._move(f.Const(role), scope), step))
        if self.percepts and self.random.random() < 0.15:
            step = self.random.choice([None, *(f.Const(str(each)) for each in self.steps)])
            percept = f.Const(self.random.choice(self.percepts))
            parts.append(f.Saw(f.Const(self.random.choice(self.vocabulary.roles)), percept, step))
        if deep and self.steps and self.random.random() < 0.2:
            role = f.Const(self.random.choice(self.vocabulary.roles))
            parts.append(f.ReplyTo(role, self.condition(scope, deep=False), self._move(role, scope)))
        return f.Condition(tuple(parts))

    def _move(self, role: f.Ref | None, scope: dict[str, str]) -> f.Ref:
        bound = [name for name, sort in scope.items() if sort == "move"]
        if bound and self.random.random() < 0.4:
            return f.Var(self.random.choice(bound))
        moves = self.vocabulary.moves_of(role.name if isinstance(role, f.Const) else None)
        return self.random.choice(moves or self.vocabulary.moves_of(None))

    def _move_or_role(self, scope: dict[str, str], sort: str) -> f.Ref:
        bound = [name for name, each in scope.items() if each == sort]
        if bound and self.random.random() < 0.6:
            return f.Var(self.random.choice(bound))
        return f.Const(self.random.choice(self.vocabulary.roles))

    def _domain(self, scope: dict[str, str]) -> tuple[str, f.Domain, str]:
        variable = f"{self.random.choice('XYZ')}{len(scope)}"
        kind = self.random.choice(["roles", "moves", "moves", "profiles"])
        if kind == "moves":
            role = self._move_or_role(scope, "role")
            but = (self._move(role, {}),) if isinstance(role, f.Const) and self.random.random() < 0.3 else ()
            return variable, f.Domain("moves", role, but), "move"
        if kind == "roles":
            but = (f.Const(self.random.choice(self.vocabulary.roles)),) if self.random.random() < 0.2 else ()
            return variable, f.Domain("roles", None, but), "role"
        return variable, f.Domain("profiles"), "condition"

    def record_formula(self, depth: int, moments: Sequence[int], atoms: Sequence[f.Formula]) -> f.Formula:
        """A formula about a record: its atoms are those given, at the moments given or now."""
        pick = self.random.random()
        if depth <= 0 or pick < 0.2:
            return self.random.choice(atoms)
        moment = self.random.choice([None, *(f.Const(str(each)) for each in moments)])
        role = f.Const(self.random.choice(self.vocabulary.roles))

        def inner() -> f.Formula:
            return self.record_formula(depth - 1, moments, atoms)

        if pick < 0.32:
            return f.Negation(inner())
        if pick < 0.44:
            return self.random.choice([f.AllOf, f.AnyOf])((inner(), inner()))
        if pick < 0.5:
            return self.random.choice([f.If, f.Iff])(inner(), inner())
        if pick < 0.68:
            return f.Knows(role, inner(), moment)
        if pick < 0.82:
            return f.Possible(role, inner(), moment)
        if pick < 0.92:
            group = tuple(f.Const(each) for each in self.vocabulary.roles if self.random.random() < 0.6)
            return f.Common(group, inner(), moment)
        relation = self.random.choice([">=", "=", "<"])
        share = f.Number(Fraction(self.random.randint(0, 4), 4))
        return f.Compare(relation, f.Chance(role, inner(), moment), share)
