"""TPTP's form: read, written, and its faults."""

from __future__ import annotations

import random
import shutil

import pytest

from lelma.prover import ProverLimits, TheoryError, check, read_theory, tff_text, tptp_text
from lelma.prover.eprover import eprover_path
from lelma.prover.text.writing import sentence_text
from tests.lelma.prover.drawing import draw_theory

TEA = """% a comment
fof(fact, axiom, tea(it) & ~ (hot(it) | 'iced tea'(it))).
fof(rule, hypothesis, ! [X,Y] : ((tea(X) & X != Y) => ? [E] : agent(E, X)), inference(x, [], [a, (b)])).
/* another */ cnf(clause, axiom, (p(X) | ~ q(X))).
tff(thing_type, type, thing: $tType).
tff(one, axiom, ! [X: thing] : p(X) <~> q(it)).
fof(goal, conjecture, ? [X] : tea(X) & p(it)).
"""


def test_entries_are_axioms_and_the_conjecture_is_the_goal() -> None:
    theory = read_theory(TEA)
    told = {axiom.label: sentence_text(axiom.formula) for axiom in theory.axioms}
    assert told == {
        "fact": "tea(it) ∧ ¬(hot(it) ∨ iced_tea(it))",
        "rule": "∀X Y. (tea(X) ∧ ¬(X = Y)) ⟶ (∃E. agent(E, X))",
        "clause": "∀X. p(X) ∨ ¬q(X)",
        "one": "¬((∀X. p(X)) ⟷ q(it))",
    }
    assert (
        theory.goal is not None and sentence_text(theory.goal) == "(∃X. tea(X)) ∧ p(it)"
    )  # no further than it reaches
    assert theory.places["rule"] == (3, 1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("fof(a, axiom, p(X) & ).\nfof(b, axiom, q", "1:22.*is unexpected"),
        ("fof(a, axim, p).", "no role 'axim'"),
        ("thf(a, axiom, p).", "no fof"),
        ("fof(a, axiom, ! [X] : p(X) & X).", "the variable X stands where"),
        ("fof(a, axiom, $less(1, 2)).", "arithmetic"),
        ("fof(a, axiom, " + "(" * 300 + "p" + ")" * 300 + ").", "stand in each other"),
        ("fof(a, axiom, p(" + "f(" * 300 + "x" + ")" * 300 + ")).", "stand in each other"),
        ("include('axioms.ax').", "is no fof"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, told: str) -> None:
    with pytest.raises(TheoryError, match=told):
        read_theory(text)


@pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog (swipl) is not installed")
@pytest.mark.parametrize("write", [tptp_text, tff_text])
def test_what_is_written_is_read_with_the_same_outcome(write: object) -> None:
    assert callable(write)
    for seed in range(12):
        theory = draw_theory(random.Random(seed), axioms=3)
        again = read_theory(write(theory))
        assert len(again.axioms) == len(theory.axioms)
        limits = ProverLimits(external=False)
        assert check(again, limits=limits).outcome == check(theory, limits=limits).outcome, seed


EVENTS = "fact_1: ∃e. Fly(e) ∧ Agent(e, it)\nrule_1: ∀x e. Fly(e) ∧ Agent(e, x) ⟶ Bird(x)\ngoal: ∃x. Bird(x)"


def test_sorts_are_told_in_typed_form() -> None:
    text = tff_text(read_theory(EVENTS))
    assert "type, p__Agent: (event * entity) > $o" in text and "![Vx: entity,Ve: event]" in text


@pytest.mark.skipif(eprover_path() is None, reason="E (eprover) is not installed")
def test_e_takes_typed_form() -> None:
    import subprocess

    program = eprover_path()
    assert program is not None
    done = subprocess.run(
        [program, "--auto", "--silent"], input=tff_text(read_theory(EVENTS)), capture_output=True, text=True, timeout=20
    )
    assert "SZS status Theorem" in done.stdout
