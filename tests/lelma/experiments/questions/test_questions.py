"""Questions about stories: read, worked out from events, read from text, asked, and told in tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.questions.belief_sheet import ReadingFault, taken_from
from lelma.experiments.questions.items import drawn, read_questions
from lelma.experiments.questions.methods import AskingTerms, answer_question, letter_of
from lelma.experiments.questions.plan import read_question_experiment
from lelma.experiments.questions.run import run_questions
from lelma.experiments.questions.story_reader import read_story
from lelma.experiments.questions.tables import question_report
from lelma.experiments.studies.library import known_studies
from lelma.interfaces.cli.main import main
from lelma.models import Message, Reply
from tests.lelma.experiments.questions.stories import FRESH, ITEMS, SPOILED, item, perfect_reading, written


class Telling:
    """A model that gives texts in order, and keeps what it was asked."""

    name = "telling"

    def __init__(self, *texts: str) -> None:
        self.texts, self.asked = list(texts), list[str]()

    def complete(self, messages: Sequence[Message], **_: Any) -> Reply:
        self.asked.append(messages[-1].text)
        return Reply(self.texts.pop(0))


def reading(*events: dict[str, Any]) -> dict[str, Any]:
    return {"values": ["full", "empty"], "events": list(events), "options": {"It is full.": "full", "Empty.": "empty"}}


OPTIONS = ("It is full.", "Empty.")
FULL = {"changes": "full", "sees": True}


@pytest.mark.parametrize(
    ("events", "answer"),
    [
        ([FULL, {"changes": "empty", "sees": False}], "It is full."),
        ([FULL, {"changes": "empty", "sees": True}], "Empty."),
        ([FULL, {"changes": None, "sees": True}], "It is full."),
        (
            [{"changes": "full", "sees": False}, {"believes": "full"}, {"changes": "empty", "sees": False}],
            "It is full.",
        ),
        ([FULL, {"changes": "empty", "sees": False}, {"tells": "empty"}], "Empty."),
        ([FULL, {"changes": "empty", "sees": None}, {"acts": "empty"}], "Empty."),
        ([FULL, {"changes": "empty", "sees": None}, {"acts": "full"}], "It is full."),
        ([FULL, {"changes": "empty", "sees": None}], ""),
        ([FULL, {"changes": "empty", "at": False}], "It is full."),
        ([], ""),
    ],
)
def test_a_belief_follows_from_what_was_perceived(events: list[dict[str, Any]], answer: str) -> None:
    assert taken_from(reading(*events), OPTIONS).answer == answer


def test_what_is_believed_and_what_is_so_are_told_apart() -> None:
    found = taken_from(reading(FULL, {"changes": "empty", "sees": False}), OPTIONS)
    assert (found.belief, found.truth) == ("full", "empty")
    assert found.reason == "it became 'full', seen; it became 'empty', unseen"


def test_who_perceives_may_be_told_by_names() -> None:
    told = {**reading(FULL, {"changes": "empty", "sees": ["Bo"]}), "character": "Ada"}
    assert taken_from(told, OPTIONS).answer == "It is full."
    assert taken_from({**told, "character": "Bo"}, OPTIONS).answer == "Empty."


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"values": []}, "values: expected a list of 1 to 4 texts"),
        ({"events": [{"changes": "half"}]}, r"events\[0\]: 'half' is none of the values"),
        ({"events": [{"changes": "full", "sees": "yes"}]}, r"events\[0\].sees: expected true, false, null"),
        ({"events": "none"}, "events: expected a list"),
        ({"options": []}, "options: expected an object"),
    ],
)
def test_a_reading_without_form_is_told(change: dict[str, Any], fault: str) -> None:
    with pytest.raises(ReadingFault, match=fault):
        taken_from({**reading(FULL), **change}, OPTIONS)


def test_a_short_story_is_read_without_a_model(tmp_path: Path) -> None:
    for question in read_questions(written(tmp_path, ITEMS)):
        options = question.options(1)
        found = read_story(question.story, question.question, options)
        assert found is not None and taken_from(found, options).answer == question.correct
    assert read_story("Ada bakes.", "Does Ada believe it?", ("Yes.", "No.")) is None


def test_questions_are_asked_once_and_drawn_by_a_seed(tmp_path: Path) -> None:
    twice = [*ITEMS, {**ITEMS[0], "id": "again", "condition": "false_control"}]
    found = read_questions(written(tmp_path, twice))
    assert [each.id for each in found] == ["q1", "q2"]
    assert drawn(found, 1, 7) == drawn(found, 1, 7) and drawn(found, None, 7) == found
    assert {found[0].options(seed) for seed in range(9)} == {(FRESH, SPOILED), (SPOILED, FRESH)}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("[]", "1: expected an object"),
        ("{", "1"),
        (json.dumps({**ITEMS[0], "story": 3}), "1: story: expected a text, got 3"),
        (json.dumps({**ITEMS[0], "wrong": FRESH}), "1: correct and wrong are the same"),
        ("", "there is no question in it"),
    ],
)
def test_what_is_no_question_is_told_with_its_line(tmp_path: Path, line: str, fault: str) -> None:
    file = tmp_path / "items.jsonl"
    file.write_text(line + "\n", "utf-8")
    with pytest.raises(Exception, match=rf"items.jsonl:?.*{fault}"):
        read_questions(file)


@pytest.mark.parametrize(
    ("text", "letter"),
    [("Answer: a) Yes", "a"), ("answer:b)", "b"), ("I think (b).", "b"), ("a) or b)", ""), ("neither", ""),
     ("a) is wrong.\nAnswer: b) No", "b"), ("b", "")],
)  # fmt: skip
def test_only_one_letter_is_an_answer(text: str, letter: str) -> None:
    assert letter_of(text) == letter


def test_methods_make_the_calls_they_should(tmp_path: Path) -> None:
    question = read_questions(written(tmp_path, ITEMS))[0]
    letter = "ab"[question.options(0).index(FRESH)]
    right, other = f"Answer: {letter})", f"Answer: {'ba'['ab'.index(letter)]})"
    calls = {"vanilla": [right], "cot": [right], "recon": [other, right], "recon+": [other, other, other]}
    for method, texts in calls.items():
        model = Telling(*texts)
        found = answer_question(method, model, question, AskingTerms())
        assert found.given == FRESH and not model.texts, method
    assert found.by == "solver" and found.model == found.first == SPOILED
    assert "this does not hold: Ada believes the flour is spoiled" in model.asked[2]
    model = Telling("P1", "P2", "1", "2", "2", other, right, "2", "2", "1")
    assert answer_question("tot", model, question, AskingTerms(breadth=2, votes=3)).given == FRESH and not model.texts
    assert "Plan: P2" in model.asked[5]


def test_a_reading_by_the_model_is_used_where_the_text_is_open(tmp_path: Path) -> None:
    open_story = {**ITEMS[0], "story": "Ada has flour. It gets wet. Ada sleeps."}
    question = read_questions(written(tmp_path, [open_story]))[0]
    told = {
        "values": ["fresh", "spoiled"],
        "events": [{"changes": "fresh", "sees": True}, {"changes": "spoiled", "sees": False}],
        "options": {FRESH: "fresh", SPOILED: "spoiled"},
    }
    found = answer_question("recon+", Telling("x", "x", json.dumps(told), "x"), question, AskingTerms())
    assert found.given == FRESH and found.events == "model" and found.unread == 3
    found = answer_question("recon+", Telling("x", "Answer: a)", "{}"), question, AskingTerms())
    assert found.by == "model" and found.given == question.options(0)[0]


def test_an_experiment_goes_on_and_tells_its_tables(tmp_path: Path) -> None:
    written(tmp_path, [*ITEMS, item(3, "Ada does not notice it.", FRESH, SPOILED)])
    file = tmp_path / "study.toml"
    text = 'kind = "questions"\nitems = "items.jsonl"\nmethods = ["vanilla", "recon+"]\n'
    file.write_text(text + '[[model]]\nname = "m"\nspec = "simulated"\n', "utf-8")
    experiment, out = read_question_experiment(file), tmp_path / "out"
    assert run_questions(experiment, out).finished
    before = {path.name: path.read_bytes() for path in (out / "runs").iterdir()}
    (path,) = (out / "runs").glob("vanilla*")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    assert run_questions(experiment, out).finished
    assert path.read_bytes().count(b'"answered"') == before[path.name].count(b'"answered"')
    report = question_report(out)
    tables = {table.id: table.as_json() for table in report.tables}
    assert {"table1", "table6", "conditions", "both", "proved", "costs"} == tables.keys()
    ours = next(row for row in tables["table1"] if row["Method, model"].startswith("recon+"))
    assert ours["forward belief, w/o init"] | {"interval": None} == {
        "found": 3, "n": 3, "share": 1.0, "interval": None,
    }  # fmt: skip
    both = next(row for row in tables["both"] if row["Method, model"].startswith("recon+"))
    assert both["forward belief, w/o init"]["n"] == 1
    assert any("simulated" in line for line in report.headline) and report.figures[0].places == ("m",)


def test_what_is_wrong_with_an_experiment_is_told(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text('kind = "questions"\nmethods = ["recon*"]\n[[model]]\nname = "m"\n', "utf-8")
    with pytest.raises(ExperimentError, match="items: is missing"):
        read_question_experiment(file)
    with pytest.raises(ExperimentError, match=r"there is no 'recon\*'.*did you mean recon[\s\S]*1: spec is missing"):
        read_question_experiment(file, items=tmp_path)
    study = read_question_experiment(known_studies()["recon2024-bigtom"], items=tmp_path)
    assert list(study.models) == ["7B", "13B", "70B"]


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    items = str(written(tmp_path, ITEMS))
    assert main(["bigtom", "run", items, "--method", "recon+", "--model", "simulated", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["kind"] == "questions" and found["tables"]["proved"]["rows"][0]["Right, of these"]["found"] == 2
    assert main(["bigtom", "run", items, "--method", "rekon"]) == 2


def test_events_that_people_wrote_decide_all_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    items, events = written(tmp_path, ITEMS), tmp_path / "events.jsonl"
    told = [perfect_reading(question) for question in read_questions(items)]
    events.write_text("".join(json.dumps(each) + "\n" for each in told), "utf-8")
    command = ["bigtom", "run", str(items), "--events", str(events), "--method", "recon+", "--model", "simulated"]
    assert main([*command, "--json"]) == 0
    [row] = json.loads(capsys.readouterr().out)["tables"]["proved"]["rows"]
    assert row["Events from"] == "people 2" and row["Right, of these"]["found"] == 2


def test_published_stories_follow_from_their_events(shared_data: Callable[[str], Path]) -> None:
    asked = [
        each for each in read_questions(shared_data("bigtom/conditions.jsonl")) if each.variable != "percept_to_belief"
    ]
    assert all(taken_from(perfect_reading(each), each.options(0)).answer == each.correct for each in asked)


def test_the_reader_of_text_decides_many_published_stories_and_is_seldom_wrong(
    shared_data: Callable[[str], Path],
) -> None:
    decided = right = 0
    asked = read_questions(shared_data("bigtom/conditions.jsonl"))[::7]
    for question in asked:
        options = question.options(0)
        found = read_story(question.story, question.question, options)
        answer = taken_from(found, options).answer if found is not None else ""
        decided, right = decided + bool(answer), right + (answer == question.correct)
    assert decided >= 0.6 * len(asked) and right >= 0.95 * decided
