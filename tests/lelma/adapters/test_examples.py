"""Every example of an adapter runs, offline, where its framework is installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
EXPECTED = {
    "with_dspy.py": ("dspy", "(ok: True)"),
    "with_inspect_ai.py": ("inspect_ai", "with feedback: C"),
    "with_langchain.py": ("langchain", "ok after 2 attempts: True"),
    "with_langgraph.py": ("langgraph", "ok after 2 attempts: True"),
    "with_openai_agents.py": ("agents", "hare is submitted"),
    "with_pettingzoo.py": ("pettingzoo", "p2 is paid"),
    "with_pydantic_ai.py": ("pydantic_ai", "the agent answers: If I choose stag and they choose hare, I get 0."),
}
"""Name → the package it needs, and something it prints."""


def test_every_example_is_run() -> None:
    assert {file.name for file in EXAMPLES.glob("with_*.py")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    package, printed = EXPECTED[name]
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed: see the head of examples/{name}")
    program = [sys.executable, str(EXAMPLES / name)]
    ran = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert printed in ran.stdout
