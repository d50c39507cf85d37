"""What is known in advance of simulated models that reflect shows in the tables, also with words they never had."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from urllib.parse import quote

import pytest

from lelma.agents.reflecting.cheatsheet import Cheatsheet
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.intervals import wilson
from lelma.experiments.over_matches.plan import read_match_experiment
from lelma.experiments.over_matches.rows import PlayedMatch, read_match_folder
from lelma.experiments.over_matches.run import run_match_experiment
from lelma.experiments.over_matches.tables import match_groups
from lelma.experiments.studies.measured import Measured
from lelma.experiments.studies.measures import measured_cells
from lelma.game.game import Game
from lelma.matches.transcript import read_transcript
from lelma.models.embeddings import open_embedder
from lelma.words.outlier import outlier_score

UNSEEN_WORDS = Path(__file__).parents[2] / "agents" / "word_games" / "unseen_words.toml"
EXAMPLE = Path(__file__).parents[4] / "examples" / "spygame_ablation.toml"


def shares(folder: Path, text: str, measure: str, *, side: str = "spy") -> dict[str, Share]:
    """Cell → what is measured, of matches that are played for it."""
    file = folder / "study.toml"
    head = 'kind = "matches"\ngame = "spygame"\npreset = "paper"\n'
    file.write_text(head + text, "utf-8")
    assert run_match_experiment(read_match_experiment(file), folder / "out").finished
    groups = match_groups(read_match_folder(folder / "out").matches)
    found = measured_cells(measure, Measured(groups, groups[0].cell, side))
    assert all(isinstance(each, Share) for each in found), found
    return {group.cell: each for group, each in zip(groups, found, strict=True) if isinstance(each, Share)}


def cell(name: str, civilian: str, spy: str) -> str:
    return f'[[cell]]\nname = "{name}"\nsides = {{ civilian = "{civilian}", spy = "{spy}" }}\n'


@pytest.mark.nightly
def test_bias_shows_as_it_was_set_and_rules_remove_it(tmp_path: Path) -> None:
    others = "reflect:reflector?vague=0.1&noise=1"
    text = "matches = 14\nparameters = { rounds = 3 }\n"
    text += cell("biased", others, "reflect:reflector?beta=0.9&vague=0.1")
    text += cell("held", others, "regular?enforce=yes:reflector?beta=0.9&obey=1&mend=1&vague=0.1")
    denied = shares(tmp_path, text, "denied")
    low, high = wilson(denied["biased"].found, denied["biased"].n, z=2.576) or (1.0, 0.0)  # 99 %: 1 draw in 100 fails
    assert low <= 0.9 <= high and denied["held"].found == 0 < denied["held"].n


def found_by_embedding(match: PlayedMatch) -> Share:
    """How many votes of civilians had been for the spy, were each for whose descriptions are least like the others'.

    Source: the outlier score of the SpyGame paper, section 5.2, over what was said in place of guessed words.
    """
    assert match.voted is not None and match.transcript is not None
    moves = [event for event in read_transcript(match.transcript) if event["event"] == "move" and event.get("words")]
    right = cast = 0
    for votes, ply in zip(match.voted.votes, match.voted_at, strict=True):
        said = {
            voter: " ".join(each["words"] for each in moves if each["role"] == voter and each["ply"] < ply)
            for voter in votes
        }
        others = {one: {other: text for other, text in said.items() if other != one} for one in said}
        scores = {one: outlier_score(said[one], others[one], open_embedder()) or 0.0 for one in said}
        for voter in said.keys() - {match.voted.odd}:
            target = max(sorted(others[voter]), key=lambda each: scores[each])
            right, cast = right + (target == match.voted.odd), cast + 1
    return Share(right, cast)


def found_spies(folder: Path) -> dict[str, Share]:
    """Who votes → how many votes of civilians are for the spy, with words that no agent was made for."""
    words = list(tomllib.loads(UNSEEN_WORDS.read_text("utf-8"))["words"])
    pairs = json.dumps([list(pair) for pair in zip(words[::2], words[1::2], strict=True)])
    lexicon = quote(str(UNSEEN_WORDS), safe="")
    spy = f"reflect?lexicon={lexicon}:reflector?beta=0.9&lexicon={UNSEEN_WORDS}"
    text = f"matches = 62\nseed = 31000\nparameters = {{ rounds = 2, pairs = {pairs} }}\n"
    text += cell("deducer", f"deducer:{UNSEEN_WORDS}", spy)
    for beta in ("0", "0.3", "0.6", "0.9"):
        text += cell(beta, f"reflect?lexicon={lexicon}:reflector?beta={beta}&lexicon={UNSEEN_WORDS}", spy)
    found = shares(folder, text, "vote_accuracy")
    for group in match_groups(read_match_folder(folder / "out").matches):
        by_match = [found_by_embedding(match) for match in group.done]
        found[f"embedding, {group.cell}"] = Share(
            sum(each.found for each in by_match), sum(each.n for each in by_match)
        )
    return found


@pytest.mark.nightly
def test_deducers_find_the_spy_more_often_than_reflectors_and_embeddings_with_unseen_words(tmp_path: Path) -> None:
    found = {name: each.found / each.n for name, each in found_spies(tmp_path).items()}
    assert all(found["deducer"] > share for name, share in found.items() if name != "deducer"), found


def sheet(folder: Path, name: str, *rules: str) -> str:
    """A folder to begin with, of a sheet of unchecked entries with these rules."""
    kept = Cheatsheet(Game.load("spygame"), {"sheet": "all"})
    for rule in rules:
        kept.state.store.add(f"So it is: {rule}", rule=rule)
    kept.save(folder / name / "learnt")
    return f'memory = "model"\nmemory_from = "{folder / name}"\n'


@pytest.mark.nightly
def test_civilians_that_heed_true_entries_find_the_spy_more_often_and_with_false_ones_less(tmp_path: Path) -> None:
    spy, told = "reflect:reflector?vague=0", "reflect?sheet=all&frozen=yes:reflector?noise=1&heed=1&vague=0"
    text = "matches = 24\nseed = 600\nparameters = { rounds = 1 }\n"
    text += cell("none", told.replace("all", "off"), spy)
    conditions = ("contradicts(P) >= 2", "contradicts(P, me)", "contradicts(P) >= 1")
    for name, what in (("true", "spy"), ("false", "not spy")):
        memory = sheet(tmp_path, name, *(f"if {condition} then {what}(P)" for condition in conditions))
        text += cell(name, told, spy) + memory
    found = {name: each.found / each.n for name, each in shares(tmp_path, text, "vote_accuracy").items()}
    assert found["false"] < found["none"] < found["true"] - 0.1, found


def test_the_example_has_the_cells_of_the_table() -> None:
    study = read_match_experiment(EXAMPLE)
    names = ["no cheatsheet", "+ prompt regularization", "+ cheatsheet", "+ both"]
    assert [each.name for each in study.cells] == names and study.baseline == names[0]
    assert study.matches == 50 and [each.memory for each in study.cells] == ["off", "off", "model", "model"]
    assert list(study.layout["table"][0]["printed"]) == names
