"""What commands print with --json follows its published schema, also where their input can't be used."""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lelma.interfaces.cli.main import GROUPS, _parser, main
from lelma.interfaces.public_types import TYPES, json_schema
from lelma.memory.store import EntryStore
from lelma.models.embeddings import open_embedder

EXAMPLES = Path(__file__).resolve().parents[4] / "examples"

LOGGED = {
    "id": "a",
    "sample": "a",
    "model": "someone",
    "game": "g",
    "payoffs": {"RR": [1, 1], "RB": [5, 0], "BR": [0, 5], "BB": [3, 3]},
    "attempt": 0,
    "response": "If we both choose B, I get 3. If we both choose R, I get 2.",
    "outcome": "accepted",
    "queries": ["higher(2, 1)", "nonsense("],
    "failed": [],
    "feedback": None,
    "human_aggregated": 0,
    "human_errors": [{"sentences": "If we both choose R, I get 2.", "types": ["pa"]}],
}
LABELLED = {
    "id": "a",
    "game": "stag_hunt",
    "text": "If we both choose stag, I get 4.",
    "frags": [{"frag": "I get 4", "truth": "F", "kind": "cell"}],
}
VOTES = {
    "id": "mine",
    "roles": {f"Player {seat}": "werewolf" if seat < 4 else "villager" for seat in range(1, 9)}
    | {"Player 4": "seer", "Player 5": "witch", "Player 6": "guard"},
    "winner": "village",
    "alive_at_end": [],
    "day_votes": {"1": {"Player 4": "Player 1", "Player 1": "Player 7"}, "2": {"Player 4": "Player 2"}},
    "night_choices": {"1": {"Player 4": "Player 1"}},
}
EXPERIMENT = 'games = ["stag_hunt"]\nmodels = ["simulated"]\n'


MATCHES = """
kind = "matches"
game = "spygame"
matches = 1
[[cell]]
name = "plain"
agents = "plain"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an input for every command."""
    made = tmp_path_factory.mktemp("inputs")
    (made / "reasoning.txt").write_text("If we both choose stag, I get 4. I would go for stag.")
    (made / "logged.jsonl").write_text(json.dumps(LOGGED) + "\n")
    (made / "fragments.jsonl").write_text(json.dumps(LABELLED) + "\n")
    (made / "votes.jsonl").write_text(json.dumps(VOTES) + "\n")
    (made / "table.csv").write_text('P1/P2,Left,Right\nUp,"1, 2","-3.5, 0"\nDown,"0, 1/3","7, -1"\n')
    (made / "experiment.toml").write_text(EXPERIMENT)
    (made / "words.jsonl").write_text('{"a": "Snow", "b": "Hail"}\n{"a": "hail", "b": "Snow"}\n')
    store = EntryStore(open_embedder())
    store.add("Who was out is no spy.", rule="if is_out(P) then not spy(P)")
    store.save(made / "entries.jsonl")
    agents = ["--agents", "plain", "--quiet", "--out", str(made / "match.jsonl")]
    assert main(["play", "undercover_v", *agents]) == 0
    events = [json.loads(line) for line in (made / "match.jsonl").read_text().splitlines()]
    talks = [event for event in events if "words" in event]
    talks[-1]["words"] = "p1 is the undercover. p2 voted for p1."
    (made / "match.jsonl").write_text("".join(f"{json.dumps(event)}\n" for event in events))
    (made / "matches").mkdir()
    for seat in range(2):
        (made / "matches" / f"{seat}.jsonl").write_text((made / "match.jsonl").read_text())
    (made / "matches" / "damaged.jsonl").write_bytes((made / "match.jsonl").read_bytes().replace(b"ply", b"\xff", 1))
    (made / "matches.toml").write_text(MATCHES)
    assert main(["experiment", "run", str(made / "matches.toml"), "--output", str(made / "played")]) == 0
    return made


COMMANDS: list[tuple[str, list[str]]] = [
    ("report", ["verify", "stag_hunt", "{}/reasoning.txt"]),
    ("loop", ["verify", "prisoners_dilemma"]),
    ("checked_file", ["check-file", "{}/fragments.jsonl", "{}/checked.csv", "--game", "game", "--processes", "1"]),
    ("answer", ["ask", "stag_hunt", "best_response(X, 'stag')"]),
    ("check", ["check", "stag_hunt"]),
    ("solution", ["solve", "battle_of_the_sexes"]),
    ("solution", ["solve", "sequential_prisoners_dilemma"]),
    ("compiled", ["compile", "stag_hunt"]),
    ("new_game", ["new", "mine", "--payoffs", "{}/table.csv", "--folder", "{}/games"]),
    ("new_game", ["new", "masked", "--template", "hidden", "--folder", "{}/games"]),
    ("games", ["games"]),
    ("log_replay", ["replay", "{}/logged.jsonl"]),
    ("transcript_replay", ["replay", "{}/match.jsonl"]),
    ("scores", ["score", "{}/logged.jsonl", "--folds", "2"]),
    ("fragment_scores", ["score", "{}/fragments.jsonl", "--labels", "fragments"]),
    ("claims", ["claims", "undercover_v", "{}/match.jsonl"]),
    ("statement_rates", ["claims", "fit", "{}/match.jsonl"]),
    ("conformance", ["conform", str(EXAMPLES / "sticks.jsonl"), "--rules", str(EXAMPLES)]),
    ("proof", ["prove", str(EXAMPLES / "tea.fol"), "∃x. Drink(x)"]),
    ("proofs", ["prove", str(EXAMPLES)]),
    ("perft", ["perft", "stag_hunt", "1"]),
    ("playouts", ["playout", "stag_hunt", "--seconds", "0.05"]),
    ("playouts", ["playout", "stag_hunt", "--seconds", "0.05", "--stepper", "network"]),
    ("rules", ["rules", "undercover_v"]),
    ("matches", ["play", "stag_hunt", "--matches", "2"]),
    ("matches", ["play", "undercover_v", "--agents", "plain", "--check-claims"]),
    ("worlds", ["worlds", "undercover_v", "--deals"]),
    ("trust", ["trust", "werewolf", "{}/votes.jsonl"]),
    ("page", ["report", "{}/match.jsonl", "--out", "{}/match.html"]),
    ("page", ["report", "{}/matches"]),
    ("claims", ["claims", "undercover_v", "{}/matches"]),
    ("experiment_run", ["experiment", "run", "{}/experiment.toml", "--output", "{}/results"]),
    ("experiment_report", ["experiment", "report", "{}/results", "--output", "{}/report"]),
    ("experiment_report", ["experiment", "report", "{}/logged.jsonl", "--output", "{}/report"]),
    ("experiment_power", ["experiment", "power", "0.9", "0.2"]),
    ("experiment_report", ["bigtom", "run", str(EXAMPLES / "stories.jsonl"), "--limit", "2"]),
    ("experiment_report", ["experiment", "prefer", "{}/played", "--limit", "1", "--pairs", "cot:model"]),
    ("experiment_sheets", ["experiment", "sheet", "{}/results", "--raters", "1"]),
    ("experiment_judged", ["experiment", "judge", "{}/results", "--model", "simulated"]),
    ("experiment_labels", ["experiment", "labels", "{}/results", "{}/filled.csv"]),
    ("entries", ["memory", "show", "{}/entries.jsonl"]),
    ("rule_tests", ["memory", "test", "if is_out(P) then not spy(P)", "--archive", "{}/match.jsonl"]),
    ("word_ranking", ["words", "rank", "{}/words.jsonl", "--sample", "1"]),
    ("doctor", ["doctor"]),
]


NEEDED = {"experiment_report": "experiment_run", "experiment_sheets": "experiment_run"} | dict.fromkeys(
    ("experiment_judged", "experiment_labels"), "experiment_sheets"
)
"""Commands that go on from what another has written, which tests may have run in another process."""
WRITTEN = {"experiment_run": "results", "experiment_sheets": "results/sheets/rater_1.csv"}


def make_needed(name: str, folder: Path) -> None:
    """Run the commands before one, if nobody has."""
    needed = NEEDED.get(name)
    if needed is not None and not (folder / WRITTEN[needed]).exists():
        make_needed(needed, folder)
        arguments = next(arguments for each, arguments in COMMANDS if each == needed)
        assert main([argument.replace("{}", str(folder)) for argument in arguments]) == 0


def fill_sheet(folder: Path) -> None:
    """Label every text of the sheet that is there right."""
    sheet = folder / WRITTEN["experiment_sheets"]
    with sheet.open(encoding="utf-8", newline="") as file:
        items = [row["item"] for row in csv.DictReader(file)]
    (folder / "filled.csv").write_text("item,label\n" + "".join(f"{item},right\n" for item in items))


def run(capsys: pytest.CaptureFixture[str], arguments: list[str], folder: Path) -> tuple[int, Any]:
    code = main([argument.replace("{}", str(folder)) for argument in [*arguments, "--json"]])
    return code, json.loads(capsys.readouterr().out)


def hold(name: str, value: Any) -> None:
    Draft202012Validator(json_schema(name)).validate(value)


@pytest.mark.parametrize(("name", "arguments"), COMMANDS, ids=lambda value: value if isinstance(value, str) else "")
def test_the_object_of_a_command_follows_its_schema(
    name: str, arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_needed(name, folder)
    capsys.readouterr()
    if name == "experiment_labels":
        fill_sheet(folder)
    code, found = run(capsys, arguments, folder)
    assert code in (0, 1)
    hold(name, found)
    if name == "solution":
        assert found["status"] == "solved"
    if name in ("claims", "scores", "log_replay"):
        assert found["claims" if name == "claims" else "samples" if name == "scores" else "malformed"]


@pytest.mark.parametrize(
    "command",
    [
        ["report"],
        ["trust", "werewolf"],
        pytest.param(["claims", "undercover_v"], marks=pytest.mark.slow),
        pytest.param(["memory", "test"], marks=pytest.mark.slow),
    ],
)
def test_a_damaged_file_of_a_folder_is_named_and_the_others_count(
    command: list[str], folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = folder / "matches"
    if command[0] == "trust":
        files = tmp_path
        for name in ("one.jsonl", "two.jsonl"):
            (tmp_path / name).write_text((folder / "votes.jsonl").read_text())
        (tmp_path / "damaged.jsonl").write_bytes(b'{"id": "\xff"}\n')
    given = ["if is_out(P) then not spy(P)", "--archive", str(files)] if command[0] == "memory" else [str(files)]
    _, found = run(capsys, [*command, *given], folder)
    left_out = list(found["passed_over"]) if command[0] == "memory" else found["left_out"]
    assert len(left_out) == 1 and left_out[0].startswith(str(files / "damaged.jsonl"))
    counted = {"report": "pages", "memory": "games"}.get(command[0], "matches")
    assert (len(found[counted]) if isinstance(found[counted], list) else found[counted]) == 2
    assert main([*command, *given]) in (0, 1)
    assert f"{files / 'damaged.jsonl'}:" in "".join(capsys.readouterr().out.split("\n"))


def test_recorded_games_follow_their_schema(
    shared_data: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    _, found = run(capsys, ["replay", str(shared_data("avalon/appendix_l.jsonl")), "--moves"], Path())
    hold("recorded_replay", found)
    assert found["courses"]


def commands() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command with its parser."""
    waiting = [("", _parser())]
    while waiting:
        name, parser = waiting.pop()
        inner = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
        waiting += [(f"{name} {word}".strip(), each) for action in inner for word, each in action.choices.items()]
        if not inner:
            yield name, parser


WITHOUT_AN_OBJECT = {"serve", "mcp", "schema"}


def test_every_command_names_the_schema_of_its_object() -> None:
    tried = {
        " ".join(arguments[: 2 if arguments[0] in ("experiment", "memory", "words", "bigtom") else 1])
        for _, arguments in COMMANDS
    }
    for name, parser in commands():
        assert str(parser.epilog).startswith("Exit codes: 0"), name
        says = next(action.help or "" for action in parser._actions if "--json" in action.option_strings)
        if name in WITHOUT_AN_OBJECT:
            continue
        assert name in tried
        named = says.partition("lelma schema ")[2].rstrip(")").replace("or without a text ", "").replace(" or ", ", ")
        assert named and all(word in TYPES for word in named.split(", ")), says


@pytest.mark.parametrize("name", [name for names in GROUPS.values() for name in names])
def test_a_command_is_parsed_alone_as_among_all(name: str) -> None:
    alone, whole = (choices(_parser(chosen))[name].format_help() for chosen in (name, ""))
    assert alone == whole


def choices(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands that a parser knows."""
    assert parser._subparsers is not None
    found: Any = parser._subparsers._group_actions[0].choices
    return dict(found)


def test_help_lists_every_command_once(capsys: pytest.CaptureFixture[str]) -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted({name.split()[0] for name, _ in commands()})
    with pytest.raises(SystemExit):
        main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    assert all(sum(line.startswith(f"  {name} ") for line in lines) == 1 for name in listed)
    assert max(map(len, lines)) <= 120
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("lelma ")


HOSTILE = {
    "missing": None,
    "empty": b"",
    "binary": bytes(range(256)) * 8,
    "deep": b"[" * 100_000,
    "deep table": b"a = " + b"[" * 100_000,
    "an object": b'{"event": "match", "schema": "lelma-transcript", "version": 1, "game": ["x"], "parameters": 3}\n',
}
GAMES = ["verify", "ask", "check", "solve", "compile", "perft", "playout", "rules", "play", "worlds"]
FILES = {
    **{name: [name, "{}", *{"ask": ["zero_sum"], "perft": ["1"]}.get(name, [])] for name in GAMES},
    "verify a text": ["verify", "stag_hunt", "{}"],
    "check-file": ["check-file", "{}", "checked.csv", "--game", "stag_hunt"],
    "new": ["new", "mine", "--payoffs", "{}", "--folder", "made"],
    "replay": ["replay", "{}"],
    "replay of a game": ["replay", "{}", "--game", "avalon"],
    "bigtom": ["bigtom", "run", "{}"],
    "score": ["score", "{}"],
    "score by fragments": ["score", "{}", "--labels", "fragments"],
    "score with roles": ["score", str(EXAMPLES / "sticks.jsonl"), "--labels", "fragments", "--roles", "{}"],
    "claims": ["claims", "undercover_v", "{}"],
    "trust": ["trust", "werewolf", "{}"],
    "conform": ["conform", "{}", "--rules", "."],
    "play by a script": ["play", "stag_hunt", "--agents", "scripted:{}"],
    "play with words": ["play", "undercover_v", "--set", "pairs={}"],
    "worlds of a match": ["worlds", "undercover_v", "--match", "{}"],
    "prove": ["prove", "{}"],
    "report": ["report", "{}"],
    "experiment run": ["experiment", "run", "{}", "--output", "results"],
    "experiment report": ["experiment", "report", "{}", "--output", "results"],
}
PYTHON = ("Errno", "object is not", "codec", "recursion", "NoneType", "Traceback")
LENIENT = {"verify a text", "check", "score", "score by fragments", "replay", "conform", "play by a script"}
"""Commands that something may come out of, whatever is in the file; a file that can't be read is bad input still."""


@pytest.mark.parametrize("name", FILES)
def test_whatever_a_file_holds_a_command_prints_an_object_and_tells_by_its_code(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, content in HOSTILE.items():
        file = tmp_path / kind.replace(" ", "_")
        if content is not None:
            file.write_bytes(content)
        code = main([*(argument.replace("{}", str(file)) for argument in FILES[name]), "--json"])
        out, err = capsys.readouterr()
        assert not err and out.count("\n") == 1
        found = json.loads(out)
        if code == 2:
            hold("failure", found)
            assert not any(word in found["error"] for word in PYTHON)
        else:
            assert name in LENIENT and code in (0, 1, 3) and content is not None, (kind, code, found)


@pytest.mark.parametrize("name", FILES)
def test_a_folder_is_no_file(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*(argument.replace("{}", str(tmp_path)) for argument in FILES[name]), "--json"]) == 2
    hold("failure", json.loads(capsys.readouterr().out))
