"""The steps of the neuro-symbolic agent: the prover's record, the guess of the other word, and its refinement.

Att_nli paper, section 3.1.3 and appendix B. `prover_record` judges what every other living player said against the own
word (Eqs. 14 to 19) and keeps the record; as the paper has it, `open` and `contradicted` are both `logically invalid`,
which is read as a sign of the spy; here they are kept apart unless `record = "paper"`. `first_guess` guesses the other
word once. `refined_guess`, after a vote that put out somebody whose words did not prove the own word, has the prover
ask whether they prove the guess (Eq. 11), and if not has the model guess again (Eqs. 12, 13).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.agents.undercover.abducer import weighed_deals
from lelma.agents.undercover.attribution import CITIZEN, SPY
from lelma.agents.undercover.case import WordCase, judged_case
from lelma.agents.undercover.lived import named_in, numbered_lines, own_word, said_by
from lelma.words.word_facts import WordFacts

_PAPER = {
    "entailed": "logically valid",
    "contradicted": "logically invalid",
    "open": "logically invalid",
    "error": "syntax error",
}
_FOUR = {
    "entailed": "it follows",
    "contradicted": "it is ruled out",
    "open": "neither follows nor is ruled out",
    "error": "could not be judged",
}
_LONGEST_GUESS = 60
_GUESSED: Mapping[str, Any] = {
    "type": "object",
    "properties": {"identity": {"type": "string", "enum": [CITIZEN, SPY]}, "guess": {"type": "string"}},
    "required": ["identity", "guess"],
    "additionalProperties": False,
}
"""What a new guess follows: what the agent takes itself for, and the word."""
_MISSING = 3
"""Missing facts at most that the trace tells."""


def prover_record(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """Player → what the prover found of its words against the own word, of all others who are in the game and spoke.

    What was judged before of the same words is not asked for again.
    """
    view = moment.view
    word, gone = own_word(view), named_in(view.plies, options["out"])
    known = {role: WordCase.from_json(each) for role, each in moment.state.get("cases", {}).items()}
    cases: dict[str, WordCase] = {}
    for role, said in said_by(view.plies).items():
        if role not in moment.others or role in gone:
            continue
        case = known.get(role)
        cases[role] = case if case is not None and case.is_of(word, said) else judged_case(said, word, options, ask)
    names = _PAPER if options.get("record") == "paper" else _FOUR
    record = {role: names[case.truth] for role, case in cases.items()}
    note = {
        "kind": "record",
        "word": word,
        "truths": {role: case.truth for role, case in cases.items()},
        "reasons": {role: case.reason for role, case in cases.items()},
        "repairs": {role: case.repairs for role, case in cases.items()},
    }
    kept = {
        "cases": {role: case.as_json() for role, case in cases.items()},
        "record": record,
        "grounds": {role: f"\n{case.rules}\n{case.formulas}" for role, case in cases.items()},
    }
    return StepResult(record, (note,) if cases else (), kept)


def first_guess(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """The guess of the other word that is kept, or a first one as soon as somebody else spoke.

    With the option `ranked` the prompt has so many words of the game's lexicon that explain what was said.
    """
    kept = moment.state.get("guess")
    if kept:
        return StepResult(kept)
    if not any(role in moment.others for role in said_by(moment.view.plies)):
        return StepResult()
    ranked = ranked_lines(moment, int(options.get("ranked", 0)))
    guess = read_guess(str(ask("guess", {"ranked": "\n".join([_RANKED, *ranked]) if ranked else ""})))
    return StepResult(guess, ({"kind": "guess", "guess": guess, "why": "first", "ranked": ranked},), {"guess": guess})


_RANKED = (
    "Words that would explain what was said, the likeliest first, and what would have to be known of them besides:"
)


def ranked_lines(moment: StepMoment, most: int) -> list[str]:
    """The likeliest other words by what all have said, each with the facts that its descriptions lack; ours, where the
    paper has the model guess from nothing. None without a lexicon.
    """
    facts = WordFacts.of(moment.texts.game) if most and moment.texts.game is not None else None
    if facts is None:
        return []
    view, word = moment.view, own_word(moment.view)
    said = {role: texts for role, texts in said_by(view.plies).items() if role in moment.others}
    players = [view.role, *moment.others]
    likely = weighed_deals(facts, view.role, word, said, players).words
    unexplained = [text for texts in said.values() for text in texts if facts.missing([text], word)]
    lines = []
    for other in sorted(likely, key=lambda each: (-likely[each], each))[:most]:
        missing = ", ".join(each.text for each in facts.missing(unexplained, other))
        lines.append(f"- {other}: {missing or 'nothing'}")
    return lines


def refined_guess(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """The guess after a vote that put somebody out (Eqs. 11 to 13)."""
    view, guess = moment.view, moment.state.get("guess")
    last = view.plies[-1:]
    out = next(iter(named_in(last, options["out"])), "")
    over = bool(options.get("over")) and bool(named_in(last, options["over"]))
    case = moment.state.get("cases", {}).get(out)
    if not guess or over or case is None or case["truth"] == "entailed":
        return StepResult(guess)
    said = said_by(view.plies).get(out, [])
    found = judged_case(said, guess, options, ask, cost=_MISSING)
    note = {"kind": "guess", "guess": guess, "of": out, "truth": found.truth, "trace": found.trace}
    if found.truth == "entailed":
        return StepResult(guess, ({**note, "why": "kept: it follows from what was said"},))
    told = {"out": view.wording.name(out), "trace": found.trace, "said": numbered_lines(said), "insist": ""}
    reply = ask("update_guess", told, schema=_GUESSED)
    if reply is not None and reply["identity"] == SPY and _same(read_guess(reply["guess"]), guess):
        insist = "You took yourself for the spy and kept your guess. Then it has to be another word."
        reply = ask("update_guess", {**told, "insist": insist}, schema=_GUESSED) or reply
    new = read_guess(reply["guess"]) if reply is not None else guess
    identity = reply["identity"] if reply is not None else moment.state.get("own_identity", CITIZEN)
    why = f"kept as {identity}" if _same(new, guess) else f"changed as {identity}"
    return StepResult(new, ({**note, "guess": new, "why": why},), {"guess": new})


def read_guess(text: str) -> str:
    """The word of a reply: its last line, without what stands before a colon, and without quotes.

    >>> read_guess("The other word: “Coffee pot”.")
    'Coffee pot'
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    last = lines[-1].rpartition(":")[2] if lines else ""
    return re.sub(r"^[\s\"'“”‘’*`_-]+|[\s\"'“”‘’*`_.!-]+$", "", last)[:_LONGEST_GUESS]


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
