"""What requests have in common: their error, how long they may be, games by name, and rules of a caller's own."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from gdl.errors import Fault, GdlError
from lelma.engine.bridges import Bridge, separate_bridge
from lelma.game.checks.all_faults import fault_json
from lelma.game.game import list_games
from lelma.interfaces.json_types import ErrorCode, ErrorJson, GameRequest
from lelma.support.errors import GameError, LelmaError, did_you_mean
from lelma.support.json_types import VERSION

MAX_TEXT = 100_000
MAX_RULES = 100_000
_MAX_QUERY = 10_000
_MAX_GIVEN = 1_000_000
_MAX_RECORD = 1_000_000
"""Longest text, rules, query, what is given as JSON and record of a match, in characters."""

_MAX_LIST = 100
"""Most entries of a list in a request, such as earlier attempts or formulas."""

UPLOAD_MEMORY = 2**30
UPLOAD_STACK = 2**28
UPLOAD_REPLY = 2**23
"""What the SWI-Prolog of a caller's own rules may take, in bytes."""

UPLOADED = "rules.gdl"
"""What faults call the file of a caller's own rules."""


class RequestError(LelmaError):
    """A request that can't be served; `code` says why in one word."""

    def __init__(self, code: ErrorCode, message: str, faults: Sequence[Fault] = ()) -> None:
        self.code, self.message, self.faults = code, message, tuple(faults)
        super().__init__(code, message, self.faults)

    def __str__(self) -> str:
        return self.message

    def as_json(self) -> ErrorJson:
        listed = [fault_json(fault) for fault in self.faults]
        return {"schema": VERSION, "error": {"code": self.code, "message": self.message, "faults": listed}}


def check_characters(request: object) -> None:
    """Refuse a request with half of a surrogate pair in it, which is no character and can't be sent back.

    Raises:
        RequestError: if there is one.
    """
    try:
        json.dumps(request, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise RequestError("bad_request", f"{half} is half of a character: send both halves, or leave it out") from None


def check_sizes(request: Mapping[str, Any]) -> None:
    """Refuse a request of the right shape that is too long somewhere.

    Raises:
        RequestError: with the key.
    """
    texts = [(key, request.get(key, ""), most) for key, most in _LONGEST.items()]
    for key, most in (("previous", MAX_TEXT), ("ask", _MAX_QUERY), ("assume", _MAX_QUERY)):
        entries = request.get(key, [])
        if len(entries) > _MAX_LIST:
            raise RequestError("too_large", f"{key}: more than {_MAX_LIST} entries")
        texts += [(f"{key}[{at}]", entry, most) for at, entry in enumerate(entries)]
    texts.append(("given", json.dumps(request.get("given")), _MAX_GIVEN))
    texts.append(("match.record", request.get("match", {}).get("record", ""), _MAX_RECORD))
    for key, text, most in texts:
        if len(text) > most:
            raise RequestError("too_large", f"{key}: longer than {most} characters")


_LONGEST = {"text": MAX_TEXT, "rules": MAX_RULES, "query": _MAX_QUERY}


def named_game(request: GameRequest) -> str:
    """The name of a game there is: a path is no name."""
    name = request.get("game")
    if name is None:
        raise RequestError("bad_request", "one of the keys 'game' and 'rules' is needed")
    known = list_games()
    if name not in known:
        near = did_you_mean(name, known)
        raise RequestError("no_such_game", f"there is no game {name[:80]!r}{near}; there are: {', '.join(known)}")
    return name


@contextmanager
def uploaded_rules(request: GameRequest) -> Iterator[tuple[Path, Bridge]]:
    """A file with a caller's own rules, and a bridge for them alone."""
    if "game" in request:
        raise RequestError("bad_request", "only one of the keys 'game' and 'rules' can be given")
    bridge = separate_bridge(memory=UPLOAD_MEMORY, stack=UPLOAD_STACK, reply=UPLOAD_REPLY)
    try:
        with tempfile.TemporaryDirectory(prefix="lelma-") as folder:
            file = Path(folder, UPLOADED)
            file.write_text(request["rules"], "utf-8", errors="replace")
            yield file, bridge
    finally:
        bridge.close()


@contextmanager
def game_of(request: GameRequest) -> Iterator[tuple[str | Path, Bridge | None]]:
    """The game of a request by its name, or the file of a caller's own rules and a bridge for them alone.

    Raises:
        RequestError: for a game that there is not, or rules that are too large.
        GameError: with every fault of the rules.
    """
    if "rules" not in request:
        yield named_game(request), None
        return
    with uploaded_rules(request) as (file, bridge):
        try:
            yield file, bridge
        except GameError as error:
            raise unusable(error) from None
        except GdlError as error:
            raise RequestError("bad_rules", str(error).partition("\n")[0]) from None


def unusable(error: GameError) -> GameError:
    """The error about a caller's own rules, with their file as the caller knows it."""
    return GameError("the rules can't be used", of_upload(error.faults)) if error.faults else error


def of_upload(found: Sequence[Fault]) -> tuple[Fault, ...]:
    """Faults of a caller's own rules, by the name that their file has for the caller."""
    return tuple(replace(fault, file=UPLOADED) for fault in found)
