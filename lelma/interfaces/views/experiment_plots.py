"""Plots as SVG that stands in an HTML page and takes its colours from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from lelma.experiments.figures import LINES, POINTS, ReportFigure, Spot, spot
from lelma.experiments.metrics.confusion import Share, share
from lelma.experiments.metrics.intervals import wilson

LABEL, PLOT, LINE = 330, 460, 26  # widths of labels and plot, and height of a line, in pixels
TOP, BOTTOM = 6, 34
_LONGEST = 44  # characters that a label has room for
WIDTH = LABEL + PLOT + 60

SERIES_COLOURS = ("#0b4f94", "#d9702b", "#3f9b5b", "#8c5aa8", "#7fb4e6", "#c28e2c")
"""Of the series of a figure; the seventh is as the first."""


def dumbbells(rows: Sequence[tuple[str, Share, Share]], *, names: tuple[str, str] = ("initial", "final")) -> str:
    """Two shares a line, each with its 95 % Wilson interval, on a scale from 0 to 100 %."""
    height = TOP + 2 * LINE * len(rows) + BOTTOM
    parts = [_scale(height)]
    for index, (label, *shares) in enumerate(rows):
        y = TOP + 2 * LINE * index + LINE
        parts.append(_label(label, y))
        for offset, name, value, style in zip((-6, 6), names, shares, ("a", "b"), strict=True):
            parts.append(_dot(value, y + offset, f"{label}, {name}", style))
    return _legend(list(zip(names, ("a", "b"), strict=True))) + _svg(height, parts, f"{names[0]} and {names[1]} shares")


def points(rows: Sequence[tuple[str, Share]], *, name: str) -> str:
    """One share a line with its 95 % Wilson interval, on a scale from 0 to 100 %."""
    height = TOP + LINE * len(rows) + BOTTOM
    parts = [_scale(height)]
    for index, (label, value) in enumerate(rows):
        y = TOP + LINE * index + LINE / 2
        parts += [_label(label, y), _dot(value, y, f"{label}, {name}", "b")]
    return _svg(height, parts, name)


def stacks(rows: Sequence[tuple[str, Sequence[tuple[str, int]]]], *, name: str) -> str:
    """One bar a line, divided as the counts are."""
    height = TOP + 1.5 * LINE * len(rows) + BOTTOM
    parts = [_scale(height)]
    for index, (label, counts) in enumerate(rows):
        y = TOP + 1.5 * LINE * index + LINE * 0.75
        parts.append(_label(label, y))
        total, x = sum(count for _, count in counts) or 1, float(LABEL)
        for shade, (kind, count) in enumerate(counts):
            width = PLOT * count / total
            tip = f"<title>{escape(f'{label}, {kind}: {count} of {total}')}</title>"
            parts.append(
                f'<rect class="s{shade % 6}" x="{x:.1f}" y="{y - 10:.1f}" width="{width:.1f}" height="20">{tip}</rect>'
            )
            if width > 16:
                middle = x + width / 2
                parts.append(f'<text class="in{shade % 6}" x="{middle:.1f}" y="{y + 4:.1f}">{count}</text>')
            x += width
    kinds = [kind for kind, _ in rows[0][1]] if rows else []
    legend = _legend([(kind, f"s{shade % 6}") for shade, kind in enumerate(kinds)])
    return legend + _svg(height, parts, name)


def _dot(value: Share, y: float, what: str, style: str) -> str:
    part, interval = share(value.found, value.n), wilson(value.found, value.n)
    if part is None or interval is None:
        return ""
    low, high = (LABEL + PLOT * bound for bound in interval)
    tip = (
        f"{what}: {100 * part:.1f} %, {value.found} of {value.n}; {100 * interval[0]:.1f} to {100 * interval[1]:.1f} %"
    )
    return (
        f'<g class="{style}"><title>{escape(tip)}</title>'
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>'
        f'<circle cx="{LABEL + PLOT * part:.1f}" cy="{y}" r="4.5"/></g>'
    )


def _scale(height: float) -> str:
    bottom = height - BOTTOM
    ticks = []
    for percent in range(0, 101, 20):
        x = LABEL + PLOT * percent / 100
        ticks.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP}" y2="{bottom}"/>')
        ticks.append(f'<text class="tick" x="{x}" y="{bottom + 18}">{percent} %</text>')
    return "".join(ticks)


def _label(text: str, y: float) -> str:
    """A label; what follows a line break stands below, and stronger."""
    above, _, below = text.rpartition("\n")
    tip = f"<title>{escape(' '.join(text.split()))}</title>"
    if not above:
        return f'<text class="label" x="{LABEL - 12}" y="{y + 4}">{tip}{escape(_cut(below))}</text>'
    return (
        f'<text class="label soft" x="{LABEL - 12}" y="{y - 4}">{tip}{escape(_cut(above))}</text>'
        f'<text class="label" x="{LABEL - 12}" y="{y + 11}">{tip}{escape(_cut(below))}</text>'
    )


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _legend(entries: Sequence[tuple[str, str]]) -> str:
    marks = "".join(f'<span><i class="{style}"></i>{escape(name)}</span>' for name, style in entries)
    return f'<p class="legend">{marks}</p>'


def _svg(height: float, parts: Sequence[str], name: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" role="img" aria-label="{escape(name)}">'
        f"{''.join(parts)}</svg>"
    )


# Figures of studies

_SIDE, _TALL, _HEAD, _FOOT = 56, 250, 14, 96  # the axis at the left, the plot, and what is above and below it
_SLANTED = 9  # characters of a place from which its name is slanted
_ALONE = (
    "<style>text { font: 12px system-ui, sans-serif; fill: #1b1b1f; } .tick, .axis { fill: #5c5f66; } "
    ".grid { stroke: #d9dbe0; } .whisker { stroke: #1b1b1f; }"
    + "".join(f".s{n} {{ fill: {c}; }} .l{n} {{ stroke: {c}; }}" for n, c in enumerate(SERIES_COLOURS))
    + " .line { fill: none; stroke-width: 2; }</style>"
)


def drawing(figure: ReportFigure, *, alone: bool = False) -> str:
    """A figure with its legend as SVG, each value with its interval: bars in groups, lines, or rows of points.

    Args:
        alone: whether it is a file of its own, and brings its colours.
    """
    spots = [[spot(value) for value in each.values] for each in figure.series]
    told = [number for row in spots for found in row if found for number in found if number is not None]
    low, high = (0.0, 100.0) if figure.percent else (min([0.0, *told]), max([0.0, *told]) or 1.0)
    high = high if high > low else low + 1.0

    if figure.form == POINTS:
        return _whole(figure, *_rows_of_points(figure, spots, low, high), alone=alone)

    def y(number: float) -> float:
        return _HEAD + _TALL * (1 - (number - low) / (high - low))

    width = WIDTH - _SIDE - 20
    step = width / max(1, len(figure.places))
    parts = [_rule(figure, low, high, y)]
    draw = _lines_of if figure.form == LINES else _bars_of
    parts += draw(figure, spots, step, y)
    for at, place in enumerate(figure.places):
        parts.append(_place(place, _SIDE + step * (at + 0.5), slanted=max(map(len, figure.places)) > _SLANTED))
    parts += _legend_inside([each.name for each in figure.series], _HEAD + _TALL + _FOOT)
    return _whole(figure, parts, _HEAD + _TALL + _FOOT + 18 * ((len(figure.series) + 2) // 3), alone=alone)


def _whole(figure: ReportFigure, parts: Sequence[str], height: float, *, alone: bool) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" role="img" '
    about = f'aria-label="{escape(figure.title)}"><title>{escape(figure.title)}</title>'
    return f"{head}{about}{_ALONE if alone else ''}{''.join(parts)}</svg>" + ("\n" if alone else "")


def _rows_of_points(
    figure: ReportFigure, spots: Sequence[Sequence[Spot | None]], low: float, high: float
) -> tuple[list[str], float]:
    """A row for each place, its series below one another; and the height of it all."""

    def x(number: float) -> float:
        return LABEL + PLOT * (number - low) / (high - low)

    tall = LINE * max(1.0, 0.6 * len(spots))
    bottom = TOP + tall * len(figure.places)
    parts, unit = list[str](), " %" if figure.percent else ""
    for number in (low + (high - low) * part / 5 for part in range(6)):
        shown = f"{number:.0f}" if high - low >= 10 else f"{number:.2f}"
        parts.append(f'<line class="grid" x1="{x(number):.1f}" x2="{x(number):.1f}" y1="{TOP}" y2="{bottom}"/>')
        middle = f'style="text-anchor:middle" x="{x(number):.1f}" y="{bottom + 16}"'
        parts.append(f'<text class="tick" {middle}>{shown}{unit}</text>')
    parts.append(
        f'<text class="axis" text-anchor="middle" x="{LABEL + PLOT / 2}" y="{bottom + 36}">{escape(figure.axis)}</text>'
    )
    for at, place in enumerate(figure.places):
        above = TOP + tall * at
        name = f'style="text-anchor:end" x="{LABEL - 12}" y="{above + tall / 2 + 4:.1f}"'
        parts.append(f"<text {name}><title>{escape(place)}</title>{escape(_cut(place))}</text>")
        for row, (series, values) in enumerate(zip(figure.series, spots, strict=True)):
            found, y = values[at], above + tall * (row + 0.5) / len(spots)
            if found is None:
                continue
            tip, (_, least, most) = _tip(figure, series.name, place, found), found
            if least is not None and most is not None:
                ends = f'x1="{x(least):.1f}" x2="{x(most):.1f}" y1="{y:.1f}" y2="{y:.1f}"'
                parts.append(f'<line class="whisker" {ends}/>')
            parts.append(f'<circle class="s{row % 6}" cx="{x(found[0]):.1f}" cy="{y:.1f}" r="4.5">{tip}</circle>')
    if len(figure.series) == 1:
        return parts, bottom + 48
    parts += _legend_inside([each.name for each in figure.series], bottom + 58)
    return parts, bottom + 58 + 18 * ((len(figure.series) + 2) // 3)


def _rule(figure: ReportFigure, low: float, high: float, y: Callable[[float], float]) -> str:
    """The scale at the left, and what is measured."""
    unit, parts = " %" if figure.percent else "", list[str]()
    for number in (low + (high - low) * part / 5 for part in range(6)):
        at = y(number)
        parts.append(f'<line class="grid" x1="{_SIDE}" x2="{WIDTH - 20}" y1="{at:.1f}" y2="{at:.1f}"/>')
        shown = f"{number:.0f}" if high - low >= 10 else f"{number:.2f}"
        place = f'style="text-anchor:end" x="{_SIDE - 8}" y="{at + 4:.1f}"'
        parts.append(f'<text class="tick" {place}>{shown}{unit}</text>')
    turned = f"rotate(-90 12 {_HEAD + _TALL / 2})"
    middle = f'text-anchor="middle" x="12" y="{_HEAD + _TALL / 2}" transform="{turned}"'
    return "".join([*parts, f'<text class="axis" {middle}>{escape(figure.axis)}</text>'])


def _bars_of(
    figure: ReportFigure, spots: Sequence[Sequence[Spot | None]], step: float, y: Callable[[float], float]
) -> list[str]:
    parts, thick = list[str](), min(46.0, 0.8 * step / max(1, len(spots)))
    for row, (series, values) in enumerate(zip(figure.series, spots, strict=True)):
        for at, found in enumerate(values):
            if found is None:
                continue
            x = _SIDE + step * (at + 0.5) + thick * (row - len(spots) / 2)
            top, foot = sorted((y(found[0]), y(0)))
            tip = _tip(figure, series.name, figure.places[at], found)
            box = f'x="{x:.1f}" y="{top:.1f}" width="{thick - 2:.1f}" height="{foot - top:.1f}"'
            parts.append(f'<rect class="s{row % 6}" {box}>{tip}</rect>{_whisker(found, x + thick / 2 - 1, y)}')
    return parts


def _lines_of(
    figure: ReportFigure, spots: Sequence[Sequence[Spot | None]], step: float, y: Callable[[float], float]
) -> list[str]:
    parts = list[str]()
    for row, (series, values) in enumerate(zip(figure.series, spots, strict=True)):
        told = [(_SIDE + step * (at + 0.5), at, found) for at, found in enumerate(values) if found is not None]
        path = " ".join(f"{x:.1f},{y(found[0]):.1f}" for x, _, found in told)
        parts.append(f'<polyline class="line l{row % 6}" points="{path}"/>')
        for x, at, found in told:
            tip = _tip(figure, series.name, figure.places[at], found)
            dot = f'<circle class="s{row % 6}" cx="{x:.1f}" cy="{y(found[0]):.1f}" r="4">{tip}</circle>'
            parts += [_whisker(found, x, y), dot]
    return parts


def _whisker(found: Spot, x: float, y: Callable[[float], float]) -> str:
    _, low, high = found
    if low is None or high is None:
        return ""
    return f'<line class="whisker" x1="{x:.1f}" x2="{x:.1f}" y1="{y(low):.1f}" y2="{y(high):.1f}"/>'


def _tip(figure: ReportFigure, series: str, place: str, found: Spot) -> str:
    middle, low, high = found
    unit = " %" if figure.percent else ""
    around = f", {low:.3g} to {high:.3g}{unit}" if low is not None and high is not None else ""
    return f"<title>{escape(f'{series}, {place}: {middle:.3g}{unit}{around}')}</title>"


def _place(name: str, x: float, *, slanted: bool) -> str:
    y, shown = _HEAD + _TALL + 18, escape(name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…")
    how = f' transform="rotate(-28 {x:.1f} {y})"' if slanted else ""
    anchor = "end" if slanted else "middle"
    return f'<text class="tick" style="text-anchor:{anchor}" x="{x:.1f}" y="{y}"{how}>{shown}</text>'


def _legend_inside(names: Sequence[str], top: float) -> list[str]:
    parts, third = list[str](), (WIDTH - _SIDE) / 3
    for at, name in enumerate(names):
        x, y = _SIDE + third * (at % 3), top + 18 * (at // 3)
        parts.append(f'<rect class="s{at % 6}" x="{x:.1f}" y="{y - 10}" width="12" height="12"/>')
        parts.append(f'<text x="{x + 18:.1f}" y="{y}">{escape(_cut(name))}</text>')
    return parts
