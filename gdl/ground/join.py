"""Clauses compiled to Python functions that find their ground instances.

Each function walks through the sentences of one body by indexes (a view of a relation, see `View`), and reports
every instance once. The order of sentences is chosen greedily: those that are only tests first, then the one
with the fewest matches as far as the facts that are known can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import lru_cache
from types import CodeType
from typing import Any

from gdl.errors import GdlError
from gdl.ground.clauses import Atom, Clause, place, variables
from gdl.ground.facts import Group, Relation, Row, Terms, shape_of
from gdl.tree.syntax import Compound, Symbol, Term, Variable, arguments, signature
from gdl.values import dataclass

_DEEPEST = 16
_TICK = 4096
_UNKNOWN_FANOUT = 12.0

Tick = Callable[[int], None]
"""Called now and then with the number of the clause that is being worked on; raises at a limit."""


@dataclass
class Store:
    """All relations, and what generated code needs of them."""

    terms: Terms = field(default_factory=Terms)
    relations: dict[tuple[str, int], Relation] = field(default_factory=dict)
    atoms: list[tuple[Relation, Row]] = field(default_factory=list)
    views: dict[tuple[Any, ...], Any] = field(default_factory=dict)

    def relation(self, sentence: Atom) -> Relation:
        return self.named(*signature(sentence))

    def named(self, name: str, arity: int) -> Relation:
        key = (name, arity)
        found = self.relations.get(key)
        if found is None:
            found = self.relations[key] = Relation(name, arity, self.terms, self._count)
        return found

    def _count(self, relation: Relation, row: Row) -> int:
        self.atoms.append((relation, row))
        return 2 * (len(self.atoms) - 1)

    def group(self, sentence: Atom) -> Group:
        return self.relation(sentence).group(shape_of(sentence))


class Code:
    """Lines of one function, with the values they refer to."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.lines: list[str] = []
        self.depth = 1
        self.values: dict[str, Any] = {
            "S": terms.shapes,
            "A": terms.args,
            "C": terms.ids,
            "make": terms.make,
        }
        self.skip = "return"
        self.bound: dict[str, str] = {}
        self._fresh = 0

    def add(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def fresh(self, prefix: str) -> str:
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def value(self, value: Any, prefix: str = "g") -> str:
        name = self.fresh(prefix)
        self.values[name] = value
        return name

    def guard(self, condition: str) -> None:
        self.add(f"if {condition}: {self.skip}")

    def take_apart(self, terms: Sequence[Term], source: str) -> None:
        """Binds the variables of `terms` from the row `source`; goes on with the next if they don't match."""
        names = [self.fresh("t") for _ in terms]
        if not terms:
            return
        self.add(f"{', '.join(names)}{',' if len(names) == 1 else ''} = {source}")
        for term, name in zip(terms, names, strict=True):
            match term:
                case Variable(variable) if variable in self.bound:
                    self.guard(f"{name} != {self.bound[variable]}")
                case Variable(variable):
                    self.bound[variable] = name
                case Symbol():
                    self.guard(f"{name} != {self.terms.intern(term)}")
                case Compound(functor, args):
                    self.guard(f"S[{name}] != {self.terms.shape((functor, len(args)))}")
                    self.take_apart(args, f"A[{name}]")

    def expression(self, term: Term, *, create: bool = True) -> str:
        """The id of a term whose variables are bound; -1 for an unknown one unless `create`."""
        match term:
            case Variable(name):
                return self.bound[name]
            case Symbol():
                return str(self.terms.intern(term))
            case Compound(functor, args):
                inner = "".join(f", {self.expression(arg, create=create)}" for arg in args)
                return f"make(({functor!r}{inner}))" if create else f"C.get(({functor!r}{inner}), -1)"

    def row(self, terms: Sequence[Term], *, create: bool = True) -> str:
        return _tuple([self.expression(term, create=create) for term in terms])

    def function(self, name: str, params: str) -> Callable[..., Any]:
        """The function, with its values as defaults of parameters: locals are the fastest to reach."""
        given = "".join(f", {value}={value}" for value in self.values)
        text = "\n".join([f"def {name}({params}{given}):", *self.lines, "    return"])
        space = dict(self.values)
        exec(_compiled(text, name), space)
        found: Callable[..., Any] = space[name]
        return found


@lru_cache(maxsize=4096)
def _compiled(text: str, name: str) -> CodeType:
    """The code of a text; moments of one match have most of theirs in common."""
    return compile(text, f"<{name}>", "exec")


def _tuple(parts: Sequence[str]) -> str:
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def view(store: Store, sentence: Atom, key: Sequence[str]) -> tuple[Any, tuple[str, ...]]:
    """An index of the facts that match a sentence, and the variables whose values its entries list.

    The index takes the values of the variables `key` (the value itself if there is one) to a list of
    `(value, …, literal)`; it is just the list if `key` is empty. It follows later facts.
    """
    names = {name: f"v{at}" for at, name in enumerate(variables([sentence]))}
    free = tuple(name for name in names if name not in key)
    identity = (signature(sentence), _renamed(sentence, names), tuple(names[name] for name in key))
    if identity in store.views:
        return store.views[identity], free
    code = Code(store.terms)
    index: Any = {} if key else []
    code.values["index"] = index
    code.take_apart(arguments(sentence), "row")
    entry = _tuple([*(code.bound[name] for name in free), "literal"])
    if key:
        keys = [code.bound[name] for name in key]
        code.add(f"key = {_tuple(keys) if len(keys) > 1 else keys[0]}")
        code.add("found = index.get(key)")
        code.add(f"if found is None: index[key] = [{entry}]")
        code.add(f"else: found.append({entry})")
    else:
        code.add(f"index.append({entry})")
    follow = code.function("follow", "row, literal")
    group = store.group(sentence)
    for row, literal in group.rows:
        follow(row, literal)
    group.followers.append(follow)
    store.views[identity] = index
    return index, free


def _renamed(term: Term, names: dict[str, str]) -> Any:
    match term:
        case Variable(name):
            return ("?", names[name])
        case Symbol(name):
            return name
        case Compound(functor, args):
            return (functor, *(_renamed(arg, names) for arg in args))


class Join:
    """The compilation of one clause.

    Args:
        known: whether all facts that match a sentence are there already.
        static: whether the truth of a sentence is the same in all states.
        emit: called with the literal of the head and those of the body; None if instances are of no interest.
        derive: makes a fact of a row of the head's relation and returns its literal.
    """

    def __init__(
        self,
        store: Store,
        clause: Clause,
        number: int,
        *,
        known: Callable[[Atom], bool],
        static: Callable[[Atom], bool],
        emit: Callable[[tuple[int, tuple[int, ...]]], None] | None,
        derive: Callable[[Row], int],
        tick: Tick,
    ) -> None:
        self.store = store
        self.clause = clause
        self.number = number
        self.known = known
        self.static = static
        self.emit = emit
        self.derive = derive
        self.tick = tick
        self.literals: list[str] = []
        self.loops = 0
        self.calls: list[tuple[int, str]] = []
        self.pending = list(clause.positive)
        self.filters = [("==", pair) for pair in clause.different] + [("!=", pair) for pair in clause.same]

    def function(self, trigger: Atom | None) -> Callable[..., None]:
        """A function of a new fact for `trigger` (row, literal), or of nothing if `trigger` is None."""
        code = self.code = Code(self.store.terms)
        code.values["tick"] = self.tick
        code.add(f"k = {_TICK}")
        if trigger is not None:
            self.pending.remove(trigger)
            code.take_apart(arguments(trigger), "row")
            if not self.static(trigger):
                self.literals.append("literal")
        self._filter()
        while self.pending:
            self._walk(self._choose())
            self._filter()
        self._negations()
        self._report()
        return code.function("find", "row, literal" if trigger is not None else "row=None")

    def _free(self, sentence: Atom) -> list[str]:
        return [name for name in variables([sentence]) if name not in self.code.bound]

    def _choose(self) -> Atom:
        """The sentence to walk through next."""
        best = min(self.pending, key=self._fanout)
        self.pending.remove(best)
        return best

    def _fanout(self, sentence: Atom) -> float:
        free = self._free(sentence)
        if not free:
            return 0.0 if self.static(sentence) else 0.01
        if not self.known(sentence):
            return _UNKNOWN_FANOUT ** len(free)
        bound = [name for name in variables([sentence]) if name in self.code.bound]
        rows, different = self._statistics(sentence, tuple(bound))
        return rows / max(1, different)

    def _statistics(self, sentence: Atom, bound: tuple[str, ...]) -> tuple[int, int]:
        """How many facts match a sentence, and (an estimate of) how many values its `bound` variables have."""
        entries, free = view(self.store, sentence, ())
        counted = self.store.views.setdefault(("counts", id(entries)), {})
        different = 1
        for name in bound:
            at = free.index(name)
            if at not in counted:
                counted[at] = len({entry[at] for entry in entries})
            different *= counted[at]
        return len(entries), min(different, len(entries))

    def _walk(self, sentence: Atom) -> None:
        code, free = self.code, self._free(sentence)
        relation = self.store.relation(sentence)
        static = self.static(sentence)
        if not free:
            facts = code.value(relation.facts)
            row = code.row(arguments(sentence), create=False)
            if static:
                code.guard(f"{row} not in {facts}")
                return
            literal = code.fresh("l")
            code.add(f"{literal} = {facts}.get({row})")
            code.guard(f"{literal} is None")
            self.literals.append(literal)
            return
        key = [name for name in variables([sentence]) if name in code.bound]
        index, listed = view(self.store, sentence, key)
        values = [code.bound[name] for name in key]
        found = code.value(index)
        lookup = f"{_tuple(values) if len(values) > 1 else values[0]}" if key else ""
        if static and not self._used_elsewhere(free):
            code.guard(f"{lookup} not in {found}" if key else f"not {found}")
            return
        if self.loops and self.loops % _DEEPEST == 0:
            self._nest()
        names = [code.fresh("x") for _ in listed]
        literal = code.fresh("l")
        walked = f"{found}.get({lookup}, ())" if key else found
        code.add(f"for {', '.join(names)}, {literal} in {walked}:")
        code.depth += 1
        code.skip = "continue"
        self.loops += 1
        code.add("k -= 1")
        code.add(f"if k < 0: tick({self.number}); k = {_TICK}")
        code.bound.update(zip(listed, names, strict=True))
        if not static:
            self.literals.append(literal)

    def _nest(self) -> None:
        """Goes on in an inner function: Python takes no more than 20 loops inside each other."""
        code = self.code
        name = code.fresh("inner")
        code.add(f"def {name}():")
        code.depth += 1
        code.skip = "return"
        code.add(f"k = {_TICK}")
        self.calls.append((code.depth - 1, f"{name}()"))

    def _used_elsewhere(self, names: Sequence[str]) -> bool:
        clause = self.clause
        others = [*self.pending, clause.head, *clause.negative]
        used = variables([*others, *(term for _, pair in self.filters for term in pair)])
        return any(name in used for name in names)

    def _filter(self) -> None:
        """Tests the pairs of terms that can be tested now."""
        left: list[tuple[str, tuple[Term, Term]]] = []
        for operator, pair in self.filters:
            if all(name in self.code.bound for name in variables(pair)):
                one, other = (self.code.expression(term) for term in pair)
                self.code.guard(f"{one} {operator} {other}")
            else:
                left.append((operator, pair))
        self.filters = left

    def _negations(self) -> None:
        code = self.code
        self._check_bound()
        for sentence in self.clause.negative:
            relation = self.store.relation(sentence)
            if self.static(sentence):
                row = code.row(arguments(sentence), create=False)
                code.guard(f"{row} in {code.value(relation.facts)}")
                continue
            literal, row = code.fresh("l"), code.fresh("r")
            code.add(f"{row} = {code.row(arguments(sentence))}")
            code.add(f"{literal} = {code.value(relation.names)}.get({row})")
            code.add(f"if {literal} is None: {literal} = {code.value(relation.mention)}({row})")
            self.literals.append(f"{literal} + 1")

    def _check_bound(self) -> None:
        clause = self.clause
        pairs = [term for pair in (*clause.different, *clause.same) for term in pair]
        for name in variables([clause.head, *clause.negative, *pairs]):
            if name not in self.code.bound:
                raise GdlError(f"{place(clause.rule)}: nothing gives ?{name} a value")

    def _report(self) -> None:
        code, head = self.code, self.clause.head
        relation = self.store.relation(head)
        code.add(f"row = {code.row(arguments(head))}")
        code.add(f"head = {code.value(relation.facts)}.get(row)")
        code.add(f"if head is None: head = {code.value(self.derive)}(row)")
        if self.emit is not None:
            code.add(f"{code.value(self.emit)}((head, {_tuple(self.literals)}))")
        for depth, call in reversed(self.calls):
            code.depth = depth
            code.add(call)
