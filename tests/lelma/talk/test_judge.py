"""Claims about matches: what is said in them, judged at that moment from several points of view."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from gdl.errors import GdlError
from lelma.agents.protocol import Answer, View
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.interfaces.cli.main import main
from lelma.matches.referee import Referee
from lelma.matches.replay import replay_match
from lelma.matches.talk.claim_log import add_claims
from lelma.matches.transcript import read_transcript
from lelma.models import Scripted
from lelma.support.errors import GameError, UsageError
from lelma.talk.deals import PossibleDeals
from lelma.talk.judge import Claims, Speech, check_claims
from lelma.talk.record import Record, RecordedPly, record_game
from translators.by_model.translator import ByModel
from translators.claim import Translation
from translators.deterministic import translate
from translators.language.vocabulary import Vocabulary
from translators.union import Union

CARDS = ("morgana", "merlin", "percival", "servant", "assassin", "servant")
SEATS = tuple(f"p{number}" for number in range(1, 7))


@pytest.fixture(scope="module")
def avalon() -> Game:
    return Game.load("avalon", preset="log")


@pytest.fixture(scope="module")
def record(avalon: Game) -> Record:
    """A deal; a proposal of p1 that is rejected; one of p2, p2 and p3, that is accepted and succeeds; one of p3."""
    play, plies = Progression(avalon.description), []
    state = play.initial

    def go(moves: Mapping[str, str]) -> None:
        nonlocal state
        legal = play.look(state).legal
        joint = {role: moves.get(role, "noop") for role in play.roles}
        assert all(move in legal[role] for role, move in joint.items()), (joint, legal)
        step = play.step(state, joint)
        plies.append(RecordedPly(joint, step.percepts, {}))
        state = step.state

    def attempt(leader: int, team: str, approving: Sequence[int]) -> None:
        go({f"p{leader}": f"(propose {team})"})
        for seat in range(leader, leader + 6):
            go({f"p{(seat - 1) % 6 + 1}": "speak"})
        others = (number for number in range(1, 7) if number != leader)
        go({f"p{n}": f"(vote {'approve' if n in approving else 'reject'})" for n in others})

    copies = (1, 1, 1, 2, 1, 1)
    for seat, card, copy in zip(SEATS, CARDS, copies, strict=True):
        go({"random": f"(deal {seat} {card} {copy})"})
    go({"random": "(leader p1)"})
    attempt(1, "(duo p1 p5)", [5])
    attempt(2, "(duo p2 p3)", [3, 4, 5])
    go({"p2": "(play success)", "p3": "(play success)"})
    attempt(3, "(trio p1 p2 p3)", [1, 2])
    play.close()
    return Record(SEATS, tuple(plies))


THIRD_PROPOSAL = 7 + 8 + 8 + 1 + 1


def deals(view: str, _: int) -> list[dict[str, str]]:
    """What is possible where only the own identity is known; Percival's and the evil side's hints are left out."""
    every = [dict(zip(SEATS, cards, strict=True)) for cards in sorted(set(permutations(CARDS)))]
    truth = dict(zip(SEATS, CARDS, strict=True))
    if view == "all":
        return [truth]
    return every if view == "public" else [deal for deal in every if deal[view] == truth[view]]


def said(game: Game, record: Record, speaker: str, *words: str, views: Sequence[str] = ("public",)) -> Claims:
    speeches = [Speech(THIRD_PROPOSAL + 1, speaker, text) for text in words]
    return check_claims(game, record, speeches, worlds=deals, views=views)


HISTORY = {
    "Player 2 was on the first quest.": "true",
    "Player 4 was on the first quest.": "false",
    "Player 2 and I have been part of a successful mission.": "false",
    "Players 2 and 3 have contributed to our success.": "true",
    "Player 1, although proposed before, has not yet participated in any mission.": "true",
    "Player 3 has not been part of any successful mission yet.": "false",
    "I propose to go on with the team proposed by Player 3.": "true",
    "I don't like the team proposed by Player 2.": "false",
    "The first mission was a success.": "true",
    "The first mission failed.": "false",
    "Player 5 voted against the last team.": "false",
    "Quest 3 needs 4 players.": "true",
    "Quest 2 needs 4 players.": "false",
    "This is only the second round.": "true",
    "We're still in round 1.": "false",
    "Player 6 was part of the winning team for mission 1.": "false",
    "Player 1 and Player 2 are on this team.": "true",
    "Player 5 is not on the proposed team.": "true",
    "Player 6 has yet to take a leading role.": "true",
    "Player 2 has never been the leader.": "false",
    "We could try players who have never been on a mission, such as Player 1 or even myself.": "true",
    "Let us keep our winning streak.": "true",
    "As Player 3 said, we need new faces.": "true",
    "My concern about Player 3 is their lack of experience.": "false",
}


def test_history_and_rules_are_judged_by_the_record(avalon: Game, record: Record) -> None:
    statements = said(avalon, record, "p4", *HISTORY).statements
    assert {each.speech.words: each.as_json("public")["label"] for each in statements} == HISTORY
    assert len(statements) == len(HISTORY)
    assert {each.kind for each in statements} == {"history", "rules"}
    assert all(each.quote in each.speech.words for each in statements)


def test_an_announced_vote_is_held_against_the_vote_cast(avalon: Game, record: Record) -> None:
    [kept] = said(avalon, record, "p1", "I support this team.").statements
    [broken] = said(avalon, record, "p5", "I support this team.").statements
    [against] = said(avalon, record, "p6", "I will vote against this team.").statements
    assert [each.as_json("public")["label"] for each in (kept, broken, against)] == ["kept", "broken", "kept"]


def test_what_comes_later_is_no_history_yet(avalon: Game, record: Record) -> None:
    early = [Speech(9, "p2", "Player 2 was on the first quest.")]
    [statement] = check_claims(avalon, record, early).statements
    assert statement.truth("public") == "false"


def test_identities_are_judged_by_what_is_possible_for_whoever_looks(avalon: Game, record: Record) -> None:
    views = ("public", "own", "all")
    [merlin] = said(avalon, record, "p1", "I am Merlin.", views=views).statements
    assert merlin.as_json("public")["views"] == {"public": "unknown", "own": "false", "all": "false"}
    [evil] = said(avalon, record, "p4", "At least one of Player 1 and Player 2 is evil.", views=views).statements
    assert evil.as_json("public")["views"] == {"public": "unknown", "own": "unknown", "all": "true"}
    [perhaps] = said(avalon, record, "p4", "Player 2 could be Merlin.", views=views).statements
    assert perhaps.truth("public") == "true"


def test_two_claims_of_one_speaker_that_no_deal_allows_are_a_contradiction(avalon: Game, record: Record) -> None:
    claims = said(avalon, record, "p1", "I am Merlin.", "Player 2 is Merlin.", "Player 3 is Percival.")
    assert [(clash.first.quote, clash.second.quote) for clash in claims.clashes] == [
        ("I am Merlin", "Player 2 is Merlin")
    ]


def test_what_was_said_before_can_be_spoken_of(avalon: Game, record: Record) -> None:
    speeches = [
        Speech(17, "p2", "I suggest replacing Player 3 with Player 6. I am wary of Player 5."),
        Speech(THIRD_PROPOSAL + 1, "p4", "I liked Player 2's proposal to replace Player 3 with Player 6."),
        Speech(THIRD_PROPOSAL + 1, "p4", "I disliked Player 2's proposal to replace Player 5 with Player 6."),
        Speech(THIRD_PROPOSAL + 1, "p6", "Player 5 was accused by Player 2. Player 5 was accused by Player 4."),
    ]
    statements = check_claims(avalon, record, speeches).statements
    assert [statement.truth("public") for statement in statements] == ["true", "false", "true", "false"]
    assert [statement.truth("public") for statement in check_claims(avalon, record, speeches[1:]).statements] == [
        "false",
        "false",
        "false",
        "false",
    ]


def test_who_speaks_against_what_they_have_seen_is_told(avalon: Game, record: Record) -> None:
    words = ("I am Merlin.", "Player 4 was on the first quest.", "Player 2 is evil.")
    told = said(avalon, record, "p1", *words, views=("public", "own")).statements
    assert [statement.as_json("public")["against_own_knowledge"] for statement in told] == [True, True, False]


def test_a_record_that_cannot_be_read_is_named(avalon: Game) -> None:
    ply = RecordedPly({}, {seat: ["(voted (("] for seat in SEATS}, {})
    with pytest.raises(GdlError, match="no term"):
        check_claims(avalon, Record(SEATS, (ply, ply)), [Speech(2, "p1", "Player 2 was on the first quest.")])


class Talker:
    """Plays what is legal, by seat, and says the same at every speech."""

    name = "talker"
    here = True

    def __init__(self, words: str) -> None:
        self.words = words

    def act(self, view: View) -> Answer:
        return Answer(view.legal[0], self.words if view.legal[0] == "speak" else "")


@pytest.mark.slow
def test_claims_of_a_match_are_added_to_its_transcript(avalon: Game, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    words = dict.fromkeys(SEATS, "Nothing to say.") | {"p2": "I am Merlin. I support this team. I am Percival."}
    Referee(avalon).play({seat: Talker(text) for seat, text in words.items()}, seed=1, transcript=file)
    claims = add_claims(file, avalon)
    assert {statement.quote for statement in claims.statements} == {
        "I am Merlin",
        "I support this team",
        "I am Percival",
    }
    events = read_transcript(file)
    kinds = [event["event"] for event in events]
    assert kinds.count("verdict") == 3 * kinds.count("claim") == 3 * len(claims.statements)
    assert replay_match(file).ok
    assert main(["claims", "avalon", str(file), "--json"]) == 0
    assert main(["report", str(file), "-o", str(tmp_path / "page.html"), "--json"]) == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "I am Percival" in page


@pytest.mark.slow
def test_claims_of_a_match_in_disguise_are_read_in_the_words_of_the_game(tmp_path: Path) -> None:
    game = Game.load("avalon", preset="log", obfuscate=7)
    words = game.rephrased("I am Merlin. I support this team.")
    assert "Merlin" not in words
    file = tmp_path / "match.jsonl"
    Referee(game).play({seat: Talker(words if seat == "p2" else "") for seat in SEATS}, seed=1, transcript=file)
    claims = add_claims(file, game)
    assert {statement.quote for statement in claims.statements} == {"I am Merlin", "I support this team"}
    views = {statement.as_json("own")["views"]["own"] for statement in claims.statements}
    assert views <= {"true", "false"}
    assert main(["claims", "avalon", str(file), "--json"]) == 0


@pytest.mark.slow
def test_what_a_role_knows_is_told_alike_with_and_without_the_bounds_of_its_worlds(
    avalon: Game, record: Record
) -> None:
    worlds = PossibleDeals(avalon, record)
    words = ("I am Merlin.", "I am Morgana.", "Player 2 is evil.", "Player 3 may be Merlin.", "Player 5 must be evil.")
    speeches = [Speech(THIRD_PROPOSAL + 1, seat, text) for seat in SEATS for text in words]
    with_bounds = check_claims(avalon, record, speeches, worlds=worlds, views=("own",))
    without = check_claims(avalon, record, speeches, worlds=lambda view, ply: worlds(view, ply), views=("own",))
    truths = [statement.truth("own") for statement in with_bounds.statements]
    assert truths == [statement.truth("own") for statement in without.statements]
    assert set(truths) == {"true", "false", "unknown"}


def test_play_checks_claims_when_asked_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "avalon", "--seed", "3", "--check-claims", "--json"]) == 0
    [match] = json.loads(capsys.readouterr().out)["matches"]
    assert (match["claims"], match["false_claims"]) == (0, [])


@pytest.mark.slow
def test_assumptions_are_named_in_verdicts(
    avalon: Game, record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.jsonl"
    agents = {seat: Talker("Player 1 must be evil." if seat == "p1" else "") for seat in SEATS}
    Referee(avalon).play(agents, seed=1, transcript=file)
    assert main(["claims", "avalon", str(file), "--assume", "merlin_proposes_no_evil", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["assumptions"] == ["merlin_proposes_no_evil"]
    assert {tuple(claim["assuming"]) for claim in found["claims"]} == {("merlin_proposes_no_evil",)}
    assert main(["claims", "avalon", str(file), "--assume", "honesty"]) == 2
    assert "no assumption 'honesty'" in capsys.readouterr().err


class Replies:
    """A model with one reply, which keeps what it was told."""

    def __init__(self, *claims: tuple[int, str]) -> None:
        told = [{"sentence": n, "formula": formula, "polarity": "affirmed", "span": ""} for n, formula in claims]
        self.model = Scripted([json.dumps({"claims": told, "choice": ""})])
        self.told = ""

    def complete(self, messages: Sequence[Any], **options: Any) -> Any:
        self.told = messages[0].text
        return self.model.complete(messages)


def test_a_model_reads_speeches_and_adds_to_the_reader(avalon: Game, record: Record) -> None:
    words = "Player 2 was on quest 1. Thus far each of our quests made it through, I tell you!"
    model = Replies((2, "no_quest_failed()"))
    speech = Speech(THIRD_PROPOSAL + 1, "p1", words)
    union = Union([translate, ByModel(model)])
    statements = check_claims(avalon, record, [speech], translator=union).statements
    assert [(each.queries, each.truth("public")) for each in statements] == [
        (("was_on_quest(p2, nth(1))",), "true"),
        (("no_quest_failed()",), "true"),
    ]
    assert "- no_quest_failed(): every quest so far has succeeded" in model.told


def test_nobody_lies_by_a_guess(avalon: Game, record: Record) -> None:
    statements = said(avalon, record, "p4", "I think Player 4 was on the first quest.", "I was on it.", views=("own",))
    [guess] = [each for each in statements.statements if each.hedged]
    assert (guess.truth("own"), guess.fails("own"), guess.against_own_knowledge) == ("false", False, False)


def test_what_is_disputed_is_neither_true_nor_false(avalon: Game, record: Record) -> None:
    def disputing(text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        read = translate(text, vocabulary, role=role)
        return replace(read, claims=tuple(replace(claim, disputed=("was_on_quest(p1, any)",)) for claim in read.claims))

    speech = Speech(THIRD_PROPOSAL + 1, "p4", "Player 4 was on the first quest.")
    [statement] = check_claims(avalon, record, [speech], translator=disputing).statements
    told = statement.as_json("public")
    assert (told["verdict"], told["disputed"]) == ("unknown", ["was_on_quest(p1, any)"])
    assert told["reason"] == "disputed: another reader reads was_on_quest(p1, any)"
    assert not statement.fails("public")


def test_without_worlds_identities_are_undecided(avalon: Game, record: Record) -> None:
    [statement] = check_claims(avalon, record, [Speech(20, "p1", "I am Merlin.")]).statements
    assert statement.truth("public") == "unknown"


def test_any_words_may_be_spoken(avalon: Game, record: Record) -> None:
    words = ["", "?", "Player " * 500, ":- shell(ls). Player 3 was on the first quest', x", "‮Player 2\x00"]
    claims = said(avalon, record, "p1", *words)
    assert [statement.truth("public") for statement in claims.statements] == ["true"]


def test_a_view_there_is_not_and_a_game_without_claims_are_named(avalon: Game, record: Record) -> None:
    with pytest.raises(UsageError, match="there is no view 'p9'"):
        record.facts(at=3, view="p9")
    with pytest.raises(GameError, match=r"chicken has no record\.gdl"):
        record_game(Game.load("chicken"))


def test_a_role_is_shown_its_own_percepts_alone(record: Record) -> None:
    assert "(saw 1 (identity morgana))" in record.facts(at=7, view="p1")
    assert [fact for fact in record.facts(at=7, view="p2") if "identity" in fact] == ["(saw 2 (identity merlin))"]
    assert not any("identity" in fact for fact in record.facts(at=7))
    assert "(did 1 random (deal p1 morgana 1))" in record.facts(at=7, view="all")


def test_labelled_claims_of_a_printed_game_come_out_as_labelled(
    shared_data: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    game, labels = (str(shared_data(f"avalon/appendix_l{part}.jsonl")) for part in ("", "_claims"))
    assert main(["claims", "avalon", game, "--labels", labels, "--json"]) == 0
    assert '"disagree": [], "unread": []' in capsys.readouterr().out
