"""`lelma worlds`: after a deal, and during a match."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gdl.tree.keywords import RANDOM
from lelma.agents.players.random_agent import RandomAgent
from lelma.game.game import Game
from lelma.interfaces.cli.main import main
from lelma.interfaces.public_types import TYPES
from lelma.interfaces.schema import faults
from lelma.matches.referee import Referee

KNOWN = {"merlin": 6, "percival": 6, "morgana": 12, "assassin": 12, "servant": 120}


@pytest.fixture
def worlds(capsys: pytest.CaptureFixture[str]) -> Callable[..., dict[str, Any]]:
    def run(*arguments: str, code: int = 0) -> dict[str, Any]:
        assert main(["worlds", *arguments, "--json"]) == code
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert code == 2 or not list(faults(found, TYPES["worlds"]))
        return found

    return run


@pytest.mark.slow
def test_the_first_situation_of_avalon(worlds: Callable[..., dict[str, Any]]) -> None:
    found = worlds("avalon", "--seed", "7")
    assert [one["role"] for one in found["roles"]] == ["p1", "p2", "p3", "p4", "p5", "p6"]
    assert sorted(one["identity"] for one in found["roles"]) == sorted([*KNOWN, "servant"])
    assert all(one["worlds"] == KNOWN[one["identity"]] for one in found["roles"])
    assert found["everyone"]["worlds"] == 360
    evil = [one["role"] for one in found["roles"] if one["identity"] in ("morgana", "assassin")]
    knowing = [one for one in found["roles"] if one["identity"] in ("merlin", "morgana", "assassin")]
    assert all(one["facts"] == {"evil": [[role] for role in evil]} for one in knowing)


def test_presets_and_parameters(worlds: Callable[..., dict[str, Any]]) -> None:
    """With five players and a minion, Merlin knows both evil players, but not which is the assassin: 2 worlds."""
    found = worlds("avalon", "--preset", "avalonbench")
    counts = {one["identity"]: one["worlds"] for one in found["roles"]}
    assert counts == {"merlin": 2, "assassin": 3, "minion": 3, "servant": 4 * 3 * 2}
    assert len(worlds("spygame", "--set", "players=4")["roles"]) == 4


def test_deals_and_answers(worlds: Callable[..., dict[str, Any]]) -> None:
    found = worlds("avalon", "--deals", "--ask", "(evil p1)", "--ask", "(at-least 3 (evil p1) (evil p2) (evil p3))")
    merlin = next(one for one in found["roles"] if one["identity"] == "merlin")
    assert len(merlin["deals"]) == 6
    assert all(len(deal["facts"]) == 6 and deal["states"] == 1 for deal in merlin["deals"])
    assert set(merlin["answers"].values()) <= {"true", "false"}
    assert found["everyone"]["answers"] == {
        "(evil p1)": "unknown",
        "(at-least 3 (evil p1) (evil p2) (evil p3))": "false",
    }


@pytest.mark.slow
def test_a_transcript_at_any_moment(worlds: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    referee = Referee(Game.load("avalon", preset="avalonbench"))
    file = tmp_path / "match.jsonl"
    agents = {role: RandomAgent() for role in (f"p{number}" for number in range(1, 6))}
    match = referee.play(agents, seed=5, transcript=file)
    dealt = worlds("avalon", "--preset", "avalonbench", "--seed", "5")
    first = worlds("avalon", "--match", str(file), "--at", "7")
    assert first["roles"] == dealt["roles"]
    last = worlds("avalon", "--match", str(file))
    assert last["plies"] == len(match.moves)
    for before, after in zip(first["roles"], last["roles"], strict=True):
        assert after["identity"] == before["identity"]
        assert 1 <= after["worlds"] <= before["worlds"]
    assert RANDOM not in [one["role"] for one in last["roles"]]


@pytest.mark.slow
def test_a_recorded_game(worlds: Callable[..., dict[str, Any]], shared_data: Callable[[str], Path]) -> None:
    """The printed game of ReCon's appendix L: at its end Percival could have known which of two players was Merlin."""
    file = str(shared_data("avalon/appendix_l.jsonl"))
    assert {one["identity"]: one["worlds"] for one in worlds("avalon", "--match", file, "--at", "8")["roles"]} == KNOWN
    ends = worlds("avalon", "--match", file), worlds("avalon", "--match", file, "--assume", "merlin_proposes_no_evil")
    plain, assumed = ({one["identity"]: one["worlds"] for one in found["roles"]} for found in ends)
    assert plain == {"merlin": 3, "percival": 2, "morgana": 9, "assassin": 9, "servant": 12}
    assert assumed["percival"] == 1
    assert ends[0]["everyone"]["facts"] == {"evil": [["p5"]]}  # the Assassin shot in public
    assert ends[1]["assumptions"] == {"merlin_proposes_no_evil": "Merlin never proposes a team with an evil player"}


@pytest.mark.slow
def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worlds", "avalon", "--preset", "avalonbench", "--deals", "--assume", "merlin_proposes_no_evil"]) == 0
    shown = capsys.readouterr().out
    assert "assumed: Merlin never proposes a team with an evil player" in shown
    assert "minion of evil" in shown
    assert "everyone" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["avalon", "--at", "3"], "--at and --name are about a match"),
        (["avalon", "--ask", "(evil ?p)"], "?p in (evil ?p) stands for nothing"),
        (["avalon", "--assume", "luck"], "there is no assumption 'luck'"),
        (["avalon", "--most", "10"], "more than 10 states are possible"),
        (["stag_hunt"], "stag_hunt hides nothing"),
        (["avalon", "--match", "no_such_file"], "no_such_file"),
    ],
)
def test_what_makes_no_sense_is_refused(
    worlds: Callable[..., dict[str, Any]], arguments: list[str], message: str
) -> None:
    assert message in worlds(*arguments, code=2)["error"]


def test_moments_and_matches_there_are_not(worlds: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    Referee(Game.load("spygame")).play({f"p{number}": RandomAgent() for number in range(1, 6)}, seed=1, transcript=file)
    assert "so there is no moment 999" in worlds("spygame", "--match", str(file), "--at", "999", code=2)["error"]
    assert "holds no match other" in worlds("spygame", "--match", str(file), "--name", "other", code=2)["error"]
    assert (
        "--set does not go with --match"
        in worlds("spygame", "--match", str(file), "--set", "players=5", code=2)["error"]
    )


def test_formulas_of_the_claim_language_are_answered_as_in_kif(
    worlds: Callable[..., dict[str, Any]],
) -> None:
    pairs = {
        "evil(p3)": "(evil p3)",
        "identity(p3, merlin) or not evil(p3)": "(or (true (identity p3 merlin)) (not (evil p3)))",
        "(identity(p1, merlin) iff good(p1))": "(or (true (identity p1 merlin)) (evil p1))",
        "any X in roles but p1: evil(X)": "(or (evil p2) (evil p3) (evil p4) (evil p5) (evil p6))",
        "one X in roles: identity(X, merlin)": "(or (good p1) (evil p1))",
        "each X in roles: each Y in roles: (if X is Y then good(X))": "(and (good p1) (evil p1))",
    }
    asked = [part for text in [*pairs, *pairs.values()] for part in ("--ask", text)]
    found = worlds("avalon", "--seed", "7", *asked)
    for one in [*found["roles"], found["everyone"]]:
        assert all(one["answers"][new] == one["answers"][old] for new, old in pairs.items()), one["role"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("evil(p3", "can't stand here"),
        ("evol(p3)", "did you mean evil"),
        ("(evol p3)", "the rules have no relation like (evol p3)"),
        ("knows(p1, evil(p3))", "ask it with lelma ask"),
        ("pay(p1; ) = 1", "ask it with lelma ask"),
        ("evil('p3) (good p1')", "line 1, column 6: there is no role 'p3) (good p1'; expected a role (p1, p2,"),
        ("x" * 100_000, ""),
    ],
)
def test_what_no_state_decides_is_told(worlds: Callable[..., dict[str, Any]], text: str, message: str) -> None:
    assert message in worlds("avalon", "--seed", "7", "--ask", text, code=2)["error"]
