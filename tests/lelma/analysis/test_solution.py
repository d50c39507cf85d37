"""`lelma solve`: from rules, tables and trees to a report."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from rich.console import Console

from gdl.tables.matrix import read_payoffs
from gdl.tables.tree_efg import read_efg
from lelma.analysis.solution import solve, write_form
from lelma.analysis.solution_json import solution_json
from lelma.interfaces.cli.main import main
from lelma.interfaces.public_types import TYPES
from lelma.interfaces.schema import faults
from lelma.interfaces.views.solution import show_solution
from lelma.support.errors import GameError, UsageError
from tests.golden import same_as_golden

GOLDEN = Path(__file__).parent / "golden"

SIGNALS = """
(role sender) (role receiver) (role random)
(<= (legal random (deal strong)) (not (true dealt)))
(<= (legal random (deal weak)) (not (true dealt)))
(<= (legal ?r noop) (true (turn ?s)) (role ?r) (distinct ?r ?s))
(<= (legal sender noop) (not (true dealt)))
(<= (legal receiver noop) (not (true dealt)))
(<= (legal sender raise) (true (turn sender)))
(<= (legal sender fold) (true (turn sender)))
(<= (legal receiver call) (true (turn receiver)))
(<= (legal receiver drop) (true (turn receiver)))
(<= (next dealt) (does random (deal ?c)))
(<= (next dealt) (true dealt))
(<= (next (card ?c)) (does random (deal ?c)))
(<= (next (card ?c)) (true (card ?c)))
(<= (next (turn sender)) (does random (deal ?c)))
(<= (next (turn receiver)) (does sender raise))
(<= (next (over fold)) (does sender fold))
(<= (next (over ?m)) (does receiver ?m) (true (turn receiver)))
(<= terminal (true (over ?m)))
(<= (sees sender ?c) (does random (deal ?c)))
(<= (sees receiver raised) (does sender raise))
(<= (goal sender 50) (true (over fold)))
(<= (goal receiver 50) (true (over fold)))
(<= (goal sender 75) (true (over drop)))
(<= (goal receiver 25) (true (over drop)))
(<= (goal sender 100) (true (over call)) (true (card strong)))
(<= (goal receiver 0) (true (over call)) (true (card strong)))
(<= (goal sender 0) (true (over call)) (true (card weak)))
(<= (goal receiver 100) (true (over call)) (true (card weak)))
(<= (goal random 0) terminal)
"""
"""A card is dealt to the sender, who raises or folds; the receiver, who does not see it, calls or drops."""


def test_rounds_of_moves_at_once_are_solved_from_the_last(tmp_path: Path) -> None:
    """The prisoners' dilemma twice, all seen by both, so that rounds are solved one by one."""
    paid = {("d", "d"): (1, 1), ("d", "c"): (5, 0), ("c", "d"): (0, 5), ("c", "c"): (3, 3)}
    cells = "".join(f"(pays a {x} {y} {one}) (pays b {x} {y} {other}) " for (x, y), (one, other) in paid.items())
    sums = "".join(f"(sum {x} {y} {x + y}) " for x in (0, 1, 3, 5) for y in (0, 1, 3, 5))
    (tmp_path / "twice.kif").write_text(
        f"(role a) (role b) (legal a d) (legal a c) {cells} {sums}"
        "(legal b d) (legal b c) (init first)"
        "(<= (next (was ?x ?y)) (true first) (does a ?x) (does b ?y)) (<= (next second) (true first))"
        "(<= (next (was ?x ?y)) (true second) (true (was ?x ?y)))"
        "(<= (next (is ?x ?y)) (true second) (does a ?x) (does b ?y))"
        "(<= over (true (is ?x ?y))) (<= terminal over)"
        "(<= (goal ?r ?n) (true (was ?x ?y)) (true (is ?v ?w)) (pays ?r ?x ?y ?k) (pays ?r ?v ?w ?l) (sum ?k ?l ?n))"
        "(<= (goal ?r 0) (role ?r) (not over))"
    )
    found = solve(tmp_path / "twice.kif")
    assert found.stages is not None and found.stages.payoffs == (2, 2)


def test_the_first_round_of_a_game_that_may_end_with_it_is_mixed(tmp_path: Path) -> None:
    """Matching pennies, after which the loser may as well go on: one joint move ends the game, the others do not."""
    (tmp_path / "short.kif").write_text(
        "(role a) (role b) (init first) (coin heads) (coin tails)"
        "(<= (legal ?r ?c) (role ?r) (coin ?c))"
        "(<= (next (was ?x ?y)) (true first) (does a ?x) (does b ?y))"
        "(<= (next (was ?x ?y)) (true (was ?x ?y)))"
        "(<= (next over) (not (true first)))"
        "(<= (next over) (does a heads) (does b heads))"
        "(<= terminal (true over))"
        "(<= (goal a 1) (true (was ?x ?x))) (<= (goal b 0) (true (was ?x ?x)))"
        "(<= (goal a 0) (true (was ?x ?y)) (distinct ?x ?y)) (<= (goal b 1) (true (was ?x ?y)) (distinct ?x ?y))"
    )
    found = solve(tmp_path / "short.kif")
    assert found.stages is not None and found.stages.payoffs == (Fraction(1, 2), Fraction(1, 2))
    half = Fraction(1, 2)
    assert found.stages.first == ((("heads", half), ("tails", half)), (("heads", half), ("tails", half)))


def test_a_role_that_waits_first_has_one_move_in_the_mix(tmp_path: Path) -> None:
    (tmp_path / "dare.kif").write_text(
        "(role a) (role b) (init first) (coin heads) (coin tails)"
        "(<= (legal a go) (true first)) (<= (legal a stay) (true first)) (<= (legal b wait) (true first))"
        "(<= (legal ?r ?c) (not (true first)) (role ?r) (coin ?c))"
        "(<= (next went) (does a go)) (<= (next went) (true went))"
        "(<= (next (is ?x ?y)) (does a ?x) (does b ?y) (coin ?x))"
        "(<= over (true (is ?x ?y))) (<= terminal over)"
        "(<= same (true went) (true (is ?x ?x)))"
        "(<= (goal a 1) same) (<= (goal b 0) same) (<= (goal a 0) (not same)) (<= (goal b 1) (not same))"
    )
    stages = solve(tmp_path / "dare.kif").stages
    assert stages is not None and stages.payoffs == (Fraction(1, 2), Fraction(1, 2))
    assert stages.first == ((("go", Fraction(1)), ("stay", Fraction(0))), (("wait", Fraction(1)),))


def test_a_single_choice_beside_chance_is_solved_backwards(tmp_path: Path) -> None:
    (tmp_path / "coin.kif").write_text(
        "(role a) (role random) (coin heads) (coin tails) (init first)"
        "(<= (legal ?r ?c) (role ?r) (coin ?c))"
        "(<= (next (was ?x ?y)) (does a ?x) (does random ?y)) (<= over (true (was ?x ?y))) (<= terminal over)"
        "(<= (goal a 4) (true (was heads ?y))) (<= (goal a 2) (true (was tails tails)))"
        "(<= (goal a 8) (true (was tails heads))) (<= (goal a 0) (not over)) (<= (goal random 0) over)"
    )
    found = solve(tmp_path / "coin.kif")
    assert found.tree is not None and found.induction is not None
    assert found.induction.payoffs == (5,)


def test_a_tree_too_large_to_be_shown_is_solved_by_its_states(tmp_path: Path) -> None:
    """Twenty moves, of which the last alone is paid: a million plays, and forty states."""
    steps = "".join(f"(then {n} {n + 1}) " for n in range(20))
    (tmp_path / "long.kif").write_text(
        f"(role a) (move l) (move r) {steps} (init (step 0))"
        "(<= (legal a ?m) (move ?m))"
        "(<= (next (step ?k)) (true (step ?n)) (then ?n ?k)) (<= (next (last ?m)) (does a ?m))"
        "(<= terminal (true (step 20))) (<= (goal a 7) (true (last r))) (<= (goal a 1) (not (true (last r))))"
    )
    found = solve(tmp_path / "long.kif")
    assert found.tree is None and found.induction is not None
    assert found.induction.payoffs == (7,)


def test_a_game_with_a_hidden_card_is_solved_by_mixing(tmp_path: Path) -> None:
    """The simplest bluffing game: always raise the strong card, bluff with the weak one a third of the time."""
    (tmp_path / "signals.kif").write_text(SIGNALS)
    found = solution_json(solve(tmp_path / "signals.kif"))
    assert found["status"] == "solved" and found["roles"] == ["sender", "receiver"]
    assert found["extensive"]["perfect_information"] is False
    knows = [(each["role"], each["knows"]) for each in found["extensive"]["information_sets"]]
    assert knows == [("sender", "sees strong"), ("receiver", "sees raised"), ("sender", "sees weak")]
    (equilibrium,) = found["mixed_equilibria"]["equilibria"]
    played = {move: weight for move, weight in equilibrium["strategies"]["sender"].items() if weight != "0"}
    assert played == {"raise/raise": "1/3", "raise/fold": "2/3"}
    assert equilibrium["strategies"]["receiver"] == {"call": "1/3", "drop": "2/3"}
    assert equilibrium["payoffs"]["sender"] == found["maximin"]["mixed"]["sender"]["value"] == "200/3"


@pytest.mark.slow
def test_a_game_too_large_says_why(tmp_path: Path) -> None:
    counter = "".join(f"(succ {i} {i + 1})" for i in range(12))
    rules = f"""{counter} (role a) (init (at 0)) (<= (legal a (go ?i)) (succ ?i ?j))
    (<= (next (did ?i ?n)) (does a (go ?i)) (true (at ?n))) (<= (next (did ?i ?n)) (true (did ?i ?n)))
    (<= (next (at ?m)) (true (at ?n)) (succ ?n ?m)) (<= terminal (true (at 12)))
    (<= (goal a 0) (true (at 12))) (<= (goal a 1) (true (at 13)))"""
    (tmp_path / "large.kif").write_text(rules)
    solution = solve(tmp_path / "large.kif", seconds=1)
    found = solution_json(solution)
    assert not list(faults(found, TYPES["solution"]))
    assert not solution.solved and solution.status.startswith("not solved: the game's states can't all be listed: ")
    assert found["payoffs"] is None and found["extensive"] is None


@pytest.mark.parametrize("game", ["rock_paper_scissors", "sequential_prisoners_dilemma"])
@pytest.mark.parametrize("suffix", [".nfg", ".efg"])
def test_a_written_game_is_read_back_the_same(game: str, suffix: str, tmp_path: Path) -> None:
    first = solve(game)
    file = tmp_path / f"game{suffix}"
    write_form(first, file)
    again = solve(file)
    assert (again.form, again.name) == (first.form, first.name)
    assert solution_json(again)["mixed_equilibria"] == solution_json(first)["mixed_equilibria"]
    if suffix == ".efg":
        assert (read_efg(file).roles, read_efg(file).title) == (first.roles, first.name)
    else:
        assert read_payoffs(file).title == first.name


def test_only_gambits_formats_are_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"must end in \.nfg or \.efg"):
        write_form(solve("chicken"), tmp_path / "game.txt")


@pytest.mark.parametrize("name", ["bad.nfg", "bad.efg"])
def test_a_corrupt_file_is_refused_with_its_place(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("NFG 1 R oops")
    with pytest.raises(GameError, match=rf"{name}:1:"):
        solve(tmp_path / name)


def test_the_command_prints_json_and_exits_by_what_came_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "stag_hunt", "--json", "--write", str(tmp_path / "hunt.nfg")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["pure_equilibria"] == [["hare", "hare"], ["stag", "stag"]]
    assert (tmp_path / "hunt.nfg").read_text().startswith("NFG 1 R")
    (tmp_path / "broken.nfg").write_text("NFG 2")
    assert main(["solve", str(tmp_path / "broken.nfg")]) == 2


def test_the_json_of_a_game() -> None:
    text = json.dumps(solution_json(solve("tax_inspection")), indent=1, ensure_ascii=False)
    same_as_golden(text + "\n", GOLDEN / "solution.json")


@pytest.mark.parametrize("game", ["stag_hunt", "sequential_prisoners_dilemma"])
def test_the_screen_of_a_game(game: str) -> None:
    console = Console(width=100, record=True, file=open("/dev/null", "w"), highlight=False)  # noqa: SIM115
    solution = solve(game)
    show_solution(console, solution_json(solution), solution.spelling)
    same_as_golden(console.export_text(), GOLDEN / f"solution_{game}.txt")


NUMBERS = """(role a) (role b) (init start)
(<= (legal ?r (pick ?x)) (role ?r) (thing ?x) (true start)) (thing x) (thing y)
(<= (next (made ?r ?x)) (does ?r (pick ?x))) (<= terminal (true (made ?r ?x)))
(pay x x 4.1 0) (pay x y 0 1/3) (pay y x 0 0.50) (pay y y 2.0 0)
(<= (goal a ?n) (true (made a ?x)) (true (made b ?y)) (pay ?x ?y ?n ?m))
(<= (goal b ?m) (true (made a ?x)) (true (made b ?y)) (pay ?x ?y ?n ?m))
"""


def shown(file: Path) -> str:
    """What `lelma solve` prints of a game."""
    console = Console(width=160, record=True, file=open("/dev/null", "w"), highlight=False)  # noqa: SIM115
    solution = solve(file)
    show_solution(console, solution_json(solution), solution.spelling)
    return console.export_text()


def test_payoffs_are_shown_as_their_author_wrote_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rules.kif").write_text(NUMBERS)
    (tmp_path / "table.csv").write_text(',a,b\nx,"4.1,0","0,1/3"\ny,"0,0.50","2.0,0"\n')
    for name in ("rules.kif", "table.csv"):
        text = shown(tmp_path / name)
        assert all(cell in text for cell in ("4.1*, 0", "0, 1/3*", "0, 0.50*", "2.0*, 0")), text
        assert "0.6" in text and "0.4" in text and "20/61" in text and "41/10" not in text
        found = solution_json(solve(tmp_path / name))
        assert found["payoffs"] is not None and found["payoffs"][0]["payoffs"] == ["41/10", "0"]
    assert main(["rules", str(tmp_path / "rules.kif")]) == 0
    told = capsys.readouterr().out
    assert "a gets 4.1 and b gets 0." in told and "b gets 1/3" in told and "b gets 0.50" in told


def test_moves_with_numbers_and_payoffs_of_a_solution_are_shown_as_written(tmp_path: Path) -> None:
    rules = NUMBERS.replace("(thing x) (thing y)", "(thing 2.0) (thing 3.50)")
    rules = rules.replace("pay x x 4.1", "pay 2.0 2.0 4.10").replace("pay x y", "pay 2.0 3.50")
    (tmp_path / "rules.kif").write_text(rules.replace("pay y x", "pay 3.50 2.0").replace("pay y y", "pay 3.50 3.50"))
    text = shown(tmp_path / "rules.kif")
    assert "pick(2.0)" in text and "pick(3.50)" in text and "'" not in text
    assert "4.10*, 0" in text and "2.0*, 0" in text


def test_what_roles_get_in_a_solution_is_written_as_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "tree.efg").write_text(
        'EFG 2 R "t" { "A" "B" }\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 2.0, 1.00 }\nt "" 2 "" { 0, -3.0 }\n'
    )
    text = shown(tmp_path / "tree.efg")
    assert "l: A 2.0, B 1.00" in text and "A: 2.0 by l" in text and "sum 3" in text


def test_what_is_worked_out_stays_a_fraction_where_the_author_writes_fractions(tmp_path: Path) -> None:
    (tmp_path / "rules.kif").write_text(NUMBERS.replace("4.1", "41/10").replace("0.50", "1/2").replace("2.0", "2"))
    text = shown(tmp_path / "rules.kif")
    assert "41/10*, 0" in text and "3/5" in text and "0.6" not in text and "0, 1/2*" in text


def test_strategies_are_called_by_what_is_known_and_done(tmp_path: Path) -> None:
    (tmp_path / "signals.kif").write_text(SIGNALS)
    text = shown(tmp_path / "signals.kif")
    assert "[after sees strong: raise; after sees weak: fold] 2/3" in text and "[after sees raised: call] 1/3" in text
    text = shown(Path("sequential_prisoners_dilemma"))
    assert "(D, [after p1=D: D; after p1=C: D])" in text and "D/D" not in text


def test_mixes_dominate_in_turn_where_no_move_does(tmp_path: Path) -> None:
    file = tmp_path / "mixes.csv"
    file.write_text('row/col,l,r\nt,"4,1","0,1"\nm,"1,1","1,1"\nb,"0,1","4,1"\n')
    found = solve(file)
    assert found.iterated is not None and found.iterated["strict"].kept[0] == (0, 2)
