"""What each way of trusting makes of a match from one player's view, before the votes of each day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from gdl.values import dataclass
from lelma.experiments.trust_records.sightings import TrustMatch
from lelma.support.errors import LelmaError
from lelma.trust.calibration import Calibration, stated_chance
from lelma.trust.decide import decide
from lelma.trust.forms import TrustSettings
from lelma.trust.graph import TrustGraph, observe, pin_nodes
from lelma.trust.pins import SideDeal, proved_pins
from lelma.trust.posterior import VoteRates, possible_sides, posterior
from lelma.trust.record import ballots_in, evidence_in, told_sides

PinKind = Literal["told", "proof"]
"""Whose sides are certain: those that percepts tell outright, or all that follows from what was perceived."""

METHODS: Mapping[str, str] = {
    "votes_received": "how many votes a player has received",
    "own_votes": "how often the viewer has voted for a player",
    "trust": "the trust graph over votes (Eqs. 1 to 3), no side being certain but one's own",
    "trust_decided": "the same after a decision about each player by chains (Eqs. 4 to 9)",
    "pinned": "the graph with certain sides pinned, and votes against pinned players as evidence of who cast them",
    "pinned_decided": "the same after a decision about each player by chains",
    "posterior": "the chances of the possible deals after the votes (edges = posterior)",
    "both": "the posterior with the trust of pinned as further evidence, as its calibration weighs it (edges = both)",
}
"""How players are told apart, each in words; the first two rank only, and give no chance."""

RANKS_ONLY = ("votes_received", "own_votes")


@dataclass(frozen=True)
class DayBelief:
    """What one method makes of the others from a player's view before the votes of a day.

    Attributes:
        day: the how manieth of those on which votes were cast.
        last: whether it is the last day of the match on which votes were cast.
        scores: player → T in [-1, 1], from `me`'s side; minus the number of votes for methods that only rank.
        pinned: players whose side is certain.
    """

    match: str
    view: str
    identity: str
    method: str
    day: int
    last: bool
    scores: Mapping[str, float]
    pinned: tuple[str, ...] = ()


@dataclass(frozen=True)
class ViewBeliefs:
    """The beliefs of one player in one match; `trouble` says why proofs are left out, where they are."""

    beliefs: tuple[DayBelief, ...]
    trouble: str = ""


def beliefs_of(
    match: TrustMatch, me: str, *, rates: VoteRates, settings: TrustSettings, pins: PinKind = "told"
) -> ViewBeliefs:
    """What every method makes of a match from a player's view, before the votes of each day.

    Where `pins` are to be proved and can't be, because the record doesn't keep the course or what was observed goes
    against the rules, those that percepts tell stand in for them.

    Raises:
        TrustError: in the printed form of the graph.
    """
    found, trouble = list[DayBelief](), ""
    for number, day in enumerate(match.days, start=1):
        deals = _told(match, me, day)
        if pins == "proof":
            try:
                deals = match.proved(me, day) or deals
                trouble = trouble or ("" if match.proofs else "the record does not keep the course")
            except LelmaError as error:
                trouble = str(error)
        pinned = tuple(pin.player for pin in proved_pins(deals, me) if pin.player != me)
        for method, scores in _scores(match, me, day, deals, rates, settings).items():
            last = day == match.days[-1]
            found.append(DayBelief(match.name, me, match.deal[me], method, number, last, scores, pinned))
    return ViewBeliefs(tuple(found), trouble)


def _told(match: TrustMatch, me: str, day: int) -> list[SideDeal]:
    """The ways that sides may be dealt, by what percepts tell outright."""
    rules = match.rules
    known = told_sides(rules, me, [each.percept for each in match.seen(me, day)])
    number = sum(side == rules.evil for side in match.sides.values())
    return possible_sides(match.players, rules.evil, rules.good, number, known)


def _scores(
    match: TrustMatch, me: str, day: int, deals: Sequence[SideDeal], rates: VoteRates, settings: TrustSettings
) -> dict[str, dict[str, float]]:
    seen = match.seen(me, day)
    others = [player for player in match.players if player != me]
    ballots = ballots_in(match.rules, match.players, [each.percept for each in seen])
    chances, calibration = posterior(deals, ballots, rates), match.rules.calibrated or Calibration(0.0, 0.0)
    plain, pinned = (_graph(match, me, day, certain, settings) for certain in (None, deals))
    observed = {player: pinned.trust(player) for player in others}
    likely = {player: chances.trust(me, player) for player in others}
    return {
        "votes_received": {player: -float(sum(target == player for _, target in ballots)) for player in others},
        "own_votes": {player: -float(ballots.count((me, player))) for player in others},
        "trust": {player: plain.trust(player) for player in others},
        "trust_decided": {player: decide(plain, player).trust for player in others},
        "pinned": observed,
        "pinned_decided": {player: decide(pinned, player).trust for player in others},
        "posterior": likely,
        "both": {
            player: likely[player]
            if abs(likely[player]) == 1
            else 1 - 2 * calibration.chance(observed[player], stated_chance(likely[player]))
            for player in others
        },
    }


def _graph(
    match: TrustMatch, me: str, day: int, deals: Sequence[SideDeal] | None, settings: TrustSettings
) -> TrustGraph:
    """The graph after all that was seen; with deals, what they prove is pinned."""
    graph = TrustGraph.new(me, match.players, settings)
    proved: SideDeal = {}
    if deals is not None:
        pins = proved_pins(deals, me)
        proved = {pin.player: pin.side for pin in pins}
        graph = pin_nodes(graph, pins)
    for each in match.seen(me, day):
        for evidence in evidence_in(match.rules, me, each.percept, each.ply, proved):
            if {evidence.source, evidence.target} <= graph.nodes.keys():
                graph, _ = observe(graph, evidence)
    return graph
