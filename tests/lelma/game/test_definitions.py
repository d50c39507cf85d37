"""A game folder's own definitions: used in claims, and their faults told by a check."""

from __future__ import annotations

from pathlib import Path

import pytest

from lelma.game.checks.all_faults import check_game
from lelma.game.definitions import game_definitions
from lelma.game.game import Game
from lelma.support.errors import GameError
from lelma.support.paths import data_folder

GENEROUS = """
[[definition]]
name = "generous(R: role, M: move)"
formula = "each X in moves(R): min sum(R=M) >= min sum(R=X)"
says = "{M} leaves most for all, for {R}"
"""


def own_game(folder: Path, definitions: str) -> Path:
    made = folder / "mine"
    made.mkdir()
    (made / "rules.gdl").write_text((data_folder("games") / "stag_hunt" / "rules.gdl").read_text())
    (made / "definitions.toml").write_text(definitions)
    return made


def test_a_query_set_brings_definitions() -> None:
    hunt, avalon = Game.load("stag_hunt"), Game.load("avalon")
    found = game_definitions(hunt.file.query_sets, hunt.path, hunt.description)
    assert {"nash", "best", "best_response"} <= found.keys()
    assert "nash" not in game_definitions(avalon.file.query_sets, avalon.path, avalon.description)


def test_a_game_has_definitions_of_its_own(tmp_path: Path) -> None:
    game = Game.load(own_game(tmp_path, GENEROUS))
    assert "generous" in game_definitions(game.file.query_sets, game.path, game.description)
    assert check_game(game.path).ok


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (GENEROUS.replace("min sum(R=M)", "min som(R=M)"), 4, "(generous): line 1, column"),
        (GENEROUS.replace("generous(", "nash("), 2, "there is a nash already"),
        (
            GENEROUS + GENEROUS.replace("generous(", "mean_to(").replace("{M} leaves", "it leaves"),
            10,
            "leaves M unsaid",
        ),
        (GENEROUS.replace("min sum(R=M) >= min sum(R=X)", "generous(R, X)"), 2, "generous: it is defined by itself"),
        (
            GENEROUS + GENEROUS.replace("generous(", "odd(").replace("min sum(R=M) >= min sum(R=X)", "odd(R, X)"),
            7,
            "odd: it is defined by itself",
        ),
        ("[[definition]\n", 1, "definitions.toml"),
        ("[[definition]]\nname = 3\n", 1, "definition[1]"),
    ],
)
def test_faults_of_definitions_are_told_by_a_check(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = own_game(tmp_path, text)
    found = [fault for fault in check_game(path).faults if fault.code == "bad-definition"]
    assert found and found[0].line == line and message in f"{found[0].file}: {found[0].message}"
    game = Game.load(path)
    with pytest.raises(GameError):
        game_definitions(game.file.query_sets, game.path, game.description)


def test_a_fault_within_a_formula_is_told_at_its_column(tmp_path: Path) -> None:
    text = GENEROUS.replace("min sum(R=M)", "min som(R=M)")
    fault = check_game(own_game(tmp_path, text)).faults[0]
    assert text.splitlines()[fault.line - 1][fault.column - 1 :].startswith("som(R=M)")
