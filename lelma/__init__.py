"""Checks what language models say about games against the games' rules.

`Verifier.load("stag_hunt").check(text)` is the whole of it; everything else is in the rooms (CONTRIBUTING.md has their
tower). Begin with `verify.verifier`. Names are imported when first used, so that `import lelma` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lelma.engine.answers import Limits
    from lelma.game.game import Game
    from lelma.support.errors import LelmaError
    from lelma.verify.formulas.given import Given
    from lelma.verify.loop import LoopResult, run_loop
    from lelma.verify.report import Report, Verdict
    from lelma.verify.verifier import Verifier
    from translators.claim import Claim

_HOMES = {
    "Claim": "translators.claim",
    "Game": "lelma.game.game",
    "Given": "lelma.verify.formulas.given",
    "LelmaError": "lelma.support.errors",
    "Limits": "lelma.engine.solver",
    "LoopResult": "lelma.verify.loop",
    "Report": "lelma.verify.report",
    "Verdict": "lelma.verify.report",
    "Verifier": "lelma.verify.verifier",
    "run_loop": "lelma.verify.loop",
}

__all__ = ["Claim", "Game", "Given", "LelmaError", "Limits", "LoopResult", "Report", "Verdict", "Verifier", "run_loop"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'lelma' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
