"""Whether a rule holds, counted over finished matches: precision, recall, lift, and a status.

A case of a rule is a player of a match at the first moment at which its condition holds there. What it has to beat is
what the rules of the game alone say of that player at that moment: the share of the deals, possible for everyone, in
which the conclusion is true (1/5 at first, 1/4 when one is out, 0 for who is out and was another). So a conclusion that
is true in all of them is proved, in each case and for every deal, and one true in none is disproved.

The rest is a test of the cases against those shares: more held than 95 % of such matches would show by chance if the
condition told nothing, or fewer. With equal shares this is the same as whether Wilson's interval lies above the base
rate, or below (E. B. Wilson, JASA 22, 1927: the interval inverts this test). The several players of one match are taken
as independent; where one of them alone can be meant, that makes the test stricter, not laxer. What a rule about `me`
says of a player to several readers is a case for each, and those are taken as one and the same draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from gdl.values import dataclass
from lelma.memory.finished_match import FinishedMatch, RuleMoment, fires_of, readers_of
from lelma.memory.rule_language import LearntRule, RuleComparison, RuleFault, atoms_of

RuleStatus = Literal["proved", "supported", "refuted", "open"]

Z_SQUARED = Fraction(38415, 10000)
"""The square of the 97.5 % quantile of the standard normal distribution, to four places."""

FEWEST_CASES = 5
"""Cases below which a rule stays open that the deals do not decide."""

MOST_FAILURES = 20
"""Failures that are kept to be told."""


@dataclass(frozen=True)
class RuleFailure:
    """A case in which a rule was wrong: of which player, after how many joint moves, and what it was."""

    match: str
    ply: int
    player: str
    was: tuple[str, ...]


@dataclass(frozen=True)
class RuleEvidence:
    """What was counted of a rule.

    Attributes:
        games: matches it was run over.
        cases: players of whom its condition held, once a match, and once for each reader where it is about `me`.
        held: those of them of whom the conclusion was true.
        games_fired, games_held: matches with a case, and those without a failure among them.
        true_of: players of whom the conclusion was true, over all matches.
        expected: the sum of the shares of deals, over the cases.
        variance: the sum of share x (1 - share), each times the cases of that player in its match.
        certain, impossible: cases in which the conclusion is true in all possible deals, and in none.
        failures: of the first cases that failed.
    """

    games: int
    cases: int
    held: int
    games_fired: int
    games_held: int
    true_of: int
    expected: Fraction
    variance: Fraction
    certain: int
    impossible: int
    failures: tuple[RuleFailure, ...] = ()

    @property
    def precision(self) -> Fraction | None:
        """The share of cases that held; None without a case."""
        return Fraction(self.held, self.cases) if self.cases else None

    @property
    def recall(self) -> Fraction | None:
        """The share of the players of whom the conclusion was true that the rule found."""
        return Fraction(self.held, self.true_of) if self.true_of else None

    @property
    def base(self) -> Fraction | None:
        """The mean share of deals in which the conclusion is true: what precision has to beat."""
        return self.expected / self.cases if self.cases else None

    @property
    def lift(self) -> Fraction | None:
        """Precision over the base rate; None without cases, or where the deals rule the conclusion out."""
        return self.held / self.expected if self.expected else None

    @property
    def status(self) -> RuleStatus:
        """What the cases show."""
        if not self.cases:
            return "open"
        if self.certain == self.cases:
            return "proved"
        if self.impossible == self.cases:
            return "refuted"
        off = self.held - self.expected
        if self.cases < FEWEST_CASES or off * off <= Z_SQUARED * self.variance:
            return "open"
        return "supported" if off > 0 else "refuted"

    def as_json(self) -> dict[str, Any]:
        """All of it as plain JSON values; fractions as texts."""
        return {**vars(self), "expected": str(self.expected), "variance": str(self.variance)} | {
            "failures": [{**vars(each), "was": list(each.was)} for each in self.failures]
        }


def evidence_from_json(value: Mapping[str, Any]) -> RuleEvidence:
    """The evidence that `as_json` wrote.

    Raises:
        ValueError, KeyError, TypeError: for anything else.
    """
    failures = tuple(
        RuleFailure(str(each["match"]), int(each["ply"]), str(each["player"]), tuple(map(str, each["was"])))
        for each in value["failures"]
    )
    counts = {name: value[name] for name in _COUNTS}
    if not all(type(count) is int and count >= 0 for count in counts.values()):
        raise ValueError(f"counts are whole numbers of at least 0: {counts}")
    expected, variance = Fraction(value["expected"]), Fraction(value["variance"])
    return RuleEvidence(**counts, expected=expected, variance=variance, failures=failures)


_COUNTS = ("games", "cases", "held", "games_fired", "games_held", "true_of", "certain", "impossible")


def rule_evidence_over(rule: LearntRule, matches: Sequence[FinishedMatch]) -> RuleEvidence:
    """What finished matches show of a rule.

    Raises:
        RuleFault: if it asks for something that one of the matches does not know.
    """
    cases = held = fired = clean = true_of = certain = impossible = 0
    expected = variance = Fraction(0)
    failures: list[RuleFailure] = []
    for match in matches:
        _check_known(rule, match)
        found = [
            (player, at) for reader in readers_of(rule, match.players) for player, at in _cases(rule, match, reader)
        ]
        times = Counter(player for player, _ in found)
        true_of += sum(
            _true(rule, match, player)
            for reader in readers_of(rule, match.players)
            for player in match.players
            if player != reader
        )
        wrong = [each for each in found if not _true(rule, match, each[0])]
        cases, held = cases + len(found), held + len(found) - len(wrong)
        fired, clean = fired + bool(found), clean + (bool(found) and not wrong)
        for player, moment in found:
            share = moment.chances[player].get(rule.conclusion, Fraction(0))
            share = 1 - share if rule.denied else share
            expected, variance = expected + share, variance + times[player] * share * (1 - share)
            certain, impossible = certain + (share == 1), impossible + (share == 0)
        failures += [
            RuleFailure(match.name, moment.ply, player, tuple(sorted(match.identities[player])))
            for player, moment in wrong
        ]
    return RuleEvidence(
        games=len(matches),
        cases=cases,
        held=held,
        games_fired=fired,
        games_held=clean,
        true_of=true_of,
        expected=expected,
        variance=variance,
        certain=certain,
        impossible=impossible,
        failures=tuple(failures[:MOST_FAILURES]),
    )


def feedback_on(rule: LearntRule, evidence: RuleEvidence) -> str:
    """What whoever wrote a rule is told of it, in a sentence or two; the first failure by name."""
    if not evidence.cases:
        return f"Your rule “{rule}” was never of use: its condition held of nobody in {evidence.games} games."
    failed = evidence.games_fired - evidence.games_held
    told = (
        f"failed in {failed} of {evidence.games_fired} games" if failed else f"held in all {evidence.games_fired} games"
    )
    base = evidence.base or Fraction(0)
    shares = (
        f"it was right of {evidence.held} of {evidence.cases} players, and chance would be right of {float(base):.0%}"
    )
    text = f"Your rule “{rule}” {told}: {shares}."
    if evidence.failures:
        first = evidence.failures[0]
        was = " and ".join(first.was)
        text += f" In game {first.match}, after {first.ply} joint moves, it was so of {first.player}, who was {was}."
    return text


def _check_known(rule: LearntRule, match: FinishedMatch) -> None:
    for each in atoms_of(rule.condition):
        name = (each.atom if isinstance(each, RuleComparison) else each).name
        if name in match.missing:
            raise RuleFault(f"{name} is not known of match {match.name}: {match.missing[name]}")
    match.check(rule)


def _cases(rule: LearntRule, match: FinishedMatch, reader: str) -> list[tuple[str, RuleMoment]]:
    """The players of whom a rule's condition held to a reader, each at the first such moment."""
    found: dict[str, RuleMoment] = {}
    for moment in match.moments:
        waiting = [player for player in match.players if player not in found]
        fires = set(fires_of(rule, moment, match.players, reader)) if waiting else set[str]()
        found.update((player, moment) for player in waiting if player in fires)
    return list(found.items())


def _true(rule: LearntRule, match: FinishedMatch, player: str) -> bool:
    return (rule.conclusion in match.identities[player]) is not rule.denied
