"""The constructions of reasoning about payoffs, bound to their meanings.

Short, because it only joins them: the constructions are files, the meanings are functions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from translators.reading.grammar import amounts, assertions, bests, cases, comparing, measures, odds
from translators.reading.grammar.constructions import Construction, file_text, read_constructions

FILES = ("cases", "amounts", "payoffs", "comparisons", "theory", "expectations")


@cache
def payoff_constructions() -> tuple[Construction, ...]:
    """The constructions that all games share."""
    meanings = {
        name: each
        for module in (cases, amounts, measures, assertions, comparing, bests, odds)
        for name, each in _meanings(module)
    }
    return tuple(
        construction
        for name in FILES
        for construction in read_constructions(file_text(f"{name}.constructions"), name, meanings)
    )


def _meanings(module: ModuleType) -> list[tuple[str, Callable[..., Any]]]:
    return [
        (name, each)
        for name, each in vars(module).items()
        if callable(each) and not name.startswith("_") and getattr(each, "__module__", "") == module.__name__
    ]
