"""Small games that are written out node by node, and made at random: as GDL for the solver, as they are for oracles."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from gdl.text.read import read_kif
from gdl.tree.syntax import Description
from translators.formulas.formula import Const
from translators.formulas.vocabulary import GameNames, vocabulary_of

Joint = tuple[str, ...]
PASS = "noop"


@dataclass
class Spot:
    """A position: the moves of each role, where each joint move leads and what each role sees; or payoffs."""

    moves: list[tuple[str, ...]] = field(default_factory=list)
    next: dict[Joint, int] = field(default_factory=dict)
    seen: dict[Joint, list[tuple[str, ...]]] = field(default_factory=dict)
    payoffs: list[int] = field(default_factory=list)
    facts: tuple[str, ...] = ()


@dataclass
class ExplicitGame:
    """Roles, `random` perhaps among them, and positions; the first is where play begins.

    `odds` are those of moves of chance, at a step or for None at every one; `record` more rules in KIF.
    """

    roles: list[str]
    spots: list[Spot]
    percepts: bool = True
    odds: Mapping[tuple[int | None, str], int] = field(default_factory=dict)
    record: str = ""

    @property
    def players(self) -> list[str]:
        return [role for role in self.roles if role != "random"]

    def gdl(self) -> str:
        """The rules."""
        lines = [f"(role {role})" for role in self.roles]
        variables = " ".join(f"?m{i}" for i in range(len(self.roles)))
        does = " ".join(f"(does {role} ?m{i})" for i, role in enumerate(self.roles))
        lines += [
            "(init (at n0))",
            "(<= (legal ?r ?m) (true (at ?n)) (choice ?n ?r ?m))",
            f"(<= (next (at ?k)) (true (at ?n)) {does} (leads ?n {variables} ?k))",
            "(<= terminal (true (at ?n)) (leaf ?n))",
            "(<= (goal ?r ?v) (true (at ?n)) (worth ?n ?r ?v))",
            "(leaf none) (worth none none 0)",
            "(<= (mark ?f) (true (at ?n)) (marked ?n ?f))",
            "(marked none none)",
        ]
        if self.percepts:
            lines.append(f"(<= (sees ?r ?p) (true (at ?n)) {does} (shown ?n {variables} ?r ?p))")
            lines.append(f"(shown none {'none ' * len(self.roles)} none none)")
        for index, spot in enumerate(self.spots):
            lines += [f"(marked n{index} {fact})" for fact in spot.facts]
            if spot.payoffs:
                lines.append(f"(leaf n{index})")
                lines += [f"(worth n{index} {r} {v})" for r, v in zip(self.players, spot.payoffs, strict=True)]
                continue
            for role, moves in zip(self.roles, spot.moves, strict=True):
                lines += [f"(choice n{index} {role} {move})" for move in moves]
            for joint, target in spot.next.items():
                lines.append(f"(leads n{index} {' '.join(joint)} n{target})")
                for role, percepts in zip(self.roles, spot.seen.get(joint, []), strict=False):
                    lines += [f"(shown n{index} {' '.join(joint)} {role} {percept})" for percept in percepts]
        return "\n".join([*lines, self.record])

    def description(self) -> Description:
        return read_kif(self.gdl())

    def vocabulary(self) -> GameNames:
        moves = {
            role: tuple(
                dict.fromkeys(Const(m) for spot in self.spots if spot.moves for m in spot.moves[i] if m != PASS)
            )
            for i, role in enumerate(self.roles)
        }
        return vocabulary_of(self.description(), moves)


def matrix_game(rng: random.Random, roles: int, most_moves: int) -> ExplicitGame:
    """A one-shot game with random payoffs, some of them alike."""
    names = [f"p{i + 1}" for i in range(roles)]
    moves = [tuple(f"m{j}" for j in range(rng.randint(2, most_moves))) for _ in range(roles)]
    first = Spot(moves=list(moves))
    spots = [first]
    for joint in itertools.product(*moves):
        first.next[joint] = len(spots)
        spots.append(Spot(payoffs=[rng.randint(-1, 3) for _ in names]))
    return ExplicitGame(names, spots)


def tree_game(
    rng: random.Random, roles: Sequence[str], depth: int, *, percepts: bool, moves: Sequence[str] = ("a", "b", "c")
) -> ExplicitGame:
    """A game of several steps: one role moves at each, or two at once; branches end at different depths."""
    game = ExplicitGame(list(roles), [], percepts)

    def grow(level: int) -> int:
        index = len(game.spots)
        spot = Spot(facts=tuple(fact for fact in ("red", "blue") if rng.random() < 0.5))
        game.spots.append(spot)
        if level == depth or (level > 0 and rng.random() < 0.15):
            spot.payoffs = [rng.randint(-1, 3) for _ in game.players]
            return index
        movers = rng.sample(list(roles), 1 if rng.random() < 0.75 else min(2, len(roles)))
        if level == 0 and "random" in roles:
            movers = ["random"]
        spot.moves = [
            tuple(rng.sample(list(moves), rng.randint(2, len(moves)))) if role in movers else (PASS,) for role in roles
        ]
        for joint in itertools.product(*spot.moves):
            shown = [
                tuple(sorted({f"saw_{rng.choice(joint)}" for _ in range(rng.randint(0, 1))})) if percepts else ()
                for _ in roles
            ]
            target = grow(level + 1)
            spot.next[joint], spot.seen[joint] = target, shown
        return index

    grow(0)
    return game


@dataclass(frozen=True)
class Key:
    """A choice that was made, with its probability: 1 for all but chance."""

    role: str
    step: int
    move: str
    chance: Fraction = Fraction(1)


@dataclass(frozen=True)
class History:
    """A course of play so far."""

    spot: int
    joints: tuple[Joint, ...] = ()
    keys: tuple[Key, ...] = ()
    seen: tuple[tuple[tuple[str, ...], ...], ...] = ()
    weight: Fraction = Fraction(1)


def odds_of(game: ExplicitGame, step: int, move: str, legal: Sequence[str]) -> Fraction:
    """The probability with which chance makes one of its legal moves."""
    told = {each: game.odds.get((step, each), game.odds.get((None, each))) for each in legal}
    whole = sum(filter(None, told.values()))
    if all(odds is None for odds in told.values()):
        return Fraction(1, len(legal))
    return Fraction(told[move] or 0, whole)


def extensions(game: ExplicitGame, history: History) -> Iterator[History]:
    """The histories with one joint move more."""
    spot = game.spots[history.spot]
    if spot.payoffs:
        return
    acting = {role for role, moves in zip(game.roles, spot.moves, strict=True) if set(moves) != {PASS}}
    step = len(history.joints) + 1
    for joint in itertools.product(*spot.moves):
        keys, weight = list(history.keys), history.weight
        for role, move, legal in zip(game.roles, joint, spot.moves, strict=True):
            chance = odds_of(game, step, move, legal) if role == "random" else Fraction(1)
            weight *= chance
            if role in acting or not acting:
                keys.append(Key(role, step, move, chance))
        if game.percepts:
            seen = tuple(spot.seen.get(joint, [()] * len(game.roles)))
        else:
            seen = (tuple(sorted(f"{r}:{m}" for r, m in zip(game.roles, joint, strict=True))),) * len(game.roles)
        yield History(spot.next[joint], (*history.joints, joint), tuple(keys), (*history.seen, seen), weight)


def histories(game: ExplicitGame, depth: int) -> list[History]:
    """All courses of so many joint moves."""
    found = [History(0)]
    for _ in range(depth):
        found = [longer for history in found for longer in extensions(game, history)]
    return found


def plays_from(game: ExplicitGame, history: History) -> list[History]:
    """All whole plays that begin so."""
    longer = list(extensions(game, history))
    return [history] if not longer else [play for each in longer for play in plays_from(game, each)]
