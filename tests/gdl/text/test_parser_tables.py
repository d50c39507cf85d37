"""Parsers whose tables are kept: the same parser with, without and with a spoilt cache."""

from __future__ import annotations

from pathlib import Path

import lark
import pytest

from gdl.text import kept
from gdl.text.parser_tables import parser_of

GRAMMAR = 'start: "a" WORD+\nWORD: /[b-z]+/\n%ignore " "\n'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "lelma" / "grammars"


def words(parser: lark.Lark) -> list[str]:
    return [str(child) for child in parser.parse("a cot dog").children]


def test_tables_are_made_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert words(parser_of(GRAMMAR)) == ["cot", "dog"]
    assert len(list(cache.iterdir())) == 1

    def never(*_: object, **__: object) -> None:
        raise AssertionError("the tables were made again")

    monkeypatch.setattr(lark.Lark, "_build_parser", never)
    assert words(parser_of(GRAMMAR)) == ["cot", "dog"]


def test_another_grammar_or_option_has_tables_of_its_own(cache: Path) -> None:
    parser_of(GRAMMAR)
    parser_of(GRAMMAR, keep_all_tokens=True)
    assert [str(child) for child in parser_of(GRAMMAR, keep_all_tokens=True).parse("a cot").children] == ["a", "cot"]
    assert len(list(cache.iterdir())) == 2


@pytest.mark.parametrize("spoilt", [b"", b"no tables", b"\x80\x04."])
def test_spoilt_tables_are_made_anew(cache: Path, spoilt: bytes) -> None:
    parser_of(GRAMMAR)
    for file in cache.iterdir():
        file.write_bytes(spoilt)
    assert words(parser_of(GRAMMAR)) == ["cot", "dog"]


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taken").write_text("a file where the folder would be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "taken"))
    assert words(parser_of(GRAMMAR)) == ["cot", "dog"]


def test_the_oldest_tables_go(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_MOST_FILES", 3)
    for letter in "bcdefg":
        parser_of(GRAMMAR.replace("b-z", f"{letter}-z"))
    assert len(list(cache.iterdir())) == 3
