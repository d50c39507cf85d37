"""The command line: exit codes, and one JSON object with the promised keys on standard output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lelma.interfaces.cli.main import main

BROKEN = "(role me)\n(legal me go)\n(<= terminal (true (n ?x))\n(goal me ?y)\n"
TABLE = 'P1/P2,Left,Right\nUp,"1, 2","-3.5, 0"\nDown,"0, 1/3","7, -1"\n'


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    """Exit code and the JSON object of a command run with --json."""
    code = main([*arguments, "--json"])
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    return code, json.loads(out)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("If we both choose stag, we each get 5.", 0),
        ("If we both choose stag, we each get 4.", 1),
        ("What a fine day it is.", 3),
    ],
)
def test_verify_tells_by_its_exit_code(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, code: int
) -> None:
    file = tmp_path / "reasoning.txt"
    file.write_text(text)
    found, report = run(capsys, "verify", "stag_hunt", str(file))
    assert found == code
    assert (report["ok"], report["unverified"]) == (code == 0, code == 3)
    assert {"claims", "contradictions", "feedback", "game", "engine"} <= set(report)
    for claim in report["claims"]:
        assert {"sentence", "span", "query", "verdict", "correct", "why", "severity"} <= set(claim)


def test_a_text_in_place_of_its_file_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = run(capsys, "verify", "stag_hunt", "If we both choose stag, we each get 5. " * 20)
    assert code == 2
    assert "a text comes from a file, or with - from standard input" in found["error"]
    assert run(capsys, "verify", "stag_hunt", "no file.txt")[1]["error"] == "no file.txt: No such file or directory"


def test_verify_without_a_text_runs_the_recorded_reasoner(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = run(capsys, "verify", "prisoners_dilemma")
    assert (code, found["outcome"], found["model"]) == (0, "verified", "recorded")
    assert not found["attempts"][0]["report"]["ok"]


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["verify", "stag_hnut"], "stag_hunt"),
        (["solve", "Hawk-Dove"], "hawk_dove"),
        (["verify", "stag_hunt", "--role", "pl1"], "p1"),
        (["play", "stag_hunt", "--agents", "radom"], "random"),
    ],
)
def test_a_name_that_is_nearly_one_is_told(
    arguments: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert f"(did you mean {meant}?)" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["verify", "no_such_game"], ["verify", "stag_hunt", "/no/such/file"]])
def test_bad_input_exits_with_2(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, found = run(capsys, *arguments)
    assert code == 2
    assert found["error"]
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("lelma: ")


def test_ask_gives_the_papers_two_answers(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = run(capsys, "ask", "prisoners_dilemma", "game(s0,F), finally(goal(p1,5),F)")
    assert code == 0
    assert set(found) >= {"verdict", "answers", "correct", "why", "reason"}
    assert found["answers"] == [
        {"F": "do(choice(p2, 'C'), do(choice(p1, 'D'), s0))"},
        {"F": "do(choice(p1, 'D'), do(choice(p2, 'C'), s0))"},
    ]


@pytest.mark.parametrize(
    ("query", "code", "verdict"),
    [
        ("highest_guaranteed_payoff_choice('hare')", 0, "true"),
        ("highest_guaranteed_payoff_choice('stag')", 1, "false"),
        ("no_such_query(1)", 2, "error"),
        ("best_response('unicorn', 'stag')", 2, "error"),
    ],
)
def test_ask_tells_by_its_exit_code(capsys: pytest.CaptureFixture[str], query: str, code: int, verdict: str) -> None:
    found_code, found = run(capsys, "ask", "stag_hunt", query)
    assert (found_code, found["verdict"]) == (code, verdict)
    assert bool(found["correct"]) == (verdict == "false")
    assert bool(found["reason"]) == (verdict == "error")


def test_check_reports_every_fault_with_its_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "broken.kif"
    file.write_text(BROKEN)
    code, found = run(capsys, "check", str(file))
    assert (code, found["ok"]) == (1, False)
    assert {(fault["code"], fault["line"]) for fault in found["faults"]} >= {("unbalanced-parenthesis", 3)}
    for fault in found["faults"]:
        assert {"file", "line", "column", "code", "message", "severity"} <= set(fault)
    assert run(capsys, "check", "stag_hunt")[0] == 0


def test_new_writes_a_game_that_passes_the_checks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text(TABLE)
    code, found = run(capsys, "new", "mine", "--payoffs", str(table), "--folder", str(tmp_path / "games"))
    assert (code, found["ok"], found["faults"]) == (0, True, [])
    assert run(capsys, "ask", found["path"], "nash_equilibrium('Down', 'Left')")[1]["verdict"] in ("true", "false")
    assert run(capsys, "new", "mine", "--payoffs", str(table), "--folder", str(tmp_path / "games"))[0] == 2


def test_a_compiled_game_runs_in_plain_swipl(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    program = tmp_path / "game.pl"
    assert main(["compile", "prisoners_dilemma", "--output", str(program)]) == 0
    goal = "forall((game(s0, F), finally(goal(p1, 5), F)), (writeq(F), nl))"
    done = subprocess.run(
        ["swipl", "-q", "-g", goal, "-t", "halt", str(program)], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.splitlines() == [
        "do(choice(p2,'C'),do(choice(p1,'D'),s0))",
        "do(choice(p1,'D'),do(choice(p2,'C'),s0))",
    ]
    assert done.stderr == ""


def test_doctor_names_the_extra_of_what_is_not_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from lelma.interfaces import doctor

    found = doctor.Diagnosis("3", "x", "", {"process": ""}, {"onnxruntime": "", "rich": "14.0"}, [], {}, [])
    monkeypatch.setattr(doctor, "diagnose", lambda: found)
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "package       onnxruntime            not installed; type: pip install 'lelma[embed]'" in lines
    assert "package       rich                   14.0" in lines


def test_doctor_and_games_say_what_is_here(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = run(capsys, "doctor")
    assert code == 0
    assert found["engines"]["process"] == ""
    assert "stag_hunt" in {game["name"] for game in run(capsys, "games")[1]["games"]}


@pytest.mark.parametrize("arguments", [[], ["verify"], ["ask", "stag_hunt"], ["no_such"], ["serve", "--port", "x"]])
def test_bad_usage_is_told_as_json_too(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, found = run(capsys, *arguments)
    assert (code, found["ok"]) == (2, False)
    assert found["error"].endswith("--help says what goes in")
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("lelma: ")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["serve", "--port", "65536"], "argument --port: 65536 is not from 0 to 65535"),
        (["mcp", "--http", "--port", "-1"], "argument --port: -1 is not from 0 to 65535"),
        (["serve", "--seconds", "0"], "argument --seconds: 0 is not more than 0 seconds"),
        (["playout", "stag_hunt", "--seconds", "nan"], "argument --seconds: nan is not more than 0 seconds"),
        (["verify", "stag_hunt", "--attempts", "0"], "argument --attempts: 0 is not 1 or more"),
        (["play", "stag_hunt", "--seed", "two"], "argument --seed: 'two' is no whole number"),
        (["perft", "stag_hunt", "x"], "argument DEPTH: 'x' is no whole number"),
        (["playout", "stag_hunt", "--seconds", "soon"], "argument --seconds: 'soon' is no number of seconds"),
        (["perft", "stag_hunt", "-1"], "argument DEPTH: -1 is not 0 or more"),
    ],
)
def test_a_number_out_of_range_is_told(capsys: pytest.CaptureFixture[str], arguments: list[str], why: str) -> None:
    code, found = run(capsys, *arguments)
    assert code == 2
    assert found["error"].startswith(why)


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_output_that_cannot_be_written_is_told(options: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "lelma", "games", *options], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (2, "lelma: No space left on device\n")


@pytest.mark.slow
def test_output_needs_no_unicode() -> None:
    command = [sys.executable, "-m", "lelma", "verify", "stag_hunt"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    shown = subprocess.run(command, env=environment, capture_output=True, check=True).stdout.decode("ascii")
    assert "? true" in shown
    told = subprocess.run([*command, "--json"], env=environment, capture_output=True, check=True).stdout.decode("ascii")
    assert json.loads(told)["outcome"] == "verified"


@pytest.mark.parametrize("command", ["check", "playout"])
def test_an_option_that_is_gone_names_what_replaced_it(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "stag_hunt", "--engine", "process"]) == 2
    told = capsys.readouterr().err
    assert "--bridge" in told and "--stepper" in told
