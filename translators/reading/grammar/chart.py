"""A bottom-up chart parser: it finds every phrase that the constructions allow, anywhere in a sentence.

A whole-sentence parser finds nothing in free prose; this one finds islands, and the cover of a sentence by islands that
leaves least unread is chosen afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from itertools import chain
from operator import itemgetter
from typing import Any

from gdl.text.kept import kept
from gdl.values import dataclass
from translators.reading.grammar.constructions import Construction
from translators.reading.grammar.cover import ISLAND_COSTS
from translators.reading.words.lexicon import PACKAGE
from translators.reading.words.tagging import WordEdge

MOST_CHART_STEPS = 60_000
"""Steps after which a sentence's chart is left as it is."""

_MOST_SENSES = 4
_MOST_BUILT = 20_000
"""Phrases that are remembered by their parts: who writes of one game says much the same again."""


@dataclass(slots=True)
class _Rule:
    """A construction in its grammar.

    Attributes:
        number: its place there.
        makes: the category that it makes.
    """

    number: int
    construction: Construction
    makes: _Category


@dataclass(slots=True)
class _Node:
    """Constructions that end with the same categories.

    Attributes:
        whole: those that have no others.
        before: what stands before these categories in the rest; `mask`, the same as bits.
    """

    whole: list[_Rule] = field(default_factory=list)
    before: dict[str, _Node] = field(default_factory=dict)
    mask: int = 0


@dataclass(slots=True)
class _Category:
    """A category of phrases, with sets of categories as bits.

    Attributes:
        bit: its own.
        rules: the constructions that end with it.
        ends: the same by what stands before, and `alone` those before which nothing stands, the last one first; made
            when it is first met.
        begins: what phrases may begin with it, itself among them.
        before: what may stand before it, or before what it makes alone, where it ends a phrase; `after`, after it
            where it begins one; `left` and `right`, on both sides of it elsewhere.
        kept: whether it is an island, or makes one alone.
    """

    bit: int
    rules: list[_Rule] = field(default_factory=list)
    ends: _Node | None = None
    alone: tuple[_Rule, ...] = ()
    begins: int = 0
    before: int = 0
    after: int = 0
    left: int = 0
    right: int = 0
    kept: bool = False

    def goes_with(self, left: int, right: int) -> bool:
        """Whether a phrase may be of use where such phrases end before it, and begin after it."""
        return bool(self.kept or self.before & left or self.after & right or (self.left & left and self.right & right))


_Made = tuple[tuple[int, ...], _Rule, int, tuple[Any, ...]]
"""What phrases make: a key that tells the order, the construction, where it begins, its parts."""
_Found = list[tuple[int, int, Any]]
"""Phrases of one category that end at the same place: where each begins, when it was found, what it means."""


class Grammar:
    """Constructions, found by the category they end with: what stands before a phrase is known when it is found.

    Attributes:
        literals: the words that stand for themselves in some construction, where they are written with a `'` before.
    """

    def __init__(self, constructions: Sequence[Construction], made_of: object = None) -> None:
        """A grammar of constructions; with `made_of`, which tells them all beside the code, it is quicker again."""
        self._categories = _categories(constructions, made_of)
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
        ending: list[dict[str, _Found]] = [{} for _ in range(size)]
        ended, begun_by = [0] * size, [0] * size
        for category, start, _, _ in edges:
            if category in categories:
                begun_by[start] |= categories[category].begins
        steps = 0
        for edge in sorted(edges, key=itemgetter(1)):
            known = categories.get(edge.category)
            if known is None or not known.goes_with(ended[edge.start], begun_by[edge.end]):
                continue
            agenda: list[tuple[str, int, int, Any]] = [edge]
            while agenda and steps < MOST_CHART_STEPS:
                category, start, end, sense = agenda.pop()
                place = category, start, end
                senses = found.get(place)
                if senses is None:
                    found[place] = [sense]
                elif len(senses) >= _MOST_SENSES or sense in senses:
                    continue
                else:
                    senses.append(sense)
                known = categories[category]
                steps += 1
                ended[end] |= known.bit
                here = ending[end]
                if category in here:
                    here[category].append((start, steps, sense))
                else:
                    here[category] = [(start, steps, sense)]
                node = known.ends or _ends(known, categories)
                left, right = ended[start], begun_by[end]
                if node.mask & left:
                    made, tried = _joined(node, start, sense, right, ending, ended)
                    steps += tried
                    for _, rule, begun, parts in made:
                        meant = self._meaning(rule, parts)
                        if meant is not None:
                            makes = rule.construction.makes
                            names.setdefault((makes, begun, end), rule.construction.name)
                            agenda.append((makes, begun, end, meant))
                for rule in known.alone:
                    kind = rule.makes
                    if kind.kept or kind.goes_with(left, right):
                        meant = self._meaning(rule, (sense,))
                        if meant is not None:
                            makes = rule.construction.makes
                            names.setdefault((makes, start, end), rule.construction.name)
                            agenda.append((makes, start, end, meant))
        return found, names

    def _meaning(self, rule: _Rule, parts: tuple[Any, ...]) -> Any:
        """What a construction means of some parts: the same value of the same ones."""
        key = (rule.number, id(parts[0])) if len(parts) == 1 else (rule.number, *map(id, parts))
        known = self._built.get(key)
        if known is None:
            if len(self._built) >= _MOST_BUILT:
                self._built.clear()
            known = self._built[key] = parts, rule.construction.build(parts)
        return known[1]


def _joined(
    node: _Node, start: int, sense: Any, right: int, ending: Sequence[Mapping[str, _Found]], ended: Sequence[int]
) -> tuple[list[_Made], int]:
    """What a phrase makes with those before it, the last to look at first, and how many were tried.

    Args:
        node: the constructions that end with the phrase; `right`, the categories that begin after it.
    """
    made: list[_Made] = []
    tried = 0
    open_: list[tuple[_Node, int, tuple[Any, ...], tuple[int, ...], int]] = [(node, start, (sense,), (), 1)]
    while open_:
        node, at, got, key, sign = open_.pop()
        before, left = node.before, ending[at]
        for each in before.keys() & left.keys():
            node = before[each]
            for begun, when, more in left[each]:
                tried += 1
                parts = (more, *got)
                for rule in node.whole:
                    kind = rule.makes
                    if kind.kept or kind.goes_with(ended[begun], right):
                        made.append(((*key, sign * when, sign, -sign * rule.number), rule, begun, parts))
                if node.mask & ended[begun]:
                    open_.append((node, begun, parts, (*key, sign * when, 0), -sign))
    if len(made) > 1:
        made.sort(key=itemgetter(0), reverse=True)
    return made, tried


def _categories(constructions: Sequence[Construction], made_of: object) -> dict[str, _Category]:
    """All categories of a grammar, with the constructions that end with each."""
    worked_out = (
        _beside(constructions)
        if made_of is None
        else kept(("categories", made_of), lambda: _beside(constructions), sources=PACKAGE)
    )
    found = {
        name: _Category(1 << at, begins=begins, before=before, after=after, left=left, right=right, kept=island)
        for at, (name, begins, before, after, left, right, island) in enumerate(worked_out)
    }
    for number, construction in enumerate(constructions):
        found[construction.parts[-1]].rules.append(_Rule(number, construction, found[construction.makes]))
    return found


def _beside(constructions: Sequence[Construction]) -> list[tuple[str, int, int, int, int, int, bool]]:
    """The categories of constructions, each with what may stand beside it: the fields of `_Category`."""
    names = dict.fromkeys(chain(ISLAND_COSTS, *((each.makes, *each.parts) for each in constructions)))
    found = {name: _Category(1 << at) for at, name in enumerate(names)}
    alone: dict[str, list[str]] = {name: [] for name in names}
    first: dict[str, list[str]] = {name: [] for name in names}
    for construction in constructions:
        parts = construction.parts
        first[parts[0]].append(construction.makes)
        if len(parts) == 1:
            alone[parts[0]].append(construction.makes)
        else:
            found[parts[0]].after |= found[parts[1]].bit
            found[parts[-1]].before |= found[parts[-2]].bit
        for one, middle, other in zip(parts, parts[1:], parts[2:], strict=False):
            found[middle].left |= found[one].bit
            found[middle].right |= found[other].bit
    beside = {name: (each.before, each.after, each.left, each.right) for name, each in found.items()}
    for name, each in found.items():
        for made in _reached(name, alone):
            before, after, left, right = beside[made]
            each.before |= before
            each.after |= after
            each.left |= left
            each.right |= right
            each.kept = each.kept or made in ISLAND_COSTS
        for made in _reached(name, first):
            each.begins |= found[made].bit
    return [
        (name, each.begins, each.before, each.after, each.left, each.right, each.kept) for name, each in found.items()
    ]


def _ends(category: _Category, categories: Mapping[str, _Category]) -> _Node:
    """The constructions that end with a category, by what stands before it; threads see them when all are there."""
    ends = _Node()
    for rule in category.rules:
        node = ends
        for part in rule.construction.parts[-2::-1]:
            node.mask |= categories[part].bit
            node = node.before.setdefault(part, _Node())
        node.whole.append(rule)
    category.alone = tuple(reversed(ends.whole))
    category.ends = ends
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
