"""Reports: verdicts beside claims, feedback that is true, contradictions, and what counts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lelma.engine.answers import Limits
from lelma.game.file_format import GameFile
from lelma.support.errors import GameError, UsageError
from lelma.verify.report import Report
from lelma.verify.verifier import Verifier
from tests.lelma.verify.drawing import Drawn, claims, flat, tables
from tests.lelma.verify.tables import one_query_a_line, table_game, table_verifier
from translators.claim import Claim, Translation

few = settings(max_examples=12, deadline=None)
STAG_HUNT = [[(5, 5), (0, 3)], [(3, 0), (1, 1)]]
TEMPLATES = flat(table_verifier(STAG_HUNT, ("A", "b")).vocabulary.templates)


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return table_verifier(STAG_HUNT, ("stag", "hare"))


def draw_claims(data: st.DataObject) -> tuple[Verifier, list[Drawn]]:
    table = data.draw(tables(most=3))
    return table.verifier(strict=True), [data.draw(claims(table, template)) for template in TEMPLATES]


@few
@given(st.data())
def test_every_line_of_feedback_is_true(data: st.DataObject) -> None:
    verifier, drawn = draw_claims(data)
    report = verifier.check("\n".join(claim.query for claim in drawn))
    lines = feedback_lines(report)
    assert len(lines) == len(set(lines))
    assert all(line.strip() for line in lines)
    said = set()
    for item in report.failed:
        verdict = item.verdict
        asked = verifier.judge([correct.query for correct in verdict.correct])
        assert [answer.truth for answer in asked] == ["true"] * len(asked), item.claim.query
        assert verdict.denial, item.claim.query
        said.add(verdict.correction if verdict.correct else verdict.denial)
    assert said == set(lines)


def feedback_lines(report: Report) -> list[str]:
    return [line.removeprefix("- ") for line in report.feedback.splitlines() if line.startswith("- ")]


@few
@given(st.data())
def test_negation_denies_exactly_the_false_claims(data: st.DataObject) -> None:
    table = data.draw(tables(most=3))
    drawn = [data.draw(claims(table, template)) for template in TEMPLATES]
    report = table.verifier(strict=True, style="negation").check("\n".join(claim.query for claim in drawn))
    false = {claim.query for claim in drawn if claim.truth == "false"}
    assert {item.claim.query for item in report.failed} == false
    assert set(feedback_lines(report)) == {item.verdict.denial for item in report.failed}
    assert not set(feedback_lines(report)) & {item.verdict.says for item in report.claims}


@few
@given(st.data())
@pytest.mark.slow
def test_true_claims_do_not_contradict_each_other(data: st.DataObject) -> None:
    verifier, drawn = draw_claims(data)
    assert verifier.check("\n".join(claim.query for claim in drawn if claim.truth == "true")).contradictions == ()


@few
@given(st.data())
def test_a_report_survives_json(data: st.DataObject) -> None:
    verifier, drawn = draw_claims(data)
    written = verifier.check("\n".join(claim.query for claim in drawn)).as_json()
    assert Report.from_json(written).as_json() == written


CELL = "do(choice(them, 'hare'), do(choice(you, 'stag'), s0))"
SAME_CELL = "do(choice(you, 'stag'), do(choice(them, 'hare'), s0))"


@pytest.mark.parametrize(
    ("first", "second", "contradict"),
    [
        (f"finally(goal(you, 0), {CELL})", f"finally(goal(you, 3), {CELL})", True),
        (f"finally(goal(you, 0), {CELL})", f"finally(goal(me, 3), {CELL})", True),
        (f"finally(goal(you, 0), {CELL})", f"finally(goal(them, 3), {CELL})", False),
        (f"finally(goal(you, 0), {CELL})", f"finally(goal(you, 0/7), {CELL})", False),
        (
            f"finally(goal(you, 0), {CELL})",
            "finally(goal(you, 3), do(choice(them, 'hare'), do(choice(you, 'hare'), s0)))",
            False,
        ),
        ("higher(1, 2)", "lower(1, 2)", True),
        ("higher(1, 2)", "equal(1, 2)", True),
        ("higher(1, 2)", "higher(2, 1)", False),
        ("highest_possible_individual_payoff(5)", "highest_possible_individual_payoff(3)", True),
        ("highest_possible_individual_payoff(5)", "highest_possible_individual_payoff(them, 3)", False),
        ("highest_individual_payoff_for_choice(5, 'stag')", "highest_individual_payoff_for_choice(3, 'hare')", False),
        ("best_response('stag', 'hare')", "best_response('hare', 'hare')", False),
        ("highest_guaranteed_payoff_choice('stag')", "highest_guaranteed_payoff_choice('hare')", False),
        ("higher_guaranteed_payoff('stag', 'hare')", "lower_guaranteed_payoff('stag', 'hare')", True),
        ("higher_payoff_against('stag', 'hare', 'stag')", "equal_payoff_against('stag', 'hare', 'stag')", True),
        ("higher_payoff_against('stag', 'hare', 'stag')", "lower_payoff_against('stag', 'hare', 'hare')", False),
        ("possible_individual_payoff(3)", "possible_individual_payoff(5)", False),
        (
            "higher_expected_payoff('stag', 'hare', ['stag': 1])",
            "equal_expected_payoff('stag', 'hare', ['stag': 1])",
            True,
        ),
    ],
)
def test_contradictions(verifier: Verifier, first: str, second: str, contradict: bool) -> None:
    for texts in ((first, second), (second, first)):
        found = verifier.check("\n".join(texts)).contradictions
        assert len(found) == contradict
        for pair in found:
            assert (pair.first.claim.query, pair.second.claim.query) == texts


def test_ties_make_all_claims_true_and_corrections_name_all() -> None:
    tied = table_verifier([[(2, 1), (0, 0)], [(2, 1), (3, 3)], [(1, 1), (3, 3)]], ("a", "b", "c"), ("x", "y"))
    assert [verdict.truth for verdict in tied.judge(["best_response('a', 'x')", "best_response('b', 'x')"])] == [
        "true"
    ] * 2
    wrong, only, mutual = tied.judge(
        ["best_response('c', 'x')", "only_best_response('a', 'x')", "highest_mutual_payoff('a', 'x')"]
    )
    assert wrong.correction == "choice a is your best response when they choose x, and equally choice b"
    assert [correct.query for correct in wrong.correct] == ["best_response('a', 'x')", "best_response('b', 'x')"]
    assert (only.truth, only.correction) == ("false", wrong.correction)
    assert mutual.correction == "choices b and y give you the highest mutual payoff, and equally choices c and y"


def test_equal_numbers_are_neither_higher_nor_lower(verifier: Verifier) -> None:
    for verdict in verifier.judge(["higher(5, 10/2)", "lower(2.5, 5/2)"]):
        assert verdict.truth == "false"
        assert verdict.correction.startswith(("5 equals 5", "2.5 equals 2.5"))


def test_failed_claims_of_one_kind_stand_together(verifier: Verifier) -> None:
    text = "higher(1, 2)\nhighest_possible_individual_payoff(1)\nhigher(3, 4)\nhigher(1, 2)"
    assert feedback_lines(verifier.check(text)) == [
        "payoff 1 is lower than payoff 2",
        "payoff 3 is lower than payoff 4",
        "payoff 5 is your highest possible individual payoff",
    ]


@pytest.mark.parametrize(
    ("text", "strict", "ok", "unverified"),
    [
        ("higher(2, 1)", False, True, False),
        ("higher(1, 2)", False, False, False),
        ("higher(2, 1)\nhigher(1, 2)", False, False, False),
        ("", False, False, True),
        ("nonsense(", False, False, True),
        ("nonsense(\nhigher(2, 1)", False, True, False),
        ("strictly_dominant('stag')", False, False, True),
        ("strictly_dominant('stag')", True, False, False),
        ("strictly_dominant('stag')\nhigher(2, 1)", False, True, False),
        ("strictly_dominant('stag')\nhigher(2, 1)", True, False, False),
        ("nash_equilibrium('stag', 'stag')", True, True, False),
    ],
)
def test_what_counts(text: str, strict: bool, ok: bool, unverified: bool) -> None:
    report = table_verifier(STAG_HUNT, ("stag", "hare"), strict=strict).check(text)
    assert (report.ok, report.unverified) == (ok, unverified)
    assert bool(report.feedback) == (not ok)
    assert ("Nothing in this could be checked" in report.feedback) == unverified


def test_unknown_counts_as_neither_true_nor_false() -> None:
    hurried = table_verifier(STAG_HUNT, ("stag", "hare"))
    hurried.solver.limits = Limits(inferences=20)
    report = hurried.check("nash_equilibrium('stag', 'stag')\nhighest_possible_individual_payoff(5)")
    assert {item.verdict.truth for item in report.claims} == {"unknown"}
    assert report.unverified and not report.ok and not report.failed
    assert "what the choices pay" in report.feedback
    hurried.solver.limits = Limits()
    assert hurried.check("highest_possible_individual_payoff(5)").ok  # an unknown verdict is not remembered


def test_a_claim_said_twice_is_judged_once_a_sentence(verifier: Verifier) -> None:
    claim = Claim("A.", (0, 2), "higher(2, 1)")
    again = Claim("B.", (3, 5), "higher(2, 1)")
    assert [item.claim for item in verifier.report(Translation((claim, claim, again))).claims] == [claim, again]


def test_feedback_speaks_in_the_words_of_the_claim() -> None:
    game = table_game(STAG_HUNT, ("stag", "hare"), ("stag", "hare"))
    namings = {"game": {"stag": ("stag",), "hare": ("hare",)}, "paper": {"stag": ("B",), "hare": ("R",)}}
    renamed = type(game).from_description(game.description, path=game.path, file=GameFile(naming=namings))
    verifier = Verifier(renamed, translator=one_query_a_line)
    said = verifier.judge(["highest_guaranteed_payoff_choice('B')", "highest_guaranteed_payoff_choice('stag')"])
    assert [verdict.correct[0].query for verdict in said] == [
        "highest_guaranteed_payoff_choice('R')",
        "highest_guaranteed_payoff_choice('hare')",
    ]
    named = verifier.judge(["highest_guaranteed_payoff_choice('B')"], ["game"])
    assert named[0].correct[0].query == "highest_guaranteed_payoff_choice('hare')"


def test_you_is_the_role_that_asks() -> None:
    cells = [[(1, 10), (2, 20)], [(3, 30), (4, 40)]]
    row, column = table_verifier(cells, ("a", "b")), table_verifier(cells, ("a", "b"), role="YOU2")
    query = "finally(goal(you, {}), do(choice(them, 'a'), do(choice(you, 'b'), s0)))"
    assert [verdict.truth for verdict in row.judge([query.format(3), query.format(20)])] == ["true", "false"]
    assert [verdict.truth for verdict in column.judge([query.format(3), query.format(20)])] == ["false", "true"]
    assert column.judge([query.format(1)])[0].why == "you b, them a: you 20, them 2"


def test_moves_belong_to_their_role() -> None:
    verifier = table_verifier([[(1, 2)] * 2] * 2, ("up", "down"), ("left", "right"))
    for query in (
        "best_response('left', 'up')",
        "highest_individual_payoff_for_choice(1, 'left')",
        "finally(goal(you, 1), do(choice(you, 'left'), do(choice(them, 'left'), s0)))",
    ):
        verdict = verifier.judge([query])[0]
        assert (verdict.truth, "'left' is no move of you" in verdict.reason) == ("error", True)
    assert verifier.judge(["best_response(them, 'left', 'up')"])[0].truth == "true"


def test_wrong_arguments_are_refused() -> None:
    game = table_game(STAG_HUNT, ("a", "b"), ("a", "b"))
    with pytest.raises(UsageError, match="no role 'nobody'; its roles are me, you2"):
        Verifier(game, role="nobody")
    with pytest.raises(UsageError, match="choose correct or negation"):
        Verifier(game, style="loud")
    with pytest.raises(GameError, match="there is no query set 'none'"):
        table_game(STAG_HUNT, ("a", "b"), ("a", "b"), compat="none")


def test_a_game_too_large_for_a_table_still_answers_about_plays() -> None:
    large = table_verifier(STAG_HUNT, ("stag", "hare"), limits=Limits(plays=3))
    assert large.facts is None and "too many plays" in large.untabulated
    end = "do(choice(them, stag), do(choice(you, stag), s0))"
    queries = [f"finally(goal(you, 5), {end})", f"finally(goal(you, 4), {end})"]
    assert [verdict.truth for verdict in large.judge(queries)] == ["true", "false"]
    for verdict in large.judge(["highest_possible_individual_payoff(5)", "nash_equilibrium(stag, stag)", "zero_sum"]):
        assert (verdict.truth, "too many plays" in verdict.reason) == ("unknown", True)


def test_exact_payoffs_are_never_rounded() -> None:
    third, tiny = Fraction(1, 3), Fraction(1, 10**30)
    verifier = table_verifier([[(third, 0), (third + tiny, 0)], [(Fraction("0.1") * 3, 0), (0, 0)]], ("a", "b"))
    queries = {
        "highest_possible_individual_payoff(1/3)": "false",
        "highest_individual_payoff_against(1/3, 'a')": "true",
        "highest_individual_payoff_against(0.3333333333, 'a')": "false",
        "highest_individual_payoff_for_choice(0.3, 'b')": "true",
        "equal(0.1 + 0.2, 0.3)": "true",
        "equal(1/3 + 1/3 + 1/3, 1)": "true",
        "expected_payoff(1/3, 'a', ['a': 1])": "true",
    }
    verdicts = verifier.judge(list(queries))
    assert {query: verdict.truth for query, verdict in zip(queries, verdicts, strict=True)} == queries
