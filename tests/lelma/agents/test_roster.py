"""How agents are named, and what is told where none is found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from lelma.agents.isolated import IsolatedAgent
from lelma.agents.protocol import Agent, AgentFacts
from lelma.agents.roster import AGENT_GROUP, known_agents, make_agents
from lelma.game.game import Game
from lelma.interfaces.cli.main import main
from lelma.support.errors import UsageError
from tests.lelma.agents.own_agents import First

OWN = "tests.lelma.agents.own_agents"
CHECKOUT = Path(__file__).parents[3]
ROLES = ("p1", "p2")


def made(text: str) -> dict[str, Agent]:
    return make_agents(text, Game.load("stag_hunt"), ROLES)()


def refusal(text: str) -> str:
    with pytest.raises(UsageError) as caught:
        made(text)
    return str(caught.value)


def test_a_class_is_found_by_its_module_and_name() -> None:
    agents = made(f"p1={OWN}:First:last,{OWN}:Inner.First")
    assert [type(agent).__name__ for agent in agents.values()] == ["First", "First"]
    assert isinstance(agents["p1"], First) and agents["p1"].which == "last"
    assert made(f"{OWN}:First:a=b,p1=random")["p2"].which == "a=b"  # type: ignore[attr-defined]
    made_by_function = made(f"{OWN}:make_last")
    assert isinstance(made_by_function["p2"], First)
    assert made_by_function["p1"] is not made_by_function["p2"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("robot", "no agent is called 'robot'; there are:"),
        ("", "no agent for p1, p2"),
        ("scripted", "no agent is called 'scripted' (did you mean scripted:FILE?); there are:"),
        ("model:", "model needs a model: write model:MODEL, or name one for all with --model"),
        ("no_such_module.at_all:Agent", "there is no module no_such_module in"),
        (f"{OWN}_too:First", f"there is no module {OWN}_too in"),
        (f"{OWN}:Frist", "own_agents has no Frist (did you mean First?); agents in it: First, Failing, Nameless"),
        (f"{OWN}:NoAgent", f"{OWN}:NoAgent is no agent: an agent is a class with act(view)"),
        (f"{OWN}:NUMBER", f"{OWN}:NUMBER is no agent"),
        (f"{OWN}:Failing", f"{OWN}:Failing can't be made: OSError: no server"),
        (f"{OWN}:First:a:b:c,p1={OWN}:Failing:x", "can't be made: TypeError"),
        (f"{OWN}:Nameless", "no name"),
        (f"isolated:{OWN}:Failing", f"isolated:{OWN}:Failing: the agent can't be made: {OWN}:Failing can't be made"),
        ("isolated:human", "a person is at this terminal"),
        ("isolated:robot", "no agent is called 'robot'"),
        ("os.path:join:p1", "is no agent: what it makes has no act(view)"),
    ],
)
def test_what_is_no_agent_is_refused_with_the_reason(text: str, why: str) -> None:
    assert why in refusal(text)


def test_where_none_is_found_all_are_listed() -> None:
    with pytest.raises(UsageError) as caught:
        make_agents("robot", Game.load("avalon"), ROLES)
    told = str(caught.value)
    parts = ["random (any legal move", "scripted:FILE", "1 model call a move", "plain (Goes on quests", "of this game"]
    for part in (*parts, "isolated:AGENT", "module:Class"):
        assert part in told, part


def test_modules_that_fail_say_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "broken_agents.py").write_text("raise RuntimeError('not today')\n")
    (tmp_path / "needy_agents.py").write_text("import no_such_package_anywhere\n")
    assert refusal("broken_agents:A") == "broken_agents can't be imported: RuntimeError: not today"
    assert "needy_agents can't be imported: ModuleNotFoundError: No module named 'no_such" in refusal("needy_agents:A")


@pytest.fixture
def packaged(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    found = [EntryPoint("first", f"{OWN}:First", AGENT_GROUP), EntryPoint("gone", "no_such_module:A", AGENT_GROUP)]
    found.append(EntryPoint("random", f"{OWN}:First", AGENT_GROUP))
    monkeypatch.setattr("lelma.agents.roster.entry_points", lambda group: found if group == AGENT_GROUP else ())
    yield


@pytest.mark.usefixtures("packaged")
def test_packages_add_agents_by_entry_points() -> None:
    agents = made("p1=first:last,first")
    assert isinstance(agents["p1"], First) and isinstance(agents["p2"], First)
    assert (agents["p1"].which, agents["p2"].which) == ("last", "first")
    assert refusal("gone").startswith("agent gone: no_such_module:A can't be imported: ModuleNotFoundError")
    assert type(made("random")["p1"]).__name__ == "RandomAgent"  # ours are not replaced by what is installed
    known = known_agents()
    assert known["first"] == First.facts
    assert "can't be imported" in known["gone"].about
    assert "first (plays the first legal move; keeps memory; tests)" in refusal("robot")


def test_facts_are_told_in_words() -> None:
    assert str(AgentFacts()) == "says nothing of itself"
    assert str(AgentFacts("thinks", calls=2, source="a paper")) == "thinks; 2 model calls a move; a paper"


@pytest.mark.slow
def test_own_agents_run_isolated() -> None:
    agents = made(f"p1=isolated:{OWN}:First,isolated:random")
    assert all(isinstance(agent, IsolatedAgent) for agent in agents.values())
    assert [agent.name for agent in agents.values()] == [f"isolated:{OWN}:First", "isolated:random"]


@pytest.mark.slow
def test_the_command_finds_a_class_in_the_working_directory(tmp_path: Path) -> None:
    (tmp_path / "mypkg").mkdir()
    (tmp_path / "mypkg" / "mymod.py").write_text((Path(__file__).parent / "own_agents.py").read_text())
    command = [sys.executable, "-P", "-c", "import sys; from lelma.interfaces.cli.main import main; sys.exit(main())"]
    play = [*command, "play", "avalon", "--json", "--memory", "kept", "--matches", "2", "--out", "matches", "--agents"]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    agents = "p1=mypkg.mymod:First,p2=isolated:mypkg.mymod:First:last,plain"
    done = subprocess.run([*play, agents], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert [match["ended"] for match in json.loads(done.stdout)["matches"]] == ["terminal", "terminal"]
    kept = sorted((tmp_path / "kept").rglob("*.json"))
    assert [file.parent.name for file in kept] == ["p2", "p1"]
    assert all(json.loads(file.read_text())["value"] == 2 for file in kept)
    text = (tmp_path / "matches" / "000001.jsonl").read_text()
    assert '"first, after 1"' in text and '"last, after 1"' in text and '"trouble"' not in text


def test_the_command_lists_agents_where_none_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "stag_hunt", "--agents", "no_such_module:Agent"]) == 2
    told = capsys.readouterr().err
    assert "there is no module no_such_module" in told and "scripted:FILE" in told
