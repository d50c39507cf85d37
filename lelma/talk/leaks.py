"""What a speech gives away: the deals that a listener is left with, and whether they tell a secret.

A listener may take words at their face value, or as the words of somebody whose card knows that they are so. What a
speaker can work out of that rests on what everyone saw and on what the speaker knows, and on nothing else. A game names
its secrets (`[[knowledge.secrets]]`); only what the speaker knows can be given away.

Long, because all of it counts over one table of deals and cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import log2, prod
from typing import cast

import numpy as np

from gdl.text.write import kif_term
from gdl.tree.syntax import Symbol
from gdl.tree.term import read_term, substitute
from gdl.values import dataclass
from lelma.game.file_format import HEARD_AS, SecretEntry
from lelma.game.game import Game
from lelma.knowledge import Knowledge
from lelma.support.errors import UsageError
from lelma.talk.chances.statements import StatementRates, likely_statement, read_statement_rates
from lelma.talk.deals import OwnDeals, PublicDeals, deals_of, dealt_in
from lelma.talk.moments import Moments
from translators.formulas.formula import Formula
from translators.formulas.write import text

LEAK = Fraction(1, 2)
"""A secret is as good as told where more than this share of a listener's deals has it; and words give it away where
they do so to somebody in more than this share of the deals that the speaker thinks possible.
"""

MOST_LISTENERS = 200
"""Deals that the speaker thinks possible, of which the listeners are looked at."""

AS_USUAL = "likely"

_MOST_TABLES = 4
_DIGITS = 9

_Deal = tuple[tuple[str, str], ...]

Mask = np.ndarray[tuple[int], np.dtype[np.bool_]]
"""For each deal of a table, whether it is one of some."""

_Numbers = np.ndarray[tuple[int], np.dtype[np.intp]]


@dataclass(frozen=True)
class Leak:
    """A secret that words would give away.

    Attributes:
        fact: what would be known, in KIF: `(true (identity p3 merlin))`.
        listener: who would know it.
        heard_as: how the words are taken, of `lelma.game.file_format.HEARD_AS`.
        share: of the listener's deals that has it, before and after.
    """

    secret: SecretEntry
    fact: str
    listener: str
    heard_as: str
    share: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Taken:
    """What those of an identity would think of a speaker, before and after its words.

    Attributes:
        listener: the identity of those who listen.
        fact: what the speaker is: its identity, or its side.
        heard_as: how the words are taken, of `lelma.game.file_format.HEARD_AS`; or `AS_USUAL`, by how often identities
            say what they know, guess or know to be false.
        before, after: the share of a listener's deals that has it, on average over the deals that the speaker thinks
            possible and the players who have that identity there. Words that a listener knows to be false change none
            at their face value.
    """

    listener: str
    fact: str
    heard_as: str
    before: Fraction
    after: Fraction


class LeakTable:
    """All deals that were possible for everyone when all were dealt, and what every card was told in each of them.

    A *mask* is an array of truths, one for each deal.

    Attributes:
        deals: the deals, in the order of masks.
        dealt: the same deals, player → identity.
        cards: player → for each deal a number, the same where its identity and what its card was told are the same.
    """

    def __init__(self, game: Game, players: Sequence[str], known: Knowledge, fluent: str) -> None:
        """Work it out.

        Args:
            known: what everyone knew at that moment, before the cards told of others.
        """
        self.game, self.players = game, tuple(players)
        percepts = known.percepts_named(game.file.knowledge.card)
        told = [f"(sees {player} {percept})" for player in players for percept in percepts]
        secret = [each for entry in game.file.knowledge.secrets for each in self._patterns(entry)]
        formulas = list(dict.fromkeys([*told, *secret]))
        found = {_key(dealt_in(facts, fluent)): row for facts, row in known.by_deal(formulas).items()}
        self.deals: tuple[_Deal, ...] = tuple(found)
        truths = np.array([*found.values()], dtype=np.bool_).reshape(len(found), len(formulas))
        self._held = {formula: truths[:, at] for at, formula in enumerate(formulas)}
        self._at = {deal: at for at, deal in enumerate(self.deals)}
        self.dealt = [dict(deal) for deal in self.deals]
        self.cards = {player: self._cards(player, percepts) for player in self.players}

    def _patterns(self, entry: SecretEntry) -> Iterator[str]:
        for player in self.players:
            yield from (_of(entry.keeper, player), _of(entry.outsider, player), _of(entry.holds, player, "p"))

    def _cards(self, player: str, percepts: Sequence[str]) -> _Numbers:
        told = zip(*(self._held[f"(sees {player} {percept})"].tolist() for percept in percepts), strict=True)
        seen = told if percepts else ((),) * len(self.deals)
        numbers: dict[tuple[object, ...], int] = {}
        cards = ((deal.get(player), row) for deal, row in zip(self.dealt, seen, strict=True))
        return np.array([numbers.setdefault(card, len(numbers)) for card in cards], dtype=np.intp)

    def mask(self, deals: Iterable[Mapping[str, str]]) -> Mask:
        """Some deals; those that are none of the table are left out."""
        found = np.zeros(len(self.deals), dtype=np.bool_)
        found[[at for deal in deals if (at := self._at.get(_key(deal))) is not None]] = True
        return found

    def after_saying(self, said: Mask, speaker: str, heard_as: str) -> Mask:
        """The deals that remain if words are taken to be so, or to be known by the speaker's card.

        Args:
            said: the deals in which the words are so.
            heard_as: `face` or `card`.
        """
        if heard_as == "face":
            return said
        cards = self.cards[speaker]
        doubted: Mask = np.bincount(cards[~said], minlength=cards.max(initial=0) + 1) > 0
        remain: Mask = ~doubted[cards]
        return remain

    def leaks(self, speaker: str, own: Mask, said: Mask, possible: Mask | None = None) -> Iterator[Leak]:
        """The secrets that words of a speaker would give away to somebody, each once.

        Args:
            own: the deals that are possible for the speaker.
            said: the deals in which the words are so.
            possible: the deals that are possible for everyone; all by default.
        """
        if not own.any():
            return
        mine = np.flatnonzero(own)[:MOST_LISTENERS]
        among = np.ones_like(own) if possible is None else possible
        heard = {heard_as: self.after_saying(said, speaker, heard_as) for heard_as in HEARD_AS}
        for secret in self.game.file.knowledge.secrets:
            if not self._held[_of(secret.keeper, speaker)][own].all():
                continue
            for fact in dict.fromkeys(_of(secret.holds, player, "p") for player in self.players):
                if self._held[fact][own].all():
                    yield from self._leak(secret, fact, speaker, mine, heard, among)

    def taken(
        self,
        speaker: str,
        own: Mask,
        said: Mask,
        possible: Mask,
        sides: Mapping[str, Collection[str]],
        likely: Sequence[float] = (),
    ) -> Iterator[Taken]:
        """What those of each identity would think of a speaker, who knows the own one.

        Args:
            own, possible: the deals that are possible for the speaker, and for everyone.
            said: the deals in which the words are so.
            sides: side → identities that are on it.
            likely: how probable the words are in each deal, if that is known.
        """
        mine = np.flatnonzero(own & possible)[:MOST_LISTENERS].tolist()
        if not mine:
            return
        me = self.dealt[mine[0]][speaker]
        facts = {me: {me}} | {side: set(those) for side, those in sides.items() if me in those}
        held = {fact: np.array([deal[speaker] in those for deal in self.dealt]) for fact, those in facts.items()}
        weights = np.array(likely)
        for heard_as in (*HEARD_AS, *([AS_USUAL] if likely else [])):
            left = said if heard_as == AS_USUAL else self.after_saying(said, speaker, heard_as)
            shares: dict[tuple[str, int], list[tuple[Fraction, Fraction]]] = {}
            by_identity: dict[tuple[str, str], list[tuple[Fraction, Fraction]]] = {}
            for deal in mine:
                for listener, identity in self.deals[deal]:
                    if listener == speaker:
                        continue
                    card = listener, int(self.cards[listener][deal])
                    if card not in shares:
                        before = self._before(*card, possible)
                        after = before & left if (before & left).any() else before
                        shares[card] = [
                            (
                                _share(one, before),
                                _weighed(one, before, weights) if heard_as == AS_USUAL else _share(one, after),
                            )
                            for one in held.values()
                        ]
                    for fact, share in zip(held, shares[card], strict=True):
                        by_identity.setdefault((identity, fact), []).append(share)
            for (identity, fact), several in sorted(by_identity.items()):
                means = [sum(each, Fraction(0)) / len(several) for each in zip(*several, strict=True)]
                yield Taken(identity, fact, heard_as, means[0], means[1])

    def gained(
        self, speaker: str, deal: Mapping[str, str], said: Mask, possible: Mask, sides: Mapping[str, Collection[str]]
    ) -> float:
        """The bits about who is on which side that those on the speaker's side gain from words at their face value.

        The mean over them, in a deal: what is left open by their deals before, less what is left open after. Words that
        go against all of somebody's deals give nothing.
        """
        true = self._at.get(_key(deal))
        if true is None or not possible[true]:
            return 0.0
        friends = next((set(those) for those in sides.values() if deal.get(speaker) in those), set())
        gains = []
        for listener, identity in deal.items():
            if listener != speaker and identity in friends:
                before = self._before(listener, int(self.cards[listener][true]), possible)
                after = before & said if (before & said).any() else before
                gains.append(self._open_bits(before, sides) - self._open_bits(after, sides))
        return sum(gains) / len(gains) if gains else 0.0

    def _open_bits(self, deals: Mask, sides: Mapping[str, Collection[str]]) -> float:
        """The entropy, in bits, of who is on which side, where each deal is as likely as another."""
        side_of = {name: side for side, those in sides.items() for name in those}
        some = [self.deals[at] for at in np.flatnonzero(deals).tolist()]
        counts = Counter(tuple(side_of.get(identity, identity) for _, identity in deal) for deal in some)
        return -sum(count / len(some) * log2(count / len(some)) for count in counts.values())

    def _before(self, listener: str, card: int, among: Mask) -> Mask:
        """The deals of some that a listener with a card cannot tell apart by it."""
        found: Mask = (self.cards[listener] == card) & among
        return found

    def _leak(
        self, secret: SecretEntry, fact: str, speaker: str, mine: _Numbers, heard: Mapping[str, Mask], among: Mask
    ) -> Iterator[Leak]:
        outsiders = {
            listener: self._held[_of(secret.outsider, listener)] for listener in self.players if listener != speaker
        }
        found: dict[tuple[str, int], Leak | None] = {}
        leaking: list[Leak] = []
        for deal in mine.tolist():
            for listener, outside in outsiders.items():
                if not outside[deal]:
                    continue
                key = listener, int(self.cards[listener][deal])
                if key not in found:
                    found[key] = self._learnt(secret, fact, listener, self._before(*key, among), heard)
                leak = found[key]
                if leak is not None:
                    leaking.append(leak)
                    break
        if Fraction(len(leaking), len(mine)) > LEAK:
            yield leaking[0]

    def _learnt(
        self, secret: SecretEntry, fact: str, listener: str, before: Mask, heard: Mapping[str, Mask]
    ) -> Leak | None:
        """What a listener with these deals would learn."""
        held = self._held[fact]
        share = _share(held, before)
        if share == 1:
            return None
        for heard_as in secret.heard_as:
            after = before & heard[heard_as]
            told = _share(held, after)
            if after.any() and (told == 1 or share <= LEAK < told):
                return Leak(secret, fact, listener, heard_as, (share, told))
        return None


class MatchLeaks:
    """What a role's words would give away in its match, as the match goes on."""

    def __init__(self, game: Game, role: str, players: Sequence[str], deals: OwnDeals, moments: Moments) -> None:
        """Nothing is worked out yet."""
        self._game, self._role, self._players = game, role, tuple(players)
        self._deals, self._moments = deals, moments
        self._made: LeakTable | None = None
        self._now: tuple[int, Mask] = (-1, np.zeros(0, dtype=np.bool_))
        self._rates: StatementRates | None = None

    def make_ready(self) -> None:
        """Make the table now, if all are dealt, and follow what everyone knows: words about the deal would need it.

        Raises:
            LelmaError: if that can't be told.
        """
        if self._game.file.knowledge.secrets and self._table() is not None:
            self._deals.public.known(self._deals.percepts)

    def given_away(self, formulas: Sequence[Formula]) -> list[Leak]:
        """The secrets that words which say this of the deal would give away now.

        Raises:
            LelmaError: if that can't be told.
        """
        if not self._game.file.knowledge.secrets or not formulas:
            return []
        found = self._said(formulas)
        if found is None:
            return []
        table, own, said = found
        if not any(table.leaks(self._role, own, said)):
            return []
        return list(table.leaks(self._role, own, said, self._possible(table)))

    def taken(self, formulas: Sequence[Formula], sides: Mapping[str, Collection[str]]) -> list[Taken]:
        """What those of each identity would think of the role if its words said this of the deal.

        Args:
            sides: side → identities that are on it.

        Raises:
            LelmaError: if that can't be told.
        """
        found = self._said(formulas) if formulas else None
        if found is None:
            return []
        table, own, said = found
        if self._rates is None:
            self._rates = read_statement_rates(self._game)
        likely = list(self._likely(formulas, table)) if self._rates else []
        return list(table.taken(self._role, own, said, self._possible(table), sides, likely))

    def _likely(self, formulas: Sequence[Formula], table: LeakTable) -> Iterator[float]:
        """How probable words that say this are in each deal of the table, by the rates of the game."""
        told = [self.shares_for_card(formula, self._role) for formula in formulas]
        for deal, dealt in zip(table.deals, table.dealt, strict=True):
            rates = (self._rates or {}).get(dealt[self._role], {})
            yield prod(likely_statement(rates, shares[deal]) for shares in told)

    def gained(
        self, formulas: Sequence[Formula], sides: Mapping[str, Collection[str]], deal: Mapping[str, str]
    ) -> float:
        """The bits that the own side gains from those of the formulas that are so in a deal (`LeakTable.gained`).

        Raises:
            LelmaError: if that can't be told.
        """
        told = [each for formula in formulas if (each := self._said([formula])) is not None]
        true = [said for table, _, said in told if (table.mask([deal]) & said).any()]
        if not true:
            return 0.0
        table = told[0][0]
        return table.gained(self._role, deal, np.logical_and.reduce(true), self._possible(table), sides)

    def shares_for_card(self, formula: Formula, speaker: str) -> dict[_Deal, Fraction]:
        """In what share of the deals that the speaker's card leaves open, in each deal, a formula about the deal holds.

        It is 1 where the card makes it so, and 0 where the card rules it out; nothing before all are dealt.

        Raises:
            LelmaError: if that can't be told.
        """
        found = self._said([formula])
        if found is None:
            return {}
        table, _, said = found
        cards = table.cards[speaker]
        so, all_ = np.bincount(cards[said], minlength=cards.max() + 1), np.bincount(cards)
        shares = [Fraction(int(held), int(n)) if n else Fraction(0) for held, n in zip(so, all_, strict=True)]
        return {deal: shares[card] for deal, card in zip(table.deals, cards.tolist(), strict=True)}

    def _said(self, formulas: Sequence[Formula]) -> tuple[LeakTable, Mask, Mask] | None:
        """The table, the deals possible for the role, and those in which formulas hold; None before all are dealt."""
        table = self._table()
        if table is None:
            return None
        own = self._deals(self._role, len(self._deals.percepts))
        deals = table.dealt
        said = np.ones(len(deals), dtype=np.bool_)
        for formula in formulas:
            truths = self._moments.in_deals(formula, deals)
            if not set(truths) <= {"true", "false"}:
                raise UsageError(f"no deal decides {text(formula)}")
            said &= np.array([truth == "true" for truth in truths], dtype=np.bool_)
        return table, table.mask(own), said

    def _table(self) -> LeakTable | None:
        """The table, once all are dealt."""
        dealt = self._deals.dealt
        if self._made is None and dealt is not None:
            self._made = leak_table(self._game, self._players, self._deals.public, self._deals.percepts[:dealt])
        return self._made

    def _possible(self, table: LeakTable) -> Mask:
        """The deals that everyone thinks possible now."""
        plies = len(self._deals.percepts)
        if self._now[0] != plies:
            everyone = self._deals.public.known(self._deals.percepts)
            self._now = plies, table.mask(deals_of(everyone, self._deals.fluent))
        return self._now[1]


def leak_table(game: Game, players: Sequence[str], public: PublicDeals, percepts: Sequence[Sequence[str]]) -> LeakTable:
    """The table of a match, from what a role saw of it until all were dealt; kept with the public's deals.

    Raises:
        KnowledgeError: if nothing is possible, or too much.
    """
    key = public.seen(percepts)
    if key not in public.kept:
        if len(public.kept) >= _MOST_TABLES:
            public.kept.clear()
        fluent = next(iter(game.file.knowledge.identity), "identity")
        public.kept[key] = LeakTable(game, players, public.known(percepts), fluent)
    return cast(LeakTable, public.kept[key])


def _key(deal: Mapping[str, str]) -> _Deal:
    return tuple(sorted(deal.items()))


def _share(held: Mask, deals: Mask) -> Fraction:
    count = int(deals.sum())
    return Fraction(int((deals & held).sum()), count) if count else Fraction(0)


def _weighed(held: Mask, deals: Mask, weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Fraction:
    """The share of the weight of some deals that those have in which something is so."""
    whole = float(weights[deals].sum())
    return Fraction(str(round(float(weights[deals & held].sum()) / whole, _DIGITS))) if whole else Fraction(0)


def _of(pattern: str, role: str, variable: str = "me") -> str:
    """A formula of a role, which stands for its variable."""
    term = read_term(pattern)
    return kif_term(substitute(term, {variable: Symbol(role)}))
