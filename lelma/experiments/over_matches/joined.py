"""One report on several experiments over matches, such as the same study of several games: their tables, stacked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.experiments.evaluation.report import table_objects
from lelma.experiments.evaluation.tables import ReportTable
from lelma.experiments.figures import ReportFigure
from lelma.experiments.over_matches.report import MatchReport


@dataclass(frozen=True)
class JoinedReport:
    """Several reports as one; `parts` are the reports by the names that tell them apart."""

    parts: tuple[tuple[str, MatchReport], ...]

    @property
    def title(self) -> str:
        return f"Matches: {', '.join(name for name, _ in self.parts)}"

    @property
    def about(self) -> str:
        """What the report is on, a sentence each."""
        return " ".join(each.about for _, each in self.parts)

    @property
    def headline(self) -> tuple[str, ...]:
        """The lines of each, with its name; what all say is said once, at the end."""
        shared = [line for line in self.parts[0][1].headline if all(line in each.headline for _, each in self.parts)]
        own = [f"{name}: {line}" for name, each in self.parts for line in each.headline if line not in shared]
        return (*own, *shared)

    @property
    def tables(self) -> tuple[ReportTable, ...]:
        """Tables of one name and the same columns are one, with the name of each experiment before its rows."""
        kinds: dict[tuple[str, tuple[str, ...]], list[tuple[str, ReportTable]]] = {}
        for name, each in self.parts:
            for table in each.tables:
                kinds.setdefault((table.id, table.columns), []).append((name, table))
        order = list(dict.fromkeys(table for table, _ in kinds))
        alone = {table for table in order if sum(other == table for other, _ in kinds) == 1}
        found = []
        for (key, columns), alike in sorted(kinds.items(), key=lambda item: order.index(item[0][0])):
            names, first = [name for name, _ in alike], alike[0][1]
            rows = tuple((name, *row) for name, table in alike for row in table.rows)
            notes = dict.fromkeys(table.note for _, table in alike)
            note = " ".join(notes) if len(notes) == 1 else " ".join(f"{name}: {table.note}" for name, table in alike)
            told = {} if key in alone else {"id": f"{key}_{names[0]}", "title": f"{first.title} ({', '.join(names)})"}
            found.append(replace(first, columns=("Experiment", *columns), rows=rows, note=note, **told))
        return tuple(found)

    @property
    def figures(self) -> tuple[ReportFigure, ...]:
        """Those of each, with its name."""
        return tuple(
            replace(figure, id=f"{name}_{figure.id}", title=f"{name}: {figure.title}")
            for name, each in self.parts
            for figure in each.figures
        )

    def as_json(self) -> dict[str, Any]:
        parts = [each.as_json() for _, each in self.parts]
        return {
            **parts[0],
            "source": ", ".join(name for name, _ in self.parts),
            "runs": sum(part["runs"] for part in parts),
            "unfinished": sum(part["unfinished"] for part in parts),
            "damaged": [fault for part in parts for fault in part["damaged"]],
            "headline": list(self.headline),
            "tables": table_objects(self.tables),
            "figures": {figure.id: figure.as_json() for figure in self.figures},
        }


def joined_report(folders: Sequence[Path], reports: Sequence[MatchReport]) -> JoinedReport:
    """The reports on some folders as one; they are told apart by their games, else by their names or folders."""
    ways = (
        [str(each.found.planned["game"]) for each in reports],
        [each.found.name for each in reports],
        [folder.name for folder in folders],
        [str(folder) for folder in folders],
    )
    names = next((way for way in ways if len(set(way)) == len(way)), ways[-1])
    return JoinedReport(tuple(zip(names, reports, strict=True)))
