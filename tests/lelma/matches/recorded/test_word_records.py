"""Recorded games of Undercover-V and SpyGame: the printed ones, random ones, and ones with faults put in."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.matches.recorded.replay import ReplayedRecord, replay_recorded

SharedData = Callable[[str], Path]
LIE = "Player 1 can't say this: “cannot fly” can't be true of the own card “Owl”."
STRICT = {"word_leak": "word", "repeat": "clue"}


def replayed(content: str, **options: Any) -> ReplayedRecord:
    found = replay_recorded(content.split("\n"), **options)
    assert found is not None
    return found


def why(found: ReplayedRecord) -> list[tuple[str, str]]:
    return [(entry["role"], entry["why"]) for entry in found.refused]


def test_the_printed_game_of_undercover_v_is_as_the_rules_have_it(shared_data: SharedData) -> None:
    text = shared_data("undercover_v/case_study.jsonl").read_text("utf-8")
    found = replayed(text)
    assert (found.game, found.followed, found.agree, found.refused, found.unasked) == ("undercover_v", 1, 1, [], [])
    strict = replayed(text, preset="strict")
    assert strict.agree == 1
    broken = {(entry["role"], entry["rule"]) for entry in strict.refused}
    assert {role for role, rule in broken if rule == "repeat"} == {"p2", "p3", "p4", "p5"}
    assert {role for role, rule in broken if rule == "word_leak"} == {f"p{seat}" for seat in range(1, 7)}
    assert any("“Ceylon”" in reason for role, reason in why(strict) if role == "p6")


def test_the_printed_rounds_of_spygame_are_as_the_rules_have_them(shared_data: SharedData) -> None:
    found = replayed(shared_data("spygame_paper/rounds.jsonl").read_text("utf-8"))
    assert (found.game, found.games, found.followed, found.refused, found.unasked) == ("spygame", 2, 2, [], [])


def test_logged_games_of_spygame_end_as_they_are_logged(shared_data: SharedData) -> None:
    for file in sorted(shared_data("spygame_logs").glob("*.json")):
        found = replayed(file.read_text("utf-8"))
        assert (found.followed, found.agree, found.unasked, found.moves["open"]) == (1, 1, [], 0), file
        assert not [entry for entry in found.refused if entry["move"] != "describe"], file


def random_log(seed: int) -> dict[str, Any]:
    """A random match by the rules, in the format of the logs."""
    chooser = random.Random(seed)
    players = chooser.choice([4, 5, 6])
    game = Game.load("spygame", preset="skytliang", parameters={"players": players, "pairs": [["Grey tea", "Tea"]]})
    play = Progression(game.description)
    state, rounds = play.initial, list[dict[str, Any]]()
    log: dict[str, Any] = {"id": f"random {seed}", "max_rounds": 7, "rounds": rounds}
    while not (look := play.look(state)).terminal:
        move = {role: chooser.choice(moves) for role, moves in look.legal.items()}
        votes = {role: each.strip("()").split()[1] for role, each in move.items() if each.startswith("(vote")}
        speaker = next((role for role, each in move.items() if each == "describe"), None)
        if rounds and speaker is not None:
            rounds[-1]["descriptions"][name(speaker)] = f"{name(speaker)}: thought {seed} of {len(rounds)} {speaker}"
        if votes:
            rounds[-1]["votes"] = {name(role): name(target) for role, target in votes.items()}
        step = play.step(state, move)
        if "(phase call)" in step.state and (votes or not rounds):
            rounds.append({"descriptions": {}})
        state = step.state
    cards = {fluent.split()[1]: fluent.split()[2][:-1] for fluent in state if fluent.startswith("(card")}
    spy = next(fluent.split()[1] for fluent in state if fluent.startswith("(identity") and fluent.endswith("spy)"))
    texts = {"tea": "Tea", "grey_tea": "Grey tea"}
    common = next(word for word in texts if word != cards[spy])
    return log | {
        "words": {"spy": texts[cards[spy]], "civilian": texts[common]},
        "players": {name(player): texts[word] for player, word in cards.items()},
        "spy": name(spy),
        "winner": "spy" if "(winner spy)" in state else "villager",
    }


def name(role: str) -> str:
    return role.replace("p", "Player ")


@pytest.mark.slow
def test_random_logs_replay_to_their_end() -> None:
    for seed in range(5):
        log = random_log(seed)
        found = replayed(json.dumps(log, indent=1))
        assert (found.agree, found.refused, found.unasked, found.moves["open"]) == (1, [], [], 0), log
        wrong = replayed(json.dumps(log | {"winner": "villager" if log["winner"] == "spy" else "spy"}))
        assert wrong.disagree and not wrong.ok


def printed(changes: Mapping[str, str], **votes: str) -> str:
    """A round of Undercover-V, an event a line, with other descriptions and votes for some."""
    texts = {"P1": "It glorfs.", "P2": "It is dark.", "P3": "People like it.", "P4": "It is small."} | changes
    cast = {"P1": "P4", "P2": "P4", "P3": "P4", "P4": "P1"} | votes
    events: list[dict[str, Any]] = [
        {"type": "setup", "players": 4, "cards": dict.fromkeys(("P1", "P2", "P3"), "Owl") | {"P4": "Bat"}},
        *({"type": "description", "round": 1, "speaker": player, "text": text} for player, text in texts.items()),
        *({"type": "vote", "round": 1, "voter": voter, "target": target} for voter, target in cast.items()),
        {"type": "game_result", "winner": "citizens"},
    ]
    events[0]["spy"] = "P4"
    return "\n".join(map(json.dumps, events))


@pytest.mark.parametrize(
    ("changes", "votes", "told"),
    [
        ({}, {}, []),
        ({"P2": "Some OWLS!"}, {}, [("p2", "Player 2 can't say this: it has the own card “Owl”.")]),
        ({"P3": "it is… dark"}, {}, [("p3", "Player 3 can't say this: Player 2 has already said “It is dark.”.")]),
        ({"P1": "It cannot fly"}, {}, [("p1", LIE)]),
        ({}, {"P1": "P1"}, [("p1", "Player 1 can't vote for Player 1: it must be other than Player 1.")]),
    ],
)  # fmt: skip
def test_what_the_rules_forbid_is_refused_with_the_reason(
    changes: Mapping[str, str], votes: Mapping[str, str], told: list[tuple[str, str]]
) -> None:
    found = replayed(printed(changes, **votes))
    assert (found.game, found.followed) == ("undercover_v", 1)
    assert why(found) == told


def test_a_vote_for_someone_who_is_out_is_refused() -> None:
    log = next(log for log in map(random_log, range(50)) if len(log["rounds"]) > 2 and len(log["players"]) > 4)
    rounds = log["rounds"]
    gone = next(player for player in log["players"] if player not in rounds[-1]["votes"])
    voter = next(iter(rounds[-1]["votes"]))
    rounds[-1]["votes"][voter] = gone
    found = replayed(json.dumps(log))
    assert [entry["move"] for entry in found.refused] == [f"(vote {gone.replace('Player ', 'p')})"]


def test_other_levels_can_be_set() -> None:
    text = printed({"P2": "It is dark and small", "P4": "It is dark and it is small"})
    assert replayed(text, settings={"repeat": "off"}).refused == []
    assert [entry["rule"] for entry in replayed(text, settings=STRICT).refused] == ["repeat"]
