"""A record of a model's replies in one sqlite file, from which a run replays byte for byte.

A reply is found by its request (model, messages, parameters), the label of the run that asked, and its attempt:
how often that run had this very request answered before. So repetitions keep replies of their own, and runs that
take turns or overlap replay alike. A failed call leaves its attempt free for another: where none is answered, a replay
fails as it did, and wherever there is a model it is asked again. Tries that failed before a reply are kept with it.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from lelma.models.costs import failures_from, failures_json
from lelma.models.http import excerpt
from lelma.models.protocol import (
    CassetteMiss,
    FailedTry,
    Message,
    Model,
    ModelBusy,
    ModelError,
    ModelUnavailable,
    Reply,
    UnusableReply,
    Usage,
)

FORMAT = 1
_WAIT_FOR_OTHERS = 30.0  # seconds for another process that writes to the same file
_TABLE = """
CREATE TABLE IF NOT EXISTS replies (
    key TEXT NOT NULL, attempt INTEGER NOT NULL, request TEXT NOT NULL, reply BLOB NOT NULL,
    prompt_tokens INTEGER NOT NULL, reply_tokens INTEGER NOT NULL, cut INTEGER NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (key, attempt)
)
"""
_FAILURES = """
CREATE TABLE IF NOT EXISTS failures (
    key TEXT NOT NULL, attempt INTEGER NOT NULL, kind TEXT NOT NULL, error BLOB NOT NULL, tries TEXT NOT NULL,
    PRIMARY KEY (key, attempt)
)
"""
"""What failed at an attempt: the error, if there was no reply (else it has no kind), and the tries, as JSON. Cassettes
that were recorded before have no such table."""

_KINDS: Mapping[str, type[ModelError]] = {
    kind.__name__: kind for kind in (ModelError, ModelUnavailable, ModelBusy, UnusableReply)
}


class Tape:
    """The sqlite file behind cassettes. Each reply is on disk when `put` returns. Safe from many threads."""

    def __init__(self, file: Path, *, replay_only: bool = False) -> None:
        """
        Args:
            replay_only: the file must exist, and is not written to.

        Raises:
            ModelError: if the file can't be opened, or is no cassette.
        """
        self.file = file
        self._lock = threading.Lock()
        # Not mode=ro: after a crash in the middle of a write, sqlite has to undo it before it can read.
        uri = file.absolute().as_uri() + ("?mode=rw" if replay_only else "")
        try:
            self._connection = sqlite3.connect(
                uri, uri=True, timeout=_WAIT_FOR_OTHERS, isolation_level=None, check_same_thread=False
            )
            self._prepare(replay_only)
        except sqlite3.Error as error:
            raise ModelError(f"{file}: can't be opened as a cassette: {error}") from error

    def _prepare(self, replay_only: bool) -> None:
        (found,) = self._connection.execute("PRAGMA user_version").fetchone()
        (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if found != FORMAT and (tables or replay_only):
            self._connection.close()
            raise ModelError(f"{self.file}: is no cassette of format {FORMAT} (user_version {found})")
        if replay_only:
            self._connection.execute("PRAGMA query_only = ON")
        else:
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute(_TABLE)
            self._connection.execute(_FAILURES)
            self._connection.execute(f"PRAGMA user_version = {FORMAT}")
            self._connection.execute("COMMIT")
        find = "SELECT count(*) FROM sqlite_master WHERE name = 'failures'"
        self._keeps_failures = bool(self._connection.execute(find).fetchone()[0])

    def get(self, key: str, attempt: int) -> Reply | None:
        """The recorded reply, marked as cached."""
        query = "SELECT reply, prompt_tokens, reply_tokens, cut, seconds FROM replies WHERE key = ? AND attempt = ?"
        row = next(iter(self._execute(query, (key, attempt))[0]), None)
        if row is None:
            return None
        text, prompt_tokens, reply_tokens, cut, seconds = row
        # Models may reply with half a surrogate pair, which is no UTF-8.
        usage, said = Usage(prompt_tokens, reply_tokens), text.decode("utf-8", "surrogatepass")
        _, _, failed = self._failed(key, attempt)
        return Reply(said, usage, cached=True, cut=bool(cut), seconds=seconds, failed=failed)

    def put(self, key: str, attempt: int, request: str, reply: Reply) -> bool:
        """Record a reply; False if another process was first, whose reply then stays.

        Raises:
            ModelError: if it can't be written.
        """
        usage, text = reply.usage, reply.text.encode("utf-8", "surrogatepass")
        counts = (usage.prompt_tokens, usage.reply_tokens, reply.cut, reply.seconds)
        insert = "INSERT OR IGNORE INTO replies VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        first = self._execute(insert, (key, attempt, request, text, *counts))[1] == 1
        if first:
            self._put_failed(key, attempt, "", "", reply.failed)
        return first

    def failure(self, key: str, attempt: int) -> ModelError | None:
        """The error that the attempt ended with when it was last made, with its tries; None if none is recorded."""
        kind, message, failed = self._failed(key, attempt)
        if kind not in _KINDS:
            return None
        error = _KINDS[kind](message)
        if isinstance(error, UnusableReply) and failed:
            error.usage = failed[-1].usage
        error.failed = failed
        return error

    def put_failure(self, key: str, attempt: int, error: ModelError) -> None:
        """Record what an attempt failed with, for replays.

        Raises:
            ModelError: if it can't be written.
        """
        kinds = (kind.__name__ for kind in type(error).__mro__)
        self._put_failed(key, attempt, next(kind for kind in kinds if kind in _KINDS), str(error), error.failed)

    def _failed(self, key: str, attempt: int) -> tuple[str, str, tuple[FailedTry, ...]]:
        query = "SELECT kind, error, tries FROM failures WHERE key = ? AND attempt = ?"
        rows = self._execute(query, (key, attempt))[0] if self._keeps_failures else []
        for kind, error, tries in rows:
            return kind, error.decode("utf-8", "surrogatepass"), failures_from(json.loads(tries))
        return "", "", ()

    def _put_failed(self, key: str, attempt: int, kind: str, error: str, tries: Sequence[FailedTry]) -> None:
        values = (key, attempt, kind, error.encode("utf-8", "surrogatepass"), json.dumps(failures_json(tries)))
        if kind or tries:
            self._execute("INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?, ?)", values)
        else:
            self._execute("DELETE FROM failures WHERE key = ? AND attempt = ?", (key, attempt))

    def __len__(self) -> int:
        return int(self._execute("SELECT count(*) FROM replies")[0][0][0])

    def _execute(self, statement: str, values: Sequence[Any] = ()) -> tuple[list[Any], int]:
        """The rows a statement gives, and how many it changed."""
        try:
            with self._lock:
                cursor = self._connection.execute(statement, values)
                return cursor.fetchall(), cursor.rowcount
        except sqlite3.Error as error:
            raise ModelError(f"{self.file}: the cassette can't be used: {error}") from error

    def close(self) -> None:
        with self._lock:
            self._connection.close()


class Cassette:
    """A model's replies, recorded as they come and replayed when asked for again. Safe from many threads."""

    def __init__(self, tape: Tape, model: Model | str, *, label: str = "") -> None:
        """
        Args:
            model: what to ask for replies that are not recorded; only its name, to replay and ask nothing.
            label: the run that asks.
        """
        self.tape = tape
        self.model = None if isinstance(model, str) else model
        self.name = model if isinstance(model, str) else model.name
        self.label = label
        self._lock = threading.Lock()
        self._taken: defaultdict[str, set[int]] = defaultdict(set)

    def labelled(self, label: str) -> Cassette:
        """The same tape and model for another run, which counts its attempts from the beginning."""
        return Cassette(self.tape, self.model or self.name, label=label)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        """
        Raises:
            CassetteMiss: if the reply is not recorded and there is no model to ask.
            ModelError: what the model raises, also where a replay finds only that recorded.
        """
        parameters = {"temperature": float(temperature), "max_tokens": max_tokens, "schema": schema, "seed": seed}
        request = request_text(self.name, messages, parameters, self.label)
        key = sha256(request.encode()).hexdigest()
        attempt = self._take(key)
        try:
            recorded = self.tape.get(key, attempt)
            if recorded is not None:
                return recorded
            if self.model is None:
                raise self.tape.failure(key, attempt) or CassetteMiss(self._miss(messages, attempt))
            try:
                reply = self.model.complete(
                    messages, temperature=temperature, max_tokens=max_tokens, schema=schema, seed=seed
                )
            except ModelError as error:
                self.tape.put_failure(key, attempt, error)
                raise
            if not self.tape.put(key, attempt, request, reply):
                first = self.tape.get(key, attempt)
                # What counts is the recorded text; what was paid for is this reply.
                reply = replace(reply, text=first.text, cut=first.cut) if first else reply
            return reply
        except BaseException:
            with self._lock:
                self._taken[key].remove(attempt)
            raise

    def _take(self, key: str) -> int:
        """The first attempt of a request that nobody has, counting from 1."""
        with self._lock:
            taken = self._taken[key]
            attempt = next(number for number in range(1, len(taken) + 2) if number not in taken)
            taken.add(attempt)
            return attempt

    def _miss(self, messages: Sequence[Message], attempt: int) -> str:
        last = excerpt(messages[-1].text, 80) if messages else "no message"
        run = f", run {self.label}" if self.label else ""
        return (
            f"{self.tape.file}: holds no reply number {attempt} of {self.name}{run} to this request "
            f"({len(messages)} messages, the last: {last}); {len(self.tape)} other replies are recorded"
        )

    def close(self) -> None:
        self.tape.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def request_text(model: str, messages: Sequence[Message], parameters: Mapping[str, Any], label: str) -> str:
    """All that a reply depends on, as JSON that is the same for the same request."""
    turns = [[message.speaker, message.text] for message in messages]
    request = {"model": model, "label": label, "messages": turns, **parameters}
    return json.dumps(request, sort_keys=True, separators=(",", ":"))
