"""What the site makes when it is built: the command line from its help, the solver from its PlDoc comments, the nav.

And the playground's files, where it was built; without it, a page in their place says how.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from lelma.interfaces.cli.main import GROUPS
from lelma.interfaces.playground.built import built_playground

NO_PLAYGROUND = """<!doctype html><html lang="en"><meta charset="utf-8"><title>LELMA playground</title>
<p>This site was built without the playground: type <code>make playground</code> before <code>make docs</code>.</p>
</html>
"""

CHECKOUT = Path(__file__).resolve().parents[2]

COMMAND_LINE = """# The command line

Every command takes `--json`, and prints one JSON object and nothing else then. What goes in, what comes out, and the
exit codes are part of each command's help:
"""

PROLOG = """# The solver, in Prolog

From the PlDoc comments of `prolog/`. [Verdicts](../explanation/verdicts.md) says how the parts work together.
"""


def on_config(config: Any) -> Any:
    """Put the pages that the navigation leaves out at its end."""
    named, docs = str(config.nav), Path(config.docs_dir)
    others = [str(page.relative_to(docs)) for page in sorted(docs.rglob("*.md"))]
    others = [page for page in others if page not in named]
    if others:
        config.nav.append({"More": others})
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages to those of the docs folder."""
    files.append(File.generated(config, "reference/command_line.md", content=command_line()))
    files.append(File.generated(config, "reference/prolog.md", content=prolog()))
    for name, content in playground():
        files.append(File.generated(config, name, content=content))
    return files


def playground() -> Iterator[tuple[str, bytes]]:
    """The static files of the playground, by their names in the site."""
    folder = built_playground()
    if folder is None:
        yield "playground/index.html", NO_PLAYGROUND.encode()
        return
    for file in sorted(each for each in folder.rglob("*") if each.is_file()):
        yield f"playground/{file.relative_to(folder).as_posix()}", file.read_bytes()


def command_line() -> str:
    """A page with the help of every command."""
    lelma = (sys.executable, "-m", "lelma")
    commands = [name for names in GROUPS.values() for name in names]
    sections = [f"## lelma {name}\n\n```text\n{_printed(*lelma, name, '--help')}```\n" for name in commands]
    return "\n".join([COMMAND_LINE, *sections])


def prolog() -> str:
    """A page with the modules of the solver."""
    modules = sorted((CHECKOUT / "prolog").rglob("*.pl"))
    return PROLOG + "\n" + _printed("swipl", "scripts/prolog_reference.pl", "--", *map(str, modules))


def _printed(*command: str) -> str:
    environment = {**os.environ, "COLUMNS": "100"}
    ran = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode != 0 or not ran.stdout:
        raise PluginError(f"{' '.join(command)} failed: {ran.stderr}")
    return ran.stdout
