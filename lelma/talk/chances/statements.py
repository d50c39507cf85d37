"""How often what an identity says of who is who is known to it, open, or known to be false: a game's `statements.toml`.

A statement about what is hidden is, for the card that a deal gives its speaker, one of these three; so words make deals
more or less probable by what their speaker would say in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from lelma.game.game import Game
from lelma.support.errors import GameError
from lelma.support.outside import toml_file
from lelma.support.shape import misshapen

STATEMENT_KINDS = _KNOWN, _OPEN, _AGAINST = ("known", "open", "against")
"""What a statement is for its speaker's card."""

STATEMENTS_FILE = "statements.toml"

StatementRates = Mapping[str, Mapping[str, float]]
"""Identity → kind of statement → share of its statements."""


def read_statement_rates(game: Game) -> StatementRates:
    """The rates of a game's `statements.toml`; none if it has no such file.

    Raises:
        GameError: if the file has faults.
    """
    file = game.folder / STATEMENTS_FILE
    if not file.is_file():
        return {}
    table = toml_file(file, fail=GameError)
    faults = list(misshapen(table, {"*": {"*": (int, float)}}, file.name))
    faults += [
        f"{file.name}: {name}: expected {', '.join(STATEMENT_KINDS)}, each above 0 and with the sum 1"
        for name, rates in table.items()
        if not faults
        and (set(rates) != set(STATEMENT_KINDS) or min(rates.values()) <= 0 or abs(sum(rates.values()) - 1) > 0.01)
    ]
    if faults:
        raise GameError("\n".join([f"{file} has faults:", *faults]))
    return {name: {kind: float(rate) for kind, rate in rates.items()} for name, rates in table.items()}


def kind_of_statement(share: Fraction) -> str:
    """What a statement is for a card, by the share of the card's deals in which it holds."""
    return _KNOWN if share == 1 else _AGAINST if share == 0 else _OPEN


def likely_statement(rates: Mapping[str, float], share: Fraction) -> float:
    """How probable a statement is from a card by the rates of its identity: who does not know guesses by what is left.

    Args:
        share: of the card's deals, those in which the statement holds.
    """
    kind = kind_of_statement(share)
    rate = rates.get(kind, 1 / len(STATEMENT_KINDS))
    return rate * float(share) if kind == _OPEN else rate
