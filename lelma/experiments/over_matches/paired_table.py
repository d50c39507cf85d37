"""Numbers of matches, cell against cell, by the same deals: a permutation test for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random

from lelma.experiments.evaluation.tables import PValue, ReportTable, TableCell
from lelma.experiments.metrics.means import mean_of
from lelma.experiments.metrics.odd_word import votes_of_others
from lelma.experiments.over_matches.beliefs_noted import noted_beliefs
from lelma.experiments.over_matches.rows import PlayedMatch
from lelma.experiments.over_matches.tables import GROUP_COLUMNS, MatchGroup, against_baseline
from lelma.experiments.statistics.paired import paired_permutation
from lelma.experiments.statistics.several import holm

_DIGITS = 6
"""Of a number that is no count, so that equal differences are equal."""


def _counted(name: str) -> Callable[[PlayedMatch], Fraction | None]:
    return lambda each: Fraction(sum(getattr(row, name) for row in each.rows))


def _side_brier(number: int = 0) -> Callable[[PlayedMatch], Fraction | None]:
    """Of the beliefs of one round, or of all."""

    def measure(each: PlayedMatch) -> Fraction | None:
        told = noted_beliefs(each.notes, each.identities, each.sides)
        sound = [belief for belief in told if belief.sound and not belief.own]
        scores = [belief.side_brier for belief in sound if number in (0, each.round_of(belief.ply))]
        return Fraction(str(round(sum(scores) / len(scores), _DIGITS))) if scores else None

    return measure


_ROUNDS = 6
"""Of so many rounds, the first, beliefs are compared by themselves."""


def _votes_of_others(each: PlayedMatch) -> Fraction | None:
    found, cast = votes_of_others([each.voted]) if each.voted is not None else (0, 0)
    return Fraction(found, cast) if cast else None


MEASURES: Mapping[str, Callable[[PlayedMatch], Fraction | None]] = {
    "joint moves": lambda each: Fraction(each.rows[0].plies),
    "rounds": lambda each: Fraction(each.rows[0].rounds),
    "refused answers": _counted("refused"),
    "fallbacks": _counted("fallbacks"),
    "side Brier": _side_brier(),
    **{f"side Brier, round {number}": _side_brier(number) for number in range(1, _ROUNDS + 1)},
    "votes of others for the odd one": _votes_of_others,
}
"""What is compared of matches with a result; None where a match has no such number."""


def paired_table(groups: Sequence[MatchGroup], baseline: str) -> ReportTable | None:
    """Every measure of every cell against one, with the same model; None where nothing differs."""
    rows, tests = list[tuple[TableCell, ...]](), list[float]()
    drawn = 0
    for group, base in against_baseline(groups, baseline):
        for name, measure in MEASURES.items():
            here, there = ({each.deal: measure(each) for each in one.done} for one in (group, base))
            both = [(first, second) for deal, first in here.items() if (second := there.get(deal)) is not None]
            differences = [first - second for first, second in both if first is not None]
            found = paired_permutation(differences, Random(f"{group.key}/{name}"))
            if found is None or not any(differences):
                continue
            drawn = max(drawn, found.drawn or 0)
            tests.append(found.p)
            rows.append((*group.key, name, mean_of([float(each) for each in differences])))
    if not rows:
        return None
    told = tuple((*row, PValue(p), PValue(q)) for row, p, q in zip(rows, tests, holm(tests), strict=True))
    columns = (*GROUP_COLUMNS, "Measure", f"Mean difference from {baseline}", "Permutation", "Permutation, Holm")
    how = f"; where sums are too many, {drawn} sign changes are drawn" if drawn else ", exact"
    note = f"By the same deals; two-sided p-values of the paired permutation test{how}."
    return ReportTable("paired", "The same deals in two cells", columns, told, note)
