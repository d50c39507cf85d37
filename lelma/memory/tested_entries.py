"""Entries of a store held against finished matches: each gets the status its rule deserves, what fails is retired.

The SpyGame paper's own entries ("consistently vague descriptions suggest a spy") contradict its instructions
("vagueness is no evidence"), and nobody tested either. Here only what is proved or supported is told to players, with
its numbers, and what is refuted goes back to whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gdl.values import dataclass
from lelma.memory.finished_match import FinishedMatch
from lelma.memory.rule_clashes import RuleClash, contains, rule_clashes
from lelma.memory.rule_evidence import RuleEvidence, feedback_on, rule_evidence_over
from lelma.memory.rule_language import LearntRule, RuleFault, read_rule
from lelma.memory.store import USABLE, EntryStore, LearntEntry


@dataclass(frozen=True)
class EntryTest:
    """What a test of a store found.

    Attributes:
        feedback: entry's id → what whoever wrote it is told: of refuted ones, and of rules that can't be read or asked.
        clashes: rules that say opposite things of one player.
        contained: (wider, narrower) ids of usable entries of which the first says all that the second says.
        retired: ids of entries that were usable or new before, and are no more.
    """

    feedback: dict[str, str]
    clashes: tuple[RuleClash, ...]
    contained: tuple[tuple[str, str], ...]
    retired: tuple[str, ...]


def hold_entries_against(store: EntryStore, matches: Sequence[FinishedMatch]) -> EntryTest:
    """Give every entry with a rule its status by these matches; nothing changes in a frozen store.

    One that was usable and is no longer supported by what there is now, is `open` again; one that is refuted is
    `refuted`. Of two that clash or of which one contains the other, the one with less lift is `retired`; of equals,
    the later.
    """
    feedback: dict[str, str] = {}
    before = {entry.id: entry.status for entry in store.entries}
    rules: dict[str, LearntRule] = {}
    for entry in store.entries:
        if not entry.rule or entry.status == "retired":
            continue
        try:
            rule = read_rule(entry.rule, matches[0].known if matches else None)
            evidence = rule_evidence_over(rule, matches)
        except RuleFault as fault:
            feedback[entry.id] = f"Your rule can't be tested: {fault}."
            store.settle(entry.id, "unchecked", None, str(fault))
            continue
        rules[entry.id] = rule
        store.settle(entry.id, evidence.status, evidence)
        if evidence.status == "refuted":
            feedback[entry.id] = feedback_on(rule, evidence)
    usable = [entry for entry in store.entries if entry.status in USABLE and entry.id in rules]
    clashes = rule_clashes([rules[entry.id] for entry in usable], matches)
    contained = [
        (wide.id, narrow.id)
        for wide in usable
        for narrow in usable
        if wide.id != narrow.id and contains(rules[wide.id], rules[narrow.id])
    ]
    by_rule = {rules[entry.id]: entry for entry in reversed(usable)}
    pairs = [(by_rule[clash.first], by_rule[clash.second], "contradicts") for clash in clashes]
    by_id = {entry.id: entry for entry in usable}
    pairs += [(by_id[wide], by_id[narrow], "says the same in part as") for wide, narrow in contained]
    gone: set[str] = set()
    for one, other, relation in pairs:
        if gone.isdisjoint((one.id, other.id)):
            weak, strong = sorted((one, other), key=_strength)
            store.settle(weak.id, "retired", weak.evidence, f"it {relation} {strong.id}, which has more lift")
            gone.add(weak.id)
    after = {entry.id: entry.status for entry in store.entries}
    lost = tuple(
        id
        for id, status in after.items()
        if status in ("refuted", "retired") and before[id] not in ("refuted", "retired")
    )
    return EntryTest(feedback, clashes, tuple(contained), lost)


def _strength(entry: LearntEntry) -> tuple[bool, Fraction, int]:
    """The weaker first: proved ones last, then by lift, the earlier of equals being the stronger."""
    found: RuleEvidence | None = entry.evidence
    lift = found.lift if found is not None and found.lift is not None else Fraction(0)
    return entry.status == "proved", lift, -int(entry.id.removeprefix("e"))
