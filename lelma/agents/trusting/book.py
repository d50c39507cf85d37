"""The trust graph of an agent at a moment: made anew of what its role lived through, and of what it kept.

Kept are what decisions made of trust (`decided_N`, of joint move N), and their feedback (`feedback`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from gdl.values import dataclass
from lelma.agents.steps.fields import StepMoment
from lelma.agents.trusting.life import BookOptions, TrustedLife, life_of
from lelma.trust.calibration import stated_chance
from lelma.trust.graph import Evidence, TrustChange, TrustGraph, observe, pin_nodes
from lelma.trust.pins import Pin, SideDeal, sides_proved
from lelma.trust.posterior import DealChances, posterior
from lelma.trust.record import TrustRules, ballots_in


@dataclass(frozen=True)
class TrustBook:
    """The graph at a moment, and what it was made of.

    Attributes:
        deals: those that are possible, player → side; none before the cards are dealt.
        items: the evidence, oldest first, each with the trust that it changed.
        chances: what the votes make of the deals.
        trouble: why less is proved than was asked for.
    """

    graph: TrustGraph
    rules: TrustRules
    options: BookOptions
    deals: tuple[SideDeal, ...]
    pins: tuple[Pin, ...]
    items: tuple[tuple[Evidence, tuple[TrustChange, ...]], ...]
    chances: DealChances | None
    trouble: str = ""

    @property
    def proved(self) -> dict[str, str]:
        """Player → side, of those whose side is certain."""
        return sides_proved(self.pins)

    def trust(self, graph: TrustGraph, player: str) -> float:
        """The trust in a player by the edges that were chosen, where the graph has come so far."""
        own = graph.trust(player)
        if self.options.edges == "trust" or self.chances is None or player in self.proved:
            return own
        if self.options.edges == "both":
            return 1 - 2 * self.chance(graph, player)
        return self.chances.trust(graph.me, player)

    def chance(self, graph: TrustGraph, player: str) -> float:
        """P(on another side). Certain is what is proved alone, whatever the trust.

        The graph's trust is calibrated where the game's file says how, on the base of what can be counted, or, with
        both edges, of the chances of deals.
        """
        edges, own = self.options.edges, graph.trust(player)
        calibrated = self.rules.calibrated_of(self.options.rates)
        if player in self.proved:
            return stated_chance(own)
        likely = None if self.chances is None else stated_chance(self.chances.trust(graph.me, player))
        if edges == "posterior" and likely is not None:
            return likely
        if calibrated is None:
            return stated_chance(own) if edges == "trust" or likely is None else (stated_chance(own) + likely) / 2
        return calibrated.chance(own, self.base if edges == "trust" or likely is None else likely)

    @cached_property
    def base(self) -> float:
        """The share of the other side among those whose side is open: all deals agree on their numbers."""
        deal = self.deals[0]
        others = [side != deal[self.graph.me] for player, side in deal.items() if player not in self.proved]
        return sum(others) / len(others) if others else 0.5


def opened_book(moment: StepMoment, options: BookOptions) -> TrustBook:
    """The book of a moment's role.

    Raises:
        UsageError: as `life_of` does.
        TrustError: as `book_of` does.
    """
    return book_of(life_of(moment, options))


def book_of(life: TrustedLife) -> TrustBook:
    """The book of all that was lived through.

    Raises:
        TrustError: in the printed form of the graph.
    """
    moment = life.moment
    graph = pin_nodes(TrustGraph.new(moment.view.role, life.players, life.settings), life.pins)
    items = list[tuple[Evidence, tuple[TrustChange, ...]]]()
    for number in range(1, len(moment.view.plies) + 1):
        for evidence in life.evidence(number):
            graph, changes = observe(graph, evidence)
            items.append((evidence, changes))
        for player, trust in _kept(moment, "decided", number).items():
            graph = graph.with_trust(player, trust) if player in graph.nodes else graph
    for key, amount in dict(moment.state.get("feedback") or {}).items():
        source, _, target = key.partition(" ")
        graph = graph.with_edge(source, target, replace(graph.edge(source, target), feedback=amount))
    chances = None
    if life.deals and life.options.edges != "trust":
        chances = _chances(life, [each for each, _ in items])
    return TrustBook(graph, life.rules, life.options, life.deals, life.pins, tuple(items), chances, life.trouble)


def _chances(life: TrustedLife, items: Sequence[Evidence]) -> DealChances:
    """What votes and accusations make of the deals."""
    rules = life.rules
    percepts = [percept for ply in life.moment.view.plies for percept in ply.percepts]
    cast = tuple(ballots_in(rules, life.players, percepts))
    words = tuple(dict.fromkeys(found for each in items if (found := rules.accusation(each)) is not None))
    rates, by_words = rules.vote_rates_of(life.options.rates), rules.word_rates_of(life.options.rates)
    return life.kept.once(
        (id(life.deals), cast, words, rates, by_words),
        life.deals,
        lambda: posterior(life.deals, cast, rates, words=words, word_rates=by_words),
    )


def feedback_kept(graph: TrustGraph) -> dict[str, float]:
    """The feedback on edges as JSON, for `feedback`."""
    return {f"{i} {j}": round(edge.feedback, 9) for (i, j), edge in graph.edges.items() if edge.feedback}


def _kept(moment: StepMoment, name: str, number: int) -> Mapping[str, float]:
    found = moment.state.get(f"{name}_{number}")
    return found if isinstance(found, Mapping) else {}
