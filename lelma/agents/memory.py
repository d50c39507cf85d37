"""What an agent keeps from one match to the next: one JSON value in a folder of its own.

An agent that learns has an attribute `memory` with `load(folder)` and `save(folder)`, which the referee calls before
and after each match that has a folder for it (`lelma play --memory FOLDER`). `JsonMemory` is one for values of JSON:

```python
class Counting:
    name, here = "counting", True

    def __init__(self):
        self.memory = JsonMemory({"matches": 0})

    def end(self, result):
        self.memory.value["matches"] += 1
```

A file is replaced whole or not at all, whenever the writer is killed. One that can't be read is set aside and told of;
nothing is written over it. Matches at the same time should not share a folder: the last to end would be remembered.
"""

from __future__ import annotations

import copy
import json
import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from lelma.game.game import Game
from lelma.support.errors import LelmaError, UsageError
from lelma.support.outside import json_value, utf8_text

MEMORY_SCHEMA = "lelma-memory"
MEMORY_VERSION = 1


class MemoryDamaged(LelmaError):
    """What an agent kept can't be read; the message says why, and where it was set aside."""


class AgentMemory(Protocol):
    """What the attribute `memory` of an agent does."""

    def load(self, folder: Path) -> None:
        """Take up what was kept; the folder need not exist."""
        ...

    def save(self, folder: Path) -> None:
        """Keep what is to be kept; the folder need not exist."""
        ...


class JsonMemory:
    """One value, kept as JSON.

    Attributes:
        value: what is kept; what `load` finds, or a copy of `start`.
    """

    def __init__(self, start: Any = None, *, file: str = "memory.json") -> None:
        """`start` is what an agent begins with that has kept nothing yet; `file`, the file's name in its folder."""
        self._start, self._file = start, file
        self.value: Any = copy.deepcopy(start)

    def load(self, folder: Path) -> None:
        """Take up what was kept.

        Raises:
            MemoryDamaged: if it can't be read; the value is then what an agent begins with.
        """
        self.value = copy.deepcopy(self._start)
        file = folder / self._file
        if not file.exists():
            return
        try:
            self.value = _read(file)
        except UsageError as error:
            raise MemoryDamaged(f"{error}; the file is now {_set_aside(file).name}") from None

    def save(self, folder: Path) -> None:
        """Keep the value in place of the one before."""
        write_whole(
            folder / self._file,
            json.dumps({"schema": MEMORY_SCHEMA, "version": MEMORY_VERSION, "value": self.value}, indent=1) + "\n",
        )


def write_whole(file: Path, text: str) -> None:
    """Make a file with that text, or replace it; if this is cut short, the file is as it was."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        with beside.open("w", encoding="utf-8") as new:
            new.write(text)
            new.flush()
            os.fsync(new.fileno())
        os.replace(beside, file)
    finally:
        beside.unlink(missing_ok=True)


def memory_folder(root: Path, game: Game, spec: str, role: str) -> Path:
    """Where an agent keeps what it learns in a role of a game: the same for the same agent, whatever the match.

    A game under made-up words has another one for each choice of them, whose name does not tell the game.
    """
    played = game.name if game.disguise is None else f"obfuscated-{_mark(f'{game.name}/{game.disguise.seed}')}"
    plain = re.sub(r"[^A-Za-z0-9._]+", "_", spec)[:60].strip(".")
    return root / played / (plain if plain == spec else f"{plain}-{_mark(spec)}") / role


def _mark(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:8]


def _read(file: Path) -> Any:
    kept = json_value(utf8_text(file), str(file))
    if not isinstance(kept, dict) or "value" not in kept:
        raise UsageError(f"{file}: expected an object with `value`")
    if (kept.get("schema"), kept.get("version")) != (MEMORY_SCHEMA, MEMORY_VERSION):
        found = f"{kept.get('schema')} version {kept.get('version')}"
        raise UsageError(f"{file}: expected {MEMORY_SCHEMA} version {MEMORY_VERSION}, got {found}")
    return kept["value"]


def _set_aside(file: Path) -> Path:
    number = 1
    while (aside := file.with_name(f"{file.name}.damaged-{number}")).exists():
        number += 1
    return file.rename(aside)
