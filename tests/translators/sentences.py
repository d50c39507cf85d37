"""Sentences about games by name, checked by a verifier that all tests share."""

from __future__ import annotations

from functools import cache

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


def sentences(texts: dict[str, str]) -> list[tuple[str, str]]:
    """Game and sentence, for texts by game with a sentence a line."""
    return [(game, line) for game, text in texts.items() for line in text.strip().splitlines()]
