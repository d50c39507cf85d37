"""The plunit tests of the solver, each file in a SWI-Prolog of its own."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent

pytestmark = pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog (swipl) is not installed")


def run_plunit(file: Path) -> subprocess.CompletedProcess[str]:
    """Run a test file so that failures, errors, warnings and left-over choice points end with a code that is not 0."""
    options = ["-q", "-f", "none", "--on-warning=status", "--on-error=status", "--stack-limit=128m"]
    return subprocess.run(
        ["swipl", *options, "-g", "run_tests", "-t", "halt", str(file)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("file", sorted(HERE.rglob("*.plt")), ids=lambda file: file.stem)
def test_plunit(file: Path) -> None:
    done = run_plunit(file)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("body", "passes"),
    [
        ("test(a, X == 1) :- X = 1.", True),
        ("test(a, X == 2) :- X = 1.", False),
        ("test(a) :- member(_, [1, 2]).", False),
        ("test(a) :- throw(oops).", False),
        ("test(a) :- missing(1).", False),
        ("test(a, X == 1) :- X = 1", False),
        ("test(a) :- X = 1.", False),
    ],
    ids=["right", "wrong answer", "choice point", "exception", "unknown predicate", "syntax error", "singleton"],
)
def test_what_is_wrong_in_a_test_file_is_noticed(tmp_path: Path, body: str, passes: bool) -> None:
    file = tmp_path / "sample.plt"
    file.write_text(
        f":- use_module(library(plunit)).\n:- begin_tests(sample).\n{body}\n:- end_tests(sample).\n", "utf-8"
    )
    assert (run_plunit(file).returncode == 0) is passes
