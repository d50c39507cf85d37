"""Parameters of a game: values in `game.toml` that its rules read as facts.

`[parameters]` gives every parameter its usual value, `[presets.NAME]` other values for some of them. A game is
played with one value for each, and its rules may use these facts:

| value in `game.toml` | facts |
|---|---|
| `auto_pass_attempt = 4` | `(auto_pass_attempt 4)` |
| `leader_votes = false` | `(leader_votes no)` |
| `quest_sizes = [2, 3]` | `(quest_sizes 1 2) (quest_sizes 2 3)` |
| `words = [["tea", "coffee"]]` | `(words 1 tea coffee)` |
| `identities = { merlin = 1 }` | `(identities merlin 1)` |

Texts that are no constants as they stand are put into the rules as constants: `Earl Grey Tea` is `earl_grey_tea`
there, and `texts` has the text again.

`[rows]`, with `pairs = ["a", "b"]`, says that the parameter `pairs` is a list of rows with these columns. It may be
given as the name of a file of them, JSON Lines with `a` and `b` in every line; the usual one is looked for in the
game's folder.

`levels` of `[speech]` are parameters that the rules do not read: they are of `lelma.matches.speech_rules`.

`[seats]`, with `count = "players"` and `name = "p{}"`, makes the parameter `players` the number of roles: for each
there are the facts `(role p1)` and `(seat 1 p1)`. With `deal = "identities"`, the numbers of that parameter must add up
to the number of roles.

`[choices]`, with `tie = ["random", "nobody"]`, says which texts a parameter may be, or which names it may give numbers.
`[ranges]`, with `first = [1, "players"]`, gives the least and the greatest number that one may be, or the parameters
that say so.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gdl.tree.syntax import Compound, Rule, Symbol
from lelma.game.file_format import GameFile, Seats
from lelma.support.errors import GameError, UsageError, did_you_mean
from lelma.support.outside import MOST_BYTES, json_objects, toml_table, utf8_text
from lelma.support.paths import file_in

Parameters = Mapping[str, Any]

MOST_SEATS = 100

_CONSTANT = re.compile(r"[a-z0-9_]+")
_NO_CONSTANT = re.compile(r"[^a-z0-9_]+")


def parameters_of(
    file: GameFile,
    *,
    folder: Path = Path(),
    preset: str | None = None,
    values: Parameters | None = None,
) -> Parameters:
    """The value of every parameter: those of `values`, else of the preset, else the usual ones.

    Args:
        folder: the game's, where files that its `game.toml` names are.

    Raises:
        GameError: for a preset or a parameter there is not, a value of another type than the usual one, or one that
            the game does not know, numbers that do not add up to the seats, or a file that does not hold the rows it
            should.
    """
    usual, presets = file.parameters, file.presets
    if preset is not None and preset not in presets:
        raise GameError(
            f"there is no preset {preset!r}{did_you_mean(preset, presets)}; there are: {', '.join(presets) or 'none'}"
        )
    chosen, folders = dict(usual), dict.fromkeys(usual, folder)
    layers = ((presets[preset] if preset else {}, f"preset {preset}", folder), (values or {}, "parameters", Path()))
    for given, origin, base in layers:
        for name, value in given.items():
            if name == "about" and origin.startswith("preset"):
                continue
            if name not in usual:
                near = did_you_mean(name, usual)
                known = ", ".join(usual) or "none"
                raise GameError(f"{origin}: there is no parameter {name!r}{near}; there are: {known}")
            if name not in file.rows and type(value) is not type(usual[name]):
                raise GameError(f"{origin}: {name} = {value!r} should be written like {usual[name]!r}")
            chosen[name], folders[name] = value, base
    rows = {
        name: rows_of(chosen[name], columns, name=name, folder=folders[name]) for name, columns in file.rows.items()
    }
    _check_choices(file, chosen)
    _check_ranges(file, chosen)
    _check_deal(file.seats, chosen)
    return chosen | rows


def _check_choices(file: GameFile, chosen: Parameters) -> None:
    for name, choices in file.choices.items():
        given = chosen[name] if isinstance(chosen[name], dict) else [chosen[name]]
        for value in given:
            if value not in choices:
                raise GameError(f"parameter {name}: {value!r} is none of: {', '.join(choices)}")


def _check_ranges(file: GameFile, chosen: Parameters) -> None:
    for name, bounds in file.ranges.items():
        least, most = (chosen[bound] if isinstance(bound, str) else bound for bound in bounds)
        if not least <= chosen[name] <= most:
            raise GameError(f"parameter {name}: {chosen[name]} is no number from {least} to {most}")


def _check_deal(seats: Seats | None, chosen: Parameters) -> None:
    if seats is None or seats.deal is None:
        return
    cards, count = chosen[seats.deal], chosen[seats.count]
    if not all(type(number) is int and number >= 0 for number in cards.values()) or sum(cards.values()) != count:
        dealt = ", ".join(f"{number} {name}" for name, number in cards.items())
        raise GameError(f"parameter {seats.deal}: {dealt} are not cards for {count} {seats.count}")


def texts_of(parameters: Parameters) -> dict[str, str]:
    """Constant → text, for every text among the parameters that is no constant as it stands."""
    texts = {entry for value in parameters.values() for row in _rows(value) for entry in row if isinstance(entry, str)}
    untamed = sorted(text for text in texts if text and not _CONSTANT.fullmatch(text))
    taken, found = texts.difference(untamed), {}
    for text in untamed:
        plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode("ascii")
        tame = _NO_CONSTANT.sub("_", plain).strip("_") or "text"
        names = itertools.chain([tame], (f"{tame}_{number}" for number in itertools.count(2)))
        constant = next(name for name in names if name not in taken)
        taken.add(constant)
        found[constant] = text
    return found


def read_settings(texts: Iterable[str]) -> dict[str, Any]:
    """Parameters from texts such as `players=8` or `quest_sizes=[2, 3]`; a value that is no TOML is a name.

    Raises:
        GameError: for a text without `=`.
    """
    settings = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise GameError(f"a parameter is set as name=value, not as {text!r}")
        try:
            settings[name.strip()] = toml_table(f"value = {value}")["value"]
        except UsageError:
            settings[name.strip()] = value.strip()
    return settings


def parameter_rules(file: GameFile, parameters: Parameters) -> tuple[Rule, ...]:
    """The facts that tell the rules of a game what its parameters are, but for those that are about words.

    Raises:
        GameError: for a value that no fact can hold.
    """
    constants = {text: constant for constant, text in texts_of(parameters).items()}
    return tuple(
        Rule(Compound(name, tuple(Symbol(constants.get(text, text)) for text in (_text(name, entry) for entry in row))))
        for name, value in parameters.items()
        if name not in file.speech.levels
        for row in _rows(value)
    )


def seat_rules(seats: Seats | None, parameters: Parameters) -> tuple[Rule, ...]:
    """The facts that tell the rules of a game who takes part in it; none if its rules say so themselves.

    Raises:
        GameError: if the number of roles is no number from 1 to 100.
    """
    if seats is None:
        return ()
    count = parameters.get(seats.count)
    if not isinstance(count, int) or not 1 <= count <= MOST_SEATS:
        raise GameError(f"parameter {seats.count}: {count!r} is no number of seats from 1 to {MOST_SEATS}")
    names = [Symbol(seats.name.replace("{}", str(number))) for number in range(1, count + 1)]
    roles = [Rule(Compound("role", (name,))) for name in names]
    return (*roles, *(Rule(Compound("seat", (Symbol(str(n)), name))) for n, name in enumerate(names, start=1)))


def _rows(value: Any) -> list[tuple[Any, ...]]:
    """The arguments of each fact that a value makes."""
    match value:
        case dict():
            return [(key, *_row(entry)) for key, entry in value.items()]
        case list():
            return [(index, *_row(entry)) for index, entry in enumerate(value, start=1)]
        case _:
            return [_row(value)]


def _row(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str) and value != "":
        return str(value)
    raise GameError(f"parameter {name}: {value!r} can be no constant; use whole numbers, words, true and false")


MOST_ROWS = 10_000
LONGEST_ENTRY = 200


def rows_of(value: Any, columns: Sequence[str], *, name: str, folder: Path = Path()) -> list[list[str]]:
    """The rows of a parameter: a list of them as it is, or those of the file that a text names.

    Args:
        columns: what every line of a file must have, in the order of the entries of a row; it may have more.
        name: the parameter's, for messages.
        folder: where the file is looked for.

    Raises:
        GameError: with every fault of the file or the list.
    """
    if isinstance(value, str):
        file = folder / value if folder == Path() else file_in(folder, value, where=name)
        found = json_objects(utf8_text(file, fail=GameError, most=MOST_BYTES).split("\n"), str(file), fail=GameError)
        rows = [(f"{file}:{line}", [entry.get(column) for column in columns]) for line, entry in found]
    elif isinstance(value, list):
        rows = [(f"{name}[{index}]", row) for index, row in enumerate(value, start=1)]
    else:
        raise GameError(f"{name} = {value!r} should be a list of rows or the name of a file of them")
    faults = [f"{where}: expected texts {', '.join(columns)}, got {row!r}" for where, row in rows if _bad(row, columns)]
    if not rows or len(rows) > MOST_ROWS:
        faults.append(f"{name}: {len(rows)} rows; expected 1 to {MOST_ROWS}")
    if faults:
        raise GameError("\n".join(faults[:20]))
    return [[str(entry).strip() for entry in row] for _, row in rows]


def _bad(row: Any, columns: Sequence[str]) -> bool:
    return not (isinstance(row, list) and len(row) == len(columns) and all(map(_is_entry, row)))


def _is_entry(entry: Any) -> bool:
    return isinstance(entry, str) and bool(entry.strip()) and len(entry) <= LONGEST_ENTRY
