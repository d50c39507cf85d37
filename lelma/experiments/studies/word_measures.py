"""What tables of studies may measure of games in which one player holds an odd word and all vote one another out.

The figures are those of `lelma.experiments.metrics.odd_word`, as the SpyGame paper means them and as its code counts,
with intervals; and what agents that reflect noted of the rules they were given (`adherence`), of their own word
(`suspects`) and of what they then said (`fit`). Only matches with a result count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from lelma.experiments.evaluation.tables import TableCell
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.means import mean_of
from lelma.experiments.metrics.odd_word import (
    CountOf,
    VotedMatch,
    false_alarms,
    first_detection,
    guess_changes,
    odd_win_rate,
    self_detection_ever,
    self_detection_final,
    survival_rate,
    survival_rate_coded,
    tied_votes,
    vote_success,
    vote_success_coded,
    votes_of_others,
)
from lelma.experiments.over_matches.tables import MatchGroup
from lelma.experiments.studies.measured import Measured

if TYPE_CHECKING:
    from lelma.experiments.over_matches.rows import PlayedMatch

WordMeasure = Callable[[Measured, str], Sequence[TableCell]]

DENIAL = 0.4
"""A player that is shown to hold the odd word denies it where it gives that less."""


def _voted(group: MatchGroup) -> list[VotedMatch]:
    return [each.voted for each in group.done if each.voted is not None]


def _each(of: Callable[[Sequence[VotedMatch], str], TableCell]) -> WordMeasure:
    """A cell for each group with such matches."""

    def measure(measured: Measured, argument: str) -> list[TableCell]:
        groups = [_voted(group) for group in measured.groups]
        return [of(matches, argument) if matches else None for matches in groups]

    return measure


def _share(of: Callable[[Sequence[VotedMatch]], CountOf]) -> WordMeasure:
    return _each(lambda matches, _: _known(of(matches)))


def _known(count: CountOf) -> Share | None:
    return Share(*count) if count[1] else None


def _round(argument: str) -> int:
    return int(argument) if argument.isdigit() and int(argument) else 1


def _pressure(matches: Sequence[VotedMatch]) -> list[float]:
    """Votes on the odd one, of each round."""
    return [sum(target == match.odd for target in votes.values()) for match in matches for votes in match.votes]


def _mean_pressure(match: VotedMatch) -> list[float]:
    return [sum(_pressure([match])) / len(match.votes)] if match.votes else []


def _noted(group: MatchGroup, kind: str) -> Iterator[tuple[PlayedMatch, Mapping[str, Any]]]:
    for each in group.done:
        yield from ((each, note) for note in each.notes if note.get("kind") == kind)


def _of_side(each: PlayedMatch, note: Mapping[str, Any], side: str) -> bool:
    return any(row.role == note.get("role") and row.side == side for row in each.rows)


def _kept(measured: Measured, argument: str) -> list[TableCell]:
    """The share of answers that keep a rule, of those it says something of, by the side under test."""
    found: list[TableCell] = []
    for group in measured.groups:
        told = [
            note["rules"].get(argument)
            for each, note in _noted(group, "adherence")
            if isinstance(note.get("rules"), Mapping) and _of_side(each, note, measured.side)
        ]
        told = [word for word in told if word in ("kept", "broken")]
        found.append(Share(told.count("kept"), len(told)) if told else None)
    return found


def _own_beliefs(group: MatchGroup) -> Iterator[tuple[float, Mapping[str, Any]]]:
    """What the odd one noted of itself: how probable it is, and the note."""
    for each, note in _noted(group, "belief"):
        if each.voted is not None and note.get("role") == each.voted.odd:
            own = note.get("beliefs", {}).get(each.voted.odd, {}).get(each.identities.get(each.voted.odd, ""))
            if isinstance(own, int | float):
                yield float(own), note


def _denied(measured: Measured, _: str) -> list[TableCell]:
    """Where descriptions show the odd one that it is, the share of its beliefs that deny it: its bias."""
    found: list[TableCell] = []
    for group in measured.groups:
        shown = [own < DENIAL for own, note in _own_beliefs(group) if note.get("suspects") == [note.get("role")]]
        found.append(Share(sum(shown), len(shown)) if shown else None)
    return found


def _brier(measured: Measured, argument: str) -> list[TableCell]:
    """The mean of (p - 1)² over what the odd one believed of itself, in a round or in all, by match."""
    found: list[TableCell] = []
    for group in measured.groups:
        scores: dict[str, list[float]] = {}
        for each, note in _noted(group, "belief"):
            if each.voted is None or note.get("role") != each.voted.odd:
                continue
            if argument and 1 + sum(ply < note.get("ply", 0) for ply in each.voted_at) != _round(argument):
                continue
            own = note.get("beliefs", {}).get(each.voted.odd, {}).get(each.identities.get(each.voted.odd, ""))
            if isinstance(own, int | float):
                scores.setdefault(each.run, []).append((1 - own) ** 2)
        found.append(mean_of([sum(each) / len(each) for each in scores.values()]))
    return found


def _fit(measured: Measured, argument: str) -> list[TableCell]:
    """What the odd one said once it took itself for that: the share that the guessed word entails, or the like."""
    found: list[TableCell] = []
    for group in measured.groups:
        told = [
            str(note.get("guessed"))
            for each, note in _noted(group, "fit")
            if each.voted is not None and note.get("role") == each.voted.odd and (note.get("own_odd") or 0) > 0.5
        ]
        told = [word for word in told if word in ("entailed", "open", "contradicted")]
        found.append(Share(told.count(argument or "entailed"), len(told)) if told else None)
    return found


def _changes(matches: Sequence[VotedMatch], argument: str) -> TableCell:
    return _known(guess_changes(matches, odd=argument != "others"))


def _mean_first(matches: Sequence[VotedMatch], _: str) -> TableCell:
    return mean_of([number for match in matches if (number := first_detection(match)) is not None])


def _switched(matches: Sequence[VotedMatch], _: str) -> TableCell:
    """The share of successive votes of the odd one that were for another than before."""
    cast = [[votes[match.odd] for votes in match.votes if match.odd in votes] for match in matches]
    pairs = [pair for each in cast for pair in pairwise(each)]
    return Share(sum(before != after for before, after in pairs), len(pairs)) if pairs else None


WORD_MEASURES: Mapping[str, WordMeasure] = {
    "odd_wins": _share(odd_win_rate),
    "detected": _share(self_detection_final),
    "detected_ever": _share(self_detection_ever),
    "first_detection": _each(_mean_first),
    "false_alarms": _share(false_alarms),
    "own_changes": _each(_changes),
    "own_brier": _brier,
    "denied": _denied,
    "voted_rounds": _each(lambda matches, _: mean_of([len(match.votes) for match in matches])),
    "survived": _each(lambda matches, argument: _known(survival_rate(matches, _round(argument)))),
    "survived_coded": _each(lambda matches, argument: _known(survival_rate_coded(matches, _round(argument)))),
    "pressure": _each(lambda matches, _: mean_of(_pressure(matches))),
    "pressure_coded": _each(lambda matches, _: mean_of([n for match in matches for n in _mean_pressure(match)])),
    "vote_success": _share(vote_success),
    "vote_success_coded": _share(vote_success_coded),
    "ties": _share(tied_votes),
    "vote_accuracy": _share(votes_of_others),
    "switched": _each(_switched),
    "kept": _kept,
    "fit": _fit,
}
"""Name → measure."""

WORD_HEADS: Mapping[str, str] = {
    "odd_wins": "Odd one wins",
    "detected": "Detected itself at the end",
    "detected_ever": "Detected itself ever (coded)",
    "first_detection": "First detection, round",
    "false_alarms": "False alarms of the others",
    "own_changes": "Changes of the own guess",
    "own_brier": "Own belief, Brier",
    "denied": "Denied, though shown",
    "voted_rounds": "Rounds",
    "survived": "In after round {}",
    "survived_coded": "In after round {} (coded)",
    "pressure": "Votes on the odd one a round",
    "pressure_coded": "Votes on the odd one a round, by match (coded)",
    "vote_success": "Votes that put another out",
    "vote_success_coded": "Votes that put another out, or nobody (coded)",
    "ties": "Ties",
    "vote_accuracy": "Votes of others for the odd one",
    "switched": "Votes of the odd one for another",
    "kept": "Kept {}",
    "fit": "Said after detection, of the guessed word {}",
}
"""Name → the head of its column."""
