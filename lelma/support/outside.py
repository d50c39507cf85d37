"""JSON, JSON Lines, TOML and options from outside: whatever is wrong becomes an error that names the place.

Every reader takes `fail`, which makes the error from a message; `UsageError` by default. Besides bad syntax, that is
what is not UTF-8, what is nested more deeply than `MAX_NESTING`, and numbers that are too long or that JSON has not.
Options are `name=value`; rates are options of which each is a probability.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from decimal import InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from gdl.errors import GdlSyntaxError
from gdl.text.kept import is_toml_fault, toml_of
from gdl.text.source import decode
from lelma.support.errors import LelmaError, UsageError, did_you_mean, refused

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

AnyRates = TypeVar("AnyRates", bound="DataclassInstance")
Read = TypeVar("Read")

Fail = Callable[[str], Exception]

TEXT = "<text>"
"""What a text that is in no file is called."""

MAX_NESTING = 100
"""Of lists and objects in each other. Who reads them on may go down by recursion, and no file of ours needs more."""

_TOO_DEEP = f"lists or tables are nested more than {MAX_NESTING} deep"
_TOO_LONG = "a number is too long"
_KEY = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![\w-]){_KEY}(?:[ \t]*+\.[ \t]*+{_KEY}){{{MAX_NESTING}}}")
"""A key of so many parts, over which the parser would take the square of their number, however few bytes they are."""

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class _Unreadable(ValueError):
    """Something that the parser takes and we do not."""


MOST_BYTES = 2_000_000
"""Of a TOML file, or of another that a game's folder holds."""


def utf8_text(file: Path, *, fail: Fail = UsageError, most: int | None = None) -> str:
    """The text of a file in UTF-8, without a byte order mark; what the system refuses fails as well.

    Args:
        most: bytes that it may have; a longer one fails.
    """
    try:
        with file.open("rb") as stream:
            data = stream.read() if most is None else stream.read(most + 1)
        if most is not None and len(data) > most:
            raise fail(f"{file}: has more than {most} bytes; is it the right file?")
        return decode(data, str(file))
    except GdlSyntaxError as error:
        fault = error.faults[0]
        raise fail(f"{fault.file}:{fault.line}:{fault.column}: {fault.message}") from None
    except OSError as error:
        raise fail(refused(file, error)) from None


def json_value(text: str | bytes, source: str = TEXT, *, line: int = 1, fail: Fail = UsageError) -> Any:
    """The value of a JSON text, which begins at that line of its source."""
    try:
        plain = decode(text, source) if isinstance(text, bytes) else text.removeprefix("\ufeff")
        value = json.loads(plain, parse_constant=_refuse)
        return value if plain.count("[") + plain.count("{") <= MAX_NESTING else _shallow(value)
    except GdlSyntaxError as error:
        raise fail(f"{source}:{line}: {error.faults[0].message}") from None
    except json.JSONDecodeError as error:
        at, said = f"{line + error.lineno - 1}:{error.colno}", error.msg.removesuffix(" at")
        raise fail(f"{source}:{at}: not JSON: {said[0].lower()}{said[1:]}") from None
    except _Unreadable as error:
        raise fail(f"{source}:{line}: {error}") from None
    except ValueError:  # the parser lets int speak for itself
        raise fail(f"{source}:{line}: {_TOO_LONG}") from None
    except RecursionError:
        raise fail(f"{source}:{line}: {_TOO_DEEP}") from None


def json_objects(
    lines: Iterable[str | bytes], source: str = TEXT, *, fail: Fail = UsageError
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of JSON Lines, with the numbers of their lines; blank lines are passed over."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            value = json_value(line, source, line=number, fail=fail)
            if not isinstance(value, dict):
                raise fail(f"{source}:{number}: expected a JSON object, got {str(value)[:40]}")
            yield number, value


def toml_file(file: Path, *, fail: Fail = UsageError, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The table of a TOML file."""
    return toml_table(utf8_text(file, fail=fail, most=MOST_BYTES), str(file), fail=fail, parse_float=parse_float)


def toml_table(
    text: str, source: str = TEXT, *, fail: Fail = UsageError, parse_float: Callable[[str], Any] = float
) -> dict[str, Any]:
    """The table of a TOML text."""
    try:
        if _LONG_KEY.search(text):
            raise _Unreadable(_TOO_DEEP)
        read = toml_of(text) if parse_float is float else _toml_with(text, parse_float)
        table: dict[str, Any] = _shallow(read)
        return table
    except _Unreadable as error:
        raise fail(f"{source}: {error}") from None
    except (ValueError, InvalidOperation) as error:
        if not is_toml_fault(error):  # the parser lets int and Decimal speak for themselves
            raise fail(f"{source}: {_TOO_LONG}") from None
        place, said = _PLACE.search(str(error)), _PLACE.sub("", str(error))
        at, end = (f":{place[1]}:{place[2]}", "") if place and place[1] else ("", ", at the end")
        raise fail(f"{source}{at}: not TOML: {said[0].lower()}{said[1:]}{end}") from None
    except RecursionError:
        raise fail(f"{source}: {_TOO_DEEP}") from None


def _toml_with(text: str, parse_float: Callable[[str], Any]) -> dict[str, Any]:
    import tomllib  # a text that was read before needs no parser

    return tomllib.loads(text, parse_float=parse_float)


def read_each(path: Path, read: Callable[[Path], Iterable[Read]]) -> tuple[list[Read], list[str]]:
    """What `read` makes of a file, or of every `.jsonl` and `.json` file in a folder and below it; and of a folder,
    why files were left out, which are all those of which `read` makes nothing but an error.

    Raises:
        LelmaError: of a file, whatever `read` raises.
        UsageError: if nothing in a folder can be read, with what is wrong with the first files.
    """
    if not path.is_dir():
        return list(read(path)), []
    found, left_out = list[Read](), list[str]()
    for file in sorted(each for each in path.rglob("*") if each.suffix in (".jsonl", ".json") and each.is_file()):
        try:
            found += read(file)
        except (LelmaError, OSError) as error:
            told = str(error)
            left_out.append(told if told.startswith(str(file)) else f"{file}: {told}")
    if not found:
        raise UsageError("\n".join([f"{path}: nothing in this folder can be read", *left_out[:5]]))
    return found, left_out


def deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects in a value are nested more deeply than that; found without recursion."""
    level = [value]
    for _ in range(levels):
        inner = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [part for parts in inner for part in parts if isinstance(part, dict | list)]
        if not level:
            return False
    return True


def _shallow(value: Any) -> Any:
    """The value, if it is not nested too deeply."""
    if deeper(value, MAX_NESTING):
        raise _Unreadable(_TOO_DEEP)
    return value


def _refuse(name: str) -> NoReturn:
    raise _Unreadable(f"{name} is no number of JSON")


def named_options(text: str, *, separator: str = ",") -> dict[str, str]:
    """Options by name, in the order they are given.

    Raises:
        UsageError: for a part that is no `name=value`, or a name that comes twice.

    >>> named_options("history=0.2, seed=4")
    {'history': '0.2', 'seed': '4'}
    """
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(separator))):
        name, equals, value = (each.strip() for each in part.partition("="))
        if not equals or not value:
            raise UsageError(f"{part!r}: write name=value, such as history=0.2")
        if name in found:
            raise UsageError(f"{name!r} is given twice")
        found[name] = value
    return found


def probability(name: str, value: Any) -> float:
    """A number from 0 to 1.

    Raises:
        UsageError: if it is none.
    """
    try:
        number = -1.0 if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = -1.0
    if not 0 <= number <= 1:
        raise UsageError(f"{name} should be a number from 0 to 1, not {value!r}")
    return number


def with_rates(who: str, default: AnyRates, given: Mapping[str, Any]) -> AnyRates:
    """Rates, of which some are given by their names; all fields of `default` are rates.

    Args:
        who: whose rates they are, for what an error says.

    Raises:
        UsageError: for a rate that there is not, or one that is no probability.
    """
    names = [each.name for each in fields(default)]
    unknown = [name for name in given if name not in names]
    if unknown:
        near = did_you_mean(unknown[0], names)
        raise UsageError(f"{who} has no rate {unknown[0]!r}{near}; there are: {', '.join(names)}")
    return replace(default, **{name: probability(name, value) for name, value in given.items()})
