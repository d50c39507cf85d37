"""What a person is shown at the end of a match."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from lelma.agents.players.random_agent import RandomAgent
from lelma.game.game import Game
from lelma.interfaces.cli.main import main
from lelma.interfaces.views.match_live import MatchEnding, show_matches
from lelma.matches.referee import Referee, Settings
from tests.lelma.matches.panel import panel


def ending(name: str, seed: int = 3, plies: int = 10_000) -> tuple[str, list[str]]:
    """What is shown, and the names of the winners."""
    referee, console = Referee(Game.load(name), settings=Settings(plies=plies)), Console(record=True, width=100)
    agents, ending = {role: RandomAgent() for role in referee.players}, MatchEnding(referee.game, referee.wording)
    match = referee.play(agents, seed=seed, watch=ending)
    ending.show(console, match)
    best = max(match.goals.values(), default=None)
    return console.export_text(), [referee.wording.name(role) for role, goal in match.goals.items() if goal == best]


@pytest.mark.parametrize("name", ["avalon", "werewolf", "undercover_v"])
def test_who_won_and_why_the_last_votes_and_who_everybody_was(name: str) -> None:
    text, winners = ending(name)
    lines = text.splitlines()
    assert "The match is over" in lines[0]
    assert lines[1].endswith(("win.", "wins.")) and all(winner in lines[1] for winner in winners)
    assert any(" win" in line and line.startswith("- ") for line in lines[2:8])
    votes = lines[
        lines.index("The last votes:") + 1 : next(at for at, line in enumerate(lines) if "player" in line) - 1
    ]
    assert votes and all(line.startswith("- Player ") for line in votes)
    voters = [line.split()[2] for line in votes]
    assert len(set(voters)) == len(voters) >= 2
    rows = [line for line in lines if "Player" in line and "random" in line]
    dealt = {cell for line in rows for cell in [line.split("│")[3].strip()]}
    assert len(rows) == len(Referee(Game.load(name)).players) and len(dealt) >= 2 and "" not in dealt


def test_the_last_votes_have_the_only_vote_that_a_role_could_cast(tmp_path: Path) -> None:
    text, _ = ending(str(panel(tmp_path)))
    votes = text[text.index("The last votes:") :].splitlines()[1:4]
    assert [line.split(":")[0] for line in votes] == ["- Ann", "- Bob", "- Cyd"]
    assert votes[2] == "- Cyd: (vote ann)."


def test_a_game_without_secrets_tells_the_last_moves() -> None:
    text, _ = ending("stag_hunt")
    assert "Player 1: " in text and "Player 2: " in text
    assert "The last votes" not in text and " was " not in text


def test_a_match_that_was_cut_off_has_no_winner() -> None:
    text, _ = ending("avalon", plies=4)
    assert "It ends without a result after 4 joint moves." in text and "win" not in text


def test_lelma_play_shows_it_to_a_person(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("card\n1\n"))
    assert main(["play", "tax_inspection", "--agents", "p2=human,random"]) == 0
    shown = capsys.readouterr().out
    for part in ("You are Player 2.", "The match is over", "Player 2: comply."):
        assert part in shown
    assert "p2" not in shown and " in 0." not in shown


def test_one_match_is_counted_as_one(tmp_path: Path) -> None:
    console = Console(record=True, width=100)
    wording = Referee(Game.load("stag_hunt")).wording
    item = {"ended": "terminal", "goals": {"p1": 1}, "winners": ["p1"], "refused": 1, "fallbacks": 0}
    show_matches(console, [item], wording, 0.5)
    show_matches(console, [item, item], wording, 0.5)
    text = console.export_text()
    assert "1 match in 0.5 s" in text and "1 answer refused, 0 fallbacks" in text
    assert "2 matches in 0.5 s" in text and "2 answers refused" in text
