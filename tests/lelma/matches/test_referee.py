"""Matches: who is asked, what is refused, who hears what, and that nothing an agent does stops one."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Answer, MatchResult, Note, Seat, View
from lelma.engine.steppers import STEPPERS, stepper
from lelma.game.game import Game
from lelma.game.rules_in_english import rules_page
from lelma.matches.referee import Referee, Settings, play_match
from lelma.matches.transcript import Event
from lelma.support.errors import UsageError
from tests.lelma.matches.whisper import whisper


class Calls:
    """Answers with what a function makes of the view; keeps the views."""

    def __init__(self, answer: Callable[[View], Any], *, here: bool = True) -> None:
        self.name, self.here = "calls", here
        self.answer, self.views = answer, list[View]()

    def act(self, view: View) -> Any:
        self.views.append(view)
        return self.answer(view)


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    return Referee(whisper(tmp_path_factory.mktemp("games")))


def played(referee: Referee, agents: Mapping[str, Any] | None = None, seed: int = 1) -> list[Event]:
    events: list[Event] = []
    referee.play({role: RandomAgent() for role in referee.players} | dict(agents or {}), seed=seed, watch=events.append)
    return events


def of(events: list[Event], kind: str, role: str = "") -> list[Event]:
    return [event for event in events if event["event"] == kind and role in ("", event.get("role"))]


def test_a_match_ends_with_the_goals_of_the_rules(referee: Referee) -> None:
    match = referee.play({role: RandomAgent() for role in referee.players}, seed=3)
    assert match.ended == "terminal" and sorted(match.goals.values()) == [0, 0, 100]
    assert (match.refused, match.fallbacks) == (0, 0)


def test_the_same_seed_gives_the_same_match(referee: Referee) -> None:
    first, again, other = (played(referee, seed=seed) for seed in (5, 5, 6))
    assert first == again != other


@pytest.mark.parametrize("name", STEPPERS)
def test_a_match_is_the_same_whatever_steps_it(name: str, referee: Referee) -> None:
    other = Referee(referee.game, dynamics=stepper(name, referee.game.description))
    for seed in (3, 4):
        assert played(other, seed=seed) == played(referee, seed=seed)
    whispers = {"a": Calls(lambda view: Answer("(whisper nobody)"))}
    assert played(other, whispers) == played(referee, whispers)


def test_chance_draws_each_of_its_moves_alike(referee: Referee) -> None:
    agents = {role: RandomAgent() for role in referee.players}
    drawn = [referee.play(agents, seed=seed).moves[0]["random"] for seed in range(90)]
    assert min(drawn.count(f"(deal {role})") for role in referee.players) >= 15


def test_matrix_games_are_played_and_every_move_is_seen() -> None:
    seen = Calls(lambda view: view.legal[0])
    match = play_match(Game.load("prisoners_dilemma"), {"p1": seen, "p2": RandomAgent()}, seed=1)
    assert match.ended == "terminal" and set(match.goals) == {"p1", "p2"}
    assert all(isinstance(value, Fraction) for value in match.goals.values())


def test_who_has_a_choice_is_asked_and_a_speech_always(referee: Referee) -> None:
    watching = {role: Calls(lambda view: view.legal[0]) for role in referee.players}
    played(referee, watching)
    legal = [view.legal for agent in watching.values() for view in agent.views]
    assert ("speak",) in legal and ("noop",) not in legal
    assert all(len(moves) > 1 or moves == ("speak",) for moves in legal)


def test_roles_that_move_at_once_hear_of_it_afterwards(referee: Referee) -> None:
    agents = {role: Calls(lambda view: view.legal[0]) for role in referee.players}
    played(referee, agents)
    for agent in agents.values():
        voting = next(view for view in agent.views if any("vote" in move for move in view.legal))
        assert not any("voted" in percept for ply in voting.plies for percept in ply.percepts)
        assert len(voting.plies) == 3


def test_words_reach_those_who_perceive_the_speaker(referee: Referee) -> None:
    agents = {role: Calls(lambda view: Answer(view.legal[-1], f"I am {view.role}.")) for role in referee.players}
    events = played(referee, agents, seed=4)
    speakers = {event["role"] for event in of(events, "move") if event.get("words")}
    assert len(speakers) == 2
    hears = {"a": {"a", "b", "c"}, "b": {"a"}, "c": set[str]()}
    for role, agent in agents.items():
        voting = next((view for view in agent.views if any("vote" in move for move in view.legal)), None)
        assert voting is not None
        heard = {each.role for ply in voting.plies for each in ply.heard if each.role != role}
        assert heard == (hears[role] & speakers) - {role}


def test_a_refused_move_is_explained_and_asked_for_again(referee: Referee) -> None:
    stubborn = Calls(lambda view: "(guard a)" if view.refused else "(guard c)")
    events = played(referee, {"a": stubborn})
    refused = of(events, "refused", "a")[0]
    assert refused["why"] == "Ann can't guard Cyd: Cyd was guarded last night"
    assert stubborn.views[1].refused[0].why == refused["why"]
    assert of(events, "move", "a")[0] == {
        "event": "move", "ply": 2, "role": "a", "move": "(guard a)", "legal": 2, "tries": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("", "the answer holds no move"),
        ("I will think about it (later)", "is no move; a move is written as"),
        ("(dance a)", "(dance a) is no move of this game"),
        ("(" * 10_000, "is no move"),
        ("x" * 1_000_000, "is no move"),
        ("(guard c)\x00\x1b[2J", "is no move"),
        ("\x00", "is no move"),
        ("guard;c", "is no move"),
        ("?", "is no move"),
        (None, "the agent answered with NoneType, not with an Answer"),
        (Answer(3), "the agent answered with Answer"),  # type: ignore[arg-type]
        (Answer("", trouble="the server is down"), "the server is down"),
        (Answer("(guard a)", calls=[3]), "the agent answered with Answer"),  # type: ignore[arg-type, list-item]
    ],
)
def test_no_answer_stops_a_match(referee: Referee, answer: Any, why: str) -> None:
    events = played(referee, {"a": Calls(lambda view: answer)})
    assert why in of(events, "refused", "a")[0]["why"]
    fallback = of(events, "fallback", "a")[0]
    assert (fallback["move"], fallback["rule"]) == ("(guard a)", "preferred")
    assert of(events, "fallback", "a")[-1]["rule"] == "drawn"
    spoken = {event["move"]: event.get("words", "") for event in of(events, "move", "a")}
    assert spoken.pop("speak") == "Nothing." and set(spoken.values()) == {""}
    assert of(events, "result")[0]["ended"] == "terminal"
    assert all(len(event["move"]) <= 200 and event["move"].isprintable() for event in of(events, "refused"))


@pytest.mark.parametrize("length", [5000, 5001])
def test_a_speech_that_is_too_long_is_refused(referee: Referee, length: int) -> None:
    events = played(referee, {"a": Calls(lambda view: Answer(view.legal[0], "x" * length))})
    spoken = [event.get("words") for event in of(events, "move", "a") if event["move"] == "speak"]
    refused = [event for event in of(events, "refused", "a") if "at most 5,000 characters" in event["why"]]
    assert (bool(refused), "x" * length in spoken) == ((length > 5000), (length <= 5000))


def test_what_is_noted_before_the_first_joint_move_stands_at_0(referee: Referee) -> None:
    class Begins(RandomAgent):
        def begin(self, seat: Seat) -> list[Note]:
            return [{"kind": "ready"}]

    events = played(referee, {"b": Begins()})
    assert [(event["ply"], event["kind"]) for event in of(events, "note", "b")] == [(0, "ready")]


def test_everybody_is_told_at_the_end_what_is_revealed_then(tmp_path: Path) -> None:
    results: list[MatchResult] = []

    class Ends(RandomAgent):
        def end(self, result: MatchResult) -> None:
            results.append(result)

    folder = whisper(tmp_path).folder
    file = folder / "game.toml"
    file.write_text(file.read_text().replace("[knowledge]", '[knowledge]\nrevealed_at_end = ["wolf"]'))
    events = played(Referee(Game.load(folder)), {"b": Ends()})
    (wolf,) = [fact for event in events if event["event"] == "state" for fact in event["added"] if "wolf" in fact]
    assert [result.revealed for result in results] == [(wolf,)]


def test_a_match_ends_where_one_role_has_no_legal_move(tmp_path: Path) -> None:
    file = tmp_path / "stuck.kif"
    file.write_text(
        "(role a) (role b) (init first) (legal a go) (<= (legal b go) (true first))"
        "(<= (next later) (does a go)) (<= terminal (true never)) (goal a 0) (goal b 0)"
    )
    match = play_match(Game.load(file), {"a": RandomAgent(), "b": RandomAgent()}, seed=1)
    assert (match.ended, len(match.moves)) == ("stuck", 1)


def test_states_are_numbered_from_the_initial_one(referee: Referee) -> None:
    plies = [event["ply"] for event in played(referee) if event["event"] == "state"]
    assert plies == list(range(len(plies))) and len(plies) > 2


def test_agents_are_given_other_rules_where_there_are_any(referee: Referee) -> None:
    assert referee.rules == rules_page(referee.game) and "wolf" in referee.rules
    assert Referee(referee.game, rules="Be quick.").rules == "Be quick."


class Odd(BaseException):
    """No Exception."""


ERRORS = [ValueError("no"), RecursionError(), SystemExit(3), KeyError("x" * 10_000), Odd()]


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("here", [True, False])
def test_an_agent_that_raises_does_not_stop_a_match(referee: Referee, error: BaseException, here: bool) -> None:
    def fail(view: View) -> Answer:
        raise error

    events = played(referee, {"b": Calls(fail, here=here)})
    assert type(error).__name__ in of(events, "refused", "b")[0]["why"]
    assert len(of(events, "refused", "b")[0]["why"]) < 400
    assert of(events, "result")[0]["fallbacks"] == len(of(events, "fallback", "b")) > 0
    assert of(events, "result")[0]["refused"] == len(of(events, "refused", "b"))


def test_an_agent_that_hangs_does_not_stop_a_match(tmp_path: Path) -> None:
    referee = Referee(whisper(tmp_path), settings=Settings(seconds=0.05))
    hangs = Calls(lambda view: time.sleep(0.3), here=False)
    events = played(referee, {"a": hangs})
    reasons = [event["why"] for event in of(events, "refused", "a")]
    assert reasons[0] == "no answer within 0.05 seconds"
    assert all(reason.startswith(("no answer", "the agent is still busy")) for reason in reasons)
    assert of(events, "result")[0]["ended"] == "terminal"


def test_whatever_an_agent_notes_of_its_calls_a_match_goes_on(referee: Referee) -> None:
    class Evil:
        def __str__(self) -> str:
            raise ValueError

    circle: dict[str, Any] = {"event": "result", "ply": 99}
    notes = ({"x": Evil()}, {"x": {1, 2}}, circle | {"self": circle}, {3: 4})
    events = played(referee, {"a": Calls(lambda view: Answer(view.legal[0], calls=notes))})
    calls = of(events, "call", "a")[:4]
    assert [event["ply"] for event in calls] == [2, 2, 2, 2]
    assert "no JSON" in calls[0]["trouble"] and calls[1]["x"] == "{1, 2}" and calls[3]["3"] == 4


def test_long_speeches_are_refused_and_control_characters_taken_out(referee: Referee) -> None:
    def speak(view: View) -> Answer:
        return Answer(view.legal[0], "Hello\x1b[31m\u202e!" if view.refused else "la" * 9999)

    events = played(referee, {role: Calls(speak) for role in referee.players})
    spoken = next(event for event in of(events, "move") if event.get("words"))
    assert spoken["words"] == "Hello�[31m�!" and spoken["tries"] == 2
    assert "at most 5,000 characters" in of(events, "refused")[0]["why"]


def test_a_match_needs_an_agent_for_each_role(referee: Referee) -> None:
    with pytest.raises(UsageError, match="agents are needed for a, b, c; there are a"):
        referee.play({"a": RandomAgent()})


def test_a_match_without_end_is_ended(tmp_path: Path) -> None:
    (tmp_path / "endless.gdl").write_text(
        "(role a) (legal a go) (init (on 1)) (<= (next (on 1)) (does a go)) (<= terminal (true off)) (goal a 0)"
    )
    match = Referee(Game.load(tmp_path / "endless.gdl"), settings=Settings(plies=7)).play({"a": RandomAgent()})
    assert (match.ended, len(match.moves), match.goals) == ("plies", 7, {})


def test_a_role_without_a_legal_move_ends_a_match(tmp_path: Path) -> None:
    (tmp_path / "stuck.gdl").write_text(
        "(role a) (<= (legal a go) (true on)) (init on) (<= terminal (true off)) (<= (next no) (does a go)) (goal a 0)"
    )
    match = Referee(Game.load(tmp_path / "stuck.gdl")).play({"a": RandomAgent()})
    assert (match.ended, len(match.moves), match.goals) == ("stuck", 1, {})


@pytest.mark.parametrize(("tries", "asked"), [(None, 3), (1, 1), (4, 4)])
def test_a_role_is_asked_so_many_times_and_no_more(tmp_path: Path, tries: int | None, asked: int) -> None:
    settings = Settings() if tries is None else Settings(tries=tries)
    stubborn = Calls(lambda view: "(guard c)")
    events = played(Referee(whisper(tmp_path), settings=settings), {"a": stubborn})
    ply = of(events, "fallback", "a")[0]["ply"]
    refused = [event for event in of(events, "refused", "a") if event["ply"] == ply]
    assert len(refused) == asked
    assert [len(view.refused) for view in stubborn.views[:asked]] == list(range(asked))


def test_chance_is_told_where_it_has_a_choice_of_two(tmp_path: Path) -> None:
    (tmp_path / "coin.gdl").write_text(
        "(role random) (role a) (legal a go) (init (at start)) (<= terminal (not (true (at start)))) (goal a 0)\n"
        "(legal random heads) (legal random tails) (<= (next (at end)) (does a go))"
    )
    events: list[Event] = []
    Referee(Game.load(tmp_path / "coin.gdl")).play({"a": RandomAgent()}, watch=events.append)
    assert of(events, "move", "random")[0]["legal"] == 2


def test_what_goes_wrong_before_the_first_move_is_told_of_no_ply(referee: Referee, tmp_path: Path) -> None:
    class Forgetful:
        def load(self, folder: Path) -> None:
            raise ValueError(f"nothing in {folder.name}")

        def save(self, folder: Path) -> None:
            """Nothing is kept."""

    forgetful = Calls(lambda view: view.legal[0])
    forgetful.memory = Forgetful()  # type: ignore[attr-defined]
    events: list[Event] = []
    agents = {role: RandomAgent() for role in referee.players} | {"a": forgetful}
    referee.play(agents, memory={"a": tmp_path}, watch=events.append)
    assert [event["ply"] for event in of(events, "trouble", "a")] == [0]
