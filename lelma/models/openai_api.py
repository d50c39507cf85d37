"""Models behind the OpenAI chat-completions protocol: OpenAI itself, Ollama, vLLM, llama.cpp and others."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from lelma.models.chat import chat_request, read_chat
from lelma.models.http import Concessions, ErrorAnswer, answer_limits, excerpt, http_failure, usable_key
from lelma.models.protocol import Message, ModelBusy, ModelError, ModelUnavailable, Reply
from lelma.models.throttle import time_for_answer
from lelma.support.outside import json_value
from lelma.support.shown_text import keep_secret


class OpenAIServer:
    """A server that speaks OpenAI's protocols, through the openai package. Each request is tried once."""

    def __init__(self, name: str, *, base_url: str | None, api_key: str | None, timeout: float) -> None:
        """
        Args:
            name: of the model, for errors.
            base_url: up to and including `/v1`; default OPENAI_BASE_URL, or else OpenAI's own.
            api_key: default OPENAI_API_KEY; a server at a base URL may need none.
            timeout: seconds to wait for the server.

        Raises:
            ModelUnavailable: if the openai package or a key is missing.
        """
        self.name = name
        base_url = base_url or os.environ.get("OPENAI_BASE_URL") or None
        api_key = api_key or os.environ.get("OPENAI_API_KEY") or ("none" if base_url else None)
        try:
            import openai
        except ImportError as error:
            raise ModelUnavailable(
                f"{self.name} needs the openai package ({error}): pip install 'lelma[openai]'"
            ) from error
        if api_key is None:
            raise ModelUnavailable(
                f"{self.name} needs a key: set OPENAI_API_KEY (or OPENAI_BASE_URL, for a server without keys)"
            )
        api_key = usable_key(self.name, api_key)
        keep_secret(urlsplit(base_url or "").password)
        self._openai: Any = openai
        http = openai.DefaultHttpxClient(event_hooks=answer_limits(self.name))
        self._client: Any = openai.OpenAI(
            base_url=base_url, api_key=api_key, timeout=timeout, max_retries=0, http_client=http
        )
        self._timeout = timeout

    def posted(self, ask: Callable[[Any, float], Any]) -> str | ErrorAnswer:
        """The body of the answer that `ask` is given, with a client and the seconds that the server has.

        Raises:
            ModelError: if there is none.
        """
        seconds = time_for_answer(self._timeout)
        try:
            # The raw body is read here: on answers of an unexpected shape the package's own reading guesses.
            return str(ask(self._client, seconds).http_response.text)
        except self._openai.APIStatusError as error:
            message = str(error.message)
            failure = http_failure(self.name, error.status_code, message, error.response.headers, error.body)
            failure.__cause__ = error
            return ErrorAnswer(error.status_code, message, failure)
        except self._openai.APITimeoutError as error:
            raise ModelBusy(f"{self.name}: no answer within {seconds:.3g} s") from error
        except self._openai.APIConnectionError as error:
            if isinstance(error.__cause__, ModelError):  # of `answer_limits`
                raise error.__cause__ from None
            raise ModelBusy(
                f"{self.name}: the connection to {self._client.base_url} failed: {error.__cause__ or error}"
            ) from error
        except self._openai.OpenAIError as error:
            raise ModelError(f"{self.name}: {error}") from error

    def decoded(self, body: str) -> Any:
        """The JSON of a body.

        Raises:
            ModelBusy: if it is none.
        """
        return json_value(body, "the answer", fail=lambda why: ModelBusy(f"{self.name}: {why}: {excerpt(body)}"))


class OpenAI:
    """A model of a server that speaks the OpenAI chat-completions protocol.

    A schema goes out as a strict `json_schema` response format (its objects must then list all their properties
    as required and close with `additionalProperties: false`). A server that refuses it is asked again without, and is
    not offered one any more, and so with a temperature or a seed; the log says so. Each request is tried once:
    `lelma.models.throttle` tries again.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 120.0,
        name: str | None = None,
    ) -> None:
        """
        Args:
            base_url, api_key, timeout: as `OpenAIServer` takes them.
            name: what this model is called; default `openai:MODEL`.

        Raises:
            ModelUnavailable: if the openai package or a key is missing.
        """
        self.name = name or f"openai:{model}"
        self.model = model
        self._server = OpenAIServer(self.name, base_url=base_url, api_key=api_key, timeout=timeout)
        renamed = {"max_tokens": "max_completion_tokens"}
        self._concessions = Concessions(self.name, schema=("response_format",), renamed=renamed)

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
        body = self._concessions.sent({"model": self.model, **request, "max_tokens": max_tokens}, self._post)
        return read_chat(self.name, self._server.decoded(body))

    def _post(self, request: dict[str, Any]) -> str | ErrorAnswer:
        return self._server.posted(
            lambda client, seconds: client.chat.completions.with_raw_response.create(**request, timeout=seconds)
        )
