"""Questions about normal forms: textbook answers, properties, and other programs' answers."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lelma.analysis import equilibria as module
from lelma.analysis.dominance import dominant, dominators, iterate
from lelma.analysis.equilibria import (
    Equilibria,
    best_correlated,
    equilibria,
    is_correlated_equilibrium,
    is_equilibrium,
    pure_equilibria,
)
from lelma.analysis.errors import TooLarge
from lelma.analysis.maximin_and_pareto import guarantee, pareto_optimal, pure_guarantee
from lelma.analysis.normal_form import MixedStrategy, NormalForm, expected, from_table, pure, restricted, to_table
from tests.lelma.analysis.samples import bimatrix, random_game, random_games

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PENNIES = bimatrix([[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]])
CHICKEN = bimatrix([[(6, 6), (2, 7)], [(7, 2), (0, 0)]])
"""Aumann's 1974 example: of the correlated equilibria with the highest sum, 21/2, one plays three cells."""
MIXED_DOMINANCE = bimatrix([[(4, 0), (0, 0)], [(0, 0), (4, 0)], [(1, 0), (1, 0)]])


def mixes(found: Equilibria) -> set[tuple[MixedStrategy, ...]]:
    return {one.mixes for one in found.found}


def test_matching_pennies_has_one_equilibrium() -> None:
    found = equilibria(PENNIES)
    assert (found.status, found.infinite) == ("complete", False)
    assert mixes(found) == {((HALF, HALF), (HALF, HALF))}
    assert pure_equilibria(PENNIES) == ()


def test_a_move_is_dominated_by_a_mix_alone() -> None:
    assert dominators(MIXED_DOMINANCE, 0, "strict", mixed=False) == {}
    assert dominators(MIXED_DOMINANCE, 0, "strict") == {2: (HALF, HALF, Fraction(0))}


def test_weak_dominance_by_a_mix_alone() -> None:
    game = bimatrix([[(4, 0), (0, 0), (1, 0)], [(0, 0), (4, 0), (1, 0)], [(2, 0), (2, 0), (0, 0)]])
    assert dominators(game, 0, "strict") == {}
    assert dominators(game, 0, "weak") == {2: (HALF, HALF, 0)}


def test_iterated_elimination_goes_round_by_round() -> None:
    """Osborne and Rubinstein 1994, Figure 61.1 with a third column that goes first."""
    game = bimatrix([[(3, 2), (0, 1), (0, 0)], [(0, 0), (3, 1), (0, 0)], [(1, 1), (1, 0), (5, 0)]])
    found = iterate(game, "strict")
    steps = [(step.round, step.role, step.move) for step in found.steps]
    assert steps == [(1, 1, "x2"), (2, 0, "c")]
    assert found.kept == ((0, 1), (0, 1))


def test_prisoners_have_a_dominant_move() -> None:
    game = bimatrix([[(1, 1), (5, 0)], [(0, 5), (3, 3)]])
    assert dominant(game, 0, "strict") == dominant(game, 1, "strict") == (0,)
    assert [iterate(game, strength).kept for strength in ("strict", "weak")] == [((0,), (0,))] * 2
    assert pareto_optimal(game) == ((0, 1), (1, 0), (1, 1))


def test_a_degenerate_game_names_its_extreme_equilibria() -> None:
    """The column role never cares, and the row role does not at (1/2, 1/2): two lines of equilibria and a bridge."""
    game = bimatrix([[(1, 1), (1, 1)], [(0, 0), (2, 0)]])
    found = equilibria(game)
    assert (found.status, found.infinite) == ("degenerate", True)
    sure, even = ((1, 0), (0, 1)), (HALF, HALF)
    assert mixes(found) == {(sure[0], sure[0]), (sure[0], even), (sure[1], even), (sure[1], sure[1])}


@pytest.mark.parametrize(("payoffs", "status"), [([1, 2, 0], "complete"), ([2, 2, 0], "degenerate")])
def test_a_role_that_chooses_alone_has_infinitely_many_equilibria_where_moves_are_equal(
    payoffs: list[int], status: str
) -> None:
    game = bimatrix([[(payoff, 0)] for payoff in payoffs])
    found = equilibria(game)
    assert (found.status, found.infinite) == (status, status == "degenerate")
    assert len(found.found) == payoffs.count(2)


def test_a_degenerate_game_may_have_few_equilibria() -> None:
    game = bimatrix([[(1, 1), (0, 0)], [(1, 0), (0, 1)]])
    assert equilibria(bimatrix([[(2, 2), (0, 0)], [(2, 0), (1, 0)]])).status == "degenerate"
    assert equilibria(game).status == "degenerate"


def test_what_some_role_gains_by_leaving_is_no_equilibrium() -> None:
    assert is_equilibrium(CHICKEN, (pure(0, 2), pure(1, 2)))
    assert not is_equilibrium(CHICKEN, (pure(0, 2), pure(0, 2)))


def test_pure_equilibria_are_told_first() -> None:
    assert [one.pure for one in equilibria(CHICKEN).found] == [True, True, False]


def test_a_probability_below_0_is_none() -> None:
    assert not is_correlated_equilibrium(CHICKEN, {(0, 1): Fraction(2), (1, 0): Fraction(-1)})


def test_losses_have_a_best_correlated_equilibrium_as_well() -> None:
    losses = {profile: (one - 5, other - 5) for profile, (one, other) in PENNIES.payoffs.items()}
    found = best_correlated(NormalForm(PENNIES.roles, PENNIES.moves, losses))
    assert sum(found.distribution.values()) == 1 and found.payoffs == (-5, -5)


def test_the_best_correlated_equilibrium_of_chicken() -> None:
    found = best_correlated(CHICKEN)
    assert found.welfare == Fraction(21, 2)
    assert is_correlated_equilibrium(CHICKEN, found.distribution)
    assert is_correlated_equilibrium(CHICKEN, {(0, 0): THIRD, (0, 1): THIRD, (1, 0): THIRD})
    assert is_correlated_equilibrium(CHICKEN, {(0, 0): THIRD, (0, 1): THIRD, (1, 0): THIRD, (1, 1): Fraction(0)})
    assert not is_correlated_equilibrium(CHICKEN, {(0, 0): Fraction(1)})
    assert not is_correlated_equilibrium(CHICKEN, {(0, 1): HALF})


def test_mixing_secures_more_than_a_move() -> None:
    found = guarantee(PENNIES, 0)
    assert (found.value, found.moves, found.mixed_value, found.mix) == (-1, (0, 1), 0, (HALF, HALF))


def test_three_roles_say_what_was_not_looked_for() -> None:
    """One role's move is settled by dominance in the first game, so that two are left; none in the second."""
    cells = {(i, j, k): (*PENNIES.payoffs[i, j], Fraction(k)) for i, j, k in product(range(2), repeat=3)}
    settled = NormalForm(("a", "b", "c"), (("x", "y"),) * 3, cells)
    found = equilibria(settled)
    assert found.status == "complete"
    assert mixes(found) == {((HALF, HALF), (HALF, HALF), (0, 1))}
    open_ = random_game(random.Random(0), (2, 2, 2), 1)
    found = equilibria(open_)
    assert found.status.startswith("gave up: 3 roles choose") and found.infinite is None
    assert all(is_equilibrium(open_, one.mixes) for one in found.found)


def test_a_large_game_is_given_up_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_SYSTEMS", 3)
    found = equilibria(PENNIES)
    assert found.status == (
        "gave up: there are 6 pairs of supports, more than 3; the pure equilibria are given, and the one that Lemke "
        "and Howson's algorithm finds"
    )
    assert mixes(found) == {((HALF, HALF), (HALF, HALF))} and found.infinite is None


def test_a_role_with_one_move_makes_it_in_a_large_game_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_SYSTEMS", 3)
    cells = {(i, j, 0): (*PENNIES.payoffs[i, j], Fraction(0)) for i, j in product(range(2), repeat=2)}
    game = NormalForm(("a", "b", "c"), (("x", "y"), ("x", "y"), ("z",)), cells)
    assert mixes(equilibria(game)) == {((HALF, HALF), (HALF, HALF), (1,))}


def test_a_large_game_without_pure_equilibria_has_one_all_the_same() -> None:
    games = (random_game(random.Random(seed), (10, 10), 50) for seed in range(50))
    without = [game for game in games if not pure_equilibria(game)][:3]
    assert len(without) == 3
    for game in without:
        found = equilibria(game)
        assert found.status.endswith("Lemke and Howson's algorithm finds") and len(found.found) == 1
        assert not found.found[0].pure and is_equilibrium(game, found.found[0].mixes)


def test_too_large_a_program_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_ENTRIES", 15)
    with pytest.raises(TooLarge, match="has 16 entries, more than 15"):
        best_correlated(PENNIES)


def test_too_long_a_program_is_given_up_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_WORK", 10)
    with pytest.raises(TooLarge, match="takes more than 10 steps"):
        best_correlated(PENNIES)


def test_tables_and_normal_forms_are_the_same_thing() -> None:
    for game in random_games(9, 20, roles=3, largest=3):
        assert from_table(to_table(game, "any")) == game


# Properties

games = st.builds(
    lambda seed, shape, top: random_game(random.Random(seed), shape, top),
    st.integers(0, 10_000),
    st.lists(st.integers(1, 3), min_size=2, max_size=2),
    st.sampled_from([1, 2, 5, 20]),
)


@settings(max_examples=40, deadline=None)
@given(games, st.randoms(use_true_random=False))
def test_relabelling_moves_relabels_answers(game: NormalForm, source: random.Random) -> None:
    orders = []
    for moves in game.moves:
        order = list(range(len(moves)))
        source.shuffle(order)
        orders.append(order)
    turned = restricted(game, orders)

    def back(one: tuple[MixedStrategy, ...]) -> tuple[MixedStrategy, ...]:
        return tuple(
            tuple(mix[order.index(i)] for i in range(len(mix))) for mix, order in zip(one, orders, strict=True)
        )

    before, after = equilibria(game), equilibria(turned)
    assert (before.status, before.infinite) == (after.status, after.infinite)
    assert mixes(before) == set(map(back, mixes(after)))
    assert best_correlated(game).welfare == best_correlated(turned).welfare
    for strength in ("strict", "weak"):
        kept = iterate(turned, strength).kept
        assert iterate(game, strength).kept == tuple(
            tuple(sorted(order[i] for i in rest)) for order, rest in zip(orders, kept, strict=True)
        )
    for role in range(2):
        assert guarantee(game, role).mixed_value == guarantee(turned, role).mixed_value


@settings(max_examples=40, deadline=None)
@given(games, st.fractions(Fraction(1, 9), 9), st.fractions(-9, 9))
def test_a_positive_affine_scale_changes_no_strategy(game: NormalForm, factor: Fraction, shift: Fraction) -> None:
    cells = {profile: (payoffs[0] * factor + shift, *payoffs[1:]) for profile, payoffs in game.payoffs.items()}
    scaled = NormalForm(game.roles, game.moves, cells)
    before, after = equilibria(game), equilibria(scaled)
    assert (before.status, mixes(before)) == (after.status, mixes(after))
    assert iterate(game, "weak").kept == iterate(scaled, "weak").kept
    assert pareto_optimal(game) == pareto_optimal(scaled)
    assert guarantee(scaled, 0).mixed_value == guarantee(game, 0).mixed_value * factor + shift


@settings(max_examples=60, deadline=None)
@given(games)
def test_answers_agree_with_each_other(game: NormalForm) -> None:
    found = equilibria(game)
    best = best_correlated(game)
    assert is_correlated_equilibrium(game, best.distribution)
    assert found.found, "every finite game has an equilibrium"
    strictly = [dominators(game, role, "strict") for role in range(2)]
    for one in found.found:
        assert is_equilibrium(game, one.mixes)
        assert one.payoffs == expected(game, one.mixes)
        assert sum(one.payoffs) <= best.welfare
        for role, mix in enumerate(one.mixes):
            assert one.payoffs[role] >= guarantee(game, role).mixed_value
            assert not any(mix[move] for move in strictly[role])
    for role in range(2):
        assert set(strictly[role]) <= set(dominators(game, role, "weak"))
        assert guarantee(game, role).mixed_value >= pure_guarantee(game, role)[0]


@settings(max_examples=60, deadline=None)
@given(games)
def test_dominators_dominate(game: NormalForm) -> None:
    for role in range(2):
        for move, mix in dominators(game, role, "strict").items():
            for other in game.others(role):
                rest = [pure(i, len(moves)) for i, moves in zip(other, game.moves, strict=True)]
                by, gone = ([*rest[:role], own, *rest[role + 1 :]] for own in (mix, pure(move, len(mix))))
                assert expected(game, by)[role] > expected(game, gone)[role]


# Other programs


def in_gambit(gambit: Any, game: NormalForm) -> Any:
    """The same game for pygambit."""
    arrays = [np.empty(tuple(map(len, game.moves)), dtype=object) for _ in game.roles]
    for profile, payoffs in game.payoffs.items():
        for array, payoff in zip(arrays, payoffs, strict=True):
            array[profile] = gambit.Rational(payoff.numerator, payoff.denominator)
    return gambit.StrategicGame.from_arrays(*arrays)


def test_extreme_equilibria_are_gambits() -> None:
    gambit = pytest.importorskip("pygambit")
    degenerate = 0
    for game in random_games(20, 150):
        theirs = in_gambit(gambit, game)
        solved = gambit.nash.enummixed_solve(theirs, rational=True).equilibria
        listed = {
            tuple(
                tuple(Fraction(str(one[player][strategy])) for strategy in theirs.get_strategies(player))
                for player in theirs.players
            )
            for one in solved
        }
        found = equilibria(game)
        degenerate += found.status == "degenerate"
        assert mixes(found) == listed, game.payoffs
    assert degenerate > 50


def test_equilibria_of_nondegenerate_games_are_nashpys() -> None:
    nash = pytest.importorskip("nashpy")
    compared = 0
    for game in random_games(21, 120, largest=3):
        found = equilibria(game)
        if found.status != "complete" or min(map(len, game.moves)) < 2:
            continue
        tables = [
            [[float(game.payoffs[i, j][role]) for j in range(len(game.moves[1]))] for i in range(len(game.moves[0]))]
            for role in range(2)
        ]
        theirs = list(nash.Game(*tables).vertex_enumeration())
        compared += 1
        assert len(theirs) == len(found.found)
        for one in found.found:
            assert any(
                all(
                    abs(float(w) - v) < 1e-9
                    for mix, vector in zip(one.mixes, pair, strict=True)
                    for w, v in zip(mix, vector, strict=True)
                )
                for pair in theirs
            )
    assert compared > 10


def test_pure_equilibria_of_three_roles_are_gambits() -> None:
    gambit = pytest.importorskip("pygambit")
    for game in random_games(22, 40, roles=3, largest=3):
        theirs = in_gambit(gambit, game)
        listed = {
            tuple(
                next(i for i, strategy in enumerate(theirs.get_strategies(player)) if one[player][strategy] == 1)
                for player in theirs.players
            )
            for one in gambit.nash.enumpure_solve(theirs).equilibria
        }
        assert set(pure_equilibria(game)) == listed
