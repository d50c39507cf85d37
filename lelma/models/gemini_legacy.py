"""Gemini models through google-generativeai, whose support ended in 2025: for users who have only that."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lelma.models.gemini import contents, read_gemini, system_instruction
from lelma.models.http import excerpt, http_failure, usable_key
from lelma.models.protocol import Message, ModelBusy, ModelError, Reply
from lelma.models.throttle import time_for_answer


class OldGemini:
    """A Gemini model through google-generativeai, over REST.

    It departs from `Gemini` where the package is poorer: a schema only makes the reply JSON, and a seed is an
    error. The package is configured for the whole process, so all models share the key and base URL of the last.
    """

    def __init__(self, model: str, *, base_url: str | None, api_key: str, timeout: float) -> None:
        """`timeout` is in seconds.

        Raises:
            ImportError: if google-generativeai is missing.
        """
        import google.generativeai as generativeai
        import requests
        from google.api_core.exceptions import GoogleAPICallError
        from google.protobuf.json_format import ParseError

        self.name = f"gemini:{model}"
        api_key = usable_key(self.name, api_key)
        self.model = model
        self._package: Any = generativeai
        self._refusals: Any = GoogleAPICallError
        self._unreadable: Any = ParseError
        self._requests: Any = requests
        self._timeout = timeout
        endpoint = {"api_endpoint": base_url} if base_url else None
        generativeai.configure(api_key=api_key, transport="rest", client_options=endpoint)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        if seed is not None:
            raise ModelError(f"{self.name}: google-generativeai takes no seed: pip install 'lelma[gemini]'")
        config: dict[str, Any] = {"temperature": temperature, "max_output_tokens": max_tokens}
        if schema is not None:
            config["response_mime_type"] = "application/json"
        instruction = system_instruction(messages) or None
        model = self._package.GenerativeModel(self.model, system_instruction=instruction)
        return read_gemini(self.name, self._generate(model, contents(messages), config))

    def _generate(self, model: Any, turns: list[dict[str, Any]], config: dict[str, Any]) -> object:
        seconds = time_for_answer(self._timeout)
        try:
            answer = model.generate_content(
                turns, generation_config=config, request_options={"timeout": seconds, "retry": None}
            )
        except self._refusals as error:
            headers = {k.lower(): v for k, v in getattr(error.response, "headers", {}).items()}
            raise http_failure(self.name, int(error.code), str(error.message), headers, _body(error)) from error
        except self._unreadable as error:
            raise ModelBusy(f"{self.name}: the answer is no JSON of the protocol: {excerpt(str(error))}") from error
        except self._requests.Timeout as error:
            raise ModelBusy(f"{self.name}: no answer within {seconds:.3g} s") from error
        except self._requests.RequestException as error:
            raise ModelBusy(f"{self.name}: the connection failed: {error}") from error
        return _camel(answer.to_dict())


def _camel(value: Any) -> Any:
    """The package's dictionaries with the names of the protocol: `usage_metadata` → `usageMetadata`."""
    if isinstance(value, Mapping):
        return {re.sub("_(.)", lambda m: m[1].upper(), name): _camel(inner) for name, inner in value.items()}
    return [_camel(inner) for inner in value] if isinstance(value, list) else value


def _body(error: Any) -> object:
    """The decoded body of an error answer; None if it is no JSON."""
    try:
        return error.response.json() if error.response is not None else None
    except ValueError:
        return None
