"""Recorded games of others, followed by our rules."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.interfaces.cli.main import main
from lelma.matches.recorded.replay import replay_recorded
from lelma.support.errors import UsageError

SharedData = Callable[[str], Path]


@pytest.fixture(scope="module")
def avalon(shared_data: SharedData) -> list[dict[str, Any]]:
    lines = shared_data("avalon/appendix_l.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _lines(events: list[dict[str, Any]]) -> list[str]:
    return [json.dumps(event) for event in events]


def test_the_printed_avalon_game_comes_out_as_printed(avalon: list[dict[str, Any]]) -> None:
    found = replay_recorded(_lines(avalon), game="avalon")
    assert found is not None
    assert (found.ok, found.preset, found.followed, found.agree) == (True, "log", 1, 1)
    told = [event for event in avalon if event["type"] in ("proposal", "speech", "team_vote", "assassination")]
    assert found.moves["recorded"] == len(told) + len(avalon[0]["roles"])
    assert (found.moves["open"], found.refused, found.misread, found.unasked) == (0, [], [], [])


@pytest.mark.parametrize(
    ("kind", "change", "complaint"),
    [
        ("proposal_result", {"result": "approved"}, "the record tells accepted, the rules rejected"),
        ("proposal_result", {"shown_approve": 4}, "the record tells 4, the rules 1"),
        ("quest_result", {"result": "failure"}, "failure 0"),
        ("proposal", {"leader": "P2"}, "(leader p2), the rules (leader p1)"),
    ],
)
def test_a_changed_result_is_noticed(
    avalon: list[dict[str, Any]], kind: str, change: dict[str, Any], complaint: str
) -> None:
    at = next(place for place, event in enumerate(avalon) if event["type"] == kind)
    changed = [event | (change if place == at else {}) for place, event in enumerate(avalon)]
    found = replay_recorded(_lines(changed), game="avalon")
    assert found is not None and not found.ok
    assert complaint in found.failed[0]["why"]


def test_an_illegal_proposal_is_refused(avalon: list[dict[str, Any]]) -> None:
    changed = [event | ({"team": ["P1", "P2", "P3"]} if event["seq"] == 4 else {}) for event in avalon]
    found = replay_recorded(_lines(changed), game="avalon")
    assert found is not None
    assert [entry["move"] for entry in found.refused] == ["(propose (trio p1 p2 p3))"]
    assert "the team must have 2 members" in found.refused[0]["why"]


def test_another_winner_is_noticed(avalon: list[dict[str, Any]]) -> None:
    changed = [event | ({"winner": "evil"} if event["type"] == "game_result" else {}) for event in avalon]
    found = replay_recorded(_lines(changed), game="avalon")
    assert found is not None and (found.agree, found.failed) == (0, [])
    assert found.disagree == [
        {"game": "game", "recorded": "the evil side has won", "by_the_rules": "the good side has won"}
    ]


def _guard_repeats(record: dict[str, Any]) -> set[tuple[str, str]]:
    guard = next(player for player, identity in record["roles"].items() if identity == "guard")
    nights = record["night_choices"]
    return {
        (record["id"], night)
        for night in nights
        if (told := nights[night].get(guard)) and told == nights.get(str(int(night) - 1), {}).get(guard) != "pass"
    }


@pytest.mark.slow
def test_recorded_werewolf_games_are_refused_repeated_protections_alone(shared_data: SharedData) -> None:
    lines = shared_data("werewolf/gratr_votes.jsonl").read_text("utf-8").splitlines()[::15]
    found = replay_recorded(lines)
    assert found is not None
    records = [json.loads(line) for line in lines]
    courses = [record for record in records if "9999" not in record["day_votes"]]
    assert (found.game, found.preset, found.games, found.followed) == ("werewolf", "gratr", len(records), len(courses))
    assert (found.failed, found.disagree) == ([], [])
    refused = {(entry["game"], entry["recorded"]["day"]) for entry in found.refused}
    assert refused == {repeat for record in courses for repeat in _guard_repeats(record)}
    assert all("protected last night" in entry["why"] for entry in found.refused)


def _recorded_match(play: Progression, rng: random.Random) -> dict[str, Any]:
    """A random match as such a record keeps it: without the antidote, and with last words for the last vote."""
    record: dict[str, Any] = {"id": f"match-{rng.random()}", "roles": {}, "day_votes": {}, "night_choices": {}}
    state = play.initial
    while not (look := play.look(state)).terminal:
        made = {role: rng.choice(moves) for role, moves in look.legal.items()}
        day = next((text.strip("()").split()[1] for text in state if text.startswith("(day")), "")
        for role, move in made.items():
            kind, *args = move.strip("()").split()
            if kind == "deal":
                record["roles"][args[0]] = args[1]
            elif kind == "vote":
                record["day_votes"].setdefault(day, {})[role] = args[0]
            elif kind in ("attack", "protect", "poison", "check"):
                record["night_choices"].setdefault(day, {})[role] = args[0]
            elif kind == "speak" and "(phase last_words)" in state:
                record["day_votes"][day][role] = "pass"
        state = play.next(state, made)
    record["winner"] = next(text.split()[1].strip(")") for text in state if text.startswith("(winner"))
    record["alive_at_end"] = [text.split()[1].strip(")") for text in state if text.startswith("(alive")]
    return record


@pytest.mark.slow
def test_matches_of_ours_replay_with_what_was_left_out_inferred() -> None:
    play, rng = Progression(Game.load("werewolf", preset="gratr").description), random.Random(20)
    records = [_recorded_match(play, rng) for _ in range(5)]
    records = [record for record in records if "1" in record["day_votes"] and record["winner"] != "unfinished"]
    assert len(records) > 2
    found = replay_recorded(_lines(records), game="werewolf")
    assert found is not None
    assert (found.failed, found.disagree, found.refused, found.unasked) == ([], [], [], [])
    assert found.agree == found.followed == len(records)


@pytest.mark.slow
def test_a_record_without_a_course_is_followed_as_far_as_it_goes_and_no_further(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    identities = ["werewolf"] * 3 + ["seer", "witch", "guard", "villager", "villager"]
    roles = {f"Player {number}": identity for number, identity in enumerate(identities, start=1)}
    record = {"id": "x", "roles": roles, "winner": "village", "alive_at_end": ["Player 4"], "day_votes": {"9999": {}}}
    file = tmp_path / "early.jsonl"
    file.write_text(json.dumps(record))
    assert main(["worlds", "werewolf", "--match", str(file), "--at", "8", "--json"]) == 0
    worlds = {one["identity"]: one["worlds"] for one in json.loads(capsys.readouterr().out)["roles"]}
    assert worlds == {"werewolf": 1260, "seer": 420, "witch": 420, "guard": 420, "villager": 840}
    for at in ([], ["--at", "9"]):
        assert main(["worlds", "werewolf", "--match", str(file), *at]) == 2
        assert "x: records of the format gratr_early do not hold the course of a game" in capsys.readouterr().err


def test_a_file_in_no_format_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_recorded(['{"event": "match"}']) is None
    with pytest.raises(UsageError, match="in no format"):
        replay_recorded(['{"event": "match"}'], game="avalon")
    broken = tmp_path / "broken.jsonl"
    for text in ("[]", "{", '{"type": "setup"}\n{"type": 3}', '{"roles": 1, "winner": [], "alive_at_end": {}}', ""):
        broken.write_text(text)
        assert main(["replay", str(broken), "--game", "avalon"]) == 2
        assert "lelma: " in capsys.readouterr().err


def test_a_record_that_makes_no_sense_is_no_crash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = {
        "roles": {"Player 1": "dragon", "Player 99": ["seer"], "x": None},
        "winner": {"a": 1},
        "alive_at_end": [1, "(", "Player 2"],
        "day_votes": {"1": {"Player 1": "(vote p2"}},
        "night_choices": {"1": "Player 3"},
    }
    file = tmp_path / "odd.jsonl"
    file.write_text(json.dumps(record))
    assert main(["replay", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["failed"][0]["why"]
