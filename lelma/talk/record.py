"""The record of a match: what was seen in it, as facts that claims about it are judged by.

A game folder may hold `record.gdl`: rules for what is said of a match (who was on which team, who voted how), over
these facts:

| fact | says |
|---|---|
| `(saw 12 (voted 1 2 p3 approve))` | this percept came with the twelfth joint move, before the moment of the claim |
| `(comes 15 …)` | the same, after that moment |
| `(did 12 p3 (vote approve))` | the move itself, where everything is known or the point of view is p3's |
| `(now 14)` | so many joint moves have been made |
| `(view p3)` | the point of view |
| `(next_ply 12 13)` | the order |
| `(in_world 7 p3 witch)` | so it is in the seventh deal of identities that is possible from the point of view |
| `(in_group p2_and_p3 p2)` | so many players are taken together in the claim; every player is a group, too |
| `(told 12 p3 (is_identity p3 witch))` | this was claimed in an earlier speech, in the words of the query templates |

Whose percepts they are is the point of view: `public` (what every player saw), a role, or `all` (everything that
happened, for analysts).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import lru_cache
from pathlib import Path

from gdl.checks.check import check, check_text, is_sound
from gdl.errors import Fault
from gdl.text.read import read_kif, read_leniently
from gdl.tree.syntax import Compound, Description, Rule, Symbol, atoms, signature
from gdl.values import dataclass
from lelma.game.definitions import record_files
from lelma.game.game import Game
from lelma.knowledge import LivedPly
from lelma.support.errors import GameError, UsageError, did_you_mean
from lelma.support.outside import MOST_BYTES, utf8_text
from lelma.talk.json_types import RefusedMoveJson

PUBLIC, ALL = "public", "all"

_NAME = re.compile(r"[^\s()]+")


@dataclass(frozen=True)
class RecordedPly:
    """One joint move of a match: each role's move and percepts, in KIF, and the words spoken with moves.

    Attributes:
        refused: role → why the rules refuse its move, with which the match went on all the same.
        unknown: the roles of which nothing tells for sure that this move was theirs.
    """

    moves: Mapping[str, str]
    percepts: Mapping[str, Sequence[str]]
    words: Mapping[str, str]
    refused: Mapping[str, str] = field(default_factory=dict)
    unknown: frozenset[str] = frozenset()

    @property
    def against_the_rules(self) -> tuple[tuple[str, str], ...]:
        """The moves that the rules refuse, each with its role."""
        return tuple((role, self.moves[role]) for role in self.refused)


def refused_moves(moves: Sequence[Mapping[str, str]], refused: Sequence[Mapping[str, str]]) -> list[RefusedMoveJson]:
    """The moves of joint moves that the rules refuse, from role → why of each joint move."""
    return [
        {"ply": ply, "role": role, "move": joint[role], "why": why}
        for ply, (joint, reasons) in enumerate(zip(moves, refused, strict=False), start=1)
        for role, why in reasons.items()
    ]


@dataclass(frozen=True)
class Record:
    """A match so far, ply by ply.

    Attributes:
        others: the same match with other moves where what was recorded does not tell which were made.
    """

    players: tuple[str, ...]
    plies: tuple[RecordedPly, ...]
    others: tuple[Record, ...] = ()

    def facts(self, *, at: int, view: str = PUBLIC) -> list[str]:
        """The record in KIF, a fact each, at the moment when `at` joint moves had been made, as `view` has it.

        Raises:
            UsageError: for a view that is none.
        """
        if view not in (PUBLIC, ALL, *self.players):
            near, roles = did_you_mean(view, (PUBLIC, ALL, *self.players)), ", ".join(self.players)
            raise UsageError(f"there is no view {view!r}{near}; choose {PUBLIC}, {ALL} or one of {roles}")
        lines = list(self.facts_of_moment(at, view=view))
        for number in range(1, len(self.plies) + 1):
            lines += self.facts_of(number, come=number > at, view=view)
        return lines

    def facts_of_moment(self, at: int, *, view: str) -> Iterator[str]:
        """Those facts that are not of a joint move."""
        yield from (f"(now {at})", f"(view {view})")
        yield from (f"(next_ply {ply} {ply + 1})" for ply in range(1, len(self.plies)))

    def facts_of(self, number: int, *, view: str, come: bool = False) -> Iterator[str]:
        """The facts of one joint move, in KIF; `come` if it is still to come."""
        ply = self.plies[number - 1]
        word = "comes" if come else "saw"
        yield from (f"({word} {number} {percept})" for percept in _seen(ply, view, self.players))
        if not come:
            own = ((role, move) for role, move in ply.moves.items() if view in (ALL, role))
            yield from (f"(did {number} {role} {move})" for role, move in own)

    def sure_percepts(self, number: int, role: str) -> list[str]:
        """What a role perceived of a joint move, whichever way what was not recorded may have been."""
        found = list(self.plies[number - 1].percepts.get(role, ()))
        others = [other.plies[number - 1] for other in self.others if len(other.plies) >= number]
        return [percept for percept in found if all(percept in other.percepts.get(role, ()) for other in others)]

    def refused(self) -> list[RefusedMoveJson]:
        """The moves that the rules refuse, and with which the match went on."""
        return refused_moves([ply.moves for ply in self.plies], [ply.refused for ply in self.plies])

    def heard(self, *, ply: int, speaker: str, view: str) -> bool:
        """Whether the words that go with a move are heard: by the speaker, and by who perceives something of it.

        What is said after the last move has no move to go with, and is heard by the speaker alone.
        """
        if view in (ALL, speaker) or ply > len(self.plies):
            return view in (ALL, speaker)
        return any(speaker in _NAME.findall(percept) for percept in _seen(self.plies[ply - 1], view, self.players))


def _seen(ply: RecordedPly, view: str, players: Sequence[str]) -> Iterator[str]:
    """The percepts of a ply from a point of view, without repetition."""
    sets = [list(ply.percepts.get(player, ())) for player in players]
    if view == PUBLIC:
        yield from (percept for percept in sets[0] if all(percept in others for others in sets[1:]))
    elif view == ALL:
        yield from dict.fromkeys(percept for own in sets for percept in own)
    else:
        yield from ply.percepts.get(view, ())


def life_in(record: Record, view: str) -> list[LivedPly]:
    """What a role, or a bystander (`public`), lived through in a match."""
    return [_lived(ply, view, record.players) for ply in record.plies]


def _lived(ply: RecordedPly, view: str, players: Sequence[str]) -> LivedPly:
    seen = list(_seen(ply, view, players))
    own = None if view == PUBLIC else ply.moves[view]
    return own, tuple(sorted(seen) if view == PUBLIC else seen), ply.against_the_rules


def record_game(game: Game) -> Game:
    """The rules of a game's `record.gdl` and of its query sets, in place of the rules of play.

    Raises:
        GameError: if there are no such rules, or there is a fault in them.
    """
    own = record_rules(game)
    rules = (*needed_rules(game.description.rules, own, game.parameters), *own)
    return replace(game, description=replace(game.description, rules=rules))


def needed_rules(rules: Sequence[Rule], users: Sequence[Rule], parameters: Collection[str]) -> list[Rule]:
    """The roles, the facts of parameters, and those rules that `users` rest on."""
    heads = {signature(rule.head) for rule in rules}
    wanted = {(name, arity) for name, arity in heads if name in parameters or name == "role"}
    fresh: Sequence[Rule] = users
    while fresh:
        named = {signature(part) for rule in fresh for literal in rule.body for part, _ in atoms(literal)}
        new = named - wanted
        wanted |= new
        fresh = [rule for rule in rules if signature(rule.head) in new]
    return [rule for rule in rules if signature(rule.head) in wanted]


def record_rules(game: Game) -> tuple[Rule, ...]:
    """The rules of `record.gdl`, and those that its query sets bring.

    Raises:
        GameError: if there are none, or there is a fault in them.
    """
    files = record_files(game.file.query_sets, game.folder)
    if not files:
        raise GameError(f"{game.name} has no record.gdl: nothing is said there of what may be claimed of its matches")
    return _checked(tuple(files), game.description)


@lru_cache(maxsize=8)
def _checked(files: Sequence[Path], description: Description) -> tuple[Rule, ...]:
    texts = {file: utf8_text(file, fail=GameError, most=MOST_BYTES) for file in files}
    read_all = [read_leniently(text, str(file)) for file, text in texts.items()]
    together = tuple(rule for read, _ in read_all for rule in read.rules)
    whole = Description((*description.rules, *_GIVEN.rules, *together))
    if not any(faults for _, faults in read_all) and is_sound(check(whole)):
        return together
    rules: tuple[Rule, ...] = ()  # file by file, to tell which has the faults
    for file, text in texts.items():
        given = (*description.rules, *_GIVEN.rules, *rules)
        read, faults = check_text(text, str(file), facts=given)
        errors: list[Fault] = [fault for fault in faults if fault.severity == "error"]
        if errors:
            raise GameError(f"{file} has {len(errors)} fault{'s' if len(errors) > 1 else ''}:", errors)
        rules += read.rules[: len(read.rules) - len(given)]
    return rules


_GIVEN = read_kif(
    "(saw 1 none) (comes 1 none) (did 1 none none) (next_ply 1 2) (in_world 1 none none) (told 1 none none) "
    "(now 1) (view none) (in_group none none)"
)
"""The facts of a record by their form, for checking rules that use them."""


def sides_in_rules(game: Game) -> dict[str, frozenset[str]]:
    """Side → identities on it, by the facts `(side identity side)` of the rules or the record."""
    rules = list(game.description.rules)
    with suppress(GameError):  # a game need not say what may be claimed of it
        rules += record_rules(game)
    found: dict[str, set[str]] = {}
    for rule in rules:
        match rule.head:
            case Compound("side", (Symbol(identity), Symbol(side))) if not rule.body:
                found.setdefault(side, set()).add(identity)
    return {side: frozenset(identities) for side, identities in found.items()}


def held_in_common(possible: Collection[str], sides: Mapping[str, Collection[str]]) -> str:
    """The identity, or else the side, that is all that somebody who may be any of these can be; empty if none is."""
    if len(possible) == 1:
        return next(iter(possible))
    return next((side for side, those in sides.items() if possible and set(possible) <= set(those)), "")
