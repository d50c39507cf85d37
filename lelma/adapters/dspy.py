"""DSPy: a reward for `Refine` and `BestOfN`, a metric with feedback for `GEPA`, and a module that asks again.

`dspy.Refine` looks at the number alone: between two tries it has a model guess what was wrong, and our feedback does
not reach the program. `Checked` is the loop form, which passes the feedback on word for word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lelma.adapters.shared import missing, objection
from lelma.verify.report import Report
from lelma.verify.verifier import Verifier

try:
    import dspy
except ImportError as error:
    raise missing("dspy", "dspy") from error


NO_ATTEMPT = "the loop needs at least one attempt"


def reward(verifier: Verifier, *, field: str = "reasoning") -> Callable[[Any, Any], float]:
    """A reward function for `dspy.Refine` or `dspy.BestOfN`; use it with `threshold=1.0`.

    Args:
        field: the output field that holds the reasoning.
    """

    def share_of_claims_that_hold(args: Any, prediction: Any) -> float:
        return _share(verifier.check(str(prediction[field])))

    return share_of_claims_that_hold


def _share(report: Report) -> float:
    """How many of the counted claims that were decided hold, 0 to 1; 0 where none was decided."""
    decided = [item.verdict.truth for item in report.claims if report.counts(item)]
    held, failed = decided.count("true"), decided.count("false")
    return held / (held + failed) if held + failed else 0.0


def feedback_metric(verifier: Verifier, *, field: str = "reasoning") -> Callable[..., Any]:
    """A metric for `dspy.GEPA`, which optimizes prompts by reading the feedback beside the score."""

    def metric(gold: Any, prediction: Any, trace: Any = None, pred_name: Any = None, pred_trace: Any = None) -> Any:
        report = verifier.check(str(prediction[field]))
        says = objection(report, demand_claims=True) or "Every checked claim holds."
        return dspy.Prediction(score=_share(report), feedback=says)

    return metric


class Checked(dspy.Module):
    """Calls a module until its reasoning passes, with the feedback in an input field.

    The prediction that comes out has a field `report`; the last one may fail as well, so look at `report.ok`.
    """

    def __init__(
        self,
        module: Any,
        verifier: Verifier,
        *,
        field: str = "reasoning",
        feedback: str = "feedback",
        attempts: int = 5,
        demand_claims: bool = False,
    ) -> None:
        """A module around another one.

        Args:
            module: takes the input field `feedback` beside its own; it is empty at first.
            field: the output field that holds the reasoning.
            attempts: most calls, at least 1.
            demand_claims: also ask again where nothing could be checked.
        """
        super().__init__()
        self.module = module
        self._verifier = verifier
        self._fields = field, feedback
        self._attempts = attempts
        self._demand_claims = demand_claims

    def forward(self, **inputs: Any) -> Any:
        """The prediction that passed, or the last one."""
        field, feedback = self._fields
        trouble = ""
        for attempt in range(1, self._attempts + 1):
            prediction = self.module(**inputs, **{feedback: trouble})
            trouble = self._trouble(prediction, self._verifier.check(str(prediction[field])))
            if not trouble or attempt == self._attempts:
                return prediction
        raise ValueError(NO_ATTEMPT)

    async def aforward(self, **inputs: Any) -> Any:
        """As `forward`, in a program that is awaited."""
        field, feedback = self._fields
        trouble = ""
        for attempt in range(1, self._attempts + 1):
            prediction = await self.module.acall(**inputs, **{feedback: trouble})
            trouble = self._trouble(prediction, await self._verifier.acheck(str(prediction[field])))
            if not trouble or attempt == self._attempts:
                return prediction
        raise ValueError(NO_ATTEMPT)

    def _trouble(self, prediction: Any, report: Report) -> str:
        prediction.report = report
        return objection(report, demand_claims=self._demand_claims)
