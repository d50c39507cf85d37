"""What the record of a match is worth as evidence, as a game's `trust.toml` says.

```toml
good = "village"                             # the sides, as the rules call them
evil = "wolves"
vote = "(voted ?source ?target)"             # the percept of a vote against somebody
dawn = ["(died ?p)", "peaceful"]             # percepts with which a day begins

[rates]                                      # `lelma.trust.posterior.VoteRates`
by_good = 0.63
by_evil = 0.32
temper = 0.4
followers = 1.0

[words]                                      # the same of accusations, [[said]] with `accuses` that is not hedged
by_good = 0.7
by_evil = 0.5

[[evidence]]                                 # such a percept is evidence of ?source towards ?target
percept = "(voted ?source ?target)"
act = "voted against"
credibility = -0.4

[[evidence]]                                 # with a side: evidence about ?source, once the side of ?target is proved
percept = "(voted ?source ?target)"
act = "voted against one of the wolves"
credibility = 0.3
side = "wolves"

[[told]]                                     # such a percept tells the side of ?p to whoever has it: this one, or
percept = "(is_wolf ?p)"                     # else that of ?identity; without ?p, of whoever has it
side = "wolves"

[[recorded]]                                 # percepts that tables of recorded games tell (`recorded.toml`)
rows = "choices"
percept = "(is_wolf ?choice)"
to = "player"                                # the field with who has it; everyone, if there is none
identity = { player = "seer" }               # of rows in which the player of this field is dealt this
side = { choice = "wolves" }                 # and of this one is on this side

[rates_of.beginners]                         # rates of other players, for agents whose step has the option `rates`;
by_good = 0.5                                # [words_of.beginners] likewise
by_evil = 0.4

[calibration]                                # `lelma.trust.calibration.Calibration`, of the graph's T
offset = 0.1
slope = 1.2

[calibration_of.beginners]
steps = [[-0.06, 2.0], [1.0, -0.1]]
```

What is said is evidence by `[[said]]` and `[[private]]` (`lelma.trust.speech`). `acts` are patterns of further percepts
that show somebody, `?source`, doing something, `help` patterns of moves in somebody's favour, `out` of percepts that
`?p` is out of the game; `period` says what cuts a match into nights and days.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property, lru_cache

from gdl.tree.syntax import Symbol, Term
from gdl.tree.term import match, read_term
from gdl.values import dataclass
from lelma.game.game import Game
from lelma.support.errors import GameError, UsageError, did_you_mean
from lelma.support.outside import toml_file
from lelma.support.shape import OneOrMore, misshapen, type_shape, typed_value
from lelma.trust.calibration import Calibration
from lelma.trust.errors import TrustError
from lelma.trust.graph import Evidence
from lelma.trust.pins import SideDeal
from lelma.trust.posterior import Ballot, VoteRates
from lelma.trust.speech import PrivateClaim, SaidEvidence, check_patterns


@dataclass(frozen=True)
class PerceptEvidence:
    """`[[evidence]]`; see the module."""

    percept: str
    act: str
    credibility: float
    side: str = ""


@dataclass(frozen=True)
class ToldSide:
    """`[[told]]`; see the module."""

    percept: str
    side: str = ""


@dataclass(frozen=True)
class RecordedPercept:
    """`[[recorded]]`; see the module."""

    rows: str
    percept: str
    to: str = ""
    identity: Mapping[str, str] = field(default_factory=dict)
    side: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class RatesEntry:
    """`[rates]` and `[words]`; see the module."""

    by_good: float
    by_evil: float
    temper: float = 1.0
    followers: float = 0.0

    def of(self, evil: str) -> VoteRates:
        return VoteRates(evil, self.by_good, self.by_evil, self.temper, self.followers)


@dataclass(frozen=True)
class CalibrationEntry:
    """`[calibration]`; see the module."""

    offset: float = 0.0
    slope: float = 0.0
    steps: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class PeriodEntry:
    """`period`: percepts with which a part of the match begins, and the number of the first part."""

    begins: OneOrMore = ()
    first: int = 1


@dataclass(frozen=True)
class TrustRules:
    """What `trust.toml` of a game says, and the side of each identity of it."""

    good: str
    evil: str
    vote: str
    rates: RatesEntry
    rates_of: Mapping[str, RatesEntry] = field(default_factory=dict)
    words: RatesEntry | None = None
    words_of: Mapping[str, RatesEntry] = field(default_factory=dict)
    dawn: OneOrMore = ()
    evidence: tuple[PerceptEvidence, ...] = ()
    told: tuple[ToldSide, ...] = ()
    recorded: tuple[RecordedPercept, ...] = ()
    acts: OneOrMore = ()
    help: OneOrMore = ()
    out: OneOrMore = ()
    said: tuple[SaidEvidence, ...] = ()
    private: tuple[PrivateClaim, ...] = ()
    hedged: float = 1.0
    calibration: CalibrationEntry | None = None
    calibration_of: Mapping[str, CalibrationEntry] = field(default_factory=dict)
    period: PeriodEntry = PeriodEntry()
    sides: Mapping[str, str] = field(default_factory=dict)

    @property
    def calibrated(self) -> Calibration | None:
        return self.calibrated_of("")

    def calibrated_of(self, players: str) -> Calibration | None:
        """What makes chances of trust among a kind of players, by default by `[calibration]`, if the file has it.

        Raises:
            UsageError: for a kind that the file tells nothing of.
        """
        known = (*self.rates_of, *self.words_of, *self.calibration_of)
        if players and players not in known:
            raise UsageError(f"there are no rates of {players!r}{did_you_mean(players, known)}")
        entry = self.calibration_of.get(players, self.calibration)
        return None if entry is None else Calibration(entry.offset, entry.slope, entry.steps)

    @property
    def vote_rates(self) -> VoteRates:
        return self.vote_rates_of("")

    def vote_rates_of(self, players: str) -> VoteRates:
        """The rates of a kind of players that the file names, by default its `[rates]`.

        Raises:
            UsageError: if it has none of that name.
        """
        if players and players not in self.rates_of:
            raise UsageError(f"there are no rates of {players!r}{did_you_mean(players, self.rates_of)}")
        return (self.rates_of[players] if players else self.rates).of(self.evil)

    def word_rates_of(self, players: str) -> VoteRates | None:
        """The rates at which a kind of players accuse, by default those of `[words]`; None if the file has none."""
        rates = self.words_of.get(players) if players else self.words
        return None if rates is None else rates.of(self.evil)

    def accusation(self, evidence: Evidence) -> Ballot | None:
        """Who accuses whom, if evidence is an accusation in words that is not hedged."""
        if evidence.basis != "record" or (evidence.act, evidence.credibility) not in self._accusing:
            return None
        return evidence.source, evidence.target

    @cached_property
    def _accusing(self) -> frozenset[tuple[str, float]]:
        return frozenset((each.act, each.credibility) for each in self.said if each.accuses)

    def side(self, identity: str) -> str:
        """The side of an identity; an identity without one is a side of its own."""
        return self.sides.get(identity, identity)

    def helps(self, move: str) -> bool:
        """Whether a move is in favour of whom it names."""
        return any(_matched(pattern, move) is not None for pattern in self.help)

    def out_by(self, percepts: Iterable[str]) -> frozenset[str]:
        """The players of whom percepts tell that they are out of the game, by `?p` of `out`."""
        found = (_matched(pattern, percept) for pattern in self.out for percept in percepts)
        return frozenset(values["p"] for values in found if values is not None)

    def begins_day(self, percept: str) -> bool:
        return any(_matched(pattern, percept) is not None for pattern in self.dawn)

    def ballot(self, percept: str) -> Ballot | None:
        """Who voted against whom, if the percept is of a vote."""
        found = _matched(self.vote, percept)
        return None if found is None else (found["source"], found["target"])


def trust_rules(game: Game) -> TrustRules:
    """What a game's `trust.toml` says.

    Raises:
        UsageError: if its folder has none.
        GameError: for what is wrong in it, all of it with its places.
    """
    file = game.folder / "trust.toml"
    if not file.is_file():
        raise UsageError(f"{game.name} has no trust.toml, which says what the record of a match is worth as evidence")
    content = toml_file(file, fail=GameError)
    needed = [name for name in ("good", "evil", "vote", "rates") if name not in content]
    faults = [f"{name} is missing" for name in needed] + list(misshapen(content, type_shape(TrustRules)))
    if faults:
        raise GameError("\n".join(f"{file}: {fault}" for fault in faults))
    try:
        rules = typed_value(TrustRules, {**content, "sides": game.sides})
        assert all(map(rules.vote_rates_of, ("", *rules.rates_of)))  # raises for numbers that are none
        for players in ("", *rules.words_of):
            rules.word_rates_of(players)  # likewise
        for name in ("", *rules.calibration_of):
            steps = getattr(rules.calibrated_of(name), "steps", ())
            if list(steps) != sorted(steps):
                raise TrustError(f"the steps of a calibration must ascend with T: {', '.join(map(str, steps))}")
        for entry in rules.evidence:
            Evidence(0, "source", "target", entry.act, entry.credibility)
        check_patterns(rules.said, rules.private)
        if not 0 <= rules.hedged <= 1:
            raise TrustError(f"hedged is {rules.hedged}; it must be from 0 to 1")
    except (TypeError, TrustError) as error:
        raise GameError(f"{file}: {error}") from None
    return rules


def ballots_in(rules: TrustRules, players: Iterable[str], percepts: Iterable[str]) -> list[Ballot]:
    """The votes among percepts that are for another player."""
    known = set(players)
    cast = [ballot for percept in percepts if (ballot := rules.ballot(percept)) is not None]
    return [(voter, target) for voter, target in cast if voter != target and {voter, target} <= known]


def told_sides(rules: TrustRules, me: str, percepts: Iterable[str]) -> dict[str, str]:
    """The sides that percepts of a role's own tell outright: player → side."""
    found = dict[str, str]()
    for percept in percepts:
        for entry in rules.told:
            values = _matched(entry.percept, percept)
            if values is not None:
                found[values.get("p", me)] = entry.side or rules.side(values["identity"])
    return found


def actor_in(rules: TrustRules, percept: str) -> str:
    """Who did something, as a percept shows it that is evidence or one of `acts`; empty if it shows nobody."""
    for pattern in (*(entry.percept for entry in rules.evidence), *rules.acts):
        found = _matched(pattern, percept)
        if found is not None and "source" in found:
            return found["source"]
    return ""


def evidence_in(rules: TrustRules, me: str, percept: str, ply: int, proved: SideDeal) -> Iterator[Evidence]:
    """The evidence that a percept is to `me`, of players whose sides may be proved (player → side)."""
    for entry in rules.evidence:
        values = _matched(entry.percept, percept)
        if values is None or values["source"] == values["target"]:
            continue
        source, target = values["source"], values["target"]
        if not entry.side:
            yield Evidence(ply, source, target, entry.act, entry.credibility, percept, "record")
        elif proved.get(target) == entry.side and source != me:
            yield Evidence(ply, me, source, entry.act, entry.credibility, percept, "record")


@lru_cache(maxsize=10_000)
def _matched(pattern: str, percept: str) -> Mapping[str, str] | None:
    """The values of a pattern's variables, if the percept is such a one."""
    found = match(_term(pattern), _term(percept))
    if found is None:
        return None
    return {name: value.name for name, value in found.items() if isinstance(value, Symbol)}


@lru_cache(maxsize=10_000)
def _term(text: str) -> Term:
    return read_term(text)
