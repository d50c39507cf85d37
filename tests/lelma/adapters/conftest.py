"""What the adapters' tests share."""

from __future__ import annotations

import pytest

from lelma import Verifier


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier.load("stag_hunt")
