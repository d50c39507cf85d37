"""The definitions that claims about a game may use: those its query sets bring, and its folder's own.

A query set of `game.toml` brings the file of its name in `games/_sets`, where there is one (`matrix.definitions`), with
those that it builds on. `definitions.toml` of the game folder has its own, in the form that
`translators.formulas.definitions` tells; they may name roles, moves and relations of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import translators
from gdl.errors import Fault, GdlError
from gdl.text.kept import GDL_FOLDER, kept
from gdl.text.read import read_kif
from gdl.tree.plain import to_plain
from gdl.tree.syntax import Description, Rule
from lelma.support.errors import GameError
from lelma.support.outside import MOST_BYTES, toml_file, utf8_text
from lelma.support.paths import data_folder

if TYPE_CHECKING:  # a game that is only asked queries does not pay for formulas
    from translators.formulas.definitions import Definition

OWN_DEFINITIONS = "definitions.toml"
"""The file of a game folder's own definitions."""

_SOURCES = GDL_FOLDER, Path(translators.__file__).parent
"""The code that decides whether a definition has a fault."""

_BUILD_ON = {"matrix": ("theory",), "lelma2024": ("theory", "matrix")}
"""Set → the definitions it needs besides its own."""


def game_definitions(query_sets: Sequence[str], folder: Path | None, description: Description) -> dict[str, Definition]:
    """The definitions of a game, by name.

    Args:
        folder: of the game; None for a bare rule sheet.

    Raises:
        GameError: with every fault of the folder's own definitions.
    """
    if folder is None or not (folder / OWN_DEFINITIONS).is_file():
        return dict(_of_sets(tuple(query_sets)))
    text = utf8_text(folder / OWN_DEFINITIONS, fail=GameError, most=MOST_BYTES)
    return dict(_with_own(text, tuple(query_sets), folder, description))


@lru_cache(maxsize=16)
def _with_own(text: str, query_sets: tuple[str, ...], folder: Path, description: Description) -> dict[str, Definition]:
    from translators.formulas.definitions import read_definitions
    from translators.formulas.errors import DefinitionError
    from translators.formulas.vocabulary import vocabulary_of

    own, known = str(folder / OWN_DEFINITIONS), _of_sets(query_sets)
    record = [rule for file in record_files(query_sets, folder) for rule in _rules(file)]
    rules = *description.rules, *record
    names = vocabulary_of(replace(description, rules=rules))

    def faults() -> list[str]:
        try:
            read_definitions({own: text}, names, known=known)
        except DefinitionError as error:
            return list(error.faults)
        return []

    made_of = own, text, query_sets, to_plain(rules)
    if told := kept(made_of, faults, sources=(*_SOURCES, data_folder("games") / "_sets"), kind="definitions"):
        found = [_fault(folder / OWN_DEFINITIONS, each) for each in told]
        raise GameError(f"{own} has {len(found)} fault{'s' * (len(found) > 1)}:", found)
    return read_definitions({own: text}, names, known=known, checked=False)


def _fault(file: Path, told: str) -> Fault:
    """What is wrong with a definition, at the line and column of what is wrong in it, or where its table begins."""
    message = told.removeprefix(f"{file}: ")
    lines = utf8_text(file, fail=GameError).splitlines()
    line, column = _place(message, [text.split("#")[0].strip() for text in lines], lines)
    fix = "correct the definition; translators.formulas.definitions tells the form"
    return Fault(str(file), line, column, "bad-definition", message, "error", fix)


def _place(message: str, bare: Sequence[str], lines: Sequence[str]) -> tuple[int, int]:
    """Line and column of a fault, both from 1: of a key, or within its text where that stands on its line."""
    starts = [number for number, text in enumerate(bare) if text == "[[definition]]"]
    if numbered := re.match(r"definition\[(\d+)\]", message):
        start = next(iter(starts[int(numbered[1]) - 1 :]), 0)
    else:  # one that is defined by itself is told by its name
        named = re.compile(rf"name\s*=\s*[\"']\s*{re.escape(message.partition(':')[0])}\b")
        start = max((each for each in starts if any(map(named.match, _table(bare, each)))), default=0)
    place = re.search(r"\): (?:line (\d+), column (\d+): |(says|denies) )", message)
    if place is None:
        return start + 1, 1
    keys = (place[3],) if place[3] else ("formula", "number")
    for number, text in enumerate(_table(lines, start), start=start):
        if key := re.match(rf"\s*(?:{'|'.join(keys)})\s*=\s*[\"']", text):
            inside = place[3] is None and place[1] == "1" and not text[key.end() - 1 :].startswith(('"""', "'''"))
            return number + 1, key.end() + int(place[2]) if inside else 1
    return start + 1, 1


def _table(lines: Sequence[str], start: int) -> Sequence[str]:
    """The lines of a table that begins at a line, up to the next."""
    after = (number for number in range(start + 1, len(lines)) if lines[number].lstrip().startswith("[["))
    return lines[start : next(after, len(lines))]


def record_files(query_sets: Sequence[str], folder: Path) -> list[Path]:
    """The files with rules for the record of a match: the game's own, and those of its query sets."""
    sets = [data_folder("games") / "_sets" / f"{name}.gdl" for name in query_sets]
    return [file for file in (folder / "record.gdl", *sets) if file.is_file()]


def definition_words(query_sets: Sequence[str], folder: Path | None) -> dict[str, Mapping[str, str]]:
    """The entries of definitions as they are written, by name: what they say and mean, unread.

    Raises:
        GameError: for a file that is no TOML.
    """
    own = () if folder is None else (folder / OWN_DEFINITIONS,)
    files = [file for file in (*_set_files(tuple(query_sets)), *own) if file.is_file()]
    entries = (entry for file in files for entry in toml_file(file, fail=GameError).get("definition", ()))
    return {str(entry.get("name", "")).partition("(")[0].strip(): entry for entry in entries}


def _set_files(query_sets: tuple[str, ...]) -> list[Path]:
    names = dict.fromkeys(each for name in query_sets for each in (*_BUILD_ON.get(name, ()), name))
    return [data_folder("games") / "_sets" / f"{name}.definitions" for name in names]


@lru_cache(maxsize=16)
def _of_sets(query_sets: tuple[str, ...]) -> dict[str, Definition]:
    from translators.formulas.definitions import read_definitions
    from translators.formulas.vocabulary import GameNames, vocabulary_of

    files = [file for file in _set_files(query_sets) if file.is_file()]
    rules = [rule for file in files for rule in _rules(file.with_suffix(".gdl"))]
    names = vocabulary_of(Description(tuple(rules))) if rules else GameNames(())
    contents = {file.name: utf8_text(file, fail=GameError) for file in files}
    return read_definitions(contents, names, checked=False)


def _rules(file: Path) -> Iterator[Rule]:
    """The rules of a file for records; none if it is missing or can't be read, which `lelma check` tells."""
    if file.is_file():
        try:
            yield from read_kif(utf8_text(file, fail=GameError, most=MOST_BYTES), str(file)).rules
        except GdlError:
            return
