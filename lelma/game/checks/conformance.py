"""Recorded playthroughs of rule sheets, replayed: do our states, moves and goal values equal the recorded ones?

A record is one JSON object a line: `game`, `file`, `roles`, `init`, `case_fold_safe`, and `playouts` with `steps` of
`state`, `terminal`, `legal`, `goals`, `move` and `sees`. A long list may be given as `{count, sha256,
sha256_lower}` of its sorted lines joined by newlines. Names are compared without case where `case_fold_safe`.

The records are ggp-base's, so a sheet is read as ggp-base reads it: `and`, which is not GDL, is to it a relation that
no rule defines. Everywhere else here it is a conjunction.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from gdl.errors import GdlSyntaxError
from gdl.text.read import fold_case, read_file
from gdl.tree.numbers import exact
from gdl.tree.syntax import And, Description, Literal, Not, Or
from gdl.values import dataclass
from lelma.engine import steppers
from lelma.engine.answers import Limits
from lelma.engine.dynamics import Dynamics, GameState
from lelma.game.json_types import ConformanceJson, DifferenceJson
from lelma.support.errors import GameError, LelmaError, UsageError
from lelma.support.json_types import VERSION
from lelma.support.outside import TEXT, json_objects
from lelma.support.shape import misshapen

MOST_SHOWN = 5
"""Sentences named of each kind where two lists differ."""

_SPACES = re.compile(r"\s+")
_SINGLE = re.compile(r"\(\s*([^\s()]+)\s*\)")


@dataclass(frozen=True)
class Difference:
    """Where a replay leaves the record; `playout` and `step` are counted from 0, -1 where the whole game fails."""

    game: str
    playout: int
    step: int
    what: str
    detail: str

    def as_json(self) -> DifferenceJson:
        return {"game": self.game, "playout": self.playout, "step": self.step, "what": self.what, "detail": self.detail}


@dataclass
class Conformance:
    """What was replayed, and every difference found."""

    games: int = 0
    playouts: int = 0
    steps: int = 0
    failed: list[Difference] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.failed and self.games > 0

    def as_json(self) -> ConformanceJson:
        failed = [difference.as_json() for difference in self.failed]
        return {
            "schema": VERSION,
            "ok": self.ok,
            "games": self.games,
            "playouts": self.playouts,
            "steps": self.steps,
            "failed": failed,
        }


def conform(
    lines: Iterable[str],
    rules: Path,
    *,
    source: str = TEXT,
    stepper: str = "progression",
    bridge: str | None = None,
    seconds: float = 30.0,
) -> Conformance:
    """Replay records against the sheets in a folder.

    Args:
        source: what errors call the records.
        stepper: what is held to them, one of `lelma.engine.steppers.STEPPERS`.
        seconds: what each step may take.

    Raises:
        UsageError: for a line that is no record.
    """
    found = Conformance()
    for number, record in json_objects(lines, source):
        if fault := next(_misshapen(record), ""):
            raise UsageError(f"{source}:{number}: no record: {fault}")
        found.games += 1
        try:
            limits = Limits(seconds=seconds, inferences=10**12)
            _replay_game(record, rules, partial(steppers.stepper, stepper, bridge=bridge, limits=limits), found)
        except (GdlSyntaxError, LelmaError, OSError) as error:
            found.failed.append(Difference(str(record["game"]), -1, -1, "game", str(error)))
    return found


def _misshapen(record: Mapping[str, Any]) -> Iterator[str]:
    """What is not where a record has it, in words."""
    yield from (f"{key} is missing" for key in ("game", "file", "playouts") if key not in record)
    yield from misshapen(record, {"game": str, "file": str})
    yield from _no_list("init", record.get("init"))
    yield from _no_list("roles", record.get("roles"))
    if not isinstance(record["playouts"], list):
        yield "playouts should be a list"
        return
    for index, playout in enumerate(record["playouts"]):
        steps = playout.get("steps") if isinstance(playout, dict) else None
        if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
            yield f"playout {index} should have a list of steps, each an object"
            return
        for place, step in enumerate(steps):
            yield from (f"playout {index}, step {place}: {fault}" for fault in _misshapen_step(step))


def _misshapen_step(step: Mapping[str, Any]) -> Iterator[str]:
    yield from _no_list("state", step.get("state"))
    for name in ("legal", "goals", "move", "sees"):
        table = step.get(name)
        if table is not None and not isinstance(table, dict):
            yield f"{name} should be an object, role by role"
        elif table is not None:
            for role, value in table.items():
                if name == "move":
                    yield from () if isinstance(value, str) else [f"the move of {role} should be a text"]
                elif name == "goals":
                    numbers = value if isinstance(value, list) else ["no list"]
                    if not all(isinstance(number, int) or exact(str(number)) is not None for number in numbers):
                        yield f"the goal values of {role} should be a list of numbers"
                else:
                    yield from _no_list(f"{name} of {role}", value)


def _no_list(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if not isinstance(value.get("count"), int) or not isinstance(value.get("sha256"), str):
            yield f"{name}, given as an object, should have count and sha256"
    elif value is not None and not isinstance(value, list):
        yield f"{name} should be a list"


def _replay_game(
    record: Mapping[str, Any], rules: Path, step: Callable[[Description], Dynamics], found: Conformance
) -> None:
    folded = bool(record.get("case_fold_safe", True))
    description = _without_and(read_file(rules / record["file"]))
    play = step(fold_case(description) if folded else description)
    try:
        _Replay(record, play, folded, found).run()
    finally:
        play.close()


class _Replay:
    """One game's replay. Our own states are carried from step to step, so that an error shows where it begins."""

    def __init__(self, record: Mapping[str, Any], play: Dynamics, folded: bool, found: Conformance) -> None:
        self.record = record
        self.play = play
        self.plain: Callable[[str], str] = _folded if folded else _unfolded
        self.folded = folded
        self.found = found

    def run(self) -> None:
        name = str(self.record["game"])
        start = [
            *self._lists("roles", self.play.roles, self.record.get("roles"), in_order=True),
            *self._lists("init", self.play.initial, self.record.get("init")),
        ]
        self.found.failed.extend(Difference(name, -1, -1, what, detail) for what, detail in start)
        if any(what == "roles" for what, _ in start):
            return
        for index, playout in enumerate(self.record["playouts"]):
            self.found.playouts += 1
            self._playout(name, index, playout["steps"])

    def _playout(self, name: str, index: int, steps: Sequence[Mapping[str, Any]]) -> None:
        state, percepts = self.play.initial, None
        for place, step in enumerate(steps):
            self.found.steps += 1
            try:
                differences = list(self._step(state, step))
                if "move" in step:
                    known = {self.plain(role): move for role, move in step["move"].items()}
                    moves = {role: known[self.plain(role)] for role in self.play.roles if self.plain(role) in known}
                    taken = self.play.step(state, self._own_moves(state, moves))
                    state, percepts = taken.state, taken.percepts
                    differences.extend(self._by_role("sees", percepts, step.get("sees")))
            except (GameError, UsageError) as error:
                differences = [("error", str(error))]
            if differences:
                self.found.failed.extend(Difference(name, index, place, what, text) for what, text in differences)
                return  # what follows follows from this

    def _own_moves(self, state: GameState, moves: Mapping[str, str]) -> dict[str, str]:
        """The recorded moves in our spelling."""
        legal = self.play.look(state).legal
        own = {role: {self.plain(move): move for move in legal[role]} for role in moves}
        return {role: own[role].get(self.plain(move), move) for role, move in moves.items()}

    def _step(self, state: GameState, step: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield from self._lists("state", state, step.get("state"))
        look = self.play.look(state)
        if "terminal" in step and look.terminal != step["terminal"]:
            yield "terminal", f"expected {step['terminal']}, got {look.terminal}"
        yield from self._by_role("legal", look.legal, step.get("legal"))
        expected = step.get("goals")
        if expected is not None:
            goals = self.play.goals(state)
            for role in self.play.roles:
                values = sorted(Fraction(value) for value in _of_role(expected, role, self.plain))
                if list(goals[role]) != values:
                    yield "goals", f"{role}: expected {_numbers(values)}, got {_numbers(goals[role])}"

    def _by_role(
        self,
        what: str,
        got: Mapping[str, Sequence[str]],
        expected: Mapping[str, Any] | None,
    ) -> Iterator[tuple[str, str]]:
        if expected is None:
            return
        for role in self.play.roles:
            for _, detail in self._lists(what, got[role], _of_role(expected, role, self.plain)):
                yield what, f"{role}: {detail}"

    def _lists(
        self,
        what: str,
        got: Sequence[str],
        expected: Any,
        *,
        in_order: bool = False,
    ) -> Iterator[tuple[str, str]]:
        if expected is None:
            return
        own = [self.plain(text) for text in got]
        if isinstance(expected, dict):
            key = "sha256_lower" if self.folded and "sha256_lower" in expected else "sha256"
            if len(own) != expected["count"]:
                yield what, f"expected {expected['count']} of them, got {len(own)}"
            elif not any(_hash(lines) == expected[key] for lines in (sorted(own), sorted(got))):
                yield what, f"the {len(own)} of them have another {key}"
            return
        theirs = [self.plain(str(text)) for text in expected]
        if (own != theirs) if in_order else (set(own) != set(theirs)):
            yield what, _contrast(own, theirs)


def _without_and(description: Description) -> Description:
    """The description with a false literal for every `and`."""
    rules = tuple(
        replace(rule, body=tuple(map(_falsified, rule.body))) if rule.body else rule for rule in description.rules
    )
    return replace(description, rules=rules)


def _falsified(literal: Literal) -> Literal:
    match literal:
        case And(_, position):
            return Or((), position)
        case Not(inner, position):
            return Not(_falsified(inner), position)
        case Or(parts, position):
            return Or(tuple(map(_falsified, parts)), position)
    return literal


def _of_role(table: Mapping[str, Any], role: str, plain: Callable[[str], str]) -> Any:
    return next((value for name, value in table.items() if plain(name) == plain(role)), [])


def _unfolded(text: str) -> str:
    """A sentence with single blanks, and `foo` for `(foo)`."""
    text = _SPACES.sub(" ", text.strip())
    while (plain := _SINGLE.sub(r"\1", text)) != text:
        text = plain
    return text


def _folded(text: str) -> str:
    return _unfolded(text).lower()


def _hash(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()


def _numbers(values: Iterable[Fraction]) -> str:
    return f"[{', '.join(map(str, values))}]"


def _contrast(got: Sequence[str], expected: Sequence[str]) -> str:
    extra, missing = sorted(set(got) - set(expected)), sorted(set(expected) - set(got))
    parts = [
        f"{word} {', '.join(some[:MOST_SHOWN])}{' …' if len(some) > MOST_SHOWN else ''}"
        for word, some in (("missing", missing), ("unexpected", extra))
        if some
    ]
    return "; ".join(parts) or f"expected {' '.join(expected)}, got {' '.join(got)}"
