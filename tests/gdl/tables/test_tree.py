"""Game trees in Gambit's .efg format."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO

import pytest

from gdl.errors import GdlSyntaxError
from gdl.tables.tree import CHANCE, LEAF
from gdl.tables.tree_efg import parse_efg, to_efg

POKER = """EFG 2 R "Bluff" { "Alice" "Bob" }
"One card, one bet"
c "deal" 1 "" { "K" 1/2 "Q" 0.5 } 0
p "" 1 1 "has the king" { "bet" "fold" } 0
p "" 2 1 "saw a bet" { "call" "drop" } 0
t "" 1 "wins big" { 2, -2 }
t "" 2 "wins" { 1 -1 }
t "" 3 { -1, 1 }
p "" 1 2 { "bet" "fold" } 4 "ante" { 0.25, 0 }
p "" 2 1 0
t "" 5 "" { -2 2 }
t "" 2
t "" 3
"""


def test_a_tree_is_read() -> None:
    tree = parse_efg(POKER)
    assert (tree.title, tree.roles) == ("Bluff", ("Alice", "Bob"))
    assert [each.owner for each in tree.sets] == [CHANCE, 0, 1, 0]
    assert tree.sets[0].probabilities == (Fraction(1, 2), Fraction(1, 2))
    assert tree.members()[2] == [2, 7]
    assert tree.nodes[0].children == (1, 6)
    assert tree.nodes[6].payoffs == (Fraction(1, 4), 0)
    assert [tree.nodes[i].payoffs for i in (4, 9)] == [(1, -1)] * 2
    assert sum(node.information == LEAF for node in tree.nodes) == 6
    assert not tree.perfect_information()


def test_a_written_tree_is_read_back() -> None:
    tree = parse_efg(POKER)
    assert parse_efg(to_efg(tree)) == tree


def test_gambit_reads_what_is_written_and_is_read() -> None:
    gambit = pytest.importorskip("pygambit")
    tree = parse_efg(POKER)
    game = gambit.read_efg(StringIO(to_efg(tree)))
    assert list(game.players) == list(tree.roles)
    again = parse_efg(game.to_efg())
    assert [node.children for node in again.nodes] == [node.children for node in tree.nodes]
    assert [each.moves for each in again.sets] == [each.moves for each in tree.sets]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "efg-syntax"),
        ("EFG 3 R", "efg-syntax"),
        ('EFG 2 R "g" { "a" }', "efg-syntax"),
        ('EFG 2 R "g" { "a" } x "" 0', "efg-syntax"),
        ('EFG 2 R "g" { "a" } p "" 2 1 { "l" } 0 t "" 0', "efg-player"),
        ('EFG 2 R "g" { "a" } p "" 1 1 0 t "" 0', "efg-moves"),
        ('EFG 2 R "g" { "a" } p "" 1 1 { "l" "r" } 0 t "" 0', "efg-syntax"),
        ('EFG 2 R "g" { "a" } c "" 1 { "l" 1/2 "r" 1/3 } 0 t "" 0 t "" 0', "efg-chance"),
        ('EFG 2 R "g" { "a" } c "" 1 { "l" -1 "r" 2 } 0 t "" 0 t "" 0', "efg-chance"),
        ('EFG 2 R "g" { "a" } t "" 1 { 1 2 }', "efg-count"),
        ('EFG 2 R "g" { "a" } t "" 1', "efg-outcome"),
        ('EFG 2 R "g" { "a" } t "" 1 { x }', "payoff-number"),
        ('EFG 2 R "g" { "a" } t "" 0 t "" 0', "efg-syntax"),
        ('EFG 2 R "g" { "a" "a" } t "" 0', "payoff-name"),
        ('EFG 2 R "g { "a" } t "" 0', "efg-syntax"),
        ('EFG 2 R "g" { "a', "efg-quote"),
    ],
)
def test_faults_are_named_with_their_place(text: str, code: str) -> None:
    with pytest.raises(GdlSyntaxError) as raised:
        parse_efg(text, "x.efg")
    assert code in [fault.code for fault in raised.value.faults]
    assert all(fault.line == 1 and fault.column >= 1 for fault in raised.value.faults)


def test_a_deep_tree_needs_no_stack() -> None:
    depth = 2_000
    nodes = 'p "" 1 1 { "on" "off" } 0\n' * depth + 't "" 0\n' * (depth + 1)
    tree = parse_efg(f'EFG 2 R "long" {{ "a" }}\n{nodes}')
    assert len(tree.nodes) == 2 * depth + 1
    assert parse_efg(to_efg(tree)) == tree
