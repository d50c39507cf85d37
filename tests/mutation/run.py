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
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.mutation.mutants import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[2]
SAME_MEANING = Path(__file__).with_name("same_meaning.toml")
MOST_SECONDS = 300.0
COPIED = ("gdl", "lelma", "translators", "prolog", "games", "tests", "scripts", "pyproject.toml")

_FORMULAS = "tests/lelma/verify/formulas"
_RANDOM = f"{_FORMULAS}/test_random.py"
_JUDGE = ("tests/prolog/test_plunit.py::test_plunit[judge]", f"{_FORMULAS}/test_judge.py", _RANDOM)
_THEORY = ("tests/lelma/analysis/test_normal_form.py", "tests/lelma/analysis")
_PAYOFF = (
    "tests/prolog/test_plunit.py::test_plunit[payoff]",
    "tests/prolog/test_plunit.py::test_plunit[query]",
    "tests/lelma/verify/test_queries.py",
)
TESTS: Mapping[str, Sequence[str]] = {
    "prolog/judge/judge.pl": (*_JUDGE, "tests/lelma/talk/test_judge.py"),
    "prolog/judge/knowledge.pl": (f"{_FORMULAS}/test_knowledge.py", *_JUDGE),
    "prolog/judge/record.pl": (f"{_FORMULAS}/test_record.py", *_JUDGE, "tests/lelma/talk/test_judge.py"),
    "prolog/judge/theory.pl": (f"{_FORMULAS}/test_theory.py", *_JUDGE),
    "prolog/judge/reasons.pl": (
        *_JUDGE,
        f"{_FORMULAS}/test_knowledge.py",
        f"{_FORMULAS}/test_verifier_formulas.py",
    ),
    "prolog/judge/answers.pl": _PAYOFF,
    "prolog/judge": (
        *_JUDGE,
        f"{_FORMULAS}/test_knowledge.py",
        f"{_FORMULAS}/test_theory.py",
        *_PAYOFF,
        "tests/lelma/talk/test_judge.py",
    ),
    "prolog/payoff": _PAYOFF,
    "lelma/analysis": _THEORY,
    "lelma/matches/referee.py": (
        "tests/lelma/matches/test_referee.py",
        "tests/lelma/matches/test_illegal_moves.py",
        "tests/lelma/matches/turns/test_past.py",
    ),
    "lelma/matches/turns": ("tests/lelma/matches/test_referee.py", "tests/lelma/matches/turns"),
}
"""Sources, and the tests that should notice: the first entry that a path begins with."""


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


def passes(tree: Path, tests: Sequence[str]) -> bool:
    """Whether the tests pass in a tree, in time."""
    options = ["-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not slow and not nightly"]
    command = [sys.executable, "-m", "pytest", *options]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, *tests], cwd=tree, env=environment, capture_output=True, timeout=MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stdout.decode() + done.stderr.decode())
    return done.returncode == 0


def copied(tree: Path) -> None:
    """Copy what the tests need into a folder."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, tree / name)


def survivors(tree: Path, mutants: Sequence[Mutant]) -> list[str]:
    """The mutants that the tests pass with, each in a line; told as they are found."""
    found: list[str] = []
    for mutant in mutants:
        text, start = (tree / mutant.file).read_text("utf-8"), time.monotonic()
        (tree / mutant.file).write_text(mutant.source(text), "utf-8")
        try:
            survives = passes(tree, tests_of(mutant.file))
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
        for tests in {tests_of(mutant.file) for mutant in drawn}:
            if not passes(tree, tests):
                raise RuntimeError(f"these tests fail, or take too long, without any mutant: {' '.join(tests)}")
        found = survivors(tree, drawn)
    print(f"{len(drawn)} of {len(mutants)} mutants tried, {len(found)} survive")
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
