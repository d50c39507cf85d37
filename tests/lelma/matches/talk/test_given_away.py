"""What speeches give away, and what their speakers could know, of the game that the ReCon paper prints."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest
from jsonschema import Draft202012Validator

from lelma.interfaces.cli.main import main
from lelma.interfaces.public_types import json_schema
from lelma.matches.talk.given_away import given_away_in
from lelma.matches.talk.speeches import read_matches


def test_each_speech_of_the_printed_game_is_told(
    shared_data: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(shared_data("avalon/appendix_l.jsonl"))
    assert main(["claims", "avalon", file, "--given-away", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    Draft202012Validator(json_schema("given_away")).validate(found)
    speeches = found["speeches"]
    assert len(speeches) == 48
    [leak] = [leak | {"seq": each["seq"]} for each in speeches for leak in each["leaks"]]
    assert (leak["seq"], leak["secret"]) == (77, "who is evil")  # "keeping me shielded from suspicion"
    last = {each["speaker"]: each for each in speeches}
    assert last["p2"]["certain"] == {"p1": "evil", "p3": "good", "p4": "good", "p5": "evil", "p6": "good"}
    assert last["p1"]["certain"]["p5"] == "assassin" and last["p5"]["certain"]["p1"] == "morgana"
    assert {last[player]["deals"] for player in ("p4", "p6")} == {120} and last["p3"]["deals"] == 6


@pytest.mark.slow
def test_a_table_for_people(shared_data: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", "avalon", str(shared_data("avalon/appendix_l.jsonl")), "--given-away"]) == 0
    told = capsys.readouterr().out
    assert "line 77: p5 gives away who is evil" in told and "48 speeches, worked out in" in told


@pytest.mark.nightly
def test_a_speech_takes_less_than_a_fifth_of_a_second(shared_data: Callable[[str], Path]) -> None:
    [match] = read_matches(shared_data("avalon/appendix_l.jsonl"), "avalon")
    assert median(each.seconds for each in given_away_in(match)) <= 0.2
