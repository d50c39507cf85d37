"""The record of a match: what was seen in it, as facts that claims about it are judged by.

A game folder may hold `record.gdl`: rules for what is said of a match (who was on which team, who voted how), over
these facts:

| fact | says |
|---|---|
| `(saw 12 (voted 1 2 p3 approve))` | this percept came with the twelfth joint move, before the moment of the claim |
| `(comes 15 …)` | the same, after that moment |
| `(did 12 p3 (vote approve))` | the move itself; only where everything is known |
| `(said 12 p3)` | words were spoken with the move |
| `(next_ply 12 13)` | the order |

Whose percepts they are is the point of view: `public` (what every player saw), a role, or `all` (everything that
happened, for analysts).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gdl.check import check_text
from gdl.errors import Fault
from gdl.read import read_kif
from gdl.syntax import Description
from lelma.errors import GameError, UsageError
from lelma.game import Game

PUBLIC, ALL = "public", "all"


@dataclass(frozen=True)
class Ply:
    """One joint move of a match: each role's move and percepts, in KIF, and the words spoken with moves."""

    moves: Mapping[str, str]
    percepts: Mapping[str, Sequence[str]]
    words: Mapping[str, str]


@dataclass(frozen=True)
class Record:
    """A match so far, ply by ply."""

    players: tuple[str, ...]
    plies: tuple[Ply, ...]

    def facts(self, *, at: int, view: str = PUBLIC) -> str:
        """The record in KIF at the moment when `at` joint moves had been made, as `view` has it.

        Raises:
            UsageError: for a view that is none.
        """
        if view not in (PUBLIC, ALL, *self.players):
            raise UsageError(f"there is no view {view!r}; choose {PUBLIC}, {ALL} or one of {', '.join(self.players)}")
        lines = [f"(next_ply {ply} {ply + 1})" for ply in range(1, len(self.plies))]
        for number, ply in enumerate(self.plies, start=1):
            word = "saw" if number <= at else "comes"
            lines.extend(f"({word} {number} {percept})" for percept in _seen(ply, view, self.players))
            if view == ALL and number <= at:
                lines.extend(f"(did {number} {role} {move})" for role, move in ply.moves.items())
        return "\n".join(lines)


def _seen(ply: Ply, view: str, players: Sequence[str]) -> Iterator[str]:
    """The percepts of a ply from a point of view, without repetition."""
    sets = [list(ply.percepts.get(player, ())) for player in players]
    if view == PUBLIC:
        yield from (percept for percept in sets[0] if all(percept in others for others in sets[1:]))
    elif view == ALL:
        yield from dict.fromkeys(percept for own in sets for percept in own)
    else:
        yield from ply.percepts.get(view, ())


def with_record(game: Game, facts: str) -> Game:
    """The game with the rules of its `record.gdl` and these facts.

    Raises:
        GameError: if it has no such rules, or there is a fault in them.
    """
    rules = record_rules(game)
    added = read_kif(facts).rules if facts else ()
    return replace(game, description=replace(game.description, rules=(*game.description.rules, *rules.rules, *added)))


def record_rules(game: Game) -> Description:
    """The rules of `record.gdl`.

    Raises:
        GameError: if there are none, or there is a fault in them.
    """
    file = game.folder / "record.gdl"
    if not file.is_file():
        raise GameError(f"{game.name} has no record.gdl: nothing is said there of what may be claimed of its matches")
    text = file.read_text("utf-8")
    description, faults = check_text(text, str(file), facts=(*game.description.rules, *_GIVEN.rules))
    errors: list[Fault] = [fault for fault in faults if fault.severity == "error"]
    if errors:
        raise GameError(f"{file} has {len(errors)} fault{'s' if len(errors) > 1 else ''}:", errors)
    own = len(description.rules) - len(game.description.rules) - len(_GIVEN.rules)
    return replace(description, rules=description.rules[:own])


_GIVEN = read_kif("(saw 1 none) (comes 1 none) (did 1 none none) (next_ply 1 2)")
"""The facts of a record by their form, for checking rules that use them."""
