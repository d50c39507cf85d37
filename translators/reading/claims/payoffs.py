"""Assertions of payoffs as formulas: who gets what, sums, cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from translators.formulas import formula as f
from translators.reading.claims.ahead import courses_ahead, histories
from translators.reading.claims.expectations import ground_mean
from translators.reading.claims.formulas import all_of, any_of, condition, const, minus, number_term, pay
from translators.reading.claims.ground import Alternatives, Around, Ground, NoClaim
from translators.reading.discourse.scene import GameScene, Partial, Unresolved, resolve
from translators.reading.grammar import parts as p
from translators.reading.words.game_words import role_of

MOST_IN_ROW = 3
"""Amounts in a row whose order may be any."""


def ground_gets(ground: Ground, said: p.Gets, around: Around) -> list[Alternatives]:
    how, _, which = said.how.partition("-")
    if not said.amount.values and said.amount.expr is None:
        if ground.view.amount is None:
            raise Unresolved("it can't be told which amount is meant")
        said = replace(said, amount=ground.view.amount)
    if how == "mean" or (not how and said.amount.expr is not None):
        return ground_mean(ground, said, around)
    if how == "shared":
        return [_shared(ground, said, which, around)]
    if how == "sum":
        return [
            tuple(
                way
                for scene in ground.readings(said.who, said.case, around)
                for way in _sums(ground, said, which, scene)
            )
        ]
    if said.who is not None and said.who.kind == "anyone" and said.amount.one is not None:
        ends = [f.Extreme("max" if how == "max" else "min", pay(role, {})) for role in ground.game.roles]
        level = number_term(said.amount.one)
        bound: f.Comparison = "<=" if how == "max" else ">="
        reached = any_of(f.Compare("=", end, level) for end in ends)
        return [(all_of([reached, *(f.Compare(bound, end, level) for end in ends)]),)]
    if said.who is not None and said.who.kind in ("one", "other"):
        raise Unresolved("it isn't said who it is")
    if said.relative == "lost" and ground.game.costs:
        said = replace(said, relative="")
    if said.relative in ("won", "lost") and said.amount.one == 0 and said.amount.relation == "=" and not how:
        said = replace(said, amount=replace(said.amount, relation="<=" if said.relative == "won" else ">="))
    found: list[f.Formula] = []
    told, around = around, replace(around, before=GameScene()) if around.chancy else around
    if not how and (around.chancy or around.chancy_before):
        scenes = ground.readings(said.who, said.case, around)
        if not all(ground.full(scene) or scene.every for scene in scenes):
            return ground_mean(ground, said, told)
    if how == "sure" and not around.before.empty and ground.near(around).empty and said.case.empty:
        mine = ground.without(around.before, set(ground.game.roles) - {ground.view.topic})
        around = replace(around, sentence=mine)
    several = len(said.amount.values) > 1 and not (said.case.empty and ground.near(around).empty)
    wide = how in ("min", "max", "sure", "may") or several
    points_back = around.points_back and said.case.empty
    lean = Around(around.sentence, around.above) if wide and not points_back else around
    scenes = ground.readings(said.who, said.case, lean)
    # `At most 3` by a choice is rather said of all that others may do than of what they did in the case before.
    likelier = scenes[::-1] if said.amount.relation in ("<=", ">=") and not around.points_back else scenes
    for scene in likelier:
        if not how and (scene.empty or _bare_of_others(ground, said, scene)) and not scene.every:
            raise Unresolved("it isn't said in which case")
        if scene.empty and (how == "sure" or (not how and said.case.every and said.who is not None)):
            raise Unresolved("it isn't said for which choice")
        if (said.relative or said.elided) and scene.empty:
            raise Unresolved("it isn't said by which choice")
        only_less = said.relative == "lost" and not ground.game.losses and not how
        if not only_less and (said.relative not in ("won", "lost") or said.amount.one != 0 or ground.game.losses):
            found += _amount_ways(ground, said, how, scene)
            if (owner := _owner(ground, said)) is not None:
                found += _amount_ways(ground, replace(said, who=owner), how, scene)
        if how == "sure" and said.amount.relation == "=":  # who guarantees 3 guarantees 1
            least = replace(said, amount=replace(said.amount, relation=">="))
            found += _amount_ways(ground, least, how, scene)
        if how == "sure":
            found += _secured(ground, said, scene)
        if said.relative and (said.relative != "risk" or said.amount.one != 0):
            found += _differences(ground, said, scene)
        together = said.case.profiles or any(choice.step == "all" for choice in said.case.choices)
        if said.who is None and together and not how:  # `up/left yields 11` may be what all get
            found += _sums(ground, said, "", scene)
    if how in ("min", "max", "sure") and said.case.empty:
        for other in (ground.near(told).over(told.before), told.before, _own(ground, told.before), GameScene()):
            found += _amount_ways(ground, said, how, other)
    if not found:
        raise Unresolved("it isn't said against what nothing is gained or lost")
    if ground.looks_ahead and said.relative in ("won", "lost") and len(found) > 1 and not how:
        found.insert(0, any_of([each for each in found if not isinstance(each, f.Some)] or found))
    return [tuple(dict.fromkeys(found))]


def _owner(ground: Ground, said: p.Gets) -> p.Who | None:
    """Another role whose act alone an amount of nobody's stands beside: `sharing 8, fighting 5` may be its own."""
    moves = {move for choice in said.case.choices if choice.who is None for move in choice.moves}
    owners = {owner for move in moves for owner in ground.game.owners.get(move, ())}
    one = said.who is None and len(owners) == 1 and len(said.case.choices) == 1
    return p.Who("role", owners.pop()) if one and ground.view.topic not in owners else None


def _own(ground: Ground, scene: GameScene) -> GameScene:
    """What whoever is spoken of chooses in a scene."""
    return ground.without(scene, set(ground.game.roles) - {ground.view.topic})


def _shared(ground: Ground, said: p.Gets, which: str, around: Around) -> Alternatives:
    """A mutual payoff is what all get together, or what each of them gets."""
    (together,) = ground_gets(ground, replace(said, how=f"sum-{which}" if which else "sum", who=None), around)
    (each,) = ground_gets(ground, replace(said, how=which, who=p.Who("each")), around)
    return (*together, *each)


def _bare_of_others(ground: Ground, said: p.Gets, scene: GameScene) -> bool:
    """Whether an amount stands by itself in a case that only tells what others choose."""
    return said.bare and said.who is None and not ground.full(scene) and ground.view.topic not in scene.roles


def _amount_ways(ground: Ground, said: p.Gets, how: str, scene: GameScene) -> Iterator[f.Formula]:
    """What it may say that somebody gets an amount in a scene."""
    kinds = [how]
    closed = ground.full(scene) and not ground.chance_open(scene)
    listed = said.bare and said.who is None and scene.every and not said.case.every
    if not how and not closed and (listed or not scene.every) and len(said.amount.values) == 1:
        kinds = ["", "may"]
    if len(said.amount.values) > 1 and len(scene.partials) > 1:
        raise Unresolved("it isn't said which amount is which")
    if not how and ground.game.chancy and ground.full(scene) and said.amount.one is not None:
        yield from _on_average(ground, said, said.amount.one, scene)
    for kind in kinds:
        if said.who == p.Who("anyone"):
            yield _of_anyone(ground, said, kind, scene)
            continue
        yield all_of(
            _or_ahead(ground, role, partial, said.amount, kind)
            for partial in scene.partials
            for role in ground.holder(said.who, partial)
        )


def _of_anyone(ground: Ground, said: p.Gets, kind: str, scene: GameScene) -> f.Formula:
    """The most, or the least, that any of all roles may get: one of them does, and none more, or less."""
    bound: p.AmountRelation = "<=" if kind == "max" else ">="
    told = [
        each
        for partial in scene.partials
        for role in ground.game.roles
        for each in _amount(ground, role, partial, said.amount, kind)
    ]
    if kind not in ("min", "max") or not all(isinstance(each, f.Compare) and each.relation == "=" for each in told):
        raise Unresolved("it can't be told whose it is")
    return all_of([any_of(told), *(replace(each, relation=bound) for each in told if isinstance(each, f.Compare))])


def _or_ahead(ground: Ground, role: str, partial: Partial, amount: p.Amount, kind: str) -> f.Formula:
    """That a role gets an amount there; of a course that is not told to its end, also if the rest is as it is best."""
    plain = all_of(_amount(ground, role, partial, amount, kind))
    ways = [
        [all_of((*each.bests, *_amount(ground, role, each.play, amount, kind))) for each in courses_ahead(ground, past)]
        for past in (histories(ground, partial) if not kind else ())
    ]
    return any_of([plain, all_of(map(any_of, ways))]) if ways and all(ways) else plain


def _on_average(ground: Ground, said: p.Gets, value: Fraction, scene: GameScene) -> Iterator[f.Formula]:
    """What it may say where only chance is open: an amount on average."""
    yield all_of(
        f.Compare(said.amount.relation, f.Expected(const(role), condition(partial), f.Belief()), number_term(value))
        for partial in scene.partials
        for role in ground.holder(said.who, partial)
    )


def _secured(ground: Ground, said: p.Gets, scene: GameScene) -> list[f.Formula]:
    """That a role whose choice is open has one by which it gets an amount at least."""
    ways: list[f.Formula] = []
    for partial in scene.partials:
        for role in ground.holder(said.who, partial):
            turn = next((each for each in ground.game.turns_of(role) if each not in partial), None)
            if turn is None or (said.amount.one is None and said.amount.values):
                return []
            each = replace(said, amount=replace(said.amount, relation=">=")) if said.amount.relation == "=" else said
            made = [GameScene(({**partial, turn: move},)) for move in ground.game.moves[turn]]
            ways.append(any_of(way for one in made for way in _amount_ways(ground, each, "sure", one)))
    return [all_of(ways)] if ways else []


def _differences(ground: Ground, said: p.Gets, scene: GameScene) -> list[f.Formula]:
    """That a choice brings so much more or less than another one."""
    value = said.amount.one
    found: list[f.Formula] = []
    for partial in scene.partials:
        last = (
            max(partial, key=lambda each: ground.game.steps.get(each, 0), default=None) if ground.game.plays else None
        )
        for role in ground.holder(said.who, partial):
            turns = [turn for turn in partial if role_of(turn) == role][:1]
            if value is None or not turns:
                return []
            if last is not None and last not in turns and role_of(last) in ground.game.roles:
                turns.append(last)
            for turn in turns:
                found += _differs_by(ground, said, role, partial, turn, value, scene)
    return [any_of(found)] if found else []


def _differs_by(
    ground: Ground, said: p.Gets, role: str, partial: Partial, turn: str, value: Fraction, scene: GameScene
) -> list[f.Formula]:
    """That a choice at a turn brings so much more or less than another one there."""
    rest = [move for move in ground.game.moves[turn] if move != partial[turn]]
    after = {each: move for each, move in partial.items() if each == turn or not ground.game.after(each, turn)}
    differs = [
        f.Compare(said.amount.relation, minus(pay(role, partial), pay(role, {**after, turn: move})), number_term(each))
        for move in rest
        for each in ((value, -value) if said.relative == "risk" else (value,))
    ]
    open_ = said.how == "may" or (ground.wide and not ground.full(scene) and not scene.every)
    return [*([] if said.how == "may" else differs), *(map(f.Some, differs) if open_ else ())]


def _amount(ground: Ground, role: str, partial: Partial, amount: p.Amount, how: str) -> Iterator[f.Formula]:
    """That a role gets an amount there."""
    if not amount.values:
        raise NoClaim("it tells no amount")
    term = pay(role, partial)
    if ground.game.costs and all(value > 0 for value in amount.values) and len(amount.values) > 1:
        amount = replace(amount, values=tuple(-value for value in amount.values))
    if amount.span or len(amount.values) > 1:
        if how not in ("", "may") and (amount.span or how not in ("max", "sure")):
            raise Unresolved("several amounts can't be meant here")
        if amount.span:
            yield f.Compare("=", f.Extreme("min", term), number_term(min(amount.values)))
            yield f.Compare("=", f.Extreme("max", term), number_term(max(amount.values)))
        else:
            for value in amount.values:
                yield f.Some(f.Compare("=", term, number_term(value)))
        return
    told, relation = amount.values[0], amount.relation
    if ground.game.costs and told > 0:
        told, relation = -told, p.FLIPPED[relation]
    level = number_term(told)
    if how in ("min", "max"):
        yield f.Compare(relation, f.Extreme(how, term), level)  # type: ignore[arg-type]
    elif how == "sure":
        yield f.Compare("=" if relation in (">=", "=") and relation == "=" else relation, f.Extreme("min", term), level)
    elif how == "may":
        yield f.Some(f.Compare(relation, term, level))
    elif how == "never":
        yield f.Compare(p.DENIED[relation], term, level)
    else:
        yield f.Compare(relation, term, level)


def _sums(ground: Ground, said: p.Gets, which: str, scene: GameScene) -> Iterator[f.Formula]:
    """What all get together."""
    value = said.amount.one
    if value is None:
        raise Unresolved("it tells no single amount")
    if scene.empty and not which and not scene.every:
        raise Unresolved("it isn't said in which case")
    if ground.game.costs:
        value = -abs(value)
    level, relation = number_term(value), said.amount.relation
    sums = [f.Sum(condition(partial)) for partial in scene.partials]
    if which:
        yield all_of(f.Compare(relation, f.Extreme("max" if which == "max" else "min", term), level) for term in sums)
        return
    yield all_of(f.Compare(relation, term, level) for term in sums)
    if not ground.full(scene) and not scene.every:
        yield all_of(f.Some(f.Compare(relation, term, level)) for term in sums)


def ground_cells(ground: Ground, said: p.Cells, around: Around) -> list[Alternatives]:
    orders = [ground.view.order] if ground.view.order else [ground.game.roles, (ground.game.me, *ground.game.others)]
    ways: list[f.Formula] = []
    if len(said.values) != len(ground.game.roles):
        raise Unresolved("it doesn't tell the payoff of each role")
    for order in dict.fromkeys(orders):
        view = replace(ground.view, order=order)
        for scene in (*_in_order(said.case, order), *resolve(said.case, ground.game, view, ground.near(around))):
            scene = scene.over(ground.near(around))
            if not ground.full(scene):
                raise Unresolved("it doesn't tell what each role chooses")
            ways.append(
                all_of(
                    f.Compare("=", pay(role, partial), ground.amount(value))
                    for partial in scene.partials
                    for role, value in zip(order, said.values, strict=True)
                )
            )
    return [tuple(ways)]


def _in_order(case: p.Case, order: Sequence[str]) -> Iterator[GameScene]:
    """The moves of `hawk vs dove` as those of the roles in the order of the amounts: `hawk vs dove: (6, 0)`."""
    kinds = [choice.who.kind if choice.who is not None else "" for choice in case.choices]
    moves = [choice.moves[0] for choice in case.choices if choice.how == "is" and len(choice.moves) == 1]
    if kinds in (["", "them"], ["", "faced"]) and len(moves) == len(order):
        yield GameScene((dict(zip(order, moves, strict=True)),))


def ground_row(ground: Ground, said: p.RowOfCells, around: Around) -> list[Alternatives]:
    """What a choice brings against each move of the only other role; the order of the rules is the likeliest."""
    found: list[f.Formula] = []
    for scene in ground.scenes(said.case, around, None):
        if ground.game.plays and ground.full(scene):  # a course that ends there: `stay ashore: 2, 10`
            return ground_cells(ground, p.Cells(said.case, said.values), around)
        open_roles = [role for role in ground.game.roles if role not in scene.roles]
        if len(scene.partials) != 1 or len(open_roles) != 1 or ground.game.plays:
            raise Unresolved("it isn't said in which cases")
        told = scene.partials[0]
        own, (other,), size = next(iter(told)), open_roles, len(said.values)
        if len(ground.game.moves[other]) != size or size > MOST_IN_ROW:
            raise Unresolved("it isn't said in which cases")
        found += _in_row(ground, own, told, other, said.values)
        theirs = said.case.choices[0].who is None and told[own] in ground.game.moves[other]
        if theirs and len(told) == 1 and len(ground.game.moves[own]) == size:  # or the other's choice, by one's own
            found += _in_row(ground, own, {other: told[own]}, own, said.values)
    return [tuple(found)]


def _in_row(ground: Ground, holder: str, given: Partial, over: str, values: Sequence[Fraction]) -> Iterator[f.Formula]:
    """That a role gets these amounts by the choices of one, in any order, that of the rules first."""
    for order in permutations(ground.game.moves[over]):
        yield all_of(
            f.Compare("=", pay(holder, {**given, over: move}), ground.amount(value))
            for move, value in zip(order, values, strict=True)
        )
