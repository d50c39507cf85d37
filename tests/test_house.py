"""The plan of the house: rooms, their sizes, and one word for one thing (docs/decisions/0007).

Which room may import which is the import contract in `pyproject.toml`, held by `make check`.
"""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGES = ("gdl", "translators", "lelma")
FEWEST_LINES, MOST_LINES, MOST_MODULES = 60, 400, 12
SLACK = 25
"""Lines by which a module may outgrow its reason before the reason must go."""


def _modules() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((CHECKOUT / package).rglob("*.py"))


def _name(file: Path) -> str:
    return file.relative_to(CHECKOUT).as_posix()


def _rooms() -> list[Path]:
    return sorted({file.parent for file in _modules()})


def _defined(tree: ast.Module) -> Iterator[str]:
    """The names that a module defines at its top and that do not begin with an underscore."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))


def test_no_public_name_is_defined_twice() -> None:
    places = defaultdict(set)
    for file in _modules():
        for name in _defined(ast.parse(file.read_text("utf-8"))):
            if not name.startswith("_"):
                places[name].add(_name(file))
    twice = {name: sorted(files) for name, files in places.items() if len(files) > 1}
    assert not twice, twice


@pytest.mark.parametrize("room", _rooms(), ids=_name)
def test_a_room_has_at_most_twelve_modules_and_says_what_it_is(room: Path) -> None:
    modules = [file for file in room.glob("*.py") if file.name not in ("__init__.py", "__main__.py")]
    assert len(modules) <= MOST_MODULES, f"{_name(room)} has {len(modules)}; a thirteenth asks for a room of its own"
    begin = room / "__init__.py"
    about = ast.get_docstring(ast.parse(begin.read_text("utf-8"))) if begin.is_file() else None
    assert about and "Begin with" in about, f"{_name(begin)} does not say where to begin reading"
    assert room.parent.name != "lelma" or "nows" in about, f"{_name(begin)} does not say what the room may know"


@pytest.mark.parametrize("file", list(_modules()), ids=_name)
def test_a_very_short_or_long_module_says_why(file: Path) -> None:
    if file.name in ("__init__.py", "__main__.py", "errors.py"):
        return
    text = file.read_text("utf-8")
    lines, about = len(text.splitlines()), " ".join((ast.get_docstring(ast.parse(text)) or "").split())
    assert lines >= FEWEST_LINES or "Short, because" in about, f"{_name(file)} has {lines} lines, and gives no reason"
    assert lines <= MOST_LINES or "Long, because" in about, f"{_name(file)} has {lines} lines, and gives no reason"
    assert lines < FEWEST_LINES + SLACK or "Short, because" not in about, f"{_name(file)} is short no longer"
    assert lines > MOST_LINES - SLACK or "Long, because" not in about, f"{_name(file)} is long no longer"


def test_only_three_files_stand_at_the_root_of_lelma() -> None:
    files = {entry.name for entry in (CHECKOUT / "lelma").iterdir() if entry.is_file()}
    assert files == {"__init__.py", "__main__.py", "py.typed"}


def test_the_import_contract_is_exhaustive_and_fits_on_a_screen() -> None:
    linter = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    contracts = {contract["name"]: contract for contract in linter["contracts"]}
    for package in PACKAGES:
        inside = next(each for each in contracts.values() if each.get("containers") == [package])
        assert inside["exhaustive"] is True, package
    assert sum(len(contract["layers"]) for contract in contracts.values()) <= 40


def test_folders_of_tests_mirror_the_rooms() -> None:
    for package in PACKAGES:
        for folder in (CHECKOUT / "tests" / package).rglob("*"):
            if folder.is_dir() and any(folder.glob("test_*.py")):
                room = CHECKOUT / folder.relative_to(CHECKOUT / "tests")
                assert room.is_dir() or room.with_suffix(".py").is_file() or room.name == "sentences", _name(folder)


def test_no_circle_of_imports() -> None:
    graph = grimp.build_graph(*PACKAGES)
    left = {module: set(graph.find_modules_directly_imported_by(module)) & graph.modules for module in graph.modules}
    while free := {module for module, asked in left.items() if not asked}:
        left = {module: asked - free for module, asked in left.items() if module not in free}
    assert not left, f"these modules import each other, at once or later: {sorted(left)}"
