"""A game description as a Prolog program that plays: clauses about one current state, compiled for speed.

Where `gdl/prolog.py` gives every relation its situation, these clauses read the current state from facts, one
predicate for each kind of fluent (`'true cell'(1, 2, b)`), so that SWI-Prolog's own indexes find them. A relation
is compiled once for each way it is called: `'line bf'/2` is `line` called with its first argument bound. A joint
move is one term, `j(Move1, Move2)`, and `does` is unification with it. Relations that depend on nothing
(`'succ static'/2`) are tabulated once by `prolog/play.pl`, which moves the facts from state to state.

The author's order of literals is kept, but for `does`, which comes first (it has one answer for each role), and
for negations and `distinct`, which come as soon as their variables are bound.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gdl.dependency import components, edges
from gdl.descent import descends
from gdl.prolog import Needs, exact, literal_variables, prolog_atom, prolog_constant, relation_needs
from gdl.syntax import (
    And,
    Compound,
    Description,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Symbol,
    Term,
    Variable,
    atoms,
    signature,
    subterms,
)

Signature = tuple[str, int]

# What `prolog/play.pl` asks of a state, and how: b for a bound argument, f for a free one.
ENTRIES: tuple[tuple[Signature, str], ...] = (
    (("terminal", 0), ""),
    (("legal", 2), "bf"),
    (("goal", 2), "bf"),
    (("next", 1), "f"),
    (("sees", 2), "bf"),
)
_STATIC_ENTRIES: tuple[Signature, ...] = (("role", 1), ("init", 1))

_UNFIT = re.compile(r"[\s();\x00-\x1f]|\A\?|\A<=\Z|\A\Z")


@dataclass(frozen=True)
class PlayProgram:
    """A game's program for playing.

    Attributes:
        text: the clauses.
        spellings: token → Prolog constant, for the constants whose token in KIF is not their name: names that
            can't stand in KIF, and fractions.
    """

    text: str
    spellings: Mapping[str, str]


def to_play_program(description: Description) -> PlayProgram:
    """The program of a description that `gdl.check` finds no error in."""
    return _Compiler(description.rules).program()


def _variables(term: Term) -> list[str]:
    return [part.name for part in subterms(term) if isinstance(part, Variable)]


def _arguments(sentence: Term) -> tuple[Term, ...]:
    return sentence.args if isinstance(sentence, Compound) else ()


def _apply(name: str, args: Sequence[str]) -> str:
    return f"{prolog_atom(name)}({', '.join(args)})" if args else prolog_atom(name)


class _Compiler:
    """Compiles the rules that the entries need, each for the ways it is called."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules: dict[Signature, list[Rule]] = {}
        for rule in rules:
            self.rules.setdefault(signature(rule.head), []).append(rule)
        self.needs = relation_needs(rules)
        self.component = components(list(edges(rules)))
        self.roles = _plain_roles(self.rules.get(("role", 1), ()))
        self.fluents = _fluents(rules)
        self.waiting: list[tuple[Signature, str]] = []
        self.seen: set[tuple[Signature, str]] = set()
        self.statics: dict[Signature, None] = {}
        self.checks: dict[Signature, None] = {}
        self.tabled: list[str] = []
        self._descending: dict[Signature, bool] = {}
        self.names: set[str] = _names(rules)

    def program(self) -> PlayProgram:
        clauses: list[str] = []
        for sig, adornment in ENTRIES:
            self.want(sig, adornment)
        while self.waiting:
            sig, adornment = self.waiting.pop()
            clauses.extend(self._relation(sig, adornment))
        clauses.extend(self._check_relations())
        static_clauses = list(self._static_relations())
        spellings = _spellings(self.names)
        head = [f":- dynamic {', '.join(self._dynamics())}."]
        if self.tabled:
            head.append(f":- table {', '.join(self.tabled)}.")
        lines = [*head, *self._state_clauses(), *self._move_clauses(), *static_clauses, *clauses]
        lines += [f"'has tables' :- {'true' if self.tabled else 'fail'}."]
        lines += [f"spelled({constant}, {prolog_atom(token)})." for token, constant in spellings.items()]
        lines += [] if spellings else ["spelled(_, _) :- fail."]
        return PlayProgram("\n".join(lines) + "\n", spellings)

    def needs_tables(self, sig: Signature) -> bool:
        """Whether plain evaluation of a relation may not end."""
        if sig not in self.component:
            return False
        if sig not in self._descending:
            self._descending[sig] = descends(sig, self.rules, self.component)
        return not self._descending[sig]

    def want(self, sig: Signature, adornment: str) -> None:
        """Have a relation compiled for one way of calling it."""
        if (sig, adornment) not in self.seen:
            self.seen.add((sig, adornment))
            self.waiting.append((sig, adornment))

    # the state and the joint move

    def _dynamics(self) -> Iterator[str]:
        yield "'constant true'/1"
        yield "'role list'/1"
        for name, arity in self.fluents:
            yield f"{prolog_atom(f'true {name}')}/{arity}"
        for name, arity in self.statics:
            yield f"{prolog_atom(f'{name} static')}/{arity}"

    def _state_clauses(self) -> Iterator[str]:
        facts = []
        for name, arity in self.fluents:
            args = [f"V{index}" for index in range(arity)]
            facts.append((_apply(name, args), _apply(f"true {name}", args)))
        yield from (f"'fact of'({fluent}, {fact})." for fluent, fact in facts)
        yield "'fact of'(_, _) :- fail."
        yield from (f"'any true'({fluent}) :- {fact}." for fluent, fact in facts)
        yield "'any true'(V) :- 'constant true'(V)."
        yield from (f"'state predicate'({prolog_atom(f'true {name}')}, {arity})." for name, arity in self.fluents)
        yield "'state predicate'('constant true', 1)."

    def _move_clauses(self) -> Iterator[str]:
        if self.roles is None:
            yield "joint(Moves, j(Moves))."
            yield "'does any'(j(Moves), R, M) :- 'role list'(Roles), 'same place'(Roles, Moves, R, M)."
            yield "'same place'([R|_], [M|_], R, M)."
            yield "'same place'([_|Rs], [_|Ms], R, M) :- 'same place'(Rs, Ms, R, M)."
            return
        moves = [f"M{index}" for index in range(len(self.roles))]
        yield f"joint([{', '.join(moves)}], {_apply('j', moves)})."
        for index, role in enumerate(self.roles):
            yield f"'does any'({_joint_pattern(len(self.roles), index, 'M')}, {prolog_constant(role)}, M)."
        if not self.roles:
            yield "'does any'(_, _, _) :- fail."

    # relations that depend on nothing

    def _static_relations(self) -> Iterator[str]:
        """Their rules, and `'static relation'(Rules, Static, Arity)` in an order that puts the used before the user."""
        wanted = dict.fromkeys([*_STATIC_ENTRIES, *self.statics])
        queue = list(wanted)
        while queue:
            for sig in self._static_uses(queue.pop()):
                if sig not in wanted:
                    wanted[sig] = None
                    queue.append(sig)
        self.statics = dict.fromkeys(self._used_first(wanted))
        for name, arity in self.statics:
            if self.needs_tables((name, arity)):
                self.tabled.append(f"{prolog_atom(f'{name} rules')}/{arity}")
        for sig in self.statics:
            rules = self.rules.get(sig, ())
            yield from (_RuleWriter(self, rule, "f" * sig[1], static=sig).clause() for rule in rules)
            if not rules:
                yield f"{_apply(f'{sig[0]} rules', ['_'] * sig[1])} :- fail."
        for name, arity in self.statics:
            yield f"'static relation'({prolog_atom(f'{name} rules')}, {prolog_atom(f'{name} static')}, {arity})."

    def _static_uses(self, sig: Signature) -> Iterator[Signature]:
        for rule in self.rules.get(sig, ()):
            for literal in rule.body:
                for sentence, _ in atoms(literal):
                    if not isinstance(sentence, Variable):
                        yield signature(sentence)

    def _used_first(self, wanted: Iterable[Signature]) -> list[Signature]:
        done: dict[Signature, None] = {}
        for root in wanted:
            path = [(root, self._static_uses(root))]
            entered = {root}
            while path:
                sig, uses = path[-1]
                follower = next((use for use in uses if use not in done and use not in entered), None)
                if follower is None:
                    done[sig] = None
                    path.pop()
                else:
                    entered.add(follower)
                    path.append((follower, self._static_uses(follower)))
        return list(done)

    def can_check(self, sig: Signature) -> bool:
        """Whether a relation that depends on nothing may be worked out where all its arguments are known."""
        return sig not in self.component and any(rule.body for rule in self.rules.get(sig, ()))

    def _check_relations(self) -> Iterator[str]:
        """`'check relation'(Check, Static, Arity)`, and the rules of Check: for arguments that are all bound they may
        cost less than a look into a large table.
        """
        done: set[Signature] = set()
        while len(done) < len(self.checks):
            for sig in [sig for sig in self.checks if sig not in done]:
                done.add(sig)
                self.statics[sig] = None
                for rule in self.rules[sig]:
                    yield _RuleWriter(self, rule, "b" * sig[1], label="check").clause()
        for name, arity in self.checks:
            yield f"'check relation'({prolog_atom(f'{name} check')}, {prolog_atom(f'{name} static')}, {arity})."
        if not self.checks:
            yield "'check relation'(_, _, _) :- fail."

    # relations that depend on the state or the moves

    def _relation(self, sig: Signature, adornment: str) -> Iterator[str]:
        rules = self.rules.get(sig, [])
        moves = self.needs[sig] == Needs.MOVES
        name = f"{sig[0]} {adornment}"
        if self.needs_tables(sig):
            self.tabled.append(f"{prolog_atom(name)}/{sig[1] + moves}")
        yield from (_RuleWriter(self, rule, adornment).clause() for rule in rules)
        if not rules:
            yield f"{_apply(name, ['_'] * (sig[1] + moves))} :- fail."


class _RuleWriter:
    """Writes one rule, for one way of calling its relation."""

    def __init__(
        self, compiler: _Compiler, rule: Rule, adornment: str, *, static: Signature | None = None, label: str = ""
    ) -> None:
        self.compiler = compiler
        self.label = label or adornment
        self.rule = rule
        self.adornment = adornment
        self.static = static
        used = [*_variables(rule.head), *(name for literal in rule.body for name in literal_variables(literal))]
        self.count = Counter(used)
        self.text = {name: f"V{index}" for index, name in enumerate(dict.fromkeys(used))}
        self.joint = False

    def clause(self) -> str:
        arguments = _arguments(self.rule.head)
        name = signature(self.rule.head)[0]
        bound = {
            variable
            for argument, letter in zip(arguments, self.adornment, strict=True)
            if letter == "b"
            for variable in _variables(argument)
        }
        goals = self._goals(self.rule.body, bound, set(_variables(self.rule.head)))
        args = [self._term(argument) for argument in arguments]
        if self.static is not None:
            head = _apply(f"{name} rules", args)
        else:
            if self.compiler.needs[signature(self.rule.head)] == Needs.MOVES:
                args.insert(0, "J" if self.joint else "_")
            head = _apply(f"{name} {self.label}", args)
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
                return f"{self._term(left)} \\== {self._term(right)}"
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
        free = set(_variables(sentence)) - bound
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
        arguments = _arguments(sentence)
        if sig == ("true", 1):
            return self._true(arguments[0]), True
        if sig == ("does", 2):
            return self._does(arguments[0], arguments[1]), True
        args = [self._term(argument) for argument in arguments]
        need = self.compiler.needs[sig]
        if need == Needs.NOTHING:
            if self.static is not None:
                component = self.compiler.component
                same = sig in component and component[sig] == component.get(self.static)
                return _apply(f"{sig[0]} {'rules' if same else 'static'}", args), not same
            if args and bound.issuperset(_variables(sentence)) and self.compiler.can_check(sig):
                self.compiler.checks[sig] = None
                return _apply(f"{sig[0]} check", args), False
            self.compiler.statics[sig] = None
            return _apply(f"{sig[0]} static", args), True
        adornment = "".join("b" if bound.issuperset(_variables(argument)) else "f" for argument in arguments)
        self.compiler.want(sig, adornment)
        if need == Needs.MOVES:
            self.joint = True
            args.insert(0, "J")
        return _apply(f"{sig[0]} {adornment}", args), False

    def _true(self, fluent: Term) -> str:
        if isinstance(fluent, Variable):
            return f"'any true'({self._term(fluent)})"
        if isinstance(fluent, Symbol):
            return f"'constant true'({self._term(fluent)})"
        if signature(fluent) not in self.compiler.fluents:
            return "fail"
        return _apply(f"true {fluent.functor}", [self._term(argument) for argument in fluent.args])

    def _does(self, role: Term, move: Term) -> str:
        self.joint = True
        roles = self.compiler.roles
        if roles is not None and isinstance(role, Symbol):
            if role.name not in roles:
                return "fail"
            return f"J = {_joint_pattern(len(roles), roles.index(role.name), self._term(move))}"
        return f"'does any'(J, {self._term(role)}, {self._term(move)})"

    def _term(self, term: Term) -> str:
        match term:
            case Variable(name):
                return self.text[name] if self.count[name] > 1 else "_"
            case Symbol(name):
                return prolog_constant(name)
            case Compound(functor, args):
                return _apply(functor, [self._term(arg) for arg in args])


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
        ready = [item for item in waiting if _ready(item, known)] or waiting
        chosen = next((item for item in ready if isinstance(item, Distinct)), ready[0])
        waiting.remove(chosen)
        ordered.append(chosen)
        known |= _binds(chosen)
    return ordered


def _is_does(literal: Literal) -> bool:
    return isinstance(literal, Compound) and signature(literal) == ("does", 2)


def _ready(literal: Literal, known: set[str]) -> bool:
    match literal:
        case Not() | Distinct():
            return known.issuperset(literal_variables(literal))
        case Or(parts):
            return all(_ready(part, known) for part in parts)
        case And(parts):
            seen = set(known)
            for part in order(parts, seen):
                if not _ready(part, seen):
                    return False
                seen |= _binds(part)
            return True
        case _:
            return True


def _binds(literal: Literal) -> set[str]:
    match literal:
        case Not() | Distinct():
            return set()
        case Or(parts):
            return set.intersection(*map(_binds, parts)) if parts else set()
        case And(parts):
            return set().union(*map(_binds, parts))
        case _:
            return set(literal_variables(literal))


def _joint_pattern(count: int, index: int, move: str) -> str:
    return _apply("j", [move if place == index else "_" for place in range(count)])


def _plain_roles(rules: Sequence[Rule]) -> list[str] | None:
    """The roles in order where they are plain facts, else None: then they are known when the program runs."""
    roles: dict[str, None] = {}
    for rule in rules:
        match rule:
            case Rule(Compound("role", (Symbol(name),)), ()):
                roles[name] = None
            case _:
                return None
    return list(roles)


def _fluents(rules: Sequence[Rule]) -> dict[Signature, None]:
    """Kinds of compound fluents: those of `init` and `next`, or all function terms where a variable stands there."""
    found: dict[Signature, None] = {}
    for rule in rules:
        match rule.head:
            case Compound("init" | "next", (Compound() as fluent,)):
                found[signature(fluent)] = None
            case Compound("init" | "next", (Variable(),)):
                return dict.fromkeys(_functors(rules))
    return found


def _functors(rules: Sequence[Rule]) -> Iterator[Signature]:
    for part in _terms(rules):
        if isinstance(part, Compound):
            yield signature(part)


def _names(rules: Sequence[Rule]) -> set[str]:
    return {
        part.name if isinstance(part, Symbol) else part.functor
        for part in _terms(rules)
        if not isinstance(part, Variable)
    }


def _terms(rules: Sequence[Rule]) -> Iterator[Term]:
    """All terms in the rules, those inside others too; a whole sentence counts as a term."""
    for rule in rules:
        yield from subterms(rule.head)
        stack: list[Literal] = list(rule.body)
        while stack:
            literal = stack.pop()
            match literal:
                case Not(inner):
                    stack.append(inner)
                case Or(parts) | And(parts):
                    stack.extend(parts)
                case Distinct(left, right):
                    yield from subterms(left)
                    yield from subterms(right)
                case _:
                    yield from subterms(literal)


def _spellings(names: Iterable[str]) -> dict[str, str]:
    taken = set(names)
    spellings: dict[str, str] = {}
    for name in sorted(taken):
        constant = prolog_constant(name)
        number = exact(name)
        if not _UNFIT.search(name):
            if number is not None and number.denominator != 1 and not constant.startswith("'"):
                spellings[name] = constant
            continue
        token = plain = _UNFIT.sub("_", name) or "_"
        count = 1
        while token in taken:
            count += 1
            token = f"{plain}{count}"
        taken.add(token)
        spellings[token] = constant
    return spellings
