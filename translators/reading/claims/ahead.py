"""What follows choices of roles that choose in turn, if all then choose what is best for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gdl.values import dataclass
from translators.formulas import formula as f
from translators.reading.claims.formulas import all_of, condition, const
from translators.reading.claims.ground import Ground
from translators.reading.discourse.scene import Partial, Unresolved
from translators.reading.words.game_words import role_of

MOST_AHEAD = 3
"""Choices that somebody may have looked ahead to without a word of it."""
MOST_WAYS_AHEAD = 8


@dataclass(frozen=True)
class CourseAhead:
    """A course of a game, or a part of it.

    Attributes:
        bests: that each choice in it that was not told is best where it is made.
    """

    play: Mapping[str, str]
    bests: tuple[f.Formula, ...] = field(default=())


def courses_ahead(ground: Ground, told: Partial) -> list[CourseAhead]:
    """The courses by which a part of one that was told may go on; none if it is not told what was done before it."""
    game = ground.game
    begun = game.forced(told)
    last = max((game.steps.get(turn, 0) for turn in begun), default=0)
    plays = game.courses(begun) if ground.looks_ahead and told else []
    left = [[turn for turn in play if turn not in begun] for play in plays]
    if len(plays) > MOST_WAYS_AHEAD or any(len(turns) > MOST_AHEAD for turns in left):
        return []
    if not any(left) or any(game.steps[turn] < last for turns in left for turn in turns):
        return []
    return [
        CourseAhead(play, tuple(_best(play, turn, game.steps) for turn in turns))
        for play, turns in zip(plays, left, strict=True)
    ]


def histories(ground: Ground, told: Partial) -> list[Partial]:
    """A part of a course with what may have been done before it, in each way; none if there are too many."""
    game = ground.game
    last = max((game.steps.get(turn, 0) for turn in told), default=0)
    found = {
        tuple((turn, move) for turn, move in play.items() if turn in told or game.steps[turn] < last)
        for play in (game.courses(told) if ground.looks_ahead else ())
    }
    return [dict(each) for each in sorted(found)] if len(found) <= MOST_WAYS_AHEAD else []


def _best(play: Mapping[str, str], turn: str, steps: Mapping[str, int]) -> f.Formula:
    before = {each: move for each, move in play.items() if steps[each] < steps[turn]}
    return f.Applied("best_ahead", (const(role_of(turn)), const(play[turn]), condition(before)))


def best_in_turn(ground: Ground, turn: str, move: str, partial: Partial) -> f.Formula:
    """That a choice is best for who looks ahead, after each course of the game up to it that fits what was told."""
    game = ground.game
    told = {each: made for each, made in partial.items() if not game.after(each, turn)}
    before = {
        tuple((other, made) for other, made in play.items() if game.after(turn, other))
        for play in game.courses(told)
        if turn in play
    }
    if not before:
        raise Unresolved("it is no choice that can be made there")
    return all_of(
        f.Applied("best_ahead", (const(role_of(turn)), const(move), condition(dict(past)))) for past in sorted(before)
    )
