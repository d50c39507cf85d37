"""Roles that move at once: asked at once, written in the order of the roles, and late answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gdl.text.write import kif_term
from lelma.agents.asking import MOST_LATE, Asker, NoAnswer
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Answer, Ply, View
from lelma.game.game import Game
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event
from tests.lelma.agents.test_agents import view
from tests.lelma.matches.whisper import whisper


class Thinks(RandomAgent):
    """Moves at random, in a thread of its own, after what `before` does."""

    def __init__(self, before: Callable[[View], Any], *, here: bool = False) -> None:
        self.here, self.before = here, before

    def act(self, view: View) -> Answer:
        self.before(view)
        return super().act(view)


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    return Referee(whisper(tmp_path_factory.mktemp("games")))


def played(referee: Referee, *agents: Any, seed: int = 1) -> list[Event]:
    events: list[Event] = []
    referee.play(dict(zip(referee.players, agents, strict=True)), seed=seed, watch=events.append)
    assert events[-1]["ended"] == "terminal"
    return events


def test_roles_that_move_at_once_are_asked_at_once(referee: Referee) -> None:
    met, barrier = list[int](), threading.Barrier(3)

    def meet(seen: View) -> None:
        if len(seen.plies) == 3:  # all three vote; asked one after another, none would be passed
            barrier.wait(timeout=20)
            met.append(len(seen.plies))

    played(referee, *(Thinks(meet) for _ in range(3)))
    assert met == [3, 3, 3]


def test_two_are_asked_at_once_as_well(referee: Referee) -> None:
    met, barrier = list[str](), threading.Barrier(2)

    def meet(seen: View) -> None:
        if len(seen.plies) == 3:
            barrier.wait(timeout=20)
            met.append(seen.role)

    played(referee, Thinks(meet), RandomAgent(), Thinks(meet))
    assert sorted(met) == sorted((referee.players[0], referee.players[2]))


def test_a_transcript_does_not_tell_who_was_faster(referee: Referee) -> None:
    slow = {"a": 0.06, "b": 0.03, "c": 0.0}
    usual = played(referee, *(RandomAgent() for _ in range(3)), seed=6)
    assert played(referee, *(Thinks(lambda seen: time.sleep(slow[seen.role])) for _ in range(3)), seed=6) == usual
    mixed = Thinks(lambda seen: None), Thinks(lambda seen: None, here=True), Thinks(lambda seen: time.sleep(0.02))
    assert played(referee, *mixed, seed=6) == usual


def test_agents_that_are_called_here_are_asked_in_order_and_in_this_thread(referee: Referee) -> None:
    asked: list[tuple[int, str]] = []

    def note(seen: View) -> None:
        assert threading.current_thread() is threading.main_thread()
        asked.append((len(seen.plies), seen.role))

    played(referee, *(Thinks(note, here=True) for _ in range(3)))
    assert asked == sorted(asked)


def test_agents_that_want_their_turn_are_not_asked_beside_others(referee: Referee) -> None:
    at_once, most = [0], [0]

    class InOrder(Thinks):
        in_order = True

    def count(seen: View) -> None:
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        time.sleep(0.01)
        at_once[0] -= 1

    played(referee, *(InOrder(count) for _ in range(3)))
    assert most == [1]


def test_refusals_at_once_are_explained_to_each(referee: Referee) -> None:
    class Stubborn:
        name = "stubborn"

        def act(self, seen: View) -> Answer:
            return Answer(seen.legal[0] if seen.refused else f"(vote {seen.role})", "Hm.")

    events = played(referee, *(Stubborn() for _ in range(3)))
    refused = [event for event in events if event["event"] == "refused" and "vote" in event["why"]]
    assert len(refused) >= 3
    assert all(event["why"] for event in refused) and events[-1]["fallbacks"] == 0


def test_an_error_of_the_referee_in_a_thread_is_not_lost(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("broken")

    monkeypatch.setattr(referee.answers, "judged", fail)
    with pytest.raises(KeyError, match="broken"):
        played(referee, *(Thinks(lambda seen: None) for _ in range(3)))


def test_a_question_that_hangs_in_a_thread_keeps_no_process_alive(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged, threads = referee.answers.judged, set[threading.Thread]()

    def noted(*given: Any) -> Any:
        threads.add(threading.current_thread())
        return judged(*given)

    monkeypatch.setattr(referee.answers, "judged", noted)
    played(referee, *(Thinks(lambda seen: None) for _ in range(3)))
    others = threads - {threading.main_thread()}
    assert others and all(each.daemon for each in others)


def test_a_question_after_a_late_answer_is_asked_all_the_same(tmp_path: Path) -> None:
    referee = Referee(whisper(tmp_path), settings=Settings(seconds=0.4))
    release, asked = threading.Event(), list[int]()

    class Late(RandomAgent):
        here = False

        def act(self, seen: View) -> Answer:
            asked.append(len(seen.plies))
            if len(asked) == 1:
                release.wait(timeout=60)
                return Answer("too late")
            return super().act(seen)

    try:
        events = played(referee, Late(), RandomAgent(), RandomAgent())
    finally:
        release.set()
    of_a = [event for event in events if event.get("role") == "a" and event["event"] in ("refused", "fallback")]
    assert [event["why"] for event in of_a] == ["no answer within 0.4 seconds"] * 2
    assert len(asked) > 1 and not any("too late" in str(event) for event in events)


def test_an_agent_has_part_of_the_next_time_to_end_what_it_is_late_with() -> None:
    seconds, alone = list[float | None](), list[bool]()

    class Slow:
        name, busy = "slow", 0

        def act(self, seen: View) -> Answer:
            self.busy += 1
            alone.append(self.busy == 1)
            seconds.append(seen.seconds)
            time.sleep(0.3 if len(seconds) == 1 else 0)
            self.busy -= 1
            return Answer("x")

    asker = Asker(Slow())
    with pytest.raises(NoAnswer, match="no answer within"):
        asker.ask(view(seconds=0.1))
    assert asker.ask(view(seconds=4.0)).move == "x"
    assert alone == [True, True] and seconds == [0.1, 4.0]


def test_an_agent_that_always_hangs_is_not_asked_for_ever() -> None:
    release = threading.Event()

    class Hangs:
        name = "hangs"

        def act(self, seen: View) -> Answer:
            release.wait(timeout=60)
            return Answer("x")

        def observe(self, ply: Ply) -> None:
            raise AssertionError("it is still busy")

    asker, why = Asker(Hangs()), list[str]()
    try:
        for _ in range(MOST_LATE + 2):
            with pytest.raises(NoAnswer) as none:
                asker.ask(view(seconds=0.02))
            why.append(str(none.value))
        assert asker.tell("observe", Ply("noop", ()), 0.02).trouble == "the agent is still busy with something earlier"
    finally:
        release.set()
    assert why[-2:] == [f"the agent is still busy with {MOST_LATE} earlier questions"] * 2
    assert set(why[:-2]) == {"no answer within 0.02 seconds"}


def test_a_game_of_moves_at_once_is_as_ever() -> None:
    events: list[Event] = []
    agents = {"p1": Thinks(lambda seen: None), "p2": Thinks(lambda seen: None)}
    Referee(Game.load("prisoners_dilemma")).play(agents, watch=events.append)
    assert [event["role"] for event in events if event["event"] == "move"] == ["p1", "p2"]


def test_a_role_is_told_which_of_its_moves_it_chose(referee: Referee) -> None:
    seen = dict[str, tuple[bool, ...]]()

    def keep(view: View) -> None:
        seen[view.role] = tuple(ply.chosen for ply in view.plies)

    played(referee, *(Thinks(keep, here=True) for _ in range(3)))
    assert seen["a"][:2] == (False, True) and seen["b"][:2] == (False, False)  # the deal; a guards, b waits


def test_a_task_is_that_of_any_of_the_legal_moves() -> None:
    rules = Referee(Game.load("werewolf")).answers
    (task, (pattern, *_)), *_ = rules._tasks.items()
    move = kif_term(pattern).replace("?p", "p1")
    assert rules.task(["noop", move]) == task and rules.task(["noop"]) == ""


def test_a_task_may_depend_on_what_the_role_was_just_told() -> None:
    rules = Referee(Game.load("werewolf")).answers
    condemned = ["(condemned p3)", "(voted p1 p3)"]
    assert rules.task(["speak"], "p3", condemned) == "last_words"
    assert rules.task(["speak"], "p2", condemned) == rules.task(["speak"], "p3", ["peaceful"]) == "speak"
