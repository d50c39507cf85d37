"""The solver as SWI-Prolog saved it: loaded in a third of the time that reading its files takes.

Short, because it decides nothing: where no state can be kept, the solver is read from its files.
"""

from __future__ import annotations

import subprocess
from functools import partial
from pathlib import Path

from gdl.compile.prolog_text import prolog_atom
from gdl.text.kept import kept_file
from lelma.support.paths import prolog_folder

_MOST_SECONDS = 60.0


def saved_solver(swipl: str) -> Path | None:
    """The saved state of the solver for a `swipl`, made when first asked for; None where there can be none."""
    program = Path(swipl).resolve()
    about = program.stat()
    return kept_file(
        ("solver", str(program), about.st_size, about.st_mtime_ns), partial(_save, swipl), sources=prolog_folder()
    )


def _save(swipl: str, file: Path) -> None:
    """Loads what takes part in any request, and no library more, so that all is as if it had been read."""
    modules = [each for each in sorted(prolog_folder().rglob("*.pl")) if ":- module(" in each.read_text("utf-8")]
    files = ",".join(prolog_atom(str(each)) for each in modules)
    options = "[class(development),goal(true),autoload(false)]"
    goal = f"load_files(user:[{files}],[if(not_loaded)]),qsave_program({prolog_atom(str(file))},{options})"
    command = [swipl, "-q", "-f", "none", "--on-error=halt", "-g", goal, "-t", "halt"]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise OSError(str(error)) from error
    if done.returncode or done.stderr:
        raise OSError(f"SWI-Prolog saves no state of the solver: {done.stderr.decode('utf-8', 'replace')}")
