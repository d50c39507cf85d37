"""Assertions that compare as formulas: more and less, by how much, of which measure.

Long, because whatever is compared is put into the game in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from gdl.values import dataclass
from translators.formulas import formula as f
from translators.reading.claims.ahead import CourseAhead, courses_ahead, histories
from translators.reading.claims.beliefs import belief_of
from translators.reading.claims.formulas import all_of, any_of, condition, const, minus, number_term, pay
from translators.reading.claims.ground import Alternatives, Around, Ground
from translators.reading.discourse.scene import GameScene, Partial, Unresolved, resolve
from translators.reading.grammar import parts as p
from translators.reading.words.game_words import role_of


def ground_compares(ground: Ground, said: p.Compares, around: Around) -> list[Alternatives]:
    said = said.with_any_other
    found: list[f.Formula] = []
    failed: Unresolved | None = None
    for way in _ways(ground, said, around):
        made: list[f.Formula] = []
        for actor in ground.actors(way.who, GameScene()):
            try:
                made += _comparison(ground, way, around, actor)
            except Unresolved as error:
                failed = failed or error
            if made:
                break
        found += made
    if not found:
        raise failed or Unresolved("it can't be told what is compared")
    return [tuple(found)]


def _ways(ground: Ground, said: p.Compares, around: Around) -> list[p.Compares]:
    """What is compared where only a case is told: `it is better if we both choose B` is about that case, or about an
    act that was spoken of."""
    if not said.left.empty or said.right is not None or not said.case.choices or said.relation == "=":
        return [said]
    about = replace(said, left=said.case, case=p.Case(every=said.case.every))
    spoken = ground.near(around).over(around.subject)
    if all(choice.who is not None for choice in said.case.choices) and ground.view.topic not in spoken.roles:
        return [about]
    return [about, said]


def _comparison(ground: Ground, said: p.Compares, around: Around, actor: str | None) -> list[f.Formula]:
    if around.chancy:
        around = replace(around, before=GameScene())
    near = ground.near(around)
    given = resolve(said.case, ground.game, ground.view, near)[0].over(near) if not said.case.empty else near
    chancy = around.chancy or around.chancy_before
    ways: list[f.Formula] = []
    for pair in _pairs(ground, said, given, around, actor):
        told = pair.left.roles | (pair.right.roles if pair.right is not None else frozenset())
        role = ground.holder(said.who, pair.left.partials[0])
        if said.who is None and len(pair.left.roles) == 1 and ground.game.me not in pair.left.roles:
            role = tuple(pair.left.roles)
        for scene in _open(ground, ground.without(given, told), pair, around):
            whole = ground.full(pair.left.over(scene)) or given.every or pair.every
            measured = said.by is not None or said.factor is not None
            if measured and said.measure == "pay" and not whole and not chancy and not ground.looks_ahead:
                raise Unresolved("it isn't said in which case")
            for kind in _kinds(ground, said.measure, scene, pair.left, given.every or pair.every, chancy):
                made = _compare_ways(ground, said, role, pair, scene, kind)
                ways += made
                if kind == "ahead":
                    made = _compare_ways(ground, said, role, pair, scene, "pay")
                if kind in ("pay", "ahead") and ground.wide and not whole:
                    ways += [f.Some(each) for each in made if isinstance(each, f.Compare)]
            if ground.view.odds and said.measure == "pay" and not chancy and not ground.full(pair.left.over(scene)):
                ways += _on_average(ground, said, role, pair, scene)
    return ways


def _on_average(
    ground: Ground, said: p.Compares, role: tuple[str, ...], pair: _Pair, scene: GameScene
) -> list[f.Formula]:
    """The comparison of what is expected, where a text told odds before; nothing where they don't fit."""
    try:
        return list(_compare_ways(ground, said, role, pair, scene, "mean"))
    except Unresolved:
        return []


def _pairs(ground: Ground, said: p.Compares, given: GameScene, around: Around, actor: str | None) -> list[_Pair]:
    """What may be compared: an act with another; a whole case with another that was told, or that is its opposite."""
    pairs: list[_Pair] = []
    failed: Unresolved | None = None
    try:
        pairs.append(_pair(ground, said, given, around, actor))
    except Unresolved as error:
        failed = error
    if said.right is None and said.relation != "=":
        whole = resolve(said.left, ground.game, ground.view, given, actor)[0] if not said.left.empty else given
        if ground.full(whole) and len(whole.partials) == 1 and len(whole.roles) > 1:
            pairs += [_Pair(whole, other) for other in _other_cases(ground, whole, around)]
    if not pairs:
        raise failed or Unresolved("it can't be told what is compared")
    return pairs


def _other_cases(ground: Ground, whole: GameScene, around: Around) -> list[GameScene]:
    """The cases that a whole case may be compared with where none is named."""
    found: list[GameScene] = []
    for scene in (around.above, around.before):
        if ground.full(scene) and scene.roles == whole.roles and scene.partials != whole.partials:
            found += [GameScene((partial,)) for partial in scene.partials]
    (partial,) = whole.partials
    if len(partial) == 2 and all(len(ground.game.moves[role]) == 2 for role in partial):
        opposite = {r: next(m for m in ground.game.moves[r] if m != move) for r, move in partial.items()}
        found.append(GameScene((opposite,)))
    return found


@dataclass(frozen=True)
class _Pair:
    """What is compared: a choice and another one, or all others where none is told."""

    left: GameScene
    right: GameScene | None

    @property
    def every(self) -> bool:
        return self.left.every or (self.right is not None and self.right.every)


def _pair(ground: Ground, said: p.Compares, given: GameScene, around: Around, actor: str | None) -> _Pair:
    right = None
    if said.right is not None and not said.right.empty:
        right = resolve(said.right, ground.game, ground.view, given, actor)[0]
    if said.left.empty and right is None and said.relation == "=":
        chooser = actor or ground.view.topic
        left = GameScene(({chooser: ground.game.moves[chooser][0]},))
    elif said.left.empty:
        left = _supposed(ground, given, right, around, actor)
    else:
        left = resolve(said.left, ground.game, ground.view, given, actor)[0]
    if right is not None and len(given.partials) > 1 and left.roles == right.roles <= given.roles:
        left, right = (_within(given, each) for each in (left, right))
    if left.empty or len(left.partials) > 1 or (right is not None and len(right.partials) > 1):
        raise Unresolved("it can't be told what is compared")
    if right is None:
        if len(left.roles) > 1:
            raise Unresolved("it can't be told what it is compared with")
        constant = said.relation == "=" and said.right is None and not said.left.empty
        if constant and not around.chancy and given.roles <= left.roles:
            return _always_the_same(ground, left.partials[0])
        return _Pair(left, None)
    if right.roles < left.roles:
        right = right.over(left)
    if left.roles < right.roles:
        left = left.over(ground.without(right, left.roles))
    if left.roles != right.roles:
        raise Unresolved("it can't be told what is compared")
    if left.partials == right.partials:
        raise Unresolved("it compares a choice with itself")
    return _Pair(left, right)


def _always_the_same(ground: Ground, own: Partial) -> _Pair:
    """A choice that brings the same whatever the other one does.

    Raises:
        Unresolved: where that can't be told of one pair of cases.
    """
    others = [(role, moves) for role, moves in ground.game.moves.items() if role not in own]
    if len(others) != 1 or len(others[0][1]) != 2:
        raise Unresolved("it can't be told with what it is the same")
    ((role, moves),) = others
    one, other = (GameScene(({**own, role: move},)) for move in moves)
    return _Pair(one, other)


def _within(given: GameScene, act: GameScene) -> GameScene:
    """The cases of those given in which an act is made: `if both choose the same, B is better than R`."""
    return GameScene(tuple(each for each in given.partials if _agree(act, each)), given.every)


def _supposed(
    ground: Ground, given: GameScene, right: GameScene | None, around: Around, actor: str | None
) -> GameScene:
    """The choice that the sentence, or the one before, is about."""
    wanted = right.roles if right is not None and not right.empty else frozenset({actor or ground.view.topic})
    apart = set(ground.game.roles) - wanted
    ways = [ground.without(scene, apart) for scene in (given, around.subject)]
    found = [way for way in ways if way.roles == wanted]
    if not found or (len(wanted) < len(ground.game.roles) - 1 and found[0].partials != found[-1].partials):
        raise Unresolved("it can't be told what is compared")  # `it is better if only Chen comes`: whose coming or not?
    return found[0]


def _open(ground: Ground, rest: GameScene, pair: _Pair, around: Around) -> list[GameScene]:
    """What the others choose where two choices are compared: as was said, or filled in from the sentence before."""
    told = pair.left.roles
    if rest.every or pair.every or ground.full(pair.left.over(rest)) or around.before.empty:
        return [rest]
    before = around.before if around.points_back else ground.earlier(around.before, pair.left)
    filled = rest.over(ground.without(before, told))
    if not ground.full(pair.left.over(filled)):
        return [rest]
    return [filled] if around.points_back else [filled, rest]


def _compare_ways(
    ground: Ground, said: p.Compares, role: Sequence[str], pair: _Pair, scene: GameScene, kind: str
) -> list[f.Formula]:
    """What a comparison may say in a scene; of a difference to one of several other choices, a way for each."""
    others = [
        [_related(ground, said, r, {**partial, **pair.left.partials[0]}, theirs, kind) for theirs in each]
        for partial in scene.partials
        for r in role
        for each in [_others(ground, pair, partial)]
    ]
    if pair.right is None and (said.by is not None or said.factor is not None):
        return [all_of(way) for way in zip(*others, strict=True)]
    return [all_of(related for each in others for related in each)]


def _others(ground: Ground, pair: _Pair, partial: Partial) -> list[Partial]:
    if pair.right is not None:
        return [{**partial, **pair.right.partials[0]}]
    mine = {**partial, **pair.left.partials[0]}
    (actor,) = pair.left.roles
    found: list[Partial] = [{**mine, actor: move} for move in ground.game.moves[actor] if move != mine[actor]]
    if not found:
        raise Unresolved("there is no other choice")
    return found


def _kinds(ground: Ground, measure: str, scene: GameScene, left: GameScene, every: bool, chancy: bool) -> list[str]:
    """What may be compared: payoffs case by case; where cases are open and none is meant by name, extremes as well."""
    if measure != "pay":
        return [measure]
    if ground.looks_ahead and not every and not chancy:
        return ["ahead"]
    if every or ground.full(left.over(scene)):
        return ["pay", "mean"] if ground.game.chancy else ["pay"]
    if chancy:
        return ["mean"]
    return ["pay", "min", "max"]


def _related(ground: Ground, said: p.Compares, role: str, mine: Partial, theirs: Partial, kind: str) -> f.Formula:
    mine, theirs = ground.game.possible(mine), ground.game.possible(theirs)
    if kind == "ahead":
        plain = _related(ground, said, role, mine, theirs, "pay")
        ways: list[list[f.Formula]] = []
        for past in histories(ground, mine):
            other = {**{turn: move for turn, move in past.items() if turn not in mine}, **theirs}
            pairs = product(*(courses_ahead(ground, each) or [CourseAhead(each)] for each in (past, other)))
            ways.append(
                [
                    all_of((*first.bests, *second.bests, _related(ground, said, role, first.play, second.play, "pay")))
                    for first, second in pairs
                ]
            )
        whole = all(ground.full(GameScene((each,))) for each in (mine, theirs))
        return any_of([plain, all_of(map(any_of, ways))]) if ways and not whole else plain
    first, second = measure_of(ground, role, mine, kind), measure_of(ground, role, theirs, kind)
    return relate(first, said.relation, second, said.by, said.factor)


def relate(
    first: f.NumberTerm, relation: p.AmountRelation, second: f.NumberTerm, by: p.Amount | None, factor: Fraction | None
) -> f.Formula:
    """That one term is more than another, by so much or so many times, where that was told."""
    if by is not None and by.one is not None:
        more = relation not in ("<", "<=")
        return f.Compare(by.relation, minus(first, second) if more else minus(second, first), number_term(by.one))
    if factor is not None:
        return f.Compare(relation, first, f.Arithmetic("*", number_term(factor), second))
    return f.Compare(relation, first, second)


def measure_of(ground: Ground, role: str, partial: Partial, kind: str) -> f.NumberTerm:
    """A measure of a partial profile for a role."""
    if kind == "mean":
        return f.Expected(const(role_of(role)), condition(partial), belief_of(ground, role, partial))
    if kind == "sum":
        return f.Sum(condition(partial))
    term = pay(role, partial)
    return f.Extreme(kind, term) if kind in ("min", "max") else term  # type: ignore[arg-type]


def ground_beats(ground: Ground, said: p.Beats, around: Around) -> list[Alternatives]:
    near = ground.near(around)
    found: list[f.Formula] = []
    for scene in ground.readings(said.who, said.case, around):
        if not ground.full(scene) and not scene.every:
            raise Unresolved("it isn't said in which case")
        if any(scene.roles & near.roles and not _agree(scene, partial) for partial in near.partials):
            raise Unresolved("it is about another case")
        parts: list[f.Formula] = []
        for partial in scene.partials:
            one, other = ground.holder(said.who, partial), ground.holder(said.than, partial)
            if len(one) != 1 or len(other) != 1 or one == other:
                raise Unresolved("it can't be told who is compared")
            parts.append(relate(pay(one[0], partial), said.relation, pay(other[0], partial), said.by, said.factor))
        found.append(all_of(parts))
    return [tuple(found)]


def _agree(scene: GameScene, given: Partial) -> bool:
    return any(all(given.get(role, move) == move for role, move in partial.items()) for partial in scene.partials)


def ground_otherwise(ground: Ground, said: p.Otherwise, around: Around) -> list[Alternatives]:
    """What somebody would get if one of the choices were another, whichever."""
    value = said.gets.amount.one
    ways: list[f.Formula] = []
    for scene in ground.readings(said.gets.who, said.gets.case, around):
        if not ground.full(scene) or len(scene.partials) != 1 or value is None:
            raise Unresolved("it isn't said in which case")
        (partial,) = scene.partials
        if set(partial) != set(ground.game.roles):
            raise Unresolved("its roles choose more than once")
        for role in ground.holder(said.gets.who, partial):
            for other in sorted(ground.game.roles, key=lambda each: each != role):  # its own choice is the likeliest
                for move in ground.game.moves[other]:
                    if move != partial[other]:
                        ways.append(f.Compare("=", pay(role, {**partial, other: move}), ground.amount(value)))
        shared = said.gets.who is not None and said.gets.who.kind in ("both", "each", "we")
        for profile in product(*(ground.game.moves[role] for role in ground.game.roles)) if shared else ():
            changed = dict(zip(ground.game.roles, profile, strict=True))
            if changed != dict(partial):
                ways += [f.Compare("=", pay(role, changed), ground.amount(value)) for role in ground.game.roles]
    return [tuple(ways)]


def ground_falls(ground: Ground, said: p.Falls, around: Around) -> list[Alternatives]:
    """A payoff before a choice and after it, where it can be told from which case that choice leads to which."""
    if ground.game.plays:
        raise Unresolved("whose choice would be another can't be told")
    ways: list[f.Formula] = []
    if said.act is not None:
        return [(all_of(_changed(ground, said, said.act, around)),)]
    for scene in ground.readings(said.who, said.case, around):
        if not ground.full(scene) or len(scene.partials) != 1:
            raise Unresolved("it isn't said in which case")
        for role in ground.holder(said.who, scene.partials[0]):
            for start, end in _steps(ground, scene.partials[0], role, around):
                before = f.Compare("=", pay(role, start), ground.amount(said.first))
                ways.append(all_of((before, f.Compare("=", pay(role, end), ground.amount(said.last)))))
    if not ways:
        raise Unresolved("it isn't said in which case")
    return [tuple(ways)]


def _changed(ground: Ground, said: p.Falls, act: p.Case, around: Around) -> list[f.Formula]:
    """The payoffs, before and after it, of all who could make the change in what was told."""
    near = ground.near(around)
    scene = resolve(said.case, ground.game, ground.view, near)[0].over(near)
    scene = scene if ground.full(scene) else scene.over(around.before)
    found: list[f.Formula] = []
    for partial in scene.partials if ground.full(scene) else ():
        for role in ground.game.roles:
            _, move = ground.one_move(act, around, role)
            if partial[role] != move and said.who.name in ("", partial[role]):
                for term, value in ((partial, said.first), ({**partial, role: move}, said.last)):
                    found.append(f.Compare("=", pay(role, term), ground.amount(value)))
    if not found:
        raise Unresolved("it isn't said in which case")
    return found


def _steps(ground: Ground, told: Partial, role: str, around: Around) -> list[tuple[Partial, Partial]]:
    """The cases before and after a role's choice, one of which is told: the case before it, if the other was told."""
    earlier = around.before.partials
    if len(earlier) == 1 and ground.full(around.before):
        changed = [each for each in told if told[each] != earlier[0].get(each)]
        if changed == [role]:
            return [(earlier[0], told)]
    rest = [move for move in ground.game.moves[role] if move != told[role]]
    return [({**told, role: move}, told) for move in rest] if len(rest) == 1 else []


def ground_ranks(ground: Ground, said: p.Ranks, around: Around) -> list[Alternatives]:
    """One measure against another: each of its own choice."""
    ways = [
        relate(first, said.relation, second, said.by, said.factor)
        for first, second in zip(
            _measured(ground, said.left, said.right.who, around),
            _measured(ground, said.right, said.left.who, around),
            strict=True,
        )
    ]
    return [(all_of(ways),)]


def _measured(ground: Ground, measure: p.Measure, who: p.Who | None, around: Around) -> list[f.NumberTerm]:
    """The terms of a measure: one for each role whose it is."""
    near, named = ground.near(around), measure.who or who
    actor = ground.actors(named, near)[0]
    scene = resolve(measure.case, ground.game, ground.view, near, actor)[0].over(near)
    if len(scene.partials) != 1:
        raise Unresolved("it can't be told which case is meant")
    (partial,) = scene.partials
    kind = {"guaranteed": "min", "potential": "max", "expected": "mean"}.get(measure.kind, measure.kind)
    if kind == "pay" and not ground.full(scene):
        raise Unresolved("it isn't said in which case")
    if measure.which and kind in ("mean", "sum"):
        raise Unresolved("it isn't said which choice is meant")
    roles = ground.holder(named, partial) if kind != "sum" else ("",)
    return [measure_of(ground, role, partial, kind) for role in roles]


def ground_spread(ground: Ground, said: p.Spread, around: Around) -> list[Alternatives]:
    """How far two things are apart, whichever of them is more."""
    near = ground.near(around)
    ways: list[f.Formula] = []
    value = ground.amount(said.amount.values[0])
    if isinstance(said.left, p.Measure) and isinstance(said.right, p.Measure):
        left, right = said.left, said.right
        if not said.case.empty:
            left, right = replace(left, case=left.case & said.case), replace(right, case=right.case & said.case)
        elif left.case.empty:
            left = replace(left, case=right.case)
        pairs = [
            (first, second)
            for first in _measured(ground, left, right.who, around)
            for second in _measured(ground, right, left.who, around)
        ]
    elif isinstance(said.left, p.Case) and said.left.empty and said.right is None:
        pairs = _apart_here(ground, said, near)
    elif isinstance(said.left, p.Case) and isinstance(said.right, p.Case):
        given = resolve(said.case, ground.game, ground.view, near)[0].over(near)
        one, other = (resolve(each, ground.game, ground.view, given)[0].over(given) for each in (said.left, said.right))
        if not (ground.full(one) and ground.full(other)) or len(one.partials) != 1 or len(other.partials) != 1:
            raise Unresolved("it isn't said in which case")
        role = ground.view.topic
        pairs = [(pay(role, one.partials[0]), pay(role, other.partials[0]))]
    else:
        raise Unresolved("it can't be told what is compared")
    for first, second in pairs:
        ways.append(
            any_of(f.Compare(said.amount.relation, minus(*each), value) for each in ((first, second), (second, first)))
        )
    return [(all_of(ways),)]


def _apart_here(ground: Ground, said: p.Spread, near: GameScene) -> list[tuple[f.NumberTerm, f.NumberTerm]]:
    """The payoffs that a gap in a situation is between: of one's two choices against what the others choose."""
    given = resolve(said.case, ground.game, ground.view, near)[0].over(near)
    role = ground.view.topic
    if ground.full(given) and len(ground.game.roles) == 2:
        one, other = ground.game.roles
        return [(pay(one, partial), pay(other, partial)) for partial in given.partials]
    if len(given.partials) != 1 or set(given.partials[0]) != set(ground.game.roles) - {role}:
        raise Unresolved("it can't be told between what this is")
    moves = ground.game.moves[role]
    if len(moves) != 2:
        raise Unresolved("it can't be told between which choices this is")
    first, second = (pay(role, {**given.partials[0], role: move}) for move in moves)
    return [(first, second)]
