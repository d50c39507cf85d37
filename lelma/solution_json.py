"""The JSON of a solution.

Numbers are text and exact: "3", "-5/2". Profiles are lists of moves in role order. In an object by role or by
move, keys are their names. Keys, null where the game has no normal form or the question was too large (`status`
says why):

- `game`, `roles`, `moves`: moves (or strategies) by role. A strategy of a game of several rounds is called by its
  moves at `extensive.information_sets` of its role, in that order, with `/` between them and `*` for a set that
  the strategy itself does not reach.
- `payoffs`: a list of `profile` and `payoffs`, both in role order; `zero_sum`: whether they always sum to 0.
- `dominance`: `strictly_dominant` and `weakly_dominant`, lists of moves by role; `strictly_dominated` and
  `weakly_dominated`, by role lists of `move` and `by`, the mix that dominates it (move to weight). What is
  strictly dominated is weakly dominated too.
- `iterated`: for `strict` and `weak` elimination `steps`, in order (`round`, `role`, `move`, `by`), and `left`, the
  moves of each role that stay. In a round all dominated moves go at once.
- `pure_equilibria`: a list of profiles.
- `mixed_equilibria`: those in which some role really mixes: `equilibria`, a list of `strategies` (role to move to
  probability, every move named) and `payoffs` by role; `status`: "complete", these and the pure ones are all;
  "degenerate", there may be others, each a mixture of these and the pure ones; or "gave up: why"; `infinite`:
  whether there are infinitely many, null if not known.
- `maximin`: `moves` and `values` by role, for single moves; `mixed`: by role the `value` and `strategy` of a mix.
- `pareto`: the Pareto-optimal profiles. `best_responses`: a list of `role`, `to` (the others' moves), `moves`.
- `correlated`: a correlated equilibrium of the highest sum: `distribution`, a list of `profile` and `probability`,
  `payoffs` by role, and `welfare`, the sum.
- `extensive`: null for one simultaneous round; else `nodes`, `perfect_information`, `information_sets` (`role`,
  `knows`, `moves`), `plays` (`play`, `payoffs` in role order and, without chance, whether it is `pareto` optimal
  among them; null for more than 1,000), and `backward_induction`: null or `play`, `values` by role, `ties`
  (whether a role is indifferent somewhere: then the first of equal moves is taken), `outcomes` (the payoffs of all
  pure subgame-perfect equilibria, null for too many), and `subgame_perfect`: for rounds of simultaneous moves null
  or `values` by role, the same in every subgame-perfect equilibrium, `first`, by role the mix of one such equilibrium
  in the first round, and `states`, how many there are.
- `value`: null, or, of a game whose states are too many for the rest, its exact value if each role takes the first of
  the moves that are best for itself: `payoffs` by role, `play`, the choices of such a play up to chance's first one
  or the first round in which several roles choose, `mixes`, null or by role an optimal mix over the moves of that
  round, `states`, how many were visited, and `method`.
- `status`: "solved", "partly solved: why not more" or "not solved: why".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from gdl.tree import CHANCE, LEAF, Tree
from lelma.forms.dominance import Strength, dominant
from lelma.forms.equilibria import best_responses
from lelma.forms.guarantees import undominated
from lelma.forms.normal import Mix, NormalForm
from lelma.solve import Solution

KEYS = (
    "game roles moves payoffs zero_sum dominance iterated pure_equilibria mixed_equilibria maximin pareto "
    "best_responses correlated extensive value status"
).split()

MAX_PLAYS = 1_000
"""Most plays of a game tree that are listed."""


def solution_json(solution: Solution) -> dict[str, Any]:
    """The solution as the module says."""
    found: dict[str, Any] = dict.fromkeys(KEYS)
    found |= {"game": solution.name, "roles": list(solution.roles), "status": solution.status}
    if any(part is not None for part in (solution.tree, solution.backward, solution.stages)):
        found["extensive"] = _extensive(solution)
    if solution.value is not None:
        value = solution.value
        payoffs = {role: str(payoff) for role, payoff in value.payoffs.items()}
        mixes = {role: {move: str(weight) for move, weight in mix.items()} for role, mix in value.mixes.items()}
        found["value"] = {
            "payoffs": payoffs, "play": list(value.play), "mixes": mixes or None, "states": value.states,
            "method": value.method,
        }  # fmt: skip
    form = solution.form
    if form is None:
        return found
    found["moves"] = {role: list(moves) for role, moves in zip(form.roles, form.moves, strict=True)}
    found["payoffs"] = [
        {"profile": list(form.names(profile)), "payoffs": list(map(str, form.payoffs[profile]))}
        for profile in form.profiles()
    ]
    found["zero_sum"] = form.zero_sum
    found["best_responses"] = list(_best_responses(form))
    found |= {"dominance": _dominance(solution, form), "iterated": _iterated(solution, form)}
    found |= _equilibria(solution, form)
    if solution.maximin is not None:
        found["maximin"] = {
            "moves": _by_role(
                form, ([moves[i] for i in each.moves] for moves, each in _paired(form, solution.maximin))
            ),
            "values": _by_role(form, (str(each.value) for each in solution.maximin)),
            "mixed": _by_role(
                form,
                (
                    {"value": str(each.mixed_value), "strategy": _mix(moves, each.mix)}
                    for moves, each in _paired(form, solution.maximin)
                ),
            ),
        }
    if solution.pareto is not None:
        found["pareto"] = [list(form.names(profile)) for profile in solution.pareto]
    if solution.correlated is not None:
        found["correlated"] = {
            "distribution": [
                {"profile": list(form.names(profile)), "probability": str(weight)}
                for profile, weight in sorted(solution.correlated.distribution.items())
            ],
            "payoffs": _by_role(form, map(str, solution.correlated.payoffs)),
            "welfare": str(solution.correlated.welfare),
        }
    return found


def _by_role(form: NormalForm, values: Iterable[Any]) -> dict[str, Any]:
    return dict(zip(form.roles, values, strict=True))


def _paired(form: NormalForm, values: Iterable[Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    return zip(form.moves, values, strict=True)


def _mix(moves: tuple[str, ...], mix: Mix) -> dict[str, str]:
    return {move: str(weight) for move, weight in zip(moves, mix, strict=True)}


def _played(moves: tuple[str, ...], mix: Mix) -> dict[str, str]:
    return {move: str(weight) for move, weight in zip(moves, mix, strict=True) if weight}


def _best_responses(form: NormalForm) -> Iterator[dict[str, Any]]:
    for role, name in enumerate(form.roles):
        for others, moves in best_responses(form, role).items():
            names = form.names(others)
            to = {other: names[i] for i, other in enumerate(form.roles) if i != role}
            yield {"role": name, "to": to, "moves": [form.moves[role][i] for i in moves]}


def _dominance(solution: Solution, form: NormalForm) -> dict[str, Any] | None:
    if solution.dominated is None:
        return None
    strengths: Mapping[str, Strength] = {"strictly": "strict", "weakly": "weak"}
    found: dict[str, Any] = {}
    for word, strength in strengths.items():
        found[f"{word}_dominant"] = {
            role: [form.moves[i][move] for move in dominant(form, i, strength)] for i, role in enumerate(form.roles)
        }
    for word, strength in strengths.items():
        found[f"{word}_dominated"] = {
            role: [{"move": moves[move], "by": _played(moves, mix)} for move, mix in sorted(dominated.items())]
            for role, moves, dominated in zip(form.roles, form.moves, solution.dominated[strength], strict=True)
        }
    return found


def _iterated(solution: Solution, form: NormalForm) -> dict[str, Any] | None:
    if solution.iterated is None:
        return None
    return {
        strength: {
            "steps": [
                {
                    "round": step.round,
                    "role": form.roles[step.role],
                    "move": step.move,
                    "by": {move: str(weight) for move, weight in step.by},
                }
                for step in found.steps
            ],
            "left": _by_role(form, ([moves[i] for i in kept] for moves, kept in _paired(form, found.kept))),
        }
        for strength, found in solution.iterated.items()
    }


def _equilibria(solution: Solution, form: NormalForm) -> dict[str, Any]:
    found = solution.equilibria
    assert found is not None
    pure = [
        [moves[mix.index(Fraction(1))] for moves, mix in _paired(form, one.mixes)] for one in found.found if one.pure
    ]
    mixed = [
        {
            "strategies": _by_role(form, (_mix(moves, mix) for moves, mix in _paired(form, one.mixes))),
            "payoffs": _by_role(form, map(str, one.payoffs)),
        }
        for one in found.found
        if not one.pure
    ]
    return {
        "pure_equilibria": pure,
        "mixed_equilibria": {"status": found.status, "infinite": found.infinite, "equilibria": mixed},
    }


def _extensive(solution: Solution) -> dict[str, Any]:
    found: dict[str, Any] = dict.fromkeys(["nodes", "perfect_information", "information_sets", "plays"])
    tree = solution.tree
    if tree is not None:
        sets = [each for each in tree.sets if each.owner != CHANCE]
        found["nodes"] = len(tree.nodes)
        found["information_sets"] = [
            {"role": tree.roles[each.owner], "knows": each.label, "moves": list(each.moves)} for each in sets
        ]
        found["plays"] = _plays(tree)
    found["perfect_information"] = solution.backward is not None
    found["backward_induction"] = _induction(solution)
    stages = solution.stages
    found["subgame_perfect"] = stages and {
        "values": dict(zip(solution.roles, map(str, stages.payoffs), strict=True)),
        "first": {
            role: {move: str(weight) for move, weight in mix}
            for role, mix in zip(solution.roles, stages.first, strict=True)
        },
        "states": stages.states,
    }
    return found


def _plays(tree: Tree) -> list[dict[str, Any]] | None:
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
    listed = [{"play": play, "payoffs": list(map(str, payoffs))} for play, payoffs in plays]
    if all(each.owner != CHANCE for each in tree.sets):
        best = undominated(payoffs for _, payoffs in plays)
        return [{**entry, "pareto": payoffs in best} for entry, (_, payoffs) in zip(listed, plays, strict=True)]
    return listed


def _induction(solution: Solution) -> dict[str, Any] | None:
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
