"""Ways to step a game, by name.

Short, because it knows every stepper and each of them knows `lelma.engine.dynamics`, so that this can't stand there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lelma.support.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from gdl.tree.syntax import Description
    from lelma.engine.answers import Limits
    from lelma.engine.bridges import Bridge
    from lelma.engine.dynamics import Dynamics

STEPPERS = ("progression", "regression", "network")
"""States one after another in Prolog; the paper's regression, the specification; gates, thousands of states at once."""


def stepper(
    name: str, description: Description, *, bridge: str | Bridge | None = None, limits: Limits | None = None
) -> Dynamics:
    """A game, to be stepped in the way of that name.

    Args:
        bridge: how SWI-Prolog is reached; the network asks for none.
        limits: of one step in Prolog, by default those of the stepper.

    Raises:
        UsageError: for a name that is not in `STEPPERS`.
        GameError: if the rules can't be stepped in that way.
        EngineUnavailable: if SWI-Prolog can't be reached.
    """
    from lelma.engine.dynamics import COUNTING_LIMITS, STEP_LIMITS

    match name:
        case "progression":
            from lelma.engine.progression import Progression

            return Progression(description, bridge=bridge, limits=limits or STEP_LIMITS)
        case "regression":
            from lelma.engine.regression import Regression

            return Regression(description, bridge=bridge, limits=limits or COUNTING_LIMITS)
        case "network":
            from lelma.engine.network.stepper import NetworkDynamics

            return NetworkDynamics(description)
    raise UsageError(f"there is no stepper {name!r}{did_you_mean(name, STEPPERS)}; choose one of {', '.join(STEPPERS)}")
