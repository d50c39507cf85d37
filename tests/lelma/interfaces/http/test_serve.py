"""The HTTP server answers what it is asked, refuses what it can't read, and goes on answering."""

from __future__ import annotations

import html
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from lelma.interfaces.http.app import Options, is_loopback, make_app
from lelma.interfaces.http.openapi import POSTS, openapi
from lelma.interfaces.http.serve import serve
from lelma.interfaces.playground.built import POLICY
from lelma.interfaces.public_types import TYPES
from lelma.interfaces.schema import faults, schema_of
from lelma.interfaces.service import OPERATIONS
from lelma.support.errors import UsageError

TEXT = "If we both choose stag, I get 4. Hare guarantees me 1."
VERIFY = {"game": "stag_hunt", "text": TEXT}
RULES = "(role p) (legal p a) (<= terminal (role p)) (goal p 7)"
RECORD = (Path(__file__).parents[4] / "games" / "spygame" / "samples" / "match.jsonl").read_text("utf-8")
CHOICELESS = "(role p) (role q) (legal p a) (legal q a) (sees p b) (<= terminal (true b)) (goal p 1) (goal q 1)"
HIDDEN = """(role p1) (role p2) (role random) (init (phase deal)) (colour red) (colour black)
(<= (legal random (deal ?c)) (true (phase deal)) (colour ?c))
(<= (legal ?p noop) (true (phase deal)) (role ?p) (distinct ?p random))
(<= (sees p1 (card ?c)) (does random (deal ?c)))
(<= (next (card ?c)) (does random (deal ?c)))
(<= (next (card ?c)) (true (card ?c)))
(<= (next (phase bid)) (true (phase deal)))
(<= (legal p1 (bid ?c)) (true (phase bid)) (colour ?c))
(<= (legal ?p noop) (true (phase bid)) (role ?p) (distinct ?p p1))
(<= (next bid) (does p1 (bid ?c)))
(<= terminal (true bid))
(goal p1 100) (goal p2 50)"""
PLAYED_HIDDEN = "\n".join(
    json.dumps(event)
    for event in (
        {
            "event": "match",
            "schema": "lelma-transcript",
            "version": 1,
            "game": "rules",
            "title": "rules",
            "parameters": {},
        }
        | {"seed": 3, "agent_seed": 0, "roles": ["p1", "p2", "random"], "agents": {"p1": "random", "p2": "random"}},
        {"event": "move", "ply": 1, "role": "random", "move": "(deal red)", "legal": 2, "tries": 1},
        {"event": "move", "ply": 2, "role": "p1", "move": "(bid black)", "legal": 2, "tries": 1},
    )
)
SAID = {"game": "spygame", "role": "p5", "text": "Four players are left.", "match": {"record": RECORD, "at": 8}}
PLAYED = [{"role": "p1", "move": "stag"}, {"role": "p2", "move": "stag"}]
JSON = {"Content-Type": "application/json"}
ENDLESS = "(role p) (init (n 0)) (<= (legal p go) (true (n ?x))) (<= (next (n (s ?x))) (true (n ?x))) " \
    "(<= terminal (true (n never))) (goal p 0)"  # fmt: skip


def error_of(reply: tuple[int, Any]) -> tuple[int, str]:
    assert not list(faults(reply[1], TYPES["error"]))
    return reply[0], reply[1]["error"]["code"]


def test_it_says_that_it_is_there(server: Any) -> None:
    status, health = server.ask("GET", "/healthz")
    assert (status, health["status"], health["schema"]) == (200, "ok", 1)


@pytest.mark.parametrize(
    ("path", "request_", "kind"),
    [
        ("/v1/verify", VERIFY, "report"),
        ("/v1/verify", {"rules": RULES, "text": "nothing"}, "report"),
        ("/v1/ask", {"game": "stag_hunt", "query": "best_response(X, 'stag')"}, "answer"),
        ("/v1/ask", {"rules": RULES, "query": "finally(goal(p, N), s0)"}, "answer"),
        ("/v1/explain", {"game": "stag_hunt", "query": "zero_sum"}, "explanation"),
        ("/v1/explain", {"game": "stag_hunt", "query": "pay(p1; ) = 9"}, "explanation"),
        ("/v1/ask", {"rules": RULES, "query": "pay(p; ) = 7"}, "answer"),
        ("/v1/ask", {"game": "stag_hunt", "query": "total(p1) = 5", "given": {"rounds": [PLAYED]}}, "answer"),
        ("/v1/verify", SAID, "report"),
        ("/v1/worlds", {"rules": HIDDEN, "ask": ["card(red)"], "seed": 3}, "worlds"),
        ("/v1/worlds", {"rules": HIDDEN, "match": {"record": PLAYED_HIDDEN}}, "worlds"),
        ("/v1/claims", {"rules": HIDDEN, "match": {"record": PLAYED_HIDDEN}}, "claims"),
        ("/v1/ask", {"rules": HIDDEN, "match": {"record": PLAYED_HIDDEN}, "query": "knows(p1, card(red))"}, "answer"),
        ("/v1/check", {"rules": "(role p"}, "check"),
        ("/v1/games", None, "games"),
        ("/v1/games/stag_hunt", None, "game"),
    ],
)
def test_it_answers(server: Any, path: str, request_: Any, kind: str) -> None:
    status, found = server.ask("GET" if request_ is None else "POST", path, request_)
    assert status == 200, found
    assert not list(faults(found, TYPES[kind]))


def test_a_report_is_that_of_the_verifier(server: Any) -> None:
    from lelma import Verifier

    assert server.ask("POST", "/v1/verify", VERIFY)[1] == Verifier.load("stag_hunt").check(TEXT).as_json()


BAD: dict[str, tuple[str, str, Any, int, str]] = {
    "no JSON": ("POST", "/v1/verify", b"{", 400, "bad_json"),
    "no UTF-8": ("POST", "/v1/verify", b'{"text": "\xff"}', 400, "bad_json"),
    "deep": ("POST", "/v1/verify", b"[" * 150_000, 400, "bad_json"),
    "huge integer": ("POST", "/v1/verify", b'{"text": ' + b"9" * 10_000 + b"}", 400, "bad_json"),
    "empty": ("POST", "/v1/verify", b"", 400, "bad_json"),
    "a list": ("POST", "/v1/verify", [], 400, "bad_request"),
    "a missing key": ("POST", "/v1/verify", {"game": "stag_hunt"}, 400, "bad_request"),
    "a strange key": ("POST", "/v1/verify", {**VERIFY, "engine": "janus"}, 400, "bad_request"),
    "a wrong type": ("POST", "/v1/verify", {**VERIFY, "text": ["a"]}, 400, "bad_request"),
    "game and rules": ("POST", "/v1/verify", {**VERIFY, "rules": RULES}, 400, "bad_request"),
    "no such role": ("POST", "/v1/verify", {**VERIFY, "role": "nobody"}, 400, "bad_request"),
    "no such game": ("POST", "/v1/verify", {**VERIFY, "game": "none"}, 404, "no_such_game"),
    "a path for a game": ("POST", "/v1/verify", {**VERIFY, "game": "games/stag_hunt"}, 404, "no_such_game"),
    "a path in the path": ("GET", "/v1/games/..%2f..%2fetc%2fpasswd", None, 404, "not_found"),
    "rules without a choice": ("POST", "/v1/worlds", {"rules": CHOICELESS}, 400, "bad_request"),
    "bad rules": ("POST", "/v1/verify", {"rules": "(role p) (legal p ?x)", "text": ""}, 422, "bad_rules"),
    "too long a text": ("POST", "/v1/verify", {**VERIFY, "text": "a" * 150_000}, 413, "too_large"),
    "too large a body": ("POST", "/v1/verify", b" " * 200_001, 413, "too_large"),
    "no such page": ("GET", "/v1/nothing", None, 404, "not_found"),
    "the wrong method": ("GET", "/v1/verify", None, 405, "method_not_allowed"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_with_a_reason(server: Any, name: str) -> None:
    method, path, body, status, code = BAD[name]
    assert error_of(server.ask(method, path, body)) == (status, code)


@pytest.mark.parametrize("operation", ["verify", "check"])
def test_a_number_that_is_too_long_is_a_fault_of_the_rules_at_its_place(server: Any, operation: str) -> None:
    asked = {"rules": f"(role p) (legal p a)\n(goal p {'9' * 5000})", **({"text": ""} if operation == "verify" else {})}
    _, found = server.ask("POST", f"/v1/{operation}", asked)
    faults = found["error"]["faults"] if operation == "verify" else found["faults"]
    assert [(fault["line"], fault["column"], fault["code"]) for fault in faults] == [(2, 9, "number-too-long")]


HEADERS = {
    "another name for this machine": ({"Host": "evil.example"}, 421, "misdirected"),
    "a name with a port": ({"Host": "evil.example:8421"}, 421, "misdirected"),
    "no name that can be read": ({"Host": "[::1"}, 421, "misdirected"),
    "a page from elsewhere": ({"Origin": "https://evil.example"}, 403, "forbidden"),
    "a page that looks like ours": ({"Origin": "http://localhost.evil.example"}, 403, "forbidden"),
    "a page without a name": ({"Origin": "null"}, 403, "forbidden"),
    "a page behind a port that is none": ({"Origin": "http://localhost:80.evil.example"}, 403, "forbidden"),
    "a form": ({"Content-Type": "text/plain"}, 415, "not_json"),
    "a form that hides": ({"Content-Type": "text/plain; application/json"}, 415, "not_json"),
}


@pytest.mark.parametrize("name", HEADERS)
def test_a_page_of_another_site_can_ask_for_nothing(server: Any, name: str) -> None:
    headers, status, code = HEADERS[name]
    assert error_of(server.ask("POST", "/v1/verify", VERIFY, headers=headers)) == (status, code)
    if code != "not_json":
        assert error_of(server.ask("GET", "/v1/games", headers=headers)) == (status, code)
        assert error_of(server.ask("GET", "/openapi.json", headers=headers)) == (status, code)


@pytest.mark.parametrize("origin", ["http://localhost:3000", "http://127.0.0.1", "https://[::1]:9"])
def test_a_page_of_this_machine_may_ask(server: Any, origin: str) -> None:
    headers = {"Origin": origin, "Host": "localhost:80", "Content-Type": "application/json; charset=utf-8"}
    assert server.ask("POST", "/v1/verify", VERIFY, headers=headers)[0] == 200


def test_further_names_can_be_served(serving: Callable[..., Any]) -> None:
    with serving("--name", "games.example", "--name", "other.example") as server:
        for host, status in (("games.example", 200), ("Other.Example:443", 200), ("evil.example", 421)):
            assert server.ask("GET", "/v1/games", headers={"Host": host})[0] == status
        headers = {"Host": "games.example", "Origin": "https://games.example"}
        assert server.ask("GET", "/v1/games", headers=headers)[0] == 200


@pytest.mark.slow
def test_rules_that_never_end_are_answered_within_their_limit(server: Any) -> None:
    began = time.monotonic()
    status, found = server.ask("POST", "/v1/verify", {"rules": ENDLESS, "text": TEXT})
    assert time.monotonic() - began < 15
    assert status == 200 or found["error"]["code"] in ("time", "memory", "bad_rules")
    assert server.ask("POST", "/v1/verify", VERIFY)[0] == 200


def test_a_token_is_asked_for(serving: Callable[..., Any]) -> None:
    with serving("--token", "söcret", "--workers", "1") as server:
        assert server.ask("GET", "/healthz")[0] == 200
        for given in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic c2VjcmV0"}):
            assert error_of(server.ask("POST", "/v1/verify", VERIFY, headers=given)) == (401, "unauthorized")
            assert error_of(server.ask("GET", "/v1/games", headers=given)) == (401, "unauthorized")
        right = {"Authorization": "Bearer söcret".encode().decode("latin-1")}
        assert server.ask("POST", "/v1/verify", VERIFY, headers=right)[0] == 200


def test_only_this_machine_is_served_without_a_token() -> None:
    with pytest.raises(UsageError, match="give a token"):
        serve(Options(), host="0.0.0.0")
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "192.168.1.2", "example.org", "")] == [
        True, True, True, False, False, False]  # fmt: skip


def test_the_page_at_the_root_shows_what_is_served() -> None:
    def page(options: Options) -> str:
        with TestClient(make_app(options), base_url="http://127.0.0.1:8421") as client:
            reply = client.get("/")
        assert reply.status_code == 200 and reply.headers["content-type"].startswith("text/html")
        return html.unescape(reply.text)

    open_to_all, guarded = page(Options()), page(Options(token="secret"))
    for told in (open_to_all, guarded):
        assert all(f"<code>POST {path}</code>" in told for path in POSTS)
        assert "curl -s http://127.0.0.1:8421/v1/verify" in told and "secret" not in told
    assert "<code>stag_hunt</code>" in open_to_all and "<code>stag_hunt</code>" not in guarded


def test_the_playground_is_offered_where_it_was_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def got(options: Options, path: str) -> Any:
        with TestClient(make_app(options), base_url="http://127.0.0.1:8421") as client:
            return client.get(path)

    (tmp_path / "index.html").write_text("<title>The page</title><footer>")
    (tmp_path / "page.js").write_text("1")
    built = Options(playground=tmp_path, token="secret")
    page = got(built, "/")
    assert "The page" in page.text and page.text.index("POST /v1/verify") < page.text.index("<footer>")
    assert (
        page.headers["Content-Security-Policy"] == got(built, "/page.js").headers["Content-Security-Policy"] == POLICY
    )
    assert got(built, "/playground/").url == page.url
    assert got(built, "/nothing.js").json()["error"]["code"] == got(built, "/v1/none").json()["error"]["code"]
    monkeypatch.setattr("lelma.interfaces.http.app.built_playground", lambda: None)
    assert got(Options(), "/page.js").status_code == 404
    assert "is not built here" in got(Options(), "/").text


def test_the_openapi_file_says_what_is_served(server: Any) -> None:
    status, found = server.ask("GET", "/openapi.json")
    assert status == 200 and found == openapi(found["info"]["version"])
    assert set(POSTS) | {"/healthz", "/v1/games", "/v1/games/{name}"} == set(found["paths"])
    components = {"components": found["components"]}
    for kind in (*(each.result for each in OPERATIONS.values()), *(each.request for each in OPERATIONS.values())):
        if kind.__name__ != "ListRequest":
            schema = {**components, "$ref": f"#/components/schemas/{kind.__name__}"}
            Draft202012Validator.check_schema(schema)
            assert schema_of(kind)["required"] == found["components"]["schemas"][kind.__name__]["required"]
    report = {**components, "$ref": "#/components/schemas/ReportJson"}
    Draft202012Validator(report).validate(server.ask("POST", "/v1/verify", VERIFY)[1])


# Under load


def slow_body(port: int) -> bytes:
    """What comes back for a body of which a byte comes now and then."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(
            b"POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 1000\r\n\r\n"
        )
        for _ in range(15):
            try:
                connection.sendall(b" ")
            except OSError:
                break
            time.sleep(0.1)
        return connection.recv(10_000)


def test_a_slow_body_is_refused(server: Any) -> None:
    reply = slow_body(server.port)
    assert b"408" in reply.partition(b"\r\n")[0] and b"too_slow" in reply


def test_a_caller_that_says_nothing_is_let_go(server: Any) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(b"POST /v1/ver")
        began = time.monotonic()
        assert connection.recv(1000) == b""
        assert time.monotonic() - began < 5


HEALTH = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def ask_health(connection: socket.socket) -> None:
    """Ask and read the whole reply, on a connection that goes on."""
    connection.sendall(HEALTH + b"\r\n")
    reply = b""
    while not reply.endswith(b"}"):
        reply += connection.recv(10_000)
    assert b"200 OK" in reply


def test_a_caller_that_says_half_of_a_second_request_is_let_go(server: Any) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        ask_health(connection)
        ask_health(connection)
        began = time.monotonic()
        connection.sendall(HEALTH)
        for _ in range(15):
            try:
                connection.sendall(b"X")
            except OSError:
                break
            time.sleep(0.1)
        assert connection.recv(1000) == b""
        assert time.monotonic() - began < 5


def test_a_caller_may_wait_between_requests(server: Any) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        ask_health(connection)
        time.sleep(1.5)
        ask_health(connection)


def test_half_headers_on_every_connection_shut_nobody_out(server: Any) -> None:
    held = []
    try:
        for _ in range(990):
            held.append(socket.create_connection(("127.0.0.1", server.port), timeout=20))
            ask_health(held[-1])
        for connection in held:
            connection.sendall(HEALTH)
        time.sleep(2)
        assert all(server.ask("GET", "/healthz")[0] == 200 for _ in range(20))
        assert all(connection.recv(1) == b"" for connection in held)
    finally:
        for connection in held:
            connection.close()


@pytest.mark.slow
def test_it_keeps_answering_under_malformed_huge_and_slow_requests(server: Any) -> None:
    stop, bad = threading.Event(), list(BAD.values())
    raw = (b"\x00\xff\x16\x03\x01" * 100, b"GET / HTTP/9.9\r\n\r\n", b"POST /v1/verify HTTP/1.1\r\n" + b"A" * 200_000,
           b"POST /v1/verify HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", b"\r\n" * 1000)  # fmt: skip

    def malformed(seed: int) -> int:
        sent = 0
        while not stop.is_set():
            method, path, body, status, _ = bad[(seed + sent) % len(bad)]
            assert server.ask(method, path, body)[0] in (status, 503)
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
                try:
                    connection.sendall(raw[(seed + sent) % len(raw)])
                    connection.shutdown(socket.SHUT_WR)
                    connection.recv(1000)
                except OSError:
                    pass  # closed by the server while we were still sending
            sent += 1
        return sent

    def endless() -> int:
        sent = 0
        while not stop.is_set():
            assert server.ask("POST", "/v1/verify", {"rules": ENDLESS, "text": TEXT})[0] in (200, 422, 503)
            sent += 1
        return sent

    def slow() -> int:
        sent = 0
        while not stop.is_set():
            slow_body(server.port)
            sent += 1
        return sent

    with ThreadPoolExecutor(8) as attackers:
        attacks = [attackers.submit(malformed, seed) for seed in range(4)]
        attacks += [attackers.submit(endless), *(attackers.submit(slow) for _ in range(3))]
        began, answered = time.monotonic(), 0
        while time.monotonic() - began < 4:
            began_one = time.monotonic()
            status, _ = server.ask("POST", "/v1/verify", VERIFY)
            answered += status == 200
            assert status in (200, 503) and time.monotonic() - began_one < 15
            assert server.ask("GET", "/healthz", timeout=5)[0] == 200
        stop.set()
        sent = [attack.result() for attack in attacks]
    assert answered >= 2 and all(sent)
    assert server.ask("POST", "/v1/verify", VERIFY)[0] == 200
    assert server.process.poll() is None


@pytest.mark.slow
def test_a_caller_that_goes_away_leaves_no_work_behind(server: Any) -> None:
    for _ in range(5):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        connection.request("POST", "/v1/verify", json.dumps({"rules": ENDLESS, "text": TEXT}), JSON)
        connection.close()
    assert server.ask("POST", "/v1/verify", VERIFY, timeout=60)[0] == 200


def test_half_of_a_surrogate_pair_is_a_bad_request(server: Any) -> None:
    for body in (b'{"game": "stag_hunt", "text": "I get 1 \\ud800"}', b'{"game": "stag_hunt", "\\udc00": 1}'):
        status, reply = server.ask("POST", "/v1/verify", body)
        assert (status, reply["error"]["code"]) == (400, "bad_request")
        assert "half of a character" in reply["error"]["message"]
