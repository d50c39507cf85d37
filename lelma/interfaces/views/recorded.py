"""What people see of replayed games of others.

Short, because there is little to see: a table of what agrees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from lelma.interfaces.views.console import safe
from lelma.matches.recorded.replay import ReplayedRecord


def show_replayed(console: Console, found: ReplayedRecord) -> None:
    """What came of a file of recorded games, with every move that was refused."""
    rules = f"the rules of {found.game}" + (f", preset {found.preset}" if found.preset else "")
    console.print(f"{found.games} games by {rules}: {found.followed} followed move by move", end="")
    console.print(f", {found.judged} judged by their end, as their record keeps no course" if found.judged else "")
    moves = found.moves
    console.print(
        f"moves: {moves['recorded']} as recorded, {moves['refused']} refused, {moves['open']} not recorded and "
        f"inferred, {moves['unknown']} unknown, {moves['misread']} that cannot have been as recorded; "
        f"{found.results} other statements agree"
    )
    if found.unasked:
        console.print(f"{len(found.unasked)} recorded answers are to questions that the rules did not ask then")
    decided = found.agree + len(found.disagree)
    console.print(f"winners: {found.agree} as recorded, {len(found.disagree)} not, {found.games - decided} undecided")
    _list(console, "refused", found.refused, "why")
    _list(console, "not as recorded", found.misread, "move")
    if found.unknown:
        console.print("not told in words that can be read:")
    for entry in found.unknown:
        told = f" ({entry['recorded']['text']})" if "text" in entry["recorded"] else ""
        console.print(
            f"  {safe(entry['game'])}: {entry['role']} in joint move {entry['ply']}{safe(told)}", markup=False
        )
    for entry in [*found.disagree, *found.undecided]:
        console.print(
            f"  {safe(entry['game'])}: recorded: {entry['recorded']}; rules: {entry['by_the_rules']}", markup=False
        )
    _list(console, "not followed to the end", found.failed, "why")


def _list(console: Console, title: str, entries: Sequence[Mapping[str, Any]], what: str) -> None:
    if not entries:
        return
    console.print(f"{title}:")
    for entry in entries:
        console.print(f"  {safe(entry['game'])}: {safe(str(entry[what]))}", markup=False)
    games = Counter(entry["game"] for entry in entries)
    console.print(f"  ({len(entries)} in {len(games)} games)")
