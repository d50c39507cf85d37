"""Cells of tables, as text."""

from __future__ import annotations

from lelma.experiments.evaluation.tables import PValue, TableCell, TableNumber
from lelma.experiments.metrics.confusion import Share, share
from lelma.experiments.metrics.intervals import wilson
from lelma.experiments.metrics.means import Mean

SIMULATED_LINE = "Some replies are simulated: no figure that rests on them says anything of language models."
"""Said in every report on runs or matches with a simulated model."""


def share_words(value: Share) -> str:
    """`44.4 % (8/18; 24.6–66.3)`: percentage, counts, 95 % Wilson interval."""
    part, interval = share(value.found, value.n), wilson(value.found, value.n)
    if part is None or interval is None:
        return "– (0/0)"
    return f"{100 * part:.1f} % ({value.found}/{value.n}; {100 * interval[0]:.1f}–{100 * interval[1]:.1f})"


def cell_words(cell: TableCell) -> str:
    """A cell as people read it; a dash for one without a value."""
    match cell:
        case None:
            return "–"
        case Share():
            return share_words(cell)
        case PValue(value=p):
            return "–" if p is None else "< 0.0001" if p < 1e-4 else f"{p:.4f}"
        case Mean(mean=value, interval=interval) | TableNumber(value=value, interval=interval):
            if value is None:
                return "–"
            around = "" if interval is None else f" ({_short(interval[0])}–{_short(interval[1])})"
            return f"{_short(value)}{around}"
        case _:
            return str(cell)


def _short(number: float) -> str:
    return f"{number:.1f}" if abs(number) >= 10 else f"{number:.2f}"


def spread(column: str, cells: list[TableCell]) -> list[tuple[str, list[str]]]:
    """A column as plain columns for a CSV file: a share becomes percentage, counts and interval."""
    if any(isinstance(cell, Share) for cell in cells):
        return [
            (f"{column} %", [_percent(cell, 0) for cell in cells]),
            (f"{column} count", [str(cell.found) if isinstance(cell, Share) else "" for cell in cells]),
            (f"{column} of", [str(cell.n) if isinstance(cell, Share) else cell_or_empty(cell) for cell in cells]),
            (f"{column} low %", [_percent(cell, 1) for cell in cells]),
            (f"{column} high %", [_percent(cell, 2) for cell in cells]),
        ]
    if any(isinstance(cell, Mean | TableNumber) for cell in cells):
        return [
            (column, [_value(cell) for cell in cells]),
            (f"{column} low", [_bound(cell, 0) for cell in cells]),
            (f"{column} high", [_bound(cell, 1) for cell in cells]),
        ]
    return [(column, [cell_or_empty(cell) for cell in cells])]


def cell_or_empty(cell: TableCell) -> str:
    return str(cell) if isinstance(cell, str | int) else ""


def _percent(cell: TableCell, which: int) -> str:
    if not isinstance(cell, Share):
        return _value(cell) if which == 0 else _bound(cell, which - 1)
    part, interval = share(cell.found, cell.n), wilson(cell.found, cell.n)
    if part is None or interval is None:
        return ""
    return f"{100 * (part, *interval)[which]:.2f}"


def _value(cell: TableCell) -> str:
    value = cell.mean if isinstance(cell, Mean) else cell.value if isinstance(cell, TableNumber) else None
    return "" if value is None else f"{value:.6g}" if isinstance(cell, PValue) else f"{value:.4f}"


def _bound(cell: TableCell, which: int) -> str:
    interval = cell.interval if isinstance(cell, Mean | TableNumber) else None
    return "" if interval is None else f"{interval[which]:.4f}"
