"""Replaying recorded playthroughs."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lelma.game.checks.conformance import Conformance, conform
from lelma.interfaces.cli.main import main
from lelma.support.errors import UsageError

SHEET = """
(role Red) (role blue)
(init (At red 1)) (init (clock))
(succ 1 2) (succ 2 3)
(<= (legal red (go ?y)) (true (at red ?x)) (succ ?x ?y))
(legal red stay) (legal BLUE (wait))
(<= (next (at red ?y)) (does red (go ?y)))
(<= (next (at red ?x)) (true (at red ?x)) (does red stay))
(<= (next clock) (true clock))
(<= (sees blue (went ?y)) (does red (go ?y)))
(<= terminal (true (at red 2)))
(<= (goal red 050) terminal)
(<= (goal blue 0) (role blue))
"""

RECORD: dict[str, Any] = {
    "game": "walk", "file": "walk.kif", "roles": ["red", "blue"], "init": ["(at red 1)", "clock"],
    "case_fold_safe": True,
    "playouts": [{"seed": 1, "end": "terminal", "steps": [
        {"state": ["(at red 1)", "clock"], "terminal": False, "legal": {"red": ["(go 2)", "stay"], "blue": ["wait"]},
         "move": {"red": "stay", "blue": "(wait)"}, "sees": {"red": [], "blue": []}},
        {"state": ["(AT red 1)", "(clock)"], "terminal": False, "legal": {"red": ["(go 2)", "stay"], "blue": ["wait"]},
         "move": {"red": "(go 2)", "blue": "wait"}, "sees": {"red": [], "blue": ["(went 2)"]}},
        {"state": ["(at red 2)", "clock"], "terminal": True, "goals": {"red": [50], "blue": [0]}},
    ]}],
}  # fmt: skip


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    (tmp_path / "walk.kif").write_text(SHEET)
    return tmp_path


def replay(record: dict[str, Any], rules: Path) -> Conformance:
    return conform([json.dumps(record)], rules)


def test_a_record_passes_whatever_its_case_and_with_parentheses_around_names(rules: Path) -> None:
    found = replay(RECORD, rules)
    assert found.as_json() == {"schema": 1, "ok": True, "games": 1, "playouts": 1, "steps": 3, "failed": []}


@pytest.mark.parametrize(
    ("step", "key", "value", "what"),
    [
        (0, "terminal", True, "terminal"),
        (0, "legal", {"red": ["stay"], "blue": ["wait"]}, "legal"),
        (1, "state", ["(at red 2)", "clock"], "state"),
        (1, "sees", {"red": [], "blue": []}, "sees"),
        (2, "goals", {"red": [5], "blue": [0]}, "goals"),
        (2, "goals", {"red": [50], "blue": []}, "goals"),
    ],
)
def test_a_wrong_record_fails_where_it_is_wrong(step: int, key: str, value: Any, what: str, rules: Path) -> None:
    record = copy.deepcopy(RECORD)
    record["playouts"][0]["steps"][step][key] = value
    failed = replay(record, rules).failed
    assert [(item.game, item.playout, item.step, item.what) for item in failed] == [("walk", 0, step, what)]


def test_a_wrong_start_fails(rules: Path) -> None:
    failed = replay({**RECORD, "init": ["clock"]}, rules).failed
    assert [(item.step, item.what, item.detail) for item in failed] == [(-1, "init", "unexpected (at red 1)")]


def _digest(lines: list[str]) -> dict[str, Any]:
    text = "\n".join(sorted(lines))
    lower = "\n".join(sorted(line.lower() for line in lines))
    return {"count": len(lines), "sha256": hashlib.sha256(text.encode()).hexdigest(),
            "sha256_lower": hashlib.sha256(lower.encode()).hexdigest()}  # fmt: skip


def test_a_counted_list_is_compared_by_its_digest(rules: Path) -> None:
    record = copy.deepcopy(RECORD)
    legal = record["playouts"][0]["steps"][0]["legal"]
    legal["red"] = _digest(["stay", "(GO 2)"])
    assert replay(record, rules).ok
    legal["red"] = _digest(["stay", "(go 3)"])
    assert [item.what for item in replay(record, rules).failed] == ["legal"]
    legal["red"] = _digest(["stay"])
    assert [item.what for item in replay(record, rules).failed] == ["legal"]


def test_names_that_differ_in_case_are_kept_apart_where_folding_is_not_safe(tmp_path: Path) -> None:
    (tmp_path / "case.kif").write_text(
        "(role r) (init (p a)) (init (P a)) (legal r m) (<= (next (p b)) (true (P a)))\n"
        "(<= terminal (true (p b))) (goal r 1)"
    )
    record = {
        "game": "case", "file": "case.kif", "roles": ["r"], "init": ["(P a)", "(p a)"], "case_fold_safe": False,
        "playouts": [{"steps": [
            {"state": ["(P a)", "(p a)"], "terminal": False, "legal": {"r": ["m"]}, "move": {"r": "m"}},
            {"state": ["(p b)"], "terminal": True, "goals": {"r": [1]}},
        ]}],
    }  # fmt: skip
    assert replay(record, tmp_path).ok


def test_a_missing_or_broken_sheet_fails_its_game_alone(rules: Path) -> None:
    (rules / "broken.kif").write_text("(role")
    records = [{**RECORD, "game": "lost", "file": "lost.kif"}, {**RECORD, "file": "broken.kif"}, RECORD]
    found = conform(map(json.dumps, records), rules)
    assert found.games == 3
    assert found.steps == 3
    assert [(item.game, item.what) for item in found.failed] == [("lost", "game"), ("walk", "game")]


def test_the_command_tells_by_its_code_and_refuses_what_is_no_record(
    rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = rules / "corpus.jsonl"
    corpus.write_text(json.dumps(RECORD) + "\n")
    assert main(["conform", str(corpus), "--rules", str(rules), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["failed"] == []
    corpus.write_text(json.dumps({**RECORD, "init": []}) + "\n")
    assert main(["conform", str(corpus), "--rules", str(rules)]) == 1
    corpus.write_text('{"game": 1\n')
    assert main(["conform", str(corpus), "--rules", str(rules), "--json"]) == 2
    assert f"{corpus}:1:" in json.loads(capsys.readouterr().out.splitlines()[-1])["error"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"playouts": {}}, "playouts should be a list"),
        ({"playouts": [{"steps": 3}]}, "playout 0 should have a list of steps"),
        ({"init": 5}, "init should be a list"),
        ({"init": {"count": "2"}}, "init, given as an object, should have count and sha256"),
        ({"playouts": [{"steps": [{"goals": {"red": 50}}]}]}, "playout 0, step 0: the goal values of red should be"),
        ({"playouts": [{"steps": [{"goals": {"red": ["high"]}}]}]}, "the goal values of red should be"),
        ({"playouts": [{"steps": [{"legal": ["stay"]}]}]}, "legal should be an object, role by role"),
        ({"playouts": [{"steps": [{"move": {"red": ["stay"]}}]}]}, "the move of red should be a text"),
    ],
)
def test_a_misshapen_record_is_named_with_its_line_and_place(change: dict[str, Any], fault: str, rules: Path) -> None:
    with pytest.raises(UsageError, match=rf"<text>:1: no record: .*{re.escape(fault)}"):
        replay({**RECORD, **change}, rules)


@pytest.mark.slow
def test_every_visible_record_passes(shared_data: Callable[[str], Path]) -> None:
    lines = shared_data("gdl/conformance.jsonl").read_text("utf-8").splitlines()
    found = conform(lines, shared_data("gdl/rules"))
    assert found.failed == []
    assert (found.games, found.steps) == (74, 3782)


@pytest.mark.parametrize("line", ["{", "[" * 100_000, "3"])
def test_a_line_that_is_no_record_is_named(line: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="<text>:1:"):
        conform([line], tmp_path)
