"""Amounts that are got otherwise: `5 if they choose X, otherwise 0`."""

from __future__ import annotations

from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.scene import ME, THEM, Scene


def otherwise(reading: Reading, names: Names, amount: Amount) -> Scene:
    """`5 if they choose X, but 0 otherwise`: the scene of the move that is left, where there is only one.

    `If I choose X, I need them to choose X, otherwise I get 0`: it is their choice that is the other one.
    """
    scene = amount.clause.scene
    near = reading.phrases[max(0, amount.clause.start - 2) : amount.index + 2]
    if not any(phrase.words in ("otherwise", "or else") for phrase in near):
        return scene
    before = [clause for clause in reading.clauses if clause.kind == "if" and clause.start < amount.index]
    if not before and not reading.events:
        left = [move for move in names.theirs if move != reading.before.them]
        goes_on = scene.me is not None and scene.them is None and scene.me == reading.before.me
        return scene.set({THEM: left[0]}) if goes_on and len(left) == 1 else scene
    if not before and not scene.empty:
        chosen = {actor: move for event in reading.events if event.start < amount.index for actor, move in event.moves}
        left = [move for move in names.mine if move != chosen.get(ME)]
        return Scene(me=left[0]) if chosen.keys() == {ME} and len(left) == 1 else Scene()
    told = {actor: move for clause in before[-1:] for event in clause.events for actor, move in event.moves}
    needed = [event for event in reading.events if before and before[-1].end <= event.start < amount.index]
    if needed and needed[-1].agent == THEM and set(told) == {ME}:
        told = dict(needed[-1].moves)
    for actor, move in told.items():
        left = names.besides(actor, move)
        scene = scene.set({actor: left[0] if len(left) == 1 and len(told) == 1 else None})
    return scene
