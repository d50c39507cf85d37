"""Curves as a picture: y on a logarithmic scale, one colour a game. No library is needed to draw or to show it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT, MARGIN = 900, 560, 60
COLOURS = "#1b6ca8 #d1495b #2a9d5c #8f5ea8 #e08e0b #5c4033 #17a2b8 #7a7a00 #c03090 #444444 #6a9a00 #3050d0".split()
Points = Sequence[tuple[float, float]]


def curves(title: str, x_name: str, y_name: str, games: Sequence[tuple[str, Points, Points]]) -> str:
    """The picture as SVG: for each game its name, the points of a line and those of a dashed line."""
    points = [point for _, line, dashed in games for point in (*line, *dashed) if point[1] > 0]
    right = max((x for x, _ in points), default=1) or 1
    low = math.floor(math.log10(min((y for _, y in points), default=1)))
    high = max(low + 1, math.ceil(math.log10(max((y for _, y in points), default=10))))

    def place(x: float, y: float) -> str:
        across = MARGIN + x / right * (WIDTH - 3 * MARGIN)
        up = (math.log10(y) - low) / (high - low)
        return f"{across:.1f},{HEIGHT - MARGIN - up * (HEIGHT - 2 * MARGIN):.1f}"

    parts = [_text(WIDTH / 2, 24, title, "middle"), _text(WIDTH / 2, HEIGHT - 12, x_name, "middle")]
    parts.append(_text(8, 44, y_name, "start"))
    for power in range(low, high + 1):
        left, bottom = place(0, 10.0**power).split(",")
        parts.append(_text(float(left) - 6, float(bottom) + 4, f"{10.0**power:,g}", "end"))
        parts.append(_line([place(0, 10.0**power), place(right, 10.0**power)], "#dddddd", dashed=False))
    for x in range(0, int(right) + 1, 5):
        parts.append(_text(float(place(x, 10.0**low).split(",")[0]), HEIGHT - MARGIN + 18, str(x), "middle"))
    for index, (name, line, dashed) in enumerate(games):
        colour = COLOURS[index % len(COLOURS)]
        parts.append(_line([place(x, y) for x, y in line if y > 0], colour, dashed=False))
        parts.append(_line([place(x, y) for x, y in dashed if y > 0], colour, dashed=True))
        parts.append(_text(WIDTH - 2 * MARGIN + 8, MARGIN + 20 * index, name, "start", colour))
    body = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">\n{body}\n</svg>\n'


def _line(places: Sequence[str], colour: str, *, dashed: bool) -> str:
    style = ' stroke-dasharray="6 4"' if dashed else ""
    return f'<polyline points="{" ".join(places)}" fill="none" stroke="{colour}" stroke-width="1.5"{style}/>'


def _text(x: float, y: float, words: str, anchor: str, colour: str = "#000000") -> str:
    font = f'font-family="sans-serif" font-size="13" text-anchor="{anchor}" fill="{colour}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {font}>{escape(words)}</text>'
