"""Threads: drawn ones with their truth, one's own from a file, and the scores of telling intents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.threads.experiment import read_thread_experiment, run_thread_experiment, thread_report
from lelma.experiments.threads.intents import SimulatedIntents, told_intents
from lelma.experiments.threads.messages import ThreadMessage, ThreadSettings, drawn_thread, intents_of, read_thread
from lelma.interfaces.cli.main import main

PARTIES = ("Amber", "Basalt")


def test_a_drawn_thread_is_as_it_was_asked_for() -> None:
    settings = ThreadSettings(messages=2000, sarcasm=0.25, off_topic=0.3)
    thread = drawn_thread(settings, 3)
    assert thread == drawn_thread(settings, 3) != drawn_thread(settings, 4)
    assert {each.intent for each in thread} == set(intents_of(PARTIES))
    about = [each for each in thread if each.intent != "neutral"]
    sarcastic = sum(each.text.startswith("Sure, as always") for each in about) / len(about)
    assert sarcastic == pytest.approx(0.25, abs=0.04)
    for author in {each.author for each in about}:
        intents = {each.intent for each in about if each.author == author}
        assert intents <= {"pro Amber", "anti Basalt"} or intents <= {"pro Basalt", "anti Amber"}


def test_what_an_author_said_before_puts_sarcasm_right() -> None:
    texts = ["Amber keeps its word."] * 4 + ["Sure, as always: Amber breaks its word.", "Lunch was good."]
    thread = [ThreadMessage(str(at), "ann", text, "pro Amber") for at, text in enumerate(texts)]
    reader = SimulatedIntents(wrong=0)
    assert told_intents(thread, PARTIES, reader, "message")[4:] == ["anti Amber", "neutral"]
    assert told_intents(thread, PARTIES, reader, "gratr") == ["pro Amber"] * 5 + ["neutral"]
    other = [*thread[:4], ThreadMessage("9", "ann", "Basalt keeps its word.", "anti Basalt")]
    assert told_intents(other, PARTIES, reader, "gratr")[4] == "anti Basalt"


def test_the_graph_tells_more_than_the_message_alone_and_no_less_without_sarcasm_and_errors() -> None:
    def share(method: str, sarcasm: float, wrong: float) -> float:
        thread = drawn_thread(ThreadSettings(messages=600, sarcasm=sarcasm), 5)
        told = told_intents(thread, PARTIES, SimulatedIntents(wrong, 5), method)
        return sum(each.intent == intent for each, intent in zip(thread, told, strict=True)) / len(thread)

    assert share("message", 0, 0) == share("gratr", 0, 0) == 1
    assert share("gratr", 0.1, 0.1) > share("message", 0.1, 0.1) + 0.05


def line(**content: object) -> str:
    return json.dumps({"id": "1", "author": "ann", "text": "Amber keeps its word.", "intent": "pro Amber"} | content)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (line(intent="pro Ambre"), "2: there is no intent 'pro Ambre'.*did you mean pro Amber"),
        (line(id="0"), "2: a second message has the id '0'"),
        ('{"id": "1"}', "2: author is missing"),
        (line(text=3), "2: text = 3 should be a text"),
        ("{", "3:1: not JSON"),
    ],
)
def test_a_line_that_is_no_message_is_told_with_its_place(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(f"{line(id='0')}\n{text}\n", "utf-8")
    with pytest.raises(Exception, match=rf"mine\.jsonl:{fault}"):
        read_thread(file, PARTIES)


def test_ones_own_thread_is_scored_and_absent_intents_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.jsonl").write_text(f"{line()}\n{line(id='2', intent='anti Amber')}\n", "utf-8")
    file = tmp_path / "own.toml"
    file.write_text('kind = "threads"\nfile = "mine.jsonl"\nwrong = 0.0\n', "utf-8")
    out = tmp_path / "out"
    assert main(["experiment", "run", str(file), "--output", str(out), "--json"]) == 0
    capsys.readouterr()
    assert main(["experiment", "report", str(out), "--json"]) == 0
    (table,) = json.loads(capsys.readouterr().out)["tables"].values()
    row = table["rows"][0]
    assert "anti Basalt" in json.dumps(row) and "0.818" in json.dumps(row)
    run_thread_experiment(read_thread_experiment(file), out)
    assert thread_report(out).runs == 1
    file.write_text('kind = "threads"\nthreads = 2\n', "utf-8")
    with pytest.raises(ExperimentError, match="another experiment"):
        run_thread_experiment(read_thread_experiment(file), out)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("thraeds = 3", "no key thraeds.*did you mean threads"),
        ("sarcasm = 2", "sarcasm: expected a number from 0 to 1"),
        ('methods = ["grat"]', "did you mean gratr"),
        ('parties = ["a"]', "two different names"),
    ],
)
def test_faults_of_the_file_are_told(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(f'kind = "threads"\n{text}\n', "utf-8")
    with pytest.raises(ExperimentError, match=fault):
        read_thread_experiment(file)
