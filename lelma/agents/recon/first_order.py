"""The first-order perspective transition, proved where it can be: what the model assumes is held against every deal.

What all possible deals have is put in as certain, with the joint move that showed it; what none has is told the model,
which is asked again; certainty without a proof becomes a likely guess. What the deals leave open stays the model's.
An assumption about behaviour makes nothing certain: what would follow is told with it, and one that a percept
contradicts is dropped, and that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from lelma.agents.gate.draft_check import refuted_guess
from lelma.agents.protocol import Note
from lelma.agents.recon.guessing import CERTAIN, LIKELY, UNKNOWN, certain_of, guessed_shares, meant_by
from lelma.agents.recon.worlds import RoleWorlds, worlds_at
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.agents.told import percepts_told
from lelma.game.wording import sentence
from lelma.knowledge import KnowledgeError
from lelma.support.errors import LelmaError
from lelma.talk.record import held_in_common

GuessTable = dict[str, dict[str, Any]]
"""Player → `identity` (or a side), `confidence`, `reason`."""

_LARGEST_GROUP = 3


def reconciled(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """What the model assumes of the others by the step's first prompt, reconciled with what can be known.

    Options: `rounds` (2), how often what no deal allows is fed back; `assumptions`, names of them. The prompt's further
    fields are `proved` and `refuted`. Notes: `reconciled` with what was refuted, demoted and inserted, and `belief`.
    """
    prompt = "pt1"
    try:
        worlds = worlds_at(moment)
    except LelmaError as error:  # such as of a game that hides nothing: the model's word stands
        guesses = _guesses(ask(prompt, {"proved": "", "refuted": ""}))
        return StepResult(guesses, [{"kind": "reconciled", "trouble": str(error)}], {"pt1": guesses})
    proofs = list(_proofs(moment, worlds))
    further, dropped = _assumed(moment, worlds, options.get("assumptions", ()))
    proved = "\n".join([*(f"{fact} ({why})" for _, fact, why in proofs), *further])
    refuted: list[str] = []
    guesses, first_refuted = GuessTable(), 0
    for attempt in range(1 + int(options.get("rounds", 2))):
        guesses = _guesses(ask(prompt, {"proved": proved, "refuted": "\n".join(refuted)})) or guesses
        refuted = list(_refuted(moment, worlds, guesses))
        first_refuted = first_refuted if attempt else len(refuted)
        if not refuted:
            break
    found, inserted, demoted = _settled(moment, worlds, guesses, {who: why for who, _, why in proofs if who})
    beliefs = {
        player: guessed_shares(moment.texts, _inner(found[player]), worlds.shares(player), {CERTAIN: 1.0, LIKELY: 0.7})
        for player in found
    }
    notes: list[Note] = [
        {
            "kind": "reconciled",
            "certain": {who: each["identity"] for who, each in found.items() if each["confidence"] == CERTAIN},
            "refuted": first_refuted,
            "left": len(refuted),
            "inserted": inserted,
            "demoted": demoted,
            "assumptions": [name for name in options.get("assumptions", ()) if name not in dropped],
            "dropped": dropped,
        },
        {"kind": "belief", "beliefs": beliefs, "certain": certain_of(moment, found)},
    ]
    return StepResult(found, notes, {"pt1": found})


def _guesses(value: Any) -> GuessTable:
    """The entries of a model's value that can be used."""
    entries = value.items() if isinstance(value, dict) else ()
    return {
        who: dict(each) for who, each in entries if isinstance(each, dict) and isinstance(each.get("identity"), str)
    }


def _inner(guess: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is left to guess where a side is proved."""
    return {"identity": guess["guess"], "confidence": LIKELY} if "guess" in guess else guess


def _refuted(moment: StepMoment, worlds: RoleWorlds, guesses: GuessTable) -> Iterator[str]:
    """What no deal allows, a line for each, with what is left."""
    for player in moment.others:
        guess = guesses.get(player, {})
        meant, possible = meant_by(moment.texts, guess), worlds.identities(player)
        if guess.get("confidence") in (CERTAIN, LIKELY) and meant and not meant & possible:
            words = moment.view.wording
            yield refuted_guess(words, player, words.name(str(guess["identity"])), possible)


def _settled(
    moment: StepMoment, worlds: RoleWorlds, guesses: GuessTable, reasons: Mapping[str, str]
) -> tuple[GuessTable, list[str], list[str]]:
    """The guesses with what is proved in them, and of whom something was put in, and was certain without a proof."""
    found, inserted, demoted = GuessTable(), list[str](), list[str]()
    for player in moment.others:
        guess, possible = dict(guesses.get(player, {"identity": UNKNOWN})), worlds.identities(player)
        meant = meant_by(moment.texts, guess)
        if not meant & possible:
            guess = {"identity": UNKNOWN, "confidence": UNKNOWN}
        proved = held_in_common(possible, moment.texts.sides)
        if proved and possible != meant:
            further = {"guess": guess["identity"]} if meant < possible and meant else {}
            inserted += [player] if guess["identity"] != proved or guess.get("confidence") != CERTAIN else []
            guess = {"identity": proved, **further}
        if proved:
            guess |= {"confidence": CERTAIN, "reason": reasons.get(player, "")}
        elif guess.get("confidence") == CERTAIN:
            demoted.append(player)
            guess["confidence"] = LIKELY
        found[player] = {"confidence": UNKNOWN, **guess}
    return found, inserted, demoted


def _proofs(moment: StepMoment, worlds: RoleWorlds) -> Iterator[tuple[str, str, str]]:
    """What all deals have: of whom (empty for some of several), in a sentence, and since when it is known."""
    words, game = moment.view.wording, moment.texts.game
    for player in moment.others:
        proved = held_in_common(worlds.identities(player), moment.texts.sides)
        if proved:
            fact = sentence(f"{words.name(player)} is {words.name(proved)}")
            yield player, fact, _since(moment, partial(_is_proved, moment, player, proved))
    for relation in game.file.knowledge.facts if game is not None else ():
        for some in worlds.known.one_of(relation, moment.others, largest=_LARGEST_GROUP):
            if len(some) > 1:
                names = [words.name(player) for player in some]
                fact = sentence(f"{', '.join(names[:-1])} or {names[-1]} is {words.name(relation)}")
                yield "", fact, _since(moment, partial(_is_one_of, relation, some))


def _is_proved(moment: StepMoment, player: str, proved: str, worlds: RoleWorlds) -> bool:
    return held_in_common(worlds.identities(player), moment.texts.sides) == proved


def _is_one_of(relation: str, some: Sequence[str], worlds: RoleWorlds) -> bool:
    return tuple(some) in worlds.known.one_of(relation, some, largest=len(some))


def _since(moment: StepMoment, holds: Callable[[RoleWorlds], bool]) -> str:
    """The joint move since which something is known, and what was perceived of it: what is known stays known."""
    low, high = 0, len(moment.view.plies)
    while high - low > 1:
        middle = (low + high) // 2
        if holds(worlds_at(moment, plies=middle)):
            high = middle
        else:
            low = middle
    told = " ".join(percepts_told(moment.view, moment.view.plies[high - 1])) if high else ""
    return f"joint move {high}: {told}" if told else f"joint move {high}"


def _assumed(moment: StepMoment, worlds: RoleWorlds, assumptions: Sequence[str]) -> tuple[list[str], list[str]]:
    """What would follow from each assumption besides, a sentence each; and those that what was seen contradicts."""
    told, dropped = list[str](), list[str]()
    game = moment.texts.game
    for name in assumptions:
        says = game.file.knowledge.assumption(name) if game is not None else name
        try:
            given = worlds_at(moment, assumptions=(name,))
        except KnowledgeError:
            dropped.append(name)
            told.append(sentence(f"What you saw contradicts that {says}"))
            continue
        words = moment.view.wording
        for player in moment.others:
            proved = held_in_common(given.identities(player), moment.texts.sides)
            if proved and proved != held_in_common(worlds.identities(player), moment.texts.sides):
                told.append(sentence(f"If {says}, {words.name(player)} is {words.name(proved)}"))
    return told, dropped
