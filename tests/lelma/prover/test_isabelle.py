"""The real client against a double of Isabelle's server, which answers with our own reader and prover."""

from __future__ import annotations

import json
import socketserver
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("isabelle_client", reason="isabelle-client (the extra isabelle) is not installed")

from lelma.prover import ProofResult, ProverLimits, Theory, TheoryError, check, read_theory
from lelma.prover.isabelle import IsabelleProver
from lelma.support.errors import EngineStopped, EngineUnavailable

TASK = {"task": "1"}
STATUS = {
    "ok": True,
    "total": 1,
    "unprocessed": 0,
    "running": 0,
    "warned": 0,
    "failed": 0,
    "finished": 1,
    "canceled": False,
    "consolidated": True,
    "percentage": 100,
}


class Double(socketserver.StreamRequestHandler):
    """One command a connection, as Isabelle's server has it."""

    def handle(self) -> None:
        self.rfile.readline()
        command, _, told = self.rfile.readline().decode().strip().partition(" ")
        self.say("OK", {"isabelle_id": "double", "isabelle_name": "Isabelle2025"})
        arguments = json.loads(told) if told else {}
        if command == "purge_theories":
            self.say("OK", {"purged": [], "retained": []})
            return
        self.say("OK", TASK)
        if command == "session_start":
            self.say("FINISHED", {**TASK, "session_id": "s", "tmp_dir": "/"})
        elif command == "session_stop":
            self.say("FINISHED", {**TASK, "ok": True, "return_code": 0})
        else:
            self.say("FINISHED", {**TASK, **used(Path(arguments["master_dir"]) / f"{arguments['theories'][0]}.thy")})

    def say(self, kind: str, body: Any) -> None:
        self.wfile.write(f"{kind} {json.dumps(body)}\n".encode())


def used(file: Path) -> dict[str, Any]:
    text = file.read_text("utf-8")
    if "Slow" in text:
        time.sleep(3)
    try:
        found = check(read_theory(text), limits=ProverLimits(external=False))
    except TheoryError as error:
        return {"ok": False, "errors": [{"kind": "error", "message": str(error)}], "nodes": []}
    if found.outcome == "error" and found.reason != "inconsistent":
        return {"ok": False, "errors": [{"kind": "error", "message": found.detail}], "nodes": []}
    proved = found.outcome == "entailed" or found.reason == "inconsistent"
    message = {"kind": "writeln", "message": "Try this: by metis (1 ms)" if proved else "No proof found"}
    node = {"node_name": str(file), "theory_name": "Question", "status": STATUS, "messages": [message], "exports": []}
    return {"ok": True, "errors": [], "nodes": [node]}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Double) as running:
        running.daemon_threads = True
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f'server "double" = 127.0.0.1:{running.server_address[1]} (password "p")'
        running.shutdown()


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("a: Tea(it)\nb: ∀x. Tea(x) ⟶ Hot(x)\ngoal: Hot(it)", "entailed"),
        ("a: Tea(it)\nb: ∀x. Tea(x) ⟶ Hot(x)\ngoal: ¬Hot(it)", "contradicted"),
        ("a: Tea(it)\ngoal: Hot(it)", "open"),
        ("a: Tea(it)\nb: ¬Tea(it)\ngoal: Hot(it)", "error"),
    ],
)
def test_isabelle_is_asked_through_its_server(server: str, text: str, outcome: str) -> None:
    prover = IsabelleProver(server, seconds=10)
    assert prover.check(read_theory(text)).outcome == outcome
    prover.close()


def test_a_theory_may_be_asked_until_an_outcome_came_twice(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    prover = IsabelleProver(server, seconds=10, votes=True)
    told = iter(["open", "entailed", "entailed", "open"])
    asked = IsabelleProver._check

    def sometimes(self: IsabelleProver, theory: Theory) -> ProofResult:
        found = asked(self, theory)
        return found if next(told) == "entailed" else ProofResult("open", "time", "isabelle")

    monkeypatch.setattr(IsabelleProver, "_check", sometimes)
    assert prover.check(read_theory("a: Tea(it)\ngoal: Tea(it)")).outcome == "entailed"
    assert list(told) == ["open"]
    prover.close()


def test_an_answer_that_comes_too_late_is_not_waited_for(server: str) -> None:
    prover = IsabelleProver(server, seconds=0.5)
    assert prover.check(read_theory("a: Slow(it)\ngoal: Slow(it)")).reason == "time"


def test_where_no_server_is_the_error_says_so() -> None:
    with pytest.raises(EngineUnavailable, match="Isabelle server"):
        IsabelleProver("nothing")
    with pytest.raises(EngineStopped):
        IsabelleProver('server "x" = 127.0.0.1:1 (password "p")', seconds=2)
