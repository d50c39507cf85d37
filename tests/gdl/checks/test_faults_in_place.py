"""One fault put into a sound sheet: it is named, at its line, and first; what follows from it is not reported too."""

from __future__ import annotations

import pytest

from gdl.checks.check import check_text

RACE = """\
; a race of two runners
(role ann)
(role bob)
(init (at ann 0))
(init (at bob 0))
(init (left 3))
(plus 0 1) (plus 1 2) (plus 2 3)
(<= (legal ?r run) (role ?r))
(<= (legal ?r rest) (role ?r))
(<= (next (at ?r ?y))
    (does ?r run)
    (true (at ?r ?x))
    (plus ?x ?y))
(<= (next (at ?r ?x)) (does ?r rest) (true (at ?r ?x)))
(<= (next (left ?y)) (true (left ?x)) (plus ?y ?x))
(<= (ahead ?r ?s) (true (at ?r ?x)) (true (at ?s ?y)) (less ?y ?x))
(<= (less ?x ?y) (plus ?x ?y))
(<= (less ?x ?z) (plus ?x ?y) (less ?y ?z))
(<= (goal ?r 100) (role ?r) (role ?s) (ahead ?r ?s))
(<= (goal ?r 0) (role ?r) (role ?s) (ahead ?s ?r))
(<= (goal ?r 50) (role ?r) (not lead))
(<= lead (ahead ?r ?s))
(<= terminal (true (left 0)))
"""


def first(text: str) -> tuple[int, str]:
    """Line and code of the first error."""
    _, faults = check_text(text, "race.kif")
    return next((fault.line, fault.code) for fault in faults if fault.severity == "error")


def test_the_sheet_is_sound() -> None:
    assert check_text(RACE)[1] == []


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ("    (true (at ?r ?x))\n", "    (true (at ?r ?x)))\n", 12, "unbalanced-parenthesis"),
        ("(does ?r run)\n", "(does ?r run))\n", 11, "unbalanced-parenthesis"),
        ("(plus ?x ?y))\n(<= (next (at ?r ?x))", "(plus ?x ?y)))\n(<= (next (at ?r ?x))", 13, "unbalanced-parenthesis"),
        ("(does ?r rest) (", "(does ?r rest)) (", 14, "unbalanced-parenthesis"),
        ("    (plus ?x ?y))", "    plus ?x ?y))", 13, "variable-as-literal"),
        ("(does ?r rest)", "(does ?r rest", 14, "unbalanced-parenthesis"),
        ("(<= (legal ?r rest)", "(=> (legal ?r rest)", 9, "misplaced-arrow"),
        ("(<= (legal ?r rest)", "(:- (legal ?r rest)", 9, "misplaced-arrow"),
        ("(<= lead", "(<- (goal ann 10)", 22, "misplaced-arrow"),
        ("(plus ?x ?y))\n(<= (less", "(plus ?x ?w))\n(<= (less", 17, "unsafe-rule"),
        ("(not lead)", "(not (ahead ?w ?r))", 21, "unsafe-rule"),
        ("(goal ?r 0)", "(goal ?r none)", 20, "goal-not-a-number"),
        ("(goal ?r 100)", "(goal ?r (points 3))", 19, "goal-not-a-number"),
        ("(role ?s) (ahead ?r ?s)", "(does ?s run) (ahead ?r ?s)", 19, "depends-on-moves"),
        ("(init (left 3))", "(<= (init (left ?x)) (true (left ?x)))", 6, "depends-on-state"),
        ("(plus ?x ?y) (less ?y ?z)", "(plus ?x ?y) (plus ?y ?z) (not (less ?y ?z))", 18, "unstratified-negation"),
        ("(init (left 3))", "(init (left 3)) (less 0 ?x)", 6, "variable-in-fact"),
        ("(role bob)", "(role Ann)", 3, "case-clash"),
        ("(true (left 0))", "(next (left 0))", 23, "keyword-in-body"),
        ("(not lead)", "(not (not lead))", 21, "negated-non-sentence"),
        ("(not lead)", "(not lead (left 0))", 21, "keyword-arity"),
        ("(init (left 3))", "(init (left (s 3))) (<= (less (s ?x) ?y) (less ?x ?y))", 6, "unrestricted-recursion"),
    ],
)
def test_a_fault_is_named_first_and_at_its_line(old: str, new: str, line: int, code: str) -> None:
    assert RACE.count(old) == 1
    assert first(RACE.replace(old, new)) == (line, code)


@pytest.mark.parametrize(
    "added",
    [
        "(<= lead (distinct ?x ?y) (plus ?x ?y) (plus 7 7))",
        "(<= lead (not (plus ?y ?x)) (plus ?x ?y))",
        "(<= lead (plus ?x ?x))",
        "(<= (legal ann nap) (legal bob rest))",
        "(<= lead terminal (ahead ann bob))",
        "(<= (next (seen ?r)) (legal ?r rest) (goal ?r ?v)) (<= lead (true (seen ann)))",
        "(<= (up ?x ?z) (up ?x ?y) (plus ?y ?z)) (<= (up ?x ?y) (plus ?x ?y)) (<= lead (up 0 3))",
        "(init (t (a (b (c (d e)))))) (<= lead (true (t (a (b ?x)))))",
        "(init (12 3.5 -1)) (<= lead (true (12 ?x ?y)))",
        "; the end (of it",
    ],
)
def test_odd_rules_are_sound_where_gdl_says_so(added: str) -> None:
    assert check_text(RACE + added)[1] == []


def test_a_rule_that_is_closed_too_early_tells_where_the_rest_ends() -> None:
    _, faults = check_text(RACE.replace("    (does ?r run)\n", "    (does ?r run))\n"))
    assert "up to line 13" in faults[0].message and "line 13" in faults[0].fix
    assert len([fault for fault in faults if fault.severity == "error"]) == 1


def test_facts_behind_a_blank_line_are_no_part_of_the_rule_before() -> None:
    assert first(RACE + "\n  (plus 3 4)\n  (plus 4 5))\n  (plus 5 6)") == (26, "unbalanced-parenthesis")


def test_arrows_of_other_languages_may_name_anything_else() -> None:
    _, faults = check_text(RACE + "(-> 0 1) (<= lead (-> 1 0))")
    assert [fault.code for fault in faults] == ["unusual-character"]
