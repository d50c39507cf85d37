"""A payoff table: what a one-shot game pays for every choice of moves, and its names as GDL symbols."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import product

from gdl.errors import Fault, GdlSyntaxError
from gdl.tree.numbers import NumberSpelling
from gdl.tree.syntax import KEYWORDS
from gdl.values import dataclass

MAX_PROFILES = 50_000
"""Larger tables are refused: their rules, one fact a cell, would be too long to be read."""

_RELATIONS = ("choice", "did", "payoff")
_NUMBER = re.compile(r"[+-]?(?:\d+/\d+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?)", re.ASCII | re.IGNORECASE)
_MAX_DIGITS = 400
_MAX_FAULTS = 100


@dataclass(frozen=True)
class PayoffTable:
    """The normal form of a game, exact.

    Attributes:
        roles: their names as in prose; the first is the row role of a two-role table.
        moves: `moves[i]` are the moves of `roles[i]`, named as in prose.
        payoffs: every profile (one move per role, in the order of `roles`) → the payoff of each role.
        title: what the game is called.
        spelling: how its author writes numbers.
    """

    roles: tuple[str, ...]
    moves: tuple[tuple[str, ...], ...]
    payoffs: Mapping[tuple[str, ...], tuple[Fraction, ...]]
    title: str = ""
    spelling: NumberSpelling = field(default_factory=NumberSpelling, compare=False)

    def profiles(self) -> Iterator[tuple[str, ...]]:
        """Every profile, the last role's move changing fastest."""
        return product(*self.moves)


@dataclass(frozen=True)
class Symbols:
    """The GDL symbol of each name of a table: `roles[i]`, and `moves[i][name]` for role i."""

    roles: tuple[str, ...]
    moves: tuple[Mapping[str, str], ...]


class Source:
    """A text that is being read, and the faults found in it so far."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.faults: list[Fault] = []

    def fault(self, offset: int, code: str, message: str, fix: str = "") -> None:
        """Note an error at `offset` (0-based, in characters); from the hundredth on they are not kept."""
        if len(self.faults) >= _MAX_FAULTS:
            return
        before = self.text[:offset]
        line = before.count("\n") + 1
        column = offset - (before.rfind("\n") + 1) + 1
        self.faults.append(Fault(self.file, line, column, code, message, fix=fix))

    def done(self) -> None:
        """Raise all faults at once, in the order of the file, if there are any."""
        if self.faults:
            faults = sorted(self.faults, key=lambda fault: (fault.line, fault.column))
            raise GdlSyntaxError(faults)


def read_number(text: str) -> Fraction | None:
    """The exact number that `text` spells (`3`, `-2.5`, `1/3`, `.5`, `1e-3`), or None if it spells none.

    The typographic minus sign counts as a minus. Exponents have three digits at most.
    """
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    if len(text) > _MAX_DIGITS or not _NUMBER.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def clean_name(text: str) -> str:
    """A name with runs of white space as one space, and without characters that do not show."""
    visible = "".join(char for char in text if char.isspace() or unicodedata.category(char)[0] != "C")
    return " ".join(visible.split())


def symbols(table: PayoffTable) -> Symbols:
    """GDL symbols for the names of a table.

    GDL has no case, so two moves of a role that differ in case only get different symbols (`N`, `n_2`), and a
    name that is a keyword, a relation of the rules, or spelled with other characters than ASCII letters,
    digits and underscores is changed. Names of several roles that are the same without regard to case are one
    symbol. Roles are in lower case, and `Player 1`, `1` and `P1` all become `p1`.
    """
    taken = {word.casefold() for word in (*KEYWORDS, *_RELATIONS)}
    roles = tuple(_claim(_role_symbol(name), taken) for name in table.roles)
    clashing = {
        name
        for names in table.moves
        for name in names
        if sum(name.casefold() == other.casefold() for other in names) > 1
    }
    known: dict[str, str] = {}
    for names in table.moves:
        for name in names:
            key = name if name in clashing else name.casefold()
            if key not in known:
                known[key] = _claim(_symbol(name, "m"), taken)
    moves = tuple(
        {name: known[name if name in clashing else name.casefold()] for name in names} for names in table.moves
    )
    return Symbols(roles, moves)


def _symbol(name: str, prefix: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    word = re.sub(r"[^A-Za-z0-9]+", "_", plain).strip("_")
    return word if word[:1].isalpha() else prefix + word


def _role_symbol(name: str) -> str:
    numbered = re.fullmatch(r"(?:player|p)?[ _-]*0*(\d{1,3})", name.casefold(), re.ASCII)
    return f"p{numbered[1]}" if numbered else _symbol(name, "p").lower()


def _claim(word: str, taken: set[str]) -> str:
    symbol, count = word, 1
    while symbol.casefold() in taken:
        count += 1
        symbol = f"{word}_{count}"
    taken.add(symbol.casefold())
    return symbol


def table_of(
    source: Source,
    at: int,
    roles: Sequence[str],
    moves: Sequence[Sequence[str]],
    payoffs: Mapping[tuple[str, ...], tuple[Fraction, ...]],
    title: str,
) -> PayoffTable:
    """The table, if nothing is wrong with it.

    Raises:
        GdlSyntaxError: with all faults of `source`, among them every cell that is missing, noted at `at`.
    """
    expected = 1
    for names in moves:
        expected *= len(names)
    if expected > MAX_PROFILES:
        source.fault(at, "payoff-size", f"the table has {expected} cells, more than {MAX_PROFILES}")
    elif len(payoffs) < expected and not source.faults:
        shown = 0
        for profile in product(*moves):
            if profile not in payoffs:
                shown += 1
                if shown > 20:
                    source.fault(at, "payoff-missing", f"and {expected - len(payoffs) - 20} more cells are missing")
                    break
                source.fault(at, "payoff-missing", f"no payoffs for {cell_name(roles, profile)}", "add the cell")
    source.done()
    whole = {profile: payoffs[profile] for profile in product(*moves)}
    return PayoffTable(tuple(roles), tuple(tuple(names) for names in moves), whole, title)


def cell_name(roles: Sequence[str], profile: Sequence[str]) -> str:
    """How a message names one cell: `P1 Hare, P2 Stag`."""
    return ", ".join(f"{role} {move}" for role, move in zip(roles, profile, strict=True))
