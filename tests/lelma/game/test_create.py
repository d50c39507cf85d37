"""`new_game` writes a folder that passes the checks and says what the table says."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from gdl.tables.matrix import parse_payoffs, to_gdl
from lelma.game.checks.all_faults import check_game
from lelma.game.create import new_game
from lelma.support.errors import UsageError
from lelma.verify.verifier import Verifier

TABLES = {
    "two_by_two": 'P1/P2,D,C\nD,"1,1","5,0"\nC,"0,5","3,3"\n',
    "asymmetric": "Firm/Union,Hold Out,Settle,Strike\nlow,-1.5 0,1/3 2,-4 -4\nhigh,2 2,2 3,-1 0.25\n",
    "numbered": 'NFG 1 R "Numbered" { "Player 1" "Player 2" } { 3 2 } 1 1 0 2 0 2 1 1 0 3 2 0',
    "three_roles": "a,b,c,ua,ub,uc\nl,l,l,1,1,1\nl,l,r,0,0,2\nl,r,l,0,2,0\nl,r,r,0,1,1\n"
    "r,l,l,2,0,0\nr,l,r,1,0,1\nr,r,l,1,1,0\nr,r,r,-1,-1,-1\n",
    "odd_names": 'A/B,role,N,n,Ünder 2\ndoes,1 1,2 2,3 3,4 4\n"it\'s",0 0,1 2,2 1,0 1\n',
}


@pytest.mark.parametrize("name", TABLES)
def test_a_new_game_passes_the_checks(name: str, tmp_path: Path) -> None:
    folder = new_game(name, parse_payoffs(TABLES[name]), tmp_path)
    soundness = check_game(folder)
    assert [fault.message for fault in soundness.faults] == []
    assert soundness.ok


def test_the_folder_holds_rules_words_prompt_and_samples(tmp_path: Path) -> None:
    table = parse_payoffs(TABLES["asymmetric"])
    folder = new_game("wages", table, tmp_path / "games")
    files = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    assert files == {
        "game.toml", "rules.gdl", "expected.toml", "prompts/reasoner.md",
        "samples/recorded/1.txt", "samples/recorded/2.txt", "samples/right_payoffs.txt", "samples/wrong_payoff.txt",
    }  # fmt: skip
    assert (folder / "rules.gdl").read_text("utf-8") == to_gdl(table)
    config = tomllib.loads((folder / "game.toml").read_text("utf-8"))
    assert config["facts"] == {
        "players": 2, "rounds": 1, "simultaneous": True, "zero_sum": False, "symmetric": False,
    }  # fmt: skip
    assert config["naming"]["game"]["Hold_Out"] == ["Hold Out", "Hold_Out"]
    assert config["roles"]["firm"]["names"][0] == "Firm"


def test_numbers_stay_as_the_table_has_them_and_are_told_so(tmp_path: Path) -> None:
    folder = new_game(
        "wages", parse_payoffs('A/B,low,high\nlow,"2.0, 2","4.10, -3.0"\nhigh,"1/2, 4.10","0, 07"\n'), tmp_path
    )
    assert "(payoff low high 4.10 -3.0)" in (folder / "rules.gdl").read_text("utf-8")
    samples = [file.read_text("utf-8") for file in sorted(folder.glob("samples/*.txt"))]
    assert all("I get 4.10 and they get -3.0" in text and "I can get is 4.10" in text for text in samples)
    assert "by choosing low is 2.0" in samples[0]
    report = Verifier.load(folder).check("If I choose low and they choose low, I get 3.")
    assert [each.verdict.correction for each in report.claims] == ["if both choose low, you get 2.0"]
    assert "if both choose low, you get 2.0" in report.feedback


def test_computed_equilibria_say_that_they_are_computed(tmp_path: Path) -> None:
    folder = new_game("pd", parse_payoffs(TABLES["two_by_two"]), tmp_path)
    expected = tomllib.loads((folder / "expected.toml").read_text("utf-8"))
    assert expected["nash"] == {"pure": [["D", "D"]], "source": "computed by lelma new"}
    three = new_game("three", parse_payoffs(TABLES["three_roles"]), tmp_path)
    assert tomllib.loads((three / "expected.toml").read_text("utf-8"))["nash"]["pure"] == [
        ["l", "r", "r"], ["r", "l", "r"], ["r", "r", "l"],
    ]  # fmt: skip


def test_computed_optima_and_sums_say_that_they_are_computed(tmp_path: Path) -> None:
    folder = new_game("pd", parse_payoffs(TABLES["two_by_two"]), tmp_path)
    expected = tomllib.loads((folder / "expected.toml").read_text("utf-8"))
    assert expected["pareto"] == {
        "optimal": [["D", "C"], ["C", "D"], ["C", "C"]], "source": "computed by lelma new",
    }  # fmt: skip
    assert expected["mutual"] == {
        "highest": [["C", "C"]], "highest_sum": 6, "lowest": [["D", "D"]], "lowest_sum": 2,
        "source": "computed by lelma new",
    }  # fmt: skip
    wages = new_game("wages", parse_payoffs(TABLES["asymmetric"]), tmp_path)
    assert tomllib.loads((wages / "expected.toml").read_text("utf-8"))["mutual"]["lowest_sum"] == -8


def test_the_samples_of_two_roles_are_read_as_their_names_say(tmp_path: Path) -> None:
    folder = new_game("pd", parse_payoffs(TABLES["two_by_two"]), tmp_path)
    verifier = Verifier.load(folder)
    assert verifier.check((folder / "samples" / "right_payoffs.txt").read_text("utf-8")).ok
    assert verifier.check((folder / "samples" / "wrong_payoff.txt").read_text("utf-8")).failed


def test_the_samples_of_more_roles_say_what_formulas_say(tmp_path: Path) -> None:
    folder = new_game("three", parse_payoffs(TABLES["three_roles"]), tmp_path)
    verifier = Verifier.load(folder)
    for name, known in (("right_payoffs", {"true"}), ("wrong_payoff", {"true", "false"})):
        told = (folder / "samples" / f"{name}.txt").read_text("utf-8")
        cells = re.findall(r"If (I .+?), I get (\S+)\.", told)
        assert len(cells) == 4
        truths = set()
        for made, number in cells:
            moves = dict(zip(("a", "b", "c"), re.findall(r"choos\w+ (\w+)", made), strict=True))
            verdict = verifier.judge([f"pay(a; {', '.join(f'{r}={m}' for r, m in moves.items())}) = {number}"])[0]
            told_as = "all choose l" if set(moves.values()) == {"l"} else made
            assert verdict.says.replace("you", "I") == f"if {told_as}, I get {number}"
            truths.add(verdict.truth)
        assert truths == known


def test_the_recorded_sample_errs_once_and_then_tells_the_table(tmp_path: Path) -> None:
    table = parse_payoffs(TABLES["asymmetric"])
    samples = new_game("wages", table, tmp_path) / "samples" / "recorded"
    told = re.compile(r"If I choose (.+?) and they choose (.+?), I get (\S+) and they get (\S+?)\.(?:\s|$)")
    wrong = []
    for attempt in ("1.txt", "2.txt"):
        cells = told.findall((samples / attempt).read_text("utf-8"))
        assert len(cells) == 4
        wrong.append(sum(table.payoffs[mine, theirs] != (Fraction(a), Fraction(b)) for mine, theirs, a, b in cells))
    assert wrong == [1, 0]


def test_a_move_called_by_a_number_has_a_name_that_is_none(tmp_path: Path) -> None:
    folder = new_game("numbered", parse_payoffs(TABLES["numbered"]), tmp_path)
    config = tomllib.loads((folder / "game.toml").read_text("utf-8"))
    assert config["naming"]["game"]["m1"] == ["m1", "strategy 1", "move 1", "option 1"]


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(UsageError, match="exists already"):
        new_game("mine", parse_payoffs(TABLES["two_by_two"]), tmp_path)
    assert list((tmp_path / "mine").iterdir()) == []


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "-x", "a b", "x" * 200])
def test_a_name_that_is_no_folder_name_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be a game's name"):
        new_game(name, parse_payoffs(TABLES["two_by_two"]), tmp_path)
    assert list(tmp_path.iterdir()) == []
