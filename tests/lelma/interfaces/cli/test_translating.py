"""Commands whose translator is a model: its cassette, and texts read at once."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from lelma.experiments.evaluation.scoring import score
from lelma.interfaces.cli.main import main
from translators.claim import Claim, Translation
from translators.language.vocabulary import Vocabulary

TEXT = "The hare is the safe choice. Stag gives me at least 3."
CLAIMS = [
    {"sentence": 1, "formula": "safest(p1, hare)", "polarity": "affirmed", "span": ""},
    {"sentence": 2, "formula": "min pay(p1; p1=stag) >= 3", "polarity": "affirmed", "span": ""},
]
ATTEMPT = {
    "model": "m",
    "payoffs": {"RR": [1, 1], "RB": [3, 0], "BR": [0, 3], "BB": [5, 5]},
    "game": "sh",
    "human_aggregated": 1,
}


def verify(tmp_path: Path, *options: str) -> int:
    file = tmp_path / "text.txt"
    file.write_text(TEXT, "utf-8")
    model = ["--translator", "model", "--translator-model", f"scripted:{tmp_path / 'replies'}"]
    return main(["verify", "stag_hunt", str(file), "--json", *model, *options])


def test_a_cassette_gives_the_same_report_again_without_the_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replies = tmp_path / "replies"
    replies.mkdir()
    (replies / "1.txt").write_text(json.dumps({"claims": CLAIMS, "choice": ""}), "utf-8")
    tape = ["--cassette", str(tmp_path / "tape.sqlite")]
    assert verify(tmp_path, *tape) == 1
    recorded = capsys.readouterr().out
    (replies / "1.txt").unlink()
    assert verify(tmp_path, *tape, "--replay-only") == 1
    assert capsys.readouterr().out == recorded
    assert [claim["verdict"] for claim in json.loads(recorded)["claims"]] == ["true", "false"]


def test_what_is_not_on_the_cassette_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, "--cassette", str(tmp_path / "none.sqlite"), "--replay-only") == 2
    assert "can't be opened as a cassette" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--cassette", "tape.sqlite"], "name it with --translator-model"),
        (["--replay-only"], "needs a --cassette"),
    ],
)
def test_a_cassette_needs_a_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    file = tmp_path / "text.txt"
    file.write_text(TEXT, "utf-8")
    assert main(["verify", "stag_hunt", str(file), *options]) == 2
    assert message in capsys.readouterr().err


class Together:
    """A translator that answers only once `count` texts wait for it."""

    def __init__(self, count: int) -> None:
        self.barrier = threading.Barrier(count, timeout=10)

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        self.barrier.wait()
        return Translation((Claim(text, (0, len(text)), "higher(2, 1)"),))


def log(count: int) -> list[str]:
    lines: list[dict[str, Any]] = [{**ATTEMPT, "id": f"s{n}", "response": f"Text {n}."} for n in range(count)]
    return [json.dumps(line) for line in lines]


def test_texts_are_scored_at_once_and_in_order() -> None:
    found = list(score(log(6), translator=Together(3), jobs=3))
    assert [sample.id for sample in found if sample is not None] == [f"s{n}" for n in range(6)]
    assert found == list(score(log(6), translator=Together(1)))
