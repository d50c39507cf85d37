"""Sheets for people who judge reasonings: blind, in an order of each rater's own, to fill as CSV or tick in a browser.

The protocol is that of the LELMA paper (arXiv 2408.16081, section 5): a reasoning is wrong only if it says something
wrong of payoffs. Judged are the first and the last attempt of each finished run. A sheet tells neither the model, nor
the run, nor the attempt, nor what the verifier says.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from random import Random

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.executor import RUNS
from lelma.experiments.loop_trial import finished
from lelma.matches.transcript import read_transcript
from lelma.support.errors import UsageError, near_files

SHEETS = "sheets"
"""The folder of the sheets, in that of the results."""

COLUMNS = ("item", "game", "told", "reasoning", "label", "comment")
RIGHT, WRONG = "right", "wrong"

PROTOCOL = (
    "Read what the player was told, then the reasoning. Label it 'wrong' if anything that it says of payoffs, of what "
    "is more or less, or of what is best or worst by them, is not so in this game; else 'right'. The choice itself, "
    "style, missing steps and taste make nothing wrong. Judge alone, and every text; a comment is welcome."
)


@dataclass(frozen=True)
class JudgedText:
    """A text to be judged: `run` and `attempt`, from 1, say which; `told` is what the player was asked."""

    run: str
    attempt: int
    game: str
    told: str
    text: str

    @property
    def key(self) -> str:
        """Names the text in a folder."""
        return f"{self.run}/{self.attempt}"

    @property
    def item(self) -> str:
        """Names the text on a sheet, and says nothing of it."""
        return sha256(self.key.encode()).hexdigest()[:10]


def texts_to_judge(folder: Path) -> list[JudgedText]:
    """The first and the last attempt of each finished run of a results folder; of runs of one attempt, that one.

    Raises:
        ExperimentError: if there are none, or a transcript is damaged.
    """
    found = list[JudgedText]()
    for file in sorted((folder / RUNS).glob("*.jsonl")):
        try:
            events = read_transcript(file)
        except UsageError as error:
            raise ExperimentError([f"{error}; mend or remove it before raters see the rest"]) from None
        attempts = [event for event in events if event["event"] == "attempt"]
        if finished(events) is None or not attempts or "instruction" not in events[0]:
            continue
        head = events[0]
        for event in {each["attempt"]: each for each in (attempts[0], attempts[-1])}.values():
            name, told = Path(str(head["game"])).name, str(head["instruction"])
            found.append(JudgedText(str(head["run"]), int(event["attempt"]), name, told, str(event["text"])))
    if not folder.is_dir():
        raise ExperimentError([f"{folder}: there is no such folder{near_files(folder)}"])
    if not found:
        raise ExperimentError([f"{folder}: there is no finished run of the feedback loop in it"])
    return found


def write_sheets(folder: Path, *, raters: int = 3, seed: int = 0) -> list[Path]:
    """Write a CSV and an HTML sheet for each rater into `sheets/`; the files.

    Raises:
        ExperimentError: if there is nothing to judge, or a sheet is there already, which may be filled.
    """
    texts, out = texts_to_judge(folder), folder / SHEETS
    files = [out / f"rater_{number}.{kind}" for number in range(1, raters + 1) for kind in ("csv", "html")]
    if there := [file for file in files if file.exists()]:
        raise ExperimentError([f"{there[0]} is there already and may be filled; move it away first"])
    out.mkdir(parents=True, exist_ok=True)
    for number in range(1, raters + 1):
        shuffled = list(texts)
        Random(f"{seed}/{number}").shuffle(shuffled)
        (out / f"rater_{number}.csv").write_text(sheet_csv(shuffled), "utf-8")
        (out / f"rater_{number}.html").write_text(sheet_page(shuffled, f"rater_{number}"), "utf-8")
    return files


def sheet_csv(texts: Sequence[JudgedText]) -> str:
    """A sheet with an empty label for each text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([text.item, text.game, text.told, text.text, "", ""] for text in texts)
    return out.getvalue()


def sheet_page(texts: Sequence[JudgedText], rater: str) -> str:
    """A page that needs nothing else: labels are ticked, and saved as a CSV file by a button."""
    items = "".join(_item(number, text) for number, text in enumerate(texts, 1))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Sheet</title><style>'
        "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}"
        "pre{white-space:pre-wrap;background:#f3f4f6;color:#1b1b1f;padding:.8rem}section{margin:2rem 0}"
        "label{margin-right:1.5rem}</style></head><body>\n"
        f"<h1>{len(texts)} texts</h1><p>{escape(PROTOCOL)}</p>\n{items}"
        f'<button id="save" data-rater="{escape(rater)}">Save as CSV</button> <span id="left"></span>\n'
        f"<script>{_SCRIPT}</script></body></html>\n"
    )


def _item(number: int, text: JudgedText) -> str:
    choices = "".join(
        f'<label><input type="radio" name="{text.item}" value="{label}"> {label}</label>' for label in (RIGHT, WRONG)
    )
    return (
        f'<section data-item="{text.item}"><h2>{number}</h2><details><summary>What the player was told</summary>'
        f"<pre>{escape(text.told)}</pre></details><pre>{escape(text.text)}</pre><p>{choices}"
        '<input type="text" placeholder="comment" size="40"></p></section>\n'
    )


_SCRIPT = """
const quote = text => '"' + text.replaceAll('"', '""') + '"';
document.getElementById("save").onclick = event => {
  const rows = [["item", "label", "comment"]];
  let open = 0;
  for (const part of document.querySelectorAll("section")) {
    const ticked = part.querySelector("input:checked");
    if (!ticked) open++;
    rows.push([part.dataset.item, ticked ? ticked.value : "", part.querySelector("input[type=text]").value]);
  }
  document.getElementById("left").textContent = open ? open + " texts have no label yet" : "";
  const text = rows.map(row => row.map(quote).join(",")).join("\\n") + "\\n";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type: "text/csv"}));
  link.download = event.target.dataset.rater + ".csv";
  link.click();
};
"""
