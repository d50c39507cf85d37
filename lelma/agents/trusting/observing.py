"""What a joint move was evidence of: read by a model, refused where it can't be so, and noted with the graph.

After Zhu et al., "GRATR" (arXiv 2408.12333), section 3.2, Algorithm 1: one call for each act or speech of another. The
paper takes what the model says; here `refuse` holds it against the words, the record and what its role can know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from lelma.agents.judging import judging
from lelma.agents.protocol import Note, Ply
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.agents.told import percepts_told
from lelma.agents.trusting.book import TrustBook, book_of
from lelma.agents.trusting.life import BookOptions, TrustedLife, evidence_kept, life_of, unread_words
from lelma.agents.trusting.messages import recent_messages
from lelma.support.errors import LelmaError
from lelma.trust.forms import TrustSettings, credibility
from lelma.trust.graph import Evidence
from lelma.trust.record import actor_in

KINDS_OF_ACT: Mapping[str, str] = {"attack": "attacked", "defend": "defended", "deceive": "deceived"}
"""Kinds of acts that a model is asked for, and how they are told."""

_MOST_ITEMS, _LONGEST_QUOTE = 12, 200
_WORDS = re.compile(r"\w+")

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "evidence": {
            "type": "array",
            "maxItems": _MOST_ITEMS,
            "items": {
                "type": "object",
                "properties": {
                    "target": {"enum": ["$roles"]},
                    "type": {"enum": [*KINDS_OF_ACT]},
                    "score": {"type": "number", "minimum": 0, "maximum": 10},
                    "role_guess": {"enum": ["$identities", "unknown"]},
                    "quote": {"type": "string", "maxLength": _LONGEST_QUOTE},
                },
                "required": ["target", "type", "score", "role_guess", "quote"],
            },
        }
    },
    "required": ["evidence"],
}
"""What a model answers with; a schema can't misspell a kind of act, as the published prompt's example does."""


def trust_observed(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """The graph after a joint move; options are those of `BookOptions`, and `window`, how many messages are shown.

    The model is asked by the step's prompt `extract`, whose further fields are `actor`, `act`, `window` and `wrong`.
    Notes: `trust`, with what changed and what is proved; `extracted`, how many items a model gave and how many were
    refused; `unread`, where it gave none that could be read.

    Who is out of the game follows no more; nothing is left to decide but last words, right after.
    """
    chosen, ply = BookOptions.of(options), moment.ply
    if ply is None or not chosen.graph or moment.state.get("out"):
        return StepResult()
    _follow(moment, chosen)
    if not (ply.percepts or ply.heard):
        return StepResult()
    number = len(moment.view.plies)
    life = life_of(moment, chosen)
    kept: dict[str, Any] = {}
    notes = list[Note]()
    if chosen.extracted:
        found = list[Evidence]()
        for actor, act in _acts(life, ply):
            items, told = _extracted(life, actor, act, ask, int(options.get("window", 15)))
            found += items
            notes += told
        if found:
            kept[f"extracted_{number}"] = evidence_kept(found)
            life = replace(life, moment=_with_state(moment, kept))
    pins = {pin.player: pin.reason for pin in life.pins if pin.player != moment.view.role}
    if life.evidence(number) or set(pins) != set(moment.state.get("pinned") or {}):
        notes.append(_note(book_of(life), number, pins))
        kept["pinned"] = pins
    if moment.view.role in life.rules.out_by(ply.percepts):
        kept["out"] = True
    return StepResult(None, notes, kept)


def _follow(moment: StepMoment, options: BookOptions) -> None:
    """Carry on what the moment's role can know, where that counts, so that no decision needs to wait for it.

    What is wrong with it is told by the book.
    """
    if options.pins == "proof":
        with suppress(LelmaError), judging(moment) as judge:
            judge.make_ready()


def _with_state(moment: StepMoment, kept: Mapping[str, Any]) -> StepMoment:
    state = {**moment.state, **kept}
    return StepMoment(moment.on, moment.view, state, moment.results, moment.result, moment.texts)


def _acts(life: TrustedLife, ply: Ply) -> Iterator[tuple[str, str]]:
    """Who did something with the last joint move, and what, in words; without what the record tells by itself."""
    moment, options = life.moment, life.options
    me, game = moment.view.role, life.game
    told = dict(zip(ply.percepts, percepts_told(moment.view, ply), strict=True))
    done: dict[str, list[str]] = {}
    for percept in () if options.record else ply.percepts:
        done.setdefault(actor_in(life.rules, percept), []).append(told[percept])
    for each in ply.heard:
        words = unread_words(game, each.role, each.words) if options.record else each.words
        if words:
            done.setdefault(each.role, []).append(f"{moment.view.wording.name(each.role)}: “{words}”")
    yield from ((actor, "\n".join(acts)) for actor, acts in done.items() if actor in life.players and actor != me)


def _extracted(life: TrustedLife, actor: str, act: str, ask: Ask, window: int) -> tuple[list[Evidence], list[Note]]:
    """The items that a model finds in an act; where they are refused, it is asked once more."""
    moment, options = life.moment, life.options
    further = {
        "actor": moment.view.wording.name(actor),
        "act": act,
        "window": "\n".join(recent_messages(moment, window)),
        "wrong": "",
    }
    items, refused, dropped = list[Evidence](), 0, 0
    for attempt in (0, 1):
        value = ask("extract", further, schema=SCHEMA)
        if value is None:
            return items, [{"kind": "unread", "why": f"no evidence was read in what {actor} did"}]
        items, wrong = list[Evidence](), list[str]()
        for entry in value["evidence"][:_MOST_ITEMS]:
            fault = _fault(life, actor, act, entry) if options.refuse else _misfit(actor, entry)
            if fault:
                wrong.append(fault)
                continue
            c = credibility(entry["type"], _score(entry, life.settings), life.settings)
            number = len(moment.view.plies)
            items.append(Evidence(number, actor, entry["target"], KINDS_OF_ACT[entry["type"]], c, entry["quote"]))
        if not wrong or not options.refuse:
            dropped = len(wrong)
            break
        refused = len(wrong) if attempt == 0 else refused
        dropped = len(wrong)
        further["wrong"] = "\n".join(dict.fromkeys(wrong))
    note = {"kind": "extracted", "actor": actor, "items": len(items), "refused": refused, "dropped": dropped}
    return items, [note]


def _score(entry: Mapping[str, Any], settings: TrustSettings) -> float:
    score = float(entry["score"])
    return score / 10 if settings.form.scale == "given" else score


def _misfit(actor: str, entry: Mapping[str, Any]) -> str:
    """Why an item can't be kept at all."""
    return f"REFUSED: {entry['target']} can't act towards itself." if entry["target"] == actor else ""


def _fault(life: TrustedLife, actor: str, act: str, entry: Mapping[str, Any]) -> str:
    """Why an item is refused, in a sentence; empty if it isn't."""
    moment, rules = life.moment, life.rules
    name, quote = moment.view.wording.name(entry["target"]), " ".join(_WORDS.findall(str(entry["quote"]).casefold()))
    said = " ".join(_WORDS.findall(act.casefold()))
    if entry["target"] == actor:
        return f"REFUSED {name}: nobody acts towards oneself."
    if not quote or f" {quote} " not in f" {said} ":
        return f"REFUSED {name}: what you quote stands nowhere in what was said or done; quote it word by word."
    if not _names(moment, entry["target"], said):
        return f"REFUSED {name}: nothing was said or done about {name} there."
    guess, proved = str(entry["role_guess"]), life.proved.get(actor)
    side = rules.side(guess)
    if proved is not None and side in (rules.good, rules.evil) and side != proved:
        shown = moment.view.wording.name(actor)
        return f"REFUSED {name}: {shown} can't be {moment.view.wording.name(guess)}, by what you know."
    return ""


def _names(moment: StepMoment, target: str, said: str) -> bool:
    """Whether words speak of a player: by name, or of you and me where it is the role's own name that is meant."""
    name = " ".join(_WORDS.findall(moment.view.wording.name(target).casefold()))
    number = "".join(filter(str.isdigit, name))
    known = f" {name} " in f" {said} " or (bool(number) and f" {number} " in f" {said} ")
    return known or (target == moment.view.role and bool({"you", "your"} & set(said.split())))


def _note(book: TrustBook, number: int, pins: Mapping[str, str]) -> dict[str, Any]:
    """The note `trust` of a joint move after which others (player → reason) are pinned."""
    fresh = [(evidence, changes) for evidence, changes in book.items if evidence.ply == number]
    return {"kind": "trust", **trust_told(book), "pins": pins, "evidence": [_told(*each) for each in fresh]} | (
        {"trouble": book.trouble} if book.trouble else {}
    )


def trust_told(book: TrustBook) -> dict[str, Any]:
    """The trust of a book's owner in the others, for a note."""
    others = [player for player in book.graph.players if player != book.graph.me]
    return {"trust": {book.graph.me: {player: round(book.trust(book.graph, player), 6) for player in others}}}


def _told(evidence: Evidence, changes: Sequence[Any]) -> dict[str, Any]:
    return {
        "source": evidence.source,
        "target": evidence.target,
        "act": evidence.act,
        "credibility": round(evidence.credibility, 6),
        "quote": evidence.quote,
        "basis": evidence.basis,
        "changed": {change.player: [round(change.before, 6), round(change.after, 6)] for change in changes},
        "number": changes[0].number if changes else 0,
    }
