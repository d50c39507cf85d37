"""A game as a ground network of gates, evaluated for thousands of states at once.

Needs the extra `network` (numpy; llvmlite, if it is there, makes random playouts ten times faster again).
"""

from importlib.util import find_spec

from lelma.errors import EngineUnavailable

if find_spec("numpy") is None:
    raise EngineUnavailable("the network engine needs numpy: type pip install 'lelma[network]'")

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
