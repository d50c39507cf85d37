"""The steps of an agent that reflects: what it believes after each description, what it says, and whom it votes for.

SpyGame paper, section 5.1 and appendices A.1 to A.3. What can't be read after the step's tries is replaced by what does
no harm, and flagged by a note `fallback`: beliefs stay, a sentence that says nothing, a vote drawn by the seed. (The
published code notes -1, and one of its scripts then tests the last seat.) Where rules are switched on, an answer that
breaks one is fed back once (`enforce`), or counted.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lelma.agents.protocol import Note
from lelma.agents.reflecting.adherence import (
    RuleCheck,
    adherence_note,
    description_checks,
    joined_majority,
    reflection_checks,
    told_broken,
    vote_checks,
)
from lelma.agents.reflecting.beliefs import NO_IDENTITY, as_state, belief_note, read_beliefs, role_named
from lelma.agents.reflecting.cheatsheet import entries_told
from lelma.agents.reflecting.telling import WordMoment, switched_rules
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.agents.word_games.word_table import NEUTRAL
from translators.descriptions.spelling import words_of

_TEXT = {"type": "string"}
_NUMBER = {"type": "number"}


def reflected(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """The beliefs after a description of another player; after a vote, whether the own vote kept `spy_offense`."""
    at = WordMoment.of(moment)
    if at.me in at.gone or not any(each.role != at.me for each in moment.view.plies[-1].heard):
        return StepResult()
    rules, told = switched_rules(moment), _with_entries(at, "reflect")
    schema = _reflection_schema(at, bool(rules))

    def checks(value: Mapping[str, Any]) -> tuple[RuleCheck, ...]:
        return reflection_checks(rules, at, value, read_beliefs(value, at.beliefs, moment.view, at.names))

    value, notes = _asked("reflect", moment, ask, told, schema, checks if rules else None)
    if value is None:
        return StepResult(None, (*notes, _fallback("reflect", "the answer can't be read; beliefs stay")))
    beliefs = read_beliefs(value, at.beliefs, moment.view, at.names)
    further: dict[str, Any] = {"own_reason": beliefs[at.me].reason} if at.me in beliefs else {}
    if at.score is not None:
        further["outlier"] = at.score
    if at.proof is not None:
        further["suspects"] = sorted(set(at.proof.suspects) - set(at.gone))
    note = belief_note(beliefs, at.names, **further)
    return StepResult(None, (note, *notes), {"beliefs": as_state(beliefs)})


def vote_reviewed(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """After a vote, whether one that takes itself for the odd one joined the majority: a note, if the rule is on."""
    at = WordMoment.of(moment)
    own = at.beliefs[at.me].odd if at.me in at.beliefs else None
    votes = at.heard.votes
    if (
        "spy_offense" not in switched_rules(moment)
        or own is None
        or own <= 0.5
        or not votes
        or at.me not in votes[-1].votes
    ):
        return StepResult()
    joined = joined_majority(votes[-1], at.me)
    check = RuleCheck("spy_offense", not joined, "you voted with most others" if joined else "")
    return StepResult(None, (adherence_note("voted", (check,), attempt=1, enforced=False),))


def described(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """A description, as the answer."""
    at = WordMoment.of(moment)
    rules = switched_rules(moment)
    shape: dict[str, Any] = {"thinking": _TEXT, "content": _TEXT}
    if "strategy_first" in rules:
        shape = {"strategy": {"type": "string", "enum": ["blend_in", "second_reading"]}, **shape}

    def checks(value: Mapping[str, Any]) -> tuple[RuleCheck, ...]:
        return description_checks(rules, at, value)

    checked = checks if "strategy_first" in rules else None
    value, notes = _asked("describe", moment, ask, _with_entries(at, "describe"), _object(shape), checked)
    move = min(moment.view.speaking, default="")
    words = " ".join(str((value or {}).get("content", "")).split())
    if not words:
        words = _neutral(at)
        notes = (*notes, _fallback("describe", "the answer can't be read; a sentence that says nothing"))
    thought = str((value or {}).get("thinking", ""))
    notes = (*notes, *_fit(at, words))
    return StepResult({"move": move, "words": words, "thought": thought}, notes)


def voted(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """A vote, as the answer."""
    at, view = WordMoment.of(moment), moment.view
    rules = switched_rules(moment)
    targets = {role: move for move in view.legal for role in at.others if f" {role})" in move}
    told = _with_entries(at, "vote")

    def chosen(value: Mapping[str, Any] | None) -> str | None:
        role = role_named((value or {}).get("vote_target", ""), view)
        return role if role in targets else None

    def checks(value: Mapping[str, Any]) -> tuple[RuleCheck, ...]:
        role = chosen(value)
        return vote_checks(rules, at, role, str(value.get("vote_reason", ""))) if role is not None else ()

    schema = _object({"vote_reason": _TEXT, "vote_target": {"type": ["string", "integer"]}})
    value, notes = _asked("vote", moment, ask, told, schema, checks if rules else None)
    role = chosen(value)
    if role is None:
        draw = random.Random(view.seed).choice(view.legal)
        why = "the answer names nobody who can be voted for; a vote drawn by the seed"
        return StepResult({"move": draw, "words": "", "thought": ""}, (*notes, _fallback("vote", why)))
    reason = str((value or {}).get("vote_reason", ""))
    return StepResult({"move": targets[role], "words": "", "thought": reason}, notes)


def _asked(
    task: str,
    moment: StepMoment,
    ask: Ask,
    told: tuple[dict[str, str], Sequence[Note]],
    schema: Mapping[str, Any],
    checks: Callable[[Mapping[str, Any]], tuple[RuleCheck, ...]] | None,
) -> tuple[Mapping[str, Any] | None, tuple[Note, ...]]:
    """The model's answer to the prompt of a task, and notes: what was retrieved, and which rules it keeps."""
    fields, notes = told
    value = ask(task, fields, schema=schema)
    if value is None or checks is None:
        return value, tuple(notes)
    found, attempt, enforce = checks(value), 1, bool(moment.settings.get("enforce"))
    broken = told_broken(found)
    if broken and enforce:
        again = ask(task, {**fields, "broken": broken}, schema=schema)
        if again is not None:
            value, attempt, found = again, 2, checks(again)
    return value, (*notes, adherence_note(task, found, attempt=attempt, enforced=enforce))


def _with_entries(at: WordMoment, task: str) -> tuple[dict[str, str], tuple[Note, ...]]:
    """The fields of a task's prompt with the entries that were found for it, and a note of them."""
    entries, note = entries_told(at, task)
    return {**at.fields(task), "entries": entries}, (note,) if note is not None else ()


def _reflection_schema(at: WordMoment, regular: bool) -> dict[str, Any]:
    identity = {"type": "string", "enum": [at.table.common, at.table.odd, NO_IDENTITY]}
    one = {"player_id": {"type": ["string", "integer"]}, "word_guess": _TEXT, "role_guess": identity}
    one |= {"confidence": _NUMBER, "reason": _TEXT}
    own = {"role_guess": identity, "role_reason": _TEXT, "confidence": _NUMBER}
    shape: dict[str, Any] = {
        "player_analyses": {"type": ["array", "object"], "items": {"type": "object", "properties": one}},
        "self_analysis": {"type": "object", "properties": own, "required": ["role_guess"]},
    }
    if regular:
        shape["outlier_score_used"] = {"type": ["number", "string", "null"]}
        shape["grounding_consistency"] = _TEXT
    return {"type": "object", "properties": shape, "required": ["player_analyses", "self_analysis"]}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": dict(properties), "required": list(properties)[-1:]}


def _fit(at: WordMoment, words: str) -> list[Note]:
    """What a description is of the own word, and of the one that is guessed of most others: a note of kind `fit`."""
    guesses = [at.beliefs[role].word for role in at.others if role in at.beliefs and at.beliefs[role].word]
    if at.table.honesty is None or not at.own or not guesses:
        return []
    guess = max(sorted(set(guesses)), key=guesses.count)
    own, other = (at.table.honesty.entails(words, word).outcome for word in (at.own, guess))
    odd = at.beliefs[at.me].odd if at.me in at.beliefs else None
    return [{"kind": "fit", "round": at.round, "own_odd": odd, "guess": guess, "own": own, "guessed": other}]


def _neutral(at: WordMoment) -> str:
    """A sentence that says nothing and was not said."""
    said = {"".join(words_of(text)) for texts in at.heard.said.values() for text in texts}
    said |= {"".join(words_of(each.answer)) for each in at.moment.view.refused}
    left = [text for text in NEUTRAL if "".join(words_of(text)) not in said] or list(NEUTRAL)
    return random.Random(at.moment.view.seed).choice(left)


def _fallback(task: str, why: str) -> Note:
    return {"kind": "fallback", "task": task, "why": why}
