"""A clause: a stretch of a sentence with the scene it is said in."""

from __future__ import annotations

from dataclasses import dataclass, field

from translators.english.event import Event
from translators.english.scene import Scene


@dataclass
class Clause:
    """A stretch of a sentence.

    Attributes:
        kind: `if` (a condition), `main`, or `than` (what something is compared with).
        start, end: indexes of its first phrase and after its last.
        before: kind of the sign or word that parts it from the clause before: `,`, `(`, `&`, `b`, empty for none.
        events: choices told in it.
        scene: the scene its payoffs are said in.
        outer: the scene before its own choices: its conditions only.
        unless: a condition of exception.
        lent: the choice named in it belongs to the clause before it (`5 instead of 3 by choosing X`).
        topic: the move that it gives a reason for or against, where it is told in the clause before.
        chooser: who is meant by a choice told in it without a name, once its scene is set.
    """

    kind: str
    start: int
    end: int
    before: str
    events: list[Event] = field(default_factory=list)
    scene: Scene = field(default_factory=Scene)
    outer: Scene = field(default_factory=Scene)
    unless: bool = False
    lent: bool = False
    topic: str = ""
    chooser: str = ""

    @property
    def leaves_alone(self) -> bool:
        """`If both choose X, each gets 5 instead of 3 by switching to Y`: its own choice is that of one of both."""
        joint = self.outer.full and self.outer.me == self.outer.them
        return joint and self.scene.me != self.scene.them and all(not event.agent for event in self.events)
