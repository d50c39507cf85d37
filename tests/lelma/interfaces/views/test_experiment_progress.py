"""What a running experiment shows."""

from __future__ import annotations

import io
import re

from rich.console import Console

from lelma.experiments.plan import Experiment
from lelma.experiments.run import RunProgress
from lelma.interfaces.views.experiment_progress import ExperimentWatcher, TimeLeft


def test_the_time_left_goes_by_what_was_done_since_the_beginning() -> None:
    now = iter([100.0, 110.0, 400.0, 4000.0, 5000.0]).__next__
    left = TimeLeft(now)
    assert left.words(40, 100) == "", "what was done before tells nothing"
    assert left.words(50, 100) == "about 50 s left"
    assert left.words(60, 100) == "about 10 min left"
    assert left.words(50, 100) == "about 5.4 h left"
    assert left.words(100, 100) == ""


def shown(console: Console) -> str:
    now = iter(range(0, 1000, 10)).__next__
    state = RunProgress(4)
    with ExperimentWatcher(Experiment("e", ("g",), ("m",)), console, unit="matches", part="move", clock=now) as watcher:
        for number in range(5):
            watcher(state)
            state.outcomes[str(number)] = "terminal"
    file = console.file
    assert isinstance(file, io.StringIO)
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", file.getvalue())


def test_without_a_terminal_a_line_tells_how_many_and_how_long() -> None:
    lines = shown(Console(file=io.StringIO(), highlight=False)).splitlines()
    assert lines == ["0 of 4 matches", "1 of 4 matches, about 30 s left", "2 of 4 matches, about 20 s left",
                     "3 of 4 matches, about 10 s left", "4 of 4 matches"]  # fmt: skip


def test_a_terminal_has_a_bar_with_the_count_and_two_times() -> None:
    text = shown(Console(file=io.StringIO(), highlight=False, force_terminal=True, width=100))
    assert "matches" in text and "4/4" in text and len(re.findall(r"\d:\d\d:\d\d", text.splitlines()[-1])) == 2
