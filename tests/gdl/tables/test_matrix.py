"""Payoff tables: what is read, what is refused and where, and that every form reads back."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gdl.checks.check import check
from gdl.errors import GdlSyntaxError
from gdl.tables.matrix import PayoffTable, parse_payoffs, read_payoffs, symbols, to_csv, to_gdl, to_nfg
from gdl.text.read import fold_case, read
from gdl.tree.syntax import Compound, Symbol

DILEMMA = {("D", "D"): (1, 1), ("D", "C"): (5, 0), ("C", "D"): (0, 5), ("C", "C"): (3, 3)}


def payoffs_of(text: str) -> dict[tuple[str, ...], tuple[Fraction, ...]]:
    return dict(parse_payoffs(text).payoffs)


@pytest.mark.parametrize(
    "text",
    [
        'P1/P2,D,C\nD,"(1, 1)","(5, 0)"\nC,"(0, 5)","(3, 3)"\n',
        'P1/P2,D,C\nD,"1,1","5,0"\nC,"0,5","3,3"',
        ",D,C\nD,1;1,5;0\nC,0;5,3;3\n",
        ",D,C\nD,1|1,5|0\nC,0|5,3|3\n",
        ",D,C\nD,1 1,5 0\nC,0 5,3 3\n",
        ",D,C\nD,(1,1),(5, 0)\nC,[0,5],[3 3]\n",
        "Row\\Col;D;C\nD;1,1;5,0\nC;0,5;3,3\n",
        "\tD\tC\nD\t1,1\t5,0\nC\t0,5\t3,3\n",
        "D,C\nD,1 1,5 0\nC,0 5,3 3\n",
        '\ufeff# a comment\r\n\r\n,D,C,,\r\nD, "1,1" ,"5,0",,\r\n,,,,\r\nC,"0,5","3,3"\r\n',
        ",'D',\"C\"\n“D”,1 1,5 0\n'C',0 5,3 3\n",
        "row,col,row_payoff,col_payoff\nD,D,1,1\nD,C,5,0\nC,D,0,5\nC,C,3,3\n",
        "row,col,col_payoff,row_payoff\nD,D,1,1\nD,C,0,5\nC,D,5,0\nC,C,3,3\n",
        "p1,p2,u1,u2\nD,D,1,1\nD,C,5,0\nC,D,0,5\nC,C,3,3\n",
        "move1;move2;payoff1;payoff2\nD;D;1;1\nD;C;5;0\nC;D;0;5\nC;C;3;3\n",
        "p1,u1,p2,u2\nD,1,D,1\nD,5,C,0\nC,0,D,5\nC,3,C,3\n",
        "D\tD\t1\t1\nD\tC\t5\t0\nC\tD\t0\t5\nC\tC\t3\t3\n",
        'row,col,payoffs\nD,D,"1,1"\nD,C,"5,0"\nC,D,"0,5"\nC,C,"3,3"\n',
        'NFG 1 R "PD" { "p1" "p2" } { { "D" "C" } { "D" "C" } }\n1 1 0 5 5 0 3 3',
        'NFG 1 R "PD" {"p1" "p2"} {{"D" "C"} {"D" "C"}} "comment" 1, 1, 0, 5, 5, 0, 3, 3',
        'NFG 1 R "PD" { "p1" "p2" } { { "D" "C" } { "D" "C" } } "" '
        '{ { "both" 1, 1 } { "suckered" 0, 5 } { "" 5 0 } { "peace" 3, 3 } } 1 2 3 4',
    ],
)
def test_every_layout_gives_the_same_payoffs(text: str) -> None:
    assert payoffs_of(text) == {cell: tuple(map(Fraction, payoffs)) for cell, payoffs in DILEMMA.items()}


def test_numbers_are_exact() -> None:
    table = payoffs_of(",L\na,1/3 -2.50\nb,1e-3 .5\nc,+5. −2\n")
    numbers = [number for cell in table.values() for number in cell]
    assert numbers == [Fraction(n) for n in ("1/3", "-5/2", "1/1000", "1/2", "5", "-2")]


def test_decimal_commas_where_the_comma_separates_nothing() -> None:
    assert payoffs_of("a;x;2,5;1\na;y;0;-1,5\n")["a", "x"] == (Fraction(5, 2), 1)
    assert payoffs_of(',x\na,"2,5; 1,5"\n')["a", "x"] == (Fraction(5, 2), Fraction(3, 2))


def test_roles_come_from_the_corner_or_the_header() -> None:
    assert parse_payoffs("Alice / Bob,x\na,1 1\n").roles == ("Alice", "Bob")
    assert parse_payoffs("row,col,u1,u2\na,b,1,2\n").roles == ("row", "col")
    assert parse_payoffs("a,b,1,2\n").roles == ("p1", "p2")
    assert parse_payoffs("payoffs,x\na,1 1\n").roles == ("p1", "p2")


def test_three_roles_in_long_form() -> None:
    table = parse_payoffs("p1,p2,p3,u1,u2,u3\na,b,c,1,2,3\nd,b,c,4,5,6\n")
    assert table.moves == (("a", "d"), ("b",), ("c",))
    assert table.payoffs["d", "b", "c"] == (4, 5, 6)


def test_gambit_files_without_names() -> None:
    table = parse_payoffs('NFG 1 R "T" { "" "" } { 3 2 } 1 1 0 2 0 2 1 1 0 3 2 0')
    assert table.roles == ("Player 1", "Player 2")
    assert table.moves == (("1", "2", "3"), ("1", "2"))
    assert table.payoffs["2", "2"] == (0, 3)


def test_the_null_outcome_pays_nothing() -> None:
    table = parse_payoffs('NFG 1 R "" { "a" "b" } { { "x" "y" } { "z" } } "" { { "o" 1 2 } } 0 1')
    assert table.payoffs == {("x", "z"): (0, 0), ("y", "z"): (1, 2)}


FAULTS = [
    ("", (1, 1, "payoff-layout")),
    ("hello\n", (1, 1, "payoff-layout")),
    (',D,C\nD,"1,1"\nC,"0,5","3,3"\n', (2, 8, "payoff-missing")),
    (',D,C\nD,,"5,0"\nC,"0,5","3,3"\n', (2, 3, "payoff-missing")),
    (',D,C\nD,"1,1","5,0","2,2"\nC,"0,5","3,3"\n', (2, 15, "payoff-width")),
    (',D,C\nD,1/1,"5,0"\nC,"0,5","3,3"\n', (2, 3, "payoff-cell")),
    (',D,C\nD,"1,x","5,0"\nC,"0,5","3,3"\n', (2, 3, "payoff-number")),
    (',D,C\nD,"1,1/0","5,0"\nC,"0,5","3,3"\n', (2, 3, "payoff-number")),
    (',D,C\nD,"1,1e999999999","5,0"\nC,"0,5","3,3"\n', (2, 3, "payoff-number")),
    (',D,C\nD,"1,inf","5,0"\nC,"0,5","3,3"\n', (2, 3, "payoff-number")),
    (',D,D\nD,"1,1","5,0"\nC,"0,5","3,3"\n', (1, 4, "payoff-duplicate")),
    (',D,C\nD,"1,1","5,0"\nD,"0,5","3,3"\n', (3, 1, "payoff-duplicate")),
    ('A/a,D,C\nD,"1,1","5,0"\nC,"0,5","3,3"\n', (1, 1, "payoff-name")),
    (',D,C\nD,"1,1","5,0\nC,"0,5","3,3"\n', (3, 4, "payoff-quote")),
    (",D,C\n\0", (2, 1, "control-character")),
    ("D,D,1,1\nD,C,5,0\nC,C,3,3\n", (1, 1, "payoff-missing")),
    ("D,D,1,1\nD,D,5,0\n", (2, 1, "payoff-duplicate")),
    ("D,D,1,1\nD,C,x,0\n", (2, 5, "payoff-number")),
    ("D,D,1,1\nD,C,1\n", (2, 6, "payoff-width")),
    ('NFG 1 R "T" { "a" "b" } { 2 1 } 1 2 3', (1, 33, "nfg-count")),
    ('NFG 1 R "T" { "a" "b" } { 2 1 } 1 2 3 4 5', (1, 41, "nfg-count")),
    ('NFG 1 R "T" { "a" "b" } { 2 1 } 1 2 3 zz', (1, 39, "payoff-number")),
    ('NFG 1 R "T" { "a" "b" } { 2 } 1 2', (1, 25, "nfg-count")),
    ('NFG 1 R "T" { "a" "b" } { { "x" "x" } { "y" } } 1 2 3 4', (1, 27, "payoff-name")),
    ('NFG 1 R "T" { "a" "b', (1, 19, "nfg-quote")),
    ("NFG 2 R", (1, 5, "nfg-syntax")),
    ('NFG 1 R "T" { "a" } { { "x" } } "" { { "o" 1 } } 2', (1, 50, "nfg-outcome")),
    ('NFG 1 R "T" { "a" "b" } { 999999 999999 } 1 2', (1, 13, "payoff-size")),
]


@pytest.mark.parametrize(("text", "fault"), FAULTS)
def test_faults_say_where_and_what(text: str, fault: tuple[int, int, str]) -> None:
    with pytest.raises(GdlSyntaxError) as raised:
        parse_payoffs(text, "table.csv")
    assert fault in [(found.line, found.column, found.code) for found in raised.value.faults]


def test_all_faults_come_at_once_and_name_the_cell() -> None:
    with pytest.raises(GdlSyntaxError) as raised:
        parse_payoffs(',D,C\nD,"1,x",5\nC,,"3,3"\n')
    messages = [fault.message for fault in raised.value.faults]
    assert messages == [
        "'x' is not a number, for p1 D, p2 D",
        "expected 2 payoffs for p1 D, p2 C, found '5'",
        "no payoffs for p1 C, p2 D",
    ]


def test_files_are_read_whatever_their_suffix(tmp_path: Path) -> None:
    file = tmp_path / "my_game.txt"
    file.write_text('NFG 1 R "T" { "a" "b" } { { "x" } { "y" } } 1 2')
    assert read_payoffs(file).title == "T"
    file.write_bytes("x,y,1,2\n".encode("utf-16"))
    assert read_payoffs(file).title == "My game"
    file.write_bytes(b",a\nb\xe9,1 2\n")
    with pytest.raises(GdlSyntaxError) as raised:
        read_payoffs(file)
    assert [(fault.line, fault.column) for fault in raised.value.faults] == [(2, 2)]


def test_symbols_are_valid_and_distinct() -> None:
    table = parse_payoffs("Player 1/Bob,N,n,1,does,Stay Home,choice\nN,1 1,1 1,1 1,1 1,1 1,1 1\n")
    names = symbols(table)
    assert names.roles == ("p1", "bob")
    assert names.moves[1] == {
        "N": "N", "n": "n_2", "1": "m1", "does": "does_2", "Stay Home": "Stay_Home", "choice": "choice_2",
    }  # fmt: skip
    assert names.moves[0] == {"N": "N"}


def test_rules_of_a_table_in_the_house_shape() -> None:
    rules = to_gdl(parse_payoffs(",L R,m\nu,1 1/3,-2 2.50\n", title="Two by one"))
    assert rules.splitlines()[:7] == [
        "; Two by one", "(role p1)", "(role p2)", "", "(choice p1 u)", "(choice p2 L_R)", "(choice p2 m)",
    ]  # fmt: skip
    assert "(payoff u L_R 1 1/3)\n(payoff u m -2 2.50)\n" in rules


NAMES = st.text("abNn 1-_.'\"()#,;é?", min_size=1, max_size=6).map(lambda s: " ".join(s.split())).filter(bool)
NUMBERS = st.one_of(
    st.integers(-9, 9).map(Fraction),
    st.fractions(-9, 9, max_denominator=12),
    st.decimals(-9, 9, places=3).map(Fraction),
)


@st.composite
def tables(draw: st.DrawFn) -> PayoffTable:
    players = draw(st.integers(2, 3))
    moves = tuple(tuple(draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))) for _ in range(players))
    cells = {profile: tuple(draw(NUMBERS) for _ in range(players)) for profile in product(*moves)}
    roles = draw(st.sampled_from([("p1", "p2", "p3"), ("Alice", "Bob", "Carol B."), ("row", "col", "third")]))
    return PayoffTable(roles[:players], moves, cells, draw(st.sampled_from(["", "A title"])))


@given(tables())
@example(
    PayoffTable(
        roles=("p1", "p2", "p3"),
        moves=(("1",), ("1",), ("1;1",)),
        payoffs={("1", "1", "1;1"): (Fraction(0), Fraction(0), Fraction(0))},
    )
)
@settings(max_examples=80, deadline=None)
def test_csv_and_gambit_files_read_back(table: PayoffTable) -> None:
    assert parse_payoffs(to_csv(table)) == table
    assert parse_payoffs(to_nfg(table)) == table


@given(tables())
@settings(max_examples=30, deadline=None)
def test_rules_are_sound_and_hold_every_payoff(table: PayoffTable) -> None:
    description = fold_case(read(to_gdl(table), "rules.gdl"))
    assert check(description) == []
    names = symbols(table)
    players = len(table.roles)
    found = {}
    for rule in description.rules:
        if isinstance(rule.head, Compound) and rule.head.functor == "payoff" and not rule.body:
            words = [argument.name for argument in rule.head.args if isinstance(argument, Symbol)]
            found[tuple(words[:players])] = tuple(map(Fraction, words[players:]))
    assert found == {
        tuple(moves[name] for moves, name in zip(names.moves, profile, strict=True)): payoffs
        for profile, payoffs in table.payoffs.items()
    }


@given(st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_text_is_a_table_or_faults(text: str) -> None:
    for candidate in (text, "NFG 1 R " + text, ",a,b\n" + text):
        try:
            parse_payoffs(candidate)
        except GdlSyntaxError as error:
            assert error.faults
