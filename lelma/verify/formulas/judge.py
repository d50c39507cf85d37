"""Whether formulas hold of a game: of all its plays, or of what is given of one of them.

>>> judged = judge(solver, [parse("pay(p1; p1=hare) >= 1", words)], setting=setting)      # doctest: +SKIP
>>> judged[0].truth                                                                         # doctest: +SKIP
'true'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from gdl.tree.numbers import number_text
from gdl.values import dataclass
from lelma.engine.answers import Limits, Truth, truth_of
from lelma.engine.solver import Solver
from lelma.support.errors import EngineStopped, FormulaTooLong
from lelma.verify.formulas.given import Given
from lelma.verify.formulas.goal import Setting, constant_goal, formula_goal
from translators.formulas.formula import Const, Formula

NO_SUCH_PLAY = "no such play"
"""Why a formula is unknown whose condition holds of no play that is left."""

FORMULAS_A_REQUEST = 64
"""Formulas judged in one request, so that no request outlives its limit by much."""


@dataclass(frozen=True)
class JudgedPlay:
    """A play that decides a formula: (role, step, move) for each choice, and what the roles get."""

    choices: tuple[tuple[str, int, Const], ...]
    payoffs: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class Member:
    """A member of a domain that decides a quantifier.

    Attributes:
        truth: `true` for one of which the formula holds, `false` for one that refutes it, `closest` for the one that
            comes nearest where it holds of none.
        value: the member, or for a whole play (role, move, step) for each choice, the step None where it has none.
    """

    truth: Literal["true", "false", "closest"]
    value: Const | tuple[tuple[str, Const, int | None], ...]


@dataclass(frozen=True)
class Judged:
    """The word on one formula.

    Attributes:
        truth: `pending` for an announcement that is neither kept nor broken yet.
        reason: why it is unknown or an error.
        values: for each comparison that decides it, the numbers that its left and its right side stand for.
        members: members of domains that decide quantifiers, from the outermost in.
        plays: plays that decide it, at most 16.
        worlds: courses of the game so far that refute (or, where it is true, show) what a role knows or can't exclude.
        instead: with which value in place of which argument, from 0, a false relation holds; at most 6.
    """

    truth: Truth
    reason: str = ""
    values: tuple[tuple[tuple[Fraction, ...], tuple[Fraction, ...]], ...] = ()
    members: tuple[Member, ...] = ()
    plays: tuple[JudgedPlay, ...] = ()
    worlds: tuple[tuple[tuple[tuple[str, Const], ...], ...], ...] = ()
    instead: tuple[tuple[int, Const], ...] = ()


def judge(
    solver: Solver,
    formulas: Sequence[Formula],
    *,
    setting: Setting,
    given: Given | None = None,
    limits: Limits | None = None,
    reasons: bool = True,
) -> list[Judged]:
    """A judgement of each formula, in order. One that takes too long or is too large is unknown, with its reason.

    Args:
        reasons: whether to find what decides them, too; else a judgement is a truth and why it is unknown.
    """
    goal = (given or Given()).goal(setting)
    written = [written_goal(formula, setting) for formula in formulas]
    return judge_written(solver, written, given=goal, limits=limits, reasons=reasons)


def judge_written(
    solver: Solver,
    written: Sequence[str | Judged],
    *,
    given: str,
    limits: Limits | None = None,
    reasons: bool = True,
) -> list[Judged]:
    """As `judge`, of formulas as `written_goal` gives them, after what is given in Prolog text (`Given.goal`)."""
    allowed = limits or solver.limits
    found: list[Judged] = []
    for start in range(0, len(written), FORMULAS_A_REQUEST):
        some = written[start : start + FORMULAS_A_REQUEST]
        goals = [each for each in some if isinstance(each, str)]
        reply = _reply(solver, given, goals, allowed, reasons) if goals else []
        if isinstance(reply, dict) and len(goals) > 1:  # the request as a whole failed; find which did it
            judged = iter([_judged(_first(_reply(solver, given, [each], allowed, reasons))) for each in goals])
        else:
            judged = iter([_judged(item) for item in (reply if isinstance(reply, list) else [reply])])
        found.extend(next(judged) if isinstance(each, str) else each for each in some)
    return found


def written_goal(formula: Formula, setting: Setting) -> str | Judged:
    """What the solver is asked, or for a formula that is too long to be asked that it is unknown."""
    try:
        return formula_goal(formula, setting)
    except FormulaTooLong as error:
        return Judged("unknown", str(error))


@dataclass(frozen=True)
class Asked:
    """A formula that is asked at a moment of a match.

    Attributes:
        at: how many joint moves had been made.
        deals: the worlds that are possible then, each as the fluents that hold in it; one of none for a formula that
            speaks of none.
        bare: whether its truth is wanted, and nothing of what it rests on.
    """

    at: int
    formula: Formula
    deals: tuple[tuple[Const, ...], ...] = ((),)
    bare: bool = False


def judge_at_moments(
    solver: Solver, asked: Sequence[Asked], *, setting: Setting, course: str, limits: Limits | None = None
) -> list[Judged]:
    """A judgement of each formula at its moment, in order, as `judge`; in few requests.

    Args:
        course: the whole match from one point of view, as `given.course_goal` writes it.
    """
    allowed = limits or solver.limits
    ordered = sorted(range(len(asked)), key=lambda number: asked[number].at)
    found: dict[int, Judged] = {}
    for start in range(0, len(ordered), FORMULAS_A_REQUEST):
        some = ordered[start : start + FORMULAS_A_REQUEST]
        goals = [_moment(asked[number], setting) for number in some]
        reply = _at_moments(solver, course, goals, allowed)
        if isinstance(reply, dict) and len(goals) > 1:  # the request as a whole failed; find which did it
            reply = [_first(_at_moments(solver, course, [each], allowed)) for each in goals]
        found.update(zip(some, map(_judged, reply if isinstance(reply, list) else [reply]), strict=True))
    return [found[number] for number in range(len(asked))]


def _moment(asked: Asked, setting: Setting) -> str:
    deals = ",".join(f"[{','.join(map(constant_goal, deal))}]" for deal in asked.deals)
    return f"{'truths' if asked.bare else 'at'}({asked.at},[{deals}],[{formula_goal(asked.formula, setting)}])"


def _at_moments(solver: Solver, course: str, asked: Sequence[str], limits: Limits) -> Any:
    try:
        return solver.judge_moments(course, asked, limits=limits)
    except EngineStopped as stopped:
        return {"verdict": "unknown", "reason": str(stopped)}


def _reply(solver: Solver, given: str, goals: Sequence[str], limits: Limits, reasons: bool) -> Any:
    try:
        return solver.judge_formulas(given, goals, reasons=reasons, limits=limits)
    except EngineStopped as stopped:
        return {"verdict": "unknown", "reason": str(stopped)}


def _first(reply: Any) -> Any:
    return reply[0] if isinstance(reply, list) else reply


def _judged(item: Mapping[str, Any]) -> Judged:
    verdict = item["verdict"]
    if len(item) == 1:
        return _plain(truth_of(verdict))
    return Judged(
        truth=truth_of(verdict),
        reason=item.get("reason", ""),
        values=tuple((_numbers(each["left"]), _numbers(each["right"])) for each in item.get("values", ())),
        members=tuple(map(_member, item.get("members", ()))),
        plays=tuple(map(_play, item.get("plays", ()))),
        worlds=tuple(
            tuple(tuple((str(role), constant_of(move)) for role, move in joint) for joint in world)
            for world in item.get("worlds", ())
        ),
        instead=tuple((int(place), constant_of(value)) for place, value in item.get("instead", ())),
    )


_plain = lru_cache(maxsize=None)(Judged)


def _member(item: Mapping[str, Any]) -> Member:
    truth, value = item["truth"], item["value"]
    kind: Literal["true", "false", "closest"] = "closest" if truth == "closest" else "true" if truth else "false"
    if isinstance(value, list):
        steps = ((str(role), constant_of(move), None if step == "any" else int(step)) for role, move, step in value)
        return Member(kind, tuple(steps))
    return Member(kind, constant_of(value))


def _play(item: Mapping[str, Any]) -> JudgedPlay:
    return JudgedPlay(
        tuple((str(role), int(step), constant_of(move)) for role, step, move in item["choices"]),
        tuple((str(role), _number(number)) for role, number in item["payoffs"]),
    )


def _numbers(items: Sequence[Any]) -> tuple[Fraction, ...]:
    return tuple(map(_number, items))


def _number(item: Any) -> Fraction:
    return Fraction(item["over"], item["under"]) if isinstance(item, dict) else Fraction(item)


def constant_of(item: Any) -> Const:
    """The constant that a term of a reply stands for."""
    match item:
        case {"functor": functor, "args": args}:
            return Const(functor, tuple(map(constant_of, args)))
        case {"over": over, "under": under}:
            return Const(number_text(Fraction(over, under)))
        case _:
            return Const(str(item))
