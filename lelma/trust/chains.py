"""Chains of evidence that lead from trusted players to one who is to be judged.

After Zhu et al., "GRATR" (arXiv 2408.12333), section 3.3, Algorithm 2, whose search never ends as printed; see
`Form.chain_search`.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.values import dataclass
from lelma.trust.errors import EndlessSearch
from lelma.trust.graph import TrustGraph, merge

FAINT = 0.05
"""A chain whose product of trust is below this is not followed further."""


@dataclass(frozen=True)
class TrustChain:
    """Players p_1, …, p_o: the first is trusted or distrusted, each further one acted towards the one before it.

    Attributes:
        links: T(p_(k+1), p_k) for each player but the first.
    """

    players: tuple[str, ...]
    links: tuple[float, ...]


@dataclass(frozen=True)
class Searched:
    """What a search found; `steps` counts the nodes from which it looked further, at most 4w."""

    chains: tuple[TrustChain, ...]
    steps: int


def chains(graph: TrustGraph, target: str, w: int | None = None) -> tuple[TrustChain, ...]:
    """The chains of evidence about a player; see `search_chains`."""
    return search_chains(graph, target, w).chains


def search_chains(graph: TrustGraph, target: str, w: int | None = None) -> Searched:
    """The chains of evidence about a player (Algorithm 2, repaired unless `form.chain_search` says otherwise).

    From each of the w nodes with the largest |T|, neither the target nor 0, it goes back over edges k → c with
    evidence: to the target where that is among them, which closes the chain, else to the unvisited k with the largest
    |T(k) T(k, c)|. It gives a chain up after the settings' hops (4), where nobody is left, or where the product of
    trusts is below 0.05. The seat breaks ties.

    Args:
        w: in place of the one of the graph's settings.

    Raises:
        EndlessSearch: in the printed form, as soon as a node has a neighbour.
        TrustError: for a target that is no player.
    """
    graph.trust(target)
    known = [player for player in graph.players if player != target and graph.trust(player) != 0]
    starts = sorted(known, key=lambda player: -abs(graph.trust(player)))[: graph.settings.w if w is None else w]
    form = graph.settings.form.chain_search
    if form == "printed":
        for start in starts:
            if _actors(graph, start):
                raise EndlessSearch(
                    f"Algorithm 2 as printed: lines 9 and 15 put back a node for each that is taken, so from {start} "
                    "the queue is never empty"
                )
        return Searched((), len(starts))
    found, steps = list[TrustChain](), 0
    for start in starts:
        chain, taken = _follow(graph, start, target, _largest if form == "simple" else _smallest_positive)
        steps += taken
        found += [chain] if chain is not None else []
    return Searched(tuple(found), steps)


NextPlayer = Callable[[list[tuple[str, float, float]]], tuple[str, float] | None]
"""From (player, T(k), T(k, c)) in seat order, whom to go on with, and T(k, c)."""


def _follow(graph: TrustGraph, start: str, target: str, choice: NextPlayer) -> tuple[TrustChain | None, int]:
    """The chain from a start, if it reaches the target, and the steps taken."""
    path, links, product = [start], list[float](), graph.trust(start)
    for step in range(1, graph.settings.hops + 1):
        actors = [player for player in _actors(graph, path[-1]) if player not in path]
        if target in actors:
            return TrustChain((*path, target), (*links, merge(graph, target, path[-1]))), step
        chosen = choice([(player, graph.trust(player), merge(graph, player, path[-1])) for player in actors])
        if chosen is None:
            return None, step
        path.append(chosen[0])
        links.append(chosen[1])
        product *= chosen[1]
        if abs(product) < FAINT:
            return None, step
    return None, graph.settings.hops


def _actors(graph: TrustGraph, towards: str) -> list[str]:
    """Who did something to a player, in seat order."""
    return [player for player in graph.players if graph.edge(player, towards).evidence]


def _largest(options: list[tuple[str, float, float]]) -> tuple[str, float] | None:
    best = max(options, key=lambda option: abs(option[1] * option[2]), default=None)
    return None if best is None else (best[0], best[2])


def _smallest_positive(options: list[tuple[str, float, float]]) -> tuple[str, float] | None:
    positive = [option for option in options if option[1] * option[2] > 0]
    best = min(positive, key=lambda option: option[1] * option[2], default=None)
    return None if best is None else (best[0], best[2])
