"""Experiments small enough for tests, and what of a results folder must not depend on how it came about."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lelma.models.conftest import server  # noqa: F401

VOLATILE = ("time", "seconds", "cached")

SMALL = """
games = ["stag_hunt"]
models = ["simulated"]
feedback = ["correct", "negation"]
repetitions = 3
naming = "paper"
seed = 5
at_once = 3
"""


@pytest.fixture(autouse=True)
def obeys_interrupts() -> Iterator[None]:
    """Has this process heed Ctrl-C, which one that a shell starts in the background ignores."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def experiment_file(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str = SMALL) -> Path:
        file = tmp_path / "small.toml"
        file.write_text(text)
        return file

    return write


def results(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Every transcript's events, without times and without marks of having been resumed."""
    found = {}
    for file in sorted((folder / "runs").glob("*.jsonl")):
        events = [json.loads(line) for line in file.read_text().splitlines()]
        found[file.stem] = [
            {name: value for name, value in event.items() if name not in VOLATILE}
            for event in events
            if event["event"] not in ("run_resumed", "run_failed")
        ]
    return found


def check_whole(events: list[dict[str, Any]]) -> None:
    """A finished run: every attempt once, in order, each with its reply before it."""
    kinds = [event["event"] for event in events]
    attempts = kinds.count("attempt")
    assert kinds == ["run_started", *["replied", "attempt"] * attempts, "run_ended"]
    for kind in ("replied", "attempt"):
        assert [e["attempt"] for e in events if e["event"] == kind] == list(range(1, attempts + 1))
    assert events[-1]["attempts"] == attempts
