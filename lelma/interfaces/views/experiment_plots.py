"""Plots as SVG that stands in an HTML page and takes its colours from there."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lelma.experiments.metrics.confusion import Share, share
from lelma.experiments.metrics.intervals import wilson

LABEL, PLOT, LINE = 330, 460, 26  # widths of labels and plot, and height of a line, in pixels
TOP, BOTTOM = 6, 34
_LONGEST = 44  # characters that a label has room for
WIDTH = LABEL + PLOT + 60


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
