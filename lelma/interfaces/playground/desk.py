"""What the page of the playground can ask: the operations of a service, and what only a page needs.

Text goes in and text comes out, JSON both, so that nothing of JavaScript is known here.

>>> desk = Desk()
>>> desk("rules_of_table", '{"table": "oops"}')[:44]
'{"schema": 1, "ok": false, "faults": [{"file'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from gdl.errors import Fault, GdlSyntaxError
from gdl.tables.matrix import parse_payoffs, to_csv, to_gdl
from lelma.engine.answers import Limits
from lelma.engine.bridges import use_hosted
from lelma.engine.bridges.hosted import HostedBridge
from lelma.game.checks.all_faults import fault_json
from lelma.game.game import find_game, list_games
from lelma.interfaces.requests import RequestError, check_sizes, named_game
from lelma.interfaces.service import OPERATIONS, Service
from lelma.support.errors import GameError, LelmaError, UsageError
from lelma.support.json_types import VERSION
from lelma.support.outside import json_value, utf8_text

PAGE_LIMITS = Limits(inferences=4_000_000)
"""What one question about rules of one's own may cost; no clock interrupts Prolog in a page, so steps count alone."""

_TABLE = "payoffs.csv"
"""What faults call a payoff table."""

_SAMPLES = ("right_*.txt", "wrong_*.txt")


def open_desk(serve: Callable[[str], str] | None) -> Desk:
    """The desk of a page, whose worker has SWI-Prolog answer by `serve` (`HostedBridge.begin`)."""
    bridge = HostedBridge("wasm")
    use_hosted(bridge)
    bridge.begin(serve)
    return Desk(begin=bridge.begin)


class Desk:
    """Answers a page, one request at a time.

    Attributes:
        begin: has another SWI-Prolog answer (`HostedBridge.begin`); games that are loaded stay so.
    """

    def __init__(self, begin: Callable[[Callable[[str], str] | None], None] = lambda serve: None) -> None:
        self.begin = begin
        self._service = Service(limits=PAGE_LIMITS)
        self._own: dict[str, Callable[[Mapping[str, Any]], Mapping[str, Any]]] = {
            "samples": _samples,
            "rules_of_table": _rules_of_table,
            "match_of_game": _match_of_game,
            "replay": _replay,
        }

    def __call__(self, operation: str, request: str) -> str:
        """The result of an operation on a request object, or an `ErrorJson`; both as JSON."""
        try:
            asked = json_value(request, "the request", fail=lambda why: RequestError("bad_json", why))
            return json.dumps(self._result(operation, asked), ensure_ascii=False)
        except RequestError as error:
            return json.dumps(error.as_json(), ensure_ascii=False)
        except GameError as error:
            return json.dumps(RequestError("bad_rules", str(error), error.faults).as_json(), ensure_ascii=False)
        except LelmaError as error:
            return json.dumps(RequestError("bad_request", str(error)).as_json(), ensure_ascii=False)

    def _result(self, operation: str, asked: object) -> Mapping[str, Any]:
        if operation in OPERATIONS:
            return self._service((operation, asked))
        if operation not in self._own or not isinstance(asked, dict):
            raise RequestError("not_found", f"there is no operation {operation!r}, or its request is no object")
        check_sizes(asked)
        return self._own[operation](asked)


def _samples(_: Mapping[str, Any]) -> Mapping[str, Any]:
    """For each game its kind, its samples of reasoning, and whether a match of it is there to be replayed."""
    games = {}
    for name in list_games():
        folder = find_game(name) / "samples"
        texts = {file.stem: utf8_text(file) for pattern in _SAMPLES for file in sorted(folder.glob(pattern))}
        games[name] = {"texts": texts, "match": (folder / "match.jsonl").is_file()}
    return {"schema": VERSION, "games": games}


def _rules_of_table(asked: Mapping[str, Any]) -> Mapping[str, Any]:
    """The rules of a payoff table in CSV or `.nfg`, or all of its faults."""
    try:
        table = parse_payoffs(_text(asked, "table"), _TABLE)
    except GdlSyntaxError as error:
        return {"schema": VERSION, "ok": False, "faults": [fault_json(each) for each in error.faults], "rules": ""}
    return {"schema": VERSION, "ok": True, "faults": list[Fault](), "rules": to_gdl(table), "table": to_csv(table)}


def _match_of_game(asked: Mapping[str, Any]) -> Mapping[str, Any]:
    """The transcript of a match that a game's folder holds."""
    file = find_game(named_game({"game": _text(asked, "game")})) / "samples" / "match.jsonl"
    if not file.is_file():
        raise RequestError("bad_request", f"{file.parent.parent.name} has no match to show")
    return {"schema": VERSION, "record": utf8_text(file)}


def _replay(asked: Mapping[str, Any]) -> Mapping[str, Any]:
    """The page of a match (`lelma report`): what was done and said, and with `worlds` what each player could know."""
    from lelma.interfaces.playground.shown_match import shown_match

    return {"schema": VERSION, "page": shown_match(_text(asked, "record"), worlds=asked.get("worlds") is True)}


def _text(asked: Mapping[str, Any], key: str) -> str:
    value = asked.get(key)
    if not isinstance(value, str):
        raise UsageError(f"{key}: expected a text")
    return value
