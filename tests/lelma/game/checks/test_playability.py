"""Whether each role can always know a legal move."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.text.read import read_kif
from lelma.game.checks.all_faults import check_game
from lelma.game.checks.playability import check_playability

HIDDEN_CARD = """
(role random) (role player)
(card red) (card black)
(init start)
(<= (legal random (deal ?c)) (true start) (card ?c))
(<= (legal random noop) (not (true start)))
(<= (legal player noop) (true start))
(<= (legal player (call ?c)) (true (dealt ?c)))
(<= (next (dealt ?c)) (does random (deal ?c)))
(<= (next over) (true (dealt ?c)))
(<= terminal (true over))
(goal player 100)
"""
SEES_THE_CARD = "(<= (sees player ?c) (does random (deal ?c)))"
SEES_NOTHING = "(<= (sees player nothing) (true over))"


def test_a_role_that_sees_its_card_knows_its_move() -> None:
    found = check_playability(read_kif(HIDDEN_CARD + SEES_THE_CARD))
    assert found.faults == ()
    assert found.complete
    assert found.histories == 5


def test_a_role_that_cannot_see_its_card_knows_no_move() -> None:
    found = check_playability(read_kif(HIDDEN_CARD + SEES_NOTHING))
    assert [(fault.role, fault.rounds) for fault in found.faults] == [("player", 1)]
    assert "player" in str(found.faults[0]) and "sees nothing" in str(found.faults[0])


def test_without_percepts_every_move_is_seen() -> None:
    assert check_playability(read_kif(HIDDEN_CARD)).faults == ()


def test_a_search_that_is_cut_short_says_so() -> None:
    found = check_playability(read_kif(HIDDEN_CARD + SEES_THE_CARD), histories=2)
    assert not found.complete
    assert found.histories <= 2


@pytest.mark.parametrize(("percept", "ok"), [(SEES_THE_CARD, True), (SEES_NOTHING, False)])
def test_check_reports_it_when_asked(tmp_path: Path, percept: str, ok: bool) -> None:
    sheet = tmp_path / "card.kif"
    sheet.write_text(HIDDEN_CARD + percept)
    assert check_game(sheet).ok
    soundness = check_game(sheet, playability=100)
    assert soundness.ok == ok
    assert ("unplayable" in {fault.code for fault in soundness.faults}) != ok
