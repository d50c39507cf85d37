"""Formulas judged by going through all plays and all worlds of a game that is written out, in Python."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.lelma.verify.formulas.explicit_games import ExplicitGame, History, Key, histories, plays_from
from translators.formulas import formula as f
from translators.formulas.definitions import Definitions

UNKNOWN, PENDING = "unknown", "pending"
Truth = bool | str
Scope = Mapping[str, Any]
Slot = tuple[str, int]
Case = tuple[Fraction | None, dict[Slot, str]]

_COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "=": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
    "<": lambda x, y: x < y,
    ">": lambda x, y: x > y,
    "<=": lambda x, y: x <= y,
    ">=": lambda x, y: x >= y,
    "~": lambda x, y: _told_as(x, y),
}


def _told_as(number: Fraction, told: Fraction) -> bool:
    if number == told:
        return True
    places = next((n for n in range(10) if (told * 10**n).denominator == 1), 0)
    return places > 0 and abs(number - told) * 2 * 10**places <= 1


def every(truths: Sequence[Truth]) -> Truth:
    return False if False in truths else UNKNOWN if UNKNOWN in truths else PENDING if PENDING in truths else True


def some(truths: Sequence[Truth]) -> Truth:
    return True if True in truths else UNKNOWN if UNKNOWN in truths else PENDING if PENDING in truths else False


def opposite(truth: Truth) -> Truth:
    return truth if isinstance(truth, str) else not truth


Fact = tuple[Any, ...]
"""What a record says: ("saw", ply, percept), ("did", ply, role, move), ("now", ply) …"""

INSIDE = ""
"""Bound in a scope where a formula is asked of a world that may be; no variable is called so."""


def facts_of(game: ExplicitGame, history: History) -> frozenset[Fact]:
    """The record of all that happened."""
    players = [index for index, role in enumerate(game.roles) if role != "random"]
    facts: set[Fact] = {("now", len(history.joints))}
    for ply, (joint, seen) in enumerate(zip(history.joints, history.seen, strict=True), start=1):
        facts |= {("did", ply, role, move) for role, move in zip(game.roles, joint, strict=True)}
        facts |= {("saw", ply, percept) for index in players for percept in seen[index]}
    return frozenset(facts)


def facts_at(facts: frozenset[Fact], at: int) -> frozenset[Fact]:
    """A record at a moment, perhaps an earlier one."""
    found: set[Fact] = {("now", at)}
    for fact in facts:
        if fact[0] == "saw" and fact[1] > at:
            found.add(("comes", *fact[1:]))
        elif fact[0] in ("saw", "comes") or (fact[0] == "did" and fact[1] <= at):
            found.add(fact)
    return frozenset(found)


class BadChances(Exception):
    """Probabilities that are none."""


@dataclass
class Oracle:
    """Judges formulas of a game.

    `given` are the histories that what is given allows; `rounds` those that were played before; `record` what is told
    of a match, and `course` what relations say of such facts.
    """

    game: ExplicitGame
    definitions: Definitions = field(default_factory=dict)
    given: list[History] = field(default_factory=lambda: [History(0)])
    rounds: list[dict[str, str]] = field(default_factory=list)
    record: frozenset[Fact] = frozenset()
    course: Mapping[str, Callable[[frozenset[Fact], Sequence[str]], bool]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._plays: dict[tuple[History, ...], list[History]] = {}
        self._worlds: dict[int, list[History]] = {}
        self._one_round = all(
            key.step == 1 and key.role != "random" for play in plays_from(self.game, History(0)) for key in play.keys
        )

    def judge(self, formula: f.Formula) -> Truth | str:
        """The truth of a formula of all that is given; "error" where its probabilities are none."""
        try:
            if speaks_of_state(formula):
                truths = {self.truth(formula, {}, [world]) for world in self.given}
                return truths.pop() if len(truths) == 1 else UNKNOWN
            return self.truth(formula, {}, self.given)
        except BadChances:
            return "error"

    # formulas

    def truth(self, formula: f.Formula, scope: Scope, worlds: list[History]) -> Truth:
        match formula:
            case f.Compare(relation, left, right):
                found = self.compared(relation, left, right, scope, worlds)
                return every(found) if found else UNKNOWN
            case f.Some(f.Compare(relation, left, right)):
                found = self.compared(relation, left, right, scope, worlds)
                return some(found) if found else UNKNOWN
            case f.Negation(body):
                return opposite(self.truth(body, scope, worlds))
            case f.AllOf(parts):
                return every([self.truth(part, scope, worlds) for part in parts])
            case f.AnyOf(parts):
                return some([self.truth(part, scope, worlds) for part in parts])
            case f.If(first, second):
                return some([opposite(self.truth(first, scope, worlds)), self.truth(second, scope, worlds)])
            case f.Iff(first, second):
                pair = [self.truth(first, scope, worlds), self.truth(second, scope, worlds)]
                return UNKNOWN if UNKNOWN in pair else PENDING if PENDING in pair else pair[0] == pair[1]
            case f.Same(left, right):
                return bool(self.ref(left, scope) == self.ref(right, scope))
            case f.Quantified(quantifier, variable, domain, body):
                truths = self.truths(variable, domain, body, scope, worlds)
                if quantifier == "one":
                    held, open_ = truths.count(True), [each for each in truths if isinstance(each, str)]
                    return False if held > 1 else some(open_) if open_ else held == 1
                return every(truths) if quantifier == "each" else some(truths)
            case f.Applied(name, args):
                definition = self.definitions[name]
                if definition.one_round and not self._one_round:
                    return UNKNOWN
                return self.truth(definition.body, self.bound(definition, args, scope, worlds), worlds)  # type: ignore[arg-type]
            case f.Holds("mark", (fact,), moment):
                here = self.at(worlds[0], moment, scope)
                return UNKNOWN if here is None else self.ref(fact, scope) in self.game.spots[here.spot].facts
            case f.Holds(relation, args, moment) if relation in self.course:
                facts = facts_of(self.game, worlds[0]) if INSIDE in scope else self.record
                (now,) = (each[1] for each in facts if each[0] == "now")
                at = now if moment is None else int(self.ref(moment, scope))
                if at > now:
                    return UNKNOWN
                return self.course[relation](facts_at(facts, at), [self.ref(arg, scope) for arg in args])
            case f.Did(role, move, step):
                return self.did(self.ref(role, scope), self.ref(move, scope), step, scope, worlds[0])
            case f.Can(role, move, moment):
                here = self.at(worlds[0], moment, scope)
                if here is None:
                    return UNKNOWN
                spot = self.game.spots[here.spot]
                index = self.game.roles.index(self.ref(role, scope))
                return not spot.payoffs and self.ref(move, scope) in spot.moves[index]
            case f.Knows(role, body, moment):
                here = self.at(worlds[0], moment, scope)
                if here is None:
                    return UNKNOWN
                return every([self.within(body, scope, w) for w in self.same_to(self.ref(role, scope), here)])
            case f.Possible(role, body, moment):
                here = self.at(worlds[0], moment, scope)
                if here is None:
                    return UNKNOWN
                return some([self.within(body, scope, w) for w in self.same_to(self.ref(role, scope), here)])
            case f.Common(roles, body, moment):
                here = self.at(worlds[0], moment, scope)
                if here is None:
                    return UNKNOWN
                group = [self.ref(role, scope) for role in roles] or self.game.players
                reached, queue = {here}, [here]
                while queue:
                    world = queue.pop()
                    new = {w for role in group for w in self.same_to(role, world)} - reached
                    reached |= new
                    queue += new
                return every([self.within(body, scope, w) for w in reached])
        raise AssertionError(formula)

    def within(self, body: f.Formula, scope: Scope, world: History) -> Truth:
        """The truth of a formula of a world that may be, where the record is that of the world."""
        return self.truth(body, {**scope, INSIDE: world}, [world])

    def truths(
        self, variable: str, domain: f.Domain, body: f.Formula, scope: Scope, worlds: list[History]
    ) -> list[Truth]:
        if domain.kind in ("moves", "profiles") and not self.members(f.Domain(domain.kind, domain.role), scope, worlds):
            return [UNKNOWN]
        members = self.members(domain, scope, worlds)
        return [self.truth(body, {**scope, variable: member}, worlds) for member in members]

    def did(self, role: str, move: str, step: f.Moment, scope: Scope, world: History) -> Truth:
        if self.rounds:
            if step is None:
                return any(each[role] == move for each in self.rounds)
            number = int(self.ref(step, scope))
            return self.rounds[number - 1][role] == move if 0 < number <= len(self.rounds) else UNKNOWN
        made = [key.step for key in world.keys if (key.role, key.move) == (role, move)]
        if step is None:
            return bool(made)
        return UNKNOWN if int(self.ref(step, scope)) > len(world.joints) else int(self.ref(step, scope)) in made

    def at(self, world: History, moment: f.Moment, scope: Scope) -> History | None:
        depth = len(world.joints) if moment is None else int(self.ref(moment, scope))
        if depth > len(world.joints):
            return None
        return next(each for each in self.worlds(depth) if each.joints == world.joints[:depth])

    def worlds(self, depth: int) -> list[History]:
        if depth not in self._worlds:
            self._worlds[depth] = histories(self.game, depth)
        return self._worlds[depth]

    def same_to(self, role: str, world: History) -> list[History]:
        index = self.game.roles.index(role)

        def view(each: History) -> list[tuple[str, tuple[str, ...]]]:
            return [(joint[index], seen[index]) for joint, seen in zip(each.joints, each.seen, strict=True)]

        return [each for each in self.worlds(len(world.joints)) if view(each) == view(world)]

    def compared(
        self, relation: str, left: f.NumberTerm, right: f.NumberTerm, scope: Scope, worlds: list[History]
    ) -> list[Truth]:
        pairs = itertools.product(self.cases(left, scope, worlds), self.cases(right, scope, worlds))
        return [
            UNKNOWN if x is None or y is None else _COMPARE[relation](x, y)
            for (x, open1), (y, open2) in pairs
            if all(open2.get(slot, move) == move for slot, move in open1.items())
        ]

    # names, domains

    def ref(self, ref: f.Ref, scope: Scope) -> Any:
        return scope[ref.name] if isinstance(ref, f.Var) else ref.name

    def members(self, domain: f.Domain, scope: Scope, worlds: list[History]) -> list[Any]:
        but = [self.ref(each, scope) for each in domain.but]
        plays = self.plays(worlds)
        found: list[Any]
        match domain.kind:
            case "roles":
                found = self.game.players
            case "moves":
                role = self.ref(domain.role, scope)  # type: ignore[arg-type]
                found = list(dict.fromkeys(key.move for play in plays for key in play.keys if key.role == role))
            case "rounds":
                found = [str(n + 1) for n in range(len(self.rounds))]
            case _:
                several = any(len({key.role for key in play.keys}) < len(play.keys) for play in plays)
                return [[(key.role, key.move, key.step if several else None) for key in play.keys] for play in plays]
        return [each for each in found if each not in but]

    def bound(self, definition: Any, args: Sequence[f.Argument], scope: Scope, worlds: list[History]) -> Scope:
        found: dict[str, Any] = {}
        for (name, sort), arg in zip(definition.head.parameters, args, strict=True):
            if sort == "condition":
                found[name] = scope[arg.name] if isinstance(arg, f.Var) else self.parts(arg, scope)  # type: ignore[arg-type]
            elif sort == "belief":
                found[name] = scope[arg.name] if isinstance(arg, f.Var) else (arg, scope)
            elif sort == "number":
                found[name] = ("term", arg, scope)
            else:
                found[name] = self.ref(arg, scope)  # type: ignore[arg-type]
        return found

    # conditions: (role, move, step or None), ("reply", role, parts, move), ("saw", role, percept, step or None)

    def parts(self, condition: f.Condition, scope: Scope) -> list[Any]:
        found: list[Any] = []
        for part in condition.parts:
            match part:
                case f.Var(name):
                    new = list(scope[name])
                case f.Bind(role, move, step):
                    at = None if step is None else int(self.ref(step, scope))
                    new = [(self.ref(role, scope), self.ref(move, scope), at)]
                case f.ReplyTo(role, after, move):
                    new = [("reply", self.ref(role, scope), self.parts(after, scope), self.ref(move, scope))]
                case f.Saw(role, percept, step):
                    at = None if step is None else int(self.ref(step, scope))
                    new = [("saw", self.ref(role, scope), self.ref(percept, scope), at)]
            for each in new:
                if len(each) == 3:
                    found = [
                        old
                        for old in found
                        if not (
                            len(old) == 3 and old[0] == each[0] and (None in (old[2], each[2]) or old[2] == each[2])
                        )
                    ]
                found.append(each)
        return found

    def fits(self, parts: list[Any], play: History) -> bool:
        for part in parts:
            if len(part) == 3:
                role, move, step = part
                if not any((k.role, k.move) == (role, move) and step in (None, k.step) for k in play.keys):
                    return False
            elif part[0] == "reply":
                _, role, after, move = part
                if self.fits(after, play) and not any((k.role, k.move) == (role, move) for k in play.keys):
                    return False
            else:
                _, role, percept, step = part
                index = self.game.roles.index(role)
                if not any(percept in s[index] and step in (None, n) for n, s in enumerate(play.seen, start=1)):
                    return False
        return True

    def bound_key(self, parts: list[Any], play: History, key: Key) -> bool:
        for part in parts:
            if len(part) == 3 and part[0] == key.role and part[2] in (None, key.step):
                return True
            if part[0] == "reply" and part[1] == key.role and self.fits(part[2], play):
                return True
        return False

    def selected(self, parts: list[Any], worlds: list[History]) -> list[tuple[History, dict[Slot, str]]]:
        plays = [play for play in self.plays(worlds) if self.fits(parts, play)]
        for part in parts:
            if part[0] == "reply" and not any(self.fits(part[2], play) for play in plays):
                return []
        return [
            (play, {(k.role, k.step): k.move for k in play.keys if not self.bound_key(parts, play, k)})
            for play in plays
        ]

    def plays(self, worlds: list[History]) -> list[History]:
        if tuple(worlds) not in self._plays:
            self._plays[tuple(worlds)] = [play for world in worlds for play in plays_from(self.game, world)]
        return self._plays[tuple(worlds)]

    def payoff(self, play: History, role: str) -> Fraction | None:
        if role == "random":
            return None
        return Fraction(self.game.spots[play.spot].payoffs[self.game.players.index(role)])

    # numbers

    def cases(self, term: f.NumberTerm, scope: Scope, worlds: list[History]) -> list[Case]:
        match term:
            case f.Number(value):
                return [(value, {})]
            case f.Var(name):
                bound = scope[name]
                if isinstance(bound, tuple):
                    return self.cases(bound[1], bound[2], worlds)
                return [(Fraction(bound), {})]
            case f.Pay(role, when):
                who = self.ref(role, scope)
                return [
                    (self.payoff(play, who), open_) for play, open_ in self.selected(self.parts(when, scope), worlds)
                ]
            case f.Sum(when):
                chosen = self.selected(self.parts(when, scope), worlds)
                return [(Fraction(sum(self.game.spots[play.spot].payoffs)), open_) for play, open_ in chosen]
            case f.Extreme(which, inner):
                values = [value for value, _ in self.cases(inner, scope, worlds)]
                if not values:
                    return []
                known = [value for value in values if value is not None]
                return [(None if len(known) < len(values) else (min if which == "min" else max)(known), {})]
            case f.Arithmetic(operator, left, right):
                return self.arithmetic(operator, left, right, scope, worlds)
            case f.Count(variable, domain, body):
                truths = self.truths(variable, domain, body, scope, worlds)
                return [(None if any(isinstance(t, str) for t in truths) else Fraction(truths.count(True)), {})]
            case f.Expected(role, when, belief):
                return self.mean(self.ref(role, scope), self.parts(when, scope), belief, scope, worlds)
            case f.Chance(role, body, moment):
                return [(self.chance(self.ref(role, scope), body, moment, scope, worlds[0]), {})]
            case f.Rounds():
                return [(Fraction(len(self.rounds)), {})]
            case f.Earned(role, number):
                n = len(self.rounds) if number is None else int(self.ref(number, scope))
                return [(self.earned(self.ref(role, scope), n), {})]
            case f.Total(role, number):
                n = len(self.rounds) if number is None else int(self.ref(number, scope))
                if n > len(self.rounds):
                    return [(None, {})]
                each = [self.earned(self.ref(role, scope), k) for k in range(1, n + 1)]
                return [(None if None in each else sum(filter(None, each), Fraction(0)), {})]
            case f.Applied(name, args):
                definition = self.definitions[name]
                return self.cases(definition.body, self.bound(definition, args, scope, worlds), worlds)  # type: ignore[arg-type]
        raise AssertionError(term)

    def earned(self, role: str, number: int) -> Fraction | None:
        if not 0 < number <= len(self.rounds):
            return None
        moves = self.rounds[number - 1]
        play = next(p for p in plays_from(self.game, History(0)) if {k.role: k.move for k in p.keys} == moves)
        return self.payoff(play, role)

    def arithmetic(
        self, operator: str, left: f.NumberTerm, right: f.NumberTerm, scope: Scope, worlds: list[History]
    ) -> list[Case]:
        found: list[Case] = []
        for (x, open1), (y, open2) in itertools.product(
            self.cases(left, scope, worlds), self.cases(right, scope, worlds)
        ):
            if any(open2.get(slot, move) != move for slot, move in open1.items()):
                continue
            value = None
            if x is not None and y is not None and not (operator == "/" and y == 0):
                value = {"+": x + y, "-": x - y, "*": x * y}[operator] if operator != "/" else x / y
            found.append((value, {**open2, **open1}))
        return found

    def chances(self, belief: f.Belief, scope: Scope, worlds: list[History]) -> dict[str, dict[str, Fraction]]:
        found: dict[str, dict[str, Fraction]] = {}
        for role, move, weight in belief.parts:
            ((value, _),) = self.cases(weight, scope, worlds)
            own = found.setdefault(self.ref(role, scope), {})
            if value is None or value < 0 or self.ref(move, scope) in own:
                raise BadChances
            own[self.ref(move, scope)] = value
        made = {(key.role, key.move) for play in self.plays(worlds) for key in play.keys}
        for role, own in found.items():
            if sum(own.values()) != 1 or any((role, move) not in made for move in own):
                raise BadChances
        return found

    def mean(
        self, who: str, parts: list[Any], belief: f.Belief | f.Var, scope: Scope, worlds: list[History]
    ) -> list[Case]:
        stated, within = scope[belief.name] if isinstance(belief, f.Var) else (belief, scope)
        chances = self.chances(stated, within, worlds)
        weighed = []
        for play, open_ in self.selected(parts, worlds):
            weight, drawn = Fraction(1), []
            for key in play.keys:
                if self.bound_key(parts, play, key):
                    continue
                if key.role in chances:
                    weight *= chances[key.role].get(key.move, Fraction(0))
                elif key.role == "random":
                    weight *= key.chance
                else:
                    continue
                drawn.append(key)
                open_ = {slot: move for slot, move in open_.items() if slot != (key.role, key.step)}
            if weight:
                weighed.append((play, weight, drawn, open_))
        slots: dict[Slot, dict[str, None]] = {}
        for *_, open_ in weighed:
            for slot, move in open_.items():
                slots.setdefault(slot, {})[move] = None
        found: list[Case] = []
        for moves in itertools.product(*slots.values()):
            case = dict(zip(slots, moves, strict=True))
            here = [each for each in weighed if all(case[slot] == move for slot, move in each[3].items())]
            if not here:
                continue
            begins = any(a[2] == b[2][: len(a[2])] for a, b in itertools.permutations(here, 2))
            payoffs = [self.payoff(play, who) for play, *_ in here]
            if begins or None in payoffs:
                found.append((None, case))
                continue
            whole = sum(weight for _, weight, *_ in here)
            value = sum(w * p for (_, w, *_), p in zip(here, payoffs, strict=True) if p is not None) / whole
            found.append((Fraction(value), case))
        return found

    def chance(self, role: str, body: f.Formula, moment: f.Moment, scope: Scope, world: History) -> Fraction | None:
        here = self.at(world, moment, scope)
        if here is None:
            return None
        deals: dict[tuple[str, ...], tuple[Fraction, set[Truth]]] = {}
        index = self.game.roles.index("random") if "random" in self.game.roles else None
        for each in self.same_to(role, here):
            deal = () if index is None else tuple(joint[index] for joint in each.joints)
            if each.weight:
                deals.setdefault(deal, (each.weight, set()))[1].add(self.within(body, scope, each))
        if not deals or any(len(truths) > 1 or isinstance(next(iter(truths)), str) for _, truths in deals.values()):
            return None
        whole = sum((weight for weight, _ in deals.values()), Fraction(0))
        return sum((weight for weight, truths in deals.values() if True in truths), Fraction(0)) / whole


def speaks_of_state(value: object) -> bool:
    """Whether a formula speaks of a state of things rather than of plays."""
    if isinstance(value, f.Did | f.Can | f.Knows | f.Possible | f.Common | f.Chance):
        return True
    if isinstance(value, f.Holds):
        return value.relation == "mark"
    if isinstance(value, tuple):
        return any(map(speaks_of_state, value))
    return hasattr(value, "__dataclass_fields__") and any(
        speaks_of_state(getattr(value, name)) for name in value.__dataclass_fields__
    )
