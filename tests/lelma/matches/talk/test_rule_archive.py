"""Rules tested on transcripts: by plain agents, whose votes and words tell nothing, and by ones that deduce."""

from __future__ import annotations

import json
import tomllib
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
from tests.lelma.matches.talk.known_rules import TRUTH

SAMPLE = data_folder("games") / "undercover_v" / "samples" / "match.jsonl"


@pytest.mark.nightly
def test_relations_are_those_of_the_moment() -> None:
    archive = read_archive([SAMPLE])
    first, *later = archive.matches[0].moments
    assert first.rounds == () and "voted_for" not in first.relations
    assert later and later[0].rounds == ("1",) and later[0].relations["voted_for"]
    assert all(sum(each.get("spy", 0) for each in at.chances.values()) == 1 for at in archive.matches[0].moments)


@pytest.mark.slow
def test_what_there_is_not_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no finished match"):
        read_archive([tmp_path])
    match = tmp_path / "match.jsonl"
    assert main(["play", "werewolf", "--agents", "plain", "--quiet", "--out", str(match)]) == 0
    archive = read_archive([match])
    with pytest.raises(RuleFault, match="werewolf has no lexicon"):
        rule_evidence_over(read_rule("if vague(P) >= 1 then werewolf(P)"), archive.matches)


OTHER_WORDS = data_folder("games").parent / "examples" / "more_words.toml"
PAIRS = tomllib.loads((OTHER_WORDS.parent / "abducer_deals.toml").read_text("utf-8"))["parameters"]["pairs"]


@pytest.fixture(scope="module", params=["undercover_v", "spygame"])
def deduced(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RuleArchive:
    """A hundred matches of agents that say what is true of their words: those of the game, and others."""
    folder, own = tmp_path_factory.mktemp("archive"), request.param == "undercover_v"
    arguments = ["--agents", "deducer" if own else f"deducer:{OTHER_WORDS}", "--seed", "100", "--matches", "100"]
    arguments += [] if own else ["--set", f"pairs={json.dumps(PAIRS)}"]
    assert main(["play", request.param, *arguments, "--quiet", "--out", str(folder)]) == 0
    return read_archive([folder], lexicon=None if own else OTHER_WORDS)


def truth_in(archive: RuleArchive) -> dict[str, str]:
    """Rule → its status, in the words of the game."""
    common = (
        "citizen"
        if "citizen" in {name for each in archive.matches[0].identities.values() for name in each}
        else "civilian"
    )
    return {text.replace("citizen", common): status for text, status in TRUTH.items()}


@pytest.mark.nightly
def test_of_sixty_rules_whose_truth_is_known_nearly_all_get_their_status(
    deduced: RuleArchive, request: pytest.FixtureRequest
) -> None:
    if "spygame" in request.node.name:
        request.applymarker(pytest.mark.xfail(reason="of other words 22 of 60 rules stay open for want of cases"))
    truth, known = truth_in(deduced), deduced.matches[0].known
    found = {text: rule_evidence_over(read_rule(text, known), deduced.matches) for text in truth}
    wrong = {text: (truth[text], each.status) for text, each in found.items() if each.status != truth[text]}
    assert len(truth) == 60 and len(wrong) <= 3, json.dumps(wrong, indent=1)


@pytest.mark.nightly
def test_no_refuted_rule_is_told_to_a_player(deduced: RuleArchive) -> None:
    truth = truth_in(deduced)
    store = EntryStore(open_embedder(), cap=80)
    for text in truth:
        store.add(f"I found: {text}", rule=text)
    hold_entries_against(store, deduced.matches)
    told = {entry.rule for entry, _ in store.find("who is the spy", 80, statuses=USABLE)}
    assert told and not [rule for rule in told if truth[rule] == "refuted"]
