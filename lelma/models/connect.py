"""From `openai:gpt-4o` and the like to a model."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from lelma.models.cassette import Cassette, Tape
from lelma.models.protocol import Model, ModelError, ModelUnavailable
from lelma.models.scripted import Scripted
from lelma.models.throttle import RateLimits, Throttled

SPECS = {
    "openai": "openai:MODEL (OpenAI, or any server that speaks its protocol at OPENAI_BASE_URL)",
    "gemini": "gemini:MODEL (Google's Gemini)",
    "local": "local:FILE.gguf (a model that runs here)",
    "scripted": "scripted:FOLDER (recorded replies 1.txt, 2.txt, …)",
}


def connect(
    spec: str,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    timeout: float = 120.0,
    limits: RateLimits | None = None,
    cassette: Path | None = None,
    replay_only: bool = False,
    label: str = "",
) -> Model:
    """The model that a spec names, patient with its server, and recorded where a cassette is given.

    Args:
        base_url: of the server, in place of the one of the environment.
        api_key: in place of the one of the environment.
        timeout: seconds to wait for each answer of a server.
        limits: how hard a server may be pressed, and how often a request is tried.
        cassette: a file that keeps the replies, and gives them again to the same requests.
        replay_only: replies come from the cassette alone; no package, key or network is needed.
        label: the run that asks, for the cassette; `Cassette.labelled` gives more.

    Raises:
        ModelUnavailable: for a spec of no known form, and if a package, a key or a file is missing.
        ModelError: if the cassette can't be opened, or is missing from a replay.
    """
    kind, _, rest = spec.partition(":")
    if kind not in SPECS or not rest:
        raise ModelUnavailable("\n".join([f"no model is called {spec!r}; there are:", *SPECS.values()]))
    back_end = partial(_open, kind, rest, base_url=base_url, api_key=api_key, timeout=timeout, limits=limits)
    if cassette is None:
        if replay_only:
            raise ModelError("to replay only, name a cassette")
        return back_end()
    model = _name(kind, rest) if replay_only else back_end()
    return Cassette(Tape(cassette, replay_only=replay_only), model, label=label)


def _name(kind: str, rest: str) -> str:
    """The name a model will have, without opening it."""
    return {"local": f"local:{Path(rest).name}", "scripted": "recorded"}.get(kind, f"{kind}:{rest}")


def _open(
    kind: str, rest: str, *, base_url: str | None, api_key: str | None, timeout: float, limits: RateLimits | None
) -> Model:
    if kind == "scripted":
        return Scripted.from_folder(Path(rest))
    if kind == "local":
        from lelma.models.local import Local

        return Throttled(Local(Path(rest)), limits)
    if kind == "gemini":
        return Throttled(open_gemini(rest, base_url=base_url, api_key=api_key, timeout=timeout), limits)
    from lelma.models.openai_api import OpenAI

    return Throttled(OpenAI(rest, base_url=base_url, api_key=api_key, timeout=timeout), limits)


def open_gemini(
    model: str, *, base_url: str | None = None, api_key: str | None = None, timeout: float = 120.0
) -> Model:
    """A Gemini model through the package that is there.

    Args:
        base_url: without the version; default the package's own.
        api_key: default GOOGLE_API_KEY or GEMINI_API_KEY, in the order google-genai takes them.
        timeout: seconds to wait for the server.

    Raises:
        ModelUnavailable: if both packages, or a key, are missing.
    """
    api_key = api_key or os.environ.get("GOOGLE_API_KEY") or os.environ.get("GEMINI_API_KEY")
    if not api_key:
        raise ModelUnavailable(f"gemini:{model} needs a key: set GEMINI_API_KEY")
    from lelma.models.gemini import Gemini

    try:
        return Gemini(model, base_url=base_url, api_key=api_key, timeout=timeout)
    except ImportError as error:
        try:
            from lelma.models.gemini_legacy import OldGemini

            return OldGemini(model, base_url=base_url, api_key=api_key, timeout=timeout)
        except ImportError:
            message = f"gemini:{model} needs the google-genai package ({error}): pip install 'lelma[gemini]'"
            raise ModelUnavailable(message) from error
