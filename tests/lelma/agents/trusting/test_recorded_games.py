"""What recorded games between language models are as evidence, beside labels, and what is found of their talk.

The games lie outside the project; without them these tests are skipped. A label says whether the source did to the
target what an item says, by the words of the game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lelma.agents.trusting.life import read_claims
from lelma.matches.talk.claim_log import judged_matches
from lelma.matches.talk.speeches import SpokenMatch, read_matches
from lelma.talk.engine import TalkEngine
from lelma.talk.judge import CONSISTENCY, OWN, SpokenStatement
from lelma.talk.live import LiveJudge
from lelma.trust.record import evidence_in, trust_rules
from lelma.trust.speech import spoken_evidence
from translators.reading.talk.reader import PRESUPPOSED

SharedData = Callable[[str], Path]
Item = tuple[str, int, str, str, str]
"""Match, line of a speech or joint move of a vote, source, target, act."""

ALL = "everyone"


@pytest.fixture
def matches(shared_data: SharedData) -> Iterator[SpokenMatch]:
    return read_matches(shared_data("werewolf/gratr_logs.jsonl"), "werewolf")


def by_record(match: SpokenMatch) -> Iterator[Item]:
    """The items of evidence that all have, by what is said and by public votes."""
    rules, players = trust_rules(match.game), match.record.players
    for speech in match.speeches:
        claims = read_claims(match.game, speech.speaker, speech.words)
        for each in spoken_evidence(rules.said, ALL, speech.ply, speech.speaker, claims, hedged=rules.hedged):
            yield match.name, speech.seq, each.source, each.target, each.act
    for number, ply in enumerate(match.record.plies, start=1):
        for percept in sorted({percept for role in players for percept in ply.percepts.get(role, ())}):
            for each in evidence_in(rules, ALL, percept, number, {}):
                if each.target in players:
                    yield match.name, number, each.source, each.target, each.act


@pytest.mark.slow
def test_evidence_by_record_is_what_was_done_and_said(matches: Iterator[SpokenMatch]) -> None:
    with (Path(__file__).parent / "labelled" / "evidence.jsonl").open(encoding="utf-8") as file:
        labels = [json.loads(line) for line in file]
    right = {
        (each["log"], each.get("event", each.get("ply")), each["source"], each["target"], each["act"]): each["right"]
        for each in labels
    }
    found = {item for match in matches for item in by_record(match)}
    judged = [right[item] for item in found if item in right]
    said = [right[item] for item in found if item in right and not item[4].startswith("voted")]
    print(f"{sum(judged)} of {len(judged)} right, {sum(said)} of {len(said)} of what is said, {len(found)} found")
    assert sum(said) >= 0.95 * len(said) and len(judged) >= 0.95 * len(found) >= 180


def from_own_view(statement: SpokenStatement) -> bool:
    """Whether its own view tells it to somebody: what words presuppose is only told where it is false."""
    presupposed = statement.kind == PRESUPPOSED and statement.truth(OWN) != "false"
    return statement.kind != CONSISTENCY and not presupposed


@pytest.mark.nightly
def test_what_is_judged_as_a_game_goes_on_is_what_the_claims_of_it_say(matches: Iterator[SpokenMatch]) -> None:
    """Announcements aside, which only what follows keeps or breaks, and until a move that a referee would refuse."""
    compared, engine = 0, None
    for match in matches:
        engine = engine or TalkEngine(match.game)
        [(_, claims)] = judged_matches([match], view="own")
        told = list(filter(from_own_view, claims.statements))
        judges = {
            role: LiveJudge(match.game, role, match.record.players, engine=engine) for role in match.record.players
        }
        for number, ply in enumerate(match.record.plies, start=1):
            if ply.refused:
                break
            now = [speech for speech in match.speeches if speech.ply == number]
            for speech in now:
                live = judges[speech.speaker].judge(speech.words).statements
                asked = [(each.quote, each.queries, each.truth(OWN)) for each in told if each.speech == speech]
                assert [(e.quote, e.queries, e.truth(OWN)) for e in filter(from_own_view, live)] == asked, speech
                compared += len(asked)
            for role, judge in judges.items():
                heard = [each for each in now if match.record.heard(ply=number, speaker=each.speaker, view=role)]
                judge.observe(
                    ply.moves[role], tuple(ply.percepts.get(role, ())), [(each.speaker, each.words) for each in heard]
                )
    print(compared, "claims compared")
    assert compared >= 100
