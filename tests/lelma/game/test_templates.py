"""`lelma new NAME --template hidden` writes a game with which all commands about hidden roles do their work at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lelma.game.create import new_from_template, templates
from lelma.interfaces.cli.main import main
from lelma.support.errors import UsageError
from lelma.support.paths import GAMES_VARIABLE

Run = Any


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command with `--json` where the game `ring` was written of the template; gives its code and object."""
    monkeypatch.setenv(GAMES_VARIABLE, str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    assert main(["new", "ring", "--template", "hidden"]) == 0
    assert "lelma play games/ring" in capsys.readouterr().out

    def command(*arguments: str) -> tuple[int, Any]:
        code = main([*arguments, "--json"])
        return code, json.loads(capsys.readouterr().out.splitlines()[-1])

    return command


def samples() -> Path:
    return Path("games/ring/samples")


def truths(claims: list[dict[str, Any]]) -> list[str]:
    return [claim["verdict"] for claim in claims]


def test_the_folder_says_what_it_is_called(run: Run) -> None:
    files = {str(file.relative_to("games/ring")) for file in Path("games/ring").rglob("*") if file.is_file()}
    assert {"rules.gdl", "rules.md", "game.toml", "record.gdl", "queries.toml", "agents.toml"} < files
    told = {file: Path("games/ring", file).read_text("utf-8") for file in files}
    assert not [file for file, text in told.items() if "$" in text]
    assert told["rules.md"].startswith("# Ring\n") and 'title = "Ring"' in told["game.toml"]


def test_it_is_sound_and_every_role_can_know_its_moves(run: Run) -> None:
    code, found = run("check", "ring", "--playability")
    assert (code, found["faults"], found["playability"]["complete"]) == (0, [], True)
    assert found["states_visited"] > 100


def test_a_word_that_is_no_variable_of_its_term_is_a_fault_before_it_is_played(run: Run) -> None:
    file = Path("games/ring/game.toml")
    file.write_text(file.read_text("utf-8").replace('says = "{p} spoke"', 'says = "{p.__class__:>99} spoke"'), "utf-8")
    code, found = run("check", "ring")
    assert (code, [fault["message"] for fault in found["faults"]]) == (
        1,
        ["words.percepts[4]: {p.__class__:>99} is no variable of (spoke ?p)"],
    )


@pytest.mark.parametrize("agent", ["plain", "random"])
def test_its_agents_play_it_to_the_end(run: Run, agent: str) -> None:
    for seed in range(5):
        file = f"{seed}.jsonl"
        assert main(["play", "ring", "--agents", agent, "--seed", str(seed), "--quiet", "--out", file]) == 0
        events = [json.loads(line) for line in Path(file).read_text("utf-8").splitlines()]
        assert sorted(events[-1]["goals"].values()) in ([0, 0, 100], [0, 100, 100])
        assert sum("words" in event for event in events) in (3, 6)
        code, found = run("replay", file)
        assert code == 0, found


def test_what_players_know_grows_with_the_match(run: Run) -> None:
    def worlds(at: int) -> dict[str, int]:
        _, found = run("worlds", "ring", "--match", str(samples() / "match.jsonl"), "--at", str(at))
        return {view["role"]: view["worlds"] for view in [*found["roles"], found["everyone"]]}

    assert worlds(1) == {"p1": 1, "p2": 2, "p3": 2, "everyone": 6}
    assert worlds(5) == {"p1": 1, "p2": 1, "p3": 1, "everyone": 2}


def test_a_formula_about_what_a_player_knows_is_answered(run: Run) -> None:
    moment = ("--match", str(samples() / "match.jsonl"), "--at")
    known = [run("ask", "ring", "knows(p2, identity(p3, thief))", *moment, at)[1]["verdict"] for at in ("1", "5")]
    assert known == ["false", "true"]


def test_a_match_of_its_agents_becomes_a_page(run: Run) -> None:
    agents = "plain,p2=random"
    assert main(["play", "ring", "--agents", agents, "--matches", "2", "--quiet", "--out", "m.jsonl"]) == 0
    assert main(["report", "games/ring/samples/match.jsonl", "-o", "match.html"]) == 0
    page = Path("match.html").read_text("utf-8")
    assert "Round 2" in page and "Player 1 never voted for me" in page


def test_claims_of_matches_of_the_plain_agents_are_judged(run: Run) -> None:
    claims: list[dict[str, Any]] = []
    for seed in ("3", "5"):
        assert main(["play", "ring", "--agents", "plain", "--seed", seed, "--quiet", "--out", f"{seed}.jsonl"]) == 0
        code, found = run("claims", "ring", f"{seed}.jsonl", "--view", "all")
        assert code == 0
        claims += found["claims"]
    assert {"true", "false"} == set(truths(claims))
    assert {claim["kind"] for claim in claims} == {"identity", "history"}


def test_the_sample_match_has_claims_that_hold_and_claims_that_do_not(run: Run) -> None:
    code, found = run("verify", "ring")
    assert code == 0
    said = {claim["quote"]: claim["verdict"] for claim in found["claims"]}
    assert said["Player 2 voted for me"] == "true" and said["I voted for Player 3"] == "false"
    assert said["Player 1 cannot be the guard"] == "false"
    assert truths(found["claims"]).count("true") > 2


@pytest.mark.parametrize(("name", "code", "false"), [("right", 0, 0), ("wrong", 1, 2)])
def test_the_sample_texts_come_out_as_their_names_say(run: Run, name: str, code: int, false: int) -> None:
    text = str(samples() / f"{name}_deduction.txt")
    ended, found = run("verify", "ring", text, "--match", str(samples() / "match.jsonl"), "--role", "p2", "--at", "5")
    assert ended == code
    assert truths(found["claims"]).count("false") == false and truths(found["claims"]).count("true") >= 2


def test_a_template_there_is_not_and_a_folder_there_is_are_refused(tmp_path: Path) -> None:
    assert templates() == ["hidden"]
    with pytest.raises(UsageError, match=r"no template 'hiden' \(did you mean hidden"):
        new_from_template("mine", "hiden", tmp_path)
    with pytest.raises(UsageError, match=r"no template '\.\./"):
        new_from_template("mine", "../werewolf", tmp_path)
    new_from_template("mine", "hidden", tmp_path)
    with pytest.raises(UsageError, match="exists already"):
        new_from_template("mine", "hidden", tmp_path)


def test_one_of_payoffs_and_template_is_needed(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["new", "other"], ["new", "other", "--template", "hidden", "--payoffs", "x.csv"]):
        assert main(arguments) == 2
        assert "--payoffs" in capsys.readouterr().err
        assert not Path("games/other").exists()
