"""Models that run in this process, from a GGUF file, through xllamacpp (llama.cpp)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lelma.models.chat import chat_request, read_chat
from lelma.models.http import excerpt
from lelma.models.protocol import Message, ModelError, ModelUnavailable, Reply


class Local:
    """A model read from a GGUF file.

    A call can't be interrupted: `max_tokens` is what bounds its time. A schema becomes a grammar that the reply
    has to follow; a reply cut at `max_tokens` follows it only so far.
    """

    def __init__(
        self,
        file: Path,
        *,
        context: int = 4096,
        threads: int = 1,
        max_tokens: int | None = None,
        name: str | None = None,
    ) -> None:
        """
        Args:
            context: tokens that prompt and reply may take together.
            threads: how many the model may use.
            max_tokens: the longest reply, whatever is asked for.
            name: what this model is called; default `local:FILE`, without the folder.

        Raises:
            ModelUnavailable: if the xllamacpp package or the file is missing, or the file holds no model.
        """
        self.name = name or f"local:{file.name}"
        self._most = max_tokens
        if not file.is_file():
            raise ModelUnavailable(f"{self.name}: there is no file {file}")
        try:
            import xllamacpp
        except ImportError as error:
            message = f"{self.name} needs the xllamacpp package ({error}): pip install 'lelma[local]'"
            raise ModelUnavailable(message) from error
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(file)
        parameters.n_ctx = context
        parameters.n_parallel = 1
        parameters.warmup = False
        parameters.verbosity = -1
        parameters.cpuparams.n_threads = threads
        parameters.cpuparams_batch.n_threads = threads
        try:
            self._server: Any = xllamacpp.Server(parameters)
        except RuntimeError as error:
            raise ModelUnavailable(f"{self.name}: {file} can't be loaded: {error}") from error

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        request = chat_request(messages, temperature=temperature, schema=schema, seed=seed)
        try:
            most = max_tokens if self._most is None else min(max_tokens, self._most)
            answer = self._server.handle_chat_completions({**request, "max_tokens": most})
        except (ValueError, RuntimeError) as error:
            raise ModelError(f"{self.name}: {excerpt(str(error))}") from error
        if isinstance(answer, dict) and isinstance(answer.get("error"), dict):
            raise ModelError(f"{self.name}: {answer['error'].get('message')}")
        return read_chat(self.name, answer)
