"""Ground instances of the rules of a game, over the facts that its moves may ever bring about.

Facts are reached bottom-up, as if any legal move could always be made and as if negated sentences about the
state were true: more facts than can occur, never fewer. Relations are completed one after another as far as
they do not depend on each other; inside a cycle each new fact is joined with those before it (semi-naive
evaluation), so that every instance is found from its last fact.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from gdl.collection import without_collection
from gdl.errors import GdlError
from gdl.ground.clauses import Atom, Clause, clauses, needed, place
from gdl.ground.facts import WHOLE, Follower, Relation, Row, Shape, shape_of
from gdl.ground.join import Join, Store
from gdl.relations.cycles import layers
from gdl.tree.numbers import exact
from gdl.tree.syntax import Compound, Description, Symbol, Term, signature, subterms
from gdl.values import dataclass

_Node = tuple[str, int, Shape]

_DYNAMIC = frozenset({("true", 1), ("does", 2), ("next", 1), ("legal", 2), ("goal", 2), ("terminal", 0), ("sees", 2)})
_OUTPUTS = (("role", 1), ("init", 1), ("next", 1), ("legal", 2), ("goal", 2), ("terminal", 0))
_KEYWORDS = _DYNAMIC | {("init", 1), ("base", 1), ("input", 2)}
_MADE_FROM = {"true": ("init", "next"), "does": ("legal",)}
_FOLLOWS = {("init", 1): ("true", 1), ("next", 1): ("true", 1), ("legal", 2): ("does", 2)}
_POPS_PER_CHECK = 512


class DoesNotGround(GdlError):
    """The instances of the rules are too many; the message names the relation that grows.

    Attributes:
        relation: its name.
        limit: `seconds`, `instances` or `facts`.
    """

    def __init__(self, message: str, relation: str, limit: str) -> None:
        self.relation = relation
        self.limit = limit
        super().__init__(message)


@dataclass(frozen=True)
class GroundLimits:
    """Where grounding gives up: seconds of processor time, instances of rules, facts.

    The time is that of the thread, so that the same rules ground or not whatever else runs; what is made of the
    instances takes its time from the same.
    """

    seconds: float = 30.0
    instances: int = 1_000_000
    facts: int = 400_000


@dataclass(frozen=True)
class Grounding:
    """A game without variables.

    Literals are integers: an even one for a sentence, one more for its negation. A sentence holds if one of its
    bodies does; those in `fluents` and `moves` are given instead, and any other holds never.

    Attributes:
        roles: in the order of the rules.
        fluents: fluent → literals of `true` and of `next` for it (None if no rule gives it).
        initial: the fluents of the first state.
        moves: for each role, move → literals of `legal` and of `does` for it.
        goals: for each role, goal value → literal; a value that is no number is left out.
        percepts: for each role, percept → literal; empty unless asked for.
        terminal: literal, or None if nothing ends the game.
        sentences: sentence of another relation → literal, or None if it always holds; empty unless asked for.
        bodies: literal of a sentence → the bodies of its instances.
        instances: how many there are.
        seconds: processor time taken.
    """

    roles: tuple[Term, ...]
    fluents: dict[Term, tuple[int, int | None]]
    initial: frozenset[Term]
    moves: tuple[dict[Term, tuple[int, int]], ...]
    goals: tuple[dict[Fraction, int], ...]
    percepts: tuple[dict[Term, int], ...]
    terminal: int | None
    sentences: dict[Term, int | None]
    bodies: dict[int, list[tuple[int, ...]]]
    instances: int
    seconds: float


def ground(
    description: Description,
    limits: GroundLimits | None = None,
    *,
    percepts: bool = False,
    sentences: bool = False,
    clock: Callable[[], float] = time.thread_time,
) -> Grounding:
    """All instances of the rules that `legal`, `next`, `goal`, `terminal` (and `sees`, if asked for) rest on.

    With `sentences`, of all rules, and every relation of theirs can be asked about.

    Names are compared as they are spelled: see `gdl.text.read.fold_case`.

    Raises:
        DoesNotGround: a limit was reached.
        GdlError: a rule is not safe, or negation is not stratified among rules that do not depend on the state.
    """
    with without_collection():
        return _Grounder(description, limits or GroundLimits(), percepts, sentences, clock).run()


class _Grounder:
    def __init__(
        self,
        description: Description,
        limits: GroundLimits,
        percepts: bool,
        sentences: bool,
        clock: Callable[[], float],
    ) -> None:
        self.start = clock()
        self.clock = clock
        self.limits = limits
        self.sentences = sentences
        found = list(clauses(description.rules))
        outputs = {*_OUTPUTS, ("sees", 2)} if percepts else {*_OUTPUTS}
        if sentences:
            outputs.update(signature(clause.head) for clause in found)
        self.clauses = needed(found, [*outputs])
        self.heads: dict[_Node, list[int]] = {}
        for number, clause in enumerate(self.clauses):
            self.heads.setdefault(self._node(clause.head), []).append(number)
        self.store = Store()
        self.dynamic = _dynamic(self.clauses)
        self.found: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in self.clauses]
        self.queue: list[tuple[Relation, Row, int]] = []
        self.facts = 0
        self.done: set[_Node] = set()
        self.shapes: dict[tuple[str, int], dict[Shape, None]] = {}
        self.ticks: Counter[int] = Counter()

    def run(self) -> Grounding:
        for clause in self.clauses:
            for sentence in (clause.head, *clause.positive, *clause.negative):
                self.shapes.setdefault(signature(sentence), {})[shape_of(sentence)] = None
        for made, sources in _MADE_FROM.items():
            arity = 1 if made == "true" else 2
            for source in sources:
                self.shapes.setdefault((made, arity), {}).update(self.shapes.get((source, arity), {}))
        for nodes in layers(self._graph()):
            self._complete(nodes)
        return self._result()

    def _graph(self) -> dict[_Node, dict[_Node, None]]:
        """What each kind of fact must wait for, or is found together with."""
        graph: dict[_Node, dict[_Node, None]] = {}
        for clause in self.clauses:
            below = graph.setdefault(self._node(clause.head), {})
            for sentence in clause.positive:
                below.update(dict.fromkeys(self._nodes(sentence)))
            for sentence in clause.negative:
                if signature(sentence) not in self.dynamic:
                    below.update(dict.fromkeys(self._nodes(sentence)))
        for made, sources in _MADE_FROM.items():
            arity = 1 if made == "true" else 2
            for shape in self.shapes.get((made, arity), {}):
                below = graph.setdefault((made, arity, shape), {})
                for source in sources:
                    below[(source, arity, shape)] = None
                    below[(source, arity, WHOLE)] = None
        return graph

    def _node(self, sentence: Atom) -> _Node:
        return (*signature(sentence), shape_of(sentence))

    def _nodes(self, sentence: Atom) -> list[_Node]:
        """All kinds of facts that may match a sentence; one may come from a head that leaves its kind open."""
        name, arity = signature(sentence)
        shape = shape_of(sentence)
        shapes = [*self.shapes.get((name, arity), {})] if shape == WHOLE else [shape]
        return [(name, arity, one) for one in dict.fromkeys([*shapes, WHOLE])]

    def _complete(self, nodes: Sequence[_Node]) -> None:
        """Finds all facts of these kinds and all instances of the rules for them."""
        here = set(nodes)
        self.done |= here
        start: list[Callable[[], None]] = []
        replays: list[tuple[Follower, list[tuple[Row, int]]]] = []
        for number in sorted(number for node in here for number in self.heads.get(node, ())):
            clause = self.clauses[number]
            relation = self.store.relation(clause.head)
            if not clause.positive and not clause.negative and not clause.different and not clause.same:
                self._fact(clause, number, relation)
                continue
            recursive = [s for s in clause.positive if not here.isdisjoint(self._nodes(s))]
            if not recursive:
                start.append(self._join(clause, number, relation, recursive, None))
            for sentence in recursive:
                find = self._join(clause, number, relation, recursive, sentence)
                group = self.store.group(sentence)
                group.triggers.append(find)
                if group.rows:
                    replays.append((find, list(group.rows)))
        for begin in start:
            begin()
        for find, rows in replays:
            for row, literal in rows:
                find(row, literal)
        self._exhaust()

    def _join(
        self,
        clause: Clause,
        number: int,
        relation: Relation,
        recursive: Sequence[Atom],
        trigger: Atom | None,
    ) -> Callable[..., None]:
        static = signature(clause.head) not in self.dynamic
        join = Join(
            self.store,
            clause,
            number,
            known=lambda sentence: sentence not in recursive,
            static=lambda sentence: signature(sentence) not in self.dynamic,
            emit=None if static else self.found[number].append,
            derive=lambda row: self._derive(relation, row),
            tick=self._tick,
        )
        return join.function(trigger)

    def _fact(self, clause: Clause, number: int, relation: Relation) -> None:
        args = clause.head.args if isinstance(clause.head, Compound) else ()
        if any(not isinstance(part, Symbol | Compound) for arg in args for part in subterms(arg)):
            raise GdlError(f"{place(clause.rule)}: nothing gives its variables a value")
        row = tuple(self.store.terms.intern(arg) for arg in args)
        literal = relation.facts.get(row)
        if literal is None:
            literal = self._derive(relation, row)
        if signature(clause.head) in self.dynamic:
            self.found[number].append((literal, ()))

    def _derive(self, relation: Relation, row: Row) -> int:
        literal = relation.facts[row] = relation.mention(row)
        self.queue.append((relation, row, literal))
        self.facts += 1
        follower = _FOLLOWS.get((relation.name, relation.arity))
        if follower is not None:
            made = self.store.named(*follower)
            if row not in made.facts:
                self._derive(made, row)
        return literal

    def _exhaust(self) -> None:
        """Works through the new facts until none is left."""
        queue, countdown = self.queue, _POPS_PER_CHECK
        while queue:
            relation, row, literal = queue.pop()
            for group in relation.add(row, literal):
                if group is not None:
                    for find in group.triggers:
                        find(row, literal)
            countdown -= 1
            if not countdown:
                countdown = _POPS_PER_CHECK
                self._check(None)

    def _tick(self, number: int) -> None:
        self.ticks[number] += 1
        self._check(number)

    def _check(self, number: int | None) -> None:
        limits = self.limits
        if self.facts > limits.facts:
            name, count = max(
                ((key[0], len(relation.facts)) for key, relation in self.store.relations.items()),
                key=lambda pair: pair[1],
            )
            rule = self._biggest_rule(name)
            raise DoesNotGround(
                f"does not ground, because `{name}` grows: {count:,} of more than {limits.facts:,} facts"
                f" are of it{rule}",
                name,
                "facts",
            )
        instances = sum(map(len, self.found))
        if instances <= limits.instances and self.clock() - self.start <= limits.seconds:
            return
        sizes = [len(found) for found in self.found]
        if number is None or instances > limits.instances:
            weights = [size + 4096 * self.ticks[at] // 16 for at, size in enumerate(sizes)]
            number = max(range(len(sizes)), key=weights.__getitem__)
        rule_ = self.clauses[number].rule
        limit = "instances" if instances > limits.instances else "seconds"
        time_ = f"{limits.seconds:g} seconds of processor time"
        spent = f"{limits.instances:,} instances" if limit == "instances" else time_
        raise DoesNotGround(
            f"does not ground within {spent}, because {place(rule_)} has too many instances"
            f" ({sizes[number]:,} of the {instances:,} found)",
            signature(rule_.head)[0],
            limit,
        )

    def _biggest_rule(self, name: str) -> str:
        numbers = [at for at, clause in enumerate(self.clauses) if signature(clause.head)[0] == name]
        if not numbers:
            return ""
        number = max(numbers, key=lambda at: len(self.found[at]))
        return f" ({place(self.clauses[number].rule)})"

    def _result(self) -> Grounding:
        store, term = self.store, self.store.terms.term
        nexts = store.named("next", 1).facts
        roles = {row[0]: at for at, row in enumerate(store.named("role", 1).facts)}
        moves: list[dict[Term, tuple[int, int]]] = [{} for _ in roles]
        goals: list[dict[Fraction, int]] = [{} for _ in roles]
        percepts: list[dict[Term, int]] = [{} for _ in roles]
        does = store.named("does", 2).facts
        for row, literal in store.named("legal", 2).facts.items():
            if row[0] in roles:
                moves[roles[row[0]]][term(row[1])] = (literal, does[row])
        for row, literal in store.named("goal", 2).facts.items():
            value = exact(str(store.terms.keys[row[1]][0]))
            if row[0] in roles and value is not None:
                goals[roles[row[0]]][value] = literal
        for row, literal in store.named("sees", 2).facts.items():
            if row[0] in roles:
                percepts[roles[row[0]]][term(row[1])] = literal
        bodies: dict[int, list[tuple[int, ...]]] = {}
        for found in self.found:
            for head, body in found:
                bodies.setdefault(head, []).append(body)
        return Grounding(
            roles=tuple(term(number) for number in roles),
            fluents={term(row[0]): (literal, nexts.get(row)) for row, literal in store.named("true", 1).facts.items()},
            initial=frozenset(term(row[0]) for row in store.named("init", 1).facts),
            moves=tuple(moves),
            goals=tuple(goals),
            percepts=tuple(percepts),
            terminal=store.named("terminal", 0).facts.get(()),
            sentences=self._sentences() if self.sentences else {},
            bodies=bodies,
            instances=sum(map(len, self.found)),
            seconds=self.clock() - self.start,
        )

    def _sentences(self) -> dict[Term, int | None]:
        term = self.store.terms.term
        found: dict[Term, int | None] = {}
        for (name, arity), relation in self.store.relations.items():
            if (name, arity) in _KEYWORDS:
                continue
            changes = (name, arity) in self.dynamic
            for row, literal in relation.facts.items():
                sentence = Compound(name, tuple(map(term, row))) if row else Symbol(name)
                found[sentence] = literal if changes else None
        return found


def _dynamic(all_clauses: Sequence[Clause]) -> set[tuple[str, int]]:
    """The relations whose truth may differ between states."""
    users: dict[tuple[str, int], list[tuple[str, int]]] = {}
    for clause in all_clauses:
        for sentence in (*clause.positive, *clause.negative):
            users.setdefault(signature(sentence), []).append(signature(clause.head))
    queue = list(_DYNAMIC)
    found = set(queue)
    for relation in queue:
        for user in users.get(relation, ()):
            if user not in found:
                found.add(user)
                queue.append(user)
    return found
