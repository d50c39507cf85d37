"""The logician: what it makes of votes, and whether reasoning about them wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from lelma.agents.players.listener import Behaviour, read_listener_data
from lelma.agents.roster import make_agents
from lelma.experiments.statistics.two_by_two import mcnemar
from lelma.game.game import Game
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event
from lelma.support.errors import GameError

GOOD = ("merlin", "percival", "servant")


def test_a_rate_may_hold_only_in_deals_with_such_a_member() -> None:
    some = Behaviour((), {}, (), frozenset(["wolf"]), frozenset())
    none = Behaviour((), {}, (), frozenset(), frozenset(["wolf"]))
    for deal, held in (({"a": "wolf", "b": "hare"}, True), ({"a": "hare", "b": "wolf"}, False)):
        assert some.counts(deal, ["a"]) == held and none.counts(deal, ["a"]) != held


def test_members_go_with_their_identities(tmp_path: Path) -> None:
    from dataclasses import replace

    (tmp_path / "logician.toml").write_text(
        '[[seen]]\nwhen = ["(voted ?p)"]\namong = ["(on ?x)"]\nlikely = { a = 0.1 }\n'
    )
    with pytest.raises(GameError, match="among goes with some or none"):
        read_listener_data(replace(Game.load("avalon"), path=tmp_path), "logician")


def good_wins(game: Game, good: str, seed: int) -> bool:
    """Whether the good side wins with these agents against talkers."""
    referee, dealt, events = Referee(game), list[Event](), list[Event]()
    first = Referee(game, settings=Settings(plies=7))
    first.play(make_agents("random", game, referee.players)(), seed=seed, watch=dealt.append)
    deal = [event["identities"] for event in dealt if event["event"] == "identities"][-1]
    sides = {role: good if deal[role]["identity"] in GOOD else "talker" for role in referee.players}
    spec = ",".join(f"{role}={agent}" for role, agent in sides.items())
    referee.play(make_agents(spec, game, referee.players)(), seed=seed, agent_seed=seed, watch=events.append)
    return any(sides[role] == good for role in events[-1]["winners"])


@pytest.mark.nightly
def test_good_logicians_beat_what_plain_does_against_talkers() -> None:
    game = Game.load("avalon")
    pairs = [(good_wins(game, "logician", seed), good_wins(game, "plain", seed)) for seed in range(1, 41)]
    better, worse = pairs.count((True, False)), pairs.count((False, True))
    assert better > worse and mcnemar(better, worse) < 0.001, (better, worse)
