"""A verifier judges formulas beside queries: in words, after what is given, and whatever a text holds."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import lelma
from lelma import Game, Given, Verdict, Verifier
from lelma.engine.answers import TRUTHS
from lelma.verify.formulas.given import Moved, Played
from lelma.verify.json_types import GivenJson
from lelma.verify.queries import answer, explain
from lelma.verify.report import CheckedClaim, Report
from translators.claim import Claim, Translation
from translators.formulas.formula import Const
from translators.formulas.write import text


@pytest.fixture(scope="module")
def hunt() -> Verifier:
    return Verifier.load("stag_hunt")


@pytest.fixture(scope="module")
def turns() -> Verifier:
    return Verifier.load("sequential_prisoners_dilemma", role="p2")


def one(verifier: Verifier, claim: str, given: Given | None = None) -> Verdict:
    return verifier.judge([claim], given=given)[0]


def test_queries_texts_and_values_of_formulas_are_judged_in_order(hunt: Verifier) -> None:
    value = hunt.formulas.parse("pay(p1; p1=stag, p2=hare) = 3")
    claims = ["best_response('stag', 'stag')", "nash({p1=stag, p2=stag})", value, "nonsense((", "zero_sum"]
    assert [each.truth for each in hunt.judge(claims)] == ["true", "true", "false", "error", "false"]


def test_a_false_formula_comes_with_what_holds_and_why(hunt: Verifier) -> None:
    cell = one(hunt, "pay(you; you=stag, they=hare) = 3")
    assert cell.says == "if you choose stag and they choose hare, you get 3"
    assert cell.correction == "if you choose stag and they choose hare, you get 0"
    assert cell.why == "you stag, them hare: you 0, them 3"
    assert cell.correct[0].query == "pay(p1; p1=stag, p2=hare) = 0" and cell.correct[0].values == {"value": "0"}
    assert one(hunt, "pay(p1; p1=stag) = 3").correction == "if you choose stag, you get 0 or 5"
    assert one(hunt, "highest_payoff(p2, 4)").correction == "the most they can get is 5"
    best = one(hunt, "best(p1, hare, {p2=stag})")
    assert best.correction == "stag is a best reply for you against them choosing stag"
    less = one(hunt, "min pay(p1; p1=stag) > min pay(p1; p1=hare)")
    assert less.correction == "the least you get if you choose stag is less than the least you get if you choose hare"
    same = one(hunt, "pay(p1; p1=hare, p2=hare) < pay(p2; p1=hare, p2=hare)")
    assert same.correct[0].query == "pay(p1; p1=hare, p2=hare) = pay(p2; p1=hare, p2=hare)"
    twin, cell = hunt.judge(
        [
            hunt.formulas.parse("higher_guaranteed_payoff(p1, stag, hare)"),
            hunt.formulas.parse("lowest_mutual_payoff(p1, stag, stag)"),
        ]
    )
    assert twin.correct[0].query == "lower_guaranteed_payoff(p1, stag, hare)"
    assert cell.correct[0].query == "lowest_mutual_payoff(p1, hare, hare)"
    assert "not for stag" in best.why
    twice = one(hunt, "not best(p1, stag, {p2=stag})")
    assert twice.denial == "stag is a best reply for you against them choosing stag"


def test_what_stands_instead_of_a_false_formula_holds(hunt: Verifier) -> None:
    claims = [
        "pay(p1; p1=hare, p2=hare) = 4",
        "safest(p1, stag)",
        "boldest(p2, hare)",
        "maximin(p1, 3)",
        "min sum() = 9",
    ]
    for verdict in hunt.judge(claims):
        assert verdict.truth == "false"
        assert all(one(hunt, correct.query).truth == "true" for correct in verdict.correct)


def test_severities_are_those_of_queries(hunt: Verifier) -> None:
    severities = {
        "pay(p1; p1=stag) >= 0": "payoff",
        "best(p1, stag, {p2=stag})": "payoff",
        "nash({p1=stag, p2=stag})": "theory",
        "pareto({p1=stag, p2=stag})": "theory",
        "survives(p1, stag)": "theory",
        "did(p1, stag)": "fact",
    }
    assert {claim: one(hunt, claim).severity for claim in severities} == severities


def test_what_is_given_decides_and_is_remembered_apart(turns: Verifier) -> None:
    after = {move: Given("p2", (Moved(1, "p1", Const(move)),), 1) for move in "CD"}
    claim = "pay(p2; p2=D) = 5"
    assert [one(turns, claim, after[move]).truth for move in "CDCD"] == ["true", "false", "true", "false"]
    assert one(turns, claim).truth == "false"
    assert one(turns, "knows(p2, did(p1, C))", after["C"]).truth == "true"


def test_rounds_that_were_played_are_given(hunt: Verifier) -> None:
    rounds = tuple(Played((("p1", Const("stag")), ("p2", Const(move)))) for move in ("stag", "hare"))
    given = Given(facts=rounds)
    assert [each.truth for each in hunt.judge(["total(you) = 5", "rounds() = 2", "earned(them) = 0"], given=given)] == [
        "true",
        "true",
        "false",
    ]


def test_an_announcement_is_pending_and_decides_nothing(turns: Verifier) -> None:
    assert "pending" in TRUTHS
    pending = one(turns, "will(p1, C)")
    assert pending.truth == "pending"
    report = turns.report(Translation((Claim("I will cooperate.", (0, 17), "will(p1, C)"),), ()))
    assert report.unverified and not report.ok and report.count()["pending"] == 1
    assert Report.from_json(report.as_json()).as_json() == report.as_json()
    assert CheckedClaim(report.claims[0].claim, pending).as_json()["verdict"] == "pending"
    assert "pending" not in turns.report(Translation((), ())).count()


def test_answers_and_explanations_take_formulas(turns: Verifier) -> None:
    given = Given("p2", (Moved(1, "p1", Const("C")),), 1)
    found = answer(turns, "pay(p2; p2=C) = 5", given=given)
    assert (found["verdict"], found["query"]) == ("false", "pay(p2; p2=C) = 5")
    assert found["correction"] == "if you choose C, you get 3"
    assert explain(turns, "best(p2, D, {})", given=given)["meaning"].startswith("No other move gives more")
    assert answer(turns, "finally(goal(p2, N), s0)", given=given)["verdict"] in ("true", "false")


@pytest.mark.parametrize(
    "claim",
    [
        "x" * 1_000_000,
        "not " * 1000 + "1 = 1",
        "(" * 3000,
        "[" * 3000,
        "stag'), halt, (",
        "pay(p1; p1='stag'), shell('touch /tmp/lelma_was_here'), foo=x) = 1",
        "pay(p9; ) = 1",
        "\0",
        "\ud800",
        "each X in moves(p1): Y is X",
        "1/0 = 1",
        "",
        "   ",
    ],
)
def test_whatever_is_no_claim_is_an_error_of_its_own(hunt: Verifier, claim: str) -> None:
    bad, good = hunt.judge([claim, "pay(p1; p1=hare) >= 1"])
    assert (bad.truth, good.truth) == ("error", "true")
    assert bad.reason and len(bad.reason) < 3000


def test_names_that_look_like_prolog_are_names(hunt: Verifier) -> None:
    verdict = one(hunt, "did(p1, stag) or pay(p1; ) = 1 and 'halt' is ']),halt.%'")
    assert verdict.truth in ("false", "error")
    assert one(hunt, "pay(p1; p1=hare) >= 1").truth == "true"


def test_an_error_says_where_and_what_is_near(hunt: Verifier) -> None:
    assert "line 1, column 12: there is no move 'stak' of p1" in one(hunt, "pay(p1; p1=stak) = 1").reason
    assert "did you mean stag?" in one(hunt, "pay(p1; p1=stak) = 1").reason
    assert "the form is best_response(" in one(hunt, "best_response('left', 'stag')").reason


@pytest.mark.parametrize("claim", ["pay(P1; p1=STAG, P2=Hare) = 0", "pay('player 1'; p1='the stag', p2=hare) = 0"])
def test_names_fold_case_and_prose_names_are_names(hunt: Verifier, claim: str) -> None:
    assert one(hunt, claim).truth == "true"


def test_a_verifier_that_was_pickled_judges_formulas(hunt: Verifier) -> None:
    again = pickle.loads(pickle.dumps(hunt))
    assert one(again, "pay(p1; p1=hare) >= 1").truth == "true"


def test_a_game_with_definitions_of_its_own(hunt: Verifier, tmp_path: Any) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "rules.gdl").write_text((hunt.game.folder / "rules.gdl").read_text())
    (folder / "definitions.toml").write_text(
        '[[definition]]\nname = "cosy(M: move)"\nformula = "each R in roles: min pay(R; R=M) >= 1"\n'
        'says = "{M} is cosy"\nmeans = "It guarantees each role 1."\n'
    )
    own = Verifier(Game.load(folder))
    assert [each.truth for each in own.judge(["cosy(hare)", "cosy(stag)"])] == ["true", "false"]
    assert own.judge(["cosy(stag)"])[0].says == "stag is cosy"


def test_given_is_a_public_name_that_costs_nothing_until_used() -> None:
    assert "Given" in lelma.__all__ and lelma.Given is Given
    program = "import lelma, sys; print(any(name.startswith('lelma.') for name in sys.modules))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


def test_the_object_over_the_wire_has_the_keys_that_are_read() -> None:
    assert set(GivenJson.__annotations__) == {"role", "moment", "moves", "percepts", "rounds", "odds"}


def test_a_text_is_judged_after_what_is_given(hunt: Verifier) -> None:
    rounds = (Played((("p1", Const("stag")), ("p2", Const("hare")))),)
    text = "In round 1, I chose stag. So far I have 2 points."
    assert [each.verdict.truth for each in hunt.check(text, given=Given("p1", rounds)).claims] == ["true", "false"]
    assert {each.verdict.truth for each in hunt.check(text).claims} == {"unknown"}


def test_a_text_may_speak_of_another_course_than_the_given_one(turns: Verifier) -> None:
    given = Given("p2", (Moved(1, "p1", Const("D")),))
    text = "If Player 1 chooses C and I choose D, I get 5. If Player 1 chooses D and I choose D, I get 3."
    assert [each.verdict.truth for each in turns.check(text, given=given).claims] == ["true", "false"]


ONE_CARD = """
(role random) (role p1) (role p2) (init (step 1)) (succ 1 2) (succ 2 3)
(card high) (card low) (move hold) (move fold)
(<= (legal random (deal ?c)) (true (step 1)) (card ?c))
(<= (legal random noop) (not (true (step 1))))
(<= (legal ?p noop) (true (step 1)) (role ?p) (distinct ?p random))
(<= (legal ?p ?m) (move ?m) (true (step 2)) (role ?p) (distinct ?p random))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (next (dealt ?c)) (does random (deal ?c)))
(<= (next (dealt ?c)) (true (dealt ?c)))
(<= (sees p1 ?c) (does random (deal ?c)))
(<= terminal (true (step 3)))
(<= (goal ?p 9) (true (dealt high)) (role ?p) (distinct ?p random))
(<= (goal ?p 1) (true (dealt low)) (role ?p) (distinct ?p random))
(goal random 0)
"""


@pytest.mark.parametrize(
    ("claim", "instead"),
    [
        ("knows(p1, dealt(low))", "knows(p1, not dealt(low))"),
        ("knows(p1, not dealt(high))@1", "knows(p1, dealt(high))@1"),
        ("knows(p2, dealt(high))", "not knows(p2, dealt(high)) and not knows(p2, not dealt(high))"),
        (
            "knows(p2, knows(p1, dealt(high)))",
            "not knows(p2, knows(p1, dealt(high))) and not knows(p2, not knows(p1, dealt(high)))",
        ),
        ("possible(p1, dealt(low))", "knows(p1, not dealt(low))"),
        ("possible(dealt(low))", "knows(not dealt(low))"),
        ("common(p1, dealt(low))", "common(p1, not dealt(low))"),
        ("common(dealt(high))", "not knows(p2, dealt(high)) and not knows(p2, not dealt(high))"),
        ("chance(p2, dealt(high)) = 1/3", "chance(p2, dealt(high)) = 1/2"),
        ("chance(p1, dealt(high)) < 1/3", "chance(p1, dealt(high)) = 1"),
    ],
)
def test_a_false_claim_about_possible_worlds_tells_what_holds(tmp_path: Path, claim: str, instead: str) -> None:
    file = tmp_path / "card.kif"
    file.write_text(ONE_CARD, "utf-8")
    judge = Verifier.load(file, role="p1").formulas
    given = Given(None, (Moved(1, "random", Const("deal", (Const("high"),))),), 1)
    (verdict,) = judge.judge([judge.parse(claim)], given=given)
    (correct,) = verdict.correct
    assert verdict.truth == "false" and correct.query == text(judge.parse(instead))
    (held,) = judge.judge([judge.parse(instead)], given=given)
    assert held.truth == "true" and correct.sentence == verdict.correction
    if "whether" in verdict.correction:
        assert verdict.correction.startswith("they do not know whether ")


def test_a_false_fact_of_the_state_tells_which_one_holds(tmp_path: Path) -> None:
    file = tmp_path / "card.kif"
    file.write_text(ONE_CARD, "utf-8")
    judge = Verifier.load(file, role="p1").formulas
    given = Given(None, (Moved(1, "random", Const("deal", (Const("high"),))),), 1)
    (verdict,) = judge.judge([judge.parse("dealt(low)")], given=given)
    assert [correct.query for correct in verdict.correct] == ["dealt(high)"]


def test_of_what_is_not_certain_both_may_be(tmp_path: Path) -> None:
    file = tmp_path / "card.kif"
    file.write_text(ONE_CARD, "utf-8")
    judge = Verifier.load(file, role="p1").formulas
    (verdict,) = judge.judge([judge.parse("knows(dealt(low))")], given=Given("p2", (), 1))
    assert verdict.truth == "false"
    assert [each.query for each in verdict.correct] == ["possible(dealt(low)) and possible(not dealt(low))"]
