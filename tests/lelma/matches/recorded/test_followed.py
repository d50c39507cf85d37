"""Recorded games, followed with what each player could know and what was said in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lelma.interfaces.cli.main import main
from lelma.matches.talk.speeches import read_matches
from tests.lelma.matches.recorded.test_word_records import printed, random_log

SharedData = Callable[[str], Path]
SELF_VOTE = "Player 1 can't vote for Player 1: it must be other than Player 1."


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) in (0, 3)
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_a_refused_vote_ends_nobodys_knowledge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(printed({}, P1="P1"))
    found = told(capsys, "worlds", "undercover_v", "--match", str(file))
    assert [(each["role"], each["move"], each["why"]) for each in found["refused"]] == [("p1", "(vote p1)", SELF_VOTE)]
    assert all(role["worlds"] > 0 for role in [*found["roles"], found["everyone"]])
    assert [role["identity"] for role in found["roles"]] == ["citizen", "citizen", "citizen", "spy"]
    before = told(capsys, "worlds", "undercover_v", "--match", str(file), "--at", str(found["refused"][0]["ply"] - 1))
    assert before["refused"] == []


@pytest.mark.slow
def test_a_guard_who_protects_twice_goes_on_knowing(
    shared_data: SharedData, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(shared_data("werewolf/gratr_votes.jsonl"))
    found = told(capsys, "worlds", "werewolf", "--match", file, "--name", "gratr-1.4-203", "--at", "75")
    assert [each["ply"] for each in found["refused"]] == [59, 74]
    assert "two nights running" in found["refused"][0]["why"]
    assert all(role["worlds"] > 0 for role in found["roles"])


def test_the_words_of_a_recorded_game_are_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(printed({"P1": "My word is Owl.", "P4": "My word is Owl."}))
    found = told(capsys, "claims", "undercover_v", str(file), "--view", "all")
    assert (found["trouble"], found["refused"]) == ([], [])
    [match] = read_matches(file, "undercover_v")
    assert match.game.parameters["pairs"] == [["Owl", "Bat"]]
    assert [ply.percepts["p4"] for ply in match.record.plies if "(card bat)" in ply.percepts["p4"]]


def test_games_with_different_words_in_one_file_are_followed_with_their_own(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    logs = [random_log(seed) for seed in (1, 2)]
    logs[1] = json.loads(json.dumps(logs[1]).replace("Grey tea", "Moon").replace('"Tea"', '"Sun"'))
    file.write_text("\n".join(map(json.dumps, logs)))
    found = list(read_matches(file, "spygame"))
    assert [match.trouble for match in found] == ["", ""]
    assert [sorted(match.game.parameters["pairs"][0]) for match in found] == [["Grey tea", "Tea"], ["Moon", "Sun"]]


def test_printed_word_games_are_followed_to_their_end(shared_data: SharedData) -> None:
    files = {"undercover_v": "undercover_v/case_study.jsonl", "spygame": "spygame_paper/rounds.jsonl"}
    for game, file in files.items():
        for match in read_matches(shared_data(file), game):
            assert match.trouble == "" and match.speeches, match.name
