"""What all adapters do alike."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from lelma import Verifier
from lelma.adapters.shared import objection
from lelma.verify.feedback import NOTHING_CHECKED
from tests.lelma.adapters.replies import IDLE, RIGHT, TOLD, WRONG

CHECKOUT = Path(__file__).resolve().parents[3]
ADAPTERS = [
    ("dspy", "dspy", "dspy"),
    ("inspect_ai", "inspect_ai", "inspect-ai"),
    ("langchain", "langchain", "langchain"),
    ("langgraph", "langgraph", "langgraph"),
    ("openai_agents", "agents", "openai-agents"),
    ("pettingzoo", "pettingzoo", "pettingzoo"),
    ("pydantic_ai", "pydantic_ai", "pydantic-ai"),
]
"""Each adapter's module, the package it imports, and its extra."""


def test_every_adapter_is_here() -> None:
    files = {file.stem for file in (CHECKOUT / "lelma/adapters").glob("*.py")}
    assert files - {"__init__", "shared"} == {module for module, _, _ in ADAPTERS}


@pytest.mark.parametrize(("module", "package", "extra"), ADAPTERS)
def test_an_adapter_is_named_where_people_look_for_it(module: str, package: str, extra: str) -> None:
    def text(place: str) -> str:
        return (CHECKOUT / place).read_text("utf-8")

    assert f"| `{module}` " in text("lelma/adapters/__init__.py")
    assert f"::: lelma.adapters.{module}\n" in text("docs/reference/adapters.md")
    guides = text("docs/how_to/frameworks.md") + text("docs/how_to/environments.md")
    assert f"from lelma.adapters.{module} import" in guides
    assert (CHECKOUT / f"examples/with_{module}.py").is_file()
    assert (CHECKOUT / f"tests/lelma/adapters/test_{module}.py").is_file()
    project = tomllib.loads(text("pyproject.toml"))
    extras = project["project"]["optional-dependencies"]
    assert extra in extras and not [name for name, needs in extras.items() if f"lelma[{extra}" in " ".join(needs)]
    listed = re.search(r"^extras=(.*)$", text("scripts/test-adapters.sh"), re.MULTILINE)
    assert listed is not None and extra in listed[1].split(",")


def test_a_text_is_objected_to_where_a_claim_fails(verifier: Verifier) -> None:
    assert TOLD in objection(verifier.check(WRONG), demand_claims=False)
    assert objection(verifier.check(RIGHT), demand_claims=True) == ""


def test_a_text_without_claims_passes_unless_claims_are_demanded(verifier: Verifier) -> None:
    assert objection(verifier.check(IDLE), demand_claims=False) == ""
    assert objection(verifier.check(IDLE), demand_claims=True) == NOTHING_CHECKED


@pytest.mark.parametrize(("module", "package", "extra"), ADAPTERS)
def test_an_adapter_without_its_framework_says_what_to_type(module: str, package: str, extra: str) -> None:
    hidden = f"import sys; sys.modules[{package!r}] = None; import lelma.adapters.{module}"
    ran = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert f"pip install 'lelma[{extra}]'" in ran.stderr


def test_importing_the_package_imports_no_framework() -> None:
    program = "import sys, lelma, lelma.adapters; print(sorted(set(sys.modules) & set(sys.argv[1:])))"
    frameworks = [package for _, package, _ in ADAPTERS]
    ran = subprocess.run([sys.executable, "-c", program, *frameworks], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
