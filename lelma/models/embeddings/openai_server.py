"""Embeddings of a server that speaks the OpenAI protocol: OpenAI itself, Ollama, vLLM, llama.cpp and others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from lelma.models.embeddings.embedder import COMMON, EmbedderFacts, UnitRows, unit_rows
from lelma.models.http import ErrorAnswer, excerpt
from lelma.models.openai_api import OpenAIServer
from lelma.models.protocol import UnusableReply
from lelma.models.throttle import Patience, RateLimits

_AT_ONCE = 64
"""Texts of one request: their vectors as JSON stay far below the longest answer that is read."""


FACTS_OF_SERVERS = EmbedderFacts("sentence vectors of a server", by_meaning=True, measured=False)


class OpenAIEmbedder:
    """The embedder behind `/v1/embeddings`. A busy server is asked again, as models are.

    An empty text, which servers refuse, goes out as a blank.
    """

    facts = FACTS_OF_SERVERS

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 120.0,
        name: str | None = None,
        limits: RateLimits | None = None,
        thresholds: Mapping[str, float] | None = None,
    ) -> None:
        """
        Args:
            base_url, api_key, timeout: as `lelma.models.openai_api.OpenAIServer` takes them.
            name: what this embedder is called; default `openai:MODEL`.

        Raises:
            ModelUnavailable: if the openai package or a key is missing.
        """
        self.name = name or f"openai:{model}"
        self.model = model
        self.thresholds: Mapping[str, float] = {**COMMON, **(thresholds or {})}
        self._server = OpenAIServer(self.name, base_url=base_url, api_key=api_key, timeout=timeout)
        self._patience = Patience(self.name, limits)

    def embed(self, texts: Sequence[str]) -> UnitRows:
        if not texts:
            return np.zeros((0, 0), np.float32)
        parts = [texts[start : start + _AT_ONCE] for start in range(0, len(texts), _AT_ONCE)]
        found = [self._patience.asked(lambda part=part: self._part(part))[0] for part in parts]  # type: ignore[misc]
        if len({rows.shape[1] for rows in found}) > 1:
            raise UnusableReply(f"{self.name}: vectors of several dimensions came for one list of texts")
        return np.concatenate(found)

    def _part(self, texts: Sequence[str]) -> UnitRows:
        wanted = {"model": self.model, "input": [text or " " for text in texts], "encoding_format": "float"}
        body = self._server.posted(
            lambda client, seconds: client.embeddings.with_raw_response.create(**wanted, timeout=seconds)
        )
        if isinstance(body, ErrorAnswer):
            raise body.failure
        answer = self._server.decoded(body)
        data = answer.get("data") if isinstance(answer, dict) else None
        entries = [entry for entry in data if isinstance(entry, dict)] if isinstance(data, list) else []
        by_index = {entry.get("index"): entry.get("embedding") for entry in entries}
        if set(by_index) != set(range(len(texts))):
            raise UnusableReply(f"{self.name}: {len(texts)} texts, and no vector for each: {excerpt(body)}")
        return unit_rows(self.name, [by_index[number] for number in range(len(texts))], len(texts))
