"""Inspect: a scorer and a solver, registered as `lelma/verified` and `lelma/verified_reasoning`.

>>> Task(dataset, solver=verified_reasoning("stag_hunt"), scorer=verified("stag_hunt"))      # doctest: +SKIP
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from lelma.adapters.shared import missing, objection
from lelma.verify.verifier import Verifier

try:
    from inspect_ai.model import ChatMessageUser
    from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, Score, Target, accuracy, scorer, stderr
    from inspect_ai.solver import Generate, TaskState, solver
except ImportError as error:
    raise missing("inspect-ai", "inspect-ai") from error


@scorer(metrics=[accuracy(), stderr()])
def verified(game: str, role: str | None = None, strict: bool = False) -> Any:
    """Scores a completion: correct if claims were checked and none failed, incorrect if one did.

    A completion in which nothing could be checked is scored as no answer, which `accuracy` counts as wrong. The
    explanation is the feedback, the metadata holds the whole report.

    Args:
        game: a name, folder or rules file.
        role: whose reasoning it is; the first role by default.
        strict: whether claims about terms of game theory count as well.
    """
    verifier = _verifier(game, role, strict)

    async def score(state: TaskState, target: Target) -> Score:
        text = state.output.completion
        report = await verifier.acheck(text)
        value = NOANSWER if report.unverified else CORRECT if report.ok else INCORRECT
        explanation = objection(report, demand_claims=True) or "every checked claim holds"
        return Score(value=value, answer=report.choice, explanation=explanation, metadata={"report": report.as_json()})

    return score


@solver
def verified_reasoning(
    game: str, role: str | None = None, strict: bool = False, attempts: int = 5, demand_claims: bool = False
) -> Any:
    """Generates, checks, and generates again with the feedback, until the completion passes.

    The score of a sample is still the scorer's: where the attempts are used up, the last completion may fail.

    Args:
        game, role, strict: see `verified`.
        attempts: most completions.
        demand_claims: also generate again where nothing could be checked.
    """
    verifier = _verifier(game, role, strict)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        for attempt in range(attempts):
            state = await generate(state)
            report = await verifier.acheck(state.output.completion)
            state.metadata["attempts"] = attempt + 1
            trouble = objection(report, demand_claims=demand_claims)
            if not trouble or attempt + 1 == attempts or state.completed:
                break
            state.messages.append(ChatMessageUser(content=trouble))
        return state

    return solve


@lru_cache(maxsize=8)
def _verifier(game: str, role: str | None, strict: bool) -> Verifier:
    return Verifier.load(game, role=role, strict=strict)
