"""Measures of a match of words: from a transcript made by hand, and of one that was played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lelma.agents.undercover.describer import Describer
from lelma.experiments.evaluation.words import share_words
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.intervals import wilson
from lelma.experiments.over_matches.attribution_noted import player_measures, read_meanings
from lelma.experiments.over_matches.plan import read_match_experiment
from lelma.experiments.over_matches.report import match_report
from lelma.experiments.over_matches.run import run_match_experiment
from lelma.game.game import Game
from lelma.game.lexicon import read_lexicon
from lelma.models.embeddings import Hashed
from lelma.support.errors import GameError, UsageError
from lelma.words.word_facts import WordFacts

MEANINGS = {"owl": "A bird of the night.", "bat": "A mammal with wings."}
CARDS = ["(card p1 owl)", "(card p2 owl)", "(card p3 bat)"]
IDENTITIES = ["(identity p1 citizen)", "(identity p2 citizen)", "(identity p3 spy)"]


def note(role: str, **more: Any) -> dict[str, Any]:
    return {"event": "note", "ply": 3, "role": role, **more}


def said(role: str, words: str, ply: int = 3) -> dict[str, Any]:
    return {"event": "move", "ply": ply, "role": role, "move": "describe", "words": words}


EVENTS: list[dict[str, Any]] = [
    {"event": "state", "ply": 2, "added": [*CARDS, *IDENTITIES, "(round 1)"]},
    said("p1", "A bird of the night."),
    said("p2", "It has a beak."),
    note("p3", kind="belief", beliefs={"p3": {"spy": 0.3, "citizen": 0.7}}),
    note("p3", kind="belief", beliefs={"p3": {"spy": 0.9, "citizen": 0.1}}),
    note("p1", kind="record", truths={"p2": "entailed", "p3": "entailed"}),
    {"event": "fallback", "ply": 4, "role": "p3"},
    said("p3", "It is something that many people know.", ply=4),
]


def test_measures_by_hand() -> None:
    one, two, spy = player_measures(EVENTS, MEANINGS, Hashed())
    assert one.attribution is not None and one.attribution.soundness is not None
    assert one.attribution.soundness > 1 and one.attribution.rounds == 1
    assert one.record is not None and (one.record.right, one.record.wrong) == (1, 1)
    assert two.own is None and two.record is None
    assert spy.attribution is None  # what the referee said in its place does not count
    assert spy.own is not None and (spy.own.final, spy.own.first_right) == (True, 2)


def test_what_is_said_gives_a_word_away_by_its_rank_and_who_is_out_is_told() -> None:
    facts = WordFacts.of(Game.load("undercover_v"))
    events = [*EVENTS, {"event": "state", "ply": 9, "added": ["(round 2)"], "removed": ["(alive p2)"]}]
    events += [note("p1", kind="belief", beliefs={"p1": {"spy": 0.1, "citizen": 0.9}})]
    one, two, spy = (each.numbers() for each in player_measures(events, MEANINGS, Hashed(), facts))
    assert (one["out"], two["out"], one["self_round"], spy["self_round"]) == (0.0, 1.0, 2.0, 1.0)
    assert one["rank"] < 10 and two["rank"] < 10 and "rank" not in spy  # few words of the lexicon are birds
    assert one["record_right"] == 0.5 and "self_final" not in two


def test_a_word_without_a_definition_has_no_score_and_a_match_without_words_is_told() -> None:
    told = player_measures(EVENTS, {"owl": "A bird."}, Hashed())
    assert {each.attribution for each in told} == {None} and told[0].own == player_measures(EVENTS, MEANINGS, Hashed())[
        0
    ].own
    with pytest.raises(UsageError, match="holds a word"):
        player_measures([], MEANINGS, Hashed())


def test_every_word_that_is_shipped_has_a_definition_that_does_not_say_it() -> None:
    game = Game.load("undercover_v")
    meanings = read_meanings(game.folder / "meanings.toml")
    pairs = game.parameters["pairs"]
    assert isinstance(pairs, list | tuple)
    dealt = {"".join(str(word).lower().split()) for pair in pairs for word in pair}
    assert dealt <= set(meanings) and set(read_lexicon(game.folder / "lexicon.toml").words) <= set(meanings)
    assert all(f" {word} " not in meanings[word].lower() for word in meanings)


ALWAYS_CITIZEN = """
kind = "matches"
game = "undercover_v"
matches = 3
seed = 8
side = "spy"
[parameters]
players = 4
[[cell]]
name = "att_nli"
sides = { spy = "att_nli:describer", citizen = "plain" }
[[table]]
id = "self"
title = "Self-detection"
measures = ["self_final:spy", "self_ever:spy"]
"""


@pytest.mark.slow
def test_the_report_on_a_model_that_always_says_citizen_tells_of_no_self_detection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it hears, it takes itself for a citizen; so as the spy it never finds what it is."""
    answer = Describer._attribution

    def citizen(model: Describer, *asked: Any) -> dict[str, Any]:
        return {**answer(model, *asked), "own": {"identity": "citizen", "p": 1.0}}

    monkeypatch.setattr(Describer, "_attribution", citizen)
    (file := tmp_path / "always.toml").write_text(ALWAYS_CITIZEN, "utf-8")
    experiment = read_match_experiment(file)
    assert run_match_experiment(experiment, tmp_path / "out").finished
    (table,) = (each for each in match_report(tmp_path / "out").tables if each.id == "self")
    found = [cell for cell in table.rows[0] if isinstance(cell, Share)]
    assert found == [Share(0, 3)] * 2 and wilson(0, 3) == pytest.approx((0.0, 0.5615), abs=1e-4)
    assert share_words(found[0]) == "0.0 % (0/3; 0.0–56.1)"


def test_a_definition_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "meanings.toml").write_text('Owl = ""\n')
    with pytest.raises(GameError, match="Owl"):
        read_meanings(tmp_path / "meanings.toml")
