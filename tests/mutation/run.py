"""Which mutants of the judge, the payoff table and the theory survive the tests: `python -m tests.mutation.run`.

    python -m tests.mutation.run [--count 80] [--seed 0] [--only PART_OF_A_PATH] [--all]

Works on a copy of the tree, one mutant after another in one process, and prints each survivor with its place. The exit
code is 1 where any survives. Mutants that mean the same as what they change are listed, with the reason, in
`same_meaning.toml` beside this file.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import pytest

from tests.mutation.mutants import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[2]
SAME_MEANING = Path(__file__).with_name("same_meaning.toml")
MOST_SECONDS = 300.0
_LOOK_SECONDS = 0.02
_LIBRARIES = ("hypothesis", "lark", "nashpy", "numpy", "pygambit", "rich", "scipy.optimize")
_SLACK, _TIMES = 10.0, 4.0
"""Tests with a mutant may take so many seconds, and so many times what they take without."""

COPIED = ("gdl", "lelma", "translators", "prolog", "games", "tests", "scripts", "pyproject.toml")

_FORMULAS, _ANALYSIS, _MATCHES = "tests/lelma/verify/formulas", "tests/lelma/analysis", "tests/lelma/matches"
_RANDOM = f"{_FORMULAS}/test_random.py"
_THEORY = f"{_FORMULAS}/test_theory.py"
_JUDGE = (
    "tests/prolog/test_plunit.py::test_plunit[judge]",
    f"{_FORMULAS}/test_knowledge.py",
    f"{_FORMULAS}/test_verifier_formulas.py",
    f"{_FORMULAS}/test_record.py",
    f"{_FORMULAS}/test_judge.py",
)
_PAYOFF = (
    "tests/prolog/test_plunit.py::test_plunit[payoff]",
    "tests/prolog/test_plunit.py::test_plunit[query]",
    "tests/lelma/verify/test_queries.py",
)
_OF_TALK = "tests/lelma/talk/test_judge.py"
_REST_OF_ANALYSIS = tuple(
    f"{_ANALYSIS}/test_{name}.py"
    for name in ("limits", "exact_value", "game_tree", "normal_form", "plain_loops", "solution")
)
TESTS: Mapping[str, Sequence[str]] = {
    "prolog/judge/theory.pl": (_JUDGE[0], _THEORY, *_JUDGE[1:], _RANDOM),
    "prolog/judge/answers.pl": _PAYOFF,
    "prolog/judge": (*_JUDGE, _RANDOM, _THEORY, _OF_TALK, *_PAYOFF),
    "prolog/payoff": _PAYOFF,
    "lelma/analysis/dominance.py": (f"{_ANALYSIS}/test_plain_loops.py", *_REST_OF_ANALYSIS),
    "lelma/analysis/maximin_and_pareto.py": (f"{_ANALYSIS}/test_plain_loops.py", *_REST_OF_ANALYSIS),
    "lelma/analysis/equilibria.py": (f"{_ANALYSIS}/test_normal_form.py", *_REST_OF_ANALYSIS),
    "lelma/analysis/normal_form.py": (f"{_ANALYSIS}/test_normal_form.py", *_REST_OF_ANALYSIS),
    "lelma/analysis/solution.py": (f"{_ANALYSIS}/test_solution.py", *_REST_OF_ANALYSIS),
    "lelma/analysis/subgame_perfect.py": (f"{_ANALYSIS}/test_solution.py", *_REST_OF_ANALYSIS),
    "lelma/analysis/backward_induction.py": (f"{_ANALYSIS}/test_game_tree.py", *_REST_OF_ANALYSIS),
    "lelma/analysis/game_tree.py": (f"{_ANALYSIS}/test_game_tree.py", *_REST_OF_ANALYSIS),
    "lelma/analysis/exact_value.py": (f"{_ANALYSIS}/test_exact_value.py", f"{_ANALYSIS}/test_solution.py"),
    "lelma/analysis": _REST_OF_ANALYSIS,
    "lelma/matches/turns/past.py": (
        f"{_MATCHES}/turns/test_past.py",
        f"{_MATCHES}/turns",
        f"{_MATCHES}/test_referee.py",
    ),
    "lelma/matches": (f"{_MATCHES}/test_referee.py", f"{_MATCHES}/test_illegal_moves.py", f"{_MATCHES}/turns"),
}
"""Sources, and the tests that should notice, quick ones first: the first entry that a path begins with."""


def sources(tree: Path = ROOT) -> list[Path]:
    """The files whose mutants are made, relative to the root."""
    found = [*tree.glob("prolog/judge/*.pl"), *tree.glob("prolog/payoff/*.pl"), *tree.glob("lelma/analysis/*.py")]
    found += tree.glob("lelma/matches/turns/*.py")
    found = [file for file in found if file.stem not in ("__init__", "errors", "json_types", "solution_json")]
    return sorted(file.relative_to(tree) for file in (*found, tree / "lelma/matches/referee.py"))


def mutants_in(tree: Path, only: str = "") -> list[Mutant]:
    """All mutants of the files with `only` in their path, but for those that are known to mean the same."""
    known, found = same_meaning(), list[Mutant]()
    for file in (each for each in sources(tree) if only in str(each)):
        text = (tree / file).read_text("utf-8")
        lines = [line.strip() for line in text.splitlines()]
        found += [
            each for each in mutants_of(file, text) if (str(file), lines[each.line - 1], each.instead) not in known
        ]
    return found


def tests_of(file: Path) -> Sequence[str]:
    """The tests that should notice a change of a file."""
    return next(tests for part, tests in TESTS.items() if str(file).startswith(part))


def chosen(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """So many mutants, drawn at random and spread over the files."""
    rng, by_file = random.Random(seed), dict[Path, list[Mutant]]()
    for mutant in mutants:
        by_file.setdefault(mutant.file, []).append(mutant)
    for own in by_file.values():
        rng.shuffle(own)
    found: list[Mutant] = []
    while len(found) < count and any(by_file.values()):
        found += [own.pop() for own in by_file.values() if own]
    return found[:count]


def same_meaning() -> set[tuple[str, str, str]]:
    """File, line of the source and what stands instead, of mutants that no test can notice."""
    entries = tomllib.loads(SAME_MEANING.read_text("utf-8"))["mutant"]
    return {(each["file"], each["line"], each["instead"]) for each in entries}


def passes(tree: Path, tests: Sequence[str], seconds: float = MOST_SECONDS) -> bool:
    """Whether the tests pass in a tree, in so many seconds: in a fork, which need not import other libraries anew."""
    for name in _LIBRARIES:
        with suppress(ImportError):
            import_module(name)
    with tempfile.TemporaryFile() as printed:
        child = os.fork()
        if not child:
            _run_in_fork(tree, tests, printed.fileno())
        end, status = time.monotonic() + seconds, None
        while status is None and time.monotonic() < end:
            done, ended = os.waitpid(child, os.WNOHANG)
            status = os.waitstatus_to_exitcode(ended) if done else None
            time.sleep(_LOOK_SECONDS)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # and what the tests started
        if status is None:
            os.waitpid(child, 0)
        elif status not in (0, 1):
            printed.seek(0)
            raise RuntimeError(printed.read().decode())
    return status == 0


def _run_in_fork(tree: Path, tests: Sequence[str], printed: int) -> NoReturn:
    """Become a process that runs the tests of a tree, and ends with their exit code."""
    code = 3
    try:
        os.setpgrp()
        os.chdir(tree)
        for stream in (1, 2):
            os.dup2(printed, stream)
        for name in [each for each in sys.modules if each.partition(".")[0] in COPIED]:
            del sys.modules[name]
        sys.path.insert(0, str(tree))
        sys.dont_write_bytecode = True
        os.environ |= {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
        options = ["-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not slow and not nightly"]
        code = int(pytest.main([*options, *tests]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def copied(tree: Path) -> None:
    """Copy what the tests need into a folder."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, tree / name)


def survivors(tree: Path, mutants: Sequence[Mutant], seconds: Mapping[Sequence[str], float] | None = None) -> list[str]:
    """The mutants that the tests pass with, each in a line; told as they are found.

    Args:
        seconds: what tests may take; a mutant with which they take longer is noticed.
    """
    found: list[str] = []
    for mutant in mutants:
        text, start = (tree / mutant.file).read_text("utf-8"), time.monotonic()
        (tree / mutant.file).write_text(mutant.source(text), "utf-8")
        try:
            tests = tests_of(mutant.file)
            survives = passes(tree, tests, (seconds or {}).get(tests, MOST_SECONDS))
        finally:
            (tree / mutant.file).write_text(text, "utf-8")
        if survives:
            found.append(mutant.told(text))
        word = "SURVIVES" if survives else "killed  "
        print(f"{word} {time.monotonic() - start:5.1f} s  {mutant.told(text)}", flush=True)
    return found


def main(argv: Sequence[str]) -> int:
    """Make mutants and run the tests; 1 where any survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.run", description="Mutants the tests let live.")
    parser.add_argument("--count", type=int, default=80, help="how many mutants")
    parser.add_argument("--seed", type=int, default=0, help="which of them")
    parser.add_argument("--only", default="", help="of files with this in their path")
    parser.add_argument("--all", action="store_true", help="every mutant, which takes hours")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="lelma-mutants-") as folder:
        tree = Path(folder)
        copied(tree)
        mutants = mutants_in(tree, arguments.only)
        drawn = mutants if arguments.all else chosen(mutants, arguments.count, arguments.seed)
        seconds = dict[Sequence[str], float]()
        for tests in {tests_of(mutant.file) for mutant in drawn}:
            start = time.monotonic()
            if not passes(tree, tests):
                raise RuntimeError(f"these tests fail, or take too long, without any mutant: {' '.join(tests)}")
            seconds[tests] = min(MOST_SECONDS, _SLACK + _TIMES * (time.monotonic() - start))
        found = survivors(tree, drawn, seconds)
    print(f"{len(drawn)} of {len(mutants)} mutants tried, {len(found)} survive")
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
