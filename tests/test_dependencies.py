"""What is depended on: within bounds, and in the versions that are tested."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from translators.parsed.spacy_parser import MODEL, MODEL_VERSION

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKED = dict(
    line.split("==") for line in (ROOT / ".ci/constraints.txt").read_text("utf-8").split("\n") if "==" in line
)
BY_DATE = {"xllamacpp"}
"""Packages whose versions are dates, which no change of a major number announces."""


def needs(*extras: str) -> list[str]:
    optional = PROJECT["project"]["optional-dependencies"]
    return [*PROJECT["project"]["dependencies"], *(need for extra in extras or optional for need in optional[extra])]


def parts(need: str) -> tuple[str, str, str]:
    """Name, lower and upper bound; an empty one where there is none."""
    found = re.fullmatch(r"([\w.-]+)(?:\[[\w,]+\])?>=([\w.]+)(?:,<([\d.]+))?", need)
    assert found, need
    return found[1], found[2], found[3] or ""


def numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", re.split(r"[a-z]", version)[0])]


def test_what_is_on_no_index_is_pinned_by_version_and_hash() -> None:
    (model,) = [need for need in needs() if " @ " in need]
    assert model.startswith(f"{MODEL} @ https://") and f"/{MODEL}-{MODEL_VERSION}-py3-none-any.whl" in model
    assert re.search(r"#sha256=[0-9a-f]{64}$", model)


@pytest.mark.parametrize("need", sorted(need for need in set(needs()) if " @ " not in need))
def test_every_dependency_ends_before_a_next_major_version(need: str) -> None:
    name, least, below = parts(need)
    if name not in BY_DATE:
        assert below and numbers(least) < numbers(below)


@pytest.mark.parametrize("need", sorted(set(needs("dev", "docs"))))
def test_what_is_tested_is_locked_within_its_bounds(need: str) -> None:
    name, least, below = parts(need)
    assert numbers(least) <= numbers(LOCKED[name.lower()]) < numbers(below)
