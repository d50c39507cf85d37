"""The solver of one game: its rules in SWI-Prolog, questions to it, and its verdicts."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

from gdl.compile.prolog_text import prolog_atom
from gdl.compile.situation_program import SituationProgram, to_prolog
from gdl.tree.syntax import Description
from lelma.engine.answers import (
    DEFAULT_LIMITS,
    Answers,
    Facts,
    Graph,
    Limits,
    cell_of,
    state_of,
    term_of,
    truth_of,
)
from lelma.engine.bridges import Bridge, shared_bridge
from lelma.engine.bridges.process import ProcessBridge
from lelma.engine.program import Loaded, ModuleNames
from lelma.support.errors import EngineStopped, EngineUnavailable, GameError
from lelma.support.paths import prolog_folder

_MODULES = ModuleNames("game")


def compile_program(description: Description, *, pass_moves: Sequence[str] = ("noop",)) -> str:
    """The whole Prolog program of a game: its own part and the game-independent one."""
    program: SituationProgram = to_prolog(description, pass_moves=pass_moves)
    situation = (prolog_folder() / "situation/situation.pl").read_text("utf-8")
    return f"{program.text}\n{situation}"


class Solver:
    """One game loaded into a bridge, in a Prolog module of its own. Threads may share a solver.

    Attributes:
        module: the name of that Prolog module.
    """

    def __init__(
        self,
        program: str,
        *,
        bridge: str | Bridge | None = None,
        limits: Limits = DEFAULT_LIMITS,
        copies: int = 1,
    ) -> None:
        """Load a program.

        Args:
            copies: how many bridges hold it; each more is a process of its own, so that so many threads can ask at
                the same time.

        Raises:
            GameError: if the solver rejects the program.
            EngineUnavailable: if SWI-Prolog can't be reached.
        """
        first = shared_bridge(bridge)
        if copies > 1 and not isinstance(first, ProcessBridge):
            raise EngineUnavailable(f"there is one {first.name} in a process; bridges of your own are `process`")
        self.module = _MODULES.take(self)
        own = [ProcessBridge() for _ in range(copies - 1)]
        weakref.finalize(self, _close, own).atexit = False  # bridges end with the process by themselves
        self._copies = [Loaded(self.module, program, each) for each in (first, *own)]
        self.bridge: Bridge = first
        self.limits = limits
        self._copies[0].load()

    def close(self) -> None:
        """Forget the game."""
        for copy in self._copies:
            copy.drop()
        _close([copy.bridge for copy in self._copies[1:]])

    def facts(self) -> Facts:
        """Play the game in every way and tabulate it, for payoff questions.

        Raises:
            GameError: if that takes more than the limits allow; the message says which.
        """
        try:
            reply = self.call(self._tabulation())
        except EngineStopped as stopped:
            raise GameError(f"the game can't be tabulated: {stopped}") from stopped
        if "verdict" in reply:
            raise GameError(f"the game can't be tabulated: {reply['reason']}")
        for copy in self._copies:
            copy.after_load = self._tabulation()
        return Facts(
            roles=tuple(map(str, reply["roles"])),
            moves=tuple(tuple(map(term_of, moves)) for moves in reply["moves"]),
            rounds=reply["rounds"],
            plays=reply["plays"],
            simultaneous=reply["simultaneous"],
            cells=tuple(map(cell_of, reply["cells"])),
            untabulated=reply.get("untabulated", ""),
        )

    def graph(self, *, percepts: bool, most: int, limits: Limits | None = None) -> Graph:
        """The states that can be reached, with at most `most` joint moves in all of them together.

        Raises:
            GameError: if that takes more than the limits allow; the message says which.
        """
        allowed = limits or self.limits
        flag = "true" if percepts else "false"
        try:
            reply = self.call(f"graph({self.module},{flag},{most},{allowed.prolog()})", allowed.seconds)
        except EngineStopped as stopped:
            raise GameError(str(stopped)) from None
        if "verdict" in reply:
            raise GameError(str(reply["reason"]))
        return Graph(tuple(map(str, reply["roles"])), tuple(map(state_of, reply["states"])))

    def judge_formulas(
        self, given: str, formulas: Sequence[str], *, reasons: bool = True, limits: Limits | None = None
    ) -> Any:
        """The reply of `prolog/judge/judge.pl` on formulas in Prolog text, of what is given.

        Args:
            reasons: whether it tells what decides them, too, which takes several times as long.

        Raises:
            EngineStopped: if there was none.
        """
        told = ",reasons" if reasons else ",truths"
        return self._judged("judge_formulas", given, formulas, limits or self.limits, told)

    def judge_instead(self, given: str, asked: Sequence[str], *, limits: Limits | None = None) -> Any:
        """The reply of `answers:judge_instead/6`, on lists of open formulas in Prolog text, of what is given.

        Raises:
            EngineStopped: if there was none.
        """
        return self._judged("judge_instead", given, asked, limits or self.limits)

    def forget(self) -> None:
        """Have what was found of formulas found anew."""
        self.call(f"forget({self.module})")

    def judge_moments(self, course: str, asked: Sequence[str], *, limits: Limits | None = None) -> Any:
        """The reply of `judge:judge_moments/6`, at moments in Prolog text, of the course of a match.

        Raises:
            EngineStopped: if there was none.
        """
        return self._judged("judge_moments", course, asked, limits or self.limits)

    def _judged(self, predicate: str, known: str, asked: Sequence[str], limits: Limits, told: str = "") -> Any:
        request = f"{predicate}({self.module},{known},[{','.join(asked)}]{told},{limits.plays},{limits.prolog()})"
        return self.call(request, limits.seconds)

    def ask(self, goals: Sequence[str], variables: dict[str, str], *, limits: Limits | None = None) -> Answers:
        """Answers to a conjunction of goals in Prolog text; `variables` maps shown names to Prolog variables."""
        allowed = limits or self.limits
        bindings = ",".join(f"{prolog_atom(name)}={variable}" for name, variable in variables.items())
        request = f"ask({self.module},[{','.join(goals)}],[{bindings}],{allowed.answers},{allowed.prolog()})"
        try:
            reply = self.call(request, allowed.seconds)
        except EngineStopped as stopped:
            return Answers("unknown", reason=str(stopped))
        return Answers(
            truth=truth_of(reply["verdict"]),
            answers=tuple({name: term_of(value) for name, value in item.items()} for item in reply.get("answers", ())),
            reason=reply.get("reason", ""),
        )

    def call(self, request: str, seconds: float | None = None) -> Any:
        """The reply to a request that names `module`.

        Raises:
            EngineStopped: if there was none in that time, by default that of the limits.
        """
        copy = min(self._copies, key=lambda each: each.busy)
        return copy.call(request, self.limits.seconds if seconds is None else seconds)

    def _tabulation(self) -> str:
        return f"tabulate({self.module},{self.limits.plays},{self.limits.prolog()})"


def _close(bridges: Sequence[Bridge]) -> None:
    for each in bridges:
        each.close()
