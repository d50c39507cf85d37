"""Fixtures that every folder of tests may use."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent


def _data_folders() -> list[Path]:
    named = os.environ.get("LELMA_SHARED_DATA")
    return [Path(named)] if named else [CHECKOUT.parent / "shared" / "data"]


@pytest.fixture(scope="session")
def shared_data() -> Callable[[str], Path]:
    """`shared_data(name)` is the path of `name` in the data folder; the test is skipped where it is absent.

    The folder is `LELMA_SHARED_DATA`, or else `shared/data` beside the checkout.
    """

    def find(name: str) -> Path:
        for folder in _data_folders():
            if (folder / name).exists():
                return folder / name
        pytest.skip(f"no {name} in the data folder (set LELMA_SHARED_DATA to have this test run)")

    return find
