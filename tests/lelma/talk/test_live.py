"""One role's words judged as the match goes on: the same verdicts as of the record, and nothing else reachable."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lelma.agents.players.rule_agent import preferring_agents
from lelma.game.game import Game
from lelma.matches.referee import Referee
from lelma.matches.talk.speeches import SpokenMatch, read_matches
from lelma.support.errors import UsageError
from lelma.support.paths import data_folder
from lelma.talk.deals import OwnDeals, PossibleDeals
from lelma.talk.engine import TalkEngine
from lelma.talk.judge import OWN, Claims, Speech, check_claims
from lelma.talk.live import LiveJudge
from lelma.talk.record import ALL, PUBLIC, Record, RecordedPly

CLAIMS = {
    "avalon": [
        "I am {card}. Quest 1 succeeded.",
        "{a} is evil, and I will approve this team.",
        "{a} approved the last team. {b} is good.",
        "{b} has led once. I was on the last quest with {a}.",
        "Either {a} or {b} is Merlin. I said that {a} is evil.",
    ],
    "werewolf": [
        "I am {card}. {a} is dead.",
        "{a} is a werewolf. I will vote for {a}.",
        "{a} voted for {b}. {b} is the seer.",
        "Nobody died last night. {a} said that {b} is a werewolf.",
    ],
}
CARDS = {"avalon": ("Merlin", "Percival", "a loyal servant"), "werewolf": ("the seer", "a villager", "the witch")}


@pytest.fixture(scope="module", params=["avalon", "werewolf"])
def engine(request: pytest.FixtureRequest) -> Iterator[TalkEngine]:
    made = TalkEngine(Game.load(request.param))
    yield made
    made.close()


def sample(game: str) -> SpokenMatch:
    [match] = read_matches(data_folder("games") / game / "samples" / "match.jsonl", game)
    return match


def spoken(match: SpokenMatch) -> list[Speech]:
    """The speeches of a match with words that claim something."""
    players, name = match.record.players, match.game.name
    texts, cards = CLAIMS[name], CARDS[name]
    return [
        Speech(
            speech.ply,
            speech.speaker,
            texts[at % len(texts)].format(
                card=cards[at % len(cards)],
                a=f"Player {at % len(players) + 1}",
                b=f"Player {(at + 2) % len(players) + 1}",
            ),
        )
        for at, speech in enumerate(match.speeches)
    ]


def seen_by(record: Record, role: str, plies: int, speeches: list[Speech]) -> Record:
    """What a role has of a record: its own moves and percepts."""
    words: dict[int, dict[str, str]] = {}
    for speech in speeches:
        words.setdefault(speech.ply, {})[speech.speaker] = speech.words
    return Record(
        record.players,
        tuple(
            RecordedPly({role: each.moves[role]}, {role: tuple(each.percepts.get(role, ()))}, words.get(number, {}))
            for number, each in enumerate(record.plies[:plies], start=1)
        ),
    )


def verdicts(claims: Claims) -> list[tuple[str, tuple[str, ...], str, bool]]:
    return [(each.quote, each.queries, each.truth(OWN), each.hedged) for each in claims.statements]


def compared(match: SpokenMatch, engine: TalkEngine, *, every: int) -> int:
    """How many speeches were judged both ways, as the match went on and by the record until then."""
    record, speeches, done = match.record, spoken(match), 0
    judges = {role: LiveJudge(match.game, role, record.players, engine=engine) for role in record.players}
    for number, ply in enumerate(record.plies, start=1):
        now = [speech for speech in speeches if speech.ply == number]
        for speech in now:
            claims = judges[speech.speaker].judge(speech.words)
            if speeches.index(speech) % every:
                continue
            before = [
                each
                for each in speeches
                if each.ply < number and record.heard(ply=each.ply, speaker=each.speaker, view=speech.speaker)
            ]
            own = seen_by(record, speech.speaker, number - 1, before)
            whole = Record(record.players, record.plies[: number - 1])
            worlds = PossibleDeals(match.game, whole)
            asked = check_claims(match.game, own, [speech], before=before, worlds=worlds, views=(OWN,))
            assert verdicts(claims) == verdicts(asked), speech
            done += 1
        for role, judge in judges.items():
            heard = [
                (each.speaker, each.words) for each in now if record.heard(ply=number, speaker=each.speaker, view=role)
            ]
            judge.observe(ply.moves[role], tuple(ply.percepts.get(role, ())), heard)
    return done


@pytest.mark.nightly
def test_verdicts_are_those_of_the_record_until_then(engine: TalkEngine) -> None:
    assert compared(sample(engine.plain.name), engine, every=5) >= 4


@pytest.mark.nightly
def test_verdicts_are_those_of_the_record_in_many_matches(engine: TalkEngine, tmp_path: Path) -> None:
    game = engine.plain
    agents = preferring_agents(game.folder)
    referee = Referee(game)
    for seed in range(100):
        file = tmp_path / f"{game.name}_{seed}.jsonl"
        referee.play(dict.fromkeys(referee.players, agents["plain"]), seed=seed, transcript=file)
        [match] = read_matches(file, game.name)
        compared(match, engine, every=7)


def test_an_announcement_is_pending_until_its_vote(avalon: tuple[SpokenMatch, LiveJudge]) -> None:
    _, judge = avalon
    claims = judge.judge("I will approve this team.")
    assert [each.truth(OWN) for each in claims.statements] == ["pending"]
    assert not judge.commitments, "a draft binds nobody"
    judge.observe("speak", (f"(said 1 1 {judge.role})",), [(judge.role, "I will approve this team.")])
    assert [each.statement.quote for each in judge.commitments] == ["I will approve this team"]
    assert [each.statement.quote for each in judge.against("(vote reject)")] == ["I will approve this team"]
    assert judge.against("(vote approve)") == []
    judge.observe("(vote approve)", ("(voted 1 1 p1 approve)",))
    assert not judge.commitments


def test_words_that_no_deal_allows_with_earlier_ones_clash(avalon: tuple[SpokenMatch, LiveJudge]) -> None:
    _, judge = avalon
    judge.observe("speak", (f"(said 1 1 {judge.role})",), [(judge.role, "I am Percival.")])
    clashes = judge.judge("I am Merlin, and Player 6 is good.").clashes
    assert [(clash.first.quote, clash.second.quote) for clash in clashes] == [("I am Percival", "I am Merlin")]
    assert judge.judge("I am good.").clashes == ()


def test_the_joint_move_that_shows_it_is_known(avalon: tuple[SpokenMatch, LiveJudge]) -> None:
    match, judge = avalon
    proposed, leader = next(
        (number, role)
        for number, ply in enumerate(match.record.plies, start=1)
        for role, move in ply.moves.items()
        if move.startswith("(propose")
    )
    [statement] = judge.judge(f"Player {leader[1:]} has not led yet.").statements
    assert (statement.truth(OWN), judge.shown_at(statement)) == ("false", proposed)


def test_own_deals_tell_nothing_of_the_truth_or_of_others() -> None:
    deals = OwnDeals(Game.load("avalon"), "p1", players=6)
    for view in (ALL, "p2"):
        with pytest.raises(UsageError, match="can't be told from here"):
            deals(view, 0)
    assert deals(PUBLIC, 0) == ()


def test_deals_of_moments_that_rule_nothing_out_are_kept_once(avalon: tuple[SpokenMatch, LiveJudge]) -> None:
    match, judge = avalon
    before = judge.deals()
    for ply in match.record.plies[judge.plies :]:
        judge.observe(ply.moves["p1"], tuple(ply.percepts.get("p1", ())))
    assert judge.plies > 30 and judge.deals() is before


@pytest.fixture
def avalon() -> Iterator[tuple[SpokenMatch, LiveJudge]]:
    """The judge of p1 before the first speech of a match."""
    match = sample("avalon")
    judge = LiveJudge(match.game, "p1", match.record.players)
    for ply in match.record.plies[: match.speeches[0].ply - 1]:
        judge.observe(ply.moves["p1"], tuple(ply.percepts.get("p1", ())))
    yield match, judge
    judge.close()


def test_words_are_no_earlier_speech_of_themselves() -> None:
    game = Game.load("werewolf")
    players = tuple(f"p{seat}" for seat in range(1, 9))
    judge = LiveJudge(game, "p3", players)
    judge.observe("noop", ("(identity villager)",))
    told = judge.judge("Player 8 is my enemy. I find the discussions around Player 8 strange.").statements
    judge.close()
    assert [each.truth(OWN) for each in told if each.queries == ("was_suspected(p8)",)] == ["false"]
