"""What people say of a judge's choices: sheets without these, and how far raters agree with them, in four levels.

An item is one dimension of one pair of answers; a rater says which answer is better. Of an item all raters agree with
the judge (full agreement), more than half (majority agreement), fewer (majority disagreement), or none (full
disagreement); half of an even number is neither, and told. Source: ReCon paper (arXiv 2310.01320), 4.1.3, G.1 and H.3,
whose 216 items were 56, 102, 48 and 10.

The paper tests 158 agreements against 58 by "comparing the observed frequencies against the expected" 108 each. That is
the goodness of fit, 46.30; the 23.49 that it prints is Yates' test of a table in which the expected counts are a second
sample.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.evaluation.tables import PValue, ReportTable, TableCell, TableNumber
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.preference.answers import PREFERENCE, PromptAnswers
from lelma.experiments.preference.judging import JUDGED_DIMENSIONS, JudgedPair
from lelma.experiments.statistics.goodness import goodness_of_fit, yates
from lelma.support.outside import utf8_text

AGREEMENT_LEVELS = ("full agreement", "majority agreement", "majority disagreement", "full disagreement")
PUBLISHED_LEVELS = (56, 102, 48, 10)
"""The paper's counts (Table 4)."""

_COLUMNS = ("item", "dimension", "situation", "statement_1", "statement_2", "better")


@dataclass(frozen=True)
class AgreementLevels:
    """How many items are of each level, in the order of `AGREEMENT_LEVELS`, and how many are halved."""

    counts: tuple[int, ...]
    halved: int = 0

    @property
    def agreements(self) -> tuple[int, int]:
        return sum(self.counts[:2]), sum(self.counts[2:])


@dataclass(frozen=True)
class _Item:
    judged: JudgedPair
    dimension: str

    @property
    def name(self) -> str:
        return sha256(repr((self.judged.key, self.dimension)).encode()).hexdigest()[:10]


def _items(judged: Sequence[JudgedPair], items: int, seed: int) -> list[_Item]:
    """Items drawn by a seed, of those that a judge chose in."""
    known = [_Item(each, dimension) for each in judged for dimension in JUDGED_DIMENSIONS if each.prefers(dimension)]
    return Random(seed).sample(known, min(items, len(known)))


def write_preference_sheets(
    folder: Path,
    answers: Sequence[PromptAnswers],
    judged: Sequence[JudgedPair],
    *,
    raters: int,
    items: int = 18,
    seed: int = 0,
) -> list[Path]:
    """Write a blind CSV sheet for each rater, the same items in an order of its own; the files.

    Raises:
        ExperimentError: if there is nothing to judge, or a sheet is there already, which may be filled.
    """
    told = {each.id: each for each in answers}
    chosen = _items(judged, items, seed)
    if not chosen:
        raise ExperimentError([f"{folder}: no judge has chosen anything yet"])
    files = [folder / PREFERENCE / f"rater_{number}.csv" for number in range(1, raters + 1)]
    if there := [file for file in files if file.exists()]:
        raise ExperimentError([f"{there[0]} is there already and may be filled; move it away first"])
    for number, file in enumerate(files):
        shuffled = list(chosen)
        Random(f"{seed}/{number}").shuffle(shuffled)
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(_COLUMNS)
        for item in shuffled:
            prompt = told[item.judged.prompt]
            situation = "\n\n".join(filter(None, (prompt.told["role_hint"], prompt.told["situation"])))
            words = prompt.words[item.judged.first], prompt.words[item.judged.second]
            writer.writerow([item.name, JUDGED_DIMENSIONS[item.dimension], situation, *words, ""])
        file.write_text(out.getvalue(), "utf-8")
    return files


def read_preference_sheets(files: Sequence[Path], judged: Sequence[JudgedPair]) -> AgreementLevels:
    """How far filled sheets agree with the judge.

    Raises:
        ExperimentError: with every row that has no `1` or `2`, is of no item, or comes twice.
    """
    known = {
        (item := _Item(each, dimension)).name: item
        for each in judged
        for dimension in JUDGED_DIMENSIONS
        if each.prefers(dimension)
    }
    votes: dict[str, list[bool]] = {}
    faults = list[str]()
    for file in files:
        reader = csv.DictReader(io.StringIO(utf8_text(file), newline=""))
        if not {"item", "better"} <= set(reader.fieldnames or ()):
            raise ExperimentError([f"{file}:1: expected a sheet with the columns item and better"])
        seen = set[str]()
        for row in reader:
            name, better = row["item"] or "", (row["better"] or "").strip()
            where = f"{file}:{reader.line_num}"
            if name not in known or name in seen:
                faults.append(f"{where}: {name!r} " + ("comes twice" if name in seen else "is no item of this folder"))
            elif better not in ("1", "2"):
                faults.append(f"{where}: {name}: expected 1 or 2, got {better or 'nothing'}")
            else:
                item = known[name]
                votes.setdefault(name, []).append(better == item.judged.choices[item.dimension])
            seen.add(name)
    if faults:
        raise ExperimentError(faults[:20])
    return agreement_levels(votes)


def agreement_levels(votes: Mapping[str, Sequence[bool]]) -> AgreementLevels:
    """The levels of items, each with whether its raters agree with the judge.

    >>> agreement_levels({"a": [True, True], "b": [True, False], "c": [False, False, True]}).counts
    (1, 0, 1, 0)
    """
    found: Counter[str] = Counter()
    for told in votes.values():
        yes, n = sum(told), len(told)
        if yes in (0, n):
            found[AGREEMENT_LEVELS[0 if yes else 3]] += 1
        elif 2 * yes != n:
            found[AGREEMENT_LEVELS[1 if 2 * yes > n else 2]] += 1
    counts = tuple(found[level] for level in AGREEMENT_LEVELS)
    return AgreementLevels(counts, len(votes) - sum(counts))


def levels_table(levels: AgreementLevels) -> ReportTable:
    """Table 4 and the test of H.3, beside what the paper printed."""
    rows = list[tuple[TableCell, ...]]()
    for whose, found in (("here", levels), ("the paper", AgreementLevels(PUBLISHED_LEVELS))):
        yes, no = found.agreements
        test = goodness_of_fit([yes, no]) if yes + no else None
        half = (yes + no) // 2
        as_printed = yates([[yes, no], [half, half]]) if yes and no and not (yes + no) % 2 else None
        rows.append(
            (
                whose,
                *found.counts,
                Share(yes, yes + no),
                TableNumber(None if test is None else test.statistic),
                PValue(None if test is None else test.p),
                TableNumber(None if as_printed is None else as_printed.statistic),
            )
        )
    columns = (
        "Whose",
        *(level.capitalize() for level in AGREEMENT_LEVELS),
        "Agreement",
        "Chi-square",
        "p",
        "As printed",
    )
    halved = f" {levels.halved} items halved the raters and are left out." if levels.halved else ""
    note = (
        "Chi-square: goodness of fit of agreements and disagreements to equal ones. As printed: the paper's 23.49, "
        f"Yates' test of a table that takes the expected counts for a second sample.{halved}"
    )
    return ReportTable("levels", "Table 4. People on the judge's choices", columns, tuple(rows), note)
