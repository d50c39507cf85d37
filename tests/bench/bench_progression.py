"""Progression beside the paper's regression and beside plain interpretation of a state, in one run.

`python -m tests.bench.bench_progression [--games a,b] [--seconds N] [--depth 19] [--json] [--plot FILE.png]`

For each game, one line: playouts and steps a second of progression (compiled clauses over facts), steps a second of
plain interpretation (the same rules over a state as a list), and how many times faster progression is than
regression at the depth. Then how the cost of a step grows with the length of the play. A step is: is the state
terminal, all legal moves, the next state.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from gdl.progress import to_play_program
from gdl.prolog import prolog_atom
from gdl.read import fold_case, read_file
from gdl.syntax import Description
from lelma.paths import prolog_folder
from lelma.play import Play
from lelma.solver import compile_program
from tests.bench.regression import regress

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
    ( game_1:terminal(state(State)) -> true ; true ),
    findall(R-Ms, progression:state_moves(game_1, state(State), R, Ms), _),
    progression:next_state(game_1, state(State), Joint, _).
main :-
    program(play_1, Play), query:serve_(load_play(play_1, Play), _),
    program(game_1, Game), query:serve_(load(game_1, Game), _),
    forall(at(Depth, State0, Next0, Moves, Plain0, Joint),
           ( sort(State0, State), sort(Next0, Next), sort(Plain0, PlainState),
             micros(compiled_step(State, Next, Moves), Compiled),
             ( 0 is Depth mod 4 -> micros(plain_step(PlainState, Joint), Plain) ; Plain = 0 ),
             length(State, Size),
             format("~w ~3f ~3f ~w~n", [Depth, Compiled, Plain, Size]) )).
"""


def steps(description: Description, deepest: int, seed: int) -> list[tuple[int, float, float, int]]:
    """For each depth of a random play: microseconds of a compiled and of a plain step (0: not measured), and how many
    fluents hold. The compiled step includes moving the facts there and back.
    """
    play = Play(description)
    choose = random.Random(seed)
    state, lines = play.initial, []
    for depth in range(deepest + 1):
        look = play.look(state)
        if look.terminal or not all(look.legal.values()):
            break
        move = {role: choose.choice(moves) for role, moves in look.legal.items()}
        moves = ",".join(play.play_term(move[role]) for role in play.roles)
        joint = ",".join(f"does({play.prolog(role)},{play.prolog(move[role])})" for role in play.roles)
        following = play.next(state, move)
        states = ",".join(f"[{','.join(map(play.play_term, one))}]" for one in (state, following))
        plain = ",".join(map(play.prolog, state))
        lines.append(f"at({depth},{states},[{moves}],[{plain}],[{joint}]).")
        state = following
    play.close()
    programs = {"play_1": to_play_program(description), "game_1": compile_program(description)}
    text = [f"program({name},{prolog_atom(program)})." for name, program in programs.items()]
    text += [*lines, _DRIVER.replace("{query}", prolog_atom(str(prolog_folder() / "query.pl")))]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "steps.pl"
        file.write_text("\n".join(text), "utf-8")
        done = subprocess.run(
            ["swipl", "-q", "-f", "none", "-g", "main", "-t", "halt", str(file)],
            capture_output=True, text=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    rows = [line.split() for line in done.stdout.splitlines()]
    return [(int(row[0]), float(row[1]), float(row[2]), int(row[3])) for row in rows if len(row) == 4]


def measure(name: str, description: Description, *, seconds: float, depth: int, patience: float) -> dict[str, Any]:
    """The figures of one game."""
    play = Play(description)
    found = play.playouts(seconds, seed=1)
    play.close()
    curve = steps(description, max(depth, 40), seed=1)
    depths = [place for place in (1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 19, depth) if place <= depth]
    regression = regress(description, depths=set(depths), deepest=depth, seed=1, seconds=patience)
    cost = {place: compiled for place, compiled, _, _ in curve}
    at = [answer for answer in regression if answer.depth in cost]
    plain = [(micros, compiled) for _, compiled, micros, _ in curve if micros]
    return {
        "game": name,
        "playouts": found.playouts / found.cpu_seconds,
        "steps": found.states / found.cpu_seconds,
        "plain_ratio": sum(micros for micros, _ in plain) / sum(micros for _, micros in plain) if plain else None,
        "regression": [
            (answer.depth, answer.seconds * 1e6, answer.seconds * 1e6 / cost[answer.depth]) for answer in at
        ],
        "agrees": all(answer.agrees for answer in regression),
        "old_ratio": found.playouts / found.cpu_seconds / OLD_PROVER[name] if name in OLD_PROVER else None,
        "curve": curve,
    }


def show(found: Sequence[dict[str, Any]], console: Console) -> None:
    """The figures as a table, and the cost of a step by depth."""
    table = Table(title="Progression, by processor time of one core")
    for column in ("game", "playouts/s", "steps/s", "× plain", "× regression (depth)", "× old prover", "agrees"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for row in found:
        last = row["regression"][-1] if row["regression"] else None
        table.add_row(
            row["game"], f"{row['playouts']:,.1f}", f"{row['steps']:,.0f}",
            f"{row['plain_ratio']:.1f}" if row["plain_ratio"] else "–",
            f"{last[2]:,.0f} ({last[0]})" if last else "–",
            f"{row['old_ratio']:.1f}" if row["old_ratio"] else "–", "yes" if row["agrees"] else "NO",
        )  # fmt: skip
    console.print(table)
    for row in found:
        console.print(f"\n{row['game']}: microseconds a step by depth (progression #, regression *)", highlight=False)
        regression = {depth: micros for depth, micros, _ in row["regression"]}
        for depth, micros, _, size in row["curve"]:
            if depth % 4 == 0 or depth in regression:
                after = f"  * {regression[depth]:,.0f}" if depth in regression else ""
                console.print(f"{depth:4} {'#' * min(60, max(1, round(micros / 20)))} {micros:,.0f}{after}  "
                              f"({size} fluents)", highlight=False, markup=False)  # fmt: skip


def plot(found: Sequence[dict[str, Any]], file: str) -> None:
    """Cost by depth as a picture, where matplotlib is installed."""
    try:
        from matplotlib import pyplot
    except ImportError:
        print("matplotlib is not installed: no picture", file=sys.stderr)
        return
    for row in found:
        pyplot.semilogy([point[0] for point in row["curve"]], [point[1] for point in row["curve"]], label=row["game"])
        pyplot.semilogy([item[0] for item in row["regression"]], [item[1] for item in row["regression"]], "--")
    pyplot.xlabel("joint moves made")
    pyplot.ylabel("microseconds a step (dashed: regression)")
    pyplot.legend()
    pyplot.savefig(file)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and show."""
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--rules", default=str(root.parent / "shared" / "data" / "gdl" / "rules"))
    parser.add_argument("--seconds", type=float, default=1.0, help="of playouts, each game")
    parser.add_argument("--depth", type=int, default=19)
    parser.add_argument("--patience", type=float, default=10.0, help="seconds that regression may take, each game")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--plot", metavar="FILE.png")
    arguments = parser.parse_args(argv)
    folder = Path(arguments.rules)
    if not folder.is_dir():
        folder = root / "tests" / "network" / "sheets"
    files = [folder / f"{name}.kif" for name in arguments.games.split(",")]
    found = [
        measure(
            file.stem,
            fold_case(read_file(file)),
            seconds=arguments.seconds,
            depth=arguments.depth,
            patience=arguments.patience,
        )
        for file in files
        if file.is_file()
    ]
    if arguments.json:
        print(json.dumps(found))
    else:
        show(found, Console(width=120))
    if arguments.plot:
        plot(found, arguments.plot)
    return 0 if found and all(row["agrees"] for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
