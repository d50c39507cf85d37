"""The exact value of a game that is too large for its tree to be shown.

Two ways, one after the other: backward induction over all states that can be reached, by the ground network, and
minimax with memory in Prolog, top down, which need not see all states. In both every past move is known. Minimax
wants one role at most to choose at a time; backward induction also solves what two roles play for a constant sum,
choosing at the same time: then a state is worth what its matrix game is.
"""

from __future__ import annotations

import time
from dataclasses import field, replace
from fractions import Fraction

from gdl.errors import GdlError
from gdl.text.write import kif_term
from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Description
from gdl.values import dataclass
from lelma.analysis.errors import NotSolved
from lelma.engine.answers import Limits
from lelma.engine.bridges import Bridge
from lelma.engine.progression import Progression
from lelma.support.errors import EngineUnavailable, GameError

_MOST_STATES = 1_000_000
"""Most states that either way visits."""


@dataclass(frozen=True)
class ExactValue:
    """What each role but chance gets if each plays best for itself, taking the first of equally good moves.

    Attributes:
        play: the moves of such a play, those that are no role's only one, up to chance's first choice or the first
            round in which several roles choose.
        states: how many states were visited.
        method: `backward induction over all states` or `minimax with memory`.
        mixes: where the play ends because several roles choose, an optimal mix of each over its moves there.
    """

    payoffs: dict[str, Fraction]
    play: tuple[str, ...]
    states: int
    method: str
    mixes: dict[str, dict[str, Fraction]] = field(default_factory=dict)


def exact_value(description: Description, *, bridge: str | Bridge | None, seconds: float) -> ExactValue:
    """The value of a game without percepts.

    Raises:
        NotSolved: if neither way finds it in that time; the message says why.
    """
    end = time.monotonic() + seconds
    try:
        return _by_network(description, seconds)
    except (GdlError, GameError, EngineUnavailable) as error:
        first = str(error)
    try:
        return _by_minimax(description, bridge, max(1.0, end - time.monotonic()))
    except GameError as error:
        raise NotSolved(f"backward induction: {first}; minimax: {error}") from None


def _by_network(description: Description, seconds: float) -> ExactValue:
    """By backward induction; half of the time is left for minimax, unless that has nothing to say."""
    from gdl.ground.ground import GroundLimits as GroundLimits
    from lelma.engine.network import Network, solve_network

    start = time.monotonic()
    network = Network.build(description, GroundLimits(seconds=max(1.0, seconds / 2)))
    together = sum(len(moves) > 1 for moves in network.legal(network.initial)) > 1

    def proceed() -> None:
        if time.monotonic() > start + (seconds if together else seconds / 2):
            raise GameError("the states can't all be listed in the time there is")

    solution = solve_network(network, most=_MOST_STATES, proceed=proceed)
    roles = [kif_term(role) for role in network.roles]
    state, play = network.initial, []
    mixes: dict[str, dict[str, Fraction]] = {}
    while not network.terminal(state):
        if found := solution.mixes(state):
            mixes = {roles[i]: {kif_term(move): weight for move, weight in mix} for i, mix in found.items()}
            break
        options = network.legal(state)
        chooser = next((i for i, moves in enumerate(options) if len(moves) > 1), None)
        if chooser is not None and roles[chooser] == RANDOM:
            break
        best = [moves[0] for moves in solution.best(state)]
        if chooser is not None:
            play.append(kif_term(best[chooser]))
        state = network.next(state, best)
    count = len(solution.graph.states)
    value = _value(roles, solution.value(), play, count, "backward induction over all states")
    return replace(value, mixes=mixes)


def _by_minimax(description: Description, bridge: str | Bridge | None, seconds: float) -> ExactValue:
    play = Progression(description, bridge=bridge)
    try:
        found = play.value(states=_MOST_STATES, limits=Limits(seconds=seconds, inferences=10**12))
        state, moves = play.initial, []
        for joint in found.play:
            legal = play.legal(state)
            moves += [move for role, move in zip(play.roles, joint, strict=True) if len(legal[role]) > 1]
            state = play.next(state, dict(zip(play.roles, joint, strict=True)))
        return _value(list(play.roles), found.payoffs, moves, found.states, "minimax with memory")
    finally:
        play.close()


def _value(roles: list[str], payoffs: tuple[Fraction, ...], play: list[str], states: int, method: str) -> ExactValue:
    by_role = {role: payoff for role, payoff in zip(roles, payoffs, strict=True) if role != RANDOM}
    return ExactValue(by_role, tuple(play), states, method)
