"""What the project's pages point to is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
NAMED = ("README.md", "AGENTS.md", "CONTRIBUTING.md", "llms.txt")
PAGES = [*(CHECKOUT / name for name in NAMED), *(CHECKOUT / "docs").rglob("*.md")]
MADE = {"docs/reference/command_line.md", "docs/reference/prolog.md"}
"""Pages that the site makes when it is built."""

_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(CHECKOUT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    links = _LINK.findall(_CODE.sub("", page.read_text("utf-8")))
    inside = [link for link in links if "://" not in link]
    targets = {link: (page.parent / link).resolve() for link in inside}
    lost = [
        link
        for link, target in targets.items()
        if not target.exists() and str(target.relative_to(CHECKOUT)) not in MADE
    ]
    assert not lost


def test_the_version_to_cite_is_the_version_there_is() -> None:
    def version(file: str, pattern: str) -> str:
        found = re.search(pattern, (CHECKOUT / file).read_text("utf-8"), re.MULTILINE)
        assert found is not None, file
        return found[1]

    assert version("CITATION.cff", r"^version: (.+)$") == version("pyproject.toml", r'^version = "(.+)"$')
