"""What the servers and the tools can do: one operation for each, from a request object to a result object.

Games are asked for by name, never by path, and rules of a caller's own run in a SWI-Prolog of their own, which holds
nothing else, has little memory, and ends with the request. The servers run a service in worker processes
(`lelma.support.worker_pool`), which limit the time and the memory of all that is done in Python as well.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, cast

from gdl.text.write import to_kif
from gdl.values import dataclass
from lelma.analysis.json_types import SolutionJson
from lelma.engine.answers import Limits
from lelma.game.checks.all_faults import check_game
from lelma.game.file_format import GameFile
from lelma.game.game import Game, find_game, list_games, read_game_file
from lelma.game.json_types import CheckJson, GameJson, GamesJson, RoleJson, RulesJson
from lelma.game.rules_in_english import rules_json, rules_page
from lelma.interfaces.json_types import (
    ClaimsRequest,
    GameRequest,
    ListRequest,
    QueryRequest,
    RefineRequest,
    RulesRequest,
    VerifyRequest,
    WorldsRequest,
)
from lelma.interfaces.match_service import asked_of_match, judged_claims, possible_worlds, said_in_match
from lelma.interfaces.requests import (
    RequestError,
    check_characters,
    check_sizes,
    named_game,
    of_upload,
    unusable,
    uploaded_rules,
)
from lelma.interfaces.schema import faults
from lelma.matches.json_types import MatchClaimsJson, WorldsJson
from lelma.support.errors import EngineStopped, EngineUnavailable, GameError, UsageError, did_you_mean
from lelma.support.json_types import VERSION
from lelma.verify.json_types import AnswerJson, ExplanationJson, RefinementJson, ReportJson
from lelma.verify.loop import MAX_ATTEMPTS, loop_step
from lelma.verify.queries import answer, explain, explained, formula_answer, malformed
from lelma.verify.verifier import Verifier
from lelma.words.word_facts import thin_words
from translators.language.query import move_name

if TYPE_CHECKING:
    from lelma.verify.formulas.given import Given

SOLVING_SECONDS = 10.0
"""How long the states of a game with a name are looked for."""

MAX_VERIFIERS = 64
"""How many verifiers of shipped games a service keeps."""

UPLOAD_LIMITS = Limits(seconds=2.0, inferences=20_000_000, answers=100, plays=20_000)


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
        Operation(
            "solve",
            "Solve a game",
            "Solve a game exactly: payoff table, dominance, equilibria, maximin, Pareto-optimal profiles, and for "
            "games of several rounds the tree and backward induction. `status` says what could not be worked out, "
            "and why.",
            GameRequest,
            SolutionJson,
        ),
        Operation(
            "rules",
            "Tell the rules",
            "The rules of a game in plain English, with numbers and lists from the facts that the solver plays by.",
            RulesRequest,
            RulesJson,
        ),
        Operation(
            "refine",
            "Refine reasoning",
            "One step of the feedback loop, in which the caller reasons: checks a text after the `previous` attempts, "
            "and says whether the loop has ended, or else what to reason again with, as `prompt`.",
            RefineRequest,
            RefinementJson,
        ),
        Operation(
            "claims",
            "Judge what was said in a match",
            "What the players of a match claimed of it and of identities, each claim with its verdict at that moment.",
            ClaimsRequest,
            MatchClaimsJson,
        ),
        Operation(
            "worlds",
            "Tell what can be known",
            "How many worlds each role of a game with hidden moves must think possible, and what it knows, at a moment "
            "of a match, or after a deal.",
            WorldsRequest,
            WorldsJson,
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
            "solve": self._solve,
            "rules": self._rules,
            "refine": self._refine,
            "claims": judged_claims,
            "worlds": possible_worlds,
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
        check_characters(request)
        wrong = list(faults(request, OPERATIONS[name].request))
        if wrong:
            raise RequestError("bad_request", "; ".join(wrong[:10]))
        asked = cast(dict[str, Any], request)
        check_sizes(asked)
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
            return said_in_match(request)
        with self._verifier(request) as verifier:
            return verifier.check(request["text"], given=_given(verifier, request)).as_json()

    def _ask(self, request: QueryRequest) -> AnswerJson:
        if "match" in request:
            formula, verdict, _ = asked_of_match(request, self._limits)
            return malformed(request["query"], verdict.reason) if formula is None else formula_answer(formula, verdict)
        with self._verifier(request) as verifier:
            return answer(verifier, request["query"], given=_given(verifier, request))

    def _explain(self, request: QueryRequest) -> ExplanationJson:
        if "match" in request:
            formula, verdict, judge = asked_of_match(request, self._limits)
            return explained(request["query"], "" if formula is None else judge.means(formula), verdict)
        with self._verifier(request) as verifier:
            return explain(verifier, request["query"], given=_given(verifier, request))

    def _check_rules(self, request: GameRequest) -> CheckJson:
        if "rules" not in request:
            from lelma.agents.roster import roster_faults  # all agents, and what they need

            checked = check_game(named_game(request))
            more = (*roster_faults(checked.path), *thin_words(checked.path)) if checked.ok else ()
            return checked.with_faults(more).as_json()
        with uploaded_rules(request) as (file, bridge):
            found = check_game(file, bridge=bridge, limits=self._limits)
            return replace(found, faults=of_upload(found.faults)).as_json()

    def _solve(self, request: GameRequest) -> SolutionJson:
        from lelma.analysis.solution import solve
        from lelma.analysis.solution_json import solution_json

        if "rules" not in request:
            return solution_json(solve(find_game(named_game(request)), seconds=SOLVING_SECONDS))
        with uploaded_rules(request) as (file, bridge):
            try:
                return solution_json(solve(file, bridge=bridge, seconds=self._limits.seconds))
            except GameError as error:
                raise unusable(error) from None

    def _rules(self, request: RulesRequest) -> RulesJson:
        if "rules" not in request:
            game = Game.load(named_game(request), preset=request.get("preset"))
            return rules_json(game, rules_page(game))
        with uploaded_rules(request) as (file, bridge):
            try:
                game = Game.load(file, preset=request.get("preset"))
            except GameError as error:
                raise unusable(error) from None
            return rules_json(game, rules_page(game, bridge=bridge, limits=self._limits))

    def _refine(self, request: RefineRequest) -> RefinementJson:
        with self._verifier(request) as verifier:
            step = loop_step(
                verifier,
                request["text"],
                request.get("previous", []),
                max_attempts=request.get("max_attempts", MAX_ATTEMPTS),
                stop_on_repeat=request.get("stop_on_repeat", True),
            )
        return step.as_json()

    @contextmanager
    def _verifier(self, request: GameRequest) -> Iterator[Verifier]:
        options = {key: value for key, value in request.items() if key in ("role", "style", "strict")}
        if "rules" not in request:
            yield self._known(named_game(request), options)
            return
        with uploaded_rules(request) as (file, bridge):
            try:
                yield Verifier.load(file, bridge=bridge, limits=self._limits, **cast(Any, options))
            except GameError as error:
                raise unusable(error) from None

    def _known(self, name: str, options: dict[str, object]) -> Verifier:
        key = (name, *sorted(options.items()))
        if key not in self._verifiers:
            self._verifiers[key] = Verifier.load(name, **cast(Any, options))
            if len(self._verifiers) > MAX_VERIFIERS:
                self._verifiers.popitem(last=False)[1].solver.close()
        self._verifiers.move_to_end(key)
        return self._verifiers[key]


def _given(verifier: Verifier, request: QueryRequest | VerifyRequest) -> Given | None:
    """What a request says is given.

    Raises:
        UsageError: with every fault, and its place in the object.
    """
    if "given" not in request:
        return None
    from lelma.verify.formulas.given_file import read_given

    judge = verifier.formulas
    role = verifier.role if "role" in request else None
    return read_given(request["given"], judge.names, role=role, steps=verifier.several_steps, check=judge.round_faults)


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
