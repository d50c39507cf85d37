"""The agents that are shipped."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from rich.console import Console

from lelma.agents.asking import NoAnswer
from lelma.agents.model_agent import ModelAgent
from lelma.agents.players.human_agent import HumanAgent
from lelma.agents.players.rule_agent import PreferringAgent, preferring_agents
from lelma.agents.players.scripted_agent import ScriptedAgent
from lelma.agents.protocol import Answer, Ply, Refused, Utterance, View
from lelma.agents.roster import make_agents
from lelma.agents.steps.fields import LONGEST_NOTES
from lelma.agents.steps.reading import read_parts
from lelma.game.file_format import game_file
from lelma.game.game import Game, list_games
from lelma.game.wording import Wording
from lelma.matches.referee import Referee
from lelma.matches.transcript import Event
from lelma.models import Message, ModelError, Scripted
from lelma.support.errors import GameError, UsageError
from tests.lelma.matches.whisper import CONFIG, whisper


def view(**changes: object) -> View:
    fields: dict[str, object] = {
        "role": "a",
        "roles": ("random", "a", "b", "c"),
        "rules": "One of three is the wolf.",
        "wording": Wording(game_file(tomllib.loads(CONFIG)).words),
        "plies": (Ply("noop", ("(saw b)", "(saw c)")), Ply("speak", ("(said b)",), (Utterance("b", "Hello."),))),
        "legal": ("(vote b)", "(vote c)"),
        **changes,
    }
    return View(**fields)  # type: ignore[arg-type]


def prompt(seen: View) -> list[Message]:
    """What a model is told of a view."""
    (call,) = ModelAgent(Scripted([""])).act(seen).calls
    return [Message(message["speaker"], message["text"]) for message in call["messages"]]


def preferring(tmp_path: Path, text: str) -> PreferringAgent:
    (tmp_path / "agents.toml").write_text(text, "utf-8")
    return preferring_agents(tmp_path)["plain"]


@pytest.mark.parametrize(
    ("when", "move"),
    [
        ('["(saw ?q)"]', None),
        ('["(said ?q)"]', "(vote b)"),
        ('["(latest (saw ?q))"]', "(vote c)"),
        ('["(not (said ?q))", "(role ?q)"]', "(vote c)"),
        ('["(role ?q)", "(distinct ?q ?me)", "(not (said ?q))"]', "(vote c)"),
        ('["(within ?q (pair b ?me))"]', "(vote b)"),
    ],
)
def test_preferences_follow_percepts(tmp_path: Path, when: str, move: str | None) -> None:
    agent = preferring(tmp_path, f'[[plain.rule]]\nmove = "(vote ?q)"\nwhen = {when}\nscore = 2\n')
    found = {agent.act(view(seed=seed)).move for seed in range(20)}
    assert found == ({move} if move else {"(vote b)", "(vote c)"})


def test_scores_add_up_over_all_ways(tmp_path: Path) -> None:
    agent = preferring(
        tmp_path,
        '[[plain.rule]]\nmove = "(vote c)"\nwhen = ["(saw ?x)"]\nscore = 1\n'
        '[[plain.rule]]\nmove = "(vote b)"\nwhen = ["(said ?x)"]\nscore = 1\n',
    )
    assert agent.act(view()).move == "(vote c)"


def test_preferring_agents_say_what_is_written(tmp_path: Path) -> None:
    agent = preferring(tmp_path, '[[plain.rule]]\nmove = "speak"\nwhen = ["(said ?x)"]\nsays = ["I have heard {x}."]\n')
    assert agent.act(view(legal=("speak",), speaking=frozenset(["speak"]))) == Answer("speak", "I have heard Bob.")


def test_faults_of_agents_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(GameError) as caught:
        preferring(
            tmp_path,
            '[[plain.rule]]\nwhen = []\n[[plain.rule]]\nmove = "(a"\n[[plain.rule]]\nmove = "a"\nsays = ["{x}"]\n',
        )
    for part in ("plain.rule[1]: expected move", "plain.rule[2]: '(a'", "plain.rule[3]: {x} in '{x}'"):
        assert part in str(caught.value)


@pytest.mark.parametrize("name", [name for name in list_games() if "hidden" in Game.load(name).file.kind])
def test_the_agents_of_a_game_play_it_without_a_refusal(name: str) -> None:
    referee = Referee(Game.load(name))
    agents = preferring_agents(referee.game.folder)
    assert agents
    for agent in agents.values():
        match = referee.play(dict.fromkeys(referee.players, agent), seed=5)
        assert (match.ended, match.fallbacks) == ("terminal", 0)


def test_scripts_are_lines_or_events(tmp_path: Path) -> None:
    file = tmp_path / "script"
    file.write_text(
        '# a comment\n(vote b)\nspeak | Hello | all\n{"event": "move", "role": "a", "move": "x", "words": "y"}\n'
        '{"event": "move", "role": "b", "move": "z"}\n{"event": "percept", "role": "a"}\n'
        '{"event": "move", "role": "a", "move": "z", "tries": 0}\n'
    )
    agent = ScriptedAgent.from_file(file, "a")
    assert agent.answers == (Answer("(vote b)"), Answer("speak", "Hello | all"), Answer("x", "y"))
    assert [agent.act(view()).move for _ in range(3)] == ["(vote b)", "speak", "x"]
    with pytest.raises(UsageError, match="no more than 3 answers"):
        agent.act(view())


def test_a_person_chooses_by_number_or_name() -> None:
    typed = iter(["2", "vote for Bob", "9", "I say so"])
    console = Console(record=True, width=100)
    agent = HumanAgent(console, lambda ask: next(typed))
    assert agent.act(view()).move == "(vote c)"
    refused = (Refused("x", "Ann can't vote for Cyd: Cyd is dead"),)
    assert agent.act(view(refused=refused)).move == "(vote b)"
    assert agent.act(view()).move == "9"
    assert agent.act(view(legal=("speak",), speaking=frozenset(["speak"]))) == Answer("speak", "I say so")
    shown = console.export_text()
    for part in ("One of three is the wolf.", "You are Ann", "Bob: Hello.", "vote for Cyd", "Cyd is dead."):
        assert part in shown


def person(*typed: str) -> tuple[HumanAgent, Console, list[str]]:
    """One who types these lines, and then ends the input; an empty line is Ctrl-D."""
    lines, asked = iter(typed), list[str]()

    def read(question: str) -> str:
        asked.append(question)
        if line := next(lines, ""):
            return line
        raise EOFError

    console = Console(record=True, width=100)
    return HumanAgent(console, read), console, asked


def test_a_person_is_told_again_at_any_question() -> None:
    agent, console, asked = person("help", "history", "CARD ", "2", "card", "I say so")
    lived = (Ply("(guard b)", ("(said b)",), (Utterance("b", "Hello."), Utterance("a", "Hm.")), chosen=True),)
    seen = view(plies=lived, card=("(wolf b)",), known=("(last b)",))
    assert agent.act(seen).move == "(vote c)"
    told = console.export_text()
    for part in ("history  all", "You guard Bob: “Hm.”", "You are Ann.", "(wolf Bob).", "Bob was guarded last night."):
        assert part in told
    assert told.count("Bob: Hello.") == 2 and asked == ["Your move? "] * 4
    speech = view(legal=("speak",), speaking=frozenset(["speak"]))
    assert agent.act(speech) == Answer("speak", "I say so")
    assert asked[4:] == ["What do you say? "] * 2
    assert person("card")[0].act(view(legal=("card", "(vote b)"))).move == "card", "a move goes first"


@pytest.mark.parametrize("typed", ["y", "Yes", ""])
def test_the_end_of_input_passes_when_it_is_confirmed(typed: str) -> None:
    agent, _, asked = person("", typed, "1", "1")
    for _ in range(2):
        with pytest.raises(NoAnswer, match="the person has left"):
            agent.act(view())
    assert asked == ["Your move? ", "Pass for the rest of the match? [y/N] "], "asked once"


def test_the_end_of_input_by_mistake_asks_again() -> None:
    agent, _, asked = person("", "n", "2")
    assert agent.act(view()).move == "(vote c)"
    assert asked == ["Your move? ", "Pass for the rest of the match? [y/N] ", "Your move? "]


def test_a_person_sees_and_types_the_names_that_are_shown() -> None:
    names = Wording(game_file({"words": {"names": {"a": "Anna", "b": "Bert", "c": "Carl"}}}).words)
    agent, console, _ = person("(vote Bert)", "vote Carl", "carl", "2", "Dora")
    plies = (Ply("noop", ("(does b (vote c))", "(said b)")),)
    moves = [agent.act(view(wording=names, plies=plies)).move for _ in range(4)]
    assert moves == ["(vote b)", "(vote c)", "(vote c)", "(vote c)"]
    refused = (Refused("Dora", "'Dora' is no move; a move is written as (vote b)"),)
    assert agent.act(view(wording=names, plies=plies, refused=refused)).move == "Dora"
    told = console.export_text()
    for part in ("You are Anna", "Bert: (vote Carl).", "(said Bert)", "  1  (vote Bert)", "written as (vote Bert)."):
        assert part in told
    assert "(vote b)" not in told and "(said b)" not in told


def test_a_model_is_told_what_the_role_perceived_and_its_moves() -> None:
    system, user = prompt(view(refused=(Refused("(vote z)", "Z is dead"),)))
    assert system.text == "One of three is the wolf.\n\nYou play as Ann."
    for part in ("2. Bob: “Hello.”", "(vote b): vote for Bob", "'(vote z)' was refused: Z is dead.", "MOVE:"):
        assert part in user.text
    assert "SAY:" not in user.text


def test_a_model_is_told_what_it_did_knows_of_itself_and_thought() -> None:
    plies = (
        Ply("noop", ()),
        Ply("(guard b)", (), chosen=True, thought="Bob seems harmless.\n\nI keep an eye on Cyd."),
        Ply("speak", (), (Utterance("a", "Hello."),), chosen=True),
    )
    _, user = prompt(view(plies=plies, known=("(last b)", "(not (dead a))")))
    for part in (
        "What you did so far:\n2. You guard Bob.\n3. You: speak.\n\n",
        "What you know of yourself:\nBob was guarded last night.\nIt is not so that you is dead.\n\n",
        "What you thought lately, which nobody else sees:\n2. Bob seems harmless. I keep an eye on Cyd.\n\n",
    ):
        assert part in user.text
    fresh = prompt(view(plies=()))[1].text
    assert not any(part in fresh for part in ("did so far", "know of yourself", "thought lately"))


def test_a_model_is_told_its_latest_thoughts_up_to_a_length() -> None:
    plies = tuple(Ply("speak", (), chosen=True, thought=f"<{number}>" + "x" * 900) for number in range(1, 6))
    text = prompt(view(plies=plies))[1].text
    assert [f"<{number}>" in text for number in range(1, 6)] == [False, False, False, True, True]
    assert LONGEST_NOTES < text.count("x") + 100 < LONGEST_NOTES + 200


def test_a_model_hears_of_its_own_course_from_the_referee(tmp_path: Path) -> None:
    referee, events = Referee(whisper(tmp_path)), list[Event]()
    model = Scripted([f"THINK: note {number}\nMOVE: {move}" for number, move in enumerate(["(guard a)", "noop", "x"])])
    agents = make_agents("random", referee.game, referee.players)()
    referee.play(agents | {"a": ModelAgent(model)}, seed=4, watch=events.append)
    calls = [event["messages"][1]["text"] for event in events if event["event"] == "call"]
    assert "did so far" not in calls[0]
    assert "What you did so far:\n2. You guard you.\n" in calls[1]
    assert "thought lately, which nobody else sees:\n2. note 0\n" in calls[1]
    later = [text for text in calls if "3. note" in text]
    assert not later, "what was refused is no note"


def test_a_models_answer_is_read_strictly() -> None:
    assert read_parts("THINK: a\nb\n**MOVE:** (vote b)\nmore") == {"THINK": "a\nb", "MOVE": "(vote b)"}
    assert read_parts("I vote for b.") == {}
    assert read_parts("MOVE:\n```\n(vote b)\n```") == {"MOVE": "(vote b)"}
    answer = ModelAgent(Scripted(["THINK: Hm.\nSAY: Hi!\nMOVE: vote for Cyd"])).act(view())
    assert (answer.move, answer.words, answer.thought) == ("vote for Cyd", "Hi!", "Hm.")
    assert answer.calls[0]["reply"].startswith("THINK") and answer.calls[0]["messages"][0]["speaker"] == "system"
    assert ModelAgent(Scripted(["no idea"])).act(view()).trouble == (
        "the answer names no move: it has no JSON object with one, and no line that begins with MOVE:"
    )


def test_a_model_that_fails_is_a_fallback_with_its_reason(tmp_path: Path) -> None:
    referee, events = Referee(whisper(tmp_path)), list[Event]()
    model = Scripted(["MOVE: (guard c)", "MOVE: (guard b)"])
    agents = make_agents("random", referee.game, referee.players)()
    referee.play(agents | {"a": ModelAgent(model)}, seed=4, watch=events.append)
    of_a = [event for event in events if event.get("role") == "a"]
    assert [event["event"] for event in of_a][:4] == ["call", "refused", "call", "move"]
    assert "the model failed" in next(event["why"] for event in of_a if event["event"] == "fallback")
    with pytest.raises(ModelError):
        model.complete([])


def test_roles_get_the_agents_they_are_given(tmp_path: Path) -> None:
    game = whisper(tmp_path)
    (game.folder / "agents.toml").write_text('[shy]\nabout = "Says little."\n', "utf-8")
    found = make_agents("b=shy,random", game, ("a", "b", "c"))()
    assert {role: agent.name for role, agent in found.items()} == {"a": "random", "b": "shy", "c": "random"}
