"""The private thoughts of a match by class, as a command tells them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from lelma.interfaces.cli.main import main
from lelma.interfaces.public_types import json_schema

AGENTS = "talker:hallucinate=1,bluff=0,history=0,rules=0,slip=0,contradict=0,break_vote=0"


def test_thoughts_that_were_made_up_are_told_with_what_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "match.jsonl")
    assert main(["play", "undercover_v", "--agents", AGENTS, "--seed", "1", "--quiet", "--out", file]) == 0
    capsys.readouterr()
    assert main(["claims", "undercover_v", file, "--thoughts", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    Draft202012Validator(json_schema("thoughts")).validate(found)
    kinds = Counter(each["kind"] for each in found["thoughts"])
    assert found["classes"] == {"right": 0, "deception": 0, "open": 0} | kinds
    assert kinds["hallucination"] and all(each["refuted"] for each in found["thoughts"] if each["kind"] != "right")
    assert main(["claims", "undercover_v", file, "--thoughts"]) == 0
    assert f"{len(found['thoughts'])} thoughts" in capsys.readouterr().out
