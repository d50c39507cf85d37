"""Talkers say what is so, err as often as they are told to, and know where."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from lelma.agents.players.talker import Talker
from lelma.agents.players.talker_data import Rates, read_talker_data
from lelma.agents.protocol import CheckedDraft, View
from lelma.agents.roster import make_agents
from lelma.game.game import Game
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event
from lelma.support.errors import GameError, UsageError
from lelma.words.honesty import read_honesty
from tests.lelma.agents.talked import measured

GAMES = ("avalon", "spygame", "undercover_v", "werewolf")
ERRING = "history=0.4,rules=0.3,bluff=0.3,contradict=0.3,break_vote=0.4,hallucinate=0.3,slip=0.1"
SHORT_FIRST = ("spygame", *(pytest.param(name, marks=pytest.mark.nightly) for name in GAMES if name != "spygame"))
KNOWN = ("history", "rules", "bluff", "contradict", "break_vote")
"""Errors that the speaker's own view refutes."""


def events_of(game: Game, agents: str, seed: int, **settings: int) -> list[Event]:
    referee, events = Referee(game, settings=Settings(**settings)), list[Event]()
    referee.play(make_agents(agents, game, referee.players)(), seed=seed, agent_seed=seed, watch=events.append)
    return [{name: value for name, value in event.items() if name != "seconds"} for event in events]


def mistakes(events: list[Event]) -> list[dict[str, str]]:
    return [
        each
        for event in events
        if event["event"] == "note" and event["kind"] == "mistakes"
        for each in event["mistakes"]
    ]


@pytest.mark.parametrize("name", SHORT_FIRST)
def test_a_match_ends_and_is_the_same_again(name: str) -> None:
    game = Game.load(name)
    every = ",".join(f"{rate}=0.2" for rate in (field.name for field in fields(Rates)))
    events = events_of(game, f"talker:{every}", 2)
    assert events == events_of(game, f"talker:{every}", 2)
    assert events != events_of(game, f"talker:{every},seed=5", 2, plies=events[-1]["plies"])
    assert events[-1]["ended"] == "terminal"
    assert len({each["error"] for each in mistakes(events)}) >= 5
    assert not [event for event in events if event["event"] == "trouble"]


def test_it_tells_by_a_lexicon_what_is_true_of_its_word() -> None:
    game = Game.load("undercover_v")
    lexicon = game.folder / "lexicon.toml"
    events = events_of(game, f"talker:tell=1,hallucinate=0,lexicon={lexicon}", 4)
    said = {event["words"]: event["role"] for event in events if event["event"] == "move" and event.get("words")}
    dealt = [fact.strip("()").split() for event in events if event["event"] == "state" for fact in event["added"]]
    cards = {fact[1]: fact[2].replace("_", " ") for fact in dealt if fact[0] == "card"}
    honesty = read_honesty(lexicon)
    assert len(said) > 4 and mistakes(events) == []
    assert {honesty.entails(words, cards[role]).outcome for words, role in said.items()} == {"entailed"}
    with pytest.raises(UsageError, match="there is no lexicon nowhere"):
        make_agents("talker:tell=1,lexicon=nowhere", game, ["p1"])
    with pytest.raises(UsageError, match="in werewolf no words are dealt"):
        make_agents(f"talker:lexicon={lexicon}", Game.load("werewolf"), ["p1"])


@pytest.mark.parametrize("name", GAMES)
def test_what_it_says_is_said_as_players_speak_and_none_is_wrong(name: str) -> None:
    events = events_of(Game.load(name), "talker:history=0,hallucinate=0,announce=0.5", 3)
    said = [event["words"] for event in events if event["event"] == "move" and event.get("words")]
    assert mistakes(events) == [] and not [event for event in events if event["event"] in ("refused", "fallback")]
    assert len(set(said)) == len(said) > 4
    assert all(words[0].isupper() and words[-1] in ".?!" and "{" not in words for words in said)


def test_no_clean_sentence_is_false_and_mistakes_are_found() -> None:
    found = measured(Game.load("spygame"), ERRING, [1, 2])
    assert found.sentences > 100 and found.false == []
    _recalled(found.recall)


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_some_hundred_sentences(name: str) -> None:
    found = measured(Game.load(name), ERRING, range(30, 32))
    assert found.sentences > 200 and found.false == []
    _recalled(found.recall)


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_of_ten_thousand_is_false(name: str) -> None:
    game, sentences = Game.load(name), 0
    seed = 100
    while sentences < 10_000:
        found = measured(game, "announce=0.5", [seed], most=10)
        assert found.false == []
        sentences, seed = sentences + found.sentences, seed + 1


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_mistakes_are_found(name: str) -> None:
    found = measured(Game.load(name), ERRING, range(200, 230))
    assert found.false == []
    _recalled(found.recall)


def _recalled(recall: dict[tuple[str, bool], int]) -> None:
    for error in KNOWN:
        right, wrong = recall.get((error, True), 0), recall.get((error, False), 0)
        assert right >= 0.95 * (right + wrong), error


# One question


class Kept(Talker):
    """Keeps the views it is given."""

    views: list[View]

    def act(self, view: View) -> object:  # type: ignore[override]
        if view.speaking:
            type(self).views.append(view)
        return super().act(view)


@pytest.fixture(scope="module")
def view() -> View:
    """A question for words late in a match of Avalon."""
    game = Game.load("avalon")
    Kept.views = []
    make, referee = Kept.of(game), Referee(game)
    referee.play({role: make() for role in referee.players}, seed=5, agent_seed=5)
    return Kept.views[-1]


def test_a_draft_that_comes_back_is_mended_or_not(view: View) -> None:
    for obey in (0, 1):
        agent = Talker.of(Game.load("avalon"), f"history=1,announce=0,obey={obey}")()
        first = agent.act(view)
        (wrong,) = [each["sentence"] for each in first.notes[0]["mistakes"]]
        draft = CheckedDraft(first.move, first.words, first.thought, f"You said: {wrong} That is not so.")
        again = agent.act(replace(view, checked=(draft,)))
        assert again.move == first.move and (wrong in again.words) == (not obey)
        assert bool(again.notes[0]["mistakes"]) == (not obey) and again.words


def test_who_relapses_errs_again(view: View) -> None:
    agent = Talker.of(Game.load("avalon"), "history=1,obey=1,relapse=1")()
    first = agent.act(view)
    draft = CheckedDraft(first.move, first.words, first.thought, "Something is not so.")
    again = agent.act(replace(view, checked=(draft,)))
    assert again.notes[0]["mistakes"] not in ([], first.notes[0]["mistakes"])


def test_a_bluff_is_declared(view: View) -> None:
    answer = Talker.of(Game.load("avalon"), "bluff=1")().act(view)
    assert len(answer.lies) == 1 and answer.lies[0] in answer.words
    assert {"where": "speech", "sentence": answer.lies[0], "error": "bluff"} in answer.notes[0]["mistakes"]


def test_garbage_and_illegal_moves(view: View) -> None:
    game = Game.load("avalon")
    for error in ("malformed", "illegal"):
        answer = Talker.of(game, f"{error}=1")().act(view)
        assert answer.move not in view.legal
        assert [each["error"] for each in answer.notes[0]["mistakes"]] == [error]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("histroy=0.2", "no rate 'histroy' .did you mean history."),
        ("history=2", "history should be a number from 0 to 1, not '2'"),
        ("history", "'history': write name=value"),
        ("history=0.1,history=0.2", "'history' is given twice"),
        ("seed=many", "seed should be a whole number"),
    ],
)
def test_options_with_faults_are_told(options: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Talker.of(Game.load("spygame"), options)


def test_faults_of_the_file_are_told(tmp_path: Path) -> None:
    game = Game.load("spygame")
    claims = [
        'template = "voted"\nsays = ["Hm."]',
        'template = "is_out"\nabout = ["(player ?p)"]\nsays = ["{q} is out."]',
        'template = "will_vote_for"\nabout = ["(player ?p)"]\nsays = ["I vote for {p}."]',
        'template = "is_out"\nabout = ["(player ?p"]\nsays = ["{p} is (out."]',
    ]
    text = "\n".join(f"[[claim]]\n{claim}" for claim in claims) + "\n[rates]\nslips = 0.1\n"
    (tmp_path / "talker.toml").write_text(text)
    with pytest.raises(GameError) as caught:
        read_talker_data(replace(game, path=tmp_path))
    told = str(caught.value)
    for part in ("no query template 'voted'", "{q} in", "has the move that it announces", "no rate 'slips'"):
        assert part in told
    assert [f"claim[{number}]" in told for number in (1, 2, 3, 4)] == [True] * 4
