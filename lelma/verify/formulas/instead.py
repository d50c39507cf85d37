"""What holds in place of a false formula: about the worlds that may be, and of relations as the solver found it.

What is about payoffs is tried in `lelma.verify.formulas.verdicts`, which knows the moves and definitions of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lelma.verify.formulas.judge import Judged
from translators.formulas import formula as f
from translators.formulas.definitions import Definitions
from translators.formulas.says import Voice
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
