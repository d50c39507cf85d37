"""Recorded games, followed with what each player could know and what was said in them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lelma.experiments.trust_records.sightings import read_trust_matches
from lelma.interfaces.cli.main import main
from lelma.matches.recorded.replay import replay_recorded
from lelma.matches.story import UNKNOWN_MOVE, tell
from lelma.matches.talk.as_transcript import as_transcript
from lelma.matches.talk.given_moment import given_moment
from lelma.matches.talk.speeches import read_matches
from lelma.talk.judge import Speech, check_claims
from lelma.talk.moments import Moments, SaidAt
from tests.lelma.interfaces.views.test_match_page import read
from tests.lelma.matches.recorded.test_word_records import printed, random_log

SEATS = ("p1", "p2", "p3", "p4")
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
def test_formulas_after_a_refused_move_have_the_worlds_that_are_known_then(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(printed({}, P1="P1"))
    known = told(capsys, "worlds", "undercover_v", "--match", str(file), "--deals")
    [match] = read_matches(file, "undercover_v")
    for view in ("p1", "p2", None):
        moment = given_moment(match, role=view)
        judge = moment.judge()
        who = view or "p4"  # who knows that another knows, where all is given
        deals = next(each["deals"] for each in known["roles"] if each["role"] == who)
        possible = {player for player in SEATS if any(f"(identity {player} spy)" in deal["facts"] for deal in deals)}
        asked = [judge.parse(f"possible({who}, identity({player}, spy))") for player in SEATS]
        found = judge.judge(asked, given=moment.given)
        assert {seat for seat, verdict in zip(SEATS, found, strict=True) if verdict.truth == "true"} == possible
        assert {verdict.truth for verdict in found} <= {"true", "false"}
        [alive] = judge.judge([judge.parse("knows(p3, alive(p1))")], given=moment.given)
        assert alive.truth == "true"


@pytest.mark.slow
def test_who_made_a_refused_move_is_known_to_have_made_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(printed({}, P1="P1"))
    step = str(len(next(iter(read_matches(file, "undercover_v"))).record.plies))
    for role in ([], ["--role", "p1"], ["--role", "p3"]):
        asked = f"knows(p3, did(p1, vote(p1))@{step})"
        assert told(capsys, "ask", "undercover_v", asked, "--match", str(file), *role)["verdict"] == "true"


def test_what_is_said_after_a_refused_move_is_judged_by_all_plays_that_agree_with_the_match(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(printed({}, P1="P1"))
    [match] = read_matches(file, "undercover_v")
    moments = Moments(match.game, match.record)
    asked = moments.judge.parse("alive(p1)")
    end = len(match.record.plies)
    verdicts = moments.verdicts([SaidAt(end, view, asked) for view in ("all", "p1")])
    moments.close()
    assert [verdict.truth for verdict in verdicts] == ["true", "true"]


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


def test_a_record_with_impossible_parameters_is_an_error_at_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(printed({}).replace('"Owl"', '""'))
    for command in (["claims", "undercover_v", str(file)], ["replay", str(file)]):
        assert main(command) == 2
        assert f"{file}: game can't have been played: pairs[1]" in capsys.readouterr().err


def page(capsys: pytest.CaptureFixture[str], file: Path, *arguments: str) -> str:
    """The visible text of the page about a recorded game."""
    target = file.parent / "page.html"
    assert main(["report", str(file), "-o", str(target), *arguments]) == 0
    assert capsys.readouterr().out.strip() == str(target)
    return read(target.read_text("utf-8")).text


def test_a_recorded_game_has_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(printed({}, P1="P1"))
    text = page(capsys, file)
    assert "Undercover-V" in text and "recorded game" in text and "1 moves against the rules" in text
    assert f"The next move is against the rules, and the record went on with it: {SELF_VOTE}" in " ".join(text.split())
    assert "It glorfs." in text and "seed" not in text and "numbers end early" not in text


def test_a_page_is_about_the_game_that_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(json.dumps(random_log(seed)) for seed in (1, 2)))
    assert "recorded game random 2" in page(capsys, file, "--name", "random 2")
    assert main(["report", str(file), "--name", "random 3"]) == 2
    assert "holds no match 'random 3'" in capsys.readouterr().err


def test_a_record_that_can_not_be_followed_has_a_page_that_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = random_log(1)
    civilian = next(player for player in log["players"] if player != log["spy"])
    log["players"][civilian] = log["words"]["spy"]
    file = tmp_path / "game.jsonl"
    file.write_text(json.dumps(log))
    assert "The record could not be followed further: after joint move" in page(capsys, file)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("avalon/appendix_l.jsonl", None),
        ("undercover_v/case_study.jsonl", None),
        ("spygame_paper/rounds.jsonl", None),
        ("spygame_paper/rounds.jsonl", "appendix_c"),
        ("spygame_logs/sk-gpt-4-gpt-4-case_study.json", None),
        pytest.param("werewolf/gratr_votes.jsonl", "gratr-1.4-203", marks=pytest.mark.nightly),
        pytest.param("werewolf/gratr_logs.jsonl", "log-193", marks=pytest.mark.nightly),
    ],
)
def test_games_recorded_in_every_format_have_a_page(
    shared_data: SharedData, tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, name: str | None
) -> None:
    copy = tmp_path / Path(file).name
    copy.write_bytes(shared_data(file).read_bytes())
    text = page(capsys, copy, *(("--name", name) if name else ()))
    assert "could not be followed" not in text and "numbers end early" not in text


@pytest.mark.slow
def test_a_record_without_a_course_has_a_page_of_what_it_tells(
    shared_data: SharedData, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "early.jsonl"
    lines = shared_data("werewolf/gratr_votes.jsonl").read_text("utf-8").splitlines()
    file.write_text(next(line for line in lines if '"9999"' in line))
    assert "do not hold the course of a game" in page(capsys, file)


def test_what_is_no_match_gets_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text('{"a": 1}\n')
    assert main(["report", str(file)]) == 2
    assert "neither a transcript of a match nor in a format" in capsys.readouterr().err


def garbled(shared_data: SharedData, old: str, new: str, tmp_path: Path) -> Path:
    """A logged game in which a vote is written otherwise."""
    line = shared_data("werewolf/gratr_logs.jsonl").read_text("utf-8").splitlines()[2]
    log = json.loads(line)
    votes = [event for event in log["events"] if event["type"] == "act" and event["text"].startswith("(1-th daytime)")]
    votes = [event for event in votes if re.search(old, event["text"])]
    votes[0]["text"] = f"(1-th daytime) {new}"
    file = tmp_path / "log.jsonl"
    file.write_text(json.dumps(log))
    return file


@pytest.mark.parametrize(
    "new", ["Hm, I have no idea.", pytest.param("I choose to vote for Player 77.", marks=pytest.mark.slow)]
)
def test_a_vote_that_nobody_can_read_is_unknown(
    new: str, shared_data: SharedData, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = garbled(shared_data, r"vote", new, tmp_path)
    found = replay_recorded(file.read_text().splitlines())
    assert found is not None and found.failed == [] and found.refused == []
    [unread] = found.unknown
    assert (found.moves["unknown"], unread["move"][:5]) == (1, "(vote")
    [match] = read_matches(file, "werewolf")
    assert len(match.record.others) >= 5, "any other vote fits the record as well"
    say = [
        f"Player {number} voted for Player {target} on day 1." for number, target in ((6, 4), (6, 2), (2, 4), (2, 8))
    ]
    claims = check_claims(match.game, match.record, [Speech(len(match.record.plies), "p3", words) for words in say])
    assert [each.truth("public") for each in claims.statements] == ["unknown", "unknown", "true", "false"]
    assert "does not tell" in claims.statements[0].as_json("public")["reason"]
    story = tell(as_transcript(match), match.game)
    deeds = [deed for part in story.parts for scene in part.scenes for deed in scene.deeds if deed.text == UNKNOWN_MOVE]
    assert [deed.role for deed in deeds] == ["p6"] and "p6" not in story.votes[0].choices
    assert main(["replay", str(file)]) == 0
    assert "not told in words that can be read" in capsys.readouterr().out


def test_what_is_known_is_so_whichever_way_a_vote_was_that_nobody_can_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(printed({}, P2="nobody, I think"))
    [match] = read_matches(file, "undercover_v")
    [vote] = [number for number, ply in enumerate(match.record.plies, start=1) if ply.unknown]
    asked = ("worlds", "undercover_v", "--match", str(file), "--ask", "(true (left 4))", "--ask", "(true (left 9))")
    for at, four in ((vote - 1, "true"), (vote, "unknown")):
        found = told(capsys, *asked, "--at", str(at))
        answers = [tuple(role["answers"].values()) for role in [*found["roles"], found["everyone"]]]
        assert answers == [(four, "false")] * 5, "with another vote somebody was out"
        assert [role["worlds"] for role in found["roles"]] == [4] * 4


def test_a_vote_that_nobody_can_read_is_no_sign_of_a_side(shared_data: SharedData, tmp_path: Path) -> None:
    file = garbled(shared_data, r"vote", "Hm, I have no idea.", tmp_path)
    [match] = read_trust_matches(file, "werewolf", proofs=True)
    voters = [each.percept.split()[1] for each in match.sightings if each.vote and each.day == 1]
    assert "p6" not in voters and len(voters) >= 5
