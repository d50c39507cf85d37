"""Game descriptions: GDL text, its syntax tree, its checks, and its Prolog form.

Read with `read_file`, `gdl.text.read.read`, `read_kif` or `read_infix`; look for faults with `gdl.checks.check.check`,
`check_text` or `check_file`; write with `to_kif` or `to_infix`. The tree is in `gdl.tree.syntax`, the errors are
in `gdl.errors`, and Prolog comes from `gdl.compile.situation_program`.

Begin with `gdl.tree.syntax`. Knows nothing of `lelma` or `translators`.
"""

from gdl.checks.check import check_file, check_text
from gdl.errors import Fault, GdlError, GdlSyntaxError
from gdl.text.read import fold_case, read_file, read_infix, read_kif
from gdl.text.write import to_infix, to_kif
from gdl.tree.syntax import Description

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
