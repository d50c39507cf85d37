"""What a decision rests on, as far as it can be known: how many deals put somebody of the other side on a team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from gdl.tree.syntax import Compound, Symbol, Term
from gdl.tree.term import match as matching
from gdl.tree.term import read_term
from lelma.agents.recon.worlds import RoleWorlds, worlds_at
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.support.errors import LelmaError

_MOST_TEAMS = 3


def team_odds(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """What the possible deals say of the decision at hand, as text.

    Options: `team`, a pattern in KIF of the percept that tells the latest team, as `?team`; `teams`, one of moves that
    name a team; `seek`, an identity, and `seeking`, a pattern of moves that name a player, `?p`, who may have it.
    """
    try:
        worlds = worlds_at(moment)
    except LelmaError as error:
        return StepResult("", [{"kind": "odds", "trouble": str(error)}])
    told: list[str] = []
    teams = {move: players_at(moment, options.get("teams", ""), "team", move) for move in moment.view.legal}
    teams = {move: team for move, team in teams.items() if team}
    if teams:
        shares = {move: enemy_share(moment, worlds, team) for move, team in teams.items()}
        best = sorted(shares, key=lambda move: shares[move])[:_MOST_TEAMS]
        told += [f"{move} has somebody of the other side in {_percent(shares[move])} of them." for move in best]
    elif latest := latest_team(moment, options.get("team", "")):
        share = enemy_share(moment, worlds, latest)
        told.append(f"The latest team has somebody of the other side in {_percent(share)} of them.")
    for move in moment.view.legal:
        sought = players_at(moment, options.get("seeking", ""), "p", move)
        if sought:
            share = worlds.share(sought, frozenset([moment.texts.phrased(str(options["seek"]))]))
            told.append(f"{move} is right in {_percent(share)} of them.")
    about = f"{len(worlds.deals)} deals fit what you saw, without any guess at how anybody behaves."
    return StepResult("\n".join([about, *told]) if told else "")


def enemy_share(moment: StepMoment, worlds: RoleWorlds, players: Sequence[str]) -> Fraction:
    """In what share of the deals one of some players is on another side than the moment's role."""
    own = worlds.identities(moment.view.role)
    enemies = [those for those in moment.texts.sides.values() if not own & those]
    return worlds.share(players, frozenset().union(*enemies))


def latest_team(moment: StepMoment, pattern: str) -> list[str]:
    """The players at `?team` in the latest percept that fits a pattern."""
    for ply in reversed(moment.view.plies):
        for percept in ply.percepts:
            if found := players_at(moment, pattern, "team", percept):
                return found
    return []


def players_at(moment: StepMoment, pattern: str, variable: str, text: str) -> list[str]:
    """The players that stand at a variable of a pattern in a move or a percept."""
    found = matching(read_term(moment.texts.phrased(pattern)), read_term(text)) if pattern else None
    return [] if found is None else [each for each in _symbols(found[variable]) if each in moment.view.roles]


def _symbols(term: Term) -> list[str]:
    match term:
        case Compound(_, parts):
            return [name for part in parts for name in _symbols(part)]
        case Symbol(name):
            return [name]
        case _:
            return []


def _percent(share: Fraction) -> str:
    return f"{float(share):.0%}"
