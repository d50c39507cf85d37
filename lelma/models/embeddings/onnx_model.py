"""Sentence embeddings by a model in ONNX form, such as all-MiniLM-L6-v2 with int8 weights, through onnxruntime."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lelma.models.embeddings.embedder import EmbedderFacts, UnitRows, unit_rows
from lelma.models.http import excerpt
from lelma.models.protocol import ModelError, ModelUnavailable

_MOST_TOKENS = 256
"""Tokens of a text that count, the first; all-MiniLM-L6-v2 was trained on no longer ones."""

_AT_ONCE = 32
"""Texts that go through the model together."""

MINILM_THRESHOLDS: Mapping[str, float] = {"same": 0.95, "near": 0.6, "far": 0.3}
"""Of all-MiniLM-L6-v2 with int8 weights. Measured: 60 pairs of related words .32 to .68 (5 to 95 %), others of them .12
to .37; Car/Automobile .86, blueberry/strawberry .63, Apple/Beef .33, Algorithm/Mountain .25."""

FACTS_HERE = EmbedderFacts("sentence vectors of a model run here", by_meaning=True, measured=True)


class OnnxEmbedder:
    """The mean of the last layer's vectors over a text's tokens, as sentence-transformers pools them.

    Folder: `model.onnx` (or `onnx/model.onnx`), with `input_ids`, `attention_mask` and, if it wants them,
    `token_type_ids` going in and token vectors coming out first; and `tokenizer.json`.
    """

    facts = FACTS_HERE

    def __init__(
        self, folder: Path, *, threads: int = 1, name: str | None = None, thresholds: Mapping[str, float] | None = None
    ) -> None:
        """
        Raises:
            ModelUnavailable: if a package or a file is missing, or a file holds no model or tokenizer.
        """
        self.name = name or f"onnx:{folder.name}"
        self.thresholds: Mapping[str, float] = {**MINILM_THRESHOLDS, **(thresholds or {})}
        model, words = _file(folder, "model.onnx"), _file(folder, "tokenizer.json")
        try:
            import onnxruntime
            import tokenizers
        except ImportError as error:
            raise ModelUnavailable(
                f"{self.name} needs onnxruntime and tokenizers ({error}): pip install 'lelma[embed]'"
            ) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = threads
        options.log_severity_level = 3
        try:
            self._session: Any = onnxruntime.InferenceSession(
                os.fspath(model), options, providers=["CPUExecutionProvider"]
            )
            self._tokenizer: Any = tokenizers.Tokenizer.from_file(os.fspath(words))
        except Exception as error:  # both packages raise classes of their own, which they do not name
            raise ModelUnavailable(f"{self.name}: {folder} can't be loaded: {excerpt(str(error))}") from error
        self._tokenizer.enable_truncation(_MOST_TOKENS)
        self._tokenizer.enable_padding()
        self._wanted = {each.name for each in self._session.get_inputs()}

    def embed(self, texts: Sequence[str]) -> UnitRows:
        if not texts:
            return np.zeros((0, 0), np.float32)
        starts = range(0, len(texts), _AT_ONCE)
        return np.concatenate([self._part(texts[start : start + _AT_ONCE]) for start in starts])

    def _part(self, texts: Sequence[str]) -> UnitRows:
        """The rows of a few texts."""
        read = self._tokenizer.encode_batch([text.encode("utf-8", "replace").decode() for text in texts])
        mask = np.array([each.attention_mask for each in read], np.int64)
        given = {
            "input_ids": np.array([each.ids for each in read], np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array([each.type_ids for each in read], np.int64),
        }
        try:
            vectors = self._session.run(None, {name: value for name, value in given.items() if name in self._wanted})[0]
        except Exception as error:  # onnxruntime raises classes of its own, which it does not name
            raise ModelError(f"{self.name}: the model failed: {excerpt(str(error))}") from error
        counted = mask[:, :, None]
        means = np.sum(vectors * counted, axis=1) / np.maximum(np.sum(counted, axis=1), 1)
        return unit_rows(self.name, means, len(texts))


def _file(folder: Path, name: str) -> Path:
    for file in (folder / name, folder / "onnx" / name):
        if file.is_file():
            return file
    raise ModelUnavailable(f"onnx:{folder}: there is no file {folder / name}")
