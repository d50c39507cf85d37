"""Dominance, Pareto and stage games against plain loops and another program's linear programs, ties and all."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

import lelma.analysis.dominance as dominance_module
import lelma.analysis.maximin_and_pareto as maximin_module
from lelma.analysis.dominance import dominant, dominators
from lelma.analysis.errors import NotSolved, TooLarge
from lelma.analysis.maximin_and_pareto import guarantee, pareto_optimal, pure_guarantee, undominated
from lelma.analysis.normal_form import NormalForm
from lelma.analysis.subgame_perfect import subgame_perfect
from lelma.engine.answers import Graph
from tests.lelma.analysis.samples import bimatrix, random_game, random_games
from tests.lelma.analysis.test_game_tree import end, state


def tied_games(seed: int, count: int, roles: int, most: int = 2) -> list[NormalForm]:
    """Games whose payoffs are 0 to 2, or to `most`, so that many are alike."""
    source = random.Random(seed)
    games = []
    for game in random_games(seed, count, roles=roles, largest=3):
        payoffs = {each: tuple(Fraction(source.randint(0, most)) for _ in game.roles) for each in game.payoffs}
        games.append(NormalForm(game.roles, game.moves, payoffs))
    return games


@pytest.mark.parametrize("roles", [1, 2, 3, 4])
def test_pareto_optima_are_those_that_nothing_dominates(roles: int) -> None:
    for game in tied_games(41, 40, roles):
        best = tuple(
            profile
            for profile in game.profiles()
            if not any(
                all(a >= b for a, b in zip(other, game.payoffs[profile], strict=True))
                and other != game.payoffs[profile]
                for other in game.payoffs.values()
            )
        )
        assert pareto_optimal(game) == best


MIXABLE = [(1, 1, 0), (2, 2, 0), (1, 3, 0), (1, 2, 1), (3, 2, 0)]
"""What a move gives that an even mix of (4, 0, c) and (0, 4, c) outdoes, or does not."""


def gap(game: NormalForm, role: int, move: int, strength: str) -> float:
    """How far a mix of the other moves can outdo a move: by the most it is sure of, or for weak dominance in all."""
    rows = np.array(game.gains[role], dtype=float)
    edges = np.delete(rows, move, axis=0) - rows[move]
    count, columns = edges.shape
    if strength == "weak":
        found = linprog(-edges.sum(axis=1), A_ub=-edges.T, b_ub=np.zeros(columns), A_eq=np.ones((1, count)), b_eq=[1])
        return -found.fun if found.success else 0.0
    bounds = [(0, None)] * count + [(None, None)]
    lower = np.hstack([-edges.T, np.ones((columns, 1))])
    whole = np.array([[1.0] * count + [0.0]])
    found = linprog([0.0] * count + [-1.0], A_ub=lower, b_ub=np.zeros(columns), A_eq=whole, b_eq=[1], bounds=bounds)
    return -float(found.fun)


@pytest.mark.parametrize("strength", ["strict", "weak"])
def test_dominated_moves_are_those_that_some_mix_outdoes(strength: str) -> None:
    mixed = 0
    outdone = [[[(4, 0), (0, 0), (c, 0)], [(0, 0), (4, 0), (c, 0)], [(a, 0), (b, 0), (c, 0)]] for a, b, c in MIXABLE]
    games = [*tied_games(42, 60, 2), *tied_games(43, 30, 3), *tied_games(46, 100, 2, most=4), *map(bimatrix, outdone)]
    for game in games:
        for role, moves in enumerate(game.moves):
            found = dominators(game, role, strength)  # type: ignore[arg-type]
            if len(moves) == 1:
                assert not found
                continue
            assert set(found) == {move for move in range(len(moves)) if gap(game, role, move, strength) > 1e-9}
            mixed += any(max(mix) < 1 for mix in found.values())
            pure_alone = dominators(game, role, strength, mixed=False)  # type: ignore[arg-type]
            assert pure_alone == {move: mix for move, mix in found.items() if max(mix) == 1}
    assert mixed >= (2 if strength == "weak" else 10)


@pytest.mark.parametrize("strength", ["strict", "weak"])
def test_dominant_moves_dominate_every_other(strength: str) -> None:
    found = 0
    for game in tied_games(44, 80, 2):
        for role, moves in enumerate(game.moves):
            gains = game.gains[role]

            def beats(row: int, other: int, gains: tuple[tuple[Fraction, ...], ...] = gains) -> bool:
                pairs = list(zip(gains[row], gains[other], strict=True))
                if strength == "strict":
                    return all(a > b for a, b in pairs)
                return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)

            best = tuple(row for row in range(len(moves)) if all(beats(row, o) for o in range(len(moves)) if o != row))
            assert dominant(game, role, strength) == best  # type: ignore[arg-type]
            found += bool(best) and len(moves) > 1
    assert found > 5


def test_pure_guarantees_are_the_best_of_the_worst() -> None:
    for game in tied_games(45, 40, 3):
        for role, moves in enumerate(game.moves):
            worst = [
                min(payoffs[role] for profile, payoffs in game.payoffs.items() if profile[role] == move)
                for move in range(len(moves))
            ]
            best = tuple(move for move, value in enumerate(worst) if value == max(worst))
            assert pure_guarantee(game, role) == (max(worst), best)


def test_a_pure_guarantee_goes_before_a_mix_that_is_no_better() -> None:
    found = guarantee(bimatrix([[(2, 0), (1, 0)], [(1, 0), (0, 0)]]), 0)
    assert (found.value, found.moves, found.mixed_value, found.mix) == (1, (0,), 1, (1, 0))


def test_one_move_guarantees_its_worst() -> None:
    assert guarantee(bimatrix([[(2, 0), (1, 0)]]), 0).mixed_value == 1


def test_limits_are_told_with_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(random.Random(1), (3, 4), 5)
    monkeypatch.setattr(maximin_module, "_MAX_ENTRIES", 12)
    guarantee(game, 0)
    monkeypatch.setattr(maximin_module, "_MAX_ENTRIES", 11)
    with pytest.raises(TooLarge, match="has 12 payoffs, more than 11"):
        guarantee(game, 0)
    outcomes = [tuple(map(Fraction, (i, -i, 0))) for i in range(4)]
    monkeypatch.setattr(maximin_module, "_MAX_OUTCOMES", 4)
    assert undominated(outcomes) == set(outcomes)
    monkeypatch.setattr(maximin_module, "_MAX_OUTCOMES", 3)
    with pytest.raises(TooLarge, match="4 different outcomes, more than 3"):
        undominated(outcomes)
    assert undominated([outcome[:2] for outcome in outcomes])
    assert undominated([]) == frozenset()
    monkeypatch.setattr(dominance_module, "_MAX_ENTRIES", 36)
    dominators(game, 0, "strict")
    monkeypatch.setattr(dominance_module, "_MAX_ENTRIES", 35)
    with pytest.raises(TooLarge, match="only pure dominators of the 3 moves"):
        dominators(game, 0, "strict")
    monkeypatch.setattr(dominance_module, "MAX_COMPARISONS", 36)
    dominators(game, 0, "strict", mixed=False)
    monkeypatch.setattr(dominance_module, "MAX_COMPARISONS", 35)
    with pytest.raises(TooLarge, match="has 12 payoffs to compare with each of its 3 moves"):
        dominators(game, 0, "strict", mixed=False)


def test_a_best_response_among_several_may_be_weakly_dominated_by_a_mix() -> None:
    gains = ((4, 0, 2), (0, 4, 2), (1, 1, 2))
    cells = {(i, j): (Fraction(gain), Fraction(0)) for i, row in enumerate(gains) for j, gain in enumerate(row)}
    game = NormalForm(("a", "b"), (("x", "y", "z"), ("l", "m", "r")), cells)
    assert set(dominators(game, 0, "weak")) == {2}
    assert dominators(game, 0, "strict") == {}


def test_payoffs_that_sum_to_something_else_are_not_zero_sum() -> None:
    def sums(total: int) -> NormalForm:
        return NormalForm(
            ("a", "b"), (("x", "y"), ("l",)), {(i, 0): (Fraction(i), total - Fraction(i)) for i in (0, 1)}
        )

    assert sums(0).zero_sum and not sums(1).zero_sum


def test_the_value_of_the_first_round_is_told() -> None:
    rounds = (state("l r", "m", to=[1, 3]), state("x", "y z", to=[2, 2]))
    found = subgame_perfect(Graph(("a", "b"), (*rounds, end("a b", 1, 0), end("a b", 4, 3))))
    assert (found.payoffs, found.states) == ((4, 3), 4)
    assert found.first == ((("l", 0), ("r", 1)), (("m", 1),))


def test_a_game_that_ends_at_once_has_its_payoffs_for_a_value() -> None:
    found = subgame_perfect(Graph(("a", "b"), (end("a b", 1, 2),)))
    assert (found.payoffs, found.first, found.states) == ((1, 2), ((), ()), 1)


def test_chance_takes_each_of_its_moves_equally_often() -> None:
    states = (state("l r", "m", "x y", to=[1, 2, 3, 3]), end("a b", 1, 0), end("a b", 6, 0), end("a b", 3, 0))
    assert subgame_perfect(Graph(("a", "b", "random"), states)).payoffs == (Fraction(7, 2), 0)


def test_three_roles_with_a_constant_sum_are_not_solved_like_two() -> None:
    """Caution would have b choose y; but a never chooses r."""
    ends = (end("a b c", *each) for each in ((5, 3, 2), (5, 2, 3), (0, 0, 10), (0, 1, 9)))
    found = subgame_perfect(Graph(("a", "b", "c"), (state("l r", "x y", "m", to=[1, 2, 3, 4]), *ends)))
    assert found.payoffs == (5, 3, 2)


def test_a_game_with_a_constant_sum_has_a_value_where_others_have_several() -> None:
    def rounds(*payoffs: tuple[int, int]) -> Graph:
        ends = (end("a b", *each) for each in payoffs)
        return Graph(("a", "b"), (state("l r", "l r", to=[1, 2, 3, 4]), *ends))

    assert subgame_perfect(rounds((2, 1), (2, 1), (2, 1), (3, 0))).payoffs == (2, 1)
    with pytest.raises(NotSolved, match="several values"):
        subgame_perfect(rounds((2, 1), (2, 1), (2, 2), (3, 0)))
