"""Where the data folders are: `prolog/` and `games/`, the folders that may hold a user's own games, and their files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from lelma.support.errors import GameError

GAMES_VARIABLE = "LELMA_GAMES"
"""Environment variable with folders of games, separated as in PATH."""

_PACKAGE = Path(__file__).resolve().parents[1]


def data_folder(name: str) -> Path:
    """The shipped folder `name` (`prolog` or `games`): in an installed package, else in the checkout.

    Raises:
        FileNotFoundError: where neither has it.
    """
    candidates = (_PACKAGE / "_share" / name, _PACKAGE.parent / name)
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    places = " and ".join(str(candidate) for candidate in candidates)
    raise FileNotFoundError(f"the folder {name}/ is missing (looked for {places}); reinstall lelma")


def prolog_folder() -> Path:
    """The solver's folder."""
    return data_folder("prolog")


def games_path(environment: Mapping[str, str] = os.environ, *, here: Path | None = None) -> list[Path]:
    """Folders to look for a game in, first match wins: `LELMA_GAMES`, `./games`, the shipped games.

    Args:
        environment: where `LELMA_GAMES` is looked up.
        here: the folder that `./games` is in; the working directory if None.

    Returns:
        existing folders only, each once.
    """
    named = [Path(part).expanduser() for part in environment.get(GAMES_VARIABLE, "").split(os.pathsep) if part]
    folders = [*named, (here or Path.cwd()) / "games", data_folder("games")]
    return list(dict.fromkeys(folder.resolve() for folder in folders if folder.is_dir()))


def file_in(folder: Path, name: str, *, where: str) -> Path:
    """The file that a game's folder calls by that name.

    Args:
        where: the entry that names it, for the message.

    Raises:
        GameError: if the name leads out of the folder.
    """
    file = folder / name
    if not file.resolve().is_relative_to(folder.resolve()):
        raise GameError(f"{where}: {name!r} is no file of the game's folder; name one that is inside it")
    return file
