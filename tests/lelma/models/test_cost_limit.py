"""A limit of what calls may cost: never passed, shared by threads, gone on with from its file."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from lelma.models import (
    CostLimit,
    CostLimitReached,
    Door,
    Message,
    ModelBusy,
    ModelUnavailable,
    Price,
    Prices,
    Reply,
    UnusableReply,
    Usage,
    connect,
    read_spent,
    within,
)
from lelma.support.errors import UsageError

HELLO = (Message("user", "Which move?"),)
PRICES = Prices({"paid": Price(Decimal(1_000_000), Decimal(1_000_000))})  # a token costs 1
MOST = 16 + len("Which move?") + 50
"""The most that a call costs: a token for each byte and more for the message, and 50 of reply."""


class Paid:
    """A model whose replies have some tokens; it notes what was under way at once."""

    def __init__(self, *usages: Usage | Exception, name: str = "paid", wait: threading.Barrier | None = None) -> None:
        self.name, self.usages, self.wait = name, list(usages), wait

    def complete(self, messages: Sequence[Message], **options: Any) -> Reply:
        if self.wait is not None:
            self.wait.wait(10)
        usage = self.usages.pop(0)
        if isinstance(usage, Exception):
            raise usage
        return Reply("stag", usage)


def test_a_call_that_could_pass_the_limit_is_not_made_and_no_other_after_it(tmp_path: Path) -> None:
    file, told = tmp_path / "spent.jsonl", list[bool]()
    limit = CostLimit(Decimal(MOST + 19), PRICES, file=file)
    limit.on_reached = lambda: told.append(True)
    paid = Paid(*[Usage(9, 1)] * 9)
    model = limit.on(paid)
    for _ in range(2):
        assert model.complete(HELLO, max_tokens=50).text == "stag"
    assert not told and len(paid.usages) == 7, (
        "after one call of 10 there is room for another one, after two there isn't"
    )
    for _ in range(2):
        with pytest.raises(CostLimitReached, match=r"could pass the cost limit of 96; 20\.0000 is spent"):
            model.complete(HELLO, max_tokens=50)
    with pytest.raises(CostLimitReached):
        model.complete(HELLO, max_tokens=1)
    assert told == [True] and limit.reached and len(paid.usages) == 7
    assert (read_spent(file).total, read_spent(file).reached) == (20, True)
    more = CostLimit(Decimal(MOST + 20), PRICES, file=file)
    more.on(paid).complete(HELLO, max_tokens=50)
    assert more.spent == 30 and not read_spent(file).reached


def test_calls_under_way_hold_back_others_until_it_is_known_what_they_cost() -> None:
    limit = CostLimit(Decimal(2 * MOST), PRICES)
    both = threading.Barrier(3)
    slow, quick = limit.on(Paid(Usage(5, 5), Usage(5, 5), wait=both)), limit.on(Paid(Usage(1, 1)))
    threads = [threading.Thread(target=slow.complete, args=[HELLO], kwargs={"max_tokens": 50}) for _ in range(2)]
    for thread in threads:
        thread.start()
    while limit._aside < 2 * MOST:
        pass
    with pytest.raises(ModelBusy, match="was not known in the time"), within(0.01):
        quick.complete(HELLO, max_tokens=50)
    third = threading.Thread(target=quick.complete, args=[HELLO], kwargs={"max_tokens": 50})
    third.start()
    assert limit.spent == 0
    both.wait(10)
    for thread in (*threads, third):
        thread.join(10)
    assert limit.spent == 22 and not limit.reached


@pytest.mark.parametrize(
    ("came", "cost"),
    [
        (Usage(), MOST),
        (UnusableReply("nothing to read", usage=Usage(3, 4)), 7),
        (UnusableReply("nothing to read"), MOST),
        (ModelBusy("too many requests"), 0),
    ],
)
def test_what_a_server_counts_is_paid_and_the_most_where_it_answers_and_counts_nothing(
    came: Usage | Exception, cost: int
) -> None:
    limit = CostLimit(Decimal(1000), PRICES)
    try:
        limit.on(Paid(came)).complete(HELLO, max_tokens=50)
    except (UnusableReply, ModelBusy):
        assert isinstance(came, Exception)
    assert limit.spent == cost


def test_a_schema_is_sent_too() -> None:
    schema: Mapping[str, Any] = {"enum": ["stag", "hare"]}
    limit = CostLimit(Decimal(MOST), PRICES)
    with pytest.raises(CostLimitReached):
        limit.on(Paid()).complete(HELLO, max_tokens=50, schema=schema)


def test_models_need_a_price_but_for_those_that_cost_nothing() -> None:
    limit = CostLimit(Decimal(1), PRICES)
    with pytest.raises(ModelUnavailable, match="other has no price"):
        limit.on(Paid(name="other"))
    free = Paid(name="other")
    assert limit.on(free, free=True) is free
    assert connect("simulated", cost_limit=limit).complete(HELLO).text
    priced = CostLimit(Decimal(0), Prices({"simulated*": Price(Decimal(1), Decimal(1))}))
    assert getattr(connect("simulated", cost_limit=priced), "takes_schema", False)
    with pytest.raises(CostLimitReached):
        Door(cost_limit=priced).model("simulated").complete(HELLO)


def test_other_processes_cannot_have_it() -> None:
    with pytest.raises(UsageError, match="one process"):
        pickle.dumps(Door(cost_limit=CostLimit(Decimal(1), PRICES)))


def test_a_line_that_was_cut_counts_nothing_and_a_strange_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "spent.jsonl"
    assert read_spent(file).total == 0
    limit = CostLimit(Decimal(9), PRICES, file=file)
    limit.count_before(Decimal("2.5"))
    file.write_text(file.read_text() + '{"cost": "4', "utf-8")
    assert read_spent(file).total == Decimal("2.5")
    file.write_text('{"price": 1}\n', "utf-8")
    with pytest.raises(UsageError, match=r"spent\.jsonl:1: expected what a call cost"):
        read_spent(file)
