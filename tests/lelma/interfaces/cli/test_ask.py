"""`lelma ask` answers formulas of every game, after what is given, and helps whoever writes one wrongly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lelma.game.game import list_games
from lelma.interfaces.cli.main import main
from lelma.interfaces.public_types import json_schema

CHECKOUT = Path(__file__).resolve().parents[4]
CODES = {"true": 0, "false": 1, "error": 2, "unknown": 3, "pending": 3}

COMMONS = """
(role ann) (role bob) (role cat)
(move give) (move keep)
(init (phase now))
(<= (legal ?r ?m) (role ?r) (move ?m) (true (phase now)))
(<= (next (chose ?r ?m)) (does ?r ?m))
(<= terminal (true (chose ann ?m)))
(<= (goal ?r 3) (true (chose ann give)) (true (chose bob give)) (true (chose cat give)) (role ?r))
(<= (short) (true (chose ?r keep)))
(<= (goal ?r 2) (true (chose ?r keep)))
(<= (goal ?r 0) (true (chose ?r give)) short)
"""


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The object that is printed; it follows its schema, and the exit code is that of its verdict."""
    code = main(["ask", *arguments, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    Draft202012Validator(json_schema("failure" if "error" in found else "answer")).validate(found)
    assert code == CODES[found["verdict"]]
    return found


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("match") / "avalon.jsonl"
    assert main(["play", "avalon", "--agents", "plain", "--seed", "3", "--quiet", "--out", str(file)]) == 0
    return file


@pytest.mark.parametrize("game", list_games())
def test_every_game_answers_formulas(capsys: pytest.CaptureFixture[str], game: str) -> None:
    assert asked(capsys, game, "rounds() = 0")["verdict"] == "true"
    assert asked(capsys, game, "each X in roles: any Y in roles: X is Y")["verdict"] == "true"
    assert asked(capsys, game, "rounds() = 1")["verdict"] == "false"


def test_a_sheet_of_three_roles_answers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheet = tmp_path / "commons.kif"
    sheet.write_text(COMMONS)
    true = asked(capsys, str(sheet), "nash({ann=give, bob=give, cat=give})")
    false = asked(capsys, str(sheet), "pay(ann; ann=give) = 3", "--role", "bob")
    assert (true["verdict"], false["verdict"]) == ("true", "false")
    assert false["correction"] == "if ann chooses give, ann gets 0 or 3"


def test_what_was_seen_is_given_in_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    given = tmp_path / "given.json"
    given.write_text(json.dumps({"role": "p2", "moves": [{"step": 1, "role": "p1", "move": "c"}]}))
    game = ["sequential_prisoners_dilemma", "--role", "p2", "--given", str(given)]
    found = asked(capsys, *game, "pay(you; you=C) = 5")
    assert (found["verdict"], found["says"], found["why"]) == (
        "false",
        "if you choose C, you get 5",
        "them C, then you C: them 3, you 3",
    )
    assert asked(capsys, *game, "knows(p2, did(p1, C))")["verdict"] == "true"
    assert asked(capsys, *game, "will(p2, D)")["verdict"] == "pending"


def test_earlier_rounds_are_given_in_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    history = tmp_path / "history.txt"
    history.write_text("p1=stag, p2=stag\np1=stag, p2=hare\n")
    assert asked(capsys, "stag_hunt", "total(p1) = 5", "--history", str(history))["verdict"] == "true"
    assert asked(capsys, "stag_hunt", "did(p2, hare)@1", "--history", str(history))["verdict"] == "false"
    assert (
        asked(capsys, "stag_hunt", "did(p2, hare)@2", "--history", str(history))["says"] == "they chose hare in round 2"
    )


def test_a_round_of_a_game_of_several_steps_is_a_whole_play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    history = tmp_path / "history.txt"
    history.write_text('p1=C@1, p2=D@2\np1=D, p2=D  # as each moves once\n[{"p1": "C"}, {"p2": "C"}]\n')
    game = ("sequential_prisoners_dilemma", "--history", str(history))
    for claim in (
        "rounds() = 3",
        "earned(p1)@1 = 0 and earned(p2)@1 = 5",
        "total(p1) = 4 and total(p2)@2 = 6 and earned(p1) = 3",
        "did(p1, C)@3 and not did(p1, C)@2",
        "one K in rounds: did(p2, C)@K",
    ):
        assert asked(capsys, game[0], claim, *game[1:])["verdict"] == "true", claim
    assert asked(capsys, game[0], "earned(p1)@4 = 3", *game[1:])["verdict"] == "unknown"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("p1=C", "2: what is told of that round leaves open which play of the game it was"),
        ("p1=C@2, p2=C@1", "2: no play of the game has the moves of that round"),
        ("p1=C, p1=D@2, p2=C", "2: p1 is given two moves, so tell the step of each"),
        ('[{"p1": "C"}, 3]', "2[1]: expected an object from role to move, got 3"),
        ('[{"p1": "C"}, {"p9": "C"}]', "2[1]: there is no role 'p9'"),
        ("reply(p2; p1=C)=C", "2: a round is a whole play, such as p1=D@1, p2=D@2"),
        ("[]", "2: a round is a whole play, such as p1=D@1, p2=D@2"),
    ],
)
def test_a_round_that_is_no_play_is_told_with_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, fault: str
) -> None:
    history = tmp_path / "history.txt"
    history.write_text(f"p1=C@1, p2=D@2\n{line}\n")
    found = asked(capsys, "sequential_prisoners_dilemma", "rounds() = 2", "--history", str(history))
    assert f"history.txt:{fault}" in found["error"]


DEAL = """
(role random) (role p1) (init (step 1)) (succ 1 2) (succ 2 3) (succ 3 4)
(card high) (card low) (move hold) (move fold)
(<= (legal random (deal ?c)) (true (step 1)) (card ?c))
(<= (legal random noop) (not (true (step 1))))
(<= (legal p1 noop) (true (step 1)))
(<= (legal p1 ?m) (move ?m) (not (true (step 1))))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (next (dealt ?c)) (does random (deal ?c)))
(<= (next (dealt ?c)) (true (dealt ?c)))
(<= (next (did ?n ?m)) (true (step ?n)) (does p1 ?m) (distinct ?m noop))
(<= (next (did ?n ?m)) (true (did ?n ?m)))
(<= terminal (true (step 4)))
(<= (goal p1 9) (true (did 3 hold)) (true (dealt high)))
(<= (goal p1 1) (true (did 3 hold)) (true (dealt low)))
(<= (goal p1 4) (true (did 3 fold)) (true (did 2 hold)))
(<= (goal p1 2) (true (did 3 fold)) (true (did 2 fold)))
(goal random 0)
"""


def test_a_role_that_moves_again_and_chance_are_told_with_their_steps(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "deal.kif").write_text(DEAL)
    history = tmp_path / "history.txt"
    history.write_text("p1=hold@2, p1=fold@3\nrandom=deal(high)@1, p1=fold@2, p1=hold@3\n")
    game, given = str(tmp_path / "deal.kif"), ("--history", str(history))
    for claim in ("earned(p1)@1 = 4", "earned(p1) = 9", "total(p1) = 13", "did(random, deal(high))@2"):
        assert asked(capsys, game, claim, *given)["verdict"] == "true", claim
    history.write_text("p1=hold@2, p1=hold@3\np1=hold, p1=fold\n")
    error = asked(capsys, game, "rounds() = 2", *given)["error"]
    assert "history.txt:2:10: p1 is given two moves; expected one move for a role and step" in error
    history.write_text("p1=hold@2, p1=hold@3\np1=hold\n")
    told = asked(capsys, game, "rounds() = 2", *given)["error"].splitlines()
    assert [line.split(":", 1)[1] for line in told] == [
        "1: what chance did in that round decides its payoffs, and is not told",
        "2: what is told of that round leaves open which play of the game it was",
    ]


@pytest.mark.slow
def test_a_moment_of_a_match_is_given(capsys: pytest.CaptureFixture[str], match: Path) -> None:
    at = ["--match", str(match), "--at", "9"]
    assert asked(capsys, "avalon", "knows(p1, identity(p1, morgana))", *at, "--role", "P1")["verdict"] == "true"
    assert asked(capsys, "avalon", "identity(p2, merlin)", *at, "--role", "p1")["verdict"] == "unknown"
    assert asked(capsys, "avalon", "identity(p2, merlin)", *at)["verdict"] == "true"
    found = asked(capsys, "avalon", "possible(p1, identity(p2, merlin))", *at, "--role", "p1")
    assert found["says"] == "you can not exclude that Player 2 is Merlin"
    assert "noop" not in found["why"]
    assert asked(capsys, "avalon", "proposed_a_team(p4)", *at)["verdict"] == "true"
    assert asked(capsys, "avalon", "will(p2, speak)", *at)["verdict"] == "true"
    assert asked(capsys, "avalon", "will(p2, vote(approve))", *at)["verdict"] == "false"
    assert asked(capsys, "avalon", "proposed_a_team(p4)", "--match", str(match), "--at", "2")["verdict"] == "false"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--at", "3"], "--at and --name are about a match"),
        (["--match", "{}", "--at", "99999"], "joint moves, so there is no moment 99999"),
        (["--match", "{}", "--role", "p99"], "has no role 'p99'; its roles are p1"),
        (["--match", "{}", "--given", "{}"], "do not go with --match"),
        (["--match", "/nowhere"], "/nowhere: No such file"),
        (["--given", "/nowhere"], "/nowhere: No such file"),
        (["--given", "{}"], "not JSON"),
        (["--history", "{}"], "there is no role 'event'"),
    ],
)
def test_what_can_not_be_given_is_told(
    capsys: pytest.CaptureFixture[str], match: Path, arguments: list[str], message: str
) -> None:
    filled = [part.format(match) for part in arguments]
    found = asked(capsys, "avalon", "rounds() = 0", *filled)
    assert found["verdict"] == "error"
    assert message in found["error"]


def test_a_text_that_is_neither_is_told_where_and_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "stag_hunt", "nush({p1=stag, p2=stag})"]) == 2
    told = capsys.readouterr().out
    assert "line 1, column 1: there is no form, definition or relation 'nush'; did you mean nash" in told
    assert "\n  ^\n" in told
    for line in ("roles: p1, p2", "moves of p1: hare, stag", "pay(ROLE; CONDITION)", "nash(S: condition)"):
        assert line in told
    assert max(map(len, told.splitlines())) <= 120


def test_a_query_that_is_wrong_is_told_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "stag_hunt", "best_response('left', 'stag')"]) == 2
    told = capsys.readouterr().out
    assert "the form is best_response" in told and "forms:" not in told


@pytest.mark.parametrize("text", ["stag'), halt, (", "x" * 100_000, "(" * 3000, "\x00", "not " * 500 + "1 = 1"])
def test_hostile_texts_are_errors(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert asked(capsys, "stag_hunt", text)["verdict"] == "error"


def test_of_what_a_deal_brings_about_it_is_told_that_there_was_none_yet(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "avalon", "possible(p1, identity(p1, merlin))")
    assert (found["verdict"], found["why"]) == ("false", "nothing was done yet")
    assert asked(capsys, "avalon", "did(p1, speak)")["why"] == ""


def test_a_false_formula_is_shown_with_what_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "stag_hunt", "pay(p1; p1=stag, p2=hare) = 3"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "false",
        "  says: if you choose stag and they choose hare, you get 3",
        "  correct: if you choose stag and they choose hare, you get 0",
        "  why: you stag, them hare: you 0, them 3",
    ]


@pytest.mark.parametrize(
    ("formula", "told"),
    [
        ("is_identity(p1, villager)", "Player 1 is a villager"),
        ("not is_identity(p1, villager)", "Player 1 is not a villager"),
        ("is_identity(p1, seer)", "Player 1 is the seer"),
        ("is_on_side(p1, village)", "Player 1 is on the side of the village"),
    ],
)
def test_identities_have_the_article_of_the_games_words(
    formula: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sample = CHECKOUT / "games" / "werewolf" / "samples" / "match.jsonl"
    main(["ask", "werewolf", "--match", str(sample), formula])
    assert f"says: {told}\n" in capsys.readouterr().out


def test_a_text_is_checked_after_earlier_rounds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    history, text = tmp_path / "history.txt", tmp_path / "text.txt"
    history.write_text("p1=stag, p2=hare\np1=stag, p2=stag\n")
    text.write_text("In round 1 they chose hare. In the first round I got 5.")
    assert main(["verify", "stag_hunt", str(text), "--history", str(history), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [claim["verdict"] for claim in report["claims"]] == ["true", "false"]
    assert main(["verify", "stag_hunt", "--history", str(history)]) == 2
    assert "--given and --history go with a text" in capsys.readouterr().err


def test_each_answer_to_a_query_with_variables_comes_with_what_decides_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "stag_hunt", "best_response(X, Y)")
    alone = [asked(capsys, "stag_hunt", f"best_response('{move}', '{move}')") for move in ("hare", "stag")]
    answers = [{"X": "hare", "Y": "hare"}, {"X": "stag", "Y": "stag"}]
    assert found["answers"] == answers and found["decided"] == [each["why"] for each in alone]
    assert all(found["decided"]) and found["decided"][0] != found["decided"][1]
    assert main(["ask", "stag_hunt", "best_response(X, Y)"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["true", "  X = hare, Y = hare", f"    why: {alone[0]['why']}", *lines[3:]] and len(lines) == 5
    some = asked(capsys, "stag_hunt", "best_response(X, 'stag'), \\+ highest_guaranteed_payoff_choice(X)")
    assert some["answers"] == [{"X": "stag"}] and alone[1]["why"] in some["decided"][0]
    assert len(some["decided"][0]) > len(alone[1]["why"])
    assert set(asked(capsys, "stag_hunt", "game(s0, F)")["decided"]) == {""}
