"""Puzzles of knowledge as games in which announcements are moves, and as models that are written out world by world.

Muddy children: Fagin, Halpern, Moses and Vardi 1995, section 1.1. Dining cryptographers: Chaum 1988. Russian cards: van
Ditmarsch 2003.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from gdl.text.read import read_kif
from lelma.engine.answers import Limits
from lelma.engine.solver import Solver, compile_program
from lelma.verify.formulas.given import Given, Moved
from lelma.verify.formulas.goal import setting_of
from lelma.verify.formulas.judge import Judged, judge
from translators.formulas import GameNames, parse, vocabulary_of
from translators.formulas import formula as f
from translators.formulas.write import ref_text

PATIENT = Limits(seconds=60.0, inferences=500_000_000)


class Scene:
    """A game of which formulas are asked."""

    def __init__(self, rules: str, limits: Limits | None = None) -> None:
        description = read_kif(rules)
        self.vocabulary: GameNames = vocabulary_of(description)
        self.setting = setting_of(description)
        self.solver = Solver(compile_program(description), limits=limits or PATIENT)

    def __call__(self, given: Given, *texts: str) -> list[Judged]:
        return self.judge(given, [self.parse(each) for each in texts])

    def parse(self, claim: str) -> f.Formula:
        return parse(claim, self.vocabulary)

    def judge(self, given: Given, formulas: Sequence[f.Formula]) -> list[Judged]:
        return judge(self.solver, formulas, setting=self.setting, given=given)


@dataclass(frozen=True)
class World:
    """One way things may be at a moment: the joint moves that led there, what holds, and what each role has seen."""

    joints: tuple[Mapping[str, f.Const], ...]
    facts: frozenset[str]
    views: Mapping[str, object]

    @property
    def given(self) -> Given:
        """All moves that led here, as what is given."""
        moves = [
            Moved(step, role, move) for step, joint in enumerate(self.joints, start=1) for role, move in joint.items()
        ]
        return Given(None, tuple(moves), len(self.joints))


@dataclass(frozen=True)
class Puzzle:
    """A puzzle: its rules in KIF, its players, the facts that formulas are about, and all worlds at some moment."""

    rules: str
    players: tuple[str, ...]
    facts: tuple[f.Holds, ...]
    worlds: tuple[World, ...]

    @cached_property
    def _same(self) -> Mapping[tuple[str, object], list[World]]:
        found: dict[tuple[str, object], list[World]] = {}
        for world in self.worlds:
            for player in self.players:
                found.setdefault((player, world.views[player]), []).append(world)
        return found

    def same_to(self, player: f.Ref, world: World) -> list[World]:
        """The worlds that a player can't tell from one."""
        return self._same[player.name, world.views[player.name]]

    def truth(self, formula: f.Formula, world: World) -> bool:
        """Whether a formula holds in a world, by going through all worlds."""
        match formula:
            case f.Holds(relation, args):
                return (
                    ref_text(f.Const(relation, tuple(arg for arg in args if isinstance(arg, f.Const)))) in world.facts
                )
            case f.Negation(body):
                return not self.truth(body, world)
            case f.AllOf(parts):
                return all(self.truth(part, world) for part in parts)
            case f.AnyOf(parts):
                return any(self.truth(part, world) for part in parts)
            case f.Knows(player, body):
                return all(self.truth(body, other) for other in self.same_to(player, world))
            case f.Possible(player, body):
                return any(self.truth(body, other) for other in self.same_to(player, world))
            case f.Common(players, body):
                reached, queue = [world], [world]
                while queue:
                    here = queue.pop()
                    for player in players or tuple(map(f.Const, self.players)):
                        new = [each for each in self.same_to(player, here) if not any(each is old for old in reached)]
                        reached += new
                        queue += new
                return all(self.truth(body, other) for other in reached)
        raise AssertionError(formula)


def fact(relation: str, *args: object) -> f.Holds:
    """A fluent of the game as a formula."""
    return f.Holds(relation, tuple(f.Const(str(arg)) for arg in args))


def _steps(last: int) -> list[str]:
    succ = " ".join(f"(succ {n} {n + 1})" for n in range(last))
    return [
        f"(init (step 0)) {succ}",
        "(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))",
        f"(<= terminal (true (step {last})))",
        "(<= (goal ?r 100) (role ?r))",
        "(<= (legal random noop) (true (step ?n)) (distinct ?n 0))",
    ]


def muddy_children(count: int) -> str:
    """Chance makes some children muddy, one at least; each sees all others; then, step by step, each says aloud
    whether it knows, that is: says `yes` or `no`, which all hear. Nothing keeps them to the truth but what is given.
    """
    children = [f"c{i}" for i in range(1, count + 1)]
    patterns = ["".join(p) for p in itertools.product("01", repeat=count) if "1" in p]
    lines = ["(role random)", *(f"(role {child}) (child {child})" for child in children), *_steps(4)]
    for pattern in patterns:
        lines.append(f"(pattern d{pattern})")
        lines += [f"(dirty d{pattern} {child})" for child, mark in zip(children, pattern, strict=True) if mark == "1"]
    lines += [
        "(<= (legal random ?d) (true (step 0)) (pattern ?d))",
        "(<= (legal ?c noop) (child ?c) (true (step 0)))",
        "(<= (legal ?c yes) (child ?c) (true (step ?n)) (distinct ?n 0))",
        "(<= (legal ?c no) (child ?c) (true (step ?n)) (distinct ?n 0))",
        "(<= (next (muddy ?c)) (does random ?d) (dirty ?d ?c))",
        "(<= (next (muddy ?c)) (true (muddy ?c)))",
        "(<= (sees ?c (muddy ?e)) (child ?c) (does random ?d) (dirty ?d ?e) (distinct ?c ?e))",
        "(<= (sees ?c (said ?e ?w)) (child ?c) (child ?e) (does ?e ?w) (distinct ?w noop))",
    ]
    return "\n".join(lines)


def muddy_puzzle(count: int) -> Puzzle:
    """The children before anyone has spoken."""
    children = tuple(f"c{i}" for i in range(1, count + 1))
    worlds = []
    for marks in itertools.product("01", repeat=count):
        muddy = frozenset(child for child, mark in zip(children, marks, strict=True) if mark == "1")
        if muddy:
            joint = {"random": f.Const("d" + "".join(marks))}
            views = {child: muddy - {child} for child in children}
            worlds.append(World((joint,), frozenset(f"muddy({child})" for child in muddy), views))
    return Puzzle(muddy_children(count), children, tuple(fact("muddy", child) for child in children), tuple(worlds))


def dining_cryptographers(count: int) -> Puzzle:
    """One of them has paid, or nobody has; each sees the coins to its sides, and says whether they are the same, but
    the one who paid says the opposite. The rules keep them to that; the worlds are those after all have spoken.
    """
    diners = tuple(f"c{i}" for i in range(1, count + 1))
    deal = f"(deal ?p {' '.join(f'?b{i}' for i in range(1, count + 1))})"
    lines = ["(role random)", *(f"(role {diner}) (diner {diner}) (payer {diner})" for diner in diners), *_steps(2)]
    lines += ["(payer nobody) (side heads) (side tails) (word same) (word different)"]
    sides = " ".join(f"(side ?b{i})" for i in range(1, count + 1))
    lines += [
        f"(<= (legal random {deal}) (true (step 0)) (payer ?p) {sides})",
        f"(<= (next (paid ?p)) (does random {deal}) (distinct ?p nobody))",
        "(<= (next (paid ?p)) (true (paid ?p)))",
        f"(<= (sees ?p paid) (diner ?p) (does random {deal}))",
    ]
    for i, diner in enumerate(diners, start=1):
        left = (i - 2) % count + 1
        lines += [
            f"(<= (next (coin {i} ?b{i})) (does random {deal}))",
            f"(<= (sees {diner} (coin {i} ?b{i})) (does random {deal}))",
            f"(<= (sees {diner} (coin {left} ?b{left})) (does random {deal}))",
            f"(<= (alike {diner}) (true (coin {left} ?b)) (true (coin {i} ?b)))",
        ]
    lines += [
        "(<= (legal ?c noop) (diner ?c) (true (step 0)))",
        "(<= (legal ?c same) (diner ?c) (true (step 1)) (alike ?c) (not (true (paid ?c))))",
        "(<= (legal ?c same) (diner ?c) (true (step 1)) (not (alike ?c)) (true (paid ?c)))",
        "(<= (legal ?c different) (diner ?c) (true (step 1)) (alike ?c) (true (paid ?c)))",
        "(<= (legal ?c different) (diner ?c) (true (step 1)) (not (alike ?c)) (not (true (paid ?c))))",
        "(<= (sees ?c (said ?e ?w)) (diner ?c) (diner ?e) (word ?w) (does ?e ?w))",
    ]
    worlds = []
    for payer in ("nobody", *diners):
        for coins in itertools.product(("heads", "tails"), repeat=count):
            said = tuple(
                "same" if (coins[i - 1] == coins[i]) is (diner != payer) else "different"
                for i, diner in enumerate(diners)
            )
            dealt = f.Const("deal", (f.Const(payer), *map(f.Const, coins)))
            spoken = {diner: f.Const(word) for diner, word in zip(diners, said, strict=True)}
            views = {diner: (coins[i - 1], coins[i], payer == diner, said) for i, diner in enumerate(diners)}
            facts = frozenset([f"paid({payer})"] if payer != "nobody" else [])
            worlds.append(World(({"random": dealt}, spoken), facts, views))
    return Puzzle("\n".join(lines), diners, tuple(fact("paid", diner) for diner in diners), tuple(worlds))


GOOD, BAD = "good", "bad"
HANDS_SAID: Mapping[str, Sequence[str]] = {GOOD: ("012", "034", "056", "135", "246"), BAD: ("012", "013", "456")}
"""What ann may say of her hand when there are seven cards: it is one of these. From the first bob learns the deal and
cath learns no card; the second tells her too much."""


def russian_cards(cards: int = 7, ann: int = 3, bob: int = 3) -> Puzzle:
    """Ann, bob and cath hold so many cards, cath what is left. Ann says aloud which hands hers is among, if it is, and
    else is silent; the worlds are those after she has spoken.
    """
    pack = "0123456789"[:cards]
    deals = [
        (own, other, tuple(card for card in pack if card not in own + other))
        for own in itertools.combinations(pack, ann)
        for other in itertools.combinations([card for card in pack if card not in own], bob)
    ]
    players, said = ("ann", "bob", "cath"), HANDS_SAID if ann == 3 else {GOOD: ("".join(pack[:ann]),)}
    lines = ["(role random)", *(f"(role {player}) (player {player})" for player in players), *_steps(2)]
    for hands in deals:
        name = "d" + "_".join(map("".join, hands))
        lines.append(f"(dealing {name})")
        lines += [f"(gives {name} {who} {card})" for who, hand in zip(players, hands, strict=True) for card in hand]
        lines += [f"(covers {words} {name})" for words, own in said.items() if "".join(hands[0]) in own]
    lines += [
        "(<= (legal random ?d) (true (step 0)) (dealing ?d))",
        "(<= (legal ?p noop) (player ?p) (true (step 0)))",
        "(<= (legal bob noop) (true (step 1)))",
        "(<= (legal cath noop) (true (step 1)))",
        "(<= (legal ann silent) (true (step 1)))",
        "(<= (legal ann (say ?l)) (true (step 1)) (true (dealt ?d)) (covers ?l ?d))",
        "(<= (next (dealt ?d)) (does random ?d) (dealing ?d))",
        "(<= (next (dealt ?d)) (true (dealt ?d)))",
        "(<= (next (holds ?p ?c)) (does random ?d) (gives ?d ?p ?c))",
        "(<= (next (holds ?p ?c)) (true (holds ?p ?c)))",
        "(<= (sees ?p (card ?c)) (player ?p) (does random ?d) (gives ?d ?p ?c))",
        "(<= (sees ?p (said ?l)) (player ?p) (does ann (say ?l)))",
    ]
    worlds = []
    for hands in deals:
        name = "d" + "_".join(map("".join, hands))
        held = frozenset(f"holds({who}, {card})" for who, hand in zip(players, hands, strict=True) for card in hand)
        for words in (None, *(each for each, own in said.items() if "".join(hands[0]) in own)):
            spoken = f.Const("silent") if words is None else f.Const("say", (f.Const(words),))
            views = {who: (hand, words) for who, hand in zip(players, hands, strict=True)}
            worlds.append(World(({"random": f.Const(name)}, {"ann": spoken}), held, views))
    facts = tuple(fact("holds", player, card) for player in players for card in pack)
    return Puzzle("\n".join(lines), players, facts, tuple(worlds))
