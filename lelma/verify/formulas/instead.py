"""What decides a formula, in words, and what holds in place of a false one: about the worlds that may be, and of
relations as the solver found it.

What is about payoffs is tried in `lelma.verify.formulas.verdicts`, which knows the moves and definitions of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lelma.verify.formulas.judge import Judged, JudgedPlay, Member
from translators.formulas import formula as f
from translators.formulas.definitions import Definitions
from translators.formulas.says import Voice, role_said, said_name
from translators.formulas.write import ref_text

Candidate = tuple[str, str, f.Formula]
"""The name of a place in a formula, what stands there instead, and the formula with that."""


def of_worlds(formula: f.Formula, everybody: Sequence[str]) -> Iterator[Candidate]:
    """What may hold in place of a false formula about the worlds that may be.

    One of them does at most, or one for each role: a role that does not know something knows the contrary, or does not
    know whether it is so. `everybody` are the roles among whom something is common knowledge that names nobody.
    """
    match formula:
        case f.Knows(role, body, moment):
            yield "relation", "knows not", f.Knows(role, f.contrary(body), moment)
            yield "relation", "knows not whether", _not_whether(role, body, moment)
        case f.Possible(role, body, moment):
            yield "relation", "knows not", f.Knows(role, f.contrary(body), moment)
        case f.Common(roles, body, moment):
            yield "relation", "common not", f.Common(roles, f.contrary(body), moment)
            for role in roles or map(f.Const, everybody):
                yield "relation", "knows not whether", _not_whether(role, body, moment)


def _not_whether(role: f.Ref | None, body: f.Formula, moment: f.Moment) -> f.Formula:
    other = f.contrary(body)
    if role is None:
        return f.AllOf((f.Possible(None, body), f.Possible(None, other)))
    return f.AllOf((f.Negation(f.Knows(role, body, moment)), f.Negation(f.Knows(role, other, moment))))


def held_instead(formula: f.Formula, judged: Judged, definitions: Definitions, voice: Voice) -> Iterator[Candidate]:
    """What holds in place of a false relation, or of a definition that stands for one, as the solver found it.

    Places are called as the voice calls what stands there, or by their number.
    """
    for at, value in judged.instead:
        match formula:
            case f.Holds(relation, args, moment):
                place = (*voice.slots.get(relation, ()), *map(str, range(len(args))))[at]
                yield place, ref_text(value), f.Holds(relation, (*args[:at], value, *args[at + 1 :]), moment)
            case f.Applied(name, given):
                head, body = definitions[name].head, definitions[name].body
                if isinstance(body, f.Holds) and at < len(body.args) and isinstance(place_ := body.args[at], f.Var):
                    number = [parameter for parameter, _ in head.parameters].index(place_.name)
                    held = f.Applied(name, (*given[:number], value, *given[number + 1 :]))
                    yield place_.name, ref_text(value), held


def told_why(judged: Judged, voice: Voice, passes: Sequence[str]) -> Iterator[str]:
    """What decides a formula: members of domains, plays with their payoffs, worlds."""
    for member in judged.members:
        yield _member(member, voice)
    yield from dict.fromkeys(told_play(play, voice) for play in judged.plays)
    for world in judged.worlds:
        steps = [_joint([each for each in joint if each[1].name not in passes], voice) for joint in world]
        yield f"it may be that {', then '.join(filter(None, steps)) or 'nothing was done yet'}"


def _member(member: Member, voice: Voice) -> str:
    if isinstance(member.value, f.Const):
        name = said_name(member.value, voice)
    else:
        name = ", ".join(
            f"{role_said(role, voice)} {said_name(move, voice)}" + (f" in step {step}" if step is not None else "")
            for role, move, step in member.value
        )
    return {"true": f"so it is for {name}", "false": f"not for {name}", "closest": f"nearest for {name}"}[member.truth]


def told_play(play: JudgedPlay, voice: Voice) -> str:
    """A play with its payoffs, in words."""
    steps: dict[int, list[tuple[str, f.Const]]] = {}
    for role, step, move in play.choices:
        steps.setdefault(step, []).append((role, move))
    chosen = ", then ".join(_joint(steps[step], voice) for step in sorted(steps))
    paid = ", ".join(f"{role_said(role, voice)} {voice.spelling.told(number)}" for role, number in play.payoffs)
    return f"{chosen}: {paid}" if chosen else paid


def _joint(moves: Sequence[tuple[str, f.Const]], voice: Voice) -> str:
    return ", ".join(f"{role_said(role, voice)} {said_name(move, voice)}" for role, move in moves)
