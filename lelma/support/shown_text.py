"""Texts fit to be shown: without the keys of servers, which may say again what they were sent, and without control
characters, by which a file could write anywhere on a terminal.

>>> keep_secret("sk-0123456789"); redacted("Bearer sk-0123456789 is no key")
'Bearer [key] is no key'
>>> printable("red \\x1b[31m")
'red \N{REPLACEMENT CHARACTER}[31m'
"""

from __future__ import annotations

import base64
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import quote

if TYPE_CHECKING:  # most of what is shown needs no console
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

_SHORTEST = 8
"""Shorter keys are no secrets: servers without keys are sent `none`, `test`, `EMPTY`."""

# Control characters but for tabs and line feeds, and marks that turn the direction of what follows.
_UNFIT = re.compile(r"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

_secrets: set[str] = set()


def keep_secret(key: str | None) -> None:
    """Have `redacted` leave a key out from now on, in this process; those of fewer than 8 characters are none."""
    if key and len(key) >= _SHORTEST:
        _secrets.update((key, quote(key, safe=""), base64.b64encode(key.encode()).decode()))


def redacted(text: str) -> str:
    """A text with `[key]` in place of every key that was kept, plain, percent-encoded or in base64."""
    for secret in sorted(_secrets, key=len, reverse=True):
        text = text.replace(secret, "[key]")
    return text


def printable(text: str) -> str:
    """A text without keys, and with a replacement mark for every control character but tabs and line feeds."""
    if not _secrets and text.isprintable():
        return text
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", redacted(text)).replace("\r\n", "\n")


class _Printable:
    """A stream that writes to another what of a text is printable."""

    def __init__(self, beneath: TextIO) -> None:
        self.beneath = beneath

    def write(self, text: str) -> int:
        self.beneath.write(printable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.beneath, name)


@contextmanager
def printable_output() -> Iterator[None]:
    """Have all that is printed meanwhile printed without keys and control characters."""
    out, err = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _Printable(out), _Printable(err)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


def plain_console(**options: Any) -> Console:
    """A rich console on standard output, whose own control characters are the only ones it writes."""
    from rich.console import Console
    from rich.segment import Segment

    class Plain(Console):
        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(printable(segment.text), segment.style)

    return Plain(file=getattr(sys.stdout, "beneath", None), **options)
