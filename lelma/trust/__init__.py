"""Whom one role trusts: a graph of evidence between players, what is pinned in it by proof, and what votes make likely.

`graph` observes evidence and merges it, `chains` and `decide` reason over it; `forms` names what is ill-defined in the
published equations and the ways to read them. `pins` are sides that all possible deals agree on, `posterior` weighs
these deals by votes, `record` reads from a game's `trust.toml` which percepts are evidence. Values go in and values
come out. Knows games' folders and no game; nothing of models, agents or matches.

Begin with `graph`.
"""

from lelma.trust.chains import TrustChain, chains, search_chains
from lelma.trust.decide import decide
from lelma.trust.errors import TrustError
from lelma.trust.forms import TRUST_FORMS, Form, TrustSettings
from lelma.trust.graph import Evidence, TrustChange, TrustGraph, merge, observe, pin_nodes
from lelma.trust.pins import Pin, proved_pins

__all__ = [
    "TRUST_FORMS",
    "Evidence",
    "Form",
    "Pin",
    "TrustChain",
    "TrustChange",
    "TrustError",
    "TrustGraph",
    "TrustSettings",
    "chains",
    "decide",
    "merge",
    "observe",
    "pin_nodes",
    "proved_pins",
    "search_chains",
]
