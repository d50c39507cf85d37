"""Filled sheets as labels of a results folder: every rater, every text, or nothing is taken."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lelma.experiments.errors import ExperimentError
from lelma.experiments.raters.sheets import RIGHT, WRONG, JudgedText, texts_to_judge
from lelma.support.errors import UsageError, did_you_mean
from lelma.support.outside import json_value, utf8_text

LABELS = "labels.json"
_MOST_FAULTS = 20


@dataclass(frozen=True)
class FolderLabels:
    """What raters say: text (`RUN/ATTEMPT`) → for each of `raters`, in their order, whether it is right."""

    raters: tuple[str, ...] = ()
    labels: Mapping[str, tuple[bool, ...]] | None = None

    def of(self, run: str, attempt: int) -> tuple[int, ...]:
        """Each rater's label of a text, 1 for right; none if it was not judged."""
        return tuple(map(int, (self.labels or {}).get(f"{run}/{attempt}", ())))


def take_labels(folder: Path, files: Sequence[Path]) -> FolderLabels:
    """Read filled sheets, one a rater, named by its file, and keep what they say in the folder.

    Raises:
        ExperimentError: with every gap and strange entry, by file and row; then nothing is kept.
    """
    texts = texts_to_judge(folder)
    names = [file.stem for file in files]
    faults = [f"{name}: two files are named so" for name in dict.fromkeys(names) if names.count(name) > 1]
    given = []
    for file in files:
        labels, wrong = _read_sheet(file, texts)
        given.append(labels)
        faults += wrong
    if faults:
        more = [f"and {len(faults) - _MOST_FAULTS} more"] if len(faults) > _MOST_FAULTS else []
        raise ExperimentError([*faults[:_MOST_FAULTS], *more])
    found = FolderLabels(tuple(names), {text.key: tuple(each[text.item] for each in given) for text in texts})
    about = {"schema": "lelma-labels", "version": 1, "raters": names, "labels": found.labels}
    beside = folder / f"{LABELS}.new"
    beside.write_text(json.dumps(about, indent=1) + "\n", "utf-8")
    os.replace(beside, folder / LABELS)
    return found


def _read_sheet(file: Path, texts: Sequence[JudgedText]) -> tuple[dict[str, bool], list[str]]:
    """Item → whether it is right, and what is wrong with the sheet."""
    known, found, faults = {text.item for text in texts}, dict[str, bool](), list[str]()
    seen: set[str] = set()
    reader = csv.DictReader(io.StringIO(utf8_text(file), newline=""))
    if not {"item", "label"} <= set(reader.fieldnames or ()):
        return {}, [f"{file}:1: expected a sheet with the columns item and label"]
    try:
        for row in reader:
            where, item, label = f"{file}:{reader.line_num}", row["item"] or "", (row["label"] or "").strip().lower()
            if item not in known:
                faults.append(f"{where}: there is no text {item!r} in this folder")
            elif item in seen:
                faults.append(f"{where}: {item} is labelled twice")
            elif label not in (RIGHT, WRONG):
                what = f"{label!r}{did_you_mean(label, (RIGHT, WRONG))}" if label else "nothing"
                faults.append(f"{where}: {item}: expected {RIGHT} or {WRONG}, got {what}")
            else:
                found[item] = label == RIGHT
            seen.add(item)
    except csv.Error as error:
        return {}, [*faults, f"{file}:{reader.line_num}: {error}"]
    faults += [f"{file}: {item} has no row" for item in sorted(known - seen)]
    return found, faults


def labels_of(folder: Path) -> FolderLabels:
    """The labels of a results folder; none where nobody judged it.

    Raises:
        UsageError: for a file that no labels were written to.
    """
    file = folder / LABELS
    if not file.is_file():
        return FolderLabels()
    content: Any = json_value(utf8_text(file), str(file))
    try:
        raters = tuple(map(str, content["raters"]))
        labels = {str(key): tuple(map(bool, told)) for key, told in content["labels"].items()}
    except (KeyError, TypeError, AttributeError):
        raise UsageError(f"{file}: not as lelma experiment labels writes it") from None
    if any(len(told) != len(raters) for told in labels.values()):
        raise UsageError(f"{file}: a text has more or fewer labels than there are raters")
    return FolderLabels(raters, labels)
