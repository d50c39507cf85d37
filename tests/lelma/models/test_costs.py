from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from lelma.models import (
    Cassette,
    FailedTry,
    Message,
    Metered,
    ModelBusy,
    ModelError,
    ModelUnavailable,
    Noted,
    Price,
    Prices,
    RateLimits,
    Reply,
    Tally,
    Tape,
    Throttled,
    UnusableReply,
    Usage,
)
from lelma.models.costs import failures_from, failures_json
from lelma.models.throttle import seconds_left

HELLO = (Message("user", "Which move?"),)


def test_usages_add_up() -> None:
    assert sum([Usage(1, 2), Usage(10, 20)], Usage()) == Usage(11, 22)


def test_cached_calls_are_counted_and_not_billed() -> None:
    paid, cached = Reply("a", Usage(10, 1), seconds=2.0), Reply("b", Usage(30, 3), cached=True, seconds=9.0)
    total = Tally.of(paid) + Tally.of(cached)
    assert total == Tally(calls=1, cached_calls=1, billed=Usage(10, 1), saved=Usage(30, 3), seconds=2.0)


def test_a_meter_counts_paid_cached_and_unusable_replies(tmp_path: Path, pretend: Any) -> None:
    model = pretend(["R.", UnusableReply("empty", usage=Usage(7, 5)), ModelBusy("busy")])
    first = Metered(Cassette(Tape(tmp_path / "c"), model))
    first.complete(HELLO)
    for error in (UnusableReply, ModelBusy):
        with pytest.raises(error):
            first.complete(HELLO)
    assert first.tally == Tally(calls=2, billed=Usage(17, 6))
    again = Metered(Cassette(Tape(tmp_path / "c", replay_only=True), "pretend"))
    again.complete(HELLO)
    assert again.tally == Tally(cached_calls=1, saved=Usage(10, 1))


def test_costs_are_exact() -> None:
    prices = Prices({"openai:gpt-4o": Price(Decimal("2.50"), Decimal("10"))})
    assert prices.cost("openai:gpt-4o", Usage(1_000, 100)) == Decimal("0.0035")
    assert prices.cost("openai:gpt-4o", Usage()) == 0


def test_an_unknown_price_is_not_nothing() -> None:
    assert Prices().cost("openai:gpt-4o", Usage(1, 1)) is None


def test_names_go_before_wildcards_and_wildcards_in_order(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text(
        '["openai:*"]\nprompt = 1\nreply = 2.5\n["*"]\nprompt = 3\nreply = 3\n["openai:m"]\nprompt = 0.1\nreply = 0\n'
    )
    prices = Prices.read(file)
    assert prices.of("openai:m") == Price(Decimal("0.1"), Decimal(0))
    assert prices.of("openai:other") == Price(Decimal(1), Decimal("2.5"))
    assert prices.of("gemini:g") == Price(Decimal(3), Decimal(3))


def test_all_faults_of_a_price_file_are_named(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text('x = 3\n["a"]\nprompt = -1\nreplies = 2\n["b"]\nprompt = nan\nreply = true\n')
    with pytest.raises(ModelError) as caught:
        Prices.read(file)
    lines = str(caught.value).splitlines()
    assert [line.removeprefix(f"{file}: ").split(" ")[0] for line in lines] == [
        '["x"]', '["a"].replies', '["a"].prompt', '["a"].reply', '["b"].prompt', '["b"].reply',
    ]  # fmt: skip


@pytest.mark.parametrize(("content", "fault"), [(b"prompt = ", ": not TOML"), (b"\xff", ":1:1: byte 0xff")])
def test_a_price_file_that_is_no_toml_is_an_error(tmp_path: Path, content: bytes, fault: str) -> None:
    (tmp_path / "prices.toml").write_bytes(content)
    with pytest.raises(ModelError, match=rf"prices\.toml{fault}"):
        Prices.read(tmp_path / "prices.toml")
    with pytest.raises(ModelError, match="No such file"):
        Prices.read(tmp_path / "absent.toml")


def test_every_call_of_an_answer_is_noted(pretend: Any) -> None:
    replies = [ModelBusy("busy"), "R.", UnusableReply("empty", usage=Usage(7, 5)), ModelUnavailable("no key")]
    noted = Noted(Throttled(pretend(replies), RateLimits(first_wait=0.001), clock=lambda: 0.0))
    noted.complete(HELLO, temperature=0.5, schema={"type": "object"})
    for error in (UnusableReply, ModelUnavailable):
        with pytest.raises(error):
            noted.complete(HELLO)
    asked = {"model": "pretend", "max_tokens": 1024, "messages": [{"speaker": "user", "text": "Which move?"}]}
    busy = {"error": "busy", "seconds": 0.0}
    empty = {"error": "empty", "seconds": 0.0, "prompt_tokens": 7, "reply_tokens": 5}
    assert list(noted.calls) == [
        {
            **asked, "temperature": 0.5, "schema": {"type": "object"}, "outcome": "replied", "reply": "R.",
            "prompt_tokens": 10, "reply_tokens": 1, "seconds": 0.0, "tries": 2, "failed": [busy],
        },
        {
            **asked, "temperature": 1.0, "outcome": "failed", "error": "empty",
            "prompt_tokens": 7, "reply_tokens": 5, "seconds": 0.0, "tries": 1, "failed": [empty],
        },
        {
            **asked, "temperature": 1.0, "outcome": "failed", "error": "no key",
            "prompt_tokens": 0, "reply_tokens": 0, "seconds": 0.0, "tries": 1,
            "failed": [{"error": "no key", "seconds": 0.0}],
        },
    ]  # fmt: skip


def test_failed_tries_are_tallied_with_what_was_billed_for_them() -> None:
    failed = (FailedTry("busy", 1.0), FailedTry("empty", 2.0, Usage(7, 5)))
    tally = Tally.of(Reply("R.", Usage(10, 1), seconds=3.0, failed=failed))
    assert tally == Tally(calls=1, billed=Usage(17, 6), seconds=6.0, failed=2)
    error = UnusableReply("empty", usage=Usage(7, 5))
    assert Tally.of_failure(error) == Tally(calls=1, billed=Usage(7, 5))
    error.failed = failed
    assert Tally.of_failure(error) == Tally(calls=1, billed=Usage(7, 5), seconds=3.0, failed=1)
    assert Tally.of_failure(ModelError("no key")) == Tally()
    assert failures_from(failures_json(failed)) == failed


def test_all_calls_of_an_answer_end_within_its_time(pretend: Any) -> None:
    now = [0.0]
    left: list[float | None] = []

    class Slow:
        name = "slow"

        def complete(self, messages: Any, **parameters: Any) -> Reply:
            left.append(seconds_left())
            now[0] += 40
            return Reply("R.")

    noted = Noted(Slow(), seconds=100, clock=lambda: now[0])
    for _ in range(3):
        noted.complete(HELLO)
    assert left == [95, 55, 15]
    Noted(Slow()).complete(HELLO)
    assert left[-1] is None
