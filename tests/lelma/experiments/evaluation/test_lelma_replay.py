"""Logged runs come out as their authors logged them; what can't be compared is told apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lelma.experiments.evaluation.lelma_replay import replay
from lelma.support.errors import UsageError

PAYOFFS = {"RR": [1, 1], "RB": [5, 0], "BR": [0, 5], "BB": [3, 3]}
TRUE = "highest_possible_individual_payoff(5)."
FALSE = "highest_possible_individual_payoff(3)."
FRAME = [
    "Below you will find some points to consider.",
    "",
    "Note that your strategy ultimately depends on your personal preferences. "
    "Therefore, you may reaffirm your previous decision.",
    "Reason again and provide your response.",
]


def attempt(queries: list[str], failed: list[str], **fields: Any) -> str:
    return json.dumps({"id": "made-up", "payoffs": PAYOFFS, "queries": queries, "failed": failed, **fields})


def prompt(*lines: str) -> str:
    return "\n".join([*FRAME[:2], *(f"- {line}" for line in lines), "", *FRAME[2:]])


def test_all_visible_logs_agree(shared_data: Callable[[str], Path]) -> None:
    lines = shared_data("lelma/samples.jsonl").read_text("utf-8").split("\n")
    seen: list[str] = []
    found = replay(lines, on_attempt=seen.append)
    assert (found.queries, found.agree, found.disagree, found.malformed, found.uncompared) == (2219, 2219, [], [], [])
    assert (found.feedback_prompts, found.feedback_equal, found.feedback_differs) == (163, 163, [])
    assert found.ok and found.attempts == len(seen) == 262


def test_a_made_up_log_is_compared() -> None:
    right = prompt("payoff 5 is your highest possible individual payoff")
    found = replay([attempt([TRUE, FALSE], [FALSE], feedback=right, outcome="feedback"), "", "  "])
    assert (found.ok, found.queries, found.agree, found.feedback_equal) == (True, 2, 2, 1)


def test_line_ends_of_a_prompt_do_not_matter() -> None:
    right = prompt("payoff 5 is your highest possible individual payoff").replace("\n", " \r\n") + "\n"
    assert replay([attempt([FALSE], [FALSE], feedback=right)]).feedback_equal == 1


def test_disagreements_are_listed() -> None:
    found = replay([attempt([TRUE, FALSE], [TRUE], feedback=prompt("nothing"))])
    assert not found.ok
    assert [(item["query"], item["logged"], item["verdict"]) for item in found.disagree] == [
        (TRUE, "false", "true"),
        (FALSE, "true", "false"),
    ]
    assert (found.feedback_prompts, found.feedback_equal, found.feedback_differs) == (1, 0, ["made-up"])


def test_malformed_queries_are_listed_apart() -> None:
    malformed = ["higher(5, you).", "highest_guaranteed_payoff(", "finally(goal(you, P), s0).", "halt.", "it's"]
    found = replay([attempt([TRUE, *malformed], [], outcome="accepted")])
    assert found.ok
    assert (found.queries, found.agree) == (6, 1)
    assert [item["query"] for item in found.malformed] == malformed
    assert all(item["reason"] for item in found.malformed)


def test_false_queries_of_a_crashed_attempt_are_listed_apart() -> None:
    found = replay([attempt([TRUE, FALSE], [], outcome="crash"), attempt([FALSE], [], outcome="accepted")])
    assert [item["query"] for item in found.uncompared] == [FALSE]
    assert [item["query"] for item in found.disagree] == [FALSE]


def test_the_authors_meanings_are_kept_under_ties() -> None:
    tied = {"RR": [2, 2], "RB": [2, 2], "BR": [2, 2], "BB": [2, 2]}
    queries = ["higher_guaranteed_payoff('R', 'B').", "higher(2, 2).", "highest_mutual_payoff('R', 'R')."]
    feedback = prompt(
        "choice R gives you lower guaranteed (worst-case scenario) payoff than choice B",
        "Payoff 2 is lower than payoff 2",
    )
    line = json.loads(attempt(queries, queries[:2], feedback=feedback))
    assert replay([json.dumps({**line, "payoffs": tied})]).ok


def test_other_tables_moves_and_numbers_are_replayed() -> None:
    payoffs = {"XX": [-1, 2.5], "XY": [0, 0], "YX": [10, -3], "YY": [0.25, 7]}
    line = json.loads(
        attempt(
            [
                "finally(goal(you, 2.5), do(choice(you, 'X'), do(choice(them, 'X'), s0))).",
                "lowest_individual_payoff_for_choice(1/4, 'Y').",
            ],
            ["finally(goal(you, 2.5), do(choice(you, 'X'), do(choice(them, 'X'), s0)))."],
        )
    )
    found = replay([json.dumps({**line, "payoffs": payoffs})])
    assert (found.agree, found.disagree) == (2, [])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("not json", "<text>:2:1: not JSON: expecting value"),
        ("[1, 2]", r"<text>:2: expected a JSON object, got \[1, 2\]"),
        ("{}", "<text>:2: no logged attempt: failed, id, payoffs, queries missing"),
        ('{"id": "a", "queries": []}', "<text>:2: no logged attempt: failed, payoffs missing"),
        ("[" * 100_000, "<text>:2: lists or tables are nested more than 100 deep"),
        (attempt([], []).replace('"RR": [1, 1]', '"RR": [1]'), "<text>:2: payoffs: expected"),
        (attempt([], []).replace('"RR": [1, 1]', '"RR": ["1", 1]'), "<text>:2: payoffs: expected"),
        (attempt([], []).replace('"RR"', '"R"'), "<text>:2: payoffs: expected"),
        (attempt([], []).replace('"RR"', '"RZ"'), "<text>:2: payoffs: expected"),
        (json.dumps({"id": "a", "payoffs": [], "queries": [], "failed": []}), r"<text>:2: payoffs = \[\] should"),
        (
            json.dumps({"id": "a", "payoffs": PAYOFFS, "queries": "higher(2, 1)", "failed": []}),
            "<text>:2: queries = 'higher\\(2, 1\\)' should be a list",
        ),
        (json.dumps({"id": "a", "payoffs": PAYOFFS, "queries": [1], "failed": []}), r"<text>:2: queries\[0\] = 1"),
        (json.dumps({"id": "a", "payoffs": PAYOFFS, "queries": [], "failed": [["x"]]}), r"<text>:2: failed\[0\] = "),
        (attempt([], [], feedback=7), "<text>:2: feedback = 7 should be a text or null"),
    ],
)
def test_a_bad_line_is_named(line: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        replay([attempt([TRUE], []), line])


def test_lines_may_come_one_by_one() -> None:
    def lines() -> Iterator[str]:
        yield attempt([TRUE], [])
        yield attempt([FALSE], [FALSE])

    assert replay(lines()).agree == 2
