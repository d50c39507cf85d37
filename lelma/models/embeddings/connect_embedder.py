"""From `hashed`, `onnx:FOLDER` and the like to an embedder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lelma.models.cassette import Tape
from lelma.models.connect import NUMBER_FROM_1, SERVER_OPTIONS, Door, ModelSpec, OptionTests, read_options
from lelma.models.embeddings.embedder import COMMON, Embedder
from lelma.models.embeddings.hashed import Hashed
from lelma.models.embeddings.onnx_model import FACTS_HERE, MINILM_THRESHOLDS, OnnxEmbedder
from lelma.models.embeddings.openai_server import FACTS_OF_SERVERS, OpenAIEmbedder
from lelma.models.embeddings.recorded import RecordedEmbedder
from lelma.models.protocol import ModelError, ModelUnavailable
from lelma.models.throttle import RateLimits
from lelma.support.errors import did_you_mean

EMBEDDERS: Mapping[str, str] = {
    "hashed": "hashed (letters alone, no model; the default)",
    "onnx": "onnx:FOLDER?threads=1 (a model in ONNX form that runs here, with its tokenizer.json)",
    "openai": "openai:NAME?base_url=URL&key_env=VARIABLE (OpenAI, or a server that speaks its protocol)",
}
"""Kind → how its specs are written; `same`, `near` and `far` are options of all: thresholds of one's own."""


def _is_cosine(text: str) -> bool:
    try:
        return -1 <= float(text) <= 1
    except ValueError:
        return False


_OPTIONS: Mapping[str, OptionTests] = {"hashed": {}, "onnx": {"threads": NUMBER_FROM_1}, "openai": SERVER_OPTIONS}
_THRESHOLDS: OptionTests = dict.fromkeys(COMMON, (_is_cosine, "a number from -1 to 1"))


def open_embedder(
    spec: str = "hashed", *, door: Door | None = None, timeout: float = 120.0, limits: RateLimits | None = None
) -> Embedder:
    """The embedder that a spec names, patient with its server, and recorded where the door has a cassette.

    Args:
        door: by default straight. `hashed`, which is the same everywhere, is never recorded.
        timeout: seconds to wait for each answer of a server.
        limits: how hard a server may be pressed, and how often a request is tried.

    Raises:
        ModelUnavailable: for a spec of no known form, and if a package, a key or a file is missing.
        ModelError: if the cassette can't be opened, or is missing from a replay.
    """
    before, _, query = spec.partition("?")
    kind, colon, model = before.partition(":")
    if kind not in EMBEDDERS or (bool(colon) if kind == "hashed" else not model):
        near = did_you_mean(kind, EMBEDDERS)
        raise ModelUnavailable("\n".join([f"no embedder is called {spec!r}{near}; there are:", *EMBEDDERS.values()]))
    options = read_options(before, query, {**_OPTIONS[kind], **_THRESHOLDS})
    own = {name: float(options.pop(name)) for name in COMMON if name in options}
    if kind == "hashed":
        return Hashed(own)
    read = ModelSpec(kind, Path(model).resolve().name if kind == "onnx" else model, options)
    cassette, replay_only = (door.cassette, door.replay_only) if door is not None else (None, False)
    facts, usual = (FACTS_HERE, MINILM_THRESHOLDS) if kind == "onnx" else (FACTS_OF_SERVERS, COMMON)
    found = None if replay_only else _open(read, Path(model), own, timeout, limits)
    if cassette is None and found is not None:
        return found
    if cassette is None:
        raise ModelError("to replay only, name a cassette")
    return RecordedEmbedder(Tape(cassette, replay_only=replay_only), found, read.name, facts, {**usual, **own})


def _open(
    spec: ModelSpec, folder: Path, thresholds: Mapping[str, float], timeout: float, limits: RateLimits | None
) -> Embedder:
    options = spec.options
    if spec.kind == "onnx":
        threads = int(options.get("threads", "1"))
        return OnnxEmbedder(folder, threads=threads, name=spec.name, thresholds=thresholds)
    key = spec.key() or ("none" if "base_url" in options else None)  # OPENAI_API_KEY is for another server
    return OpenAIEmbedder(
        spec.model,
        base_url=options.get("base_url"),
        api_key=key,
        timeout=timeout,
        name=spec.name,
        limits=limits,
        thresholds=thresholds,
    )
