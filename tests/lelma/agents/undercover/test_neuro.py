"""The neuro-symbolic agent: record, repair, guess and its refinement; and what each ablation leaves out."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import pytest

from lelma.agents.steps.fields import GameTexts
from lelma.agents.steps.plan import StepEntry, known_plans, read_plan
from lelma.agents.undercover.neuro import first_guess, prover_record, read_guess, refined_guess
from lelma.game.game import Game
from lelma.matches.transcript import Event
from tests.lelma.agents.undercover.undercover_play import Replies, match_of, moment_of, small

OPTIONS: dict[str, Any] = {"out": "(out ?p)", "over": "(winner ?s)", "record": "four", "repairs": 5}
PROVES = "fact_1: Sour(it)\nrule_1: ∀x. Sour(x) ⟶ Lemon(x)"
RULES_OUT = "fact_1: Green(it)\nrule_1: ∀x. Green(x) ⟶ ¬Lemon(x)\nrule_one: ∀x. Lemon(x) ⟶ x = it"
OPEN = "fact_1: Round(it)"
WRONG = "fact_1: Sour(it\nrule_1: ∀x. Sour(x) ⟶ Lemon(x)"
BY_RULES_ALONE = "fact_1: Round(it)\nrule_1: ∃x. Lemon(x)"
INCONSISTENT = "fact_1: Sour(it)\nfact_2: ¬Sour(it)"


@pytest.fixture(scope="module")
def game() -> Game:
    return small()


def truth(game: Game, formulas: Any, **options: Any) -> tuple[str, Replies, dict[str, Any]]:
    """What is recorded of `p2`, what was asked, and the note."""
    ask = Replies(rules="Rules.", formalize=formulas, repair=PROVES)
    found = prover_record(moment_of(game, [("p2", "It is sour.")]), {**OPTIONS, **options}, ask)
    return found.value["p2"], ask, dict(found.notes[0])


@pytest.mark.parametrize(
    ("formulas", "four", "paper"),
    [
        (PROVES, "it follows", "logically valid"),
        (RULES_OUT, "it is ruled out", "logically invalid"),
        (OPEN, "neither follows nor is ruled out", "logically invalid"),
        (BY_RULES_ALONE, "neither follows nor is ruled out", "logically invalid"),
        (INCONSISTENT, "could not be judged", "syntax error"),
    ],
)
def test_the_record_has_four_truths_or_the_papers_three(game: Game, formulas: str, four: str, paper: str) -> None:
    assert truth(game, formulas)[0] == four
    assert truth(game, formulas, record="paper")[0] == paper


def test_formulas_that_a_prover_refuses_are_mended_by_the_model_with_the_faults(game: Game) -> None:
    found, ask, note = truth(game, WRONG)
    assert found == "it follows" and ask.prompts == ["rules", "formalize", "repair"]
    assert "fact_1" in ask.asked[2][1]["faults"] and note["repairs"] == {"p2": 1}


def test_repair_ends_after_five_rounds(game: Game) -> None:
    """Algorithm 1, as printed, never does."""
    ask = Replies(rules="Rules.", formalize=WRONG, repair=WRONG)
    found = prover_record(moment_of(game, [("p2", "It is sour.")]), OPTIONS, ask)
    assert found.value == {"p2": "could not be judged"} and ask.prompts.count("repair") == 5


def test_what_needs_no_advice_is_mended_without_a_call(game: Game) -> None:
    found, ask, _ = truth(game, PROVES + "\nfact_2: Has(it, Sour)")
    assert found == "it follows" and ask.prompts == ["rules", "formalize"]


def test_three_formalizations_ask_until_two_agree(game: Game) -> None:
    found, ask, _ = truth(game, [OPEN, PROVES, PROVES], formalizations=3)
    assert found == "it follows" and ask.prompts.count("formalize") == 3
    assert truth(game, [PROVES, PROVES, OPEN], formalizations=3)[1].prompts.count("formalize") == 2
    assert truth(game, [OPEN, PROVES, RULES_OUT], formalizations=3)[0] == "neither follows nor is ruled out"


def test_charitable_counts_what_was_probably_meant(game: Game) -> None:
    strong = "fact_1: ∀x. Sour(x)\nrule_1: ∀x. Sour(x) ⟶ Lemon(x)"
    assert truth(game, strong)[0] == "neither follows nor is ruled out"
    assert truth(game, strong, charitable=True)[0] == "it follows"


def test_the_same_words_are_judged_once(game: Game) -> None:
    ask = Replies(rules="Rules.", formalize=PROVES)
    said = [("p2", "It is sour.")]
    kept = prover_record(moment_of(game, said), OPTIONS, ask).kept
    again = prover_record(moment_of(game, said, state=kept), OPTIONS, ask)
    assert again.value == {"p2": "it follows"} and len(ask.asked) == 2
    prover_record(moment_of(game, [*said, ("p2", "It is yellow.")], state=kept), OPTIONS, ask)
    assert len(ask.asked) == 4
    prover_record(moment_of(game, said, word="lime", state=kept), OPTIONS, ask)
    assert len(ask.asked) == 6


def test_whoever_is_out_is_judged_no_more(game: Game) -> None:
    assert prover_record(moment_of(game, [("p2", "It is sour.")], out=["p2"]), OPTIONS, Replies()).value == {}


def test_a_first_guess_waits_for_words_of_others_and_is_kept(game: Game) -> None:
    ask = Replies(guess="The other word: “Lime”.")
    assert first_guess(moment_of(game), {}, ask).value is None and ask.asked == []
    assert first_guess(moment_of(game, [("p2", "It is sour.")]), {}, ask).kept == {"guess": "Lime"}
    assert first_guess(moment_of(game, state={"guess": "Lime"}), {}, ask).value == "Lime" and len(ask.asked) == 1
    assert read_guess("Hm.\n  *Lime*  ") == "Lime" and read_guess("") == ""


def test_a_guess_may_be_told_the_words_that_explain_what_was_said(game: Game) -> None:
    said = [("p2", "It is a bird."), ("p3", "It has a beak."), ("p4", "It can give milk.")]
    moment = replace(moment_of(game, said, word="owl"), texts=GameTexts.of(game))
    ask = Replies(guess="Bat")
    first_guess(moment, {"ranked": 5}, ask)
    told = ask.asked[0][1]["ranked"].splitlines()
    assert len(told) == 6 and told[1].startswith("- bat: ")
    first_guess(moment, {}, ask)
    assert ask.asked[1][1]["ranked"] == ""


def refined(game: Game, formulas: str, *updates: Any, truth: str = "open", guess: str = "Lime") -> tuple[Any, Replies]:
    case = {"word": "lemon", "said": ["It is sour."], "truth": truth, "reason": "", "rules": "", "formulas": ""}
    case |= {"repairs": 0, "mended": [], "trace": ""}
    state = {"guess": guess, "cases": {"p2": case}}
    ask = Replies(rules="Rules.", formalize=formulas, update_guess=list(updates))
    moment = moment_of(game, [("p2", "It is sour.")], out=["p2"], state=state)
    return refined_guess(moment, OPTIONS, ask).value, ask


def test_a_guess_that_the_words_prove_is_kept(game: Game) -> None:
    """Equation 11."""
    value, ask = refined(game, "fact_1: Sour(it)\nrule_1: ∀x. Sour(x) ⟶ Lime(x)")
    assert value == "Lime" and "update_guess" not in ask.prompts


def test_a_spy_must_find_another_word_and_a_citizen_may_keep_it(game: Game) -> None:
    """Equations 12 and 13."""
    spy, citizen = {"identity": "spy", "guess": "lime"}, {"identity": "citizen", "guess": "Lime"}
    value, ask = refined(game, OPEN, spy, {"identity": "spy", "guess": "Orange"})
    assert value == "Orange" and ask.prompts.count("update_guess") == 2 and ask.asked[-1][1]["insist"]
    value, ask = refined(game, OPEN, citizen)
    assert value == "Lime" and ask.prompts.count("update_guess") == 1


def test_the_trace_tells_what_is_missing(game: Game) -> None:
    formulas = "fact_1: Sour(it)\nrule_1: ∀x. Sour(x) ∧ Green(x) ⟶ Lime(x)"
    _, ask = refined(game, formulas, {"identity": "citizen", "guess": "Lime"})
    assert ask.asked[-1][1]["trace"] == "It would follow if this were known as well: Green(it)."


def test_a_sketch_tells_the_first_step_that_fails(game: Game) -> None:
    formulas = "fact_1: Sour(it)\nrule_1: ∀x. Sour(x) ∧ Green(x) ⟶ Lemon(x)"
    steps = 'proof -\nobtain x where "Sour(x)" <ATP>\nthen have "Green x" <ATP>\nthen show ?thesis <ATP>\nqed'
    for sketch, told in (
        (steps, 'have "Green x"'),
        ("I can't.", "could not be read"),
        ("show ?thesis", "show ?thesis"),
    ):
        ask = Replies(rules="Rules.", formalize=formulas, sketch=sketch)
        found = prover_record(moment_of(game, [("p2", "It is sour.")]), {**OPTIONS, "sketch": True}, ask)
        case = found.kept["cases"]["p2"]
        assert case["truth"] == "open" and told in case["trace"] and ask.prompts[-1] == "sketch"
    ask = Replies(rules="Rules.", formalize=PROVES)
    prover_record(moment_of(game, [("p2", "It is sour.")]), {**OPTIONS, "sketch": True}, ask)
    assert "sketch" not in ask.prompts  # the goal itself is tried first


def test_nothing_is_refined_where_the_words_proved_the_own_word_or_nobody_guessed(game: Game) -> None:
    assert refined(game, OPEN, truth="entailed")[1].asked == []
    assert refined(game, OPEN, guess="")[1].asked == []


ABLATIONS: dict[str, dict[str, Any]] = {
    "neuro_no_prover": {"record": None, "refine": None},
    "neuro_no_guess": {"guess": None, "refine": None},
    "neuro_no_refine": {"refine": None},
    "neuro_ranked": {"guess": {"ranked": 5}},
    "neuro_paper": {"record": {"record": "paper"}},
    "neuro_charitable": {"record": {"charitable": True}, "refine": {"charitable": True}},
    "neuro_three": {"record": {"formalizations": 3}, "refine": {"formalizations": 3}},
}
"""Ablation → step → None where it is left out, or the options that are others."""


def test_every_ablation_is_here(game: Game) -> None:
    assert {name for name in known_plans(game.folder) if name.startswith("neuro_")} == set(ABLATIONS)


@pytest.mark.parametrize("name", ABLATIONS)
def test_an_ablation_changes_exactly_the_steps_it_names(name: str, game: Game) -> None:
    plans = known_plans(game.folder)
    whole, own = read_plan(plans["neuro"]), read_plan(plans[name])
    changes = ABLATIONS[name]
    wanted: list[StepEntry] = []
    for step in whole.step:
        if changes.get(step.name, {}) is not None:
            other = replace(step, options={**step.options, **changes.get(step.name, {})})
            drawn = name == "neuro_three" and step.name in changes  # at temperature 0 all three would be the same
            wanted.append(replace(other, temperature=0.7) if drawn else other)
    assert [asdict(step) for step in own.step] == [asdict(step) for step in wanted]
    assert (own.prompts, own.temperature, own.max_tokens) == (whole.prompts, whole.temperature, whole.max_tokens)


def steps_of(events: list[Event]) -> list[str]:
    """The steps of p1 of which a transcript tells calls or notes, in order, each once for its turn."""
    told = [(event["ply"], event["step"]) for event in events if "step" in event and event.get("role") == "p1"]
    return [step for _, step in dict.fromkeys(told)]


@pytest.mark.nightly
@pytest.mark.parametrize("name", ABLATIONS)
def test_transcripts_have_the_steps_that_an_ablation_leaves(name: str, game: Game) -> None:
    """The others say and vote the same, so that the first round has the same steps but for those that are left out."""
    whole, own = (match_of(f"p1={each}:formalizer,plain", game, seed=3) for each in ("neuro", name))
    left_out = {step for step, options in ABLATIONS[name].items() if options is None}
    steps = steps_of(whole)
    first = steps[: steps.index("answer") + 1]
    assert {"record", "answer"} <= {*first}
    kept = [step for step in first if step not in left_out]
    assert steps_of(own)[: len(kept)] == kept and not left_out & {*steps_of(own)}
