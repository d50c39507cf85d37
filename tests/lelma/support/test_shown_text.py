"""Keys and control characters stay out of what is shown."""

from __future__ import annotations

import base64
import sys

import pytest
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from lelma.support.shown_text import keep_secret, plain_console, printable_output, redacted


def test_a_key_is_left_out_however_it_is_written() -> None:
    keep_secret("sk-a/b+c=1234")
    keep_secret("sk-a/b+c=1234-longer")
    encoded = base64.b64encode(b"sk-a/b+c=1234").decode()
    said = f"sk-a/b+c=1234, sk-a/b+c=1234-longer; {encoded} sk-a%2Fb%2Bc%3D1234"
    assert redacted(said) == "[key], [key]; [key] [key]"


def test_what_is_no_secret_stays() -> None:
    for word in ("", None, "none", "test"):
        keep_secret(word)
    assert redacted("none of this is a test") == "none of this is a test"


HOSTILE = "a\x1b[2J\x07\x9b1A\u202e\rb\tc\r\nd"
PLAIN = "a\ufffd[2J\ufffd\ufffd1A\ufffd\ufffdb\tc\nd"


def test_control_characters_do_not_reach_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    keep_secret("sk-0123456789")
    with printable_output():
        print(f"{HOSTILE} sk-0123456789")
        print(HOSTILE, file=sys.stderr)
        console = plain_console(width=80, force_terminal=True)
        console.print(Text(HOSTILE.replace("\t", " ")), style="red")
        table = Table(HOSTILE)
        table.add_row(Panel(HOSTILE, title="\x1b[2J"))
        console.print(table)
    printed = capsys.readouterr()
    assert printed.out.startswith(f"{PLAIN} [key]\n") and printed.err == f"{PLAIN}\n"
    assert "\x1b[31m" in printed.out, "what the console writes by itself stays"
    assert not any(each in printed.out for each in ("\x1b[2J", "\x07", "\x9b", "\u202e", "\r"))
