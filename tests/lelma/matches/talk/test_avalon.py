"""What players say of a match of Avalon, each sentence with its verdict at that moment."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from lelma.interfaces.cli.main import main

Attempt = tuple[int, Sequence[int], str, int, Sequence[tuple[int, str, str]]]
"""The quest; the team; who votes yes, no, or leads (`x`), by seat; the fail cards; seat, label and words of sentences.

A sentence stands alone: what `it` means is told by the record.
"""

MATCH = [
    (
        1,
        [1, 2],
        "xynnny",
        0,
        [
            (1, "true", "Nobody has been on a quest yet."),
            (2, "kept", "I'll approve this one."),
            (3, "kept", "I'm going to reject, sorry."),
            (4, "kept", "I vote no."),
            (5, "broken", "I'd go along with this team for now."),
            (6, "true", "the team of 1 and 2."),
        ],
    ),
    (
        1,
        [2, 4],
        "yxyyyn",
        0,
        [
            (2, "true", "Only Player 6 and I approved the last proposal."),
            (2, "true", "Players 3, 4 and 5 voted it down."),
            (3, "true", "Player 1's team was rejected."),
            (3, "kept", "This time I'm on board with it."),
            (4, "true", "I rejected the first proposal."),
            (4, "kept", "I'm voting yes on this one."),
            (5, "false", "I voted for the first team."),
            (5, "kept", "I will vote for this one too."),
            (6, "true", "I was one of two people who voted for the last team."),
            (6, "kept", "My vote is no this time."),
            (1, "true", "Player 4 hasn't led yet."),
            (1, "false", "Four of you voted against my team."),
            (1, "kept", "Happy to approve."),
        ],
    ),
    (
        2,
        [2, 3, 4],
        "nyxyny",
        1,
        [
            (3, "true", "The first quest passed without a single fail."),
            (3, "true", "2 and 4 went on it."),
            (3, "true", "Player 1 was not there."),
            (4, "true", "Player 2 and I succeeded on quest 1."),
            (4, "true", "I voted for that team."),
            (4, "kept", "I'll vote for this one."),
            (5, "true", "Player 3 wasn't on the first mission."),
            (5, "true", "Player 6 was the only one who rejected the team of 2 and 4."),
            (5, "kept", "I can't get behind this."),
            (6, "false", "Player 1 has been on the winning team."),
            (6, "false", "I approved the team that went on quest 1."),
            (6, "kept", "I'm fine with this team."),
            (1, "true", "I approved the second proposal."),
            (1, "true", "Player 3 has never been on a quest."),
            (1, "kept", "I don't trust this lineup and will be voting against it."),
            (2, "false", "Player 5 and Player 6 have both been on a quest."),
            (2, "true", "Every quest so far has been a success."),
            (2, "kept", "I'm voting in favour."),
        ],
    ),
    (
        3,
        [1, 2, 4, 5],
        "yynxyn",
        0,
        [
            (4, "true", "Quest 2 failed with one fail card."),
            (4, "true", "only 2, 3 and I were on it."),
            (4, "true", "Player 3 proposed the team that failed."),
            (5, "true", "I rejected the team that failed."),
            (5, "true", "The team with 2, 3 and 4 was approved by Players 2, 4 and 6."),
            (5, "kept", "I'm good with this team."),
            (6, "false", "There were two fails on the last quest."),
            (6, "false", "Player 5 approved the failed team."),
            (6, "kept", "I will not be supporting this."),
            (1, "true", "I voted against that team, as did Player 5."),
            (1, "kept", "I'll approve."),
            (2, "true", "I've been on both quests so far."),
            (2, "true", "Player 4 has also been on both."),
            (2, "true", "Someone on the second quest sabotaged it."),
            (2, "kept", "You have my vote."),
            (3, "false", "I was not on the failed quest."),
            (3, "true", "Player 1 and Player 5 have not been on any quest."),
            (3, "kept", "I oppose this proposal."),
        ],
    ),
    (
        4,
        [1, 2, 5],
        "ynnnxn",
        0,
        [
            (5, "true", "We are up two to one."),
            (5, "true", "The team of 1, 2, 4 and 5 passed."),
            (6, "true", "Player 2 has been on all three quests."),
            (6, "true", "Player 4 too."),
            (6, "true", "Neither Player 3 nor I were on the last one."),
            (6, "kept", "This proposal doesn't have my support."),
            (1, "true", "I've only been on one quest."),
            (1, "true", "Player 6 has never been on a team."),
            (1, "kept", "I stand by this team."),
            (2, "true", "Players 3 and 6 rejected the last team."),
            (2, "true", "I was on the failed mission."),
            (2, "broken", "I plan on voting yes."),
            (3, "false", "Player 5 has led twice."),
            (3, "true", "Everyone but Player 6 and me approved the last team."),
            (3, "kept", "I vote reject."),
            (4, "true", "I led the last quest."),
            (4, "true", "Quest 3 had no fails."),
            (4, "true", "Two of our three quests succeeded."),
            (4, "kept", "I'm against leaving me out, so no from me."),
        ],
    ),
    (
        4,
        [2, 4, 6],
        "nyynyx",
        1,
        [
            (6, "true", "Player 5's proposal only got one approval, from Player 1."),
            (6, "true", "Players 2 and 4 were on the first and third quests, which both succeeded."),
            (1, "true", "I was the only one to approve the previous proposal."),
            (2, "true", "I've been on every mission."),
            (2, "true", "I rejected Player 5's team."),
            (2, "kept", "I'm okay with this."),
            (3, "true", "Player 6 hasn't been on a single quest."),
            (3, "kept", "I approve."),
            (4, "true", "The mission I led was a success."),
            (4, "true", "Player 2 rejected the last proposal."),
            (4, "kept", "I'm voting this down."),
            (5, "true", "Player 6 voted against my team."),
            (5, "false", "Player 4 never rejected a team."),
            (5, "kept", "Fine, I'll go with it."),
        ],
    ),
    (
        5,
        [1, 2, 4, 5],
        "xynyyn",
        0,
        [
            (1, "true", "It's two all."),
            (1, "true", "This is the same team that won quest 3."),
            (1, "true", "Player 6 was on quest 4."),
            (1, "true", "it failed with one fail vote."),
            (2, "true", "Two quests failed."),
            (2, "true", "Player 4 and I were on both."),
            (2, "true", "Player 3 was on the second."),
            (2, "true", "This is the last quest."),
            (2, "kept", "I approve."),
            (3, "true", "I have been on just one team."),
            (3, "false", "Player 1 has been on two failed quests."),
            (3, "kept", "I will vote no."),
            (4, "true", "I voted against Player 6's team."),
            (4, "true", "Player 5 approved it."),
            (4, "kept", "I'm in."),
            (5, "true", "There have been seven proposals in total, including this one."),
            (5, "true", "I approved the team of 2, 4 and 6."),
            (5, "kept", "I vote yes."),
            (6, "true", "I have proposed only one team."),
            (6, "false", "Player 4 was on only three quests."),
            (6, "kept", "I disapprove of this team."),
        ],
    ),
]

CARDS = ("Merlin", "Loyal servant of arthur", "Morgana", "Percival", "Loyal servant of arthur", "Assassin")
KINDS = {"true": "history", "false": "history", "kept": "consistency", "broken": "consistency"}


def rows() -> Iterator[dict[str, Any]]:
    """The match as a recorded game; a speech holds all that a player says of a proposal."""
    roles = {f"P{seat}": card for seat, card in enumerate(CARDS, start=1)}
    yield {"type": "setup", "players": 6, "roles": roles, "quest_sizes": [2, 3, 4, 3, 4]}
    tried = {quest: 0 for quest, *_ in MATCH}
    for quest, team, votes, fails, said in MATCH:
        tried[quest] += 1
        place = {"quest": quest, "attempt": tried[quest]}
        leader = votes.index("x") + 1
        members = [f"P{seat}" for seat in team]
        yield {"type": "proposal", **place, "leader": f"P{leader}", "team": members}
        order = [(leader - 1 + step) % 6 + 1 for step in range(6)]
        for seat in order:
            text = "\n".join(words for who, _, words in said if who == seat)
            yield {"type": "speech", **place, "speaker": f"P{seat}", "is_leader": seat == leader, "text": text or "–"}
        for seat in order[1:]:
            vote = "approve" if votes[seat - 1] == "y" else "reject"
            yield {"type": "team_vote", **place, "voter": f"P{seat}", "vote": vote}
        approved = votes.count("y") >= 3
        result = "approved" if approved else "rejected"
        shown = {"shown_approve": votes.count("y"), "shown_reject": votes.count("n")}
        both = {"shown_votes": 5, **shown, "approve_with_implicit_leader": votes.count("y") + 1}
        yield {"type": "proposal_result", **place, "result": result, **both}
        if approved:
            cards = ["fail"] * fails + ["success"] * (len(team) - fails)
            yield {
                "type": "quest_result",
                "quest": quest,
                "team": members,
                "result": "failure" if fails else "success",
                "cards": cards,
            }


def test_sentences_about_a_whole_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [{"seq": seq, **row} for seq, row in enumerate(rows(), start=1)]
    speeches = iter([line for line in lines if line["type"] == "speech"])
    labels = []
    for _, _, votes, _, said in MATCH:
        leader = votes.index("x") + 1
        for seat in ((leader - 1 + step) % 6 + 1 for step in range(6)):
            seq = next(speeches)["seq"]
            told = [(label, words) for who, label, words in said if who == seat]
            labels += [{"seq": seq, "kind": KINDS[label], "quote": words, "label": label} for label, words in told]
    game, labelled = tmp_path / "match.jsonl", tmp_path / "labels.jsonl"
    game.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    labelled.write_text("\n".join(map(json.dumps, labels)), "utf-8")
    assert main(["claims", "avalon", str(game), "--labels", str(labelled), "--json"]) == 0, capsys.readouterr().out
    found = json.loads(capsys.readouterr().out)
    assert found["labels"] == {"agree": len(labels), "disagree": [], "unread": [], "passed_over": 0}
    assert found["trouble"] == []
