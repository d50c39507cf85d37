"""The agents of the ReCon paper as lists of steps: which calls each makes, and in what its ablations differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from lelma.agents.protocol import Ply, Utterance, View
from lelma.agents.recon.guessing import guessed_shares
from lelma.agents.roster import STEP_FUNCTIONS, known_agents, make_agents
from lelma.agents.steps.agent import StepAgent
from lelma.agents.steps.fields import GameTexts
from lelma.agents.steps.plan import known_plans, read_plan
from lelma.game.game import Game
from lelma.game.wording import Wording
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event
from lelma.models import connect
from tests.lelma.agents.recon.test_proved import MERLIN, moment

GAME = Game.load("avalon")
PLANS = {name: read_plan(file) for name, file in known_plans(GAME.folder).items()}
ROLES = ("random", *(f"p{number}" for number in range(1, 7)))
TASKS = {
    "propose": ("(propose (duo p1 p2))", "(propose (duo p2 p3))"),
    "speak": ("speak",),
    "vote": ("(vote approve)", "(vote reject)"),
    "quest": ("(play fail)", "(play success)"),
    "shoot": ("(shoot p2)", "(shoot p3)"),
}
LIVED = [(), ("(identity assassin)",), (), (), (), (), ("(evil p5)", "(leader p2)"), ("(proposed 1 1 p2 (duo p2 p3))",)]
CHANGED = {
    "recon_no_first": {"pt1"},
    "recon_no_second": {"pt2"},
    "recon_no_refine": {"pt2", "refine"},
    "recon_no_formulate": {"draft"},
    "recon_no_refine_first": {"pt1", "pt2", "refine"},
    "recon_no_formulate_second": {"draft", "pt2"},
    "recon_human_speech": {"advice"},
    "recon_human_thought": {"advice"},
}
SWITCHED = {
    "recon_skip_first_quest": {"pt1"},
    "recon_no_dialogue": {"pt2", "refine"},
    "recon_code": {"pt1", "pt2", "refine"},
}
"""What the authors' code does and the paper does not."""
OURS = {
    "recon_plus_no_proof1": {"pt1"},
    "recon_plus_no_proof2": {"pt2"},
    "recon_plus_no_gate": {"refine"},
    "recon_plus_no_assumptions": {"pt1"},
}


def view_of(task: str, role: str = "p1") -> View:
    legal = TASKS[task]
    return View(
        role=role,
        roles=ROLES,
        rules="Rules.",
        wording=Wording(GAME.file.words),
        plies=tuple(Ply("noop", percepts) for percepts in LIVED),
        legal=legal,
        speaking=frozenset({"speak"} & set(legal)),
        card=("(identity assassin)", "(evil p5)"),
        task=task,
    )


@cache
def calls(name: str, task: str, model: str = "simulated") -> list[str]:
    """The steps of the calls for one question."""
    answer = make_agents(f"{name}:{model}", GAME, ("p1",))()["p1"].act(view_of(task))
    assert answer.move in TASKS[task] and not answer.trouble, (name, task, answer)
    return [str(call["step"]) for call in answer.calls]


@pytest.mark.parametrize("task", TASKS)
def test_recon_makes_four_calls_and_three_before_the_last_shot(task: str) -> None:
    pt2 = [] if task == "shoot" else ["pt2"]
    assert calls("recon", task) == ["pt1", "draft", *pt2, "refine"]


@pytest.mark.parametrize("b", [1, 3, 5])
def test_tree_of_thoughts_makes_exactly_2b_and_2_calls(b: int) -> None:
    name = "tot" if b == 5 else f"tot_{b}"
    assert known_agents(GAME.folder)[f"{name}:MODEL"].calls == 2 * b + 2
    for task in ("speak", "vote"):
        assert calls(name, task) == [*["plans"] * b, "chosen", *["speeches"] * b, "chosen_speech"]


@pytest.mark.parametrize("name", CHANGED)
def test_an_ablation_differs_from_recon_in_exactly_the_steps_it_names(name: str) -> None:
    whole, cut = PLANS["recon"], PLANS[name]
    assert [step.name for step in cut.step] == [step.name for step in whole.step]
    assert {a.name for a, b in zip(whole.step, cut.step, strict=True) if a != b} == CHANGED[name]
    left_out = {step.name for step in cut.step if step.call == "left_out"}
    for task in ("speak", "quest", "shoot"):
        assert calls(name, task) == [step for step in calls("recon", task) if step not in left_out]


@pytest.mark.parametrize("name", OURS)
def test_an_ablation_of_recon_plus_differs_in_the_step_it_names(name: str) -> None:
    whole, cut = PLANS["recon_plus"], PLANS[name]
    assert {a.name for a, b in zip(whole.step, cut.step, strict=True) if a != b} == OURS[name]


@pytest.mark.parametrize("name", SWITCHED)
def test_what_the_code_does_otherwise_is_a_switch(name: str) -> None:
    whole, other = PLANS["recon"], PLANS[name]
    assert {a.name for a, b in zip(whole.step, other.step, strict=True) if a != b} == SWITCHED[name]
    view = view_of("speak")
    view = replace(view, plies=(*view.plies, Ply("noop", ("(said 1 1 p2)",), (Utterance("p2", "Hello."),))))
    answer = make_agents(f"{name}:simulated", GAME, ("p1",))()["p1"].act(view)
    told = {str(call["step"]): call["messages"][-1]["text"] for call in answer.calls}
    assert ("pt1" in told) == ("pt1" not in SWITCHED[name])
    assert ("What was said so far" in told["refine"]) == ("pt2" not in SWITCHED[name])
    over = replace(view, plies=(*view.plies, Ply("noop", ("(quest 1 success 0)",))))
    again = make_agents(f"{name}:simulated", GAME, ("p1",))()["p1"].act(over)
    assert [str(call["step"]) for call in again.calls] == ["pt1", "draft", "pt2", "refine"]


@pytest.mark.slow
def test_the_best_of_three_drafts_is_gone_on_with() -> None:
    agent = make_agents("recon+_best_of:simulated:player?leak=0.6", GAME, ("p4",))()["p4"]
    answer = agent.act(replace(moment(MERLIN).view, task="speak"))
    assert [str(call["step"]) for call in answer.calls].count("drafts") == 3
    note = next(each for each in answer.notes if each["kind"] == "best_of")
    assert note["of"] == 3 and 0 <= note["chosen"] < 3 and set(note) >= {"wrong", "exposed", "useful"}


def test_without_formulation_there_is_no_thought_before_the_words() -> None:
    answer = make_agents("recon_no_formulate_second:simulated", GAME, ("p1",))()["p1"].act(view_of("speak"))
    draft = next(call for call in answer.calls if call["step"] == "draft")
    assert "thought" not in draft["reply"] and "Answer at once" in draft["messages"][-1]["text"]


def test_steps_go_to_the_strong_and_the_weak_model() -> None:
    strong, weak = connect("simulated:player?wrong=0.3"), connect("simulated:player?wrong=0.2")
    agent = make_agents(f"recon:strong={strong.name};weak={weak.name}", GAME, ("p1",))()["p1"]
    models = {str(call["step"]): call["model"] for call in agent.act(view_of("speak")).calls}
    assert models == {"pt1": strong.name, "draft": weak.name, "pt2": strong.name, "refine": strong.name}


def test_assumptions_are_told_again_and_noted_as_beliefs() -> None:
    agent = make_agents("recon:simulated:player?likely=0.9", GAME, ("p1",))()["p1"]
    first = agent.act(view_of("speak"))
    belief = next(note for note in first.notes if note["kind"] == "belief")
    assert set(belief["beliefs"]) == {"p2", "p3", "p4", "p5", "p6"}
    assert all(abs(sum(shares.values()) - 1) < 1e-6 for shares in belief["beliefs"].values())
    view = view_of("vote")
    again = agent.act(replace(view, plies=(*view.plies, Ply("noop", ()))))
    assert "What you assumed before:\nPlayer 2: identity" in again.calls[0]["messages"][-1]["text"]
    assert "What you assumed before" not in first.calls[0]["messages"][-1]["text"]


def test_a_fail_card_stays_one() -> None:
    plan = PLANS["recon"]
    for seed in range(12):
        agent = StepAgent(plan, {"": connect("simulated")}, texts=GameTexts.of(GAME), functions=STEP_FUNCTIONS)
        answer = agent.act(replace(view_of("quest"), seed=seed))
        draft = next(call for call in answer.calls if call["step"] == "draft")
        assert "(play fail)" not in draft["reply"] or answer.move == "(play fail)"


def test_a_guess_shares_out_what_it_does_not_say() -> None:
    texts = GameTexts.of(GAME)
    dealt = {"merlin": 0.5, "servant": 0.25, "morgana": 0.25}
    sure = {"certain": 1.0, "likely": 0.6}
    assert guessed_shares(texts, {"identity": "good", "confidence": "likely"}, dealt, sure) == {
        "merlin": 0.4, "morgana": 0.4, "servant": 0.2,
    }  # fmt: skip
    assert guessed_shares(texts, {"identity": "assassin", "confidence": "certain"}, dealt, sure) == dealt
    assert guessed_shares(texts, None, dealt, sure) == dealt


def steps_of(events: Sequence[Event], role: str) -> list[tuple[int, str]]:
    return [(event["ply"], event["step"]) for event in events if event["event"] == "call" and event["role"] == role]


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["recon", "recon_plus", "tot_1"])
def test_a_match_begins_without_trouble(name: str) -> None:
    referee, events = Referee(GAME, settings=Settings(plies=14)), list[Event]()
    agents = make_agents(f"p2={name}:simulated,random", GAME, referee.players)()
    referee.play(agents, seed=3, watch=events.append)
    assert steps_of(events, "p2")
    assert not [event for event in events if event["event"] in ("trouble", "fallback", "refused")]
