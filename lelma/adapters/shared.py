"""What the adapters share: what a model is told about its text, and the error where a framework is missing.

Short, because adapters share no more: each follows its own framework.
"""

from __future__ import annotations

from lelma.verify.report import Report


def objection(report: Report, *, demand_claims: bool) -> str:
    """What to tell the model about its text; empty if the text passes.

    A text without a single checkable claim passes, unless `demand_claims`: it is not proved, but not refuted either.
    """
    return "" if report.unverified and not demand_claims else report.feedback


def missing(package: str, extra: str) -> ImportError:
    """The error of an adapter whose framework is not installed."""
    return ImportError(f"this adapter needs {package}; type: pip install 'lelma[{extra}]'")
