"""All that is wrong with a game: its rules, what shows in play, its folder, its query templates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from gdl.checks.roles import unusual_goal_faults
from gdl.errors import Fault
from gdl.tree.numbers import number_text
from gdl.tree.syntax import Description
from gdl.values import dataclass
from lelma.engine.answers import Facts, Limits
from lelma.engine.bridges import Bridge
from lelma.engine.dynamics import STEP_LIMITS
from lelma.engine.progression import Progression
from lelma.engine.solver import Solver
from lelma.game.checks.faults_in_play import faults_in_play, first_rule
from lelma.game.checks.playability import Unplayable, check_playability
from lelma.game.definitions import game_definitions
from lelma.game.game import Game, check_rules, find_game, read_game_file
from lelma.game.json_types import CheckJson, FaultJson
from lelma.game.wording import Wording
from lelma.support.errors import EngineUnavailable, GameError, LelmaError
from lelma.support.json_types import VERSION
from translators.errors import TemplateError
from translators.language.query import move_name


@dataclass(frozen=True)
class Soundness:
    """The outcome of a check: `ok` unless a fault is an error; `visited` states were searched.

    Where playability was asked for, `histories` were searched for it, all there are if `complete`.
    """

    path: Path
    faults: tuple[Fault, ...]
    visited: int
    histories: int = 0
    complete: bool = False

    @property
    def ok(self) -> bool:
        return not any(fault.severity == "error" for fault in self.faults)

    def with_faults(self, further: Iterable[Fault]) -> Soundness:
        """The outcome with what was found elsewhere, such as in the prompts of its agents."""
        return replace(self, faults=(*self.faults, *further))

    def as_json(self) -> CheckJson:
        return {
            "schema": VERSION,
            "ok": self.ok,
            "faults": [fault_json(fault) for fault in self.faults],
            "states_visited": self.visited,
            "playability": {"histories": self.histories, "complete": self.complete},
        }


def fault_json(fault: Fault) -> FaultJson:
    """A fault as a JSON object."""
    return {
        "file": fault.file,
        "line": fault.line,
        "column": fault.column,
        "code": fault.code,
        "message": fault.message,
        "severity": fault.severity,
        "fix": fault.fix,
    }


def check_game(
    game: str | Path, *, bridge: str | Bridge | None = None, limits: Limits = STEP_LIMITS, playability: int = 0
) -> Soundness:
    """Check a game by name, folder or rules file, and report every fault at once.

    With `playability`, that many histories are searched for a role that cannot know a legal move (GDL-II).

    Faults that only show in play are looked for once the rules themselves have no errors and SWI-Prolog is there.

    Raises:
        GameError: if there is no such game, or the solver can't hold its rules.
    """
    path = find_game(game)
    description, faults = check_rules(path)
    if description is None or any(fault.severity == "error" for fault in faults):
        return Soundness(path, tuple(faults), 0)
    faults += _folder_faults(path, description)
    visited = 0
    try:
        play = Progression(description, bridge=bridge, limits=limits)
        solver = play.solver
    except EngineUnavailable as missing:
        return Soundness(path, (*faults, _not_played(path, missing)), 0)
    try:
        found, visited = faults_in_play(play, description, well_formed=path.is_dir())
        faults += found
        faults += _fact_faults(path, solver)
    except GameError as error:
        faults.append(_not_played(path, error))
    finally:
        play.close()
    if playability and not any(fault.severity == "error" for fault in faults):
        named = bridge if bridge is None or isinstance(bridge, str) else bridge.name
        found_unplayable = check_playability(description, histories=playability, bridge=named)
        faults += [_unplayable_fault(fault, description) for fault in found_unplayable.faults]
        return Soundness(path, tuple(faults), visited, found_unplayable.histories, found_unplayable.complete)
    return Soundness(path, tuple(faults), visited)


def _unplayable_fault(fault: Unplayable, description: Description) -> Fault:
    line, column = first_rule("legal", fault.role, description)
    fix = "let the role see what decides its legal moves, or give it a move that is always legal, such as noop"
    return Fault(description.source, line, column, "unplayable", str(fault), "error", fix)


def _not_played(path: Path, why: LelmaError) -> Fault:
    return Fault(str(path), 1, 1, "not-played", f"faults in play were not looked for: {why}", "warning")


def _folder_faults(path: Path, description: Description) -> list[Fault]:
    if not path.is_dir():
        return unusual_goal_faults(description.rules, description.source)
    try:
        game = Game.from_description(description, path=path, file=read_game_file(path))
    except (GameError, TemplateError, TypeError) as error:
        return [Fault(str(path / "game.toml"), 1, 1, "bad-folder", str(error), "error", "correct the file named here")]
    try:
        Wording(game.file.words)
    except GameError as error:
        told = str(error).splitlines()[1:]
        return [Fault(str(path / "game.toml"), 1, 1, "bad-words", each, "error", "correct that entry") for each in told]
    try:
        game_definitions(game.file.query_sets, path, description)
    except GameError as error:
        return list(error.faults) or [
            Fault(str(path), 1, 1, "bad-definition", str(error), "error", "correct that file")
        ]
    return []


def _fact_faults(path: Path, solver: Solver) -> list[Fault]:
    """Faults of `[facts]` in game.toml against what the rules say."""
    said = read_game_file(path)
    if not said.facts and not said.naming:
        return []
    try:
        facts = solver.facts()
    except GameError:
        return []  # too large to tabulate, so nothing to compare with
    known = _measured(facts)
    file = str(path / "game.toml")
    faults = [
        Fault(
            file,
            1,
            1,
            "wrong-fact",
            f"facts.{name} is {value!r}, but the rules make it {known[name]!r}",
            "error",
            f"write {name} = {str(known[name]).lower()}",
        )
        for name, value in said.facts.items()
        if name in known and known[name] != value
    ]
    return faults + [
        Fault(
            file,
            1,
            1,
            "unknown-move",
            f"naming.{name} names {move!r}, which is no move of the game",
            "error",
            f"use one of {', '.join(sorted(_moves(facts)))}",
        )
        for name, moves in said.naming.items()
        for move in moves
        if move not in _moves(facts)
    ]


def _moves(facts: Facts) -> set[str]:
    return {move_name(move) for moves in facts.moves for move in moves}


def _measured(facts: Facts) -> dict[str, object]:
    known: dict[str, object] = {
        "players": len(facts.roles),
        "rounds": facts.rounds,
        "simultaneous": facts.simultaneous,
    }
    if facts.cells:
        known["zero_sum"] = all(sum(cell.payoffs) == 0 for cell in facts.cells)
        known["payoffs"] = sorted({number_text(number) for cell in facts.cells for number in cell.payoffs})
    return known
