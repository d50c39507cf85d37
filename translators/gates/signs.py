"""What a few words show of a claim: its numbers, moves and roles, whether it is denied, and which way it compares.

No sentence is understood here. The words are those of the reader's lexicon, and a longer phrase goes before the shorter
ones in it: "no less than" is a bound, and denies nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from gdl.values import dataclass
from translators.reading.words.game_words import GameWords
from translators.reading.words.tagging import WordEdge, tag
from translators.reading.words.tokens import tokenize

UP, DOWN = "up", "down"

_UP = {
    **dict.fromkeys(("max", "peak", "extreme", "at_worst"), ("max",)),
    **dict.fromkeys(("more", "ahead", "exceed", "safer"), ("more",)),
    "atleast": ("least", "over"),
    "or_more": ("least",),
    "best": ("best",),
    "beat": ("beat",),
    "prefer": ("prefer",),
    "dominate": ("any", "strict", "weak"),
    "dominant": ("any", "strict", "weak"),
    "safest": ("safest",),
}
_DOWN = {
    **dict.fromkeys(("max", "peak", "extreme", "at_worst"), ("min",)),
    **dict.fromkeys(("more", "ahead", "exceed", "safer"), ("less",)),
    "atleast": ("most", "under"),
    "or_more": ("most",),
    "best": ("worst",),
    "worst_case": ("worst",),
    "dominated": ("any", "strict", "weak"),
    "safest": ("riskiest",),
}
COMPARING = frozenset({"more", "ahead", "exceed", "safer", "beat", "dominate", "dominated", "atleast"})
"""Categories of words that hold one thing against another."""

_DENIED = {"under": "least", "over": "most"}
_NEGATING = frozenset(
    {"not", "no", "never", "neither", "deny", "no_risk", "without_risk", "impossible_for", "impossible", "beyond"}
)
_EXCLUDING = frozenset({"avoid"})
"""Verbs that may stand for a denial: what is avoided is never got."""
_CAN = frozenset({"can", "risk", "expose", "chance_of", "run_risk", "chance_that"})
_NUMBERS = frozenset({"num", "numeral", "fraction", "times_as"})
_IF = frozenset({"if", "against", "unless", "where", "otherwise", "hypothetical", "since"})
_PARTING = frozenset({"but", "while", "whereas", "because", "since", "although", "though"})
_NAMES = frozenset({"who", "whose", "move", "agent", "pair"})


@dataclass(frozen=True)
class Signs:
    """What some words show.

    Attributes:
        figures: numbers in figures that are no part of a name; `numbers` has those in words too.
        moves: token → moves that it may name.
        roles: features of the words for players (`me`, `them`, `both` …), and the roles that are named.
        choices: who is said to choose which move: a feature or role, and moves.
        directions: token, its category, and `up` or `down`.
        bounds: which way numbers are told as bounds: `least`, `most`, `over`, `under`, `about`.
        words: every word, in lower case.
        paying: whether there is a verb of getting or giving.
    """

    figures: tuple[Fraction, ...]
    numbers: frozenset[Fraction]
    moves: tuple[tuple[int, frozenset[str]], ...]
    roles: frozenset[str]
    choices: tuple[tuple[str, frozenset[str]], ...]
    directions: tuple[tuple[int, str, str], ...]
    bounds: frozenset[str]
    words: frozenset[str]
    negated: bool
    excludes: bool
    can: bool
    uniform: bool
    percent: bool
    loses: bool
    guarantees: bool
    conditional: bool
    paying: bool

    @property
    def named_moves(self) -> frozenset[str]:
        """All moves that are named."""
        return frozenset(move for _, moves in self.moves for move in moves)

    @property
    def ways(self) -> frozenset[str]:
        """The directions in it."""
        return frozenset(way for _, _, way in self.directions)


def signs(words: str, game: GameWords) -> Signs:
    """What some words about a game show."""
    tagged = tag(words, game)
    told = [edge for edge in tagged.edges if edge.category != "at_risk"]  # the words in it tell a worst case
    edges = list(_longest(told))
    found = {edge.category for edge in edges}
    bounds = frozenset(edge.sense for edge in edges if edge.category in ("atleast", "or_more"))
    directions = tuple(dict.fromkeys(_directions(edges)))
    nothing = {edge.start for edge in edges if edge.category == "nothing"}
    none = any(edge.category == "nothing_of" and edge.start not in nothing for edge in edges)
    negated = none or bool(found & _NEGATING)
    if negated and len(bounds) == 1 and bounds <= _DENIED.keys():  # never gives me less than 3
        negated, bounds = False, frozenset(_DENIED[each] for each in bounds)
        directions = tuple((at, category, DOWN if way == UP else UP) for at, category, way in directions)
    zero = {Fraction(0)} if found & {"nothing", "nothing_at_all"} else set[Fraction]()
    return Signs(
        figures=tuple(edge.sense for edge in edges if edge.category == "num"),
        numbers=frozenset({_number(edge.sense) for edge in edges if edge.category in _NUMBERS} | zero),
        moves=tuple(_meant(_moves(edges), game)),
        roles=frozenset(_roles(edges)),
        choices=tuple(_choices(edges, game)),
        directions=directions,
        bounds=bounds,
        words=frozenset(token.low for token in tagged.tokens),
        negated=negated,
        excludes=bool(found & _EXCLUDING),
        can=bool(found & _CAN),
        uniform="uniform" in found,
        percent="percent" in found,
        loses=bool(_starts(edges, "loss") - _starts(edges, "gain")),
        guarantees=bool(found & {"guarantee", "guaranteed", "safest"}),
        conditional=bool(found & _IF),
        paying=bool(found & {"get", "give"}),
    )


def _number(sense: Fraction | str) -> Fraction:
    return Fraction(1, 2) if sense == "half" else Fraction(sense)


def _longest(edges: Sequence[WordEdge]) -> Iterator[WordEdge]:
    """Edges without those that lie in a longer one, each once, and without the light words after it."""
    cores: dict[tuple[str, int, str], WordEdge] = {}
    for edge in edges:
        key = edge.category, edge.start, repr(edge.sense)
        cores[key] = min(cores.get(key, edge), edge, key=lambda each: each.end)
    spans = {(edge.start, edge.end) for edge in cores.values()}
    for edge in cores.values():
        size = edge.end - edge.start
        if not any(start <= edge.start and edge.end <= end and end - start > size for start, end in spans):
            yield edge


def _meant(named: Iterable[tuple[int, frozenset[str]]], game: GameWords) -> Iterator[tuple[int, frozenset[str]]]:
    """The moves of all roles that a word may mean which several roles have for different moves; those of chance."""
    for place, moves in named:
        of_roles = {move for name in moves for move in game.namesakes.get(name, {"": name}).values()}
        yield place, frozenset(move for name in of_roles for move in game.drawn.get(name, (name,)))


def _moves(edges: Iterable[WordEdge]) -> Iterator[tuple[int, frozenset[str]]]:
    named: dict[int, set[str]] = {}
    for edge in edges:
        if edge.category in ("move", "agent") or (edge.category == "holding" and "(" not in edge.sense):
            named.setdefault(edge.start, set()).add(edge.sense)
        elif edge.category == "pair":
            named.setdefault(edge.start, set()).update(edge.sense)
    for place in sorted(named):
        yield place, frozenset(named[place])


def _starts(edges: Iterable[WordEdge], sense: str) -> set[int]:
    """Where words of getting and giving begin that have a sense; some have that of gaining and of losing."""
    return {edge.start for edge in edges if edge.category in ("get", "give", "payoff") and edge.sense == sense}


def _roles(edges: Iterable[WordEdge]) -> Iterator[str]:
    for edge in edges:
        if edge.category in ("who", "whose"):
            yield edge.sense if isinstance(edge.sense, str) else edge.sense[1]
        elif edge.category in ("each_get", "mutual", "total"):
            yield "each"


def _choices(edges: Sequence[WordEdge], game: GameWords) -> Iterator[tuple[str, frozenset[str]]]:
    """Players with the moves right after them, or after a verb of choosing."""
    moves = dict(_meant(_moves(edges), game))
    for who in (edge for edge in edges if edge.category == "who"):
        verbs = (edge.end for edge in edges if edge.category == "choose" and edge.start == who.end)
        for place in (who.end, *verbs):
            if place in moves:
                yield (who.sense if isinstance(who.sense, str) else who.sense[1]), moves[place]


def _directions(edges: Iterable[WordEdge]) -> Iterator[tuple[int, str, str]]:
    for edge in edges:
        if edge.sense in _UP.get(edge.category, ()):
            yield edge.start, edge.category, UP
        elif edge.sense in _DOWN.get(edge.category, ()):
            yield edge.start, edge.category, DOWN


def clause_spans(sentence: str) -> list[tuple[int, int]]:
    """The parts of a sentence that commas and the like set apart."""
    start, found = 0, []
    for token in tokenize(sentence):
        if token.text in (",", ";", ":", "—", "–", "->") or token.low in _PARTING:
            found.append((start, token.start))
            start = token.end
    return [*found, (start, len(sentence))]
