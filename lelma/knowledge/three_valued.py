"""Circuits whose inputs may be unknown: what an output may be, whatever the unknown inputs are.

Each literal becomes two: that it may be true, and that it may be false. A gate goes by what its two sides may be,
each by itself, so an output may be said to be possibly true that never is; never the other way round.

Short, because it is one algorithm, and knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lelma.engine.network.circuit import FALSE, INPUT, TRUE, Circuit

TruthPair = tuple[int, int]
"""Literals: may be true, may be false."""


def possibly(circuit: Circuit, wanted: Sequence[int], inputs: Mapping[int, TruthPair], target: Circuit) -> list[int]:
    """For each wanted literal of a circuit, the literal in `target` that says whether it may be true.

    Args:
        inputs: what stands in `target` for each input that is needed, by its literal.
    """
    pairs: dict[int, TruthPair] = {0: (FALSE, TRUE)} | {literal >> 1: pair for literal, pair in inputs.items()}

    def pair(literal: int) -> TruthPair:
        true, false = pairs[literal >> 1]
        return (false, true) if literal & 1 else (true, false)

    for node in _below(circuit, wanted, pairs):
        left, right = circuit.left[node], circuit.right[node]
        if right >= 0:
            (a1, a0), (b1, b0) = pair(left), pair(right)
            pairs[node] = target.and_(a1, b1), target.or_(a0, b0)
        else:
            (a1, a0), (b1, b0) = pair(left), pair(~right)
            differ = target.or_(target.and_(a1, b0), target.and_(a0, b1))
            pairs[node] = differ, target.or_(target.and_(a1, b1), target.and_(a0, b0))
    return [pair(literal)[0] for literal in wanted]


def _below(circuit: Circuit, wanted: Sequence[int], given: Mapping[int, TruthPair]) -> list[int]:
    """The nodes that some literals rest on, but for those given, each after those it uses."""
    found: set[int] = set()
    stack = [literal >> 1 for literal in wanted]
    while stack:
        node = stack.pop()
        if node in found or node in given:
            continue
        left, right = circuit.left[node], circuit.right[node]
        if left == INPUT:
            raise ValueError(f"node {node} is an input that is not given")
        found.add(node)
        stack += [left >> 1, (right if right >= 0 else ~right) >> 1]
    return sorted(found)
