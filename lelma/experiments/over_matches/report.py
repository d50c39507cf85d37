"""The report on an experiment over matches: what comes first, and every table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.agents.roster import MODELS_OF_GAME
from lelma.experiments.errors import ExperimentError
from lelma.experiments.evaluation.report import table_objects
from lelma.experiments.evaluation.results import cost_limit_lines
from lelma.experiments.evaluation.tables import ReportTable
from lelma.experiments.evaluation.words import SIMULATED_LINE, share_words
from lelma.experiments.figures import ReportFigure
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.over_matches.attribution_noted import measures_of, words_table
from lelma.experiments.over_matches.noted_tables import noted_tables
from lelma.experiments.over_matches.paired_table import paired_table
from lelma.experiments.over_matches.rows import MatchFolder, read_match_folder
from lelma.experiments.over_matches.run import THREAD_RESULTS
from lelma.experiments.over_matches.tables import (
    courses_table,
    endings_table,
    match_costs_table,
    match_groups,
    ratings_figure,
    ratings_of,
    ratings_table,
    sides_of,
    steps_table,
    tests_tables,
    wins_table,
    without_models,
)
from lelma.experiments.studies.layout import layout_figures, layout_tables
from lelma.experiments.threads.experiment import thread_report
from lelma.models.embeddings import open_embedder

_SIMULATED = ("simulated", *MODELS_OF_GAME)
"""In the specs of agents: models without a model."""


@dataclass(frozen=True)
class MatchReport:
    """All that a report says; `headline` is sentences, most important first."""

    title: str
    headline: tuple[str, ...]
    tables: tuple[ReportTable, ...]
    found: MatchFolder
    figures: tuple[ReportFigure, ...] = ()

    @property
    def about(self) -> str:
        """What the report is on, in a sentence."""
        source = self.found.planned.get("source")
        after = f" After: {source}." if source else ""
        return f"Matches of {self.found.planned['game']}: {len(self.found.matches)}, {self._done} with a result.{after}"

    @property
    def _done(self) -> int:
        return sum(each.result for each in self.found.matches)

    def as_json(self) -> dict[str, Any]:
        return {
            "ok": True,
            "schema": "lelma-experiment-report",
            "version": 1,
            "source": self.found.name,
            "kind": "matches",
            "truth": "rules",
            "runs": self._done,
            "unfinished": len(self.found.matches) - self._done,
            "damaged": list(self.found.damaged),
            "headline": list(self.headline),
            "tables": table_objects(self.tables),
            "figures": {figure.id: figure.as_json() for figure in self.figures},
        }


def match_report(folder: Path, *, embedder: str = "hashed") -> MatchReport:
    """The report on a results folder of an experiment over matches.

    Args:
        embedder: the spec of the embedder that measures of what was said go by.

    Raises:
        ExperimentError: if it holds none, or no match with a result.
        ModelError: if the embedder can't be opened.
    """
    vectors = open_embedder(embedder)
    found = read_match_folder(folder, measures=lambda game: measures_of(game, vectors))
    groups = match_groups(found.matches)
    if not any(group.done for group in groups):
        raise ExperimentError([f"{folder}: there is no match with a result in it", *found.damaged])
    sides = sides_of(groups)
    side = str(found.planned["side"]) or next(iter(sides), "")
    if side and side not in sides:
        raise ExperimentError([f"{folder}: side: nobody was on the side {side!r}; there are: {', '.join(sides)}"])
    baseline = str(found.planned["baseline"])
    tables = layout_tables(found.planned, groups, baseline, side)
    threads = thread_report(folder / THREAD_RESULTS) if (folder / THREAD_RESULTS).is_dir() else None
    tables += threads.tables if threads is not None else ()
    tables += [wins_table(groups)] if sides else []
    if sides and len({group.cell for group in groups}) > 1:
        tables += tests_tables(groups, baseline, side)
    ratings = ratings_of(groups)
    tables += [] if ratings is None else [ratings_table(ratings)]
    tables += [courses_table(groups), *filter(None, [paired_table(groups, baseline), match_costs_table(groups)])]
    tables += filter(None, [steps_table(groups, found.prices)])
    tables += [*filter(None, [words_table(groups, vectors.name)]), *noted_tables(groups)]
    if any(len(group.done) < len(group.matches) for group in groups):
        tables.append(endings_table(groups))
    headline = list[str]()
    for group in groups:
        won, model = group.won(side).values(), f" with {group.model}" if group.model else ""
        if won:
            headline.append(f"{group.cell}{model}: {side} wins {share_words(Share(sum(won), len(won)))}.")
    lost = sum(len(group.matches) - len(group.done) for group in groups)
    if lost:
        headline.append(f"{lost} of {len(found.matches)} matches have no result; the last table says why.")
    if any(name in row.agent for name in _SIMULATED for each in found.matches for row in each.rows):
        headline.append(SIMULATED_LINE)
    headline += [line for line in (threads.headline if threads is not None else ()) if line not in headline]
    if any(each.measured for each in found.matches):
        headline.append(f"Attributional scores go by the embedder {vectors.name} ({vectors.facts}).")
    headline += cost_limit_lines(folder)
    headline += [f"A damaged transcript is left out: {fault}" for fault in found.damaged]
    figures = layout_figures(found.planned, groups, baseline, side)
    figures += [] if ratings is None else [ratings_figure(ratings)]
    tables = list(map(without_models, tables))
    return MatchReport(f"Matches: {found.name}", tuple(headline), tuple(tables), found, tuple(figures))
