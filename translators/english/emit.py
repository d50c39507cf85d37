"""Queries as text, from scenes, moves and amounts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from translators.english.names import Names
from translators.english.scene import ME, THEM, Scene

_SAID = {ME: "you", THEM: "them"}


def number(value: Fraction) -> str:
    """A number as queries write it: 3, -1, 2.5, 1/3."""
    if value.denominator == 1:
        return str(value.numerator)
    if all(value.denominator % prime or prime in (2, 5) for prime in (2, 3, 5, 7)) and _decimal(value):
        places = next(n for n in range(1, 16) if (value * 10**n).denominator == 1)
        sign, digits = "-" if value < 0 else "", str(abs(int(value * 10**places))).rjust(places + 1, "0")
        return f"{sign}{digits[:-places]}.{digits[-places:]}"
    return f"{value.numerator}/{value.denominator}"


def _decimal(value: Fraction) -> bool:
    return (value * 10**15).denominator == 1


def quoted(move: str) -> str:
    """A move as queries write it."""
    return "'" + move.replace("\\", "\\\\").replace("'", "\\'") + "'"


def cell(names: Names, actor: str, value: Fraction, scene: Scene) -> str:
    """The payoff of `actor` where both have chosen."""
    assert scene.me is not None and scene.them is not None
    mine, theirs = f"choice(you, {quoted(scene.me)})", f"choice(them, {quoted(scene.them)})"
    inner, outer = (mine, theirs) if names.first else (theirs, mine)
    return f"finally(goal({_SAID[actor]}, {number(value)}), do({outer}, do({inner}, s0)))"


def cells_within(names: Names, query: str, value: Fraction, bound: str) -> tuple[str, ...]:
    """The cell of a query with each other payoff it may have, where only the least or the most is told."""
    more = [other for other in names.numbers if (other > value if bound == "least" else other < value)]
    return tuple(query.replace(f" {number(value)})", f" {number(other)})", 1) for other in more)


def call(functor: str, actor: str, *args: str | Fraction) -> str:
    """A query about `actor`; moves are given as they are, numbers as fractions."""
    texts = [number(arg) if isinstance(arg, Fraction) else quoted(arg) for arg in args]
    if actor != ME:
        texts.insert(0, _SAID[actor])
    return f"{functor}({', '.join(texts)})" if texts else functor


def mixed(functor: str, actor: str, args: tuple[str | Fraction, ...], chances: Mapping[str, Fraction]) -> str:
    """A query with the other role's chances as its last argument."""
    mix = ", ".join(f"{quoted(move)}: {number(chance)}" for move, chance in chances.items())
    return call(functor, actor, *args)[:-1] + f", [{mix}])"


def compare(functor: str, first: str, second: str) -> str:
    """A comparison of two numbers or expressions."""
    return f"{functor}({first}, {second})"


def about(query: str) -> str:
    """Whose payoff a query is about."""
    return THEM if "(them," in query.partition("do(")[0] else ME


def never(names: Names, actor: str, value: Fraction, move: str) -> str:
    """That a move never brings an amount; of the game's lowest, that it guarantees the next higher."""
    higher = [number for number in names.numbers if number > value]
    if not higher or any(number < value for number in names.numbers):
        return call("never_individual_payoff_for_choice", actor, value, move)
    return call("guarantees_at_least", actor, min(higher), move)


def positive(names: Names, actor: str, move: str) -> str:
    """That a move always brings more than nothing; empty where the game has no positive payoff."""
    higher = [number for number in names.numbers if number > 0]
    return call("guarantees_at_least", actor, min(higher), move) if higher else ""
