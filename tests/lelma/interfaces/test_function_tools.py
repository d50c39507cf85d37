"""The tools for function calling are strict, and calls of them are answered whatever a model writes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lelma.interfaces.function_tools import call_tool, tools
from lelma.interfaces.schema import TYPES, faults
from lelma.interfaces.service import OPERATIONS
from lelma.support.paths import data_folder


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
    assert list(without["properties"]) == ["game", "text", "role", "match", "style", "strict"]


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


def test_a_formula_is_asked_after_what_is_given() -> None:
    moved = {"step": 1, "role": "p1", "move": "C"}
    given = {"role": "p2", "moment": None, "moves": [moved], "percepts": None, "rounds": None}
    call = {"game": "sequential_prisoners_dilemma", "rules": None, "role": "p2", "query": "pay(you; you=D) = 5"}
    assert call_tool("ask", json.dumps({**call, "given": given}))["verdict"] == "true"
    assert call_tool("ask", json.dumps({**call, "given": None}))["verdict"] == "false"
    found = call_tool("explain", {**call, "query": "best(p2, C, {})", "given": given})
    assert (found["verdict"], found["correction"]) == ("false", "D is a best reply for you against anything")
    assert not list(faults(found, TYPES["explanation"]))


@pytest.mark.slow
def test_a_text_and_a_formula_are_judged_at_a_moment_of_a_match() -> None:
    record = (data_folder("games") / "undercover_v" / "samples" / "match.jsonl").read_text("utf-8")
    match = {"record": record, "name": None, "at": 15}
    call = {"game": "undercover_v", "text": "I voted for Player 3 in the last round.", "role": "p2", "match": match}
    found = call_tool("verify_reasoning", call)
    assert not list(faults(found, TYPES["report"]))
    assert (found["ok"], found["role"], found["claims"][0]["verdict"]) == (False, "p2", "false")
    assert "Player 2 voted for Player 6 in the last round" in found["feedback"]
    early = call_tool("verify_reasoning", {**call, "match": {**match, "at": 3}})
    assert early["claims"][0]["correction"] == "Player 2 did not vote for Player 3 in the last round"
    asked = {"game": "undercover_v", "query": "identity(p6, spy)", "role": None, "match": match}
    assert call_tool("ask", asked)["verdict"] in ("true", "false")
    assert call_tool("ask", {**asked, "role": "p2"})["verdict"] == "unknown"
    explained = call_tool("explain", {**asked, "query": "voted_for_in_last_round(p2, p3)", "role": "p2"})
    assert not list(faults(explained, TYPES["explanation"]))
    assert explained["denial"] == "you did not vote for Player 3 in the last round"
    assert "expected" in call_tool("ask", {**asked, "query": "identity(p6"})["reason"]


HEAD = (
    '{"event": "match", "schema": "lelma-transcript", "version": 1, "game": "spygame", "roles": ["p1"], "agents": {}, '
)


@pytest.mark.parametrize(
    ("changed", "code", "message"),
    [
        ({"role": None}, "bad_request", "name who says"),
        ({"match": {"record": HEAD + '"seed": 1, "parameters": {}}\n'}}, "bad_request", "random, p1, p2, p3, p4, p5"),
        ({"game": None, "rules": "(role p)"}, "bad_request", "a game with a name"),
        ({"match": {"record": "{"}}, "bad_request", "match.record"),
        ({"match": {"record": "", "at": 3}}, "bad_request", "match.record"),
        ({"match": {"record": HEAD + '"seed": 1, "parameters": {}}\n', "at": -1}}, "bad_request", "match.at"),
        ({"match": {"record": HEAD + '"seed": 1, "parameters": {}, "obfuscate": []}\n'}}, "bad_request", "obfuscate"),
        ({"match": {"record": HEAD + '"seed": 1, "parameters": {"x": 1}}\n'}}, "bad_rules", "x"),
        (
            {"match": {"record": HEAD.replace("spygame", "/etc") + '"seed": 1, "parameters": {}}\n'}},
            "bad_request",
            "not",
        ),
        ({"match": {"record": "x" * 1_000_001}}, "too_large", "match.record"),
        ({"match": "x"}, "bad_request", "match"),
    ],
)
def test_a_match_that_cannot_be_used_is_an_error(changed: dict[str, Any], code: str, message: str) -> None:
    call = {"game": "spygame", "text": "I will vote for Player 2.", "role": "p1", "match": {"record": HEAD}}
    found = call_tool("verify_reasoning", {**call, **changed})["error"]
    assert (found["code"], message in found["message"]) == (code, True), found


def test_nested_objects_are_strict_too() -> None:
    ask = next(tool for tool in tools() if tool["function"]["name"] == "ask")["function"]["parameters"]
    given = ask["properties"]["given"]
    assert given["type"] == ["object", "null"] and given["required"] == list(given["properties"])
    moved = given["properties"]["moves"]
    assert moved["type"] == ["array", "null"] and moved["items"]["additionalProperties"] is False
    assert "$ref" not in json.dumps(ask)


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
        ("ask", {"game": "stag_hunt", "query": "1 = 1", "given": []}, "bad_request"),
        ("ask", {"game": "stag_hunt", "query": "1 = 1", "given": {"moves": [{"step": 1}]}}, "bad_request"),
        ("ask", {"game": "stag_hunt", "query": "1 = 1", "given": {"role": "p9"}}, "bad_request"),
        ("ask", {"game": "stag_hunt", "query": "1 = 1", "given": {"moment": 10**9}}, "bad_request"),
        ("ask", {"game": "stag_hunt", "query": "1 = 1", "given": {"role": "x" * 1_000_001}}, "too_large"),
        ("ask", {"game": "stag_hunt", "query": "x" * 10_001}, "too_large"),
        (
            "ask",
            '{"game": "stag_hunt", "query": "1 = 1", "given": {"moves": ' + "[" * 5000 + "]" * 5000 + "}}",
            "bad_json",
        ),
    ],
)
def test_a_bad_call_is_an_error(name: str, arguments: Any, code: str) -> None:
    found = call_tool(name, arguments)
    assert found["error"]["code"] == code and found["error"]["message"]
    assert not list(faults(found, TYPES["error"]))


def test_rounds_of_several_steps_are_given_as_whole_plays() -> None:
    call: dict[str, Any] = {"game": "sequential_prisoners_dilemma", "query": "total(p2) = 6"}
    first = [{"role": "p1", "move": "C", "step": 1}, {"role": "p2", "move": "D", "step": 2}]
    second = [{"role": "p1", "move": "D"}, {"role": "p2", "move": "D"}]
    assert call_tool("ask", {**call, "given": {"rounds": [first, second]}})["verdict"] == "true"
    found = call_tool("ask", {**call, "given": {"rounds": [first, first[:1]]}})
    assert "given.rounds[1]: what is told of that round leaves open which play" in str(found)
    hunt = {"game": "stag_hunt", "query": "rounds() = 1"}
    late = [{"role": "p1", "move": "stag", "step": 2}, {"role": "p2", "move": "stag"}]
    assert "given.rounds[0][0].step: the game has one step" in str(
        call_tool("ask", {**hunt, "given": {"rounds": [late]}})
    )
