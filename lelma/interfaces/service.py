"""What the servers and the tools can do: one operation for each, from a request object to a result object.

Games are asked for by name, never by path, and rules of a caller's own run in a SWI-Prolog of their own, which holds
nothing else, has little memory, and ends with the request. The servers run a service in worker processes
(`lelma.support.worker_pool`), which limit the time and the memory of all that is done in Python as well.
"""

from __future__ import annotations

import json
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gdl.errors import Fault
from gdl.text.write import to_kif
from lelma.engine.answers import Limits
from lelma.engine.process import ProcessBridge
from lelma.game.checks.all_faults import check_game, fault_json
from lelma.game.file_format import GameFile
from lelma.game.game import find_game, list_games, read_game_file
from lelma.game.json_types import CheckJson, GameJson, GamesJson, RoleJson
from lelma.interfaces.json_types import (
    ErrorCode,
    ErrorJson,
    GameRequest,
    ListRequest,
    MatchRequest,
    QueryRequest,
    VerifyRequest,
)
from lelma.interfaces.schema import faults
from lelma.support.errors import EngineStopped, EngineUnavailable, GameError, LelmaError, UsageError, did_you_mean
from lelma.support.json_types import VERSION
from lelma.verify.json_types import AnswerJson, ExplanationJson, ReportJson
from lelma.verify.queries import answer, explain, explained, formula_answer, malformed
from lelma.verify.verifier import Verifier
from translators.language.query import move_name

if TYPE_CHECKING:
    from lelma.matches.talk.speeches import SpokenMatch
    from lelma.verify.formulas.given import Given
    from lelma.verify.formulas.verdicts import FormulaJudge
    from lelma.verify.report import Verdict
    from translators.formulas.formula import Formula

MAX_VERIFIERS = 64
"""How many verifiers of shipped games a service keeps."""

MAX_TEXT = 100_000
MAX_RULES = 100_000
_MAX_QUERY = 10_000
_MAX_GIVEN = 1_000_000
_MAX_RECORD = 1_000_000
"""Longest text, rules, query, what is given as JSON and record of a match, in characters."""

UPLOAD_MEMORY = 2**30
UPLOAD_STACK = 2**28
UPLOAD_REPLY = 2**23
"""What the SWI-Prolog of a caller's own rules may take, in bytes."""

UPLOAD_LIMITS = Limits(seconds=2.0, inferences=20_000_000, answers=100, plays=20_000)

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


@dataclass(frozen=True)
class Operation:
    """One thing a service does.

    Attributes:
        request, result: the types of `lelma.interfaces.json_types` that go in and come out.
    """

    name: str
    title: str
    description: str
    request: type
    result: type


OPERATIONS = {
    operation.name: operation
    for operation in (
        Operation("list_games", "List games", "The games that are known by name.", ListRequest, GamesJson),
        Operation(
            "describe_game",
            "Describe a game",
            "Roles, moves, payoffs, rules of a game, and the queries that can be asked of it.",
            GameRequest,
            GameJson,
        ),
        Operation(
            "verify_reasoning",
            "Verify reasoning",
            "Read the claims about a game from a text of reasoning, prove or refute each from the rules, and say what "
            "holds instead of those that fail. `feedback` is the prompt to reason again with. With a `match`, the text "
            "is what `role` says at a moment of it.",
            VerifyRequest,
            ReportJson,
        ),
        Operation(
            "ask",
            "Ask a query or a formula",
            "Answer a query about a game, such as best_response(X, 'stag') or finally(goal(p1, 5), F), or a formula of "
            "the claim language, such as nash({p1=stag, p2=stag}), after what is `given` of a play, or at a moment of "
            "a `match`.",
            QueryRequest,
            AnswerJson,
        ),
        Operation(
            "check_rules",
            "Check rules",
            "Every fault of a game's rules in GDL at once, with line, column and what to do.",
            GameRequest,
            CheckJson,
        ),
        Operation(
            "explain",
            "Explain a verdict",
            "Whether one claim, written as a query without variables or as a formula, holds; what exactly it means, "
            "what decides it, and what holds instead if it does not.",
            QueryRequest,
            ExplanationJson,
        ),
    )
}


class Service:
    """Serves requests, one at a time."""

    def __init__(self, *, limits: Limits = UPLOAD_LIMITS) -> None:
        """`limits`: what one question about a caller's own rules may cost."""
        self._limits = limits
        self._verifiers: OrderedDict[tuple[Any, ...], Verifier] = OrderedDict()
        self._operations: dict[str, Callable[[Any], Mapping[str, Any]]] = {
            "list_games": self._list_games,
            "describe_game": self._describe_game,
            "verify_reasoning": self._verify_reasoning,
            "ask": self._ask,
            "explain": self._explain,
            "check_rules": self._check_rules,
        }

    def __call__(self, job: tuple[str, object]) -> Mapping[str, Any]:
        """The result object of an operation, by its name, on a request object.

        Raises:
            RequestError: if there is none.
        """
        name, request = job
        if name not in OPERATIONS:
            raise RequestError(
                "not_found",
                f"there is no operation {name!r}{did_you_mean(name, OPERATIONS)}; there are {', '.join(OPERATIONS)}",
            )
        wrong = list(faults(request, OPERATIONS[name].request))
        if wrong:
            raise RequestError("bad_request", "; ".join(wrong[:10]))
        asked = cast(dict[str, Any], request)
        for key, most in (("text", MAX_TEXT), ("rules", MAX_RULES), ("query", _MAX_QUERY)):
            if len(asked.get(key, "")) > most:
                raise RequestError("too_large", f"{key}: longer than {most} characters")
        if len(json.dumps(asked.get("given"))) > _MAX_GIVEN:
            raise RequestError("too_large", f"given: longer than {_MAX_GIVEN} characters")
        if len(asked.get("match", {}).get("record", "")) > _MAX_RECORD:
            raise RequestError("too_large", f"match.record: longer than {_MAX_RECORD} characters")
        try:
            return self._operations[name](asked)
        except GameError as error:
            raise RequestError("bad_rules", str(error).partition("\n")[0], error.faults) from None
        except UsageError as error:
            raise RequestError("bad_request", str(error)) from None
        except EngineStopped as error:
            raise RequestError("memory" if str(error).startswith("memory") else "time", str(error)) from None
        except EngineUnavailable as error:
            raise RequestError("unavailable", str(error)) from None

    def _list_games(self, _: ListRequest) -> GamesJson:
        return list_known_games()

    def _describe_game(self, request: GameRequest) -> GameJson:
        with self._verifier(request) as verifier:
            return describe(verifier)

    def _verify_reasoning(self, request: VerifyRequest) -> ReportJson:
        if "match" in request:
            return _said_in_match(request)
        with self._verifier(request) as verifier:
            return verifier.check(request["text"]).as_json()

    def _ask(self, request: QueryRequest) -> AnswerJson:
        if "match" in request:
            formula, verdict, _ = _asked_of_match(request)
            return malformed(request["query"], verdict.reason) if formula is None else formula_answer(formula, verdict)
        with self._verifier(request) as verifier:
            return answer(verifier, request["query"], given=_given(verifier, request))

    def _explain(self, request: QueryRequest) -> ExplanationJson:
        if "match" in request:
            formula, verdict, judge = _asked_of_match(request)
            return explained(request["query"], "" if formula is None else judge.means(formula), verdict)
        with self._verifier(request) as verifier:
            return explain(verifier, request["query"], given=_given(verifier, request))

    def _check_rules(self, request: GameRequest) -> CheckJson:
        if "rules" not in request:
            return check_game(_named(request)).as_json()
        with _uploaded(request) as (file, bridge):
            found = check_game(file, bridge=bridge, limits=self._limits)
            return replace(found, faults=_renamed(found.faults)).as_json()

    @contextmanager
    def _verifier(self, request: GameRequest) -> Iterator[Verifier]:
        options = {key: value for key, value in request.items() if key in ("role", "style", "strict")}
        if "rules" not in request:
            yield self._known(_named(request), options)
            return
        with _uploaded(request) as (file, bridge):
            try:
                yield Verifier.load(file, bridge=bridge, limits=self._limits, **cast(Any, options))
            except GameError as error:
                raise GameError("the rules can't be used", _renamed(error.faults)) if error.faults else error from None

    def _known(self, name: str, options: dict[str, object]) -> Verifier:
        key = (name, *sorted(options.items()))
        if key not in self._verifiers:
            self._verifiers[key] = Verifier.load(name, **cast(Any, options))
            if len(self._verifiers) > MAX_VERIFIERS:
                self._verifiers.popitem(last=False)[1].solver.close()
        self._verifiers.move_to_end(key)
        return self._verifiers[key]


def _given(verifier: Verifier, request: QueryRequest) -> Given | None:
    """What a request says is given.

    Raises:
        UsageError: with every fault, and its place in the object.
    """
    if "given" not in request:
        return None
    from lelma.verify.formulas.given_file import read_given

    return read_given(request["given"], verifier.formulas.names, role=verifier.role if "role" in request else None)


def _match(request: VerifyRequest | QueryRequest, asked: MatchRequest) -> SpokenMatch:
    """The match of a request.

    Raises:
        RequestError: for rules of a caller's own, whose matches nothing is known of.
        UsageError: with the line of the record that can't be read.
    """
    from lelma.matches.talk.speeches import match_in

    if "rules" in request:
        raise RequestError("bad_request", "a match is of a game with a name: `match` does not go with `rules`")
    if asked.get("at", 0) < 0:
        raise RequestError("bad_request", "match.at: expected 0 or more joint moves")
    data = asked["record"].encode("utf-8", "replace")
    return match_in(data, _named(request), source="match.record", name=asked.get("name"))


def _said_in_match(request: VerifyRequest) -> ReportJson:
    from lelma.matches.talk.said_text import verified_text

    if "role" not in request:
        raise RequestError("bad_request", "role: with a match, name who says the text")
    asked = request["match"]
    return verified_text(
        _match(request, asked),
        request["text"],
        at=asked.get("at"),
        role=request["role"],
        style=request.get("style", "correct"),
        strict=request.get("strict", False),
    ).as_json()


def _asked_of_match(request: QueryRequest) -> tuple[Formula | None, Verdict, FormulaJudge]:
    from lelma.matches.talk.given_moment import asked_at

    if "given" in request:
        raise RequestError("bad_request", "a match tells what is given: `given` does not go with `match`")
    asked = request["match"]
    return asked_at(_match(request, asked), request["query"], at=asked.get("at"), role=request.get("role"))


def _named(request: GameRequest) -> str:
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
def _uploaded(request: GameRequest) -> Iterator[tuple[Path, ProcessBridge]]:
    """A file with a caller's own rules, and a bridge for them alone."""
    if "game" in request:
        raise RequestError("bad_request", "only one of the keys 'game' and 'rules' can be given")
    bridge = ProcessBridge(memory=UPLOAD_MEMORY, stack=UPLOAD_STACK, reply=UPLOAD_REPLY)
    try:
        with tempfile.TemporaryDirectory(prefix="lelma-") as folder:
            file = Path(folder, UPLOADED)
            file.write_text(request["rules"], "utf-8", errors="replace")
            yield file, bridge
    finally:
        bridge.close()


def _renamed(found: Sequence[Fault]) -> tuple[Fault, ...]:
    return tuple(replace(fault, file=UPLOADED) for fault in found)


def package_version() -> str:
    """The version of this package; empty in a checkout that is not installed."""
    try:
        return version("lelma")
    except PackageNotFoundError:
        return ""


def list_known_games() -> GamesJson:
    """The games that are known by name; of one whose game.toml can't be read the summary says why."""
    files = {name: _game_file(name) for name in list_games()}
    return {
        "schema": VERSION,
        "games": [
            {"name": name, "title": name if file.title is None else file.title, "summary": file.summary}
            for name, file in files.items()
        ],
    }


def _game_file(name: str) -> GameFile:
    try:
        return read_game_file(find_game(name))
    except GameError as error:
        return GameFile(summary=f"can't be loaded: {error}")


def describe(verifier: Verifier) -> GameJson:
    """The description of a verifier's game."""
    game, facts, words = verifier.game, verifier.facts, verifier.vocabulary
    roles: list[RoleJson] = [
        {"role": role, "names": list(words.role_names.get(role, ())), "moves": list(words.moves.get(role, ()))}
        for role in words.roles
    ]
    return {
        "schema": VERSION,
        "name": game.name,
        "title": game.title,
        "summary": game.file.summary,
        "source": game.file.source,
        "roles": roles,
        "simultaneous": facts.simultaneous if facts else None,
        "rounds": facts.rounds if facts else None,
        "payoffs": [
            {"moves": [move_name(move) for move in cell.profile], "payoffs": list(map(str, cell.payoffs))}
            for cell in (facts.cells if facts else ())
        ],
        "untabulated": facts.untabulated if facts else verifier.untabulated,
        "namings": {
            naming.name: {move: list(names) for move, names in naming.moves.items()} for naming in words.namings
        },
        "queries": [
            {"form": template.signature, "meaning": template.meaning, "severity": template.severity}
            for template in game.templates
        ],
        "rules": to_kif(game.description),
    }
