"""What every test of knowledge begins with."""

from __future__ import annotations

import pytest

from lelma.knowledge.steps.kept_steps import kept_steps


@pytest.fixture(autouse=True)
def no_step_is_kept() -> None:
    """So that a test takes all its steps itself."""
    kept_steps.cache_clear()
