"""What a seeker makes of each player by what is said."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from lelma.game.game import Game
from lelma.support.errors import GameError
from lelma.talk.chances.statements import kind_of_statement, read_statement_rates
from lelma.talk.chances.suspicion import (
    chance_course,
    rates_as_toml,
    statement_rates,
)

GAME = Game.load("avalon")
PLAYERS = ("p1", "p2", "p3", "p4", "p5", "p6")
ASSASSIN = ("(identity assassin)", "(evil p5)")


def lived(*said: tuple[str, str]) -> list[tuple[str, tuple[str, ...], dict[str, str]]]:
    """What p4, the assassin, lives through: six cards are dealt, and then each of these is said."""
    dealt = [("noop", (ASSASSIN[0],) if number == 4 else (), {}) for number in range(1, 7)]
    begun = ("noop", ("(leader p2)", ASSASSIN[1]), {})
    team = ("noop", ("(proposed 1 1 p2 (duo p1 p5))",), {})
    return [*dealt, begun, team, *(("noop", (f"(said 1 1 {who})",), {who: words}) for who, words in said)]


@pytest.mark.slow
def test_who_says_what_only_one_card_knows_is_more_probable_to_have_it() -> None:
    rates = read_statement_rates(GAME)
    course = chance_course(GAME, "p4", PLAYERS, "merlin", lived(("p2", "Player 5 is evil."), ("p3", "Hm.")), rates)
    assert course.chances[0] == {} and course.chances[7]["p2"] == pytest.approx(1 / 4)
    assert course.chances[8]["p2"] > 0.3 and course.chances[8]["p5"] == 0
    assert sum(course.chances[-1].values()) == pytest.approx(1) and course.chances[-1] == course.chances[8]
    (moved,) = course.moved
    assert (moved.speaker, moved.ply) == ("p2", 9) and moved.size == pytest.approx(course.chances[8]["p2"] - 1 / 4)


def test_a_statement_is_known_open_or_against_by_the_card() -> None:
    assert [kind_of_statement(Fraction(each)) for each in (1, 0, "1/3")] == ["known", "against", "open"]


def test_rates_are_estimated_with_laplace_and_read_back(tmp_path: Path) -> None:
    rates = statement_rates([("merlin", "known")] * 4 + [("merlin", "open")], ["merlin", "servant"])
    assert rates["merlin"] == {"known": 0.625, "open": 0.25, "against": 0.125}
    assert rates["servant"]["known"] == pytest.approx(1 / 3, abs=1e-4)
    text = rates_as_toml(rates, "Two lines\nof this.")
    assert text.startswith("# Two lines\n# of this.\n\nmerlin = { known = 0.625")
    (tmp_path / "rules.gdl").write_text("(role a) (init x) (legal a go) (<= terminal (true x)) (goal a 1)\n", "utf-8")
    (tmp_path / "game.toml").write_text("", "utf-8")
    (tmp_path / "statements.toml").write_text(text, "utf-8")
    game = Game.load(tmp_path)
    assert read_statement_rates(game) == rates
    (tmp_path / "statements.toml").write_text("merlin = { known = 1.0 }\n", "utf-8")
    with pytest.raises(GameError, match="merlin: expected known, open, against"):
        read_statement_rates(game)
