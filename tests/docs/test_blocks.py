"""Every command and code block of the README and the docs is run; see `tests.docs.blocks`."""

from __future__ import annotations

import doctest
import os
import shutil
import stat
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.blocks import RUN, SHOWN, Block, blocks, console_commands, shell_commands

CHECKOUT = Path(__file__).resolve().parents[2]
PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
SECONDS = 120

NEEDED = {
    "docs/how_to/batches.md": ("dask", "duckdb", "pandas", "polars", "pyarrow"),
    "docs/how_to/environments.md": ("pettingzoo",),
    "docs/how_to/frameworks.md": ("agents", "dspy", "inspect_ai", "langchain", "langgraph", "pydantic_ai"),
    "docs/how_to/serve.md": ("mcp", "starlette", "uvicorn"),
}
"""Page → packages that its blocks need beyond LELMA-logic; the page is skipped without them."""

LONG = frozenset(
    f"docs/{page}.md"
    for page in (
        "experiments",
        "how_to/gate",
        "how_to/players",
        "how_to/recon",
        "how_to/steps",
        "how_to/trust",
        "how_to/undercover",
        "how_to/words",
    )
)
"""Pages whose blocks play many matches: they are run by night."""


def name(page: Path) -> str:
    return str(page.relative_to(CHECKOUT))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to work in, with the examples in it."""
    shutil.copytree(CHECKOUT / "examples", tmp_path / "work" / "examples")
    return tmp_path / "work"


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """`lelma`, `python` and `make` are those of this checkout and this interpreter; there are no keys."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for program, command in (
        ("python", f'"{sys.executable}" "$@"'),
        ("lelma", f'"{sys.executable}" -m lelma "$@"'),
        ("make", f'"{shutil.which("make")}" -C "{CHECKOUT}" "$@"'),
    ):
        (programs / program).write_text(f"#!/bin/sh\nexec {command}\n", "utf-8")
        (programs / program).chmod(stat.S_IRWXU)
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("LELMA_", "OPENAI_", "GEMINI_"))}
    yield {**kept, "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(CHECKOUT), "COLUMNS": "100"}


def test_every_page_says_what_its_blocks_are() -> None:
    for page in PAGES:
        for block in blocks(page):
            where = f"{name(page)}:{block.line}"
            assert block.language in RUN + SHOWN, f"{where}: a block of {block.language or 'no language'}"
            assert not (block.reason and block.language in SHOWN), f"{where}: this block is not run anyway"


def _marked() -> Iterator[object]:
    for page in PAGES:
        if blocks(page):
            mark = pytest.mark.nightly if name(page) in LONG else pytest.mark.slow
            yield pytest.param(page, marks=mark, id=name(page))


@pytest.mark.parametrize("page", list(_marked()))
def test_the_blocks_of_a_page_run(page: Path, folder: Path, environment: dict[str, str]) -> None:
    lacking = [package for package in NEEDED.get(name(page), ()) if find_spec(package) is None]
    if lacking:
        pytest.skip(f"{', '.join(lacking)} not installed; scripts/test-adapters.sh installs what this page needs")
    ran = 0
    for block in blocks(page):
        if block.title:
            file = folder / block.title
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, "utf-8")
        elif block.language in RUN and not block.reason:
            trouble = run(block, folder, environment)
            assert not trouble, f"{name(page)}:{block.line}: {trouble}"
            ran += 1
    assert ran or all(block.reason or block.language in SHOWN for block in blocks(page))


def run(block: Block, folder: Path, environment: dict[str, str]) -> str:
    """What goes wrong in a block; empty if nothing does."""
    if block.language == "console":
        return "".join(
            printed_otherwise(command, expected, folder, environment)
            for command, expected in console_commands(block.text)
        )
    if block.language == "sh":
        return "".join(ended_otherwise(*each, folder, environment) for each in shell_commands(block.text))
    if block.language == "bash":
        return ended_otherwise(f"set -e\n{block.text}", 0, folder, environment)
    program = folder / f"block_{block.line}.py"
    if block.language == "python":
        program.write_text(block.text, "utf-8")
    else:
        examples = f"r'''\n{block.text}'''\n"
        program.write_text(f"{examples}import doctest\nfailed, _ = doctest.testmod()\nexit(failed)\n", "utf-8")
    return ended_otherwise(f"python {program.name}", 0, folder, environment)


def ended_otherwise(command: str, code: int, folder: Path, environment: dict[str, str]) -> str:
    ran = shell(command, folder, environment)
    if ran.returncode == code:
        return ""
    return f"`{command}` ended with {ran.returncode}:\n{ran.stdout[-3000:]}{ran.stderr[-3000:]}"


def printed_otherwise(command: str, expected: str, folder: Path, environment: dict[str, str]) -> str:
    if not expected.strip():
        return ended_otherwise(command, 0, folder, environment)
    ran = shell(command, folder, environment)
    printed = ran.stdout + ran.stderr
    if doctest.OutputChecker().check_output(bare(expected), bare(printed), doctest.ELLIPSIS):
        return ""
    return f"`{command}` printed\n{textwrap.indent(printed[-2000:], '    ')}"


def bare(text: str) -> str:
    """Text without what nobody sees: spaces at the ends of lines, empty lines at the end."""
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()) + "\n"


def shell(command: str, folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    # `timeout` ends what a command has started as well, which subprocess does not.
    bounded = ["timeout", "--kill-after=5", str(SECONDS), "bash", "-c", command]
    return subprocess.run(
        bounded, cwd=folder, env=environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
