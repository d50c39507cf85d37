"""A report as one HTML page that needs nothing else."""

from __future__ import annotations

from html import escape

from lelma.experiments.evaluation.report import ExperimentReport, TablesReport
from lelma.experiments.evaluation.tables import TOTAL, ReportTable, TableCell
from lelma.experiments.evaluation.words import cell_words
from lelma.experiments.figures import ReportFigure
from lelma.experiments.metrics.confusion import Share
from lelma.interfaces.views.experiment_plots import SERIES_COLOURS, drawing, dumbbells, points, stacks

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1f; --soft: #5c5f66; --line: #d9dbe0; --page: #fff; --head: #f3f4f6;
  --a: #8a8f98; --b: #0b6bcb; --s0: #0b4f94; --s1: #2f7fce; --s2: #7fb4e6; --s3: #c4dcf3; --s4: #f0b37e; --s5: #d9702b;
  --dark: #fff; --pale: #1b1b1f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8ec; --soft: #a3a7b0; --line: #3a3d45; --page: #17181c;
  --head: #22242a; --a: #9aa0ab; --b: #5aa9f5; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 1080px;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2.4rem 0 .4rem; }
.headline li { margin: .5rem 0; font-size: 1.02rem; }
.wide { overflow-x: auto; } .legend span { white-space: nowrap; }
table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .28rem .7rem .28rem .3rem; vertical-align: top;
  border-bottom: 1px solid var(--line); }
td small { color: var(--soft); white-space: nowrap; } td b { font-weight: 600; white-space: nowrap; }
thead th { background: var(--head); border-bottom: 2px solid var(--line); }
.note, .legend { color: var(--soft); font-size: .85rem; max-width: 75ch; }
.legend span { margin-right: 1.2rem; } .legend i { display: inline-block; width: .8rem; height: .8rem;
  margin-right: .4rem; border-radius: 2px; vertical-align: -.08rem; }
svg { max-width: 100%; min-width: 620px; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .label { text-anchor: end; } svg .soft { fill: var(--soft);
  font-size: 11px; } svg .tick { text-anchor: middle; fill: var(--soft);
  font-size: 11px; } svg .grid { stroke: var(--line); stroke-width: 1; }
svg .a line, svg .b line { stroke-width: 2; } svg .a line { stroke: var(--a); } svg .a circle { fill: var(--a); }
svg .b line { stroke: var(--b); } svg .b circle { fill: var(--b); }
i.a { background: var(--a); } i.b { background: var(--b); }
svg text[class^=in] { text-anchor: middle; font-size: 12px; }
svg .in0, svg .in1, svg .in5 { fill: var(--dark); } svg .in2, svg .in3, svg .in4 { fill: var(--pale); }
"""
_SHADES = "".join(f"svg .s{n} {{ fill: var(--s{n}); }} i.s{n} {{ background: var(--s{n}); }}\n" for n in range(6))
_SERIES = ".figure .whisker { stroke: var(--ink); } .figure .line { fill: none; stroke-width: 2; }\n" + "".join(
    f".figure .s{n} {{ fill: {colour}; }} .figure .l{n} {{ stroke: {colour}; }}\n"
    for n, colour in enumerate(SERIES_COLOURS)
)


def page(report: TablesReport) -> str:
    """The whole page."""
    lines = "".join(f"<li>{escape(line)}</li>" for line in report.headline)
    about = f"{escape(report.about)} In brackets: counts, and 95 % intervals (Wilson, for shares)."
    style = _STYLE + _SHADES + (_SERIES if report.figures else "")
    sections = "".join(map(_figure, report.figures))
    sections += "".join(_section(report, table) for table in report.tables)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(report.title)}</title><style>{style}</style></head><body>\n"
        f'<h1>{escape(report.title)}</h1><p class="note">{about}</p><ul class="headline">{lines}</ul>{sections}'
        "</body></html>\n"
    )


def _figure(figure: ReportFigure) -> str:
    note = f'<p class="note">{escape(figure.note)}</p>' if figure.note else ""
    drawn = f'<div class="wide figure">{drawing(figure)}</div>'
    return f'\n<section id="{figure.id}"><h2>{escape(figure.title)}</h2>{drawn}{note}</section>'


def _section(report: TablesReport, table: ReportTable) -> str:
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    head = f"<h2>{escape(table.title)}</h2>"
    plot = f'<div class="wide">{_plot(report, table)}</div>'
    return f'\n<section id="{table.id}">{head}{plot}{_table(table)}{note}</section>'


def _table(table: ReportTable) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    rows = "".join(f"<tr>{''.join(f'<td>{_cell(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _cell(cell: TableCell) -> str:
    words = cell_words(cell)
    if isinstance(cell, str | int) or " (" not in words:
        return escape(words)
    first, _, rest = words.partition(" (")
    return f"<b>{escape(first)}</b> <small>({escape(rest)}</small>"


def _plot(report: TablesReport, table: ReportTable) -> str:
    """The plot that goes with a table; empty for most."""
    if table.id == "accepted":
        column = table.columns.index("Accepted, yet wrong")
        rows = [(str(row[0]), cell) for row in table.rows if isinstance(cell := row[column], Share)]
        return points(rows, name="accepted, yet wrong")
    if table.id == "table5":
        numbers = [column for column in table.columns if column.isdecimal()]
        bars = [
            (
                str(row[0]),
                [
                    (_attempts(n), cell.found)
                    for n, cell in zip(numbers, row[1:], strict=False)
                    if isinstance(cell, Share)
                ],
            )
            for row in table.rows
        ]
        return stacks(bars, name="runs by number of attempts")
    if table.id == "table6" and isinstance(report, ExperimentReport):
        last = {game: moves[-1] for game, moves in report.source.moves.items()}
        chosen = [row for row in table.rows if last.get(str(row[1])) == row[2]]
        return _pairs([(f"{row[0]}\n{row[1]}: {row[2]}", row[3], row[4]) for row in chosen])
    if table.id == "table7":
        return _pairs([(f"{row[0]}\n{row[1]}", row[2], row[3]) for row in table.rows if row[1] != TOTAL])
    return ""


def _attempts(number: str) -> str:
    return "1 attempt" if number == "1" else f"{number} attempts"


def _pairs(rows: list[tuple[str, TableCell, TableCell]]) -> str:
    return dumbbells([(label, a, b) for label, a, b in rows if isinstance(a, Share) and isinstance(b, Share)])
