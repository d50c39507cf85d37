"""Game descriptions: GDL text, its syntax tree, its checks, and its Prolog form.

Read with `read_file`, `gdl.text.read.read`, `read_kif` or `read_infix`; look for faults with `gdl.checks.check.check`,
`check_text` or `check_file`; write with `to_kif` or `to_infix`. The tree is in `gdl.tree.syntax`, the errors are
in `gdl.errors`, and Prolog comes from `gdl.compile.situation_program`.

Begin with `gdl.tree.syntax`. Knows nothing of `lelma` or `translators`. Names are imported when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gdl.checks.check import check_file, check_text
    from gdl.errors import Fault, GdlError, GdlSyntaxError
    from gdl.text.read import fold_case, read_file, read_infix, read_kif
    from gdl.text.write import to_infix, to_kif
    from gdl.tree.syntax import Description

_HOMES = {
    "Description": "gdl.tree.syntax",
    "Fault": "gdl.errors",
    "GdlError": "gdl.errors",
    "GdlSyntaxError": "gdl.errors",
    "check_file": "gdl.checks.check",
    "check_text": "gdl.checks.check",
    "fold_case": "gdl.text.read",
    "read_file": "gdl.text.read",
    "read_infix": "gdl.text.read",
    "read_kif": "gdl.text.read",
    "to_infix": "gdl.text.write",
    "to_kif": "gdl.text.write",
}

__all__ = [
    "Description",
    "Fault",
    "GdlError",
    "GdlSyntaxError",
    "check_file",
    "check_text",
    "fold_case",
    "read_file",
    "read_infix",
    "read_kif",
    "to_infix",
    "to_kif",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'gdl' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
