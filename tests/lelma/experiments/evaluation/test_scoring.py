"""Scores of a log: the labels, the reasons, the numbers; and the log's own faults."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lelma.experiments.evaluation.lelma_log import logged_verifier, read_log
from lelma.experiments.evaluation.measures import fold_of, summary
from lelma.experiments.evaluation.scoring import CLASSES, Scored, claim_class, score
from lelma.experiments.metrics.confusion import Confusion, kind
from lelma.experiments.metrics.intervals import wilson
from lelma.interfaces.cli.main import main
from lelma.support.errors import UsageError
from translators.claim import Claim, Translation
from translators.language.vocabulary import Vocabulary

PAYOFFS = {"RR": [1, 1], "RB": [5, 0], "BR": [0, 5], "BB": [3, 3]}
TRUE, FALSE = "highest_possible_individual_payoff(5)", "highest_possible_individual_payoff(3)"


def translate(text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
    """One claim a line: `TRUE`, `FALSE`, a claim of theory that is false, or none."""
    claims, start = [], 0
    queries = {"five is most": TRUE, "three is most": FALSE, "B dominates": "strictly_dominates('B', 'R')"}
    for line in text.splitlines(keepends=True):
        for words, query in queries.items():
            if words in line:
                claims.append(Claim(line.strip(), (start, start + len(line.strip())), query))
        start += len(line)
    return Translation(tuple(claims))


def attempt(name: str, text: str, label: int | None, **fields: Any) -> dict[str, Any]:
    base = {"id": name, "sample": name, "model": "m", "game": "pd", "payoffs": PAYOFFS, "response": text}
    return {**base, "is_first": True, "human_aggregated": label, **fields}


def without_payoffs(game: str, text: str = "x", label: int = 1) -> dict[str, Any]:
    entry = attempt("a", text, label, game=game)
    del entry["payoffs"]
    return entry


def run(*attempts: dict[str, Any]) -> list[Scored | None]:
    return list(score([json.dumps(entry) for entry in attempts], translator=translate))


def quoting(sentences: str, *types: str) -> dict[str, Any]:
    return {"human_errors": [{"judge": 1, "types": list(types), "sentences": sentences, "remarks": None}]}


GAMES: list[dict[str, Any]] = [
    {"payoffs": {"C, C": [3, 3], "C, D": [0, 5], "D, C": [5, 0], "D, D": [1, 1]}},
    {"payoffs": {"keep|keep": [3, 3], "keep|break": [0, 5], "break|keep": [5, 0], "break|break": [1, 1]}},
    {"payoffs": {"go left/wait": [3, 3], "go left/run": [0, 5], "go right/wait": [5, 0], "go right/run": [1, 1]}},
    {"game": "prisoners_dilemma"},
]
WORDS = [("C", "D", "C"), ("keep", "break", "keep"), ("go left", "go right", "wait"), ("cooperating", "defecting", "C")]


@pytest.mark.parametrize(("fields", "words"), list(zip(GAMES, WORDS, strict=True)))
def test_moves_are_those_of_the_table_or_the_game(fields: dict[str, Any], words: tuple[str, str, str]) -> None:
    mine, other, theirs = words
    right = f"Choosing {other} guarantees me at least 1$. If they choose {theirs}, choosing {mine} gives me 3$."
    wrong = f"If they choose {theirs}, choosing {mine} gives me 5$."
    entries = [attempt("a", right, 1, **fields), attempt("b", wrong, 0, **fields)]
    for entry in entries if "payoffs" not in fields else ():
        del entry["payoffs"]
    found = score([json.dumps(entry) for entry in entries])
    assert [item.kind for item in found if item is not None and item.checked] == ["tp", "tn"]


def test_a_text_is_predicted_correct_unless_a_counted_claim_fails() -> None:
    found = run(
        attempt("a", "five is most", 1),
        attempt("b", "five is most\nthree is most", 1),
        attempt("c", "five is most", 0),
        attempt("d", "three is most", 0),
        attempt("e", "B dominates R", 1),
        attempt("f", "I like it.", 0),
    )
    kinds = [sample.kind for sample in found if sample]
    assert kinds == ["tp", "fn", "fp", "tn", "tp", "fp"]
    assert [sample.checked for sample in found if sample] == [True, True, True, True, False, False]
    numbers = summary(found, translator="made up")["by_model"]["m"]
    assert (numbers["n"], numbers["tp"], numbers["fn"], numbers["fp"], numbers["tn"]) == (6, 2, 1, 2, 1)
    assert numbers["accuracy"] == 0.5
    assert numbers["balanced_accuracy"] == pytest.approx((2 / 3 + 1 / 3) / 2)
    assert numbers["always_incorrect"] == {"accuracy": 0.5, "balanced_accuracy": 0.5}
    assert numbers["unchecked"] == 2


def test_only_first_attempts_that_people_judged_count() -> None:
    found = run(
        attempt("a", "five is most", 1, is_first=False),
        attempt("b", "five is most", None),
        attempt("c", "five is most", None, human_correct_by_judge=[1, 1, 0]),
        attempt("d", "five is most", None, human_correct_by_judge=[1, 1, 1]),
    )
    assert [sample.label if sample else None for sample in found] == [None, False, True]
    assert summary(found, translator="made up")["unlabelled"] == 1


def test_final_attempts_are_those_that_say_so_or_the_last_ones_of_their_samples() -> None:
    said = [attempt("a0", "five is most", 1, is_final=False), attempt("a1", "three is most", 0, is_final=True)]
    numbered = [
        attempt(f"b{n}", text, label, sample="b", attempt=n, is_first=n == 0)
        for n, text, label in [(0, "three is most", 0), (2, "five is most", 1), (1, "three is most", None)]
    ]
    lines = [json.dumps(entry) for entry in [*said, *numbered]]
    found = list(score(lines, which="final", translator=translate))
    assert [(sample.id, sample.kind) for sample in found if sample] == [("a1", "tn"), ("b2", "tp")]
    assert summary(found, translator="made up", which="final")["attempts"] == "final"


@pytest.mark.parametrize(
    "quote",
    [
        "three is most",
        "“Three is **most**, I say.”#”Something else entirely that is not there”",
        "nothing of it is here#three is most, I say",
        "hree is most, I say and this goes on",
    ],
)
def test_a_reason_is_right_where_a_judge_quoted_the_sentence_of_a_failed_claim(quote: str) -> None:
    text = "five is most.\nthree is most, I say, and this goes on.\nSo B."
    numbers = summary(run(attempt("a", text, 0, **quoting(quote, "rga"))), translator="made up")["by_model"]["m"]
    assert numbers["right_reason"] == 1.0
    assert numbers["errors"]["rga"]["in_quote"] == {"found": 1, "n": 1, "share": 1.0, "interval": wilson(1, 1)}
    assert numbers["errors"]["pa"]["flagged"]["n"] == 0


@pytest.mark.parametrize("quote", ["five is most.", "a sentence of the final attempt", None, "", "…#”"])
def test_a_reason_is_wrong_where_no_judge_quoted_the_sentence(quote: str | None) -> None:
    text = "five is most.\nthree is most, I say."
    entry = attempt("a", text, 0, human_errors=[{"judge": 1, "types": ["pa"], "sentences": quote}])
    numbers = summary(run(entry), translator="made up")["by_model"]["m"]
    assert numbers["right_reason"] == 0.0
    assert numbers["tn"] == 1


def test_recall_of_a_class_is_of_the_failed_queries_that_the_log_holds_of_wrong_texts() -> None:
    failed = [FALSE + ".", "finally(goal(you, 3), do(choice(them, 'R'), do(choice(you, 'R'), s0))).", "gibberish("]
    found = run(
        attempt("a", "three is most", 0, failed=failed),
        attempt("b", "five is most", 1, failed=[FALSE]),
    )
    classes = summary(found, translator="made up")["by_model"]["m"]["classes"]
    assert classes["extremes"]["recall"]["found"] == classes["extremes"]["recall"]["n"] == 1
    assert (classes["payoff assignment"]["recall"]["found"], classes["payoff assignment"]["recall"]["n"]) == (0, 1)
    assert (classes["extremes"]["claims"], classes["extremes"]["failed"]) == (2, 1)


def test_a_play_means_the_same_in_either_order_of_its_choices() -> None:
    def both(text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        query = "finally(goal(you, 3), do(choice(you, 'R'), do(choice(them, 'B'), s0)))"
        return Translation((Claim(text, (0, len(text)), query),))

    logged = "finally(goal(you, 3), do(choice(them, 'B'), do(choice(you, 'R'), s0)))."
    found = list(score([json.dumps(attempt("a", "x", 0, failed=[logged]))], translator=both))
    assert [sample.logged for sample in found if sample] == [(("payoff assignment", True),)]


def test_a_formula_says_the_same_as_the_query_that_the_log_holds() -> None:
    def formulas(text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        claim = "pay(p1; p1=R, p2=B) = 3 and min pay(p1; p1=B) = 4"
        return Translation((Claim(text, (0, len(text)), claim),))

    logged = ["finally(goal(you, 3), do(choice(them, 'B'), do(choice(you, 'R'), s0))).", "higher(1, 2)."]
    logged.append("lowest_individual_payoff_for_choice(4, 'B').")
    found = list(score([json.dumps(attempt("a", "x", 0, failed=logged))], translator=formulas))
    told = [("payoff assignment", True), ("comparison", False), ("worst case", True)]
    assert [list(sample.logged) for sample in found if sample] == [told]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("finally(goal(you, 3), s0)", "payoff assignment"),
        ("lowest_individual_payoff_for_choice(0, 'B')", "worst case"),
        ("highest_guaranteed_payoff_choice('B')", "worst case"),
        ("highest_individual_payoff_for_choice(5, 'B')", "extremes"),
        ("highest_mutual_payoff('B', 'B')", "extremes"),
        ("higher_mutual_payoff('B', 'B', 'R', 'R')", "comparison"),
        ("higher(3, 2)", "comparison"),
        ("higher_payoff_against('B', 'R', 'R')", "best response"),
        ("higher_payoff_in_every_case('B', 'R')", "best response"),
        ("higher_expected_payoff('B', 'R', ['B': 1])", "expected value"),
        ("zero_sum", "other"),
        ("mean(p1; p1=B; 1/2: p2=R, 1/2: p2=B) = 2", "expected value"),
        ("min pay(p1; p1=B) > min pay(p1; p1=R)", "worst case"),
        ("safest(p1, B)", "worst case"),
        ("best(p1, B, {p2=R})", "best response"),
        ("pay(p1; p1=B, p2=R) = max pay(p1; )", "extremes"),
        ("pay(p1; p1=B, p2=R) > pay(p1; p1=R, p2=R)", "comparison"),
        ("5 > 3", "comparison"),
        ("pay(p1; p1=B, p2=R) = 2.5", "payoff assignment"),
    ],
)
def test_classes_of_claims(query: str, expected: str) -> None:
    assert claim_class(query) == expected


def test_every_payoff_template_of_matrix_games_has_a_class() -> None:
    verifier = logged_verifier({"payoffs": PAYOFFS, "line": 1})
    names = {t.name for t in verifier.vocabulary.templates if t.severity == "payoff"}
    assert {claim_class(name) for name in names} == {label for label, _ in CLASSES}


def test_folds_part_the_samples_the_same_way_whatever_else_is_scored() -> None:
    entries = [attempt(f"s{n}", "five is most" if n % 3 else "three is most", n % 2) for n in range(20)]
    numbers = summary(run(*entries), translator="made up", folds=4)["by_model"]["m"]["folds"]
    assert [part["n"] for part in numbers["each"]] == [
        sum(fold_of(f"s{n}", 4) == fold for n in range(20)) for fold in range(4)
    ]
    accuracies = [part["accuracy"] for part in numbers["each"]]
    assert numbers["gap"]["accuracy"] == max(accuracies) - min(accuracies)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "<text>:2:2: not JSON: expecting property name"),
        ("{}", "<text>:2: no logged attempt: id, model, response missing"),
        ('{"id": "a"}', "<text>:2: no logged attempt: model, response missing"),
        (json.dumps(without_payoffs("../pd")), "<text>:2: no logged attempt: payoffs missing, and game names no game"),
        (json.dumps(without_payoffs("no_such_game")), "<text>:2: game: .*no_such_game"),
        (json.dumps(attempt("a", "x", 1, payoffs={"C, C, D": [1, 1]})), "<text>:2: payoffs: expected"),
        (
            json.dumps(attempt("a", "x", 1, payoffs={"RR": [1, 1], "RB": [1, 1], "BB": [1, 1]})),
            "<text>:2: payoffs: expected",
        ),
        (json.dumps(attempt("a", "x", 1, payoffs={"RR": [1, "1e999999999"]})), "<text>:2: payoffs: expected"),
        (json.dumps(attempt("a", "x", 1, payoffs={"RRB": [1, 1]})), "<text>:2: payoffs: expected"),
        (json.dumps(attempt("a", "x", 1, payoffs=[])), r"<text>:2: payoffs = \[\] should be a table"),
        (json.dumps(attempt("a", "x", 1, payoffs={})), "<text>:2: payoffs: expected"),
        (json.dumps(attempt("a", "x", 1, response=None)), "<text>:2: response = None should be a text"),
        ("[" * 100_000, "<text>:2: lists or tables are nested"),
        ("9" * 10_000, "<text>:2: a number is too long"),
    ],
)
def test_a_faulty_line_is_named(line: str, message: str) -> None:
    with pytest.raises(UsageError, match="^" + message):
        list(score([json.dumps(attempt("a", "x", 1)), line], translator=translate))


def test_blank_lines_of_a_log_are_passed_over() -> None:
    assert [entry["place"] for entry in read_log(["", '{"id": 1}', " \n"], {"id"})] == ["<text>:2"]


@given(st.lists(st.tuples(st.booleans(), st.booleans())))
def test_accuracy_is_the_share_of_equal_labels(pairs: list[tuple[bool, bool]]) -> None:
    confusion = Confusion.count(kind(label, predicted) for label, predicted in pairs)
    assert confusion.n == len(pairs)
    if pairs:
        assert confusion.accuracy == sum(a == b for a, b in pairs) / len(pairs)
    else:
        assert confusion.accuracy is None
    assert (confusion.balanced_accuracy is None) == (len({label for label, _ in pairs}) < 2)


@given(st.integers(0, 300), st.integers(0, 300))
def test_a_wilson_interval_holds_the_share(successes: int, failures: int) -> None:
    n = successes + failures
    bounds = wilson(successes, n)
    if n == 0:
        assert bounds is None
    else:
        assert bounds is not None
        assert 0 <= bounds[0] <= successes / n + 1e-12
        assert successes / n - 1e-12 <= bounds[1] <= 1


@pytest.mark.slow
def test_the_visible_log_scores_every_first_attempt(
    shared_data: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    samples = shared_data("lelma") / "samples.jsonl"
    assert main(["score", str(samples), "--translator", "english", "--folds", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["by_model"]) == {"gpt-4o-2024-05-13", "gemini-1.0-pro"}
    for numbers in found["by_model"].values():
        assert numbers["n"] == 54
        assert numbers["n"] == numbers["tp"] + numbers["fn"] + numbers["fp"] + numbers["tn"]
        assert numbers["balanced_accuracy"] > 0.5
        assert len(numbers["folds"]["each"]) == 3


def test_scores_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    text = "If I choose R and they choose R, I get 5."
    entries = [attempt("a[b]", text, 0, **quoting(text, "pa")), attempt("c", "If both choose B, I get 2.", 1)]
    log.write_text("\n".join(map(json.dumps, entries)), "utf-8")
    assert main(["score", str(log), "--folds", "2", "--misjudged"]) == 0
    shown = capsys.readouterr().out
    assert "balanced accuracy" in shown
    assert "c flagged, though correct" in shown


def test_a_line_of_a_log_may_hold_any_character(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    text = "So\u2028it\x85ends\x0c. {R}"
    log.write_text(json.dumps(attempt("a", text, 1), ensure_ascii=False).replace("\\f", "\\u000c"), "utf-8")
    assert main(["score", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["by_model"]["m"]["tp"] == 1


def test_a_log_without_labels_scores_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps(attempt("a", "x", None)), "utf-8")
    assert main(["score", str(log), "--json"]) == 3
    assert json.loads(capsys.readouterr().out) == {
        "schema": 1,
        "translator": "english",
        "attempts": "first",
        "by_model": {},
        "unlabelled": 1,
        "samples": [],
    }
