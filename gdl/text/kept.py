"""What is worked out once a machine: plain data and tables, kept in the user's cache folder.

A cache decides nothing: where nothing can be written, or what was written can't be read, is damaged, or somebody else
could have written it, all is worked out anew.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any, TypeVar

_Plain = TypeVar("_Plain")
GDL_FOLDER = Path(__file__).parents[1]
"""The code of `gdl`, for what rests on it."""

_SIGN = 32
_LONG = 200
_MOST_FILES = 128
"""Of each kind. Games have words of their own, so there is no end to them; the oldest go."""

_MOST_BYTES = 16_000_000
"""In a file; what is longer is made anew each time."""


def kept(
    made_of: object, make: Callable[[], _Plain], *, sources: Path | Sequence[Path] = (), kind: str = "data"
) -> _Plain:
    """Data of numbers, texts, tuples, lists, sets and dictionaries, as it was made when first asked for.

    Args:
        made_of: what decides what is made, as a value whose `repr` tells it.
        make: makes it.
        sources: the folders of the code and the data that it is made by; made anew when a file below them changes.
            None of them where nothing else decides.
        kind: the folder it is kept in; of each kind so many files are.
    """
    folder = cache_folder(kind)
    states = [_state_of_files(each) for each in ([sources] if isinstance(sources, Path) else sources)]
    if folder is None or not all(states):
        return make()
    file = folder / f"{name_of((made_of, states))}.kept"
    with suppress(OSError, ValueError, EOFError, TypeError):
        content = file.read_bytes()
        if hashlib.sha256(content[_SIGN:]).digest() == content[:_SIGN]:
            known: _Plain = marshal.loads(content[_SIGN:])
            return known
    made = make()
    with suppress(OSError, ValueError):  # there is no room, or a date in it
        data = marshal.dumps(made)  # type: ignore[arg-type]
        if len(data) <= _MOST_BYTES:
            put(file, hashlib.sha256(data).digest() + data)
            drop_oldest(folder, ".kept")
    return made


def toml_of(text: str) -> dict[str, Any]:
    """The table of a TOML text; one that was read before needs no parser.

    Raises:
        tomllib.TOMLDecodeError: if it is none.
    """
    if len(text) <= _LONG:
        return _read_toml(text)
    return kept(("toml", text), lambda: _read_toml(text), kind="toml")  # a place of its own: games have many


def _read_toml(text: str) -> dict[str, Any]:
    import tomllib  # a text that was read before needs no parser

    return tomllib.loads(text)


def is_toml_fault(error: Exception) -> bool:
    """Whether an error of `toml_of` says that the text is no TOML."""
    import tomllib  # seldom needed

    return isinstance(error, tomllib.TOMLDecodeError)


def kept_file(made_of: object, make: Callable[[Path], None], *, sources: Path) -> Path | None:
    """A file that is made when first asked for; None where none can be kept.

    Args:
        make: writes the file; None is kept where that ends in an `OSError`.
    """
    folder, state = cache_folder("files"), _state_of_files(sources)
    if folder is None or not state:
        return None
    sign = folder / f"{name_of((made_of, state))}.sign"
    with suppress(OSError, ValueError):
        file = folder / f"{sign.read_text('ascii')}.kept"
        if hashlib.sha256(file.read_bytes()).hexdigest() == file.stem:
            return file
    with suppress(OSError), TemporaryDirectory(dir=folder) as place:
        made = Path(place, "made")
        make(made)
        file = folder / f"{hashlib.sha256(made.read_bytes()).hexdigest()}.kept"
        os.replace(made, file)
        put(sign, file.stem.encode())
        drop_oldest(folder, ".kept")
        drop_oldest(folder, ".sign")
        return file
    return None


def name_of(made_of: object) -> str:
    """A name for a file of what follows from a value, on this version of Python."""
    told = repr((made_of, sys.implementation.cache_tag, sys.version_info[:3]))
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@cache
def _state_of_files(folder: Path) -> str:
    """What tells whether a file below a folder was changed, by size and time; empty where that can't be told."""
    found = []
    with suppress(OSError):
        for where, _, names in os.walk(folder):
            if not where.endswith("__pycache__"):
                for file in (os.path.join(where, name) for name in names):
                    state = os.stat(file)
                    found.append((file, state.st_size, state.st_mtime_ns))
        return repr(sorted(found)) if found else ""
    return ""


def cache_folder(kind: str) -> Path | None:
    """The folder for what is kept of a kind; None where there can be none, or others may write to it."""
    with suppress(OSError, RuntimeError):  # no right to write there; nobody's home
        home = os.environ.get("XDG_CACHE_HOME", "")
        folder = (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / "lelma" / kind
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.stat()
        if hasattr(os, "geteuid") and (state.st_uid != os.geteuid() or state.st_mode & 0o022):
            return None
        return folder
    return None


def put(file: Path, content: bytes) -> None:
    """Write a file of the cache, whole or not at all, whoever else does the same.

    Raises:
        OSError: if it can't be written.
    """
    with NamedTemporaryFile(dir=file.parent, delete=False) as part:
        try:
            part.write(content)
            part.close()
            os.replace(part.name, file)
        except OSError:
            os.unlink(part.name)
            raise


def drop_oldest(folder: Path, ending: str) -> None:
    """Keep no more files of an ending than there may be."""
    with suppress(OSError):  # another process may do the same
        files = sorted(folder.glob(f"*{ending}"), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in files[_MOST_FILES:]:
            file.unlink()
