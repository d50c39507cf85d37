"""Conditions that tell no choice: what they leave open of the scene before them."""

from __future__ import annotations

from collections.abc import Sequence

from translators.english.clause import Clause
from translators.english.phrase import POSSESSIVES, Phrase
from translators.english.scene import BOTH, ME, ONE, THEM, Scene


def left_open(group: Sequence[Clause], scene: Scene, found: Sequence[Phrase], who: Sequence[str]) -> Scene:
    """`however, if they try for more`, `if it were Y`: a condition without a choice leaves open what was said."""
    body = [index for clause in group for index in range(clause.start, clause.end)]
    if any(found[index].kind == "A" and found[index].meaning == ONE for index in body):
        return Scene()
    if any(clause.events for clause in group):
        aside = [clause for clause in group if not clause.events and clause.end - clause.start > 1]
        mine = any(next(filter(None, who[clause.start : clause.end]), "") == ME for clause in aside)
        told = {actor for clause in group for event in clause.events for actor, _ in event.moves}
        return scene.without(ME) if mine and told == {THEM} else scene
    if any(found[index].kind == "M" for index in body):
        return Scene()
    said = {who[index] for index in body if found[index].words not in POSSESSIVES}
    owners = {who[index] for index in body if found[index].words in POSSESSIVES}
    if BOTH in said | owners or (owners and not said - {""}):
        return Scene()
    return scene.without(THEM) if THEM in said else scene
