"""Conditions on what a role perceived, as the data of agents writes them: percepts with variables, and these.

| condition | holds |
|---|---|
| `(latest P)` | if the last percept that could match P does |
| `(not C …)` | if there is no way in which all of these hold, whatever their other variables stand for |
| `(within ?x T)` | for each role that occurs in the term T |
| `(role ?x)` | for each role |
| `(player ?x)` | for each role but `random` |
| `(distinct ?x ?y)`, `(same ?x ?y)` | if they differ, or are the same |
| `(one_of ?x a b c)` | for each of the constants |
| `(next ?m ?n)` | if ?n is the number after ?m, of which one is bound |
| `(less ?m ?n)` | if both are numbers, and the first is less |
| `(count ?n C …)` | ?n being in how many ways all of these hold |
| `(did M)` | for each move of the role's own that M matches |
| `(at ?n C)` | C being a percept or `(did M)` of period ?n |
| `(period ?n)` | ?n being the present period |
| `(periods ?n)` | for each period from the first to the present one |

Periods are days, rounds or whatever the data says (`Periods`). `?me` is the role itself. Nothing but what the role
perceived and did is looked at, and facts that everyone knows, where an agent gives them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Compound, Symbol, Term, subterms
from gdl.tree.term import match, read_term, substitute
from gdl.values import dataclass
from lelma.agents.protocol import Ply, View

Binding = Mapping[str, Term]
"""Variable → what it stands for."""


@dataclass(frozen=True)
class Periods:
    """What cuts a match into numbered parts.

    Attributes:
        begins: a joint move with such a percept belongs to the next period.
        ends: one after a joint move with such a percept does.
        first: the number of the first.
    """

    begins: tuple[Term, ...] = ()
    ends: tuple[Term, ...] = ()
    first: int = 1

    def numbers(self, plies: Sequence[Ply]) -> Iterator[int]:
        """The period of each joint move, and of the present."""
        now = self.first
        for ply in plies:
            percepts = [term_in(percept) for percept in ply.percepts]
            now += any(match(pattern, percept) is not None for pattern in self.begins for percept in percepts)
            yield now
            now += any(match(pattern, percept) is not None for pattern in self.ends for percept in percepts)
        yield now


@dataclass(frozen=True)
class LivedFacts:
    """What a role perceived and did, oldest first, each with its period, the roles there are, and the periods."""

    memory: Sequence[tuple[Term, Term]]
    roles: tuple[Term, ...]
    periods: tuple[Term, ...] = (Symbol("1"),)

    @classmethod
    def of(cls, view: View, periods: Periods | None = None, public: Sequence[Term] = ()) -> LivedFacts:
        """What a role knows by its percepts and moves; `public` is what everyone knows from the start."""
        return cls.lived(view.plies, view.roles, periods or Periods(), public)

    @classmethod
    def lived(
        cls, plies: Sequence[Ply], roles: Sequence[str], periods: Periods, public: Sequence[Term] = ()
    ) -> LivedFacts:
        """The same of joint moves that a role lived through."""
        *numbers, now = periods.numbers(plies)
        memory: list[tuple[Term, Term]] = [(_symbol(periods.first), fact) for fact in public]
        for number, ply in zip(numbers, plies, strict=True):
            memory += [(_symbol(number), term_in(percept)) for percept in ply.percepts]
            memory += [(_symbol(number), Compound("did", (term_in(ply.move),)))] if ply.chosen else []
        so_far = tuple(map(_symbol, range(periods.first, now + 1)))
        return cls(memory, tuple(map(Symbol, roles)), so_far)

    def solutions(self, conditions: Sequence[Term], values: Binding) -> Iterator[Binding]:
        """Every way in which all conditions hold, without repetition."""
        found = [values]
        for condition in conditions:
            following = (new for old in found for new in self._holds(substitute(condition, old), old))
            found = list({frozenset(new.items()): new for new in following}.values())
        yield from found

    def holds(self, conditions: Sequence[Term], values: Binding) -> bool:
        """Whether there is a way in which all conditions hold."""
        if not conditions:
            return True
        first, *others = conditions
        return any(self.holds(others, each) for each in self._holds(substitute(first, values), values))

    def _holds(self, condition: Term, values: Binding) -> Iterator[Binding]:
        match condition:
            case Compound("not", inner):
                if not self.holds(inner, values):
                    yield values
            case Compound("distinct", (left, right)):
                if left != right:
                    yield values
            case Compound("same", (left, right)):
                yield from _matches(left, [right], values)
            case Compound("latest", (pattern,)):
                yield from self._latest(pattern, values)
            case Compound("role", (who,)):
                yield from _matches(who, self.roles, values)
            case Compound("player", (who,)):
                yield from _matches(who, [role for role in self.roles if role != Symbol(RANDOM)], values)
            case Compound("within", (who, term)):
                parts = set(subterms(term))
                yield from _matches(who, [role for role in self.roles if role in parts], values)
            case Compound("one_of", (which, *constants)):
                yield from _matches(which, constants, values)
            case Compound("count", (number, *inner)):
                found = Symbol(str(sum(1 for _ in self.solutions(inner, values))))
                yield from _matches(number, [found], values)
            case Compound("period", (number,)):
                yield from _matches(number, self.periods[-1:], values)
            case Compound("periods", (number,)):
                yield from _matches(number, self.periods, values)
            case Compound("next" | "less" as relation, (left, right)):
                yield from _numbers(relation, left, right, values)
            case Compound("at", (number, pattern)):
                for period, fact in self._like(pattern):
                    once = match(number, period, values)
                    if once is not None:
                        yield from _matches(substitute(pattern, once), [fact], once)
            case _:
                yield from _matches(condition, [fact for _, fact in self._like(condition)], values)

    def _latest(self, pattern: Term, values: Binding) -> Iterator[Binding]:
        """The pattern's own constants say which percepts it is about; the last of those must fit the values, too."""
        like = self._like(pattern)
        if like:
            yield from _matches(pattern, [like[-1][1]], values)

    def _like(self, pattern: Term) -> Sequence[tuple[Term, Term]]:
        return self._by_form.get(_form(pattern), ())

    @cached_property
    def _by_form(self) -> Mapping[tuple[str, int], Sequence[tuple[Term, Term]]]:
        found: dict[tuple[str, int], list[tuple[Term, Term]]] = {}
        for period, fact in self.memory:
            found.setdefault(_form(fact), []).append((period, fact))
        return found


def _form(term: Term) -> tuple[str, int]:
    return (term.functor, len(term.args)) if isinstance(term, Compound) else (str(term), -1)


def _symbol(number: int) -> Term:
    return Symbol(str(number))


def _numbers(relation: str, left: Term, right: Term, values: Binding) -> Iterator[Binding]:
    first, second = _number(left), _number(right)
    if relation == "less":
        if first is not None and second is not None and first < second:
            yield values
    elif first is not None:
        yield from _matches(right, [Symbol(str(first + 1))], values)
    elif second is not None:
        yield from _matches(left, [Symbol(str(second - 1))], values)


def _number(term: Term) -> int | None:
    return int(term.name) if isinstance(term, Symbol) and term.name.isdecimal() else None


def _matches(pattern: Term, terms: Sequence[Term], values: Binding) -> Iterator[Binding]:
    for term in terms:
        found = match(pattern, term, values)
        if found is not None:
            yield found


@lru_cache(maxsize=10_000)
def term_in(text: str) -> Term:
    """A term in KIF."""
    return read_term(text)
