"""What works on this machine, what is missing, and what to type."""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.engine.bridges import BRIDGES, make_bridge
from lelma.engine.bridges.process import INSTALL_SWIPL
from lelma.game.game import list_games
from lelma.support.errors import EngineStopped, EngineUnavailable
from lelma.support.json_types import VERSION
from lelma.support.paths import games_path, prolog_folder

LOWEST_SWIPL = (9, 0, 4)
PACKAGES = {
    **dict.fromkeys(("lark", "numpy", "rich"), ""),
    **{"llvmlite": "network", "janus-swi": "janus", "pyswip": "pyswip"},
    **{"openai": "openai", "google-genai": "gemini", "google-generativeai": "", "xllamacpp": "local"},
    **{"onnxruntime": "embed", "tokenizers": "embed", "starlette": "serve", "uvicorn": "serve", "mcp": "mcp"},
    **{"pyarrow": "tables", "ray": "ray"},
}
"""Packages that are used where they are → the extra that brings each, empty where none does."""


@dataclass(frozen=True)
class Diagnosis:
    """Versions, bridges (name → "" if it works, else what is missing), packages, folders, advice."""

    python: str
    system: str
    swipl: str
    bridges: dict[str, str]
    packages: dict[str, str]
    games: list[str]
    folders: dict[str, str]
    advice: list[str]

    @property
    def ok(self) -> bool:
        """Whether the default bridge works and the package is the one that is imported."""
        return not self.bridges["process"] and not self.advice

    def package(self, name: str) -> str:
        """The version of a package, or what to type where it is missing."""
        extra = PACKAGES[name]
        how = f"; type: pip install 'lelma[{extra}]'" if extra else ""
        return self.packages[name] or f"not installed{how}"

    def as_json(self) -> dict[str, Any]:
        found = {"engines" if name == "bridges" else name: value for name, value in vars(self).items()}
        return {"schema": VERSION, "ok": self.ok, **found}


def diagnose() -> Diagnosis:
    """Look at the machine. In-process bridges are tried in a process of their own, so they can do no harm."""
    advice = []
    swipl = _swipl_version()
    if swipl is None:
        advice.append(f"SWI-Prolog is missing. {INSTALL_SWIPL}")
    elif swipl < LOWEST_SWIPL:
        advice.append(f"SWI-Prolog {_dotted(swipl)} is too old; {_dotted(LOWEST_SWIPL)} or newer is needed")
    for package in ("gdl", "translators"):
        owner = _stranger(package)
        if owner:
            advice.append(f"another package provides '{package}' ({owner}); use lelma in an environment of its own")
    return Diagnosis(
        python=platform.python_version(),
        system=platform.platform(),
        swipl=_dotted(swipl) if swipl else "",
        bridges={name: _try_bridge(name) for name in BRIDGES},
        packages={name: _version(name) for name in PACKAGES},
        games=list_games(),
        folders={"prolog": str(prolog_folder()), "games": ", ".join(map(str, games_path()))},
        advice=advice,
    )


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def _swipl_version() -> tuple[int, int, int] | None:
    swipl = shutil.which("swipl")
    if swipl is None:
        return None
    goal = "current_prolog_flag(version, V), write(V), nl"
    done = subprocess.run(
        [swipl, "-q", "-f", "none", "-g", goal, "-t", "halt"], capture_output=True, text=True, timeout=30
    )
    number = int(done.stdout.strip() or 0)
    return number // 10000, number // 100 % 100, number % 100


def _try_bridge(name: str) -> str:
    if name == "process":
        bridge = make_bridge(name)
        try:
            json.loads(bridge.call("version .", seconds=10.0))
        except (EngineUnavailable, EngineStopped) as error:
            return str(error)
        finally:
            bridge.close()
        return ""
    if find_spec({"janus": "janus_swi"}.get(name, name)) is None:
        extra = " (needs SWI-Prolog 9.1.12 or newer)" if name == "janus" else ""
        return f"not installed; type: pip install 'lelma[{name}]'{extra}"
    code = f"from lelma.engine.bridges import make_bridge; print(make_bridge({name!r}).call('version .', seconds=10.0))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _stranger(package: str) -> str:
    """Where a package of our name comes from if it is not ours."""
    spec = find_spec(package)
    ours = Path(__file__).resolve().parents[2]
    origin = Path(spec.origin).resolve() if spec is not None and spec.origin else None
    return "" if origin is not None and origin.is_relative_to(ours) else str(origin)
