"""Preferences beside each other: what the judge prefers in both orders, what was measured, and what people say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from pathlib import Path

from gdl.values import dataclass
from lelma.experiments.evaluation.report import ReportOfKind
from lelma.experiments.evaluation.tables import ReportTable, TableCell, TableNumber
from lelma.experiments.evaluation.words import SIMULATED_LINE
from lelma.experiments.figures import BARS, FigureSeries, ReportFigure
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.intervals import wilson
from lelma.experiments.metrics.means import mean_of
from lelma.experiments.preference.answers import MEASURED_DIMENSIONS, PromptAnswers
from lelma.experiments.preference.judging import JUDGED_DIMENSIONS, JudgedPair
from lelma.experiments.preference.levels import AgreementLevels, levels_table

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class PairPreference:
    """What a judge prefers of two agents' answers in a dimension, over prompts that it was asked of in both orders.

    Attributes:
        scores: prompt → what the first agent gets: 1, 1/2 where the answer changes with the order, or 0.
        shown_first: how often the statement shown first is taken, of all choices.
    """

    pair: tuple[str, str]
    dimension: str
    scores: Mapping[str, Fraction]
    shown_first: Share

    @property
    def changed(self) -> Share:
        return Share(sum(score == HALF for score in self.scores.values()), len(self.scores))

    @property
    def share(self) -> TableNumber:
        """The share of the first agent in percent, with Wilson's interval of as many wins and halves."""
        won, n = sum(self.scores.values(), Fraction(0)), len(self.scores)
        around = wilson(round(won), n)
        bounds = None if around is None else (100 * around[0], 100 * around[1])
        return TableNumber(float(100 * won / n) if n else None, bounds)


def preferences(judged: Sequence[JudgedPair], pairs: Sequence[tuple[str, str]]) -> list[PairPreference]:
    """What is preferred, for each pair and dimension."""
    found = []
    for pair in pairs:
        here = [each for each in judged if {each.first, each.second} == set(pair)]
        for dimension in JUDGED_DIMENSIONS:
            by_prompt: dict[str, dict[str, str]] = {}
            firsts = list[bool]()
            for each in here:
                if better := each.prefers(dimension):
                    by_prompt.setdefault(each.prompt, {})[each.first] = better
                    firsts.append(better == each.first)
            scores = {
                prompt: sum((Fraction(better == pair[0]) for better in told.values()), Fraction(0)) / 2
                for prompt, told in by_prompt.items()
                if len(told) == 2
            }
            found.append(PairPreference(pair, dimension, scores, Share(sum(firsts), len(firsts))))
    return found


def preference_report(
    folder: Path,
    answers: Sequence[PromptAnswers],
    judged: Sequence[JudgedPair],
    pairs: Sequence[tuple[str, str]],
    specs: Sequence[str],
    levels: AgreementLevels | None = None,
) -> ReportOfKind:
    """The report on what a judge said of answers.

    Args:
        specs: of all agents and of the judge.
        levels: what people said of the judge's choices, if they did.
    """
    found = preferences(judged, pairs)
    tables = [_preferred(found), _measured(answers, pairs), _both(found, answers)]
    tables += [levels_table(levels)] if levels is not None else []
    asked = [len(each.choices) for each in judged]
    headline = [f"{len(answers)} prompts, {len(judged)} comparisons, {sum(asked)} of {6 * len(asked)} choices read."]
    headline += [SIMULATED_LINE] if any("simulated" in spec for spec in specs) else []
    figures = tuple(_figure(number, pair, found) for number, pair in enumerate(pairs, 1))
    about = "What a judge model prefers of two answers to the same prompt, asked in both orders."
    title = f"Preferences: {folder.name}"
    shown = tuple(headline), tuple(tables), figures
    return ReportOfKind(title, about, *shown, "preferences", "judge", len(answers))


def _pair_words(pair: tuple[str, str]) -> str:
    return f"{pair[0]} against {pair[1]}"


def _preferred(found: Sequence[PairPreference]) -> ReportTable:
    rows = tuple(
        (_pair_words(each.pair), each.dimension, each.share, len(each.scores), each.changed, each.shown_first)
        for each in found
    )
    columns = ("Pair", "Dimension", "First preferred, %", "Prompts", "Changed with the order", "Shown first is taken")
    note = (
        "CCL concealment, LG logic, CTR contribution, PRS persuasiveness, INF information, CRT creativity. A choice "
        "that changes with the order is half for each; half of those shown first would be taken without a bias."
    )
    return ReportTable("preferred", "Preference by a judge, in both orders", columns, rows, note)


def _measured(answers: Sequence[PromptAnswers], pairs: Sequence[tuple[str, str]]) -> ReportTable:
    rows = list[tuple[TableCell, ...]]()
    for name in dict.fromkeys(agent for pair in pairs for agent in pair):
        told = [each.measured.get(name, {}) for each in answers]
        means = [mean_of([each[dimension] for each in told if dimension in each]) for dimension in MEASURED_DIMENSIONS]
        rows.append((name, sum(name in each.words for each in answers), *means))
    columns = ("Agent", "Answers with words", "Concealment", "Logic", "Information, bits")
    note = (
        "Without a judge. Concealment: minus the most by which words raise the share of an enemy's deals in which the "
        "speaker is what it is. Logic: claims not refuted by the speaker's view, of those it decides. Information: "
        "bits about sides that the own side gains from what is so."
    )
    return ReportTable("measured", "What is measured of the same answers", columns, tuple(rows), note)


def _both(found: Sequence[PairPreference], answers: Sequence[PromptAnswers]) -> ReportTable:
    """How judge and measures go together, over prompts of which both have told something."""
    by_id = {each.id: each for each in answers}
    rows = list[tuple[TableCell, ...]]()
    for each in found:
        if each.dimension not in MEASURED_DIMENSIONS:
            continue
        points = []
        for prompt, score in each.scores.items():
            numbers = [by_id[prompt].measured.get(name, {}).get(each.dimension) for name in each.pair]
            if numbers[0] is not None and numbers[1] is not None:
                points.append((float(score - HALF), numbers[0] - numbers[1]))
        apart = [(judge, measure) for judge, measure in points if judge and measure]
        same = Share(sum((judge > 0) == (measure > 0) for judge, measure in apart), len(apart))
        row = (_pair_words(each.pair), each.dimension, len(points), TableNumber(correlation(points)), same)
        rows.append(row)
    columns = ("Pair", "Dimension", "Prompts", "Correlation", "Same answer, where both have one")
    note = "Pearson's correlation of the judge's score and the difference that is measured."
    return ReportTable("both", "Judge and measures", columns, tuple(rows), note)


def correlation(points: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's correlation; None where either of the numbers is always the same.

    >>> correlation([(0, 1), (1, 3), (2, 5)])
    1.0
    """
    n = len(points)
    if n < 2:
        return None
    means = [sum(each[which] for each in points) / n for which in (0, 1)]
    apart = [(x - means[0], y - means[1]) for x, y in points]
    spread = sum(x * x for x, _ in apart) * sum(y * y for _, y in apart)
    return round(sum(x * y for x, y in apart) / sqrt(spread), 12) if spread > 0 else None


def _figure(number: int, pair: tuple[str, str], found: Sequence[PairPreference]) -> ReportFigure:
    """Figure 4: the shares of both agents in each dimension."""
    own = [each for each in found if each.pair == pair]
    shares = [each.share for each in own]
    others = [
        TableNumber(
            None if each.value is None else 100 - each.value,
            None if each.interval is None else (100 - each.interval[1], 100 - each.interval[0]),
        )
        for each in shares
    ]
    series = (FigureSeries(pair[0], tuple(shares)), FigureSeries(pair[1], tuple(others)))
    title = f"Figure 4. {_pair_words(pair)}"
    return ReportFigure(f"figure4_{number}", title, BARS, "Preferred, %", tuple(JUDGED_DIMENSIONS), series)
