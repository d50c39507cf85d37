"""The JSON of `lelma solve`, as types (`lelma.support.json_types`).

Numbers are text and exact: "3", "-5/2". Profiles are lists of moves in role order. Objects by role or by move have
their names as keys. What is null was not worked out: the game has no normal form, or the question was too large;
`status` says why.
"""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import Annotated, NotRequired, TypedDict

from lelma.support.json_types import Schema

_Number = Annotated[str, "an exact number, such as 3 or -5/2"]
ByRole = Annotated[dict[str, str], "by role"]
_Mix = Annotated[dict[str, str], "move to its probability"]
_Moves = Annotated[dict[str, list[str]], "moves by role"]


class CellPayoffsJson(TypedDict):
    """A cell of the payoff table, in role order."""

    profile: list[str]
    payoffs: list[str]


class DominatedJson(TypedDict):
    """A move that is dominated."""

    move: str
    by: Annotated[dict[str, str], "the mix that dominates it, move to weight"]


class DominanceJson(TypedDict):
    """Dominant and dominated moves of each role; what is strictly dominated is weakly dominated too."""

    strictly_dominant: _Moves
    weakly_dominant: _Moves
    strictly_dominated: dict[str, list[DominatedJson]]
    weakly_dominated: dict[str, list[DominatedJson]]


class EliminatedJson(TypedDict):
    """A move that was eliminated."""

    round: Annotated[int, "from 1; in a round all dominated moves go at once"]
    role: str
    move: str
    by: Annotated[dict[str, str], "the mix that dominates it, move to weight"]


class EliminationJson(TypedDict):
    """Iterated elimination of dominated moves."""

    steps: Annotated[list[EliminatedJson], "in order"]
    left: Annotated[dict[str, list[str]], "the moves of each role that stay"]


class IteratedJson(TypedDict):
    """Iterated elimination of what is strictly, and of what is weakly dominated."""

    strict: EliminationJson
    weak: EliminationJson


class MixedEquilibriumJson(TypedDict):
    """A Nash equilibrium in which some role really mixes."""

    strategies: Annotated[dict[str, dict[str, str]], "role to move to probability, every move named"]
    payoffs: ByRole


class MixedEquilibriaJson(TypedDict):
    """The equilibria in which some role really mixes."""

    status: Annotated[
        str,
        "`complete`: these and the pure ones are all; `degenerate`: there may be others, each a mixture of these and "
        "the pure ones; or `gave up: why`, where some, or one, may be given all the same",
    ]
    infinite: Annotated[bool | None, "whether there are infinitely many; null if not known"]
    equilibria: list[MixedEquilibriumJson]


class MixedGuaranteeJson(TypedDict):
    """What a mix guarantees."""

    value: _Number
    strategy: _Mix


class MaximinJson(TypedDict):
    """What each role can guarantee itself."""

    moves: Annotated[dict[str, list[str]], "by role the single moves that guarantee most"]
    values: Annotated[dict[str, str], "by role what they guarantee"]
    mixed: Annotated[dict[str, MixedGuaranteeJson], "by role the mix that guarantees most"]


class BestResponseJson(TypedDict):
    """The best responses of a role to moves of all others."""

    role: str
    to: Annotated[dict[str, str], "the others' moves, by role"]
    moves: list[str]


class WeightedProfileJson(TypedDict):
    """A profile and how likely it is."""

    profile: list[str]
    probability: _Number


class CorrelatedJson(TypedDict):
    """A correlated equilibrium of the highest sum of payoffs."""

    distribution: list[WeightedProfileJson]
    payoffs: ByRole
    welfare: Annotated[str, "the sum of the payoffs"]


class InformationSetJson(TypedDict):
    """What a role knows where it chooses, and its moves there."""

    role: str
    knows: str
    moves: list[str]


class PlayJson(TypedDict):
    """A play of a game tree."""

    play: Annotated[list[str], "the moves, in order"]
    payoffs: Annotated[list[str], "in role order"]
    pareto: NotRequired[Annotated[bool, "whether no other play is better for all; missing in games of chance"]]


class InductionJson(TypedDict):
    """Backward induction over a game tree."""

    play: list[str]
    values: ByRole
    ties: Annotated[bool, "whether a role is indifferent somewhere: then the first of equal moves is taken"]
    outcomes: Annotated[list[list[str]] | None, "the payoffs of all pure subgame-perfect equilibria; null for too many"]


class SubgamePerfectJson(TypedDict):
    """A game of rounds of simultaneous moves whose subgame-perfect equilibria are all worth the same."""

    values: ByRole
    first: Annotated[dict[str, dict[str, str]], "by role the mix of one such equilibrium in the first round"]
    states: Annotated[int, "how many there are"]


class ExtensiveJson(TypedDict):
    """The tree of a game of several rounds."""

    nodes: int | None
    perfect_information: bool | None
    information_sets: list[InformationSetJson] | None
    plays: Annotated[list[PlayJson] | None, "null for more than 1,000"]
    backward_induction: InductionJson | None
    subgame_perfect: SubgamePerfectJson | None


class ValueJson(TypedDict):
    """The exact value of a game whose states are too many for the rest, where each role plays best for itself."""

    payoffs: ByRole
    play: Annotated[
        list[str], "such a play up to chance's first choice, or to the first round in which several roles choose"
    ]
    mixes: Annotated[dict[str, dict[str, str]] | None, "by role an optimal mix over the moves of that round"]
    states: Annotated[int, "how many were visited"]
    method: str


class StrategicJson(TypedDict):
    """What is said of a game's normal form."""

    moves: Annotated[
        dict[str, list[str]] | None,
        "moves or strategies by role. A strategy of a game of several rounds is called by its moves at "
        "`extensive.information_sets` of its role, in that order, with `/` between them and `*` for a set that the "
        "strategy itself does not reach",
    ]
    payoffs: list[CellPayoffsJson] | None
    zero_sum: Annotated[bool | None, "whether the payoffs always sum to 0"]
    dominance: DominanceJson | None
    iterated: IteratedJson | None
    pure_equilibria: Annotated[list[list[str]] | None, "profiles"]
    mixed_equilibria: MixedEquilibriaJson | None
    maximin: MaximinJson | None
    pareto: Annotated[list[list[str]] | None, "the Pareto-optimal profiles"]
    best_responses: list[BestResponseJson] | None
    correlated: CorrelatedJson | None


class SolutionJson(StrategicJson):
    """All that could be worked out of a game."""

    schema: Schema
    game: str
    roles: list[str]
    extensive: Annotated[ExtensiveJson | None, "null for a single simultaneous round"]
    value: ValueJson | None
    status: Annotated[str, "`solved`, `partly solved: why not more` or `not solved: why`"]


ANALYSIS_OBJECTS: dict[str, type] = {
    "solution": SolutionJson,
}
"""The objects by the names of their schemas."""
