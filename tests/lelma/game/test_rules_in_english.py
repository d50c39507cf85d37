"""The rules in plain English say what the solver plays by."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game, find_game, list_games, read_game_file
from lelma.game.rules_in_english import rules_page
from lelma.interfaces.cli.main import main
from lelma.support.errors import GameError

PAGES = [name for name in list_games() if (find_game(name) / "rules.md").is_file()]
CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("avalon", {"quest_sizes": [2, 2, 4, 3, 4]}),
    ("avalon", {"fails_needed": [1, 1, 1, 2, 1]}),
    ("avalon", {"first_leader": "3"}),
    ("avalon", {"leader_votes": True}),
    ("avalon", {"auto_pass_attempt": 3}),
    ("avalon", {"losing_attempt": 5, "auto_pass_attempt": 0}),
    ("avalon", {"identities": {"merlin": 1, "servant": 3, "minion": 1, "assassin": 1}}),
    ("werewolf", {"wolves_win": "parity"}),
    ("werewolf", {"wolves_tie": "nobody"}),
    ("werewolf", {"dead_targets": True}),
    ("werewolf", {"reveals": "never"}),
    ("werewolf", {"day_limit": 7}),
    ("werewolf", {"identities": {"werewolf": 2, "seer": 1, "villager": 5}}),
    ("undercover_v", {"players": 5}),
    ("undercover_v", {"order": "shuffled"}),
    ("undercover_v", {"tie_rule": "any"}),
    ("undercover_v", {"ties_to_lose": 2}),
    ("undercover_v", {"word_leak": "word"}),
    ("undercover_v", {"honesty": "off"}),
    ("spygame", {"rounds": 4}),
    ("spygame", {"end_at_two": False}),
    ("spygame", {"ties": "revote"}),
    ("spygame", {"first_speaker": 2}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_a_changed_parameter_changes_the_page(name: str, change: dict[str, Any]) -> None:
    assert rules_page(Game.load(name, parameters=change)) != rules_page(Game.load(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole_for_every_preset(name: str) -> None:
    for preset in (None, *read_game_file(find_game(name)).presets):
        page = rules_page(Game.load(name, preset=preset))
        assert page.startswith(f"# {Game.load(name).title}\n")
        assert not re.search(r"[{}?]|^%|  | \.|\(\)", page, re.MULTILINE), preset


@pytest.mark.parametrize("name", PAGES)
def test_every_number_comes_from_the_facts(name: str) -> None:
    text = (find_game(name) / "rules.md").read_text("utf-8")
    written = re.sub(r"^%.*|\{[^{}]*\}", "", text, flags=re.MULTILINE).replace("Player 1", "")
    assert not re.search(r"\d", written)
    counted = r"\b(two|three|four|five|six|seven|eight|nine|ten|twelve|dozen)\b"
    assert not re.search(counted, written.replace("two nights running", ""), re.IGNORECASE)


@pytest.mark.slow
@pytest.mark.parametrize("preset", [None, "board", "avalonbench"])
def test_what_is_said_of_quests_is_what_happens(preset: str | None) -> None:
    """Team sizes, votes needed, and the proposals that pass by themselves or lose, over random matches."""
    game = Game.load("avalon", preset=preset)
    page, play, rng = rules_page(game), Progression(game.description), random.Random(11)
    sizes, approvals, attempts = dict[str, set[int]](), defaultdict[bool, set[int]](set), set[int]()
    for _ in range(25):
        state = play.initial
        while not (look := play.look(state)).terminal:
            at = {text.strip("()").split()[0]: text.strip("()").split()[1:] for text in state}
            moves = {role: rng.choice(legal) for role, legal in look.legal.items()}
            if at["phase"] == ["propose"]:
                proposals = [move for legal in look.legal.values() for move in legal if move.startswith("(propose")]
                sizes.setdefault(at["quest"][0], set()).update(len(move.split()) - 2 for move in proposals)
            step = play.step(state, moves)
            accepted = any(percept.startswith("(accepted ") for percept in step.percepts["p1"])
            if at["phase"] == ["vote"]:
                silent = sum(look.legal[role] == ("noop",) for role in play.roles if role != "random")
                approvals[accepted].add(sum(move == "(vote approve)" for move in moves.values()) + silent)
            elif accepted:
                attempts.add(int(at["attempt"][0]))
            state = step.state
    told = re.search(r"Their teams have ([\d, and]+) members", page)
    assert told is not None
    for quest, size in zip("12345", re.findall(r"\d", told[1]), strict=True):
        assert sizes.get(quest, {int(size)}) == {int(size)}
    needed = re.search(r"at least (\d+) of (\d+) approve", page)
    assert needed is not None
    assert min(approvals[True]) == int(needed[1]) == max(approvals[False]) + 1
    passing = re.search(r"Proposal (\d+) for the same quest goes through by itself", page)
    assert attempts == ({int(passing[1])} if passing else set())


def test_a_broken_page_names_its_line(tmp_path: Path) -> None:
    for text, line in (("# A\n%if (a b\n%end", 2), ("# A\n%for (a ?b)\n\n", 3)):
        (tmp_path / "rules.md").write_text(text)
        with pytest.raises(GameError, match=f"rules.md:{line}"):
            rules_page(replace(Game.load("avalon"), path=tmp_path))


def test_the_command_prints_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "werewolf", "--preset", "base", "--set", "day_limit=9"]) == 0
    page = capsys.readouterr().out
    assert "7 players" in page and "end of day 9" in page
    assert main(["rules", "stag_hunt"]) == 0
    assert capsys.readouterr().out.startswith("# Stag")
    assert main(["rules", "werewolf", "--set", "wolves_tie=coin"]) == 2
    assert "'coin' is none of: random, nobody" in capsys.readouterr().err
