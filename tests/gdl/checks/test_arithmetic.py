"""A sheet that reckons gets one fault, at its place, that says to write a table; a sheet with a table gets none."""

from __future__ import annotations

import pytest

from gdl.checks.check import check_text
from gdl.errors import Fault

KIF = """\
(role me)
(init (n 0))
(init (goes me))
(legal me go)
(<= (next (n ?x)) (true (n ?x)) (true (goes me)))
(<= terminal (true (n 3)))
(goal me 1)
"""
INFIX = """\
role(me).
init(n(0)).
init(goes(me)).
legal(me, go).
next(n(X)) :- true(n(X)), true(goes(me)).
terminal :- true(n(3)).
goal(me, 1).
"""


def faults_of(text: str) -> list[Fault]:
    return check_text(text, "game.gdl")[1]


@pytest.mark.parametrize(
    ("added", "column", "name", "severity"),
    [
        ("(<= (next (n (+ ?x 1))) (true (n ?x)))", 14, "+", "warning"),
        ("(<= (next (n (plus ?x 1))) (true (n ?x)))", 14, "plus", "warning"),
        ("(<= (next (n ?y)) (true (n ?x)) (is ?y (+ ?x 1)))", 33, "is", "warning"),
        ("(<= (next (n ?y)) (true (n ?x)) (succ ?x ?y))", 33, "succ", "warning"),
        ("(<= (next (n ?y)) (true (n ?x)) (plus ?x 1 ?y))", 33, "plus", "warning"),
        ("(<= terminal (true (n ?x)) (>= ?x 3))", 28, ">=", "warning"),
        ("(<= terminal (true (n ?x)) (not (< ?x 3)))", 33, "<", "warning"),
        ("(<= terminal (true (n ?x)) (<= 3 ?x))", 28, "<=", "error"),
        ("(<= (goal me (+ ?x 1)) (true (n ?x)))", 14, "+", "error"),
    ],
)
def test_kif_that_reckons_has_one_fault(added: str, column: int, name: str, severity: str) -> None:
    (fault,) = faults_of(KIF + added)
    assert (fault.line, fault.column, fault.severity) == (8, column, severity)
    assert "GDL has no arithmetic" in fault.message and f"`{name}`" in fault.message
    assert "(succ 0 1)" in fault.fix


@pytest.mark.parametrize(
    ("added", "column", "name", "severity"),
    [
        ("next(n(X + 1)) :- true(n(X)).", 10, "+", "error"),
        ("next(n(X+1)) :- true(n(X)).", 9, "+", "error"),
        ("next(n(X-1)) :- true(n(X)).", 9, "-", "error"),
        ("next(n(X - 1)) :- true(n(X)).", 10, "-", "error"),
        ("next(n(Y)) :- true(n(X)), Y is X + 1.", 29, "is", "error"),
        ("next(n(Y)) :- true(n(X)), Y is X.", 29, "is", "error"),
        ("next(n(Y)) :- true(n(X)), Y =:= 2 * X.", 29, "=:=", "error"),
        ("terminal :- true(n(X)), X >= 3.", 27, ">=", "error"),
        ("terminal :- true(n(X)), X =< 3.", 27, "=<", "error"),
        ("terminal :- true(n(X)), X <= 3.", 27, "<=", "error"),
        ("terminal :- true(n(X)), 3 < X.", 27, "<", "error"),
        ("terminal :- true(n(X)), X mod 2.", 27, "mod", "error"),
        ("terminal :- true(n(X)), \\+ X < 3.", 30, "<", "error"),
        ("goal(me, X / 2) :- true(n(X)).", 12, "/", "error"),
        ("next(n(Y)) :- true(n(X)), succ(X, Y).", 27, "succ", "warning"),
        ("next(n(Y)) :- true(n(X)), is(Y, '+'(X, 1)).", 27, "is", "warning"),
    ],
)
def test_infix_that_reckons_has_one_fault(added: str, column: int, name: str, severity: str) -> None:
    (fault,) = faults_of(INFIX + added)
    assert (fault.line, fault.column, fault.severity) == (8, column, severity)
    assert "GDL has no arithmetic" in fault.message and f"`{name}`" in fault.message
    assert "succ(0, 1)" in fault.fix


@pytest.mark.parametrize("compared", ["(<= 3 ?x)", "(<= ?x 3)", "(<= ?x ?y)"])
def test_a_comparison_at_the_start_of_a_line_is_no_lost_parenthesis(compared: str) -> None:
    (fault,) = faults_of(f"{KIF}(<= (legal me c)\n{compared}\n    (true (n ?x)) (true (n ?y)))")
    assert (fault.line, fault.column, fault.code) == (9, 1, "no-arithmetic")


def test_all_that_a_sheet_reckons_with_is_one_fault() -> None:
    text = KIF + "(<= terminal (true (n ?x)) (>= ?x 3))\n(<= (next (n ?y)) (true (n ?x)) (is ?y (+ ?x 1)))"
    (fault,) = faults_of(text)
    assert (fault.line, fault.column, fault.code) == (8, 28, "no-arithmetic")
    assert "`is` (line 9)" in fault.message and "`+` (line 9)" in fault.message
    text = INFIX + "terminal :- true(n(X)), X >= 3.\nnext(n(Y)) :- true(n(X)), Y is X + 1."
    (fault,) = faults_of(text)
    assert (fault.line, fault.column, fault.code) == (8, 27, "no-arithmetic")
    assert "`is` (line 9)" in fault.message


def test_the_facts_that_the_fault_tells_to_write_end_it() -> None:
    table = "(succ 0 1) (succ 1 2) (succ 2 3)\n(<= (less ?x ?y) (succ ?x ?y))\n"
    table += "(<= (less ?x ?z) (less ?x ?y) (succ ?y ?z))\n"
    rules = "(<= (next (n ?y)) (true (n ?x)) (succ ?x ?y))\n(<= terminal (true (n ?x)) (less 1 ?x))\n"
    (fault,) = faults_of(KIF + rules)
    for line in table.splitlines():
        assert line in fault.fix
    assert faults_of(KIF + table + rules) == []


@pytest.mark.parametrize(
    "added",
    [
        "(<= 1 2) (> 2 1)\n(<= terminal (> 2 1) (true (n 1)))",
        "(is a b)\n(<= terminal (is a ?x) (true (n ?x)))",
        "(<= (next (n (plus ?x ?y))) (true (n ?x)) (true (n ?y)))",
        "(<= (legal me (add ?x)) (true (n ?x)))",
        "(<= terminal (true (n -1)))",
    ],
)
def test_names_that_a_sheet_defines_or_makes_terms_of_are_its_own(added: str) -> None:
    assert "no-arithmetic" not in {fault.code for fault in faults_of(KIF + added)}


def test_a_misspelled_name_and_a_fluent_without_true_are_told_as_such() -> None:
    faults = faults_of(KIF + "(<= (next (less 1)) terminal)\n(<= terminal (less 1))")
    assert [fault.code for fault in faults] == ["shared-name", "undefined-relation"]
    faults = faults_of(KIF + "(pluss 1 1 2)\n(<= terminal (pluss 1 1 2) (plus 1 1 2))")
    assert [fault.code for fault in faults] == ["undefined-relation"]
    assert "did you mean `pluss`?" in faults[0].fix


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("p(a-b).", "unexpected-character"),
        ("terminal <= true(n(3)).", "unexpected-character"),
        ("legal(me, go) <- role(me).", "unexpected-character"),
        ("p(a). /* X", "unterminated-comment"),
        ("p(X) :- q(X), is.", "undefined-relation"),
    ],
)
def test_what_reckons_with_nothing_keeps_its_fault(text: str, code: str) -> None:
    codes = {fault.code for fault in faults_of(INFIX + text)}
    assert code in codes and "no-arithmetic" not in codes
