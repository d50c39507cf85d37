"""The definitions that claims about a game may use: those its query sets bring, and its folder's own.

A query set of `game.toml` brings the file of its name in `games/_sets`, where there is one (`matrix.definitions`), with
those that it builds on. `definitions.toml` of the game folder has its own, in the form that
`translators.formulas.definitions` tells; they may name roles, moves and relations of the game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.errors import Fault
from gdl.tree.syntax import Description
from lelma.support.errors import GameError
from lelma.support.outside import utf8_text
from lelma.support.paths import data_folder

if TYPE_CHECKING:  # a game that is only asked queries does not pay for formulas
    from translators.formulas.definitions import Definition

OWN_DEFINITIONS = "definitions.toml"
"""The file of a game folder's own definitions."""

_BUILD_ON = {"matrix": ("theory",)}
"""Set → the definitions it needs besides its own."""


def game_definitions(query_sets: Sequence[str], folder: Path | None, description: Description) -> dict[str, Definition]:
    """The definitions of a game, by name.

    Args:
        folder: of the game; None for a bare rule sheet.

    Raises:
        GameError: with every fault of the folder's own definitions.
    """
    from translators.formulas.definitions import read_definitions
    from translators.formulas.errors import DefinitionError
    from translators.formulas.vocabulary import vocabulary_of

    known = dict(_of_sets(tuple(query_sets)))
    own = None if folder is None else folder / OWN_DEFINITIONS
    if own is None or not own.is_file():
        return known
    try:
        return read_definitions({str(own): utf8_text(own, fail=GameError)}, vocabulary_of(description), known=known)
    except DefinitionError as error:
        found = [_fault(own, each) for each in error.faults]
        raise GameError(f"{own} has {len(found)} fault{'s' * (len(found) > 1)}:", found) from None


def _fault(file: Path, told: str) -> Fault:
    """What is wrong with a definition, at the line where its table begins."""
    message = told.removeprefix(f"{file}: ")
    number = re.match(r"definition\[(\d+)\]", message)
    starts = [
        line
        for line, text in enumerate(utf8_text(file, fail=GameError).splitlines(), start=1)
        if text.split("#")[0].strip() == "[[definition]]"
    ]
    index = int(number[1]) - 1 if number else 0
    line = starts[index] if index < len(starts) else 1
    fix = "correct the definition; translators.formulas.definitions tells the form"
    return Fault(str(file), line, 1, "bad-definition", message, "error", fix)


@lru_cache(maxsize=16)
def _of_sets(query_sets: tuple[str, ...]) -> dict[str, Definition]:
    from translators.formulas.definitions import read_definitions

    names = dict.fromkeys(each for name in query_sets for each in (*_BUILD_ON.get(name, ()), name))
    files = [data_folder("games") / "_sets" / f"{name}.definitions" for name in names]
    return read_definitions({file.name: utf8_text(file, fail=GameError) for file in files if file.is_file()})
