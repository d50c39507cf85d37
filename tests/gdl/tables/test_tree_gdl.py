"""A game tree as rules: what they say is what the tree says."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gdl.errors import GdlError
from gdl.tables.tree import Tree, tree_of_table
from gdl.tables.tree_efg import parse_efg, to_efg
from gdl.tables.tree_gdl import tree_to_gdl
from lelma.analysis.normal_form import to_table
from lelma.analysis.solution import solve
from lelma.game.checks.all_faults import check_game
from lelma.game.create_from_tree import new_from_file, new_tree_game
from lelma.support.errors import UsageError
from tests.lelma.analysis.samples import random_games
from tests.lelma.analysis.test_game_tree import random_tree

SIGNALS = """EFG 2 R "Signals" { "Sender" "Random" }
""
c "" 1 "" { "strong" 1/3 "weak" 2/3 } 0
p "" 1 1 "" { "raise" "fold" } 0
p "" 2 1 "" { "call" "drop" } 0
t "" 1 "" { 2, -2 }
t "" 2 "" { 1, -1 }
t "" 3 "" { -1, 1/2 }
p "" 1 2 "" { "raise" "fold" } 0
p "" 2 1 0
t "" 4 "" { -2, 2 }
t "" 2
t "" 3
"""

FORGETFUL = """EFG 2 R "Forgetful" { "Ann" "Bob" }
""
p "" 1 1 "" { "l" "r" } 0
p "" 1 2 "" { "x" "y" } 0
t "" 1 "" { 1, 1 }
t "" 2 "" { 2, 2 }
p "" 1 2 0
t "" 3 "" { 3, 3 }
t "" 4 "" { 4, 4 }
"""

UNTIMED = """EFG 2 R "Untimed" { "Ann" "Bob" }
""
p "" 1 1 "" { "l" "r" } 0
p "" 2 1 "" { "x" "y" } 0
t "" 1 "" { 1, 1 }
t "" 2 "" { 2, 2 }
p "" 1 2 "" { "m" "n" } 0
p "" 2 1 0
t "" 3 "" { 3, 3 }
t "" 4 "" { 4, 4 }
t "" 5 "" { 5, 5 }
"""


def same(tree: Tree, folder: Path) -> None:
    """The rules of a tree have its normal form."""
    (folder / "tree.efg").write_text(to_efg(tree), "utf-8")
    made = new_from_file("tree", folder / "tree.efg", folder)
    found, expected = solve(made), solve(folder / "tree.efg")
    assert found.form is not None and expected.form is not None, found.status
    assert list(found.form.payoffs.values()) == list(expected.form.payoffs.values())


@pytest.mark.parametrize("seed", range(12))
def test_rules_of_trees_with_perfect_information(seed: int, tmp_path: Path) -> None:
    same(random_tree(random.Random(seed), depth=3, roles=2), tmp_path)


@pytest.mark.parametrize("index", range(6))
def test_rules_of_trees_in_which_nobody_sees_a_move(index: int, tmp_path: Path) -> None:
    same(tree_of_table(to_table(random_games(1, 6, largest=3)[index], "table")), tmp_path)


def test_rules_of_a_tree_with_hidden_chance(tmp_path: Path) -> None:
    tree = parse_efg(SIGNALS)
    same(tree, tmp_path)
    soundness = check_game(tmp_path / "tree", playability=100)
    assert soundness.ok and soundness.complete


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (FORGETFUL, "an information set of Ann has nodes that differ in its own moves"),
        (UNTIMED, "an information set of Bob has nodes at the depths 1 and 2"),
        (SIGNALS.replace("1/3", "1/30011").replace("2/3", "30010/30011"), "the denominator 30011"),
    ],
)
def test_what_rules_cannot_say_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(GdlError, match=reason):
        tree_to_gdl(parse_efg(text))
    with pytest.raises(UsageError, match=reason):
        new_tree_game("tree", parse_efg(text), tmp_path)
    assert not (tmp_path / "tree").exists()
