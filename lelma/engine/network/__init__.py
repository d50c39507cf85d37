"""A game as a ground network of gates, evaluated for thousands of states at once.

The extra `network` adds llvmlite, which makes random playouts ten times faster again.
"""

from lelma.engine.network.network import Info, Network, State
from lelma.engine.network.playouts import Playouts, backends, play, playouts
from lelma.engine.network.search import Graph, Level, perft, reachable
from lelma.engine.network.values import Solution, solve

__all__ = [
    "Graph",
    "Info",
    "Level",
    "Network",
    "Playouts",
    "Solution",
    "State",
    "backends",
    "perft",
    "play",
    "playouts",
    "reachable",
    "solve",
]
