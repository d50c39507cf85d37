"""`lelma solve` of every game, against the known results in its `expected.toml`."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lelma.analysis.solution import solve
from lelma.analysis.solution_json import solution_json
from lelma.interfaces.public_types import TYPES
from lelma.interfaces.schema import faults
from lelma.support.paths import data_folder

FOLDERS = sorted(path.parent for path in data_folder("games").glob("*/expected.toml"))

Solved = tuple[dict[str, Any], dict[str, Any]]


@pytest.fixture(scope="module", params=FOLDERS, ids=[path.name for path in FOLDERS])
def solved(request: pytest.FixtureRequest) -> Solved:
    """The solution of a game, and what is known of it."""
    folder = Path(request.param)
    return solution_json(solve(folder, seconds=5)), tomllib.loads((folder / "expected.toml").read_text("utf-8"))


def _known(expected: dict[str, Any], section: str) -> dict[str, Any]:
    if section not in expected:
        pytest.skip(f"nothing known of {section}")
    return dict(expected[section])


def _profiles(listed: list[list[str]]) -> set[tuple[str, ...]]:
    return {tuple(profile) for profile in listed}


def _numbers(values: dict[str, Any]) -> dict[str, Fraction]:
    return {key: Fraction(str(value)) for key, value in values.items()}


def test_it_says_what_came_of_it(solved: Solved) -> None:
    found, _ = solved
    assert not list(faults(found, TYPES["solution"]))
    assert found["status"].startswith(("solved", "partly solved: ", "not solved: "))


def test_counts(solved: Solved) -> None:
    found, expected = solved
    known = _known(expected, "counts").get("profiles")
    if found["payoffs"] is None or known is None:
        pytest.skip("the game has no payoff table")
    cells = found["payoffs"] if found["extensive"] is None else found["extensive"]["plays"]
    assert cells is None or len(cells) == known


def test_pure_equilibria(solved: Solved) -> None:
    found, expected = solved
    assert _profiles(found["pure_equilibria"]) == _profiles(_known(expected, "nash")["pure"])


def test_mixed_equilibria(solved: Solved) -> None:
    found, expected = solved
    nash = _known(expected, "nash")
    if "mixed" not in nash:
        pytest.skip("nothing known of mixed equilibria")
    known = [
        ({role: _numbers(mix) for role, mix in each["strategies"].items()}, _numbers(each["payoffs"]))
        for each in nash["mixed"]
    ]
    listed = [
        ({role: _numbers(mix) for role, mix in each["strategies"].items()}, _numbers(each["payoffs"]))
        for each in found["mixed_equilibria"]["equilibria"]
    ]
    assert sorted(listed, key=str) == sorted(known, key=str)


def test_maximin(solved: Solved) -> None:
    found, expected = solved
    known = _known(expected, "maximin")
    assert _numbers(found["maximin"]["values"]) == _numbers(known["values"])
    for role, moves in known["moves"].items():
        assert set(found["maximin"]["moves"][role]) == set(moves)
        assert Fraction(found["maximin"]["mixed"][role]["value"]) >= Fraction(str(known["values"][role]))


def test_dominance(solved: Solved) -> None:
    found, expected = solved
    known = _known(expected, "dominance")
    for strength in {"strictly_dominant", "weakly_dominant"} & set(known):
        assert {role: set(moves) for role, moves in found["dominance"][strength].items()} == {
            role: set(moves) for role, moves in known[strength].items()
        }


def test_pareto(solved: Solved) -> None:
    found, expected = solved
    known = _profiles(_known(expected, "pareto")["optimal"])
    if found["extensive"] is None:
        assert _profiles(found["pareto"]) == known
    else:
        assert {tuple(each["play"]) for each in found["extensive"]["plays"] if each["pareto"]} == known


def test_backward_induction(solved: Solved) -> None:
    found, expected = solved
    known = _known(expected, "backward_induction")
    induction = found["extensive"]["backward_induction"]
    assert induction["play"] == known["play"]
    assert _numbers(induction["values"]) == _numbers(known["values"])


def test_no_equilibrium_beats_the_best_correlated_one(solved: Solved) -> None:
    found, _ = solved
    if found["correlated"] is None:
        pytest.skip("no correlated equilibrium was worked out")
    cells = {tuple(cell["profile"]): cell["payoffs"] for cell in found["payoffs"]}
    sums = [sum(map(Fraction, cells[tuple(profile)])) for profile in found["pure_equilibria"]]
    sums += [sum(map(Fraction, each["payoffs"].values())) for each in found["mixed_equilibria"]["equilibria"]]
    assert max(sums) <= Fraction(found["correlated"]["welfare"])
