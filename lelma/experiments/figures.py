"""Figures of a report as data: what stands at each place, with its interval. The interfaces draw them."""

from __future__ import annotations

from typing import Any

from gdl.values import dataclass
from lelma.experiments.evaluation.tables import TableCell, TableNumber
from lelma.experiments.metrics.confusion import Share, share
from lelma.experiments.metrics.intervals import wilson
from lelma.experiments.metrics.means import Mean

BARS, LINES, POINTS = "bars", "lines", "points"
FIGURE_FORMS = (BARS, LINES, POINTS)
"""Bars stand in groups, one a series; lines join the values of a series in the order of the places; points have a row
for each place, with room for long names."""

Spot = tuple[float, float | None, float | None]
"""What is drawn of a value: it, and the bounds of its interval if it has one; shares in percent."""


@dataclass(frozen=True)
class FigureSeries:
    """A name and a value for each place of its figure; None where there is none."""

    name: str
    values: tuple[TableCell, ...]


@dataclass(frozen=True)
class ReportFigure:
    """A figure; every series has a value for each place. `axis` says what is measured."""

    id: str
    title: str
    form: str
    axis: str
    places: tuple[str, ...]
    series: tuple[FigureSeries, ...]
    note: str = ""

    @property
    def percent(self) -> bool:
        """Whether its values are shares, on a scale from 0 to 100 %."""
        told = [value for each in self.series for value in each.values if value is not None]
        return bool(told) and all(isinstance(value, Share) for value in told)

    def as_json(self) -> dict[str, Any]:
        drawn = {each.name: [spot(value) for value in each.values] for each in self.series}
        about = {"title": self.title, "form": self.form, "axis": self.axis, "note": self.note}
        return {**about, "places": list(self.places), "series": drawn}


def spot(value: TableCell) -> Spot | None:
    """What is drawn of a value; None of one that is no number.

    >>> spot(Share(1, 4))[0]
    25.0
    """
    match value:
        case Share(found=found, n=n):
            part, interval = share(found, n), wilson(found, n)
            if part is None or interval is None:
                return None
            return 100 * part, 100 * interval[0], 100 * interval[1]
        case Mean(mean=middle, interval=around) | TableNumber(value=middle, interval=around):
            return None if middle is None else (middle, *(around or (None, None)))
        case int():
            return float(value), None, None
        case _:
            return None
