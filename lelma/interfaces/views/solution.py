"""A solution on the screen: the payoff table, the game tree in words, and the results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lelma.analysis.normal_form import NOTHING

MAX_COLUMNS = 8
MAX_ROWS = 24
MAX_ITEMS = 12
LONGEST_NAME = 48
"""How much of a long list is shown; `--json` has all of it."""

Found = Mapping[str, Any]


def show_solution(console: Console, found: Found) -> None:
    """A solution, in the form of `lelma.analysis.solution_json`."""
    if found["payoffs"] is not None:
        _show_payoffs(console, found)
    else:
        console.print(f"[bold]{escape(found['game'])}[/bold]   ({escape(' / '.join(found['roles']))})")
    table = Table(show_header=False, show_lines=True)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, text in _results(found):
        table.add_row(name, text)
    if table.row_count:
        console.print(table)
    colour = {"solved": "green", "partly": "yellow"}.get(found["status"].split()[0].rstrip(":"), "red")
    console.print(f"[{colour}]{escape(found['status'][:1].upper() + found['status'][1:])}[/{colour}]")


def _show_payoffs(console: Console, found: Found) -> None:
    roles, moves = found["roles"], found["moves"]
    names = escape(" / ".join(roles))
    console.print(f"[bold]{escape(found['game'])}[/bold]   ({names}; * marks a payoff of a best response)")
    table = Table()
    best = {(each["role"], _key(each["to"]), move) for each in found["best_responses"] for move in each["moves"]}
    cells = {
        tuple(cell["profile"]): ", ".join(
            payoff + "*" * ((role, _key({r: m for r, m in _choices(roles, cell) if r != role}), move) in best)
            for role, move, payoff in zip(roles, cell["profile"], cell["payoffs"], strict=True)
        )
        for cell in found["payoffs"]
    }
    table.add_column("", style="bold")
    if len(roles) == 2 and len(moves[roles[1]]) <= MAX_COLUMNS and len(moves[roles[0]]) <= MAX_ROWS:
        for column in moves[roles[1]]:
            table.add_column(escape(column), justify="center")
        for row in moves[roles[0]]:
            table.add_row(escape(row), *(cells[row, column] for column in moves[roles[1]]))
    else:
        table.add_column("payoffs")
        for profile, text in list(cells.items())[:MAX_ROWS]:
            table.add_row(escape(", ".join(map(_short, profile))), text)
    console.print(table)
    if len(table.columns) == 2 and len(cells) > MAX_ROWS:
        console.print(f"[dim]… and {len(cells) - MAX_ROWS} more profiles (--json shows all)[/dim]")


def _choices(roles: list[str], cell: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    return zip(roles, cell["profile"], strict=True)


def _key(choices: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    return frozenset(choices.items())


def _results(found: Found) -> Iterable[tuple[str, str]]:
    if found["extensive"] is not None:
        yield from _extensive(found["extensive"])
    if found["value"] is not None:
        yield "Value", escape(_value(found["value"]))
    if found["payoffs"] is None:
        return
    if found["zero_sum"]:
        yield "Zero sum", "yes: what one gains the others lose"
    if found["dominance"] is not None:
        yield "Dominance", _lines(_dominance(found["dominance"]))
    if found["iterated"] is not None:
        yield "Iterated elimination", _lines(_iterated(found["iterated"]))
    yield "Pure equilibria", _lines(_profile(profile) for profile in found["pure_equilibria"])
    mixed = found["mixed_equilibria"]
    status = mixed["status"] + {True: ", infinitely many in all", False: "", None: ""}[mixed["infinite"]]
    yield "Mixed equilibria", escape(status) + "\n" + _lines(map(_equilibrium, mixed["equilibria"]))
    if found["maximin"] is not None:
        yield "Maximin", _lines(_maximin(found["maximin"]))
    if found["pareto"] is not None:
        yield "Pareto optimal", _lines(_profile(profile) for profile in found["pareto"])
    if found["correlated"] is not None:
        yield "Correlated, highest sum", _correlated(found["correlated"])


def _value(value: Mapping[str, Any]) -> str:
    payoffs = ", ".join(f"{role} {payoff}" for role, payoff in value["payoffs"].items())
    steps = [", ".join(value["play"])] if value["play"] else []
    steps += [f"{role} {_mix(mix)}" for role, mix in (value["mixes"] or {}).items()]
    return f"{payoffs} ({value['method']}, {value['states']:,} states), by {'; '.join(steps) or 'chance first'}"


def _extensive(tree: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
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
        first = "; ".join(f"{role} {_mix(mix)}" for role, mix in perfect["first"].items())
        values = ", ".join(f"{role} {value}" for role, value in perfect["values"].items())
        yield "Subgame perfect", escape(f"{values}; in the first round {first} ({perfect['states']} states)")
    induction = tree["backward_induction"]
    if induction is not None:
        ties = "; a role is indifferent somewhere, so this is one of several" if induction["ties"] else ""
        values = ", ".join(f"{role} {value}" for role, value in induction["values"].items())
        yield "Backward induction", escape(f"{', '.join(induction['play']) or 'chance first'}: {values}{ties}")


def _dominance(found: Mapping[str, Any]) -> Iterable[str]:
    strictly_dominated = found["strictly_dominated"]
    for word in ("strictly", "weakly"):
        for role, moves in found[f"{word}_dominant"].items():
            if moves and not (word == "weakly" and found["strictly_dominant"][role]):
                yield escape(f"{role}: {', '.join(moves)} is {word} dominant")
        for role, dominated in found[f"{word}_dominated"].items():
            known = {each["move"] for each in strictly_dominated[role]} if word == "weakly" else set()
            for each in dominated:
                if each["move"] not in known:
                    yield escape(f"{role}: {each['move']} is {word} dominated by {_mix(each['by'])}")


def _iterated(found: Mapping[str, Any]) -> Iterable[str]:
    for strength, result in found.items():
        steps = result["steps"]
        if not steps:
            yield f"{strength}: nothing goes"
            continue
        gone = [f"{step['round']}. {step['role']} {_short(step['move'])} (by {_mix(step['by'])})" for step in steps]
        left = "; ".join(
            f"{role} {', '.join(map(_short, moves[:MAX_ITEMS]))}" for role, moves in result["left"].items()
        )
        yield escape(f"{strength}: {', '.join(gone[:MAX_ITEMS])}{', …' * (len(gone) > MAX_ITEMS)}; left: {left}")


def _maximin(found: Mapping[str, Any]) -> Iterable[str]:
    for role, moves in found["moves"].items():
        mixed = found["mixed"][role]
        better = mixed["value"] != found["values"][role]
        more = f"; mixed {mixed['value']} by {_mix(mixed['strategy'])}" if better else ""
        yield escape(f"{role}: {found['values'][role]} by {' or '.join(map(_short, moves[:MAX_ITEMS]))}{more}")


def _equilibrium(found: Mapping[str, Any]) -> str:
    mixes = "; ".join(f"{role} {_mix(mix)}" for role, mix in found["strategies"].items())
    return escape(f"{mixes}: {', '.join(f'{role} {payoff}' for role, payoff in found['payoffs'].items())}")


def _correlated(found: Mapping[str, Any]) -> str:
    parts = [f"{_profile(each['profile'])}: {each['probability']}" for each in found["distribution"]]
    return f"{_lines(parts)}\nsum {found['welfare']}"


def _profile(profile: Iterable[str]) -> str:
    return escape(f"({', '.join(map(_short, profile))})")


def _mix(mix: Mapping[str, str]) -> str:
    played = {move: weight for move, weight in mix.items() if weight != "0"}
    return ", ".join(_short(move) if weight == "1" else f"{_short(move)} {weight}" for move, weight in played.items())


def _short(name: str) -> str:
    """A move or strategy, without the information sets it does not reach, cut where it is long."""
    name = "/".join(part for part in name.split("/") if part != NOTHING)
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _lines(items: Iterable[str]) -> str:
    listed = list(items)
    rest = [f"… and {len(listed) - MAX_ITEMS} more"] if len(listed) > MAX_ITEMS else []
    return "\n".join(listed[:MAX_ITEMS] + rest) or "none"
