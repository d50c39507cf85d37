from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from lelma.models import (
    Cassette,
    Message,
    Metered,
    ModelBusy,
    ModelError,
    Price,
    Prices,
    Reply,
    Tally,
    Tape,
    UnusableReply,
    Usage,
)

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
