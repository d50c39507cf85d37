"""The figures of the LELMA paper (arXiv 2408.16081), and which of them follow from logged runs.

A figure is compared only if its source is the authors' log. It is then `reproduced`; or the log holds a part of
the runs, and the published figure is `consistent` with the interval of ours or `not consistent`; or all runs are
there and it `differs`. What the paper counted and no log holds is `not in the data`. And a percentage that no whole
number of runs gives `does not follow`, whatever the log holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gdl.values import dataclass
from lelma.experiments.evaluation.results import RunSource
from lelma.experiments.evaluation.tables import (
    TOTAL,
    WHICH,
    ReportTable,
    TableCell,
    TableNumber,
    confusion_of,
    kappa_of,
    ratings,
    share_of,
)
from lelma.experiments.metrics.confusion import Share

MODELS = {"gpt-4o-2024-05-13": "GPT-4 Omni", "gemini-1.0-pro": "Gemini 1.0 Pro"}
RUNS_A_GAME = 30  # Table 4
GAMES = ("hd", "pd", "sh")
RUNS_A_MODEL = RUNS_A_GAME * len(GAMES)

TABLE_5 = {"GPT-4 Omni": (24, 46, 10, 6, 4), "Gemini 1.0 Pro": (26, 20, 11, 9, 24)}
# Percentages of choice B in first and last attempts.
TABLE_6 = {
    "GPT-4 Omni": {"hd": (100.0, 100.0), "pd": (96.67, 23.33), "sh": (100.0, 33.33)},
    "Gemini 1.0 Pro": {"hd": (66.67, 70.0), "pd": (36.67, 30.0), "sh": (80.0, 60.0)},
}
# Percentages of correct reasoning in first and last attempts.
TABLE_7 = {
    "GPT-4 Omni": {"hd": (46.67, 73.33), "pd": (3.33, 70.0), "sh": (16.67, 90.0)},
    "Gemini 1.0 Pro": {"hd": (25.81, 35.48), "pd": (17.24, 34.48), "sh": (13.33, 40.0)},
}
# TP, FN, FP, TN of first attempts. The paper prints the matrices of single games with rows and columns exchanged
# against that of all games: they add up to it, and agree with Table 7, only as they stand here.
TABLES_8_9 = {
    "GPT-4 Omni": {"all": (15, 5, 9, 61), "hd": (12, 2, 6, 10), "pd": (0, 1, 1, 28), "sh": (3, 2, 2, 23)},
    "Gemini 1.0 Pro": {"all": (15, 2, 11, 62), "hd": (8, 0, 6, 17), "pd": (4, 1, 3, 21), "sh": (3, 1, 2, 24)},
}
KAPPA = {"GPT-4 Omni": 0.31, "Gemini 1.0 Pro": 0.59}
COSTS = {
    "GPT-4 Omni": {
        "prompt tokens an attempt": 1269.77,
        "reply tokens an attempt": 1224.38,
        "seconds an attempt": 16.53,
    },
    "Gemini 1.0 Pro": {"seconds an attempt": 34.66},
}
# Of the outputs that the published loop accepted in all 180 runs, the percentage that the judges call wrong.
ACCEPTED_WRONG = {"GPT-4 Omni": 22.0, "Gemini 1.0 Pro": 56.0}


CAUSE = (
    "The authors' aggregated table for Gemini 1.0 Pro has one Hawk-Dove run twice and lacks a Prisoner's Dilemma run "
    "whose solver crashed: hence 31 and 29 runs. The matrices of single games are printed with rows and columns "
    "exchanged; they add up to the total, and agree with Table 7, only the other way round, as they are compared here."
)


@dataclass(frozen=True)
class Figure:
    """One published figure beside ours; see the module for the verdicts."""

    table: str
    model: str
    what: str
    published: str
    here: TableCell
    verdict: str
    note: str = ""


def is_published_log(source: RunSource) -> bool:
    """Whether these are runs of the paper's models on its games."""
    return source.kind == "logged" and set(source.groups) <= set(MODELS) and set(source.games) <= set(GAMES)


def figures(source: RunSource) -> list[Figure]:
    """Every published figure about the models of a log, with what follows from the log."""
    return [figure for group in source.groups for figure in _of_model(source, group, MODELS[group])]


def _of_model(source: RunSource, group: str, name: str) -> Iterator[Figure]:
    for number, published in enumerate(TABLE_5[name], start=1):
        here = share_of(source.of(group), lambda sample, n=number: len(sample.turns) == n)  # type: ignore[misc]
        verdict = _count_verdict(published, RUNS_A_MODEL, here)
        yield Figure("5", group, f"{number} attempts", str(published), here, *verdict)
    for game, percentages in TABLE_6[name].items():
        for which, percentage in zip((0, -1), percentages, strict=True):
            here = share_of(source.of(group, game), lambda s, w=which: s.turns[w].choice == "B")  # type: ignore[misc]
            yield _percentage("6", group, f"{game} {_WHEN[which]} choice B", percentage, here)
    for game, percentages in TABLE_7[name].items():
        for which, percentage in zip((0, -1), percentages, strict=True):
            here = share_of(source.of(group, game), lambda s, w=which: s.turns[w].right)  # type: ignore[misc]
            yield _percentage("7", group, f"{game} {_WHEN[which]} correct", percentage, here)
    yield from _confusions(source, group, name)
    for texts in ("first attempts", "first and last"):
        kappa = kappa_of(ratings(source.of(group), WHICH[texts]))
        yield _kappa(group, f"Fleiss' kappa, {texts}", KAPPA[name], kappa, len(source.of(group)))
    for what, cost in COSTS[name].items():
        note = "the log holds no tokens and no times"
        yield Figure("cost", group, what, f"{cost}", None, "not in the data", note)


_WHEN = {0: "initial", -1: "final"}


def _confusions(source: RunSource, group: str, name: str) -> Iterator[Figure]:
    table = "8" if name == "GPT-4 Omni" else "9"
    sizes = {game: sum(counts) for game, counts in TABLES_8_9[name].items()}
    wrong = {game: size for game, size in sizes.items() if game != TOTAL and size != RUNS_A_GAME}
    for game, counts in TABLES_8_9[name].items():
        found = confusion_of(source.of(group, "" if game == TOTAL else game), lambda turn: turn.flagged_then)
        expected = RUNS_A_MODEL if game == TOTAL else RUNS_A_GAME
        ours = (found.tp, found.fn, found.fp, found.tn)
        for kind, published, here in zip(("TP", "FN", "FP", "TN"), counts, ours, strict=True):
            share = Share(here, found.n)
            if game in wrong:
                verdict = "does not follow", f"the matrix holds {sizes[game]} runs, not {RUNS_A_GAME}"
            elif game == TOTAL and wrong:
                verdict = "does not follow", "the matrix adds up those of the games"
            else:
                verdict = _count_verdict(published, expected, share)
            exchanged = game != TOTAL and kind in ("FN", "FP") and counts[1] != counts[2]
            note = "; ".join(part for part in (verdict[1], "printed the other way round" if exchanged else "") if part)
            yield Figure(table, group, f"{game} {kind}", str(published), share, verdict[0], note)


def _count_verdict(published: int, expected: int, here: Share) -> tuple[str, str]:
    if here.n == expected:
        return ("reproduced", "") if here.found == published else ("differs", f"{here.found} of {here.n} here")
    return _of_part(published / expected, here, expected)


def _percentage(table: str, group: str, what: str, percentage: float, here: Share) -> Figure:
    published = f"{percentage:.2f} %"
    if _whole(percentage, RUNS_A_GAME) is None:
        found = next(((k, n) for n in (31, 29, 32, 28) if (k := _whole(percentage, n)) is not None), None)
        guess = f"; it is {found[0]} of {found[1]}" if found else ""
        note = f"no whole number of {RUNS_A_GAME} runs gives it{guess}"
        return Figure(table, group, what, published, here, "does not follow", note)
    if here.n == RUNS_A_GAME:
        same = abs(100 * here.found / here.n - percentage) < 0.005 + 1e-9
        return Figure(table, group, what, published, here, "reproduced" if same else "differs")
    return Figure(table, group, what, published, here, *_of_part(percentage / 100, here, RUNS_A_GAME))


def _whole(percentage: float, n: int) -> int | None:
    """The number of n that a percentage with two decimals is; None if there is none."""
    nearest = round(percentage * n / 100)
    return nearest if abs(100 * nearest / n - percentage) < 0.005 + 1e-9 else None


def _of_part(published: float, here: Share, expected: int) -> tuple[str, str]:
    interval = here.as_json()["interval"]
    note = f"{here.n} of {expected} runs are here"
    if interval is None:
        return "not in the data", note
    inside = interval[0] - 1e-9 <= published <= interval[1] + 1e-9
    return ("consistent" if inside else "not consistent"), note


def _kappa(group: str, what: str, published: float, here: TableNumber, runs: int) -> Figure:
    note = "the paper does not say which texts it is about"
    if here.value is None:
        return Figure("kappa", group, what, f"{published}", here, "not in the data", note)
    if runs == RUNS_A_MODEL:
        same = abs(here.value - published) < 0.005 + 1e-9
        return Figure("kappa", group, what, f"{published}", here, "reproduced" if same else "differs", note)
    inside = here.interval is not None and here.interval[0] <= published <= here.interval[1]
    verdict = "consistent" if inside else "not consistent"
    return Figure("kappa", group, what, f"{published}", here, verdict, f"{runs} of {RUNS_A_MODEL} runs; {note}")


VERDICTS: Mapping[str, str] = {
    "reproduced": "all runs are here, and the figure comes out",
    "consistent": "some of the runs are here, and the published figure lies in our 95 % interval",
    "not consistent": "some of the runs are here, and the published figure lies outside our 95 % interval",
    "differs": "all runs are here, and another figure comes out",
    "does not follow": "the published figure can't come from the runs the paper describes",
    "not in the data": "the log does not hold what the figure counts",
}


def published_table(found: list[Figure]) -> ReportTable:
    rows = tuple((f.table, f.model, f.what, f.published, f.here, f.verdict, f.note) for f in found)
    columns = ("Table", "Model", "Figure", "Published", "Here", "Verdict", "Note")
    used = {f.verdict for f in found}
    note = " ".join(f"{verdict}: {meaning}." for verdict, meaning in VERDICTS.items() if verdict in used)
    if "does not follow" in used:
        note += " " + CAUSE
    return ReportTable("published", "Published figures", columns, rows, note)
