"""The agent `deducer`: its posterior by hand, and whole matches."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from lelma.agents.roster import known_agents, make_agents
from lelma.agents.word_games.deducer import FITS, INFORMED, LIES, HeardSoFar, word_posterior
from lelma.agents.word_games.heard import VoteRound
from lelma.agents.word_games.word_table import WordTable, word_table
from lelma.game.game import Game
from lelma.interfaces.cli.main import main
from lelma.matches.replay import read_match
from lelma.support.errors import UsageError
from lelma.support.paths import data_folder
from translators.descriptions.reader import read_description

FOLDER = data_folder("games") / "undercover_v"
PLAYERS = ("p1", "p2", "p3", "p4")


@pytest.fixture(scope="module")
def table() -> WordTable:
    return word_table(Game.load(FOLDER))


def suspicion(heard: HeardSoFar, table: WordTable) -> dict[str, Fraction]:
    found = dict.fromkeys(heard.players, Fraction(0))
    for world, weight in word_posterior(heard, table).items():
        found[world.odd] += weight
    assert sum(found.values()) == 1
    return found


def test_before_anything_is_said_everyone_is_as_likely(table: WordTable) -> None:
    assert set(suspicion(HeardSoFar("p1", PLAYERS, "Penguin"), table).values()) == {Fraction(1, 4)}


def test_a_description_that_cant_be_of_my_word_leaves_two(table: WordTable) -> None:
    heard = HeardSoFar("p1", PLAYERS, "Penguin", {"p2": ("It can fly.",)})
    found = suspicion(heard, table)
    # p2 is odd: 1. I am: it must be true of p2's Puffin, so 1 as well. p3 or p4: p2 has told a lie.
    assert found["p1"] == found["p2"] == 1 / (2 + 2 * LIES)
    assert found["p3"] == found["p4"] == LIES / (2 + 2 * LIES)


def test_two_of_them_show_that_it_is_me(table: WordTable) -> None:
    heard = HeardSoFar("p1", PLAYERS, "Penguin", {"p2": ("It can fly.",), "p3": ("It is able to fly.",)})
    assert suspicion(heard, table)["p1"] > Fraction(9, 10)


def test_what_need_not_be_true_of_a_word_weighs_less(table: WordTable) -> None:
    heard = HeardSoFar("p1", PLAYERS, "Bicycle", {"p2": ("It has pedals.",)})
    found = suspicion(heard, table)
    assert found["p2"] < found["p3"] and 0 < FITS < 1


def test_an_own_word_of_no_known_pair_is_held_against_the_others_alone(table: WordTable) -> None:
    said = {"p2": ("A bird.",), "p3": ("A mammal.",), "p4": ("It is heavy.",)}
    found = suspicion(HeardSoFar("p1", PLAYERS, "Something unheard of", said), table)
    assert found["p2"] == found["p3"] > found["p1"] == found["p4"]


def test_votes_and_who_is_out_count(table: WordTable) -> None:
    votes = VoteRound({"p2": "p3", "p3": "p2", "p4": "p3"}, ("p2",))
    found = suspicion(HeardSoFar("p1", PLAYERS, "Penguin", {}, (votes,)), table)
    assert found["p2"] == 0 and found["p3"] > found["p1"] > 0 and INFORMED < 1


def test_sentences_are_read_back_as_the_facts_they_say(table: WordTable) -> None:
    assert table.facts is not None
    for word in ("Penguin", "Honey", "Guitar", "Ferry"):
        facts = table.facts.known(word)
        said = [text for text in (table.facts.sentence(fact, without=[word]) for fact in facts) if text]
        assert len(said) > 5 and not any(word.casefold() in text.casefold() for text in said)
        for text in said:
            (statement,) = read_description(text, table.facts.lexicon).statements
            assert statement.clause[0] in facts


def test_it_plays_games_of_words_alone() -> None:
    assert "deducer" in known_agents(FOLDER)
    assert "deducer" not in known_agents(data_folder("games") / "avalon")
    with pytest.raises(UsageError, match="no game in which all but one hold the same word"):
        make_agents("deducer", Game.load("stag_hunt"), ["row"])


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["undercover_v", "spygame"])
def test_whole_matches_without_a_refusal(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["play", game, "--agents", "deducer", "--seed", "3", "--quiet", "--out", str(tmp_path / "m.jsonl")]) == 0
    )
    match = read_match(tmp_path / "m.jsonl")
    assert match.result is not None and match.result["ended"] == "terminal"
    assert not [event for event in match.events if event["event"] in ("trouble", "fallback")]
    notes = [event for event in match.events if event["event"] == "note"]
    assert notes and all(abs(sum(each[next(iter(each))] for each in n["beliefs"].values()) - 1) < 1e-9 for n in notes)
