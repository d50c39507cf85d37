"""Transcripts of games of an odd word, as their measures have them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lelma.experiments.voted_match import read_voted_matches, voted_match
from lelma.matches.replay import recorded_of
from lelma.support.errors import UsageError
from lelma.support.paths import data_folder

SAMPLE = data_folder("games") / "undercover_v" / "samples" / "match.jsonl"


def events() -> list[dict[str, object]]:
    return [json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines()]


def test_votes_and_who_is_out_are_those_of_the_record() -> None:
    (match,) = read_voted_matches([SAMPLE])
    cast = [event for event in events() if event["event"] == "move" and str(event["move"]).startswith("(vote ")]
    assert match.odd == "p2" and sum(map(len, match.votes)) == len(cast)
    for event in cast:
        assert any(votes.get(str(event["role"])) == str(event["move"])[6:-1] for votes in match.votes)
    assert len(match.out) == len(match.votes) and not match.guesses


def test_guesses_of_oneself_are_its_notes_of_belief() -> None:
    def note(ply: int, chance: float) -> dict[str, object]:
        beliefs = {"p2": {"spy": chance}, "p1": {"spy": 1 - chance}}
        return {"event": "note", "kind": "belief", "ply": ply, "role": "p2", "beliefs": beliefs}

    match = voted_match(recorded_of([*events(), note(3, 0.4), note(4, 0.6), note(999, 1.0)], "x"))
    assert match.own_guesses("p2") == (False, True) and match.guesses["p2"][0] == (False, True)


def test_a_match_without_an_odd_one_is_refused() -> None:
    alike = [event for event in events() if event["event"] != "identities"]
    with pytest.raises(UsageError, match="no match in which one player alone has another identity"):
        voted_match(recorded_of(alike, "x"), str(Path("x")))
