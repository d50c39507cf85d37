"""The guide to GDL names every fault there is, and every keyword.

Faults are made in a few rooms only, and nothing else is written in their hyphenated form there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from gdl.tree.keywords import LOGICAL, RANDOM, RELATIONS

CHECKOUT = Path(__file__).resolve().parents[2]
GUIDE = (CHECKOUT / "docs" / "how_to" / "write_gdl.md").read_text("utf-8")
ROOMS = ("gdl/checks", "gdl/relations", "gdl/text", "gdl/tree", "lelma/game/checks")
FILES = ("lelma/game/game.py", "lelma/game/definitions.py")


def codes() -> Iterator[str]:
    files = [file for room in ROOMS for file in (CHECKOUT / room).rglob("*.py")]
    for file in [*files, *(CHECKOUT / name for name in FILES)]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Constant(value=str() as text) if re.fullmatch(r"[a-z]+(-[a-z]+)+", text):
                    yield text


def test_the_guide_names_every_fault_and_no_other() -> None:
    told = re.findall(r"`([a-z]+(?:-[a-z]+)+)`", GUIDE[GUIDE.index("| code |") : GUIDE.index("## Limits")])
    assert len(set(told)) == len(told)
    put_together = {"empty-or", "empty-and"}
    assert set(told) == set(codes()) | put_together
    assert "`unplayable`" in GUIDE  # the one without a hyphen


def test_the_guide_names_every_keyword() -> None:
    for word in (*RELATIONS, *LOGICAL, RANDOM):
        assert re.search(rf"`\(?{word}\b", GUIDE), word
