"""Benchmarks in a clone without the data folder run on what there is, and say what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from lelma.verify.verifier import Verifier
from tests.bench import bench_check, bench_network, bench_progression
from tests.bench.data import sheets


@pytest.fixture(autouse=True)
def nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LELMA_SHARED_DATA", str(tmp_path))
    return tmp_path


@pytest.mark.slow
def test_progression_is_measured_on_our_own_sheets(nothing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = nothing / "steps.svg"
    small = ["--seconds", "0.01", "--depth", "2", "--patience", "0.01", "--plot", str(picture)]
    assert bench_progression.main(small) == 0
    printed = capsys.readouterr().out
    assert f"{nothing}/gdl/rules has no rule sheets" in printed and "three" in printed
    assert picture.exists()


def test_the_network_is_measured_on_our_own_sheets(nothing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench_network.building(sheets())
    printed = capsys.readouterr().out
    assert f"{nothing}/gdl/rules has no rule sheets" in printed and "7 of 7 sheets ground" in printed


def test_checks_are_measured_on_an_attempt_of_our_own(nothing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_check.logged_attempts(10) == [("prisoners_dilemma", bench_check.OWN_ATTEMPT)]
    assert "samples.jsonl" in capsys.readouterr().out


def test_an_attempt_shorter_than_a_tick_of_the_clock_takes_some_processor_time() -> None:
    verifiers = {"prisoners_dilemma": Verifier.load("prisoners_dilemma")}
    attempts = [("prisoners_dilemma", bench_check.OWN_ATTEMPT[:1])]
    assert 0 < bench_check.processor_of_ours(verifiers, attempts, ticks=2) < 0.1
