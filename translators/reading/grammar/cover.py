"""The cover of a sentence by islands: the phrases that leave least of it unread, and which words they leave."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

from gdl.text.kept import toml_of
from gdl.values import dataclass
from translators.reading.grammar.constructions import file_text
from translators.reading.words.tagging import Tagged

ISLAND_COSTS: dict[str, float] = toml_of(file_text("costs.toml"))["costs"]
"""What an island of a category costs; a word that none covers costs one, and an unknown one a little more."""


_CLAIMS = ("Said", "SaidElse")
"""Categories of phrases that are claims; as a claim they may say something else where they can't stand as they are."""
_BARE = 0.3
"""What it costs more that an amount stands beside something without a verb."""
_STRANGE = 1.0
"""What each word in an island costs that nobody knows."""
_RUN_ON = 0.35
"""What it costs more that a claim follows another without a word or a comma between them."""


_Step = tuple[float, int, str, bool]
"""The cost up to a token, where its last island starts and of which category it is, and whether a claim ends there."""


@dataclass(frozen=True, slots=True)
class Island:
    """A phrase of the cover.

    Attributes:
        start: number of its first token; `end` of the one after its last.
        senses: all that it may mean.
        made_by: the construction it is, as file and line; empty for a word.
    """

    category: str
    start: int
    end: int
    senses: tuple[Any, ...]
    made_by: str = ""


def cover(
    tagged: Tagged, found: Mapping[tuple[str, int, int], list[Any]], names: Mapping[tuple[str, int, int], str]
) -> tuple[tuple[Island, ...], tuple[int, ...]]:
    """The cheapest cover of a sentence, and the tokens that it leaves out though they are not light."""
    size = len(tagged.tokens)
    ending: list[list[tuple[int, str]]] = [[] for _ in range(size + 1)]
    for (category, start, end), senses in found.items():
        if category in ISLAND_COSTS and senses:
            ending[end].append((start, category))
    strange = [0]
    for place in range(size):
        strange.append(strange[-1] + tagged.strange[place])
    best: list[dict[bool, _Step]] = [{False: (0.0, 0, "", False)}]
    for end in range(1, size + 1):
        light = tagged.light[end - 1]
        skipped = 0.001 if light else 1.0 if tagged.known[end - 1] else 1.1
        ways: dict[bool, _Step] = {}
        for claimed, (cost, *_) in best[end - 1].items():
            _keep(ways, claimed and light, (cost + skipped, end - 1, "", claimed))
        for start, category in ending[end]:
            claims = category in _CLAIMS or category == "Claim"
            own = ISLAND_COSTS[category] - 0.0001 * (end - start) + _STRANGE * (strange[end] - strange[start])
            if category == "Claim" and getattr(found[category, start, end][0], "bare", False):
                own += _BARE
            known = ways.get(claims)
            limit = known[0] if known is not None else inf
            for claimed, (cost, *_) in best[start].items():
                total = cost + own + (_RUN_ON if claimed and claims else 0)
                if total < limit:
                    limit = total
                    ways[claims] = (total, start, category, claimed)
        best.append(ways)
    islands: list[Island] = []
    left: list[int] = []
    at = size
    claimed = min(best[size], key=lambda last: best[size][last][0])
    while at:
        _, start, category, before = best[at][claimed]
        if category:
            made_by, meant = names.get((category, start, at), ""), found[category, start, at]
            if category in _CLAIMS:
                category, meant = "Claim", [*meant, *found.get(("Claim", start, at), ())]
            islands.append(Island(category, start, at, tuple(meant), made_by))
            left += [n for n in range(at - 1, start - 1, -1) if strange[n + 1] > strange[n]]
        elif not tagged.light[start]:
            left.append(start)
        at, claimed = start, before
    return tuple(reversed(islands)), tuple(reversed(left))


def _keep(ways: dict[bool, _Step], claimed: bool, step: _Step) -> None:
    """Keeps a way to a token if it is the cheapest of those that end with a claim, or of those that don't."""
    known = ways.get(claimed)
    if known is None or step[0] < known[0]:
        ways[claimed] = step
