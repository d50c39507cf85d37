"""The step in which a sheet learns: after every few games a curator writes rules, tested before they are kept.

SpyGame paper, section 5.2 and appendix E; there the rules are kept as they come. Here each is written twice, as a
sentence and as a condition with its conclusion (`lelma.memory.rule_language`), and run over the finished matches of the
archive. What can't be read goes back once; what is refuted goes back with the games in which it failed, as any false
claim does. Then only what is proved, supported or open is kept, and what is kept is tested again each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gdl.values import dataclass
from lelma.agents.protocol import Note
from lelma.agents.reflecting.cheatsheet import Cheatsheet
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.memory.finished_match import SPEECH_RELATIONS, FinishedMatch
from lelma.memory.rule_evidence import feedback_on, rule_evidence_over
from lelma.memory.rule_language import RuleFault, read_rule
from lelma.memory.tested_entries import hold_entries_against

MOST_LINES, LONGEST_LINE = 5, 200
"""Entries that a curator may write at once, and characters of each."""
LOOKED_AT = 8
"""Entries that it is shown."""
ATTEMPTS = 2
"""How often it is asked again for rules that failed."""
_LONGEST_LOG = 3000

_LINES: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "entries": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"text": {"type": "string"}, "rule": {"type": "string"}},
                "required": ["text"],
            },
        }
    },
    "required": ["entries"],
}
_ONE_TEXT: Mapping[str, Any] = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
}


@dataclass(frozen=True)
class WrittenEntry:
    """What a curator wrote: a sentence, and the same as a rule, or none."""

    text: str
    rule: str


def curated(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """Take up a match that is over, and have the sheet learn when it is time."""
    sheet = moment.memory
    if not isinstance(sheet, Cheatsheet) or moment.result is None:
        return StepResult()
    state = sheet.state
    with state.lock:
        if not sheet.take_up(moment.view, moment.result):
            return StepResult()
        if sheet.mode == "retrieval":
            game = state.games[-1]
            state.store.add(f"{game['result']} {' '.join(game['log'])}"[:_LONGEST_LOG])
            return StepResult()
        if len(state.games) - state.curated < sheet.every:
            return StepResult()
        fresh = state.games[state.curated :]
        state.curated = len(state.games)
        checked_only = bool(moment.settings.get("checked_only", True))
        note = (
            _rewritten(sheet, fresh, ask)
            if sheet.mode == "cumulative"
            else learnt_from(sheet, fresh, ask, checked_only=checked_only)
        )
    return StepResult(None, (note,))


def _rewritten(sheet: Cheatsheet, fresh: Sequence[Mapping[str, Any]], ask: Ask) -> Note:
    """The one text, written anew."""
    told = {"entries": sheet.state.text, "games": _games(fresh), "relations": "", "faults": "", **_limits()}
    value = ask("curate_text", told, schema=_ONE_TEXT)
    if value is not None:
        sheet.state.text = str(value["text"])[:_LONGEST_LOG]
    return {"kind": "curated", "games": len(fresh), "text": sheet.state.text}


def learnt_from(sheet: Cheatsheet, fresh: Sequence[Mapping[str, Any]], ask: Ask, *, checked_only: bool = True) -> Note:
    """New entries of a sheet `checked` or `all`, tested if it is checked, and a note of what became of each.

    Args:
        fresh: the games since the curator wrote last, which the sheet has taken up.
        checked_only: whether a rule that can't be read when it was put right is dropped, and not kept unchecked.
    """
    store, checked = sheet.state.store, sheet.mode == "checked"
    matches = sheet.finished() if checked else ()
    near = store.find("what tells who is who, and how to vote", LOOKED_AT)
    told = {
        "entries": "\n".join(f"- {entry.told}" for entry, _ in near),
        "games": _games(fresh),
        "relations": _relations(matches),
        "faults": "",
        **_limits(),
    }
    offered = _written(ask("curate", told, schema=_LINES))
    became: list[dict[str, Any]] = []
    left = offered if checked else []
    keep = [] if checked else [(each, "unchecked", "") for each in offered]
    for attempt in range(1 + ATTEMPTS):
        faults: list[str] = []
        for each in left:
            status, fault = _judged(each, matches)
            became.append({"text": each.text, "rule": each.rule, "status": status, "attempt": attempt + 1})
            if status in ("refuted", "unread"):
                faults.append(fault)
            if status == "unread" and attempt and not checked_only:
                keep.append((each, "unchecked", fault))
            elif status not in ("refuted", "unread"):
                keep.append((each, status, ""))
        if not faults or attempt == ATTEMPTS:
            break
        value = ask("curate_rule", {**told, "faults": "\n".join(f"- {fault}" for fault in faults)}, schema=_LINES)
        again = [each for each in _written(value)[: len(faults)] if each not in left]
        if not again:
            break
        left = again
    kept = [store.add(each.text, rule=each.rule, status=status, why=why) for each, status, why in keep]
    note: dict[str, Any] = {
        "kind": "curated",
        "games": len(fresh),
        "became": became or [vars(each) for each in offered],
    }
    note["kept"] = [entry.id for entry in kept if entry is not None]
    if checked:
        test = hold_entries_against(store, matches)
        note |= {"retired": list(test.retired), "clashes": len(test.clashes), "contained": len(test.contained)}
    return note


def _judged(each: WrittenEntry, matches: Sequence[FinishedMatch]) -> tuple[str, str]:
    """The status of what was written, and what its writer is told if it can't be kept."""
    if len(each.text) > LONGEST_LINE:
        return "unread", f"“{each.text[:60]}…” has {len(each.text)} characters; at most {LONGEST_LINE} are told"
    try:
        rule = read_rule(each.rule, matches[0].known if matches else None)
        evidence = rule_evidence_over(rule, matches)
    except RuleFault as fault:
        return "unread", f"“{each.text}”: your rule `{each.rule}` can't be tested: {fault}"
    return evidence.status, feedback_on(rule, evidence)


def _written(value: Any) -> list[WrittenEntry]:
    """What a curator's answer holds, as many lines as it may have; none of an answer that can't be read."""
    found = []
    for each in (value or {}).get("entries", ()):
        text = " ".join(str(each.get("text", "")).split())
        if text:
            found.append(WrittenEntry(text, " ".join(str(each.get("rule", "")).split())))
    return found[:MOST_LINES]


def _games(fresh: Sequence[Mapping[str, Any]]) -> str:
    """The public logs of games, each with its result."""
    told = []
    for number, game in enumerate(fresh, start=1):
        log = "\n".join(game["log"])
        cut = log if len(log) <= _LONGEST_LOG else f"{log[:_LONGEST_LOG]}…"
        told.append(f"Game {number}:\n{cut}\n{game['result']}")
    return "\n\n".join(told)


def _relations(matches: Sequence[FinishedMatch]) -> str:
    """The relations that rules may name, each on a line."""
    known = matches[0].known if matches else {}
    lines = [f"- {told}" for told in SPEECH_RELATIONS.values()]
    lines += [
        f"- {name}: {' or '.join(str(size) for size in sorted(sizes))} arguments"
        for name, sizes in sorted(known.items())
        if name not in SPEECH_RELATIONS
    ]
    return "\n".join(lines)


def _limits() -> dict[str, str]:
    return {"most": str(MOST_LINES), "longest": str(LONGEST_LINE)}
