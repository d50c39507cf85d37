"""Who chooses what: the case that a clause speaks of, from its own phrases and the clauses around it; and odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from gdl.values import dataclass
from translators.parsed.clauses import Chunk, ParsedClause
from translators.reading.words.game_words import GameWords

CaseMoves = dict[str, str]
"""Role → the move it makes; what is missing is left open."""

_ASSERTING = frozenset(
    """get give guarantee more beat exceed best dominate dominant dominated nash payoff max min peak extreme prefer
    risk""".split()
)
_WEIGHING = frozenset({"probability", "percent", "uniform", "often"})
_YOU = frozenset({"you", "your", "yours", "yourself"})
_CHOOSING = frozenset({"choose", "take", "begin"})
_PASSED = frozenset("both each_one not never be can have always tend too then prefer".split())
"""What may stand between a player and the verb that is its move."""
_NEAR = 5
"""Characters that may stand between a word and the name it belongs to: `against the stag`."""
_PER_CENT = 100


class Unclear(Exception):
    """What a clause says can't be told; the message says why."""


@dataclass(frozen=True)
class Players:
    """Who is who in a sentence; `addressed` if `you` is the other one, where the writer says `I` as well."""

    game: GameWords
    addressed: bool = False

    def roles(self, chunk: Chunk, category: str = "who") -> tuple[str, ...]:
        """The roles that some words mean; raises Unclear where that can't be told."""
        match chunk.sense(category):
            case "me":
                return self.others if self.addressed and not _YOU.isdisjoint(chunk.words) else (self.game.me,)
            case "them" | ("them", "one"):
                return self.others
            case "both" | "each" | "we":
                return self.game.roles
            case "rest":
                return self.game.others
            case ("role", str(role)):
                return (role,)
        raise Unclear(f"whom {' '.join(chunk.words)} means can't be told")

    @property
    def others(self) -> tuple[str, ...]:
        """The only other role; raises Unclear where there are several."""
        if len(self.game.others) != 1:
            raise Unclear("which of the others is meant can't be told")
        return self.game.others

    def move(self, chunk: Chunk, roles: Iterable[str]) -> str:
        """The move that some words name for these roles. Raises Unclear where it is none of theirs, or several."""
        senses: dict[str, None] = dict.fromkeys((*chunk.senses.get("move", ()), *chunk.senses.get("agent", ())))
        fitting = [move for move in senses if all(move in self.game.moves[role] for role in roles)]
        if len(fitting) != 1:
            raise Unclear(f"which move {' '.join(chunk.words)} means can't be told")
        return fitting[0]


def names_move(chunk: Chunk) -> bool:
    """Whether some words name a move, or who makes it."""
    return "move" in chunk or "agent" in chunk


def asserts(clause: ParsedClause) -> bool:
    """Whether a clause says something of payoffs, rather than who chooses what."""
    return any(not _ASSERTING.isdisjoint(chunk.senses) for chunk in clause.chunks)


def turning(clause: ParsedClause) -> Chunk | None:
    """The `than` of a clause, or `more than`."""
    return next((chunk for chunk in clause.chunks if "than" in chunk.words), None)


def follows(clause: ParsedClause, chunk: Chunk, *categories: str) -> bool:
    """Whether a chunk comes right after one of a category."""
    return any(0 <= chunk.start - other.end <= _NEAR for other in clause.having(*categories))


def chosen(
    players: Players, clause: ParsedClause, holder: str | None, *, since: int | None = None, until: int | None = None
) -> CaseMoves:
    """Who chooses what in one clause: `we both hunt stag`, `choosing stag`, `against a defector`.

    `holder` acts where nobody is named; `since` and `until` bound what is looked at, by default all before `than`.
    Raises Unclear where it can't be told.
    """
    found: CaseMoves = {}
    for pair in clause.having("pair"):
        found |= dict(zip(players.game.roles, pair.sense("pair"), strict=True))
    than = turning(clause)
    end = than.start if since is None and than is not None else until
    moves = [
        chunk
        for chunk in clause.chunks
        if names_move(chunk) and chunk.start >= (since or 0) and (end is None or chunk.end <= end)
    ]
    signs = clause.having("slash", "comma")
    if len(moves) == len(players.game.roles) == 2 and any(0 <= sign.start - moves[0].end <= 1 for sign in signs):
        each = zip(players.game.roles, moves, strict=True)  # an outcome, its moves in the order of the roles
        outcome = found | {role: players.move(chunk, (role,)) for role, chunk in each}
        if players.game.me != players.game.roles[0] and len(set(outcome.values())) > 1:
            raise Unclear("whose move comes first can't be told")
        return outcome
    for chunk in moves:
        for role in _makers(players, clause, chunk, holder):
            move = players.move(chunk, (role,))
            if found.setdefault(role, move) != move:
                raise Unclear("it tells two moves of one player")
    return found


def _makers(players: Players, clause: ParsedClause, chunk: Chunk, holder: str | None) -> tuple[str, ...]:
    """Who makes the move that is named."""
    if follows(clause, chunk, "against"):
        return players.others
    if "move" not in chunk:
        raise Unclear("who it is that makes a move can't be told")
    if follows(clause, chunk, "mutual"):
        return players.game.roles
    owner = next((other for other in clause.having("whose") if other.head in clause.tree.children[chunk.head]), None)
    if owner is not None:
        return players.roles(owner, "whose")
    actor = _actor(clause, chunk)
    if actor is not None:
        return players.roles(actor)
    return (holder,) if holder else ()


def _actor(clause: ParsedClause, move: Chunk) -> Chunk | None:
    """The player named last before a move that is made: by a verb of choosing, or as a verb itself."""
    between: set[str] = set()
    passed = True
    for chunk in reversed([chunk for chunk in clause.chunks if chunk.end <= move.start]):
        if "who" in chunk:
            return chunk if passed or not _CHOOSING.isdisjoint(between) else None
        if names_move(chunk) or "and" in chunk:
            return None
        passed = passed and not _PASSED.isdisjoint(chunk.senses)
        between.update(chunk.senses)
    return None


def scene(
    players: Players, clause: ParsedClause, holder: str, *, own: bool = True, until: int | None = None
) -> Iterator[CaseMoves]:
    """The case that an assertion is about, the likeliest first: its `own`, and what stands around it.

    Cases after `until` belong to another assertion of the sentence. Raises Unclear where it can't be told.
    """
    inside = [each for each in clause.inside if own or each.supposed]
    near = _around(players, clause, inside, holder, until)
    if own:
        near = near | chosen(players, clause, holder, until=until)
    around: CaseMoves = {}
    outer = clause
    while outer.parent is not None:
        inner, outer = outer, outer.parent
        fronted = [each for each in outer.inside if each is not inner and each.head < min(outer.head, clause.head)]
        around = _around(players, outer, fronted, holder) | around
        if not asserts(outer) or outer.subject("move") is None:
            around = chosen(players, outer, holder, until=outer.start if asserts(outer) else None) | around
    yield around | near
    if near and around and near != around | near:
        yield near


def _around(
    players: Players, clause: ParsedClause, inside: Iterable[ParsedClause], holder: str, until: int | None = None
) -> CaseMoves:
    """Who chooses what in clauses that tell when something is so."""
    found: CaseMoves = {}
    than = turning(clause)
    for each in inside:
        compared = than is not None and than.end <= each.start and not each.supposed
        if compared or asserts(each) or weighs(each):
            continue
        for part in each.everywhere():
            if not asserts(part) and (until is None or part.start < until):
                found |= chosen(players, part, holder, until=until)
    return found


def weighs(clause: ParsedClause) -> bool:
    """Whether a clause tells how likely something is."""
    return any(not _WEIGHING.isdisjoint(chunk.senses) for chunk in clause.chunks)


def told_odds(players: Players, clauses: Iterable[ParsedClause]) -> Mapping[str, Mapping[str, Fraction]]:
    """How likely the moves of the other one are, if a sentence tells it. Raises Unclear where it is told in part."""
    found: dict[str, dict[str, Fraction]] = {}
    for clause in filter(weighs, clauses):
        _weigh(players, clause, found)
    for role, weights in found.items():
        left = [move for move in players.game.moves[role] if move not in weights]
        if len(left) == 1:
            weights[left[0]] = Fraction(1) - sum(weights.values())
        if sum(weights.values()) != 1:
            raise Unclear("the odds don't add up to one")
    return found


def _weigh(players: Players, clause: ParsedClause, found: dict[str, dict[str, Fraction]]) -> None:
    """Add the odds that a clause tells."""
    (role,) = players.others
    if clause.first("uniform") is not None:
        moves = players.game.moves[role]
        found[role] = dict.fromkeys(moves, Fraction(1, len(moves)))
        return
    named = [chunk for chunk in clause.chunks if names_move(chunk)]
    numbers = clause.having("num")[: len(named)]
    subject = clause.subject("who")
    if not named or len(numbers) != len(named) or (subject is not None and players.roles(subject) != (role,)):
        raise Unclear("which odds are of which move can't be told")
    scale = _PER_CENT if clause.first("percent") is not None else 1
    for number, chunk in zip(numbers, named, strict=True):
        found.setdefault(role, {})[players.move(chunk, (role,))] = number.sense("num") / scale
