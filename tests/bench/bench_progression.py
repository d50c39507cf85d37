"""Progression beside the paper's regression and beside plain interpretation of a state, in one run.

`python -m tests.bench.bench_progression [--games a,b] [--seconds N] [--depth 19] [--json] [--plot FILE.svg]`

For each game, one line: playouts and steps a second of progression (compiled clauses over facts; the states of a
small game are remembered, see `prolog/play/playout.pl`), how many times
faster it is than plain interpretation (the same rules over a state as a list) and than regression at the greatest
depth that regression reached in its time, and what a state takes in memory. At depth 19 (or at the last state of a
shorter play) regression is given as much time again: where it is not done then, the ratio shown is a lower bound, `≥`.
Then how the cost of a step grows with the length of the play, also as a picture. A step is: is the state terminal,
all legal moves, the next state.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from gdl.compile.play_program import to_play_program
from gdl.compile.prolog_text import prolog_atom
from gdl.errors import GdlError
from gdl.ground.ground import GroundLimits as GroundLimits
from gdl.text.read import fold_case, read_file
from gdl.tree.syntax import Description
from lelma.engine.program import play_term, situation_term
from lelma.engine.progression import Progression
from lelma.engine.solver import compile_program
from lelma.support.errors import EngineUnavailable
from lelma.support.paths import prolog_folder
from tests.bench.data import sheets
from tests.bench.regression import Answer, Try, attempt, random_play, regress
from tests.bench.svg import curves

GAMES = (
    "ticTacToe connectFour breakthrough eightPuzzle tron_10x10 reversi englishDraughts pentago gomoku_11x11"
    " biddingTicTacToe gt_prisoner kalaha5x2x3"
).split()
OLD_PROVER = {
    "ticTacToe": 1049, "connectFour": 92, "breakthrough": 17, "eightPuzzle": 45, "tron_10x10": 561, "reversi": 0.3,
}  # fmt: skip
"""Playouts a second of ggp-base's prover, on a machine like those this was written on."""

_DRIVER = """
:- use_module({query}).
micros(Goal, Micros) :-
    time_(Goal, 1, T1), N is max(1, min(2000, integer(0.05 / max(T1, 0.000001)))),
    time_(Goal, N, T), Micros is T * 1000000 / N.
time_(Goal, N, T) :-
    statistics(cputime, T0), forall(between(1, N, _), Goal), statistics(cputime, T1), T is T1 - T0.
compiled_step(State, Next, Moves) :-
    play:set_state_(play_1, Next),
    play:play_look(play_1, State, _, _), play:play_next(play_1, State, Moves, _, _).
plain_step(State, Joint) :-
    abolish_all_tables,  % the state is a new one in play
    ( game_1:terminal(state(State)) -> true ; true ),
    findall(R-Ms, progression:state_moves(game_1, state(State), R, Ms), _),
    progression:next_state(game_1, state(State), Joint, _).
main :-
    program(play_1, Progression), query:serve_(load_play(play_1, Progression), _),
    program(game_1, Game), query:serve_(load(game_1, Game), _),
    forall(at(Depth, State0, Next0, Moves, Plain0, Joint),
           ( sort(State0, State), sort(Next0, Next), sort(Plain0, PlainState),
             micros(compiled_step(State, Next, Moves), Compiled),
             ( 0 is Depth mod 4 -> micros(plain_step(PlainState, Joint), Plain) ; Plain = 0 ),
             length(State, Size), term_size(State, Cells), Bytes is 8 * Cells,
             format("~w ~3f ~3f ~w ~w~n", [Depth, Compiled, Plain, Size, Bytes]) )).
"""


@dataclass(frozen=True)
class Cost:
    """A step at some depth of a random play.

    Attributes:
        compiled, plain: microseconds of a compiled step, with moving the facts there and back, and of a plain one (0:
            not measured).
        fluents: how many hold.
        bytes: of the state as a sorted list.
    """

    depth: int
    compiled: float
    plain: float
    fluents: int
    bytes: int


def steps(description: Description, deepest: int, seed: int) -> list[Cost]:
    """The costs along a random play."""
    play = Progression(description)
    choose = random.Random(seed)
    state, lines = play.initial, []
    for depth in range(deepest + 1):
        look = play.look(state)
        if look.terminal or not all(look.legal.values()):
            break
        move = {role: choose.choice(moves) for role, moves in look.legal.items()}
        moves = ",".join(play_term(move[role]) for role in play.roles)
        joint = ",".join(f"does({situation_term(role)},{situation_term(move[role])})" for role in play.roles)
        following = play.next(state, move)
        states = ",".join(f"[{','.join(map(play_term, one))}]" for one in (state, following))
        plain = ",".join(map(situation_term, state))
        lines.append(f"at({depth},{states},[{moves}],[{plain}],[{joint}]).")
        state = following
    play.close()
    programs = {"play_1": to_play_program(description), "game_1": compile_program(description)}
    text = [f"program({name},{prolog_atom(program)})." for name, program in programs.items()]
    text += [*lines, _DRIVER.replace("{query}", prolog_atom(str(prolog_folder() / "requests/query.pl")))]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "steps.pl"
        file.write_text("\n".join(text), "utf-8")
        done = subprocess.run(
            ["swipl", "-q", "-f", "none", "-g", "main", "-t", "halt", str(file)],
            capture_output=True, text=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    rows = [line.split() for line in done.stdout.splitlines()]
    return [Cost(int(row[0]), float(row[1]), float(row[2]), *map(int, row[3:])) for row in rows if len(row) == 5]


def growth(regression: Sequence[Answer]) -> float | None:
    """By how much regression's cost is multiplied by a joint move, over the last three measured; None for too few."""
    last = [answer for answer in regression if answer.seconds > 1e-4][-4:]
    if len(last) < 2:
        return None
    return float((last[-1].seconds / last[0].seconds) ** (1 / (last[-1].depth - last[0].depth)))


def deep_ratio(last: Try, cost: Mapping[int, float]) -> dict[str, Any] | None:
    """How many times longer regression took than progression at a depth, or was tried for."""
    if last.depth not in cost:
        return None
    return {"depth": last.depth, "ratio": last.seconds * 1e6 / cost[last.depth], "lower_bound": not last.done}


def measure(name: str, description: Description, *, seconds: float, depth: int, patience: float) -> dict[str, Any]:
    """The figures of one game."""
    play = Progression(description)
    found = play.playouts(seconds, seed=1)
    play.close()
    seed = max(range(1, 9), key=lambda seed: len(random_play(description, depth, seed)))
    curve = steps(description, max(depth, 40), seed=seed)
    regression = regress(description, depths=range(1, depth + 1), deepest=depth, seed=seed, seconds=patience)
    cost = {point.depth: point.compiled for point in curve}
    at = [answer for answer in regression if answer.depth in cost]
    plain = [point for point in curve if point.plain]
    return {
        "game": name,
        "playouts": found.playouts / found.cpu_seconds,
        "steps": found.states / found.cpu_seconds,
        "plain_ratio": sum(p.plain for p in plain) / sum(p.compiled for p in plain) if plain else None,
        "regression": [(item.depth, item.seconds * 1e6, item.seconds * 1e6 / cost[item.depth]) for item in at],
        "growth": growth(at),
        "deep": deep_ratio(attempt(description, depth=depth, seed=seed, seconds=patience), cost),
        "agrees": all(answer.agrees for answer in regression),
        "old_ratio": found.playouts / found.cpu_seconds / OLD_PROVER[name] if name in OLD_PROVER else None,
        "state_bytes": max((point.bytes for point in curve), default=None),
        "network_bytes": network_bytes(description),
        "curve": [asdict(point) for point in curve],
    }


def network_bytes(description: Description) -> int | None:
    """What a state takes as one bit a fluent; None for a game that does not ground in a few seconds."""
    try:
        from lelma.engine.network import Network

        return (len(Network.build(description, GroundLimits(seconds=3)).fluents) + 7) // 8
    except (EngineUnavailable, GdlError):
        return None


def show(found: Sequence[dict[str, Any]], depth: int, console: Console) -> None:
    """The figures as a table, and the cost of a step by depth."""
    table = Table(title="Progression, by processor time of one core")
    columns = ("game", "playouts/s", "steps/s", "× plain", "× regression (depth)", f"at {depth}",
               "× old prover", "bytes a state", "in a network", "agrees")  # fmt: skip
    for column in columns:
        table.add_column(column, justify="left" if column == "game" else "right")
    for row in found:
        last = row["regression"][-1] if row["regression"] else None
        table.add_row(
            row["game"], f"{row['playouts']:,.1f}", f"{row['steps']:,.0f}", _or_dash(row["plain_ratio"], ".1f"),
            f"{last[2]:,.0f} ({last[0]})" if last else "–", _deep(row["deep"], depth),
            _or_dash(row["old_ratio"], ".1f"), _or_dash(row["state_bytes"], ","), _or_dash(row["network_bytes"], ","),
            "yes" if row["agrees"] else "NO",
        )  # fmt: skip
    console.print(table)
    for row in found:
        grows = f", regression ×{row['growth']:.1f} a joint move" if row["growth"] else ""
        title = f"\n{row['game']}: microseconds a step by depth (progression #, regression *{grows})"
        console.print(title, highlight=False)
        regression = {depth: micros for depth, micros, _ in row["regression"]}
        for point in row["curve"]:
            place, micros = point["depth"], point["compiled"]
            if place % 8 == 0 or place == max(regression, default=0):
                after = f"  * {regression[place]:,.0f}" if place in regression else ""
                bar = "#" * min(60, max(1, round(micros / 20)))
                line = f"{place:4} {bar} {micros:,.0f}{after}  ({point['fluents']} fluents)"
                console.print(line, highlight=False, markup=False)


def _deep(found: dict[str, Any] | None, depth: int) -> str:
    if found is None:
        return "–"
    bound = "≥ " if found["lower_bound"] else ""
    return f"{bound}{found['ratio']:,.0f}" + ("" if found["depth"] == depth else f" ({found['depth']})")


def _or_dash(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)


def plot(found: Sequence[dict[str, Any]], file: Path) -> None:
    """Cost by depth as a picture."""
    games = [
        (
            row["game"],
            [(point["depth"], point["compiled"]) for point in row["curve"]],
            [(depth, micros) for depth, micros, _ in row["regression"]],
        )
        for row in found
    ]
    names = ("joint moves made", "microseconds a step (dashed: regression)")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(curves("The cost of a step by the length of the game", *names, games), "utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and show."""
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--rules", metavar="FOLDER", type=Path)
    parser.add_argument("--seconds", type=float, default=0.5, help="of playouts, each game")
    parser.add_argument("--depth", type=int, default=19)
    parser.add_argument("--patience", type=float, default=1.5, help="seconds of regression, each game, twice")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--plot", metavar="FILE.svg", type=Path, default=root / "build" / "bench" / "steps.svg")
    arguments = parser.parse_args(argv)
    there = sheets(arguments.rules)
    files = [there[name] for name in arguments.games.split(",") if name in there] or list(there.values())
    found = [
        measure(
            file.stem,
            fold_case(read_file(file)),
            seconds=arguments.seconds,
            depth=arguments.depth,
            patience=arguments.patience,
        )
        for file in files
    ]
    if arguments.json:
        print(json.dumps(found))
    else:
        show(found, arguments.depth, Console(width=150))
        print(f"\nThe same as a picture: {arguments.plot}")
    plot(found, arguments.plot)
    return 0 if found and all(row["agrees"] for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
