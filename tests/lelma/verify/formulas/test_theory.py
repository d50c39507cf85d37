"""The definitions of game theory agree with nashpy and with plain loops over the payoffs."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction

import nashpy
import numpy as np
import pytest
from scipy.optimize import linprog

from lelma.analysis.dominance import iterate
from lelma.analysis.normal_form import NormalForm
from lelma.engine.solver import Solver, compile_program
from lelma.verify.formulas.goal import setting_of
from lelma.verify.formulas.judge import Judged, judge
from tests.lelma.verify.formulas.explicit_games import PASS, ExplicitGame, Joint, matrix_game, tree_game
from tests.translators.formulas.test_language import DEFINITIONS, HEADS
from translators.formulas import parse


class Asked:
    """A game in the solver that answers texts."""

    def __init__(self, game: ExplicitGame) -> None:
        description = game.description()
        self.vocabulary = game.vocabulary()
        self.setting = setting_of(description, DEFINITIONS)
        self.solver = Solver(compile_program(description))

    def __call__(self, *texts: str) -> list[Judged]:
        formulas = [parse(text, self.vocabulary, HEADS) for text in texts]
        return judge(self.solver, formulas, setting=self.setting)


Table = dict[tuple[str, ...], list[int]]


def table_of(game: ExplicitGame) -> Table:
    first = game.spots[0]
    return {joint: game.spots[index].payoffs for joint, index in first.next.items()}


def profile_text(profile: tuple[str, ...]) -> str:
    return "{" + ", ".join(f"p{i + 1}={move}" for i, move in enumerate(profile)) + "}"


def pure_nash(table: Table) -> set[tuple[str, ...]]:
    return {
        profile
        for profile, payoffs in table.items()
        if all(
            other[i] <= payoffs[i]
            for turned, other in table.items()
            for i in range(len(profile))
            if all(turned[j] == profile[j] for j in range(len(profile)) if j != i)
        )
    }


def survivors(table: Table, weakly: bool) -> list[set[str]]:
    """The moves that are left when all dominated ones are taken away at once, again and again."""
    roles = len(next(iter(table)))
    left = [{profile[i] for profile in table} for i in range(roles)]
    while True:
        gone: list[set[str]] = []
        for i in range(roles):
            others = list(itertools.product(*(sorted(left[j]) for j in range(roles) if j != i)))

            def row(move: str, i: int = i, others: list[tuple[str, ...]] = others) -> list[int]:
                return [table[(*rest[:i], move, *rest[i:])][i] for rest in others]

            gone.append(
                {
                    move
                    for move in left[i]
                    for other in left[i]
                    if (
                        all(x >= y for x, y in zip(row(other), row(move), strict=True)) and row(other) != row(move)
                        if weakly
                        else all(x > y for x, y in zip(row(other), row(move), strict=True))
                    )
                }
            )
        if not any(gone):
            return left
        left = [moves - lost for moves, lost in zip(left, gone, strict=True)]


@pytest.mark.parametrize("roles", [2, 3])
def test_pure_theory_is_that_of_plain_loops(roles: int) -> None:
    rng = random.Random(21)
    for _ in range(12):
        game = matrix_game(rng, roles, 3)
        table, asked = table_of(game), Asked(game)
        profiles = list(table)
        nash = pure_nash(table)
        texts = [f"nash({profile_text(profile)})" for profile in profiles]
        assert [each.truth == "true" for each in asked(*texts)] == [profile in nash for profile in profiles]
        beaten = [
            any(all(x >= y for x, y in zip(b, table[p], strict=True)) and b != table[p] for b in table.values())
            for p in profiles
        ]
        texts = [f"pareto({profile_text(profile)})" for profile in profiles]
        assert [each.truth == "false" for each in asked(*texts)] == beaten
        assert (asked("no_pure_nash()")[0].truth == "true") is not bool(nash)
        for name, weakly in (("survives", False), ("survives_weakly", True)):
            left = survivors(table, weakly)
            moves = [(role, move) for role, known in enumerate(game.spots[0].moves) for move in known]
            texts = [f"{name}(p{role + 1}, {move})" for role, move in moves]
            assert [each.truth == "true" for each in asked(*texts)] == [move in left[role] for role, move in moves]
        asked.solver.close()


def test_mixed_equilibria_are_those_of_nashpy() -> None:
    rng, equilibria = random.Random(22), 0
    for _ in range(25):
        game = matrix_game(rng, 2, 3)
        table, asked = table_of(game), Asked(game)
        rows, columns = game.spots[0].moves
        payoffs = [np.array([[table[r, c][i] for c in columns] for r in rows]) for i in (0, 1)]
        for mine, theirs in nashpy.Game(*payoffs).support_enumeration():
            parts = [(1, move, p) for move, p in zip(rows, mine, strict=True)]
            parts += [(2, move, p) for move, p in zip(columns, theirs, strict=True)]
            exact = [(role, move, Fraction(float(p)).limit_denominator(1000)) for role, move, p in parts]
            belief = ", ".join(f"p{role}={move}:{p}" for role, move, p in exact)
            assert asked(f"mixed_nash({{{belief}}})")[0].truth == "true"
            equilibria += 1
        even = ", ".join(
            f"p{role}={move}:1/{len(moves)}" for role, moves in ((1, rows), (2, columns)) for move in moves
        )
        own, other = (np.full(len(moves), 1 / len(moves)) for moves in (rows, columns))
        stable = all(
            (own @ payoffs[0] @ other + 1e-9 >= payoffs[0] @ other).tolist()
            + (own @ payoffs[1] @ other + 1e-9 >= own @ payoffs[1]).tolist()
        )
        assert (asked(f"mixed_nash({{{even}}})")[0].truth == "true") is stable
        asked.solver.close()
    assert equilibria > 25


def test_values_and_dominance_by_mixes_are_those_of_a_linear_program() -> None:
    rng = random.Random(23)
    dominated = 0
    for number in range(20):
        game = matrix_game(rng, 2 + number % 2, 3)
        table, asked = table_of(game), Asked(game)
        moves = game.spots[0].moves[0]
        others = sorted({profile[1:] for profile in table})
        rows = np.array([[table[move, *rest][0] for rest in others] for move in moves])
        bounds = [(0, None)] * len(moves) + [(None, None)]
        lower = np.hstack([-rows.T, np.ones((len(others), 1))])
        whole = np.array([[1.0] * len(moves) + [0.0]])
        aim = np.array([0.0] * len(moves) + [-1.0])
        best = linprog(aim, A_ub=lower, b_ub=np.zeros(len(others)), A_eq=whole, b_eq=[1], bounds=bounds)
        exact = Fraction(-best.fun).limit_denominator(1000)
        assert asked(f"value(p1) = {exact}")[0].truth == "true", asked("value(p1) = 0")
        for i, move in enumerate(moves):
            found = linprog(aim, A_ub=lower, b_ub=-rows[i], A_eq=whole, b_eq=[1], bounds=bounds)
            dominated += -found.fun > 1e-9
            assert (asked(f"mixed_dominated(p1, {move})")[0].truth == "true") is bool(-found.fun > 1e-9)
        asked.solver.close()
    assert dominated > 3


def test_what_iterated_dominance_by_mixes_leaves_is_what_the_analysis_says() -> None:
    rng, more = random.Random(25), 0
    for number in range(25):
        game = matrix_game(rng, 2 + number % 2, 3)
        table, asked, known = table_of(game), Asked(game), game.spots[0].moves
        payoffs = {
            tuple(own.index(move) for own, move in zip(known, profile, strict=True)): tuple(map(Fraction, paid))
            for profile, paid in table.items()
        }
        left = iterate(NormalForm(tuple(game.roles), tuple(known), payoffs), "strict").kept
        moves = [(role, at, move) for role, own in enumerate(known) for at, move in enumerate(own)]
        judged = asked(*(f"survives_mixed(p{role + 1}, {move})" for role, _, move in moves))
        assert [each.truth == "true" for each in judged] == [at in left[role] for role, at, _ in moves]
        more += sum(map(len, left)) < sum(map(len, survivors(table, weakly=False)))
        asked.solver.close()
    assert more > 0


def test_correlated_equilibria_are_those_of_plain_loops() -> None:
    rng, found = random.Random(24), set[bool]()
    for _ in range(60):
        game = matrix_game(rng, 2, 2)
        table, asked = table_of(game), Asked(game)
        weights = {profile: Fraction(rng.choice([0, 0, 1, 2])) for profile in table}
        weights[next(iter(pure_nash(table) or table))] += 3
        whole = sum(weights.values())
        lottery = ", ".join(f"{profile_text(p)}:{w / whole}" for p, w in weights.items() if w)
        stable = all(
            sum(
                weights[p] * (table[tuple(turn if j == i else p[j] for j in range(2))][i] - table[p][i])
                for p in table
                if p[i] == told
            )
            <= 0
            for i, moves in enumerate(game.spots[0].moves)
            for told in moves
            for turn in moves
        )
        assert (asked(f"correlated([{lottery}])")[0].truth == "true") is stable
        found.add(stable)
        asked.solver.close()
    assert found == {True, False}


def test_symmetry_is_that_of_every_order_of_the_roles() -> None:
    """Games made the same for every role; some with one payoff changed, or a move less, or for two roles alone."""
    rng, found = random.Random(23), set()
    for turn in range(24):
        roles = 2 + turn // 4 % 3
        game = matrix_game(rng, roles, 2)
        kinds = [i if turn % 4 == 3 and i > 1 else 0 for i in range(roles)]
        worth: dict[object, int] = {}
        for profile, payoffs in table_of(game).items():
            for i in range(roles):
                others = sorted((kinds[j], profile[j]) for j in range(roles) if j != i)
                payoffs[i] = worth.setdefault((kinds[i], profile[i], tuple(others)), rng.randint(-1, 3))
        if turn % 4 == 1:
            rng.choice(list(table_of(game).values()))[rng.randrange(roles)] += 1
        if turn % 4 == 2:
            narrow = rng.randrange(roles)
            first = game.spots[0]
            first.moves[narrow] = first.moves[narrow][:1]
            first.next = {joint: index for joint, index in first.next.items() if joint[narrow] in first.moves[narrow]}
        table = table_of(game)
        same = all(
            table.get(tuple(profile[i] for i in order)) == [payoffs[i] for i in order]
            for profile, payoffs in table.items()
            for order in itertools.permutations(range(roles))
        )
        asked = Asked(game)
        assert (asked("symmetric()")[0].truth == "true") is same, (game.spots[0].moves, table)
        found.add((roles, same))
        asked.solver.close()
    assert found == {(roles, same) for roles in (2, 3, 4) for same in (True, False)}


def test_theory_of_one_round_is_unknown_where_roles_move_in_turn() -> None:
    game = tree_game(random.Random(3), ["p1", "p2"], 2, percepts=False)
    asked = Asked(game)
    for text in ("nash({p1=a})", "survives(p1, a)", "symmetric()", "mixed_dominated(p1, a)", "value(p1) = 1"):
        judged = asked(text)[0]
        assert (judged.truth, "one round" in judged.reason) == ("unknown", True), judged
    asked.solver.close()


def strategies_in_turn(game: ExplicitGame) -> Iterator[dict[int, Joint]]:
    """Every joint move at every position, all positions together: the pure strategy profiles of a game in turn."""
    inner = [index for index, spot in enumerate(game.spots) if spot.next]
    for joints in itertools.product(*(game.spots[index].next for index in inner)):
        yield dict(zip(inner, joints, strict=True))


def course(game: ExplicitGame, strategies: dict[int, Joint], start: int) -> tuple[list[Joint], list[int]]:
    """The joint moves from a position on, and the payoffs they end in."""
    made, at = [], start
    while at in strategies:
        made.append(strategies[at])
        at = game.spots[at].next[strategies[at]]
    return made, game.spots[at].payoffs


def is_perfect(game: ExplicitGame, strategies: dict[int, Joint]) -> bool:
    """At no position does its mover gain by another move there: enough in a finite game (one-shot deviations)."""
    for index, joint in strategies.items():
        now = course(game, strategies, index)[1]
        mover = next(i for i, moves in enumerate(game.spots[index].moves) if len(moves) > 1)
        if any(
            course(game, {**strategies, index: other}, index)[1][mover] > now[mover]
            for other in game.spots[index].next
            if other != joint
        ):
            return False
    return True


def test_subgame_perfect_courses_are_those_of_all_strategies() -> None:
    rng, found = random.Random(5), list[int]()
    while len(found) < 12:
        game = tree_game(rng, ["p1", "p2"], 3, percepts=False, moves=("a", "b"))
        inner = [spot for spot in game.spots if spot.next]
        if any(sum(len(moves) > 1 for moves in spot.moves) != 1 for spot in inner):
            continue
        known = {tuple(course(game, each, 0)[0]) for each in strategies_in_turn(game) if is_perfect(game, each)}
        plays = {tuple(course(game, each, 0)[0]) for each in strategies_in_turn(game)}
        asked = Asked(game)
        texts = [
            "subgame_perfect({"
            + ", ".join(
                f"{role}={move}@{step}"
                for step, joint in enumerate(play, start=1)
                for role, move in zip(game.roles, joint, strict=True)
                if move != PASS
            )
            + "})"
            for play in plays
        ]
        truths = {play: judged.truth for play, judged in zip(plays, asked(*texts), strict=True)}
        assert {play for play, truth in truths.items() if truth == "true"} == known, truths
        assert set(truths.values()) <= {"true", "false"}
        found.append(len(known))
        asked.solver.close()
    assert len(set(found)) > 1  # ties make several


def test_subgame_perfection_is_unknown_where_moves_are_hidden_or_at_once() -> None:
    for game, text in (
        (tree_game(random.Random(3), ["p1", "p2"], 2, percepts=True), "subgame_perfect({p1=a})"),
        (matrix_game(random.Random(3), 2, 2), "subgame_perfect({p1=m0, p2=m0})"),
    ):
        asked = Asked(game)
        judged = asked(text)[0]
        assert (judged.truth, "not expressible" in judged.reason) == ("unknown", True), judged
        asked.solver.close()
