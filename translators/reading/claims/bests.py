"""Assertions of best answers and extremes as formulas."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from gdl.tree.keywords import RANDOM
from translators.formulas import formula as f
from translators.reading.claims.ahead import best_in_turn
from translators.reading.claims.comparisons import measure_of
from translators.reading.claims.formulas import all_of, condition, const, pay
from translators.reading.claims.ground import Alternatives, Around, Ground, NoClaim
from translators.reading.discourse.course import leaning
from translators.reading.discourse.scene import GameScene, Partial, Unresolved, resolve
from translators.reading.grammar import parts as p
from translators.reading.words.game_words import GameWords, role_of


def ground_best(ground: Ground, said: p.Best, around: Around) -> list[Alternatives]:
    actor = ground.holder(said.who, {})[0] if said.who is not None else None
    if said.who is not None and said.who.kind in ("both", "each", "rest") and len(ground.holder(said.who, {})) > 1:
        return [
            tuple(
                all_of(ways)
                for ways in zip(
                    *(
                        ground_best(ground, replace(said, who=p.Who("role", role)), around)[0]
                        for role in ground.holder(said.who, {})
                    ),
                    strict=False,
                )
            )
        ]
    near = ground.near(around)
    if actor is not None and len(ground.game.roles) == 2:
        (rest,) = (role for role in ground.game.roles if role != actor)
        said = replace(said, case=p.with_player(said.case, p.Who("faced"), p.Who("role", rest)))
    given = resolve(said.case, ground.game, ground.view, near)[0].over(near) if not said.case.empty else near
    if ground.game.plays:
        return [_best_at_turn(ground, said, given, around, actor)]
    if alike := _best_alike(ground, said, given, actor or ground.view.topic):
        return [(alike,)]
    acts = resolve(said.act, ground.game, ground.view, given, actor)
    ways: list[f.Formula] = []
    if said.kind == "never":
        return [tuple(_never_best(ground, act) for act in acts)]
    if said.kind == "unbelieved":
        return [tuple(_never_better(ground, act) for act in acts)]
    for act in acts:
        if len(act.roles) != 1 or len(act.partials) != 1:
            raise NoClaim("an opinion of what is best")
        ((role, move),) = act.partials[0].items()
        others = ground.without(given, {role})
        if others.empty and not given.every and around.points_back and around.sentence.empty:
            others = ground.without(around.before, {role})
        if len(others.roles) == len(ground.game.roles) - 1 or given.every:
            ways.append(all_of(_is_best(ground, said.kind, role, move, partial) for partial in others.partials))
        else:
            raise NoClaim("an opinion of what is best")
    return [tuple(ways)]


def _best_at_turn(ground: Ground, said: p.Best, given: GameScene, around: Around, actor: str | None) -> Alternatives:
    """Of roles that choose in turn: a choice is best after what was done before it, as far as that was told."""
    ways: list[f.Formula] = []
    if said.kind not in ("best", "only", "worst"):
        raise NoClaim("an opinion of what is best")
    for act in resolve(said.act, ground.game, ground.view, given, actor):
        if len(act.roles) != 1 or len(act.partials) != 1:
            raise NoClaim("an opinion of what is best")
        ((turn, move),) = act.partials[0].items()
        if turn not in ground.game.turns or role_of(turn) == RANDOM:
            raise NoClaim("an opinion of what is best")
        told = leaning(given, ground.view, ground.game)
        if around.points_back and around.sentence.empty:
            told = told.over(around.before)
        known = ground.without(
            told, {each for each in told.roles if role_of(each) == role_of(turn) and not ground.game.after(turn, each)}
        )
        later = any(ground.game.after(each, turn) for each in known.roles)
        if said.kind == "best" and not ground.game.chancy and not later:
            ways.append(all_of(best_in_turn(ground, turn, move, partial) for partial in known.partials))
        for kind in ("all", "some") if ground.game.chancy else ("all",):
            compared = [_beats_rest(said.kind, ground.game, turn, move, partial, kind) for partial in known.partials]
            ways.append(all_of(compared))
    return tuple(ways)


def _beats_rest(kind: str, game: GameWords, turn: str, move: str, partial: Partial, cases: str) -> f.Formula:
    """That a choice brings at least what the others do, in all cases of what is open or in some."""
    rest = [other for other in game.moves[turn] if other != move]
    relation: p.AmountRelation = "<=" if kind == "worst" else ">" if kind == "only" else ">="
    pairs = [
        f.Compare(relation, pay(turn, {**partial, turn: move}), pay(turn, {**partial, turn: other})) for other in rest
    ]
    return all_of(pairs if cases == "all" else map(f.Some, pairs))


def _never_best(ground: Ground, act: GameScene) -> f.Formula:
    """That a choice is a best answer to nothing the others may do."""
    if len(act.roles) != 1 or len(act.partials) != 1:
        raise NoClaim("an opinion of what is best")
    ((role, move),) = act.partials[0].items()
    others = [each for each in ground.game.roles if each != role]
    return all_of(
        f.Negation(_is_best(ground, "best", role, move, dict(zip(others, moves, strict=True))))
        for moves in product(*(ground.game.moves[other] for other in others))
    )


def _never_better(ground: Ground, act: GameScene) -> f.Formula:
    """That one of two choices is better in no case, so whatever is believed."""
    if len(act.roles) != 1 or len(act.partials) != 1:
        raise NoClaim("an opinion of what is best")
    ((role, move),) = act.partials[0].items()
    rest = [other for other in ground.game.moves[role] if other != move]
    others = [each for each in ground.game.roles if each != role]
    if len(rest) != 1:
        raise NoClaim("of several choices each may be better than another one")
    return all_of(
        f.Compare("<=", pay(role, {**partial, role: move}), pay(role, {**partial, role: rest[0]}))
        for moves in product(*(ground.game.moves[other] for other in others))
        for partial in [dict(zip(others, moves, strict=True))]
    )


def _best_alike(ground: Ground, said: p.Best, given: GameScene, role: str) -> f.Formula | None:
    """That the best answer is always the other's move, or the other of two; None where it isn't meant."""
    if len(said.act.choices) != 1 or said.act.choices[0].how not in ("same", "different") or said.act.choices[0].who:
        return None
    if not (said.act.every or given.every) or len(ground.game.roles) != 2 or said.kind == "worst":
        return None
    how, (other,) = said.act.choices[0].how, [each for each in ground.game.roles if each != role]
    if how == "different" and len(ground.game.moves[role]) != 2:
        return None
    pairs = [
        (mine, theirs)
        for mine in ground.game.moves[role]
        for theirs in ground.game.moves[other]
        if (mine == theirs) == (how == "same")
    ]
    if not set(ground.game.moves[role]) & set(ground.game.moves[other]):
        return None
    return all_of(_is_best(ground, said.kind, role, mine, {other: theirs}) for mine, theirs in pairs)


def _is_best(ground: Ground, kind: str, role: str, move: str, partial: Partial) -> f.Formula:
    if kind == "worst" or role_of(role) != role:
        rest = [other for other in ground.game.moves[role] if other != move]
        relation: p.AmountRelation = "<=" if kind == "worst" else ">" if kind == "only" else ">="
        return all_of(
            f.Compare(relation, pay(role, {**partial, role: move}), pay(role, {**partial, role: other}))
            for other in rest
        )
    return f.Applied("only_best" if kind == "only" else "best", (const(role), const(move), condition(partial)))


def ground_peak(ground: Ground, said: p.Peak, around: Around) -> list[Alternatives]:
    case = said.case
    scenes: list[GameScene] = []
    for actor in ground.actors(said.who, ground.near(around)):
        for scene in (
            resolve(case, ground.game, ground.view, ground.near(around), actor) if not case.empty else [GameScene()]
        ):
            scenes.append(scene)
    ways: list[f.Formula] = []
    for own in scenes:
        scene = own.over(ground.near(around))
        if scene.empty or (own.empty and around.points_back and not ground.full(scene)):
            scene = scene.over(around.before)
        if scene.empty:
            raise Unresolved("it isn't said in which case")
        for role in ground.holder(said.who, scene.partials[0]) if said.kind not in ("sum", "shared") else ("",):
            ways += _peak_of(ground, said, role, own, scene, ground.near(around))
        if said.who is not None and said.who.kind in ("both", "each") and said.kind not in ("sum", "shared"):
            each = [_peak_of(ground, said, role, own, scene, ground.near(around)) for role in ground.game.roles]
            ways = [all_of(way) for way in zip(*each, strict=False)]
    if not ways:
        raise Unresolved("it can't be told what is compared")
    return [tuple(ways)]


def _peak_of(
    ground: Ground, said: p.Peak, role: str, own: GameScene, scene: GameScene, near: GameScene
) -> list[f.Formula]:
    if said.kind == "shared":
        told = [_peak_of(ground, replace(said, kind="pay"), each, own, scene, near) for each in ground.game.roles]
        each_gets = [all_of(way) for way in zip(*told, strict=False)]
        return [*_peak_of(ground, replace(said, kind="sum"), "", own, scene, near), *each_gets]
    if said.kind == "sum":
        if not ground.full(scene):
            raise Unresolved("it doesn't tell what each role chooses")
        name = "highest_sum" if said.which == "max" else "lowest_sum"
        return [all_of(f.Applied(name, (condition(partial),)) for partial in scene.partials)]
    acts = {partial[role] for partial in scene.partials if role in partial}
    if said.kind in ("min", "max") or (said.kind == "mean"):
        if len(acts) != 1:
            raise Unresolved("it isn't said which choice is meant")
        (move,) = acts
        return [_peak_act(ground, said, role, move)]
    ways: list[f.Formula] = []
    if ground.full(scene):
        for partial in scene.partials:
            term = pay(role, partial)
            ways.append(f.Compare("=", term, f.Extreme(said.which, pay(role, {}))))  # type: ignore[arg-type]
            others = {other: move for other, move in partial.items() if other != role}
            rest = [move for move in ground.game.moves[role] if move != partial[role]] if role in partial else []
            relation: p.AmountRelation = ">=" if said.which == "max" else "<="
            if said.who is None and said.which == "max" and set(partial) == set(ground.game.roles):
                ways.append(f.Applied("highest_sum", (condition(partial),)))
            if rest and (own.empty or role in own.roles):
                ways.append(all_of(f.Compare(relation, term, pay(role, {**others, role: move})) for move in rest))
            if role in partial and (len(own.roles) < len(ground.game.roles) or role in near.roles):
                ways.append(f.Compare("=", term, f.Extreme(said.which, pay(role, {role: partial[role]}))))  # type: ignore[arg-type]
    elif len(acts) == 1 and len(scene.roles) == 1:
        (move,) = acts
        ways.append(_peak_act(ground, replace(said, kind="max" if said.which == "max" else "min"), role, move))
        ways.append(_peak_act(ground, replace(said, kind="min" if said.which == "max" else "max"), role, move))
    return ways


def _peak_act(ground: Ground, said: p.Peak, role: str, move: str) -> f.Formula:
    """A choice whose guarantee, best case or expectation is the highest or lowest of all."""
    moves = ground.game.moves[role]
    relation: p.AmountRelation = ">=" if said.which == "max" else "<="
    if said.kind == "min":
        return f.Applied("safest" if said.which == "max" else "riskiest", (const(role), const(move)))
    if said.kind == "max" and said.which == "max":
        return f.Applied("boldest", (const(role), const(move)))
    mine = measure_of(ground, role, {role: move}, said.kind)
    return all_of(
        f.Compare(relation, mine, measure_of(ground, role, {role: other}, said.kind))
        for other in moves
        if other != move
    )
