"""Formats of recorded games, as `recorded.toml` of a game folder describes them.

```toml
[formats.votes]
about = "Votes and night choices, one game a line"
games = "lines"                        # a game a line; or "file": an event a line, `kind` is the field with its kind
has = ["roles", "day_votes"]           # paths, or kinds of events, by which a file of this format is recognised
without = ["day_votes.9999"]
preset = "gratr"
id = "id"

names = { "Player {}" = "p{}" }        # what the file calls it → a constant of the rules; {} stands for digits
values.winner = { werewolf = "wolves" }  # the same for one field
terms.team = { 2 = "duo", 3 = "trio" }   # a list → a term, by its length
counts.fails = { field = "cards", value = "fail" }   # a new field: how often a list has a value

rows.votes = "day_votes.{day}.{player}={choice}"     # tables of rows: a place in the file, its parts are fields
rows.speeches = "speech.{}"                          # without `=`, the fields of the object there are the row's

parameters.players = { rows = "deal", as = "number" }  # a parameter of the game: how many rows a table has;
parameters.rounds = { rows = "limit", field = "rounds", as = "value" }  # the value of a field of its first row;
parameters.words = { rows = "deal", field = "word", as = "row" }  # one row of the values of a field in all its rows
partial = true                         # the record may stop before the game ends
misread = true                         # moves were read from texts, so that one may be wrong

[[formats.votes.moves]]                # where a role's move is told
move = "(vote ?choice)"
rows = "votes"
by = "player"                          # the field that has the role
state = ["(day ?day)"]                 # fluents that hold then; variables are fields of the row
words = "text"                         # the field with the words that go with the move
in_order = true                        # of several rows that fit, the first one counts
doubtful = "(condemned ?player)"       # if the next state is another and this is seen, the record may be wrong

[formats.votes.thoughts]               # where it is told what a role thought to itself as it acted
rows = "thoughts"
by = "player"
words = "thought"

[[formats.votes.checks]]               # what else the record tells
state = ["(phase vote)", "(day ?day)"]
rows = "votes"
fluent = "(alive ?player)"             # in such a state, just the fluents of the rows hold
```

Instead of `fluent`, a check may have `percept` (just these percepts come with a joint move made in such a state),
`one_of` (a list of percepts: the one that comes is the row's `field`) or `count` (how many such percepts come, and
`plus`, is the row's `field`). With `at_least = true`, more may hold than the rows tell. `result = true` marks the
check of who won. `free` lists moves that are not recorded and of which any will do; `judge`, for a format that does
not hold the course of its games, lists the fluents of a last state besides those of the checks that are results.
`[[formats.NAME.written]]` are tables read from texts (`lelma.matches.recorded.written`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from gdl.tree.syntax import Compound, Symbol, Term, atoms, subterms
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.game.game import Game
from lelma.game.parameters import texts_of
from lelma.matches.recorded.written import Written, read_written
from lelma.support.errors import GameError, UsageError
from lelma.support.outside import TEXT, json_objects, toml_file

RecordRow = Mapping[str, Term]
"""A row of a record: field → value, as the rules call it. The words that go with a move are a constant, too."""

_UNFIT = re.compile(r"[^\w.+-]+")
_HOLE = re.compile(r"\{(\w*)\}")


@dataclass(frozen=True)
class MoveRows:
    """Where the moves of one kind are told; see the module."""

    move: Term
    rows: str
    by: str = ""
    state: tuple[Term, ...] = ()
    words: str = ""
    doubtful: Term | None = None
    in_order: bool = False


@dataclass(frozen=True)
class ThoughtRows:
    """Where private thoughts are told; see the module."""

    rows: str
    by: str
    words: str


@dataclass(frozen=True)
class Check:
    """What else a record tells; see the module."""

    state: tuple[Term, ...]
    rows: str
    fluent: Term | None = None
    percept: Term | None = None
    one_of: tuple[Term, ...] = ()
    count: Term | None = None
    field: str = ""
    plus: int = 0
    at_least: bool = False
    result: bool = False


@dataclass(frozen=True)
class Format:
    """A format of recorded games; see the module."""

    name: str
    about: str
    games: str
    has: tuple[str, ...]
    without: tuple[str, ...]
    preset: str | None
    kind: str
    id: str
    names: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]
    terms: Mapping[str, Mapping[str, str]]
    counts: Mapping[str, Mapping[str, str]]
    rows: Mapping[str, str]
    moves: tuple[MoveRows, ...]
    checks: tuple[Check, ...]
    free: tuple[Term, ...]
    judge: tuple[Term, ...]
    parameters: Mapping[str, Mapping[str, str]]
    partial: bool = False
    misread: bool = False
    written: tuple[Written, ...] = ()
    thoughts: ThoughtRows | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    constants: frozenset[str] = frozenset()

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], str]]:
        return [
            (re.compile(re.escape(name).replace(re.escape("{}"), r"(\d+)"), re.IGNORECASE), text.replace("{}", r"\1"))
            for name, text in self.names.items()
        ]

    def fits(self, content: Mapping[str, Any]) -> bool:
        """Whether a game may be recorded in this format."""
        return all(_at(content, path) for path in self.has) and not any(_at(content, path) for path in self.without)

    def of(self, game: Game) -> Format:
        """The format with the constants of a game's rules, and those that they have for texts among its parameters."""
        sentences = [rule.head for rule in game.description.rules]
        sentences += [part for rule in game.description.rules for each in rule.body for part, _ in atoms(each)]
        known = frozenset(part.name for each in sentences for part in subterms(each) if isinstance(part, Symbol))
        texts = {text: constant for constant, text in texts_of(game.parameters).items()}
        return replace(self, texts=texts, constants=known)

    def parameters_of(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters that a game was played with, as far as its record tells them."""
        found: dict[str, Any] = {}
        for name, rule in self.parameters.items():
            rows = list(_rows(content, self.rows[rule["rows"]]))
            values = [row[rule["field"]] for row in rows if rule.get("field") in row]
            if rule["as"] == "number":
                found[name] = len(rows)
            elif rule["as"] == "row":
                found[name] = [list(dict.fromkeys(map(str, values)))]
            elif values:
                found[name] = values[0]
        return found

    def constant(self, name: str, value: Any) -> Term:
        """What the rules call the value of a field; a list is a term."""
        if isinstance(value, list):
            members = tuple(self.constant("", member) for member in value)
            functor = self.terms.get(name, {}).get(str(len(members)), "list")
            return Compound(functor, members) if members else Symbol(functor)
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        if text in self.texts:
            return Symbol(self.texts[text])
        return Symbol(_UNFIT.sub("_", self._renamed(name, text)) or "_")

    def _renamed(self, name: str, text: str) -> str:
        if text in self.values.get(name, {}):
            return self.values[name][text]
        for pattern, constant in self._patterns:
            if pattern.fullmatch(text):
                return pattern.sub(constant, text)
        return text

    def tables(self, content: Mapping[str, Any]) -> dict[str, list[RecordRow]]:
        """The rows of every table, with values as the rules call them."""
        told = {table: list(_rows(content, path)) for table, path in self.rows.items()}
        told |= {each.rows: each.read(content) for each in self.written}
        return {table: [self._row(row) for row in rows] for table, rows in told.items()}

    def _row(self, row: Mapping[str, Any]) -> RecordRow:
        spoken = {rule.words for rule in (*self.moves, *((self.thoughts,) if self.thoughts else ()))}
        told = {
            name: Symbol(str(value)) if name in spoken else self.constant(name, value) for name, value in row.items()
        }
        return told | {
            name: Symbol(str(sum(entry == rule["value"] for entry in row[rule["field"]])))
            for name, rule in self.counts.items()
            if isinstance(row.get(rule["field"]), list)
        }


@dataclass(frozen=True)
class RecordedGame:
    """One recorded game: its name in the file, and what the file says of it."""

    name: str
    content: Mapping[str, Any] = field(repr=False)


def played_game(
    name: str | Path, recorded: RecordedGame, source: str, *, preset: str | None, parameters: Mapping[str, Any]
) -> Game:
    """The game with the parameters of a recorded one.

    Raises:
        UsageError: for parameters that the game can't be played with, with the place.
        GameError: for a game or a preset there is not.
    """
    try:
        return Game.load(name, preset=preset, parameters=dict(parameters))
    except GameError as error:
        Game.load(name, preset=preset)  # what is wrong without them is no fault of the record
        raise UsageError(f"{source}: {recorded.name} can't have been played: {error}") from None


def formats_of(game: Game) -> tuple[Format, ...]:
    """The formats that a game's folder describes.

    Raises:
        GameError: if its `recorded.toml` is none, with what is wrong.
    """
    file = game.folder / "recorded.toml"
    if not file.is_file():
        return ()
    try:
        described = toml_file(file, fail=GameError)["formats"]
        return tuple(_format(name, entry) for name, entry in described.items())
    except (KeyError, TypeError, AttributeError, re.error) as error:
        raise GameError(f"{file}: {error}") from None


def read_games(lines: Sequence[str], source: str = TEXT) -> list[Mapping[str, Any]]:
    """The JSON objects of a file: one a line, or one over many lines.

    Raises:
        UsageError: for a line that is none, with its place.
    """
    whole = next(filter(None, map(str.strip, lines)), "") == "{"
    return [content for _, content in json_objects(["\n".join(lines)] if whole else lines, source)]


def find_format(formats: Sequence[Format], objects: Sequence[Mapping[str, Any]]) -> list[tuple[Format, RecordedGame]]:
    """The games of a file, each with its format; empty if the first of its lines fits none.

    Raises:
        UsageError: for a game in no known format among others.
    """
    for described in formats:
        if described.games == "file":
            events = _by_kind(objects, described.kind)
            if events and described.fits(events):
                return [(described, RecordedGame("game", events))]
    found: list[tuple[Format, RecordedGame]] = []
    for number, content in enumerate(objects, start=1):
        fitting = next((each for each in formats if each.games == "lines" and each.fits(content)), None)
        if fitting is None:
            if found:
                raise UsageError(f"game {number} of the file is in no format that the game's recorded.toml describes")
            return []
        found.append((fitting, RecordedGame(str(content.get(fitting.id, number)), content)))
    return found


def _by_kind(objects: Sequence[Mapping[str, Any]], kind: str) -> dict[str, Any]:
    """Events by their kind; empty if one has no kind."""
    found: dict[str, Any] = {}
    for event in objects:
        if not isinstance(event.get(kind), str):
            return {}
        found.setdefault(event[kind], []).append(event)
    return found


def _at(content: Any, path: str) -> bool:
    """Whether there is something at a path."""
    for part in path.split("."):
        if not isinstance(content, Mapping) or part not in content:
            return False
        content = content[part]
    return True


def _rows(content: Any, path: str) -> Iterator[Mapping[str, Any]]:
    """The rows that a path leads to."""
    place, _, leaf = path.partition("=")
    leaf_name = leaf.strip("{}")
    for parts, value in _places(content, place.split(".")):
        if leaf:
            yield {**parts, leaf_name: value}
        elif isinstance(value, Mapping):
            yield {**parts, **{name: entry for name, entry in value.items() if not isinstance(entry, Mapping)}}


def _places(content: Any, path: Sequence[str]) -> Iterator[tuple[dict[str, Any], Any]]:
    if not path:
        yield {}, content
        return
    entries: Iterable[tuple[str, Any]] = ()
    if isinstance(content, Mapping):
        entries = content.items()
    elif isinstance(content, list):
        entries = ((str(number), entry) for number, entry in enumerate(content, start=1))
    hole = _HOLE.fullmatch(path[0])
    for key, value in entries:
        if hole is None and key != path[0]:
            continue
        for parts, found in _places(value, path[1:]):
            yield ({hole[1]: key, **parts} if hole is not None and hole[1] else parts), found


def _format(name: str, entry: Mapping[str, Any]) -> Format:
    written = tuple(map(read_written, entry.get("written", ())))
    known = {*entry["rows"], *(each.rows for each in written)}
    thoughts = ThoughtRows(**entry["thoughts"]) if "thoughts" in entry else None
    unknown = {rule["rows"] for rule in (*entry.get("moves", ()), *entry.get("checks", ()))} - known
    unknown |= {thoughts.rows} - known if thoughts is not None else set()
    if unknown:
        raise KeyError(f"formats.{name} has no rows {', '.join(sorted(unknown))}")
    return Format(
        name=name,
        about=entry.get("about", ""),
        games=entry["games"],
        has=tuple(entry["has"]),
        without=tuple(entry.get("without", ())),
        preset=entry.get("preset"),
        kind=entry.get("kind", ""),
        id=entry.get("id", "id"),
        names=entry.get("names", {}),
        values=entry.get("values", {}),
        terms=entry.get("terms", {}),
        counts=entry.get("counts", {}),
        rows=entry["rows"],
        moves=tuple(_move_rows(rule) for rule in entry.get("moves", ())),
        checks=tuple(_check(rule) for rule in entry.get("checks", ())),
        free=_terms(entry.get("free", ())),
        judge=_terms(entry.get("judge", ())),
        parameters=entry.get("parameters", {}),
        partial=entry.get("partial", False),
        misread=entry.get("misread", False),
        written=written,
        thoughts=thoughts,
    )


def _move_rows(rule: Mapping[str, Any]) -> MoveRows:
    read = {"move": read_term(rule["move"]), "state": _terms(rule.get("state", ()))}
    return MoveRows(**{**rule, **read, "doubtful": _term(rule, "doubtful")})


def _check(rule: Mapping[str, Any]) -> Check:
    read = {name: _term(rule, name) for name in ("fluent", "percept", "count")}
    return Check(**{**rule, **read, "state": _terms(rule["state"]), "one_of": _terms(rule.get("one_of", ()))})


def _terms(texts: Iterable[str]) -> tuple[Term, ...]:
    return tuple(map(read_term, texts))


def _term(rule: Mapping[str, Any], name: str) -> Term | None:
    return read_term(rule[name]) if name in rule else None
