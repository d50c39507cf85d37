"""A game description as a Prolog program that plays: clauses about one current state, compiled for speed.

Where `situation_program` gives every relation its situation, these clauses read the current state from facts, one
predicate for each kind of fluent (`'true cell'(1, 2, b)`), so that SWI-Prolog's own indexes find them. A relation
is compiled once for each way it is called: `'line bf'/2` is `line` called with its first argument bound. A joint
move is one term, `j(Move1, Move2)`, and `does` is unification with it. Relations that depend on nothing
(`'succ static'/2`) are tabulated once by `prolog/play/play.pl`, which moves the facts from state to state.

Every constant is an atom, numbers too: GDL does not count, and SWI-Prolog 9.0 aborts where the first arguments of a
predicate's two clauses are an atom and a fraction.

The author's order of literals is kept, but for `does`, which comes first (it has one answer for each role), and
for negations and `distinct`, which come as soon as their variables are bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gdl.compile.play_rule import RuleWriter, apply, joint_pattern
from gdl.compile.prolog_text import prolog_atom
from gdl.compile.situation_program import Needs, relation_needs
from gdl.relations.dependency import components, edges
from gdl.relations.descent import descends
from gdl.tree.syntax import (
    And,
    Compound,
    Description,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Signature,
    Symbol,
    Term,
    Variable,
    atoms,
    signature,
    subterms,
)

# What `prolog/play/play.pl` asks of a state, and how: b for a bound argument, f for a free one.
ENTRIES: tuple[tuple[Signature, str], ...] = (
    (("terminal", 0), ""),
    (("legal", 2), "bf"),
    (("goal", 2), "bf"),
    (("next", 1), "f"),
    (("sees", 2), "bf"),
)
_STATIC_ENTRIES: tuple[Signature, ...] = (("role", 1), ("init", 1))


def to_play_program(description: Description) -> str:
    """The program of a description that `gdl.checks.check` finds no error in."""
    return _Compiler(description.rules).program()


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
        self.free: list[str] = []
        self._descending: dict[Signature, bool] = {}

    def program(self) -> str:
        clauses: list[str] = []
        for sig, adornment in ENTRIES:
            self.want(sig, adornment)
        while self.waiting:
            sig, adornment = self.waiting.pop()
            clauses.extend(self._relation(sig, adornment))
        clauses.extend(self._check_relations())
        static_clauses = list(self._static_relations())
        head = [f":- dynamic {', '.join(self._dynamics())}."]
        if self.tabled:
            head.append(f":- table {', '.join(self.tabled)}.")
        lines = [*head, *self._state_clauses(), *self._move_clauses(), *static_clauses, *clauses]
        lines += [f"'has tables' :- {'true' if self.tabled else 'fail'}."]
        lines += [f"'free relation'({relation})." for relation in self.free] or ["'free relation'(_, _) :- fail."]
        return "\n".join(lines) + "\n"

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
        yield "'left open'/3"
        for name, arity in self.fluents:
            yield f"{prolog_atom(f'true {name}')}/{arity}"
        for name, arity in self.statics:
            yield f"{prolog_atom(f'{name} static')}/{arity}"

    def _state_clauses(self) -> Iterator[str]:
        facts = []
        for name, arity in self.fluents:
            args = [f"V{index}" for index in range(arity)]
            facts.append((apply(name, args), apply(f"true {name}", args)))
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
        yield f"joint([{', '.join(moves)}], {apply('j', moves)})."
        for index, role in enumerate(self.roles):
            yield f"'does any'({joint_pattern(len(self.roles), index, 'M')}, {prolog_atom(role)}, M)."
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
            yield from (RuleWriter(self, rule, "f" * sig[1], static=sig).clause() for rule in rules)
            if not rules:
                yield f"{apply(f'{sig[0]} rules', ['_'] * sig[1])} :- fail."
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
                    yield RuleWriter(self, rule, "b" * sig[1], label="check").clause()
        for name, arity in self.checks:
            yield f"'check relation'({prolog_atom(f'{name} check')}, {prolog_atom(f'{name} static')}, {arity})."
        if not self.checks:
            yield "'check relation'(_, _, _) :- fail."

    # relations that depend on the state or the moves

    def _relation(self, sig: Signature, adornment: str) -> Iterator[str]:
        rules = self.rules.get(sig, [])
        moves = self.needs[sig] == Needs.MOVES
        name = f"{sig[0]} {adornment}"
        if not moves and "b" not in adornment:
            self.free.append(f"{prolog_atom(name)}, {sig[1]}")
        if self.needs_tables(sig):
            self.tabled.append(f"{prolog_atom(name)}/{sig[1] + moves}")
        yield from (RuleWriter(self, rule, adornment).clause() for rule in rules)
        if not rules:
            yield f"{apply(name, ['_'] * (sig[1] + moves))} :- fail."


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
