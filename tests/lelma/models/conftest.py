"""A model server on the loopback interface, and the real client libraries that talk to it."""

from __future__ import annotations

import json
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from lelma.models import Message, Model, Reply, Usage


@dataclass(frozen=True)
class Answer:
    """What the server says to one request; `cut_at` ends the body early, against its announced length."""

    status: int = 200
    body: object = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    cut_at: int | None = None

    def data(self) -> bytes:
        return self.body.encode() if isinstance(self.body, str) else json.dumps(self.body).encode()


@dataclass
class Server:
    """Gives the queued answers in turn, and says so loudly when they have run out."""

    url: str
    queue: list[Answer] = field(default_factory=list)
    requests: list[tuple[str, Mapping[str, str], Any]] = field(default_factory=list)

    def will_say(self, *answers: Answer) -> None:
        self.queue.extend(answers)

    def will_answer(
        self,
        status: int = 200,
        body: object = "",
        headers: Mapping[str, str] | None = None,
        *,
        delay: float = 0.0,
        cut_at: int | None = None,
    ) -> None:
        self.queue.append(Answer(status, body, headers or {}, delay, cut_at))

    @property
    def bodies(self) -> list[Any]:
        return [body for _, _, body in self.requests]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server without answers yet. The environment names no keys, other servers or proxies."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            state.requests.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            ran_out = Answer(418, {"error": {"message": "the test has no answer for this request"}})
            answer = state.queue.pop(0) if state.queue else ran_out
            time.sleep(answer.delay)
            self.send_response(answer.status)
            data = answer.data()
            headers = {"content-type": "application/json", "content-length": str(len(data)), **answer.headers}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data[: answer.cut_at])
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """A client that timed out has hung up; that is what the test is about."""

    http = Quiet(("127.0.0.1", 0), Handler)
    state = Server(f"http://127.0.0.1:{http.server_port}")
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield state
    http.shutdown()
    thread.join()
    http.server_close()


@dataclass(frozen=True)
class BackEnd:
    """One client library, and how its protocol spells the same things."""

    spec: str
    path: str
    open: Callable[..., Model]
    says: Callable[[str], Answer]
    refuses: Callable[..., Answer]
    empty: object
    cut: object
    legacy: bool = False

    def asked(self, body: Mapping[str, Any]) -> list[str]:
        """The texts of a request, in order, the system's first."""
        if "messages" in body:
            return [message["content"] for message in body["messages"]]
        system = body.get("systemInstruction", {"parts": []})
        return [part["text"] for turn in (system, *body["contents"]) for part in turn["parts"]]


def chat_answer(text: str | None, finish: str = "stop") -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    return {
        "id": "x", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }  # fmt: skip


def gemini_answer(text: str | None, finish: str = "STOP") -> dict[str, Any]:
    content = {"role": "model", "parts": [{"text": text}]} if text is not None else {"role": "model"}
    return {
        "candidates": [{"content": content, "finishReason": finish, "index": 0}],
        "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18},
    }


def chat_refusal(status: int, message: str, headers: Mapping[str, str] | None = None, **more: object) -> Answer:
    return Answer(status, {"error": {"message": message, "type": "x", "code": None, **more}}, headers or {})


def gemini_refusal(status: int, message: str, headers: Mapping[str, str] | None = None, **more: object) -> Answer:
    return Answer(status, {"error": {"code": status, "message": message, "status": "X", **more}}, headers or {})


@pytest.fixture(params=["openai", "google-genai", "google-generativeai"])
def back_end(request: pytest.FixtureRequest, server: Server) -> BackEnd:
    """Each client library in turn, pointed at the server; skipped where it is not installed."""
    if request.param == "openai":
        return _openai(server)
    return _gemini(server, request.param)


@pytest.fixture
def openai_back_end(server: Server) -> BackEnd:
    return _openai(server)


@pytest.fixture
def gemini_back_end(server: Server) -> BackEnd:
    return _gemini(server, "google-genai")


def _openai(server: Server) -> BackEnd:
    pytest.importorskip("openai", reason="pip install 'lelma[openai]' has this test run")
    from lelma.models.openai_api import OpenAI

    def open_model(timeout: float = 10.0, key: str = "test") -> Model:
        return OpenAI("m", base_url=f"{server.url}/v1", api_key=key, timeout=timeout)

    return BackEnd(
        "openai:m", "/v1/chat/completions", open_model, lambda text: Answer(body=chat_answer(text)), chat_refusal,
        {**chat_answer(""), "choices": []}, chat_answer("half a rep", "length"),
    )  # fmt: skip


def _gemini(server: Server, package: str) -> BackEnd:
    kind: Any
    if package == "google-genai":
        pytest.importorskip("google.genai", reason="pip install 'lelma[gemini]' has this test run")
        from lelma.models.gemini import Gemini as kind
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            pytest.importorskip("google.generativeai", reason="google-generativeai, long out of support, is absent")
        from lelma.models.gemini_legacy import OldGemini as kind

    def open_model(timeout: float = 10.0, key: str = "test") -> Model:
        opened: Model = kind("m", base_url=server.url, api_key=key, timeout=timeout)
        return opened

    return BackEnd(
        "gemini:m", "/v1beta/models/m:generateContent", open_model, lambda text: Answer(body=gemini_answer(text)),
        gemini_refusal, {"candidates": [], "usageMetadata": {"promptTokenCount": 11}},
        gemini_answer("half a rep", "MAX_TOKENS"), package == "google-generativeai",
    )  # fmt: skip


@dataclass
class Pretend:
    """A model whose turns are given: texts to reply with, errors to raise. It keeps what it was asked."""

    turns: Sequence[str | Exception]
    name: str = "pretend"
    asked: list[Sequence[Message]] = field(default_factory=list)

    def complete(self, messages: Sequence[Message], **parameters: Any) -> Reply:
        self.asked.append(tuple(messages))
        turn = self.turns[len(self.asked) - 1]
        if isinstance(turn, Exception):
            raise turn
        return Reply(turn, Usage(10, 1))


@pytest.fixture
def pretend() -> type[Pretend]:
    return Pretend
