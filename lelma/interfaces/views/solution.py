"""A solution on the screen: the payoff table, the game tree in words, and the results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gdl.tree.numbers import NumberSpelling
from lelma.analysis.normal_form import NOTHING

MAX_COLUMNS = 8
MAX_ROWS = 24
MAX_ITEMS = 12
LONGEST_NAME = 48
"""How much of a long list is shown; `--json` has all of it."""
LONGEST_STRATEGY = 120
WIDEST_HEAD = 200
"""Characters of a strategy that are shown, and of the names over the columns of a payoff table together."""
PLAIN = NumberSpelling()
_QUOTED_NUMBER = re.compile(r"'(-?[0-9][0-9./]*)'")

Found = Mapping[str, Any]


def _as_said(found: Any) -> Any:
    """A solution with its names as they are said: `offer(2.0)`, which queries quote to tell it from `offer(2)`."""
    match found:
        case str():
            return _QUOTED_NUMBER.sub(r"\1", found)
        case dict():
            return {_as_said(name): _as_said(value) for name, value in found.items()}
        case list() | tuple():
            return [_as_said(each) for each in found]
    return found


def show_solution(console: Console, found: Found, spelling: NumberSpelling = PLAIN) -> None:
    """A solution, in the form of `lelma.analysis.solution_json`, with its numbers as the game's author writes them."""
    _ShownSolution(console, found, spelling).show()


class _ShownSolution:
    """A solution in words: strategies by what their role knows and does, numbers as they are spelled."""

    def __init__(self, console: Console, found: Found, spelling: NumberSpelling) -> None:
        self.console, self.found, self.spelling = console, _as_said(found), spelling
        tree = self.found["extensive"] or {}
        self.sets: dict[str, list[str]] = {role: [] for role in found["roles"]}
        for each in tree.get("information_sets") or ():
            self.sets[each["role"]].append(each["knows"])

    def show(self) -> None:
        """All of it."""
        console, found = self.console, self.found
        if found["payoffs"] is not None:
            self._show_payoffs()
        else:
            console.print(f"[bold]{escape(found['game'])}[/bold]   ({escape(' / '.join(found['roles']))})")
        table = Table(show_header=False, show_lines=True)
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        for name, text in self._results():
            table.add_row(name, text)
        if table.row_count:
            console.print(table)
        colour = {"solved": "green", "partly": "yellow"}.get(found["status"].split()[0].rstrip(":"), "red")
        console.print(f"[{colour}]{escape(found['status'][:1].upper() + found['status'][1:])}[/{colour}]")

    # Names and numbers

    def _number(self, text: str) -> str:
        """A number that was worked out."""
        return self.spelling.computed(Fraction(text))

    def _payoff(self, text: str) -> str:
        """What a role gets, which may be a payoff that the author wrote."""
        return self.spelling.payoff(Fraction(text))

    def _strategy(self, role: str, name: str) -> str:
        """A move or a strategy in a line of text."""
        told = self._label(role, name)
        return f"[{told}]" if self._has_steps(role, name) else told

    def _has_steps(self, role: str, name: str) -> bool:
        """Whether a name stands for moves at several information sets, or at one where something is known."""
        sets = self.sets.get(role, [])
        return len(sets) == len(name.split("/")) and sets != [""]

    def _label(self, role: str, name: str) -> str:
        """A move; or a strategy, as its moves after what the role knows where it makes them, cut where it is long."""
        if not self._has_steps(role, name):
            return _short(name)
        sets, moves = self.sets[role], name.split("/")
        steps = [
            f"after {knows}: {move}" if knows else f"first {move}"
            for knows, move in zip(sets, moves, strict=True)
            if move != NOTHING
        ]
        return _cut("; ".join(steps), LONGEST_STRATEGY)

    def _mix(self, role: str, mix: Mapping[str, str]) -> str:
        played = {self._strategy(role, move): weight for move, weight in mix.items() if weight != "0"}
        return ", ".join(move if weight == "1" else f"{move} {self._number(weight)}" for move, weight in played.items())

    def _profile(self, profile: Iterable[str]) -> str:
        named = (self._strategy(role, move) for role, move in zip(self.found["roles"], profile, strict=True))
        return escape(f"({', '.join(named)})")

    def _by_role(self, values: Mapping[str, str]) -> str:
        return ", ".join(f"{role} {self._payoff(value)}" for role, value in values.items())

    # The parts

    def _show_payoffs(self) -> None:
        found, console = self.found, self.console
        roles, moves = found["roles"], found["moves"]
        names = escape(" / ".join(roles))
        console.print(f"[bold]{escape(found['game'])}[/bold]   ({names}; * marks a payoff of a best response)")
        table = Table()
        best = {(each["role"], _key(each["to"]), move) for each in found["best_responses"] for move in each["moves"]}
        cells = {
            tuple(cell["profile"]): ", ".join(
                self.spelling.payoff(Fraction(payoff))
                + "*" * ((role, _key({r: m for r, m in _choices(roles, cell) if r != role}), move) in best)
                for role, move, payoff in zip(roles, cell["profile"], cell["payoffs"], strict=True)
            )
            for cell in found["payoffs"]
        }
        table.add_column("", style="bold")
        if self._has_table():
            for column in moves[roles[1]]:
                table.add_column(escape(self._label(roles[1], column)), justify="center")
            for row in moves[roles[0]]:
                told = (cells[row, column] for column in moves[roles[1]])
                table.add_row(escape(self._label(roles[0], row)), *told)
        else:
            table.add_column("payoffs")
            for profile, text in list(cells.items())[:MAX_ROWS]:
                named = [self._strategy(role, move) for role, move in zip(roles, profile, strict=True)]
                table.add_row(escape(", ".join(named)), text)
        console.print(table)
        if len(table.columns) == 2 and len(cells) > MAX_ROWS:
            console.print(f"[dim]… and {len(cells) - MAX_ROWS} more profiles (--json shows all)[/dim]")

    def _has_table(self) -> bool:
        """Whether rows and columns are few and short enough to be shown as such."""
        roles, moves = self.found["roles"], self.found["moves"]
        if len(roles) != 2 or len(moves[roles[1]]) > MAX_COLUMNS or len(moves[roles[0]]) > MAX_ROWS:
            return False
        return sum(len(self._label(roles[1], move)) for move in moves[roles[1]]) <= WIDEST_HEAD

    def _results(self) -> Iterable[tuple[str, str]]:
        found = self.found
        if found["extensive"] is not None:
            yield from self._extensive(found["extensive"])
        if found["value"] is not None:
            yield "Value", escape(self._value(found["value"]))
        if found["payoffs"] is None:
            return
        if found["zero_sum"]:
            yield "Zero sum", "yes: what one gains the others lose"
        if found["dominance"] is not None:
            yield "Dominance", _lines(self._dominance(found["dominance"]))
        if found["iterated"] is not None:
            yield "Iterated elimination", _lines(self._iterated(found["iterated"]))
        yield "Pure equilibria", _lines(self._profile(profile) for profile in found["pure_equilibria"])
        mixed = found["mixed_equilibria"]
        status = mixed["status"] + {True: ", infinitely many in all", False: "", None: ""}[mixed["infinite"]]
        yield "Mixed equilibria", escape(status) + "\n" + _lines(map(self._equilibrium, mixed["equilibria"]))
        if found["maximin"] is not None:
            yield "Maximin", _lines(self._maximin(found["maximin"]))
        if found["pareto"] is not None:
            yield "Pareto optimal", _lines(self._profile(profile) for profile in found["pareto"])
        if found["correlated"] is not None:
            yield "Correlated, highest sum", self._correlated(found["correlated"])

    def _value(self, value: Mapping[str, Any]) -> str:
        steps = [", ".join(value["play"])] if value["play"] else []
        steps += [f"{role} {self._moves_mix(mix)}" for role, mix in (value["mixes"] or {}).items()]
        told = f"{self._by_role(value['payoffs'])} ({value['method']}, {value['states']:,} states)"
        return f"{told}, by {'; '.join(steps) or 'chance first'}"

    def _moves_mix(self, mix: Mapping[str, str]) -> str:
        """A mix of moves of one round, not of strategies."""
        return self._mix("", mix)

    def _extensive(self, tree: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        if tree["nodes"] is not None:
            kind = "perfect" if tree["perfect_information"] else "imperfect"
            yield "Game tree", f"{tree['nodes']} nodes, {kind} information"
            yield (
                "Information sets",
                _lines(
                    escape(f"{each['role']} knowing {each['knows'] or 'nothing'}: {', '.join(each['moves'])}")
                    for each in tree["information_sets"]
                ),
            )
        perfect = tree["subgame_perfect"]
        if perfect is not None:
            first = "; ".join(f"{role} {self._moves_mix(mix)}" for role, mix in perfect["first"].items())
            values = self._by_role(perfect["values"])
            yield "Subgame perfect", escape(f"{values}; in the first round {first} ({perfect['states']} states)")
        induction = tree["backward_induction"]
        if induction is not None:
            ties = "; a role is indifferent somewhere, so this is one of several" if induction["ties"] else ""
            play = ", ".join(induction["play"]) or "chance first"
            yield "Backward induction", escape(f"{play}: {self._by_role(induction['values'])}{ties}")

    def _dominance(self, found: Mapping[str, Any]) -> Iterable[str]:
        strictly_dominated = found["strictly_dominated"]
        for word in ("strictly", "weakly"):
            for role, moves in found[f"{word}_dominant"].items():
                if moves and not (word == "weakly" and found["strictly_dominant"][role]):
                    named = ", ".join(self._strategy(role, move) for move in moves)
                    yield escape(f"{role}: {named} is {word} dominant")
            for role, dominated in found[f"{word}_dominated"].items():
                known = {each["move"] for each in strictly_dominated[role]} if word == "weakly" else set()
                for each in dominated:
                    if each["move"] not in known:
                        by = self._mix(role, each["by"])
                        yield escape(f"{role}: {self._strategy(role, each['move'])} is {word} dominated by {by}")

    def _iterated(self, found: Mapping[str, Any]) -> Iterable[str]:
        for strength, result in found.items():
            steps = result["steps"]
            if not steps:
                yield f"{strength}: nothing goes"
                continue
            gone = [self._step(step) for step in steps[:MAX_ITEMS]]
            left = "; ".join(
                f"{role} {', '.join(self._strategy(role, move) for move in moves[:MAX_ITEMS])}"
                for role, moves in result["left"].items()
            )
            yield escape(f"{strength}: {', '.join(gone)}{', …' * (len(steps) > MAX_ITEMS)}; left: {left}")

    def _step(self, step: Mapping[str, Any]) -> str:
        role = step["role"]
        return f"{step['round']}. {role} {self._strategy(role, step['move'])} (by {self._mix(role, step['by'])})"

    def _maximin(self, found: Mapping[str, Any]) -> Iterable[str]:
        for role, moves in found["moves"].items():
            value, mixed = found["values"][role], found["mixed"][role]
            by = f"{self._payoff(mixed['value'])} by {self._mix(role, mixed['strategy'])}"
            more = f"; mixed {by}" if mixed["value"] != value else ""
            named = " or ".join(self._strategy(role, move) for move in moves[:MAX_ITEMS])
            yield escape(f"{role}: {self._payoff(value)} by {named}{more}")

    def _equilibrium(self, found: Mapping[str, Any]) -> str:
        mixes = "; ".join(f"{role} {self._mix(role, mix)}" for role, mix in found["strategies"].items())
        return escape(f"{mixes}: {self._by_role(found['payoffs'])}")

    def _correlated(self, found: Mapping[str, Any]) -> str:
        each = found["distribution"]
        parts = [f"{self._profile(one['profile'])}: {self._number(one['probability'])}" for one in each]
        return f"{_lines(parts)}\nsum {self._number(found['welfare'])}"


def _choices(roles: list[str], cell: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    return zip(roles, cell["profile"], strict=True)


def _key(choices: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    return frozenset(choices.items())


def _short(name: str) -> str:
    """A move or strategy, without the information sets it does not reach, cut where it is long."""
    return _cut("/".join(part for part in name.split("/") if part != NOTHING), LONGEST_NAME)


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def _lines(items: Iterable[str]) -> str:
    listed = list(items)
    rest = [f"… and {len(listed) - MAX_ITEMS} more"] if len(listed) > MAX_ITEMS else []
    return "\n".join(listed[:MAX_ITEMS] + rest) or "none"
