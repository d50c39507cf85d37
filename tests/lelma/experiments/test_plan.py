"""Experiment files: what they mean, and every fault at once."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.plan import read_experiment
from lelma.experiments.simulated.model import ErrorModel
from lelma.models import Usage

EXAMPLE = Path(__file__).parents[3] / "examples" / "experiment.toml"


def test_the_preset_is_the_papers_table_4(experiment_file: Callable[[str], Path]) -> None:
    experiment = read_experiment(experiment_file('preset = "lelma2024"'))
    assert experiment.games == ("hawk_dove", "prisoners_dilemma", "stag_hunt")
    assert experiment.models == ("openai:gpt-4o-2024-05-13", "gemini:gemini-1.0-pro")
    assert (experiment.temperature, experiment.max_tokens, experiment.attempts) == (1.0, 1024, 5)
    assert experiment.repetitions == 30 and len(experiment.runs) == 180
    assert experiment.feedback == ("correct",) and not experiment.stop_on_repeat
    assert experiment.name == "small"


def test_a_files_own_keys_go_before_those_of_its_preset(experiment_file: Callable[[str], Path]) -> None:
    text = 'preset = "lelma2024"\nmodels = ["simulated"]\nrepetitions = 2\ntemperature = 0.5\n'
    text += '[simulated]\nobey = 0.25\n[prices."simulated*"]\nprompt = 1.5\nreply = 3\n'
    experiment = read_experiment(experiment_file(text))
    assert (experiment.models, len(experiment.runs), experiment.temperature) == (("simulated",), 6, 0.5)
    assert experiment.simulated == ErrorModel(obey=0.25)
    assert experiment.prices.cost("simulated:x", Usage(2_000_000, 1_000_000)) == Decimal(6)


def test_runs_have_names_of_their_own_and_styles_share_seeds(experiment_file: Callable[[str], Path]) -> None:
    text = 'games = ["stag_hunt", "chicken"]\nmodels = ["simulated", "simulated:obey=0.2", "simulated:obey=0,2"]\n'
    with pytest.raises(ExperimentError, match="write name=value"):
        read_experiment(experiment_file(text))
    text = text.replace("obey=0,2", "obey=.2") + 'feedback = ["correct", "negation"]\nrepetitions = 2\n'
    runs = read_experiment(experiment_file(text)).runs
    assert len({run.id for run in runs}) == len(runs) == 24
    assert len({run.seed for run in runs}) == 12
    assert [run.repetition for run in runs] == [1] * 12 + [2] * 12


def test_all_faults_are_told_at_once(experiment_file: Callable[[str], Path]) -> None:
    text = """
games = ["stag_hunt", "no_such_game", "stag_hunt"]
models = ["gpt-4o", 3]
feedback = "correct"
repetitions = 0
temperature = nan
attempts = true
translator = "model"
temprature = 1
preset = "neurips"
[prices."x"]
prompt = -1
reply = 1
[simulated]
obey = 1.5
"""
    with pytest.raises(ExperimentError) as caught:
        read_experiment(experiment_file(text))
    told = str(caught.value)
    for words in (
        "games: [1]: there is no game 'no_such_game'",
        "models: [0]: no model is called 'gpt-4o'",
        "feedback: expected a list",
        "repetitions: expected a whole number, 1 or more, got 0",
        "temperature: expected a number from 0 to 2, got NaN",
        "attempts: expected a whole number, 1 or more, got True",
        "translator_model: goes with",
        "temprature: there is no such key",
        "preset: there is no 'neurips'",
        "prices: expected money for a million tokens, 0 or more, got -1",
        "simulated: simulated: obey should be a number from 0 to 1",
    ):
        assert words in told, words
    assert all(fault.startswith(str(experiment_file("").parent)) for fault in caught.value.faults)


@pytest.mark.parametrize("text", ["games = [", "\x00", 'name = "x"'])
def test_a_file_without_an_experiment_is_refused(text: str, experiment_file: Callable[[str], Path]) -> None:
    with pytest.raises(ExperimentError):
        read_experiment(experiment_file(text))
    with pytest.raises(ExperimentError, match="No such file"):
        read_experiment(Path("no_such_file.toml"))


def test_the_example_is_sound() -> None:
    experiment = read_experiment(EXAMPLE)
    assert len(experiment.runs) == 3 * 2 * 2 * 2


def test_the_papers_own_system_is_a_preset(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text('preset = "lelma2024-system"\n')
    plan = read_experiment(file)
    assert (plan.compat, plan.accept_unverified, plan.stop_on_repeat) == ("lelma2024", True, False)
    assert (plan.translator, plan.translator_model) == ("model", "openai:gpt-4o-2024-05-13")
    terms = plan.terms(plan.runs[0])
    assert terms["compat"] == "lelma2024" and "cells" not in terms


def test_the_order_of_cells_and_the_style_of_prompts_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text('games = ["stag_hunt"]\nmodels = ["simulated"]\ncells = "upside down"\nstyle = "../x"\n')
    with pytest.raises(ExperimentError) as error:
        read_experiment(file)
    assert "cells: expected 'inverted'" in str(error.value) and "style: expected the name" in str(error.value)
