"""A reasoner for a game: a model with a back end, or a simulated one."""

from __future__ import annotations

from lelma.experiments.simulated.model import NAME, ErrorModel, Simulated
from lelma.models.connect import connect
from lelma.models.protocol import Model
from lelma.verify.verifier import Verifier


def is_simulated(model: str) -> bool:
    """Whether a name such as `simulated` or `simulated:obey=0.5` is that of a simulated reasoner."""
    return model.partition(":")[0] == NAME


def open_reasoner(
    spec: str, verifier: Verifier, *, naming: str = "", errors: ErrorModel | None = None, seed: int | str = 0
) -> Model:
    """The reasoner that a spec names, for the verifier's game and role.

    Args:
        naming, errors, seed: what a simulated one calls the moves, how it errs, and what decides its chances;
            `errors` gives way to what the spec says.

    Raises:
        ModelUnavailable: for a spec of no known form, and if a package, a key or a file is missing.
        UsageError: if the game has no payoff table to simulate reasoning about.
    """
    if not is_simulated(spec):
        return connect(spec)
    return Simulated(
        verifier.facts,
        verifier.vocabulary,
        verifier.judge,
        role=verifier.role,
        naming=naming,
        errors=ErrorModel.read(spec) if ":" in spec else errors,
        seed=seed,
        name=spec,
    )
