"""The tools for function calling are strict, and calls of them are answered whatever a model writes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lelma.interfaces.function_tools import call_tool, tools
from lelma.interfaces.schema import TYPES, faults
from lelma.interfaces.service import OPERATIONS


def test_every_tool_is_strict() -> None:
    assert [tool["function"]["name"] for tool in tools()] == list(OPERATIONS)
    for tool in tools():
        parameters = tool["function"]["parameters"]
        Draft202012Validator.check_schema(parameters)
        assert tool["type"] == "function" and tool["function"]["strict"] is True
        assert parameters["additionalProperties"] is False
        assert parameters["required"] == list(parameters["properties"])
        assert all({"type", "description"} <= part.keys() for part in parameters["properties"].values())


def test_a_tool_without_rules_of_ones_own() -> None:
    without = tools(rules=False)[2]["function"]["parameters"]
    assert list(without["properties"]) == ["game", "text", "role", "style", "strict"]


def test_the_openai_package_takes_them() -> None:
    from openai.types.chat import ChatCompletionToolParam
    from pydantic import TypeAdapter

    for tool in tools():
        assert TypeAdapter(ChatCompletionToolParam).validate_python(tool)["type"] == "function"


def test_a_call_is_answered() -> None:
    given = {"game": "stag_hunt", "rules": None, "text": "If we both choose stag, I get 5.", "role": None,
             "style": None, "strict": None}  # fmt: skip
    found = call_tool("verify_reasoning", json.dumps(given))
    assert found["ok"] and not list(faults(found, TYPES["report"]))
    assert call_tool("verify_reasoning", given) == found
    assert len(call_tool("list_games", "")["games"]) >= 9


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("halt", "{}", "not_found"),
        ("ask", "{", "bad_json"),
        ("ask", "[" * 100_000, "bad_json"),
        ("ask", "[]", "bad_request"),
        ("ask", '{"game": "stag_hunt"}', "bad_request"),
        ("ask", '{"game": "stag_hunt", "query": 3}', "bad_request"),
        ("ask", '{"game": "stag_hunt", "query": "zero_sum", "engine": "janus"}', "bad_request"),
        ("ask", '{"game": "../stag_hunt", "query": "zero_sum"}', "no_such_game"),
        ("ask", {"query": "zero_sum"}, "bad_request"),
        ("check_rules", {"rules": "x" * 100_001}, "too_large"),
    ],
)
def test_a_bad_call_is_an_error(name: str, arguments: Any, code: str) -> None:
    found = call_tool(name, arguments)
    assert found["error"]["code"] == code and found["error"]["message"]
    assert not list(faults(found, TYPES["error"]))
