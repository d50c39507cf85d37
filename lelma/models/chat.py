"""The OpenAI chat-completions protocol: what goes out, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lelma.models.http import count, excerpt, usable_reply
from lelma.models.protocol import Message, Reply, UnusableReply, Usage


def chat_request(
    messages: Sequence[Message], *, temperature: float, schema: Mapping[str, Any] | None, seed: int | None
) -> dict[str, Any]:
    """The body of a request, without the model's name and the limit of tokens."""
    request: dict[str, Any] = {
        "messages": [{"role": message.speaker, "content": message.text} for message in messages],
        "temperature": temperature,
    }
    if seed is not None:
        request["seed"] = seed
    if schema is not None:
        form = {"name": "reply", "strict": True, "schema": schema}
        request["response_format"] = {"type": "json_schema", "json_schema": form}
    return request


def read_chat(name: str, answer: object) -> Reply:
    """The first choice of a decoded answer.

    Raises:
        UnusableReply: if it holds no text, or too long a one.
    """
    if not isinstance(answer, dict):
        raise UnusableReply(f"{name}: the answer is no JSON object: {excerpt(str(answer))}")
    usage = _usage(answer.get("usage"))
    choices = answer.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise UnusableReply(f"{name}: the answer holds no choice: {excerpt(str(answer))}", usage=usage)
    cut = choice.get("finish_reason") == "length"
    text = _text(message.get("content"))
    if not text:
        raise UnusableReply(f"{name}: {_why_empty(message, choice, cut)}", usage=usage)
    return usable_reply(name, text, usage, cut=cut)


def _why_empty(message: Mapping[str, Any], choice: Mapping[str, Any], cut: bool) -> str:
    if message.get("refusal"):
        return f"the model refused: {excerpt(str(message['refusal']))}"
    if cut:
        return "max_tokens were used up before the reply began (by hidden reasoning); allow more"
    return f"the reply is empty (finish_reason {choice.get('finish_reason')})"


def _text(content: object) -> str:
    """The text of a message's content, which some servers give as a list of parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _usage(counts: object) -> Usage:
    if not isinstance(counts, dict):
        return Usage()
    return Usage(count(counts.get("prompt_tokens")), count(counts.get("completion_tokens")))
