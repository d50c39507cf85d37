"""From bytes to text that a reader may trust: size, encoding, and characters nobody can see."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from gdl.errors import Fault, GdlSyntaxError

MAX_BYTES = 2_000_000  # about 8 s of reading; the largest published sheets have some 40,000
MAX_DEPTH = 200  # of nested parentheses; equality and hashes of the tree recurse
MAX_FAULTS = 200  # a file with more is no game description

# Control, format, surrogate and odd space characters: no editor shows them, and two names may look the same.
INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\xa0\xad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u3000\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_INVISIBLE_RUN = re.compile(f"{INVISIBLE.pattern}+")
_LONE_RETURN = re.compile(r"\r(?!\n)")


def read_text(path: Path, *, max_bytes: int = MAX_BYTES) -> str:
    """The text of a UTF-8 file.

    Raises:
        GdlSyntaxError: the file is longer than `max_bytes`, or not UTF-8.
        OSError: the file cannot be opened.
    """
    with path.open("rb") as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise GdlSyntaxError([_too_large(str(path), max_bytes)])
    return decode(data, str(path))


def decode(data: bytes, source: str = "<text>") -> str:
    """`data` as text, without a byte order mark.

    Raises:
        GdlSyntaxError: with the place of the first byte that is not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # With a byte order mark the codec counts from behind it.
        start = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        before = data[:start].decode("utf-8-sig")
        encoding = _guess(data)
        fault = Fault(
            source,
            before.count("\n") + 1,
            len(before) - (before.rfind("\n") + 1) + 1,
            "bad-encoding",
            f"byte 0x{data[start]:02x} at offset {start} is not UTF-8{encoding}",
            fix="save the file as UTF-8",
        )
        raise GdlSyntaxError([fault]) from None


def _guess(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ": the file seems to be UTF-16"
    return ""


def _too_large(source: str, limit: int) -> Fault:
    return Fault(
        source,
        1,
        1,
        "too-large",
        f"the text is longer than {limit:,} bytes",
        fix="check that this is a game description; if it is, raise the limit (max_bytes)",
    )


def clean(text: str, source: str, comment: str, *, max_bytes: int = MAX_BYTES) -> tuple[str, list[Fault]]:
    """`text` with the same offsets and without invisible characters, and a fault for each of those.

    `comment` is the character that starts a comment, where only NUL is a fault. A line ends at a line feed,
    a carriage return or both.

    Raises:
        GdlSyntaxError: the text is longer than `max_bytes`.
    """
    if len(text) > max_bytes:
        raise GdlSyntaxError([_too_large(source, max_bytes)])
    text = _LONE_RETURN.sub("\n", text.removeprefix("\ufeff"))
    faults: list[Fault] = []
    line, line_start, comment_start = 1, 0, -1
    for match in _INVISIBLE_RUN.finditer(text):
        newlines = text.count("\n", line_start, match.start())
        if newlines:
            line += newlines
            line_start = text.rfind("\n", line_start, match.start()) + 1
        if newlines or comment_start == -1:
            comment_start = text.find(comment, line_start, match.start())
        if comment_start != -1 and "\0" not in match[0]:
            continue
        faults.append(_invisible(match[0], source, line, match.start() - line_start + 1))
        if len(faults) >= MAX_FAULTS:
            break
    if faults:
        text = INVISIBLE.sub(lambda match: " " if unicodedata.category(match[0])[0] == "Z" else "\ufffd", text)
    return text, faults


def _invisible(run: str, source: str, line: int, column: int) -> Fault:
    name = unicodedata.name(run[0], "control character").lower()
    what = f"an invisible character, U+{ord(run[0]):04X} ({name})"
    if len(run) > 1:
        what = f"{len(run)} invisible characters, the first U+{ord(run[0]):04X} ({name})"
    return Fault(
        source,
        line,
        column,
        "control-character",
        f"the text holds {what}",
        fix="delete it, or put an ordinary space in its place",
    )
