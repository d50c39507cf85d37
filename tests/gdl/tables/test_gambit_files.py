"""Gambit's files, read and written: whatever the text, there is a game or faults with a place; Gambit agrees."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fractions import Fraction
from io import StringIO
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gdl.errors import GdlSyntaxError
from gdl.tables.matrix import PayoffTable, parse_payoffs, to_nfg
from gdl.tables.tree import LEAF, Tree
from gdl.tables.tree_efg import parse_efg, to_efg
from gdl.tree.numbers import number_text
from tests.gdl.tables.test_tree import POKER
from tests.lelma.analysis.samples import random_tree

NAMED = 'NFG 1 R "A game" { "Al" "Bo" }\n{ { "u" "d" } { "l" "r" "m" } }\n"why"\n1 2 3/4 -1 0.5 1e2 -3 4 5 6 7 8\n'
OUTCOMES = 'NFG 1 R "Shared" { "Al" "Bo" }\n{ 2 2 }\n""\n{\n{ "one" 1, 2 }\n{ "" 3 -4/5 }\n}\n1 2 0 1\n'
COUNTED = 'NFG 1 D "old" { "a" "b" "c" } { 2 1 2 }\n1 2 3 4 5 6 7 8 9 10 11 12'
TREE = POKER.replace('t "" 3 { -1, 1 }', 't "" 3 "" { -1, 1 }')
READ: dict[str, Callable[[str], object]] = {
    NAMED: parse_payoffs,
    OUTCOMES: parse_payoffs,
    COUNTED: parse_payoffs,
    TREE: parse_efg,
}

NUMBERS = st.builds(Fraction, st.integers(-999, 999), st.sampled_from([1, 1, 2, 3, 8, 10, 7]))
NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=6)


def fault_or_game(text: str, read: Callable[[str], object]) -> object | None:
    """The game, or None after seeing that every fault says what and where."""
    try:
        return read(text)
    except GdlSyntaxError as error:
        lines = text.count("\n") + text.count("\r") + 1
        assert error.faults
        assert all(fault.message and 1 <= fault.line <= lines and fault.column >= 1 for fault in error.faults)
        return None


@pytest.mark.parametrize("text", READ, ids=["named", "outcomes", "counted", "tree"])
def test_no_file_that_ends_early_is_a_game(text: str) -> None:
    for end in range(len(text.rstrip())):
        shown = text[:end]
        if not shown.lstrip().startswith(("NFG ", "EFG")):
            continue  # not a Gambit file at all
        found = fault_or_game(shown, READ[text])
        assert found is None or end >= len(text.rstrip()) - 1, shown


WORDS = [*'"{}01x,\\cpt\u200b٣\0', "-1", "1/0", '""', '"é"', "1e999", "--1"]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(list(READ)), st.integers(0, 2**32), st.integers(1, 4))
def test_no_change_of_a_file_breaks_the_readers(base: str, seed: int, changes: int) -> None:
    choose = random.Random(seed)
    parts = re.findall(r'"[^"]*"|[{}]|[^\s{}"]+|\s+', base)
    for _ in range(changes):
        at, way = choose.randrange(len(parts)), choose.randrange(4)
        if way == 0 and len(parts) > 1:
            del parts[at]
        elif way == 1:
            parts.insert(at, choose.choice(WORDS))
        elif way == 2:
            parts[at] = choose.choice(WORDS)
        else:
            parts.insert(at, choose.choice(parts))
    fault_or_game("".join(parts), READ[base])


@settings(max_examples=100, deadline=None)
@given(
    st.text(st.sampled_from('NFGE 12RDcpt{}"\\,.-/0e\n\t#é\0'), max_size=60), st.sampled_from(["NFG 1 R ", "EFG 2 R "])
)
def test_no_text_breaks_the_readers(text: str, beginning: str) -> None:
    fault_or_game(beginning + text, parse_payoffs if beginning.startswith("N") else parse_efg)


@st.composite
def tables(draw: st.DrawFn, names: st.SearchStrategy[str] = NAMES) -> PayoffTable:
    """Tables of one to three roles."""
    roles = tuple(draw(st.lists(names, min_size=1, max_size=3, unique=True)))
    moves = tuple(tuple(draw(st.lists(names, min_size=1, max_size=3, unique=True))) for _ in roles)
    cells = {profile: tuple(draw(NUMBERS) for _ in roles) for profile in product(*moves)}
    return PayoffTable(roles, moves, cells, draw(st.just("") | names))


def in_outcomes(table: PayoffTable, spell: Callable[[Fraction], str]) -> str:
    """The table in Gambit's outcome form, equal payoffs sharing an outcome, with a comment."""

    def quoted(name: str) -> str:
        return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'

    outcomes = list(dict.fromkeys(table.payoffs.values()))
    order = [table.payoffs[tuple(reversed(profile))] for profile in product(*reversed(table.moves))]
    lines = [f"NFG 1 R {quoted(table.title)} {{ {' '.join(map(quoted, table.roles))} }}", "{"]
    lines += [f"{{ {' '.join(map(quoted, moves))} }}" for moves in table.moves]
    lines += ["}", '"a comment, { with } braces"', "{"]
    lines += [f'{{ "o{at}" {", ".join(map(spell, payoffs))} }}' for at, payoffs in enumerate(outcomes)]
    return "\n".join([*lines, "}", " ".join(str(outcomes.index(payoffs) + 1) for payoffs in order)])


@settings(max_examples=60, deadline=None)
@given(tables())
@example(
    PayoffTable(
        ('a"b', "c\\"),
        (("ß", "日本"), ("-1",)),
        {("ß", "-1"): (Fraction(1, 3),) * 2, ("日本", "-1"): (Fraction(0),) * 2},
    )
)
def test_payoffs_and_outcomes_say_the_same(table: PayoffTable) -> None:
    assert parse_payoffs(to_nfg(table)) == table
    assert parse_payoffs(in_outcomes(table, number_text)) == table
    assert parse_payoffs(in_outcomes(table, lambda number: f"{number.numerator}/{number.denominator}")) == table
    assert parse_payoffs(to_nfg(table).replace("\n", "\r\n")) == table


def test_gambit_reads_the_same_tables_and_writes_what_is_read() -> None:
    gambit = pytest.importorskip("pygambit")

    def one_spaced(name: str) -> str:
        return " ".join(name.split())  # Gambit refuses labels with two spaces in a row

    @settings(max_examples=40, deadline=None)
    @given(tables(st.from_regex(r"[A-Za-z0-9 .'/-]*[A-Za-z0-9]", fullmatch=True).map(one_spaced)))
    def agree(table: PayoffTable) -> None:
        for text in (to_nfg(table), in_outcomes(table, number_text)):
            game = gambit.read_nfg(StringIO(text))
            assert list(game.players) == list(table.roles)
            assert [tuple(game.get_strategies(role)) for role in table.roles] == list(table.moves)
            for moves, payoffs in table.payoffs.items():
                theirs = game.get_payoffs(dict(zip(table.roles, moves, strict=True)))
                assert tuple(Fraction(str(theirs[role])) for role in table.roles) == payoffs
            assert parse_payoffs(game.to_nfg()).payoffs == table.payoffs

    agree()


def ends(tree: Tree) -> list[tuple[Fraction, ...]]:
    """What the plays of a tree pay, from left to right, outcomes on the way included."""
    found, waiting = [], [(0, (Fraction(0),) * len(tree.roles))]
    while waiting:
        index, before = waiting.pop()
        node = tree.nodes[index]
        paid = tuple(a + b for a, b in zip(before, node.payoffs, strict=True)) if node.payoffs else before
        if node.information == LEAF:
            found.append(paid)
        waiting += [(child, paid) for child in reversed(node.children)]
    return found


def test_gambit_reads_the_same_trees_and_writes_what_is_read() -> None:
    gambit = pytest.importorskip("pygambit")
    source = random.Random(12)
    for _ in range(60):
        tree = random_tree(source, depth=source.randint(1, 4), roles=source.randint(1, 3))
        again = parse_efg(gambit.read_efg(StringIO(to_efg(tree))).to_efg())
        assert ends(again) == ends(tree)
        assert [node.children for node in again.nodes] == [node.children for node in parse_efg(to_efg(tree)).nodes]
        assert [(each.owner, each.moves, each.probabilities) for each in again.sets] == [
            (each.owner, each.moves, each.probabilities) for each in parse_efg(to_efg(tree)).sets
        ]
