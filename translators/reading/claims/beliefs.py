"""Beliefs: what a text has told of how likely the roles' moves are, put together where an expectation needs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from types import MappingProxyType

from gdl.tree.keywords import RANDOM
from translators.formulas import formula as f
from translators.reading.claims.formulas import const, number_term
from translators.reading.claims.ground import Ground
from translators.reading.discourse.scene import GameScene, Partial, Unresolved, resolve, roles_of
from translators.reading.grammar import parts as p
from translators.reading.words.game_words import SEES, GameWords, role_of

Mix = Mapping[str, p.Expr]
"""Move → its probability, which may hold letters."""

Mixes = Mapping[str, Mix]
"""Role → its mix."""

_NOT_SAID = "it isn't said how likely the others' moves are"


def one(value: Fraction) -> p.Expr:
    """A number as a sum."""
    return p.Expr((("", value),))


def mixes(ground: Ground, role: str, partial: Partial, letters: frozenset[str] = frozenset()) -> list[Mixes]:
    """How likely all moves are that a partial profile leaves open: all that may be meant.

    Args:
        role: whose expectation it is for; its own mix is told only where its move is open too.
        letters: probabilities that stay letters.

    Raises:
        Unresolved: if nothing was said, or not of all.
    """
    found: dict[str, list[Mix]] = {}
    for each, moves in open_moves(ground, partial).items():
        try:
            found[each] = mix_of(ground, each, letters, moves, partial)
        except _Untold:
            if not ground.game.chancy or each == role:
                raise
    return [dict(zip(found, way, strict=True)) for way in product(*found.values())]


def open_moves(ground: Ground, partial: Partial) -> dict[str, tuple[str, ...]]:
    """The moves that each role, or chance, may still make; where a role that chooses once has chosen, none."""
    game = ground.game
    if not game.plays:
        return {role: game.moves[role] for role in game.roles if role not in partial and game.moves[role]}
    found: dict[str, dict[str, None]] = {}
    for play in game.courses(partial):
        for turn, move in play.items():
            if turn not in partial and SEES not in turn and role_of(turn) in (*game.roles, RANDOM):
                found.setdefault(role_of(turn), {})[_first(game, move) if role_of(turn) == RANDOM else move] = None
    return {role: tuple(moves) for role, moves in found.items() if len(moves) > 1}


def _first(game: GameWords, move: str) -> str:
    """Of the moves of chance that bring the same, the first."""
    return next((moves[0] for moves in game.drawn.values() if move in moves), move)


class _Untold(Unresolved):
    """Nothing was said of how likely something is."""


def mix_of(
    ground: Ground,
    role: str,
    letters: frozenset[str] = frozenset(),
    moves: Sequence[str] | None = None,
    given: Partial = MappingProxyType({}),
) -> list[Mix]:
    """How likely a role's moves are, by what was said last of it.

    Args:
        moves: those that it may make; all by default.
        given: what was done before, which odds may tell as well.

    Raises:
        Unresolved: if nothing was said, or not of all its moves.
    """
    moves = ground.game.moves[role] if moves is None else moves
    values: dict[str, Fraction] = {}
    level: p.Expr | None = None
    for odds in reversed(ground.view.odds):
        if odds.lost:
            raise Unresolved("what is said of how likely they are was not understood")
        for letter, value in odds.values:
            if letter not in letters and level is None:
                values.setdefault(letter, value)
        wanted = letters | values.keys()
        told, bare = _told(ground, role, odds, given)
        if level is not None and told and not wanted:
            if len(told) == 1 or (len(told) == 2 and len(moves) == 2):
                return [_complete(moves, {next(iter(told)): level})]
            break
        level = level if level is not None else bare
        if odds.even is not None and ground.game.chancy and not odds.even.choices:
            raise Unresolved("it isn't said whether moves or chance are equally likely")
        if odds.even is not None and not wanted and (found := _listed(ground, role, odds, moves)):
            return found
        if not told:
            continue
        known = {letter for chance in told.values() for letter in chance.letters}
        if wanted and not known & wanted:
            continue
        if known - wanted:
            raise Unresolved("it isn't said how much its letter is")
        return [_complete(moves, {move: chance.put(values) for move, chance in told.items()})]
    if ground.game.chancy:
        raise Unresolved("it isn't said whether moves or chance are meant") if level is not None else _Untold(_NOT_SAID)
    if level is not None and level.value == Fraction(1, 2) and len(moves) == 2:
        return [dict.fromkeys(moves, level)]
    alone = len(ground.game.others) == 1 and not ground.game.plays
    if len(letters | values.keys()) == 1 and len(moves) == 2 and alone:
        (letter,) = letters | values.keys()
        if _is_anothers(ground, role, letter):
            raise Unresolved(_NOT_SAID)
        chance = p.Expr(((letter, Fraction(1)),)).put(values)
        return [_complete(moves, {move: chance}) for move in moves]
    raise _Untold(_NOT_SAID)


def _is_anothers(ground: Ground, role: str, letter: str) -> bool:
    """Whether a letter was told to be how likely somebody else's move is."""
    return any(
        letter in chance.letters
        for other in ground.game.roles
        if other != role
        for odds in ground.view.odds
        for chance in _told(ground, other, odds)[0].values()
    )


def _told(
    ground: Ground, role: str, odds: p.ToldOdds, given: Partial = MappingProxyType({})
) -> tuple[dict[str, p.Expr], p.Expr | None]:
    """The role's moves that these odds speak of; and a chance of what was spoken of before."""
    told: dict[str, p.Expr] = {}
    bare: p.Expr | None = None
    for case, chance in odds.parts:
        if case.empty:
            bare = chance
            continue
        if role == RANDOM:
            may_be = all(choice.how == "holds" for choice in case.choices)
        else:
            asked = [choice for choice in case.choices if choice.who is None or choice.who.kind != "answered"]
            may_be = all(_may_be(ground, choice.who, role, choice.moves) for choice in asked)
        try:
            scene = resolve(case, ground.game, ground.view, GameScene(), _owner(ground, role))[0] if may_be else None
        except Unresolved:
            scene = None
        apart = len(case.choices) == 1 and case.choices[0].who is not None and case.choices[0].who.kind == "each"
        if scene is None or len(scene.partials) != 1:
            continue
        told_of = scene.partials[0].items()
        own = [move for turn, move in told_of if role_of(turn) == role and SEES not in turn]
        rest = [each for each in told_of if role_of(each[0]) != role and each not in given.items()]
        if len(own) == 1 and (apart or not rest):
            told[own[0]] = chance
    return told, bare


def _owner(ground: Ground, role: str) -> str:
    """Whose choice is told where nobody is named; what chance dealt is the other's, where each got something."""
    dealt = [each for each, turns in ground.game.dealt.items() if turns and each != ground.view.topic]
    return dealt[0] if role == RANDOM and len(dealt) == 1 else role


def _listed(ground: Ground, role: str, odds: p.ToldOdds, moves: Sequence[str]) -> list[Mix]:
    """The mix in which all is equally likely; of a list all orders, that of the game first."""
    if not odds.listed:
        even = _even(ground, role, odds, moves)
        return [even] if even is not None else []
    assert odds.even is not None
    if len(odds.listed) != len(moves) or not all(_may_be(ground, each.who, role) for each in odds.even.choices):
        return []
    orders = dict.fromkeys(permutations(odds.listed))
    return [{move: one(chance) for move, chance in zip(moves, order, strict=True)} for order in orders]


def _even(ground: Ground, role: str, odds: p.ToldOdds, moves: Sequence[str]) -> Mix | None:
    """The mix in which all of a role's moves are equally likely, or those that were named."""
    assert odds.even is not None
    for choice in odds.even.choices:
        if (choice.how == "holds") != (role == RANDOM) or (role != RANDOM and not _may_be(ground, choice.who, role)):
            return None
        if choice.moves:
            drawn = [ground.game.drawn.get(each, (each,))[0] for each in choice.moves]
            moves = tuple(move for move in moves if move in drawn)
            if len(moves) != len(choice.moves):
                return None
    if not moves:
        return None
    if odds.halves and len(moves) != 2:
        raise Unresolved("it isn't said which two are equally likely")
    chance = Fraction(1, len(moves))
    if any(told.value != chance for _, told in odds.parts):
        return None
    return dict.fromkeys(moves, one(chance))


def _may_be(ground: Ground, who: p.Who | None, role: str, moves: Sequence[str] = ()) -> bool:
    """Whether somebody is a role; nobody named is who alone has such a move, or whoever the passage isn't about."""
    if who is None:
        owners = {owner for move in moves for owner in ground.game.owners.get(move, ())}
        return role in owners if len(owners) == 1 else role != ground.view.topic
    try:
        return role in roles_of(who, ground.game, ground.view)
    except Unresolved:
        return False


def agreed(ground: Ground, senses: Sequence[p.ToldOdds]) -> p.ToldOdds:
    """What all readings of odds tell alike; odds that were not understood, where they differ."""
    first, *others = senses
    try:
        alike = all(odds.values == first.values and _tells(ground, odds) == _tells(ground, first) for odds in others)
    except Unresolved:  # halves, of more than two
        alike = False
    return first if alike else p.ToldOdds(lost=True)


def _tells(ground: Ground, odds: p.ToldOdds) -> list[object]:
    roles = ground.game.roles
    even = [odds.even is not None and _even(ground, role, odds, ground.game.moves[role]) for role in roles]
    return [*(_told(ground, role, odds) for role in roles), *even]


def _complete(moves: Sequence[str], told: dict[str, p.Expr]) -> Mix:
    """A mix with the rest of its moves: those not told are excluded, or the only one left takes what remains."""
    rest = p.Expr(_summed([(1, one(Fraction(1))), *((-1, chance) for chance in told.values())]))
    missing = [move for move in moves if move not in told]
    if not any(factor for _, factor in rest.terms):
        return told
    if len(missing) != 1 or (rest.value is not None and rest.value < 0):
        raise Unresolved(_NOT_SAID)
    return {**told, missing[0]: rest}


def _summed(parts: list[tuple[int, p.Expr]]) -> tuple[tuple[str, Fraction], ...]:
    terms: dict[str, Fraction] = {}
    for sign, expr in parts:
        for letters, factor in expr.terms:
            terms[letters] = terms.get(letters, Fraction(0)) + sign * factor
    return tuple(terms.items())


def belief_at(mixes: Mixes, values: Mapping[str, Fraction]) -> f.Belief:
    """A belief with its letters at numbers.

    Raises:
        Unresolved: if a probability lies outside 0 to 1 there.
    """
    parts = [
        (const(role), const(move), chance.at(values)) for role, mix in mixes.items() for move, chance in mix.items()
    ]
    if any(not 0 <= chance <= 1 for _, _, chance in parts):
        raise Unresolved("its probabilities don't come to one")
    return f.Belief(tuple((role, move, number_term(chance)) for role, move, chance in parts if chance))


def belief_of(ground: Ground, role: str, partial: Partial) -> f.Belief:
    """What was said of how likely the others' moves are, in numbers.

    Raises:
        Unresolved: if nothing was said, or not of all, or it isn't clear.
    """
    found = mixes(ground, role, partial)
    if len(found) != 1:
        raise Unresolved("it can't be told which odds are meant")
    return belief_at(found[0], {})


def corners(mixes: Mixes, letters: frozenset[str]) -> Iterator[dict[str, Fraction]]:
    """Values of letters at which two sums must agree to be the same: one more than roles share a letter."""
    order = sorted(letters)
    shared = [sum(any(each in chance.letters for chance in mix.values()) for mix in mixes.values()) for each in order]
    steps = [[Fraction(at, count) for at in range(count + 1)] for count in (max(1, each) for each in shared)]
    for way in product(*steps):
        yield dict(zip(order, way, strict=True))
