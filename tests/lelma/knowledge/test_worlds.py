"""Worlds are those of the specification, of brute force and of published counts."""

from __future__ import annotations

from collections import Counter

import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.knowledge import Knowledge, NothingPossible, TooManyWorlds
from lelma.knowledge import blocks as worlds
from lelma.knowledge.gate_runner import Looks
from lelma.knowledge.steps import step as progress
from lelma.knowledge.steps import step_in_parts as apart
from tests.lelma.knowledge.following import agrees, brute_force, forget_steps, observe, observers, random_match, seen_by
from tests.lelma.knowledge.sheets import POTION, SPIES, SUMS, game, random_sheet
from tests.lelma.knowledge.truth import GAMES, follow, some_observers


@pytest.fixture(params=["as it is", "piecemeal"])
def pieces(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a test once more with the ways of large sets of states: in pieces, simplified, one role at a time."""
    if request.param == "piecemeal":
        monkeypatch.setattr(progress, "_LANES", 64)
        monkeypatch.setattr(progress, "_GUESSES", 16)
        monkeypatch.setattr(progress, "_MANY", 0)
        monkeypatch.setattr(progress, "_FEW", 0)
        monkeypatch.setattr(apart, "_BATCH", 4)
        monkeypatch.setattr(worlds, "_WORTH", 0)


@pytest.mark.usefixtures("pieces")
@pytest.mark.parametrize(
    ("sheet", "identity"),
    [
        *((sheet, ()) for sheet in (POTION, SPIES, SUMS, *map(random_sheet, range(4)))),
        (POTION, ("witch",)),
        *((sheet, ("spy", "tired", "p")) for sheet in (SPIES, SUMS, *map(random_sheet, range(2)))),
        *((random_sheet(seed, cards=True), ("card",)) for seed in range(4)),
    ],
)
def test_worlds_are_those_of_brute_force_and_of_the_specification(sheet: str, identity: tuple[str, ...]) -> None:
    played = game(sheet, identity=identity)
    play = Progression(played.description)
    for observer in observers(play):
        knowledge = Knowledge(played, observer)
        states = {play.initial}
        history = []
        for move, step in random_match(play, seed=7, most=6):
            states = brute_force(play, states, observer, move, step.percepts)
            observe(knowledge, move, step)
            history.append(move)
            assert agrees(knowledge, states)
            if len(history) <= 2:
                assert set(play.possible_states(observer, history)) == states
    play.close()


@pytest.mark.parametrize("seed", range(5))
def test_what_every_state_hands_on_is_not_looked_at(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the potion is left rests on who the witch is and who lives; but it never outlives her."""
    monkeypatch.setattr(progress, "_FEW", 0)
    monkeypatch.setattr(worlds, "_WORTH", 0)
    plain, found = progress.OpenStep.looks, list[set[str]]()

    def looks(step: progress.OpenStep, kept: worlds.Worlds) -> Looks:
        looked = plain(step, kept)
        found.append({step.sight.rules.fluents[at] for at in looked.needed - kept.told_by_deals()})
        return looked

    monkeypatch.setattr(progress.OpenStep, "looks", looks)
    forget_steps(monkeypatch)
    played = game(POTION, identity=("witch",))
    play = Progression(played.description)
    knowledge, states = Knowledge.public(played), {play.initial}
    for move, step in random_match(play, seed):
        states = brute_force(play, states, None, move, step.percepts)
        observe(knowledge, move, step)
        assert agrees(knowledge, states)
    assert ["potion" in needed for needed in found[2:]] == [True, False, True, False]
    play.close()


@pytest.mark.slow
def test_the_deals_of_avalon_are_those_the_rules_count() -> None:
    avalon = Game.load("avalon")
    play = Progression(avalon.description)
    for seed in range(3):
        known = {role: Knowledge(avalon, role) for role in observers(play)}
        for move, step in random_match(play, seed, most=7):
            for knowledge in known.values():
                observe(knowledge, move, step)
        identity = {fact.split()[1]: fact.split()[2].rstrip(")") for fact in step.state if "(identity" in fact}
        counts = Counter((identity.get(role or "", "everyone"), one.worlds, one.states) for role, one in known.items())
        assert counts == {
            ("merlin", 6, 6): 1,
            ("percival", 6, 6): 1,
            ("morgana", 12, 12): 1,
            ("assassin", 12, 12): 1,
            ("servant", 120, 120): 2,
            ("everyone", 360, 360): 1,
        }
    play.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_truth_stays_possible_and_what_is_refuted_never_returns(name: str) -> None:
    played = Game.load(name, **GAMES[name])
    play = Progression(played.description)
    assert follow(played, play, 0, observers(play)) > 10
    play.close()


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_the_same_of_more_matches(name: str) -> None:
    """`python -m tests.lelma.knowledge.truth` does it with thousands."""
    played = Game.load(name, **GAMES[name])
    play = Progression(played.description)
    for seed in range(1, 11):
        follow(played, play, seed, some_observers(play, seed))
    play.close()


def test_a_role_knows_no_less_than_everyone() -> None:
    played = Game.load("undercover_v")
    play = Progression(played.description)
    own, public = Knowledge(played, "p1"), Knowledge.public(played)
    for move, step in random_match(play, seed=3):
        observe(own, move, step)
        observe(public, move, step)
        assert {deal.facts for deal in own.deals()} <= {deal.facts for deal in public.deals()}
    play.close()


def test_an_impossible_observation_changes_nothing() -> None:
    knowledge = Knowledge(game(SPIES), "ann")
    with pytest.raises(NothingPossible, match="no world agrees with ann perceiving named"):
        knowledge.observe("noop", ["named"])
    with pytest.raises(NothingPossible, match="ann never perceives thunder"):
        knowledge.observe("noop", ["thunder"])
    with pytest.raises(NothingPossible, match="shout is never a move of ann"):
        knowledge.observe("shout", [])
    with pytest.raises(NothingPossible, match="no world agrees with ann perceiving nothing"):
        knowledge.observe("(name ben)", [])
    assert (knowledge.plies, knowledge.states) == (0, 1)
    knowledge.observe("noop", ["spy"])
    assert knowledge.knows("(true (spy ann))")


@pytest.mark.slow
def test_too_many_worlds_are_refused() -> None:
    knowledge = Knowledge.public(Game.load("avalon"), most=100)
    play = Progression(Game.load("avalon").description)
    with pytest.raises(TooManyWorlds, match="more than 100 states are possible"):
        for move, step in random_match(play, seed=1):
            observe(knowledge, move, step)
    assert knowledge.states <= 100
    play.close()


def test_too_many_ways_to_go_on_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_MOST_GUESSES", 5)
    knowledge = Knowledge(game(SUMS), "watcher")
    with pytest.raises(TooManyWorlds, match="more than 5 ways to go on from 1 state"):
        knowledge.observe("noop", ["(sum 2)"])


def test_everyone_sees_what_every_player_sees() -> None:
    assert seen_by(None, {"random": (), "ann": ("x", "y"), "ben": ("y", "z")}) == ["y"]
