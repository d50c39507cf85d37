"""Agents of steps: what a step sees, what becomes of its value, and that nothing a model says ends a match."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lelma.agents.asking import Asker
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import CheckedDraft, Ply, Refused, Utterance
from lelma.agents.roster import make_agents
from lelma.agents.steps.agent import StepAgent, takes_schema
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import COMMON_FUNCTIONS, Ask, StepResult
from lelma.game.game import Game
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event, read_transcript
from lelma.models import Model, Scripted
from lelma.models.simulated.player import PlayerRates, SimulatedPlayer
from lelma.support.errors import GameError, UsageError
from tests.lelma.agents.steps.playing import Player, offered, step_agent
from tests.lelma.agents.test_agents import view
from tests.lelma.matches.whisper import whisper

GAMES = [*(pytest.param(name, marks=pytest.mark.nightly) for name in ("avalon", "werewolf")), "spygame", "undercover_v"]
ANSWER = "Your moves:\n$legal\n\n$checked\n\n$refused\n\n$form\n"
PLAN = '[[step]]\nname = "think"\ngives = "thought"\n[[step]]\nname = "answer"\ngives = "answer"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return whisper(tmp_path).folder


def of_kind(events: list[Event], kind: str, role: str = "a") -> list[Event]:
    return [event for event in events if event["event"] == kind and event.get("role") == role]


def played(folder: Path, agent: Any, seed: int = 4, **more: Any) -> list[Event]:
    events: list[Event] = []
    referee = Referee(Game.load(folder), settings=Settings(seconds=60.0))
    agents = {"a": agent, "b": RandomAgent(), "c": RandomAgent()}
    referee.play(agents, seed=seed, watch=events.append, **more)
    assert events[-1]["ended"] == "terminal"
    return events


def test_a_step_sees_what_earlier_ones_came_to_and_thoughts_stay_private(folder: Path) -> None:
    model = Scripted(["Bob is odd.", "THINK: So it is.\nSAY: Hello.\nMOVE: (vote b)"])
    prompts = {"think.md": "<!-- Ours. -->\nThink, $you.", "answer.md": f"You thought: $step_think\n\n{ANSWER}"}
    agent = step_agent(folder, PLAN, model, prompts)
    answer = agent.act(view())
    assert (answer.move, answer.words, answer.thought) == ("(vote b)", "Hello.", "Bob is odd.\n\nSo it is.")
    assert [call["step"] for call in answer.calls] == ["think", "answer"]
    assert answer.calls[0]["messages"] == [{"speaker": "user", "text": "Think, Ann."}]
    assert answer.calls[1]["messages"][0]["text"].startswith(
        "You thought: Bob is odd.\n\nYour moves:\n(vote b): vote for"
    )


def test_a_prompt_may_have_a_system_message_and_loses_empty_paragraphs(folder: Path) -> None:
    text = "$rules\n\n$role_hint\n---\nIt costs $$5.\n\nYou did:\n$own\n\nLast: $news and ${task}.\n\n$form"
    agent = step_agent(folder, '[[step]]\nname = "answer"\ngives = "answer"\n', Scripted([""]), {"answer.md": text})
    system, user = agent.act(view()).calls[0]["messages"]
    assert system == {"speaker": "system", "text": "One of three is the wolf."}
    assert user["text"].startswith("It costs $5.\n\nLast: 2. (said Bob).\n2. Bob: “Hello.” and .\n\nAnswer in")


def test_drafts_that_were_checked_are_told(folder: Path) -> None:
    draft = CheckedDraft("speak", "Bob voted for me.", "Hm.", "Bob has not voted yet (joint move 2).")
    for agent in (
        step_agent(folder, PLAN, Scripted(["x", "y"]), {"think.md": "x", "answer.md": ANSWER}),
        make_agents("cot:scripted:" + _replies(folder), Game.load(folder), ("a",))()["a"],
        make_agents("model:scripted:" + _replies(folder), Game.load(folder), ("a",))()["a"],
    ):
        told = agent.act(view(checked=(draft,))).calls[-1]["messages"][-1]["text"]
        assert "You were about to answer 'speak': “Bob voted for me.”.\nBob has not voted yet" in told


def _replies(folder: Path) -> str:
    for number in range(1, 5):
        (folder / f"{number}.txt").write_text("MOVE: (vote b)")
    return str(folder)


def test_lies_are_declared_in_lines_or_in_a_field(folder: Path) -> None:
    reply = "THINK: I hide.\nLIE: I am no wolf.\nLIE: none\nSAY: I am no wolf.\n**LIE:** Bob is.\nMOVE: (vote b)"
    lies = ["I am no wolf.", "Bob is."]
    value = {"thought": "I hide.", "lies": lies, "speech": "I am no wolf.", "move": "(vote b)"}
    for text in (reply, json.dumps(value)):
        agent = make_agents("model:scripted:" + _replies(folder), Game.load(folder), ("a",))()["a"]
        assert isinstance(agent, StepAgent)
        agent._models = {"": Scripted([text])}
        answer = agent.act(view())
        assert answer.lies == ("I am no wolf.", "Bob is.")
        assert (answer.words, answer.thought, answer.move) == ("I am no wolf.", "I hide.", "(vote b)")


def test_a_draft_on_wrong_ground_is_thought_anew(folder: Path) -> None:
    model = Scripted(["T", "MOVE: (vote b)", "T2", "MOVE: (vote b)", "MOVE: (vote b)"])
    agent = step_agent(folder, PLAN, model, {"think.md": "$checked", "answer.md": f"$step_think\n\n{ANSWER}"})
    agent.act(view())
    wrong = CheckedDraft("(vote b)", "", "", "REFUTED Bob: he can't be the wolf.", anew=True)
    again = agent.act(view(checked=(wrong,)))
    assert [call["step"] for call in again.calls] == ["think", "answer"] and again.thought == "T2"
    assert "he can't be the wolf" in again.calls[0]["messages"][0]["text"]
    words = CheckedDraft("(vote b)", "", "", "That is not so.")
    assert [call["step"] for call in agent.act(view(checked=(wrong, words))).calls] == ["answer"]


def test_a_question_that_is_asked_again_asks_a_model_again(folder: Path) -> None:
    stands = '[[step]]\nname = "stands"\ncall = "standing_move"\ngives = "answer"\n'
    stands += '[step.options]\nof = "answer"\nmoves = ["(vote c)"]\n'
    model = Scripted(["T", "MOVE: (vote z)", "MOVE: (vote b)"])
    agent = step_agent(folder, PLAN + stands, model, {"think.md": "x", "answer.md": ANSWER})
    agent.act(view())
    again = agent.act(view(refused=(Refused("(vote z)", "Z is dead"),)))
    assert [call["step"] for call in again.calls] == ["answer"] and again.move == "(vote b)"


def test_a_question_that_is_asked_again_takes_the_last_step_alone(folder: Path) -> None:
    model = Scripted(["T", "MOVE: (vote z)", "MOVE: (vote b)", "T2", "MOVE: (vote b)"])
    agent = step_agent(folder, PLAN, model, {"think.md": "x", "answer.md": f"$step_think\n\n{ANSWER}"})
    agent.act(view())
    again = agent.act(view(refused=(Refused("(vote z)", "Z is dead"),)))
    assert [call["step"] for call in again.calls] == ["answer"] and again.thought == "T"
    assert "T\n\nYour moves" in again.calls[0]["messages"][0]["text"]
    assert "'(vote z)' was refused: Z is dead." in again.calls[0]["messages"][0]["text"]
    later = agent.act(view(plies=(*view().plies, Ply("noop", ()))))
    assert [call["step"] for call in later.calls] == ["think", "answer"] and later.thought == "T2"


def test_the_draft_stands_where_a_later_step_fails(folder: Path) -> None:
    plan = PLAN.replace("think", "draft").replace("thought", "answer").replace('"answer"\ngives', '"refine"\ngives')
    agent = step_agent(folder, plan, Scripted(["SAY: Hi.\nMOVE: (vote b)"]), {"draft.md": ANSWER, "refine.md": ANSWER})
    answer = agent.act(view())
    assert (answer.move, answer.words) == ("(vote b)", "Hi.") and "the model failed" in answer.trouble
    assert "error" in answer.calls[1]


BELIEFS = """
[[step]]
name = "beliefs"
on = "observe"
heard = true
schema = "beliefs"
keep = true
note = "belief"
[[step]]
name = "answer"
gives = "answer"
"""
SCHEMA = {
    "type": "object",
    "properties": {
        "beliefs": {
            "type": "object",
            "properties": {
                "$others": {"type": "object", "additionalProperties": {"type": "number", "minimum": 0, "maximum": 1}}
            },
            "required": ["$others"],
            "additionalProperties": False,
        }
    },
    "required": ["beliefs"],
}


def believing(folder: Path, model: Any) -> StepAgent:
    prompts = {
        "beliefs.md": "$news\n\n$form",
        "beliefs.json": json.dumps(SCHEMA),
        "answer.md": f"$state_beliefs\n\n{ANSWER}",
    }
    return step_agent(folder, BELIEFS, model, prompts)


def test_a_hook_keeps_a_value_notes_it_and_tells_its_calls(folder: Path) -> None:
    value = {"beliefs": {"b": {"wolf": 0.7}, "c": {"wolf": 0.3}}}
    model = Scripted(["no JSON", f"Here:\n```json\n{json.dumps(value)}\n```", "MOVE: (vote b)", "MOVE: (vote b)"])
    agent = believing(folder, model)
    agent.begin(_seat(folder))
    assert agent.observe(Ply("noop", ("(voted b c)",))) == (), "nobody spoke"
    notes = agent.observe(Ply("speak", (), (Utterance("b", "Hello."),)))
    kinds = [note["kind"] for note in notes]
    assert kinds == ["call", "call", "belief", "state"]
    assert notes[0]["messages"][0]["text"].startswith("2. Bob: “Hello.”")
    assert '"required": ["b", "c"]' in notes[0]["messages"][0]["text"]
    assert notes[1]["messages"][1]["text"].startswith("The answer holds no JSON object. Answer with one JSON object")
    assert notes[2]["beliefs"] == value["beliefs"] and notes[3]["state"] == {"beliefs": value}
    assert agent.act(view()).calls[0]["messages"][0]["text"].startswith("beliefs: Bob wolf 0.7, Cyd wolf 0.3\n\nYour")
    with pytest.raises(GameError, match=r"answer.md:1: there is no field \$state_nothing"):
        step_agent(folder, BELIEFS, model, {"answer.md": "$state_nothing"})


def _seat(folder: Path) -> Any:
    from lelma.agents.protocol import Seat

    referee = Referee(Game.load(folder))
    return Seat("a", referee.dynamics.roles, referee.rules, referee.wording, 60.0, 7)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("", "the answer holds no JSON object"),
        ("{", "no JSON object"),
        ("{]}", "not JSON"),
        ('{"beliefs": 3}', "the answer.beliefs should be of type object"),
        ('{"beliefs": {"b": {}}}', "the answer.beliefs has no 'c'"),
        ('{"beliefs": {"b": {}, "c": {}, "p9": {}}}', "has 'p9', which it should not have"),
        ('{"beliefs": {"b": {"wolf": 3}, "c": {}}}', "the answer.beliefs.b.wolf should be from 0 to 1"),
        ('{"beliefs": {"b": {"wolf": true}, "c": {}}}', "the answer.beliefs.b.wolf should be of type number"),
        ('{"beliefs":' * 200 + "3" + "}" * 200, "nested more than 100 deep"),
        ("x" * 10_000_000, "the answer holds no JSON object"),
    ],
)
def test_a_value_that_can_not_be_read_is_asked_for_again_and_then_missing(folder: Path, reply: str, why: str) -> None:
    agent = believing(folder, Scripted([reply, reply]))
    agent.begin(_seat(folder))
    notes = agent.observe(Ply("speak", (), (Utterance("b", "Hello."),)))
    assert [note["kind"] for note in notes] == ["call", "call", "unread"]
    assert why in notes[-1]["why"] and len(str(notes)) < 200_000


def test_a_match_that_was_cut_off_goes_on_with_the_state(folder: Path, tmp_path: Path) -> None:
    def reply(number: int, sound: str, text: str) -> str:
        said = text.count("said")
        return sound if offered(text) else json.dumps({"beliefs": {"b": {"wolf": 1 / (1 + said)}, "c": {}}})

    whole = tmp_path / "whole.jsonl"
    events = played(folder, believing(folder, Player(reply)), transcript=whole)
    assert len([note for note in of_kind(events, "note") if note["kind"] == "state"]) >= 1
    lines = whole.read_bytes().splitlines(keepends=True)
    for number in range(1, len(lines), 4):
        file = tmp_path / f"{number}.jsonl"
        file.write_bytes(b"".join(lines[:number]))
        player = Player(reply)
        played(folder, believing(folder, player), transcript=file, resume=True)
        assert _timeless(file) == _timeless(whole), number


def _timeless(file: Path) -> list[Event]:
    return [{name: value for name, value in event.items() if name != "seconds"} for event in read_transcript(file)]


def test_functions_are_steps_and_may_ask(folder: Path) -> None:
    def guess(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
        told = [ask("about", {"who": who}) for who in moment.others]
        assert options == {"loud": True} and moment.ply is not None
        return StepResult(dict(zip(moment.others, told, strict=True)), [{"kind": "plan", "text": "p"}], {"guessed": 1})

    plan = (
        '[[step]]\nname = "guess"\ncall = "guess"\nprompts = ["about"]\nfields = ["who"]\noptions = {loud = true}\n'
        '[[step]]\nname = "plans"\ntimes = 3\n[[step]]\nname = "which"\n'
        '[[step]]\nname = "best"\ncall = "pick"\noptions = {of = "plans", by = "which"}\ngives = "thought"\n'
        '[[step]]\nname = "answer"\ngives = "answer"\n'
    )
    prompts = {
        "about.md": "What of $who?", "plans.md": "x", "which.md": "$step_plans",
        "answer.md": f"$step_guess\n\n$step_best\n\n$state_guessed\n\n{ANSWER}",
    }  # fmt: skip
    functions = {**COMMON_FUNCTIONS, "guess": guess}
    model = Scripted(["odd", "fine", "P1", "P2", "P3", "Plan 2, not 3", "MOVE: (vote b)"])
    answer = step_agent(folder, plan, model, prompts, functions=functions).act(view())
    asked = [call["messages"][0]["text"] for call in answer.calls]
    assert asked[:2] == ["What of b?", "What of c?"] and asked[5] == "1. P1\n2. P2\n3. P3"
    assert asked[6].startswith("Bob: odd\nCyd: fine\n\nP2\n\n1\n\nYour moves")
    assert answer.thought == "P2" and [note["kind"] for note in answer.notes] == ["plan", "state"]
    with pytest.raises(GameError, match=r"there is no function 'guess'"):
        step_agent(folder, plan, model, prompts)

    def fail(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
        ask("about", {"who": "b"})
        raise ZeroDivisionError("oh")

    failing = {**COMMON_FUNCTIONS, "guess": fail}
    answer = step_agent(folder, plan, Scripted(["odd"]), prompts, functions=failing).act(view())
    assert answer.trouble == "step guess failed: ZeroDivisionError: oh" and len(answer.calls) == 1


def test_steps_may_ask_different_models(folder: Path) -> None:
    plan = PLAN.replace('"think"\n', '"think"\nmodel = "weak"\ntemperature = 0\nmax_tokens = 9\n')
    weak, strong = Scripted(["W"], name="w"), Scripted(["MOVE: (vote b)"], name="s")
    prompts = {"think.md": "x", "answer.md": ANSWER}
    answer = step_agent(folder, plan, strong, prompts, models={"weak": weak}).act(view())
    assert [(call["model"], call["temperature"]) for call in answer.calls] == [("w", 0), ("s", 0.7)]
    both = f"cot:weak=scripted:{_replies(folder)};strong=scripted:{_replies(folder)}"
    made = make_agents(both, Game.load(folder), ("a",))()["a"]
    assert isinstance(made, StepAgent) and set(made._models) == {"", "weak", "strong"}


@pytest.mark.parametrize("spec", ["cot", "cot:", "steps:nosuch:openai:x", "steps:"])
def test_an_agent_of_steps_needs_a_name_and_a_model(folder: Path, spec: str) -> None:
    with pytest.raises(UsageError, match="cot:MODEL"):
        make_agents(spec, Game.load(folder), ("a",))


@pytest.mark.parametrize("model", [SimulatedPlayer(PlayerRates()), Scripted(["MOVE: (vote b)"])])
@pytest.mark.parametrize("other", [SimulatedPlayer(PlayerRates()), Scripted(["x"])])
def test_who_asks_models_that_answer_at_once_alone_needs_no_thread(folder: Path, model: Model, other: Model) -> None:
    threads: list[threading.Thread] = []

    def look(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
        threads.append(threading.current_thread())
        return StepResult(None)

    plan = '[[step]]\nname = "look"\ncall = "look"\n' + PLAN
    prompts = {"think.md": "x", "answer.md": ANSWER}
    functions = {**COMMON_FUNCTIONS, "look": look}
    agent = step_agent(folder, plan, model, prompts, models={"weak": other}, functions=functions)
    Asker(agent).ask(replace(view(), seconds=60.0))
    at_once = isinstance(model, SimulatedPlayer) and isinstance(other, SimulatedPlayer)
    assert agent.here == at_once and (threads == [threading.current_thread()]) == at_once


def test_a_late_question_keeps_nothing(folder: Path) -> None:
    agent = believing(folder, Player())
    agent.begin(_seat(folder))
    early, turn = agent._run("act", view())
    late, _ = agent._run("observe", view())
    early.keep({"x": 1})
    agent._settle(early, turn)
    assert agent._state == {}
    assert late.state == {}


@pytest.mark.parametrize("structured", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_cot_plays_every_hidden_role_game(name: str, structured: bool) -> None:
    game = Game.load(name)
    referee, player, events = Referee(game), Player(structured=structured), list[Event]()
    agents = dict.fromkeys(referee.players, RandomAgent())
    first, second = referee.players[:2]
    own = {role: _cot(game, player) for role in (first, second)}
    referee.play({**agents, **own}, seed=3, watch=events.append)
    assert events[-1]["ended"] == "terminal"
    mine = [event for event in events if event.get("role") in own]
    moves = [event for event in mine if event["event"] == "move" and event["tries"]]
    refused = [event for event in mine if event["event"] == "refused"]
    assert moves and not [event for event in mine if event["event"] == "trouble"]
    assert all("can't say this" in event["why"] for event in refused), "a rule of speech, never an unreadable answer"
    steps = [event["step"] for event in mine if event["event"] == "call"]
    assert steps.count("think") == len(moves) + len([e for e in mine if e["event"] == "fallback"])
    assert all(event["thought"].startswith("Let me see.\nThat is all.") for event in moves)
    assert all(
        (schema is not None) == (structured and "Before you choose" not in text) for text, schema in player.asked
    )


def _cot(game: Game, model: Any) -> StepAgent:
    from lelma.agents.steps.fields import GameTexts
    from lelma.agents.steps.plan import known_plans, read_plan

    return StepAgent(read_plan(known_plans()["cot"]), {"": model}, texts=GameTexts.of(game))


GARBAGE: Mapping[str, Callable[[int, str, str], str]] = {
    "nothing": lambda number, sound, text: "",
    "noise": lambda number, sound, text: "\x00\x1b[2J((( MOVE: (vote\u202e {'",
    "ten megabytes": lambda number, sound, text: "MOVE: " + "x" * 10_000_000,
    "another's move": lambda number, sound, text: 'MOVE: {"move": "(deal p1 merlin assassin)"}',
    "half a pair": lambda number, sound, text: "THINK: \ud800\nMOVE: \udfff",
    "every third": lambda number, sound, text: sound if number % 3 else "{" * 2000,
}


@pytest.mark.parametrize("structured", [False, True])
@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_in_every_step_ends_no_match(folder: Path, garbage: str, structured: bool, tmp_path: Path) -> None:
    events = played(folder, believing(folder, Player(GARBAGE[garbage], structured=structured)))
    assert len(str(events)) < 3_000_000
    assert not of_kind(events, "trouble")
    assert of_kind(events, "refused") or garbage == "every third"
    played(folder, _cot(Game.load(folder), Player(GARBAGE[garbage], structured=structured)))


@pytest.mark.nightly
@pytest.mark.parametrize("garbage", GARBAGE)
@pytest.mark.parametrize("name", GAMES)
def test_garbage_ends_no_match_of_a_hidden_role_game(name: str, garbage: str) -> None:
    game = Game.load(name)
    referee = Referee(game)
    agents = {role: _cot(game, Player(GARBAGE[garbage])) for role in referee.players}
    assert referee.play(agents, seed=5).ended == "terminal"


def test_kinds_of_models_that_take_a_schema_are_known() -> None:
    class Named:
        def __init__(self, name: str) -> None:
            self.name = name

    assert [takes_schema(Named(name)) for name in ("openai:gpt-4o", "local:x.gguf", "recorded")] == [True, True, False]  # type: ignore[arg-type]
    assert takes_schema(Player(structured=True)) and not takes_schema(Player(name="openai:x"))


def test_a_disguise_is_kept_in_prompts(tmp_path: Path) -> None:
    game = Game.load("avalon", obfuscate=3)
    referee, player, events = Referee(game), Player(), list[Event]()
    agents = dict.fromkeys(referee.players, RandomAgent()) | {"p1": _cot(game, player)}
    referee.play(agents, seed=3, watch=events.append)
    assert player.asked and not any(word in text.lower() for text, _ in player.asked for word in ("merlin", "avalon"))
    moved = {event["move"] for event in events if event["event"] == "move"}
    assert not any("vote" in move for move in moved)
