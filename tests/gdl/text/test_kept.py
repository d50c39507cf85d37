"""What is kept on a machine: the same with, without and with a spoilt cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.text import kept as room
from gdl.text.kept import cache_folder, kept, kept_file

DATA = {"word": [(("a", "b"), "noun", 3), (("c",), "verb", None)]}


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    room._state_of_files.cache_clear()
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "words.toml").write_text("a")
    return folder


def made(sources: Path, made_of: object = "words") -> list[str]:
    """What `kept` gives, and whether it was made for that."""
    told: list[str] = []

    def make() -> dict[str, list[tuple[tuple[str, ...], str, int | None]]]:
        told.append("made")
        return DATA  # type: ignore[return-value]

    assert kept(made_of, make, sources=sources) == DATA
    return told


def test_data_is_made_once_and_anew_when_a_source_changes(sources: Path) -> None:
    assert made(sources) == ["made"]
    assert made(sources) == []
    assert made(sources, "others") == ["made"]
    (sources / "words.toml").write_text("another")
    room._state_of_files.cache_clear()
    assert made(sources) == ["made"]


@pytest.mark.parametrize("spoilt", [b"", b"no data", b"x" * 100])
def test_spoilt_data_is_made_anew(sources: Path, spoilt: bytes) -> None:
    made(sources)
    folder = cache_folder("data")
    assert folder is not None
    for file in folder.iterdir():
        file.write_bytes(spoilt)
    assert made(sources) == ["made"]
    assert made(sources) == []


def test_a_folder_that_others_may_write_to_is_not_read(sources: Path) -> None:
    made(sources)
    folder = cache_folder("data")
    assert folder is not None
    folder.chmod(0o777)
    assert made(sources) == made(sources) == ["made"]


def test_sources_that_are_no_files_keep_nothing(sources: Path) -> None:
    assert made(sources / "in.zip") == made(sources / "in.zip") == ["made"]


def test_a_file_is_made_once(sources: Path) -> None:
    first = kept_file("state", lambda file: (file.write_text("saved"), None)[1], sources=sources)
    assert first is not None and first.read_text() == "saved"
    assert kept_file("state", _never, sources=sources) == first
    first.write_text("spoilt")
    assert kept_file("state", _fails, sources=sources) is None


def _never(_: Path) -> None:
    raise AssertionError("it was made again")


def _fails(_: Path) -> None:
    raise OSError("the disk is full")
