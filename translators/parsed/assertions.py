"""What a sentence says of payoffs, as formulas: amounts, comparisons, best responses, dominance, equilibria."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from gdl.values import dataclass
from translators.formulas import formula as f
from translators.parsed.cases import (
    CaseMoves,
    Players,
    Unclear,
    asserts,
    chosen,
    follows,
    names_move,
    scene,
    told_odds,
    turning,
)
from translators.parsed.clauses import Chunk, ParsedClause

Ways = tuple[f.Formula, ...]
"""What a clause may say, the likeliest first."""

_COMPOUND = re.compile(r"(\w+)\((.*)\)$")
_BOUNDS: dict[str, f.Comparison] = {"least": ">=", "most": "<=", "over": ">", "under": "<", "about": "~"}
_REPLIES = frozenset({"response", "reply", "answer", "counter"})
_POINTING = frozenset({"it", "this", "that", "these", "those"})
_NEAR = 12
"""Characters that may stand between a number and what it counts: `2 points more`."""
_WHOLE = ("whole", "always", "whatever", "come_what_may")


@dataclass(frozen=True)
class ParsedSentence:
    """A sentence to be read."""

    players: Players
    clauses: tuple[ParsedClause, ...]


def sentence_ways(sentence: ParsedSentence) -> Iterator[Ways]:
    """What each clause of a sentence says; nothing for one that can't be told."""
    if any(clause.supposed and asserts(clause) for clause in sentence.clauses):
        return  # what follows from other payoffs is no claim about the game
    for clause in sentence.clauses:
        if not clause.supposed:
            yield from filter(None, [_first(sentence, clause)])


def _first(sentence: ParsedSentence, clause: ParsedClause) -> Ways:
    """What the first rule that knows a clause makes of it."""
    subject = clause.subject("this")
    if subject is not None and subject.words[0] in _POINTING:
        return ()
    try:
        return next(filter(None, (rule(sentence, clause) for rule in _RULES)), ())
    except Unclear:
        return ()


def _const(name: str) -> f.Const:
    """A role or a move as formulas have it; `offer(3)` has an argument."""
    found = _COMPOUND.match(name)
    if found is None:
        return f.Const(name)
    return f.Const(found[1], tuple(_const(arg.strip()) for arg in found[2].split(",")))


def _condition(choices: CaseMoves) -> f.Condition:
    return f.Condition(tuple(f.Bind(_const(role), _const(move)) for role, move in sorted(choices.items())))


def _pay(role: str, choices: CaseMoves) -> f.Pay:
    return f.Pay(_const(role), _condition(choices))


def _one(roles: tuple[str, ...]) -> str:
    if len(roles) != 1:
        raise Unclear("it is about several roles")
    return roles[0]


def _denied(clause: ParsedClause, ways: Sequence[f.Formula]) -> Ways:
    return tuple(f.Negation(way) for way in ways) if clause.negated else tuple(ways)


def _holders(players: Players, clause: ParsedClause) -> tuple[str, ...]:
    """Whose payoffs a clause is about; the reasoner's where nobody is named."""
    than = turning(clause)
    before = [chunk for chunk in clause.chunks if than is None or chunk.end <= than.start]
    owner = next((chunk for chunk in before if "whose" in chunk), None)
    if owner is not None:
        return players.roles(owner, "whose")
    subject = clause.subject("who") or next((chunk for chunk in before if "who" in chunk), None)
    if subject is not None:
        return players.roles(subject)
    if clause.first("each_get") is not None:
        return players.game.roles
    parent = clause.parent
    if parent is not None and clause.coordinated and not clause.having("move") and parent.subject("who") is not None:
        return _holders(players, parent)
    return (players.game.me,)


def _equilibrium(sentence: ParsedSentence, clause: ParsedClause) -> Ways:
    """`(stag, stag) is an equilibrium`; `there is no pure equilibrium`."""
    chunk = clause.first("nash")
    if chunk is None or clause.having("num"):
        return ()
    parts = [part for part in clause.everywhere() if part is clause or not asserts(part)]
    if not any(names_move(each) or "pair" in each for part in parts for each in part.chunks):
        return (f.Applied("no_pure_nash", ()),) if clause.having("no", "nothing_of") else ()
    case: CaseMoves = {}
    for part in parts:
        case |= chosen(sentence.players, part, None)
    if set(case) != set(sentence.players.game.roles):
        raise Unclear("it doesn't tell what each role chooses")
    name = "strict_nash" if chunk.sense("nash") == "strict" else "only_nash" if clause.having("only") else "nash"
    return _denied(clause, [f.Applied(name, (_condition(case),))])


def _dominance(sentence: ParsedSentence, clause: ParsedClause) -> Ways:
    """`stag (strictly) dominates hare`, `hare is dominated by stag`, `stag is dominant`."""
    chunk = clause.first("dominate", "dominated", "dominant")
    if chunk is None:
        return ()
    players = sentence.players
    category = next(each for each in ("dominated", "dominate", "dominant") if each in chunk)
    role = _one(_holders(players, clause))
    moves = [each for part in clause.everywhere() for each in part.chunks if names_move(each)]
    named = [_const(players.move(each, (role,))) for each in sorted(moves, key=lambda each: each.start)]
    if category == "dominated" and len(named) == 2:
        category, named = "dominate", named[::-1]
    if len(named) != (2 if category == "dominate" else 1):
        raise Unclear("what dominates what can't be told")
    verb = "dominates" if category == "dominate" else category
    strength = chunk.sense(category)
    told = {"strict": ("strictly",), "weak": ("weakly",)}.get(strength, ("strictly", "weakly"))
    return _denied(clause, [f.Applied(f"{each}_{verb}", (_const(role), *named)) for each in told])


def _best(sentence: ParsedSentence, clause: ParsedClause) -> Ways:
    """`hare is my best response to stag`; `if they hunt stag, I should hunt stag`, `stag is better`."""
    chunk = clause.first("best", "prefer")
    if chunk is None or turning(clause) is not None or clause.having("num", "guaranteed", "payoff"):
        return ()
    players = sentence.players
    role = _one(_holders(players, clause))
    others: CaseMoves = {}
    made = []
    for each in filter(names_move, clause.chunks):
        reply = not _REPLIES.isdisjoint(chunk.words) and "to" in clause.prepositions(each)
        if reply or follows(clause, each, "against"):
            others |= {other: players.move(each, (other,)) for other in players.others}
        else:
            made.append(players.move(each, (role,)))
    around = next(scene(players, clause, role, own=False))
    others = {who: move for who, move in around.items() if who != role} | others
    if len(made) != 1:
        raise Unclear("it names none or several moves")
    move = _const(made[0])
    args: tuple[f.Argument, ...]
    if not others and clause.having(*_WHOLE):
        names, args = ("strictly_dominant", "weakly_dominant"), (_const(role), move)
    elif set(others) == set(players.game.roles) - {role}:
        names, args = ("best", "only_best"), (_const(role), move, _condition(others))
    else:
        raise Unclear("it doesn't tell what is answered")
    return _denied(clause, [f.Applied(name, args) for name in names])


def _comparison(sentence: ParsedSentence, clause: ParsedClause) -> Ways:
    """`stag pays (2) more than hare if they hunt stag`, `I get more than you`, `hare beats stag`."""
    players = sentence.players
    more = clause.first("more", "ahead", "exceed", "beat")
    parts = [part for part in clause.everywhere() if not part.supposed]
    than = next(filter(None, map(turning, parts)), None)
    turn = than if than is not None else more if more is not None and "more" not in more else None
    numbers = [chunk for part in parts for chunk in part.having("num")]
    if more is None or turn is None or clause.negated or more.start > turn.start:
        return ()
    if any(turn.end <= number.start for number in numbers):
        return ()
    role = _one(_holders(players, clause))
    around = next(scene(players, clause, role, own=False))
    first, second = dict(around), dict(around)
    for part in parts:
        first |= chosen(players, part, role, since=0, until=turn.start)
        second |= chosen(players, part, role, since=turn.end)
    other = role
    told = [chunk for part in parts for chunk in part.having("who") if turn.end <= chunk.start]
    if first == second and len(told) == 1:
        other = _one(players.roles(told[0]))
    if (first, role) == (second, other) or set(first) != set(second):
        raise Unclear("what is compared can't be told")
    left, right = _pay(role, first), _pay(other, second)
    if "less" in (more.sense("more"), more.sense("ahead"), more.sense("exceed")):
        left, right = right, left
    if not numbers:
        return f.Compare(">", left, right), f.Compare(">=", left, right)
    return (f.Compare("=", f.Arithmetic("-", left, right), f.Number(numbers[0].sense("num"))),)


def _value(sentence: ParsedSentence, clause: ParsedClause) -> Ways:
    """Cells, bounds, extremes, guarantees and expectations: somebody gets a number."""
    numbers = clause.having("num", "nothing")
    if len(numbers) != 1 or not asserts(clause) or clause.having("probability", "percent"):
        return ()
    players, number = sentence.players, numbers[0]
    chunks = [chunk for each in sentence.clauses for chunk in each.chunks]
    gap = any(("more" in chunk or "ahead" in chunk) and 0 <= chunk.start - number.end <= _NEAR for chunk in chunks)
    by = any(chunk.words == ("by",) and 0 <= number.start - chunk.end <= len(" $") for chunk in chunks)
    if gap or by or clause.first("than") is not None:
        raise Unclear("it is a difference")
    later = (chunk.start for chunk in chunks if ("num" in chunk or "nothing" in chunk) and chunk.start > number.start)
    odds, holders = told_odds(players, sentence.clauses), _holders(players, clause)
    extreme = _extreme(clause)
    ways: list[f.Formula] = []
    actor = holders[0] if len(holders) == 1 else players.game.me
    for case in scene(players, clause, actor, until=min(later, default=None)):
        if not (case or odds or extreme or clause.having(*_WHOLE)):
            raise Unclear("of which case it is can't be told")
        for relation in _relations(clause, number, extreme):
            amounts = [(_term(clause, role, case, odds, extreme), _amount(clause, number)) for role in holders]
            parts = [f.Compare(relation, term, f.Number(amount)) for term, amount in amounts]
            if clause.having("can", "potential") and not extreme:
                ways += [f.Some(part) for part in parts[: len(parts) == 1]]
            ways.append(parts[0] if len(parts) == 1 else f.AllOf(tuple(parts)))
    return _denied(clause, ways)


def _amount(clause: ParsedClause, number: Chunk) -> Fraction:
    """What a number tells: less than nothing, where it is lost. Players pay it, moves cost it."""
    value = Fraction(number.sense("num") if "num" in number else 0)
    mine, theirs = ("get", "give") if clause.subject("who") is not None else ("give", "get")
    verbs = [chunk.senses.get(mine) or chunk.senses.get(theirs, ()) for chunk in clause.chunks]
    lost = any("loss" in senses and not {"gain", "fall"}.intersection(senses) for senses in verbs)
    lost = lost or any(chunk.senses.get("payoff") == ("loss",) for chunk in clause.chunks)
    return -abs(value) if lost else value


def _relations(clause: ParsedClause, number: Chunk, extreme: str) -> tuple[f.Comparison, ...]:
    """How a payoff stands to the number."""
    for chunk in clause.having("atleast"):
        if 0 <= number.start - chunk.end <= _NEAR:
            return (_BOUNDS[chunk.sense("atleast")],)
    for chunk in clause.having("or_more"):
        if 0 <= chunk.start - number.end <= _NEAR:
            return (_BOUNDS[chunk.sense("or_more")],)
    return ("=", "~", ">=") if extreme == "min" else ("=", "~")


def _extreme(clause: ParsedClause) -> str:
    """Whether a clause is about the least, `min`, or the most, `max`; empty if about neither."""
    if clause.having("guarantee", "guaranteed"):
        return "min"
    senses = {chunk.sense(each) for chunk in clause.chunks for each in ("max", "peak", "at_worst", "extreme")}
    return "min" if "min" in senses else "max" if "max" in senses else ""


def _term(
    clause: ParsedClause, role: str, case: CaseMoves, odds: Mapping[str, Mapping[str, Fraction]], extreme: str
) -> f.NumberTerm:
    """The payoff that is told, an extreme of it or its expectation."""
    if odds:
        fixed = {who: move for who, move in case.items() if who not in odds}
        each = ((who, move, weight) for who, weights in odds.items() for move, weight in weights.items())
        parts = tuple((_const(who), _const(move), f.Number(weight)) for who, move, weight in each)
        return f.Expected(_const(role), _condition(fixed), f.Belief(parts))
    if clause.having("expected"):
        raise Unclear("the odds are told elsewhere")
    if extreme:
        return f.Extreme("min" if extreme == "min" else "max", _pay(role, case))
    return _pay(role, case)


_RULES: tuple[Callable[[ParsedSentence, ParsedClause], Ways], ...] = (
    _equilibrium,
    _dominance,
    _comparison,
    _best,
    _value,
)
