"""Equilibria: the pure ones of any game, all extreme ones of a game in which at most two roles choose, correlated ones.

An equilibrium of two roles is extreme if neither mix is a proper mixture of others that go with the same mix of
the other role. They are found by exact support enumeration: the mixes x that are the only solution of "the moves J
of the other role are all best responses to x, and x plays I", for supports I and J of one size, are the vertices
of the best-response polyhedra, and the extreme equilibria are the pairs of vertices of which each answers the
other (von Stengel 2007, "Equilibrium computation for two-player games", Algorithm 3.5 and section 3.6). In a
nondegenerate game they are all equilibria; in a degenerate one every equilibrium is a mixture of them. Where there are
too many supports, one equilibrium is found along a path (Lemke and Howson 1964), and said to be one.

A correlated equilibrium is a distribution over profiles from which no role, told its own move only, gains by another
(Aumann 1974, "Subjectivity and correlation in randomized strategies"); the linear inequalities are those of Aumann
1987, "Correlated equilibrium as an expression of Bayesian rationality", Proposition 2.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

from gdl.values import dataclass
from lelma.analysis.dominance import iterate_as_far_as_possible
from lelma.analysis.errors import TooLarge
from lelma.analysis.normal_form import MixedStrategy, NormalForm, Profile, expected, pure, restricted, with_move
from lelma.support.linear_programs import TooMuchWork, bimatrix_equilibrium, maximise, solve_integers, whole_row

MAX_SYSTEMS = 50_000
"""Most pairs of supports that are tried for one role."""


@dataclass(frozen=True)
class Equilibrium:
    """One mix per role, by move index, and what each role gets in expectation."""

    mixes: tuple[MixedStrategy, ...]
    payoffs: tuple[Fraction, ...]

    @property
    def pure(self) -> bool:
        return all(1 in mix for mix in self.mixes)


@dataclass(frozen=True)
class Equilibria:
    """The equilibria that were found, pure ones first.

    Attributes:
        status: `complete`: these are all there are; `degenerate`: some mix has more best responses than moves it
            plays, so there may be infinitely many; these are the extreme ones, and every other is a mixture of
            them; or `gave up: ` and why: there may be others.
        infinite: whether there are infinitely many; None if that is not known.
    """

    status: str
    found: tuple[Equilibrium, ...]
    infinite: bool | None


@dataclass(frozen=True)
class _Vertex:
    mix: MixedStrategy
    support: frozenset[int]
    answers: frozenset[int]  # best responses of the other role


def best_responses(game: NormalForm, role: int) -> dict[Profile, tuple[int, ...]]:
    """Best responses of a role to each choice of the others (a profile with 0 in its own place)."""
    found = {}
    for other, payoffs in zip(game.others(role), zip(*game.gains[role], strict=True), strict=True):
        top = max(payoffs)
        found[other] = tuple(move for move, payoff in enumerate(payoffs) if payoff == top)
    return found


def pure_equilibria(game: NormalForm) -> tuple[Profile, ...]:
    """The profiles in which every move is a best response to the others."""
    answers = [best_responses(game, role) for role in range(len(game.roles))]
    return tuple(
        profile
        for profile in game.profiles()
        if all(profile[role] in answers[role][with_move(profile, role, 0)] for role in range(len(game.roles)))
    )


def is_equilibrium(game: NormalForm, mixes: Sequence[MixedStrategy]) -> bool:
    """Whether no role can gain by a move of its own against the mixes of the others."""
    values = expected(game, mixes)
    return all(
        expected(game, (*mixes[:role], pure(move, len(names)), *mixes[role + 1 :]))[role] <= values[role]
        for role, names in enumerate(game.moves)
        for move in range(len(names))
    )


def equilibria(game: NormalForm) -> Equilibria:
    """All equilibria of a game, or as many as can be found exactly."""
    choosing = [role for role, moves in enumerate(game.moves) if len(moves) > 1]
    if len(choosing) <= 2 and _systems(game.moves, choosing) <= MAX_SYSTEMS:
        return _all_of_two(game, choosing)
    try:
        kept = iterate_as_far_as_possible(game).kept
    except TooLarge as error:
        return Equilibria(f"gave up: {error}", _pure(game), None)
    left = [role for role, moves in enumerate(kept) if len(moves) > 1]
    if len(left) > 2:
        return _some_of_many(game, kept, left)
    smaller = restricted(game, kept)
    systems = _systems(smaller.moves, left)
    if systems > MAX_SYSTEMS:
        found = _widened(game, kept, [_one_of_two(smaller, left)])
        many = f"there are {systems} pairs of supports, more than {MAX_SYSTEMS}"
        reason = f"gave up: {many}; the pure equilibria are given, and the one that Lemke and Howson's algorithm finds"
        return Equilibria(reason, _sorted((*_pure(game), *found)), None)
    whole_set = _all_of_two(smaller, left)
    return Equilibria(whole_set.status, _sorted(_widened(game, kept, whole_set.found)), whole_set.infinite)


def _systems(kept: Sequence[Sequence[object]], choosing: Sequence[int]) -> int:
    """How many pairs of supports of one size two roles have (Vandermonde), counting the empty one."""
    sizes = [len(kept[role]) for role in choosing]
    return comb(sum(sizes), sizes[0]) if len(sizes) == 2 else 0


def _pure(game: NormalForm) -> tuple[Equilibrium, ...]:
    return tuple(
        Equilibrium(
            tuple(pure(move, len(moves)) for move, moves in zip(profile, game.moves, strict=True)),
            game.payoffs[profile],
        )
        for profile in pure_equilibria(game)
    )


def _sorted(found: Sequence[Equilibrium]) -> tuple[Equilibrium, ...]:
    """Without repetition, pure ones first, in the order of the moves they play."""
    return tuple(
        sorted(dict.fromkeys(found), key=lambda one: (not one.pure, [tuple(-w for w in mix) for mix in one.mixes]))
    )


def _widened(game: NormalForm, kept: Sequence[Sequence[int]], found: Sequence[Equilibrium]) -> list[Equilibrium]:
    """Equilibria of a restricted game as mixes over all moves."""
    wide = []
    for one in found:
        mixes = []
        for rest, mix, moves in zip(kept, one.mixes, game.moves, strict=True):
            weights = dict(zip(rest, mix, strict=True))
            mixes.append(tuple(weights.get(i, Fraction(0)) for i in range(len(moves))))
        wide.append(Equilibrium(tuple(mixes), one.payoffs))
    return wide


def _all_of_two(game: NormalForm, choosing: Sequence[int]) -> Equilibria:
    """Every extreme equilibrium of a game in which only the roles `choosing`, two at most, have several moves."""
    if len(choosing) < 2:
        found = _pure(game)
        status = "complete" if len(found) == 1 else "degenerate"
        return Equilibria(status, found, len(found) > 1)
    first, second = choosing
    left, right = _vertices(game, first, second), _vertices(game, second, first)
    pairs = [(x, y) for x in left for y in right if x.support <= y.answers and y.support <= x.answers]
    mixes = []
    for x, y in pairs:
        chosen = {first: x.mix, second: y.mix}
        mixes.append(tuple(chosen.get(role, (Fraction(1),)) for role in range(len(game.roles))))
    equilibria = _sorted([Equilibrium(each, expected(game, each)) for each in mixes])
    degenerate = any(len(vertex.answers) > len(vertex.support) for vertex in (*left, *right))
    infinite = any(len({side[i] for side in pairs}) < len(pairs) for i in (0, 1))
    return Equilibria("degenerate" if degenerate else "complete", equilibria, infinite)


def _vertices(game: NormalForm, role: int, other: int) -> list[_Vertex]:
    """The vertices of the polyhedron of a role's mixes, by what the best responses to them give the other role."""
    base: Profile = (0,) * len(game.roles)
    rows = [
        [game.payoffs[with_move(with_move(base, role, i), other, j)][other] for j in range(len(game.moves[other]))]
        for i in range(len(game.moves[role]))
    ]
    scale = whole_row([number for row in rows for number in row])[1]
    gains = [[int(number * scale) for number in row] for row in rows]
    found: dict[MixedStrategy, _Vertex] = {}
    for support, answers in _supports(len(rows), len(rows[0])):
        weights = _equalising(gains, support, answers)
        if weights is None:
            continue
        values = [
            sum(weight * gains[i][j] for i, weight in zip(support, weights, strict=True)) for j in range(len(rows[0]))
        ]
        top = max(values)
        if values[answers[0]] == top:
            total, shares = sum(weights), dict(zip(support, weights, strict=True))
            mix = tuple(Fraction(shares.get(i, 0), total) for i in range(len(rows)))
            best = frozenset(j for j, value in enumerate(values) if value == top)
            found[mix] = _Vertex(mix, frozenset(support), best)
    return list(found.values())


def _supports(rows: int, columns: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for size in range(min(rows, columns)):
        yield from product(combinations(range(rows), size + 1), combinations(range(columns), size + 1))


def _equalising(gains: list[list[int]], support: tuple[int, ...], answers: tuple[int, ...]) -> list[int] | None:
    """Weights of the only mix with that support against which the `answers` pay the same; None if not just one."""
    if len(support) == 1:
        return [1]
    one = answers[0]
    equations = [[gains[i][j] - gains[i][one] for i in support] + [0] for j in answers[1:]]
    solution = solve_integers([*equations, [1] * len(support) + [1]])
    return None if solution is None or min(solution[0]) <= 0 else solution[0]


def _one_of_two(game: NormalForm, choosing: Sequence[int]) -> Equilibrium:
    """One equilibrium of a game in which only the roles `choosing`, two, have several moves."""
    first, second = choosing
    base: Profile = (0,) * len(game.roles)
    rows, columns = (range(len(game.moves[role])) for role in choosing)
    cells = [[game.payoffs[with_move(with_move(base, first, i), second, j)] for j in columns] for i in rows]
    gains = ([[cell[role] for cell in row] for row in cells] for role in choosing)
    chosen = dict(zip(choosing, bimatrix_equilibrium(*gains), strict=True))
    mixes = tuple(chosen.get(role, (Fraction(1),)) for role in range(len(game.roles)))
    return Equilibrium(mixes, expected(game, mixes))


def _some_of_many(game: NormalForm, kept: Sequence[Sequence[int]], choosing: Sequence[int]) -> Equilibria:
    """The equilibria of a game of three roles or more in which two of them mix at most."""
    systems = sum(
        _systems(kept, pair) * prod(len(kept[role]) for role in choosing if role not in pair)
        for pair in combinations(choosing, 2)
    )
    if 3 * systems > MAX_SYSTEMS:  # small systems, but each of many roles' profiles is checked
        reason = "gave up: too many roles and moves; only pure equilibria were looked for"
        return Equilibria(reason, _pure(game), None)
    found = list(_pure(game))
    reason = f"gave up: {len(choosing)} roles choose; equilibria in which more than two of them mix were not looked for"
    for pair in combinations(choosing, 2):
        fixed = [[None] if role in pair else list(kept[role]) for role in range(len(game.roles))]
        for others in product(*fixed):
            rest = [kept[role] if move is None else (move,) for role, move in enumerate(others)]
            part = _all_of_two(restricted(game, rest), pair)
            found += [one for one in _widened(game, rest, part.found) if is_equilibrium(game, one.mixes)]
    return Equilibria(reason, _sorted(found), None)


Distribution = Mapping[Profile, Fraction]

_MAX_ENTRIES = 20_000
"""Largest linear program, inequalities × profiles, that is solved."""

_MOST_WORK = 25_000_000
"""Steps that a linear program may take: some five seconds."""


@dataclass(frozen=True)
class Correlated:
    """A correlated equilibrium: the profiles with a positive probability, and what each role expects."""

    distribution: Distribution
    payoffs: tuple[Fraction, ...]

    @property
    def welfare(self) -> Fraction:
        """The sum of all roles' expected payoffs."""
        return sum(self.payoffs, Fraction(0))


def temptations(game: NormalForm) -> Iterator[tuple[int, int, int, dict[Profile, Fraction]]]:
    """For each role and two of its moves: role, move told, move played instead, and what that gains per profile."""
    for role, moves in enumerate(game.moves):
        for told in range(len(moves)):
            for instead in range(len(moves)):
                if told != instead:
                    gains = {}
                    for other in game.others(role):
                        obeyed = with_move(other, role, told)
                        disobeyed = with_move(other, role, instead)
                        gains[obeyed] = game.payoffs[disobeyed][role] - game.payoffs[obeyed][role]
                    yield role, told, instead, gains


def is_correlated_equilibrium(game: NormalForm, distribution: Distribution) -> bool:
    """Whether probabilities (0 where left out) are a distribution that no role gains by disobeying."""
    if any(weight < 0 for weight in distribution.values()) or sum(distribution.values()) != 1:
        return False
    return all(
        sum(gain * distribution.get(profile, 0) for profile, gain in gains.items()) <= 0
        for _, _, _, gains in temptations(game)
    )


def best_correlated(game: NormalForm) -> Correlated:
    """A correlated equilibrium with the highest sum of expected payoffs; there may be others with the same sum.

    None of them ever tells a role to play a move that iterated strict elimination takes away.

    Raises:
        TooLarge: if the linear program is too large, or takes too many steps.
    """
    kept = iterate_as_far_as_possible(game).kept
    best = _best(restricted(game, kept))
    distribution = {
        tuple(rest[i] for rest, i in zip(kept, profile, strict=True)): weight
        for profile, weight in best.distribution.items()
    }
    return Correlated(distribution, best.payoffs)


def _best(game: NormalForm) -> Correlated:
    profiles = list(game.profiles())
    sums = [sum(game.payoffs[profile], Fraction(0)) for profile in profiles]
    top = max(sums)
    for profile in pure_equilibria(game):
        if sum(game.payoffs[profile]) == top:  # no distribution can have more
            return Correlated({profile: Fraction(1)}, game.payoffs[profile])
    size = len(profiles) * sum(len(moves) * (len(moves) - 1) for moves in game.moves)
    if size > _MAX_ENTRIES:
        raise TooLarge(f"the linear program has {size} entries, more than {_MAX_ENTRIES}")
    rows = [[gains.get(profile, Fraction(0)) for profile in profiles] for _, _, _, gains in temptations(game)]
    # With every sum lifted above 0 the best point of "probabilities sum to 1 at most" sums to 1: the other
    # inequalities are homogeneous, and some correlated equilibrium exists.
    lift = 1 - min(sums)
    lifted, bounds = [number + lift for number in sums], [0] * len(rows) + [1]
    try:
        best = maximise(lifted, [*rows, [1] * len(profiles)], bounds, most_work=_MOST_WORK)
    except TooMuchWork:
        raise TooLarge(f"the linear program of {size} entries takes more than {_MOST_WORK} steps") from None
    distribution = {profile: weight for profile, weight in zip(profiles, best.point, strict=True) if weight}
    payoffs = [Fraction(0)] * len(game.roles)
    for profile, weight in distribution.items():
        for role, payoff in enumerate(game.payoffs[profile]):
            payoffs[role] += weight * payoff
    return Correlated(distribution, tuple(payoffs))
