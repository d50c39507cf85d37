"""What recon_plus proves of the others, and what it tells of words before they count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from lelma.agents.judging import judging
from lelma.agents.protocol import Agent, Ply, View
from lelma.agents.recon.first_order import reconciled
from lelma.agents.recon.odds import enemy_share, latest_team, team_odds
from lelma.agents.recon.second_order import overheard, refined_answer
from lelma.agents.recon.worlds import worlds_at
from lelma.agents.roster import make_agents
from lelma.agents.steps.fields import GameTexts, StepMoment
from lelma.game.game import Game
from lelma.game.wording import Wording
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event
from lelma.support.errors import UsageError
from tests.lelma.agents.twins import told_apart

GAME = Game.load("avalon")
TEXTS = GameTexts.of(GAME)
ROLES = ("random", *(f"p{number}" for number in range(1, 7)))
TEAM = "(proposed ?q ?a ?l ?team)"
PERCIVAL = ("(identity percival)", "(merlin_or_morgana p2)", "(merlin_or_morgana p3)")
MERLIN = ("(identity merlin)", "(evil p5)", "(evil p6)")
SERVANT = ("(identity servant)",)
FAILED = [
    ["(proposed 1 1 p2 (duo p1 p5))"],
    *([f"(said 1 1 p{number})"] for number in (2, 3, 4, 5, 6, 1)),
    ["(accepted 1 1)", *(f"(voted 1 1 p{number} approve)" for number in (1, 3, 4, 5, 6))],
    ["(quest 1 failure 1)"],
]


def moment(
    card: Sequence[str],
    later: Sequence[Sequence[str]] = (),
    results: Mapping[str, Any] | None = None,
    legal: Sequence[str] = ("speak",),
) -> StepMoment:
    """When all are dealt, p2 leads first and some more was seen."""
    dealt = [[card[0]] if number == 4 else [] for number in range(1, 7)]
    seen = [*dealt, ["(leader p2)", *card[1:]], *later]
    own = {"(said 1 1 p4)": "speak", "(voted 1 1 p4 approve)": "(vote approve)"}
    plies = tuple(Ply(next((own[each] for each in some if each in own), "noop"), tuple(sorted(some))) for some in seen)
    view = View(
        "p4", ROLES, "", Wording(GAME.file.words), plies, tuple(legal), frozenset({"speak"} & set(legal)), tuple(card)
    )
    return StepMoment("act", view, {}, results or {}, None, TEXTS)


class Telling:
    """Gives values in order, and keeps what it was asked with."""

    def __init__(self, *values: Any) -> None:
        self.values, self.asked = list(values), list[dict[str, str]]()

    def __call__(
        self, prompt: str, fields: Mapping[str, str] | None = None, *, schema: Mapping[str, Any] | None = None
    ) -> Any:
        self.asked.append(dict(fields or {}))
        return self.values.pop(0)


def sure(**of: str) -> dict[str, dict[str, str]]:
    return {player: {"identity": name, "confidence": "certain"} for player, name in of.items()}


def test_what_no_deal_allows_is_fed_back_and_what_all_have_put_in() -> None:
    ask = Telling(sure(p5="servant", p1="percival"), sure(p5="morgana", p1="percival"))
    found = reconciled(moment(MERLIN), {"rounds": 2}, ask)
    assert "REFUTED Player 5: no deal that fits what you saw has a loyal servant there" in ask.asked[1]["refuted"]
    assert "Player 5 is evil. (joint move 7: " in ask.asked[0]["proved"]
    assert len(ask.asked) == 2
    assert found.value["p5"] == {
        "identity": "evil", "guess": "morgana", "confidence": "certain",
        "reason": found.value["p5"]["reason"],
    }  # fmt: skip
    assert found.value["p1"]["identity"] == "good" and found.value["p1"]["guess"] == "percival"
    note = found.notes[0]
    assert note["refuted"] == 1 and note["left"] == 0
    assert note["certain"] == {"p1": "good", "p2": "good", "p3": "good", "p5": "evil", "p6": "evil"}


def test_certainty_without_proof_is_demoted() -> None:
    found = reconciled(moment(SERVANT), {}, Telling(sure(p5="morgana")))
    assert found.value["p5"]["confidence"] == "likely" and found.value["p5"]["identity"] == "morgana"
    assert found.notes[0]["demoted"] == ["p5"] and found.notes[0]["certain"] == {}
    assert found.notes[1]["beliefs"]["p5"]["morgana"] == pytest.approx(0.7)


def test_a_model_that_never_learns_claims_nothing_that_is_refuted() -> None:
    found = reconciled(moment(MERLIN), {"rounds": 2}, Telling(*[sure(p5="merlin")] * 3))
    assert found.value["p5"] == {"identity": "evil", "confidence": "certain", "reason": found.value["p5"]["reason"]}
    assert found.notes[0]["left"] == 1


def test_a_failed_quest_names_those_of_whom_one_is_evil_and_when_it_was_shown() -> None:
    ask = Telling({})
    reconciled(moment(SERVANT, FAILED), {}, ask)
    assert "Player 1 or Player 5 is evil. (joint move 16: Quest 1 failed" in ask.asked[0]["proved"]


@pytest.mark.nightly
def test_percival_takes_who_proposes_the_other_candidate_for_morgana_if_merlin_would_not() -> None:
    proposed = [["(proposed 1 1 p2 (duo p2 p3))"]]
    ask, options = Telling({}), {"assumptions": ["merlin_proposes_no_evil"]}
    reconciled(moment(PERCIVAL, proposed), options, ask)
    told = "If Merlin never proposes a team with an evil player, Player 2 is Morgana."
    assert told in ask.asked[0]["proved"]
    both = [*proposed, *([f"(said 1 1 p{number})"] for number in (2, 3, 4, 5, 6, 1))]
    both += [
        [
            "(rejected 1 1)",
            *(f"(voted 1 1 p{number} {'approve' if number == 4 else 'reject'})" for number in (1, 3, 4, 5, 6)),
        ]
    ]
    both += [["(proposed 1 2 p3 (duo p2 p3))"]]
    found = reconciled(moment(PERCIVAL, both), options, Telling({}))
    assert found.notes[0]["dropped"] == ["merlin_proposes_no_evil"]


def test_odds_of_teams_are_counted_over_deals() -> None:
    at = moment(SERVANT, [["(proposed 1 1 p2 (duo p1 p5))"]], legal=("(vote approve)", "(vote reject)"))
    assert latest_team(at, TEAM) == ["p1", "p5"]
    assert enemy_share(at, worlds_at(at), ["p1", "p5"]) == Fraction(7, 10)
    assert "the other side in 70% of them" in str(team_odds(at, {"team": TEAM}, Telling()).value)
    merlin = moment(MERLIN, legal=("(propose (duo p1 p2))", "(propose (duo p1 p5))"))
    told = str(team_odds(merlin, {"teams": "(propose ?team)"}, Telling()).value)
    assert "(propose (duo p1 p2)) has somebody of the other side in 0% of them" in told


def test_words_are_told_by_what_they_would_make_others_think() -> None:
    draft = {"move": "speak", "words": "I am Merlin."}
    found = overheard(moment(MERLIN, results={"draft": draft}), {"of": "draft"}, Telling())
    assert "To the Assassin: that you are Merlin 0.25 → 1.00" in str(found.value)
    quiet = overheard(
        moment(MERLIN, results={"draft": {"move": "speak", "words": "Good."}}), {"of": "draft"}, Telling()
    )
    assert "change nothing" in str(quiet.value)
    silent = overheard(moment(MERLIN, results={"draft": {"move": "speak"}}), {"of": "draft"}, Telling("As a vote."))
    assert silent.value == "As a vote."


def test_words_that_give_away_go_back_and_the_best_count() -> None:
    draft = {"move": "speak", "words": "Player 5 is evil."}
    options = {"of": "draft", "rounds": 2, "conceal": {"merlin": 0.35}, "team": TEAM}
    at = moment(MERLIN, results={"draft": draft})
    ask = Telling(draft, {"move": "speak", "words": "Let us see."})
    found = refined_answer(at, options, ask)
    assert "GIVEN AWAY: to an enemy your words make it 1.00 probable that you are merlin." in ask.asked[0]["faults"]
    assert found.value["words"] == "Let us see." and found.notes[0]["left"] == []
    stubborn = refined_answer(at, options, Telling(draft, draft, draft))
    assert stubborn.notes[0]["exposed"] == 1.0 and len(stubborn.notes[0]["faults"]) == 4


def test_false_history_goes_back() -> None:
    at = moment(SERVANT, FAILED, {"draft": {"move": "speak", "words": "Quest 1 succeeded."}})
    ask = Telling({"move": "speak", "words": "Quest 1 failed."})
    found = refined_answer(at, {"of": "draft"}, ask)
    assert "You would say: “Quest 1 succeeded" in ask.asked[0]["faults"] and found.value["words"] == "Quest 1 failed."


def test_a_vote_for_a_team_that_has_an_enemy_for_certain_goes_back_to_the_good_alone() -> None:
    options = {"of": "draft", "team": TEAM, "never_for": ["(vote approve)"], "but_not": ["evil"]}
    team, legal = [["(proposed 1 1 p2 (duo p1 p5))"]], ("(vote approve)", "(vote reject)")
    draft = {"move": "(vote approve)"}
    ask = Telling({"move": "(vote reject)"})
    assert (
        refined_answer(moment(MERLIN, team, {"draft": draft}, legal=legal), options, ask).value["move"]
        == "(vote reject)"
    )
    assert "REFUTED your move" in ask.asked[0]["faults"]
    evil = ("(identity morgana)", "(evil p6)")
    ask = Telling({"move": "(vote approve)"})
    refined_answer(moment(evil, team, {"draft": draft}, legal=legal), options, ask)
    assert ask.asked[0]["faults"] == ""


def test_a_judge_is_carried_on_and_not_begun_again() -> None:
    assassin = ("(identity assassin)", "(evil p6)")  # whom no other test has
    with judging(moment(assassin)) as first:
        pass
    with judging(moment(assassin, FAILED)) as second:
        assert second is first and second.plies == 16
    with judging(moment(assassin)) as other:
        assert other is not second


def test_judges_of_many_matches_at_once_are_all_carried_on() -> None:
    begun = []
    for number in range(40):  # five matches of eight, told apart by what was seen
        with judging(moment(SERVANT, [[f"(said {number} 1 p1)"]])) as judge:
            begun.append(judge)
    for number, judge in enumerate(begun):
        with judging(moment(SERVANT, [[f"(said {number} 1 p1)"], []])) as later:
            assert later is judge


def test_a_judge_outlives_what_goes_wrong_with_its_answer() -> None:
    alone = ["(said 40 1 p1)"]  # which no other test has
    with pytest.raises(UsageError), judging(moment(SERVANT, [alone])) as first:
        raise UsageError("no")
    with judging(moment(SERVANT, [alone, []])) as second:
        assert second is first


def certain(events: Sequence[Event]) -> list[tuple[str, str, bool]]:
    """Player, identity or side, and whether it is so, of all that was called certain in a match."""
    dealt = [event["identities"] for event in events if event["event"] == "identities"][-1]
    truth = {player: each["identity"] for player, each in dealt.items()}
    return [
        (who, name, truth[who] in TEXTS.sides.get(name, frozenset({name})))
        for event in events
        if event["event"] == "note" and event["kind"] == "reconciled"
        for who, name in event["certain"].items()
    ]


def events_of(spec: str, seed: int, plies: int = 200) -> list[Event]:
    referee, events = Referee(GAME, settings=Settings(plies=plies, seconds=None)), list[Event]()
    agents = make_agents(spec, GAME, referee.players)()
    referee.play(agents, seed=seed, agent_seed=seed, watch=events.append)
    return events


@pytest.mark.nightly
def test_what_is_called_certain_is_so_at_the_start_of_a_match() -> None:
    events = events_of("recon_plus:simulated:player?wrong=0.3,p1=plain,p2=plain,p3=plain", 5, plies=16)
    found = certain(events)
    assert found and all(so for _, _, so in found)
    assert not [event for event in events if event["event"] in ("trouble", "fallback", "refused")]


@pytest.mark.nightly
def test_what_is_called_certain_is_so_in_whole_matches() -> None:
    for seed in range(20):
        found = certain(events_of("recon_plus:simulated:player?wrong=0.3", seed))
        assert found and all(so for _, _, so in found), seed


WITH_MODEL = ["model", "cot", "tot", "recon", "gated:recon", "recon_plus"]
SPECS = [*(f"{name}:simulated:player?leak=0.3&wrong=0.3" for name in WITH_MODEL), "logician"]


def made(spec: str) -> Callable[[], Agent]:
    make = make_agents(spec, GAME, ("p1",))
    return lambda: make()["p1"]


@pytest.mark.nightly
@pytest.mark.parametrize("spec", SPECS)
def test_answers_are_the_same_where_a_role_can_tell_no_difference(spec: str) -> None:
    assert told_apart(GAME, made(spec), 1, talkers=made("plain")) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("spec", SPECS)
def test_many_pairs(spec: str) -> None:
    assert told_apart(GAME, made(spec), 30, talkers=made("plain")) >= 30
