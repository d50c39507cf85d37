"""Vectors in a cassette, beside the replies of models: a replay has the same ones, without model or server."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256

import numpy as np

from lelma.models.cassette import Tape
from lelma.models.embeddings.embedder import Embedder, EmbedderFacts, UnitRows
from lelma.models.http import excerpt
from lelma.models.protocol import CassetteMiss, ModelError, Reply


class RecordedEmbedder:
    """An embedder whose vectors are kept, each under the embedder's name and its text, and asked for once."""

    def __init__(
        self, tape: Tape, embedder: Embedder | None, name: str, facts: EmbedderFacts, thresholds: Mapping[str, float]
    ) -> None:
        """`embedder`: what makes the vectors that are not recorded; None to replay and ask nothing."""
        self.tape = tape
        self.name, self.facts, self.thresholds = name, facts, thresholds
        self._embedder = embedder

    def embed(self, texts: Sequence[str]) -> UnitRows:
        """
        Raises:
            CassetteMiss: if a vector is not recorded and there is no embedder to ask.
            ModelError: what the embedder raises, and if what is recorded is no vector.
        """
        if not texts:
            return np.zeros((0, 0), np.float32)
        found = {text: self._recorded(text) for text in dict.fromkeys(texts)}
        missing = [text for text, vector in found.items() if vector is None]
        if missing:
            if self._embedder is None:
                raise CassetteMiss(f"{self.tape.file}: holds no vector of {self.name} for {excerpt(missing[0], 80)!r}")
            for text, vector in zip(missing, self._embedder.embed(missing), strict=True):
                found[text] = self._kept(text, vector)
        return np.stack([vector for text in texts if (vector := found[text]) is not None])

    def _recorded(self, text: str) -> UnitRows | None:
        reply = self.tape.get(_key(self._request(text)), 1)
        if reply is None:
            return None
        try:
            return np.frombuffer(bytes.fromhex(reply.text), dtype="<f4").astype(np.float32)
        except ValueError:
            raise ModelError(f"{self.tape.file}: what is kept for {excerpt(text, 80)!r} is no vector") from None

    def _kept(self, text: str, vector: UnitRows) -> UnitRows:
        """The vector that counts: another process may have been first."""
        request = self._request(text)
        self.tape.put(_key(request), 1, request, Reply(vector.astype("<f4").tobytes().hex()))
        recorded = self._recorded(text)
        return vector if recorded is None else recorded

    def _request(self, text: str) -> str:
        return json.dumps({"embedder": self.name, "text": text}, sort_keys=True, separators=(",", ":"))


def _key(request: str) -> str:
    return sha256(request.encode()).hexdigest()
