"""The order in which things that depend on each other can be worked out, and those that depend on themselves.

Short, because it knows no relations: it orders anything that depends on anything.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

_Node = TypeVar("_Node", bound=Hashable)


def cycles(graph: Mapping[_Node, Collection[_Node]]) -> list[list[_Node]]:
    """The strongly connected components of what depends on itself, directly or not."""
    return [found for found in layers(graph) if len(found) > 1 or found[0] in graph.get(found[0], ())]


def layers(graph: Mapping[_Node, Iterable[_Node]]) -> list[list[_Node]]:
    """The strongly connected components, each after those it depends on (Tarjan, SIAM J. Computing 1, 1972).

    It keeps a stack of its own: a rule sheet may chain thousands of relations.
    """
    index: dict[_Node, int] = {}
    low: dict[_Node, int] = {}
    path: list[_Node] = []
    on_path: set[_Node] = set()
    found: list[list[_Node]] = []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        path.append(root)
        on_path.add(root)
        while work:
            node, rest = work[-1]
            for below in rest:
                if below not in index:
                    index[below] = low[below] = len(index)
                    path.append(below)
                    on_path.add(below)
                    work.append((below, iter(graph.get(below, ()))))
                    break
                if below in on_path:
                    low[node] = min(low[node], index[below])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    members = [path.pop()]
                    while members[-1] != node:
                        members.append(path.pop())
                    on_path.difference_update(members)
                    found.append(members)
    return found
