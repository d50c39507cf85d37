"""The HTTP server answers what it is asked, refuses what it can't read, and goes on answering."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lelma.interfaces.http.app import Options
from lelma.interfaces.http.openapi import POSTS, openapi
from lelma.interfaces.http.serve import is_loopback, serve
from lelma.interfaces.schema import TYPES, faults, schema_of
from lelma.interfaces.service import OPERATIONS
from lelma.support.errors import UsageError

TEXT = "If we both choose stag, I get 4. Hare guarantees me 1."
VERIFY = {"game": "stag_hunt", "text": TEXT}
RULES = "(role p) (legal p a) (<= terminal (role p)) (goal p 7)"
PLAYED = [{"role": "p1", "move": "stag"}, {"role": "p2", "move": "stag"}]
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
        connection.sendall(b"POST /v1/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
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


def test_a_caller_that_goes_away_leaves_no_work_behind(server: Any) -> None:
    for _ in range(5):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        connection.request("POST", "/v1/verify", json.dumps({"rules": ENDLESS, "text": TEXT}))
        connection.close()
    assert server.ask("POST", "/v1/verify", VERIFY, timeout=60)[0] == 200
