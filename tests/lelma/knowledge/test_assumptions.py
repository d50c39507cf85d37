"""What follows from assumptions about behaviour, and what comes of false ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.knowledge import Knowledge, NothingPossible, assumptions_of
from lelma.knowledge.rules import with_assumptions
from lelma.matches.talk.worlds import MatchMoment, first_moment, known_by_all, moment_of
from lelma.support.errors import UsageError
from tests.lelma.knowledge.following import observers, seen_by

MERLIN = "merlin_proposes_no_evil"


@pytest.fixture(scope="module")
def play() -> Iterator[Progression]:
    played = Progression(Game.load("avalon").description)
    yield played
    played.close()


def dealt(moment: MatchMoment) -> dict[str, str]:
    """Identity → role, of the identities that only one role has."""
    words = [fact.strip("()").split() for fact in moment.state if fact.startswith("(identity")]
    return {identity: role for _, role, identity in words}


def proposal(play: Progression, leader: str, members: tuple[str, ...]) -> MatchMoment:
    """A match in which the role that was dealt `leader` leads first, after it proposed those dealt `members`."""
    avalon = Game.load("avalon")
    moments = (first_moment(avalon, seed) for seed in range(100))
    moment = next(one for one in moments if f"(leader {dealt(one)[leader]})" in one.state)
    team = " ".join(sorted(dealt(moment)[identity] for identity in members))
    looks, _ = play.walk(moment.moves)
    move = {role: legal[0] for role, legal in looks[-1].legal.items()}
    return moment_of(avalon, [*moment.moves, move | {dealt(moment)[leader]: f"(propose (duo {team}))"}])


@pytest.mark.slow
@pytest.mark.parametrize("leader", ["morgana", "assassin"])
def test_a_proposal_with_both_candidates_tells_percival_who_is_who(play: Progression, leader: str) -> None:
    """ReCon (arXiv 2310.01320), section 5.2: Merlin would not have proposed Morgana."""
    moment = proposal(play, leader, ("merlin", "morgana"))
    avalon, roles = Game.load("avalon"), dealt(moment)
    is_merlin = f"(true (identity {roles['merlin']} merlin))"
    plain = {one.role: one for one in known_by_all(avalon, moment, ask=[is_merlin])}
    assumed = {one.role: one for one in known_by_all(avalon, moment, ask=[is_merlin], assumptions=[MERLIN])}
    percival = roles["percival"]
    assert plain[percival].answers == {is_merlin: "unknown"}
    assert plain[percival].worlds == 6
    told = leader == "morgana"  # what anybody but the two candidates proposes tells nothing of them
    assert assumed[percival].answers == {is_merlin: "true" if told else "unknown"}
    assert assumed[percival].worlds == (3 if told else 6)


@pytest.mark.slow
def test_an_assumption_that_fails_is_refuted_for_those_who_know_better(play: Progression) -> None:
    moment = proposal(play, "merlin", ("merlin", "morgana"))
    roles = dealt(moment)
    assumed = {one.role: one for one in known_by_all(Game.load("avalon"), moment, assumptions=[MERLIN])}
    merlin, percival = assumed[roles["merlin"]], assumed[roles["percival"]]
    assert merlin.worlds == merlin.states == 0
    assert merlin.trouble.startswith("after 7 moves no world agrees with")
    assert merlin.trouble.endswith(f"given {MERLIN}")
    assert percival.worlds == 3  # all of them wrong


@pytest.mark.slow
def test_assumptions_only_ever_rule_worlds_out(play: Progression) -> None:
    avalon = Game.load("avalon")
    moment = proposal(play, "morgana", ("morgana", "percival"))
    for observer in observers(play):
        both = [Knowledge(avalon, observer, assumptions=names) for names in ((), assumptions_of(avalon))]
        for move, percepts in zip(moment.moves, moment.percepts, strict=True):
            for knowledge in both:
                knowledge.observe(None if observer is None else move[observer], seen_by(observer, percepts))
        plain, assumed = ({deal.facts for deal in knowledge.deals()} for knowledge in both)
        assert assumed <= plain
        assert both[1].assumptions == assumptions_of(avalon)


@pytest.mark.slow
def test_assumptions_are_those_of_the_specification(play: Progression) -> None:
    avalon = Game.load("avalon", preset="avalonbench")
    moment = first_moment(avalon, seed=4)
    leader = next(fact.split()[1].rstrip(")") for fact in moment.state if fact.startswith("(leader"))
    others = [role for role in play.roles if role in ("p1", "p2", "p3", "p4", "p5") and role != leader]
    team = " ".join(sorted((leader, others[0])))
    idle = dict.fromkeys(moment.roles, "noop")
    moment = moment_of(avalon, [*moment.moves, idle | {leader: f"(propose (duo {team}))"}])
    rules = Progression(with_assumptions(avalon))
    for observer in (others[1], None):
        knowledge = Knowledge(avalon, observer, assumptions=[MERLIN])
        for move, percepts in zip(moment.moves, moment.percepts, strict=True):
            knowledge.observe(None if observer is None else move[observer], seen_by(observer, percepts))
        states = rules.possible_states(observer, moment.moves, assumptions=[MERLIN])
        assert len(states) == knowledge.states
        assert len(rules.possible_states(observer, moment.moves)) > len(states)
    rules.close()


def test_unknown_assumptions_are_refused() -> None:
    with pytest.raises(
        UsageError, match="there is no assumption 'luck' that could be violated; there are: evil_always"
    ):
        Knowledge(Game.load("avalon"), "p1", assumptions=["luck"])
    with pytest.raises(UsageError, match="undercover_v has no assumptions"):
        Knowledge(Game.load("undercover_v"), "p1", assumptions=["luck"])


def test_nothing_is_hidden_in_a_game_without_percepts() -> None:
    with pytest.raises(UsageError, match="stag_hunt hides nothing"):
        Knowledge.public(Game.load("stag_hunt"))


def test_a_false_assumption_is_named() -> None:
    avalon = Game.load("avalon")
    knowledge = Knowledge(avalon, "p1", assumptions=[MERLIN])
    with pytest.raises(NothingPossible, match=f"given {MERLIN}"):
        knowledge.observe("noop", [])
