"""What players say of matches of other games: sentences written by hand, each with its verdict from one view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations

import pytest

from lelma.game.game import Game
from lelma.talk.judge import Claims, Speech, check_claims
from lelma.talk.record import Record, RecordedPly

Table = Sequence[tuple[str, str, str, str]]
"""Speaker, view, verdict, sentence."""


def record(
    players: int, lines: Iterable[str], private: dict[int, dict[str, list[str]]], moves: dict[int, dict[str, str]]
) -> Record:
    """A record of these public percepts, a joint move a line, and by joint move and role of private ones and moves."""
    seats = tuple(f"p{number}" for number in range(1, players + 1))
    plies = []
    for number, line in enumerate(lines, start=1):
        own = private.get(number, {})
        public = [f"({percept})" if " " in percept else percept for percept in line.split(", ") if percept]
        votes = (percept.split() for percept in line.split(", ") if percept.startswith("voted "))
        made = {voter: f"(vote {target})" for _, voter, target in votes} | moves.get(number, {})
        plies.append(RecordedPly(made, {seat: [*public, *own.get(seat, ())] for seat in seats}, {}))
    return Record(seats, tuple(plies))


# Werewolf: p1 is the seer, p2 the witch, p7 the guard, p3, p5 and p6 are wolves. p1 speaks first on the third day.

CARDS = ("seer", "witch", "werewolf", "villager", "werewolf", "werewolf", "guard", "villager")
WEREWOLF = [
    "",
    "died p4, was p4 villager",
    *(f"said p{seat}" for seat in (1, 2, 3, 5, 6, 7, 8)),
    *("voted p1 p5", "voted p2 p5", "voted p3 p1", "voted p5 p1", "voted p6 pass", "voted p7 p5"),
    "voted p8 pass, condemned p5",
    "said p5",
    "peaceful",
    *(f"said p{seat}" for seat in (1, 2, 3, 6, 7, 8)),
    *("voted p1 p3", "voted p2 p3", "voted p3 p2", "voted p6 p2", "voted p7 pass"),
    "voted p8 pass, nobody_condemned",
    "",
    "died p2, died p8",
    *(f"said p{seat}" for seat in (1, 3, 6, 7)),
    *("voted p1 p3", "voted p3 p1", "voted p6 p1"),
    "voted p7 p6, condemned p1",
]
THIRD_DAY = WEREWOLF.index("died p2, died p8") + 2
SEEN = {
    1: {f"p{seat}": [f"(identity {card})"] for seat, card in enumerate(CARDS, start=1)},
    THIRD_DAY - 2: {"p1": ["(is_wolf p3)"], "p3": ["(attacked p3 p8)"], "p6": ["(attacked p3 p8)"]},
}
DONE = {THIRD_DAY - 2: {"p1": "(check p3)", "p3": "(attack p8)"}}
EARLIER = [
    (3, "p1", "Good morning."),
    (4, "p2", "Something about Player 6 smells of wolf."),
    (5, "p3", "I am the seer. I checked Player 1 and he is a werewolf."),
    (8, "p7", "I suspect Player 6."),
]
WEREWOLF_SAID: Table = [
    ("p1", "public", "true", "Player 4 was killed on the first night."),
    ("p1", "public", "false", "Player 4 died on night 2."),
    ("p1", "public", "false", "Nobody died last night."),
    ("p1", "public", "false", "Nobody was saved on night 2."),
    ("p1", "public", "true", "Night 2 was peaceful."),
    ("p1", "public", "true", "Someone was saved on the second night."),
    ("p1", "public", "true", "Two players died last night."),
    ("p1", "public", "true", "Last night we lost Player 2 and Player 8."),
    ("p1", "public", "true", "Player 5 was voted out on day 1."),
    ("p1", "public", "false", "Player 5 was executed yesterday."),
    ("p1", "public", "true", "Nobody was voted out yesterday."),
    ("p1", "public", "false", "No one was executed on day 1."),
    ("p3", "public", "true", "Player 3 voted for Player 2 yesterday."),
    ("p1", "public", "true", "I voted for Player 5 on day 1."),
    ("p1", "public", "true", "Player 7 abstained on day 2."),
    ("p1", "public", "true", "Player 8 did not vote on day 1."),
    ("p1", "public", "true", "Player 6 has never voted for Player 5."),
    ("p1", "public", "true", "Player 3 voted against me on the first day."),
    ("p1", "public", "false", "On day 1, Player 2 voted for Player 3."),
    ("p1", "public", "true", "Player 1 and Player 2 both voted for Player 3 yesterday."),
    ("p1", "public", "true", "Player 7 voted to eliminate Player 5."),
    ("p1", "public", "true", "Player 6 is still alive."),
    ("p1", "public", "true", "Player 8 is dead."),
    ("p1", "public", "true", "There are only four players left."),
    ("p1", "public", "false", "Five of us are still alive."),
    ("p1", "public", "true", "Player 4 was revealed to be a villager."),
    ("p1", "public", "false", "Player 4 turned out to be the seer."),
    ("p1", "public", "unknown", "Player 3 was revealed to be the seer."),
    ("p1", "own", "false", "Player 3 was revealed to be the seer."),
    ("p1", "all", "false", "Player 3 was revealed to be the seer."),
    ("p1", "all", "false", "Player 6 was revealed to be a werewolf."),
    ("p1", "public", "true", "Player 5 received three votes on day 1."),
    ("p1", "public", "false", "I got three votes on the first day."),
    ("p1", "public", "true", "Player 3 claimed to be the seer."),
    ("p1", "public", "true", "Player 7 accused Player 6."),
    ("p1", "public", "unknown", "Player 2 accused Player 6."),  # perhaps, in words that are not read
    ("p1", "public", "false", "Player 8 accused Player 6."),
    ("p1", "public", "false", "Player 6 has claimed to be the guard."),
    ("p1", "public", "true", "Player 7 has not spoken today."),
    ("p1", "public", "true", "It is day 3."),
    ("p1", "public", "kept", "I will vote for Player 3."),
    ("p1", "public", "broken", "My vote goes to Player 7."),
    ("p1", "public", "kept", "I'm voting Player 3 today."),
    ("p1", "public", "kept", "Let's vote out Player 3."),
    ("p1", "public", "broken", "I will abstain."),
    ("p6", "public", "broken", "I vote to kill Player 3."),
    ("p1", "public", "true", "We lost Player 2 and Player 8 during the night."),
    ("p1", "public", "true", "Player 4 was the first to die."),
    ("p1", "public", "true", "Player 4, a villager, was killed on the first night."),
    ("p1", "public", "true", "No one died on the second night."),
    ("p1", "public", "false", "There was a death on night 2."),
    ("p1", "public", "true", "We voted out Player 5 on the first day."),
    ("p1", "public", "false", "Player 3 was eliminated on day 1."),
    ("p1", "public", "true", "Player 2 and I voted for Player 5 on the first day."),
    ("p3", "public", "true", "I cast my vote for Player 1 on day 1."),
    ("p3", "public", "true", "I voted for Player 1 the day before yesterday."),
    ("p1", "public", "true", "Player 6 abstained on the first day."),
    ("p1", "public", "true", "Player 6 passed on day 1 and voted for Player 2 on day 2."),
    ("p1", "public", "true", "Player 7 did not vote yesterday."),
    ("p1", "public", "true", "Player 8 never voted for anyone."),
    ("p1", "public", "true", "Player 3 and Player 6 both voted for Player 2 yesterday."),
    ("p1", "public", "true", "Only Player 3 and Player 6 voted for Player 2 yesterday."),
    ("p1", "public", "true", "Nobody was executed on day 2."),
    ("p1", "public", "true", "Yesterday's vote ended in a tie."),
    ("p1", "public", "true", "Yesterday's vote ended without an elimination."),
    ("p1", "public", "true", "Player 5 got three votes on day 1."),
    ("p1", "public", "true", "Player 5 was voted out with three votes."),
    ("p1", "public", "true", "Three players voted for Player 5 on day 1."),
    ("p1", "public", "false", "Four players voted for me on day 1."),
    ("p1", "public", "true", "Only four of us remain."),
    ("p1", "public", "true", "There are four players alive."),
    ("p1", "public", "true", "Players 1, 3, 6 and 7 are the only ones left."),
    ("p1", "public", "true", "Player 3 has voted for me before."),
    ("p1", "public", "true", "Player 3 voted for me on day 1 and for Player 2 on day 2."),
    ("p1", "public", "true", "Player 3 claimed to be the seer on the first day."),
    ("p1", "public", "true", "Player 6 has never voted for Player 3."),
    ("p1", "public", "true", "I have voted for Player 3 once."),
    ("p1", "public", "kept", "I am voting to eliminate Player 3."),
    ("p1", "public", "kept", "I'd suggest we vote for Player 3."),
    ("p1", "public", "broken", "I plan to vote for Player 6 today."),
    ("p1", "public", "kept", "Therefore, my vote is on Player 3."),
    ("p1", "public", "true", "Two people died last night."),
    ("p1", "public", "true", "Last night was not peaceful."),
    ("p1", "public", "true", "Player 5 was executed, but their role was not revealed."),
    ("p1", "own", "true", "I am the seer."),
    ("p1", "public", "unknown", "I am the seer."),
    ("p3", "own", "false", "As the seer, I can help you."),
    ("p1", "all", "true", "Player 3 is a werewolf."),
    ("p7", "own", "false", "Player 3 must be the witch."),
    ("p7", "own", "unknown", "Player 6 is a wolf."),
    ("p1", "all", "true", "Either Player 3 or Player 6 is a werewolf."),
    ("p7", "own", "false", "Player 4 could be a werewolf."),
    ("p1", "public", "unknown", "I checked Player 3 last night."),
    ("p1", "all", "true", "I checked Player 3 and found out that they are a wolf."),
    ("p1", "public", "true", "In the voting last night, Player 3 voted for Player 2."),
    ("p3", "public", "true", "I voted for Player 2 last night."),
    ("p1", "all", "false", "Player 3 voted for me in last night's vote."),
    ("p1", "public", "unknown", "Player 3 voted for me in last night's vote."),
    ("p1", "public", "false", "Player 3 voted for me in yesterday's vote."),
    ("p3", "own", "true", "I voted for Player 8 in the voting last night."),
    ("p3", "all", "true", "I voted for Player 8 in the voting last night."),
    ("p3", "public", "unknown", "I voted for Player 8 in the voting last night."),
    ("p6", "own", "true", "Last night, Player 3 voted for Player 8."),
    ("p3", "own", "false", "I voted for Player 7 last night."),
    ("p1", "public", "true", "The voting last night was a tie."),
    ("p1", "public", "true", "Nobody was executed in the vote last night."),
    ("p1", "public", "true", "Player 7 suspected Player 6."),
    ("p1", "public", "unknown", "Player 6 suspected Player 7."),
    ("p1", "public", "unknown", "I suspected Player 6."),
    ("p1", "public", "false", "Player 6 accused Player 7."),
    ("p1", "own", "true", "Seer here."),
    ("p1", "public", "false", "Yesterday everyone but me voted for Player 3."),
    ("p1", "public", "true", "Everyone except Players 3, 6, 7 and 8 voted for Player 3 yesterday."),
    ("p1", "all", "true", "Player 3's seer claim is a lie."),
    ("p1", "public", "unread", "Player 3's seer friend is a liar."),
    ("p1", "all", "true", "The last wolves are Player 3 and Player 6."),
    ("p1", "public", "true", "Player 7 got no votes at all yesterday."),
    ("p1", "public", "false", "Player 3 got three votes yesterday."),
    ("p1", "public", "true", "Two bodies last night."),
    ("p1", "public", "true", "That makes four dead in total."),
    ("p1", "public", "true", "Only one execution so far."),
    ("p1", "public", "false", "We've had two executions so far."),
    ("p1", "public", "true", "Nobody has ever voted for Player 8."),
    ("p1", "public", "false", "Not one vote has gone to Player 3."),
    ("p1", "public", "true", "Player 3 says he checked me."),
    ("p1", "public", "true", "Player 3 abstained or not, and voted for Player 2 yesterday."),
    ("p1", "own", "true", "As the seer, I want nothing more than peace."),
    ("p1", "public", "true", "If Player 3 is a werewolf, Player 3 is not the seer."),
    ("p3", "own", "false", "I checked Player 7 last night, and he is not a werewolf."),
]
LAST_WORDS = [each for each, line in enumerate(WEREWOLF, start=1) if line == "said p5"][-1]
LAST_WORDS_SAID: Table = [
    ("p5", "all", "unread", "I wish you would vote out Player 3."),
    ("p5", "all", "pending", "Let's vote out Player 3."),
    ("p5", "all", "pending", "I would vote for Player 1."),
    ("p5", "all", "pending", "We should vote for Player 7."),
]

# Undercover-V and SpyGame: p1 to p5, the spy is p3. One tie, then p4 is voted out; the third round goes on.

SPY = ("civilian", "civilian", "spy", "civilian", "civilian")
ROUNDS = [
    "",
    *(f"described p{seat}" for seat in range(1, 6)),
    "voted p1 p2, voted p2 p1, voted p3 p1, voted p4 p2, voted p5 p3, tie",
    *(f"described p{seat}" for seat in range(1, 6)),
    "voted p1 p4, voted p2 p4, voted p3 p4, voted p4 p3, voted p5 p3, out p4 civilian",
    *("described p1", "described p2", "described p3", "described p5"),
    "voted p1 p3, voted p2 p3, voted p3 p1, voted p5 p3, out p3 spy",
]
THIRD_ROUND = ROUNDS.index("voted p1 p4, voted p2 p4, voted p3 p4, voted p4 p3, voted p5 p3, out p4 civilian") + 3
ROUND_SAID: Table = [
    ("p2", "public", "true", "Player 1 voted for Player 2 in the first round."),
    ("p2", "public", "false", "Player 5 voted for Player 2 in round 1."),
    ("p2", "public", "true", "I voted against Player 4 last round."),
    ("p2", "public", "true", "In round 2, Player 3 voted for Player 4."),
    ("p2", "public", "true", "Player 5 has voted for Player 3 twice."),
    ("p2", "public", "false", "Player 3 has voted for Player 1 twice."),
    ("p2", "public", "true", "Player 5 has always voted for Player 3."),
    ("p2", "public", "true", "Player 1 has never voted for Player 3."),
    ("p2", "public", "true", "Player 4 was eliminated in round 2."),
    ("p2", "public", "true", "We eliminated Player 4 last round."),
    ("p2", "public", "false", "Player 4 was the spy."),
    ("p2", "public", "true", "Player 4 turned out to be a civilian."),
    ("p2", "public", "true", "Player 4 was voted out."),
    ("p2", "public", "true", "Player 1 is still in the game."),
    ("p2", "public", "true", "Round 1 ended in a tie."),
    ("p2", "public", "true", "The first vote was a tie."),
    ("p2", "public", "true", "Nobody was eliminated in the first round."),
    ("p2", "public", "false", "The second round was a tie."),
    ("p2", "public", "true", "There are four players left."),
    ("p2", "public", "false", "Only three of us are still in the game."),
    ("p2", "public", "true", "Player 4 received three votes in round 2."),
    ("p2", "public", "false", "I got one vote in round 1."),
    ("p2", "public", "true", "Player 1 spoke first."),
    ("p2", "public", "false", "Player 3 has already described their word this round."),
    ("p2", "public", "true", "This is the third round."),
    ("p2", "public", "true", "Players 1, 2 and 3 voted for Player 4."),
    ("p2", "public", "true", "Player 3 accused Player 1."),
    ("p2", "public", "kept", "I will vote for Player 3."),
    ("p2", "public", "kept", "I'm voting for Player 3 this time."),
    ("p2", "public", "broken", "My vote goes to Player 5."),
    ("p2", "public", "kept", "I'd like to vote out Player 3."),
    ("p1", "public", "broken", "I am going to vote for Player 5."),
    ("p2", "public", "unknown", "Player 3 is the spy."),
    ("p2", "all", "true", "Player 3 is the spy."),
    ("p2", "all", "false", "I think Player 1 is the spy."),
    ("p2", "public", "false", "Player 4 could be the undercover."),
    ("p2", "public", "unknown", "I am not the spy."),
    ("p3", "own", "unknown", "I am a civilian."),
    ("p2", "public", "true", "Player 5 might be the spy."),
    ("p2", "all", "true", "Either Player 3 or Player 5 is the spy."),
    ("p2", "public", "true", "There is only one spy."),
    ("p2", "all", "true", "Just a civilian here."),
    ("p2", "public", "true", "Everyone but Players 4 and 5 voted for Player 4 last round."),
    ("p2", "public", "false", "In round 2 everyone but Player 5 voted for Player 4."),
    ("p2", "public", "false", "In the last round every vote but mine went to Player 4."),
    ("p2", "public", "true", "Player 4 got three votes."),
    ("p2", "public", "false", "Player 4 got two votes."),
    ("p2", "public", "true", "Three votes for Player 4 and none for me last round."),
    ("p2", "public", "true", "Nobody has ever voted for Player 5."),
    ("p2", "public", "false", "Player 1 hasn't had any votes yet."),
    ("p2", "public", "false", "We tied last time."),
    ("p1", "public", "kept", "I'm switching to Player 3."),
    ("p2", "public", "true", "Player 5 might well be the spy."),
    ("p2", "public", "true", "It was Player 4 who was voted out."),
    ("p2", "public", "false", "It was Player 5 who was voted out."),
    ("p2", "public", "true", "If Player 1 is the spy, Player 3 is a civilian."),
    ("p2", "public", "unknown", "If Player 1 is a civilian, Player 3 is the spy."),
]


def said(game: str, cards: Sequence[str], told: Record, speeches: Sequence[Speech]) -> Claims:
    seats = told.players

    @cache
    def deals(view: str) -> list[dict[str, str]]:
        """All deals in which the dead are what they were seen to be, and in Werewolf the viewer is as dealt."""
        truth = dict(zip(seats, cards, strict=True))
        known = {"p4"} | ({view} if game == "werewolf" and view in seats else set())
        every = (dict(zip(seats, chosen, strict=True)) for chosen in set(permutations(cards)))
        return [truth] if view == "all" else [deal for deal in every if all(deal[p] == truth[p] for p in known)]

    rules = Game.load(game, parameters={"players": len(seats)})
    views = ("public", "own", "all")
    return check_claims(rules, told, speeches, worlds=lambda view, _: deals(view), views=views)


def found(claims: Claims, said_at: int, view: str, sentence: str) -> str:
    """The verdict on a sentence: that of the claim in it that fails, if one does; `unread` where none was found."""
    here = [each for each in claims.statements if each.speech.words == sentence and each.speech.ply == said_at]
    labels = {each.as_json(view)["label"] for each in here}
    worst_first = ("false", "broken", "unknown", "true", "kept", "pending")
    return next((name for name in worst_first if name in labels), "unread")


def wrong(claims: Claims, said_at: int, table: Table) -> list[tuple[str, str, str]]:
    return [
        (sentence, label, answer)
        for _, view, label, sentence in table
        if (answer := found(claims, said_at, view, sentence)) != label
    ]


def test_sentences_about_werewolf() -> None:
    speeches = [Speech(ply, role, words) for ply, role, words in EARLIER]
    speeches += [Speech(THIRD_DAY, role, words) for role, _, _, words in WEREWOLF_SAID]
    claims = said("werewolf", CARDS, record(8, WEREWOLF, SEEN, DONE), speeches)
    assert wrong(claims, THIRD_DAY, WEREWOLF_SAID) == []


def test_what_was_told_of_the_dead_contradicts_no_guess_about_the_living() -> None:
    words = ("I am the witch.", "Player 4 was revealed to be a villager.", "Player 3 is a werewolf.")
    speeches = [Speech(at, "p1", each) for at, each in zip((2, THIRD_DAY, THIRD_DAY), words, strict=True)]
    claims = said("werewolf", CARDS, record(8, WEREWOLF, SEEN, DONE), speeches)
    assert len(claims.statements) == 3 and claims.clashes == ()


def test_the_dead_break_no_promise() -> None:
    speeches = [Speech(LAST_WORDS, role, words) for role, _, _, words in LAST_WORDS_SAID]
    claims = said("werewolf", CARDS, record(8, WEREWOLF, SEEN, DONE), speeches)
    assert wrong(claims, LAST_WORDS, LAST_WORDS_SAID) == []


@pytest.mark.parametrize(("game", "civilian"), [("spygame", "civilian"), ("undercover_v", "citizen")])
def test_sentences_about_games_of_words(game: str, civilian: str) -> None:
    lines = [line.replace("civilian", civilian) for line in ROUNDS]
    if game == "undercover_v":
        lines = [line.replace("out p4 citizen", "out p4").replace("out p3 spy", "out p3") for line in lines]
    table = [(role, view, label, words.replace("civilian", civilian)) for role, view, label, words in ROUND_SAID]
    speeches = [Speech(4, "p3", "Player 1 is suspicious."), *(Speech(THIRD_ROUND, each[0], each[3]) for each in table)]
    cards = [card.replace("civilian", civilian) for card in SPY]
    claims = said(game, cards, record(5, lines, {}, {}), speeches)
    assert wrong(claims, THIRD_ROUND, table) == []
