"""Parsers of Lark grammars, whose tables are worked out once a machine: they are kept in the user's cache folder.

Making the tables of a grammar takes a tenth of a second or two, reading them a few thousandths. Where nothing can be
written, or what was written can't be read, they are made anew: a cache decides nothing.

Short, because it is all that the readers of every grammar share.
"""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import lark

_FOLDER = "lelma/grammars"

_MOST_FILES = 64
"""Games have grammars of their own names, so there is no end to them; the oldest go."""


def parser_of(grammar: str, *, transformer: lark.Transformer[Any, Any] | None = None, **options: Any) -> lark.Lark:
    """A LALR parser of a grammar.

    Args:
        options: of `lark.Lark`, such as `start`.
    """
    folder = _cache_folder()
    if folder is None:
        return lark.Lark(grammar, parser="lalr", transformer=transformer, **options)
    made_of = repr((grammar, sorted(options.items()), lark.__version__, sys.version_info[:2]))
    file = folder / f"{hashlib.sha256(made_of.encode()).hexdigest()[:32]}.tables"
    known = file.is_file()
    parser = lark.Lark(grammar, parser="lalr", transformer=transformer, cache=str(file), **options)
    if not known:
        _drop_oldest(folder)
    return parser


def _cache_folder() -> Path | None:
    """The folder for tables; None where there can be none."""
    with suppress(OSError, RuntimeError):  # no right to write there; nobody's home
        home = os.environ.get("XDG_CACHE_HOME", "")
        folder = (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / _FOLDER
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder
    return None


def _drop_oldest(folder: Path) -> None:
    with suppress(OSError):  # another process may do the same
        files = sorted(folder.glob("*.tables"), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in files[_MOST_FILES:]:
            file.unlink()
