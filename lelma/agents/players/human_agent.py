"""A person at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.markup import escape

from lelma.agents.asking import NoAnswer
from lelma.agents.move_text import read_move, shown
from lelma.agents.protocol import AgentFacts, Answer, Ply, View
from lelma.agents.told import card_told, facts_told, moves_told, order_told, percepts_told, with_names
from lelma.game.wording import sentence

_MOST_LISTED = 60

_HELP = """At any question you may type
  help     this
  history  all that you were told and did so far
  card     who you are, and what you know of what is hidden
A move is chosen by its number, or written out as it is listed, with the players' names.
The end of input (Ctrl-D) passes for the rest of the match, if you confirm it."""


class HumanAgent:
    """Shows what its role perceived since it was last asked, and reads a move and words from standard input."""

    name = "human"
    facts = AgentFacts("you, at this terminal", calls=0)
    here = True

    def __init__(self, console: Console, read: Callable[[str], str] = input) -> None:
        self._console, self._read = console, read
        self._told = 0
        self._left = False

    def act(self, view: View) -> Answer:
        """The person's answer.

        Raises:
            NoAnswer: once the input has ended.
        """
        if self._left:
            raise NoAnswer("the person has left")
        if not self._told:
            self._console.print(f"\n[bold]{escape(view.rules)}[/bold]" if view.rules else "")
            self._console.print("At any question: help, history, card.")
        self._console.rule(f"You are {escape(view.wording.name(view.role))}")
        self._tell(view, view.plies[self._told :])
        self._told = len(view.plies)
        for refused in view.refused[-1:]:
            self._console.print(f"[red]{escape(sentence(_why(view, refused.why)))}[/red]")
        move = self._move(view)
        words = self._asked(view, "What do you say? ") if move in view.speaking else ""
        return Answer(move, words)

    def _tell(self, view: View, plies: Sequence[Ply]) -> None:
        for ply in plies:
            for text in percepts_told(view, ply):
                self._console.print(f"- {escape(text)}")
            for each in ply.heard:
                if each.role != view.role:
                    self._console.print(f"  [cyan]{escape(view.wording.name(each.role))}:[/cyan] {escape(each.words)}")

    def _move(self, view: View) -> str:
        """The move that is chosen by its number or written out; the only one is chosen already."""
        if len(view.legal) == 1:
            return view.legal[0]
        for number, move in enumerate(view.legal[:_MOST_LISTED], start=1):
            self._console.print(f"{number:3}  {escape(order_told(view, move))}")
        if len(view.legal) > _MOST_LISTED:
            more, last = len(view.legal) - _MOST_LISTED, order_told(view, view.legal[-1])
            self._console.print(f"     and {more} more, such as {escape(last)}")
        text = self._asked(view, "Your move? ").strip()
        chosen = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        return view.legal[chosen - 1] if 0 < chosen <= len(view.legal) else _by_name(view, text) or shown(text)

    def _asked(self, view: View, question: str) -> str:
        """What the person types that is no request to be told something.

        Raises:
            NoAnswer: if the input ends, and the person does not go on.
        """
        while True:
            text = self._typed(question)
            told = {"help": self._help, "history": self._history, "card": self._card}.get(text.strip().lower())
            if told is None or text.strip() in view.legal:
                return text
            told(view)

    def _typed(self, question: str) -> str:
        try:
            return self._read(question)
        except EOFError:
            self._console.print("\nThe input has ended.")
        try:
            if self._read("Pass for the rest of the match? [y/N] ").strip().lower() not in ("y", "yes"):
                return self._typed(question)
        except EOFError:
            self._console.print()
        self._left = True
        raise NoAnswer("the person has left")

    def _help(self, view: View) -> None:
        self._console.print(escape(_HELP))

    def _history(self, view: View) -> None:
        if not view.plies:
            self._console.print("Nothing has happened yet.")
        own = dict(moves_told(view))
        for number, ply in enumerate(view.plies, start=1):
            if number in own:
                said = [f": “{each.words}”" for each in ply.heard if each.role == view.role]
                self._console.print(f"- {escape(own[number].removesuffix('.'))}{escape(''.join(said) or '.')}")
            self._tell(view, [ply])

    def _card(self, view: View) -> None:
        self._console.print(f"You are {escape(view.wording.name(view.role))}.")
        for text in card_told(view) + facts_told(view):
            self._console.print(f"- {escape(text)}")


def _by_name(view: View, text: str) -> str | None:
    """The one legal move that a text names, by the name of something in it, too: `Player 6`."""
    if move := read_move(text, view.legal, view.wording, to=view.role):
        return move
    wanted = text.strip(" .!").casefold()
    found = [
        move
        for move in view.legal
        if any(view.wording.name(word).casefold() == wanted for word in move.strip("()").split()[1:])
    ]
    return found[0] if len(found) == 1 else None


def _why(view: View, why: str) -> str:
    """The reason with the words for a move that it spells in KIF."""
    for move in view.legal:
        if move.startswith("("):
            why = why.replace(move, with_names(view.wording, move))
    return why
