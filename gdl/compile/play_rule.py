"""One rule of a play program (`gdl/compile/play_program.py`), for one way of calling its relation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from gdl.compile.prolog_text import prolog_atom
from gdl.compile.situation_program import Needs
from gdl.relations.schedule import binds, literal_variables, ready
from gdl.tree.syntax import (
    And,
    Compound,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Signature,
    Symbol,
    Term,
    Variable,
    arguments,
    atoms,
    signature,
    variables_in,
)


class Compiler(Protocol):
    """What a rule's writer asks of the whole program, and tells it."""

    needs: dict[Signature, Needs]
    component: dict[Signature, int]
    roles: list[str] | None
    fluents: dict[Signature, None]
    statics: dict[Signature, None]
    checks: dict[Signature, None]

    def needs_tables(self, sig: Signature) -> bool: ...

    def can_check(self, sig: Signature) -> bool: ...

    def want(self, sig: Signature, adornment: str) -> None: ...


def apply(name: str, args: Sequence[str]) -> str:
    return f"{prolog_atom(name)}({', '.join(args)})" if args else prolog_atom(name)


def joint_pattern(count: int, index: int, move: str) -> str:
    return apply("j", [move if place == index else "_" for place in range(count)])


class RuleWriter:
    """Writes one rule, for one way of calling its relation."""

    def __init__(
        self, compiler: Compiler, rule: Rule, adornment: str, *, static: Signature | None = None, label: str = ""
    ) -> None:
        self.compiler = compiler
        self.label = label or adornment
        self.rule = rule
        self.adornment = adornment
        self.static = static
        used = [*variables_in(rule.head), *(name for literal in rule.body for name in literal_variables(literal))]
        self.count = Counter(used)
        self.text = {name: f"V{index}" for index, name in enumerate(dict.fromkeys(used))}
        self.joint = False

    def clause(self) -> str:
        head_arguments = arguments(self.rule.head)
        name = signature(self.rule.head)[0]
        bound = {
            variable
            for argument, letter in zip(head_arguments, self.adornment, strict=True)
            if letter == "b"
            for variable in variables_in(argument)
        }
        goals = self._goals(self.rule.body, bound, set(variables_in(self.rule.head)))
        args = [self._term(argument) for argument in head_arguments]
        if self.static is not None:
            head = apply(f"{name} rules", args)
        else:
            if self.compiler.needs[signature(self.rule.head)] == Needs.MOVES:
                args.insert(0, "J" if self.joint else "_")
            head = apply(f"{name} {self.label}", args)
        return f"{head} :-\n    {', '.join(goals)}." if goals else f"{head}."

    def _goals(self, body: Sequence[Literal], bound: set[str], outside: set[str]) -> list[str]:
        """The goals of a conjunction; `bound` grows by what it binds. `outside` are variables used elsewhere."""
        goals = []
        for literal, rest in _with_rest(order(body, bound)):
            later = outside.union(*(literal_variables(other) for other in rest)) if rest else outside
            goals.append(self._goal(literal, bound, later))
        return goals

    def _goal(self, literal: Literal, bound: set[str], later: set[str]) -> str:
        match literal:
            case Not(inner):
                return f"\\+ {self._goal(inner, set(bound), set())}"
            case Distinct(left, right):
                return f"\\==({self._term(left)}, {self._term(right)})"
            case Or(parts):
                branches, binds = [], []
                for part in parts:
                    inside = set(bound)
                    branches.append(self._goal(part, inside, later))
                    binds.append(inside)
                text = f"( {' ; '.join(branches) or 'fail'} )"
                needed = (set(literal_variables(literal)) - bound) & later
                bound |= set.intersection(*binds) if binds else set()
                return text if needed or self._on_cycle(literal) else f"\\+ \\+ {text}"
            case And(literals):
                return f"( {', '.join(self._goals(literals, bound, later)) or 'true'} )"
            case _:
                return self._sentence(literal, bound, later)

    def _sentence(self, sentence: Term, bound: set[str], later: set[str]) -> str:
        free = set(variables_in(sentence)) - bound
        goal, unique = self._call(sentence, bound)
        bound |= free
        if free & later or (unique and not free) or self._on_cycle(sentence):
            return goal
        return f"\\+ \\+ {goal}"

    def _on_cycle(self, literal: Literal) -> bool:
        """Whether a literal calls a table that this rule is filling: such a call must not be cut short."""
        head = signature(self.rule.head)
        if not self.compiler.needs_tables(head):
            return False
        component = self.compiler.component
        called = (signature(sentence) for sentence, _ in atoms(literal) if not isinstance(sentence, Variable))
        return any(component.get(sig) == component[head] for sig in called)

    def _call(self, sentence: Term, bound: set[str]) -> tuple[str, bool]:
        """The call of a sentence, and whether it has at most one answer when all its variables are bound."""
        sig = signature(sentence)
        given = arguments(sentence)
        if sig == ("true", 1):
            return self._true(given[0]), True
        if sig == ("does", 2):
            return self._does(given[0], given[1]), True
        args = [self._term(argument) for argument in given]
        need = self.compiler.needs[sig]
        if need == Needs.NOTHING:
            if self.static is not None:
                component = self.compiler.component
                same = sig in component and component[sig] == component.get(self.static)
                return apply(f"{sig[0]} {'rules' if same else 'static'}", args), not same
            if args and bound.issuperset(variables_in(sentence)) and self.compiler.can_check(sig):
                self.compiler.checks[sig] = None
                return apply(f"{sig[0]} check", args), False
            self.compiler.statics[sig] = None
            return apply(f"{sig[0]} static", args), True
        adornment = "".join("b" if bound.issuperset(variables_in(argument)) else "f" for argument in given)
        self.compiler.want(sig, adornment)
        if need == Needs.MOVES:
            self.joint = True
            args.insert(0, "J")
        return apply(f"{sig[0]} {adornment}", args), False

    def _true(self, fluent: Term) -> str:
        if isinstance(fluent, Variable):
            return f"'any true'({self._term(fluent)})"
        if isinstance(fluent, Symbol):
            return f"'constant true'({self._term(fluent)})"
        if signature(fluent) not in self.compiler.fluents:
            return "fail"
        return apply(f"true {fluent.functor}", [self._term(argument) for argument in fluent.args])

    def _does(self, role: Term, move: Term) -> str:
        self.joint = True
        roles = self.compiler.roles
        if roles is not None and isinstance(role, Symbol):
            if role.name not in roles:
                return "fail"
            return f"J = {joint_pattern(len(roles), roles.index(role.name), self._term(move))}"
        return f"'does any'(J, {self._term(role)}, {self._term(move)})"

    def _term(self, term: Term) -> str:
        match term:
            case Variable(name):
                return self.text[name] if self.count[name] > 1 else "_"
            case Symbol(name):
                return prolog_atom(name)
            case Compound(functor, args):
                return apply(functor, [self._term(arg) for arg in args])


def _with_rest(literals: Sequence[Literal]) -> Iterator[tuple[Literal, Sequence[Literal]]]:
    for index, literal in enumerate(literals):
        yield literal, literals[index + 1 :]


def order(body: Sequence[Literal], bound: Iterable[str]) -> list[Literal]:
    """`body` as it is evaluated where `bound` are bound: `does` first, then the author's order, with negations and
    `distinct` as soon as their variables are bound.
    """
    known = set(bound)
    waiting = sorted(body, key=lambda literal: not _is_does(literal))
    ordered: list[Literal] = []
    while waiting:
        able = [item for item in waiting if ready(item, known, order)] or waiting
        chosen = next((item for item in able if isinstance(item, Distinct)), able[0])
        waiting.remove(chosen)
        ordered.append(chosen)
        known |= binds(chosen)
    return ordered


def _is_does(literal: Literal) -> bool:
    return isinstance(literal, Compound) and signature(literal) == ("does", 2)
