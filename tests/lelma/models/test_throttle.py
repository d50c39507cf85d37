"""Retries, waits, rate and concurrency, on a clock that only the waits move."""

from __future__ import annotations

import threading
import time
from random import Random
from typing import Any

import pytest

from lelma.models import Message, ModelBusy, ModelError, RateLimits, Reply, Throttled, UnusableReply, Usage, within
from lelma.models.protocol import FailedTry
from lelma.models.throttle import seconds_left, time_for_answer

HELLO = (Message("user", "Which move?"),)


class Clock:
    """A clock that stands still but for waits, which it notes."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


def throttled(model: Any, clock: Clock, **limits: Any) -> Throttled:
    return Throttled(model, RateLimits(**limits), clock=clock, sleep=clock.sleep, random=Random(7))


def test_a_model_that_answers_is_asked_once_without_a_wait(pretend: Any) -> None:
    model, clock = pretend(["R."]), Clock()
    assert throttled(model, clock).complete(HELLO).text == "R."
    assert (len(model.asked), clock.waits) == (1, [])


def test_waits_double_and_stay_within_the_longest(pretend: Any) -> None:
    clock = Clock()
    model = pretend([ModelBusy("busy")] * 6 + ["R."])
    throttled(model, clock, tries=7, first_wait=1.0, longest_wait=5.0).complete(HELLO)
    whole = [1.0, 2.0, 4.0, 5.0, 5.0, 5.0]
    assert all(top / 2 <= wait <= top for wait, top in zip(clock.waits, whole, strict=True))


def test_the_same_seed_waits_the_same(pretend: Any) -> None:
    first, second = Clock(), Clock()
    for clock in (first, second):
        throttled(pretend([ModelBusy("busy")] * 3 + ["R."]), clock).complete(HELLO)
    assert first.waits == second.waits and len(set(first.waits)) == 3


def test_the_servers_hint_replaces_the_doubling(pretend: Any) -> None:
    clock = Clock()
    throttled(pretend([ModelBusy("busy", retry_after=33.0), "R."]), clock).complete(HELLO)
    assert clock.waits == [33.0]


def test_a_hint_of_nothing_means_at_once(pretend: Any) -> None:
    clock = Clock()
    throttled(pretend([ModelBusy("busy", retry_after=0.0), "R."]), clock).complete(HELLO)
    assert clock.waits == [0.0]


def test_it_gives_up_after_the_tries(pretend: Any) -> None:
    model, clock = pretend([ModelBusy("the server is on fire")] * 9), Clock()
    with pytest.raises(ModelBusy, match=r"on fire \(gave up after 3 tries\)"):
        throttled(model, clock, tries=3).complete(HELLO)
    assert (len(model.asked), len(clock.waits)) == (3, 2)


def test_a_server_that_wants_too_long_a_wait_ends_the_request(pretend: Any) -> None:
    model, clock = pretend([ModelBusy("daily quota", retry_after=86_400.0)]), Clock()
    with pytest.raises(ModelBusy, match=r"asks to wait 86400 s, more than the 120 s allowed"):
        throttled(model, clock).complete(HELLO)
    assert clock.waits == []


def test_other_errors_pass_at_once(pretend: Any) -> None:
    model, clock = pretend([ModelError("bad request")]), Clock()
    with pytest.raises(ModelError, match="bad request"):
        throttled(model, clock).complete(HELLO)
    assert clock.waits == []


def test_requests_are_spread_over_the_minute(pretend: Any) -> None:
    clock = Clock()
    model = throttled(pretend(["R."] * 4), clock, per_minute=30)
    for _ in range(4):
        model.complete(HELLO)
    assert clock.waits == [2.0, 2.0, 2.0]


def test_slow_requests_leave_no_wait_behind(pretend: Any) -> None:
    clock = Clock()
    model = throttled(pretend(["R."] * 2), clock, per_minute=30)
    model.complete(HELLO)
    clock.now += 50
    model.complete(HELLO)
    assert clock.waits == []


def test_a_hint_holds_off_other_requests_too(pretend: Any) -> None:
    clock = Clock()
    model = throttled(pretend([ModelBusy("busy", retry_after=10.0), "R.", "B."]), clock)
    starts: list[float] = []
    original = clock.sleep

    def sleep_while_another_asks(seconds: float) -> None:
        model._sleep = original
        starts.append(clock.now)
        model.complete(HELLO)
        starts.append(clock.now)

    model._sleep = sleep_while_another_asks
    model.complete(HELLO)
    assert starts[1] - starts[0] == 10.0


def test_the_time_of_the_call_is_measured_without_the_waits(pretend: Any) -> None:
    clock = Clock()

    class Slow:
        name = "slow"
        tries = 0

        def complete(self, messages: Any, **parameters: Any) -> Reply:
            self.tries += 1
            clock.now += 3
            if self.tries == 1:
                raise ModelBusy("busy", retry_after=50.0)
            return Reply("R.")

    assert throttled(Slow(), clock).complete(HELLO).seconds == 3.0


def test_every_try_that_failed_is_told_with_its_time() -> None:
    clock = Clock()

    class Failing:
        name = "failing"
        turns = iter([ModelBusy("busy"), UnusableReply("nothing in it", usage=Usage(9, 0))])

        def complete(self, messages: Any, **parameters: Any) -> Reply:
            clock.now += 3
            raise next(self.turns)

    with pytest.raises(UnusableReply) as caught:
        throttled(Failing(), clock).complete(HELLO)
    assert caught.value.failed == (FailedTry("busy", 3.0), FailedTry("nothing in it", 3.0, Usage(9, 0)))


def test_a_reply_tells_the_tries_before_it(pretend: Any) -> None:
    reply = throttled(pretend([ModelBusy("one"), ModelBusy("two"), "R."]), Clock()).complete(HELLO)
    assert [each.error for each in reply.failed] == ["one", "two"]


def test_no_wait_is_longer_than_the_time_for_an_answer(pretend: Any) -> None:
    model, clock = pretend([ModelBusy("busy", retry_after=20.0)] * 3), Clock()
    with within(50, clock=clock), pytest.raises(ModelBusy, match=r"in 20\.0 s, would be too late") as caught:
        throttled(model, clock).complete(HELLO)
    assert (clock.waits, len(caught.value.failed)) == ([20.0, 20.0], 3)


def test_a_request_that_could_start_too_late_is_not_sent(pretend: Any) -> None:
    model, clock = pretend(["R.", "B."]), Clock()
    limited = throttled(model, clock, per_minute=1)
    with within(30, clock=clock):
        limited.complete(HELLO)
        with pytest.raises(ModelBusy, match="no request may start in the time for an answer"):
            limited.complete(HELLO)
    assert (len(model.asked), clock.waits) == (1, [])
    assert limited.complete(HELLO).text == "B."


def test_a_turn_is_waited_for_no_longer_than_there_is_time(pretend: Any) -> None:
    model = Throttled(pretend(["R."]), RateLimits(at_once=1))
    assert model._turns.acquire()
    with within(0.01), pytest.raises(ModelBusy, match="no request could start"):
        model.complete(HELLO)
    model._turns.release()
    assert model.complete(HELLO).text == "R."


def test_of_spans_of_time_the_earlier_end_counts() -> None:
    clock = Clock()
    with within(10, clock=clock), within(30, clock=clock), within(None):
        assert seconds_left() == 10
        with within(4, clock=clock):
            assert time_for_answer(120.0) == 4
        clock.now += 99
        assert (seconds_left(), time_for_answer(2.0)) == (0, 0.001)
    assert (seconds_left(), time_for_answer(120.0)) == (None, 120.0)


def test_no_more_requests_than_allowed_are_under_way() -> None:
    class Counting:
        name = "counting"

        def __init__(self) -> None:
            self.lock = threading.Lock()
            self.now = self.most = 0

        def complete(self, messages: Any, **parameters: Any) -> Reply:
            with self.lock:
                self.now += 1
                self.most = max(self.most, self.now)
            time.sleep(0.01)
            with self.lock:
                self.now -= 1
            return Reply("R.")

    counting = Counting()
    model = Throttled(counting, RateLimits(at_once=2))
    threads = [threading.Thread(target=model.complete, args=(HELLO,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counting.most == 2


def test_a_failed_request_gives_its_turn_back(pretend: Any) -> None:
    model = throttled(pretend([ModelError("no")] * 5 + ["R."]), Clock(), at_once=1)
    for _ in range(5):
        with pytest.raises(ModelError):
            model.complete(HELLO)
    assert model.complete(HELLO).text == "R."


def test_all_faults_of_limits_are_named() -> None:
    with pytest.raises(ValueError, match="tries must be 1 or more, got 0; per_minute must be above 0, got -1; at_once"):
        RateLimits(tries=0, per_minute=-1, at_once=0)
