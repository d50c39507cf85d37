"""Sentences about games by name, checked by a verifier that all tests share."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path

from lelma.verifier import Verifier


@cache
def verifier(game: str) -> Verifier:
    return Verifier.load(game)


def failed(game: str, text: str) -> list[str]:
    """The queries of the counted claims that are false."""
    return [item.claim.query for item in verifier(game).check(text).failed]


def failed_of_decided(game: str, text: str) -> list[str]:
    """As `failed`; every claim must be true or false."""
    report = verifier(game).check(text)
    assert all(item.verdict.truth in ("true", "false") for item in report.claims)
    return [item.claim.query for item in report.failed]


@cache
def scraps() -> list[str]:
    """The sentences of all tests of the English reader, cut at their signs."""
    names = sorted(path.stem for path in Path(__file__).parent.parent.glob("test_english_*.py"))
    texts: list[str] = []
    for module in (import_module(f"tests.translators.{name}") for name in names):
        for kind in ("RIGHT", "WRONG"):
            known = getattr(module, kind, {})
            texts += known.values() if isinstance(known, dict) else known
    return sorted({part for text in texts for part in re.split(r"(?<=[.,;:()\n]) *", text) if part.strip()})


def sentences(texts: dict[str, str]) -> list[tuple[str, str]]:
    """Game and sentence, for texts by game with a sentence a line."""
    return [(game, line) for game, text in texts.items() for line in text.strip().splitlines()]
