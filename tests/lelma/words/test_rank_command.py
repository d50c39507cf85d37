"""`lelma words rank`: words described by a model, and the file that keeps what it said."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from lelma.agents.steps.prompts import read_prompt
from lelma.interfaces.cli.main import main
from lelma.support.paths import data_folder

PAIRS = [("Snow", "Hail"), ("Violin", "Train"), ("Tea", "Coffee")]
SAID = ["It falls from the sky as flakes.", "It falls from the sky as ice.", "It is bowed.", "It runs on rails."]
SAID += ["It is a drink of leaves.", "It is a drink of beans."]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    file = tmp_path / "pairs.jsonl"
    file.write_text("".join(json.dumps({"a": a, "b": b}) + "\n" for a, b in PAIRS), "utf-8")
    (tmp_path / "replies").mkdir()
    for number, text in enumerate(SAID, start=1):
        (tmp_path / "replies" / f"{number}.txt").write_text(f"{text}\n", "utf-8")
    return file


def test_what_a_model_says_of_words_is_kept_and_ranks_them_again(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "ranked.jsonl"
    assert main(["words", "rank", str(pairs), "--describe", f"scripted:{tmp_path / 'replies'}", "--out", str(out)]) == 0
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert (rows[-1]["a"], rows[-1]["b"], rows[0]["a"]) == ("Snow", "Hail", "Violin")
    assert (rows[-1]["a_is"], rows[-1]["level"]) == ("It falls from the sky as flakes.", "hard")
    again = tmp_path / "again.jsonl"
    assert main(["words", "rank", str(out), "--describe", "definitions", "--out", str(again)]) == 0
    assert again.read_text("utf-8") == out.read_text("utf-8")
    assert main(["words", "rank", str(pairs), "--out", str(again)]) == 0
    assert "a_is" not in again.read_text("utf-8")


@pytest.mark.parametrize("folder", ["_sets", "spygame"])
def test_the_prompt_asks_for_what_the_paper_says(folder: str) -> None:
    file = data_folder("games") / folder / "prompts" / "words" / "define.md"
    (message,) = read_prompt(file).messages({"word": "Tea"})
    assert "two or three plain sentences what “Tea” is" in message.text and "paper" not in message.text


def test_a_game_asks_by_a_prompt_of_its_own(pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Path(shutil.copytree(data_folder("games") / "spygame", tmp_path / "spygame"))
    shutil.copy(pairs, game / "words.jsonl")
    (game / "prompts" / "words" / "define.md").write_text("What is “$thing”?\n", "utf-8")
    assert main(["words", "rank", str(game), "--describe", f"scripted:{tmp_path / 'replies'}"]) == 2
    assert "define.md:1: there is no field $thing here" in capsys.readouterr().err
