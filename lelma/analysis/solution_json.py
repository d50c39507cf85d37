"""A solution as JSON: `lelma.analysis.json_types` says what each key means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from gdl.tables.tree import CHANCE, LEAF, Tree
from lelma.analysis.dominance import Iterated, Strength, dominant
from lelma.analysis.equilibria import Equilibria, best_responses
from lelma.analysis.exact_value import ExactValue
from lelma.analysis.json_types import (
    BestResponseJson,
    CorrelatedJson,
    DominanceJson,
    DominatedJson,
    EliminatedJson,
    EliminationJson,
    ExtensiveJson,
    InductionJson,
    IteratedJson,
    MaximinJson,
    MixedEquilibriaJson,
    PlayJson,
    SolutionJson,
    StrategicJson,
    SubgamePerfectJson,
    ValueJson,
)
from lelma.analysis.maximin_and_pareto import undominated
from lelma.analysis.normal_form import MixedStrategy, NormalForm
from lelma.analysis.solution import Solution
from lelma.support.json_types import VERSION

MAX_PLAYS = 1_000
"""Most plays of a game tree that are listed."""


def solution_json(solution: Solution) -> SolutionJson:
    """The solution as a JSON object."""
    extended = any(part is not None for part in (solution.tree, solution.backward, solution.stages))
    return {
        "schema": VERSION,
        "game": solution.name,
        "roles": list(solution.roles),
        **(_NO_FORM if solution.form is None else _strategic(solution, solution.form)),
        "extensive": _extensive(solution) if extended else None,
        "value": None if solution.value is None else _value(solution.value),
        "status": solution.status,
    }


_NO_FORM: StrategicJson = {
    "moves": None,
    "payoffs": None,
    "zero_sum": None,
    "dominance": None,
    "iterated": None,
    "pure_equilibria": None,
    "mixed_equilibria": None,
    "maximin": None,
    "pareto": None,
    "best_responses": None,
    "correlated": None,
}


def _strategic(solution: Solution, form: NormalForm) -> StrategicJson:
    pareto, found = solution.pareto, solution.equilibria
    assert found is not None
    return {
        "moves": {role: list(moves) for role, moves in zip(form.roles, form.moves, strict=True)},
        "payoffs": [
            {"profile": list(form.names(profile)), "payoffs": list(map(str, form.payoffs[profile]))}
            for profile in form.profiles()
        ],
        "zero_sum": form.zero_sum,
        "dominance": _dominance(solution, form),
        "iterated": _iterated(solution, form),
        "pure_equilibria": [
            [moves[mix.index(Fraction(1))] for moves, mix in _paired(form, one.mixes)]
            for one in found.found
            if one.pure
        ],
        "mixed_equilibria": _mixed_equilibria(found, form),
        "maximin": _maximin(solution, form),
        "pareto": None if pareto is None else [list(form.names(profile)) for profile in pareto],
        "best_responses": list(_best_responses(form)),
        "correlated": _correlated(solution, form),
    }


def _value(value: ExactValue) -> ValueJson:
    mixes = {role: {move: str(weight) for move, weight in mix.items()} for role, mix in value.mixes.items()}
    return {
        "payoffs": {role: str(payoff) for role, payoff in value.payoffs.items()},
        "play": list(value.play),
        "mixes": mixes or None,
        "states": value.states,
        "method": value.method,
    }


def _maximin(solution: Solution, form: NormalForm) -> MaximinJson | None:
    if solution.maximin is None:
        return None
    return {
        "moves": _by_role(form, ([moves[i] for i in each.moves] for moves, each in _paired(form, solution.maximin))),
        "values": _by_role(form, (str(each.value) for each in solution.maximin)),
        "mixed": _by_role(
            form,
            (
                {"value": str(each.mixed_value), "strategy": _mix(moves, each.mix)}
                for moves, each in _paired(form, solution.maximin)
            ),
        ),
    }


def _correlated(solution: Solution, form: NormalForm) -> CorrelatedJson | None:
    found = solution.correlated
    if found is None:
        return None
    return {
        "distribution": [
            {"profile": list(form.names(profile)), "probability": str(weight)}
            for profile, weight in sorted(found.distribution.items())
        ],
        "payoffs": _by_role(form, map(str, found.payoffs)),
        "welfare": str(found.welfare),
    }


def _by_role(form: NormalForm, values: Iterable[Any]) -> dict[str, Any]:
    return dict(zip(form.roles, values, strict=True))


def _paired(form: NormalForm, values: Iterable[Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    return zip(form.moves, values, strict=True)


def _mix(moves: tuple[str, ...], mix: MixedStrategy) -> dict[str, str]:
    return {move: str(weight) for move, weight in zip(moves, mix, strict=True)}


def _played(moves: tuple[str, ...], mix: MixedStrategy) -> dict[str, str]:
    return {move: str(weight) for move, weight in zip(moves, mix, strict=True) if weight}


def _best_responses(form: NormalForm) -> Iterator[BestResponseJson]:
    for role, name in enumerate(form.roles):
        for others, moves in best_responses(form, role).items():
            names = form.names(others)
            to = {other: names[i] for i, other in enumerate(form.roles) if i != role}
            yield {"role": name, "to": to, "moves": [form.moves[role][i] for i in moves]}


def _dominance(solution: Solution, form: NormalForm) -> DominanceJson | None:
    found = solution.dominated
    if found is None:
        return None
    return {
        "strictly_dominant": _dominant(form, "strict"),
        "weakly_dominant": _dominant(form, "weak"),
        "strictly_dominated": _dominated(form, found["strict"]),
        "weakly_dominated": _dominated(form, found["weak"]),
    }


def _dominant(form: NormalForm, strength: Strength) -> dict[str, list[str]]:
    return _by_role(
        form, ([moves[move] for move in dominant(form, role, strength)] for role, moves in enumerate(form.moves))
    )


def _dominated(form: NormalForm, found: Sequence[Mapping[int, MixedStrategy]]) -> dict[str, list[DominatedJson]]:
    return _by_role(
        form,
        (
            [{"move": moves[move], "by": _played(moves, mix)} for move, mix in sorted(dominated.items())]
            for moves, dominated in _paired(form, found)
        ),
    )


def _iterated(solution: Solution, form: NormalForm) -> IteratedJson | None:
    found = solution.iterated
    if found is None:
        return None
    return {"strict": _elimination(found["strict"], form), "weak": _elimination(found["weak"], form)}


def _elimination(found: Iterated, form: NormalForm) -> EliminationJson:
    steps: list[EliminatedJson] = [
        {
            "round": step.round,
            "role": form.roles[step.role],
            "move": step.move,
            "by": {move: str(weight) for move, weight in step.by},
        }
        for step in found.steps
    ]
    return {"steps": steps, "left": _by_role(form, ([m[i] for i in kept] for m, kept in _paired(form, found.kept)))}


def _mixed_equilibria(found: Equilibria, form: NormalForm) -> MixedEquilibriaJson:
    return {
        "status": found.status,
        "infinite": found.infinite,
        "equilibria": [
            {
                "strategies": _by_role(form, (_mix(moves, mix) for moves, mix in _paired(form, one.mixes))),
                "payoffs": _by_role(form, map(str, one.payoffs)),
            }
            for one in found.found
            if not one.pure
        ],
    }


def _extensive(solution: Solution) -> ExtensiveJson:
    tree = solution.tree
    sets = [each for each in tree.sets if each.owner != CHANCE] if tree is not None else []
    return {
        "nodes": None if tree is None else len(tree.nodes),
        "perfect_information": solution.backward is not None,
        "information_sets": None
        if tree is None
        else [{"role": tree.roles[each.owner], "knows": each.label, "moves": list(each.moves)} for each in sets],
        "plays": None if tree is None else _plays(tree),
        "backward_induction": _induction(solution),
        "subgame_perfect": _subgame_perfect(solution),
    }


def _subgame_perfect(solution: Solution) -> SubgamePerfectJson | None:
    stages = solution.stages
    if stages is None:
        return None
    return {
        "values": dict(zip(solution.roles, map(str, stages.payoffs), strict=True)),
        "first": {
            role: {move: str(weight) for move, weight in mix}
            for role, mix in zip(solution.roles, stages.first, strict=True)
        },
        "states": stages.states,
    }


def _plays(tree: Tree) -> list[PlayJson] | None:
    if sum(node.information == LEAF for node in tree.nodes) > MAX_PLAYS:
        return None
    plays: list[tuple[list[str], tuple[Fraction, ...]]] = []
    waiting: list[tuple[int, list[str], tuple[Fraction, ...]]] = [(0, [], (Fraction(0),) * len(tree.roles))]
    while waiting:
        index, play, before = waiting.pop()
        node = tree.nodes[index]
        payoffs = tuple(a + b for a, b in zip(before, node.payoffs, strict=True)) if node.payoffs else before
        if node.information == LEAF:
            plays.append((play, payoffs))
            continue
        moves = tree.sets[node.information].moves
        steps = [(child, [*play, move], payoffs) for move, child in zip(moves, node.children, strict=True)]
        waiting += reversed(steps)
    listed: list[PlayJson] = [{"play": play, "payoffs": list(map(str, payoffs))} for play, payoffs in plays]
    if all(each.owner != CHANCE for each in tree.sets):
        best = undominated(payoffs for _, payoffs in plays)
        return [{**entry, "pareto": payoffs in best} for entry, (_, payoffs) in zip(listed, plays, strict=True)]
    return listed


def _induction(solution: Solution) -> InductionJson | None:
    found, tree = solution.induction, solution.backward
    if found is None or tree is None:
        return None
    play, index = [], 0
    for move in found.play:
        play.append(tree.sets[tree.nodes[index].information].moves[move])
        index = tree.nodes[index].children[move]
    outcomes = (
        None if found.outcomes is None else [list(map(str, each)) for each in sorted(found.outcomes, reverse=True)]
    )
    return {
        "play": play,
        "values": dict(zip(tree.roles, map(str, found.payoffs), strict=True)),
        "ties": found.ties,
        "outcomes": outcomes,
    }
