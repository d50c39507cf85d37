"""What all adapters do alike."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lelma import Verifier
from lelma.adapters.shared import NOTHING_CHECKED, objection
from tests.lelma.adapters.replies import IDLE, RIGHT, TOLD, WRONG


def test_a_text_is_objected_to_where_a_claim_fails(verifier: Verifier) -> None:
    assert TOLD in objection(verifier.check(WRONG), demand_claims=False)
    assert objection(verifier.check(RIGHT), demand_claims=True) == ""


def test_a_text_without_claims_passes_unless_claims_are_demanded(verifier: Verifier) -> None:
    assert objection(verifier.check(IDLE), demand_claims=False) == ""
    assert objection(verifier.check(IDLE), demand_claims=True) == NOTHING_CHECKED


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("dspy", "dspy", "dspy"),
        ("inspect_ai", "inspect_ai", "inspect-ai"),
        ("langchain", "langchain", "langchain"),
        ("langgraph", "langgraph", "langgraph"),
        ("openai_agents", "agents", "openai-agents"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("pydantic_ai", "pydantic_ai", "pydantic-ai"),
    ],
)
def test_an_adapter_without_its_framework_says_what_to_type(module: str, package: str, extra: str) -> None:
    hidden = f"import sys; sys.modules[{package!r}] = None; import lelma.adapters.{module}"
    ran = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert f"pip install 'lelma[{extra}]'" in ran.stderr


def test_importing_the_package_imports_no_framework() -> None:
    program = "import sys, lelma, lelma.adapters; print(sorted(set(sys.modules) & set(sys.argv[1:])))"
    frameworks = ("agents", "dspy", "inspect_ai", "langchain", "langgraph", "pettingzoo", "pydantic_ai")
    ran = subprocess.run([sys.executable, "-c", program, *frameworks], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
