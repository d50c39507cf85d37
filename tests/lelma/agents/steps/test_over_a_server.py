"""Whole matches of agents of steps whose model is behind a server on the loopback interface."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from lelma.agents.roster import make_agents
from lelma.game.game import Game
from lelma.matches.referee import Referee
from lelma.matches.transcript import Event
from tests.lelma.agents.steps.playing import sound_reply

pytest.importorskip("openai")


@pytest.fixture
def bodies(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The requests of a server that plays, in the order they came; `OPENAI_BASE_URL` names it."""
    asked: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            asked.append(body)
            form = body.get("response_format")
            schema = None if form is None else form["json_schema"]["schema"]
            text = "\n\n".join(message["content"] for message in body["messages"])
            choice = {"index": 0, "finish_reason": "stop"}
            said = {"role": "assistant", "content": sound_reply(text, schema, body.get("seed", 0))}
            usage = {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}
            head = {"id": "x", "object": "chat.completion", "created": 0, "model": "m"}
            data = json.dumps({**head, "choices": [{**choice, "message": said}], "usage": usage}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{http.server_port}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    yield asked
    http.shutdown()
    thread.join()
    http.server_close()


@pytest.mark.parametrize(
    "name",
    ["undercover_v", *(pytest.param(name, marks=pytest.mark.nightly) for name in ("spygame", "avalon", "werewolf"))],
)
def test_a_match_is_played_with_answers_by_a_schema(name: str, bodies: list[Any]) -> None:
    game = Game.load(name)
    referee, events = Referee(game), list[Event]()
    agents = make_agents("p1=cot:openai:m,p2=model:openai:m,plain", game, referee.players)()
    referee.play(agents, seed=2, watch=events.append)
    assert events[-1]["ended"] == "terminal"
    calls = [event for event in events if event["event"] == "call"]
    assert len(calls) == len(bodies) > 3 and {call["step"] for call in calls} == {"think", "answer"}
    assert all(("schema" in call) == (call["step"] == "answer") for call in calls)
    refused = [event["why"] for event in events if event["event"] == "refused"]
    assert all("can't say this" in why for why in refused), "every answer is readable"
