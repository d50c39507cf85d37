"""Trust in recorded matches: pins against brute force over deals, and how well votes tell who is a werewolf."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from lelma.engine.dynamics import GameState
from lelma.engine.progression import Progression
from lelma.experiments.match_trial import MatchPlan, MatchTable
from lelma.experiments.trust_records.scores import rates_of, trust_json, try_trust
from lelma.experiments.trust_records.sightings import TrustMatch, read_trust_matches
from lelma.interfaces.cli.main import main
from lelma.support.errors import UsageError
from lelma.trust.pins import proved_pins, sides_of_deals
from tests.lelma.knowledge.following import brute_force

FOUR = {"players": 4, "identities": {"werewolf": 1, "seer": 1, "villager": 2}}
FIVE = {"players": 5, "identities": {"werewolf": 1, "seer": 1, "witch": 1, "guard": 1, "villager": 1}}
SIDES = {"werewolf": "wolves"} | dict.fromkeys(["seer", "witch", "guard", "villager"], "village")


def played(parameters: Mapping[str, Any], seeds: range, folder: Path) -> Iterator[TrustMatch]:
    table = MatchTable(MatchPlan("werewolf", "plain", parameters=dict(parameters)))
    for seed in seeds:
        file = folder / f"{seed}.jsonl"
        table.play(seed, agent_seed=seed, transcript=file)
        yield from read_trust_matches(file, "werewolf")


def deals_of(states: set[GameState]) -> list[dict[str, str]]:
    told = [[fluent.strip("()").split() for fluent in state] for state in states]
    return [{parts[1]: parts[2] for parts in fluents if parts[0] == "identity"} for fluents in told]


def moments_by_brute_force(match: TrustMatch, me: str, dealt: int) -> Iterator[tuple[int, dict[str, str]]]:
    """After each joint move since the deal: whose side is the same in every state that can't be told apart."""
    assert match.proofs is not None
    play = Progression(match.proofs._game.description)
    states = {play.initial}
    for number, ply in enumerate(match.proofs._record.plies, start=1):
        states = brute_force(play, states, me, ply.moves, ply.percepts)
        if number < dealt:
            continue
        sides = sides_of_deals(deals_of(states), SIDES)
        yield number, {player: sides[0][player] for player in match.players if len({s[player] for s in sides}) == 1}
    play.close()


def pins_agree(matches: Iterator[TrustMatch], rng: random.Random, most: int) -> int:
    """Hold pins to brute force at moments of matches, all of one random player's a match; how many were held."""
    held = 0
    for match in matches:
        me = rng.choice(match.players)
        for ply, expected in moments_by_brute_force(match, me, dealt=len(match.players) + 1):
            assert match.proofs is not None
            pins = proved_pins(sides_of_deals(match.proofs(me, ply), SIDES), me)
            assert {pin.player: pin.side for pin in pins} == expected, (match.name, me, ply)
            assert all(match.sides[pin.player] == pin.side for pin in pins)
            held += 1
            if held == most:
                return held
    return held


@pytest.mark.slow
def test_pins_are_what_brute_force_over_deals_proves(tmp_path: Path) -> None:
    assert pins_agree(played(FOUR, range(2), tmp_path), random.Random(3), most=15) == 15


@pytest.mark.nightly
def test_pins_are_what_brute_force_over_deals_proves_at_a_hundred_moments(tmp_path: Path) -> None:
    assert pins_agree(played(FOUR, range(100, 120), tmp_path), random.Random(4), most=100) == 100


def wrong_pins(matches: Iterator[TrustMatch]) -> tuple[int, int]:
    """Of all pins of every player before every day's votes: how many are wrong, and how many there are."""
    wrong, pinned = 0, 0
    for match in matches:
        for me in match.players:
            for day in match.days:
                deals = match.proved(me, day)
                assert deals is not None
                pins = proved_pins(deals, me)
                wrong += sum(match.sides[pin.player] != pin.side for pin in pins)
                pinned += len(pins)
    return wrong, pinned


@pytest.mark.nightly
def test_no_pin_is_wrong_in_matches_of_plain_agents(tmp_path: Path) -> None:
    wrong, pinned = wrong_pins(played(FIVE, range(10), tmp_path))
    assert wrong == 0 and pinned > 50


@pytest.mark.nightly
def test_no_pin_is_wrong_in_three_hundred_matches_of_plain_agents(tmp_path: Path) -> None:
    wrong, pinned = wrong_pins(played(FIVE, range(1000, 1300), tmp_path))
    assert wrong == 0 and pinned > 1500


# Votes of recorded games.


@pytest.fixture
def votes(tmp_path: Path) -> Path:
    """Two games of eight: the seer p4 finds p1 in the first night, and p8's vote is against p1."""
    roles = ["werewolf"] * 3 + ["seer", "witch", "guard", "villager", "villager"]
    content = {
        "roles": {f"Player {seat}": identity for seat, identity in enumerate(roles, start=1)},
        "winner": "village",
        "alive_at_end": [],
        "day_votes": {
            "1": {"Player 8": "Player 1", "Player 7": "pass", "Player 6": "Player 6"},
            "2": {"Player 4": "Player 2"},
        },
        "night_choices": {"1": {"Player 4": "Player 1"}},
    }
    file = tmp_path / "votes.jsonl"
    file.write_text("".join(json.dumps({"id": name, **content}) + "\n" for name in ("one", "two")), "utf-8")
    return file


def test_tables_tell_votes_and_what_the_seer_found_to_the_seer_alone(votes: Path) -> None:
    match = read_trust_matches(votes, "werewolf")[0]
    assert match.days == (1, 2) and match.players == tuple(f"p{seat}" for seat in range(1, 9))
    assert [each.percept for each in match.seen("p4", 1)] == ["(identity seer)", "(is_wolf p1)"]
    after = [each.percept for each in match.seen("p8", 2)]
    assert after == ["(identity villager)", "(voted p8 p1)", "(voted p7 pass)", "(voted p6 p6)"]


def test_a_seer_is_certain_and_a_villager_suspects_by_votes(votes: Path) -> None:
    trial = try_trust(read_trust_matches(votes, "werewolf"))
    last = {(each.view, each.method): each for each in trial.beliefs if each.last and each.match == "one"}
    assert last["p4", "pinned"].scores["p1"] == last["p4", "posterior"].scores["p1"] == -1
    assert last["p4", "pinned"].pinned == ("p1",) and last["p7", "pinned"].pinned == ()
    assert last["p4", "pinned"].scores["p8"] > 0  # who voted against a werewolf
    others = last["p7", "posterior"].scores
    assert min(others, key=lambda player: others[player]) == "p1"
    assert last["p8", "own_votes"].scores["p1"] == -1 and last["p7", "own_votes"].scores["p1"] == 0


def test_one_half_is_scored_by_the_rates_of_the_other(votes: Path) -> None:
    matches = read_trust_matches(votes, "werewolf")
    trial = try_trust(matches, fit="two_fold", view="p7")
    assert len(trial.rates) == 2 and trial.rates[0] == rates_of(matches[1:])
    assert trial.rates[0].by_good == 2 / 3
    assert {each.view for each in trial.beliefs} == {"p7"}
    with pytest.raises(UsageError, match="too few"):
        try_trust(matches[:1], fit="two_fold")
    with pytest.raises(UsageError, match="no view 'p9'"):
        try_trust(matches, view="p9")


def test_records_without_a_course_have_no_proofs_and_it_is_told(votes: Path) -> None:
    content = json.loads(votes.read_text("utf-8").splitlines()[0])
    content["day_votes"]["9999"] = content["day_votes"].pop("2")  # of a version that kept last answers alone
    votes.write_text(json.dumps(content), "utf-8")
    trial = try_trust(read_trust_matches(votes, "werewolf", proofs=True), view="p7", pins="proof")
    assert dict(trial.troubles) == {"the record does not keep the course": 1}


def test_options_of_the_form_reach_the_graph_and_printed_faults_end_with_their_name(
    votes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trust", "werewolf", str(votes), "--set", "rho=0.5", "--set", "weaken=always", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["settings"]["rho"], found["settings"]["form"]["weaken"]) == (0.5, "always")
    assert main(["trust", "werewolf", str(votes)]) == 0
    assert "posterior" in capsys.readouterr().out
    for options, told in (
        (["--form", "printed"], "as printed"),
        (["--set", "weaken=maybe"], "one of never, always"),
        (["--set", "rho=much"], "no number"),
        (["--set", "rhoo=1"], "did you mean rho"),
    ):
        assert main(["trust", "werewolf", str(votes), *options]) == 2
        assert told in capsys.readouterr().err


@pytest.mark.nightly
def test_votes_of_recorded_games_tell_werewolves_as_well_as_they_did(shared_data: Callable[[str], Path]) -> None:
    file = shared_data("werewolf/gratr_votes.jsonl")
    trial = try_trust(read_trust_matches(file, "werewolf"), fit="two_fold")
    found = trust_json(trial, game="werewolf", source=file.name, view="each")
    measures = {each["method"]: each for each in found["measures"]}
    assert {each["n"] for each in measures.values()} == {7105}
    assert measures["posterior"]["auc"] >= 0.63 and measures["posterior"]["brier"] < 0.245
    assert measures["pinned"]["auc"] >= 0.62
    for method, auc in (("votes_received", 0.588), ("own_votes", 0.572), ("trust", 0.563)):
        assert measures[method]["auc"] == pytest.approx(auc, abs=0.001)
    assert measures["both"]["auc"] >= 0.65 and measures["both"]["brier"] < 0.225  # what gratr_plus goes by
    against = {each["method"]: each for each in found["against_votes_received"]}
    for method in ("posterior", "both"):
        assert against[method]["difference"] > 0 and against[method]["p"] < 0.01


@pytest.mark.parametrize(
    ("roles", "fault"),
    [
        ({"Player 1": "seer"}, r"game 2 \(two\): 1 players were dealt"),
        ({f"Player {seat}": "villager" for seat in range(1, 60)}, r"59 players were dealt.*2 to 20"),
        ({"Player 1": "seer", "Player 2": "wolfwere"}, "no identity 'wolfwere'"),
    ],
)
def test_a_record_whose_deal_the_game_cannot_have_is_told_with_file_and_game(
    votes: Path, roles: dict[str, str], fault: str
) -> None:
    first, second = votes.read_text("utf-8").splitlines()
    votes.write_text(f"{first}\n{json.dumps(json.loads(second) | {'roles': roles})}\n", "utf-8")
    with pytest.raises(UsageError, match=rf"votes\.jsonl: .*{fault}"):
        read_trust_matches(votes, "werewolf")


def test_games_of_one_name_are_kept_apart(votes: Path) -> None:
    first = votes.read_text("utf-8").splitlines()[0]
    votes.write_text(f"{first}\n{first}\n", "utf-8")
    assert [each.name for each in read_trust_matches(votes, "werewolf")] == ["one", "one (2)"]
