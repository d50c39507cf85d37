"""Texts that are checked as said at a moment of a recorded match, and what a false claim is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lelma.engine.solver import Solver
from lelma.interfaces.cli.main import main
from lelma.matches.talk.said_text import verified_text
from lelma.matches.talk.speeches import SpokenMatch, read_matches
from lelma.support.paths import data_folder
from lelma.talk.judge import check_claims
from lelma.talk.moments import Moments, SaidAt
from lelma.verify.formulas.words import _with_article
from translators.formulas import formula as f
from translators.formulas import parse, text

GAMES = ("avalon", "spygame", "undercover_v", "werewolf")


def sample(game: str) -> Path:
    return data_folder("games") / game / "samples" / "match.jsonl"


@pytest.fixture(scope="module")
def match() -> SpokenMatch:
    [found] = read_matches(sample("undercover_v"), "undercover_v")
    return found


def test_what_a_speaker_has_seen_decides_and_a_false_claim_carries_what_holds(match: SpokenMatch) -> None:
    report = verified_text(match, "I voted for Player 3 in the last round.", at=15, role="p2")
    [item] = report.claims
    assert (item.verdict.truth, report.ok) == ("false", False)
    assert [correct.query for correct in item.verdict.correct] == ["voted_for_in_last_round(p2, p6)"]
    assert "- you voted for Player 6 in the last round\n" in report.feedback


def test_of_who_did_nothing_of_the_kind_it_is_told_who_did(match: SpokenMatch) -> None:
    [item] = verified_text(match, "Player 1 voted for Player 3 in the last round.", at=15, role="p2").claims
    assert item.verdict.truth == "false"
    assert [correct.query for correct in item.verdict.correct] == [
        "voted_for_in_last_round(p4, p3)",
        "voted_for_in_last_round(p6, p3)",
    ]


def test_a_guess_that_is_wrong_fails_nothing(match: SpokenMatch) -> None:
    report = verified_text(match, "I think I voted for Player 3 in the last round.", at=15, role="p2")
    [item] = report.claims
    assert (item.verdict.truth, item.claim.hedged) == ("false", True)
    assert (report.failed, report.unverified) == ((), True)
    assert "Nothing in this could be checked against what was seen" in report.feedback


def test_a_number_that_is_wrong_is_put_right(match: SpokenMatch) -> None:
    [item] = verified_text(match, "There are five players left.", at=18, role="p6").claims
    assert [correct.values for correct in item.verdict.correct] == [{"count": "4"}]


def test_an_announcement_at_the_end_of_a_match_is_pending(match: SpokenMatch) -> None:
    report = verified_text(match, "I will vote for Player 2.", role="p3")
    assert [item.verdict.truth for item in report.claims] == ["pending"]
    assert report.unverified


def test_a_whole_match_loads_one_program(match: SpokenMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = []
    plain = Solver.__init__

    def counted(self: Solver, *args: object, **options: object) -> None:
        loaded.append(self)
        plain(self, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Solver, "__init__", counted)
    claims = check_claims(match.game, match.record, match.speeches, worlds=None, views=("public", "own", "all"))
    assert len(claims.statements) > 3
    assert len(loaded) == 1


def test_formulas_are_judged_as_they_are(match: SpokenMatch) -> None:
    def deals(view: str, ply: int) -> list[dict[str, str]]:
        """One of three is the spy; p1 knows who."""
        spies = ("p2",) if view in ("p1", "all") else ("p1", "p2", "p3")
        return [{player: "spy" if player == spy else "citizen" for player in match.record.players} for spy in spies]

    moments = Moments(match.game, match.record, deals)
    texts = {
        "identity(p2, spy)": "unknown",
        "possible(identity(p2, spy))": "true",
        "knows(identity(p4, citizen))": "true",
        "knows(identity(p2, spy))": "false",
        "not possible(identity(p4, spy))": "true",
        "possible(any X in roles: identity(X, spy)) and not knows(identity(p1, spy))": "true",
    }
    formulas = [parse(each, moments.judge.names, moments.judge.heads) for each in texts]
    assert [parse(text(each), moments.judge.names, moments.judge.heads) for each in formulas] == formulas
    found = moments.verdicts([SaidAt(10, "public", each) for each in formulas])
    assert {each: verdict.truth for each, verdict in zip(texts, found, strict=True)} == texts
    knows = f.Knows(f.Const("p1"), formulas[0])
    assert [each.truth for each in moments.verdicts([SaidAt(10, "all", knows), SaidAt(10, "p1", knows)])] == [
        "true",
        "true",
    ]
    moments.close()


@pytest.mark.parametrize("game", [game for game in GAMES if game != "werewolf"])
def test_a_game_is_verified_by_its_recorded_match(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", game, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["claims"]) > 3


def test_a_text_without_a_speaker_or_a_moment_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "text.txt"
    file.write_text("I will vote for Player 2.", "utf-8")
    match = str(sample("undercover_v"))
    assert main(["verify", "undercover_v", str(file), "--match", match]) == 2
    assert "--role" in capsys.readouterr().err
    assert main(["verify", "undercover_v", str(file), "--match", match, "--role", "p3", "--at", "99"]) == 2
    assert "no moment 99" in capsys.readouterr().err
    assert main(["verify", "undercover_v", str(file), "--match", match, "--role", "p3", "--at", "10"]) == 1


@pytest.mark.parametrize(
    ("game", "role", "words", "says", "feedback"),
    [
        (
            "werewolf",
            "p4",
            "I am the seer. Player 4 is the guard. I am a villager.",
            ["you are the seer", "you are the guard", "you are a villager"],
            "- you are the guard\n",
        ),
        (
            "avalon",
            "p2",
            "Player 2 is Merlin. I am a servant. I am evil. I was on quest 1.",
            ["you are Merlin", "you are a Loyal Servant", "you are evil", "you were on the team of quest 1"],
            "- you are Merlin\n- you are not evil\n- you were not on the team of quest 1\n",
        ),
        (
            "undercover_v",
            "p2",
            "I voted for Player 3 in the last round. Player 2 voted for Player 3 in the last round.",
            ["you voted for Player 3 in the last round", "you voted for Player 3 in the last round"],
            "- you voted for Player 6 in the last round\n",
        ),
    ],
)
def test_who_said_it_is_you(game: str, role: str, words: str, says: list[str], feedback: str) -> None:
    [match] = read_matches(sample(game), game)
    report = verified_text(match, words, at=15, role=role)
    assert [item.verdict.says for item in report.claims] == says
    assert feedback in report.feedback


def test_a_text_after_the_last_move_is_read(match: SpokenMatch) -> None:
    report = verified_text(match, "I am the spy. Player 3 is the spy. I am a citizen.", role="p2")
    assert [item.verdict.says for item in report.claims] == [
        "you are the spy",
        "Player 3 is the spy",
        "you are a citizen",
    ]


def test_a_role_whose_name_takes_no_article_has_none() -> None:
    words = {"guard": "the guard", "minion": "a minion of evil", "merlin": "Merlin", "wolves": "the werewolves"}
    assert [_with_article(name, words[name.casefold()]) for name in ("guard", "Minion", "Merlin")] == [
        "the guard",
        "a Minion",
        "Merlin",
    ]
    assert _with_article("on the wolves' side", words["wolves"]) == "on the wolves' side"
