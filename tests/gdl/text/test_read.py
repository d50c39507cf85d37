"""Reading KIF and infix text: the trees, and every fault at its place."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.errors import Fault, GdlSyntaxError
from gdl.text.kif import kif_grammar
from gdl.text.read import (
    fold_case,
    is_infix,
    read,
    read_file,
    read_infix,
    read_infix_leniently,
    read_kif,
    read_kif_leniently,
)
from gdl.text.source import MAX_DEPTH, decode
from gdl.tree.syntax import And, Compound, Description, Distinct, Not, Or, Position, Rule, Symbol, Variable

X, Y = Variable("x"), Variable("y")

SHEET = """\
; a small game
(role me)
(init (n 0))
(succ 0 1) (succ 1 2)
(<= (legal me go) (true (n ?x)) (succ ?x ?y))
(<= (next (n ?y)) (does me go) (true (n ?x)) (succ ?x ?y))
(<= terminal (or (true (n 2)) (not (succ 0 1))))
(<= (goal me 100) (true (n 2)))
(<= (goal me 0) (not (true (n 2))) (distinct 1 2))
"""


def rule(text: str) -> Rule:
    (only,) = read_kif(text).rules
    return only


def infix_rule(text: str) -> Rule:
    (only,) = read_infix(text).rules
    return only


def faults_of(reader: Callable[[str], Description], text: str) -> tuple[Fault, ...]:
    with pytest.raises(GdlSyntaxError) as caught:
        reader(text)
    return caught.value.faults


# The KIF form


def test_a_rule_has_head_and_body() -> None:
    assert rule("(<= (p ?x) (q ?x (f a)) (not r) (distinct ?x b))") == Rule(
        Compound("p", (X,)),
        (
            Compound("q", (X, Compound("f", (Symbol("a"),)))),
            Not(Symbol("r")),
            Distinct(X, Symbol("b")),
        ),
    )


def test_or_and_and_nest() -> None:
    assert rule("(<= p (or a (and b c) (or) (or d)))").body == (
        Or((Symbol("a"), And((Symbol("b"), Symbol("c"))), Or(()), Or((Symbol("d"),)))),
    )


def test_a_sentence_without_arguments_is_the_same_with_parentheses() -> None:
    assert rule("(<= terminal over)") == rule("(<= (terminal) (over))")


def test_keywords_are_folded_and_names_are_not() -> None:
    assert rule("(<= (LEGAL Me Go) (Not (True (Cell a))) (OR TERMINAL x) (DISTINCT A b))") == Rule(
        Compound("legal", (Symbol("Me"), Symbol("Go"))),
        (
            Not(Compound("true", (Compound("Cell", (Symbol("a"),)),))),
            Or((Symbol("terminal"), Symbol("x"))),
            Distinct(Symbol("A"), Symbol("b")),
        ),
    )
    assert rule("(role RANDOM)").head == Compound("role", (Symbol("random"),))


@pytest.mark.parametrize(
    "token", ["a-b", "2nd", "+", "'q", '"s"', "[]", "{}", "cell.x", "1.5", "-1", "007", ":-", "\\+", "|", "%", "é", "#"]
)
def test_nearly_everything_is_a_word(token: str) -> None:
    assert rule(f"(p {token})").head == Compound("p", (Symbol(token),))
    assert rule(f"({token} a)").head == Compound(token, (Symbol("a"),))


@pytest.mark.parametrize("name", ["?", "_", "1", "+", "x'", "r-1"])
def test_a_variable_is_a_question_mark_and_anything(name: str) -> None:
    assert rule(f"(<= p (q ?{name}))").body == (Compound("q", (Variable(name),)),)


def test_comments_and_line_ends_of_all_kinds() -> None:
    assert read_kif("(a);(\r\n(b ; )\r c)\r;x").rules == read_kif("(a) (b c)").rules
    assert read_kif("\ufeff(a)").rules == read_kif("a").rules


def test_positions_count_lines_and_columns_from_one() -> None:
    read_rule = read_kif("; c\n  (<= (p ?x)\n      (q ?x))").rules[0]
    assert read_rule.position == Position(2, 3, 6)
    assert read_rule.head.position == Position(2, 7, 10)
    assert read_rule.body[0].position == Position(3, 7, 23)


def test_case_is_folded_to_the_first_spelling() -> None:
    folded = fold_case(read_kif("(Cell A ?X) (<= (cell a ?x) (CELL A ?Q) (true (N ?q)) (true (n ?x)))"))
    assert folded == read_kif("(Cell A ?X) (<= (Cell A ?x) (Cell A ?Q) (true (N ?Q)) (true (N ?x)))")


# What is wrong with KIF text

MALFORMED = [
    ("(p a", [(1, 1, "unbalanced-parenthesis")]),
    ("(p a))", [(1, 6, "unbalanced-parenthesis")]),
    ("(p a)\n))) (q b)", [(2, 1, "unbalanced-parenthesis")]),
    ("()", [(1, 1, "empty-list")]),
    ("(p ())", [(1, 4, "empty-list")]),
    ("(?p a)", [(1, 2, "variable-as-name")]),
    ("(<= p (?q a))", [(1, 8, "variable-as-name")]),
    ("(p (?f a))", [(1, 5, "variable-as-name")]),
    ("((p) a)", [(1, 1, "list-as-name")]),
    ("(p ?)", [(1, 4, "bad-variable")]),
    ("(<=)", [(1, 1, "rule-without-head")]),
    ("<= (p) (q)", [(1, 1, "misplaced-arrow")]),
    ("(p (<= a b))", [(1, 4, "misplaced-arrow")]),
    ("(p <= a)", [(1, 4, "misplaced-arrow")]),
    ("(<= p (not a b))", [(1, 7, "keyword-arity")]),
    ("(<= p (not))", [(1, 7, "keyword-arity")]),
    ("(<= p (distinct a))", [(1, 7, "keyword-arity")]),
    ("(p a\x00b)", [(1, 5, "control-character")]),
    ("(p a\u00a0b)\n(q \u202e\u202e\u200b)", [(1, 5, "control-character"), (2, 4, "control-character")]),
    ("; \x00\n(p a)", [(1, 3, "control-character")]),
    (f"(p a)\n(goal p {'9' * 5000})", [(2, 9, "number-too-long")]),
    (f"(p (n 1.{'0' * 5000}) -{'1' * 401})", [(1, 7, "number-too-long"), (1, 5011, "number-too-long")]),
    ("(p " + "(f " * MAX_DEPTH + "a" + ")" * MAX_DEPTH + ")\n()", [(1, 601, "too-deep"), (2, 1, "empty-list")]),
]


@pytest.mark.parametrize(("text", "expected"), MALFORMED)
def test_malformed_kif_is_named_at_its_place(text: str, expected: list[tuple[int, int, str]]) -> None:
    faults = faults_of(read_kif, text)
    assert [(fault.line, fault.column, fault.code) for fault in faults] == expected
    assert all(fault.message and fault.fix and fault.severity == "error" for fault in faults)


def test_invisible_characters_in_comments_are_none_of_our_business() -> None:
    assert read_kif("; caf\u00e9\u00a0\u200b\n(p a)").rules == read_kif("(p a)").rules


LOST = [
    (5, "(<= (legal me go) (true (n ?x)) (succ ?x ?y)"),
    (5, "(<= (legal me go (true (n ?x)) (succ ?x ?y))"),
    (3, "(init (n 0)"),
    (2, "(role me"),
    (9, "(<= (goal me 0) (not (true (n 2)))"),
    (5, "(<= (legal me go) (true (n ?x)))) (succ ?x ?y))"),
    (7, "(<= terminal (or (true (n 2)) (not (succ 0 1)))))"),
]


@pytest.mark.parametrize(("line", "broken"), LOST)
def test_a_lost_parenthesis_is_one_fault_and_the_rest_is_read(line: int, broken: str) -> None:
    lines = SHEET.splitlines()
    lines[line - 1] = broken
    lines.append("(<= (last ?x) (?bad ?x))")
    description, faults = read_kif_leniently("\n".join(lines))
    assert [(fault.line, fault.code) for fault in faults] == [
        (line, "unbalanced-parenthesis"),
        (10, "variable-as-name"),
    ]
    assert {rule.position.line for rule in description.rules if rule.position} >= {2, 3, 4, 5, 6, 7, 8, 9} - {line}


def test_a_lost_parenthesis_inside_a_rule_is_found_by_indentation() -> None:
    text = "(<= (p ?x)\n    (q ?x\n    (r ?x))\n(<= (s ?x)\n    (r ?x))\n"
    (fault,) = faults_of(read_kif, text)
    assert (fault.line, fault.column) == (2, 5)


def test_body_literals_in_the_first_column_are_no_fault() -> None:
    assert len(read_kif("(<= (p ?x)\n(q ?x)\n(r ?x))\n(s a)").rules) == 2


def test_two_lost_parentheses_are_two_faults() -> None:
    faults = faults_of(read_kif, "(<= (p) (q)\n(<= (r) (s))\n(t a))\n(<= (u) (v\n(<= (w) (x))")
    assert [fault.line for fault in faults] == [1, 3, 4]


@pytest.mark.parametrize("count", [50_000])
@pytest.mark.parametrize("text", ["(", ")", "(a ", "()", "(<= "])
def test_endless_parentheses_give_faults_and_not_a_traceback(text: str, count: int) -> None:
    assert 1 <= len(faults_of(read_kif, text * count)) <= 201


def test_deep_nesting_within_the_limit_can_be_compared() -> None:
    depth = MAX_DEPTH - 1
    text = "(p " * depth + "a" + ")" * depth
    assert read_kif(text) == read_kif(text)
    assert hash(read_kif(text)) == hash(read_kif(text))
    assert repr(read_kif(text))


def test_a_text_beyond_the_limit_is_refused_at_once(tmp_path: Path) -> None:
    assert [fault.code for fault in faults_of(lambda text: read_kif(text, max_bytes=10), "(p a) " * 10)] == [
        "too-large"
    ]
    big = tmp_path / "big.kif"
    with big.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(GdlSyntaxError) as caught:
        read_file(big)
    assert [fault.code for fault in caught.value.faults] == ["too-large"]


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"(p caf\xe9)", 1, 7),
        (b"; \xc3\xa9\n(p \xff)", 2, 4),
        ("(p a)".encode("utf-16"), 1, 1),
        (b"\xef\xbb\xbf(p \x80)", 1, 4),
    ],
)
def test_bytes_that_are_not_utf8_are_named_at_their_place(data: bytes, line: int, column: int) -> None:
    with pytest.raises(GdlSyntaxError) as caught:
        decode(data, "x.kif")
    (fault,) = caught.value.faults
    assert (fault.file, fault.line, fault.column, fault.code) == ("x.kif", line, column, "bad-encoding")


def test_a_fault_is_rendered_with_line_caret_and_fix() -> None:
    text = "(p a)\n\t(?q \x1b[31m)\n"
    fault = Fault("g.kif", 2, 3, "some-code", "it is wrong", fix="mend it")
    assert fault.render(text) == (
        "g.kif:2:3: error[some-code]: it is wrong\n     (?q \N{REPLACEMENT CHARACTER}[31m)\n      ^\n  fix: mend it"
    )
    assert fault.as_json() == {
        "file": "g.kif",
        "line": 2,
        "column": 3,
        "code": "some-code",
        "message": "it is wrong",
        "severity": "error",
        "fix": "mend it",
    }


def test_a_long_line_is_cut_around_the_caret() -> None:
    rendered = Fault("f", 1, 5_000, "c", "m").render("x" * 10_000)
    excerpt, caret = rendered.split("\n")[1:3]
    assert len(excerpt) < 120
    assert caret.index("^") < len(excerpt)


# The infix form


def test_infix_clauses_are_the_same_rules() -> None:
    assert infix_rule("legal(P, M) :- role(P), choice(M), \\+ true(done), distinct(P, M).") == rule(
        "(<= (legal ?p ?m) (role ?p) (choice ?m) (not (true done)) (distinct ?p ?m))"
    )
    assert infix_rule("terminal :- true(did(P, M)).") == rule("(<= terminal (true (did ?p ?m)))")
    assert read_infix("role(p1). % one\n/* two\n. */ role('D').").rules == read_kif("(role p1) (role D)").rules


@pytest.mark.parametrize(
    ("infix", "kif"),
    [
        ("p :- a ; b.", "(<= p (or a b))"),
        ("p :- (a ; b).", "(<= p (or a b))"),
        ("p :- a, (b ; c, d).", "(<= p a (or b (and c d)))"),
        ("p :- a, b ; c.", "(<= p (or (and a b) c))"),
        ("p :- (a, b).", "(<= p (and a b))"),
        ("p :- ((a)).", "(<= p a)"),
        ("p :- (a ; (b ; c)).", "(<= p (or a (or b c)))"),
        ("p :- or(), or(a), and(a, b).", "(<= p (or) (or a) (and a b))"),
        ("p :- not(a), not b, \\+ (c, d).", "(<= p (not a) (not b) (not (and c d)))"),
        ("p :- X \\= Y, X \\== 'Z'.", "(<= p (distinct ?x ?y) (distinct ?x Z))"),
        ("p(-1, 2.5, 1/3, 007).", "(p -1 2.5 1/3 007)"),
        ("p('a-b', 'it''s', 'it\\'s', '\\\\', '+').", "(p a-b it's it's \\ +)"),
        ("p :- q(OldX, ?Old, ?'a-b', _x).", "(<= p (q ?oldX ?Old ?a-b ?_x))"),
        ("p :- q(_, _, _1).", "(<= p (q ?_2 ?_3 ?_1))"),
        ("'LEGAL'(a, b) :- 'TRUE'(c).", "(<= (legal a b) (true c))"),
        ("notable(orange) :- android.", "(<= (notable orange) android)"),
    ],
)
def test_infix_forms(infix: str, kif: str) -> None:
    assert infix_rule(infix) == rule(kif)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p(a", [(1, 2, "unbalanced-parenthesis")]),
        ("p(a)).", [(1, 5, "unbalanced-parenthesis")]),
        ("p(a)", [(1, 4, "missing-full-stop")]),
        ("p(a)\nq(b).\nr(X) :- s(X,).", [(1, 1, "missing-full-stop"), (3, 13, "unexpected-token")]),
        ("p(a) :- q(a)\nr(X) :- q(X).", [(1, 12, "missing-full-stop")]),
        ("P(a).", [(1, 2, "variable-as-name")]),
        ("p(2nd).", [(1, 4, "unexpected-token")]),
        ("p(a b).", [(1, 5, "unexpected-token")]),
        ("p('a).\nq(b).", [(1, 3, "unterminated-quote")]),
        ("p(a). /* x", [(1, 7, "unterminated-comment")]),
        ("p('a b'). q(''). r('?x').", [(1, 3, "bad-name"), (1, 13, "bad-name"), (1, 20, "bad-name")]),
        ("p :- distinct(a).", [(1, 6, "keyword-arity")]),
        ("p(a#b).", [(1, 4, "unexpected-character")]),
        ("p(" * 300 + "a" + ")" * 300 + ".", [(1, 402, "too-deep")]),
        ("p :- " + "\\+ " * 300 + "a.", [(1, 606, "too-deep")]),
        ("p(\x07).", [(1, 3, "control-character")]),
        (f"p(a).\ngoal(p, {'9' * 5000}).", [(2, 9, "number-too-long")]),
        (f"p('1/{'3' * 5000}').", [(1, 3, "number-too-long")]),
    ],
)
def test_malformed_infix_is_named_at_its_place(text: str, expected: list[tuple[int, int, str]]) -> None:
    faults = faults_of(read_infix, text)
    assert [(fault.line, fault.column, fault.code) for fault in faults if fault.code != "unexpected-character"] == [
        place for place in expected if place[2] != "unexpected-character"
    ]
    assert {fault.code for fault in faults} >= {code for _, _, code in expected}


@pytest.mark.parametrize(
    ("text", "source", "infix"),
    [
        ("; c\n(role a)", "x.pl", False),
        ("% c\nrole(a).", "x.kif", True),
        ("terminal :- true(a).", "x", True),
        ("", "x.pl", True),
        ("", "x.kif", False),
        ("stray\n(role a)", "x", False),
        ("'D'(a).", "x", True),
    ],
)
def test_the_form_is_told_by_the_text(text: str, source: str, infix: bool) -> None:
    assert is_infix(text, source) == infix


# All sheets, and any text


def test_every_visible_sheet_is_read(shared_data: Callable[[str], Path]) -> None:
    for path in sorted(shared_data("gdl/rules").glob("*.kif")):
        assert read_file(path).rules, path.name


def test_the_grammar_accepts_what_the_reader_reads(shared_data: Callable[[str], Path]) -> None:
    for path in sorted(shared_data("gdl/rules").glob("[a-bx]*.kif")):
        kif_grammar().parse(path.read_text(encoding="utf-8"))


KIFISH = st.lists(
    st.sampled_from(
        [
            "(",
            ")",
            "(<= ",
            "\n(",
            "\n(<= ",
            "?x",
            "?",
            "<=",
            "not",
            "or",
            "distinct",
            "true",
            "p",
            " ",
            ";",
            "\x00",
            "é",
        ]
    ),
    max_size=40,
).map(" ".join)
INFIXISH = st.lists(
    st.sampled_from(
        [*"(),.;_'%?\\", ":-", "\\+", "X", "p", "not", "or(", "and", "distinct(", "1", "/*", "*/", "\n", "p(", "?'a'"]
    ),
    max_size=40,
).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(st.one_of(KIFISH, st.text(max_size=60)))
def test_any_kif_text_is_read_or_refused(text: str) -> None:
    description, faults = read_kif_leniently(text)
    if not faults:
        assert read_kif(text) == description


@settings(max_examples=150, deadline=None)
@given(st.one_of(INFIXISH, st.text(max_size=60)))
def test_any_infix_text_is_read_or_refused(text: str) -> None:
    description, faults = read_infix_leniently(text)
    if not faults:
        assert read_infix(text) == description


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        read(decode(data))
    except GdlSyntaxError as error:
        assert error.faults


def test_mutated_sheets_are_read_or_refused() -> None:
    source = random.Random(20240601)
    limit = sys.getrecursionlimit()
    for _ in range(300):
        characters = list(SHEET)
        for _ in range(source.randrange(1, 6)):
            place = source.randrange(len(characters))
            match source.randrange(3):
                case 0:
                    del characters[place]
                case 1:
                    characters.insert(place, source.choice("()?;<= \n\x00a'"))
                case _:
                    characters[place] = source.choice("()?;<= \n\x00a'")
        text = "".join(characters)
        for reader in (read_kif_leniently, read_infix_leniently):
            _, faults = reader(text)
            lines = text.count("\n") + 1
            assert all(1 <= fault.line <= lines and fault.column >= 1 for fault in faults)
    assert sys.getrecursionlimit() == limit
