"""Where the playground is when it has been built, and what its page may do.

Short, because the page is static files.
"""

from __future__ import annotations

from pathlib import Path

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"
)
"""The `Content-Security-Policy` of the page and of its worker: nothing is loaded from, or sent to, anywhere else."""

_CHECKOUT = Path(__file__).resolve().parents[3]


def built_playground(checkout: Path = _CHECKOUT) -> Path | None:
    """The folder of static files that `make playground` wrote; None where it has not been built."""
    folder = checkout / "build" / "playground"
    return folder if (folder / "index.html").is_file() and (folder / "engine" / "sizes.json").is_file() else None
