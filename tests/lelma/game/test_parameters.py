"""Parameters of games: which values count, and the facts they make."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gdl.text.write import kif_term
from lelma.game.file_format import game_file
from lelma.game.game import Game
from lelma.game.parameters import parameter_rules, parameters_of, texts_of
from lelma.support.errors import GameError

FILE = game_file(
    {
        "parameters": {"players": 3, "pairs": "pairs.jsonl", "level": "card"},
        "presets": {"big": {"about": "more", "players": 9}, "own": {"pairs": [["Tea", "Coffee"]]}},
        "rows": {"pairs": ["a", "b"]},
        "speech": {"levels": ["level"]},
    }
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pairs.jsonl").write_text('{"a": "Earl Grey Tea", "b": "tea", "id": 1}\n\n{"a": "C++", "b": "C"}\n')
    return tmp_path


def facts(parameters: dict[str, object]) -> list[str]:
    return [kif_term(rule.head) for rule in parameter_rules(FILE, parameters)]


def test_a_value_goes_before_the_preset_and_the_preset_before_the_usual(folder: Path) -> None:
    assert parameters_of(FILE, folder=folder)["players"] == 3
    assert parameters_of(FILE, folder=folder, preset="big")["players"] == 9
    assert parameters_of(FILE, folder=folder, preset="big", values={"players": 4})["players"] == 4


def test_rows_come_from_the_games_folder_a_file_or_the_setting(folder: Path, tmp_path: Path) -> None:
    assert parameters_of(FILE, folder=folder)["pairs"] == [["Earl Grey Tea", "tea"], ["C++", "C"]]
    assert parameters_of(FILE, folder=folder, preset="own")["pairs"] == [["Tea", "Coffee"]]
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({"a": "茶", "b": "Café"}))
    assert parameters_of(FILE, folder=folder, values={"pairs": str(other)})["pairs"] == [["茶", "Café"]]


def test_texts_become_constants_of_their_own_and_levels_no_facts(folder: Path) -> None:
    parameters = dict(parameters_of(FILE, folder=folder, values={"pairs": [["Earl Grey", "tea"], ["C++", "C#"]]}))
    assert facts(parameters) == ["(players 3)", "(pairs 1 earl_grey tea)", "(pairs 2 c_2 c)"]
    assert texts_of(parameters) == {"earl_grey": "Earl Grey", "c": "C#", "c_2": "C++"}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"a": "x"}', "bad.jsonl:1: expected texts a, b"),
        ('{"a": "x", "b": "y"}\n{"a": 1, "b": "y"}', "bad.jsonl:2: expected texts a, b"),
        ("[]", "bad.jsonl:1: expected a JSON object"),
        ("{", "bad.jsonl:1:2: not JSON"),
        ("", "0 rows"),
    ],
)
def test_a_bad_file_of_rows_is_an_error_with_its_line(tmp_path: Path, text: str, fault: str) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(text)
    with pytest.raises(GameError, match=fault):
        parameters_of(FILE, folder=tmp_path, values={"pairs": str(bad)})


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"no\.jsonl: No such file"):
        parameters_of(FILE, folder=tmp_path, values={"pairs": str(tmp_path / "no.jsonl")})


@pytest.mark.parametrize("first", [0, 7])
def test_a_number_out_of_its_range_is_an_error(first: int) -> None:
    with pytest.raises(GameError, match=f"parameter first_speaker: {first} is no number from 1 to 6"):
        Game.load("undercover_v", parameters={"first_speaker": first})
    assert Game.load("undercover_v", parameters={"first_speaker": 7, "players": 7}).parameters["first_speaker"] == 7


def test_a_game_knows_the_texts_of_its_constants() -> None:
    game = Game.load("undercover_v", parameters={"pairs": [["Earl Grey Tea", "Ceylon Tea"]]})
    assert game.file.words.names["earl_grey_tea"] == "Earl Grey Tea"
    assert "(pairs 1 earl_grey_tea ceylon_tea)" in {kif_term(rule.head) for rule in game.description.rules}


SEATED = game_file(
    {
        "seats": {"count": "players", "name": "p{}", "deal": "cards"},
        "choices": {"tie": ["random", "nobody"], "cards": ["wolf", "sheep"]},
        "parameters": {"players": 3, "cards": {"wolf": 1, "sheep": 2}, "tie": "random"},
    }
)


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"tie": "all"}, "'all' is none of: random, nobody"),
        ({"players": 4}, "1 wolf, 2 sheep are not cards for 4 players"),
        ({"cards": {"wolf": -1, "sheep": 4}}, "are not cards for 3 players"),
        ({"cards": {"wolf": 1, "goat": 2}}, "'goat' is none of: wolf, sheep"),
    ],
)
def test_a_value_that_the_game_does_not_know_is_refused(values: dict[str, Any], complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        parameters_of(SEATED, values=values)
    assert parameters_of(SEATED, values={"tie": "nobody"})["tie"] == "nobody"
