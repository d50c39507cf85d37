"""What a role saw and heard, a message each, and how much of it there is room for.

A message is a line of what was perceived, or a speech. None of it is of the night of others: it is what the role itself
was told.
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.values import dataclass
from lelma.agents.steps.fields import StepMoment
from lelma.agents.told import order_told, percepts_told

_CHARACTERS = 4
"""Tokens are counted so; the budget of all retrievals is the same, whatever a model's own tokenizer says."""


@dataclass(frozen=True)
class SeenMessage:
    """A message, with the number of its joint move."""

    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.number}. {self.text}"


def visible_messages(moment: StepMoment) -> list[SeenMessage]:
    """All that a role perceived and heard, oldest first; what told it of its own card stands elsewhere."""
    view, card = moment.view, set(moment.view.card)
    found = list[SeenMessage]()
    for number, ply in enumerate(view.plies, start=1):
        told = zip(ply.percepts, percepts_told(view, ply), strict=True)
        found += [SeenMessage(number, text) for percept, text in told if percept not in card]
        found += [
            SeenMessage(number, f"{view.wording.name(each.role, to=view.role)}: “{each.words}”") for each in ply.heard
        ]
    return found


def recent_messages(moment: StepMoment, most: int) -> list[str]:
    """The latest messages, oldest first."""
    return [str(each) for each in visible_messages(moment)[-most:]] if most > 0 else []


def within_budget(texts: Sequence[str], tokens: int) -> list[str]:
    """The first of some texts that there is room for; of the first that is too long, its beginning.

    >>> within_budget(["one two", "three four five"], 3)
    ['one two', 'thre…']
    """
    left, found = tokens * _CHARACTERS, list[str]()
    for text in texts:
        if len(text) > left:
            found += [f"{text[: left - 1]}…"] if left > 1 else []
            break
        found.append(text)
        left -= len(text)
    return found


def candidates(moment: StepMoment) -> dict[str, str]:
    """The others whom a legal move names, each with the first such move, in seat order."""
    found: dict[str, str] = {}
    for player in moment.others:
        move = next((move for move in moment.view.legal if player in move.strip("()").split()[1:]), "")
        if move:
            found[player] = move
    return found


def asked_of(moment: StepMoment) -> list[str]:
    """What is decided, a text for each candidate; one text where no move names anybody."""
    view = moment.view
    told = [f"{order_told(view, move)} ({view.wording.name(player)})" for player, move in candidates(moment).items()]
    return told or [" ".join([view.task, *(order_told(view, move) for move in view.legal)])]
