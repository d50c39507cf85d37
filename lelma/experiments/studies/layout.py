"""The tables and figures that an experiment file asks for (`[[table]]`, `[[figure]]`), made of what was played.

A table has a row for each cell and model. A figure has a series for each cell along the models, or for each model along
the cells, or for both along the cards that were dealt. What a paper printed may stand beside in columns of its own, as
it was printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from decimal import Decimal
from typing import Any

from gdl.values import dataclass
from lelma.experiments.evaluation.tables import ReportTable, TableCell
from lelma.experiments.figures import BARS, FIGURE_FORMS, FigureSeries, ReportFigure
from lelma.experiments.over_matches.rows import PlayedMatch
from lelma.experiments.over_matches.tables import GROUP_COLUMNS, MatchGroup
from lelma.experiments.studies.by_agent import AgentTableEntry, agent_entry_faults, agent_figure, agent_table
from lelma.experiments.studies.measured import Measured
from lelma.experiments.studies.measures import STUDY_MEASURES, head_of, measured_cells
from lelma.support.errors import did_you_mean
from lelma.support.shape import misshapen, type_shape, typed_value

ALONG_CELLS, ALONG_MODELS, ALONG_CARDS, ALONG_MEASURES = "cells", "models", "cards", "measures"
_ID = re.compile(r"[A-Za-z0-9_]+")


@dataclass(frozen=True)
class TableEntry:
    """A `[[table]]`.

    Attributes:
        measures: its columns.
        cells: its rows; all by default.
        side: whose wins are meant; by default that of the experiment.
        baseline: the cell that the others are tested against; by default that of the experiment.
        heads: of further columns.
        printed: `CELL/MODEL`, or a cell → what stands in these.
    """

    id: str
    title: str
    measures: tuple[str, ...] = ("wins",)
    cells: tuple[str, ...] = ()
    side: str = ""
    baseline: str = ""
    heads: tuple[str, ...] = ()
    printed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class FigureEntry:
    """A `[[figure]]`: a `measure` of `cells`, all by default, along the `cells`, the `models` or the `cards`.

    Or several `measures`, such as one for each round, along these (`along = "measures"`); `places` are their names.
    """

    id: str
    title: str
    form: str = BARS
    measure: str = "wins"
    measures: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    along: str = ALONG_CELLS
    cells: tuple[str, ...] = ()
    side: str = ""
    note: str = ""


BY_AGENT = "by_agent"
LAYOUT_SHAPE: Mapping[str, Any] = {
    "table": [type_shape(TableEntry)],
    "figure": [type_shape(FigureEntry)],
    BY_AGENT: [type_shape(AgentTableEntry)],
}


def layout_of(content: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of an experiment file that say which its report has in form, decimals as plain numbers."""
    return {key: _plain(content[key]) for key in LAYOUT_SHAPE if key in content}


def _plain(value: Any) -> Any:
    match value:
        case Decimal():
            return float(value)
        case dict():
            return {name: _plain(inner) for name, inner in value.items()}
        case list():
            return [_plain(inner) for inner in value]
        case _:
            return value


def layout_faults(content: Mapping[str, Any], cells: Sequence[str]) -> list[str]:
    """What is wrong with the `[[table]]` and `[[figure]]` entries of an experiment with these cells."""
    content = layout_of(content)
    faults = list(misshapen(content, dict(LAYOUT_SHAPE)))
    if faults:
        return faults
    ids = list[str]()
    for key, (shape,) in LAYOUT_SHAPE.items():
        for number, entry in enumerate(content.get(key, ()), 1):
            place = f"[[{key}]] {number}"
            faults += [f"{place}: there is no key {name!r}{did_you_mean(name, shape)}" for name in entry.keys() - shape]
            faults += [f"{place}: {name} is missing" for name in ("id", "title") if not entry.get(name)]
            own = agent_entry_faults(entry) if key == BY_AGENT else _entry_faults(entry, cells)
            faults += [f"{place}: {fault}" for fault in own]
            ids.append(str(entry.get("id")))
    faults += [f"two tables or figures have the id {name!r}" for name in dict.fromkeys(ids) if ids.count(name) > 1]
    return faults


def _entry_faults(entry: Mapping[str, Any], cells: Sequence[str]) -> Iterator[str]:
    if entry.get("id") and not _ID.fullmatch(entry["id"]):
        yield f"id: expected letters, digits and _, got {entry['id']!r}"
    for measure in [*entry.get("measures", ()), *([entry["measure"]] if "measure" in entry else [])]:
        name = measure.partition(":")[0]
        if name not in STUDY_MEASURES:
            near = f"{did_you_mean(name, STUDY_MEASURES)}; there are: {', '.join(STUDY_MEASURES)}"
            yield f"there is no measure {name!r}{near}"
    printed = [name if name in cells else name.partition("/")[0] for name in entry.get("printed", ())]
    for name in [*entry.get("cells", ()), *printed, *filter(None, [entry.get("baseline")])]:
        if name not in cells:
            yield f"there is no cell {name!r}{did_you_mean(name, cells)}"
    for name, told in entry.get("printed", {}).items():
        if len(told) != len(entry.get("heads", ())):
            yield f"printed: {name!r} has {len(told)} entries, and there are {len(entry.get('heads', ()))} heads"
    if (entry.get("along") == ALONG_MEASURES) != bool(entry.get("measures")) and "form" in entry:
        yield 'measures go with along = "measures"'
    if entry.get("places") and len(entry["places"]) != len(entry.get("measures", ())):
        yield "places: expected one for each of the measures"
    for key, known in (("form", FIGURE_FORMS), ("along", (ALONG_CELLS, ALONG_MODELS, ALONG_CARDS, ALONG_MEASURES))):
        if entry.get(key, known[0]) not in known:
            yield f"{key}: there is no {entry[key]!r}; there are: {', '.join(known)}"


def layout_tables(
    content: Mapping[str, Any], groups: Sequence[MatchGroup], baseline: str, side: str
) -> list[ReportTable]:
    """The tables that an experiment asks for."""
    tables = [
        _table(typed_value(TableEntry, entry), groups, baseline, entry.get("side") or side)
        for entry in content.get("table", ())
    ]
    game = str(content.get("game", ""))
    return tables + [
        agent_table(typed_value(AgentTableEntry, entry), groups, game) for entry in content.get(BY_AGENT, ())
    ]


def _table(entry: TableEntry, groups: Sequence[MatchGroup], baseline: str, side: str) -> ReportTable:
    baseline = entry.baseline or baseline
    kept = _in_order(entry.cells, groups, baseline)
    measured = Measured(kept, baseline, side)
    columns = [measured_cells(measure, measured) for measure in entry.measures]
    rows = list[tuple[TableCell, ...]]()
    for number, group in enumerate(kept):
        if entry.cells and group.cell not in entry.cells:
            continue  # the baseline, which tests need
        printed = entry.printed.get(f"{group.cell}/{group.model}") or entry.printed.get(group.cell)
        printed = printed or ("",) * len(entry.heads)
        rows.append((*group.key, *(column[number] for column in columns), *printed))
    heads = (*GROUP_COLUMNS, *map(head_of, entry.measures), *entry.heads)
    return ReportTable(entry.id, entry.title, heads, tuple(rows), entry.note)


def layout_figures(
    content: Mapping[str, Any], groups: Sequence[MatchGroup], baseline: str, side: str
) -> list[ReportFigure]:
    """The figures that an experiment asks for."""
    figures = [
        _figure(typed_value(FigureEntry, entry), groups, baseline, entry.get("side") or side)
        for entry in content.get("figure", ())
    ]
    game, entries = str(content.get("game", "")), content.get(BY_AGENT, ())
    drawn = [typed_value(AgentTableEntry, entry) for entry in entries if entry.get("bars")]
    return figures + [agent_figure(entry, groups, game) for entry in drawn]


def _figure(entry: FigureEntry, groups: Sequence[MatchGroup], baseline: str, side: str) -> ReportFigure:
    kept = _in_order(entry.cells, groups, baseline)
    if entry.along == ALONG_MEASURES:
        return _along_measures(entry, kept, Measured(kept, baseline, side))
    if entry.along == ALONG_CARDS:
        return _figure_along_cards(entry, [each for each in kept if not entry.cells or each.cell in entry.cells], side)
    found = dict(
        zip(
            [(group.cell, group.model) for group in kept],
            measured_cells(entry.measure, Measured(kept, baseline, side)),
            strict=True,
        )
    )
    found = {key: value for key, value in found.items() if not entry.cells or key[0] in entry.cells}
    cells, models = (list(dict.fromkeys(key[which] for key in found)) for which in (0, 1))
    places, names = (cells, models) if entry.along == ALONG_CELLS else (models, cells)
    series = [
        FigureSeries(
            name or head_of(entry.measure),
            tuple(found.get((place, name) if entry.along == ALONG_CELLS else (name, place)) for place in places),
        )
        for name in names
    ]
    return ReportFigure(entry.id, entry.title, entry.form, _axis(entry, side), tuple(places), tuple(series), entry.note)


def _axis(entry: FigureEntry, side: str) -> str:
    axis = head_of(entry.measure)
    return f"{axis} of {side}" if entry.measure == "wins" and side else axis


def _figure_along_cards(entry: FigureEntry, groups: Sequence[MatchGroup], side: str) -> ReportFigure:
    """A series for each cell and model, along what was dealt, in the order of the deals in which it first was."""
    first = dict[str, int]()
    for each in (match for group in groups for match in group.matches if match.dealt):
        name = _dealt(each)
        first[name] = min(each.deal, first.get(name, each.deal))
    places = tuple(sorted(first, key=lambda name: (first[name], name)))
    series = []
    for group in groups:
        parts = [
            replace(group, matches=tuple(each for each in group.matches if _dealt(each) == place)) for place in places
        ]
        name = f"{group.cell}, {group.model}" if group.model else group.cell
        series.append(FigureSeries(name, tuple(measured_cells(entry.measure, Measured(parts, "", side)))))
    return ReportFigure(entry.id, entry.title, entry.form, _axis(entry, side), places, tuple(series), entry.note)


def _dealt(match: PlayedMatch) -> str:
    """What was dealt, as a figure names it: the rules write words of several parts with a line between them."""
    return " / ".join(card.replace("_", " ") for card in match.dealt)


def _along_measures(entry: FigureEntry, kept: Sequence[MatchGroup], measured: Measured) -> ReportFigure:
    """A series for each group, of several measures."""
    columns = [measured_cells(measure, measured) for measure in entry.measures]
    series = [
        FigureSeries(
            f"{group.cell}, {group.model}" if group.model else group.cell, tuple(column[number] for column in columns)
        )
        for number, group in enumerate(kept)
        if not entry.cells or group.cell in entry.cells
    ]
    places = entry.places or tuple(measure.partition(":")[2] or measure for measure in entry.measures)
    axis = head_of(entry.measures[0]).partition(" of ")[0]
    return ReportFigure(entry.id, entry.title, entry.form, axis, places, tuple(series), entry.note)


def _in_order(cells: Sequence[str], groups: Sequence[MatchGroup], baseline: str) -> list[MatchGroup]:
    """The groups of some cells in their order, and of the baseline, which tests need; all without names."""
    if not cells:
        return list(groups)
    found = [group for cell in cells for group in groups if group.cell == cell]
    return found + [group for group in groups if group.cell == baseline and baseline not in cells]
