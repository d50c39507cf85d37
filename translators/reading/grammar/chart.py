"""A bottom-up chart parser: it finds every phrase that the constructions allow, anywhere in a sentence.

A whole-sentence parser finds nothing in free prose; this one finds islands, and the cover of a sentence by islands that
leaves least unread is chosen afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from operator import itemgetter
from typing import Any

from translators.reading.grammar.constructions import Construction
from translators.reading.grammar.cover import ISLAND_COSTS
from translators.reading.words.tagging import WordEdge

MOST_CHART_STEPS = 60_000
"""Steps after which a sentence's chart is left as it is."""

_MOST_SENSES = 4
_MOST_BUILT = 20_000
"""Phrases that are remembered by their parts: who writes of one game says much the same again."""


@dataclass(slots=True)
class _Node:
    """Constructions that end with the same categories.

    Attributes:
        whole: those that have no others, with their numbers.
        before: what stands before these categories in the rest; `mask`, the same as bits.
    """

    whole: list[tuple[int, Construction]] = field(default_factory=list)
    before: dict[str, _Node] = field(default_factory=dict)
    mask: int = 0


_Made = tuple[tuple[int, ...], tuple[int, Construction], int, tuple[Any, ...]]
"""What a phrase completes: a key that tells the order, the construction and its number, where it begins, its parts."""


@dataclass(slots=True)
class _Category:
    """A category of phrases, with sets of categories as bits.

    Attributes:
        bit: its own.
        rules: the constructions that end with it, with their numbers.
        ends: the same by what stands before; made when it is first met.
        begins: what phrases may begin with it, itself among them.
        before: what may stand before it, or before what it makes alone; `after`, after it.
        kept: whether it is an island, or makes one alone.
    """

    bit: int
    rules: list[tuple[int, Construction]] = field(default_factory=list)
    ends: _Node | None = None
    begins: int = 0
    before: int = 0
    after: int = 0
    kept: bool = False


class Grammar:
    """Constructions, found by the category they end with: what stands before a phrase is known when it is found.

    Attributes:
        literals: the words that stand for themselves in some construction, where they are written with a `'` before.
    """

    def __init__(self, constructions: Sequence[Construction]) -> None:
        self._categories = _categories(constructions)
        self._built: dict[tuple[int, ...], tuple[tuple[Any, ...], Any]] = {}
        self.literals = frozenset(
            part[1:] for construction in constructions for part in construction.parts if part[0] == "'"
        )

    def chart(
        self, edges: Sequence[WordEdge]
    ) -> tuple[Mapping[tuple[str, int, int], list[Any]], Mapping[tuple[str, int, int], str]]:
        """The phrases over the given edges: (category, start, end) → what they may mean, and → what made them first.

        A sentence is read from left to right. Phrases are found depth first: of those that end with the same phrase
        first the ones it makes alone, then those whose other parts were found first. A phrase that is no island is
        left out where nothing beside it goes with it.
        """
        names: dict[tuple[str, int, int], str] = {}
        found: dict[tuple[str, int, int], list[Any]] = {}
        categories = self._categories
        size = max((edge.end for edge in edges), default=0) + 1
        ending: list[dict[str, list[tuple[int, int, Any]]]] = [{} for _ in range(size)]
        ended, begun_by = [0] * size, [0] * size
        for category, start, _, _ in edges:
            if category in categories:
                begun_by[start] |= categories[category].begins
        agenda: list[tuple[str, int, int, Any]] = sorted(edges, key=itemgetter(1))
        agenda.reverse()
        steps = 0
        while agenda and steps < MOST_CHART_STEPS:
            category, start, end, sense = agenda.pop()
            senses = found.get((category, start, end))
            if senses is None:
                found[category, start, end] = [sense]
            elif len(senses) >= _MOST_SENSES or sense in senses:
                continue
            else:
                senses.append(sense)
            known = categories.get(category)
            if known is None:
                continue
            steps += 1
            ended[end] |= known.bit
            here = ending[end]
            if category in here:
                here[category].append((start, steps, sense))
            else:
                here[category] = [(start, steps, sense)]
            node = known.ends or _ends(known, categories)
            made: list[_Made] = [((0, each[0]), each, start, (sense,)) for each in node.whole]
            if node.mask & ended[start]:
                open_: list[tuple[_Node, int, tuple[Any, ...], tuple[int, ...], int]] = [(node, start, (sense,), (), 1)]
                while open_:
                    node, at, got, key, sign = open_.pop()
                    before, left = node.before, ending[at]
                    for each in before.keys() & left.keys():
                        node = before[each]
                        for begun, when, more in left[each]:
                            steps += 1
                            parts = (more, *got)
                            for whole in node.whole:
                                made.append(((*key, sign * when, sign, -sign * whole[0]), whole, begun, parts))
                            if node.mask & ended[begun]:
                                open_.append((node, begun, parts, (*key, sign * when, 0), -sign))
                if len(made) > 1:
                    made.sort(key=itemgetter(0), reverse=True)
            else:
                made.reverse()
            for _, (number, construction), begun, parts in made:
                makes = construction.makes
                kind = categories[makes]
                if not (kind.kept or kind.before & ended[begun] or kind.after & begun_by[end]):
                    continue
                sense = self._build(number, construction, parts)
                if sense is not None:
                    names.setdefault((makes, begun, end), construction.name)
                    agenda.append((makes, begun, end, sense))
        return found, names

    def _build(self, number: int, construction: Construction, parts: tuple[Any, ...]) -> Any:
        """What a construction means of some parts: the same value of the same ones."""
        key = (number, *map(id, parts))
        known = self._built.get(key)
        if known is None:
            if len(self._built) >= _MOST_BUILT:
                self._built.clear()
            known = self._built[key] = parts, construction.build(parts)
        return known[1]


def _categories(constructions: Sequence[Construction]) -> dict[str, _Category]:
    """All categories of a grammar, each with what may stand beside it."""
    names = dict.fromkeys(chain.from_iterable((each.makes, *each.parts) for each in constructions))
    found = {name: _Category(1 << at) for at, name in enumerate(names)}
    alone: dict[str, list[str]] = {name: [] for name in names}
    first: dict[str, list[str]] = {name: [] for name in names}
    for number, construction in enumerate(constructions):
        parts = construction.parts
        found[parts[-1]].rules.append((number, construction))
        first[parts[0]].append(construction.makes)
        if len(parts) == 1:
            alone[parts[0]].append(construction.makes)
    for left, right in {pair for each in constructions for pair in pairwise(each.parts)}:
        found[left].after |= found[right].bit
        found[right].before |= found[left].bit
    beside = {name: (each.before, each.after) for name, each in found.items()}
    for name, each in found.items():
        for made in _reached(name, alone):
            each.before |= beside[made][0]
            each.after |= beside[made][1]
            each.kept = each.kept or made in ISLAND_COSTS
        for made in _reached(name, first):
            each.begins |= found[made].bit
    return found


def _ends(category: _Category, categories: Mapping[str, _Category]) -> _Node:
    """The constructions that end with a category, by what stands before it."""
    category.ends = ends = _Node()
    for number, construction in category.rules:
        node = ends
        for part in construction.parts[-2::-1]:
            node.mask |= categories[part].bit
            node = node.before.setdefault(part, _Node())
        node.whole.append((number, construction))
    return ends


def _reached(name: str, steps: Mapping[str, Iterable[str]]) -> set[str]:
    """All that is reached from a name, itself too."""
    found, left = {name}, [name]
    while left:
        for each in steps[left.pop()]:
            if each not in found:
                found.add(each)
                left.append(each)
    return found
