"""What is wrong with JSON and TOML from outside is told with its place, and nothing else is raised."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lelma.support.errors import GameError, UsageError
from lelma.support.outside import (
    MAX_NESTING,
    json_objects,
    json_value,
    read_each,
    toml_file,
    toml_table,
    utf8_text,
)

DEEP = f"lists or tables are nested more than {MAX_NESTING} deep"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f:3:1: not JSON: expecting value"),
        ('{"a": 1,\n 2}', "f:4:2: not JSON: expecting property name enclosed in double quotes"),
        ('"\x01"', "f:3:2: not JSON: invalid control character"),
        ("[1] 2", "f:3:5: not JSON: extra data"),
        ("[-Infinity]", "f:3: -Infinity is no number of JSON"),
        ("9" * 5_000, "f:3: a number is too long"),
        ("[" * 100_000, f"f:3: {DEEP}"),
        ("[" * 101 + "]" * 101, f"f:3: {DEEP}"),
        ('{"a":' * 500 + "1" + "}" * 500, f"f:3: {DEEP}"),
        (b"[\xff]", "f:3: byte 0xff at offset 1 is not UTF-8"),
    ],
)
def test_what_is_no_json_is_told_with_its_place(text: str | bytes, message: str) -> None:
    with pytest.raises(UsageError) as told:
        json_value(text, "f", line=3)
    assert str(told.value) == message


def test_what_is_json_is_read() -> None:
    assert json_value("[" * 100 + "]" * 100)
    assert json_value("\ufeff[1]") == json_value(b"\xef\xbb\xbf[1]") == [1]
    assert list(json_objects(['{"a": 1}', " ", "", "{}"])) == [(1, {"a": 1}), (4, {})]


def test_a_line_that_is_no_object_is_told() -> None:
    with pytest.raises(GameError, match=r"^f:2: expected a JSON object, got \[1\]$"):
        list(json_objects(["{}", "[1]"], "f", fail=GameError))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = ", "f: not TOML: invalid value, at the end"),
        ("a = 1\nb = ?", "f:2:5: not TOML: invalid value"),
        ("a = 1\na = 2\n\n", "f:2:6: not TOML: cannot overwrite a value"),
        ("a = " + "9" * 5_000, "f: a number is too long"),
        ("a = 1e99999999999999999999", "f: a number is too long"),
        ("a = " + "[" * 10_000, f"f: {DEEP}"),
        ("a = " + "[" * 101 + "]" * 101, f"f: {DEEP}"),
        ("a" + ".a" * 200_000 + " = 1", f"f: {DEEP}"),
        ("[a" + " . 'a b'" * 200_000 + "]", f"f: {DEEP}"),
    ],
)
def test_what_is_no_toml_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(UsageError) as told:
        toml_table(text, "f", parse_float=Decimal)
    assert str(told.value) == message


def test_files_are_told_by_name(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    with pytest.raises(GameError, match="^" + str(file) + ": No such file or directory$"):
        toml_file(file, fail=GameError)
    with pytest.raises(UsageError, match="^" + str(tmp_path) + ": Is a directory$"):
        utf8_text(tmp_path)
    file.write_bytes(b"a = 1\nb = '\xff'")
    with pytest.raises(UsageError, match="^" + str(file) + ":2:6: byte 0xff at offset 11 is not UTF-8$"):
        toml_file(file)
    file.write_bytes(b"\xef\xbb\xbfa = 1.5")
    assert toml_file(file, parse_float=Decimal) == {"a": Decimal("1.5")}


@given(st.text(alphabet='[]{}",:=.\n\\eE-+0123456789aNtfn \x00\ud800'))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (json_value, toml_table):
        try:
            read(text)
        except UsageError as error:
            assert str(error).startswith("<text>")


def test_what_can_be_read_of_a_folder_counts_and_the_rest_is_named(tmp_path: Path) -> None:
    def read(file: Path) -> list[int]:
        return [int(json_value(line, str(file))) for line in utf8_text(file).splitlines()]

    (tmp_path / "deeper").mkdir()
    (tmp_path / "a.jsonl").write_text("1\n2\n")
    (tmp_path / "b.jsonl").write_bytes(b"\xff\n")
    (tmp_path / "deeper" / "c.json").write_text("4\n")
    (tmp_path / "notes.txt").write_text("no number\n")
    assert read_each(tmp_path, read) == ([1, 2, 4], [f"{tmp_path}/b.jsonl:1:1: byte 0xff at offset 0 is not UTF-8"])
    assert read_each(tmp_path / "a.jsonl", read) == ([1, 2], [])
    with pytest.raises(UsageError, match="not UTF-8"):
        read_each(tmp_path / "b.jsonl", read)
    for file in tmp_path.rglob("*.json*"):
        file.write_text("[\n")
    with pytest.raises(UsageError, match=r"nothing in this folder can be read\n.*a\.jsonl:1:2: not JSON"):
        read_each(tmp_path, read)
