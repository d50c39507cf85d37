"""What a speech gives away: the deals that a listener is left with, and whether they tell a secret.

A listener may take words at their face value, or as the words of somebody whose card knows that they are so. What a
speaker can work out of that rests on what everyone saw and on what the speaker knows, and on nothing else. A game names
its secrets (`[[knowledge.secrets]]`); only what the speaker knows can be given away.

Long, because all of it counts over one table of deals and cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import log2
from typing import cast

from gdl.text.write import kif_term
from gdl.tree.syntax import Symbol
from gdl.tree.term import read_term, substitute
from gdl.values import dataclass
from lelma.game.file_format import HEARD_AS, SecretEntry
from lelma.game.game import Game
from lelma.knowledge import Knowledge
from lelma.support.errors import UsageError
from lelma.talk.deals import Deals, OwnDeals, PublicDeals, deals_of, dealt_in
from lelma.talk.moments import Moments
from translators.formulas.formula import Formula
from translators.formulas.write import text

LEAK = Fraction(1, 2)
"""A secret is as good as told where more than this share of a listener's deals has it; and words give it away where
they do so to somebody in more than this share of the deals that the speaker thinks possible.
"""

MOST_LISTENERS = 200
"""Deals that the speaker thinks possible, of which the listeners are looked at."""

_MOST_TABLES = 4

_Deal = tuple[tuple[str, str], ...]


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
        heard_as: how the words are taken, of `lelma.game.file_format.HEARD_AS`.
        before, after: the share of a listener's deals that has it, on average over the deals that the speaker thinks
            possible and the players who have that identity there. Words that a listener knows to be false change none.
    """

    listener: str
    fact: str
    heard_as: str
    before: Fraction
    after: Fraction


class LeakTable:
    """All deals that were possible for everyone when all were dealt, and what every card was told in each of them."""

    def __init__(self, game: Game, players: Sequence[str], known: Knowledge, fluent: str) -> None:
        """Work it out.

        Args:
            known: what everyone knew at that moment, before the cards told of others.
        """
        self.game, self.players = game, tuple(players)
        percepts = known.percepts_named(game.file.knowledge.card)
        told = [f"(sees {player} {percept})" for player in players for percept in percepts]
        self._known, self._fluent = known, fluent
        self._rows = self._by_deal(told)
        #: deal → player → its identity and what its card was told
        self.cards: dict[_Deal, dict[str, tuple[object, ...]]] = {
            deal: {
                player: (identity, row[at * len(percepts) : (at + 1) * len(percepts)])
                for at, player in enumerate(players)
                if (identity := dict(deal).get(player)) is not None
            }
            for deal, row in self._rows.items()
        }

    def _by_deal(self, formulas: Sequence[str]) -> dict[_Deal, tuple[bool, ...]]:
        found = self._known.by_deal(formulas)
        return {_key(dealt_in(facts, self._fluent)): row for facts, row in found.items()}

    def holding(self, formula: str) -> frozenset[_Deal]:
        """The deals in which a formula holds.

        Raises:
            UsageError: if it is no formula over the rules.
        """
        if formula not in self._held:
            self._held[formula] = frozenset(deal for deal, (held,) in self._by_deal([formula]).items() if held)
        return self._held[formula]

    @cached_property
    def _held(self) -> dict[str, frozenset[_Deal]]:
        return {}

    def card_of(self, player: str, deal: _Deal, among: Collection[_Deal]) -> frozenset[_Deal]:
        """The deals that a player cannot tell from one by what its card was told."""
        seen = self.cards[deal][player]
        return frozenset(each for each in among if self.cards[each][player] == seen)

    def after_saying(
        self, said: Collection[_Deal], speaker: str, heard_as: str, among: Collection[_Deal]
    ) -> frozenset[_Deal]:
        """The deals that remain of some if words are taken to be so, or to be known by the speaker's card.

        Args:
            said: the deals in which the words are so.
            heard_as: `face` or `card`.
        """
        if heard_as == "face":
            return frozenset(among) & frozenset(said)
        by_card: dict[tuple[object, ...], bool] = {}
        for deal in self.cards:
            card = self.cards[deal][speaker]
            by_card[card] = by_card.get(card, True) and deal in said
        return frozenset(deal for deal in among if by_card[self.cards[deal][speaker]])

    def leaks(
        self, speaker: str, own: Deals, said: Collection[_Deal], possible: Collection[_Deal] | None = None
    ) -> Iterator[Leak]:
        """The secrets that words of a speaker would give away to somebody, each once.

        Args:
            own: the deals that are possible for the speaker.
            said: the deals in which the words are so.
            possible: the deals that are possible for everyone; all by default.
        """
        mine = [key for deal in own if (key := _key(deal)) in self.cards]
        among = frozenset(self.cards) if possible is None else frozenset(possible) & self.cards.keys()
        if not mine:
            return
        for secret in self.game.file.knowledge.secrets:
            if not all(deal in self.holding(_of(secret.keeper, speaker)) for deal in mine):
                continue
            for fact in self._facts(secret):
                held = self.holding(fact)
                if all(deal in held for deal in mine):
                    yield from self._leak(secret, fact, speaker, mine[:MOST_LISTENERS], said, among)

    def taken(
        self,
        speaker: str,
        own: Deals,
        said: Collection[_Deal],
        possible: Collection[_Deal],
        sides: Mapping[str, Collection[str]],
    ) -> Iterator[Taken]:
        """What those of each identity would think of a speaker, who knows the own one.

        Args:
            own, possible: the deals that are possible for the speaker, and for everyone.
            said: the deals in which the words are so.
            sides: side → identities that are on it.
        """
        among = frozenset(possible) & self.cards.keys()
        mine = [key for deal in own if (key := _key(deal)) in among][:MOST_LISTENERS]
        if not mine:
            return
        me = dict(mine[0])[speaker]
        facts = {me: {me}} | {side: set(those) for side, those in sides.items() if me in those}
        for heard_as in HEARD_AS:
            left = self.after_saying(said, speaker, heard_as, among)
            shares: dict[object, list[tuple[Fraction, Fraction]]] = {}
            by_identity: dict[tuple[str, str], list[tuple[Fraction, Fraction]]] = {}
            for deal in mine:
                for listener, identity in deal:
                    if listener == speaker:
                        continue
                    card = listener, self.cards[deal][listener]
                    if card not in shares:
                        before = self.card_of(listener, deal, among)
                        after = before & left or before
                        held = [
                            frozenset(each for each in before if dict(each)[speaker] in those)
                            for those in facts.values()
                        ]
                        shares[card] = [(_share(one, before), _share(one, after)) for one in held]
                    for fact, share in zip(facts, shares[card], strict=True):
                        by_identity.setdefault((identity, fact), []).append(share)
            for (identity, fact), several in sorted(by_identity.items()):
                means = [sum(each, Fraction(0)) / len(several) for each in zip(*several, strict=True)]
                yield Taken(identity, fact, heard_as, means[0], means[1])

    def gained(
        self,
        speaker: str,
        deal: Mapping[str, str],
        said: Collection[_Deal],
        possible: Collection[_Deal],
        sides: Mapping[str, Collection[str]],
    ) -> float:
        """The bits about who is on which side that those on the speaker's side gain from words at their face value.

        The mean over them, in a deal: what is left open by their deals before, less what is left open after. Words that
        go against all of somebody's deals give nothing.
        """
        among = frozenset(possible) & self.cards.keys()
        true = _key(deal)
        friends = next((set(those) for those in sides.values() if deal.get(speaker) in those), set())
        gains = []
        for listener, identity in deal.items():
            if listener == speaker or identity not in friends or true not in among:
                continue
            before = self.card_of(listener, true, among)
            gains.append(_open_bits(before, sides) - _open_bits(before & frozenset(said) or before, sides))
        return sum(gains) / len(gains) if gains else 0.0

    def _facts(self, secret: SecretEntry) -> list[str]:
        """What must not be known, of each player; what can never be so is left out."""
        facts = dict.fromkeys(_of(secret.holds, player, "p") for player in self.players)
        return [fact for fact in facts if self.holding(fact)]

    def _leak(
        self,
        secret: SecretEntry,
        fact: str,
        speaker: str,
        mine: Sequence[_Deal],
        said: Collection[_Deal],
        among: frozenset[_Deal],
    ) -> Iterator[Leak]:
        found: dict[tuple[str, tuple[object, ...]], Leak | None] = {}
        leaking: list[Leak] = []
        for deal in mine:
            for listener in self.players:
                if listener == speaker or deal not in self.holding(_of(secret.outsider, listener)):
                    continue
                key = listener, self.cards[deal][listener]
                if key not in found:
                    before = self.card_of(listener, deal, among)
                    found[key] = self._learnt(secret, fact, speaker, listener, before, said)
                leak = found[key]
                if leak is not None:
                    leaking.append(leak)
                    break
        if Fraction(len(leaking), len(mine)) > LEAK:
            yield leaking[0]

    def _learnt(
        self,
        secret: SecretEntry,
        fact: str,
        speaker: str,
        listener: str,
        before: frozenset[_Deal],
        said: Collection[_Deal],
    ) -> Leak | None:
        """What a listener with these deals would learn."""
        held = self.holding(fact)
        for heard_as in secret.heard_as:
            after = self.after_saying(said, speaker, heard_as, before)
            shares = _share(held, before), _share(held, after)
            if after and shares[0] < 1 and (shares[1] == 1 or shares[0] <= LEAK < shares[1]):
                return Leak(secret, fact, listener, heard_as, shares)
        return None


class MatchLeaks:
    """What a role's words would give away in its match, as the match goes on."""

    def __init__(self, game: Game, role: str, players: Sequence[str], deals: OwnDeals, moments: Moments) -> None:
        """Nothing is worked out yet."""
        self._game, self._role, self._players = game, role, tuple(players)
        self._deals, self._moments = deals, moments
        self._table: LeakTable | None = None
        self._now: tuple[int, frozenset[_Deal]] = (-1, frozenset())

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
        return list(table.leaks(self._role, own, said, self._possible()))

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
        return list(table.taken(self._role, own, said, self._possible(), sides))

    def gained(
        self, formulas: Sequence[Formula], sides: Mapping[str, Collection[str]], deal: Mapping[str, str]
    ) -> float:
        """The bits that the own side gains from those of the formulas that are so in a deal (`LeakTable.gained`).

        Raises:
            LelmaError: if that can't be told.
        """
        told = [each for formula in formulas if (each := self._said([formula])) is not None]
        true = [said for _, _, said in told if _key(deal) in said]
        if not true:
            return 0.0
        return told[0][0].gained(self._role, deal, set.intersection(*true), self._possible(), sides)

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
        cards: dict[tuple[object, ...], list[bool]] = {}
        for deal, seen in table.cards.items():
            cards.setdefault(seen[speaker], []).append(deal in said)
        shares = {card: Fraction(sum(held), len(held)) for card, held in cards.items()}
        return {deal: shares[seen[speaker]] for deal, seen in table.cards.items()}

    def _said(self, formulas: Sequence[Formula]) -> tuple[LeakTable, Deals, set[_Deal]] | None:
        """The table, the deals possible for the role, and those in which formulas hold; None before all are dealt."""
        dealt = self._deals.dealt
        if dealt is None:
            return None
        if self._table is None:
            self._table = leak_table(self._game, self._players, self._deals.public, self._deals.percepts[:dealt])
        own = self._deals(self._role, len(self._deals.percepts))
        deals = list(self._table.cards)
        said = set(deals)
        for formula in formulas:
            truths = self._moments.in_deals(formula, [dict(deal) for deal in deals])
            if not set(truths) <= {"true", "false"}:
                raise UsageError(f"no deal decides {text(formula)}")
            said &= {deal for deal, truth in zip(deals, truths, strict=True) if truth == "true"}
        return self._table, own, said

    def _possible(self) -> frozenset[_Deal]:
        """The deals that everyone thinks possible now, which takes long to follow."""
        percepts = self._deals.percepts
        if self._now[0] != len(percepts):
            known = self._deals.public.known(percepts)
            self._now = len(percepts), frozenset(map(_key, deals_of(known, self._deals.fluent)))
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


def _share(held: frozenset[_Deal], deals: frozenset[_Deal]) -> Fraction:
    return Fraction(len(deals & held), len(deals)) if deals else Fraction(0)


def _open_bits(deals: Collection[_Deal], sides: Mapping[str, Collection[str]]) -> float:
    """The entropy, in bits, of who is on which side, where each deal is as likely as another."""
    side_of = {name: side for side, those in sides.items() for name in those}
    counts = Counter(tuple(side_of.get(identity, identity) for _, identity in deal) for deal in deals)
    return -sum(count / len(deals) * log2(count / len(deals)) for count in counts.values())


def _of(pattern: str, role: str, variable: str = "me") -> str:
    """A formula of a role, which stands for its variable."""
    term = read_term(pattern)
    return kif_term(substitute(term, {variable: Symbol(role)}))
