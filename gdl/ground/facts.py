"""Ground facts and indexes over them, for grounding.

Terms are interned as integers: `Terms.keys[id]` is `(name, *ids of its arguments)`. A fact is a row of ids in
its relation, with an even number, its literal; the odd number after it is its negation. Relations over
fluents and moves are divided by the functor of the fluent or move, so that one kind can be complete before
another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from gdl.tree.syntax import Compound, Symbol, Term, Variable
from gdl.values import dataclass

Row = tuple[int, ...]
Shape = tuple[str, int]
Follower = Callable[[Row, int], None]
"""Called with every new fact: its row and literal."""

DIVIDED_BY = {
    ("true", 1): 0,
    ("next", 1): 0,
    ("init", 1): 0,
    ("base", 1): 0,
    ("legal", 2): 1,
    ("does", 2): 1,
    ("input", 2): 1,
}
"""Relation → the argument whose functor divides it."""

WHOLE: Shape = ("", -1)
"""The shape that stands for all facts of a relation."""


class Terms:
    """Interned ground terms."""

    def __init__(self) -> None:
        self.ids: dict[tuple[str | int, ...], int] = {}
        self.keys: list[tuple[str | int, ...]] = []
        self.shapes: list[int] = []
        self.args: list[Row] = []
        self.shape_ids: dict[Shape, int] = {}

    def shape(self, shape: Shape) -> int:
        return self.shape_ids.setdefault(shape, len(self.shape_ids))

    def make(self, key: tuple[str | int, ...]) -> int:
        """The id of the term with that name and those arguments."""
        found = self.ids.get(key)
        if found is None:
            found = self.ids[key] = len(self.keys)
            self.keys.append(key)
            self.shapes.append(self.shape((str(key[0]), len(key) - 1)))
            self.args.append(key[1:])  # type: ignore[arg-type]
        return found

    def intern(self, term: Term) -> int:
        """The id of a ground term."""
        match term:
            case Symbol(name):
                return self.make((name,))
            case Compound(functor, args):
                return self.make((functor, *(self.intern(arg) for arg in args)))
            case Variable(name):
                raise TypeError(f"?{name} is not ground")

    def term(self, number: int) -> Term:
        """The term with that id."""
        name, *args = self.keys[number]
        return Compound(str(name), tuple(self.term(int(arg)) for arg in args)) if args else Symbol(str(name))


@dataclass
class Group:
    """The facts of one relation that have one shape; `followers` are told of new ones."""

    rows: list[tuple[Row, int]] = field(default_factory=list)
    followers: list[Follower] = field(default_factory=list)
    triggers: list[Follower] = field(default_factory=list)


class Relation:
    """The facts of one relation.

    Attributes:
        facts: row → literal, of facts that were derived.
        names: row → literal, also of those that were only spoken of.
    """

    def __init__(self, name: str, arity: int, terms: Terms, count: Callable[[Relation, Row], int]) -> None:
        self.name = name
        self.arity = arity
        self.terms = terms
        self.divided_by = DIVIDED_BY.get((name, arity))
        self.facts: dict[Row, int] = {}
        self.names: dict[Row, int] = {}
        self.groups: dict[int, Group] = {}
        self.whole = Group()
        self._count = count

    def mention(self, row: Row) -> int:
        """The literal of a row."""
        found = self.names.get(row)
        if found is None:
            found = self.names[row] = self._count(self, row)
        return found

    def group(self, shape: Shape) -> Group:
        """The facts with that shape; `WHOLE` for all of a relation that is divided."""
        if shape == WHOLE and self.divided_by is not None:
            return self.whole
        return self._group(0 if self.divided_by is None else self.terms.shape(shape))

    def _group(self, shape: int) -> Group:
        found = self.groups.get(shape)
        if found is None:
            found = self.groups[shape] = Group()
        return found

    def add(self, row: Row, literal: int) -> tuple[Group, Group | None]:
        """Files a new fact and tells the followers; the groups it is in, whose triggers are to be run."""
        if self.divided_by is None:
            group, whole = self._group(0), None
        else:
            group, whole = self._group(self.terms.shapes[row[self.divided_by]]), self.whole
            whole.rows.append((row, literal))
            for follow in whole.followers:
                follow(row, literal)
        group.rows.append((row, literal))
        for follow in group.followers:
            follow(row, literal)
        return group, whole


def shape_of(sentence: Symbol | Compound) -> Shape:
    """The shape of the facts that a sentence speaks of; `WHOLE` where a variable leaves it open."""
    args = sentence.args if isinstance(sentence, Compound) else ()
    name = sentence.name if isinstance(sentence, Symbol) else sentence.functor
    place = DIVIDED_BY.get((name, len(args)))
    if place is None:
        return WHOLE
    match args[place]:
        case Variable():
            return WHOLE
        case Symbol(value):
            return value, 0
        case Compound(functor, inner):
            return functor, len(inner)
