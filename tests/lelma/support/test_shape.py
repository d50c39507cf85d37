"""One declaration of a table checks it and reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any

import pytest

from lelma.support.shape import GIVEN, OneOrMore, WrittenAs, misshapen, type_shape, typed_value


@dataclass(frozen=True)
class Player:
    name: str
    share: Annotated[Fraction, WrittenAs(str, Fraction)] | None = None
    given: tuple[str, ...] = field(default=(), metadata=GIVEN)


@dataclass(frozen=True)
class Team:
    size: int | str = 1
    called: OneOrMore = ()
    players: tuple[Player, ...] = ()
    scores: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    notes: Mapping[str, Any] = field(default_factory=dict)
    captain: Player | None = None


def test_the_shape_of_a_type_is_a_table_of_the_shapes_of_its_fields() -> None:
    player = {"name": str, "share": str}
    assert type_shape(Team) == {
        "size": (int, str),
        "called": (str, [str]),
        "players": [player],
        "scores": {"*": [int]},
        "notes": {},
        "captain": player,
    }


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ({"size": 1.5}, "size = 1.5 should be a whole number or a text"),
        ({"called": 3}, "called = 3 should be a text or a list"),
        ({"players": [{"name": "ann"}, {"name": 4}]}, "players[1].name = 4 should be a text"),
        ({"captain": {"share": 1}}, "captain.share = 1 should be a text"),
        ({"scores": {"home": [1, "x"]}}, "scores.home[1] = 'x' should be a whole number"),
        ({"notes": 1}, "notes = 1 should be a table"),
    ],
)
def test_faults_are_told_by_the_shape(table: dict[str, Any], fault: str) -> None:
    assert list(misshapen(table, type_shape(Team))) == [fault]


def test_a_table_becomes_a_value() -> None:
    table = {
        "size": "many",
        "called": "us",
        "players": [{"name": "ann", "share": "1/3"}, {"unknown": 1, "name": "bob"}],
        "scores": {"home": [1, 2]},
        "notes": {"x": [1]},
        "else": 3,
    }
    assert list(misshapen(table, type_shape(Team))) == []
    assert typed_value(Team, table) == Team(
        size="many",
        called=("us",),
        players=(Player("ann", Fraction(1, 3), ("name", "share")), Player("bob", None, ("unknown", "name"))),
        scores={"home": (1, 2)},
        notes={"x": [1]},
    )


def test_what_is_not_in_the_table_has_its_usual_value() -> None:
    assert typed_value(Team, {}) == Team()
    assert typed_value(Team, {"size": 2, "called": ["us", "we"]}) == Team(2, ("us", "we"))
