"""The second-order perspective transition, computed: what words would make others think, and words held to a bound.

For each identity that others may have, and each deal that the speaker thinks possible, the deals that a listener is
left with are counted before and after the words: at their face value, as the words of somebody whose card knows that
they are so, and weighed by how often identities say what they know, guess or know to be false (`lelma.talk.leaks`).
Nothing goes into it but what the speaker saw and heard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from lelma.agents.gate.draft_check import DraftCheck
from lelma.agents.judging import judging
from lelma.agents.move_text import read_move
from lelma.agents.protocol import Answer, Note
from lelma.agents.recon.odds import enemy_share, latest_team
from lelma.agents.recon.worlds import worlds_at
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.support.errors import LelmaError
from lelma.talk.leaks import AS_USUAL, Taken


def overheard(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """How the words of the draft, the step `options.of`, would be taken, as text; of a draft without words, what the
    model says to the step's prompt `pt2`. With `options.also`, the model is asked in any case.
    """
    words = _words(moment, moment.results.get(options["of"]))
    model = "" if words and not options.get("also") else str(ask("pt2") or "")
    if not words:
        return StepResult(model)
    try:
        with judging(moment) as judge:
            taken = judge.taken(words, moment.texts.sides)
    except LelmaError as error:
        return StepResult(model, [{"kind": "overheard", "trouble": str(error)}])
    told = "\n".join(filter(None, [told_taken(moment, taken), model]))
    return StepResult(told, [_note(words, taken)])


def refined_answer(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """The draft, the step `options.of`, refined by the step's prompt `refine`, and again while something is wrong.

    Wrong are claims that the speaker can know to be false, secrets given away, what `options.conceal` bounds (own
    identity → the most that somebody on another side may think it probable after words that raised it), and a move of
    `options.never_for`, if the latest team (`options.team`) has for certain somebody of another side on it. Options
    further: `rounds` (2). Of all that were written the last without a fault counts, else the one with the least. The
    prompt's further field is `faults`.
    """
    draft = moment.results.get(options["of"])
    found: list[tuple[list[str], float, dict[str, Any]]] = []
    faults, notes = list[str](), list[Note]()
    try:
        if isinstance(draft, dict):
            faults, exposed = _faults(moment, options, draft)
            found.append((faults, exposed, draft))
        for _ in range(1 + int(options.get("rounds", 2))):
            answer = ask("refine", {"faults": "\n".join(faults)})
            if not isinstance(answer, dict):
                break
            faults, exposed = _faults(moment, options, answer)
            found.append((faults, exposed, answer))
            if not faults:
                break
    except LelmaError as error:
        notes.append({"kind": "refined", "trouble": str(error)})
        return StepResult(found[-1][2] if found else draft, notes)
    if not found:
        return StepResult()
    best = min(reversed(found), key=lambda each: (bool(each[0]), each[1], len(each[0])))
    counts = [len(each[0]) for each in found]
    notes.append({"kind": "refined", "faults": counts, "left": best[0], "exposed": round(best[1], 9)})
    return StepResult(best[2], notes)


def best_said(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """The best of several drafts, the step `options.of`: ranked by the solver alone.

    First those in which nothing is wrong, as `refined_answer` has it (`conceal` and the like are options here, too),
    then those that make the own identity the least probable for an enemy, then those that tell the own side most of who
    is on which side. Note `best_of`.
    """
    drafts = [each for each in moment.results.get(options["of"]) or () if isinstance(each, dict)]
    ranked = list[tuple[tuple[bool, float, float], int]]()
    try:
        for number, draft in enumerate(drafts):
            faults, exposed = _faults(moment, options, draft)
            ranked.append(((bool(faults), exposed, -_useful(moment, _words(moment, draft))), number))
    except LelmaError as error:
        return StepResult(drafts[0], [{"kind": "best_of", "trouble": str(error)}])
    if not ranked:
        return StepResult()
    (wrong, exposed, useful), best = min(ranked)
    note: Note = {"kind": "best_of", "of": len(drafts), "chosen": best, "wrong": wrong, "exposed": round(exposed, 9)}
    return StepResult(drafts[best], [{**note, "useful": round(-useful, 9)}])


_MOST_DEALS = 6
"""Deals of the speaker's over which what words tell the own side is averaged."""


def _useful(moment: StepMoment, words: str) -> float:
    """The bits about sides that the own side would gain from words, over some of the deals the speaker has left."""
    if not words:
        return 0.0
    deals = worlds_at(moment).deals[:_MOST_DEALS]
    with judging(moment) as judge:
        gains = [judge.gained(words, moment.texts.sides, deal) for deal in deals]
    return sum(gains) / len(gains) if gains else 0.0


_HEARD = {"card": " (if you know what you say)", AS_USUAL: " (by who is used to say such things)"}


def told_taken(moment: StepMoment, taken: Sequence[Taken]) -> str:
    """What words would change, a line for each identity of those who listen; and that they change nothing."""
    words, lines = moment.view.wording, list[str]()
    for listener in dict.fromkeys(each.listener for each in taken):
        changed = [each for each in taken if each.listener == listener and each.before != each.after]
        parts = [
            f"that you are {words.name(each.fact)} {float(each.before):.2f} → {float(each.after):.2f}"
            + _HEARD.get(each.heard_as, "")
            for each in changed
        ]
        lines += [f"To {words.name(listener)}: {'; '.join(parts)}."] if parts else []
    return "\n".join(lines) or "Your words change nothing in what the others can work out of who you are."


def _faults(moment: StepMoment, options: Mapping[str, Any], answer: Mapping[str, Any]) -> tuple[list[str], float]:
    """What is wrong with an answer, a line each; and how probable its words make the own identity for an enemy."""
    words = _words(moment, answer)
    told, exposed = list[str](), Fraction(0)
    with judging(moment) as judge:
        report = DraftCheck(judge, moment.view).report(
            Answer(str(answer.get("move", "")), words, str(answer.get("thought") or ""), lies=_lies(answer))
        )
        told += report.feedback
        worlds = worlds_at(moment)
        own = sorted(worlds.identities(moment.view.role))
        enemies = {name for those in moment.texts.sides.values() if not set(own) & those for name in those}
        for each in judge.taken(words, moment.texts.sides) if words and len(own) == 1 else ():
            if each.listener in enemies and each.fact == own[0] and each.after > max(each.before, exposed):
                exposed = each.after
    bounds = {moment.texts.phrased(name): bound for name, bound in dict(options.get("conceal", {})).items()}
    bound = bounds.get(own[0]) if len(own) == 1 else None
    if bound is not None and exposed > bound:
        told.append(f"GIVEN AWAY: to an enemy your words make it {float(exposed):.2f} probable that you are {own[0]}.")

    never = {moment.texts.phrased(move) for move in options.get("never_for", ())}
    if read_move(str(answer.get("move", "")), moment.view.legal, moment.view.wording, to=moment.view.role) in never:
        team = latest_team(moment, str(options.get("team", "")))
        good = not any(own[0] in moment.texts.sides.get(side, ()) for side in options.get("but_not", ()))
        if team and good and enemy_share(moment, worlds, team) == 1:
            told.append("REFUTED your move: in every deal that fits what you saw the team has an enemy on it.")
    return told, float(exposed)


def _words(moment: StepMoment, answer: Any) -> str:
    """What an answer says aloud; empty if its move carries no words."""
    if not isinstance(answer, Mapping):
        return ""
    view = moment.view
    move = read_move(str(answer.get("move", "")), view.legal, view.wording, to=view.role)
    return str(answer.get("words") or "").strip() if move in view.speaking else ""


def _lies(answer: Mapping[str, Any]) -> tuple[str, ...]:
    lies = answer.get("lies", ())
    return tuple(lie for lie in lies if isinstance(lie, str)) if isinstance(lies, list) else ()


def _note(words: str, taken: Sequence[Taken]) -> Note:
    """The note `overheard`: the words, and each share that they change."""
    changed = [
        {
            "listener": each.listener,
            "fact": each.fact,
            "heard_as": each.heard_as,
            "before": round(float(each.before), 9),
            "after": round(float(each.after), 9),
        }
        for each in taken
        if each.before != each.after
    ]
    return {"kind": "overheard", "words": words, "taken": changed}
