"""From `openai:gpt-4o` and the like to a model."""

from __future__ import annotations

from pathlib import Path

from lelma.models.base import Model
from lelma.models.errors import ModelUnavailable
from lelma.models.scripted import Scripted

SPECS = {
    "openai": "openai:MODEL (OpenAI, or any server that speaks its protocol at OPENAI_BASE_URL)",
    "scripted": "scripted:FOLDER (recorded replies 1.txt, 2.txt, …)",
}


def connect(
    spec: str, *, base_url: str | None = None, api_key: str | None = None, timeout: float = 120.0
) -> Model:
    """The model that a spec names.

    Raises:
        ModelUnavailable: for a spec of no known form, and if a package, a key or a file is missing.
    """
    kind, _, rest = spec.partition(":")
    if kind not in SPECS or not rest:
        raise ModelUnavailable("\n".join([f"no model is called {spec!r}; there are:", *SPECS.values()]))
    if kind == "scripted":
        return Scripted.from_folder(Path(rest))
    from lelma.models.openai_api import OpenAI

    return OpenAI(rest, base_url=base_url, api_key=api_key, timeout=timeout)
