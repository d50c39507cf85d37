"""The published rule sheets and logs that benchmarks run on, and what they run on in a clone without them."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OWN_SHEETS = ROOT / "tests" / "lelma" / "engine" / "network" / "sheets"
_SLOW = {"endless"}


def shared_data() -> Path:
    """The folder of published data: LELMA_SHARED_DATA, or else `shared/data` beside the checkout."""
    return Path(os.environ.get("LELMA_SHARED_DATA", ROOT.parent / "shared" / "data"))


def sheets(folder: Path | None = None) -> dict[str, Path]:
    """Name → rule sheet, of a folder or else of our own; what is missing is said."""
    folder = folder or shared_data() / "gdl" / "rules"
    found = {file.stem: file for file in sorted(folder.glob("*.kif"))}
    if not found:
        where = "LELMA_SHARED_DATA names the data folder"
        print(f"{folder} has no rule sheets ({where}); measured on the sheets of our tests", flush=True)
        found = {file.stem: file for file in sorted(OWN_SHEETS.glob("*.kif")) if file.stem not in _SLOW}
    return found
