"""Every example in a docstring comes out as it says; those of adapters need their frameworks."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
MODULES = [
    ".".join(file.relative_to(CHECKOUT).with_suffix("").parts)
    for package in ("gdl", "translators", "lelma")
    for file in sorted((CHECKOUT / package).rglob("*.py"))
    if ">>> " in file.read_text("utf-8") and file.parent.name != "adapters"
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_come_out(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    failed, _ = doctest.testmod(import_module(name))
    assert not failed, capsys.readouterr().out
