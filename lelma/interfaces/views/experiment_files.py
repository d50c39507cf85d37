"""A report on the screen and on disk: text, Markdown, CSV, HTML."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from lelma.experiments.evaluation.report import TablesReport
from lelma.experiments.evaluation.tables import ReportTable
from lelma.experiments.evaluation.words import cell_words, spread
from lelma.experiments.figures import ReportFigure, spot
from lelma.interfaces.views.experiment_page import page
from lelma.interfaces.views.experiment_plots import drawing


def print_report(console: Console, report: TablesReport) -> None:
    """The headline and every table."""
    console.rule(f"[bold]{escape(report.title)}[/bold]", align="left")
    for line in report.headline:
        console.print(f"• {escape(line)}")
    for table in report.tables:
        grid = Grid(title=f"[bold]{escape(table.title)}[/bold]", title_justify="left", caption=escape(table.note))
        grid.caption_justify = "left"
        for column in table.columns:
            grid.add_column(escape(column))
        for row in table.rows:
            grid.add_row(*(escape(cell_words(cell).replace(" (", "\n(")) for cell in row))
        console.print()
        console.print(grid)


def write_report(report: TablesReport, folder: Path) -> list[Path]:
    """Write `report.md`, `report.html`, and a CSV file for each table and figure, these as SVG, too; the files."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {"report.html": page(report), "report.md": markdown(report)}
    texts |= {f"{table.id}.csv": table_csv(table) for table in report.tables}
    for figure in report.figures:
        texts |= {f"{figure.id}.svg": drawing(figure, alone=True), f"{figure.id}.csv": figure_csv(figure)}
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return [folder / name for name in texts]


def markdown(report: TablesReport) -> str:
    lines = [f"# {_plain(report.title)}", "", *(f"- {_plain(line)}" for line in report.headline)]
    lines += ["", "Shares: percentage (count/of; 95 % Wilson interval). Means: with their 95 % interval."]
    for figure in report.figures:
        lines += ["", f"![{_plain(figure.title)}]({figure.id}.svg)", "", _plain(f"{figure.title}. {figure.note}")]
    for table in report.tables:
        lines += ["", f"## {_plain(table.title)}", "", *_rows(table)]
        if table.note:
            lines += ["", _plain(table.note)]
    return "\n".join(lines) + "\n"


def _rows(table: ReportTable) -> list[str]:
    cells = [table.columns, ["---"] * len(table.columns), *([cell_words(cell) for cell in row] for row in table.rows)]
    return ["| " + " | ".join(map(_plain, row)) + " |" for row in cells]


def _plain(text: str) -> str:
    """Text that means nothing in Markdown."""
    for mark in "\\|*_`<[":
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())


def table_csv(table: ReportTable) -> str:
    """A table with plain columns: a share takes five, a mean three."""
    columns: list[tuple[str, list[str]]] = []
    for index, column in enumerate(table.columns):
        columns += spread(column, [row[index] for row in table.rows])
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([name for name, _ in columns])
    writer.writerows(zip(*(cells for _, cells in columns), strict=True))
    return text.getvalue()


def figure_csv(figure: ReportFigure) -> str:
    """What a figure draws: a row for each series and place, with value and interval; shares in percent."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["series", "place", "value", "low", "high"])
    for series in figure.series:
        for place, value in zip(figure.places, series.values, strict=True):
            found = spot(value) or (None, None, None)
            writer.writerow([series.name, place, *("" if each is None else f"{each:.4f}" for each in found)])
    return text.getvalue()
