"""Tables read from what was written in a recorded game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.matches.recorded.course import Replayer
from lelma.matches.recorded.formats import find_format, formats_of, read_games
from lelma.matches.recorded.written import read_written
from lelma.matches.talk.speeches import read_matches
from lelma.support.errors import GameError

ENTRIES = [
    {"who": "host", "says": "Day breaks. Who do you vote for?"},
    {"who": "Ash", "says": "I vote for Elm.", "private": {"says": "ha"}},
    {"who": "host", "says": "Day breaks again. Who do you vote for?"},
    {"who": "Elm", "says": "Let me think. I vote for Oak."},
    "no entry",
    {"who": "Oak", "says": "I vote for Elm."},
]


def read(**changes: Any) -> list[Mapping[str, Any]]:
    table = {"rows": "votes", "of": "log", "field": "says", "text": r"vote for (?P<whom>Elm|Oak)"}
    return read_written(table | changes).read({"log": ENTRIES})


def test_rows_are_the_entries_whose_text_fits() -> None:
    assert read()[0] == {"who": "Ash", "says": "I vote for Elm.", "whom": "Elm"}
    assert [row["who"] for row in read()] == ["Ash", "Elm", "Oak"]
    assert [row["who"] for row in read(after="Who do you")] == ["Ash", "Elm"]
    assert [row["who"] for row in read(where={"who": "Oak"})] == ["Oak"]


def test_fields_are_counted_from_what_came_before() -> None:
    rows = read(counts={"day": "Day breaks"}, number="n")
    assert [(row["day"], row["n"]) for row in rows] == [(1, 1), (2, 2), (2, 3)]
    assert [row["n"] for row in read(counts={"day": "Day breaks"}, number="n", only={"day": "2"})] == [1, 2]


def test_a_text_may_stand_in_an_object_of_its_own() -> None:
    assert read(field="private.says", text="(?P<whom>ha)") == [{"who": "Ash", "says": "I vote for Elm.", "whom": "ha"}]


def test_a_record_without_the_list_has_no_rows() -> None:
    table = read_written({"rows": "votes", "of": "chat", "field": "says", "text": "vote"})
    assert table.read({"log": ENTRIES}) == table.read({"chat": 5}) == []


def test_a_bad_pattern_is_named_with_its_file(tmp_path: Path) -> None:
    with pytest.raises(re.error):
        read(text="(vote")
    game = Game.load("werewolf")
    folder = tmp_path / "werewolf"
    folder.mkdir()
    (folder / "recorded.toml").write_text(
        '[formats.log]\ngames = "lines"\nhas = ["log"]\nrows = {}\n'
        '[[formats.log.written]]\nrows = "votes"\nof = "log"\nfield = "says"\ntext = "(vote"\n',
        "utf-8",
    )
    with pytest.raises(GameError, match=r"recorded\.toml.*unterminated subpattern"):
        formats_of(replace(game, path=folder))


def test_a_logged_game_is_followed_with_its_speeches(shared_data: Callable[[str], Path]) -> None:
    lines = shared_data("werewolf/gratr_logs.jsonl").read_text("utf-8").splitlines()[2:3]
    game = Game.load("werewolf", preset="gratr")
    [(described, recorded)] = find_format(formats_of(game), read_games(lines))
    course = Replayer(Progression(game.description), described).course(recorded)
    assert (described.name, course.found) == ("gratr_log", True)
    said = [words for ply in course.plies() for words in ply.words.items()]
    assert said[0] == ("p6", next(words for role, words in said if role == "p6"))
    assert len(said) == 19


def test_private_thoughts_go_with_the_move_of_their_line(shared_data: Callable[[str], Path]) -> None:
    [match] = read_matches(shared_data("werewolf/gratr_logs.jsonl"), "werewolf", name="log-22")
    told = {each.seq: each for each in match.thoughts}
    assert len(told) == 39 and all(
        match.record.plies[each.ply - 1].moves[each.role] == each.move for each in told.values()
    )
    assert (told[14].role, told[14].move) == ("p6", "(attack p4)")
    assert (told[21].role, told[21].move) == ("p2", "save")  # no row tells it
    assert told[74].move == "speak" and told[74].words and "talking content" not in told[74].text
