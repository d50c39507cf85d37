"""The code blocks of a Markdown page, and how each is run.

What a block's first line says decides what happens to it, in order, in one folder for the whole page:

- ```` ```kif title="games/nim/rules.gdl" ````: with a title, whatever the language: it is written to that file.
- `sh`: run by bash; every command must succeed. A comment `# exit 1` at the end of a line names another exit code;
  one that says `until Ctrl-C` marks a command that must still run when it is interrupted after a few seconds.
- `bash`: run by bash as one script, which must succeed.
- `console`: each line after `$ ` is run by bash; if lines follow it, they are what it prints, and `...` in them
  stands for anything.
- `python`: run as a program. `pycon`: examples with what they print, as in doctest.
- `text` and languages of data without a title: shown only.

A block after a line `*Not run by the tests: REASON*` is left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

RUN = ("sh", "bash", "console", "python", "pycon")
SHOWN = ("text", "toml", "json", "prolog", "kif", "csv", "markdown")

SERVING_SECONDS = 3
"""How long a command runs that runs until it is interrupted."""

_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*) *(?:title=\"(?P<title>[^\"]+)\")? *$")
_REASON = re.compile(r"^\*Not run by the tests: (?P<reason>.+)\*$")


@dataclass(frozen=True)
class Block:
    """A code block; `line` is where it begins, `reason` why it is not run."""

    page: Path
    line: int
    language: str
    title: str
    text: str
    reason: str


def blocks(page: Path) -> list[Block]:
    """The code blocks of a page, in order.

    Raises:
        ValueError: for a block that does not say what it is, or does not end.
    """
    found, lines, at, reason = list[Block](), page.read_text("utf-8").splitlines(), 0, ""
    while at < len(lines):
        opening = _FENCE.match(lines[at])
        if opening is None:
            if lines[at].lstrip().startswith("```"):
                raise ValueError(f"{page}:{at + 1}: this fence can't be read: {lines[at]}")
            if lines[at].strip():
                told = _REASON.match(lines[at])
                reason = told["reason"] if told else ""
            at += 1
            continue
        indent = opening["indent"]
        end = next((i for i in range(at + 1, len(lines)) if lines[i].rstrip() == f"{indent}```"), None)
        if end is None:
            raise ValueError(f"{page}:{at + 1}: this block does not end")
        text = "\n".join(line.removeprefix(indent) for line in lines[at + 1 : end]) + "\n"
        found.append(Block(page, at + 1, opening["language"], opening["title"] or "", text, reason))
        at, reason = end + 1, ""
    return found


def console_commands(text: str) -> list[tuple[str, str]]:
    """The commands of a `console` block, each with what it is said to print."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [(command.strip(), printed) for command, _, printed in (part.partition("\n") for part in parts)]


def shell_commands(text: str) -> list[tuple[str, int]]:
    """The commands of an `sh` block, each with its exit code; a command goes on after a backslash."""
    joined = re.sub(r"\\\n\s*", " ", text)
    found = []
    for line in joined.splitlines():
        code = re.search(r"# exit (\d+)\s*$", line)
        if re.search(r"#.*until Ctrl-C", line):
            found.append((f"timeout --signal=INT {SERVING_SECONDS} {line}", 124))
        elif line.strip() and not line.lstrip().startswith("#"):
            found.append((line, int(code[1]) if code else 0))
    return found
