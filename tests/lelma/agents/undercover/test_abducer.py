"""The player without a model: words and deals by the cheapest explanation of what was said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lelma.agents.protocol import Refused
from lelma.agents.roster import known_agents, make_agents
from lelma.agents.undercover.abducer import Abducer, rank_words, weighed_deals
from lelma.experiments.over_matches.plan import read_match_experiment
from lelma.experiments.over_matches.rows import read_match_folder
from lelma.experiments.over_matches.run import run_match_experiment
from lelma.experiments.statistics.two_by_two import mcnemar
from lelma.game.game import Game
from lelma.support.errors import GameError, UsageError
from lelma.support.paths import data_folder
from lelma.words.word_facts import WordFacts
from tests.lelma.agents.undercover.undercover_play import match_of, moment_of, small

OWN_WORDS = data_folder("games").parent / "examples" / "more_words.toml"
PLAYERS = ["p1", "p2", "p3", "p4"]


@pytest.fixture(scope="module")
def game() -> Game:
    return small()


@pytest.fixture(scope="module")
def facts(game: Game) -> WordFacts:
    found = WordFacts.of(game)
    assert found is not None
    return found


def test_words_are_ranked_by_what_is_missing(facts: WordFacts) -> None:
    ranked = rank_words(facts, ["It is a bird.", "It can swim."], ["Bat", "Penguin", "Owl"])
    assert [(each.word, each.cost) for each in ranked] == [("Penguin", 0.0), ("Owl", 1.0), ("Bat", 9.0)]
    assert [missing.text for missing in ranked[1].missing] == ["swims"]


def test_whoever_says_what_only_another_word_explains_is_the_spy(facts: WordFacts) -> None:
    said = {"p2": ["It is a bird."], "p3": ["It is a mammal."], "p4": ["It is a bird."]}
    found = weighed_deals(facts, "p1", "owl", said, PLAYERS)
    assert max(found.spies, key=lambda each: found.spies[each]) == "p3" and found.spies["p3"] > 0.9
    assert max(found.words, key=lambda each: found.words[each]) == "bat"
    assert sum(found.spies.values()) == pytest.approx(1) == sum(found.words.values())


def test_it_finds_that_it_is_the_spy_itself(facts: WordFacts) -> None:
    said = {"p2": ["It is a bird."], "p3": ["It has a beak."], "p4": ["It can lay eggs."]}
    assert weighed_deals(facts, "p1", "bat", said, PLAYERS).spies["p1"] > 0.9


def test_whoever_is_out_is_no_spy(facts: WordFacts) -> None:
    assert weighed_deals(facts, "p1", "owl", {}, PLAYERS, gone=["p2"]).spies["p2"] == 0.0


def test_its_own_words_and_those_of_a_word_it_does_not_know_change_nothing(facts: WordFacts) -> None:
    own = weighed_deals(facts, "p1", "owl", {"p1": ["It is a mammal."]}, PLAYERS)
    assert own == weighed_deals(facts, "p1", "owl", {}, PLAYERS)
    unknown = weighed_deals(facts, "p1", "xyzzy", {"p2": ["Hm."]}, PLAYERS)
    assert unknown.spies == pytest.approx(dict.fromkeys(PLAYERS, 0.25))


def test_a_spy_says_what_both_words_share_and_a_citizen_what_is_its_own(game: Game) -> None:
    player = Abducer.of(game)()
    spied = [("p2", "It is a bird."), ("p3", "It has a beak."), ("p4", "It can lay eggs.")]
    facts = player.facts_known
    said = player.act(moment_of(game, spied, word="bat").view).words
    assert set(facts.said(said)[0]) <= facts.known("owl") & facts.known("bat")
    agreed = [("p2", "It is a mammal."), ("p3", "It has fur."), ("p4", "It is a bird.")]
    said = player.act(moment_of(game, agreed, word="bat").view).words
    assert set(facts.said(said)[0]) <= facts.known("bat") - facts.known("owl")


def test_it_may_vote_for_whoever_speaks_otherwise(game: Game) -> None:
    said = [("p2", "It is a bird."), ("p3", "Most people have one at home."), ("p4", "It is a black bird.")]
    view = moment_of(game, said, word="owl", legal=["(vote p2)", "(vote p3)", "(vote p4)"]).view
    assert Abducer.of(game, "outlier=1")().act(view).move == "(vote p3)"


def test_what_was_refused_is_not_said_again(game: Game) -> None:
    view = moment_of(game, word="owl").view
    player = Abducer.of(game)()
    words = player.act(view).words
    again = replace(view, refused=(Refused(words, "No."),))
    assert player.act(again).words != words


def test_it_is_a_name_where_there_is_a_lexicon(game: Game) -> None:
    assert "abducer" in known_agents(game.folder) and "abducer" not in known_agents()
    for wrong in ("abducer:heat=2", "abducer:temperature=0", "abducer:blend=2", "abducer:outlier=x"):
        with pytest.raises(UsageError, match="options"):
            make_agents(wrong, game, ("p1",))
    with pytest.raises(UsageError, match="has none"):
        make_agents("abducer", Game.load("avalon"), ("p1",))


@pytest.mark.parametrize(
    ("file", "lexicon", "count"),
    [("abducer_deals.toml", "more_words.toml", 13), ("abducer_unseen.toml", "unseen_words.toml", 33)],
)
def test_deals_of_examples_are_of_words_that_no_game_has(file: str, lexicon: str, count: int, game: Game) -> None:
    deals = read_match_experiment(OWN_WORDS.parent / file)
    facts = Abducer.of(game, f"lexicon={OWN_WORDS.parent / lexicon}")().facts_known
    pairs = deals.setup.parameters["pairs"]
    shipped = Abducer.of(game)().facts_known.words
    assert len(pairs) == count and deals.matches == 500 and not {*facts.words} & {*shipped}
    for one, other in pairs:
        known = [{fact for fact in facts.known(word) if fact.holds} for word in (one, other)]
        assert min(map(len, known)) >= 8 and min(len(known[0] - known[1]), len(known[1] - known[0])) >= 2


def test_it_goes_by_a_lexicon_of_ones_own(game: Game) -> None:
    facts = Abducer.of(game, f"lexicon={OWN_WORDS}")().facts_known
    said = {"p2": ["It is a fish."], "p3": ["It can sing under water."], "p4": ["It has gills."]}
    assert weighed_deals(facts, "p1", "shark", said, PLAYERS).spies["p3"] > 0.9
    with pytest.raises(GameError, match="nowhere"):
        Abducer.of(game, "lexicon=nowhere.toml")


def test_it_plays_whole_matches(game: Game) -> None:
    events = match_of("abducer", game)
    assert not [event for event in events if event["event"] in ("refused", "fallback", "trouble")]
    notes = [event for event in events if event["event"] == "note"]
    assert notes and {event["kind"] for event in notes} == {"belief"}


@pytest.mark.nightly
def test_abducers_find_the_spy_more_often_than_plain_players_and_than_by_likeness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first 60 of the 500 deals of the example, with words that nothing was fitted on."""
    monkeypatch.chdir(OWN_WORDS.parents[1])
    experiment = replace(read_match_experiment(OWN_WORDS.parent / "abducer_deals.toml"), matches=60)
    assert run_match_experiment(experiment, tmp_path).finished
    won: dict[str, dict[int, bool]] = {cell.name: {} for cell in experiment.cells}
    for each in read_match_folder(tmp_path).matches:
        won[each.cell][each.deal] = any(row.goal == "100" for row in each.rows if row.side == "citizen")
    for other in ("plain", "unlike the others"):
        here = sum(won["abducer"][deal] and not won[other][deal] for deal in won[other])
        there = sum(won[other][deal] and not won["abducer"][deal] for deal in won[other])
        assert mcnemar(here, there) < 0.01, (other, here, there)
