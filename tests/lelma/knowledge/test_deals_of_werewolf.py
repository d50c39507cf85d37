"""What players of Werewolf can know of the deal is what trying all courses of all deals says, and so is what is proved.

GRATR's games with eight players, and others.
"""

from __future__ import annotations

import random

import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.knowledge import Knowledge
from lelma.talk.deals import deals_of
from lelma.trust.pins import proved_pins, sides_of_deals
from tests.lelma.knowledge.deals_of_werewolf import Deal, LivedMove, possible_deals
from tests.lelma.knowledge.following import observe, random_match

MOMENTS = 4


@pytest.mark.parametrize(("preset", "seed"), [("gratr", 3), ("base", 4), ("arena", 2)])
def test_deals_and_pins_are_those_of_brute_force(preset: str, seed: int) -> None:
    assert compared(preset, seed) == MOMENTS


@pytest.mark.nightly
def test_deals_and_pins_are_those_of_brute_force_at_a_hundred_moments() -> None:
    assert sum(compared("gratr", seed) for seed in range(100, 125)) == 100


def compared(preset: str, seed: int) -> int:
    """At how many moments of a random match it was the same, seen by one of its players."""
    draw, played = random.Random(seed), Game.load("werewolf", preset=preset)
    play = Progression(played.description)
    course = list(random_match(play, seed))
    play.close()
    me = draw.choice([role for role in play.roles if role != "random"])
    begun = 2 * played.parameters["players"]
    moments = {len(course), *draw.sample(range(begun + 1, len(course)), MOMENTS - 1)}
    known, life = Knowledge(played, me), list[LivedMove]()
    for move, step in course:
        observe(known, move, step)
        life.append((move[me], frozenset(step.percepts[me])))
        if known.plies in moments:
            deals = deals_of(known, "identity")
            by_force = possible_deals(played.parameters, me, life)
            assert {as_deal(deal) for deal in deals} == by_force, (preset, seed, me, known.plies)
            pins = {pin.player: pin.side for pin in proved_pins(sides_of_deals(deals, played.sides), me)}
            assert pins == agreed(by_force), (preset, seed, me, known.plies)
    return len(moments)


def as_deal(deal: object) -> Deal:
    assert isinstance(deal, dict)
    return tuple(sorted(deal.items()))


def agreed(deals: set[Deal]) -> dict[str, str]:
    """The sides on which all deals put somebody."""
    sides: dict[str, set[str]] = {}
    for deal in deals:
        for player, identity in deal:
            sides.setdefault(player, set()).add("wolves" if identity == "werewolf" else "village")
    return {player: some.pop() for player, some in sides.items() if len(some) == 1}
