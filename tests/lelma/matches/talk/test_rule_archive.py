"""Rules tested on transcripts: by plain agents, whose votes and words tell nothing, and by ones that deduce."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lelma.interfaces.cli.main import main
from lelma.matches.talk.rule_archive import RuleArchive, read_archive
from lelma.memory.rule_evidence import rule_evidence_over
from lelma.memory.rule_language import RuleFault, read_rule
from lelma.memory.store import USABLE, EntryStore
from lelma.memory.tested_entries import hold_entries_against
from lelma.models.embeddings import open_embedder
from lelma.support.errors import UsageError
from lelma.support.paths import data_folder

SAMPLE = data_folder("games") / "undercover_v" / "samples" / "match.jsonl"

PROVED = (
    "if is_out(P) then not spy(P)",
    "if out_in_last_round(P) then citizen(P)",
    "if out_in(P, any) then not spy(P)",
    "if is_out(P) and not vague(P) >= 9 then citizen(P)",
)
DISPROVED = (
    "if is_out(P) then spy(P)",
    "if out_in_last_round(P) then not citizen(P)",
    "if out_in(P, any) and not still_in(P) then spy(P)",
)
# These agents never lie, so that of two who contradict each other one holds the odd word.
SUPPORTED = (
    "if contradicts(P) >= 1 then spy(P)",
    "if contradicts(P, Q) and still_in(Q) then spy(P)",
    "if contradicts(P) >= 2 then spy(P)",
    "if outlier(me) > 0 then spy(me)",
    "if outlier(me) > 0.1 then spy(me)",
    "if outlier(me) > 0.3 then spy(me)",
)
REFUTED = (
    "if contradicts(P) >= 1 then citizen(P)",
    "if contradicts(P) >= 2 then not spy(P)",
    "if contradicts(P, Q) then not spy(P)",
    "if outlier(me) > 0.1 then citizen(me)",
    "if outlier(me) > 0.3 then citizen(me)",
)
# What the rules of the game say already, what a seat tells, and what never comes.
OPEN = (
    "if still_in(P) then spy(P)",
    "if still_in(P) or is_out(P) then spy(P)",
    "if described_first(P) then citizen(P)",
    "if voted_for(P, Q, 9) then spy(P)",
    "if votes_received(P, last) >= 99 then spy(P)",
    "if described_first(P) then spy(P)",
)


@pytest.mark.nightly
def test_relations_are_those_of_the_moment() -> None:
    archive = read_archive([SAMPLE])
    first, *later = archive.matches[0].moments
    assert first.rounds == () and "voted_for" not in first.relations
    assert later and later[0].rounds == ("1",) and later[0].relations["voted_for"]
    assert all(sum(each.get("spy", 0) for each in at.chances.values()) == 1 for at in archive.matches[0].moments)


def test_what_there_is_not_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no finished match"):
        read_archive([tmp_path])
    match = tmp_path / "match.jsonl"
    assert main(["play", "werewolf", "--agents", "plain", "--quiet", "--out", str(match)]) == 0
    archive = read_archive([match])
    with pytest.raises(RuleFault, match="werewolf has no lexicon"):
        rule_evidence_over(read_rule("if vague(P) >= 1 then werewolf(P)"), archive.matches)


@pytest.fixture(scope="module")
def deduced(tmp_path_factory: pytest.TempPathFactory) -> RuleArchive:
    """A hundred matches of agents that say what is true of their words."""
    folder = tmp_path_factory.mktemp("archive")
    arguments = ["--agents", "deducer", "--seed", "100", "--matches", "100", "--quiet", "--out", str(folder)]
    assert main(["play", "undercover_v", *arguments]) == 0
    return read_archive([folder])


@pytest.mark.nightly
def test_of_rules_whose_truth_is_known_nearly_all_get_their_status(deduced: RuleArchive) -> None:
    truth = {
        **dict.fromkeys(PROVED, "proved"),
        **dict.fromkeys(SUPPORTED, "supported"),
        **dict.fromkeys((*DISPROVED, *REFUTED), "refuted"),
        **dict.fromkeys(OPEN, "open"),
    }
    known = deduced.matches[0].known
    found = {text: rule_evidence_over(read_rule(text, known), deduced.matches) for text in truth}
    wrong = {text: (truth[text], each.status) for text, each in found.items() if each.status != truth[text]}
    assert len(truth) >= 20 and len(wrong) <= len(truth) // 20, json.dumps(wrong, indent=1)


@pytest.mark.nightly
def test_no_refuted_rule_is_told_to_a_player(deduced: RuleArchive) -> None:
    store = EntryStore(open_embedder(), cap=40)
    for text in (*PROVED, *SUPPORTED, *DISPROVED, *REFUTED, *OPEN):
        store.add(f"I found: {text}", rule=text)
    hold_entries_against(store, deduced.matches)
    told = {entry.rule for entry, _ in store.find("who is the spy", 40, statuses=USABLE)}
    assert told and told <= {*PROVED, *SUPPORTED}
