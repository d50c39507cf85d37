"""A game as a ground network of gates, evaluated for thousands of states at once.

The extra `network` adds llvmlite, which makes random playouts ten times faster again.

Begin with `network`, which makes circuits of ground rules; `playouts`, `search` and `values` run them;
`stepper` is the network as one of the ways to step a game.
"""

from lelma.engine.network.network import Info, Network, NetworkState
from lelma.engine.network.playouts import backends, play_out, playouts
from lelma.engine.network.search import ReachableGraph, perft, reachable
from lelma.engine.network.values import NetworkSolution, solve_network

__all__ = [
    "Info",
    "Network",
    "NetworkSolution",
    "NetworkState",
    "ReachableGraph",
    "backends",
    "perft",
    "play_out",
    "playouts",
    "reachable",
    "solve_network",
]
