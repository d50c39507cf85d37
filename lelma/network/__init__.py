"""A game as a ground network of gates, evaluated for thousands of states at once.

Needs the extra `network` (numpy; llvmlite, if it is there, makes random playouts ten times faster again).
"""

from lelma.network.network import Info, Network, State
from lelma.network.playouts import Playouts, backends, play, playouts

__all__ = ["Info", "Network", "Playouts", "State", "backends", "play", "playouts"]
