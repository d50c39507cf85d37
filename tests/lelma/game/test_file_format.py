"""What is wrong in a `game.toml` is told by its place, whatever stands there."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from gdl.tree.term import read_term
from lelma.game.file_format import (
    FallbackEntry,
    GameFile,
    KnowledgeNames,
    ReportParts,
    RoleEntry,
    Seats,
    SpeechEntry,
    WordingEntry,
    WordTables,
    file_faults,
    game_file,
)
from lelma.game.game import Game, find_game, list_games, read_game_file
from lelma.interfaces.cli.main import main
from lelma.matches.speech_rules import SpeechRules
from lelma.support.errors import GameError

ROOT = Path(__file__).parents[3]
RULES = "(role a) (legal a go) (next done) (<= terminal (true done)) (goal a 1)"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("title = 3", "title = 3 should be a text"),
        ("roles = 5", "roles = 5 should be a table"),
        ("naming.game.go = 'go'", "naming.game.go = 'go' should be a list"),
        ("knowledge.identity = 5", "knowledge.identity = 5 should be a text or a list"),
        ("query_sets = ['matrix', 1]", "query_sets[1] = 1 should be a text"),
        ("[[words.moves]]\nterm = 3", "words.moves[0].term = 3 should be a text"),
        ("presets.a = 4", "presets.a = 4 should be a table"),
        ("goal_range = [1]", "goal_range should be two whole numbers"),
        ("goal_range = [false, 1]", "goal_range[0] = False should be a whole number"),
        ("seats.deal = 'x'", "seats should have count and name"),
        ("rows.pairs = ['a']", "rows: there is no parameter 'pairs'"),
        ("parameters.n = 1\nranges.n = [1, 'most']", "ranges.n: there is no parameter 'most'"),
        ("parameters.n = 1\nranges.n = [1]", "ranges.n should be two whole numbers, or parameters that are"),
        ("parameters.n = 'x'\nranges.n = [1, 2]", "ranges.n should be two whole numbers, or parameters that are"),
        ("fallback.moves = ['((']", "fallback.moves: '((' is not one term"),
        ("speech.card = ''", "speech.card: '' is not one term"),
        ("seats = {count = 'n', name = 'p{:>999999999}'}", "seats.name should be a name with {} in it once"),
        ("seats = {count = 'n', name = 'p{0.__class__}'}", "seats.name should be a name with {} in it once"),
        ("seats = {count = 'n', name = 'p'}", "seats.name should be a name with {} in it once"),
        ("query_sets = ['../../../etc/passwd']", "query_sets: '../../../etc/passwd' is no name of a query set"),
        ("query_sets = ['/tmp/set']", "query_sets: '/tmp/set' is no name of a query set"),
        ("speech.levels = ['word_leak']", "speech.levels: there is no parameter 'word_leak'"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, fault: str) -> None:
    assert any(told.startswith(fault) for told in file_faults(tomllib.loads(text)))


WHOLE = """
title = "T"
summary = "S"
source = "a book"
kind = "hidden role"
query_sets = ["talk"]
pass_moves = ["wait"]
goal_range = [-1, 1]
facts = { players = 2 }
roles.a.names = ["Ann"]
naming.game.go = ["go", "walk"]
seats = { count = "players", name = "p{}", deal = "cards" }
parameters = { players = 2, cards = { wolf = 2 }, pairs = [["x", "y"]], tie = "drawn", word_leak = "card" }
presets.big = { about = "More.", players = 3 }
choices.tie = ["drawn", "first"]
ranges.players = [1, "players"]
rows.pairs = ["one", "other"]
disguise.wolf = ["wolves"]
[knowledge]
identity = "identity"
secret = ["identity", "card"]
facts = ["evil"]
assumptions.tells = "everyone tells"
[speech]
moves = ["speak"]
card = "(card ?word)"
fallback = "Well."
levels = ["word_leak"]
lexicon = "lexicon.toml"
[fallback]
moves = ["noop", "(vote ?me)"]
[report]
votes = ["vote"]
parts = { "(day ?n)" = "Day {n}" }
[words]
names.wolf = "a wolf"
terms = [{ term = "(duo ?a ?b)", says = "{a} and {b}" }]
moves = [{ term = "speak", says = "speaks", imperative = "speak" }]
percepts = [{ term = "x", says = "y" }]
fluents = [{ term = "(alive ?p)", says = "{p} lives", unless = "{p} is dead" }]
relations = [{ term = "r", mine = 3 }]
"""


def test_each_entry_is_a_value() -> None:
    assert game_file(tomllib.loads(WHOLE)) == GameFile(
        title="T",
        summary="S",
        source="a book",
        kind="hidden role",
        query_sets=("talk",),
        pass_moves=("wait",),
        goal_range=(-1, 1),
        facts={"players": 2},
        roles={"a": RoleEntry(("Ann",))},
        naming={"game": {"go": ("go", "walk")}},
        seats=Seats("players", "p{}", "cards"),
        parameters={
            "players": 2,
            "cards": {"wolf": 2},
            "pairs": [["x", "y"]],
            "tie": "drawn",
            "word_leak": "card",
        },
        presets={"big": {"about": "More.", "players": 3}},
        choices={"tie": ("drawn", "first")},
        ranges={"players": (1, "players")},
        rows={"pairs": ("one", "other")},
        knowledge=KnowledgeNames(("identity",), ("identity", "card"), ("evil",), {"tells": "everyone tells"}),
        speech=SpeechEntry(("speak",), read_term("(card ?word)"), "Well.", ("word_leak",), "lexicon.toml"),
        fallback=FallbackEntry((read_term("noop"), read_term("(vote ?me)"))),
        report=ReportParts(("vote",), {"(day ?n)": "Day {n}"}),
        disguise={"wolf": ("wolves",)},
        words=WordTables(
            names={"wolf": "a wolf"},
            terms=(WordingEntry("(duo ?a ?b)", "{a} and {b}"),),
            moves=(WordingEntry("speak", "speaks", imperative="speak", given=("term", "says", "imperative")),),
            percepts=(WordingEntry("x", "y"),),
            fluents=(WordingEntry("(alive ?p)", "{p} lives", "{p} is dead", given=("term", "says", "unless")),),
            relations=(WordingEntry("r", given=("term", "mine")),),
            given=("names", "terms", "moves", "percepts", "fluents", "relations"),
        ),
    )


def test_what_is_not_written_has_its_usual_value() -> None:
    file = game_file({})
    assert file == GameFile()
    assert (file.title, file.query_sets, file.pass_moves, file.seats) == (None, ("matrix",), ("noop",), None)


def test_what_is_hidden_is_the_identity_unless_the_file_says_otherwise() -> None:
    assert KnowledgeNames().hidden == ()
    assert KnowledgeNames(identity=("card",)).hidden == ("card",)
    assert KnowledgeNames(identity=("card",), secret=()).hidden == ()


def test_other_entries_are_let_through() -> None:
    text = "mine = 3\n[words.names]\ngo = 'leave'\n[facts]\nmine = [1]"
    assert file_faults(tomllib.loads(text)) == []
    assert game_file(tomllib.loads(text)).facts == {"mine": [1]}


@pytest.mark.parametrize("name", list_games())
def test_no_entry_of_our_games_is_unread(name: str) -> None:
    path = find_game(name)
    assert tomllib.loads((path / "game.toml").read_text("utf-8")).keys() <= get_type_hints(GameFile).keys()
    assert Game.load(name).title == read_game_file(path).title


def test_only_what_the_rules_give_a_meaning_has_no_type() -> None:
    untyped = {name for name, kind in get_type_hints(GameFile).items() if Any in _parts(kind)}
    assert untyped == {"facts", "parameters", "presets"}


def _parts(kind: Any) -> Iterator[Any]:
    yield kind
    for part in getattr(kind, "__args__", ()):
        yield from _parts(part)


OUTSIDE = [
    file for file in sorted((ROOT / "lelma").rglob("*.py")) if file.relative_to(ROOT / "lelma").parts[0] != "game"
]


def test_no_module_of_another_room_reads_raw_configuration() -> None:
    assert len(OUTSIDE) > 100
    found = [f"{file.relative_to(ROOT)}:{told}" for file in OUTSIDE for told in _raw_readings(file.read_text("utf-8"))]
    assert found == []


def test_raw_configuration_is_found() -> None:
    raw = "game.config\ntoml(path / 'game.toml')\ngame.file.words.get('x')\ngetattr(game, 'config')"
    assert sorted(told.partition(":")[0] for told in _raw_readings(raw)) == ["1", "2", "3", "4"]


def _raw_readings(source: str) -> Iterator[str]:
    """Where a module has `X.config`, the name of the file, or `.get` on a part of a `Game.file`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr="config") | ast.Constant(value="game.toml" | "config"):
                yield f"{node.lineno}: {ast.unparse(node)}"
            case ast.Call(func=ast.Attribute(attr="get", value=value)) if ".file" in ast.unparse(value):
                yield f"{node.lineno}: {ast.unparse(node)}"


def test_a_game_with_faults_is_not_loaded(tmp_path: Path) -> None:
    folder = tmp_path / "strange"
    folder.mkdir()
    (folder / "rules.gdl").write_text(RULES)
    assert Game.load(folder).title == "strange"
    (folder / "game.toml").write_text("title = 3\nroles = 5\n")
    with pytest.raises(GameError, match="title = 3 should be a text\nroles = 5 should be a table"):
        Game.load(folder)
    assert main(["check", str(folder)]) == 2


def test_a_file_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "rules.gdl").write_text(RULES)
    (tmp_path / "game.toml").write_text("title = 'long' #" + "x" * 2_000_000)
    with pytest.raises(GameError, match="more than 2000000 bytes"):
        Game.load(tmp_path)


@pytest.mark.parametrize("name", ["../outside.jsonl", "/etc/passwd", "linked.jsonl", "deeper/../../outside.jsonl"])
def test_a_game_reads_no_file_outside_its_folder(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "game"
    (folder / "deeper").mkdir(parents=True)
    (tmp_path / "outside.jsonl").write_text('{"a": "tea"}')
    (folder / "inside.jsonl").write_text('{"a": "tea"}')
    (folder / "linked.jsonl").symlink_to(tmp_path / "outside.jsonl")
    (folder / "rules.gdl").write_text(RULES)
    for file, refused in (("inside.jsonl", False), (name, True)):
        (folder / "game.toml").write_text(f"rows.words = ['a']\nparameters.words = '{file}'")
        with pytest.raises(GameError, match="no file of the game's folder") if refused else nullcontext():
            assert Game.load(folder).parameters == {"words": [["tea"]]}
    (folder / "game.toml").write_text(
        f"speech.lexicon = '{name}'\nspeech.levels = ['honesty']\nparameters.honesty = 'lexicon'"
    )
    with pytest.raises(GameError, match=r"speech.lexicon: .* is no file of the game's folder"):
        SpeechRules(Game.load(folder))


def test_control_characters_of_a_game_reach_no_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "red"
    folder.mkdir()
    (folder / "rules.gdl").write_text(RULES)
    (folder / "rules.md").write_text("Go.\x1b[2J")
    (folder / "game.toml").write_text('title = "\\u001b[31mred\\u009b"\nsummary = "\\u0007"')
    monkeypatch.setenv("LELMA_GAMES", str(tmp_path))
    for command in (["games"], ["games", "--json"], ["rules", "red"], ["solve", "red"], ["check", "red", "--json"]):
        main(command)
        printed = capsys.readouterr()
        assert not any(each in printed.out + printed.err for each in "\x1b\x07\x9b"), command


def test_rules_of_an_agent_that_are_no_tables_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rules.gdl").write_text(RULES)
    (tmp_path / "agents.toml").write_text("[plain]\nrule = 5\n")
    assert main(["play", str(tmp_path)]) == 2
    assert "plain.rule should be tables" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[[query]]\ntemplate = "x(p: role)"\ngoal = "record(x(p))"\nreads = ["(a|b"]', ":2: query 1: pattern '(a|b'"),
        (
            '[[query]]\ntemplate = "x"\nsays = "x"\ngoal = "role_extreme"',
            ":2: query 1: the goal 'role_extreme' is none of",
        ),
        ('[[query]]\ntemplate = 3\ngoal = "x"', ":2: query 1: template is not as it has to be"),
        ('[[query]]\ntemplate = "x"\ngoal = "x"\nreads = "x"', ":2: query 1: reads is not a list of texts"),
        ("[phrases]\nup = 3", ": phrases has not the shape"),
        ('[[noun]]\nslot = "hill"', ":2: noun 1: a noun has the fields"),
    ],
)
def test_a_fault_in_query_templates_is_told_by_file_and_line_and_harms_no_other_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, fault: str
) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "rules.gdl").write_text(RULES, "utf-8")
    (folder / "queries.toml").write_text(f"# templates\n{text}\n", "utf-8")
    (folder / "recorded.toml").write_text("", "utf-8")
    (tmp_path / "unread").mkdir()
    (tmp_path / "unread" / "rules.gdl").write_text(RULES, "utf-8")
    (tmp_path / "unread" / "game.toml").write_text("= 3", "utf-8")
    monkeypatch.setenv("LELMA_GAMES", str(tmp_path))
    with pytest.raises(GameError) as caught:
        Game.load("broken")
    assert f"{folder / 'queries.toml'}{fault}" in str(caught.value)
    assert main(["games"]) == 0
    assert "unread" in capsys.readouterr().out
    games = tmp_path / "games.jsonl"
    games.write_text('{"unheard": "of"}', "utf-8")
    assert main(["replay", str(games)]) == 2  # no format fits, and the broken folder might have had one
    assert fault in capsys.readouterr().err
