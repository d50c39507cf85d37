"""Odd sheets: every way to run a game says the same of them, and so does clingo."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

pytest.importorskip("clingo")
pytest.importorskip("numpy")

from gdl.checks.check import check, is_sound
from gdl.text.read import fold_case, read_file
from gdl.text.write import kif_term
from gdl.tree.numbers import exact
from gdl.tree.syntax import Description, Term
from lelma.engine.dynamics import JointMove, Step
from lelma.engine.network import Network
from lelma.engine.progression import Progression
from lelma.engine.regression import Regression
from tests.gdl.asp import Oracle

SHEETS = sorted((Path(__file__).parent / "odd").glob("*.kif"), key=lambda path: path.stem)
UNSOUND = {"not_of_or"}
"""Sheets that the specification of GDL forbids, and that are played all the same."""


def texts(terms: Sequence[Term]) -> tuple[str, ...]:
    return tuple(sorted(map(kif_term, terms)))


class Ways:
    """One game, run in four ways at once; `state` is what all say it is."""

    def __init__(self, description: Description) -> None:
        self.oracle = Oracle(description)
        self.play = Progression(description)
        self.network = Network.build(description)
        self.regression = Regression(description)
        self.roles = self.play.roles
        self.fluents = {kif_term(fluent): fluent for fluent in self.network.fluents}
        self.moves = [{kif_term(move): move for move in moves} for moves in self.network.moves]
        self.history: list[JointMove] = []
        self.state = self.play.initial
        assert self.oracle.initial() == self.state == texts(tuple(self.network.initial))
        assert texts(self.network.roles) == tuple(sorted(self.roles)) and self.regression.roles == self.roles

    def close(self) -> None:
        self.play.close()
        self.regression.close()

    def restart(self) -> None:
        self.history, self.state = [], self.play.initial

    def look(self) -> tuple[bool, dict[str, tuple[str, ...]]]:
        """Whether the game is over, and the legal moves of each role."""
        terminal, legal, spelled = self.oracle.look(self.state)
        look, now, bits = self.play.look(self.state), self.regression.situation(self.history), self._bits()
        assert now.state == self.state
        assert look.terminal == now.look.terminal == self.network.terminal(bits) == terminal
        by_network = dict(zip(self.roles, map(texts, self.network.legal(bits)), strict=True))
        assert dict(look.legal) == dict(now.look.legal) == legal
        assert terminal or by_network == legal
        goals = {role: [exact(value) or Fraction(0) for value in values] for role, values in spelled.items()}
        ours = {role: set(values) for role, values in self.play.goals(self.state).items()}
        assert ours == {role: set(values) for role, values in goals.items()}
        theirs = dict(zip(self.roles, self.network.goals(bits), strict=True))
        assert ours == {role: set(values) for role, values in theirs.items()}
        return terminal, legal

    def make(self, move: JointMove) -> Step:
        expected = self.oracle.next(self.state, move)
        step, joint = self.play.step(self.state, move), [self.moves[i][move[r]] for i, r in enumerate(self.roles)]
        assert step.state == texts(tuple(self.network.next(self._bits(), joint))) == expected
        self.history.append(move)
        self.state = expected
        return step

    def _bits(self) -> frozenset[Term]:
        return frozenset(self.fluents[fluent] for fluent in self.state)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
def test_all_engines_agree(sheet: Path) -> None:
    ways, choose = Ways(fold_case(read_file(sheet))), random.Random(sheet.stem)
    try:
        for _ in range(6):
            ways.restart()
            for _ in range(6):
                terminal, legal = ways.look()
                if terminal or not all(legal.values()):
                    break
                ways.make({role: choose.choice(moves) for role, moves in legal.items()})
    finally:
        ways.close()


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
def test_they_are_sound_where_gdl_allows_them(sheet: Path) -> None:
    faults = check(fold_case(read_file(sheet)))
    assert is_sound(faults) == (sheet.stem not in UNSOUND), faults
