"""All patterns of one kind as one automaton over the words of a sentence, made deterministic as far as it is used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from gdl.values import dataclass
from translators.language.patterns import Filled, OneOf, Open, PatternParts, PatternWord
from translators.reading.talk.talk_words import talk_words

PatternSymbol = str | tuple[str]
"""A word, or a category of phrases in a tuple; so is the end of a clause."""

ANY_WORD: PatternSymbol = ("any",)
CLAUSE_START: PatternSymbol = ("start",)
CLAUSE_END: PatternSymbol = ("end",)
_OTHERS = (ANY_WORD, CLAUSE_START, CLAUSE_END)
_GAP_WORDS = 9
_CLOSED = frozenset({*". ! ? ; :".split(), *"not never would should if unless".split()})
"""What no gap goes over."""


@dataclass(frozen=True, slots=True)
class State:
    """Where some words have led to in all patterns at once.

    Attributes:
        done: numbers of the patterns that end here.
        categories: those that may follow.
        ends: whether the end of a clause may follow.
        words: those that may follow; where a gap may, `gapped`, others may as well.
    """

    number: int
    nodes: frozenset[int]
    done: tuple[int, ...]
    categories: frozenset[str]
    ends: bool
    words: frozenset[str]
    gapped: bool


class Automaton:
    """Patterns, each with its number; slots are filled by categories.

    A node is a place between two parts of a pattern. It has the symbol that may come next and the node that this leads
    to, if any; the nodes that are reached from it by nothing; and the patterns that end there.
    """

    def __init__(self, patterns: Iterable[tuple[PatternParts, Mapping[str, str]]]) -> None:
        """`patterns` come with the category of each of their slots; those with `<start>` begin at `clause_start`."""
        self._symbols: list[PatternSymbol | None] = []
        self._after: list[int] = []
        self._free: dict[int, list[int]] = {}
        self._done: dict[int, list[int]] = {}
        self._states: dict[frozenset[int], State] = {}
        self._numbers = count()
        self._steps: dict[tuple[int, PatternSymbol], State | None] = {}
        first = []
        for number, (parts, categories) in enumerate(patterns):
            last = self._node()
            self._done[last] = [number]
            first.append(self._built(parts, categories, last, {}))
        self.start = self._state(first)
        self.clause_start = self.step(self.start, CLAUSE_START)

    def step(self, state: State, symbol: PatternSymbol) -> State | None:
        """The state that a symbol leads to; None for none."""
        key = state.number, symbol
        if key not in self._steps:
            found: list[int] = []
            any_word = isinstance(symbol, str) and symbol not in _CLOSED
            for number in state.nodes:
                told = self._symbols[number]
                if told == symbol or (any_word and told == ANY_WORD):
                    found.append(self._after[number])
            self._steps[key] = self._state(found) if found else None
        return self._steps[key]

    def _node(self) -> int:
        return self._before(None, -1)

    def _built(
        self, parts: PatternParts, categories: Mapping[str, str], last: int, made: dict[tuple[int, int], int]
    ) -> int:
        """The node from which parts lead to the last one; `made` keeps what the same alternatives lead to."""
        at = last
        for part in reversed(parts):
            match part:
                case PatternWord(word):
                    for each in reversed(talk_words(word)):
                        at = self._before(each, at)
                case Filled(slot):
                    at = self._before((categories[slot],), at)
                case Open("gap"):
                    inner = at
                    for _ in range(_GAP_WORDS):
                        outer = self._before(ANY_WORD, inner)
                        self._free[outer] = [at]
                        inner = outer
                    at = inner
                case Open("start"):
                    at = self._before(CLAUSE_START, at)
                case Open("end"):
                    at = self._before(CLAUSE_END, at)
                case Open():
                    at = self._before(("people",), at)
                case OneOf(ways):
                    key = id(part), at
                    if key not in made:
                        choice = self._node()
                        self._free[choice] = [self._built(way, categories, at, made) for way in ways]
                        made[key] = choice
                    at = made[key]
        return at

    def _before(self, symbol: PatternSymbol | None, after: int) -> int:
        self._symbols.append(symbol)
        self._after.append(after)
        return len(self._after) - 1

    def _state(self, nodes: Iterable[int]) -> State:
        reached: set[int] = set()
        waiting = list(nodes)
        while waiting:
            number = waiting.pop()
            if number not in reached:
                reached.add(number)
                waiting += self._free.get(number, ())
        key = frozenset(number for number in reached if self._symbols[number] is not None or number in self._done)
        known = self._states.get(key)
        if known is None:
            symbols = {self._symbols[number] for number in key} - {None}
            known = State(
                next(self._numbers),
                key,
                tuple(sorted({each for number in key for each in self._done.get(number, ())})),
                frozenset(symbol[0] for symbol in symbols if isinstance(symbol, tuple) and symbol not in _OTHERS),
                CLAUSE_END in symbols,
                frozenset(symbol for symbol in symbols if isinstance(symbol, str)),
                ANY_WORD in symbols,
            )
        return self._states.setdefault(key, known)  # threads may have made it meanwhile
