"""The page that shows a match."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Answer, View
from lelma.interfaces.cli.main import main
from lelma.interfaces.views.match_chart import chance_chart
from lelma.interfaces.views.match_page import match_page
from lelma.matches.referee import play_match
from lelma.matches.replay import read_match
from lelma.matches.story import Story, tell
from lelma.matches.world_counts import WorldCounts
from lelma.talk.chances.suspicion import ChanceCourse, ChanceMove
from tests.lelma.matches.whisper import whisper

ATTACK = "<script>alert(1)</script>\"'&"
VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Checks that every element is closed, and keeps what is loaded or linked, and the visible text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [str(value) for name, value in attrs if name in ("href", "src", "srcset")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    """A match with a hostile speaker, refusals and fallbacks."""

    class Hostile(RandomAgent):
        def act(self, view: View) -> Answer:
            if view.speaking:
                return Answer("speak", ATTACK, thought=ATTACK)
            return Answer(ATTACK if view.refused else "(vote b)")

    folder = tmp_path_factory.mktemp("games")
    game = whisper(folder)
    with (game.path / "game.toml").open("a", encoding="utf-8") as file:
        file.write('[report]\nvotes = ["vote"]\n[report.parts]\n"(phase ?x)" = "Phase {x}"\n')
    game = game.load(game.path)
    agents = {"a": Hostile(), "b": RandomAgent(), "c": RandomAgent()}
    play_match(game, agents, seed=4, transcript=folder / "m.jsonl")
    recorded = read_match(folder / "m.jsonl")
    claim = {"ply": 3, "speaker": "a", "verdict": "false", "quote": ATTACK, "correct": ["It is not so."]}
    return tell(recorded, game, [claim])


def test_the_page_stands_alone_and_runs_nothing(story: Story) -> None:
    reader = read(match_page(story, without_worlds="None are counted."))
    assert all(link.startswith("#ply-") for link in reader.links)
    assert not reader.tags & {"script", "link", "img", "iframe"}
    assert ATTACK in reader.text


def test_the_page_tells_the_match(story: Story) -> None:
    text = read(match_page(story, without_worlds="None are counted.")).text
    for part in (
        "Whisper", "Ann", "Bob", "Votes", "Phase guard", "None are counted.", "1 claims were read in the speeches",
        "It is not so.", "Ann can't vote for Bob: it is not the time to vote", "Played in place of an answer",
    ):  # fmt: skip
        assert part in text


def test_a_guess_fails_nothing(story: Story) -> None:
    [deed] = [deed for part in story.parts for scene in part.scenes for deed in scene.deeds if deed.claims]
    deed = replace(deed, claims=({**deed.claims[0], "hedged": True},))
    scenes = [
        [replace(scene, deeds=tuple(deed if each.claims else each for each in scene.deeds)) for scene in part.scenes]
        for part in story.parts
    ]
    parts = tuple(replace(part, scenes=tuple(each)) for part, each in zip(story.parts, scenes, strict=True))
    text = read(match_page(replace(story, parts=parts), without_worlds="None are counted.")).text
    assert "guessed: false" in text
    assert "0 of them fail; 1 wrong guesses are not counted" in text


def test_votes_are_a_matrix(story: Story) -> None:
    first = story.votes[0]
    assert len(first.plies) == 1 and set(first.choices) == {"a", "b", "c"}
    assert set(first.choices.values()) <= {"Ann", "Bob", "Cyd"}


def test_worlds_are_drawn_and_told_in_numbers(story: Story) -> None:
    states = story.recorded.plies + 1
    worlds = [
        WorldCounts("a", (3,) * states),
        WorldCounts("b", (3,) * 3, "too many <worlds>"),
        WorldCounts("c", (1000,) * states),
    ]
    reader = read(match_page(story, worlds))
    assert {"svg", "path"} <= reader.tags
    for part in ("Ann: 3", "Bob: 3", "Cyd: 1,000", "too many <worlds>", "1,000"):
        assert part in reader.text


def test_probabilities_are_drawn_within_the_picture(story: Story) -> None:
    players = [f"p{number}" for number in range(20)]
    many = replace(story, players=tuple(replace(story.players[0], role=role, name=role) for role in players))
    chances = tuple(dict.fromkeys(players, 0.0) | {"p1": ply / 10} for ply in range(story.recorded.plies))
    moved = (ChanceMove(len(chances), "p1", ATTACK, chances[0], chances[-1]),)
    svg = chance_chart(many, ChanceCourse("p0", "spy", chances, moved))
    ends = [float(y) for y in re.findall(r'class="end"[^>]* y="([\d.]+)"', svg)]
    assert len(ends) == len(set(ends)) == 19 and max(ends) <= 300
    begun = [float(x) for x in re.findall(r' d="M([\d.]+),', svg)]
    assert begun and min(begun) >= 56 and svg.count("<circle") == 1 and ATTACK not in svg


def test_a_match_that_was_cut_off_has_a_page(tmp_path: Path) -> None:
    game = whisper(tmp_path)
    play_match(game, {role: RandomAgent() for role in "abc"}, seed=4, transcript=tmp_path / "m.jsonl")
    lines = (tmp_path / "m.jsonl").read_text("utf-8").splitlines(keepends=True)
    for count in (1, 2, len(lines) // 2):
        (tmp_path / "m.jsonl").write_text("".join(lines[:count]), "utf-8")
        page = match_page(tell(read_match(tmp_path / "m.jsonl"), game))
        assert "before the match did" in read(page).text


def test_the_command_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "m.jsonl"
    assert main(["play", "undercover_v", "--out", str(file), "--quiet"]) == 0
    assert main(["report", str(file)]) == 0
    assert "What each player could know" in (tmp_path / "m.html").read_text("utf-8")
    assert main(["report", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err
