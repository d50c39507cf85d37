"""Ratings, against closed forms, brute force and agents whose strengths are known."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest
import scipy.optimize

from lelma.experiments.statistics.ratings import Contest, bradley_terry


def duels(first: str, second: str, won: int, lost: int, tied: int = 0) -> list[Contest]:
    results = [1.0] * won + [0.0] * lost + [0.5] * tied
    return [Contest((first,), (second,), result) for result in results]


def test_of_two_agents_the_odds_are_those_of_their_matches() -> None:
    found = bradley_terry(duels("a", "b", 30, 10), spread=1000)
    best, other = found.agents
    assert (best.agent, best.contests, best.unbounded) == ("a", 40, False)
    assert best.rating - other.rating == pytest.approx(log(3), abs=1e-4)
    assert best.elo - other.elo == pytest.approx(190.85, abs=0.05)
    # The profile of one share: the ends are where 2 * (30 ln(p / 0.75) + 10 ln((1 - p) / 0.25)) is -3.8415.
    low, high = (2 * end for end in best.interval)

    def fall(odds: float) -> float:
        p = 1 / (1 + exp(-odds))
        return 2 * (30 * log(p / 0.75) + 10 * log((1 - p) / 0.25)) + 3.841458820694124

    assert low == pytest.approx(scipy.optimize.brentq(fall, -1, log(3)), abs=1e-3)
    assert high == pytest.approx(scipy.optimize.brentq(fall, log(3), 4), abs=1e-3)


def test_ties_have_davidsons_weight() -> None:
    # Davidson (1970): of two agents, the likelihood is largest at odds of won : lost, whatever the ties.
    found = bradley_terry(duels("a", "b", 12, 3, 5), spread=1000)
    assert found.agents[0].rating - found.agents[1].rating == pytest.approx(log(4), abs=1e-3)


def test_three_agents_are_rated_as_by_the_iteration_of_zermelo() -> None:
    won = {("a", "b"): 7, ("b", "a"): 3, ("b", "c"): 6, ("c", "b"): 4, ("a", "c"): 8, ("c", "a"): 5}
    weights = dict.fromkeys("abc", 1.0)
    for _ in range(3000):
        for each in weights:
            wins = sum(n for (winner, _), n in won.items() if winner == each)
            met = sum(n / (weights[x] + weights[y]) for (x, y), n in won.items() if each in (x, y))
            weights[each] = wins / met
    mean = sum(map(log, weights.values())) / 3
    contests = [contest for (x, y), n in won.items() for contest in duels(x, y, n, 0)]
    found = {each.agent: each.rating for each in bradley_terry(contests, spread=1000).agents}
    assert found == pytest.approx({each: log(weight) - mean for each, weight in weights.items()}, abs=1e-4)


def test_who_won_everything_has_a_rating_by_the_prior_and_it_is_said() -> None:
    found = bradley_terry(duels("a", "b", 6, 2) + duels("c", "a", 3, 0) + duels("c", "b", 2, 0))
    assert [(each.agent, each.unbounded) for each in found.agents] == [("c", True), ("a", False), ("b", False)]
    wider = bradley_terry(duels("a", "b", 6, 2) + duels("c", "a", 3, 0) + duels("c", "b", 2, 0), spread=20)
    assert wider.agents[0].rating > found.agents[0].rating + 1


def test_agents_that_never_met_are_in_groups_of_their_own() -> None:
    found = bradley_terry(duels("a", "b", 2, 1) + duels("d", "c", 2, 1))
    assert found.groups == (("a", "b"), ("c", "d"))


def test_teams_and_sides_are_found_again() -> None:
    random, contests = Random(7), list[Contest]()
    strengths = {"weak": -0.8, "middle": 0.0, "strong": 0.8}
    for _ in range(3000):
        good, evil = [random.choices([*strengths], k=k) for k in (4, 2)]
        odds = sum(strengths[x] for x in good) / 4 + 0.5 - sum(strengths[x] for x in evil) / 2
        won = random.random() < 1 / (1 + exp(-odds))
        contests.append(Contest(tuple(good), tuple(evil), float(won), ("good", "evil")))
    found = bradley_terry(contests)
    assert found.advantages["good"] - found.advantages["evil"] == pytest.approx(0.5, abs=0.1)
    for each in found.agents:
        assert each.interval[0] < strengths[each.agent] < each.interval[1], each
        assert each.interval[1] - each.interval[0] < 0.6


def test_what_can_not_be_rated_is_refused() -> None:
    for contests in ([Contest((), ("a",), 1)], [Contest(("b",), ("a",), 0.3)]):
        with pytest.raises(ValueError, match="expected two teams"):
            bradley_terry(contests)
    with pytest.raises(ValueError, match="all contests have sides"):
        bradley_terry([Contest(("a",), ("b",), 1), Contest(("a",), ("b",), 1, ("x", "y"))])
    with pytest.raises(ValueError, match="spread"):
        bradley_terry(duels("a", "b", 1, 0), spread=0)
    assert bradley_terry([]).agents == ()
