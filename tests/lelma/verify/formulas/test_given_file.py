"""What is given is read with every fault at its place, whatever a file holds."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lelma.game.game import Game
from lelma.support.errors import UsageError
from lelma.verify.formulas.given import Given, Moved, Odds, Perceived, Played
from lelma.verify.formulas.given_file import given_file, history_file, read_given
from lelma.verify.formulas.words import formula_names
from lelma.verify.verifier import Verifier
from translators.formulas.formula import Const
from translators.formulas.vocabulary import GameNames

HUNT = formula_names(Game.load("stag_hunt"), Verifier.load("stag_hunt").facts)
OPEN = formula_names(Game.load("avalon"), None)


def offer(number: int) -> Const:
    return Const("offer", (Const(str(number)),))


def test_an_object_says_what_is_given() -> None:
    value = {
        "role": "Player 2",
        "moment": 1,
        "moves": [{"step": 1, "role": "P1", "move": "STAG"}],
        "percepts": [{"step": 1, "role": "p2", "percepts": ["(saw (a b) 1)", "done"], "whole": True}],
        "rounds": [[{"role": "p1", "move": "hunt the hare"}, {"role": "p2", "move": "deer"}]],
    }
    seen = Const("saw", (Const("a", (Const("b"),)), Const("1")))
    assert read_given(value, HUNT) == Given(
        "p2",
        (
            Played((("p1", Const("hare")), ("p2", Const("stag")))),
            Moved(1, "p1", Const("stag")),
            Perceived(1, "p2", (seen, Const("done")), whole=True),
        ),
        1,
    )
    assert read_given({}, HUNT, role="p1") == Given("p1")


@pytest.mark.parametrize("text", ["vote(approve)", "(vote approve)", "'vote'(approve)"])
def test_moves_are_written_as_in_formulas_or_in_kif(text: str) -> None:
    moves = [{"step": 1, "role": "p1", "move": text}]
    assert read_given({"moves": moves}, OPEN).facts == (Moved(1, "p1", Const("vote", (Const("approve"),))),)


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ([], "given: expected an object with role, moment, moves, percepts, rounds, odds, got a list"),
        (None, "given: expected an object with role, moment, moves, percepts, rounds, odds, got null"),
        ({"rol": "p1"}, "given.'rol': there is no such key; did you mean role?"),
        ({"role": 3}, "given.role: expected the name of a role, got 3"),
        ({"role": "p3"}, "given.role: there is no role 'p3'; expected one of p1, p2; did you mean"),
        ({"moment": -1}, "given.moment: expected a whole number from 0 to 10000, got -1"),
        ({"moment": 10**9}, "given.moment: expected a whole number"),
        ({"moment": True}, "given.moment: expected a whole number from 0 to 10000, got True"),
        ({"moves": {}}, "given.moves: expected a list, got an object"),
        ({"moves": [3]}, "given.moves[0]: expected an object with step, role, move, got 3"),
        ({"moves": [{"step": 1, "role": "p1"}]}, "given.moves[0]: the key 'move' is missing"),
        (
            {"moves": [{"step": 1, "role": "p1", "move": "stak"}]},
            "given.moves[0].move: there is no move 'stak' of p1; expected one of hare, stag; did you mean stag?",
        ),
        ({"moves": [{"step": 1, "role": "p1", "move": "stag'), halt, ("}]}, "given.moves[0].move:"),
        ({"moves": [{"step": 1, "role": "p1", "move": "?x"}]}, "given.moves[0].move:"),
        ({"moves": [{"step": 1, "role": "p1", "move": "(" * 250}]}, "given.moves[0].move:"),
        ({"moves": [{"step": 1, "role": "p1", "move": "f(" * 100 + "a" + ")" * 100}]}, "given.moves[0].move:"),
        ({"moves": [{"step": 1, "role": "p1", "move": "x" * 1_000_000}]}, "longer than 300 characters"),
        ({"percepts": [{"step": 0, "role": "p1", "percepts": []}]}, "given.percepts[0].step: expected a whole"),
        ({"percepts": [{"step": 1, "role": "p1", "percepts": "x"}]}, "given.percepts[0].percepts: expected a list"),
        ({"percepts": [{"step": 1, "role": "p1", "percepts": [], "whole": 1}]}, ".whole: expected true or false"),
        ({"rounds": [[{"role": "p1", "move": "stag"}]]}, "given.rounds[0]: it does not tell what p2 did"),
        ({"odds": [{"move": "ace"}]}, "given.odds[0]: the key 'odds' is missing"),
        ({"odds": [{"move": "ace", "odds": 1}]}, "given.odds[0]: nothing is left to chance in this game"),
        ({"odds": [{"move": "ace", "odds": 1, "step": 0}]}, "given.odds[0].step: expected a whole number from 1"),
        ({"odds": [{"move": "ace", "odds": "1/0"}]}, "given.odds[0].odds: expected a number that is 0 or more"),
        ({"odds": [{"move": "ace", "odds": "1e99999999"}]}, "given.odds[0].odds: expected a number that is 0 or more"),
        ({"odds": [{"move": "ace", "odds": -1}]}, "given.odds[0].odds: expected a number that is 0 or more"),
        ({"odds": [{"move": "ace", "odds": True}]}, "given.odds[0].odds: expected a number that is 0 or more"),
    ],
)
def test_a_fault_is_told_with_its_place(value: object, fault: str) -> None:
    with pytest.raises(UsageError) as told:
        read_given(value, HUNT)
    assert fault in str(told.value)


def test_all_faults_are_told_at_once() -> None:
    moves = [{"step": 0, "role": "p9", "move": "stak"}, {"step": "1", "role": "p1", "move": ""}]
    with pytest.raises(UsageError) as told:
        read_given({"role": 1, "moves": moves}, HUNT)
    assert [line.split(":")[0] for line in str(told.value).splitlines()] == [
        "given.moves[0].step",
        "given.moves[0].role",
        "given.moves[1].step",
        "given.moves[1].move",
        "given.role",
    ]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"{", "given.json:1:2: not JSON"),
        (b"\xff\xfe", "given.json:1"),
        (b"[" * 100_000, "given.json:1: lists or tables are nested more than 100 deep"),
        (b" " * 2_000_001, "longer than 2000000 bytes"),
        (b'{"moment": NaN}', "NaN is no number of JSON"),
        (b'{"role": "p9"}', "given.json.role: there is no role 'p9'"),
    ],
)
def test_a_file_that_is_none_is_told_with_its_place(tmp_path: Path, content: bytes, fault: str) -> None:
    file = tmp_path / "given.json"
    file.write_bytes(content)
    with pytest.raises(UsageError) as told:
        given_file(file, HUNT)
    assert fault in str(told.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        given_file(tmp_path / "none.json", HUNT)
    with pytest.raises(UsageError, match="directory"):
        history_file(tmp_path, HUNT)


def test_a_history_is_read_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "history.txt"
    file.write_text("# what was played\np1=stag, p2=hare\n\n" + json.dumps({"p2": "Stag", "player 1": "hare"}) + "\n")
    first, second = history_file(file, HUNT)
    assert first == Played((("p1", Const("stag")), ("p2", Const("hare"))))
    assert dict(second.moves) == {"p1": Const("hare"), "p2": Const("stag")}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("p1=stag", "history.txt:2: it does not tell what p2 did"),
        ("p1=stag, p2=stak", "history.txt:2:13: there is no move 'stak' of p2; expected a move (hare, stag); did you"),
        ("p1=stag, p2=hare@1", "history.txt:2: a round is one move for each role; expected p1=hare, p2=hare"),
        ("stag hare", "history.txt:2:6: 'hare' can't stand here"),
        ("p1=stag} = {p2=hare", "history.txt:2:1: this is no condition"),
        ('{"p1": "stag"', "history.txt:2:14: not JSON"),
        ('{"p1": "stag", "p3": "hare"}', "history.txt:2: there is no role 'p3'"),
        ("p1=stag, p2='stag'), halt, ('", "history.txt:2:"),
        ("p1=stag, " * 10_000, "history.txt:2:"),
    ],
)
def test_a_wrong_line_of_a_history_is_told_with_its_place(tmp_path: Path, line: str, fault: str) -> None:
    file = tmp_path / "history.txt"
    file.write_text(f"p1=stag, p2=stag\n{line}\n")
    with pytest.raises(UsageError) as told:
        history_file(file, HUNT)
    assert fault in str(told.value)


def test_odds_are_numbers_or_fractions_of_any_step_or_of_one() -> None:
    told = [{"move": "deal(ace)", "odds": 2}, {"move": "(deal king)", "odds": "1/3", "step": 4}]
    dealt = GameNames(("p1",), chance=True)
    ace, king = (Const("deal", (Const(card),)) for card in ("ace", "king"))
    assert read_given({"odds": told}, dealt).facts == (Odds(ace, Fraction(2)), Odds(king, Fraction(1, 3), 4))


def test_what_is_given_is_a_value(tmp_path: Path) -> None:
    value: dict[str, Any] = {"moves": [{"step": 1, "role": "p1", "move": "stag"}]}
    assert hash(read_given(value, HUNT)) == hash(read_given(json.loads(json.dumps(value)), HUNT))
