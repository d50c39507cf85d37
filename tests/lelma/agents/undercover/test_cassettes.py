"""A whole match of each kind of agent, from the cassette that is kept of it: no network, no key, the same moves.

The replies were written by a `describer` behind the OpenAI protocol on the loopback interface. After a change of
prompts or steps write them anew: `LELMA_GOLDEN=write pytest tests/lelma/agents/undercover/test_cassettes.py`.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from lelma.agents.roster import make_agents
from lelma.agents.undercover.describer import simulated_model
from lelma.game.game import Game
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event
from lelma.models import Door, Message
from tests.lelma.agents.undercover.undercover_play import small

FOLDER = Path(__file__).parent / "cassettes"
AGENTS = ["nli", *(pytest.param(name, marks=pytest.mark.slow) for name in ("att_nli_verified", "neuro"))]


@contextmanager
def served(game: Game) -> Iterator[str]:
    """The URL of a server whose model is a describer."""
    model = simulated_model(game, "describer?vague=0.3")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            form = body.get("response_format")
            schema = None if form is None else form["json_schema"]["schema"]
            messages = [Message(each["role"], each["content"]) for each in body["messages"]]
            text = model.complete(messages, schema=schema, seed=body.get("seed")).text
            choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
            usage = {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}
            head = {"id": "x", "object": "chat.completion", "created": 0, "model": "m"}
            data = json.dumps({**head, "choices": [choice], "usage": usage}).encode()
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
    yield f"http://127.0.0.1:{http.server_port}/v1"
    http.shutdown()
    thread.join()
    http.server_close()


def played(name: str, door: Door) -> list[Event]:
    game, events = small(4), list[Event]()
    referee = Referee(game, settings=Settings(seconds=60.0))
    agents = make_agents(f"p1={name}:openai:m,p3={name}:openai:m,plain", game, referee.players, door=door)()
    referee.play(agents, seed=5, watch=events.append)
    return events


def course(events: list[Event]) -> list[str]:
    """What was done, said and noted, without times."""
    kept = [event for event in events if event["event"] in ("move", "note", "refused", "fallback", "result")]
    return [json.dumps(event, ensure_ascii=False, sort_keys=True) for event in kept]


@pytest.mark.parametrize("name", AGENTS)
def test_a_match_is_played_again_from_its_cassette(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cassette, golden = FOLDER / f"{name}.sqlite", FOLDER / f"{name}.course.jsonl"
    if os.environ.get("LELMA_GOLDEN") == "write":
        pytest.importorskip("openai")
        cassette.parent.mkdir(exist_ok=True)
        cassette.unlink(missing_ok=True)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        monkeypatch.setenv("OPENAI_API_KEY", "test")
        with served(small(4)) as url:
            monkeypatch.setenv("OPENAI_BASE_URL", url)
            golden.write_text("\n".join([*course(played(name, Door(cassette))), ""]), "utf-8")
    events = played(name, Door(cassette, replay_only=True))
    assert course(events) == golden.read_text("utf-8").splitlines()
    assert events[-1]["ended"] == "terminal" and not [each for each in events if each["event"] == "fallback"]
    calls = [event for event in events if event["event"] == "call"]
    assert calls and all(call["outcome"] != "failed" for call in calls)
    noted = {event["kind"] for event in events if event["event"] == "note"}
    assert noted >= {"nli": set(), "att_nli_verified": {"belief"}, "neuro": {"belief", "record", "guess"}}[name]
