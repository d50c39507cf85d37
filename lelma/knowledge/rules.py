"""The ground rules of a game, shared by all who observe it, and the assumptions that may be made beside them.

A recorded match may hold moves that the rules refuse, and have gone on with them. Whoever follows it has to take such a
move for possible, at its step and nowhere else: it is added to the legal ones wherever its role has a legal move of its
kind, and that it was made where the rules as written forbid it is held against a world like an assumption, but for the
one step.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path

from gdl.checks.check import check
from gdl.ground.ground import Grounding, GroundLimits
from gdl.ground.kept_ground import ground_kept
from gdl.text.kept import name_of
from gdl.text.read import fold_case, read_file
from gdl.text.write import kif_term
from gdl.tree.keywords import RANDOM
from gdl.tree.plain import to_plain
from gdl.tree.syntax import Compound, Description, Literal, Not, Rule, Symbol, Term, Variable, signature
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.game.game import Game
from lelma.support.errors import GameError, UsageError, did_you_mean

ASSUMPTIONS_FILE = "assumptions.gdl"
"""In a game's folder: rules for `(violates NAME)`, which holds where the moves made in a state go against NAME.

A bare file of rules has them among the others.
"""

RefusedMove = tuple[str, str]
"""A role and its move, in KIF, that a match went on with although the rules refuse it."""

_SAME, _LAWFUL = "_same", "_lawful"

_LIMITS = GroundLimits(seconds=60.0, instances=3_000_000, facts=1_000_000)


@dataclass(frozen=True, eq=False)
class Rules:
    """A game's ground rules, with its terms as KIF texts.

    Attributes:
        name: the same for the same `grounding`, in any process.
        roles: in the order of the rules.
        fluents: in the order that states are kept in.
        moves: for each role its moves.
        percepts: percepts of any role → the literals of `sees` by role.
        assumptions: those made, each with its literal of `violates`, or None if it is always violated; and that none
            of the refused moves is made, each by its name.
        refused: the name of each move that the rules refuse and the match holds.
    """

    name: str
    grounding: Grounding
    roles: tuple[str, ...]
    fluents: tuple[str, ...]
    moves: tuple[tuple[str, ...], ...]
    percepts: dict[str, dict[int, int]]
    assumptions: dict[str, int | None]
    refused: dict[RefusedMove, str]

    @property
    def observers(self) -> tuple[str, ...]:
        """The roles that know something."""
        return tuple(role for role in self.roles if role != RANDOM)

    @cached_property
    def of_moves(self) -> frozenset[int]:
        """The literals of sentences that rest on the moves made, so that they hold in no state."""
        users: dict[int, list[int]] = {}
        for head, alternatives in self.grounding.bodies.items():
            for body in alternatives:
                for literal in body:
                    users.setdefault(literal & -2, []).append(head)
        queue = [does for moves in self.grounding.moves for _, does in moves.values()]
        found = set(queue)
        for literal in queue:
            for user in users.get(literal, ()):
                if user not in found:
                    found.add(user)
                    queue.append(user)
        return frozenset(found)

    @cached_property
    def relations(self) -> frozenset[tuple[str, int]]:
        """Name and number of arguments of every relation that can be asked about."""
        return frozenset(map(signature, self.grounding.sentences))

    @cached_property
    def kinds(self) -> frozenset[tuple[str, int]]:
        """Name and number of arguments of every fluent."""
        return frozenset(map(signature, self.grounding.fluents))


def kif_head(text: str) -> str:
    """The name that a term in KIF begins with: `identity` for `(identity p1 seer)`."""
    return text.strip("(").split()[0].rstrip(")")


def rules_of(game: Game, assumptions: Sequence[str] = (), refused: Sequence[RefusedMove] = ()) -> Rules:
    """The ground rules of a game in which some of its assumptions hold.

    Args:
        refused: moves that a match holds and the rules refuse; `allowing` takes one for possible.

    Raises:
        UsageError: for an assumption that the game does not have.
        GameError: if the rules of the assumptions are not sound.
        gdl.ground.ground.DoesNotGround: the rules have too many instances.
    """
    description = with_assumptions(game) if assumptions else game.description
    return _rules(description, tuple(assumptions), tuple(dict.fromkeys(refused)))


@lru_cache(maxsize=64)
def allowing(rules: Rules, moves: Collection[RefusedMove]) -> Rules:
    """The same rules where some of the refused moves are possible, as `frozenset`, so that they are made once."""
    names = {rules.refused.get(move) for move in moves}
    kept = {name: literal for name, literal in rules.assumptions.items() if name not in names}
    return replace(rules, assumptions=kept)


def assumptions_of(game: Game) -> tuple[str, ...]:
    """The assumptions that may be made about behaviour in a game."""
    heads = [rule.head for rule in _of_assumptions(game)]
    named = [head.args[0] for head in heads if isinstance(head, Compound) and head.functor == "violates"]
    return tuple(dict.fromkeys(name.name for name in named if isinstance(name, Symbol)))


def _of_assumptions(game: Game) -> tuple[Rule, ...]:
    if not game.path.is_dir():
        return game.description.rules
    file = game.folder / ASSUMPTIONS_FILE
    return _read(file).rules if file.is_file() else ()


def with_assumptions(game: Game) -> Description:
    """The rules of a game together with those of its assumptions.

    Raises:
        UsageError: if it has none.
        GameError: if they are not sound.
    """
    file = game.folder / ASSUMPTIONS_FILE
    if not game.path.is_dir() and assumptions_of(game):
        return game.description
    if not game.path.is_dir() or not file.is_file():
        raise UsageError(f"{game.name} has no assumptions: there is no {ASSUMPTIONS_FILE} in its folder")
    whole = fold_case(Description((*game.description.rules, *_read(file).rules), str(file)))
    errors = [fault for fault in check(whole) if fault.severity == "error"]
    if errors:
        raise GameError(f"{file} does not fit the rules:", errors)
    return whole


def _read(file: Path) -> Description:
    return fold_case(read_file(file))


@lru_cache(maxsize=16)
def _rules(description: Description, assumptions: tuple[str, ...], refused: tuple[RefusedMove, ...]) -> Rules:
    names = {move: f"_refused_{number}" for number, move in enumerate(refused, start=1)}
    further = [rule for move, name in names.items() for rule in _possible_once(description, move, name)]
    whole = replace(description, rules=(*description.rules, *further))
    name = name_of(to_plain(whole.rules))
    grounding = ground_kept(whole, _LIMITS, name)
    percepts: dict[str, dict[int, int]] = {}
    for role, seen in enumerate(grounding.percepts):
        for percept, literal in seen.items():
            percepts.setdefault(kif_term(percept), {})[role] = literal
    made = [name for name in names.values() if _violates(name) in grounding.sentences]
    return Rules(
        name=name,
        grounding=grounding,
        roles=tuple(map(kif_term, grounding.roles)),
        fluents=tuple(map(kif_term, grounding.fluents)),
        moves=tuple(tuple(map(kif_term, moves)) for moves in grounding.moves),
        percepts=percepts,
        assumptions={name: _violation(name, grounding.sentences) for name in (*assumptions, *made)},
        refused=names,
    )


def _possible_once(description: Description, refused: RefusedMove, name: str) -> list[Rule]:
    """Rules by which a refused move is legal wherever its role has a legal move of its kind, but violates `name`."""
    role, move = Symbol(refused[0]), read_term(refused[1])
    lawful = Compound(_LAWFUL, (role, move))
    forbidden: list[Literal] = [Compound("does", (role, move))]
    found = [Rule(Compound(_SAME, (term, term))) for term in (role, move)]
    for rule in description.rules:
        match rule.head:
            case Compound("legal", (who, what)) if isinstance(what, Variable) or signature(what) == signature(move):
                by_role = (*rule.body, Compound(_SAME, (who, role)))
                found.append(Rule(Compound("legal", (role, move)), by_role))
                found.append(Rule(lawful, (*by_role, Compound(_SAME, (what, move)))))
    if any(rule.head == lawful for rule in found):
        forbidden.append(Not(lawful))
    return [*found, Rule(_violates(name), tuple(forbidden))]


def _violates(name: str) -> Compound:
    return Compound("violates", (Symbol(name),))


def _violation(name: str, sentences: dict[Term, int | None]) -> int | None:
    sentence = _violates(name)
    if sentence not in sentences:
        known = sorted(
            kif_term(term.args[0])
            for term in sentences
            if isinstance(term, Compound) and term.functor == "violates" and not kif_term(term.args[0]).startswith("_")
        )
        near = did_you_mean(name, known)
        raise UsageError(f"there is no assumption {name!r} that could be violated{near}; there are: {', '.join(known)}")
    return sentences[sentence]
