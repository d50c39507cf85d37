"""Theories from text: every way to write a formula, every fault with its place, and back again."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lelma.prover import Theory, TheoryError, isabelle_text, labelled_text, read_theory, tptp_text
from lelma.prover.sorts import theory_faults
from lelma.prover.text.writing import sentence_text
from tests.lelma.prover.drawing import draw_theory

SAME = "∀x. Tea(x) ∧ ¬Hot(x) ⟶ (∃y. Cup(y) ∧ Holds(y, x))"


def one(formula: str) -> str:
    """The formula of a line, as it is written back."""
    return sentence_text(read_theory(f"rule_1: {formula}").axioms[0].formula)


@pytest.mark.parametrize(
    "formula",
    [
        SAME,
        "∀x. Tea x ∧ ¬ Hot x ⟶ (∃y. Cup y ∧ Holds y x)",
        "ALL x. Tea x & ~ Hot x --> (EX y. Cup y & Holds y x)",
        "! x. Tea(x) & ~Hot(x) --> (? y. Cup(y) & Holds(y, x))",
        "![x] : ((Tea(x) & ~Hot(x)) => ?[y] : (Cup(y) & Holds(y,x)))",
        r"\<forall>x. Tea x \<and> \<not> Hot x \<longrightarrow> (\<exists>y. Cup y \<and> Holds y x)",
        r"\forall x. Tea(x) \land \neg Hot(x) \rightarrow \exists y. Cup(y) \wedge Holds(y, x)",
        "forall x. Tea(x) and not Hot(x) -> exists y. (Cup(y) and Holds(y, x))",
        "∀x (Tea(x) ∧ ¬Hot(x) → ∃y (Cup(y) ∧ Holds(y, x)))",
        "∀x::entity. Tea x ∧ ¬Hot x ⟹ (∃(y::entity). Cup y ∧ Holds y x)",
        "“∀x. Tea（x） ∧ ¬Hot(x) ⟶ (∃y. Cup(y) ∧ Holds(y，x))”.",
    ],
)
def test_every_way_to_write_a_formula_reads_the_same(formula: str) -> None:
    assert one(formula) == one(SAME)


def test_precedences_are_isabelles() -> None:
    assert one("A ∧ B ∨ C ⟶ D ⟶ E") == "((A ∧ B) ∨ C) ⟶ (D ⟶ E)"
    assert one("¬ a = b ∧ C") == "¬(a = b) ∧ C"
    assert one("∃!x. P(x)") == "∃x. P(x) ∧ (∀x'. P(x') ⟶ (x' = x))"
    assert one("∄x. P(x)") == "¬(∃x. P(x))"


def test_a_capital_makes_a_predicate_of_a_word_of_the_language() -> None:
    assert one("∀e. Exists e ∧ Not e ⟶ Forall e") == "∀e. (Exists(e) ∧ Not(e)) ⟶ Forall(e)"


def test_lines_have_labels_comments_and_more_than_one_row() -> None:
    theory = read_theory(
        "# what is said\n- **Fact 1**: Tea(it)\n(* a\n rule *)\n∀x. Tea(x) ⟶\n    Hot(x)\nTheorem: Hot(it).\n"
    )
    assert [axiom.label for axiom in theory.axioms] == ["Fact_1", "line_5"]
    assert theory.goal is not None and sentence_text(theory.goal) == "Hot(it)"


def test_names_that_nothing_binds_are_variables_if_they_look_so() -> None:
    theory = read_theory("rule_1: Tea(x) ⟶ Hot(it)\ngoal: Hot(y)")
    assert sentence_text(theory.axioms[0].formula) == "Tea(x) ⟶ Hot(it)"
    from lelma.prover.theory import free_names

    assert free_names(theory.axioms[0].formula) == ("x",)
    assert theory.goal is not None and free_names(theory.goal) == ()


THY = """theory t imports Main begin
typedecl entity
consts
  Tea :: "entity ⇒ bool"
  Holds :: "entity => entity \\<Rightarrow> bool"
(* Rule 1 (* in it *): "unread" *)
axiomatization where
  rule_1: "∀x. Tea x ⟶ (∃y. Holds y x)" and
  rule_2 [simp]: "⟦Tea a; Tea b⟧ ⟹ Holds a b"
theorem hypothesis:
  assumes asm: "Tea pot" and "Holds pot cup"
  shows "∃x. Holds x pot"
proof -
  have "Tea pot" using asm by simp
  then show ?thesis sledgehammer
qed
end
"""


def test_a_file_of_isabelles_is_read_but_for_its_proof() -> None:
    theory = read_theory(THY)
    assert [(axiom.label, axiom.kind) for axiom in theory.axioms] == [
        ("rule_1", "axiom"),
        ("rule_2", "axiom"),
        ("asm", "assumption"),
        ("assumption_4", "assumption"),
    ]
    assert theory.declared == {"Tea": "entity ⇒ bool", "Holds": "entity ⇒ entity ⇒ bool"}
    assert not theory.faults


@pytest.mark.parametrize("formula", ["∀x. Tea x = Hot x", "! x. Tea x ⟷ Hot x", "(∀x. Tea x) = (∃y. Hot y)"])
def test_an_equation_of_declared_predicates_is_one_of_formulas(formula: str) -> None:
    declared = 'typedecl entity consts Tea :: "entity ⇒ bool" Hot :: "entity ⇒ bool"\n'
    theory = read_theory(f'{declared}axiomatization where a: "{formula}"\ntheorem shows "True" oops')
    assert not theory.faults and not theory_faults(theory) and "⟷" in labelled_text(theory)


@pytest.mark.parametrize("mark", ["\\<comment>", "―", "\\<emdash>", "--"])
@pytest.mark.parametrize("quotes", ["‹%s›", "\\<open>%s\\<close>"])
def test_a_formal_comment_is_no_axiom(mark: str, quotes: str) -> None:
    comment = f"{mark} {quotes % 'all tea is hot'}"
    text = f'axiomatization where a: "Tea x" {comment} and b: ‹Hot x› {comment}\ntheorem shows "Hot it" {comment} oops'
    theory = read_theory(text)
    assert [axiom.label for axiom in theory.axioms] == ["a", "b"] and theory.goal is not None


def test_what_a_file_says_beside_axioms_is_told_to_be_left_out() -> None:
    text = 'datatype kind = Green | Black\ndefinition strong :: "kind ⇒ bool" where "strong k ⟷ k = Black"\n'
    text += 'axiomatization Good :: "kind ⇒ bool" where a: "∀x. Good x"\ntheorem "Good Black" oops'
    found = [(fault.line, fault.code, fault.severity) for fault in read_theory(text).faults]
    assert found == [(1, "left-out", "warning"), (2, "left-out", "warning")]


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("Tea x → Hot x", "isabelle-syntax"),
        ("Tea x ∧ ∃y. Hot y", "isabelle-syntax"),
        ("Holds(y, x)", "isabelle-syntax"),
        ("∀x: Tea x", "isabelle-syntax"),
        ("! Tea x", "isabelle-syntax"),
        ("Ice-Tea x", "character"),
    ],
)
def test_what_isabelle_would_refuse_is_a_fault_of_a_file_of_its_own(formula: str, code: str) -> None:
    theory = read_theory(THY.replace("∀x. Tea x ⟶ (∃y. Holds y x)", formula))
    assert [(fault.code, fault.line) for fault in theory.faults] == [(code, 8)]
    assert all(fault.severity == "warning" for fault in read_theory(f"rule_1: {formula}").faults)


def test_all_faults_are_told_at_once_with_label_line_and_column() -> None:
    with pytest.raises(TheoryError) as raised:
        read_theory("rule_1: Tea(x\nrule_2: Tea(x) ∧\nrule_3: Tea(x)\nrule_4: ∀x Tea(x) ⟶ Hot(x)\nrule_5: ∀x. x\n")
    faults = raised.value.faults
    assert [(fault.line, fault.column) for fault in faults] == [(1, 14), (2, 17), (4, 12), (5, 13)]
    assert all(fault.message.startswith(f"rule_{fault.line}: ") for fault in faults)
    assert str(raised.value).count("^") == 4


def test_a_missing_connective_is_no_error_of_syntax_in_juxtaposed_text() -> None:
    assert one("Tea x Cup y") == "Tea(x, Cup, y)"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_text_to_tree_to_text_is_the_identity(seed: int) -> None:
    theory = draw_theory(random.Random(seed), depth=4)
    again = read_theory(isabelle_text(theory))
    assert (again.axioms, again.goal) == (theory.axioms, theory.goal)
    assert not again.faults
    lines = read_theory(labelled_text(theory))
    assert (lines.axioms, lines.goal) == (theory.axioms, theory.goal)
    assert tptp_text(theory).count("fof(") == len(theory.axioms) + 1


PIECES = st.sampled_from(
    '∀ ∃ x y. Tea ( ) ∧ ⟶ ¬ = : " (* *) goal: theorem shows axiomatization where consts :: \\<forall> [ ] '
    ", ⟦ ⟹ - ! ? 1 é end \x00".split()
).map(lambda piece: f"{piece} ")


@settings(max_examples=120, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=25).map("".join)))
def test_whatever_is_read_is_a_theory_or_told_faults(text: str) -> None:
    try:
        assert isinstance(read_theory(text), Theory)
    except TheoryError as error:
        assert error.faults


@pytest.mark.parametrize(
    "text", ["(" * 5000, "¬" * 5000 + "A", "∀x. " * 3000 + "P x", "A ∧ " * 3000 + "B", "A ⟶ " * 3000 + "B"]
)
def test_deep_nesting_is_a_fault(text: str) -> None:
    with pytest.raises(TheoryError):
        read_theory(f"rule_1: {text}")
