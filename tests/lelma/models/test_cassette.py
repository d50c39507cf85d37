from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lelma.models import (
    Cassette,
    CassetteMiss,
    Message,
    ModelBusy,
    ModelError,
    RateLimits,
    Reply,
    Tape,
    Throttled,
    UnusableReply,
    Usage,
)

HELLO = (Message("user", "Which move?"),)
CHECKOUT = Path(__file__).resolve().parents[3]


def record(file: Path, model: Any, *requests: dict[str, Any]) -> list[Reply]:
    with Cassette(Tape(file), model) as cassette:
        return [cassette.complete(**{"messages": HELLO, **request}) for request in requests]


def replay(file: Path, *requests: dict[str, Any], label: str = "") -> list[Reply]:
    with Cassette(Tape(file, replay_only=True), "pretend", label=label) as cassette:
        return [cassette.complete(**{"messages": HELLO, **request}) for request in requests]


def test_a_replay_gives_the_same_replies_marked_as_cached(tmp_path: Path, pretend: Any) -> None:
    first = record(tmp_path / "c", pretend(["R.", "B."]), {}, {"temperature": 0.0})
    second = replay(tmp_path / "c", {}, {"temperature": 0.0})
    assert [reply.cached for reply in first + second] == [False, False, True, True]
    assert [(r.text, r.usage, r.cut, r.seconds) for r in first] == [(r.text, r.usage, r.cut, r.seconds) for r in second]


@given(text=st.text(), tokens=st.integers(0, 2**40), cut=st.booleans(), seconds=st.floats(0, 1e6))
def test_any_reply_replays_byte_for_byte(
    tmp_path_factory: pytest.TempPathFactory, text: str, tokens: int, cut: bool, seconds: float
) -> None:
    tape = Tape(tmp_path_factory.mktemp("any") / "c")
    reply = Reply(text, Usage(tokens, 3), cut=cut, seconds=seconds)
    assert tape.put("k", 1, "{}", reply)
    assert tape.get("k", 1) == Reply(text, Usage(tokens, 3), cached=True, cut=cut, seconds=seconds)
    tape.close()


def test_half_a_surrogate_pair_and_nul_are_kept(tmp_path: Path, pretend: Any) -> None:
    odd = "a\ud83d\x00b"
    record(tmp_path / "c", pretend([odd]), {"messages": (Message("user", odd),)})
    assert replay(tmp_path / "c", {"messages": (Message("user", odd),)})[0].text == odd


def test_repetitions_of_a_request_keep_replies_of_their_own(tmp_path: Path, pretend: Any) -> None:
    record(tmp_path / "c", pretend(["one", "two"]), {}, {})
    assert [reply.text for reply in replay(tmp_path / "c", {}, {})] == ["one", "two"]


@pytest.mark.parametrize(
    "request_",
    [
        {"messages": (Message("user", "Which move!"),)},
        {"messages": (Message("assistant", "Which move?"),)},
        {"messages": (*HELLO, *HELLO)},
        {"temperature": 0.5},
        {"max_tokens": 9},
        {"schema": {"type": "object"}},
        {"seed": 1},
    ],
)
def test_another_request_is_a_loud_miss(tmp_path: Path, pretend: Any, request_: dict[str, Any]) -> None:
    record(tmp_path / "c", pretend(["R."]), {})
    with pytest.raises(CassetteMiss, match=r"no reply number 1 of pretend .*1 other replies are recorded"):
        replay(tmp_path / "c", request_)


def test_a_further_repetition_is_a_loud_miss(tmp_path: Path, pretend: Any) -> None:
    record(tmp_path / "c", pretend(["R."]), {})
    with pytest.raises(CassetteMiss, match="no reply number 2"):
        replay(tmp_path / "c", {}, {})


def test_another_model_is_a_loud_miss(tmp_path: Path, pretend: Any) -> None:
    record(tmp_path / "c", pretend(["R."]), {})
    with pytest.raises(CassetteMiss, match="of other"):
        Cassette(Tape(tmp_path / "c", replay_only=True), "other").complete(HELLO)


def test_equal_temperatures_are_the_same_request(tmp_path: Path, pretend: Any) -> None:
    record(tmp_path / "c", pretend(["R."]), {"temperature": 0})
    assert replay(tmp_path / "c", {"temperature": 0.0})[0].text == "R."


def test_runs_under_their_own_labels_do_not_share_replies(tmp_path: Path, pretend: Any) -> None:
    with Cassette(Tape(tmp_path / "c"), pretend(["a1", "b1", "a2"])) as cassette:
        a, b = cassette.labelled("a"), cassette.labelled("b")
        assert [run.complete(HELLO).text for run in (a, b, a)] == ["a1", "b1", "a2"]
    # The runs come back in another order, and each is given its own.
    assert [reply.text for reply in replay(tmp_path / "c", {}, label="b")] == ["b1"]
    assert [reply.text for reply in replay(tmp_path / "c", {}, {}, label="a")] == ["a1", "a2"]


def test_what_is_recorded_is_not_asked_again_and_the_rest_is(tmp_path: Path, pretend: Any) -> None:
    record(tmp_path / "c", pretend(["one"]), {})
    model = pretend(["two"])
    replies = record(tmp_path / "c", model, {}, {})
    assert [(reply.text, reply.cached) for reply in replies] == [("one", True), ("two", False)]
    assert len(model.asked) == 1


def test_a_replay_fails_as_the_recorded_call_did(tmp_path: Path, pretend: Any) -> None:
    lost = UnusableReply("nothing in it", usage=Usage(9, 2))
    failing = Throttled(pretend([ModelBusy("busy"), lost]), RateLimits(first_wait=0.001))
    with Cassette(Tape(tmp_path / "c"), failing) as cassette, pytest.raises(UnusableReply):
        cassette.complete(HELLO)
    with pytest.raises(UnusableReply, match="nothing in it") as caught:
        replay(tmp_path / "c", {})
    assert (caught.value.usage, caught.value.failed) == (Usage(9, 2), lost.failed)
    assert [each.error for each in lost.failed] == ["busy", "nothing in it"]
    assert record(tmp_path / "c", pretend(["R."]), {})[0].text == "R.", "where there is a model it is asked again"
    assert replay(tmp_path / "c", {})[0].text == "R."


def test_the_tries_before_a_reply_are_replayed_with_it(tmp_path: Path, pretend: Any) -> None:
    patient = Throttled(pretend([ModelBusy("busy"), "R."]), RateLimits(first_wait=0.001))
    (first,) = record(tmp_path / "c", patient, {})
    (again,) = replay(tmp_path / "c", {})
    assert again.failed == first.failed and len(first.failed) == 1


def test_a_cassette_of_before_failures_were_kept_replays(tmp_path: Path, pretend: Any) -> None:
    record(tmp_path / "c", pretend(["R."]), {})
    with sqlite3.connect(tmp_path / "c") as older:
        older.execute("DROP TABLE failures")
    assert replay(tmp_path / "c", {})[0].text == "R."
    with pytest.raises(CassetteMiss):
        replay(tmp_path / "c", {}, {})
    record(tmp_path / "c", pretend(["B."]), {"seed": 1})
    assert replay(tmp_path / "c", {"seed": 1})[0].text == "B."


def test_a_failed_call_is_not_recorded_as_a_reply_and_leaves_no_gap(tmp_path: Path, pretend: Any) -> None:
    with Cassette(Tape(tmp_path / "c"), pretend([ModelBusy("busy"), "R."])) as cassette:
        with pytest.raises(ModelBusy):
            cassette.complete(HELLO)
        assert cassette.complete(HELLO).text == "R."
    assert replay(tmp_path / "c", {})[0].text == "R."


def test_threads_share_a_cassette(tmp_path: Path) -> None:
    class Numbering:
        name = "pretend"

        def __init__(self) -> None:
            self.given = 0
            self.lock = threading.Lock()

        def complete(self, messages: Any, **parameters: Any) -> Reply:
            with self.lock:
                self.given += 1
                return Reply(str(self.given))

    with Cassette(Tape(tmp_path / "c"), Numbering()) as cassette:
        threads = [threading.Thread(target=cassette.complete, args=(HELLO,)) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    replies = replay(tmp_path / "c", *[{}] * 20)
    assert sorted(int(reply.text) for reply in replies) == list(range(1, 21))


def test_of_two_processes_the_first_reply_counts(tmp_path: Path, pretend: Any) -> None:
    tape = Tape(tmp_path / "c")

    class Overtaken:
        name = "pretend"

        def complete(self, messages: Any, **parameters: Any) -> Reply:
            record(tmp_path / "c", pretend(["first"]), {})
            return Reply("second", Usage(5, 5))

    reply = Cassette(tape, Overtaken()).complete(HELLO)
    assert (reply.text, reply.usage, reply.cached) == ("first", Usage(5, 5), False)


KILLED = """
import sys
from pathlib import Path
from lelma.models import Cassette, Message, Reply, Tape, Usage

class Numbering:
    name = "pretend"
    given = 0
    def complete(self, messages, **parameters):
        self.given += 1
        return Reply(f"reply {self.given}", Usage(1, 1))

cassette = Cassette(Tape(Path(sys.argv[1])), Numbering())
while True:
    print(cassette.complete((Message("user", "Which move?"),)).text, flush=True)
"""


@pytest.mark.parametrize("after", [1, 2, 25])
def test_a_killed_process_loses_no_reply_it_gave(tmp_path: Path, after: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path / "c")], stdout=subprocess.PIPE, text=True, cwd=CHECKOUT
    )
    assert process.stdout is not None
    for _ in range(after):
        process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    rest = [line for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    process.wait()
    process.stdout.close()
    given = after + len(rest)
    texts = [reply.text for reply in replay(tmp_path / "c", *[{}] * given)]
    assert texts == [f"reply {number}" for number in range(1, given + 1)]


def test_a_replay_writes_nothing(tmp_path: Path, pretend: Any) -> None:
    record(tmp_path / "c", pretend(["R."]), {})
    before = (tmp_path / "c").read_bytes()
    replay(tmp_path / "c", {})
    tape = Tape(tmp_path / "c", replay_only=True)
    with pytest.raises(ModelError, match="readonly"):
        tape.put("k", 1, "{}", Reply("x"))
    tape.close()
    assert (tmp_path / "c").read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["c"]


def test_a_replay_needs_the_file(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="can't be opened as a cassette"):
        Tape(tmp_path / "absent", replay_only=True)
    assert not (tmp_path / "absent").exists()


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to be looked at" * 30])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "c").write_bytes(content)
    with pytest.raises(ModelError, match="cassette"):
        Tape(tmp_path / "c")
    assert (tmp_path / "c").read_bytes() == content


def test_a_database_of_another_kind_is_refused(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "c")
    other.execute("CREATE TABLE mine (x)")
    other.close()
    with pytest.raises(ModelError, match="is no cassette"):
        Tape(tmp_path / "c")


def test_an_empty_file_replays_nothing(tmp_path: Path) -> None:
    (tmp_path / "c").touch()
    with pytest.raises(ModelError, match="is no cassette"):
        Tape(tmp_path / "c", replay_only=True)


def test_file_names_may_hold_anything(tmp_path: Path, pretend: Any) -> None:
    file = tmp_path / "a b?c#d%20é"
    record(file, pretend(["R."]), {})
    assert replay(file, {})[0].text == "R."
    assert [found.name for found in tmp_path.iterdir()] == [file.name]
