"""What the prover says, held against E where it is installed, and against models that are looked for one by one."""

from __future__ import annotations

import random
import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest

from lelma.experiments.prover_times import chained_theory
from lelma.prover import ProverLimits, ProversDisagree, Theory, check, consistent, explain, read_theory
from lelma.prover.eprover import EAnswer, ask_eprover, eprover_path
from lelma.prover.results import early_stop
from lelma.prover.sketch import check_sketch, read_sketch
from lelma.prover.sorts import mended
from lelma.prover.text.writing import sentence_text
from lelma.prover.theory import Always, Opposite, Predicate
from tests.lelma.prover.drawing import draw_rich_theory, draw_rule_theory, draw_theory
from tests.lelma.prover.finite_models import has_model

pytestmark = pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog (swipl) is not installed")

ALONE = ProverLimits(external=False)

DRINKS = """
fact_1: Tea(it) ∧ Hot(it)
fact_2: ∃e. Know(e) ∧ Agent(e, it)
rule_1: ∀x e y. Tea(x) ∧ Know(e) ∧ Agent(e, x) ∧ Bold(y) ∧ Patient(e, y) ⟶ (∃z. Ceylon(z) ∧ z = x)
rule_2: ∀x. Tea(x) ⟶ Green(x) ∨ Black(x)
rule_3: ∀x. Green(x) ⟶ Drink(x)
rule_4: ∀x. Black(x) ⟶ Drink(x)
goal: """


@pytest.mark.parametrize(
    ("goal", "outcome", "reason", "used"),
    [
        ("∃x. Drink(x)", "entailed", "proved", ("fact_1", "rule_2", "rule_3", "rule_4")),
        ("∃x. Ceylon(x)", "open", "countermodel", ()),
        ("¬Tea(it)", "contradicted", "proved", ("fact_1",)),
        ("∀x. Tea(x) ⟶ Drink(x)", "entailed", "proved", ("rule_2", "rule_3", "rule_4")),
    ],
)
def test_a_goal_is_entailed_contradicted_or_open(goal: str, outcome: str, reason: str, used: tuple[str, ...]) -> None:
    found = check(read_theory(DRINKS + goal), limits=ALONE)
    assert (found.outcome, found.reason, found.used) == (outcome, reason, used)
    assert (found.proof is not None) == (outcome != "open")
    assert ("no_fact_used" in found.flags) == (goal.startswith("∀"))


def test_a_proof_tells_its_cases_and_a_countermodel_its_facts() -> None:
    found = check(read_theory(f"{DRINKS}∃x. Drink(x)"), limits=ALONE)
    assert found.proof is not None and found.convincing
    assert [sentence_text(case.fact) for case in found.proof.cases] == ["Green(it)", "Black(it)"]
    assert found.proof.lines()[0].endswith("Tea(it)   by fact_1")
    model = [sentence_text(fact) for fact in check(read_theory(f"{DRINKS}∃x. Ceylon(x)"), limits=ALONE).model]
    assert "Tea(it)" in model and not any(fact.startswith(("Ceylon", "Bold")) for fact in model)


def test_a_tree_begins_at_the_goal() -> None:
    found = check(read_theory(f"{DRINKS}∃x. Drink(x)"), limits=ALONE, tree=True)
    assert [line.strip() for claim in found.tree for line in claim.lines()] == [
        "Drink(it)   by rule_3",
        "Green(it)   by rule_2",
        "Tea(it)   by fact_1",
        "¬Black(it)   by rule_4",
        "¬Drink(it)   (assumed)",
    ]
    assert found.as_json()["tree"][0]["parts"][0]["label"] == "rule_2"
    assert check(read_theory(f"{DRINKS}∃x. Ceylon(x)"), limits=ALONE, tree=True).tree == ()


def test_axioms_that_contradict_each_other_are_an_error_with_no_label_too_many() -> None:
    theory = read_theory("a: P(c)\nb: Q(c)\nc: ∀x. P(x) ⟶ R(x)\nd: ∀x. ¬(R(x) ∧ P(x))\ne: ∀x. Q(x) ⟶ S(x)\ngoal: Z(c)")
    found = check(theory, limits=ALONE)
    assert (found.outcome, found.reason, found.used) == ("error", "inconsistent", ("a", "c", "d"))
    assert consistent(theory).labels == ("a", "c", "d")
    assert consistent(replace(theory, axioms=theory.axioms[1:])).answer == "yes"


def test_what_is_missing_is_the_cheapest_that_the_axioms_allow() -> None:
    theory = read_theory(f"{DRINKS}∃x. Ceylon(x)")
    (missing,) = explain(theory)
    assert missing.cost == 2
    assert [sentence_text(fact).split("(")[0] for fact in missing.facts] == ["Bold", "Patient"]
    bold, patient = (fact for fact in missing.facts if isinstance(fact, Predicate))
    assert bold.args[0] == patient.args[1]
    forbidden = read_theory(f"no: ∀x. ¬Bold(x)\n{DRINKS}∃x. Ceylon(x)")
    assert all("Bold" not in sentence_text(fact) for each in explain(forbidden) for fact in each.facts)
    nothing_concludes = read_theory("fact_1: Tea(it)\ngoal: ∃x. Sencha(x)")
    assert [sentence_text(each.facts[0]).split("(")[0] for each in explain(nothing_concludes)] == ["Sencha"]
    assert explain(read_theory(f"{DRINKS}∃x. Drink(x) ∧ Tea(x)"))[:0] == ()


def missing_facts(text: str) -> list[list[str]]:
    return [[sentence_text(fact) for fact in each.facts] for each in explain(read_theory(text))]


def test_what_would_have_to_fail_is_told_where_nothing_else_helps() -> None:
    assert missing_facts("a: Tea(it)\ngoal: ¬Hot(it)") == [["¬Hot(it)"]]
    assert missing_facts("a: Tea(it)\nb: ∀x. Tea(x) ∧ ¬Hot(x) ⟶ Iced(x)\ngoal: Iced(it)") == [["Iced(it)"]]


def test_what_is_missing_of_anything_is_said_of_everything() -> None:
    assert missing_facts("a: ∀x. Black(x) ⟶ Hot(x)\ngoal: ∀x. Tea(x) ⟶ Hot(x)") == [["∀x1. Black(x1)"]]
    assert missing_facts("a: ¬Hot(it)\ngoal: ∀x. Tea(x) ⟶ Hot(x)") == [["∀x1. ¬Tea(x1)"]]


FAULTY = """
begin
typedecl entity
typedecl event
consts
  Drink :: "entity ⇒ bool"
  Petal :: "entity ⇒ bool"
  Scent :: "event ⇒ bool"
  Agent :: "event ⇒ entity ⇒ bool"
  Patient :: "event ⇒ entity ⇒ bool"
  Jasmine :: "entity ⇒ bool"
  Sencha :: "entity ⇒ bool"
axiomatization where
  fact_1: "∀x y e. Drink x ∧ Petal y ∧ Scent e ∧ Agent e x ∧ Patient e y"
axiomatization where
  rule_1: "∀x e. Sencha x ∧ Petal w ∧ Scent e ∧ Agent e x ⟶ ¬Patient e w"
axiomatization where
  rule_2: "∀x y e. Drink x ∧ Petal y ∧ Scent e ∧ Agent e x ∧ Patient e y ∧ Seldom e ⟶ (∃z. Jasmine z ∧ z = x)"
theorem hypothesis:
  shows "∃x. Jasmine x"
  sledgehammer
  oops
end
"""


def test_the_faults_of_the_papers_figure_7_are_told() -> None:
    found = check(read_theory(FAULTY), limits=ALONE, cost=3)
    assert found.outcome == "open"
    assert set(found.flags) == {"over_strong:fact_1", "undeclared:Seldom", "free_variable:rule_1.w"}
    assert [[sentence_text(fact)[:6] for fact in each.facts] for each in found.missing] == [["Seldom"]]
    assert found.charitable == "open"


def test_what_was_meant_is_judged_by_itself_only_where_it_can_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = (draw_rule_theory, draw_rich_theory, draw_theory)
    theories = [kind(random.Random(seed)) for seed in range(7000, 7020) for kind in kinds]
    found = [check(theory, limits=ALONE) for theory in theories]
    monkeypatch.setattr("lelma.prover.proving._holds_as_meant", lambda *_: False)
    assert [each.charitable for each in found] == [check(theory, limits=ALONE).charitable for theory in theories]
    assert any(each.charitable != each.outcome for each in found)


def test_a_proof_from_what_is_said_of_everything_does_not_convince() -> None:
    found = check(read_theory(FAULTY.replace(" ∧ Seldom e", "").replace("rule_1", "rule_0")), limits=ALONE)
    assert found.outcome == "entailed" and not found.convincing and "over_strong:fact_1" in found.flags


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a: Tea(x)\nb: Tea(x, y)", "arity"),
        ("a: Tea(pot)\nb: Likes(it, Tea)", "sort"),
        (FAULTY.replace("Agent e x ⟶", "Agent x e ⟶"), "sort"),
        (FAULTY.replace("Petal w ∧", "Petal w →"), "parse"),
        (FAULTY.replace('Drink x ∧ Petal y ∧ Scent e ∧ Agent e x ∧ Patient e y"', 'Drink x Petal y"'), "arity"),
    ],
)
def test_what_a_strict_prover_refuses_is_an_error_with_its_place(text: str, reason: str) -> None:
    found = check(read_theory(f"{text}\ngoal: ∃x. Tea(x)" if "theorem" not in text else text), limits=ALONE)
    assert (found.outcome, found.reason) == ("error", reason)
    assert all(fault.line > 1 or fault.column > 1 for fault in found.faults)


def test_a_predicate_as_an_argument_is_mended_to_a_constant() -> None:
    theory, repairs = mended(
        read_theory("a: Likes(it, Tea)\nb: ∀x. Likes(x, Tea) ⟶ Fan(x)\nc: Tea(pot)\ngoal: Fan(it)")
    )
    assert repairs == ("Tea as an argument is now the constant tea",)
    assert check(theory, limits=ALONE).outcome == "entailed"


def test_sorts_that_clash_only_warn_where_nothing_is_declared() -> None:
    found = check(read_theory("a: ∀x e. Agent(e, x) ⟶ Agent(x, e)\ngoal: Agent(a, b)"), limits=ALONE)
    assert found.outcome == "open" and {fault.severity for fault in found.faults} == {"warning"}


def test_terms_without_end_have_a_model_that_folds_them() -> None:
    found = check(read_theory("a: P(c)\nb: ∀x. P(x) ⟶ (∃y. R(x, y) ∧ P(y))\ngoal: ∃x. Q(x)"), limits=ALONE)
    assert (found.outcome, found.reason) == ("open", "countermodel")


ORDER = "a: ∀x. Less(x, s(x))\nb: ∀x y z. Less(x, y) ∧ Less(y, z) ⟶ Less(x, z)\nc: ∀x. ¬Less(x, x)"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("a: Tea(it)\ngoal: ¬Hot(it)", {"Tea(it)", "Hot(it)"}),
        (
            "a: ∀x. Less(x, s(x))\nb: ∀x y z. Less(x, y) ∧ Less(y, z) ⟶ Less(x, z)\ngoal: ¬Less(c, c)",
            {"Less(any0, any1)"},
        ),
    ],
)
def test_where_nothing_is_denied_the_countermodel_tells_what_holds(text: str, facts: set[str]) -> None:
    found = check(read_theory(text), limits=ALONE)
    assert found.outcome == "open" and {sentence_text(fact) for fact in found.model} == facts


def test_what_is_not_decided_is_open_with_its_reason() -> None:
    found = check(read_theory(f"{ORDER}\ngoal: ∃x. Less(x, zero)"), limits=ALONE)
    assert found.outcome == "open" and found.reason in ("depth", "inferences", "time")
    assert (
        check(read_theory(chained_theory(40, entailed=True)), limits=replace(ALONE, inferences=1000)).reason
        == "inferences"
    )


@pytest.mark.parametrize(
    "limits",
    [
        ProverLimits(seconds=1.0, inferences=10**9, external=False),
        ProverLimits(seconds=1.0, inferences=10**9),
        ProverLimits(inferences=2_000_000, external=False),
    ],
)
def test_all_questions_of_a_theory_share_its_limits(limits: ProverLimits) -> None:
    pairs = "\npairs: ∀x y. Less(x, y) ⟶ f(x, y) = f(y, x) ∨ Less(f(x, y), f(y, x))"
    theory = read_theory(f"{ORDER}{pairs}\ngoal: ∃x. Less(x, zero)")
    found = check(theory, limits=limits)
    assert found.outcome == "open" and found.reason in ("time", "inferences") and found.seconds < 2.5
    assert found.charitable is None  # nothing is left for it


@pytest.mark.parametrize(
    ("seed", "labels"),
    [
        (990562, ("fact_1", "rule_6", "rule_10", "rule_13")),
        (991621, ("rule_6", "rule_11")),
        (2002890, ("rule_4",)),
    ],
)
def test_conflicts_do_not_hide_behind_many_cases_and_equal_things(seed: int, labels: tuple[str, ...]) -> None:
    """Theories that took seconds, or were left undecided, of what each thing of many would be."""
    found = check(draw_rule_theory(random.Random(seed)), limits=replace(ALONE, inferences=500_000))
    assert (found.reason, found.used) == ("inconsistent", labels)


def test_a_hundred_and_sixty_axioms_are_decided_in_time() -> None:
    for entailed in (True, False):
        theory = read_theory(chained_theory(160, entailed=entailed))
        started = time.process_time()
        assert check(theory, limits=ALONE).outcome == ("entailed" if entailed else "open")
        assert time.process_time() - started < 5


def test_provers_that_differ_are_an_error_that_keeps_the_theory(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(theory: Theory, **options: object) -> EAnswer:
        return EAnswer("countersatisfiable")

    monkeypatch.setattr("lelma.prover.proving.ask_eprover", wrong)
    monkeypatch.setattr("lelma.prover.proving.eprover_path", lambda: "eprover")
    with pytest.raises(ProversDisagree, match="entailed") as raised:
        check(read_theory(f"{DRINKS}Tea(it)"), cross_check=True)
    assert "conjecture" in raised.value.theory


def test_e_is_asked_where_ours_cannot_tell_and_stopped_by_the_clock(tmp_path: Path) -> None:
    theory = read_theory(f"{DRINKS}Tea(it)")
    script = tmp_path / "eprover"
    script.write_text(
        "#!/bin/sh\ncat >/dev/null\necho '# SZS status Theorem'\necho \"fof(a0, axiom, p, file('<stdin>', a0)).\"\n"
    )
    script.chmod(0o755)
    assert ask_eprover(theory, seconds=5, path=str(script)) == EAnswer("theorem", ("fact_1",))
    script.write_text("#!/bin/sh\nsleep 60 & sleep 60\n")
    started = time.monotonic()
    assert ask_eprover(theory, seconds=0.2, path=str(script)).status == "unknown"
    assert time.monotonic() - started < 5


SKETCH = """proof -
  obtain p where "Tea p ∧ Hot p" <ATP>
  then have "Green p ∨ Black p" <ATP>
  then have "%s p" <ATP>
  then show ?thesis <ATP>
qed"""


def test_a_sketch_fails_at_its_first_step_that_does_not_follow() -> None:
    theory = read_theory(f"{DRINKS}∃x. Ceylon(x)")
    found = check_sketch(theory, read_sketch(SKETCH % "Drink"), limits=ALONE)
    assert (found.outcome, found.failed_step) == ("open", "show ?thesis")
    found = check_sketch(theory, read_sketch(SKETCH % "Black"), limits=ALONE)
    assert found.failed_step == 'have "Black p"'
    assert check_sketch(read_theory(f"{DRINKS}∃x. Drink(x)"), read_sketch(SKETCH % "Black")).outcome == "entailed"


def test_cases_of_a_rule_for_everybody_are_all_told_apart() -> None:
    """A theory that was found open: what one case was told apart for reached the next."""
    found = check(draw_rule_theory(random.Random(895260)), limits=ALONE)
    assert (found.reason, found.used) == ("inconsistent", ("fact_3", "rule_1", "rule_6"))


def test_votes_stop_early() -> None:
    assert early_stop(iter("abcb")) == "b"
    assert early_stop(iter("abc")) is None
    assert early_stop(iter("abcb"), most=3) is None


def test_no_outcome_contradicts_a_model_of_few_things() -> None:
    for seed in range(120):
        theory = draw_theory(random.Random(seed), axioms=2, depth=3)
        found = check(theory, limits=ALONE)
        formulas = [axiom.formula for axiom in theory.axioms]
        assert theory.goal is not None
        if has_model(formulas, 1) or (len(str(theory)) < 900 and has_model(formulas, 2)):
            assert found.reason != "inconsistent", seed
        if has_model([*formulas, Opposite(theory.goal)], 1):
            assert found.outcome in ("contradicted", "open"), seed
        if has_model([*formulas, theory.goal], 1):
            assert found.outcome in ("entailed", "open"), seed


def differ(seed: int, *, rich: bool = False) -> str:
    """How E's word on a random theory differs from ours; empty if it does not."""
    chance = random.Random(seed)
    theory = draw_theory(chance, axioms=seed % 6 + 1, depth=seed % 3 + 2, equal=seed % 2 == 0)
    theory = draw_rich_theory(random.Random(seed)) if rich else theory
    found = check(theory, limits=replace(ALONE, seconds=2.0))
    if found.reason in ("time", "depth", "inferences", "memory"):
        return "undecided"
    if found.outcome == "error":
        theirs = ask_eprover(replace(theory, goal=Always(False)), seconds=5).status
        return "" if theirs in ("theorem", "inconsistent", "unknown") else f"{seed}: E finds a model"
    goal = ask_eprover(theory, seconds=5).status
    denied = ask_eprover(theory, seconds=5, negate_goal=True).status
    expected = {"entailed": ("theorem", "countersatisfiable"), "contradicted": ("countersatisfiable", "theorem")}
    wanted = expected.get(found.outcome, ("countersatisfiable", "countersatisfiable"))
    same = all(one in (other, "unknown") for one, other in zip((goal, denied), wanted, strict=True))
    return "" if same else f"{seed}: {found.outcome}, E: {goal}, {denied}"


def agree(seeds: range) -> None:
    said = [differ(seed) for seed in seeds]
    assert not [each for each in said if each not in ("", "undecided")]
    assert said.count("undecided") <= len(seeds) / 100


@pytest.mark.nightly
@pytest.mark.skipif(eprover_path() is None, reason="E (eprover) is not installed")
def test_e_agrees_on_theories_with_functions_and_equality() -> None:
    said = [differ(seed, rich=True) for seed in range(400)]
    assert not [each for each in said if each not in ("", "undecided")]
    assert said.count("undecided") <= 0.01 * len(said)


@pytest.mark.skipif(eprover_path() is None, reason="E (eprover) is not installed")
def test_e_agrees() -> None:
    agree(range(25))


@pytest.mark.nightly
@pytest.mark.skipif(eprover_path() is None, reason="E (eprover) is not installed")
def test_e_agrees_on_many_theories() -> None:
    agree(range(25, 2025))
