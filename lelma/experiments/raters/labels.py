"""Filled sheets as labels of a results folder: every rater, every text, or nothing is taken."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.raters.sheets import RIGHT, WRONG, JudgedText, texts_to_judge
from lelma.support.errors import UsageError, did_you_mean
from lelma.support.outside import json_value, utf8_text

LABELS = "labels.json"
_MOST_FAULTS = 20


@dataclass(frozen=True)
class FolderLabels:
    """What raters say: text (`RUN/ATTEMPT`) → for each of `raters`, in their order, whether it is right.

    Attributes:
        models: judge model → text → whether it calls that right; apart from what people say.
    """

    raters: tuple[str, ...] = ()
    labels: Mapping[str, tuple[bool, ...]] | None = None
    models: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)

    def by_models(self, run: str, attempt: int) -> dict[str, bool]:
        """Judge model → whether it calls a text right, for those that judged it."""
        key = f"{run}/{attempt}"
        return {name: told[key] for name, told in self.models.items() if key in told}

    def of(self, run: str, attempt: int) -> tuple[int, ...]:
        """Each rater's label of a text, 1 for right; none if it was not judged."""
        return tuple(map(int, (self.labels or {}).get(f"{run}/{attempt}", ())))


def take_labels(folder: Path, files: Sequence[Path], *, models: Sequence[Path] = ()) -> FolderLabels:
    """Read filled sheets, one a rater, named by its file, and keep what they say in the folder.

    Args:
        files: of people; without any, those that are kept stay.
        models: of judge models (`lelma.experiments.raters.judge`); without any, those that are kept stay.

    Raises:
        ExperimentError: with every gap and strange entry, by file and row; then nothing is kept.
    """
    texts = texts_to_judge(folder)
    names = [file.stem for file in (*files, *models)]
    faults = [f"{name}: two files are named so" for name in dict.fromkeys(names) if names.count(name) > 1]
    given = []
    for file in (*files, *models):
        labels, gaps, wrong = read_labels(file, texts)
        given.append(labels)
        faults += [*wrong, *gaps]
    if faults:
        more = [f"and {len(faults) - _MOST_FAULTS} more"] if len(faults) > _MOST_FAULTS else []
        raise ExperimentError([*faults[:_MOST_FAULTS], *more])
    before, people = labels_of(folder), given[: len(files)]
    judged = dict(zip(names[len(files) :], given[len(files) :], strict=True))
    found = FolderLabels(
        tuple(names[: len(files)]) if files else before.raters,
        {text.key: tuple(each[text.item] for each in people) for text in texts} if files else before.labels,
        {name: {text.key: told[text.item] for text in texts} for name, told in judged.items()} or before.models,
    )
    told = {"raters": found.raters, "labels": found.labels or {}, "models": found.models}
    about = {"schema": "lelma-labels", "version": 1, **told}
    beside = folder / f"{LABELS}.new"
    beside.write_text(json.dumps(about, indent=1) + "\n", "utf-8")
    os.replace(beside, folder / LABELS)
    return found


def read_labels(file: Path, texts: Sequence[JudgedText]) -> tuple[dict[str, bool], list[str], list[str]]:
    """Item → whether it is right; which items have no row; and what is wrong with the sheet."""
    known, found, faults = {text.item for text in texts}, dict[str, bool](), list[str]()
    seen: set[str] = set()
    reader = csv.DictReader(io.StringIO(utf8_text(file), newline=""))
    if not {"item", "label"} <= set(reader.fieldnames or ()):
        return {}, [], [f"{file}:1: expected a sheet with the columns item and label"]
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
        return {}, [], [*faults, f"{file}:{reader.line_num}: {error}"]
    return found, [f"{file}: {item} has no row" for item in sorted(known - seen)], faults


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
        judged = content.get("models", {}).items()
        models = {str(name): {str(key): bool(right) for key, right in told.items()} for name, told in judged}
    except (KeyError, TypeError, AttributeError):
        raise UsageError(f"{file}: not as lelma experiment labels writes it") from None
    if any(len(told) != len(raters) for told in labels.values()):
        raise UsageError(f"{file}: a text has more or fewer labels than there are raters")
    return FolderLabels(raters, labels, models)
