"""The words that claims about a game are made of, from its folder, its payoffs and its courses.

`translators.language.vocabulary` has the value.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice, product

from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Compound, Symbol
from lelma.engine.answers import Facts, Graph
from lelma.game.definitions import game_definitions
from lelma.game.game import Game
from lelma.game.wording import Wording
from translators.language.query import QueryCompound, QueryTerm, move_name, term_text
from translators.language.vocabulary import Naming, Play, Vocabulary, drawn_name

MOST_COURSES = 2000
"""Courses of a game that its vocabulary lists; of a longer game it lists none."""


def make_vocabulary(game: Game, facts: Facts | None, graph: Graph | None = None) -> Vocabulary:
    """The words of a game: from its folder, and its moves and payoffs from the solver where it could tabulate it.

    Args:
        graph: the states of a game in which roles or chance move in turn, where they are few.
    """
    roles, moves, numbers, simultaneous = static_roles(game), {}, frozenset[Fraction](), True
    made: list[QueryTerm] = []
    plays: tuple[Play, ...] = ()
    deals: dict[str, tuple[tuple[str, str], ...]] = {}
    dealt: dict[str, tuple[int, ...]] = {}
    if facts is not None:
        roles = facts.roles
        moves = {role: tuple(map(move_name, names)) for role, names in zip(roles, facts.moves, strict=True)}
        made = [move for moves_of_role in facts.moves for move in moves_of_role]
        numbers = frozenset(number for cell in facts.cells for number in cell.payoffs)
        simultaneous = facts.simultaneous
    if graph is not None:
        passes = frozenset(game.file.pass_moves)
        plays = _courses(graph, passes)
        deals = dict(_deals(graph))
        dealt = _dealt(graph, passes) if plays else {}
        simultaneous = False
        numbers = frozenset(number for state in graph.states for role, number in state.goals if role != RANDOM)
        if facts is None:
            moves = {role: _moves(graph, place, passes) for place, role in enumerate(graph.roles)}
            made = [move for state in graph.states for offered in state.moves for move in offered]
    own = Naming(
        "game", {move_name(move): _spellings(move) for move in made if move_name(move) not in game.file.pass_moves}
    )
    namings = game.namings if any(naming.name == "game" for naming in game.namings) else (own, *game.namings)
    names = {role: (Wording(game.file.words).name(role),) for role in roles} | dict(game.role_names)
    folder = game.path if game.path.is_dir() else None
    definitions = partial(game_definitions, game.file.query_sets, folder, game.description)
    return Vocabulary(
        game.name,
        roles,
        moves,
        numbers,
        namings,
        names,
        game.templates,
        simultaneous,
        plays,
        deals,
        dealt,
        definitions,
        spelling=game.spelling,
    )


def _moves(graph: Graph, place: int, passes: frozenset[str]) -> tuple[str, ...]:
    """The moves that a role ever has."""
    found = dict.fromkeys(move_name(move) for state in graph.states if state.moves for move in state.moves[place])
    return tuple(name for name in found if name not in passes)


class _EndlessError(Exception):
    """A course comes back to a state it has been in."""


def _courses(graph: Graph, passes: frozenset[str]) -> tuple[Play, ...]:
    """All courses of a game; none of one that has too many, or may go on for ever."""
    try:
        plays = tuple(islice(_plays(graph, 0, 1, passes), MOST_COURSES + 1))
    except _EndlessError:
        return ()
    return plays if len(plays) <= MOST_COURSES else ()


def _plays(graph: Graph, at: int, step: int, passes: frozenset[str]) -> Iterator[Play]:
    """All courses from a state on."""
    state = graph.states[at]
    if step > len(graph.states):
        raise _EndlessError
    if not state.next:
        yield ()
        return
    for joint, after in zip(product(*state.moves), state.next, strict=True):
        made = _choices(graph.roles, joint, step, passes)
        for rest in _plays(graph, after, step + 1, passes):
            yield (*made, *rest)


def _deals(graph: Graph) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """For each move of chance where nobody else has a choice, what the roles perceive of it."""
    if RANDOM not in graph.roles:
        return
    place = graph.roles.index(RANDOM)
    for state in graph.states:
        if state.next and all(len(offered) == 1 for at, offered in enumerate(state.moves) if at != place):
            for joint, percepts in zip(product(*state.moves), state.percepts, strict=True):
                pairs = zip(graph.roles, percepts, strict=True)
                seen = tuple((role, term_text(each)) for role, told in pairs for each in told)
                if seen:
                    yield move_name(joint[place]), seen


def _dealt(graph: Graph, passes: frozenset[str]) -> dict[str, tuple[int, ...]]:
    """Role → the steps at which chance moved that it has learnt of when it first has a choice: its card, its type."""
    if RANDOM not in graph.roles:
        return {}
    place = graph.roles.index(RANDOM)
    known: dict[str, dict[Hashable, list[Mapping[int, str]]]] = {}
    blind = any(any(told) for state in graph.states for told in state.percepts)
    start: tuple[tuple[Hashable, ...], ...] = ((),) * len(graph.roles)
    open_: list[tuple[int, int, tuple[tuple[Hashable, ...], ...], dict[int, str]]] = [(0, 1, start, {})]
    while open_:
        at, step, seen, drawn = open_.pop()
        state = graph.states[at]
        choosing = [len([each for each in offered if move_name(each) not in passes]) > 1 for offered in state.moves]
        for role, heard in (
            each for each, has in zip(zip(graph.roles, seen, strict=True), choosing, strict=False) if has
        ):
            if role != RANDOM:
                known.setdefault(role, {}).setdefault(heard, []).append(drawn)
        percepts = state.percepts or (((),) * len(graph.roles),) * len(state.next)
        for joint, after, told in zip(product(*state.moves), state.next, percepts, strict=True) if state.next else ():
            knows = tuple((*old, *(new if blind else joint)) for old, new in zip(seen, told, strict=True))
            more = {step: move_name(joint[place])} if choosing[place] else {}
            open_.append((after, step + 1, knows, {**drawn, **more}))
    return {
        role: tuple(
            step
            for step in dict.fromkeys(step for each in ways.values() for drawn in each for step in drawn)
            if all(len({drawn_name(drawn.get(step, "")) for drawn in each}) == 1 for each in ways.values())
        )
        for role, ways in known.items()
    }


def _choices(roles: Sequence[str], joint: Sequence[QueryTerm], step: int, passes: frozenset[str]) -> Play:
    named = ((role, step, move_name(move)) for role, move in zip(roles, joint, strict=True))
    return tuple(choice for choice in named if choice[2] not in passes)


def _spellings(move: QueryTerm) -> tuple[str, ...]:
    """How a move is written where the game has no words for it: `offer 3` before `offer(3)`."""
    if isinstance(move, QueryCompound) and not any(isinstance(arg, QueryCompound) for arg in move.args):
        return " ".join([move.functor, *map(move_name, move.args)]), move_name(move)
    return (move_name(move),)


def static_roles(game: Game) -> tuple[str, ...]:
    """The roles that the rules name, in order."""
    found = []
    for rule in game.description.rules:
        match rule.head:
            case Compound("role", (Symbol(name),)):
                found.append(name)
    return tuple(found)
