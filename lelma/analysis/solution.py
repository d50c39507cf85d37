"""A game solved exactly: its normal form, its game tree, and what game theory says of them.

`solve(game)` takes a game of rules, a payoff table (CSV, `.nfg`) or a game tree (`.efg`); `Solution.as_json` is
described there, `lelma.interfaces.views.solution` shows one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from gdl.errors import GdlSyntaxError
from gdl.tables.matrix import read_payoffs, to_nfg
from gdl.tables.tree import CHANCE, Tree, tree_of_table
from gdl.tables.tree_efg import read_efg, to_efg
from gdl.tree.keywords import RANDOM
from gdl.tree.numbers import NumberSpelling
from gdl.tree.syntax import Compound, Description, Symbol, signature
from gdl.values import dataclass
from lelma.analysis.backward_induction import Induction, backward_induction
from lelma.analysis.dominance import Iterated, Strength, dominators, iterate
from lelma.analysis.equilibria import Correlated, Equilibria, best_correlated, equilibria
from lelma.analysis.errors import NotSolved
from lelma.analysis.exact_value import ExactValue, exact_value
from lelma.analysis.game_tree import check_graph, one_at_a_time, unfold
from lelma.analysis.maximin_and_pareto import Guarantee, guarantee, pareto_optimal
from lelma.analysis.normal_form import MixedStrategy, NormalForm, Profile, from_table, normal_form, to_table
from lelma.analysis.subgame_perfect import Stages, subgame_perfect
from lelma.engine.answers import Graph, Limits
from lelma.engine.bridges import Bridge
from lelma.engine.solver import Solver, compile_program
from lelma.game.game import Game
from lelma.support.errors import GameError, UsageError

Solved = TypeVar("Solved")

MAX_JOINT_MOVES = 100_000
"""Most joint moves, in all states of a game together, that are looked at."""

_MAX_PROFILES = 10_000
"""Largest payoff table that questions are asked about."""

_SECONDS = 20.0
"""How long the states of a game are looked for."""


@dataclass(frozen=True)
class Solution:
    """What is known of a game. Whatever could not be worked out is None, with the reason in `gaps`.

    Attributes:
        name: what the game is called.
        form: the normal form; of a game tree the reduced one.
        tree: the game tree; None for a payoff table and for a game of one simultaneous round.
        stages: the subgame-perfect equilibrium of a game of several simultaneous rounds.
        induction: backward induction over `backward`, the tree or a smaller one whose equal states are one node.
        dominated: for each strength and role, its dominated moves, each with a mix that dominates it.
        value: the value of a game whose states are too many for anything else.
        gaps: why something could not be worked out, by what it is.
        spelling: how the author of the game writes numbers.
    """

    name: str
    roles: tuple[str, ...]
    form: NormalForm | None = None
    tree: Tree | None = None
    backward: Tree | None = None
    induction: Induction | None = None
    stages: Stages | None = None
    dominated: dict[Strength, tuple[dict[int, MixedStrategy], ...]] | None = None
    iterated: dict[Strength, Iterated] | None = None
    equilibria: Equilibria | None = None
    maximin: tuple[Guarantee, ...] | None = None
    pareto: tuple[Profile, ...] | None = None
    correlated: Correlated | None = None
    value: ExactValue | None = None
    gaps: dict[str, str] = field(default_factory=dict)
    spelling: NumberSpelling = field(default_factory=NumberSpelling)

    @property
    def solved(self) -> bool:
        """Whether anything at all was worked out."""
        return any(part is not None for part in (self.form, self.induction, self.stages, self.value))

    @property
    def status(self) -> str:
        """`solved`, `partly solved: why not more`, or `not solved: why`."""
        if not self.gaps:
            return "solved"
        reasons = "; ".join(dict.fromkeys(f"{what}: {why}" if what else why for what, why in self.gaps.items()))
        return f"{'partly' if self.solved else 'not'} solved: {reasons}"


@dataclass
class _Forms:
    """The forms of a game before any question is asked of them."""

    name: str
    roles: tuple[str, ...]
    form: NormalForm | None = None
    tree: Tree | None = None
    backward: Tree | None = None
    stages: Stages | None = None
    value: ExactValue | None = None
    gaps: dict[str, str] = field(default_factory=dict)
    spelling: NumberSpelling = field(default_factory=NumberSpelling)

    def attempt(self, what: str, work: Callable[[], Solved]) -> Solved | None:
        """The answer, or None with the reason noted."""
        try:
            return work()
        except NotSolved as error:
            self.gaps[what] = str(error)
            return None


def solve(game: str | Path, *, bridge: str | Bridge | None = None, seconds: float = _SECONDS) -> Solution:
    """The solution of a game, by name, folder or file of rules, payoffs or tree.

    Raises:
        GameError: if there is no such game or file, or it has faults.
    """
    forms = _read(game, bridge, seconds)
    return replace(_solved(forms), spelling=forms.spelling)


def _solved(forms: _Forms) -> Solution:
    form = forms.form
    induction = None
    if forms.backward is not None:
        induction = forms.attempt("backward induction", lambda: backward_induction(_known(forms.backward)))
    if form is None:
        found = (forms.tree, forms.backward, induction, forms.stages)
        return Solution(forms.name, forms.roles, None, *found, value=forms.value, gaps=forms.gaps)
    every = range(len(form.roles))
    strengths: tuple[Strength, ...] = ("strict", "weak")

    def dominated(mixed: bool) -> dict[Strength, tuple[dict[int, MixedStrategy], ...]]:
        return {each: tuple(dominators(form, role, each, mixed=mixed) for role in every) for each in strengths}

    def iterated(mixed: bool) -> dict[Strength, Iterated]:
        return {each: iterate(form, each, mixed=mixed) for each in strengths}

    nash = equilibria(form)
    if nash.status.startswith("gave up"):
        forms.gaps["mixed equilibria"] = nash.status.removeprefix("gave up: ")
    return Solution(
        forms.name,
        forms.roles,
        form,
        forms.tree,
        forms.backward,
        induction,
        forms.stages,
        forms.attempt("dominance", lambda: dominated(True)) or forms.attempt("dominance", lambda: dominated(False)),
        forms.attempt("iterated", lambda: iterated(True)) or forms.attempt("iterated", lambda: iterated(False)),
        nash,
        forms.attempt("maximin", lambda: tuple(guarantee(form, role) for role in every)),
        forms.attempt("Pareto", lambda: pareto_optimal(form)),
        forms.attempt("correlated equilibrium", lambda: best_correlated(form)),
        gaps=forms.gaps,
    )


def _known(tree: Tree | None) -> Tree:
    assert tree is not None
    return tree


def _read(game: str | Path, bridge: str | Bridge | None, seconds: float) -> _Forms:
    path = Path(game)
    if path.is_file() and path.suffix.lower() in (".nfg", ".csv", ".tsv"):
        return _from_payoffs(path)
    if path.is_file() and path.suffix.lower() == ".efg":
        return _from_tree(path)
    return _from_rules(game, bridge, seconds)


def _from_payoffs(path: Path) -> _Forms:
    try:
        table = read_payoffs(path)
    except GdlSyntaxError as error:
        raise GameError(f"{path} can't be read:", error.faults) from None
    forms = _Forms(table.title or path.stem, table.roles, spelling=table.spelling)
    if len(table.payoffs) > _MAX_PROFILES:
        forms.gaps[""] = f"the table has {len(table.payoffs)} profiles, more than {_MAX_PROFILES}"
    else:
        forms.form = from_table(table)
    return forms


def _from_tree(path: Path) -> _Forms:
    try:
        tree = read_efg(path)
    except GdlSyntaxError as error:
        raise GameError(f"{path} can't be read:", error.faults) from None
    forms = _Forms(tree.title or path.stem, tree.roles, tree=tree, spelling=tree.spelling)
    forms.backward = tree if tree.perfect_information() else None
    forms.form = forms.attempt("normal form", lambda: normal_form(tree))
    return forms


def _from_rules(name: str | Path, bridge: str | Bridge | None, seconds: float) -> _Forms:
    game = Game.load(name)
    passes = game.file.pass_moves
    percepts = any(signature(rule.head) == ("sees", 2) for rule in game.description.rules)
    roles = tuple(role for role in _roles(game.description) if role != RANDOM)
    forms = _Forms(game.title, roles, spelling=game.spelling)
    solver = Solver(compile_program(game.description, pass_moves=passes), bridge=bridge)
    try:
        limits = Limits(seconds=seconds, inferences=10**12)
        graph = solver.graph(percepts=percepts, most=MAX_JOINT_MOVES, limits=limits)
    except GameError as error:
        forms.gaps["the game's states can't all be listed"] = str(error)
        if not percepts:
            work = partial(exact_value, game.description, bridge=bridge, seconds=seconds)
            forms.value = forms.attempt("value", work)
        return forms
    finally:
        solver.close()
    _unfold(forms, graph, passes, percepts=percepts)
    return forms


def _roles(description: Description) -> Iterator[str]:
    for rule in description.rules:
        match rule.head:
            case Compound("role", (Symbol(name),)):
                yield name


def _unfold(forms: _Forms, graph: Graph, passes: tuple[str, ...], *, percepts: bool) -> None:
    if forms.attempt("", lambda: check_graph(graph)) is None:
        return
    tree = forms.attempt("", lambda: unfold(graph, passes, percepts=percepts))
    if tree is not None:
        forms.form = forms.attempt("normal form", lambda: normal_form(tree))
        if not _is_one_shot(graph, tree):
            forms.tree = tree
            forms.backward = tree if tree.perfect_information() else None
    if forms.backward is None and not percepts and (tree is None or forms.tree is not None):
        if one_at_a_time(graph, passes):
            forms.backward = forms.attempt("", lambda: unfold(graph, passes, percepts=percepts, shared=True))
        else:
            forms.stages = forms.attempt("subgame-perfect equilibrium", lambda: subgame_perfect(graph))


def _is_one_shot(graph: Graph, tree: Tree) -> bool:
    """Whether every role chooses at the same time, once: then the normal form says all."""
    single = all(not graph.states[index].moves for index in graph.states[0].next)
    return single and all(each.owner != CHANCE for each in tree.sets)


def write_form(solution: Solution, path: Path) -> None:
    """Write a game as Gambit's `.nfg` or `.efg`, as the suffix says.

    Raises:
        UsageError: for another suffix, or a game that has no such form.
    """
    suffix = path.suffix.lower()
    if suffix not in (".nfg", ".efg"):
        raise UsageError(f"{path} must end in .nfg or .efg")
    if suffix == ".efg" and solution.tree is not None:
        text = to_efg(replace(solution.tree, title=solution.tree.title or solution.name))
    elif solution.form is None:
        raise UsageError(f"{solution.name} can't be written to {path}: {solution.status}")
    else:
        table = to_table(solution.form, solution.name)
        text = to_efg(tree_of_table(table)) if suffix == ".efg" else to_nfg(table)
    path.write_text(text, "utf-8")
