"""The same deals without a gate, before one that only looks, and behind a strict one: the tables of each game."""

from __future__ import annotations

from pathlib import Path

import pytest

from lelma.experiments.over_matches.plan import read_match_experiment
from lelma.experiments.over_matches.report import match_report
from lelma.experiments.over_matches.run import run_match_experiment
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


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "matches"), [("spygame", 4), ("undercover_v", 4), ("avalon", 1), ("werewolf", 1)])
def test_the_tables_of_a_study_of_the_gate_stay_as_they_are(tmp_path: Path, game: str, matches: int) -> None:
    file = tmp_path / "study.toml"
    file.write_text(STUDY.format(game=game, matches=matches, gates=GATES), "utf-8")
    assert run_match_experiment(read_match_experiment(file), tmp_path / "out").finished
    same_as_golden(markdown(match_report(tmp_path / "out")), GOLDEN / f"gate_{game}.md")
