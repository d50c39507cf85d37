"""Pins that all deals agree on, the chances of deals after votes, and what `trust.toml` says of percepts."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lelma.game.game import Game, find_game
from lelma.support.errors import GameError, UsageError
from lelma.trust import TrustError, proved_pins
from lelma.trust.pins import SideDeal, sides_of_deals
from lelma.trust.posterior import VoteRates, fitted_rates, possible_sides, posterior
from lelma.trust.record import ballots_in, evidence_in, told_sides, trust_rules

PLAYERS = ["a", "b", "c", "d"]
RATES = VoteRates("bad", 0.6, 0.3)
deals = st.lists(
    st.lists(st.sampled_from(["good", "bad"]), min_size=3, max_size=3).map(
        lambda sides: dict(zip(PLAYERS, ["good", *sides], strict=True))
    ),
    min_size=1,
    max_size=8,
)


@given(deals)
def test_just_those_are_pinned_whom_every_deal_puts_on_one_side(possible: list[SideDeal]) -> None:
    found = {pin.player: pin.trust for pin in proved_pins(possible, "a")}
    for player in PLAYERS:
        same = {deal[player] == deal["a"] for deal in possible}
        assert found.get(player) == (None if len(same) == 2 else 1 if same == {True} else -1)


def test_a_pin_gives_its_reason() -> None:
    (own, other) = proved_pins([{"a": "good", "b": "bad"}] * 3, "a")
    assert (own.trust, other.trust, other.side) == (1, -1, "bad")
    assert other.reason == "all 3 possible deals have b on the side bad"


@pytest.mark.parametrize(
    ("possible", "told"),
    [
        ([], "no deal"),
        ([{"a": "good"}, {"a": "bad"}], "own side is open"),
        ([{"b": "good"}], "a among them"),
        ([{"a": "good"}, {"a": "good", "b": "bad"}], "same players"),
    ],
)
def test_deals_that_prove_nothing_are_refused(possible: list[SideDeal], told: str) -> None:
    with pytest.raises(TrustError, match=told):
        proved_pins(possible, "a")


def test_sides_of_identities() -> None:
    assert sides_of_deals([{"a": "seer", "b": "fool"}], {"seer": "good"}) == [{"a": "good", "b": "fool"}]


@given(st.lists(st.tuples(st.sampled_from(PLAYERS), st.sampled_from(PLAYERS)), max_size=6))
def test_the_posterior_is_the_likelihood_of_each_vote_worked_out_by_hand(cast: list[tuple[str, str]]) -> None:
    weights = {}
    for sides in product(["good", "bad"], repeat=4):
        deal = dict(zip(PLAYERS, sides, strict=True))
        if sides.count("bad") != 2 or deal["a"] != "good":
            continue
        weights[sides] = 1.0
        for voter, target in cast:
            others = [deal[player] for player in PLAYERS if player not in (voter,)]
            if voter != target:
                rate = 0.3 if deal[voter] == "bad" else 0.6
                hit = deal[target] == "bad"
                weights[sides] *= rate / others.count("bad") if hit else (1 - rate) / others.count("good")
    total = sum(weights.values())
    chances = posterior(possible_sides(PLAYERS, "bad", "good", 2, {"a": "good"}), cast, RATES)
    for at, player in enumerate(PLAYERS):
        expected = sum(weight for sides, weight in weights.items() if sides[at] == "bad") / total
        assert chances.on_side(player, "bad") == pytest.approx(expected)
        assert chances.trust("a", player) == pytest.approx(1 - 2 * expected)
    assert sum(chances.chances) == pytest.approx(1)


def test_tempered_votes_count_less_and_none_leaves_all_deals_alike() -> None:
    some = possible_sides(PLAYERS, "bad", "good", 1, {"a": "good"})
    cast = [("a", "b"), ("a", "b")]
    full, half, none = (
        posterior(some, cast, replace(RATES, temper=temper)).on_side("b", "bad") for temper in (1, 0.5, 0)
    )
    assert full > half > none == pytest.approx(1 / 3)


def test_a_vote_where_all_others_are_of_one_side_says_nothing_of_them() -> None:
    deal = {"a": "bad", "b": "good", "c": "good"}
    assert RATES.log_likelihood(deal, ("a", "b")) == pytest.approx(-math.log(2))


def test_rates_are_counted_with_one_more_of_each() -> None:
    deal = dict(zip(PLAYERS, ["good", "good", "bad", "bad"], strict=True))
    found = fitted_rates([(deal, [("a", "c"), ("b", "c"), ("a", "b"), ("c", "a")])], "bad", temper=0.5)
    assert (found.by_good, found.by_evil) == (3 / 5, 1 / 3)


def test_numbers_that_are_no_rates_and_no_deals_are_refused() -> None:
    with pytest.raises(TrustError, match="temper"):
        VoteRates("bad", 0.6, 0.3, 2)
    with pytest.raises(TrustError, match="no deal"):
        posterior([], [], RATES)


@pytest.fixture(scope="module")
def werewolf() -> Game:
    return Game.load("werewolf", preset="gratr")


def test_percepts_become_votes_sides_and_evidence(werewolf: Game) -> None:
    rules = trust_rules(werewolf)
    players = [f"p{seat}" for seat in range(1, 9)]
    percepts = ["(voted p2 p3)", "(voted p4 pass)", "(voted p5 p5)", "(said p1)"]
    assert ballots_in(rules, players, percepts) == [("p2", "p3")]
    assert told_sides(rules, "p1", ["(identity seer)", "(is_wolf p3)", "(was p4 guard)", "peaceful"]) == {
        "p1": "village",
        "p3": "wolves",
        "p4": "village",
    }
    plain = list(evidence_in(rules, "p1", "(voted p2 p3)", 7, {}))
    assert [(each.source, each.target, each.credibility < 0, each.basis) for each in plain] == [
        ("p2", "p3", True, "record")
    ]
    later = list(evidence_in(rules, "p1", "(voted p2 p3)", 7, {"p3": "wolves"}))
    assert [(each.source, each.target, each.credibility > 0) for each in later[1:]] == [("p1", "p2", True)]
    assert rules.begins_day("(died p2)") and not rules.begins_day("(said p2)")


def test_the_size_of_evidence_follows_from_the_rates(werewolf: Game) -> None:
    rules = trust_rules(werewolf)
    good, evil = rules.rates.by_good, rules.rates.by_evil

    def balance(so: float, not_so: float) -> float:
        return (so - not_so) / (so + not_so)

    found = {entry.side: entry.credibility for entry in rules.evidence}
    expected = {"": -balance(good / 3, (1 - good) / 4), "wolves": balance(good, evil)}
    assert found == pytest.approx(expected | {"village": balance(1 - good, 1 - evil)}, abs=0.006)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('good = "village"', "", "good is missing"),
        ("by_good = 0.63", "by_good = 1.5", "must be in"),
        ("credibility = -0.39", "credibility = -39.0", "from -1 to 1"),
        ("credibility = -0.39", 'credibility = "much"', "credibility"),
        ('act = "voted to execute"', "", "act"),
        ("steps = [[-0.065", "steps = [[0.5, 1.0], [-0.065", "must ascend"),
        ("by_good = 0.67", "by_good = 0.0", "must be in"),
        ("followers = 1.0", "followers = -1.0", "at least 0"),
    ],
)
def test_what_is_wrong_in_the_file_is_told_with_its_name(old: str, new: str, told: str, tmp_path: Path) -> None:
    folder = tmp_path / "werewolf"
    shutil.copytree(find_game("werewolf"), folder)
    text = (folder / "trust.toml").read_text("utf-8")
    assert old in text
    (folder / "trust.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(GameError, match=rf"trust\.toml: .*{told}"):
        trust_rules(Game.load(folder))


def test_a_game_without_the_file_says_what_it_is_for() -> None:
    with pytest.raises(UsageError, match="avalon has no trust"):
        trust_rules(Game.load("avalon"))
