"""The tables of the LELMA paper, and a few more, from any source of runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from gdl.values import dataclass
from lelma.experiments.evaluation.results import LoggedTurn, RunSource, Sample
from lelma.experiments.metrics.agreement import fleiss_kappa, pairwise_agreement
from lelma.experiments.metrics.confusion import Confusion, Share, kind
from lelma.experiments.metrics.means import Mean, mean_of, resampled_interval

SEED = 1971  # of the resampling behind kappa's interval, so that a report is the same every time
TOTAL = "all"


@dataclass(frozen=True)
class TableNumber:
    """A figure that is neither a count nor a share, with its 95 % interval where it has one."""

    value: float | None
    interval: tuple[float, float] | None = None

    def as_json(self) -> dict[str, Any]:
        return {"value": self.value, "interval": self.interval}


@dataclass(frozen=True)
class PValue(TableNumber):
    """The p-value of a test, shown with more digits."""


TableCell = str | int | Share | Mean | TableNumber | None


@dataclass(frozen=True)
class ReportTable:
    """A table; every row has a cell for each column."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    note: str = ""

    def as_json(self) -> list[dict[str, Any]]:
        return [{column: _plain(cell) for column, cell in zip(self.columns, row, strict=True)} for row in self.rows]


def _plain(cell: TableCell) -> Any:
    return cell.as_json() if isinstance(cell, Share | Mean | TableNumber) else cell


def make_tables(source: RunSource) -> list[ReportTable]:
    """Every table that the source has data for, in the order of a report."""
    tables = [attempts_table(source), choices_table(source), correctness_table(source), changes_table(source)]
    systems = [("this verifier", lambda turn: turn.flagged)]
    if source.kind == "logged":
        systems.insert(0, ("the published system", lambda turn: turn.flagged_then))
    if source.truth:
        judged = [group for group in source.groups if source.truth_of(group)]
        tables += [confusion_table(source, group, systems, number) for number, group in enumerate(judged, 8)]
    if source.truth == "judges":
        tables.append(agreement_table(source))
    tables.append(outcomes_table(source))
    if source.kind == "experiment":
        tables.append(costs_table(source))
    return tables


def share_of(samples: Sequence[Sample], holds: Callable[[Sample], bool | None]) -> Share:
    """How many samples something holds of, among those it can be told of."""
    told = [found for sample in samples if (found := holds(sample)) is not None]
    return Share(sum(told), len(told))


def attempts_table(source: RunSource) -> ReportTable:
    most = max(5, *(len(sample.turns) for sample in source.samples))
    rows = tuple(
        (
            group,
            *(share_of(found, lambda s, n=number: len(s.turns) == n) for number in range(1, most + 1)),  # type: ignore[misc]
            mean_of([len(sample.turns) for sample in found]),
        )
        for group in source.groups
        for found in [source.of(group)]
    )
    columns = ("Model", *map(str, range(1, most + 1)), "Mean")
    return ReportTable("table5", "Table 5. Runs by number of reasoning attempts", columns, rows)


def choices_table(source: RunSource) -> ReportTable:
    rows = tuple(
        (
            group,
            game,
            move,
            share_of(found, lambda s, m=move: s.first.choice == m),  # type: ignore[misc]
            share_of(found, lambda s, m=move: s.last.choice == m),  # type: ignore[misc]
        )
        for group in source.groups
        for game in source.games
        for found in [source.of(group, game)]
        if found
        for move in source.moves.get(game, ())
    )
    columns = ("Model", "Game", "Choice", "Initial", "Final")
    note = "Runs that end without a choice count among all runs."
    return ReportTable("table6", "Table 6. Choices of the first and the last attempt", columns, rows, note)


def correct(turn: LoggedTurn, truth: str) -> bool | None:
    """Whether a turn's reasoning is right; by this verifier where nobody knows better."""
    if truth:
        return turn.right
    return None if turn.flagged is None else not turn.flagged


WHOSE = {
    "judges": "Right means that all judges say so.",
    "simulation": "Right means that the simulated reasoner made no mistake, which it knows.",
    "": "Nobody judged these texts: right means here that this verifier decided claims and found none that fails.",
}


def whose(source: RunSource) -> str:
    """Who says whether reasoning is right, for each of the groups where they differ."""
    truths = {group: source.truth_of(group) for group in source.groups}
    if len(set(truths.values())) == 1:
        return WHOSE[next(iter(truths.values()))]
    return " ".join(f"{group}: {WHOSE[truth]}" for group, truth in truths.items())


def _undecided(source: RunSource) -> str:
    """How many texts that nobody judged count neither as right nor as wrong."""
    found = [sample for group in source.groups if not source.truth_of(group) for sample in source.of(group)]
    first, last = (sum(sample.turns[which].flagged is None for sample in found) for which in (0, -1))
    left_out = f" Nothing could be decided in {first} first and {last} last texts: they are left out."
    return left_out if first or last else ""


def correctness_table(source: RunSource) -> ReportTable:
    def share(found: Sequence[Sample], which: int) -> Share:
        return share_of(found, lambda sample: correct(sample.turns[which], source.truth_of(sample.group)))

    rows = tuple(
        (group, game, share(found, 0), share(found, -1))
        for group in source.groups
        for game in (*source.games, TOTAL)
        for found in [source.of(group, "" if game == TOTAL else game)]
        if found
    )
    columns = ("Model", "Game", "Initial", "Final")
    note = whose(source) + _undecided(source)
    return ReportTable("table7", "Table 7. Correct reasoning in the first and the last attempt", columns, rows, note)


def changes_table(source: RunSource) -> ReportTable:
    """What the loop does to single runs."""

    def pair(sample: Sample) -> tuple[bool | None, bool | None]:
        truth = source.truth_of(sample.group)
        return correct(sample.first, truth), correct(sample.last, truth)

    rows = []
    for group in source.groups:
        pairs = [pair(sample) for sample in source.of(group)]
        known = [(first, last) for first, last in pairs if first is not None and last is not None]
        wrong, right = (sum(first is value for first, _ in known) for value in (False, True))
        mended, spoilt = known.count((False, True)), known.count((True, False))
        gain = None
        if known:
            change = [int(bool(last)) - int(bool(first)) for first, last in known]
            gain = mean_of([100.0 * value for value in change])
        rows.append((group, Share(mended, wrong), Share(spoilt, right), gain))
    columns = ("Model", "Wrong at first, right at last", "Right at first, wrong at last", "Gain, percentage points")
    return ReportTable("changes", "What the loop changes", columns, tuple(rows), whose(source))


Systems = Sequence[tuple[str, Callable[[LoggedTurn], bool | None]]]


def confusion_of(samples: Sequence[Sample], flagged: Callable[[LoggedTurn], bool | None]) -> Confusion:
    """First attempts: right or wrong, against flagged or not."""
    known = [
        (s.first.right, flag) for s in samples if s.first.right is not None and (flag := flagged(s.first)) is not None
    ]
    return Confusion.count(kind(right, not flag) for right, flag in known)


def confusion_table(source: RunSource, group: str, systems: Systems, number: int) -> ReportTable:
    rows = []
    for name, flagged in systems:
        for game in (TOTAL, *source.games):
            matrix = confusion_of(source.of(group, "" if game == TOTAL else game), flagged)
            rows.append(
                (
                    name,
                    game,
                    matrix.tp,
                    matrix.fn,
                    matrix.fp,
                    matrix.tn,
                    Share(matrix.tp + matrix.tn, matrix.n),
                    Share(matrix.tp, matrix.tp + matrix.fn),
                    Share(matrix.tn, matrix.tn + matrix.fp),
                    TableNumber(matrix.balanced_accuracy),
                )
            )
    columns = ("By", "Game", "TP", "FN", "FP", "TN", "Accuracy", "Right passed", "Wrong flagged", "Balanced accuracy")
    note = (
        "Positive means right, so FP are wrong texts that nothing flagged. "
        + WHOSE[source.truth_of(group)]
        + " A run whose solver crashed at its first attempt is left out."
    )
    return ReportTable(
        f"table{number}", f"Table {number}. Confusion matrices of first attempts: {group}", columns, tuple(rows), note
    )


def ratings(samples: Sequence[Sample], which: Sequence[int]) -> list[tuple[int, int]]:
    """For each judged text, how many judges call it right, and how many wrong. A run of one attempt counts once."""
    found = []
    for sample in samples:
        for index in dict.fromkeys(index % len(sample.turns) for index in which):
            judges = sample.turns[index].judges
            if judges:
                found.append((sum(judges), len(judges) - sum(judges)))
    return found


WHICH = {"first attempts": (0,), "last attempts": (-1,), "first and last": (0, -1)}


def kappa_of(counts: Sequence[Sequence[int]]) -> TableNumber:
    interval = resampled_interval(list(counts), fleiss_kappa, Random(SEED))
    return TableNumber(fleiss_kappa(counts), interval)


def agreement_table(source: RunSource) -> ReportTable:
    rows = []
    for group in source.groups:
        for name, which in WHICH.items():
            counts = ratings(source.of(group), which)
            rows.append((group, name, len(counts), kappa_of(counts), TableNumber(pairwise_agreement(counts))))
    columns = ("Model", "Texts", "n", "Fleiss' kappa", "Pairs of judges who agree")
    note = "Intervals of kappa by resampling texts 1000 times. A run of a single attempt counts once."
    return ReportTable("agreement", "Agreement of the judges", columns, tuple(rows), note)


def outcomes_table(source: RunSource) -> ReportTable:
    names = sorted({sample.outcome for sample in source.samples})
    rows: list[tuple[TableCell, ...]] = []
    for group in source.groups:
        found = source.of(group)
        counts = Counter(sample.outcome for sample in found)
        rows.append((group, len(found), *(Share(counts[name], len(found)) for name in names)))
    return ReportTable("outcomes", "How runs ended", ("Model", "Runs", *names), tuple(rows))


def costs_table(source: RunSource) -> ReportTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in source.groups:
        found = source.of(group)
        turns = [turn for sample in found for turn in sample.turns]
        prompt, reply = (
            [number for turn in turns if (number := getattr(turn, name)) is not None]
            for name in ("prompt_tokens", "reply_tokens")
        )
        seconds = [turn.seconds for turn in turns if turn.seconds]
        price = source.prices.of(found[0].model)
        money = None if price is None else float((price.prompt * sum(prompt) + price.reply * sum(reply)) / 1_000_000)
        rows.append(
            (
                group,
                len(turns),
                mean_of(prompt),
                mean_of(reply),
                mean_of(seconds),
                sum(prompt),
                sum(reply),
                sum(spent) if (spent := [n for turn in turns if (n := turn.translation_tokens) is not None]) else None,
                TableNumber(sum(seconds) / 60) if seconds else None,
                TableNumber(money),
            )
        )
    columns = (
        "Model",
        "Attempts",
        "Prompt tokens an attempt",
        "Reply tokens an attempt",
        "Seconds an attempt",
        "Prompt tokens",
        "Reply tokens",
        "Translator's tokens",
        "Minutes",
        "Cost",
    )
    note = "As servers count; a simulated reasoner's tokens are estimated. Minutes are the sum of all calls' times."
    return ReportTable("costs", "Tokens, time and money of finished runs", columns, tuple(rows), note)
