"""Assertions of game theory as formulas: dominance, equilibria, efficiency."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from translators.formulas import formula as f
from translators.reading.claims.ahead import best_in_turn
from translators.reading.claims.formulas import all_of, any_of, condition, const, number_term
from translators.reading.claims.ground import Alternatives, Around, Ground
from translators.reading.discourse.scene import GameScene, Partial, Unresolved, resolve
from translators.reading.grammar import parts as p


def ground_dominates(ground: Ground, said: p.Dominates, around: Around) -> list[Alternatives]:
    actor = ground.holder(said.who, {})[0] if said.who is not None else None
    if said.who is not None and len(ground.holder(said.who, {})) > 1:
        return [
            claim
            for role in ground.holder(said.who, {})
            for claim in ground_dominates(ground, replace(said, who=p.Who("role", role)), around)
        ]
    role, left = ground.one_move(said.left, around, actor)
    if said.right is not None:
        _, right = ground.one_move(said.right, around, role)
        if left == right:
            raise Unresolved("a move can't dominate itself")
        pair = (right, left) if said.lost else (left, right)
        return [
            tuple(f.Applied(f"{name}_dominates", (const(role), *map(const, pair))) for name in _names(said.strength))
        ]
    if said.lost:
        return [tuple(f.Applied(f"{name}_dominated", (const(role), const(left))) for name in _names(said.strength))]
    rest = [move for move in ground.game.moves[role] if move != left]
    return [
        tuple(
            all_of(f.Applied(f"{name}_dominates", (const(role), const(left), const(move))) for move in rest)
            for name in _names(said.strength)
        )
    ]


def _names(strength: str) -> tuple[str, ...]:
    """What dominance may be meant."""
    return {"strict": ("strictly",), "either": ("weakly", "strictly")}.get(strength, ("weakly",))


def ground_dominance(ground: Ground, said: p.Dominance, around: Around) -> list[Alternatives]:
    """Of all roles that are spoken of; of the reasoner or of all where nobody is."""
    anybody = [(ground.view.topic,), ground.game.roles]
    groups = anybody if said.who is None else [ground.holder(said.who, {})]
    ways: list[f.Formula] = []
    for name in _names(said.strength):
        for roles in groups:
            found = [_any_move(role, f"{name}_{said.kind}") for role in roles]
            ways.append(all_of(each if said.some else f.Negation(each) for each in found))
    return [tuple(ways)]


def _any_move(role: str, name: str) -> f.Formula:
    """Some move of a role dominates or is dominated."""
    moves, owner, one, other = f.Domain("moves", const(role)), const(role), f.Var("X"), f.Var("Y")
    if not name.endswith("dominates"):
        return f.Quantified("any", "X", moves, f.Applied(name, (owner, one)))
    return f.Quantified("any", "X", moves, f.Quantified("any", "Y", moves, f.Applied(name, (owner, one, other))))


def ground_deviates(ground: Ground, said: p.Deviates, around: Around) -> list[Alternatives]:
    """Against the choices that its own case or what stands around it tells."""
    if ground.game.plays:
        raise Unresolved("whose choice would be another can't be told")
    one = said.who.kind == "one"
    roles = ground.game.roles if one else ground.holder(said.who, {})
    ways: list[f.Formula] = []
    for partial in _outcomes(ground, said.case, around):
        found = [_gains(ground, role, partial, said.act, around) for role in roles]
        ways.append(any_of(found) if one else all_of(found))
    return [(all_of(ways),)]


def _gains(ground: Ground, role: str, partial: Partial, act: p.Case | None, around: Around) -> f.Formula:
    """A role gets more by another move, or by the one that is named."""
    others = tuple(bind for bind in condition(partial).parts if isinstance(bind, f.Bind) and bind.role != const(role))

    def more(move: f.Ref) -> f.Formula:
        changed = f.Condition((*others, f.Bind(const(role), move)))
        return f.Compare(">", f.Pay(const(role), changed), f.Pay(const(role), condition(partial)))

    if act is None:
        return f.Quantified("any", "X", f.Domain("moves", const(role)), more(f.Var("X")))
    _, move = ground.one_move(act, around, role)
    if partial.get(role) == move:
        raise Unresolved("it tells no other choice than is made there already")
    return more(const(move))


def _outcomes(ground: Ground, case: p.Case, around: Around) -> tuple[Partial, ...]:
    """The outcomes that a case and what stands around it tell.

    Raises:
        Unresolved: if it leaves a role's choice open.
    """
    scene = resolve(case, ground.game, ground.view, ground.near(around))[0]
    filled = scene if ground.full(scene) else scene.over(ground.near(around)).over(around.before)
    if not ground.full(filled):
        raise Unresolved("it doesn't tell what each role chooses")
    return filled.partials


def ground_refined(ground: Ground, said: p.Refined, around: Around) -> list[Alternatives]:
    """Of two roles with two moves each, where it is about risk."""
    outcomes = _outcomes(ground, said.case, around)
    if len(outcomes) != 1:
        raise Unresolved("it isn't one outcome")
    (outcome,) = outcomes
    if said.over is not None:
        return [(all_of(_refines(ground, said.kind, outcome, over) for over in _outcomes(ground, said.over, around)),)]
    if said.kind == "risk":
        other = {role: next(move for move in ground.game.moves[role] if move != made) for role, made in outcome.items()}
        return [(_refines(ground, "risk", outcome, other),)]
    here, there = condition(outcome), f.Condition((f.Var("T"),))
    differs = (f.Compare("!=", f.Pay(const(role), here), f.Pay(const(role), there)) for role in ground.game.roles)
    rival = all_of(
        (
            f.Applied("nash", (f.Var("T"),)),
            any_of(differs),
            f.Negation(f.Applied("payoff_dominates", (here, f.Var("T")))),
        )
    )
    best = f.Negation(f.Quantified("any", "T", f.Domain("profiles"), rival))
    return [(all_of((f.Applied("nash", (here,)), best)),)]


def _refines(ground: Ground, kind: str, outcome: Partial, over: Partial) -> f.Formula:
    if kind == "payoff":
        return f.Applied("payoff_dominates", (condition(outcome), condition(over)))
    if len(outcome) != 2 or any(len(ground.game.moves[role]) != 2 for role in outcome):
        raise Unresolved("risk dominance is of two roles with two moves")
    args = [const(each) for role, move in outcome.items() for each in (role, move, over[role])]
    return f.Applied("risk_dominates", tuple(args))


def ground_stable(ground: Ground, said: p.Stable, around: Around) -> list[Alternatives]:
    if said.strength == "perfect":
        return [_perfect(ground, said)]
    name = "strict_nash" if said.strength == "strict" else "nash"
    counted = f.Count("S", f.Domain("profiles"), f.Applied(name, (f.Var("S"),)))
    if said.count is not None:
        return [(f.Compare("=", counted, number_term(Fraction(said.count))),)]
    ways: list[f.Formula] = []
    for scene in resolve(said.case, ground.game, ground.view, ground.near(around)):
        filled = scene if ground.full(scene) else scene.over(ground.near(around)).over(around.before)
        if not ground.full(filled):
            raise Unresolved("it doesn't tell what each role chooses")
        one = said.only and len(filled.partials) == 1
        found: list[f.Formula] = [
            f.Applied("only_nash" if one else name, (condition(partial),)) for partial in filled.partials
        ]
        if said.only and not one:  # the only ones are these
            found.append(f.Compare("=", counted, number_term(Fraction(len(found)))))
        ways.append(all_of(map(f.Negation, found)) if said.none else all_of(found))
    return [tuple(ways)]


def _perfect(ground: Ground, said: p.Stable) -> Alternatives:
    """That a subgame-perfect equilibrium comes to a case; of one choice, that it is also made off its course."""
    if not ground.game.plays or ground.game.chancy or said.case.empty:
        raise Unresolved("it isn't said which course of the game it is")
    ways: list[f.Formula] = []
    for scene in resolve(said.case, ground.game, ground.view, GameScene()):
        ways.append(all_of(f.Applied("subgame_perfect", (condition(partial),)) for partial in scene.partials))
        if len(scene.partials) == 1 and len(scene.roles) == 1:
            ((turn, move),) = scene.partials[0].items()
            ways.append(best_in_turn(ground, turn, move, {}))
    return tuple(ways)


def ground_efficient(ground: Ground, said: p.Efficient, around: Around) -> list[Alternatives]:
    ways: list[f.Formula] = []
    for scene in resolve(said.case, ground.game, ground.view, ground.near(around)):
        if said.over is not None:
            over = resolve(said.over, ground.game, ground.view, ground.near(around))[0]
            if said.over.empty:
                over = over.over(ground.near(around)).over(around.before)
            if not (ground.full(scene) and ground.full(over)):
                raise Unresolved("it doesn't tell what each role chooses")
            ways.append(
                all_of(
                    f.Applied("pareto_dominates", (condition(a), condition(b)))
                    for a in scene.partials
                    for b in over.partials
                )
            )
            continue
        outcomes = scene.partials if ground.full(scene) else _outcomes(ground, said.case, around)
        fine = all_of(f.Applied("pareto", (condition(partial),)) for partial in outcomes)
        ways.append(f.Negation(fine) if said.bad else fine)
    return [tuple(ways)]


def ground_game(ground: Ground, said: p.GameIs, around: Around) -> list[Alternatives]:
    return [(f.Applied(said.what, ()),)]
