"""Isabelle (Nipkow, Paulson and Wenzel 2002) through its server, where somebody runs one: the paper's own prover.

Never needed. Each question is a `.thy` file whose theorem is left to Sledgehammer; a proof it finds is a yes, none is
no answer. The client of the extra `isabelle` runs an event loop of its own and knows no time limit, so it is asked in a
thread; an answer that comes too late is not waited for.
"""

from __future__ import annotations

import re
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from lelma.prover.results import ProofResult, early_stop
from lelma.prover.text.writing import isabelle_text
from lelma.prover.theory import Always, Opposite, Theory, closed
from lelma.support.errors import EngineStopped, EngineUnavailable

_FOUND = re.compile(r"Try this:|found a proof|Sledgehammering.*\n.*Try", re.DOTALL)

Result = TypeVar("Result")


class IsabelleProver:
    """A session of a running Isabelle server; `close` ends it."""

    def __init__(self, server: str, *, session: str = "HOL", seconds: float = 120.0, votes: bool = False) -> None:
        """Start a session.

        Args:
            server: what `isabelle server` prints: `server "NAME" = 127.0.0.1:PORT (password "…")`.
            seconds: for the start, and for each question, of which there are three a theory.
            votes: whether a theory is asked until one outcome came twice (the paper's Algorithm 2), since Sledgehammer
                works against the clock; that is after five times at most, four outcomes being possible.

        Raises:
            EngineUnavailable: if the client is not installed, or there is no such server.
            EngineStopped: if it does not start in time.
        """
        try:
            from isabelle_client import get_isabelle_client
        except ImportError:
            raise EngineUnavailable("isabelle-client is missing. Type: pip install 'lelma[isabelle]'") from None
        self.seconds, self.votes = seconds, votes
        try:
            self._client: Any = get_isabelle_client(server)
        except ValueError as error:
            raise EngineUnavailable(f"no Isabelle server: {error}") from None
        replies = self._asked(lambda: self._client.session_start(session))
        self._session = str(getattr(replies[-1].response_body, "session_id", ""))
        if not self._session:
            raise EngineUnavailable(f"Isabelle starts no session: {replies[-1].response_body}")

    def close(self) -> None:
        """End the session."""
        self._asked(lambda: self._client.session_stop(self._session))

    def check(self, theory: Theory) -> ProofResult:
        """What Isabelle finds of a theory's goal: axioms first, then the goal, then its negation.

        A text that Isabelle refuses is an error, with its first message; what it finds no proof of is open.
        """
        if not self.votes:
            return self._check(theory)
        found: dict[str, ProofResult] = {}

        def cast() -> Iterator[str]:
            while True:
                result = self._check(theory)
                found.setdefault(result.outcome, result)
                yield result.outcome

        return found[early_stop(cast()) or "open"]

    def _check(self, theory: Theory) -> ProofResult:
        goal = Always(True) if theory.goal is None else closed(theory.goal)
        try:
            for asked, result in (
                (Always(False), ProofResult("error", "inconsistent", "isabelle")),
                (goal, ProofResult("entailed", "proved", "isabelle")),
                (Opposite(goal), ProofResult("contradicted", "proved", "isabelle")),
            ):
                proved, refused = self._proves(replace(theory, goal=asked))
                if refused:
                    return ProofResult("error", "parse", "isabelle", detail=refused)
                if proved:
                    return result
        except EngineStopped as stopped:
            return ProofResult("open", "time", "isabelle", detail=str(stopped))
        return ProofResult("open", "time", "isabelle", detail="time: Isabelle found no proof")

    def _proves(self, theory: Theory) -> tuple[bool, str]:
        with tempfile.TemporaryDirectory(prefix="lelma-isabelle-") as folder:
            (Path(folder) / "Question.thy").write_text(isabelle_text(theory, name="Question"), "utf-8")

            def use() -> Any:
                return self._client.use_theories(self._session, ["Question"], master_dir=folder)

            body = self._asked(use)[-1].response_body
            self._asked(lambda: self._client.purge_theories(self._session, ["Question"], master_dir=folder))
        errors = [str(each.message) for each in getattr(body, "errors", ())]
        if not hasattr(body, "nodes"):
            errors.append(str(getattr(body, "message", body)))
        messages = [str(each.message) for node in getattr(body, "nodes", ()) for each in node.messages]
        return any(map(_FOUND.search, messages)), errors[0] if errors else ""

    def _asked(self, call: Callable[[], Result]) -> Result:
        """The result of a call in a thread of its own.

        Raises:
            EngineStopped: if there is none in time, or the server's reply can't be read.
        """
        done: list[Result] = []
        failed: list[Exception] = []

        def run() -> None:
            try:
                done.append(call())
            except Exception as error:  # whatever it is, the thread that waits tells it
                failed.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(self.seconds)
        if failed:
            raise EngineStopped(f"the Isabelle server gave no reply that can be read: {failed[0]}") from failed[0]
        if not done:
            raise EngineStopped(f"time: Isabelle gave no answer within {self.seconds:g} seconds")
        return done[0]
