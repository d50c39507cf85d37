"""What depends on what, in layers: against the definition, worked out by brute force."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gdl.relations.cycles import cycles, layers

GRAPHS = st.dictionaries(st.integers(0, 6), st.lists(st.integers(0, 6), unique=True, max_size=4), max_size=7)


def reached(graph: dict[int, list[int]]) -> dict[int, set[int]]:
    """Node → what it depends on, directly or not."""
    nodes = {*graph, *(below for found in graph.values() for below in found)}
    found = {node: set(graph.get(node, ())) for node in nodes}
    for middle in nodes:
        for node in nodes:
            if middle in found[node]:
                found[node] |= found[middle]
    return found


@given(GRAPHS)
def test_layers_are_components_after_what_they_depend_on(graph: dict[int, list[int]]) -> None:
    below = reached(graph)
    found = layers(graph)
    assert sorted(node for members in found for node in members) == sorted(below)
    done = set[int]()
    for members in found:
        for node in members:
            assert set(members) == {node} | {other for other in below[node] if node in below[other]}
            assert below[node] <= done | set(members)
        done |= set(members)


@given(GRAPHS)
def test_cycles_are_what_depends_on_itself(graph: dict[int, list[int]]) -> None:
    recursive = {node for node, below in reached(graph).items() if node in below}
    assert {node for members in cycles(graph) for node in members} == recursive


def test_a_long_chain_needs_no_deep_stack() -> None:
    chain = {node: [node + 1] for node in range(100_000)}
    assert len(layers(chain)) == 100_001
    assert cycles(chain) == []
