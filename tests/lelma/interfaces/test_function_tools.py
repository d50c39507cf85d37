"""The tools for function calling are strict, and calls of them are answered whatever a model writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lelma.interfaces.function_tools import call_tool, tools
from lelma.interfaces.public_types import TYPES
from lelma.interfaces.schema import faults
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
    assert list(without["properties"]) == ["game", "text", "role", "given", "match", "style", "strict"]


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
    assert "you voted for Player 6 in the last round" in found["feedback"]
    early = call_tool("verify_reasoning", {**call, "match": {**match, "at": 3}})
    assert early["claims"][0]["correction"] == "you did not vote for Player 3 in the last round"
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
        ({"game": None, "rules": "(role p)"}, "bad_rules", "the rules can't be used"),
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


FALSE = "If we both choose stag, I get 4."
RULES = """(role p) (init s) (legal p a) (legal p b) (<= terminal (not (true s)))
(<= (next done) (does p a)) (<= (next other) (does p b)) (<= (goal p 7) (true done)) (<= (goal p 2.50) (true other))"""


def test_a_loop_is_refined_step_by_step() -> None:
    """The caller reasons; each call says whether the loop has ended."""
    request = {"game": "stag_hunt", "text": FALSE}
    first = call_tool("refine", request)
    assert (first["attempt"], first["outcome"]) == (1, None) and "get 5" in first["prompt"]
    again = call_tool("refine", request | {"previous": [FALSE]})
    assert (again["attempt"], again["outcome"]) == (2, "repeated")
    on = call_tool("refine", request | {"previous": [FALSE], "stop_on_repeat": False})
    assert (on["attempt"], on["outcome"]) == (2, None)
    last = call_tool("refine", request | {"previous": ["Hare guarantees me 2.", "Stag is safe."], "max_attempts": 3})
    assert (last["attempt"], last["outcome"]) == (3, "max_attempts")
    right = call_tool("refine", request | {"text": "If we both choose stag, I get 5.", "previous": [FALSE]})
    assert (right["outcome"], right["prompt"]) == ("verified", "")
    idle = call_tool("refine", request | {"text": "Hello."})
    assert idle["outcome"] == "unverified" and "Nothing in this could be checked" in idle["prompt"]
    for wrong, code in (({"max_attempts": 0}, "bad_request"), ({"previous": [""] * 101}, "too_large")):
        assert call_tool("refine", request | wrong)["error"]["code"] == code


def test_games_are_solved_and_told() -> None:
    assert call_tool("solve", {"game": "stag_hunt"})["pure_equilibria"] == [["hare", "hare"], ["stag", "stag"]]
    cells = [{"profile": ["a"], "payoffs": ["7"]}, {"profile": ["b"], "payoffs": ["5/2"]}]
    assert call_tool("solve", {"rules": RULES})["payoffs"] == cells
    assert "p gets 2.50" in call_tool("rules", {"rules": RULES})["rules"]
    told = call_tool("rules", {"game": "avalon", "preset": "board"})
    assert told["game"] == "avalon" and "Merlin" in told["rules"]
    near = call_tool("rules", {"game": "avalon", "preset": "bord"})["error"]
    assert near["code"] == "bad_rules" and "did you mean board?" in near["message"]
    broken = call_tool("solve", {"rules": "(role"})["error"]
    assert broken["code"] == "bad_rules" and broken["faults"][0]["file"] == "rules.gdl"


def test_a_record_is_text_and_no_path(tmp_path: Path) -> None:
    record = (data_folder("games") / "undercover_v" / "samples" / "match.jsonl").read_text("utf-8")
    match = {"record": record}
    claims = call_tool("claims", {"game": "undercover_v", "match": match, "view": "all"})
    assert claims["claims"] and claims["file"] == "match.record"
    worlds = call_tool("worlds", {"game": "undercover_v", "match": {**match, "at": 3}})
    assert worlds["plies"] == 3 and all(role["worlds"] > 0 for role in worlds["roles"])
    assert call_tool("worlds", {"game": "avalon", "seed": 3})["seed"] == 3
    file = tmp_path / "match.jsonl"
    file.write_text(record, "utf-8")
    for request in (
        {"game": "undercover_v", "match": {"record": str(file)}},
        {"game": str(tmp_path), "match": match},
        {"game": "undercover_v", "match": {"record": record.replace('"undercover_v"', json.dumps(str(tmp_path)), 1)}},
        {"game": "undercover_v", "match": match, "assume": ["nothing"]},
    ):
        for operation in ("claims", "worlds"):
            assert call_tool(operation, request)["error"]["code"] in ("bad_request", "no_such_game"), request
    assert call_tool("worlds", {"game": "undercover_v", "match": match, "seed": 1})["error"]["code"] == "bad_request"
    assert call_tool("claims", {"game": "undercover_v", "match": {**match, "at": 1}})["error"]["code"] == "bad_request"


def test_what_was_said_in_a_match_is_judged_by_rules_alone() -> None:
    folder = data_folder("games") / "stag_hunt"
    words = "If we both choose stag, I get 5. If I choose hare, I get at least 2. Let us see how it goes."
    record = "".join(
        json.dumps(event) + "\n"
        for event in (
            {"event": "match", "game": "stag_hunt", "schema": "lelma-transcript", "version": 1, "title": "Stag hunt",
             "parameters": {}, "seed": 1, "roles": ["p1", "p2"], "agents": {"p1": "scripted", "p2": "scripted"}},
            {"event": "state", "ply": 0, "hash": "", "added": [], "removed": []},
            {"event": "move", "ply": 1, "role": "p1", "move": "stag", "legal": 2, "tries": 1, "words": words},
            {"event": "move", "ply": 1, "role": "p2", "move": "hare", "legal": 2, "tries": 1},
            {"event": "state", "ply": 1, "hash": "", "added": [], "removed": []},
        )
    )  # fmt: skip
    match = {"record": record}
    named = call_tool("claims", {"game": "stag_hunt", "match": match, "view": "own"})
    found = [(claim["kind"], claim["verdict"]) for claim in named["claims"]]
    assert found == [("rules", "true"), ("rules", "false")]
    assert named["claims"][1]["correct"] == ["if Player 1 chooses hare, Player 1 gets 1 or 3"]
    rules = (folder / "rules.gdl").read_text("utf-8")
    own = {"record": record.replace('"stag_hunt"', '"rules"', 1)}
    alone = call_tool("claims", {"rules": rules, "match": own})
    assert [claim["verdict"] for claim in alone["claims"]] == ["true", "false"]
    assert [each["sentence"] for each in alone["untranslated"]] == ["Let us see how it goes."]
    said = call_tool("verify_reasoning", {"rules": rules, "match": own, "role": "p2", "text": words})
    assert said["ok"] is False and said["feedback"]


def test_a_text_is_checked_after_what_is_given() -> None:
    played = [{"role": "p1", "move": "stag"}, {"role": "p2", "move": "hare"}]
    asked = {"game": "stag_hunt", "text": "In round 1 they chose hare.", "given": {"rounds": [played]}}
    assert call_tool("verify_reasoning", asked)["ok"] is True
    beside = {**asked, "match": {"record": ""}, "role": "p1"}
    assert call_tool("verify_reasoning", beside)["error"]["code"] == "bad_request"
