"""What players saw in recorded matches, as far as it bears on trust: votes, and what tells a side.

Of games that others recorded, the tables of the record tell it (`[[recorded]]` of `trust.toml`), so that records which
do not keep the whole course of a game can be used as well. Of a transcript, its percepts do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from gdl.text.write import kif_term
from gdl.tree.syntax import Symbol, variables_in
from gdl.tree.term import read_term, substitute
from gdl.values import dataclass
from lelma.game.game import Game
from lelma.matches.recorded import Format, RecordedGame, find_format, formats_of, read_games
from lelma.matches.recorded.formats import RecordRow
from lelma.matches.replay import is_match
from lelma.matches.talk.speeches import matches_in
from lelma.support.errors import UsageError, did_you_mean
from lelma.talk.deals import PossibleDeals
from lelma.talk.record import ALL, Record
from lelma.trust.pins import SideDeal, sides_of_deals
from lelma.trust.record import TrustRules, told_sides, trust_rules

MOST_PLAYERS = 20
"""Of a match; the ways to deal sides to more are too many to be weighed one by one."""


@dataclass(frozen=True)
class Sighting:
    """A percept, the day it came on, and who had it: None for everyone.

    Attributes:
        ply: of the percept; where tables tell it, its number among them.
    """

    day: int
    to: str | None
    percept: str
    vote: bool
    ply: int


@dataclass(frozen=True)
class TrustMatch:
    """A match that trust is tried on.

    Attributes:
        deal: player → identity, the truth.
        sightings: by day; of a day, what the night told comes before the votes.
        proofs: the deals of identities that each role thinks possible; None where the record doesn't keep the course.
    """

    name: str
    players: tuple[str, ...]
    deal: Mapping[str, str]
    rules: TrustRules
    sightings: tuple[Sighting, ...]
    proofs: PossibleDeals | None = None

    @cached_property
    def sides(self) -> SideDeal:
        """Player → side, the truth."""
        return sides_of_deals([self.deal], self.rules.sides)[0]

    @cached_property
    def _first_votes(self) -> Mapping[int, int]:
        return {each.day: each.ply for each in reversed(self.sightings) if each.vote}

    @cached_property
    def days(self) -> tuple[int, ...]:
        """The days on which votes were cast."""
        return tuple(sorted(self._first_votes))

    def seen(self, me: str, day: int) -> list[Sighting]:
        """What a player saw before the votes of a day."""
        end = self._first_votes[day]
        return [each for each in self.sightings if each.to in (None, me) and each.ply < end]

    def proved(self, me: str, day: int) -> list[SideDeal] | None:
        """The deals that a role thinks possible before the votes of a day, player → side; None where not known.

        Raises:
            LelmaError: if no deal agrees with what was observed, or there are too many.
        """
        if self.proofs is None:
            return None
        return sides_of_deals(self.proofs(me, self._first_votes[day] - 1), self.rules.sides)


def read_trust_matches(file: Path, game: str, *, preset: str | None = None, proofs: bool = False) -> list[TrustMatch]:
    """The matches of a file: a transcript, or games recorded in a format that the game's folder describes.

    Args:
        proofs: follow recorded games by the rules as well, where their record keeps the course, so that what each
            role can know is known.

    Raises:
        UsageError, GameError: for a file that is neither, with the place, or a game without `trust.toml`.
    """
    data, source = file.read_bytes(), str(file)
    text = data.decode("utf-8", "replace")
    if is_match(text):
        match = next(matches_in(data, game, source=source, preset=preset))
        return [_of_record(match.name, match.game, match.record)]
    objects = read_games(text.splitlines(), source)
    try:
        found = find_format(formats_of(Game.load(game)), objects)
    except UsageError as error:
        raise UsageError(f"{source}: {error}") from None
    if not found:
        raise UsageError(f"{source}: neither a transcript nor in a format that the recorded.toml of {game} describes")
    presets = dict.fromkeys(preset or described.preset for described, _ in found)
    loaded = {name: Game.load(game, preset=name) for name in presets}
    told = list[TrustMatch]()
    for number, (described, recorded) in enumerate(found, start=1):
        where = f"{source}: game {number} ({recorded.name})"
        told.append(_of_tables(loaded[preset or described.preset], described, recorded, where))
    told = told_apart(told)
    if not proofs:
        return told
    followed = matches_in(data, game, source=source, preset=preset)
    both = zip(told, found, followed, strict=True)
    return [
        each if described.judge or match.trouble else _with_proofs(each, match.game, match.record)
        for each, (described, _), match in both
    ]


def told_apart(matches: Sequence[TrustMatch]) -> list[TrustMatch]:
    """The matches under names that differ: of a name that comes again, with its number."""
    counts, found = Counter[str](), list[TrustMatch]()
    for each in matches:
        counts[each.name] += 1
        found.append(each if counts[each.name] == 1 else replace(each, name=f"{each.name} ({counts[each.name]})"))
    return found


def _of_tables(game: Game, described: Format, recorded: RecordedGame, where: str) -> TrustMatch:
    """A match by what the tables of its record tell.

    Raises:
        UsageError: for a deal that the game can't have: too few or too many players, or an identity there is not.
    """
    rules, chosen = trust_rules(game), described.of(game)
    tables = chosen.tables(recorded.content)
    deal = {_text(row, "player"): _text(row, "identity") for row in tables.get("deal", ())}
    if not 2 <= len(deal) <= MOST_PLAYERS:
        raise UsageError(f"{where}: {len(deal)} players were dealt an identity; trust is for 2 to {MOST_PLAYERS}")
    unknown = sorted({identity for identity in deal.values() if identity not in rules.sides})
    if unknown:
        near, known = did_you_mean(unknown[0], rules.sides), ", ".join(rules.sides)
        raise UsageError(f"{where}: there is no identity {unknown[0] or 'without a name'!r}{near}; there are: {known}")
    sightings = list[Sighting]()
    for entry in rules.recorded:
        for row in tables.get(entry.rows, ()):
            identities = {name: deal.get(_text(row, name)) for name in (*entry.identity, *entry.side)}
            fits = all(identities[name] == identity for name, identity in entry.identity.items()) and all(
                rules.side(identities[name] or "") == side for name, side in entry.side.items()
            )
            pattern = read_term(entry.percept)
            if fits and set(variables_in(pattern)) <= row.keys() and _text(row, "day").isdigit():
                percept = kif_term(substitute(pattern, row))
                to = _text(row, entry.to) if entry.to else None
                sightings.append(Sighting(int(_text(row, "day")), to, percept, rules.ballot(percept) is not None, 0))
    first = [Sighting(-1, player, f"(identity {identity})", False, 0) for player, identity in deal.items()]
    ordered = sorted([*first, *sightings], key=lambda each: (each.day, each.vote))
    numbered = tuple(replace(each, ply=number) for number, each in enumerate(ordered, start=1))
    return TrustMatch(recorded.name, tuple(sorted(deal, key=_seat)), deal, rules, numbered)


def _text(row: RecordRow, name: str) -> str:
    value = row.get(name)
    return value.name if isinstance(value, Symbol) else ""


def _seat(player: str) -> tuple[int, str]:
    number = "".join(filter(str.isdigit, player))
    return int(number or 0), player


def _of_record(name: str, game: Game, record: Record) -> TrustMatch:
    rules = trust_rules(game)
    deal = PossibleDeals(game, record)(ALL, len(record.plies))[0]
    bare = TrustMatch(name, record.players, deal, rules, tuple(_seen(record, rules)))
    return _with_proofs(bare, game, record)


def _with_proofs(match: TrustMatch, game: Game, record: Record) -> TrustMatch:
    """The match with what its percepts tell in place of what tables told, and the deals that are possible."""
    return replace(match, sightings=tuple(_seen(record, match.rules)), proofs=PossibleDeals(game, record))


def _seen(record: Record, rules: TrustRules) -> Iterator[Sighting]:
    """What percepts of a match are votes or tell a side; a dawn begins a day."""
    day = 0
    for ply in range(1, len(record.plies) + 1):
        of_player = [(who, record.sure_percepts(ply, who)) for who in record.players]
        everyone = set.intersection(*(set(percepts) for _, percepts in of_player))
        if any(rules.begins_day(percept) for percept in everyone):
            day += 1
        for percept in sorted(everyone):
            if rules.ballot(percept) is not None:
                yield Sighting(day, None, percept, True, ply)
        for who, percepts in of_player:
            for percept in percepts:
                if told_sides(rules, who, [percept]):
                    yield Sighting(day, who, percept, False, ply)
