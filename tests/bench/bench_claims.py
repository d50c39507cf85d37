"""Time to judge a formula that is asked first and again, and processor time of `lelma verify` from its start.

A claim is asked first where another was asked of the game, so that its plays are known, and nothing is remembered of
this one: for its truth alone, as a verdict is, and with what decides it, as it is told. Just what the solver does
is counted, by its own clock. The baseline of `lelma verify` is the same command of another commit (`--against`),
unpacked from the history of this checkout, in turn with ours; without a history it is left out.

`python -m tests.bench.bench_claims [--json] [--runs N] [--against COMMIT]`
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

from lelma.engine.solver import compile_program
from lelma.support.paths import prolog_folder
from lelma.verify.formulas.given import Given
from lelma.verify.formulas.goal import formula_goal, setting_of
from lelma.verify.verifier import Verifier

ROOT = Path(__file__).resolve().parents[2]
TEXT = ROOT / "games" / "stag_hunt" / "samples" / "recorded" / "1.txt"
BEFORE = "55d095d"
"""A commit from before parser tables were kept."""

CLAIMS = (
    "pay(p1; p1=stag, p2=hare) = 0",
    "max pay(p1; p1=hare) <= 3",
    "min pay(p1; p1=stag) > min pay(p1; p1=hare)",
    "best(p1, stag, {p2=stag})",
    "strictly_dominates(p1, stag, hare)",
    "safest(p1, hare)",
    "mean(p1; p1=stag; p2=stag:1/2, p2=hare:1/2) = 5/2",
    "nash({p1=stag, p2=stag})",
    "pareto_dominates({p1=stag, p2=stag}, {p1=hare, p2=hare})",
    "pareto({p1=hare, p2=hare})",
    "one S in profiles: nash(S)",
    "zero_sum",
    "symmetric",
)
OF_THREE_MOVES = (
    "best(p1, rock, {p2=scissors})",
    "nash({p1=rock, p2=rock})",
    "pareto({p1=rock, p2=paper})",
    "one S in profiles: nash(S)",
    "zero_sum",
    "symmetric",
)
GAMES = {"stag_hunt": CLAIMS, "rock_paper_scissors": OF_THREE_MOVES}

_TIMER = """
timed(Given, Program, Goal, Runs, First, Told, Again) :-
    Limits = limits(100, 100_000_000),
    firsts(Given, Program, Goal, truths, Runs, Limits, First),
    firsts(Given, Program, Goal, reasons, Runs, Limits, Told),
    findall(T, ( between(1, Runs, _),
                 spent(judge:judge_formulas(bench, Given, [Goal], reasons, 10_000, Limits, _), T) ), Agains),
    middle(Agains, Again).
firsts(Given, Program, Goal, Told, Runs, Limits, First) :-
    Other = each(R, roles, each(M, moves(R), cmp(=, pay(R, [bind(R, M, any)]), num(0)))),
    findall(T, ( between(1, Runs, _), program_loader:load_program(bench, Program),
                 judge:judge_formulas(bench, Given, [Other], truths, 10_000, Limits, _),
                 spent(judge:judge_formulas(bench, Given, [Goal], Told, 10_000, Limits, _), T) ), Firsts),
    middle(Firsts, First).
spent(Goal, Ms) :-
    get_time(T0), call(Goal), get_time(T1), Ms is (T1 - T0) * 1000.
middle(Times, Middle) :-
    msort(Times, Sorted), length(Sorted, N), I is N // 2, nth0(I, Sorted, Middle).
"""


def claim_times(name: str, claims: Sequence[str], runs: int) -> list[dict[str, Any]]:
    """Milliseconds of each claim about a game in the solver, asked first and again: medians of one process."""
    verifier = Verifier.load(name)
    setting = setting_of(verifier.game.description, verifier.formulas.definitions)
    program = compile_program(verifier.game.description)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "timer.pl"
        given = Given().goal(setting)
        asked = [formula_goal(verifier.formulas.parse(claim), setting) for claim in claims]
        goals = "\n".join(
            f"run({number}) :- program(P), timed({given}, P, {goal}, {runs}, F, T, A), format('~w ~w ~w~n', [F, T, A])."
            for number, goal in enumerate(asked)
        )
        file.write_text(f"{_TIMER}\nprogram({json.dumps(program)}).\n{goals}\n", "utf-8")
        load = [str(prolog_folder() / "requests/query.pl"), str(prolog_folder() / "judge/judge.pl"), str(file)]
        every = ", ".join(f"run({number})" for number in range(len(claims)))
        command = ["swipl", "-q", "-f", "none", "-g", every, "-t", "halt", *load]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    found = (map(float, line.split()) for line in lines)
    return [
        {"game": name, "claim": claim, "first": first, "told": told, "again": again}
        for claim, (first, told, again) in zip(claims, found, strict=True)
    ]


def unpacked(commit: str, folder: Path) -> bool:
    """Put the tree of a commit into a folder; False where this checkout does not have it."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        return False
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return True


def processor_seconds(tree: Path) -> float:
    """What one `lelma verify` of that tree takes of the processor, its solver included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "lelma", "verify", "stag_hunt", str(TEXT)]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    if done.returncode != 1:  # the text has false claims
        raise SystemExit(f"lelma verify of {tree} ended with {done.returncode}: {done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cold_times(runs: int, against: str) -> dict[str, Any]:
    """Processor seconds of `lelma verify`, and the ratio to another commit's, pair by pair."""
    with TemporaryDirectory() as folder:
        other = Path(folder)
        trees = [ROOT, other] if unpacked(against, other) else [ROOT]
        for tree in trees:  # where Python writes no bytecode by itself, neither tree is to be read anew each time
            subprocess.run(
                [sys.executable, "-m", "compileall", "-q", "gdl", "lelma", "translators"], cwd=tree, check=False
            )
            processor_seconds(tree)
        pairs = [[processor_seconds(tree) for tree in trees] for _ in range(runs)]
    found: dict[str, Any] = {"seconds": statistics.median(pair[0] for pair in pairs)}
    if len(trees) == 2:
        found |= {"against": against, "ratio": statistics.median(ours / theirs for ours, theirs in pairs)}
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and show."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--against", default=BEFORE, metavar="COMMIT")
    arguments = parser.parse_args(argv)
    claims = [row for name, asked in GAMES.items() for row in claim_times(name, asked, arguments.runs * 15)]
    cold = cold_times(arguments.runs, arguments.against)
    if arguments.json:
        print(json.dumps({"claims": claims, "verify": cold}))
        return 0
    table = Table(title="One claim in the solver, median")
    for column in ("game", "claim", "first, ms", "and told, ms", "again, ms"):
        table.add_column(column, justify="left" if column in ("game", "claim") else "right")
    for row in claims:
        table.add_row(row["game"], row["claim"], *(f"{row[each]:.3f}" for each in ("first", "told", "again")))
    console = Console()
    console.print(table)
    console.print(f"lelma verify from its start: {cold['seconds']:.2f} s of the processor", end="")
    console.print(f", {cold['ratio']:.2f} of commit {cold['against']}" if "ratio" in cold else "")
    return 0


if __name__ == "__main__":
    sys.exit(main())
