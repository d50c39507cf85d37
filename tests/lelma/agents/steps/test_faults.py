"""What `lelma check` finds in agents of steps and their prompts, each with its file and line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lelma.agents.roster import known_agents, roster_faults
from lelma.agents.steps.plan import known_plans, read_plan
from lelma.agents.steps.prompts import PromptText, read_prompt
from lelma.game.game import list_games
from lelma.interfaces.cli.main import main
from lelma.support.errors import GameError
from tests.lelma.matches.whisper import whisper

PLAN = '[[step]]\nname = "think"\n[[step]]\nname = "answer"\ngives = "answer"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with parameters, a task, and an agent `own` without prompts yet."""
    folder = whisper(tmp_path).folder
    config = (folder / "game.toml").read_text()
    tasks = '[tasks]\nvote = "(vote ?q)"\n[parameters]\nday_limit = 3\ncards = {wolf = 1, villager = 2}\n'
    (folder / "game.toml").write_text(config.replace("[speech]", f"{tasks}[speech]"))
    (folder / "agents").mkdir()
    (folder / "agents" / "own.toml").write_text(PLAN)
    (folder / "prompts" / "own").mkdir(parents=True)
    return folder


def faults(folder: Path, **prompts: str) -> list[tuple[str, int, str, str]]:
    for name, text in prompts.items():
        (folder / "prompts" / "own" / f"{name.replace('__', '.')}.md").write_text(text)
    found = roster_faults(folder)
    return [(Path(fault.file).name, fault.line, fault.code, fault.message) for fault in found]


@pytest.mark.parametrize("name", [name for name in list_games() if name in ("avalon", "spygame", "stag_hunt")])
def test_the_shipped_agents_have_none(name: str) -> None:
    from lelma.game.game import find_game

    assert roster_faults(find_game(name)) == ()


def test_missing_prompts_are_told(folder: Path) -> None:
    assert faults(folder, think="Hm.") == [
        ("own.toml", 1, "missing-prompt", "step answer: no folder of its prompts has vote.answer.md or answer.md")
    ]
    assert faults(folder, vote__answer="$form") == []


def test_unknown_fields_are_told_with_their_line(folder: Path) -> None:
    found = faults(
        folder, think="<!-- Of a paper,\nin two lines. -->\n$rules\n$step_answer", answer="$belief $$x\n\n${step_think}"
    )
    assert [(file, line, code) for file, line, code, _ in found] == [
        ("think.md", 4, "unknown-field"),
        ("answer.md", 1, "unknown-field"),
    ]
    assert found[1][3] == "there is no field $belief (did you mean beliefs?)"
    assert found[0][3].startswith("there is no field $step_answer; there are: beliefs, checked, course,")


def test_numbers_that_parameters_may_change_are_told(folder: Path) -> None:
    text = "The match ends after 3\nlong days. There are two wolves.\nSay 2 words; rate from 0 to 10.\n1. Vote.\n"
    text += "$parameter_day_limit days."
    found = faults(folder, think=text, answer="$form")
    assert [(line, code) for _, line, code, _ in found] == [(1, "number-written-out"), (2, "number-written-out")]
    assert found[0][3] == "“3 long days” writes a number out that the parameter day_limit may change"
    assert "the parameter cards may change" in found[1][3]


def test_prompts_that_nobody_asks_for_are_told(folder: Path) -> None:
    (folder / "prompts" / "roles").mkdir()
    (folder / "prompts" / "roles" / "wolf.md").write_text("You hide.")
    found = faults(folder, think="x", answer="$form", vots__think="x", thnik="x")
    assert [(file, code) for file, _, code, _ in found] == [
        ("thnik.md", "unused-prompt"),
        ("vots.think.md", "unused-prompt"),
    ]


def test_faults_of_schemas_and_functions_are_told(folder: Path) -> None:
    plan = '[[step]]\nname = "guess"\ncall = "pik"\n' + PLAN.replace('"think"\n', '"think"\nschema = "shape"\n')
    (folder / "agents" / "own.toml").write_text(plan)
    found = faults(folder, think="$form", answer="$form")
    assert [(file, code) for file, _, code, _ in found] == [
        ("own.toml", "unknown-function"),
        ("own.toml", "missing-prompt"),
    ]
    assert "did you mean pick" in found[0][3]
    (folder / "prompts" / "own" / "shape.json").write_text('{"type": "object", "properties": {"$other": {}}}')
    assert ("shape.json", "unknown-field") in [(file, code) for file, _, code, _ in faults(folder)]
    (folder / "prompts" / "own" / "shape.json").write_text("[")
    assert ("shape.json", "bad-prompt") in [(file, code) for file, _, code, _ in faults(folder)]


def test_the_command_tells_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "prompts" / "own" / "think.md").write_text("$nothing")
    assert main(["check", str(folder), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["ok"] and {fault["code"] for fault in told["faults"]} >= {"unknown-field", "missing-prompt"}


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ("", 'no step has gives = "answer"'),
        (PLAN.replace("gives", "give"), "step[2].give is no entry"),
        (PLAN + "[[step]]\nname = 'think'\n", "two steps are called think"),
        (PLAN.replace('"think"', '"../think"'), "'../think' is no name"),
        (PLAN + "[[step]]\nname = 'x'\non = 'never'\n", "step[3].on = 'never' should be one of act, begin"),
        (PLAN + "[[step]]\nname = 'x'\non = 'end'\ngives = 'answer'\n", "step[3].gives = 'answer' should be"),
        (PLAN + "[[step]]\nname = 'x'\ntimes = 0\n", "times and tries are 1 or more"),
        ('prompts = "../up"\n' + PLAN, "'../up' is no name of a folder"),
        (PLAN + "[[step]]\nname = 3\n", "step[2].name = 3 should be a text"),
        ("[[step", "not TOML"),
    ],
)
def test_faults_of_the_file_are_told(tmp_path: Path, plan: str, why: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(plan)
    with pytest.raises(GameError) as caught:
        read_plan(file)
    assert str(file) in str(caught.value) and why in str(caught.value)


def test_what_an_agent_is_is_known_before_it_plays(folder: Path) -> None:
    facts = known_agents(folder)
    assert facts["cot:MODEL"].calls == 2 and facts["model:NAME"].calls == 1 and facts["own:MODEL"].calls == 2
    assert set(known_plans(folder)) == {*known_plans(), "own"}
    (folder / "agents" / "own.toml").write_text(PLAN.replace('"think"\n', '"think"\ntasks = "vote"\n'))
    assert known_agents(folder)["own:MODEL"].calls is None


def test_a_prompt_is_read_without_its_comment(tmp_path: Path) -> None:
    file = tmp_path / "x.md"
    file.write_text("<!-- One\ntwo. -->\nText $a\n$b <!-- stays -->")
    found = read_prompt(file)
    assert found.text == "Text $a\n$b <!-- stays -->" and list(found.fields()) == [("a", 3), ("b", 4)]
    assert [message.text for message in found.messages({"a": "$b", "b": ""})] == ["Text $b\n <!-- stays -->"]
    with pytest.raises(GameError, match=r"x.md:4: there is no field \$b"):
        found.messages({"a": ""})
    assert PromptText("f", "---\n\n$a").messages({"a": ""})[0].text == ""
