"""Preferences: a judge in both orders, what is measured without one, people's levels of agreement."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lelma.agents.judging import judging
from lelma.experiments.errors import ExperimentError
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.over_matches.plan import read_match_experiment
from lelma.experiments.over_matches.run import run_match_experiment
from lelma.experiments.preference.answers import PromptAnswers, collect_answers
from lelma.experiments.preference.judging import JUDGED_DIMENSIONS, judge_answers, read_pairs
from lelma.experiments.preference.levels import (
    PUBLISHED_LEVELS,
    AgreementLevels,
    agreement_levels,
    levels_table,
    read_preference_sheets,
    write_preference_sheets,
)
from lelma.experiments.preference.tables import preference_report, preferences
from lelma.models import Message, Reply
from tests.lelma.agents.recon.test_proved import MERLIN, TEXTS, moment

TOLD = dict.fromkeys(("rules", "you", "role_hint", "situation", "dialogue", "own", "known", "legal"), "x")


class Judge:
    """Takes the statement with the larger number for logic, the first for creativity, else the second."""

    name = "judge"

    def __init__(self) -> None:
        self.asked = 0

    def complete(self, messages: Sequence[Message], **_: Any) -> Reply:
        self.asked += 1
        words = messages[-1].text
        numbers = [int(part.strip().split()[0]) for part in words.split("says ")[1:]]
        choices = dict.fromkeys(JUDGED_DIMENSIONS, "2") | {"LG": str(1 + (numbers[1] > numbers[0])), "CRT": "1"}
        return Reply("\n".join(f"{name}: {choice}" for name, choice in choices.items() if name != "PRS"))


def prompt(number: int, **measured: dict[str, float]) -> PromptAnswers:
    words = {"a": f"says {number}", "b": "says 5"}
    return PromptAnswers(f"m/{number}/p1", "p1", "merlin", TOLD, words, measured)


def test_a_judge_is_asked_in_both_orders_and_once(tmp_path: Path) -> None:
    answers = [prompt(1, a={"LG": 0.5}, b={"LG": 1.0}), prompt(9, a={"LG": 1.0}, b={"LG": 0.0})]
    judge = Judge()
    judged = judge_answers(tmp_path, answers, [("a", "b")], judge, None)
    assert judge.asked == 4 and judge_answers(tmp_path, answers, [("a", "b")], judge, None) == judged
    assert judge.asked == 4
    found = {each.dimension: each for each in preferences(judged, [("a", "b")])}
    assert found["LG"].scores == {"m/1/p1": Fraction(0), "m/9/p1": Fraction(1)}
    assert found["LG"].changed == Share(0, 2) and found["LG"].share.value == 50
    assert found["CRT"].changed == Share(2, 2) and found["CRT"].shown_first == Share(4, 4)
    assert found["PRS"].scores == {} and found["PRS"].share.value is None
    report = preference_report(tmp_path, answers, judged, [("a", "b")], ["simulated"])
    both = next(table for table in report.tables if table.id == "both").as_json()
    logic = next(row for row in both if row["Dimension"] == "LG")
    assert logic["Correlation"]["value"] > 0.9 and logic["Same answer, where both have one"]["found"] == 2
    assert report.figures[0].places == tuple(JUDGED_DIMENSIONS)
    assert report.headline[0] == "2 prompts, 4 comparisons, 20 of 24 choices read."


def test_pairs_are_read_and_others_told() -> None:
    assert read_pairs("recon:cot, recon:tot") == [("recon", "cot"), ("recon", "tot")]
    with pytest.raises(ExperimentError, match="expected AGENT:AGENT"):
        read_pairs("recon")


def test_chi_square_of_the_published_counts_is_that_of_the_test_the_paper_describes() -> None:
    levels = AgreementLevels(PUBLISHED_LEVELS)
    assert levels.agreements == (158, 58)
    row = levels_table(levels).as_json()[1]
    assert row["Chi-square"]["value"] == pytest.approx(46.296, abs=1e-3)
    assert row["p"]["value"] == pytest.approx(1.0e-11, rel=0.05)
    assert row["As printed"]["value"] == pytest.approx(23.4902, abs=1e-4)


def test_raters_agree_in_four_levels(tmp_path: Path) -> None:
    assert agreement_levels({"a": [True] * 3, "b": [True, True, False], "c": [True, False]}) == AgreementLevels(
        (1, 1, 0, 0), 1
    )
    answers = [prompt(1), prompt(9)]
    judged = judge_answers(tmp_path, answers, [("a", "b")], Judge(), None)
    files = write_preference_sheets(tmp_path, answers, judged, raters=2, items=5)
    known = {(each.prompt, each.first, name): choice for each in judged for name, choice in each.choices.items()}
    assert len(known) == 20
    for file in files:
        rows = list(csv.DictReader(file.open(encoding="utf-8")))
        assert len(rows) == 5 and not any(row["better"] for row in rows)
        with pytest.raises(ExperimentError, match="expected 1 or 2, got nothing"):
            read_preference_sheets([file], judged)
        with file.open("w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, rows[0].keys())
            writer.writeheader()
            writer.writerows({**row, "better": "1"} for row in rows)
    found = read_preference_sheets(files, judged)
    assert sum(found.counts) == 5 and found.counts[1:3] == (0, 0)
    with pytest.raises(ExperimentError, match="is there already"):
        write_preference_sheets(tmp_path, answers, judged, raters=1)


@pytest.mark.slow
def test_information_is_what_friends_gain_from_what_is_so() -> None:
    deal = {"p4": "merlin", "p5": "morgana", "p6": "assassin", "p1": "servant", "p2": "servant", "p3": "percival"}
    with judging(moment(MERLIN)) as judge:
        gained = {words: judge.gained(words, TEXTS.sides, deal) for words in ("Player 5 is evil.", "Player 1 is evil.")}
        both = judge.gained("Player 5 is evil. Player 6 is evil.", TEXTS.sides, deal)
    assert gained["Player 1 is evil."] == 0 < gained["Player 5 is evil."] < both


@pytest.mark.nightly
def test_agents_answer_the_prompts_of_a_match_that_was_played(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text('kind = "matches"\ngame = "avalon"\nmatches = 1\n[[cell]]\nname = "x"\nagents = "plain"\n', "utf-8")
    run_match_experiment(read_match_experiment(file), tmp_path / "out")
    agents = {"cot": "cot:simulated", "model": "model:simulated"}
    found = collect_answers(tmp_path / "out", agents, side="good", limit=3)
    assert len(found) == 3 and all(each.words.keys() <= agents.keys() for each in found)
    again = collect_answers(tmp_path / "out", agents, side="good", limit=3)
    assert json.dumps([each.words for each in again]) == json.dumps([each.words for each in found])
    with pytest.raises(ExperimentError, match="nobody was on the side 'god'"):
        collect_answers(tmp_path / "out", agents, side="god")
