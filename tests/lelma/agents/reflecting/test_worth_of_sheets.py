"""The study of what testing entries is worth runs, and goes on where it was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.lelma.agents.reflecting import worth_of_sheets


@pytest.mark.nightly
def test_a_small_study_runs_once_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"MATCHES": 10, "CURATORS": 2, "DEALS": 1, "FIRST_SEED": 8_000_000}.items():
        monkeypatch.setattr(worth_of_sheets, name, value)
    file = tmp_path / "results.jsonl"
    worth_of_sheets.main(file, 1)
    first, told = file.read_text("utf-8"), capsys.readouterr().out
    line = json.loads(first)
    assert [each["checked"]["spy_won"][1] for each in line["curators"]] == [1, 1]
    assert all(entry[1] == "unchecked" for each in line["curators"] for entry in each["unchecked"]["entries"])
    assert told.startswith("1 archives, 2 curators\nnone: ")
    worth_of_sheets.main(file, 1)
    assert file.read_text("utf-8") == first and capsys.readouterr().out == told
