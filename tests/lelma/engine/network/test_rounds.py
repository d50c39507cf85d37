"""Games in which two roles choose at the same time for a constant sum, against Gambit, Nashpy and known values."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

pytest.importorskip("numpy")

import numpy as np

from gdl.text.read import read_kif
from gdl.tree.syntax import Compound, Symbol
from lelma.analysis.exact_value import exact_value
from lelma.analysis.subgame_perfect import subgame_perfect
from lelma.engine.answers import Limits
from lelma.engine.network import Network, solve_network
from lelma.engine.solver import Solver, compile_program
from lelma.support.errors import GameError

Ends = dict[str, int]
Joints = dict[str, dict[tuple[str, str], list[str]]]
"""State → the two moves → the states that chance leads to, all alike."""


def random_rounds(source: random.Random) -> tuple[Ends, Joints]:
    """A game of up to two rounds: what the first role gets at the end of 100, and where each round leads to."""
    ends = {f"e{i}": source.choice([0, 10, 25, 40, 60, 75, 100]) for i in range(source.randint(2, 6))}
    joints: Joints = {}
    for name, below in (("s2", list(ends)), ("s1", list(ends)), ("s0", ["s1", "s2", *ends])):
        rows, columns = ("abc"[: source.randint(1, 3)] for _ in range(2))
        chances = source.choice([1, 1, 2, 3])
        joints[name] = {(i, j): source.choices(below, k=chances) for i in rows for j in columns}
    return ends, joints


def sheet(ends: Ends, joints: Joints) -> str:
    """The rules of such a game."""
    lines = ["(role p) (role q) (role random) (init (at s0)) (<= terminal (true (at ?e)) (end ?e ?v ?w))"]
    lines += [f"(end {name} {value} {100 - value})" for name, value in ends.items()]
    for name, cells in joints.items():
        for (i, j), after in cells.items():
            lines += [f"(may p {name} {i}) (may q {name} {j})"]
            lines += [f"(may random {name} {c}) (to {name} {i} {j} {c} {end})" for c, end in enumerate(after)]
    return "\n".join(
        [
            *lines,
            "(<= (legal ?r ?m) (true (at ?s)) (may ?r ?s ?m))",
            "(<= (next (at ?t)) (true (at ?s)) (does p ?i) (does q ?j) (does random ?c) (to ?s ?i ?j ?c ?t))",
            "(<= (goal p ?v) (true (at ?e)) (end ?e ?v ?w))",
            "(<= (goal q ?w) (true (at ?e)) (end ?e ?v ?w))",
        ]
    )


def by_hand(ends: Ends, joints: Joints, value: Callable[[list[list[Fraction]]], Fraction]) -> Fraction:
    """What the first role gets, by induction with another program's value of each round."""
    worth = {name: Fraction(number) for name, number in ends.items()}
    for name, cells in joints.items():
        means = {pair: sum((worth[end] for end in after), Fraction(0)) / len(after) for pair, after in cells.items()}
        rows, columns = (sorted({pair[place] for pair in means}) for place in range(2))
        worth[name] = value([[means[i, j] for j in columns] for i in rows])
    return worth["s0"]


def test_values_of_rounds_are_gambits() -> None:
    gambit = pytest.importorskip("pygambit")

    def value(gains: list[list[Fraction]]) -> Fraction:
        won = np.array([[gambit.Rational(gain.numerator, gain.denominator) for gain in row] for row in gains])
        game = gambit.StrategicGame.from_arrays(won, -won)
        found = gambit.nash.lp_solve(game, rational=True).equilibrium
        return Fraction(str(found.payoffs[next(iter(game.players))]))

    source, mixed = random.Random(3), 0
    for _ in range(40):
        ends, joints = random_rounds(source)
        expected = by_hand(ends, joints, value)
        solution = solve_network(Network.build(read_kif(sheet(ends, joints))))
        assert solution.value() == (expected, 100 - expected, 0)
        mixed += any(0 < weight < 1 for mix in solution.mixes().values() for _, weight in mix)
    assert mixed > 5


def test_values_of_rounds_are_nashpys() -> None:
    nash = pytest.importorskip("nashpy")

    def value(gains: list[list[Fraction]]) -> Fraction:
        game = nash.Game(np.array([[float(gain) for gain in row] for row in gains]))
        row, column = game.linear_program()
        return Fraction(float(game[row, column][0]))

    source = random.Random(4)
    for _ in range(15):
        ends, joints = random_rounds(source)
        found = solve_network(Network.build(read_kif(sheet(ends, joints)))).value()[0]
        assert abs(float(found) - float(by_hand(ends, joints, value))) < 1e-9


def test_both_ways_to_solve_rounds_agree() -> None:
    source = random.Random(5)
    for _ in range(5):
        description = read_kif(sheet(*random_rounds(source)))
        solver = Solver(compile_program(description))
        graph = solver.graph(percepts=False, most=10_000, limits=Limits(seconds=10.0, inferences=10**9))
        solver.close()
        assert subgame_perfect(graph).payoffs == solve_network(Network.build(description)).value()[:2]


def cards(count: int) -> str:
    """Goofspiel with the prizes in falling order: each bids a card, the higher wins the prize, equal ones lose it."""
    numbers = range(1, count + 1)
    lines = ["(role p) (role q)", f"(init (prize {count})) (init (lead 0))"]
    lines += [f"(init (has {role} {card}))" for role in "pq" for card in numbers]
    lines += [f"(below {prize - 1} {prize})" for prize in numbers]
    lines += [f"(higher {a} {b})" for a in numbers for b in numbers if a > b]
    every = range(-sum(numbers), sum(numbers) + 1)
    lines += [f"(sum {a} {b} {a + b})" for a in every for b in numbers if abs(a + b) <= sum(numbers)]
    lines += [f"(worth {a} {(won := 50 + 50 * ((a > 0) - (a < 0)))} {100 - won})" for a in every]
    return "\n".join(
        [
            *lines,
            "(<= (legal ?r (bid ?c)) (true (has ?r ?c)))",
            "(<= (next (has ?r ?c)) (true (has ?r ?c)) (not (does ?r (bid ?c))))",
            "(<= (next (prize ?b)) (true (prize ?a)) (below ?b ?a))",
            "(<= (won ?r) (does ?r (bid ?c)) (does ?s (bid ?d)) (higher ?c ?d))",
            "(<= (next (lead ?b)) (true (lead ?a)) (true (prize ?x)) (won p) (sum ?a ?x ?b))",
            "(<= (next (lead ?a)) (true (lead ?b)) (true (prize ?x)) (won q) (sum ?a ?x ?b))",
            "(<= (next (lead ?a)) (true (lead ?a)) (not (won p)) (not (won q)))",
            "(<= terminal (true (prize 0)))",
            "(<= (goal p ?v) (true (lead ?a)) (worth ?a ?v ?w))",
            "(<= (goal q ?w) (true (lead ?a)) (worth ?a ?v ?w))",
        ]
    )


def test_a_fair_game_of_bids_is_even_and_played_by_optimal_mixes() -> None:
    solution = solve_network(Network.build(read_kif(cards(4))))
    assert solution.value() == (50, 50)
    for role, mix in solution.mixes().items():
        assert sum(weight for _, weight in mix) == 1
        assert solution.best()[role] == tuple(move for move, weight in mix if weight)


def test_the_value_is_told_with_the_mixes_of_the_first_round() -> None:
    """Matching pennies in which a match of heads is worth less: 0 and 60 against 100 and 0 for the first role."""
    joints: Joints = {"s0": {("h", "h"): ["e0"], ("h", "t"): ["e1"], ("t", "h"): ["e1"], ("t", "t"): ["e2"]}}
    found = exact_value(read_kif(sheet({"e0": 60, "e1": 0, "e2": 100}, joints)), bridge=None, seconds=10.0)
    assert found.payoffs == {"p": Fraction(75, 2), "q": Fraction(125, 2)}
    assert found.mixes == {role: {"h": Fraction(5, 8), "t": Fraction(3, 8)} for role in "pq"}
    assert found.play == ()


def test_games_without_a_constant_sum_or_with_three_roles_say_why() -> None:
    joints: Joints = {"s0": {(i, j): [f"e{i == j:d}"] for i in "ht" for j in "ht"}}
    rules = sheet({"e0": 0, "e1": 100}, joints)
    with pytest.raises(GameError, match="no constant sum"):
        solve_network(Network.build(read_kif(rules.replace("(end e0 0 100)", "(end e0 0 0)"))))
    third = rules + "(role r) (<= (legal r wait) (true (at ?s))) (<= (goal r 0) (true (at ?e)))"
    with pytest.raises(GameError, match="there are 3 roles"):
        solve_network(Network.build(read_kif(third)))


def test_time_is_kept_within_a_state_of_many_rounds() -> None:
    def stop() -> None:
        raise GameError("out of time")

    with pytest.raises(GameError, match="out of time"):
        solve_network(Network.build(read_kif(cards(3))), proceed=stop)


def test_a_saddle_point_is_played_for_sure() -> None:
    joints: Joints = {"s0": {("h", "h"): ["e0"], ("h", "t"): ["e1"], ("t", "h"): ["e1"], ("t", "t"): ["e2"]}}
    solution = solve_network(Network.build(read_kif(sheet({"e0": 10, "e1": 40, "e2": 75}, joints))))
    assert solution.value() == (40, 60, 0)
    assert solution.best()[:2] == ((Symbol("t"),), (Symbol("h"),))
    assert solution.mixes(frozenset({Compound("at", (Symbol("e0"),))})) == {}
