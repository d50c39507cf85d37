"""The same deals without a gate, before one that only looks, and behind a strict one: tables, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from lelma.experiments.over_matches.joined import joined_report
from lelma.experiments.over_matches.plan import read_match_experiment
from lelma.experiments.over_matches.report import match_report
from lelma.experiments.over_matches.rows import read_match_folder
from lelma.experiments.over_matches.run import run_match_experiment
from lelma.experiments.over_matches.tables import MatchGroup
from lelma.experiments.statistics.paired import paired_permutation
from lelma.interfaces.views.experiment_files import markdown
from tests.golden import same_as_golden

GOLDEN = Path(__file__).parent / "golden"
STUDY = """
kind = "matches"
name = "gate and no gate"
game = "{game}"
matches = {matches}
seed = 100
{gates}
"""
CELL = """
[[cell]]
name = "{gate}"
agents = "talker:history=0.3,rules=0.2,hallucinate=0.2,contradict=0.2,break_vote=0.2,announce=0.5,obey=0.7"
gate = "{gate}"
"""
GATES = "".join(CELL.format(gate=gate) for gate in ("off", "observe", "strict"))


MATCHES = {"spygame": 4, "undercover_v": 4, "avalon": 1, "werewolf": 1}


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """From a game to the folder of its study, which is carried out once."""

    @cache
    def played(game: str) -> Path:
        folder = tmp_path_factory.mktemp(game)
        (folder / "study.toml").write_text(STUDY.format(game=game, matches=MATCHES[game], gates=GATES), "utf-8")
        assert run_match_experiment(read_match_experiment(folder / "study.toml"), folder / "out").finished
        return folder / "out"

    return played


@pytest.mark.nightly
@pytest.mark.parametrize("game", MATCHES)
def test_the_tables_of_a_study_of_the_gate_stay_as_they_are(play: Callable[[str], Path], game: str) -> None:
    same_as_golden(markdown(match_report(play(game))), GOLDEN / f"gate_{game}.md")


@pytest.mark.nightly
def test_so_does_one_report_on_all_four_games(play: Callable[[str], Path]) -> None:
    folders = [play(game) for game in MATCHES]
    same_as_golden(markdown(joined_report(folders, [match_report(each) for each in folders])), GOLDEN / "gate.md")


ERRING = "talker:history=0.5,slip=0.5,bluff=0.2,contradict=0.2,announce=0.5,break_vote=0.2,obey=0.7,relapse=0.1"
SIDES = {
    "avalon": ("good", "evil"),
    "werewolf": ("village", "wolves"),
    "spygame": ("civilian", "spy"),
    "undercover_v": ("citizen", "spy"),
}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "side", "other"), [(name, *each) for name, (a, b) in SIDES.items() for each in ((a, b), (b, a))]
)
def test_a_strict_gate_costs_the_side_that_speaks_no_wins(tmp_path: Path, game: str, side: str, other: str) -> None:
    cells = "".join(
        f'[[cell]]\nname = "{name}"\nsides = {{ {side} = "{gate}{ERRING}", {other} = "listener" }}\n'
        for name, gate in (("free", ""), ("gated", "gated:"))
    )
    (tmp_path / "wins.toml").write_text(
        f'kind = "matches"\ngame = "{game}"\nmatches = 12\nseed = 700\n{cells}', "utf-8"
    )
    assert run_match_experiment(read_match_experiment(tmp_path / "wins.toml"), tmp_path / "out").finished
    matches = read_match_folder(tmp_path / "out").matches
    free, gated = (
        MatchGroup(name, "", tuple(each for each in matches if each.cell == name)).won(side)
        for name in ("free", "gated")
    )
    assert len(free) == len(gated) == 12
    lost = paired_permutation([gated[deal] - free[deal] for deal in free], Random(0), alternative="less")
    assert lost is not None and lost.p >= 0.05, (free, gated)
