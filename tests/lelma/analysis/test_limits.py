"""Limits of size are exactly what they say: what just fits is worked out, and one more is too large."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from gdl.tables.tree import CHANCE, LEAF, InformationSet, Node, Tree, tree_of_table
from lelma.analysis import (
    backward_induction,
    dominance,
    equilibria,
    game_tree,
    normal_form,
    solution,
)
from lelma.analysis.errors import TooLarge
from lelma.analysis.game_tree import unfold
from lelma.engine.answers import Graph
from tests.lelma.analysis.samples import bimatrix, random_game
from tests.lelma.analysis.test_game_tree import end, state

PENNIES = bimatrix([[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]])
MATRIX = ',a,b\nx,"2,1","0,0"\ny,"0,0","1,2"\n'


def test_pairs_of_supports_of_two_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equilibria, "MAX_SYSTEMS", 6)
    assert equilibria.equilibria(PENNIES).status == "complete"
    monkeypatch.setattr(equilibria, "MAX_SYSTEMS", 5)
    assert "there are 6 pairs of supports, more than 5" in equilibria.equilibria(PENNIES).status


def test_against_one_profile_no_mix_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dominance, "_MAX_ENTRIES", 1)
    alone = bimatrix([[(3, 0)], [(1, 0)], [(2, 0)]])
    assert sorted(dominance.dominators(alone, 0, "strict")) == [1, 2]
    with pytest.raises(TooLarge, match="only pure dominators"):
        dominance.dominators(PENNIES, 0, "strict")


def test_what_is_too_large_for_mixes_is_eliminated_by_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dominance, "_MAX_ENTRIES", 1)
    game = bimatrix([[(3, 0), (3, 1)], [(1, 0), (1, 1)], [(0, 0), (0, 1)]])
    assert dominance.iterate_as_far_as_possible(game).kept == ((0,), (1,))


def test_pairs_of_supports_of_what_elimination_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bimatrix([[(1, -1), (-1, 1), (0, -9)], [(-1, 1), (1, -1), (0, -9)]])
    monkeypatch.setattr(equilibria, "MAX_SYSTEMS", 6)
    assert equilibria.equilibria(game).status == "complete"
    monkeypatch.setattr(equilibria, "MAX_SYSTEMS", 5)
    assert "there are 6 pairs of supports, more than 5" in equilibria.equilibria(game).status


def test_pairs_of_supports_of_many_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three pairs of roles, of two moves each, with two moves of the third: 3 * 6 * 2, of which each counts thrice."""
    game = random_game(random.Random(0), (2, 2, 2), 1)
    monkeypatch.setattr(equilibria, "MAX_SYSTEMS", 108)
    assert equilibria.equilibria(game).status.startswith("gave up: 3 roles choose")
    monkeypatch.setattr(equilibria, "MAX_SYSTEMS", 107)
    assert equilibria.equilibria(game).status.startswith("gave up: too many roles and moves")


def test_entries_of_a_linear_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equilibria, "_MAX_ENTRIES", 16)
    assert len(equilibria.best_correlated(PENNIES).distribution) == 4
    monkeypatch.setattr(equilibria, "_MAX_ENTRIES", 15)
    with pytest.raises(TooLarge, match="has 16 entries, more than 15"):
        equilibria.best_correlated(PENNIES)


def test_profiles_and_paths_of_a_normal_form(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = tree_of_table(normal_form.to_table(PENNIES, ""))
    monkeypatch.setattr(normal_form, "_MAX_PROFILES", 4)
    monkeypatch.setattr(normal_form, "MAX_STEPS", 10)  # two paths of one move, and four of two
    assert len(normal_form.normal_form(tree).payoffs) == 4
    monkeypatch.setattr(normal_form, "MAX_STEPS", 9)
    with pytest.raises(TooLarge, match="more than 9 moves in all"):
        normal_form.normal_form(tree)
    monkeypatch.setattr(normal_form, "MAX_STEPS", 10)
    monkeypatch.setattr(normal_form, "_MAX_PROFILES", 3)
    with pytest.raises(TooLarge, match="has 4 profiles, more than 3"):
        normal_form.normal_form(tree)


def test_profiles_of_a_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(MATRIX)
    monkeypatch.setattr(solution, "_MAX_PROFILES", 4)
    assert solution.solve(file).status == "solved"
    monkeypatch.setattr(solution, "_MAX_PROFILES", 3)
    assert solution.solve(file).status == "not solved: the table has 4 profiles, more than 3"


def test_dominance_without_mixes_where_those_are_too_many(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(',a,b\nx,"2,1","3,0"\ny,"0,0","1,2"\n')
    monkeypatch.setattr(dominance, "_MAX_ENTRIES", 7)
    found = solution.solve(file)
    assert set(found.gaps) >= {"dominance", "iterated"}
    assert found.dominated is not None and found.dominated["strict"] == ({1: (1, 0)}, {})
    assert found.iterated is not None and found.iterated["strict"].kept == ((0,), (0,))


def chain(rounds: int) -> Graph:
    """The states of a game in which one role goes on or stops, with either move, for so many rounds."""
    going = [state("x y", to=[at + 1, at + 1]) for at in range(rounds)]
    return Graph(("a",), (*going, end("a", 1)))


@pytest.mark.parametrize(("shared", "rounds", "nodes", "limit"), [(False, 3, 15, 15), (True, 19, 20, 2)])
def test_nodes_of_a_game_tree(
    shared: bool, rounds: int, nodes: int, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_tree, "_MAX_NODES", limit)
    assert len(unfold(chain(rounds), (), percepts=False, shared=shared).nodes) == nodes
    with pytest.raises(TooLarge, match=f"more than {nodes} nodes"):
        unfold(chain(rounds + 1), (), percepts=False, shared=shared)


def indifferent(count: int) -> list[Node]:
    """The leaves of a node whose owner gets 0 with every move, and the other role another number with each."""
    return [Node(LEAF, (), (Fraction(0), Fraction(number))) for number in range(count)]


def moves(count: int) -> tuple[str, ...]:
    return tuple(f"m{number}" for number in range(count))


def test_outcomes_of_a_game_solved_backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = Tree(("a", "b"), (Node(0, (1, 2, 3)), *indifferent(3)), (InformationSet(0, moves(3)),))
    monkeypatch.setattr(backward_induction, "_MAX_OUTCOMES", 3)
    found = backward_induction.backward_induction(tree).outcomes
    assert found is not None and len(found) == 3
    monkeypatch.setattr(backward_induction, "_MAX_OUTCOMES", 2)
    assert backward_induction.backward_induction(tree).outcomes is None


def test_outcomes_that_chance_puts_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty and twenty make 400 pairs with 39 sums."""
    one, other = tuple(range(3, 23)), tuple(range(23, 43))
    nodes = (Node(0, (1, 2)), Node(1, one), Node(2, other), *indifferent(20), *indifferent(20))
    sets = (
        InformationSet(CHANCE, ("l", "r"), (Fraction(1, 2), Fraction(1, 2))),
        InformationSet(0, moves(20)),
        InformationSet(0, moves(20)),
    )
    tree = Tree(("a", "b"), nodes, sets)
    monkeypatch.setattr(backward_induction, "_MAX_OUTCOMES", 40)
    found = backward_induction.backward_induction(tree).outcomes
    assert found is not None and len(found) == 39
    monkeypatch.setattr(backward_induction, "_MAX_OUTCOMES", 39)
    assert backward_induction.backward_induction(tree).outcomes is None
