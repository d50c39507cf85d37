"""Golden files: `make golden` writes them (LELMA_GOLDEN=write), a test run compares with them."""

from __future__ import annotations

import os
from pathlib import Path


def same_as_golden(text: str, file: Path) -> None:
    """Assert that `text` is what the golden file holds, or write it there."""
    if os.environ.get("LELMA_GOLDEN") == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    assert file.is_file(), f"{file} is missing; type make golden, and read what it wrote"
    assert text == file.read_text("utf-8"), f"{file} differs; if that is right, type make golden"
