"""One suite over every shipped game: it is sound, its known results are the solver's, its samples come out right."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lelma.agents.roster import roster_faults
from lelma.game.checks.all_faults import check_game
from lelma.game.game import Game, list_games, read_game_file
from lelma.models import Scripted
from lelma.support.paths import data_folder
from lelma.verify.instruction import instruction
from lelma.verify.loop import run_loop
from lelma.verify.queries import answer
from lelma.verify.verifier import Verifier

FOLDERS = sorted(path for path in data_folder("games").iterdir() if path.is_dir() and not path.name.startswith("_"))
TABLES = [path for path in FOLDERS if read_game_file(path).kind != "hidden role"]


@pytest.fixture(scope="module", params=TABLES, ids=lambda path: path.name)
def folder(request: pytest.FixtureRequest) -> Path:
    """A game that has a payoff table."""
    return Path(request.param)


@pytest.fixture(scope="module")
def verifier(folder: Path) -> Verifier:
    return Verifier.load(folder)


@pytest.fixture(scope="module")
def expected(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "expected.toml").read_text("utf-8"))


def test_the_games_of_the_papers_are_shipped() -> None:
    wanted = {"stag_hunt", "prisoners_dilemma", "hawk_dove", "battle_of_the_sexes", "matching_pennies", "chicken"}
    assert wanted | {"rock_paper_scissors", "sequential_prisoners_dilemma"} <= set(list_games())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_it_is_sound(folder: Path) -> None:
    soundness = check_game(folder)
    assert soundness.faults == roster_faults(folder) == ()
    assert soundness.visited > 1


def test_every_known_result_cites_its_source(expected: dict[str, Any]) -> None:
    assert expected, "a game records what is known of it"
    assert all(section["source"] for section in expected.values())


def test_the_counts_are_the_solvers(verifier: Verifier, expected: dict[str, Any]) -> None:
    counts = expected["counts"]
    assert verifier.facts is not None
    assert len(verifier.facts.cells) == counts["profiles"]
    assert verifier.facts.plays == counts["histories"]


def _holds(verifier: Verifier, query: str) -> bool:
    verdict = verifier.judge([query])[0]
    assert verdict.truth in ("true", "false"), verdict
    return verdict.truth == "true"


def _profiles(verifier: Verifier, relation: str) -> set[tuple[str, ...]]:
    first, second = (verifier.vocabulary.moves[role] for role in verifier.vocabulary.roles)
    return {(a, b) for a in first for b in second if _holds(verifier, f"{relation}('{a}', '{b}')")}


def _moves(verifier: Verifier, relation: str, role: str) -> set[str]:
    return {m for m in verifier.vocabulary.moves[role] if _holds(verifier, f"{relation}({role}, '{m}')")}


def test_pure_equilibria_are_the_known_ones(verifier: Verifier, expected: dict[str, Any]) -> None:
    if "nash" not in expected or not verifier.vocabulary.simultaneous:
        pytest.skip("no known equilibria of a simultaneous game")
    pure = {tuple(profile) for profile in expected["nash"]["pure"]}
    assert _profiles(verifier, "nash_equilibrium") == pure
    assert _holds(verifier, "no_pure_nash_equilibrium") == (not pure)


def test_mixed_equilibria_are_equilibria(verifier: Verifier, expected: dict[str, Any]) -> None:
    mixed = expected.get("nash", {}).get("mixed", [])
    if not mixed or not verifier.vocabulary.simultaneous:
        pytest.skip("no known mixed equilibria")
    for known in mixed:
        mixes = [_mix(known["strategies"][role]) for role in verifier.vocabulary.roles]
        assert _holds(verifier, f"mixed_nash_equilibrium({mixes[0]}, {mixes[1]})")
        for role, other in zip(verifier.vocabulary.roles, reversed(mixes), strict=True):
            for move, weight in known["strategies"][role].items():
                if Fraction(str(weight)) > 0:
                    value = Fraction(str(known["payoffs"][role]))
                    assert _holds(verifier, f"expected_payoff({role}, {value}, '{move}', {other})")


def _mix(strategy: dict[str, Any]) -> str:
    return "[" + ", ".join(f"'{move}': {Fraction(str(weight))}" for move, weight in strategy.items()) + "]"


def test_maximin_moves_and_values_are_the_known_ones(verifier: Verifier, expected: dict[str, Any]) -> None:
    if "maximin" not in expected:
        pytest.skip("no known maximin moves")
    known = expected["maximin"]
    for role, moves in known["moves"].items():
        assert _moves(verifier, "highest_guaranteed_payoff_choice", role) == set(moves)
        for move in moves:
            value = Fraction(str(known["values"][role]))
            assert _holds(verifier, f"lowest_individual_payoff_for_choice({role}, {value}, '{move}')")


def test_dominant_moves_are_the_known_ones(verifier: Verifier, expected: dict[str, Any]) -> None:
    if "dominance" not in expected or not verifier.vocabulary.simultaneous:
        pytest.skip("no known dominance of a simultaneous game")
    for strength in ("strictly_dominant", "weakly_dominant"):
        for role in verifier.vocabulary.roles:
            known = set(expected["dominance"].get(strength, {}).get(role, []))
            assert _moves(verifier, strength, role) == known


def test_pareto_optimal_profiles_are_the_known_ones(verifier: Verifier, expected: dict[str, Any]) -> None:
    assert _profiles(verifier, "pareto_optimal") == {tuple(p) for p in expected["pareto"]["optimal"]}


def test_extreme_sums_are_the_known_ones(verifier: Verifier, expected: dict[str, Any]) -> None:
    assert verifier.facts is not None
    sums = [sum(cell.payoffs) for cell in verifier.facts.cells]
    assert max(sums) == Fraction(str(expected["mutual"]["highest_sum"]))
    assert min(sums) == Fraction(str(expected["mutual"]["lowest_sum"]))
    for which in {"highest", "lowest"} & set(expected["mutual"]):
        known = {tuple(profile) for profile in expected["mutual"][which]}
        assert _profiles(verifier, f"{which}_mutual_payoff") == known


def test_both_ways_to_play_reach_the_same_ends(verifier: Verifier) -> None:
    """One choice at a time (`game/2`, by regression) and a joint move a round (the table) end alike."""
    assert verifier.facts is not None
    roles = verifier.vocabulary.roles
    wanted = ", ".join(f"finally(goal({role}, N{i}), F)" for i, role in enumerate(roles))
    found = answer(verifier, f"game(s0, F), {wanted}")
    assert found["verdict"] == "true"
    ends = {tuple(Fraction(values[f"N{i}"]) for i in range(len(roles))) for values in found["answers"]}
    assert ends == {cell.payoffs for cell in verifier.facts.cells}


def test_the_instruction_tells_every_payoff(verifier: Verifier) -> None:
    assert verifier.facts is not None
    for naming in verifier.vocabulary.namings:
        text = instruction(verifier, naming=naming.name)
        assert text.count("- If you choose") == len(verifier.facts.cells)
        assert "$" not in text


def test_the_recorded_reasoner_errs_and_then_corrects_itself(folder: Path, verifier: Verifier) -> None:
    for recording in sorted((folder / "samples").glob("recorded*")):
        model = Scripted.from_folder(recording)
        result = run_loop(verifier, model, "recorded", max_attempts=len(model.replies))
        assert result.outcome == "verified", result.final.feedback
        assert len(result.attempts) == len(model.replies) > 1
        assert result.attempts[0].report.failed
        assert result.final.choice in verifier.vocabulary.moves[verifier.role]


def test_written_samples_come_out_as_their_names_say(folder: Path, verifier: Verifier) -> None:
    right = sorted((folder / "samples").glob("right_*.txt"))
    wrong = sorted((folder / "samples").glob("wrong_*.txt"))
    assert right and wrong, "a game has samples of both kinds"
    for file in right:
        report = verifier.check(file.read_text("utf-8"))
        assert report.ok, (file.name, [item.verdict.says for item in report.failed])
    for file in wrong:
        assert verifier.check(file.read_text("utf-8")).failed, file.name


def test_a_game_can_be_loaded_by_its_rules_alone(folder: Path) -> None:
    game = Game.load(folder / "rules.gdl")
    assert game.name == "rules"
    assert game.description.rules == Game.load(folder).description.rules
