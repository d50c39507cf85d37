"""What chains of evidence make of the trust in one player, and what that gives back to the evidence.

After Zhu et al., "GRATR" (arXiv 2408.12333), section 3.3, Eqs. 5 to 9; `Form` says how they are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import e, log, prod

from gdl.values import dataclass
from lelma.trust.chains import TrustChain, search_chains
from lelma.trust.errors import DividesByZero, NoLogarithm, NoWeight, OutOfRange
from lelma.trust.graph import TrustGraph

TOO_SMALL_TO_DIVIDE = 0.05
"""A |T(o-1)| below this gives no feedback."""


@dataclass(frozen=True)
class WeighedChain:
    """A chain with its value V (Eq. 5), the trust u it gives (Eq. 6), its uncertainty H (Eq. 7) and its weight."""

    chain: TrustChain
    value: float
    trust: float
    uncertainty: float
    weight: float


@dataclass(frozen=True)
class TrustDecision:
    """What was made of a player: the graph with feedback, T(o), the chains, and the steps that the search took."""

    graph: TrustGraph
    target: str
    before: float
    trust: float
    chains: tuple[WeighedChain, ...]
    steps: int


def decide(graph: TrustGraph, target: str) -> TrustDecision:
    """Judge a player by the chains about it (Eqs. 5 to 8), and change the edges that led to it (Eq. 9).

    Without a chain nothing moves, nor does a pinned node. Ends within 4w steps.

    Raises:
        PrintedFault: in the printed form, where an equation has no answer; see `lelma.trust.errors`.
        TrustError: for a target that is no player.
    """
    searched, before = search_chains(graph, target), graph.trust(target)
    weighed = tuple(_weighed(graph, chain) for chain in searched.chains)
    after = graph.with_trust(target, _trust(graph, before, weighed))
    return TrustDecision(
        _with_feedback(after, target, weighed), target, before, after.trust(target), weighed, searched.steps
    )


def _weighed(graph: TrustGraph, chain: TrustChain) -> WeighedChain:
    form = graph.settings.form
    value = sum(graph.trust(player) * link for player, link in zip(chain.players[1:], chain.links, strict=True))
    value = {"absolute": abs(value), "printed": value, "unused": 0.0}[form.value_sign]
    trust = graph.trust(chain.players[0]) * prod(chain.links)
    uncertainty = _uncertainty(graph, trust)
    weight = (abs(trust) if form.weights == "magnitude" else value) - uncertainty
    return WeighedChain(chain, value, trust, uncertainty, max(0.0, weight) if form.weights == "clipped" else weight)


def _uncertainty(graph: TrustGraph, trust: float) -> float:
    """H of a chain (Eq. 7): for `absolute` from 0 to 0.531."""
    sign = graph.settings.form.entropy_sign
    if sign == "printed" and trust <= 0:
        raise NoLogarithm(f"Eq. 7 as printed: log2 of u = {trust:g} is not defined")
    size = abs(trust)
    return -size * log(size, e if sign == "natural" else 2) if size else 0.0


def _trust(graph: TrustGraph, before: float, weighed: Sequence[WeighedChain]) -> float:
    """T(o) by Eq. 8."""
    form, total = graph.settings.form.weights, sum(each.weight for each in weighed)
    if not total:
        if form == "printed":
            raise NoWeight(f"Eq. 8 as printed: the weights of {len(weighed)} chains sum to 0, and 0/0 is no trust")
        return before
    mean = sum(each.weight * each.trust for each in weighed) / total
    if form == "printed" and not -1 <= mean <= 1:
        raise OutOfRange(f"Eq. 8 as printed: weights of both signs give a trust of {mean:g}, outside [-1, 1]")
    found = max(-1.0, min(1.0, mean))
    if form == "magnitude" and found * before <= 0 and abs(found) <= abs(before):
        return before
    return found


def _with_feedback(graph: TrustGraph, target: str, weighed: Sequence[WeighedChain]) -> TrustGraph:
    """The graph with the backward update of T(o, o-1) for each chain (Eq. 9)."""
    bound = graph.settings.form.feedback_bound
    befores = [each.chain.players[-2] for each in weighed]
    if bound == "swallowed":
        befores = (
            [player for player in graph.players if graph.edge(target, player).evidence] if len(befores) > 1 else []
        )
    for before in befores:
        divisor = graph.trust(before)
        if bound == "printed" and divisor == 0:
            raise DividesByZero(f"Eq. 9 as printed: T({before}) is 0, and T({target}) is divided by it")
        if divisor == 0 or (bound == "bounded" and abs(divisor) < TOO_SMALL_TO_DIVIDE):
            continue
        ratio = graph.trust(target) / divisor
        edge = graph.edge(target, before)
        feedback = edge.feedback + graph.settings.gamma * (ratio if bound == "printed" else max(-1.0, min(1.0, ratio)))
        if bound == "swallowed":
            feedback = max(-1.0, min(1.0, feedback))
        graph = graph.with_edge(target, before, replace(edge, feedback=feedback))
    return graph
