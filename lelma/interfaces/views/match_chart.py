"""How many worlds each player held possible, as a drawing: joint moves from left to right, worlds upwards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from gdl.tree.keywords import RANDOM
from lelma.matches.story import Story
from lelma.matches.world_counts import WorldCounts

if TYPE_CHECKING:
    from lelma.talk.chances.suspicion import ChanceCourse  # and NumPy with it, which the playground has not

COLOURS = ("#4878cf", "#d65f5f", "#3f9b5b", "#b47cc7", "#c28e2c", "#3aa6a6", "#e377c2", "#8c613c", "#7f8fa6", "#a0b13a")
"""Of the players in their order; readable on light and dark."""

_WIDTH, _HEIGHT = 860, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 150, 24, 34
_LINE = 15
_TICKS = (1, 2, 5)


def chart(story: Story, worlds: Sequence[WorldCounts]) -> str:
    """The drawing, as SVG. Players with the same numbers share a line."""
    start = _start(story)
    last = max(start + 1, *(len(each.counts) - 1 for each in worlds))
    most = max((count for each in worlds for count in each.counts[start:]), default=1)
    top = math.log10(max(2, most))

    def x(ply: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (ply - start) / (last - start)

    def y(count: int) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * math.log10(count) / top

    parts = [f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="Possible deals by player and joint move">']
    for tick in _ticks(most):
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:,}</text>')
    for part in story.parts:
        first = part.scenes[0].ply - 1
        if start < first < last:
            across = f'x1="{x(first):.1f}" x2="{x(first):.1f}"'
            parts.append(f'<line class="part" {across} y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"/>')
    parts.append(f'<text x="{_LEFT}" y="{_HEIGHT - 10}">joint move {start}</text>')
    parts.append(f'<text x="{_WIDTH - _RIGHT}" y="{_HEIGHT - 10}" text-anchor="end">{last}</text>')
    lines = [(name, colour, each.counts) for name, colour, each in _lines(story, worlds) if len(each.counts) > start]
    for name, colour, counts in lines:
        path = f"M{x(start):.1f},{y(counts[start]):.1f}"
        for ply in range(start + 1, len(counts)):
            if counts[ply] != counts[ply - 1] or ply == len(counts) - 1:
                path += f"H{x(ply):.1f}V{y(counts[ply]):.1f}"
        parts.append(f'<path class="series" stroke="{colour}" d="{path}"><title>{escape(name)}</title></path>')
    parts += _labels([(y(counts[-1]), name, colour, f"{counts[-1]:,}") for name, colour, counts in lines])
    return "\n".join([*parts, "</svg>"])


def chance_chart(story: Story, course: ChanceCourse) -> str:
    """The probability, for who seeks an identity, that each player has it, as SVG; dots are speeches that moved it."""
    start, last = _start(story), max(2, len(course.chances))
    order = {player.role: number for number, player in enumerate(story.players)}

    def x(ply: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (ply - start) / max(1, last - start)

    def y(chance: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * chance

    about = "Probability by player and joint move"
    parts = [f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{about}">']
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:.0%}</text>')
    parts.append(f'<text x="{_LEFT}" y="{_HEIGHT - 10}">joint move {start}</text>')
    parts.append(f'<text x="{_WIDTH - _RIGHT}" y="{_HEIGHT - 10}" text-anchor="end">{last}</text>')
    ends = list[tuple[float, str, str, float]]()
    for player in story.players:
        told = [
            (ply, each[player.role])
            for ply, each in enumerate(course.chances, 1)
            if player.role in each and ply >= start
        ]
        if not told or player.role == course.role:
            continue
        colour = COLOURS[order[player.role] % len(COLOURS)]
        path = f"M{x(told[0][0]):.1f},{y(told[0][1]):.1f}" + "".join(
            f"H{x(ply):.1f}V{y(chance):.1f}" for ply, chance in told[1:]
        )
        parts.append(f'<path class="series" stroke="{colour}" d="{path}"><title>{escape(player.name)}</title></path>')
        ends.append((y(told[-1][1]), player.name, colour, told[-1][1]))
    for each in course.moved:
        chance = course.chances[each.ply - 1].get(each.speaker)
        if chance is not None:
            colour, tip = COLOURS[order[each.speaker] % len(COLOURS)], escape(each.words)
            place = f'cx="{x(each.ply):.1f}" cy="{y(chance):.1f}"'
            parts.append(f'<circle {place} r="4" fill="{colour}"><title>{tip}</title></circle>')
    parts += _labels([(height, name, colour, f"{chance:.0%}") for height, name, colour, chance in ends])
    return "\n".join([*parts, "</svg>"])


def _start(story: Story) -> int:
    """The joint moves before a player had a choice: the deal."""
    players = {player.role for player in story.players}
    moved = (ply for ply, moves in sorted(story.recorded.moves.items()) if players & (moves.keys() - {RANDOM}))
    return max(0, next(moved, 1) - 1)


def _ticks(most: int) -> Iterator[int]:
    scale = 1
    while scale <= most:
        yield from (tick * scale for tick in (_TICKS if most <= 500 else (1,)) if tick * scale <= most)
        scale *= 10


def _lines(story: Story, worlds: Sequence[WorldCounts]) -> Iterator[tuple[str, str, WorldCounts]]:
    """Name, colour and numbers of each line."""
    names = {player.role: player.name for player in story.players}
    order = {player.role: number for number, player in enumerate(story.players)}
    for each in worlds:
        same = [other.role for other in worlds if other.counts == each.counts]
        if same[0] == each.role:
            yield ", ".join(names[role] for role in same), COLOURS[order[each.role] % len(COLOURS)], each


def _labels(ends: Sequence[tuple[float, str, str, str]]) -> Iterator[str]:
    """Names at the ends of the lines, moved apart where they would overlap."""
    ordered, places, below = sorted(ends), list[float](), float(_HEIGHT)
    for height, *_ in ordered:
        places.append(max(height, places[-1] + _LINE) if places else height)
    for at in reversed(range(len(places))):  # those that were moved out at the bottom move up
        below = places[at] = min(places[at], below - _LINE)
    for place, (_, name, colour, count) in zip(places, ordered, strict=True):
        label = name if len(name) <= 18 else f"{name[:17]}…"
        yield (
            f'<text class="end" style="fill:{colour}" x="{_WIDTH - _RIGHT + 8}" y="{place + 4:.1f}">'
            f"{escape(label)}: {count}<title>{escape(name)}</title></text>"
        )
