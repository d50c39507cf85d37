"""What tables and figures of studies may measure of matches: a cell of a table for each group, by name.

A name may have an argument, `wins:evil`; without one it is the side under test, or nothing. A test corrects for all
groups that it is asked of at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random

from lelma.experiments.evaluation.tables import PValue, TableCell, TableNumber
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.means import mean_of
from lelma.experiments.metrics.ratios import relative_gain
from lelma.experiments.over_matches.rows import PlayedMatch, PlayerRow
from lelma.experiments.over_matches.tables import MatchGroup, against_baseline
from lelma.experiments.statistics.paired import paired_permutation
from lelma.experiments.statistics.power import MOST_MATCHES, two_cell_power
from lelma.experiments.statistics.several import holm
from lelma.experiments.statistics.two_by_two import barnard, mcnemar
from lelma.experiments.studies.check_measures import CHECK_HEADS, CHECK_MEASURES
from lelma.experiments.studies.measured import Measured, StudyMeasure
from lelma.experiments.studies.word_measures import WORD_HEADS, WORD_MEASURES
from lelma.matches.replay import read_match
from lelma.matches.talk.sought import sought_course
from lelma.matches.talk.speeches import played_match
from lelma.support.errors import LelmaError
from lelma.talk.engine import TalkEngine


def _wins(measured: Measured, side: str) -> list[TableCell]:
    return [_won(group, side or measured.side) for group in measured.groups]


def _won(group: MatchGroup, side: str) -> Share:
    won = group.won(side)
    return Share(sum(won.values()), len(won))


def _tested(measured: Measured, side: str, test: Callable[[dict[int, bool], dict[int, bool]], float]) -> list[float]:
    """The p-value of each group against the baseline; -1 for what is the baseline, or has none."""
    bases = {group.key: base for group, base in against_baseline(measured.groups, measured.baseline)}
    side = side or measured.side
    return [
        test(group.won(side), bases[group.key].won(side)) if group.key in bases else -1.0 for group in measured.groups
    ]


def _barnard(here: dict[int, bool], there: dict[int, bool]) -> float:
    return barnard(sum(here.values()), len(here), sum(there.values()), len(there)) if here and there else 1.0


def _mcnemar(here: dict[int, bool], there: dict[int, bool]) -> float:
    both = here.keys() & there.keys()
    return mcnemar(*(sum(a[deal] and not b[deal] for deal in both) for a, b in ((here, there), (there, here))))


def _test(test: Callable[[dict[int, bool], dict[int, bool]], float], *, corrected: bool) -> StudyMeasure:
    def measure(measured: Measured, side: str) -> list[TableCell]:
        found = _tested(measured, side, test)
        told = [p for p in found if p >= 0]
        numbers = iter(holm(told) if corrected else told)
        return [PValue(next(numbers)) if p >= 0 else None for p in found]

    return measure


def _mean(of: Callable[[Sequence[PlayerRow]], float | None]) -> StudyMeasure:
    """The mean over matches with a result of a number of the players of a side, of all without an argument."""

    def measure(measured: Measured, side: str) -> list[TableCell]:
        def number(each: PlayedMatch) -> float | None:
            rows = [row for row in each.rows if not side or row.side == side]
            return of(rows) if rows else None

        return [mean_of([n for each in group.done if (n := number(each)) is not None]) for group in measured.groups]

    return measure


def _money(rows: Sequence[PlayerRow]) -> float | None:
    costs = [row.cost for row in rows]
    return None if None in costs else float(sum(filter(None, costs)))


def _of_game(name: str) -> StudyMeasure:
    """The mean over matches of the mean of a number that the game measures of the players of a side, or of all."""

    def measure(measured: Measured, side: str) -> list[TableCell]:
        found: list[TableCell] = []
        for group in measured.groups:
            means = list[float]()
            for each in group.done:
                players = [row.role for row in each.rows if not side or row.side == side]
                numbers = [told[name] for role in players if name in (told := each.measured.get(role, {}))]
                means += [sum(numbers) / len(numbers)] if numbers else []
            found.append(mean_of(means))
        return found

    return measure


def _share_of_game(name: str) -> StudyMeasure:
    """The share of players of a side, or of all, of whom the game tells that it is so."""

    def measure(measured: Measured, side: str) -> list[TableCell]:
        found: list[TableCell] = []
        for group in measured.groups:
            told = [
                each.measured[row.role][name]
                for each in group.done
                for row in each.rows
                if (not side or row.side == side) and name in each.measured.get(row.role, {})
            ]
            found.append(Share(round(sum(told)), len(told)) if told else None)
        return found

    return measure


def _gain(measured: Measured, side: str) -> list[TableCell]:
    """How much more often a side wins than in the baseline, of that."""
    bases = {group.key: base for group, base in against_baseline(measured.groups, measured.baseline)}
    found: list[TableCell] = []
    for group in measured.groups:
        won, base = _won(group, side or measured.side), bases.get(group.key)
        there = _won(base, side or measured.side) if base is not None else Share(0, 0)
        gain = relative_gain(won.found, won.n, there.found, there.n)
        found.append(None if gain is None else TableNumber(gain.value, gain.interval))
    return found


def _power(measured: Measured, gap: str) -> list[TableCell]:
    """The power of Barnard's test, with the matches there are, to find that a side wins so much more often.

    None without matches, and with more than can be counted with.
    """
    bases = {group.key: base for group, base in against_baseline(measured.groups, measured.baseline)}
    found: list[TableCell] = []
    for group in measured.groups:
        base = bases.get(group.key)
        there = _won(base, measured.side) if base is not None else Share(0, 0)
        n, share = min(len(group.done), there.n), there.found / there.n if there.n else 0.0
        gained = min(1.0, share + float(gap or _GAP))
        power = two_cell_power(share, gained, n) if 0 < n <= MOST_MATCHES else None
        found.append(None if power is None else TableNumber(round(power, 3)))
    return found


_GAP = 0.2


def _hits(measured: Measured, _: str) -> list[TableCell]:
    """Of matches in which the one who seeks an identity named somebody, those in which it named who has it."""
    told = [[each.hit for each in group.done if each.hit is not None] for group in measured.groups]
    return [Share(sum(hits), len(hits)) if hits else None for hits in told]


def _sought(measured: Measured, _: str) -> list[TableCell]:
    """The mean probability, for the one who seeks an identity, of who has it, at the end (`suspicion`)."""
    return [mean_of(list(_sought_by_deal(measured, group).values())) for group in measured.groups]


def _sought_p(measured: Measured, _: str) -> list[TableCell]:
    """The paired permutation test of the same against the baseline, by the same deals; two-sided."""
    bases = {group.key: base for group, base in against_baseline(measured.groups, measured.baseline)}
    found: list[TableCell] = []
    for group in measured.groups:
        here = _sought_by_deal(measured, group) if group.key in bases else {}
        there = _sought_by_deal(measured, bases[group.key]) if group.key in bases else {}
        pairs = [(here[deal], there[deal]) for deal in here if deal in there]
        tested = paired_permutation([_exact(one) - _exact(other) for one, other in pairs], Random(str(group.key)))
        found.append(None if tested is None else PValue(tested.p))
    return found


def _exact(chance: float) -> Fraction:
    """A probability with as many digits as are told, so that equal differences are equal."""
    return Fraction(str(round(chance, 6)))


def _sought_by_deal(measured: Measured, group: MatchGroup) -> Mapping[int, float]:
    kept = "sought", group.key
    if kept not in measured.by_deal:
        engines: dict[str, TalkEngine] = {}
        told = {each.deal: _chance(each, engines) for each in group.done}
        measured.by_deal[kept] = {deal: chance for deal, chance in told.items() if chance is not None}
    return measured.by_deal[kept]


def _chance(each: PlayedMatch, engines: dict[str, TalkEngine]) -> float | None:
    if each.transcript is None:
        return None
    try:
        recorded = read_match(each.transcript)
        played = played_match(recorded, recorded.game(None))
        key = str(recorded.head["game"])
        engines[key] = engines.get(key) or TalkEngine(played.game)
        course = sought_course(played, each.identities, engine=engines[key])
    except LelmaError:  # of a game or a record that this can't be told of
        return None
    last = course.chances[-1] if course is not None and course.chances else {}
    held = [player for player, identity in each.identities.items() if course and identity == course.sought]
    return last.get(held[0]) if len(held) == 1 else None


STUDY_MEASURES: Mapping[str, StudyMeasure] = {
    "matches": lambda measured, _: [len(group.done) for group in measured.groups],
    "wins": _wins,
    "barnard": _test(_barnard, corrected=False),
    "barnard_holm": _test(_barnard, corrected=True),
    "mcnemar": _test(_mcnemar, corrected=False),
    "mcnemar_holm": _test(_mcnemar, corrected=True),
    "joint_moves": _mean(lambda rows: rows[0].plies),
    "rounds": _mean(lambda rows: rows[0].rounds or None),
    "refused": _mean(lambda rows: sum(row.refused for row in rows)),
    "fallbacks": _mean(lambda rows: sum(row.fallbacks for row in rows)),
    "calls": _mean(lambda rows: sum(row.calls for row in rows)),
    "tokens": _mean(lambda rows: sum(row.prompt_tokens + row.reply_tokens for row in rows)),
    "cost": _mean(_money),
    **CHECK_MEASURES,
    "hit": _hits,
    "sought": _sought,
    "sought_p": _sought_p,
    "gain": _gain,
    "power": _power,
    "out": _of_game("out"),
    "attribution": _of_game("attribution"),
    "soundness": _of_game("soundness"),
    "alignment": _of_game("alignment"),
    "clamped": _of_game("clamped"),
    "self_final": _share_of_game("self_final"),
    "self_ever": _share_of_game("self_ever"),
    "self_round": _of_game("self_round"),
    "self_brier": _of_game("self_brier"),
    "record_right": _of_game("record_right"),
    "record_decided": _of_game("record_decided"),
    "rank": _of_game("rank"),
    **WORD_MEASURES,
}
"""Name → measure."""

MEASURE_HEADS: Mapping[str, str] = {
    "matches": "Matches",
    "wins": "Wins",
    "barnard": "Barnard",
    "barnard_holm": "Barnard, Holm",
    "mcnemar": "McNemar",
    "mcnemar_holm": "McNemar, Holm",
    "joint_moves": "Joint moves",
    "rounds": "Rounds",
    "refused": "Refused answers",
    "fallbacks": "Fallbacks",
    "calls": "Calls",
    "tokens": "Tokens",
    "cost": "Cost",
    **CHECK_HEADS,
    "hit": "Who was sought is named",
    "sought": "P(who was sought) for the seeker",
    "sought_p": "Permutation, of that",
    "gain": "Relative gain in wins",
    "power": "Power for a gap of {}",
    "out": "Share voted out",
    "attribution": "AttScore",
    "soundness": "Soundness",
    "alignment": "Alignment",
    "clamped": "Clamped rounds",
    "self_final": "Knows itself at the end",
    "self_ever": "Knew itself ever",
    "self_round": "First round of that",
    "self_brier": "Brier score of itself (0 to 2)",
    "record_right": "Record right",
    "record_decided": "Record decided",
    "rank": "Rank of its word",
    **WORD_HEADS,
}
"""Name → the head of its column."""


def head_of(measure: str) -> str:
    """The head of a column: `wins:evil` is `Wins, evil`, `survived:2` `In after round 2`."""
    name, _, argument = measure.partition(":")
    if "{}" in MEASURE_HEADS[name]:
        return MEASURE_HEADS[name].replace(" {}", f" {argument}" if argument else "")
    return f"{MEASURE_HEADS[name]}, {argument}" if argument else MEASURE_HEADS[name]


def measured_cells(measure: str, measured: Measured) -> Sequence[TableCell]:
    """A cell for each group."""
    name, _, argument = measure.partition(":")
    return STUDY_MEASURES[name](measured, argument)
