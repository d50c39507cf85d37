"""The graph of trust that one role has: what it observed each player do to each other, and whom it trusts for that.

After Zhu et al., "GRATR" (arXiv 2408.12333), sections 3.1 and 3.2, Algorithm 1, Eqs. 1 to 4. Where these are
ill-defined, `Form` says how they are read. Everything is frozen: each function returns another graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from math import tanh
from typing import Literal

from gdl.values import dataclass
from lelma.trust.errors import NeverMoves, TrustError
from lelma.trust.forms import TrustSettings
from lelma.trust.pins import Pin

Basis = Literal["extracted", "proved", "record"]
"""Where evidence comes from: read by a model, proved, or the record of the match."""

_ADVERSARY_IN_CODE = -0.9


@dataclass(frozen=True)
class Evidence:
    """What one player did to another, as the graph's owner observed it.

    Attributes:
        ply: joint moves made by then.
        act: in words.
        credibility: c in [-1, 1]: negative for hostility, positive for support.
        quote: the words, or the percept, that show it.

    Raises:
        TrustError: for a credibility outside its range, or an act towards oneself.
    """

    ply: int
    source: str
    target: str
    act: str
    credibility: float
    quote: str = ""
    basis: Basis = "extracted"

    def __post_init__(self) -> None:
        if not -1 <= self.credibility <= 1:
            raise TrustError(f"credibility {self.credibility} of “{self.act}”; it must be from -1 to 1")
        if self.source == self.target:
            raise TrustError(f"“{self.act}” is by {self.source} towards itself, which is no evidence")


@dataclass(frozen=True)
class TrustNode:
    """Trust in a player, in [-1, 1]; `pinned` is the reason why it never changes, if it does not."""

    trust: float = 0.0
    pinned: str = ""


@dataclass(frozen=True)
class TrustEdge:
    """What a player did to another, in time order; `feedback` is what Eq. 9 added."""

    evidence: tuple[Evidence, ...] = ()
    feedback: float = 0.0


@dataclass(frozen=True)
class TrustChange:
    """The trust in a player changed, by the `number`-th item of evidence (from 1)."""

    player: str
    before: float
    after: float
    evidence: Evidence
    number: int


@dataclass(frozen=True)
class TrustGraph:
    """The graph of one role at one time.

    Attributes:
        me: whose it is.
        players: in seat order, which breaks ties; the dead among them.
        edges: (source, target) → edge, where there is evidence or feedback.
        observed: items of evidence so far.
    """

    me: str
    players: tuple[str, ...]
    nodes: Mapping[str, TrustNode]
    edges: Mapping[tuple[str, str], TrustEdge] = field(default_factory=dict)
    settings: TrustSettings = field(default_factory=TrustSettings)
    observed: int = 0

    @classmethod
    def new(cls, me: str, players: Sequence[str], settings: TrustSettings | None = None) -> TrustGraph:
        """The graph before anything was observed.

        Raises:
            TrustError: if `me` is none of the players, or one of them is there twice.
        """
        if me not in players or len(set(players)) < len(players):
            raise TrustError(f"{me} must be one of the players, each once: {', '.join(players)}")
        chosen = settings or TrustSettings()
        nodes = dict.fromkeys(players, TrustNode())
        if chosen.form.start != "zero":
            nodes[me] = TrustNode(1.0, "oneself")
        return cls(me, tuple(players), nodes, {}, chosen)

    def trust(self, player: str) -> float:
        """T(player).

        Raises:
            TrustError: for somebody who is no player.
        """
        return self._node(player).trust

    def _node(self, player: str) -> TrustNode:
        if player not in self.nodes:
            raise TrustError(f"{player} is no player of this graph: {', '.join(self.players)}")
        return self.nodes[player]

    def edge(self, source: str, target: str) -> TrustEdge:
        return self.edges.get((source, target), TrustEdge())

    def with_trust(self, player: str, trust: float) -> TrustGraph:
        """Another trust in a player; the same graph where it is pinned.

        Raises:
            TrustError: for a trust outside [-1, 1], or somebody who is no player.
        """
        node = self._node(player)
        if not -1 <= trust <= 1:
            raise TrustError(f"a trust of {trust} in {player}; it must be from -1 to 1")
        if node.pinned or trust == node.trust:
            return self
        return self._changed(nodes={**self.nodes, player: TrustNode(trust)})

    def with_edge(self, source: str, target: str, edge: TrustEdge) -> TrustGraph:
        return self._changed(edges={**self.edges, (source, target): edge})

    def with_evidence(self, evidence: Evidence) -> TrustGraph:
        """One more item on its edge, which no node was moved by yet."""
        edge = self.edge(evidence.source, evidence.target)
        longer = TrustEdge((*edge.evidence, evidence), edge.feedback)
        return self._changed(edges={**self.edges, (evidence.source, evidence.target): longer}, more=1)

    def _changed(
        self,
        nodes: Mapping[str, TrustNode] | None = None,
        edges: Mapping[tuple[str, str], TrustEdge] | None = None,
        more: int = 0,
    ) -> TrustGraph:
        """The graph with other nodes or edges, and so many items more; at a fraction of what `replace` takes."""
        changed = self.nodes if nodes is None else nodes, self.edges if edges is None else edges
        return TrustGraph(self.me, self.players, *changed, self.settings, self.observed + more)


def pin_nodes(graph: TrustGraph, pins: Iterable[Pin]) -> TrustGraph:
    """The graph with just these nodes pinned, and its owner's; a node that is pinned no longer keeps its trust.

    Where `form.start` is `self`, adversaries are put to -0.9 and not pinned, as in the authors' code.

    Raises:
        TrustError: for a pin of somebody who is no player.
    """
    nodes = {player: node if player == graph.me else replace(node, pinned="") for player, node in graph.nodes.items()}
    for pin in pins:
        graph.trust(pin.player)
        if pin.player == graph.me:
            continue
        if graph.settings.form.start == "self" and pin.trust < 0:
            nodes[pin.player] = TrustNode(_ADVERSARY_IN_CODE)
        else:
            nodes[pin.player] = TrustNode(float(pin.trust), pin.reason)
    return replace(graph, nodes=nodes)


def observe(graph: TrustGraph, evidence: Evidence) -> tuple[TrustGraph, tuple[TrustChange, ...]]:
    """The graph with one more item of evidence, and what that changed (Algorithm 1 after its line 1, Eqs. 1 to 3).

    Raises:
        NeverMoves: in the printed form, which starts with all trust at 0.
        TrustError: for evidence of or about somebody who is no player.
    """
    believed, before = graph.trust(evidence.source), graph.trust(evidence.target)
    form = graph.settings.form
    if form.start == "zero" and not any(node.trust for node in graph.nodes.values()):
        raise NeverMoves("Eq. 2 as printed: every T is 0 at the start, so u = T(i) c is 0 for ever")
    if form.start == "grounded" and believed == 0:
        believed = graph.settings.stranger_trust
    after = graph.with_evidence(evidence)
    update = believed * evidence.credibility
    if form.weaken == "never" and abs(update) <= abs(before):
        return after, ()
    moved = after.with_trust(evidence.target, update)
    now = moved.trust(evidence.target)
    if now == before:
        return moved, ()
    return moved, (TrustChange(evidence.target, before, now, evidence, moved.observed),)


def merge(graph: TrustGraph, source: str, target: str) -> float:
    """T(source, target): the evidence of an edge as one number in [-1, 1] (Eq. 4); 0 where there is none.

    tanh of the sum of rho^(n-k) c_k over the whole list, plus the feedback of Eq. 9; see `Form.index`.
    """
    edge, rho, index = graph.edge(source, target), graph.settings.rho, graph.settings.form.index
    items = [each.credibility for each in edge.evidence]
    if index == "constant" and items:
        items = [items[-1]] * len(items)
    merged = 0.0
    for each in items:
        merged = rho * merged + each
        if index == "nested":
            merged = tanh(merged)
    if index != "nested":
        merged = tanh(merged)
    feedback = 0.0 if graph.settings.form.feedback_bound == "printed" else edge.feedback
    return max(-1.0, min(1.0, merged + feedback))
