"""A game as a ground network of gates, evaluated for thousands of states at once.

The extra `network` adds llvmlite, which makes random playouts ten times faster again.
"""

from lelma.network.network import Info, Network, State
from lelma.network.playouts import Playouts, backends, play, playouts
from lelma.network.search import Graph, Level, perft, reachable
from lelma.network.values import Solution, solve

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
