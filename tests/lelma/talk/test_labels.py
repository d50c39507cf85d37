"""What the gate would find at the time of speech, beside labels of what the speaker must know.

The labelled matches lie outside the project; without them these tests are skipped.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lelma.matches.talk.speeches import SpokenMatch, compare, labelled, read_matches
from lelma.talk.engine import TalkEngine
from lelma.talk.judge import CONSISTENCY, OWN, Speech, SpokenStatement
from lelma.talk.live import LiveJudge

Shared = Callable[[str], Path]


def judged(match: SpokenMatch, wanted: set[int]) -> Iterator[tuple[Speech, tuple[SpokenStatement, ...]]]:
    """The statements of some speeches, as the match goes on."""
    record, engine = match.record, TalkEngine(match.game)
    judges = {role: LiveJudge(match.game, role, record.players, engine=engine) for role in record.players}
    for number, ply in enumerate(record.plies, start=1):
        now = [speech for speech in match.speeches if speech.ply == number]
        for speech in now:
            if speech.seq in wanted:
                statements = judges[speech.speaker].judge(speech.words).statements
                yield speech, tuple(replace(each, speech=speech) for each in statements)
        for role, judge in judges.items():
            heard = [each for each in now if record.heard(ply=number, speaker=each.speaker, view=role)]
            words = [(each.speaker, each.words) for each in heard]
            judge.observe(ply.moves[role], tuple(ply.percepts.get(role, ())), words)
    engine.close()


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["avalon", "werewolf", "spygame", "undercover_v"])
def test_what_fails_at_the_time_of_speech_is_labelled_false(game: str, shared_data: Shared) -> None:
    folder = shared_data("reading/talk")
    rows: list[dict[str, Any]] = [json.loads(line) for line in (folder / "statements.jsonl").open(encoding="utf-8")]
    found: Counter[tuple[str, bool]] = Counter()
    for name in sorted({row["match"] for row in rows if row["match"].startswith(game)}):
        claims = {row["seq"]: row["claims"] for row in rows if row["match"] == name}
        [match] = read_matches(folder / f"{name}.jsonl", game)
        for speech, statements in judged(match, set(claims)):
            for claim in claims[speech.seq]:
                start = speech.words.index(claim["frag"])
                end = start + len(claim["frag"])
                told = [each for each in statements if each.span[0] < end and start < each.span[1]]
                fails = any(each.kind != CONSISTENCY and each.fails(OWN) for each in told)
                found[claim["truth_speaker"], fails] += 1
    flagged = sum(count for (_, fails), count in found.items() if fails)
    print(f"{game}: {found['F', True]} of {flagged} right, {found['F', False]} labelled false passed")
    assert flagged and found["F", True] / flagged >= 0.9, found


@pytest.mark.nightly
def test_of_the_printed_game_no_label_is_contradicted_that_needs_no_later_vote(shared_data: Shared) -> None:
    folder = shared_data("avalon")
    [match] = read_matches(folder / "appendix_l.jsonl", "avalon")
    labels = labelled((folder / "appendix_l_claims.jsonl").read_text("utf-8").splitlines())
    early = [label for label in labels if label["kind"] in ("history", "rules") and label["label"] in ("true", "false")]
    statements = [each for _, some in judged(match, {label["seq"] for label in early}) for each in some]
    compared = compare(early, statements, OWN)
    print(f"{compared.agree} of {len(early)} agree, {len(compared.unread)} unread")
    assert not compared.disagree and compared.agree >= 0.8 * len(early), compared
