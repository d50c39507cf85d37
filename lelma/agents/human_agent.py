"""A person at the terminal.

Short, because each kind of agent has a module of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.markup import escape

from lelma.agents.move_text import shown
from lelma.agents.protocol import AgentFacts, Answer, Ply, View
from lelma.game.wording import sentence

_MOST_LISTED = 60


class HumanAgent:
    """Shows what its role perceived since it was last asked, and reads a move and words from standard input."""

    name = "human"
    facts = AgentFacts("you, at this terminal", calls=0)
    here = True

    def __init__(self, console: Console, read: Callable[[str], str] = input) -> None:
        self._console, self._read = console, read
        self._told = 0

    def act(self, view: View) -> Answer:
        if not self._told:
            self._console.print(f"\n[bold]{escape(view.rules)}[/bold]" if view.rules else "")
        self._console.rule(f"You are {escape(view.wording.name(view.role))}")
        for ply in view.plies[self._told :]:
            self._tell(view, ply)
        self._told = len(view.plies)
        for refused in view.refused[-1:]:
            self._console.print(f"[red]{escape(sentence(refused.why))}[/red]")
        move = self._move(view)
        words = self._read("What do you say? ") if move in view.speaking else ""
        return Answer(move, words)

    def _tell(self, view: View, ply: Ply) -> None:
        for percept in ply.percepts:
            self._console.print(f"- {escape(sentence(view.wording.percept(percept, to=view.role)))}")
        for each in ply.heard:
            if each.role != view.role:
                self._console.print(f"  [cyan]{escape(view.wording.name(each.role))}:[/cyan] {escape(each.words)}")

    def _move(self, view: View) -> str:
        """The move that is chosen by its number or written out; the only one is chosen already."""
        if len(view.legal) == 1:
            return view.legal[0]
        for number, move in enumerate(view.legal[:_MOST_LISTED], start=1):
            self._console.print(f"{number:3}  {escape(view.wording.order(move, to=view.role))}")
        if len(view.legal) > _MOST_LISTED:
            self._console.print(f"     and {len(view.legal) - _MOST_LISTED} more, such as {escape(view.legal[-1])}")
        text = self._read("Your move? ").strip()
        chosen = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        return view.legal[chosen - 1] if 0 < chosen <= len(view.legal) else shown(text)
