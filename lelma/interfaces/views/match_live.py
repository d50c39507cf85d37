"""Matches on a terminal: one as it is played, and the results of many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gdl.tree.keywords import RANDOM
from lelma.game.wording import Wording, sentence
from lelma.matches.replay import MatchReplay
from lelma.matches.transcript import Event


class MatchWatcher:
    """Shows the events of a match as they come. Everything is shown, so it is for those who do not play."""

    def __init__(self, console: Console, wording: Wording) -> None:
        self._console, self._wording = console, wording
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
            table.add_row(self._name(role), str(value), style=style)
        self._console.print(table)


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
    console.print(
        f"{count} matches in {seconds:.1f} s ({count / seconds:.1f} a second), {count - len(ended)} without a result; "
        f"{refused} answers refused, {fallbacks} fallbacks"
    )


def show_match_replay(console: Console, found: MatchReplay) -> None:
    """What a replay of a match found."""
    for difference in found.differences:
        console.print(f"[red]{escape(difference)}[/red]")
    over = "" if found.finished else ", where the transcript was cut off"
    console.print(
        f"{escape(found.game)}: {found.plies} joint moves played again{over}; {len(found.differences)} differences"
    )
