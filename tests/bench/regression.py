"""The plain regression of `regression.pl`, run by swipl along a random play of progression, and compared with it."""

from __future__ import annotations

import random
import subprocess
import tempfile
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from gdl.prolog import to_prolog
from gdl.syntax import Description
from lelma.play import Play

HERE = Path(__file__).parent

_DRIVER = """
:- use_module(library(lists)).
answers(S, Fluents, Legal, End) :-
    findall(F, holds(F, S), Fs), sort(Fs, Fluents),
    findall(R-M, ( role(R), legal_move(R, M, S) ), Ms), sort(Ms, Legal),
    ( terminal(S) -> End = true ; End = false ).
report(S, Depth, Fluents0, Legal0, End0) :-
    statistics(cputime, T0), answers(S, Fluents, Legal, End), statistics(cputime, T1), T is T1 - T0,
    sort(Fluents0, Fluents1), sort(Legal0, Legal1),
    ( Fluents-Legal-End == Fluents1-Legal1-End0 -> Same = agrees ; Same = differs ),
    format("~w ~w ~w~n", [Depth, T, Same]), flush_output.
main :-
    forall(wanted(Depth, S, Fluents, Legal, End), report(S, Depth, Fluents, Legal, End)).
"""


@dataclass(frozen=True)
class Answer:
    """Regression on the situation after `depth` joint moves: its CPU seconds, and whether its fluents, legal moves
    and end are those of progression.
    """

    depth: int
    seconds: float
    agrees: bool


def regress(
    description: Description, *, depths: Container[int], deepest: int, seed: int, seconds: float
) -> list[Answer]:
    """Answers at those depths of a random play, in order; those not done in `seconds` in all are left out."""
    play = Play(description)
    choose = random.Random(seed)
    state, situation = play.initial, "s0"
    wanted = []
    for depth in range(deepest + 1):
        look = play.look(state)
        if depth in depths:
            fluents = ",".join(map(play.prolog, state))
            legal = ",".join(
                f"{play.prolog(role)}-{play.prolog(move)}" for role, moves in look.legal.items() for move in moves
            )
            wanted.append(f"wanted({depth},{situation},[{fluents}],[{legal}],{str(look.terminal).lower()}).")
        if look.terminal or not all(look.legal.values()):
            break
        move = {role: choose.choice(moves) for role, moves in look.legal.items()}
        does = ",".join(f"does({play.prolog(role)},{play.prolog(move[role])})" for role in play.roles)
        state, situation = play.next(state, move), f"do([{does}],{situation})"
    play.close()
    parts = [to_prolog(description).text, (HERE / "regression.pl").read_text("utf-8"), *wanted, _DRIVER]
    return _run("\n".join(parts), seconds)


def _run(program: str, seconds: float) -> list[Answer]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "regression.pl"
        file.write_text(program, "utf-8")
        child = subprocess.Popen(
            ["swipl", "-q", "-f", "none", "-g", "main", "-t", "halt", str(file)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        try:
            out, _ = child.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            child.kill()
            out, _ = child.communicate()
    rows = [line.split() for line in (out or "").splitlines()]
    return [Answer(int(row[0]), float(row[1]), row[2] == "agrees") for row in rows if len(row) == 3]
