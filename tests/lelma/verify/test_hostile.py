"""Hostile texts are only text, hostile queries are errors of their own, hostile games stop inside the limits."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from gdl.text.read import read_kif
from lelma.engine.answers import Limits
from lelma.game.file_format import GameFile
from lelma.game.game import Game
from lelma.verify.verifier import Verifier

TEXTS = {
    "quotes": "''''\"\"\"`'If \"I\" choose 'stag'' and they 'choose' \"hare\"', I get '0'",
    "directive": ":- shell(rm). ?- halt. `:- initialization(halt).` I get ', halt, foo(' if we both choose stag.",
    "parentheses": "(" * 1_000_000,
    "brackets": "If I choose " + "[" * 20_000 + "stag" + "]" * 20_000 + ", I get 5.",
    "controls": "If we both\x00 choose\x1b[31m stag,\x07 I get \x7f5.\x85\u2028",
    "right to left": "If we both \u202echoose\u202c stag, I get \u20665\u2069.",
    "surrogates": b"If we both choose stag, I get \xff\xfe5 \xed\xa0\x80.".decode("utf-8", "replace"),
    "empty": "",
}

QUERIES = {
    "long": "higher(" + "1+" * 5_000 + "1, 2)",
    "deep": "finally(" * 3_000,
    "huge number": f"higher({'9' * 3_900}, 2)",
    "division by zero": "higher(1/0, 2)",
    "shell": "shell('touch /tmp/lelma-was-here')",
    "escape": "best_response('stag'), halt, foo('hare')",
    "quote": "best_response('stag\\'), halt. ', 'hare')",
    "curly quotes": "best_response(‘stag’, ‘hare’)",
    "clause": ":- halt.",
    "newline": "higher(1,\n:- halt.\n2)",
    "nothing": "",
}


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier.load("stag_hunt")


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_text_is_only_text(verifier: Verifier, name: str) -> None:
    text = TEXTS[name]
    report = verifier.check(text)
    for item in report.claims:
        start, end = item.claim.span
        assert text[start:end] == item.claim.sentence
        assert item.verdict.truth in ("true", "false")
    assert verifier.judge(["higher(2, 1)"])[0].truth == "true"


@pytest.mark.parametrize("name", QUERIES)
def test_a_hostile_query_is_an_error_of_its_own(verifier: Verifier, name: str) -> None:
    before, hostile, after = verifier.judge(["higher(2, 1)", QUERIES[name], "higher(1, 2)"])
    assert hostile.truth == "error"
    assert hostile.reason
    assert (before.truth, after.truth) == ("true", "false")
    assert not Path("/tmp/lelma-was-here").exists()


LOOPING = """
(role me)
(init (n 0))
(<= (legal me go) (true (n ?x)))
(<= (next (n (s ?x))) (true (n ?x)))
(<= terminal (true (n never)))
(goal me 0)
"""

EXPLODING = (
    "(role me) (init start) (legal me go) (<= (next over) (true start)) (<= terminal (true over)) (goal me 1)"
    + "".join(f"(d {i})" for i in range(40))
    + "(<= (many ?a ?b ?c ?d ?e ?f) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f))"
    + "(<= (next (seen ?a)) (many ?a ?b ?c ?d ?e ?f) (distinct ?b ?b))"
)


@pytest.mark.parametrize("rules", [LOOPING, EXPLODING], ids=["looping", "exploding"])
def test_a_game_that_never_ends_is_unknown_inside_the_limit(rules: str) -> None:
    limits = Limits(seconds=1.0, inferences=3_000_000, plays=500)
    game = Game.from_description(read_kif(rules), path=Path("hostile"), file=GameFile())
    start = time.monotonic()
    verifier = Verifier(game, limits=limits)
    verdict = verifier.judge(["highest_possible_individual_payoff(1)"])[0]
    assert verdict.truth == "unknown"
    assert verdict.reason
    assert verifier.ask("game(s0, F)")[1].truth in ("unknown", "false")
    assert verifier.judge(["higher(2, 1)"])[0].truth == "true"
    assert time.monotonic() - start < 30


def test_loading_a_game_changes_no_other(verifier: Verifier) -> None:
    query = "highest_possible_individual_payoff(5)"
    assert verifier.judge([query])[0].truth == "true"
    other = Verifier.load("matching_pennies")
    assert other.judge([query])[0].truth == "false"
    verifier.forget()
    assert verifier.judge([query])[0].truth == "true"


GROWING = (
    "(role me) (init (n z)) (init (c 0)) (legal me go) (<= (next (c ?y)) (true (c ?x)) (succ ?x ?y)) (goal me 1)"
    + "(<= terminal (true (c {}))) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)"
    + f"(<= (next (n {'(s ' * 120}?x{')' * 120})) (true (n ?x)))"
)


@pytest.mark.parametrize(("rounds", "truth"), [(3, "true"), (4, "unknown"), (5, "unknown")])
def test_a_term_that_grows_in_play_is_an_answer_or_unknown(rounds: int, truth: str) -> None:
    verifier = Verifier(Game.from_description(read_kif(GROWING.format(rounds)), path=Path("growing"), file=GameFile()))
    found = verifier.ask("game(s0, F), holds(n(X), F)")[1]
    assert (found.truth, found.reason.partition(":")[0]) == (truth, "" if truth == "true" else "memory")
    assert verifier.judge(["higher(2, 1)"])[0].truth == "true"
