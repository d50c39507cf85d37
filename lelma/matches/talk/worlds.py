"""What every role of a match can know at some moment of it: how many worlds, and which facts hold in all of them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Compound, Symbol
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.engine.answers import Truth
from lelma.engine.bridges import Bridge
from lelma.engine.dynamics import GameState, JointMove
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.knowledge import MOST_STATES, Deal, Knowledge, KnownCourses, LivedPly, NothingPossible, assumptions_of
from lelma.matches.json_types import KnownJson, WorldsJson
from lelma.matches.talk.asked import StateQuestions
from lelma.matches.talk.speeches import SpokenMatch
from lelma.support.errors import UsageError
from lelma.support.json_types import VERSION
from lelma.talk.record import Record, refused_moves

EVERYONE = "everyone"
"""Who knows what every player saw, and nothing else."""

_MOST_TOGETHER = 3
"""Roles of which it is told that something holds for one of them."""

MOST_MOVES_OF_DEAL = 200
"""Joint moves without a choice of any role that are taken for a deal."""


@dataclass(frozen=True)
class MatchMoment:
    """A moment of a match: its joint moves so far, what each role perceived of each, and the true state.

    Attributes:
        refused: for each joint move, role → why the rules refuse its move; none if they refuse none.
        others: the same moment by other moves, where what was recorded does not tell which were made.
    """

    roles: tuple[str, ...]
    moves: tuple[JointMove, ...]
    percepts: tuple[Mapping[str, Sequence[str]], ...]
    state: GameState
    refused: tuple[Mapping[str, str], ...] = ()
    others: tuple[MatchMoment, ...] = ()

    def lived_by(self, role: str | None) -> list[LivedPly]:
        """What a role, or somebody who sees what every player sees, lived through until then."""
        steps = zip(self.moves, self.percepts, self.refused or ({},) * len(self.moves), strict=True)
        return [
            (
                None if role is None else moves[role],
                tuple(_seen(role, percepts, [each for each in self.roles if each != RANDOM])),
                tuple((each, moves[each]) for each in refused),
            )
            for moves, percepts, refused in steps
        ]


@dataclass(frozen=True)
class Known:
    """What one role knows; where moves are not told, whichever they were.

    Attributes:
        role: `EVERYONE` for somebody who sees what every player sees.
        identity: the true one; empty for everyone, and where untold moves decide it.
        worlds: deals of identities that are possible.
        states: states that are possible; where moves are not told, with those that leave the most of them.
        facts: relation → sets of roles of which it is known that it holds for at least one.
        answers: formula → `true` or `false` if that is known, else `unknown`.
        deals: the possible deals.
        trouble: why nothing is known: an assumption goes against what was observed.
    """

    role: str
    identity: str = ""
    worlds: int = 0
    states: int = 0
    facts: Mapping[str, Sequence[Sequence[str]]] | None = None
    answers: Mapping[str, Truth] | None = None
    deals: Sequence[Deal] = ()
    trouble: str = ""

    def as_json(self, *, deals: bool) -> KnownJson:
        found: KnownJson = {"role": self.role, "worlds": self.worlds, "states": self.states}
        if self.role != EVERYONE:
            found["identity"] = self.identity
        if self.facts:
            found["facts"] = {name: list(map(list, sets)) for name, sets in self.facts.items()}
        if self.answers:
            found["answers"] = dict(self.answers)
        if deals:
            found["deals"] = [{"facts": list(deal.facts), "states": deal.states} for deal in self.deals]
        if self.trouble:
            found["contradiction"] = self.trouble
        return found


def first_moment(game: Game, seed: int, *, bridge: Bridge | None = None) -> MatchMoment:
    """The first moment at which a role has a choice, after a deal drawn by a seed just as the referee draws it.

    Raises:
        UsageError: if nobody has one for `MOST_MOVES_OF_DEAL` joint moves.
    """
    play = Progression(game.description, bridge=bridge)
    chance = random.Random(f"{seed}/{RANDOM}")
    state, moves, percepts = play.initial, list[JointMove](), list[Mapping[str, Sequence[str]]]()
    try:
        while len(moves) <= MOST_MOVES_OF_DEAL:
            look = play.look(state)
            chooses = any(len(legal) > 1 for role, legal in look.legal.items() if role != RANDOM)
            if look.terminal or chooses or not all(look.legal.values()):
                return MatchMoment(play.roles, tuple(moves), tuple(percepts), state)
            move = {role: chance.choice(legal) if role == RANDOM else legal[0] for role, legal in look.legal.items()}
            step = play.step(state, move)
            moves.append(move)
            percepts.append(step.percepts)
            state = step.state
    finally:
        play.close()
    raise UsageError(f"nobody has a choice in the first {MOST_MOVES_OF_DEAL} joint moves: give a match")


def moment_of(
    game: Game,
    moves: Sequence[JointMove],
    at: int | None = None,
    *,
    refused: Sequence[Mapping[str, str]] = (),
    bridge: Bridge | None = None,
) -> MatchMoment:
    """The moment of a match at which its first `at` joint moves had been made, or all of them.

    A role that had one legal move may be missing from a joint move.

    Args:
        refused: of each joint move, role → why the rules refuse the move with which the match went on.

    Raises:
        UsageError: if fewer were made, or a role that could choose is missing.
    """
    if at is not None and not 0 <= at <= len(moves):
        raise UsageError(f"the match has {len(moves)} joint moves, so there is no moment {at}")
    play = Progression(game.description, bridge=bridge)
    state, made, percepts = play.initial, list[JointMove](), list[Mapping[str, Sequence[str]]]()
    try:
        for number, given in enumerate(moves[:at], start=1):
            joint = dict(given)
            missing = [role for role in play.roles if role not in joint]
            if missing:
                legal = play.legal(state)
                lost = [role for role in missing if len(legal[role]) != 1]
                if lost:
                    raise UsageError(f"joint move {number} does not tell what {lost[0]} did")
                joint |= {role: legal[role][0] for role in missing}
            step = play.step(state, joint)
            made.append(joint)
            percepts.append(step.percepts)
            state = step.state
    finally:
        play.close()
    return MatchMoment(play.roles, tuple(made), tuple(percepts), state, tuple(refused[: len(made)]))


def moment_in(match: SpokenMatch, at: int | None = None, *, bridge: Bridge | None = None) -> MatchMoment:
    """The moment of a match after so many joint moves, or after all.

    Raises:
        UsageError: if there is none, or the record can't be followed to it.
    """
    plies = match.record.plies
    if match.trouble and (at is None or at > len(plies)):
        raise UsageError(f"{match.name}: {match.trouble}; --at may name a moment before that")
    others = [
        _moment_in(other, match.game, min(len(plies) if at is None else at, len(other.plies)), bridge)
        for other in match.record.others
    ]
    return replace(_moment_in(match.record, match.game, at, bridge), others=tuple(others))


def _moment_in(record: Record, game: Game, at: int | None, bridge: Bridge | None) -> MatchMoment:
    moves, refused = [ply.moves for ply in record.plies], [ply.refused for ply in record.plies]
    return moment_of(game, moves, at, refused=refused, bridge=bridge)


def worlds_json(
    game: Game,
    moment: MatchMoment,
    known: Sequence[Known],
    *,
    assumptions: Sequence[str] = (),
    deals: bool = False,
    match: str | None = None,
    seed: int = 0,
) -> WorldsJson:
    """What `known_by_all` found at a moment of a match, or after the deal of a seed where no match is named."""
    *roles, everyone = [one.as_json(deals=deals) for one in known]
    words = assumption_words(game)
    found: WorldsJson = {
        "schema": VERSION,
        "game": game.name,
        "plies": len(moment.moves),
        "assumptions": {name: words[name] for name in assumptions},
        "refused": refused_moves(moment.moves, moment.refused),
        "roles": roles,
        "everyone": everyone,
    }
    if match is None:
        found["seed"] = seed
    else:
        found["match"] = match
    return found


def known_by_all(
    game: Game,
    moment: MatchMoment,
    *,
    assumptions: Sequence[str] = (),
    ask: Sequence[str] = (),
    most: int = MOST_STATES,
    bridge: Bridge | None = None,
) -> list[Known]:
    """What each role knows at a moment, then what everyone does.

    Args:
        assumptions: names of the game's assumptions that are taken for granted.
        ask: formulas that are to be answered, in KIF or the claim language; see `lelma.matches.talk.asked`.
        bridge: what judges them.

    Raises:
        UsageError: for an assumption that there is not, or a text that is no formula.
        TooManyWorlds: if a role has more than `most` possible states.
    """
    players = [role for role in moment.roles if role != RANDOM]
    courses = [moment, *moment.others]
    asked = StateQuestions(game, ask, bridge=bridge) if ask else None
    found = []
    for role in [*players, None]:
        lives = [course.lived_by(role) for course in courses]
        refused = [move for life in lives for *_, against in life for move in against]
        start = partial(Knowledge, game, role, assumptions=assumptions, refused=refused, most=most)
        dealt = {"" if role is None else true_identity(game, course.state, role) for course in courses}
        name, identity = role or EVERYONE, dealt.pop() if len(dealt) == 1 else ""
        known = []
        try:
            for knowledge in KnownCourses(start, lives).after(len(moment.moves)):
                facts = {
                    relation: knowledge.one_of(relation, players, largest=_MOST_TOGETHER)
                    for relation in game.file.knowledge.facts
                }
                answers = {} if asked is None else asked.answers(knowledge)
                deals = knowledge.deals()
                known.append(Known(name, identity, knowledge.worlds, knowledge.states, facts, answers, deals))
        except NothingPossible as error:
            known = [Known(name, identity, trouble=str(error))]
        found.append(known[0] if len(known) == 1 else _surely(known, players))
    if asked is not None:
        asked.close()
    return found


def _surely(known: Sequence[Known], players: Sequence[str]) -> Known:
    """What a role knows on every course that a match may have taken."""
    first = known[0]
    facts = {name: _in_all([(each.facts or {})[name] for each in known], players) for name in first.facts or {}}
    answers: dict[str, Truth] = {
        formula: truth if all((each.answers or {})[formula] == truth for each in known) else "unknown"
        for formula, truth in (first.answers or {}).items()
    }
    states: dict[tuple[str, ...], int] = {}
    for deal in (deal for each in known for deal in each.deals):
        states[deal.facts] = max(deal.states, states.get(deal.facts, 0))
    deals = [Deal(facts, count) for facts, count in states.items()]
    worlds = len(deals) if any(deal.facts for deal in deals) else max(each.worlds for each in known)
    return Known(first.role, first.identity, worlds, max(each.states for each in known), facts, answers, deals)


def _in_all(known: Sequence[Sequence[Sequence[str]]], players: Sequence[str]) -> list[tuple[str, ...]]:
    """The smallest sets of roles that hold one of the sets of each, of three roles at most."""
    sets = {frozenset(some) for some in known[0]}
    for other in known[1:]:
        sets = {one.union(some) for one in sets for some in other}
    few = {each for each in sets if len(each) <= _MOST_TOGETHER}
    smallest = [each for each in few if not any(less < each for less in few)]
    in_order = (tuple(sorted(each, key=players.index)) for each in smallest)
    return sorted(in_order, key=lambda some: (len(some), [players.index(role) for role in some]))


def _seen(role: str | None, percepts: Mapping[str, Sequence[str]], players: Sequence[str]) -> list[str]:
    if role is not None:
        return list(percepts[role])
    return sorted(set.intersection(*(set(percepts[player]) for player in players)))


def true_identity(game: Game, state: GameState, role: str) -> str:
    """What a role was dealt, by the fluent that `[knowledge] identity` names first; empty if it was dealt nothing."""
    name = next(iter(game.file.knowledge.identity), "")
    for text in state:
        match read_term(text):
            case Compound(functor, (Symbol(who), Symbol(what))) if (functor, who) == (name, role):
                return what
    return ""


def assumption_words(game: Game) -> dict[str, str]:
    """The assumptions that may be made in a game, and what each says."""
    return {name: game.file.knowledge.assumption(name) for name in assumptions_of(game)}
