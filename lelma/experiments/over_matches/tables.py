"""The tables of an experiment over matches: wins, tests between cells, ratings, costs, beliefs and checks.

The unit is the match: a side wins or doesn't, however many players it has. A match without a result is in no share,
and is counted beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from gdl.values import dataclass
from lelma.experiments.evaluation.tables import PValue, ReportTable, TableCell, TableNumber
from lelma.experiments.figures import POINTS, FigureSeries, ReportFigure
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.intervals import newcombe
from lelma.experiments.metrics.means import mean_of
from lelma.experiments.over_matches.rows import PlayedMatch, PlayerRow
from lelma.experiments.statistics.ratings import Contest, Ratings, bradley_terry
from lelma.experiments.statistics.several import holm
from lelma.experiments.statistics.two_by_two import barnard, mcnemar
from lelma.models.costs import Prices, Tally

GROUP_COLUMNS = ("Cell", "Model")


@dataclass(frozen=True)
class MatchGroup:
    """The matches of one cell with one model."""

    cell: str
    model: str
    matches: tuple[PlayedMatch, ...]

    @property
    def key(self) -> tuple[str, str]:
        return self.cell, self.model or "–"

    @property
    def done(self) -> list[PlayedMatch]:
        """Those with a result."""
        return [each for each in self.matches if each.result]

    def won(self, side: str) -> dict[int, bool]:
        """Deal → whether a side won it, for matches with a result in which it had a player."""
        found = {}
        for each in self.done:
            players = [row for row in each.rows if row.side == side]
            if players:
                found[each.deal] = any(row.outcome == "won" for row in players)
        return found


def match_groups(matches: Sequence[PlayedMatch]) -> list[MatchGroup]:
    """Matches by cell and model, in the order they were planned."""
    keys = dict.fromkeys((each.cell, each.model) for each in matches)
    return [
        MatchGroup(cell, model, tuple(each for each in matches if (each.cell, each.model) == (cell, model)))
        for cell, model in keys
    ]


def sides_of(groups: Sequence[MatchGroup]) -> list[str]:
    """The sides that players were on, sorted; a game without identities has each role as a side of its own."""
    return sorted({row.side for group in groups for each in group.done for row in each.rows if row.side})


def wins_table(groups: Sequence[MatchGroup]) -> ReportTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        for side in sides_of(groups):
            won = group.won(side)
            agents = sorted({row.agent for each in group.matches for row in each.rows if row.side == side})
            without = len(group.matches) - len(group.done)
            rows.append((*group.key, side, ", ".join(agents), Share(sum(won.values()), len(won)), without))
    columns = (*GROUP_COLUMNS, "Side", "Agents", "Wins", "Without a result")
    note = "Matches with a result in which the side had a player; a draw is no win."
    return ReportTable("wins", "Wins by side", columns, tuple(rows), note)


def tests_tables(groups: Sequence[MatchGroup], baseline: str, side: str) -> list[ReportTable]:
    """Every cell against one, with the same model, by the wins of a side: of all matches, and of the same deals."""
    shares, deals = list[tuple[TableCell, ...]](), list[tuple[TableCell, ...]]()
    unpaired, paired = list[float](), list[float]()
    for group, base in against_baseline(groups, baseline):
        won, other = group.won(side), base.won(side)
        both = won.keys() & other.keys()
        counts = (sum(won.values()), len(won), sum(other.values()), len(other))
        only = [sum(a[deal] and not b[deal] for deal in both) for a, b in ((won, other), (other, won))]
        interval = newcombe(*counts)
        points = None if interval is None else 100 * (counts[0] / counts[1] - counts[2] / counts[3])
        around = None if interval is None else (100 * interval[0], 100 * interval[1])
        shares.append((*group.key, Share(*counts[:2]), Share(*counts[2:]), TableNumber(points, around)))
        unpaired.append(barnard(*counts))
        deals.append((*group.key, len(both), *only))
        paired.append(mcnemar(*only))
    corrected = "Holm: corrected for the number of rows."
    return [
        ReportTable(
            "tests",
            f"Cells against {baseline}: all matches",
            (*GROUP_COLUMNS, f"Wins of {side}", f"In {baseline}", "Difference, points", "Barnard", "Holm"),
            _tested(shares, unpaired),
            f"Two-sided p-values of Barnard's exact test. {corrected} Intervals of differences are Newcombe's.",
        ),
        ReportTable(
            "same_deals",
            f"Cells against {baseline}: the same deals",
            (*GROUP_COLUMNS, "Deals", f"{side} wins here alone", f"{side} wins there alone", "McNemar", "Holm"),
            _tested(deals, paired),
            f"Two-sided p-values of McNemar's exact test. {corrected}",
        ),
    ]


def _tested(rows: Sequence[tuple[TableCell, ...]], tests: Sequence[float]) -> tuple[tuple[TableCell, ...], ...]:
    return tuple((*row, PValue(p), PValue(q)) for row, p, q in zip(rows, tests, holm(tests), strict=True))


def against_baseline(groups: Sequence[MatchGroup], baseline: str) -> Iterator[tuple[MatchGroup, MatchGroup]]:
    """Every other group with that of the baseline: of the same model, or of none where it asks for none."""
    bases = {group.model: group for group in groups if group.cell == baseline}
    for group in groups:
        base = bases.get(group.model) or bases.get("")
        if group.cell != baseline and base is not None:
            yield group, base


def courses_table(groups: Sequence[MatchGroup]) -> ReportTable:
    """How long matches were, and how often an answer was none."""
    rows = tuple(
        (
            *group.key,
            len(group.done),
            _mean(group, lambda rows: rows[0].plies),
            _mean(group, lambda rows: rows[0].rounds or None),
            _mean(group, lambda rows: sum(row.refused for row in rows)),
            _mean(group, lambda rows: sum(row.fallbacks for row in rows)),
        )
        for group in groups
    )
    columns = (*GROUP_COLUMNS, "Matches", "Joint moves", "Rounds", "Refused answers", "Fallbacks")
    return ReportTable("courses", "How matches went", columns, rows, "Means a match, of matches with a result.")


def match_costs_table(groups: Sequence[MatchGroup]) -> ReportTable | None:
    """What model calls took; None where there were none."""
    if not any(row.calls for group in groups for each in group.matches for row in each.rows):
        return None

    def money(rows: Sequence[PlayerRow]) -> float | None:
        costs = [row.cost for row in rows]
        return None if None in costs else float(sum(filter(None, costs)))

    rows = tuple(
        (
            *group.key,
            _mean(group, lambda rows: sum(row.calls for row in rows)),
            _mean(group, lambda rows: sum(row.prompt_tokens for row in rows)),
            _mean(group, lambda rows: sum(row.reply_tokens for row in rows)),
            _mean(group, lambda rows: sum(row.seconds for row in rows)),
            _mean(group, money),
        )
        for group in groups
    )
    columns = (*GROUP_COLUMNS, "Calls", "Prompt tokens", "Reply tokens", "Seconds", "Cost")
    note = "Means a match, of matches with a result. The cost is missing where a price is; replayed calls cost nothing."
    return ReportTable("costs", "What model calls took", columns, rows, note)


def steps_table(groups: Sequence[MatchGroup], prices: Prices) -> ReportTable | None:
    """Calls, tokens and money by step and model; None where no agent has steps."""
    rows = list[tuple[TableCell, ...]]()
    for group in groups:
        keys = dict.fromkeys(key for each in group.done for key in each.by_step if key[0] != "–")
        for step, model in keys:
            told = [each.by_step.get((step, model), (Tally(), 0)) for each in group.done]
            calls, unread = sum(tally.calls + tally.cached_calls for tally, _ in told), sum(n for _, n in told)
            costs = [prices.cost(model, tally.billed) for tally, _ in told]
            rows.append(
                (
                    *group.key,
                    step,
                    model,
                    Share(calls - unread, calls),
                    mean_of([float(tally.calls + tally.cached_calls) for tally, _ in told]),
                    mean_of([float(tally.billed.prompt_tokens) for tally, _ in told]),
                    mean_of([float(tally.billed.reply_tokens) for tally, _ in told]),
                    None if None in costs else mean_of([float(cost or 0) for cost in costs]),
                )
            )
    if not rows:
        return None
    columns = (*GROUP_COLUMNS, "Step", "Asked", "Read", "Calls", "Prompt tokens", "Reply tokens", "Cost")
    note = "Means a match. Read: calls after which the step's value could be read, of all calls."
    return ReportTable("steps", "Calls by step and model", columns, tuple(rows), note)


def _mean(group: MatchGroup, of: Callable[[Sequence[PlayerRow]], float | None]) -> TableCell:
    return mean_of([number for each in group.done if (number := of(each.rows)) is not None])


def endings_table(groups: Sequence[MatchGroup]) -> ReportTable:
    """Matches without a result, each with its reason."""
    rows = []
    for group in groups:
        reasons: dict[str, list[int]] = {}
        for each in group.matches:
            if not each.result:
                reasons.setdefault(each.rows[0].reason if each.rows else "", []).append(each.deal)
        rows += [
            (*group.key, reason, Share(len(deals), len(group.matches)), ", ".join(map(str, deals[:20])))
            for reason, deals in sorted(reasons.items())
        ]
    return ReportTable(
        "endings", "Matches without a result", (*GROUP_COLUMNS, "Reason", "Matches", "Deals"), tuple(rows)
    )


def contests_of(groups: Sequence[MatchGroup]) -> list[Contest]:
    """Matches of exactly two sides as contests; an agent is its spec, with the model's name where it asks for one."""
    found = []
    for group in groups:
        for each in group.done:
            sides = sorted({row.side for row in each.rows})
            if len(sides) != 2 or not all(sides):
                continue
            first, second = (tuple(row.agent for row in each.rows if row.side == side) for side in sides)
            won = {row.side: row.outcome for row in each.rows}
            result = {"won": 1.0, "lost": 0.0}.get(won[sides[0]], 0.5)
            found.append(Contest(first, second, result, (sides[0], sides[1])))
    return found


def ratings_of(groups: Sequence[MatchGroup]) -> Ratings | None:
    """Ratings of the agents; None where there are fewer than two, or a match hasn't two sides."""
    contests = contests_of(groups)
    if len({name for each in contests for name in (*each.first, *each.second)}) < 2:
        return None
    return bradley_terry(contests)


def ratings_table(found: Ratings) -> ReportTable:
    """A leaderboard of the agents."""
    rows = tuple(
        (
            each.agent,
            TableNumber(each.rating, each.interval),
            TableNumber(each.elo),
            each.contests,
            "by the prior alone" if each.unbounded else "",
        )
        for each in found.agents
    )
    easier = "; ".join(f"{side} {number:+.2f}" for side, number in found.advantages.items())
    apart = "" if len(found.groups) < 2 else " Agents that never met: " + "; ".join(map(", ".join, found.groups)) + "."
    note = (
        "Bradley-Terry: natural logarithms of odds, about the mean of all; a side is as strong as the mean of its "
        f"players. What a side is worth by itself: {easier}. Normal prior with standard deviation {found.spread:g}, "
        f"intervals by profile likelihood; a rating that the prior alone keeps finite is marked.{apart}"
    )
    columns = ("Agent", "Rating", "Elo", "Matches", "Note")
    return ReportTable("ratings", "Ratings of agents", columns, rows, note)


def ratings_figure(found: Ratings) -> ReportFigure:
    """The leaderboard as a figure, the best at the top."""
    places = tuple(each.agent for each in found.agents)
    values = tuple(TableNumber(each.rating, each.interval) for each in found.agents)
    axis, note = "Rating, in natural logarithms of odds", "As in the table of ratings, with 95 % intervals."
    return ReportFigure("leaderboard", "Leaderboard", POINTS, axis, places, (FigureSeries("rating", values),), note)


def without_models(table: ReportTable) -> ReportTable:
    """A table without its column of models, where no cell has one."""
    if len(table.columns) < 2 or table.columns[1] != GROUP_COLUMNS[1] or any(row[1] != "–" for row in table.rows):
        return table
    rows = tuple((row[0], *row[2:]) for row in table.rows)
    return replace(table, columns=(table.columns[0], *table.columns[2:]), rows=rows)
