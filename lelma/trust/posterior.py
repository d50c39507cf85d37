"""How likely each possible deal is after votes: two rates of voting, and every deal as likely as another before.

A departure from the published graph, whose edges stand for no probabilities: here T(i, j) is what the chance that i and
j are on one side makes of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import exp, log

from gdl.values import dataclass
from lelma.trust.errors import TrustError
from lelma.trust.pins import SideDeal

Ballot = tuple[str, str]
"""Who voted, and against whom."""


@dataclass(frozen=True)
class VoteRates:
    """How often votes hit the evil side, by the side of who votes.

    Attributes:
        evil: the name of that side.
        by_good, by_evil: the share of votes against it, in (0, 1), of all votes against somebody else.
        temper: the power that the likelihood of votes is taken to, from 0 to 1, since they are no independent evidence.
        followers: by which those that follow others count less: the k-th vote against one player counts k^-followers.

    Raises:
        TrustError: for a number outside its range.
    """

    evil: str
    by_good: float
    by_evil: float
    temper: float = 1.0
    followers: float = 0.0

    def __post_init__(self) -> None:
        if not (0 < self.by_good < 1 and 0 < self.by_evil < 1 and 0 <= self.temper <= 1 and self.followers >= 0):
            raise TrustError(
                f"rates {self.by_good} and {self.by_evil} must be in (0, 1), temper {self.temper} in [0, 1], "
                f"followers {self.followers} at least 0"
            )

    def counts(self, ballots: Iterable[Ballot]) -> list[float]:
        """The power that the likelihood of each vote is taken to, in their order.

        >>> VoteRates("bad", 0.6, 0.3, temper=0.5, followers=1).counts([("a", "b"), ("c", "b"), ("b", "a")])
        [0.5, 0.25, 0.5]
        """
        before = Counter[str]()
        found = list[float]()
        for _, target in ballots:
            before[target] += 1
            found.append(self.temper * before[target] ** -self.followers)
        return found

    def log_likelihood(self, deal: SideDeal, ballot: Ballot) -> float:
        """ln of the chance that a vote falls on its target if it is against somebody else, in a deal."""
        voter, target = ballot
        number = list(deal.values()).count(self.evil)
        return self._log(deal[voter] == self.evil, deal[target] == self.evil, len(deal) - 1, number)

    def log_likelihoods(self, deal: SideDeal, ballots: Sequence[Ballot]) -> list[float]:
        """`log_likelihood` of many, of which each depends on two sides alone."""
        number, others, known = list(deal.values()).count(self.evil), len(deal) - 1, dict[tuple[str, str], float]()
        for sides in {(deal[voter], deal[target]) for voter, target in ballots}:
            known[sides] = self._log(sides[0] == self.evil, sides[1] == self.evil, others, number)
        return [known[deal[voter], deal[target]] for voter, target in ballots]

    def _log(self, one_of_evil: bool, hits: bool, others: int, number: int) -> float:
        evil = number - one_of_evil
        rate = self.by_evil if one_of_evil else self.by_good
        if evil in (0, others):  # there is nobody else to hit
            return -log(others)
        return log(rate / evil) if hits else log((1 - rate) / (others - evil))


def fitted_rates(games: Iterable[tuple[SideDeal, Sequence[Ballot]]], evil: str, *, temper: float) -> VoteRates:
    """The rates in games whose deal is known, each of their four counts made one larger (Laplace's rule)."""
    counts = dict.fromkeys(((voter, target) for voter in (True, False) for target in (True, False)), 1)
    for deal, ballots in games:
        for voter, target in ballots:
            counts[deal[voter] == evil, deal[target] == evil] += 1
    good, bad = (counts[side, True] / (counts[side, True] + counts[side, False]) for side in (False, True))
    return VoteRates(evil, good, bad, temper)


def possible_sides(players: Sequence[str], evil: str, good: str, number: int, known: SideDeal) -> list[SideDeal]:
    """All ways for `number` of the players to be on the evil side, where some sides are known."""
    return [
        deal
        for team in combinations(players, number)
        if all((player in team) == (side == evil) for player, side in known.items())
        for deal in [{player: evil if player in team else good for player in players}]
    ]


@dataclass(frozen=True)
class DealChances:
    """Different deals that are possible and the chance of each; the chances sum to 1."""

    deals: tuple[SideDeal, ...]
    chances: tuple[float, ...]

    def on_side(self, player: str, side: str) -> float:
        """The chance that a player is on a side."""
        return self._sum(deal[player] == side for deal in self.deals)

    def same_side(self, one: str, other: str) -> float:
        """The chance that two players are on one side."""
        return self._sum(deal[one] == deal[other] for deal in self.deals)

    def trust(self, one: str, other: str) -> float:
        """T(one, other) in [-1, 1]: 2 P(same side) - 1."""
        return 2 * self.same_side(one, other) - 1

    def _sum(self, chosen: Iterable[bool]) -> float:
        return min(1.0, sum(chance for chance, holds in zip(self.chances, chosen, strict=True) if holds))


def posterior(
    deals: Sequence[SideDeal],
    ballots: Iterable[Ballot],
    rates: VoteRates,
    *,
    words: Iterable[Ballot] = (),
    word_rates: VoteRates | None = None,
) -> DealChances:
    """The chances of deals after votes; a deal that is listed twice counts twice before them.

    Args:
        words: who accused whom, which is weighed as votes are, by rates of its own; by none, it counts for nothing.

    Raises:
        TrustError: if there is no deal.

    >>> deals = possible_sides(["a", "b", "c"], "bad", "good", 1, {"a": "good"})
    >>> round(posterior(deals, [("a", "b")], VoteRates("bad", 0.6, 0.3)).on_side("b", "bad"), 3)
    0.6
    """
    if not deals:
        raise TrustError("no deal is possible, so none is likely")
    weighed = list[tuple[VoteRates, list[Ballot], list[float]]]()
    for given, by in ((ballots, rates), (words, word_rates)):
        cast = [ballot for ballot in given if ballot[0] != ballot[1]]
        if by is not None:
            weighed.append((by, cast, by.counts(cast)))
    counts = Counter(tuple(deal.items()) for deal in deals)  # deals of identities come to few deals of sides
    different = tuple(map(dict, counts))
    logs = [
        sum(
            count * each
            for by, cast, some in weighed
            for count, each in zip(some, by.log_likelihoods(deal, cast), strict=True)
        )
        for deal in different
    ]
    most = max(logs)
    weights = [count * exp(each - most) for count, each in zip(counts.values(), logs, strict=True)]
    total = sum(weights)
    return DealChances(different, tuple(weight / total for weight in weights))
