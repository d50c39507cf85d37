"""Agents behind the gate, in matches of Avalon with six: what is fed back, cut out, flagged and noted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lelma.agents.gate.cutting import cut_out, is_declared
from lelma.agents.gate.gated import Gated
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Agent, Answer, CheckedDraft, MatchResult, PastMatch, Ply, Seat, View
from lelma.agents.roster import make_agents
from lelma.game.game import Game
from lelma.matches.referee import Referee, Settings
from lelma.support.errors import UsageError
from lelma.talk.engine import TalkEngine

PLAYERS = tuple(f"p{number}" for number in range(1, 7))
SEED = 3
"""p1 is Morgana and p2 Merlin."""


@cache
def engine() -> TalkEngine:
    return TalkEngine(Game.load("avalon"))


Says = Callable[[View], Answer]


@dataclass
class Told:
    """Says and does what it is told to; keeps what it was asked."""

    says: Says
    votes: Says = lambda view: Answer(view.legal[0])
    name: str = "told"
    views: list[View] = field(default_factory=list)
    hooks: list[str] = field(default_factory=list)

    def begin(self, seat: Seat) -> None:
        self.hooks.append("begin")

    def observe(self, ply: Ply) -> list[dict[str, Any]]:
        self.hooks.append("observe")
        return [{"kind": "plan", "text": "go on"}] if len(self.hooks) == 2 else []

    def end(self, result: MatchResult) -> None:
        self.hooks.append("end")

    def act(self, view: View) -> Answer:
        self.views.append(view)
        return self.says(view) if view.speaking else self.votes(view)


def speech(words: str, thought: str = "", *, lies: tuple[str, ...] = (), mended: str | None = None) -> Says:
    """Says this; once it is checked, `mended`, if there is such a thing."""

    def says(view: View) -> Answer:
        said = mended if view.checked and mended is not None else words
        return Answer(view.legal[0], said, thought if said == words else "", lies=lies)

    return says


def played(agent: Agent, policy: str = "strict", *, role: str = "p1", plies: int = 19) -> list[Mapping[str, Any]]:
    """The events of a match until its first vote is over, in which an agent plays behind a gate."""
    events: list[Mapping[str, Any]] = []
    agents: dict[str, Agent] = {each: RandomAgent() for each in PLAYERS}
    gated = Gated(agent, engine().plain, role, policy, engine=engine())
    referee = Referee(engine().plain, settings=Settings(plies=plies))
    referee.play(agents | {role: gated}, seed=SEED, watch=events.append)
    return events


def notes(events: Sequence[Mapping[str, Any]], task: str = "speak") -> list[Mapping[str, Any]]:
    """The checks at the first question of that task."""
    found = [each for each in events if each["event"] == "note" and each["kind"] == "check" and each["task"] == task]
    return [each for each in found if each["ply"] == found[0]["ply"]]


def said(events: Sequence[Mapping[str, Any]], role: str = "p1") -> str:
    """The first words of a role."""
    spoken = [each for each in events if each["event"] == "move" and each["role"] == role and each["move"] == "speak"]
    return str(spoken[0].get("words", ""))


FALSE = "I like tea. Quest 2 failed."


def test_a_false_history_is_fed_back_and_mended() -> None:
    agent = Told(speech(FALSE, mended="I like tea."))
    events = played(agent)
    first, second = notes(events)
    assert [claim["fails"] for claim in first["claims"]] == [True]
    assert first["feedback"] == ["You would say: “Quest 2 failed.” By what you saw: It is not so that quest 2 failed."]
    assert (second["ended"], second["flagged"], second["said"]) == ("unverified", False, "I like tea.")
    assert said(events) == "I like tea."
    asked = next(view for view in agent.views if view.checked)
    assert asked.checked == (CheckedDraft("speak", FALSE, "", first["feedback"][0]),)


def test_strict_cuts_the_sentence_that_fails_twice_in_a_row() -> None:
    events = played(Told(speech(FALSE)))
    assert [note.get("ended") for note in notes(events)] == [None, "repeated"]
    assert notes(events)[-1]["flagged"] and said(events) == "I like tea."


def test_advise_publishes_it_flagged_and_observe_feeds_nothing_back() -> None:
    advised = played(Told(speech(FALSE)), "advise")
    assert notes(advised)[-1]["flagged"] and said(advised) == FALSE
    agent = Told(speech(FALSE))
    observed = played(agent, "observe")
    [note] = notes(observed)
    assert (note["ended"], note["flagged"], len(note["feedback"]), said(observed)) == ("observed", True, 1, FALSE)
    assert not any(view.checked for view in agent.views)


def test_an_identity_may_be_a_lie_that_is_meant_and_not_a_slip() -> None:
    slip = notes(played(Told(speech("I am Merlin."))))
    assert "you are Morgana" in slip[0]["feedback"][0] and said(played(Told(speech("I am Merlin.")))) == ""
    for agent in (
        Told(speech("I am Merlin.", lies=("I am Merlin.",))),
        Told(speech("I am Merlin.", "They may believe me.\nLIE: I am Merlin.")),
    ):
        events = played(agent)
        [note] = notes(events)
        assert note["claims"][0]["lie"] and note["feedback"] == [] and said(events) == "I am Merlin."


def test_what_is_noted_as_certain_and_no_deal_has_is_fed_back() -> None:
    def certain(*named: str) -> Says:
        def says(view: View) -> Answer:
            told = ["merlin"] if view.checked else list(named)
            return Answer(view.legal[0], "Hello.", notes=({"kind": "belief", "certain": {"p2": told}},))

        return says

    agent = Told(certain("assassin", "morgana"))
    first, second = notes(played(agent))
    [claim] = first["claims"]
    assert (claim["where"], claim["kind"], claim["fails"]) == ("belief", "certain", True)
    [line] = first["feedback"]
    assert line.startswith(
        "REFUTED Player 2: no deal that fits what you saw has the Assassin or Morgana there; left are:"
    )
    assert second["claims"] == [] and "Merlin" in line
    assert [draft.anew for draft in next(view for view in agent.views if view.checked).checked] == [True]
    [open_guess] = notes(played(Told(certain("assassin", "percival"))))
    assert open_guess["claims"] == []


def test_a_thought_against_what_the_agent_knows_is_fed_back() -> None:
    [first, *_] = notes(played(Told(speech("I like tea.", "Player 2 is Morgana.", mended="I like milk."))))
    assert [(claim["where"], claim["fails"]) for claim in first["claims"]] == [("thought", True)]
    assert first["feedback"][0].startswith("You think: “Player 2 is Morgana.”")


def test_words_against_earlier_words_are_fed_back_unless_declared() -> None:
    def says(view: View) -> Answer:
        earlier = any(each.role == view.role for ply in view.plies for each in ply.heard)
        words = "I am a loyal servant." if earlier else "I am Percival."
        return Answer(view.legal[0], words, lies=("I am Percival.",) if not earlier else ())

    events = played(Told(says), "observe", role="p4", plies=28)
    second = [each for each in events if each["event"] == "note" and each.get("task") == "speak"][1]
    assert any("No deal allows both" in line for line in second["feedback"])


def test_a_move_against_an_announcement_is_fed_back_once() -> None:
    agent = Told(speech("I will approve this team."), votes=lambda view: Answer(_vote(view, "reject")))
    events = played(agent)
    [spoken] = notes(events)
    assert [(claim["kind"], claim["verdict"]) for claim in spoken["claims"]] == [("consistency", "pending")]
    first, second = notes(events, "vote")
    assert first["feedback"][0].endswith("Your move goes against it: you reject the team.")
    assert (second["ended"], second["flagged"]) == ("repeated", True)
    votes = [each["move"] for each in events if each["event"] == "move" and each["role"] == "p1"]
    assert "(vote reject)" in votes, "the gate forbids no move"


class GoesOn(Told):
    """Is told at once of all that it lived through."""

    def resume(self, past: PastMatch) -> None:
        self.hooks += ["resume", *["observe"] * len(past.plies)]


@pytest.mark.parametrize("kind", [Told, GoesOn])
def test_a_gate_goes_on_with_what_was_announced(kind: type[Told], tmp_path: Path) -> None:
    def agents(agent: Agent) -> dict[str, Agent]:
        others: dict[str, Agent] = {each: RandomAgent() for each in PLAYERS}
        return others | {"p1": Gated(agent, engine().plain, "p1", engine=engine())}

    def rejects_when_told(view: View) -> Answer:
        return Answer(_vote(view, "approve" if view.checked else "reject"))

    def told(kind: type[Told]) -> Told:
        return kind(speech("I will approve this team."), votes=rejects_when_told)

    referee, whole = Referee(engine().plain, settings=Settings(plies=24)), tmp_path / "whole.jsonl"
    referee.play(agents(told(kind)), seed=SEED, transcript=whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    spoken = next(number for number, line in enumerate(lines) if b"I will approve" in line)
    voted = max(number for number, line in enumerate(lines) if b"goes against it" in line)
    for number in (voted, (spoken + voted) // 2):
        file = tmp_path / f"{number}.jsonl"
        file.write_bytes(b"".join(lines[:number]))
        agent = told(kind)
        referee.play(agents(agent), seed=SEED, transcript=file, resume=True)
        assert file.read_bytes() == whole.read_bytes()
        assert agent.hooks[0].startswith("begin" if kind is Told else "resume")


def _vote(view: View, opinion: str) -> str:
    return next((move for move in view.legal if opinion in move), view.legal[0])


def test_merlin_is_told_what_gives_him_away() -> None:
    events = played(Told(speech("I am Merlin.")), role="p2")
    assert "gives away who Merlin is" in notes(events)[0]["feedback"][0] and said(events, "p2") == ""


def test_what_is_unknown_is_counted_and_passes() -> None:
    agent = Told(speech("Player 6 is good. I think Player 2 is Morgana."))
    [note] = notes(played(agent, role="p4"))
    assert note["unknown"] >= 1 and note["feedback"] == []


def test_a_gate_that_fails_lets_everything_pass_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lelma.talk.live.LiveJudge.judge", lambda judge, words: 1 / 0)
    events = played(Told(speech(FALSE)))
    assert notes(events)[0]["trouble"].startswith("ZeroDivisionError") and said(events) == FALSE


def test_hooks_and_names_are_passed_on() -> None:
    agent = Told(speech("I like tea."))
    gated = Gated(agent, engine().plain, "p1", engine=engine())
    events = played(agent)
    assert agent.hooks[0] == "begin" and agent.hooks[-1] == "end" and agent.hooks.count("observe") == 19
    assert gated.name == "gated:told" and not hasattr(gated, "memory") and not gated.here
    assert [each["text"] for each in events if each["event"] == "note" and each["kind"] == "plan"] == ["go on"]


def test_gates_are_named_in_specs_and_for_all() -> None:
    made = make_agents("p1=gated:plain,random", engine().plain, PLAYERS)()
    assert [made[role].name for role in ("p1", "p2")] == ["gated:plain", "random"]
    everyone = make_agents("p1=gated:plain,p2=human,random", engine().plain, PLAYERS, gate="observe")()
    assert [everyone[role].name for role in ("p1", "p2", "p3")] == ["gated:plain", "human", "gated:random"]
    with pytest.raises(UsageError, match=r"no gate is .*did you mean strict"):
        Gated(RandomAgent(), engine().plain, "p1", "strikt", engine=engine())
    hunters = make_agents("gated:random", Game.load("stag_hunt"), ("p1", "p2"))()
    assert {agent.name for agent in hunters.values()} == {"gated:random"}, "any game has claims"


def test_sentences_are_cut_and_declared_by_their_words() -> None:
    assert cut_out("A is so. B is not. C.", [(9, 18)]) == "A is so. C."
    assert is_declared("Well, I am the seer!", "I am the seer", ["i am the seer"])
    assert not is_declared("I am the seer.", "I am the seer", ["I am the witch."])
