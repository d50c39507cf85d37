"""Measures of games in which one player holds an odd word and all vote one another out, as meant and as printed.

SpyGame paper, section 6.1, and its evaluation code; where they differ both are here, the coded one named so. A share is
given as its count and its total, so that an interval can stand beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

CountOf = tuple[int, int]
"""A count, and of how many."""


@dataclass(frozen=True)
class VotedMatch:
    """A finished match.

    Attributes:
        odd: the player with the odd word.
        votes: of each round in order, voter → target.
        out: of each round, who was voted out; None on a tie.
        guesses: player → round → whether it took itself for the odd one, at each of its guesses in that round; a player
            who never said has none.
    """

    odd: str
    votes: tuple[Mapping[str, str], ...]
    out: tuple[str | None, ...]
    guesses: Mapping[str, tuple[tuple[bool, ...], ...]]

    @property
    def odd_won(self) -> bool:
        """Whether the odd one was never voted out."""
        return self.odd not in self.out

    def own_guesses(self, player: str) -> tuple[bool, ...]:
        """All that a player guessed of itself, in order."""
        return tuple(guess for each in self.guesses.get(player, ()) for guess in each)


def odd_win_rate(matches: Sequence[VotedMatch]) -> CountOf:
    """Matches that the odd one won."""
    return sum(match.odd_won for match in matches), len(matches)


def self_detection_final(matches: Sequence[VotedMatch]) -> CountOf:
    """Matches in which the odd one's last guess of itself was right, as the paper has it; of those with a guess."""
    last = [guesses[-1] for match in matches if (guesses := match.own_guesses(match.odd))]
    return sum(last), len(last)


def self_detection_ever(matches: Sequence[VotedMatch]) -> CountOf:
    """Matches in which the odd one guessed right of itself at any time, as the code counts; of those with a guess."""
    ever = [any(guesses) for match in matches if (guesses := match.own_guesses(match.odd))]
    return sum(ever), len(ever)


def first_detection(match: VotedMatch) -> int | None:
    """The round, from 1, in which the odd one first took itself for it; None if it never did."""
    rounds = match.guesses.get(match.odd, ())
    return next((number for number, each in enumerate(rounds, start=1) if any(each)), None)


def false_alarms(matches: Sequence[VotedMatch]) -> CountOf:
    """Players with the common word whose last guess of themselves was wrong; of those with a guess."""
    last = [
        guesses[-1]
        for match in matches
        for player in match.guesses
        if player != match.odd and (guesses := match.own_guesses(player))
    ]
    return sum(last), len(last)


def guess_changes(matches: Sequence[VotedMatch], *, odd: bool) -> CountOf:
    """INF: successive guesses of oneself that differ; of the odd ones, or of all others."""
    pairs = [
        pair
        for match in matches
        for player in match.guesses
        if (player == match.odd) is odd
        for pair in pairwise(match.own_guesses(player))
    ]
    return sum(before != after for before, after in pairs), len(pairs)


def survival_rate(matches: Sequence[VotedMatch], round_: int) -> CountOf:
    """SR@K: matches in which the odd one was in at the end of round K. One it won counts for all later K."""
    return sum(match.odd not in match.out[:round_] for match in matches), len(matches)


def survival_rate_coded(matches: Sequence[VotedMatch], round_: int) -> CountOf:
    """SR@K as the published code has it: matches of more than K rounds, so that one won in round K counts as lost."""
    return sum(len(match.votes) > round_ for match in matches), len(matches)


def voting_pressure(matches: Sequence[VotedMatch]) -> CountOf:
    """Votes on the odd one, and rounds of votes, over all matches together."""
    rounds = [votes for match in matches for votes in match.votes]
    return sum(_votes_on_odd(match) for match in matches), len(rounds)


def voting_pressure_coded(matches: Sequence[VotedMatch]) -> float | None:
    """The mean over matches of votes on the odd one a round, as the published code has it; None without a match."""
    means = [_votes_on_odd(match) / len(match.votes) for match in matches if match.votes]
    return sum(means) / len(means) if means else None


def _votes_on_odd(match: VotedMatch) -> int:
    return sum(target == match.odd for votes in match.votes for target in votes.values())


def votes_of_others(matches: Sequence[VotedMatch]) -> CountOf:
    """Votes of all but the odd one that were for it, and all that they cast."""
    cast = [
        target == match.odd
        for match in matches
        for votes in match.votes
        for voter, target in votes.items()
        if voter != match.odd
    ]
    return sum(cast), len(cast)


def vote_success(matches: Sequence[VotedMatch]) -> CountOf:
    """VSR: rounds in which another than the odd one was voted out."""
    out = [each for match in matches for each in match.out]
    return sum(each not in (None, match.odd) for match in matches for each in match.out), len(out)


def vote_success_coded(matches: Sequence[VotedMatch]) -> CountOf:
    """VSR as the published code has it: ties are counted as well."""
    return sum(each != match.odd for match in matches for each in match.out), sum(len(match.out) for match in matches)


def tied_votes(matches: Sequence[VotedMatch]) -> CountOf:
    """Rounds in which nobody was voted out."""
    return sum(each is None for match in matches for each in match.out), sum(len(match.out) for match in matches)


def mean_rounds(matches: Sequence[VotedMatch]) -> float | None:
    """Rounds of votes a match; None without a match."""
    return sum(len(match.votes) for match in matches) / len(matches) if matches else None


def belief_brier_by_round(beliefs: Iterable[tuple[int, float, bool]]) -> dict[int, float]:
    """Round → the mean of (p - truth)² over what was believed there: of (round, probability, whether it is so).

    >>> belief_brier_by_round([(1, 0.5, True), (1, 0.5, False), (2, 1.0, True)])
    {1: 0.25, 2: 0.0}
    """
    found: dict[int, list[float]] = {}
    for number, chance, true in beliefs:
        found.setdefault(number, []).append((chance - true) ** 2)
    return {number: sum(each) / len(each) for number, each in sorted(found.items())}
