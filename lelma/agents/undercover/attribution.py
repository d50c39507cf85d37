"""A step that infers who is what and answers by it, in one call (att_nli paper, section 3.1.2 and Eq. 3).

The model gives `others`, player → identity and its probability; `own`, the same of itself; `plan`; and `description` or
`vote`. The identities become a `belief` note. Equation 3 prints the argmax over θ_j; what is taken is that over the own
θ_i, the likelier of the two identities. Options of the step: `out`, the percept of who is out, in KIF; `verified`,
whether probabilities that don't agree with each other are asked for once more, with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lelma.agents.protocol import View
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.agents.undercover.lived import named_in

SPY, CITIZEN = "spy", "citizen"

_SLACK = 0.02
"""How far the probabilities of being the spy may be from 1 in sum: models round them."""


def attributed(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """The model's answer, with the identities that it infers as a `belief` note and in its thought."""
    view = moment.view
    gone = named_in(view.plies, options["out"]) if "out" in options else []
    out = dict.fromkeys(gone, " (out, and so no spy)")
    players = "\n".join(f"{role}: {view.wording.name(role)}{out.get(role, '')}" for role in moment.others)
    value = ask("attribution", {"players": players, "disagreement": ""})
    fault = "" if value is None else disagreement(value, moment.others, gone)
    if fault and options.get("verified"):
        told = f"You gave other probabilities before, which do not agree with each other: {fault}. Please mend them."
        value = ask("attribution", {"players": players, "disagreement": told}) or value
    if value is None:
        return StepResult({"move": "", "words": "", "thought": ""})
    own = likelier(value["own"])
    beliefs = {role: shares(each) for role, each in {**value["others"], view.role: value["own"]}.items()}
    beliefs |= {role: {SPY: 0.0, CITIZEN: 1.0} for role in gone if role != view.role}
    notes: list[dict[str, Any]] = [{"kind": "belief", "beliefs": beliefs}]
    left = disagreement(value, moment.others, gone)
    notes += [{"kind": "disagreement", "text": left, "asked_again": bool(fault and options.get("verified"))}] * bool(
        left or fault
    )
    answer = {"move": _move(view, value), "words": value.get("description", ""), "thought": _thought(value, own)}
    return StepResult(answer, tuple(notes), {"own_identity": own})


def shares(told: Mapping[str, Any]) -> dict[str, float]:
    """Identity → probability, of an identity and its probability.

    >>> shares({"identity": "spy", "p": 0.25})
    {'spy': 0.25, 'citizen': 0.75}
    """
    chance = float(told["p"])
    spy = chance if told["identity"] == SPY else 1 - chance
    return {SPY: spy, CITIZEN: 1 - spy}


def likelier(told: Mapping[str, Any]) -> str:
    """The likelier of the two identities; the one that was told, where they are as likely.

    >>> likelier({"identity": "spy", "p": 0.25})
    'citizen'
    """
    chances = shares(told)
    return str(told["identity"]) if chances[SPY] == chances[CITIZEN] else max(chances, key=lambda each: chances[each])


def disagreement(value: Mapping[str, Any], others: tuple[str, ...], gone: list[str]) -> str:
    """Why probabilities can't all be right, of which exactly one player is the spy; empty if they can.

    Args:
        gone: who is out, while the game goes on, and so no spy.
    """
    told = value["others"]
    missing = [role for role in others if role not in told and role not in gone]
    if missing:
        return f"there is none for {', '.join(missing)}"
    wrong = [role for role in gone if role in told and shares(told[role])[SPY] > _SLACK]
    if wrong:
        return f"{', '.join(wrong)} is out and the game goes on, and so is not the spy"
    total = sum(shares(told[role])[SPY] for role in others if role in told) + shares(value["own"])[SPY]
    if abs(total - 1) > _SLACK:
        return (
            f"one player is the spy, but the probabilities of being the spy, your own among them, add up to {total:.2f}"
        )
    return ""


def _move(view: View, value: Mapping[str, Any]) -> str:
    """The vote, or the one move that carries words."""
    if "vote" in value:
        return str(value["vote"])
    return min(view.speaking, default=view.legal[0] if view.legal else "")


def _thought(value: Mapping[str, Any], own: str) -> str:
    spies = [role for role, each in value["others"].items() if likelier(each) == SPY]
    told = f"I take myself for {own}, and for the spy: {', '.join(spies) or 'nobody else'}."
    return f"{told} {str(value.get('plan', '')).strip()}".strip()
