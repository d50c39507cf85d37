"""Measures of games of an odd word, on three games worked out by hand: with a tie, ended at two, won in round 6."""

from __future__ import annotations

import pytest

from lelma.experiments.metrics.odd_word import (
    VotedMatch,
    belief_brier_by_round,
    false_alarms,
    first_detection,
    guess_changes,
    mean_rounds,
    odd_win_rate,
    self_detection_ever,
    self_detection_final,
    survival_rate,
    survival_rate_coded,
    tied_votes,
    vote_success,
    vote_success_coded,
    voting_pressure,
    voting_pressure_coded,
)

TIED = VotedMatch(
    "a",
    ({"a": "b", "b": "a", "c": "a", "d": "b", "e": "c"}, {"a": "b", "b": "a", "c": "a", "d": "a", "e": "b"}),
    (None, "a"),
    {"a": ((False, True), (True, False)), "b": ((False,), (False,))},
)
"""A tie of two votes each, then the odd one is out with three. It guessed right, then wrong at last."""

TWO_LEFT = VotedMatch(
    "b",
    (
        {"a": "c", "b": "c", "c": "b", "d": "c", "e": "c"},
        {"a": "d", "b": "d", "d": "b", "e": "d"},
        {"a": "e", "b": "e", "e": "b"},
    ),
    ("c", "d", "e"),
    {"b": ((False,), (True,), (True,)), "e": ((True,), (True,), (True,))},
)
"""The odd one is left with one other."""

SIX = VotedMatch(
    "e",
    ({"a": "b", "b": "c", "c": "d", "d": "e", "e": "a"},) * 6,
    (None,) * 6,
    {"e": ((False,),) * 6},
)
"""Five votes for five players, six times over."""

GAMES = [TIED, TWO_LEFT, SIX]


def test_wins_and_rounds() -> None:
    assert odd_win_rate(GAMES) == (2, 3)
    assert mean_rounds(GAMES) == pytest.approx(11 / 3)


def test_self_detection_at_last_and_at_any_time() -> None:
    assert self_detection_final(GAMES) == (1, 3)
    assert self_detection_ever(GAMES) == (2, 3)
    assert [first_detection(game) for game in GAMES] == [1, 2, None]
    assert false_alarms(GAMES) == (1, 2)


def test_changes_of_mind() -> None:
    assert guess_changes(GAMES, odd=True) == (2 + 1 + 0, 3 + 2 + 5)
    assert guess_changes(GAMES, odd=False) == (0, 1 + 2)


def test_survival_as_meant_and_as_coded() -> None:
    assert [survival_rate(GAMES, k) for k in (1, 2, 3, 6)] == [(3, 3), (2, 3), (2, 3), (2, 3)]
    assert [survival_rate_coded(GAMES, k) for k in (1, 2, 3, 6)] == [(3, 3), (2, 3), (1, 3), (0, 3)]


def test_votes_on_the_odd_one_pooled_and_by_game() -> None:
    assert voting_pressure(GAMES) == (2 + 3 + 1 + 1 + 1 + 6, 11)
    assert voting_pressure_coded(GAMES) == pytest.approx((5 / 2 + 3 / 3 + 6 / 6) / 3)


def test_votes_that_hit_another_with_ties_apart_and_among_them() -> None:
    assert vote_success(GAMES) == (3, 11)
    assert tied_votes(GAMES) == (7, 11)
    assert vote_success_coded(GAMES) == (10, 11)


def test_no_games() -> None:
    assert mean_rounds([]) is None and voting_pressure_coded([]) is None
    assert odd_win_rate([]) == self_detection_final([]) == voting_pressure([]) == (0, 0)
    assert belief_brier_by_round([]) == {}
