"""Reading what is given from outside: an object of JSON, and a file of rounds that were played before.

The object is the same in a file, over HTTP and for tools (`lelma.verify.json_types.GivenJson`):

```json
{"role": "p2", "moment": 1,
 "moves": [{"step": 1, "role": "p1", "move": "C"}],
 "percepts": [{"step": 1, "role": "p2", "percepts": ["(card king)"], "whole": true}],
 "rounds": [[{"role": "p1", "move": "stag"}, {"role": "p2", "move": "hare"}]],
 "odds": [{"move": "deal(king)", "odds": "1/3"}, {"move": "deal(ace)", "odds": 2, "step": 1}]}
```

Every key may be left out. Odds are those of moves of chance, in proportion to one another. A file of rounds has one on
a line, `p1=stag, p2=hare` or `{"p1": "stag", "p2": "hare"}`; blank lines, and what follows `#`, are passed over. In
a game of several steps a round is a whole play, `p1=C@1, p2=D@2` or `[{"p1": "C"}, {"p2": "D"}]`, and in the object a
move of a round may have a `step`; steps may be left out where the moves alone tell which play it was. Moves
and percepts are written as formulas write them, `offer(3)`, or in KIF, `(offer 3)`; roles and moves go by any of the
game's names for them, whatever their case.

Long, because rounds are read alike in an object and in a file, by one reader that gathers all faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from gdl.errors import GdlError
from gdl.tree.keywords import RANDOM
from gdl.tree.term import read_term
from lelma.support.errors import UsageError, refused
from lelma.support.outside import json_value, utf8_text
from lelma.verify.formulas.given import Given, GivenFact, Moved, Odds, Perceived, Played
from translators.formulas.errors import FormulaError, near_names
from translators.formulas.formula import Bind, Const
from translators.formulas.parse import read_condition, read_name
from translators.formulas.typing import written
from translators.formulas.vocabulary import GameNames, constant

LAST_STEP = 10_000
"""The last step, and the most rounds and percepts, that may be given."""

LONGEST_GIVEN = 2_000_000
"""Longest file, in bytes."""

_LONGEST_NAME = 300
"""Longest move or percept, in characters; it is walked by recursion."""

_WEIGHT = re.compile(r"[0-9]{1,40}(\.[0-9]{1,40}|/0*[1-9][0-9]{0,39})?")
"""A number that odds are told with."""

_MOST_FAULTS = 20


def given_file(
    file: Path,
    names: GameNames,
    *,
    role: str | None = None,
    steps: bool = False,
    check: RoundsCheck | None = None,
) -> Given:
    """What a file of JSON says is given; `role` is whose view it is where the file does not say.

    `steps` and `check` are as for `history_file`.

    Raises:
        UsageError: with every fault, and its place in the file.
    """
    value = json_value(_text(file), str(file))
    return read_given(value, names, source=str(file), role=role, steps=steps, check=check)


RoundsCheck = Callable[[Sequence[Played]], Sequence[str]]
"""What is wrong with each of some rounds as plays of the game; empty where nothing is."""


def read_given(
    value: object,
    names: GameNames,
    *,
    source: str = "given",
    role: str | None = None,
    steps: bool = False,
    check: RoundsCheck | None = None,
) -> Given:
    """What an object of JSON says is given; `steps` and `check` are as for `history_file`.

    Raises:
        UsageError: with every fault, and its place in the object, such as `given.moves[2].role`.
    """
    reader = _Reader(names, steps=steps)
    given = reader.given(value, role)
    if check is not None and not reader.faults:
        rounds = [fact for fact in given.facts if isinstance(fact, Played)]
        reader.faults += [f".rounds[{at}]: {fault}" for at, fault in enumerate(check(rounds)) if fault]
    if reader.faults:
        more = len(reader.faults) - _MOST_FAULTS
        told = reader.faults[:_MOST_FAULTS] + ([f"and {more} more"] if more > 0 else [])
        raise UsageError("\n".join(f"{source}{fault}" for fault in told))
    return given


def history_file(
    file: Path, names: GameNames, *, steps: bool = False, check: RoundsCheck | None = None
) -> tuple[Played, ...]:
    """The rounds in a file, in order.

    Args:
        file: with a round on each line.
        names: what may be named.
        steps: the game has several steps, so that a round is a whole play of it.
        check: what is wrong with rounds that can be read.

    Raises:
        UsageError: with every fault, and its line and column.
    """
    faults, rounds = list[str](), dict[str, Played]()
    for number, line in enumerate(_text(file).split("\n"), start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        reader, where = _Reader(names, steps=steps), f"{file}:{number}"
        if len(rounds) == LAST_STEP:
            faults.append(f"{where}: more than {LAST_STEP} rounds")
            break
        if text.startswith(("{", "[")):
            played = reader.pairs(json_value(line, str(file), line=number))
            told = [f"{where}{fault}" for fault in reader.faults]
        else:
            played, told = _line(line.split("#")[0], names, where, steps=steps)
        faults += told or [f"{where}: {fault}" for fault in _not_whole(played, names, steps=steps)]
        rounds[where] = played
    if check is not None and not faults:
        faults += [f"{where}: {fault}" for where, fault in zip(rounds, check([*rounds.values()]), strict=True) if fault]
    if faults:
        raise UsageError("\n".join(faults[:_MOST_FAULTS]))
    return tuple(rounds.values())


def with_rounds(given: Given, rounds: Sequence[Played]) -> Given:
    """What is given, after these rounds were played before."""
    return replace(given, facts=(*rounds, *given.facts))


def _text(file: Path) -> str:
    try:
        size = file.stat().st_size
    except OSError as error:
        raise UsageError(refused(file, error)) from None
    if size > LONGEST_GIVEN:
        raise UsageError(f"{file}: longer than {LONGEST_GIVEN} bytes")
    return utf8_text(file)


def _line(text: str, names: GameNames, where: str, *, steps: bool) -> tuple[Played, list[str]]:
    """The moves of `p1=stag, p2=hare`, or what is wrong with it."""
    try:
        condition = read_condition(text, names)
    except FormulaError as error:
        return Played(()), [f"{where}:{max(1, error.column - 1)}: {error.told}"]
    made = [
        (part.role.name, part.move, None if part.step is None else int(part.step.name))
        for part in condition.parts
        if isinstance(part, Bind)
        and isinstance(part.move, Const)
        and (part.step is None or (steps and isinstance(part.step, Const)))
    ]
    if len(made) < len(condition.parts):
        wanted = "a whole play, such as" if steps else "one move for each role; expected"
        return Played(()), [f"{where}: a round is {wanted} {_example(names, steps=steps)}"]
    return _played(made), []


def _played(made: Sequence[tuple[str, Const, int | None]]) -> Played:
    told = tuple(step for _, _, step in made)
    return Played(tuple((role, move) for role, move, _ in made), () if not any(told) else told)


def _example(names: GameNames, *, steps: bool) -> str:
    moves = (f"{role}={next(iter(map(written, names.moves_of(role))), 'MOVE')}" for role in names.roles)
    return ", ".join(f"{move}@{step}" if steps else move for step, move in enumerate(moves, start=1))


def _not_whole(played: Played, names: GameNames, *, steps: bool) -> Iterator[str]:
    """What is wrong with moves that should be one for each role, or with `steps` one at a time for each."""
    made = [role for role, _ in played.moves]
    missing = [role for role in names.roles if role not in made]
    if steps and not made:
        yield f"a round is a whole play, such as {_example(names, steps=True)}"
    elif missing and not steps:
        yield f"it does not tell what {' and '.join(missing)} did; expected a move for each of {', '.join(names.roles)}"
    told = [*zip(made, played.steps or (None,) * len(made), strict=True)]
    for role in dict.fromkeys(made):
        when = [step for each, step in told if each == role]
        if len(when) > 1 and (None in when or len(set(when)) < len(when)):
            yield f"{role} is given two moves" + (", so tell the step of each: ROLE=MOVE@STEP" if steps else "")


class _Reader:
    """Reads one object, and gathers its faults: each begins with its path and ends with what to do."""

    def __init__(self, names: GameNames, *, steps: bool = False) -> None:
        self.names = names
        self.steps = steps
        self.faults: list[str] = []

    def given(self, value: object, role: str | None) -> Given:
        table = self.table(value, "", ("role", "moment", "moves", "percepts", "rounds", "odds"), ())
        facts: list[GivenFact] = []
        for place, each in self.items(table, "rounds"):
            facts.append(self.round(each, place))
        for place, each in self.items(table, "moves"):
            facts += self.moved(each, place)
        for place, each in self.items(table, "percepts"):
            facts += self.perceived(each, place)
        for place, each in self.items(table, "odds"):
            facts += self.odds(each, place)
        who = self.role(table["role"], ".role") if table.get("role") is not None else role
        moment = None
        if table.get("moment") is not None:
            moment = self.whole(table["moment"], ".moment", least=0)
        return Given(who or None, tuple(facts), moment)

    def round(self, value: object, place: str) -> Played:
        before = len(self.faults)
        made = []
        for number, each in enumerate(self.list(value, place)):
            at = f"{place}[{number}]"
            table = self.table(each, at, ("role", "move", "step"), ("role", "move"))
            role = self.role(table.get("role"), f"{at}.role") if "role" in table else ""
            move = self.move(table["move"], f"{at}.move", role) if "move" in table else None
            step = None if table.get("step") is None else self.whole(table["step"], f"{at}.step", least=1)
            made += [(role, move, step if self.steps else None)] if role and move is not None else []
            if step is not None and step > 1 and not self.steps:
                self.faults.append(f"{at}.step: the game has one step, got {step}")
        played = _played(made)
        if len(self.faults) == before:
            self.faults += [f"{place}: {fault}" for fault in _not_whole(played, self.names, steps=self.steps)]
        return played

    def pairs(self, value: object) -> Played:
        """The moves of `{"p1": "stag"}`, or in a game of several steps of a list of such objects, one for each."""
        listed = self.steps and isinstance(value, list)
        made = []
        for step, each in enumerate(self.list(value, "") if listed else [value], start=1):
            at = f"[{step - 1}]" if listed else ""
            if not isinstance(each, Mapping):
                self.faults.append(f"{at}: expected an object from role to move, got {_kind(each)}")
                continue
            for name, text in each.items():
                role = self.role(name, at)
                move = self.move(text, f"{at}.{_shown(name)}", role)
                made += [(role, move, step if listed else None)] if role and move is not None else []
        return _played(made)

    def moved(self, value: object, place: str) -> Iterator[Moved]:
        table = self.table(value, place, ("step", "role", "move"), ("step", "role", "move"))
        if {"step", "role", "move"} <= table.keys():
            step = self.whole(table["step"], f"{place}.step", least=1)
            role = self.role(table["role"], f"{place}.role")
            move = self.move(table["move"], f"{place}.move", role)
            if step and role and move is not None:
                yield Moved(step, role, move)

    def perceived(self, value: object, place: str) -> Iterator[Perceived]:
        needed = ("step", "role", "percepts")
        table = self.table(value, place, (*needed, "whole"), needed)
        if not set(needed) <= table.keys():
            return
        step = self.whole(table["step"], f"{place}.step", least=1)
        role = self.role(table["role"], f"{place}.role")
        percepts = [
            self.term(each, f"{place}.percepts[{number}]", "percept")
            for number, each in enumerate(self.list(table["percepts"], f"{place}.percepts"))
        ]
        whole = table.get("whole", False)
        if not isinstance(whole, bool):
            self.faults.append(f"{place}.whole: expected true or false, got {_kind(whole)}")
        elif step and role:
            yield Perceived(step, role, tuple(each for each in percepts if each is not None), whole)

    def odds(self, value: object, place: str) -> Iterator[Odds]:
        table = self.table(value, place, ("move", "odds", "step"), ("move", "odds"))
        if not {"move", "odds"} <= table.keys():
            return
        step = None if table.get("step") is None else self.whole(table["step"], f"{place}.step", least=1)
        move = self.move(table["move"], f"{place}.move", RANDOM)
        if not self.names.chance:
            self.faults.append(f"{place}: nothing is left to chance in this game, so it has no odds")
        weight = _weight(table["odds"])
        if weight is None:
            wanted = 'a number that is 0 or more, such as 2 or "1/3"'
            self.faults.append(f"{place}.odds: expected {wanted}, got {_kind(table['odds'])}")
        elif move is not None:
            yield Odds(move, weight, step)

    # Parts

    def table(self, value: object, place: str, known: Sequence[str], needed: Sequence[str]) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            self.faults.append(f"{place}: expected an object with {', '.join(known)}, got {_kind(value)}")
            return {}
        for name in value:
            if name not in known:
                near = near_names(str(name)[:80], known)
                hint = f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(known)}"
                self.faults.append(f"{place}.{_shown(name)}: there is no such key{hint}")
        self.faults += [f"{place}: the key {name!r} is missing" for name in needed if name not in value]
        return {name: part for name, part in value.items() if name in known}

    def items(self, table: Mapping[str, Any], name: str) -> Iterator[tuple[str, object]]:
        if table.get(name) is not None:
            for number, each in enumerate(self.list(table[name], f".{name}")):
                yield f".{name}[{number}]", each

    def list(self, value: object, place: str) -> Sequence[object]:
        if not isinstance(value, list):
            self.faults.append(f"{place}: expected a list, got {_kind(value)}")
            return ()
        if len(value) > LAST_STEP:
            self.faults.append(f"{place}: more than {LAST_STEP} entries")
            return ()
        return value

    def whole(self, value: object, place: str, *, least: int) -> int | None:
        if type(value) is not int or not least <= value <= LAST_STEP:
            self.faults.append(f"{place}: expected a whole number from {least} to {LAST_STEP}, got {_kind(value)}")
            return None
        return value

    def role(self, value: object, place: str) -> str:
        if not isinstance(value, str):
            self.faults.append(f"{place}: expected the name of a role, got {_kind(value)}")
            return ""
        roles = [*self.names.roles, *([RANDOM] if self.names.chance else [])]
        name = self.names.called(value.strip(), roles)
        if name is None:
            near = near_names(value[:_LONGEST_NAME], roles)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            self.faults.append(f"{place}: there is no role {_shown(value)}; expected one of {', '.join(roles)}{hint}")
        return name or ""

    def move(self, value: object, place: str, role: str) -> Const | None:
        known = self.names.moves_of(role) if role and role != RANDOM else ()
        told = list(map(written, known))
        name = self.names.called(value.strip(), told) if isinstance(value, str) else None
        if name is not None:
            return known[told.index(name)]
        move = self.term(value, place, "move")
        if move is None or not known or move in known:
            return move
        near = near_names(written(move), told)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        wanted = f"expected one of {', '.join(told[:8])}"
        self.faults.append(f"{place}: there is no move {_shown(written(move))} of {role}; {wanted}{hint}")
        return None

    def term(self, value: object, place: str, what: str) -> Const | None:
        if type(value) is int:
            value = str(value)
        if not isinstance(value, str) or not value.strip():
            self.faults.append(f"{place}: expected a {what}, such as offer(3) or (offer 3), got {_kind(value)}")
            return None
        text = value.strip()
        if len(text) > _LONGEST_NAME:
            self.faults.append(f"{place}: longer than {_LONGEST_NAME} characters")
            return None
        quoted = text[0] == text[-1] == "'" and len(text) > 1
        read: Callable[[str], Const] = read_name if quoted or ("(" in text[1:] and text[0] != "(") else _kif
        try:
            return read(text)
        except (GdlError, ValueError) as error:
            self.faults.append(f"{place}: {str(error).splitlines()[0]}")
        except FormulaError as error:
            self.faults.append(f"{place}:{error.column}: {error.told}")
        return None


def _weight(value: object) -> Fraction | None:
    """A number that is 0 or more, written as JSON or as a fraction; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str) or not _WEIGHT.fullmatch(str(value)):
        return None
    return Fraction(str(value))


def _kif(text: str) -> Const:
    return constant(read_term(text))


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool() | int() | float():
            return str(value)[:40]
        case str():
            return _shown(value)
        case list():
            return "a list"
    return "an object"


def _shown(value: object) -> str:
    text = str(value)
    return repr(text if len(text) <= 40 else f"{text[:40]}…")
