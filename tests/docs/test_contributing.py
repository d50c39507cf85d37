"""What CONTRIBUTING.md names is there: files and folders, modules and what is in them, commands and their options."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name

import pytest

from lelma.interfaces.cli.main import _parser

CHECKOUT = Path(__file__).resolve().parents[2]
TEXT = re.sub(r"^```.*?^```", "", (CHECKOUT / "CONTRIBUTING.md").read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
SPANS = sorted({" ".join(span.split()) for span in re.findall(r"`([^`]+)`", TEXT)})
SUFFIXES = ("py", "toml", "pl", "plt", "gdl", "md", "sh")
FOLDERS = ("gdl", "translators", "lelma", "prolog", "games", "tests", "docs", "scripts", "examples")
PATHS = [span for span in SPANS if re.fullmatch(rf"[\w./-]+/(?!\d)[\w./-]*|[\w-]+\.({'|'.join(SUFFIXES)})", span)]
MODULES = [span for span in SPANS if re.fullmatch(r"[a-z_]+(\.\w+)+", span) and span not in PATHS]
COMMANDS = [span for span in SPANS if re.match(r"lelma [a-z]", span)]
_MADE_UP = re.compile(r"NAME|my_game")


def files() -> Iterator[str]:
    """All files and folders, from the root."""
    for folder in FOLDERS:
        for path in [CHECKOUT / folder, *(CHECKOUT / folder).rglob("*")]:
            yield path.relative_to(CHECKOUT).as_posix()
    yield from (path.name for path in CHECKOUT.iterdir() if path.is_file())


def test_there_is_something_of_each_kind() -> None:
    assert len(PATHS) > 40 and len(MODULES) > 20 and len(COMMANDS) > 10


def test_every_file_and_folder_is_there() -> None:
    """A path may begin anywhere in the tree, and leave out `.py`."""
    there = [f"/{name}" for name in files()]
    for span in PATHS:
        if not _MADE_UP.search(span):
            ends = (f"/{span.rstrip('/')}", f"/{span}.py")
            assert any(name.endswith(ends) for name in there), span


@pytest.mark.parametrize("span", MODULES)
def test_every_module_is_there_with_what_is_named_of_it(span: str) -> None:
    resolve_name(span if span.split(".")[0] in ("gdl", "translators", "lelma") else f"lelma.{span}")


@pytest.mark.parametrize("span", COMMANDS)
def test_every_command_takes_the_options_it_is_shown_with(span: str) -> None:
    words = span.replace("'", " ").split()
    choices = next(action.choices for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    assert words[1] in choices, span
    options = {option for action in choices[words[1]]._actions for option in action.option_strings}
    assert {word for word in words if word.startswith("--")} <= options, span
