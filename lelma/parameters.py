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

`[seats]`, with `count = "players"` and `name = "p{}"`, makes the parameter `players` the number of roles: for each
there are the facts `(role p1)` and `(seat 1 p1)`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from gdl.syntax import Compound, Rule, Symbol, Term
from lelma.errors import GameError

Parameters = Mapping[str, Any]

MOST_SEATS = 100


def parameters_of(
    config: Mapping[str, Any], *, preset: str | None = None, values: Parameters | None = None
) -> Parameters:
    """The value of every parameter: those of `values`, else of the preset, else the usual ones.

    Raises:
        GameError: for a preset or a parameter there is not, or a value of another type than the usual one.
    """
    usual = config.get("parameters", {})
    presets = config.get("presets", {})
    if preset is not None and preset not in presets:
        raise GameError(f"there is no preset {preset!r}; there are: {', '.join(presets) or 'none'}")
    chosen = dict(usual)
    for given, origin in ((presets[preset] if preset else {}, f"preset {preset}"), (values or {}, "parameters")):
        for name, value in given.items():
            if name == "about" and origin.startswith("preset"):
                continue
            if name not in usual:
                raise GameError(f"{origin}: there is no parameter {name!r}; there are: {', '.join(usual) or 'none'}")
            if type(value) is not type(usual[name]):
                raise GameError(f"{origin}: {name} = {value!r} should be written like {usual[name]!r}")
            chosen[name] = value
    return chosen


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
            settings[name.strip()] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            settings[name.strip()] = value.strip()
    return settings


def parameter_rules(parameters: Parameters) -> tuple[Rule, ...]:
    """The facts that tell the rules of a game what its parameters are.

    Raises:
        GameError: for a value that no fact can hold.
    """
    return tuple(Rule(fact) for name, value in parameters.items() for fact in _facts(name, value))


def seat_rules(config: Mapping[str, Any], parameters: Parameters) -> tuple[Rule, ...]:
    """The facts that tell the rules of a game who takes part in it; none if its rules say so themselves.

    Raises:
        GameError: if the number of roles is no number from 1 to 100.
    """
    seats = config.get("seats")
    if seats is None:
        return ()
    count = parameters.get(seats["count"])
    if not isinstance(count, int) or not 1 <= count <= MOST_SEATS:
        raise GameError(f"parameter {seats['count']}: {count!r} is no number of seats from 1 to {MOST_SEATS}")
    names = [Symbol(str(seats["name"]).format(number)) for number in range(1, count + 1)]
    roles = [Rule(Compound("role", (name,))) for name in names]
    return (*roles, *(Rule(Compound("seat", (Symbol(str(n)), name))) for n, name in enumerate(names, start=1)))


def _facts(name: str, value: Any) -> list[Term]:
    match value:
        case dict():
            rows = [(key, *_row(name, entry)) for key, entry in value.items()]
        case list():
            rows = [(index, *_row(name, entry)) for index, entry in enumerate(value, start=1)]
        case _:
            rows = [_row(name, value)]
    return [Compound(name, tuple(_constant(name, entry) for entry in row)) for row in rows]


def _row(name: str, value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


def _constant(name: str, value: Any) -> Symbol:
    if isinstance(value, bool):
        return Symbol("yes" if value else "no")
    if isinstance(value, int | str) and value != "":
        return Symbol(str(value))
    raise GameError(f"parameter {name}: {value!r} can be no constant; use whole numbers, words, true and false")
