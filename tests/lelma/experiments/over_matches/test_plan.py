"""Experiment files over matches: what they say, and what is wrong with them."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.over_matches.plan import experiment_kind, read_match_experiment

WHOLE = """
kind = "matches"
game = "spygame"
matches = 3
seed = 10
agent_seed = 500
seconds = 2.5
[parameters]
rounds = 4
[[cell]]
name = "models"
sides = { spy = "model:{model}", civilian = "plain" }
[[cell]]
name = "rules"
agents = "plain"
[[model]]
name = "big"
spec = "openai:big?base_url=http://localhost:1/v1"
prices = { prompt = 2.5, reply = 10 }
[[model]]
name = "small"
spec = "openai:small"
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "study.toml"
    file.write_text(text, "utf-8")
    return file


def test_cells_models_and_deals_are_multiplied_with_the_same_seeds(tmp_path: Path) -> None:
    found = read_match_experiment(written(tmp_path, WHOLE))
    runs = found.runs
    assert found.name == "study" and found.baseline == "models"
    assert len(runs) == len({run.id for run in runs}) == 3 * (2 + 1)
    assert [(run.cell, run.model) for run in runs[:3]] == [("models", "big"), ("models", "small"), ("rules", "")]
    assert {(run.deal, run.seed, run.agent_seed) for run in runs} == {(1, 10, 500), (2, 11, 501), (3, 12, 502)}
    assert found.cell("models").agents("openai:small", {}) == {"spy": "model:openai:small", "civilian": "plain"}
    assert found.setup.seconds == 2.5 and found.setup.parameters == {"rounds": 4}
    price = found.prices.of("openai:big?base_url=http://localhost:1/v1")
    assert price is not None and price.prompt == Decimal("2.5")


def test_a_file_says_of_which_kind_it_is(tmp_path: Path) -> None:
    assert experiment_kind(written(tmp_path, WHOLE)) == "matches"
    assert not experiment_kind(written(tmp_path, 'games = ["stag_hunt"]'))
    with pytest.raises(ExperimentError, match="did you mean matches"):
        experiment_kind(written(tmp_path, 'kind = "match"'))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("matches = 3", "matchs = 3"), "matchs: there is no such key.*did you mean matches"),
        (("matches = 3", "matches = 0"), "matches: expected 1 or more"),
        (("matches = 3", 'matches = "3"'), "matches"),
        (('game = "spygame"', ""), "game: is missing"),
        (('name = "rules"\n', ""), r"\[\[cell\]\] 2: name is missing"),
        (('name = "rules"', 'name = "models"'), "two are named 'models'"),
        (('agents = "plain"', ""), r"\[\[cell\]\] 2: needs sides"),
        (('agents = "plain"', 'agents = "plain"\ngate = "of"'), "there is no gate 'of'.*did you mean off"),
        (('agents = "plain"', 'agents = "plain"\ngates = "off"'), "no key 'gates'"),
        (("seed = 10", 'baseline = "rule"'), "baseline: there is no cell 'rule'.*did you mean rules"),
        (("[[model]]", "[[other]]"), "other: there is no such key"),
    ],
)
def test_faults_are_told_with_their_place(tmp_path: Path, change: tuple[str, str], fault: str) -> None:
    file = written(tmp_path, WHOLE.replace(*change))
    with pytest.raises(ExperimentError, match=fault) as error:
        read_match_experiment(file)
    assert str(file) in str(error.value)


def test_a_cell_that_asks_for_a_model_needs_one(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match="a cell asks for"):
        read_match_experiment(written(tmp_path, WHOLE[: WHOLE.index("[[model]]")]))
