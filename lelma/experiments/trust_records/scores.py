"""How well trust tells who is evil in recorded matches: AUC, Brier, log loss and sign, by day and over all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from random import Random
from statistics import fmean
from typing import Any, Literal

from gdl.values import dataclass
from lelma.experiments.metrics.beliefs import calibration, log_loss
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.means import mean_of, resampled_interval
from lelma.experiments.metrics.ranking import auc
from lelma.experiments.statistics.paired import paired_permutation
from lelma.experiments.trust_records.sightings import TrustMatch
from lelma.experiments.trust_records.views import METHODS, RANKS_ONLY, DayBelief, PinKind, beliefs_of
from lelma.support.errors import UsageError, did_you_mean
from lelma.support.json_types import VERSION
from lelma.trust.forms import TrustSettings
from lelma.trust.posterior import VoteRates, fitted_rates
from lelma.trust.record import ballots_in

Fit = Literal["shipped", "two_fold"]
"""Where the vote rates come from: `trust.toml`, or for each half of the matches the other half."""

RESAMPLES = 200
"""Resamples of matches for an interval."""


@dataclass(frozen=True)
class JudgedView:
    """A player as a belief had it: T, and whether it is on another side than the viewer."""

    match: str
    identity: str
    trust: float
    adversary: bool


@dataclass(frozen=True)
class TrustTrial:
    """Beliefs about recorded matches, and what they were worked out with."""

    matches: tuple[TrustMatch, ...]
    beliefs: tuple[DayBelief, ...]
    rates: tuple[VoteRates, ...]
    settings: TrustSettings
    pins: PinKind
    fit: Fit
    troubles: Mapping[str, int]


def try_trust(
    matches: Sequence[TrustMatch],
    *,
    view: str = "each",
    fit: Fit = "shipped",
    pins: PinKind = "told",
    settings: TrustSettings | None = None,
    on_match: Callable[[str], None] = lambda name: None,
) -> TrustTrial:
    """The beliefs from a view in every match.

    Args:
        view: `each` for each player of the good side, or a player.
        on_match: called with the name of each match that is begun.

    Raises:
        UsageError: for a view that is none, no match, or fewer than two matches to fit rates on one half of.
        TrustError: in the printed form of the graph.
    """
    if not matches or (fit == "two_fold" and len(matches) < 2):
        raise UsageError(f"{len(matches)} matches are too few" if matches else "there is no match in the file")
    chosen = settings or TrustSettings()
    rates = [matches[0].rules.vote_rates]
    if fit == "two_fold":
        rates = [rates_of(matches[1 - fold :: 2]) for fold in (0, 1)]
    found, troubles = list[DayBelief](), Counter[str]()
    for number, match in enumerate(matches):
        on_match(match.name)
        for me in _viewers(match, view):
            told = beliefs_of(match, me, rates=rates[number % len(rates)], settings=chosen, pins=pins)
            found += told.beliefs
            troubles += Counter([told.trouble] if told.trouble else [])
    return TrustTrial(tuple(matches), tuple(found), tuple(rates), chosen, pins, fit, troubles)


def rates_of(matches: Sequence[TrustMatch]) -> VoteRates:
    """The vote rates in matches, all their days counted but the last; tempered as `trust.toml` says."""
    rules = matches[0].rules
    cast = (
        (match.sides, ballots_in(rules, match.players, _votes_before_last(match))) for match in matches if match.days
    )
    return replace(fitted_rates(cast, rules.evil, temper=rules.rates.temper), followers=rules.rates.followers)


def _votes_before_last(match: TrustMatch) -> list[str]:
    return [each.percept for each in match.sightings if each.vote and each.day < match.days[-1]]


def _viewers(match: TrustMatch, view: str) -> list[str]:
    if view == "each":
        return [player for player in match.players if match.sides[player] == match.rules.good]
    if view not in match.players:
        near, known = did_you_mean(view, ("each", *match.players)), ", ".join(match.players)
        raise UsageError(f"there is no view {view!r} in {match.name}{near}; choose each or one of {known}")
    return [view]


def trust_json(trial: TrustTrial, *, game: str, source: str, view: str, left_out: Sequence[str] = ()) -> dict[str, Any]:
    """The report on a trial as one JSON object; `left_out` tells of files that can't be read."""
    last = [each for each in trial.beliefs if each.last]
    return {
        "schema": VERSION,
        "game": game,
        "source": source,
        "view": view,
        "pins": trial.pins,
        "without_proof": dict(trial.troubles),
        "fit": trial.fit,
        "rates": [asdict(rates) for rates in trial.rates],
        "settings": asdict(trial.settings),
        "matches": len(trial.matches),
        "methods": dict(METHODS),
        "measures": [_measures(method, list(_judged(trial, last, method))) for method in METHODS],
        "against_votes_received": [
            _against(trial, last, method, "votes_received") for method in METHODS if method != "votes_received"
        ],
        "by_day": list(_by_day(trial)),
        "trust": [
            {
                "match": each.match,
                "view": each.view,
                "identity": each.identity,
                "day": each.day,
                "method": each.method,
                "trust": {player: round(score, 4) for player, score in each.scores.items()},
                "pinned": list(each.pinned),
            }
            for each in trial.beliefs
            if each.method in ("pinned", "posterior")
        ],
        "left_out": list(left_out),
    }


def _judged(trial: TrustTrial, beliefs: Sequence[DayBelief], method: str) -> Iterator[JudgedView]:
    sides = {match.name: match.sides for match in trial.matches}
    for each in beliefs:
        of = sides[each.match]
        for player, score in each.scores.items() if each.method == method else ():
            yield JudgedView(each.match, each.identity, score, of[player] != of[each.view])


def _measures(method: str, judged: Sequence[JudgedView]) -> dict[str, Any]:
    """The measures of one method before the votes of the last day, with intervals over matches."""
    by_match = list(_grouped(judged, lambda each: each.match).values())
    interval = resampled_interval(by_match, _auc_of_all, Random(0), times=RESAMPLES)
    found: dict[str, Any] = {
        "method": method,
        "n": len(judged),
        "matches": len(by_match),
        "auc": _auc(judged),
        "auc_interval": interval,
        "auc_by_identity": _auc_by_identity(judged),
    }
    if method in RANKS_ONLY or not judged:
        return found
    stated = [(_chance(each), each.adversary) for each in judged]
    of_match = mean_of([brier for some in by_match if (brier := _brier(some)) is not None])
    return found | {
        "brier": _brier(judged),
        "brier_interval": None if of_match is None else of_match.interval,
        "brier_of_base_rate": _brier_of_base_rate(judged),
        "log_loss": _log_loss(judged),
        "sign": _sign(judged).as_json(),
        "calibration": [asdict(each) for each in calibration(stated)],
    }


def _by_day(trial: TrustTrial) -> Iterator[dict[str, Any]]:
    """The measures of each method by day, all days that anybody lived to see."""
    for method in METHODS:
        days = sorted({each.day for each in trial.beliefs})
        for day in days:
            of_day = [each for each in trial.beliefs if each.day == day]
            judged = list(_judged(trial, of_day, method))
            found: dict[str, Any] = {"method": method, "day": day, "n": len(judged), "auc": _auc(judged)}
            found["matches"] = len({each.match for each in judged})
            found["auc_by_identity"] = _auc_by_identity(judged)
            if method not in RANKS_ONLY:
                found |= {"brier": _brier(judged), "log_loss": _log_loss(judged), "sign": _sign(judged).as_json()}
            yield found


def _against(trial: TrustTrial, beliefs: Sequence[DayBelief], method: str, other: str) -> dict[str, Any]:
    """The AUC of two methods, match by match."""
    ours, theirs = (
        {name: _auc(some) for name, some in _grouped(judged, lambda each: each.match).items()}
        for judged in (list(_judged(trial, beliefs, each)) for each in (method, other))
    )
    pairs = [(mine, yours) for name, mine in ours.items() if mine is not None and (yours := theirs[name]) is not None]
    differences = [Fraction(round((mine - yours) * 10**6), 10**6) for mine, yours in pairs]
    tested = paired_permutation(differences, Random(0))
    return {
        "method": method,
        "other": other,
        "matches": len(pairs),
        "difference": None if tested is None else tested.difference,
        "p": None if tested is None else tested.p,
    }


def _grouped(judged: Sequence[JudgedView], key: Callable[[JudgedView], str]) -> dict[str, list[JudgedView]]:
    found: dict[str, list[JudgedView]] = {}
    for each in judged:
        found.setdefault(key(each), []).append(each)
    return dict(sorted(found.items()))


def _chance(judged: JudgedView) -> float:
    """P(adversary) = (1 - T) / 2."""
    return (1 - judged.trust) / 2


def _auc(judged: Sequence[JudgedView]) -> float | None:
    return auc([(-each.trust, each.adversary) for each in judged])


def _auc_by_identity(judged: Sequence[JudgedView]) -> dict[str, float | None]:
    """Identity of the viewer → AUC."""
    return {name: _auc(some) for name, some in _grouped(judged, lambda each: each.identity).items()}


def _auc_of_all(some: Sequence[Sequence[JudgedView]]) -> float | None:
    return _auc([each for judged in some for each in judged])


def _brier(judged: Sequence[JudgedView]) -> float | None:
    """The mean square error of P(adversary): 0.25 for one half always."""
    return fmean((_chance(each) - each.adversary) ** 2 for each in judged) if judged else None


def _brier_of_base_rate(judged: Sequence[JudgedView]) -> float:
    """The Brier score of whoever gives everybody the share of adversaries."""
    share = fmean(each.adversary for each in judged)
    return share * (1 - share)


def _log_loss(judged: Sequence[JudgedView]) -> float | None:
    """The mean of -ln of the chance that the truth was given."""
    if not judged:
        return None
    return fmean(log_loss(_chance(each) if each.adversary else 1 - _chance(each)) for each in judged)


def _sign(judged: Sequence[JudgedView]) -> Share:
    """How often T has the sign of the truth, of all T that are not 0."""
    signed = [each for each in judged if each.trust != 0]
    return Share(sum((each.trust < 0) == each.adversary for each in signed), len(signed))
