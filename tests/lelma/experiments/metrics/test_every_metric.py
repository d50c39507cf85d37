"""Every metric: pure, documented, tried in a doctest or here, and tested."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import lelma.experiments.metrics as room

NAMES = sorted(file.stem for file in Path(room.__path__[0]).glob("*.py") if file.stem != "__init__")
TESTS = "\n".join(file.read_text("utf-8") for file in sorted(Path(__file__).parent.glob("test_*.py")))


def module(name: str) -> ModuleType:
    return importlib.import_module(f"{room.__name__}.{name}")


def functions(name: str) -> list[tuple[str, Callable[..., Any]]]:
    """The public functions that a module defines itself."""
    made = inspect.getmembers(module(name), inspect.isfunction)
    return [(each, made_) for each, made_ in made if not each.startswith("_") and made_.__module__.endswith(name)]


@pytest.mark.parametrize("name", NAMES)
def test_a_metric_knows_numbers_and_nothing_of_lelma(name: str) -> None:
    tree = ast.parse(inspect.getsource(module(name)))
    asked = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert [each for each in asked if each.startswith(("lelma", "gdl", "translators"))] == [
        each for each in asked if each.startswith(room.__name__)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_metric_says_what_it_is_and_its_examples_hold(name: str) -> None:
    assert functions(name), "a metric is a function"
    for each, made in functions(name):
        assert made.__doc__, each
    assert doctest.testmod(module(name)).failed == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_metric_is_tested(name: str) -> None:
    assert f"from {room.__name__}.{name} import" in TESTS, f"no test of this folder imports {name}"
