"""When the feedback loop stops, and what the model gets to see meanwhile."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from lelma.models import Message, ModelError, Reply, Scripted
from lelma.verify.loop import Attempt, LoopResult, run_loop
from lelma.verify.report import Report
from lelma.verify.verifier import Verifier
from translators.claim import Claim, Translation
from translators.language.vocabulary import Vocabulary

RIGHT = "highest_possible_individual_payoff(5)"
WRONG = "highest_possible_individual_payoff(3)"
WRONG_TOO = "highest_possible_individual_payoff(1)"
THEORY = "strictly_dominant('stag')"


def one_query_a_line(text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
    claims, start = [], 0
    for line in text.splitlines(keepends=True):
        if "(" in line:
            claims.append(Claim(line.strip(), (start, start + len(line.strip())), line.strip()))
        start += len(line)
    return Translation(tuple(claims))


class Listening:
    """Says what was written for it, and keeps what it was asked."""

    name = "listening"

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)
        self.heard: list[list[Message]] = []

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        self.heard.append(list(messages))
        if len(self.heard) > len(self.replies):
            raise ModelError("no more replies")
        return Reply(self.replies[len(self.heard) - 1])


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier.load("stag_hunt", translator=one_query_a_line)


def run(verifier: Verifier, *replies: str, **options: Any) -> LoopResult:
    return run_loop(verifier, Listening(*replies), "Reason.", **options)


def test_it_ends_verified_when_all_counted_claims_hold(verifier: Verifier) -> None:
    result = run(verifier, WRONG, f"{RIGHT}\n{THEORY}")
    assert (result.outcome, len(result.attempts)) == ("verified", 2)


def test_theory_counts_where_the_verifier_is_strict() -> None:
    strict = Verifier.load("stag_hunt", translator=one_query_a_line, strict=True)
    assert run(strict, f"{RIGHT}\n{THEORY}", max_attempts=1).outcome == "max_attempts"


def test_a_text_without_anything_to_check_is_no_success(verifier: Verifier) -> None:
    for text in ("I like stags.", "", THEORY, "no_such_query(1)"):
        result = run(verifier, text)
        assert (result.outcome, result.final.ok) == ("unverified", False), text


def test_the_same_failure_twice_in_a_row_ends_it(verifier: Verifier) -> None:
    result = run(verifier, WRONG_TOO, WRONG, f"Again:\n{WRONG}\n{THEORY}", RIGHT)
    assert (result.outcome, len(result.attempts)) == ("repeated", 3)


def test_a_failure_that_shrinks_or_moves_is_not_the_same(verifier: Verifier) -> None:
    replies = [f"{WRONG}\n{WRONG_TOO}", WRONG, WRONG_TOO, WRONG, RIGHT]
    assert run(verifier, *replies).outcome == "verified"


def test_repetition_can_be_allowed_and_is_for_recorded_replies(verifier: Verifier) -> None:
    assert run(verifier, WRONG, WRONG, RIGHT, stop_on_repeat=False).outcome == "verified"
    assert run_loop(verifier, Scripted([WRONG, WRONG, RIGHT]), "Reason.").outcome == "verified"
    assert run_loop(verifier, Scripted([WRONG, WRONG]), "Reason.", stop_on_repeat=True).outcome == "repeated"


def test_it_ends_when_the_attempts_are_used_up(verifier: Verifier) -> None:
    result = run(verifier, WRONG, WRONG_TOO, RIGHT, max_attempts=2)
    assert (result.outcome, len(result.attempts)) == ("max_attempts", 2)
    with pytest.raises(ValueError):
        run(verifier, RIGHT, max_attempts=0)


@pytest.mark.parametrize(
    ("style", "words"), [("correct", "payoff 5 is your highest"), ("negation", "payoff 3 is not your highest")]
)
def test_wrong_answers_and_their_feedback_stay_in_the_conversation(style: str, words: str) -> None:
    model = Listening(WRONG, WRONG_TOO, RIGHT)
    result = run_loop(Verifier.load("stag_hunt", translator=one_query_a_line, style=style), model, "Reason.")
    assert [message.speaker for message in model.heard[-1]] == ["user", "assistant", "user", "assistant", "user"]
    assert [message.text for message in model.heard[-1]][::2] == [
        "Reason.",
        *[a.report.feedback for a in result.attempts[:2]],
    ]
    assert [message.text for message in model.heard[-1]][1::2] == [WRONG, WRONG_TOO]
    assert words in model.heard[1][-1].text


def test_contradictions_of_one_text_are_reported(verifier: Verifier) -> None:
    result = run(verifier, f"{WRONG}\n{RIGHT}", max_attempts=1)
    assert [pair["queries"] for pair in result.as_json()["contradictions"]] == [[WRONG, RIGHT]]


def test_attempts_before_a_fault_of_the_model_are_handed_on(verifier: Verifier) -> None:
    seen: list[Attempt] = []
    with pytest.raises(ModelError):
        run(verifier, WRONG, on_attempt=seen.append)
    assert [attempt.text for attempt in seen] == [WRONG]


def test_a_broken_off_loop_goes_on_as_if_nothing_had_happened(verifier: Verifier) -> None:
    replies = [WRONG, WRONG_TOO, WRONG_TOO, RIGHT]
    whole = run(verifier, *replies)
    for made in range(len(whole.attempts) + 1):
        model = Listening(*replies[made:])
        again = run_loop(verifier, model, "Reason.", made=whole.attempts[:made])
        assert again.as_json() == whole.as_json()
        assert len(model.heard) == len(whole.attempts) - made


def test_a_report_survives_json(verifier: Verifier) -> None:
    for text in (f"{WRONG}\n{RIGHT}\n{THEORY}\nno_such_query(1)", "nothing"):
        written = json.loads(json.dumps(verifier.check(text).as_json()))
        assert Report.from_json(written).as_json() == written
        assert Report.from_json(written).failed == tuple(map(_plain, verifier.check(text).failed))


def _plain(item: Any) -> Any:
    return type(item).from_json(item.as_json())
