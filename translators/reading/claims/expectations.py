"""Assertions of odds as formulas: expected payoffs, thresholds, mixed equilibria, and sums of numbers.

Long, because all of them stand on the same beliefs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

from gdl.tree.keywords import RANDOM
from translators.formulas import formula as f
from translators.reading.claims.beliefs import Mix, Mixes, belief_at, corners, mix_of, mixes, one, open_moves
from translators.reading.claims.formulas import all_of, any_of, condition, const, number_term, pay
from translators.reading.claims.ground import Alternatives, Around, Ground, NoClaim
from translators.reading.discourse.scene import GameScene, Partial, Unresolved
from translators.reading.grammar import parts as p
from translators.reading.grammar.odds import limit_solved
from translators.reading.words.game_words import role_of

# Expected payoffs


def ground_mean(ground: Ground, said: p.Gets, around: Around) -> list[Alternatives]:
    if said.how == "mean-even":
        with ground.believing(p.ToldOdds(even=p.Case((p.Choosing(None),)))):
            return ground_mean(ground, replace(said, how="mean"), around)
    if said.how.partition("-")[2]:
        raise Unresolved("which choice it is of isn't said")
    amount = said.amount
    claims = [*_sums_agree(amount)]
    ways: list[f.Formula] = []
    every = said.case.every or any(choice.how == "any" for choice in said.case.choices)
    every = every or (said.who is not None and said.who.kind in ("both", "each"))
    try:
        held = _holders(ground, said, around)
    except Unresolved:
        if claims:
            return claims
        raise
    for role, partial in held:
        if ground.full(GameScene((partial,))) and not ground.chance_open(GameScene((partial,))):
            ways += [_is_paid(role, partial, amount)] if amount.expr is None else []
        elif amount.expr is not None and not said.how and not _telling(amount.expr, around):
            continue
        else:
            ways += _mean_ways(ground, role, partial, amount)
            if not (said.how or every) and amount.expr is None and amount.one is not None:
                ways.append(f.Some(f.Compare(amount.relation, pay(role, partial), number_term(amount.one))))
    if every:
        ways = [all_of(ways)]
    if not ways and not claims:
        raise NoClaim("it is a sum of numbers")
    return [*claims, tuple(ways)]


def _telling(expr: p.Expr, around: Around) -> bool:
    """Whether a sum is one of chances and payoffs rather than a difference or a total."""
    return bool(expr.letters) or any(_weights(expr)) or around.chancy or around.chancy_before


def _weights(expr: p.Expr) -> Iterator[tuple[Fraction, ...]]:
    """Which factors of a sum may be its weights: those that come to one."""
    for at in (0, 1):
        weights = tuple(pair[at] for pair in expr.products)
        if len(weights) > 1 and sum(weights) == 1 and all(weight >= 0 for weight in weights):
            yield weights


def _sums_agree(amount: p.Amount) -> Iterator[Alternatives]:
    """That a sum comes to what it was said to, where that can be seen to be wrong."""
    expr, last = amount.expr, amount.then or (p.Expr((("", amount.one),)) if amount.one is not None else None)
    if expr is None or not expr.worked or last is None:
        return
    if expr.value is not None and last.value is not None:
        if expr.value != last.value:
            yield (f.Compare("~", number_term(expr.value), number_term(last.value)),)
        return
    letters = frozenset(expr.letters | last.letters)
    if letters and last.letters:
        for values in corners({}, letters):
            if expr.at(values) != last.at(values):
                yield (f.Compare("=", number_term(expr.at(values)), number_term(last.at(values))),)
                return


def _holders(ground: Ground, said: p.Gets, around: Around) -> list[tuple[str, Partial]]:
    """Whose expectation it is, and for which choice; the choice that was spoken of, where none is named."""
    found: list[tuple[str, Partial]] = []
    here = replace(around, before=GameScene())
    for actor in ground.actors(said.who, ground.near(around)):
        for scene in ground.scenes(said.case, here, actor):
            if len(scene.partials) != 1:
                raise Unresolved("it can't be told which case is meant")
            partial = ground.game.forced(scene.partials[0]) if ground.game.plays else scene.partials[0]
            if any(_may_not_come(ground, turn, partial) for turn in partial):
                raise Unresolved("it is of several steps")
            roles = ground.holder(said.who, partial)
            any_move = any(choice.how == "any" and choice.who is None for choice in said.case.choices)
            if any_move or (scene.every and not scene.roles & set(roles)):
                found += [(role, {**partial, role: move}) for role in roles for move in ground.game.moves[role]]
                continue
            acting = {role_of(turn) for turn in partial} & set(ground.game.roles)
            if said.who is None and len(acting) == 1:
                roles = tuple(acting)
            for role in roles:
                found.append((role, partial if role in acting else _own_move(ground, role, partial, around)))
    distinct: list[tuple[str, Partial]] = []
    for each in found:
        if each not in distinct:
            distinct.append(each)
    return distinct


def _may_not_come(ground: Ground, turn: str, partial: Partial) -> bool:
    """Whether another's choice that is open decides whether a role chooses at a turn at all."""
    earlier = {each: move for each, move in partial.items() if not ground.game.after(each, turn) and each != turn}
    return any(turn not in play for play in ground.game.courses(earlier)) if ground.game.plays else False


def _own_move(ground: Ground, role: str, partial: Partial, around: Around) -> Partial:
    """A case with the role's own choice: the one spoken of before, or its own mix where that was told."""
    before = {(turn, move) for scene in around.before.partials for turn, move in scene.items() if role_of(turn) == role}
    if len(before) == 1 and around.points_back:
        return {**partial, **dict(before)}
    if ground.game.plays and role not in map(role_of, open_moves(ground, partial)):
        return partial
    try:
        mix_of(ground, role)
    except Unresolved:
        raise Unresolved("it isn't said which choice is meant") from None
    if not any(role in _mixing(ground, odds) for odds in ground.view.odds):
        raise Unresolved("it isn't said which choice is meant")  # odds by themselves are not one's own
    return partial


def _is_paid(role: str, partial: Partial, amount: p.Amount) -> f.Formula:
    if amount.one is None:
        raise Unresolved("it tells no single amount")
    return f.Compare("~" if amount.relation == "=" else amount.relation, pay(role, partial), number_term(amount.one))


def _mean_ways(ground: Ground, role: str, partial: Partial, amount: p.Amount) -> Iterator[f.Formula]:
    expr = amount.expr
    letters = frozenset(expr.letters) if expr is not None else frozenset[str]()
    if expr is not None and letters:
        for told in mixes(ground, role, partial, letters):
            yield all_of(_mean(role, partial, told, values, "=", expr.at(values)) for values in corners(told, letters))
        return
    if amount.one is None:
        raise Unresolved("it tells no single amount")
    relation: p.AmountRelation = "~" if amount.relation == "=" else amount.relation
    try:
        beliefs = mixes(ground, role, partial)
    except Unresolved:
        beliefs = []
    if expr is not None and expr.products:
        weighed = list(_weighed(ground, role, partial, expr))
        beliefs = [each for each in beliefs if any(_same(each, other) for other in weighed)] or weighed or beliefs
    if not beliefs:
        beliefs = mixes(ground, role, partial)
    for told in beliefs:
        yield _mean(role, partial, told, {}, relation, amount.one)


def _mean(
    role: str, partial: Partial, told: Mixes, values: dict[str, Fraction], relation: p.AmountRelation, value: Fraction
) -> f.Formula:
    return f.Compare(relation, f.Expected(const(role), condition(partial), belief_at(told, values)), number_term(value))


def _same(one: Mixes, other: Mixes) -> bool:
    return belief_at(one, {}) == belief_at(other, {}) or all(
        {move: chance.value for move, chance in one[role].items() if chance.value}
        == {move: chance.value for move, chance in other[role].items() if chance.value}
        for role in one
    )


def _weighed(ground: Ground, role: str, partial: Partial, expr: p.Expr) -> Iterator[Mixes]:
    """The beliefs that the weights of a sum may tell: factors that come to one, each the chance of another move.

    Raises:
        Unresolved: if the weights are of how many do something, of fewer others than are left.
    """
    free = [other for other in ground.game.roles if other not in partial]
    others = [other for other in free if other != role]
    if len(others) > 1 and len(expr.products) <= len(others):
        raise Unresolved("it can't be told of whom its weights are")
    if len(others) != 1 or role in free:
        return
    (other,) = others
    moves = ground.game.moves[other]
    for weights in _weights(expr):
        if len(weights) <= len(moves):
            for order in dict.fromkeys(permutations((*weights, *[Fraction(0)] * (len(moves) - len(weights))))):
                yield {other: {move: one(weight) for move, weight in zip(moves, order, strict=True)}}


# Thresholds


def ground_threshold(ground: Ground, said: p.Threshold, around: Around) -> list[Alternatives]:
    if not said.limit.odds.parts and ground.view.limit is not None:
        said = replace(said, limit=replace(ground.view.limit, relation=said.limit.relation))
    ground.view.limit, level = said.limit, said.limit.level.value
    if not said.limit.odds.parts or level is None or not 0 <= level <= 1:
        raise Unresolved("its number is no probability")
    role, act, others = _choices(ground, said, around)
    near = ground.near(around).partials if ground.game.plays else ({},)
    given = {turn: move for turn, move in near[0].items() if turn != role and not ground.game.after(turn, role)}
    given = ground.game.forced({**given, role: act}) if ground.game.plays else given
    given.pop(role, None)
    if len(near) != 1:
        raise Unresolved("it can't be told which case is meant")
    ways: list[f.Formula] = []
    for told in _turning(ground, said.limit.odds, role, around, given, (act, *others)):
        gap = _Gap(role, act, others, told, level, given if ground.game.plays else None)
        match said.limit.relation:
            case "=":
                ways.append(gap.closed())
            case ">" | ">=":
                ways += gap.better(said.only, Fraction(1))
            case _:
                ways += gap.better(said.only, Fraction(0))
    return [tuple(ways)]


def _choices(ground: Ground, said: p.Threshold, around: Around) -> tuple[str, str, list[str]]:
    """Who chooses, what, and instead of what."""
    if said.act is not None:
        actor = ground.holder(said.who, {})[0] if said.who is not None else None
        role, act = ground.one_move(said.act, around, actor)
    else:
        roles = ground.holder(said.who, {})
        mixing = _mixing(ground, said.limit.odds)
        role = next((each for each in (*roles, *ground.game.roles) if each not in mixing), roles[0])
        moves = ground.game.moves[role]
        if said.limit.relation != "=":
            if len(roles) != 1 or roles[0] != role or not around.points_back or not around.before.roles & {role}:
                raise Unresolved("it isn't said which choice is meant")
            act = around.before.partials[0][role]
        elif len(moves) != 2 or (said.who is not None and roles[0] != role):
            raise Unresolved("it isn't said which choices are meant")
        else:
            act = moves[0]
    others = [move for move in ground.game.moves[role] if move != act]
    if said.than is not None and not said.than.empty:
        than_role, than = ground.one_move(said.than, around, role)
        if than_role != role or than == act:
            raise Unresolved("it can't be told what is compared")
        others = [than]
    return role, act, others


def _mixing(ground: Ground, odds: p.ToldOdds) -> set[str]:
    """The roles whose odds were named."""
    found: set[str] = set()
    named = [case for case, _ in odds.parts if not case.empty]
    letters = {letter for _, chance in odds.parts for letter in chance.letters}
    for told in reversed(ground.view.odds):
        named += [case for case, chance in told.parts if chance.letters & letters and not case.empty]
    for case in named:
        for choice in case.choices:
            if choice.who is not None and choice.who.kind in ("me", "role"):
                found.add(ground.game.me if choice.who.kind == "me" else choice.who.name)
    return found


def _turning(
    ground: Ground, odds: p.ToldOdds, role: str, around: Around, given: Partial, acts: Sequence[str]
) -> list[Mixes]:
    """The beliefs with one letter, whose value a threshold is of: `?` where none was written."""
    ((case, chance),) = odds.parts
    if case.empty and not chance.letters:
        case = _spoken_of(ground)
    if chance.letters:
        if not ground.game.plays:
            return mixes(ground, role, {role: ""}, frozenset(chance.letters))
        free = _free(ground, role, given, acts)
        found = [mix_of(ground, other, frozenset(chance.letters), moves) for other, moves in free.items()]
        return [dict(zip(free, way, strict=True)) for way in product(*found)]
    free = _free(ground, role, given, acts)
    if len(free) != 1:
        raise Unresolved("it isn't said how likely the others' moves are")
    ((other, moves),) = free.items()
    who, move = ground.one_move(case, around, None if other == RANDOM else other)
    rest = [each for each in moves if each != move]
    if role_of(who) != other or len(rest) != 1 or move not in moves:
        raise Unresolved("it isn't said how likely the other moves are")
    letter = p.Expr((("?", Fraction(1)),))
    return [{other: {move: letter, rest[0]: p.Expr((("", Fraction(1)), ("?", Fraction(-1))))}}]


def _free(ground: Ground, role: str, given: Partial, acts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What others, or chance, may still do where a role makes one of several choices.

    Raises:
        Unresolved: if somebody answers each of them, since answers to one may be likelier than to another.
    """
    if not ground.game.plays:
        return {other: ground.game.moves[other] for other in ground.game.roles if other != role}
    found: dict[str, tuple[str, ...]] = {}
    for act in acts:
        for other, moves in open_moves(ground, {**given, role: act}).items():
            if other != RANDOM and not any(ground.game.after(turn, role) for turn in ground.game.turns_of(other)):
                continue
            if other == role_of(role) or (other != RANDOM and other in found):
                raise Unresolved("answers to one move may be likelier than to another")
            found[other] = moves
    return found


def _spoken_of(ground: Ground) -> p.Case:
    """The case whose chance was told last."""
    for odds in reversed(ground.view.odds):
        if odds.lost or len(odds.parts) > 1:
            break
        if odds.parts and not odds.parts[0][0].empty:
            return odds.parts[0][0]
    raise Unresolved("it isn't said what has this chance")


class _Gap:
    """How much more a choice is worth than others, by a chance. A class because its parts share all that is told."""

    def __init__(
        self, role: str, act: str, others: list[str], told: Mixes, level: Fraction, given: Partial | None
    ) -> None:
        self.role, self.act, self.others, self.told, self.given = role, act, others, told, given or {}
        self.at_once = given is None
        near = _rounded(level)
        self.below, self.above = max(level - near, Fraction(0)), min(level + near, Fraction(1))
        letters = {letter for mix in told.values() for chance in mix.values() for letter in chance.letters}
        if len(letters) != 1:
            raise Unresolved("its letters can't be told apart")
        (self.letter,) = letters

    def closed(self) -> f.Formula:
        """There both are worth the same, and not everywhere."""
        if len(self.others) == 1 and self.below == self.above and self.at_once:
            belief = belief_at(self.told, {self.letter: self.above})
            return f.Applied("indifferent", (const(self.role), const(self.act), const(self.others[0]), belief))
        return any_of(self._turns(other, side) for other in self.others for side in (Fraction(0), Fraction(1)))

    def better(self, only: str, side: Fraction) -> list[f.Formula]:
        """On one side of it the choice is worth more: there, nowhere else, or exactly there; else it is open."""
        exactly = self._from(side) or all_of(
            [
                *(self._side(other, ">", side) for other in self.others),
                *(self._side(other, ">=", self._edge(side)) for other in self.others),
                any_of(self._turns(other, side) for other in self.others),
            ]
        )
        if only == "exactly":
            return [exactly]
        if only == "only":
            return [exactly, any_of(self._side(other, "<=", self._edge(1 - side)) for other in self.others)]
        return [exactly, all_of(self._side(other, ">=", self._edge(side)) for other in self.others)]

    def _from(self, side: Fraction) -> f.Formula | None:
        """The same in the words of a threshold, where one role has two moves that count."""
        ends = [belief_at(self.told, {self.letter: at}).parts for at in (side, 1 - side)]
        if len(self.others) != 1 or self.below != self.above or any(len(end) != 1 for end in ends) or not self.at_once:
            return None
        ((other, more, _),), ((_, less, _),) = ends
        level = self.above if side else 1 - self.above
        pair = (const(self.act), const(self.others[0]))
        return f.Applied("better_from", (const(self.role), *pair, other, more, less, number_term(level)))

    def _turns(self, other: str, side: Fraction) -> f.Formula:
        """The difference to another choice has its sign on one side of the level, and the opposite one on the other."""
        return all_of(
            [
                self._side(other, ">", side),
                self._side(other, ">=", self._edge(side)),
                self._side(other, "<=", self._edge(1 - side)),
                self._side(other, "<", 1 - side),
            ]
        )

    def _edge(self, side: Fraction) -> Fraction:
        return self.above if side else self.below

    def _side(self, other: str, relation: p.AmountRelation, at: Fraction) -> f.Formula:
        belief = belief_at(self.told, {self.letter: at})
        mine, theirs = (
            f.Expected(const(role_of(self.role)), condition({**self.given, self.role: move}), belief)
            for move in (self.act, other)
        )
        return f.Compare(relation, mine, theirs)


def _rounded(level: Fraction) -> Fraction:
    """Half of the last place of a decimal number of two places or more, which may be rounded; nothing otherwise."""
    for places in range(2, 6):
        if (level * 10**places).denominator == 1:
            return Fraction(1, 2 * 10**places) if (level * 10).denominator != 1 else Fraction(0)
    return Fraction(0)


# Mixed equilibria


def ground_mixed(ground: Ground, said: p.Mixed, around: Around) -> list[Alternatives]:
    """That the odds told, with those told before of the other roles, are an equilibrium."""
    with ground.believing(said.odds):
        told = _mixes_told(ground)
    told |= {role: mix for role, mix in _mixes_told(ground).items() if told and role not in told}
    rest = [role for role in ground.game.roles if role not in told]
    if len(ground.game.roles) == 2 and len(rest) == 1 and len(ground.game.moves[rest[0]]) == 2:
        moves = ground.game.moves[rest[0]]
        return [(f.Applied("indifferent", (const(rest[0]), *map(const, moves), belief_at(told, {}))),)]
    if rest:
        raise Unresolved("it doesn't tell what each role does")
    return [(f.Applied("mixed_nash", (belief_at(told, {}),)),)]


def _mixes_told(ground: Ground) -> dict[str, Mix]:
    """The roles whose moves are told to be so likely, without doubt."""
    told: dict[str, Mix] = {}
    for role in ground.game.roles:
        with suppress(Unresolved):
            found = mix_of(ground, role)
            told |= {role: found[0]} if len(found) == 1 else {}
    return told


def ground_numbers(ground: Ground, said: p.NumberClaim, around: Around) -> list[Alternatives]:
    left, right = said.left.value, said.right.value
    if left is None or right is None:
        solved = limit_solved(said.left, said.relation, said.right)
        if solved is None or solved.relation != "=" or not (said.left.letters and said.right.letters):
            raise NoClaim("it has letters")
        return ground_threshold(ground, p.Threshold(None, solved, None), around)
    relation = "~" if said.relation == "=" and said.left.worked else said.relation
    return [(f.Compare(relation, number_term(left), number_term(right)),)]
