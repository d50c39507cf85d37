"""Where games are looked for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lelma.support.paths import data_folder, games_path, prolog_folder


def test_shipped_folders_are_found() -> None:
    assert (data_folder("games") / "stag_hunt" / "rules.gdl").is_file()
    assert (prolog_folder() / "situation/situation.pl").is_file()


def test_a_folder_that_is_not_shipped_is_named_in_the_error() -> None:
    with pytest.raises(FileNotFoundError, match="nowhere/ is missing"):
        data_folder("nowhere")


def test_the_users_folders_come_before_the_working_folder_and_the_shipped_games(tmp_path: Path) -> None:
    for name in ("mine", "more", "here/games"):
        (tmp_path / name).mkdir(parents=True)
    named = os.pathsep.join([str(tmp_path / "mine"), str(tmp_path / "absent"), str(tmp_path / "more")])
    assert games_path({"LELMA_GAMES": named}, here=tmp_path / "here") == [
        tmp_path / "mine", tmp_path / "more", tmp_path / "here" / "games", data_folder("games").resolve(),
    ]  # fmt: skip


def test_no_folder_comes_twice() -> None:
    shipped = data_folder("games")
    assert games_path({"LELMA_GAMES": str(shipped)}, here=shipped.parent) == [shipped.resolve()]
