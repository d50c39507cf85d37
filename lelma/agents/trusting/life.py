"""What a role lived through that trusts: which of it is evidence, and what of the others is certain by it.

What the record is worth as evidence follows from the role's percepts and the words it heard, so that it needs no
keeping, and what is proved only later counts for what was seen before. Kept are the items that a model extracted
(`extracted_N`, of joint move N).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import field, fields, replace
from functools import cached_property, partial
from typing import Any, Literal, TypeVar

from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.agents.judging import judging, talk_engine
from lelma.agents.players.conditions import LivedFacts, Periods, term_in
from lelma.agents.protocol import Ply
from lelma.agents.steps.fields import StepMoment
from lelma.game.game import Game
from lelma.support.errors import LelmaError, UsageError, did_you_mean
from lelma.trust.forms import TRUST_FORMS, FormName, TrustSettings
from lelma.trust.graph import Evidence
from lelma.trust.pins import Pin, SideDeal, proved_pins, sides_of_deals, sides_proved
from lelma.trust.posterior import possible_sides
from lelma.trust.record import TrustRules, evidence_in, told_sides, trust_rules
from lelma.trust.speech import PrivateClaim, ReadClaim, less_possible, private_claims, spoken_evidence
from translators.claim import Claim, Translation
from translators.reading.talk.reader import PRESUPPOSED

NO_LONGER = "claimed what no honest player can have said"

_MOST_GAMES, _MOST_KEPT = 8, 4000
_lock = threading.Lock()
_Found = TypeVar("_Found")


@dataclass(frozen=True)
class _KeptOfGame:
    """A game's rules of trust, and what was worked out by them, which the next moments mostly ask for again.

    Attributes:
        found: what it was worked out of → what was, after whatever the first names by its `id`.
    """

    game: Game
    rules: TrustRules
    found: dict[Hashable, tuple[object, Any]] = field(default_factory=dict)

    def once(self, key: Hashable, of: object, make: Callable[[], _Found]) -> _Found:
        """What is made of something, which the key may name by its `id`."""
        found = self.found.get(key)
        if found is None:
            if len(self.found) >= _MOST_KEPT:
                self.found.clear()
            self.found[key] = found = of, make()
        made: _Found = found[1]
        return made


_kept_of: dict[int, _KeptOfGame] = {}


@dataclass(frozen=True)
class BookOptions:
    """How an agent trusts: options of its steps.

    Attributes:
        record: whether votes and what is said count as evidence by the record, without a model.
        extracted: whether a model reads what the record leaves over; all of it, where `record` is off.
        pins: which sides are certain: those that percepts tell (`told`), all that is proved (`proof`), or none.
        false_claims: whether words that claim a knowledge which can't be are evidence.
        refuse: whether what a model extracts is held against the words and the record.
        edges: what trust in a player is: the graph's (`trust`), that of the chances of deals (`posterior`), or `both`:
            the graph's, as its calibration weighs it, on the base of these chances.
        rates: whose rates and calibration chances go by: a name of `[rates_of]`, `[words_of]` and `[calibration_of]` in
            the file, by default its `[rates]`, `[words]` and `[calibration]`.
        graph: whether there is a graph at all; without it nothing is told of trust.
        hops: edges of a chain at most.
        form: how the equations are read.
    """

    record: bool = False
    extracted: bool = True
    pins: Literal["told", "proof", "none"] = "told"
    false_claims: bool = False
    refuse: bool = False
    edges: Literal["trust", "posterior", "both"] = "trust"
    rates: str = ""
    graph: bool = True
    hops: int = 4
    form: FormName = "repaired"

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> BookOptions:
        """Those of a step; a step's further options are let by under `ours`.

        Raises:
            UsageError: for one that there is not.
        """
        known = {each.name for each in fields(cls)}
        for name in options:
            if name not in known and name not in FURTHER:
                raise UsageError(f"there is no option {name!r}{did_you_mean(name, known)}")
        return cls(**{name: value for name, value in options.items() if name in known})


FURTHER = frozenset({"window", "chains", "moves", "bus", "rounds", "of"})
"""Options of these steps that are no part of a book."""


@dataclass(frozen=True)
class TrustedLife:
    """What a role saw and heard until a moment, and what is certain of the others by then.

    Attributes:
        deals, pins, trouble: as of the `TrustBook` that is made of it.
        identities: the same deals, player → identity; none where they aren't worked out.
    """

    moment: StepMoment
    options: BookOptions
    kept: _KeptOfGame
    players: tuple[str, ...]
    identities: Sequence[Mapping[str, str]] = ()
    deals: tuple[SideDeal, ...] = ()
    pins: tuple[Pin, ...] = ()
    trouble: str = ""

    @property
    def game(self) -> Game:
        return self.kept.game

    @property
    def rules(self) -> TrustRules:
        return self.kept.rules

    @property
    def settings(self) -> TrustSettings:
        return TrustSettings(hops=self.options.hops, form=TRUST_FORMS[self.options.form])

    @cached_property
    def proved(self) -> dict[str, str]:
        """`sides_proved` of the pins."""
        return sides_proved(self.pins)

    @cached_property
    def _cut(self) -> Periods:
        return Periods(tuple(map(read_term, self.rules.period.begins)), (), self.rules.period.first)

    @cached_property
    def facts(self) -> LivedFacts:
        return LivedFacts.lived(self.moment.view.plies, self.moment.view.roles, self._cut)

    @cached_property
    def periods(self) -> Sequence[int]:
        return tuple(self._cut.numbers(self.moment.view.plies))

    def evidence(self, number: int) -> list[Evidence]:
        """What joint move `number` was evidence of, about players."""
        found = _evidence(self, number, self.moment.view.plies[number - 1])
        return [each for each in found if each.source in self.players and each.target in self.players]


def life_of(moment: StepMoment, options: BookOptions) -> TrustedLife:
    """What a moment's role lived through.

    Raises:
        UsageError: without a game, or for one that can't be used: under made-up words, or without a `trust.toml`.
    """
    game = moment.texts.game
    if game is None or moment.texts.disguise is not None:
        raise UsageError("trust is read from the game's own words: it can't be used without a game or with --obfuscate")
    players = tuple(role for role in moment.view.roles if role != "random")
    life = TrustedLife(moment, options, _kept_game(game), players)
    deals, identities, trouble = _deals(life)
    me = moment.view.role
    pins = life.kept.once((id(deals), me), deals, lambda: proved_pins(deals, me)) if deals else ()
    return replace(life, identities=identities, deals=deals, pins=pins, trouble=trouble)


def evidence_kept(items: Sequence[Evidence]) -> list[list[Any]]:
    """Extracted items as JSON, for `extracted_N`."""
    return [[each.source, each.target, each.act, each.credibility, each.quote] for each in items]


def read_claims(game: Game, speaker: str, words: str) -> list[ReadClaim]:
    """What is claimed in words, but what readers dispute."""
    return [
        ReadClaim(each.query, each.hedged, each.sentence)
        for each in _claims(talk_engine(game).read(words, speaker).translation)
        if not (each.disputed or each.otherwise)
    ]


def _claims(translation: Translation) -> list[Claim]:
    """What is claimed, without what words only presuppose, which leaves open what they are for."""
    return [each for each in translation.claims if each.kind != PRESUPPOSED]


def unread_words(game: Game, speaker: str, words: str) -> str:
    """The sentences of a speech that nothing was read in; empty if something was read in all of them."""
    read = talk_engine(game).read(words, speaker).translation
    claimed = [claim.span for claim in _claims(read)]
    left = [part for part in read.scopes if not any(a < part.span[1] and part.span[0] < b for a, b in claimed)]
    return " ".join(words[slice(*part.span)].strip() for part in left).strip()


def _kept_game(game: Game) -> _KeptOfGame:
    with _lock:
        if id(game) not in _kept_of:
            _kept_of[id(game)] = _KeptOfGame(game, trust_rules(game))
            while len(_kept_of) > _MOST_GAMES:
                _kept_of.pop(next(iter(_kept_of)))
        return _kept_of[id(game)]


def _deals(lived: TrustedLife) -> tuple[tuple[SideDeal, ...], Sequence[Mapping[str, str]], str]:
    """The possible deals of sides; those of identities, if they are worked out; and why not, if they should be."""
    rules, options, me, trouble = lived.rules, lived.options, lived.moment.view.role, ""
    percepts = [percept for ply in lived.moment.view.plies for percept in ply.percepts]
    known = told_sides(rules, me, percepts)
    if me not in known:
        return (), (), ""
    if options.pins == "proof":
        try:
            with judging(lived.moment) as judge:
                identities = judge.deals()
            of_all = lived.kept.once((id(identities), lived.players), identities, partial(_of_all, lived, identities))
            if of_all:
                return of_all, identities, ""
        except LelmaError as error:
            trouble = str(error)
    dealt = lived.game.parameters.get(getattr(lived.game.file.seats, "deal", None) or "")
    counts = dealt if isinstance(dealt, Mapping) else {}
    number = sum(count for identity, count in counts.items() if rules.side(identity) == rules.evil)
    known = known if options.pins != "none" else {me: known[me]}
    of_sides = lived.kept.once(
        (number, lived.players, *sorted(known.items())),
        None,
        lambda: tuple(possible_sides(lived.players, rules.evil, rules.good, number, known)),
    )
    return of_sides, (), trouble


def _of_all(lived: TrustedLife, identities: Sequence[Mapping[str, str]]) -> tuple[SideDeal, ...]:
    """Deals of identities as deals of sides; none where one of them leaves a player out."""
    found = tuple(sides_of_deals(identities, lived.rules.sides))
    return found if all(len(deal) == len(lived.players) for deal in found) else ()


def _evidence(lived: TrustedLife, number: int, ply: Ply) -> Iterator[Evidence]:
    """What a joint move was evidence of: by the record, by false claims, and what a model extracted."""
    me, options = lived.moment.view.role, lived.options
    if options.record:
        for percept in ply.percepts:
            yield from evidence_in(lived.rules, me, percept, number, lived.proved)
    for each in ply.heard:
        if each.role == me or each.role not in lived.players or not (options.record or options.false_claims):
            continue
        said = number, each.role, each.words
        by_words, private = lived.kept.once((me, *said), None, partial(_claimed, lived, *said))
        if options.record:
            yield from by_words
        if options.false_claims:
            yield from _impossible(lived, number, each.role, private)
    if options.extracted:
        for entry in lived.moment.state.get(f"extracted_{number}") or ():
            source, target, act, c, quote = entry
            yield Evidence(number, str(source), str(target), str(act), float(c), str(quote))


_Private = tuple[PrivateClaim, str, Mapping[str, str], str]
"""What fits a claim to know something: the entry, the identity it claims, its values and its words."""


def _claimed(
    lived: TrustedLife, number: int, speaker: str, words: str
) -> tuple[tuple[Evidence, ...], tuple[_Private, ...]]:
    """What words are as evidence by the record, and what they claim to know."""
    claims, rules = read_claims(lived.game, speaker, words), lived.rules
    told = spoken_evidence(rules.said, lived.moment.view.role, number, speaker, claims, hedged=rules.hedged)
    private = ((*fits, claim.quote) for claim in claims for fits in private_claims(rules.private, speaker, claim))
    return tuple(told), tuple(private)


def _impossible(lived: TrustedLife, number: int, speaker: str, claims: Sequence[_Private]) -> Iterator[Evidence]:
    """The strongest evidence against a speaker that claims a knowledge which nobody, or hardly anybody, can have."""
    worst: Evidence | None = None
    for entry, identity, values, quote in claims:
        c = _possibility(lived, speaker, identity)
        if any(_ever(lived, number, conditions, values) for conditions in entry.never):
            c = -1.0
        if c < 0 and (worst is None or c < worst.credibility):
            act = NO_LONGER if c == -1 else "claimed what is less and less possible"
            worst = Evidence(number, lived.moment.view.role, speaker, act, round(c, 9), quote, "proved")
    if worst is not None:
        yield worst


def _possibility(lived: TrustedLife, speaker: str, identity: str) -> float:
    """c of whoever claims an identity, by the share of the deals that give it to the speaker; 0 if none are known."""
    if not lived.identities or not identity:
        return 0.0
    dealt = lived.game.parameters.get(getattr(lived.game.file.seats, "deal", None) or "")
    count = dealt.get(identity, 0) if isinstance(dealt, Mapping) else 0
    share = sum(deal.get(speaker) == identity for deal in lived.identities) / len(lived.identities)
    return less_possible(share, count / len(lived.players))


def _ever(lived: TrustedLife, number: int, conditions: Sequence[str], values: Mapping[str, str]) -> bool:
    """Whether conditions hold of what was lived through, for the values of a claim made with that joint move."""
    period = lived.periods[number - 1]
    plain = {
        name: str(period) if value == "last" else value.removeprefix("nth(").removesuffix(")")
        for name, value in values.items()
    }
    return lived.facts.holds(
        [term_in(condition) for condition in conditions], {name: term_in(value) for name, value in plain.items()}
    )
