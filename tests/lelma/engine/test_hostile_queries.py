"""Texts and queries that mean harm are only texts, and errors of their own."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.compile.prolog_text import prolog_atom
from lelma.engine.answers import Limits
from lelma.engine.solver import Solver
from lelma.support.errors import GameError
from lelma.verify.verifier import Verifier
from tests.lelma.verify.tables import table_verifier

STAG_HUNT = [[(5, 5), (0, 3)], [(3, 0), (1, 1)]]
FINE = "highest_possible_individual_payoff(5)"


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return table_verifier(STAG_HUNT, ("stag", "hare"))


@pytest.fixture(scope="module")
def english() -> Verifier:
    return Verifier.load("stag_hunt")


TEXTS = {
    "empty": "",
    "blank": " \n\t\r\n ",
    "nested quotes": "'\"'\"''\"\"\\'\\\"`´‘’“”«»" * 50,
    "directive": ":- shell(rm). ?- halt. :- initialization(halt).",
    "query in prose": "I think highest_possible_individual_payoff(5), shell('rm -rf /'), so stag.",
    "parentheses": "(" * 500_000 + ")" * 500_000,
    "unbalanced": "If you choose (stag [hare {(" + "(" * 10_000,
    "control characters": "".join(map(chr, range(32))) * 100 + "\x7f\x80\x9f",
    "right to left": "\u202e\u2066If we both choose stag\u2069\u202c, I get 5.\u200f",
    "zero width": "If we bo\u200bth cho\u200dose st\u2060ag, I get 5.\ufeff",
    "NULs": "If we both choose stag,\0 I get 5.\0",
    "not UTF-8": b"If we both choose stag \xff\xfe\xed\xa0\x80 I get 5.".decode("utf-8", "replace"),
    "lone surrogate": "If we both choose stag \ud800 I get 5.",
    "combining": "If we both choose s" + "\u0301" * 5000 + "tag, I get 5.",
    "one long word": "a" * 1_000_000,
    "one long number": "If we both choose stag, I get " + "9" * 100_000 + ".",
    "many numbers": "1 2 3 " * 50_000,
    "many sentences": "If we both choose stag, I get 5. " * 2_000,
    "markup": "[bold red]stag[/nope] <script>alert(1)</script> {stag} {{}} %s %(x)s {0} \\begin{x}",
    "emoji": "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🦌" * 200,
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_text_is_only_a_text(name: str, english: Verifier) -> None:
    text = TEXTS[name]
    began = time.monotonic()
    report = english.check(text)
    assert time.monotonic() - began < 20
    for item in report.claims:
        start, end = item.claim.span
        assert text[start:end] == item.claim.sentence
        assert item.verdict.truth in ("true", "false")
    report.as_json()
    assert english.judge(["highest_possible_individual_payoff(3 + 2)"])[0].truth == "true"


QUERIES = {
    "very long": "higher(" + "1" * 1_000_000 + ", 2)",
    "just too long": "higher(2, 1" + " " * 4000 + ")",
    "parentheses": "higher(" + "(" * 1900 + "2" + ")" * 1900 + ", 1)",
    "minus signs": "higher(" + "-" * 3900 + "2, 1)",
    "finally": "finally(" * 10_000,
    "finally, shorter": "finally(" * 400 + ")" * 400,
    "situation": "finally(goal(you, 1), " + "do(choice(you, 'stag'), " * 150 + "s0" + ")" * 151,
    "compound": "holds(" + "f(" * 1300 + "a" + ")" * 1300 + ", s0)",
    "conjunction": ", ".join(["higher(2, 1)"] * 250),
    "negations": "\\+ " * 900 + "higher(2, 1)",
    "huge number": "higher(" + "9" * 3900 + ", 1)",
    "huge product": "higher(" + "*".join(["9" * 38] * 100) + ", 1)",
    "huge power of two": "higher(1" + "/1208925819614629174706176" * 150 + ", 1)",
    "huge fraction": "equal(" + "+".join(f"1/{10**37 + i}" for i in range(90)) + ", 1)",
    "10**5000": "higher(10**5000, 1)",
    "exponent": "higher(1e5000, 1)",
    "division by zero": "higher(1/0, 1)",
    "division by nothing": "higher(1/(2-2), 1)",
    "zero chance": "expected_payoff(1, 'stag', ['stag': 1/(1-1)])",
    "chances over one": "expected_payoff(1, 'stag', ['stag': 2, 'hare': -1])",
    "no chances": "expected_payoff(1, 'stag', [])",
    "twice the same chance": "expected_payoff(1, 'stag', ['stag': 1/2, 'stag': 1/2])",
    "unicode quotes": "highest_guaranteed_payoff_choice(‘stag’)",
    "full width": "ｈｉｇｈｅｒ(２, １)",
    "other digits": "higher(٥, ٣)",
    "end of the atom": "highest_guaranteed_payoff_choice('stag'), halt, foo('",
    "embedded goal": "highest_guaranteed_payoff_choice('), halt, foo(')",
    "escaped end": "highest_guaranteed_payoff_choice('stag\\'), halt, foo(\\'')",
    "second clause": "higher(2, 1). shell('ls').",
    "directive": ":- shell('ls').",
    "disjunction": "higher(2, 1) ; halt",
    "if then": "higher(2, 1) -> halt",
    "module": "system:halt",
    "module of another game": "game_1:role(X)",
    "call": "call(halt)",
    "findall": "findall(X, halt, X)",
    "arithmetic": "X is 2 + 1",
    "unify": "X = halt",
    "assert": "assertz(role(p3))",
    "goal in an argument": "finally(shell('ls'), s0), halt",
    "goal as a number": "higher(shell(ls), 1)",
    "comment": "higher(2, 1) % fine\n, halt",
    "block comment": "higher(2, 1) /* fine */, halt",
    "character code": "higher(0'a, 1)",
    "hexadecimal": "higher(0x10, 1)",
    "variable goal": "X",
    "NUL": "higher(2\0, 1)",
    "right to left": "\u202ehigher(2, 1)\u202c, halt",
    "surrogate": "highest_guaranteed_payoff_choice('\ud800')",
    "blank": " ",
    "nothing": "",
    "dot": ".",
    "no name": "(1, 2)",
    "quoted functor": "'halt'",
    "braces": "{halt}",
    "dict": "_{a: 1}.put(halt)",
    "string": '"halt"',
}
HARMLESS = {"parentheses": "true", "situation": "unknown", "other digits": "true"}


@pytest.mark.parametrize("name", QUERIES)
def test_a_hostile_query_is_an_error_of_its_own(name: str, verifier: Verifier) -> None:
    began = time.monotonic()
    first, hostile, last = verifier.judge([FINE, QUERIES[name], "lower(1, 2)"])
    assert time.monotonic() - began < 30
    assert (first.truth, last.truth) == ("true", "true")
    assert hostile.truth == HARMLESS.get(name, "error")
    if hostile.truth == "error":
        assert hostile.reason and len(hostile.reason) < 1200


@pytest.mark.parametrize("name", QUERIES)
def test_a_hostile_question_is_answered_or_refused(name: str, verifier: Verifier) -> None:
    from lelma.verify.queries import answer

    found = answer(verifier, QUERIES[name])
    assert found["verdict"] in ("true", "false", "unknown", "error")
    assert verifier.judge([FINE])[0].truth == "true"


alphabet = st.sampled_from(
    ["highest_possible_individual_payoff", "finally", "goal", "do", "choice", "you", "them", "s0", "(", ")", ",", ".",
     "'stag'", "hare", "5", "-", "/", "*", "0", "[", "]", ":", "\\+", "X", "_", "'", '"', "higher", " ", "halt", ":-",
     "\\", "|", "{", "}", ";", "->", "!", "expected_payoff", "é", "\u202e", "\0", "\n"]
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(alphabet, max_size=25).map("".join))
def test_no_query_raises_or_escapes(text: str) -> None:
    verdict = FUZZED.judge([text])[0]
    assert verdict.truth in ("true", "false", "error")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60).filter(lambda name: name != "s0"))
def test_any_text_in_quotes_is_an_atom(name: str) -> None:
    solver = FUZZED.solver
    answers = solver.ask([f"initially(F, {prolog_atom(name)})"], {"F": "F"})
    assert (answers.truth, answers.reason) == ("false", "")


FUZZED = table_verifier(STAG_HUNT, ("stag", "hare"))


# Loading


def test_a_program_cannot_reach_outside(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    bodies = [
        f"p :- open('{trace}', write, _).",
        f":- open('{trace}', write, _).",
        f"?- open('{trace}', write, _).",
        f"term_expansion(a, (:- open('{trace}', write, _))). a.",
        f"goal_expansion(b, open('{trace}', write, _)). a :- b. b.",
        f"[(:- open('{trace}', write, _))].",
        f":- initialization(open('{trace}', write, _)).",
        f"holds(X, Y) :- X = system{{}}.open('{trace}', write).",
        "p :- assertz(game_1:cell(a, b)).",
        "game_1:cell(a, b).",
        "user:portray(_) :- halt.",
        ":- dynamic(goals:door/2).",
    ]
    for body in bodies:
        try:
            solver = Solver(body, limits=Limits(seconds=0.5))
        except GameError:
            continue
        solver.ask(["holds(a, s0)"], {})
        solver.close()
    assert not trace.exists()


@pytest.mark.parametrize(
    "rules",
    [
        "(role p) (<= (legal p ?m) (succ ?m ?n)) (succ a b) (<= terminal (succ c d)) (goal p 1)",
        "(role p) (legal p shell) (<= terminal (term_expansion a (:- (shell ls))))"
        " (term_expansion a (:- (shell ls))) (goal p 1)",
        "(role p) (legal p |a b|) (<= terminal ($halt 1)) ($halt 1) (goal p 1)",
        "(role p) (legal p a) (<= terminal (string a)) (string a) (goal p 1)",
    ],
)
def test_relations_may_be_called_like_prologs_own(rules: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.kif"
    file.write_text(rules.replace("|", ""), "utf-8")
    try:
        loaded = Verifier.load(file)
    except GameError as error:
        assert error.faults
    else:
        assert loaded.vocabulary.roles == ("p",)


def test_numbers_of_any_length_in_rules_are_kept_or_told(tmp_path: Path) -> None:
    rules = "(role p) (legal p a) (<= terminal (role p)) (goal p {})"
    kept, told = tmp_path / "kept.kif", tmp_path / "told.kif"
    kept.write_text(rules.format("9" * 390), "utf-8")
    told.write_text(rules.format("9" * 5000), "utf-8")
    _, answers = Verifier.load(kept).ask("finally(goal(p, N), s0)")
    assert [str(answer["N"]) for answer in answers.answers] == ["9" * 390]
    with pytest.raises(GameError, match=r"told.kif:1:\d+: error\[number-too-long\]"):
        Verifier.load(told)
