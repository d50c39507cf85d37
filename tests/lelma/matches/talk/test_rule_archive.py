"""Rules tested on transcripts: of agents that deduce, and of talkers that draw what to tell of words of one's own."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
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
from tests.lelma.matches.talk.known_rules import FURTHER_TRUTH, TRUTH

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


MORE_WORDS = data_folder("games").parent / "examples" / "more_words.toml"
FRESH_WORDS = Path(__file__).parent / "fresh_words.toml"


@dataclass(frozen=True)
class Known:
    """A hundred matches of agents that say what is true, rules whose truth is known, and how many of these may err."""

    archive: RuleArchive
    truth: dict[str, str]
    errors: int


def talkers(lexicon: Path, folder: Path, seed: int) -> RuleArchive:
    """Matches with other words, in which each player draws what to tell of its own."""
    words = list(tomllib.loads(lexicon.read_text("utf-8"))["words"])
    pairs = json.dumps([list(pair) for pair in zip(words[::2], words[1::2], strict=True)])
    arguments = ["--agents", f"talker:tell=1,lexicon={lexicon}", "--seed", str(seed), "--matches", "100"]
    assert main(["play", "spygame", *arguments, "--set", f"pairs={pairs}", "--quiet", "--out", str(folder)]) == 0
    return read_archive([folder], lexicon=lexicon)


@pytest.fixture(scope="module", params=["own words", "other words", "fresh words and other rules"])
def known(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Known:
    """Archives: the bound of errors is 5 % of the rules, 10 % where neither words nor rules had been seen."""
    folder = tmp_path_factory.mktemp("archive")
    if request.param == "own words":
        assert main(["play", "undercover_v", "--agents", "deducer", "--seed", "100", "--matches", "100", "--quiet",
                     "--out", str(folder)]) == 0  # fmt: skip
        archive = read_archive([folder])
        return Known(archive, truth_in(archive, TRUTH), 3)
    if request.param == "other words":
        archive = talkers(MORE_WORDS, folder, 500)
        return Known(archive, truth_in(archive, TRUTH), 3)
    archive = talkers(FRESH_WORDS, folder, 2000)
    return Known(archive, truth_in(archive, FURTHER_TRUTH), 6)


def truth_in(archive: RuleArchive, rules: Mapping[str, str]) -> dict[str, str]:
    """Rule → its status, in the words of the game."""
    common = (
        "citizen"
        if "citizen" in {name for each in archive.matches[0].identities.values() for name in each}
        else "civilian"
    )
    return {text.replace("citizen", common): status for text, status in rules.items()}


@pytest.mark.nightly
def test_of_sixty_rules_whose_truth_is_known_nearly_all_get_their_status(known: Known) -> None:
    matches = known.archive.matches
    found = {text: rule_evidence_over(read_rule(text, matches[0].known), matches).status for text in known.truth}
    wrong = {text: (known.truth[text], status) for text, status in found.items() if status != known.truth[text]}
    assert len(known.truth) == 60 and len(wrong) <= known.errors, json.dumps(wrong, indent=1)


@pytest.mark.nightly
def test_no_refuted_rule_is_told_to_a_player(known: Known) -> None:
    store = EntryStore(open_embedder(), cap=80)
    for text in known.truth:
        store.add(f"I found: {text}", rule=text)
    hold_entries_against(store, known.archive.matches)
    told = {entry.rule for entry, _ in store.find("who is the spy", 80, statuses=USABLE)}
    assert told and not [rule for rule in told if known.truth[rule] == "refuted"]
