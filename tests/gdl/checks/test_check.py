"""Checking descriptions: every fault by its code, at its line, and no fault where there is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.checks.check import check, check_file, check_text, is_sound
from gdl.errors import Fault, render_faults
from gdl.text.read import read_infix, read_kif
from gdl.text.write import to_infix
from gdl.tree.syntax import Compound, Description, Rule, Symbol, Variable

SHEET = """\
(role me) (role random)
(init (n 0))
(succ 0 1) (succ 1 2)
(<= (legal me go) (true (n ?x)) (succ ?x ?y))
(legal ?r stay)
(<= (next (n ?y)) (does me go) (true (n ?x)) (succ ?x ?y))
(<= (next (n ?x)) (does me stay) (true (n ?x)))
(<= terminal (true (n 2)))
(<= (goal me 100) (true (n 2)))
(<= (goal me 0) (not (true (n 2))))
""".replace("(legal ?r stay)", "(legal me stay) (legal random stay)")


def found(text: str, **options: tuple[int, int]) -> list[tuple[int, str, str]]:
    return [(fault.line, fault.code, fault.severity) for fault in faults_of(text, **options)]


def faults_of(text: str, **options: tuple[int, int]) -> list[Fault]:
    _, faults = check_text(text, "game.kif", goal_range=options.get("goal_range"))
    assert all(fault.message and fault.fix and fault.file == "game.kif" for fault in faults)
    assert render_faults(faults, text).count("game.kif:") == len(faults)
    return faults


def test_a_sound_sheet_has_no_fault() -> None:
    assert found(SHEET) == []


ADDED = [
    # keywords: their arguments and their places
    ("(<= (goal me 1 2) (true (n 1)))", ["keyword-arity"]),
    ("(legal stay)", ["keyword-arity"]),
    ("(role me 1)", ["keyword-arity"]),
    ("(init a b)", ["keyword-arity"]),
    ("(<= (next) (true (n 1)))", ["keyword-arity"]),
    ("(<= (terminal now) (true (n 1)))", ["keyword-arity"]),
    ("(<= (goal me 1) (true n 1))", ["keyword-arity"]),
    ("(<= (goal me 1) (true (n 0)) terminal (legal me))", ["keyword-arity"]),
    ("(<= (goal me 1) true)", ["keyword-arity"]),
    ("(<= (goal me 1) not)", ["keyword-arity"]),
    ("(sees me)", ["keyword-arity"]),
    ("(<= (base) (succ 0 1))", ["keyword-arity"]),
    ("(input me)", ["keyword-arity"]),
    ("(<= (true (n 5)) (succ 0 1))", ["keyword-redefined"]),
    ("(true (n 5))", ["keyword-redefined"]),
    ("(<= (does me go) (true (n 0)))", ["keyword-redefined"]),
    ("(<= (distinct a b) (true (n 0)))", ["keyword-redefined"]),
    ("(<= (not terminal) (true (n 0)))", ["keyword-redefined"]),
    ("(<= (or terminal terminal) (true (n 0)))", ["keyword-redefined"]),
    ("(<= (role you) (succ 0 1))", ["keyword-redefined", "role-without-moves", "missing-goal"]),
    ("(<= (goal me 1) (init (n 0)))", ["keyword-in-body"]),
    ("(<= (goal me 1) (next (n 0)))", ["keyword-in-body"]),
    ("(<= (goal me 1) (not (base (n 0))))", ["keyword-in-body"]),
    ("(<= (goal me 1) (or (input me go) terminal))", ["keyword-in-body"]),
    ("(<= (goal me 1) (sees me go))", ["keyword-in-body"]),
    ("(<= (next (last (does ?r ?m))) (does ?r ?m))", ["keyword-as-function"]),
    ("(<= (goal me 1) (true (True (n 0))))", ["keyword-as-function", "undefined-fluent!"]),
    ("(<= (goal me 1) (distinct (not a) b))", ["keyword-as-function"]),
    ("(init terminal)", ["keyword-as-constant!"]),
    # negation and variables
    ("(<= (goal me 1) (not (not (true (n 1)))))", ["negated-non-sentence"]),
    ("(<= (goal me 1) (true (n ?x)) (not (distinct ?x 1)))", ["negated-non-sentence"]),
    ("(<= (goal me 1) (not (or terminal (true (n 1)))))", ["negated-non-sentence"]),
    ("(<= (goal me 1) (or (not (and terminal (true (n 1)))) terminal))", ["negated-non-sentence"]),
    ("(<= (goal me 1) ?x)", ["variable-as-literal"]),
    ("(<= (goal me 1) terminal (not ?x))", ["variable-as-literal"]),
    ("(<= ?x (true (n ?x)))", ["variable-as-head"]),
    ("(succ ?x 3)", ["variable-in-fact"]),
    ("(init (n ?x))", ["variable-in-fact"]),
    ("(role ?x)", ["variable-in-fact"]),
    ("(<= (goal me ?v) (true (n 1)))", ["unsafe-rule"]),
    ("(<= (next (n ?x)) (not (true (n ?x))))", ["unsafe-rule"]),
    ("(<= (goal me 1) (true (n 1)) (not (succ ?z 5)))", ["unsafe-rule"]),
    ("(<= (goal me 1) (true (n ?x)) (distinct ?x ?y))", ["unsafe-rule"]),
    ("(<= (goal me ?x) (or (true (n ?x)) (succ ?y 1)))", ["unsafe-rule"]),
    ("(<= (goal me ?x) (or (true (n ?x)) (succ ?x 1)))", []),
    ("(<= (goal me ?x) (or (and (true (n ?x)) (succ ?x ?y)) (and (succ ?x ?y) (distinct ?x ?y))))", []),
    ("(<= (goal me 1) (or (true (n ?x)) (distinct ?x 1)))", ["unsafe-rule"]),
    ("(<= (goal me 1) (true (n ?x)) (or (not (succ ?x 1)) (distinct ?x 1)))", []),
    ("(<= (goal me ?x) (or (true (n ?x)) (or (succ ?x 1) (and (succ 0 ?x) (not (succ ?x 5))))))", ["nested-or!"]),
    # dependencies
    ("(<= (a ?x) (succ ?x ?y) (not (a ?y)))\n(<= (goal me 1) (a 0))", ["unstratified-negation"]),
    (
        "(<= (a ?x) (succ ?x ?y) (not (b ?y)))\n(<= (b ?x) (succ ?x ?y) (or terminal (a ?y)))\n(<= (goal me 1) (a 0))",
        ["unstratified-negation"],
    ),
    ("(<= (legal me jump) (not (legal me go)))", ["unstratified-negation"]),
    ("(<= (a ?x) (succ ?x ?y) (a ?y))\n(<= (goal me 1) (not (a 0)))", []),
    ("(num 0)\n(<= (goal me 1) (num 1))\n(<= (num (f ?x)) (num ?x))", ["unrestricted-recursion@13"]),
    ("(num 0)\n(<= (goal me 1) (num 1))\n(<= (num (f ?x)) (num ?x) (succ ?x ?y))", []),
    ("(num 0)\n(<= (goal me 1) (num 1))\n(<= (num (f ?x)) (num ?x) (not (succ ?x 1)))", ["unrestricted-recursion@13"]),
    ("(num 0)\n(<= (goal me 1) (num 1))\n(<= (num (f ?x)) (or (num ?x) (succ ?x 1)))", ["unrestricted-recursion@13"]),
    ("(num 0)\n(<= (goal me 1) (num 1))\n(<= (num (f ?x)) (or (and (num ?x) (succ ?x 1)) (succ ?x 1)))", []),
    (
        "(one 0)\n(<= (two (s ?x)) (one ?x))\n(<= (one ?x) (two ?x))\n(<= (goal me 1) (one 1))",
        ["unrestricted-recursion@12"],
    ),
    (
        "(<= (reach ?x ?y) (succ ?x ?y))\n(<= (reach ?x ?y) (reach ?x ?z) (succ ?z ?y))\n(<= (goal me 1) (reach 0 2))",
        [],
    ),
    ("(<= (goal me 1) acted)\n(<= acted (does me go))", ["depends-on-moves"]),
    ("(<= (legal me jump) (does me go))", ["depends-on-moves"]),
    ("(<= terminal (not acted))\n(<= acted (does me go))", ["depends-on-moves"]),
    ("(<= (init (m 1)) (true (n 0)))", ["depends-on-state"]),
    ("(<= (init (m 1)) (not acted))\n(<= acted (does me go))", ["depends-on-moves"]),
    ("(<= (base (m 1)) (legal me go))", ["depends-on-state"]),
    ("(<= (input ?r jump) (role ?r) (not terminal))", ["depends-on-state"]),
    ("(<= (init (m ?x)) (succ ?x ?y))", []),
    # GDL-II: percepts may be any term, and may tell of the state to come
    ("(<= (sees me (does random ?m)) (does random ?m))", []),
    ("(<= (sees me (n ?x ?x)) seen (true (n ?x)))\n(<= seen (next (n 1)))", []),
    ("(<= (sees me seen) seen)\n(<= seen (next (n 1)))\n(<= (goal me 1) seen)", ["keyword-in-body@12"]),
    # roles and goals
    ("(role you)", ["role-without-moves", "missing-goal"]),
    ("(role you)\n(legal you go)", ["missing-goal"]),
    ("(role you)\n(legal you go)\n(<= (goal ?r 7) (role ?r) terminal)", []),
    ("(legal your go)", ["unknown-role!"]),
    ("(<= (goal me win) terminal)", ["goal-not-a-number"]),
    ("(<= (goal me (f 1)) terminal)", ["goal-not-a-number"]),
    ("(<= (goal me -1) terminal)\n(<= (goal me 2.5) terminal)\n(<= (goal me 1/3) terminal)", []),
    ("(<= (goal me 1/0) terminal)", ["goal-not-a-number"]),
    # names
    ("(<= (goal me 1) (true (N 0)))", ["case-clash", "undefined-fluent!"]),
    ("(legal me Go)", ["case-clash"]),
    ("(Succ 2 3)\n(<= (goal me 1) (Succ 2 3))", ["case-clash"]),
    ("(<= (goal me 1) (Succ 0 1))", ["case-clash!", "undefined-relation!"]),
    ("(<= (goal me 1) (true (n ?x)) (succ ?X 1))", ["case-clash!"]),
    ("(<= (goal me 1) (succ 1))", ["arity-mismatch!"]),
    ("(<= (goal me 1) (true (n 0 0)))", ["arity-mismatch!", "undefined-fluent!"]),
    ("(<= (goal me 1) (wrap (succ 0 1)))\n(wrap (succ 0 1))", ["shared-name!"]),
    ("(idle 1)", ["unused-relation!"]),
    ("(<= (goal me 1) (nowhere 1))", ["undefined-relation!"]),
    ("(<= (goal me 1) (not (true (m 1))))", ["undefined-fluent!"]),
    # layout
    ("(<= (goal me 1))", ["empty-body!"]),
    ("(<= (goal me 1) terminal (or))", ["empty-or!"]),
    ("(<= (goal me 1) terminal (or (true (n 3)) (or (true (n 4)) (true (n 5)))))", ["nested-or!"]),
    ("(<= (goal me 1) terminal (succ ?x:y ?x:y) (succ a+b 2.5) (succ a+b -1/3))", ["unusual-character!"] * 2),
    ("(<= (goal me 1) (terminal))", ["unneeded-parentheses!"]),
    ("(<= (goal me 1) terminal)\nterminal", ["bare-word@12!"]),
]


@pytest.mark.parametrize(("added", "codes"), ADDED, ids=[text.split("\n")[0] for text, _ in ADDED])
def test_each_fault_has_its_code_and_line(added: str, codes: list[str]) -> None:
    """`code!` is a warning, `code@12` is on line 12; else an error on line 11, the first line added."""
    expected = set()
    for code in codes:
        name, _, line = code.rstrip("!").partition("@")
        expected.add((int(line or 11), name, "warning" if code.endswith("!") else "error"))
    assert set(found(SHEET + added)) == expected


@pytest.mark.parametrize("keyword", ["role", "legal", "terminal", "goal"])
def test_a_missing_keyword_is_one_fault(keyword: str) -> None:
    lines = [line for line in SHEET.splitlines() if f"({keyword} " not in line and f"<= {keyword}" not in line]
    codes = [fault.code for fault in faults_of("\n".join(lines)) if fault.severity == "error"]
    assert codes == ["missing-keyword"]


def test_a_misspelled_name_is_told() -> None:
    text = SHEET.replace("terminal", "termnal") + "(<= (goal me 1) (suc 0 1) (ture (n 1)))"
    fixes = " ".join(fault.fix for fault in faults_of(text))
    for word in ("`terminal` where line 8 has `termnal`", "did you mean `succ`", "did you mean `true`"):
        assert word in fixes


def test_a_fluent_without_true_is_told() -> None:
    (fault,) = faults_of(SHEET + "(<= (goal me 1) (n 1))")[:1]
    assert "(true (n …))" in fault.fix


def test_all_faults_come_at_once_in_the_order_of_the_text() -> None:
    text = SHEET + "(<= (p ?x) terminal)\n(<= (goal me 1) (p 1)\n(<= (goal me bad) ?x)\n(?v a)\n(legal me)\n"
    assert found(text) == [
        (11, "unsafe-rule", "error"),
        (12, "unbalanced-parenthesis", "error"),
        (13, "goal-not-a-number", "error"),
        (13, "variable-as-literal", "error"),
        (14, "variable-as-name", "error"),
        (15, "keyword-arity", "error"),
    ]


def test_a_lost_rule_is_no_reason_to_miss_what_it_would_define() -> None:
    assert found(SHEET.replace("(<= terminal (true (n 2)))", "(<= terminal (true (n 2))")) == [
        (8, "unbalanced-parenthesis", "error")
    ]


def test_goal_values_are_held_to_the_declared_range_only() -> None:
    text = SHEET + "(<= (goal me -5) terminal)\n(<= (goal me 100.5) terminal)\n"
    assert found(text) == []
    assert found(text, goal_range=(0, 100)) == [
        (11, "goal-out-of-range", "error"),
        (12, "goal-out-of-range", "error"),
    ]


def test_the_infix_form_is_checked_alike() -> None:
    sheet = read_kif(SHEET)
    assert check_text(to_infix(sheet))[1] == []
    text = to_infix(sheet) + "goal(me, X) :- terminal.\n"
    assert [fault.code for fault in check_text(text)[1]] == ["unsafe-rule"]
    assert check(read_infix(text))[0].line == text.count("\n")


def test_trees_without_a_text_are_checked_too() -> None:
    assert [fault.code for fault in check(Description(()))] == ["empty-description"]
    rules = (Rule(Compound("p", (Variable("x"),)), ()), Rule(Symbol("terminal"), (Variable("x"),)))
    assert {fault.line for fault in check(Description(rules))} == {1}


@pytest.mark.slow
def test_long_chains_of_relations_are_no_trouble() -> None:
    chain = "\n".join(f"(<= (p{number} ?x) (p{number + 1} ?x))" for number in range(5_000))
    assert found(f"{SHEET}\n{chain}\n(p5000 1)\n(<= (goal me 1) (p0 1))") == []


def test_check_file_reports_what_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "x.kif"
    path.write_bytes(b"(role caf\xe9)")
    description, (fault,) = check_file(path)
    assert (description.rules, fault.code, fault.line, fault.column) == ((), "bad-encoding", 1, 10)


# Published sheets, and small faulty ones


def test_faulty_sheets_are_judged_as_expected(shared_data: Callable[[str], Path]) -> None:
    folder = shared_data("gdl/faults")
    for line in shared_data("gdl/faults.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        _, faults = check_file(folder / case["file"])
        verdict = "error" if not is_sound(faults) else "warning" if faults else "valid"
        assert verdict == case["expected"], (case["file"], faults)


def test_small_published_sheets_are_judged_as_expected(shared_data: Callable[[str], Path]) -> None:
    cases = json.loads(shared_data("gdl/test_cases.json").read_text(encoding="utf-8"))
    for case in cases.values():
        _, faults = check_file(shared_data(f"gdl/rules/{case['file']}"))
        if case["static"] == "error":
            assert not is_sound(faults), case["file"]
        elif case["static"] is not None:
            assert is_sound(faults), (case["file"], faults)
            assert bool(faults) == ("warnings" in (case["static"], case.get("static_observed"))), case["file"]


@pytest.mark.slow
def test_every_sheet_that_plays_is_accepted(shared_data: Callable[[str], Path]) -> None:
    for line in shared_data("gdl/conformance.jsonl").read_text(encoding="utf-8").splitlines():
        file = json.loads(line)["file"]
        _, faults = check_file(shared_data(f"gdl/rules/{file}"))
        assert is_sound(faults), (file, [fault for fault in faults if fault.severity == "error"])


PIECES = st.sampled_from(
    [
        *"pqrxy",
        "?x",
        "?y",
        "(p ?x)",
        "(q ?x ?y)",
        "(true (p ?x))",
        "(does ?x ?y)",
        "(not (p ?y))",
        "(distinct ?x ?y)",
        "(or (p ?x) (q ?x ?x))",
        "(goal me ?x)",
        "(next p)",
        "(not (not q))",
        "(terminal)",
    ]
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(PIECES, min_size=1, max_size=4), max_size=6))
def test_no_description_breaks_the_checks(rules: list[list[str]]) -> None:
    text = "\n".join(f"(<= {' '.join(parts)})" for parts in rules)
    description, faults = check_text(text)
    lines = text.count("\n") + 1
    assert all(1 <= fault.line <= lines for fault in faults)
    assert faults == sorted(set(faults), key=lambda fault: (fault.line, fault.column, fault.code, fault.message))
    if len(description.rules) == len(rules):
        assert faults == check(description)
