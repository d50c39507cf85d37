"""The saved solver answers as the one that is read from its files."""

from __future__ import annotations

from pathlib import Path

import pytest

from lelma.engine.bridges.process import ProcessBridge
from lelma.engine.bridges.saved_solver import saved_solver

LIMITS = "limits(1,1000000)"
REQUESTS = ("version .", f"tabulate(nothing,9,{LIMITS}) .", f"judge(a,b,{LIMITS}) .", "ask( .", "nonsense .")


def _answers(bridge: ProcessBridge) -> list[str]:
    try:
        return [bridge.call(request, seconds=10.0) for request in REQUESTS]
    finally:
        bridge.close()


def test_answers_are_those_of_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    saved = _answers(ProcessBridge())
    assert [each.suffix for each in (tmp_path / "lelma" / "files").iterdir() if each.suffix == ".kept"] == [".kept"]
    monkeypatch.setattr("lelma.engine.bridges.process.saved_solver", lambda _: None)
    assert _answers(ProcessBridge()) == saved


def test_without_a_cache_the_solver_is_read_from_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taken").write_text("a file where the folder would be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "taken"))
    assert saved_solver("/bin/sh") is None
    assert "version" in _answers(ProcessBridge())[0]


def test_a_program_that_saves_nothing_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert saved_solver("/bin/false") is None
