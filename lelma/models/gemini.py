"""Gemini models, through google-genai or, where only that is installed, through google-generativeai."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from typing import Any

from lelma.models.http import (
    Concessions,
    ErrorAnswer,
    answer_limits,
    count,
    excerpt,
    http_failure,
    usable_key,
    usable_reply,
)
from lelma.models.protocol import Message, ModelBusy, Reply, UnusableReply, Usage
from lelma.models.throttle import time_for_answer
from lelma.support.outside import json_value

# google.generativeai gives finish reasons as numbers: FinishReason of generativelanguage v1beta.
_CUT = ("MAX_TOKENS", 2)


class Gemini:
    """A Gemini model through google-genai.

    A schema goes out as `response_json_schema`. A model that refuses it is asked again without, and not offered
    one any more, and so with a temperature or a seed; the log says so. Each request is tried once:
    `lelma.models.throttle` tries again.
    """

    def __init__(self, model: str, *, base_url: str | None, api_key: str, timeout: float) -> None:
        """`timeout` is in seconds.

        Raises:
            ImportError: if google-genai is missing.
        """
        from google import genai
        from google.genai import errors, types

        self.name = f"gemini:{model}"
        api_key = usable_key(self.name, api_key)
        self.model = model
        self._errors: Any = errors
        self._types: Any = types
        self._timeout = timeout
        # google-genai 3 asks `v1` unless told, which knows neither system instructions nor schemas.
        options = types.HttpOptions(
            base_url=base_url,
            api_version="v1beta",
            timeout=round(timeout * 1000),
            client_args={"event_hooks": answer_limits(self.name)},
        )
        self._client: Any = genai.Client(vertexai=False, api_key=api_key, http_options=options)
        self._timeouts, self._failures = _transport_errors()
        self._concessions = Concessions(self.name, schema=("response_mime_type", "response_json_schema"))

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        # The raw body is read here: on answers of an unexpected shape the package's own reading breaks.
        config: dict[str, Any] = {
            "temperature": temperature,
            "max_output_tokens": max_tokens,
            "should_return_http_response": True,
        }
        if instruction := system_instruction(messages):
            config["system_instruction"] = instruction
        if seed is not None:
            config["seed"] = seed
        if schema is not None:
            config["response_mime_type"] = "application/json"
            config["response_json_schema"] = dict(schema)
        turns = contents(messages)
        body = self._concessions.sent(config, lambda form: self._generate(turns, form))
        answer = json_value(body, "the answer", fail=lambda why: ModelBusy(f"{self.name}: {why}: {excerpt(body)}"))
        return read_gemini(self.name, answer)

    def _generate(self, turns: list[dict[str, Any]], config: dict[str, Any]) -> str | ErrorAnswer:
        seconds = time_for_answer(self._timeout)
        options = self._types.HttpOptions(timeout=max(1, round(seconds * 1000)))
        form = self._types.GenerateContentConfig(**config, http_options=options)
        try:
            answer = self._client.models.generate_content(model=self.model, contents=turns, config=form)
        except self._errors.APIError as error:
            message = str(error.message or error)
            headers = getattr(error.response, "headers", {})
            failure = http_failure(self.name, error.code, message, headers, error.details)
            failure.__cause__ = error
            return ErrorAnswer(error.code, message, failure)
        except self._timeouts as error:
            raise ModelBusy(f"{self.name}: no answer within {seconds:.3g} s") from error
        except self._failures as error:
            raise ModelBusy(f"{self.name}: the connection failed: {error}") from error
        return str(answer.sdk_http_response.body)


def _transport_errors() -> tuple[tuple[type[Exception], ...], tuple[type[Exception], ...]]:
    """Time-outs, and all failures to fetch: google-genai fetches with httpx or, from 3, with httpx2."""
    modules = [importlib.import_module(name) for name in ("httpx", "httpx2") if importlib.util.find_spec(name)]
    return tuple(m.TimeoutException for m in modules), tuple(m.HTTPError for m in modules)


def system_instruction(messages: Sequence[Message]) -> str:
    """What the system says, which Gemini takes apart from the conversation."""
    return "\n\n".join(message.text for message in messages if message.speaker == "system")


def contents(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The conversation in Gemini's form."""
    roles = {"user": "user", "assistant": "model"}
    return [
        {"role": roles[message.speaker], "parts": [{"text": message.text}]}
        for message in messages
        if message.speaker in roles
    ]


def read_gemini(name: str, answer: object) -> Reply:
    """The first candidate of a decoded generateContent answer; thoughts are left out.

    Raises:
        UnusableReply: if it holds no text, or too long a one.
    """
    fields = _fields(answer)
    usage = _usage(_fields(fields.get("usageMetadata")))
    candidates = fields.get("candidates")
    if not isinstance(candidates, list) or not candidates:
        blocked = _fields(fields.get("promptFeedback")).get("blockReason")
        why = f"the prompt was blocked ({blocked})" if blocked else "the answer holds no candidate"
        raise UnusableReply(f"{name}: {why}", usage=usage)
    candidate = _fields(candidates[0])
    finish = candidate.get("finishReason")
    parts = _fields(candidate.get("content")).get("parts")
    spoken = [_fields(part) for part in (parts if isinstance(parts, list) else [])]
    text = "".join(str(part.get("text") or "") for part in spoken if not part.get("thought"))
    if not text:
        why = "max_tokens were used up before the reply began (by thinking); allow more"
        why = why if finish in _CUT else f"the reply is empty (finish reason {finish})"
        raise UnusableReply(f"{name}: {why}", usage=usage)
    return usable_reply(name, text, usage, cut=finish in _CUT)


def _fields(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _usage(counts: Mapping[str, Any]) -> Usage:
    """Thoughts are counted, and billed, as part of the reply."""
    reply = count(counts.get("candidatesTokenCount")) + count(counts.get("thoughtsTokenCount"))
    return Usage(count(counts.get("promptTokenCount")), reply)
