"""Transcripts: whole however their writer ends, and nothing else is taken for one."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from lelma.matches.transcript import TRANSCRIPT_SCHEMA, TRANSCRIPT_VERSION, Transcript, read_transcript
from lelma.support.errors import UsageError


def write(file: Path, *numbers: int) -> None:
    transcript = Transcript(file)
    for number in numbers:
        transcript.write("counted", number=number, text="ab\ud800\n\u2028é")
    transcript.close()


def test_events_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "new" / "t.jsonl"
    write(file, 1, 2)
    first, second = read_transcript(file)
    assert first == {
        "event": "counted",
        "schema": TRANSCRIPT_SCHEMA,
        "version": TRANSCRIPT_VERSION,
        "number": 1,
        "text": "ab\ud800\n\u2028é",
    }
    assert second["number"] == 2 and "schema" not in second
    assert file.read_bytes().count(b"\n") == 2


def test_a_line_cut_anywhere_is_passed_over_and_written_over(tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    write(whole, 1, 2)
    data = whole.read_bytes()
    first = data.index(b"\n") + 1
    for length in range(len(data)):
        file = tmp_path / "cut.jsonl"
        file.write_bytes(data[:length])
        kept = 0 if length < first else 1
        assert len(read_transcript(file)) == kept
        write(file, *range(kept + 1, 3))
        assert file.read_bytes() == data, length


def test_what_a_full_disk_cut_is_not_in_the_way_of_the_next_event(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    transcript = Transcript(file)
    transcript.write("counted", number=1)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size + 20, hard))
    try:
        with pytest.raises(OSError):
            transcript.write_all([{"event": "counted", "number": 2}, {"event": "counted", "number": 3}])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert file.read_bytes().endswith(b"}\n")
    with file.open("ab") as other:  # as a disk leaves it that takes nothing back
        other.write(b'{"event": "cou')
    transcript.write("counted", number=4)
    transcript.close()
    assert [event["number"] for event in read_transcript(file)] == [1, 4] == [e["number"] for e in transcript.events]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("hello\n", r":1:1: not JSON: expecting value"),
        ("[1]\n", r":1: expected a JSON object"),
        ('{"event": 1}\n', r":1: no event"),
        ('{"event": "x"}\n', rf":1: expected {TRANSCRIPT_SCHEMA} version {TRANSCRIPT_VERSION}"),
        (f'{{"event": "x", "schema": "{TRANSCRIPT_SCHEMA}", "version": 99}}\n', r":1: expected .* got .* version 99"),
        (
            f'{{"event": "x", "schema": "{TRANSCRIPT_SCHEMA}", "version": {TRANSCRIPT_VERSION}}}\n\n3\n',
            r":3: expected a JSON object",
        ),
        ("[" * 100_000 + "\n", r":1: lists or tables are nested"),
    ],
)
def test_anything_else_is_refused_with_its_line(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "t.jsonl"
    file.write_text(content)
    with pytest.raises(UsageError, match=words):
        read_transcript(file)
    with pytest.raises(UsageError):
        Transcript(file)
    assert file.read_text() == content


def test_a_device_is_no_place_for_a_transcript() -> None:
    with pytest.raises(UsageError, match="/dev/zero is no file"):
        Transcript(Path("/dev/zero"))
