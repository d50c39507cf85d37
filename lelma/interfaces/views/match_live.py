"""Matches on a terminal: one as it is played, its end for who played in it, and the results of many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Compound, Symbol
from gdl.tree.term import read_term
from lelma.game.game import Game
from lelma.game.wording import Wording, listing, sentence
from lelma.matches.log import winners
from lelma.matches.referee import Match
from lelma.matches.replay import MatchReplay
from lelma.matches.story import votes_among
from lelma.matches.transcript import Event


class MatchWatcher:
    """Shows the events of a match as they come. Everything is shown, so it is for those who do not play."""

    def __init__(self, console: Console, game: Game, wording: Wording) -> None:
        self._console, self._wording, self._spelling = console, wording, game.spelling
        self._roles: Sequence[str] = ()
        self._agents: Mapping[str, str] = {}
        self._percepts: dict[str, Sequence[str]] = {}
        self._movers: set[str] = set()

    def __call__(self, event: Event) -> None:
        match event["event"]:
            case "match":
                self._begin(event)
            case "identities":
                self._deal(event["identities"])
            case "move":
                self._move(event)
            case "percept":
                self._percepts[event["role"]] = event["percepts"]
            case "note" if event.get("kind") == "check":
                self._check(event)
            case "refused":
                self._console.print(f"  [red]refused:[/red] {escape(sentence(event['why']))}")
            case "fallback":
                self._console.print(f"  [yellow]a fallback is played for {self._name(event['role'])}:[/yellow]")
            case "trouble":
                what = f"{event['hook']} of {self._name(event['role'])}'s agent"
                self._console.print(f"  [yellow]{what}:[/yellow] {escape(event['why'])}")
            case "state":
                self._seen()
            case "result":
                self._end(event)

    def _name(self, term: str) -> str:
        return escape(self._wording.name(term))

    def _begin(self, event: Event) -> None:
        self._roles, self._agents = event["roles"], event["agents"]
        self._console.rule(f"[bold]{escape(event['title'])}[/bold], seed {event['seed']}")

    def _deal(self, identities: Mapping[str, Mapping[str, str]]) -> None:
        if set(identities) < set(self._agents):
            return
        table = Table("player", "agent", "identity", title="The deal, which no player sees whole")
        for role, agent in self._agents.items():
            told = ", ".join(self._name(value) for value in identities.get(role, {}).values())
            table.add_row(self._name(role), escape(agent), told)
        self._console.print(table)

    def _move(self, event: Event) -> None:
        role = event["role"]
        self._movers.add(role)
        if role == RANDOM:
            self._console.print(f"[dim]chance: {escape(self._wording.move(event['move']))}[/dim]")
            return
        said = f": [cyan]“{escape(event['words'])}”[/cyan]" if event.get("words") else ""
        self._console.print(f"{escape(sentence(self._wording.move(event['move'], by=role))[:-1])}{said or '.'}")

    def _check(self, event: Event) -> None:
        """A draft that failed, why, and what becomes of it."""
        if event.get("trouble"):
            self._console.print(f"  [yellow]not checked:[/yellow] {escape(event['trouble'])}")
        lines = event.get("feedback", ())
        if not lines:
            return
        drafted = f": [dim]“{escape(event['words'])}”[/dim]" if event.get("words") else ""
        self._console.print(f"  [magenta]draft {event['attempt']} of {self._name(event['role'])}[/magenta]{drafted}")
        for line in lines:
            self._console.print(f"    [red]wrong:[/red] {escape(line)}")
        if "ended" in event:
            cut = event["said"] != event["words"]
            self._console.print(f"    [yellow]{'what is wrong is cut out' if cut else 'it counts as it is'}[/yellow]")

    def _seen(self) -> None:
        """What everyone perceives, but for what tells of the moves again."""
        seen = [set(self._percepts.get(role, ())) for role in self._agents]
        common = set.intersection(*seen) if seen else set[str]()
        for percept in sorted(common):
            if self._movers.isdisjoint(percept.replace("(", " ").replace(")", " ").split()):
                self._console.print(f"[bold]{escape(sentence(self._wording.percept(percept)))}[/bold]")
        self._percepts, self._movers = {}, set()

    def _end(self, event: Event) -> None:
        if event["ended"] != "terminal":
            self._console.print(f"[red]The match ends without a result after {event['plies']} joint moves.[/red]")
            return
        table = Table("player", "goal value", title="Result")
        for role, value in event["goals"].items():
            style = "bold green" if role in event["winners"] else ""
            table.add_row(self._name(role), self._spelling.payoff(Fraction(value)), style=style)
        self._console.print(table)


class MatchEnding:
    """Watches a match for a person who plays in it, and shows nothing before it is over: then who won and why, the last
    votes, and who everybody was.
    """

    def __init__(self, game: Game, wording: Wording) -> None:
        self._wording, self._spelling = wording, game.spelling
        self._voting, self._identity = frozenset(game.file.report.votes), game.file.knowledge.identity
        self._agents: Mapping[str, str] = {}
        self._deal: dict[str, dict[str, str]] = {}
        self._moved_at = 0
        self._last: dict[str, str] = {}
        self._ply = 0
        self._seen: dict[str, Sequence[str]] = {}

    def __call__(self, event: Event) -> None:
        match event["event"]:
            case "match":
                self._agents = event["agents"]
            case "identities":
                for role, values in event["identities"].items():
                    self._deal.setdefault(role, {}).update(values)
            case "move" if event["role"] != RANDOM:
                self._move(event)
            case "percept":
                if event["ply"] != self._ply:
                    self._ply, self._seen = event["ply"], {}
                self._seen[event["role"]] = event["percepts"]

    def _move(self, event: Event) -> None:
        if event["ply"] != self._moved_at:
            self._moved_at, self._last = event["ply"], {}
        self._last[event["role"]] = event["move"]

    def show(self, console: Console, match: Match) -> None:
        """Show the end of the match that was watched."""
        console.rule("[bold]The match is over[/bold]")
        winning = winners(match.goals)
        if match.ended != "terminal":
            console.print(f"It ends without a result after {len(match.moves)} joint moves.")
        else:
            console.print(f"[bold]{escape(self._won(winning))}[/bold]")
            for text in self._why():
                console.print(f"- {escape(text)}")
        for _, votes in votes_among(match.moves, self._voting)[-1:]:
            console.print("The last votes:")
            for role, move in votes.items():
                console.print(f"- {escape(self._told(role, move))}")
        console.print(self._table(match.goals, winning))

    def _won(self, winning: Sequence[str]) -> str:
        names = [self._wording.name(role) for role in winning]
        return f"{listing(names)} {'wins' if len(names) == 1 else 'win'}." if names else "Nobody wins over the others."

    def _why(self) -> list[str]:
        """What everybody perceived of the last joint move; without percepts, what was done."""
        seen = [set(self._seen.get(role, ())) for role in self._agents]
        common = [text for text in set.intersection(*seen) if not self._is_move(text)] if seen else []
        told = [sentence(self._wording.percept(text)) for text in sorted(common)]
        return told or [self._told(role, move) for role, move in self._last.items()]

    def _is_move(self, percept: str) -> bool:
        return _functor(percept) == "does" and not self._wording.tells("percepts", percept)

    def _told(self, role: str, move: str) -> str:
        if self._wording.tells("moves", move):
            return sentence(self._wording.move(move, by=role))
        return sentence(f"{self._wording.name(role)}: {self._wording.move(move)}")

    def _table(self, goals: Mapping[str, Fraction], winning: Sequence[str]) -> Table:
        hidden = any(self._identities(role) for role in self._agents)
        table = Table("player", "agent", *(["was"] if hidden else []), "goal value")
        for role, agent in self._agents.items():
            was = [escape(", ".join(self._identities(role)))] if hidden else []
            cells = [
                escape(self._wording.name(role)),
                escape(agent),
                *was,
                self._spelling.payoff(goals[role]) if role in goals else "",
            ]
            table.add_row(*cells, style="bold green" if role in winning else "")
        return table

    def _identities(self, role: str) -> list[str]:
        dealt = self._deal.get(role, {})
        return [self._wording.name(dealt[name]) for name in self._identity if name in dealt]


def show_matches(console: Console, found: Sequence[Mapping[str, Any]], wording: Wording, seconds: float) -> None:
    """A table of many matches: how often each role won, and its mean goal value."""
    ended = [item for item in found if item["ended"] == "terminal"]
    table = Table("player", "won", "mean goal value")
    wins = Counter(role for item in ended for role in item["winners"])
    for role in ended[0]["goals"] if ended else ():
        mean = sum(float(item["goals"][role]) for item in ended if role in item["goals"]) / len(ended)
        table.add_row(escape(wording.name(role)), f"{wins[role]}", f"{mean:.1f}")
    console.print(table)
    count, refused = len(found), sum(item["refused"] for item in found)
    fallbacks = sum(item["fallbacks"] for item in found)
    told = f"{_counted(refused, 'answer', 's')} refused, {_counted(fallbacks, 'fallback', 's')}"
    console.print(
        f"{_counted(count, 'match', 'es')} in {seconds:.1f} s ({count / seconds:.1f} a second), "
        f"{count - len(ended)} without a result; {told}"
    )


def _counted(number: int, noun: str, plural: str) -> str:
    return f"{number} {noun}{'' if number == 1 else plural}"


def show_match_replay(console: Console, found: MatchReplay) -> None:
    """What a replay of a match found."""
    for difference in found.differences:
        console.print(f"[red]{escape(difference)}[/red]")
    over = "" if found.finished else ", where the transcript was cut off"
    console.print(
        f"{escape(found.game)}: {found.plies} joint moves played again{over}; {len(found.differences)} differences"
    )


def _functor(text: str) -> str:
    match read_term(text):
        case Compound(name) | Symbol(name):
            return name
    return text
