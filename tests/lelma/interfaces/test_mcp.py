"""The MCP server, through the SDK's own client: in memory, over standard input and output, over HTTP."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp import ClientSession, StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client

from lelma.interfaces.mcp import make_server
from lelma.interfaces.public_types import TYPES, json_schema
from lelma.interfaces.schema import faults
from lelma.interfaces.service import OPERATIONS, Service
from lelma.support.paths import data_folder

CHECKOUT = Path(__file__).resolve().parents[3]
TEXT = "If we both choose stag, I get 4. Hare guarantees me 1."
RULES = "(role p) (legal p a) (<= terminal (role p)) (goal p 7)"
RECORD = (data_folder("games") / "undercover_v" / "samples" / "match.jsonl").read_text("utf-8")
CALLS: dict[str, dict[str, Any]] = {
    "list_games": {},
    "describe_game": {"game": "stag_hunt"},
    "verify_reasoning": {"game": "stag_hunt", "text": TEXT, "role": "p2", "strict": True, "style": "negation"},
    "ask": {"rules": RULES, "query": "finally(goal(p, N), s0)"},
    "check_rules": {"rules": RULES},
    "explain": {
        "game": "sequential_prisoners_dilemma",
        "query": "best(p2, C, {})",
        "given": {"role": "p2", "moves": [{"step": 1, "role": "p1", "move": "C"}]},
    },
    "solve": {"rules": RULES},
    "rules": {"rules": RULES},
    "refine": {"game": "stag_hunt", "text": TEXT, "previous": ["Hare guarantees me 2."], "max_attempts": 3},
    "claims": {"game": "undercover_v", "match": {"record": RECORD}, "view": "all"},
    "worlds": {"game": "undercover_v", "match": {"record": RECORD, "at": 5}, "ask": ["(true over)"], "deals": True},
}


def in_memory(work: Any) -> Any:
    async def main() -> Any:
        async with Client(make_server(lambda name, request: service((name, request)))) as client:
            return await work(client)

    return asyncio.run(main())


service = Service()


def test_the_tools_say_what_they_take_and_give() -> None:
    async def work(client: Any) -> Any:
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in in_memory(work)}
    assert set(tools) == set(OPERATIONS) == set(CALLS)
    for tool in tools.values():
        assert tool.annotations.read_only_hint and not tool.annotations.destructive_hint
        assert tool.title and tool.description
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)
    verify = tools["verify_reasoning"].input_schema
    assert verify["required"] == ["text"]
    assert set(verify["properties"]) == {"game", "rules", "text", "role", "given", "match", "style", "strict"}
    assert "claims" in tools["verify_reasoning"].output_schema["properties"]


@pytest.mark.parametrize("name", CALLS)
def test_results_are_structured_and_follow_their_schemas(name: str) -> None:
    async def work(client: Any) -> Any:
        return await client.call_tool(name, CALLS[name])

    result = in_memory(work)
    assert not result.is_error, result
    assert not list(faults(result.structured_content, OPERATIONS[name].result))
    kind = next(key for key, value in TYPES.items() if value is OPERATIONS[name].result)
    Draft202012Validator(json_schema(kind)).validate(result.structured_content)


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("describe_game", {"game": "/etc/passwd"}, "no_such_game"),
        ("describe_game", {}, "bad_request"),
        ("ask", {"game": "chicken", "rules": RULES, "query": "zero_sum"}, "bad_request"),
        ("verify_reasoning", {"rules": "(role", "text": TEXT}, "bad_rules"),
        ("verify_reasoning", {"game": "stag_hunt", "text": TEXT, "role": "nobody"}, "bad_request"),
        ("verify_reasoning", {"game": "stag_hunt", "text": "x" * 200_000}, "too_large"),
    ],
)
def test_errors_have_codes(name: str, arguments: dict[str, Any], code: str) -> None:
    async def work(client: Any) -> Any:
        return await client.call_tool(name, arguments)

    result = in_memory(work)
    assert result.is_error
    assert result.structured_content["error"]["code"] == code
    Draft202012Validator(json_schema("error")).validate(result.structured_content)


def test_a_text_is_judged_at_a_moment_of_a_match() -> None:
    record = (CHECKOUT / "games" / "spygame" / "samples" / "match.jsonl").read_text("utf-8")
    said = {"game": "spygame", "role": "p5", "text": "There are four players left.", "match": {"record": record}}

    async def work(client: Any) -> Any:
        return [
            (
                await client.call_tool("verify_reasoning", {**said, "match": {"record": record, "at": at}})
            ).structured_content
            for at in (8, 0)
        ]

    found = in_memory(work)
    assert [report["claims"][0]["verdict"] for report in found] == ["true", "false"]


def test_arguments_of_the_wrong_type_are_refused_by_name() -> None:
    async def work(client: Any) -> Any:
        return await client.call_tool("verify_reasoning", {"game": "stag_hunt", "text": 3})

    result = in_memory(work)
    assert result.is_error and "text" in result.content[0].text


async def _use(session: Any) -> None:
    assert {tool.name for tool in (await session.list_tools()).tools} == set(OPERATIONS)
    calls = [session.call_tool("verify_reasoning", CALLS["verify_reasoning"]) for _ in range(4)]
    for result in await asyncio.gather(*calls):
        assert [claim["verdict"] for claim in result.structured_content["claims"]] == ["false", "true"]
    failed = await session.call_tool("ask", {"game": "none", "query": "zero_sum"})
    assert failed.structured_content["error"]["code"] == "no_such_game"


def test_the_command_serves_over_standard_input_and_output() -> None:
    async def main() -> None:
        command = StdioServerParameters(command=sys.executable, args=["-m", "lelma", "mcp"], cwd=str(CHECKOUT))
        async with stdio_client(command) as streams, ClientSession(*streams) as session:
            await session.initialize()
            await _use(session)

    asyncio.run(asyncio.wait_for(main(), 60))


@pytest.fixture
def address() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "lelma", "mcp", "--http", "--port", str(port)]
    server = subprocess.Popen(command, cwd=CHECKOUT, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}/mcp"
    server.terminate()
    server.wait(10)


@pytest.mark.slow
def test_the_command_serves_over_http(address: str) -> None:
    async def main() -> None:
        async with Client(address) as client:
            await _use(client)

    asyncio.run(asyncio.wait_for(main(), 60))
