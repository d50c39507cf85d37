"""The known results in every game's `expected.toml`, against brute force over the payoffs in its rules."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from gdl.text.read import read_file
from gdl.tree.syntax import Compound, Symbol
from lelma.support.paths import data_folder

Profile = tuple[str, ...]

GAMES = sorted(path.parent.name for path in data_folder("games").glob("*/expected.toml"))


class Table:
    """The cells of a two-role game, from the `choice` and `payoff` facts of its rules."""

    def __init__(self, folder: Path) -> None:
        self.moves: dict[str, list[str]] = {}
        self.cells: dict[Profile, tuple[Fraction, ...]] = {}
        for rule in read_file(folder / "rules.gdl").rules:
            if rule.body or not isinstance(rule.head, Compound):
                continue
            words = [argument.name for argument in rule.head.args if isinstance(argument, Symbol)]
            if rule.head.functor == "choice":
                self.moves.setdefault(words[0], []).append(words[1])
            elif rule.head.functor == "payoff":
                self.cells[tuple(words[:2])] = tuple(map(Fraction, words[2:]))
        self.roles = list(self.moves)

    def own(self, role: int, mine: str, theirs: str) -> Fraction:
        return self.cells[(mine, theirs) if role == 0 else (theirs, mine)][role]

    def mine(self, role: int) -> list[str]:
        return self.moves[self.roles[role]]

    def theirs(self, role: int) -> list[str]:
        return self.moves[self.roles[1 - role]]

    def equilibria(self) -> set[Profile]:
        return {
            profile
            for profile in self.cells
            if all(
                self.own(role, profile[role], profile[1 - role])
                == max(self.own(role, move, profile[1 - role]) for move in self.mine(role))
                for role in (0, 1)
            )
        }

    def optimal(self) -> set[Profile]:
        def better(other: Profile, cell: Profile) -> bool:
            pairs = list(zip(self.cells[other], self.cells[cell], strict=True))
            return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)

        return {cell for cell in self.cells if not any(better(other, cell) for other in self.cells)}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> tuple[Table, dict[str, Any]]:
    folder = data_folder("games") / str(request.param)
    return Table(folder), tomllib.loads((folder / "expected.toml").read_text("utf-8"))


def _profiles(listed: list[list[str]]) -> set[Profile]:
    return {tuple(profile) for profile in listed}


def _fractions(values: dict[str, int | str]) -> dict[str, Fraction]:
    return {key: Fraction(value) for key, value in values.items()}


def test_every_known_result_has_a_source(game: tuple[Table, dict[str, Any]]) -> None:
    _, expected = game
    assert all(section.get("source") for section in expected.values())
    assert all(mixed.get("source") for mixed in expected.get("nash", {}).get("mixed", []))


def test_the_cells_are_complete(game: tuple[Table, dict[str, Any]]) -> None:
    table, expected = game
    assert set(table.cells) == set(product(*table.moves.values()))
    assert len(table.cells) == expected["counts"]["profiles"]


def test_pure_equilibria_and_dominance(game: tuple[Table, dict[str, Any]]) -> None:
    table, expected = game
    if "nash" in expected:
        assert _profiles(expected["nash"]["pure"]) == table.equilibria()
    for kind, strict in (("strictly_dominant", True), ("weakly_dominant", False)):
        for role, name in enumerate(table.roles if "dominance" in expected else []):
            dominant = [
                move
                for move in table.mine(role)
                if all(_dominates(table, role, move, other, strict) for other in table.mine(role) if other != move)
            ]
            assert expected["dominance"][kind][name] == dominant


def _dominates(table: Table, role: int, move: str, other: str, strict: bool) -> bool:
    gains = [table.own(role, move, theirs) - table.own(role, other, theirs) for theirs in table.theirs(role)]
    return all(gain > 0 for gain in gains) if strict else all(g >= 0 for g in gains) and any(gains)


def test_mixed_equilibria_leave_nobody_better_off(game: tuple[Table, dict[str, Any]]) -> None:
    table, expected = game
    for mixed in expected.get("nash", {}).get("mixed", []):
        strategies = [_fractions(mixed["strategies"][role]) for role in table.roles]
        for role, name in enumerate(table.roles):
            assert sum(strategies[role].values()) == 1
            gets = {
                move: sum(share * table.own(role, move, theirs) for theirs, share in strategies[1 - role].items())
                for move in table.mine(role)
            }
            played = {gets[move] for move, share in strategies[role].items() if share}
            assert played == {max(gets.values())} == {Fraction(mixed["payoffs"][name])}


def test_safest_moves_and_best_sums(game: tuple[Table, dict[str, Any]]) -> None:
    table, expected = game
    for role, name in enumerate(table.roles if "maximin" in expected else []):
        worst = {m: min(table.own(role, m, theirs) for theirs in table.theirs(role)) for m in table.mine(role)}
        assert Fraction(expected["maximin"]["values"][name]) == max(worst.values())
        assert expected["maximin"]["moves"][name] == [m for m in worst if worst[m] == max(worst.values())]
    assert _profiles(expected["pareto"]["optimal"]) == table.optimal()
    sums = {profile: sum(payoffs) for profile, payoffs in table.cells.items()}
    for kind, extreme in (("highest", max(sums.values())), ("lowest", min(sums.values()))):
        assert Fraction(expected["mutual"][f"{kind}_sum"]) == extreme
        listed = expected["mutual"].get(kind)
        assert listed is None or _profiles(listed) == {cell for cell in sums if sums[cell] == extreme}
