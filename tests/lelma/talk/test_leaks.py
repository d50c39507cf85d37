"""What words give away, by Avalon's first round: p1 is Merlin, p5 Morgana, p6 the Assassin."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations

import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.talk.chances.statements import read_statement_rates
from lelma.talk.engine import TalkEngine
from lelma.talk.leaks import Leak
from lelma.talk.live import LiveJudge

CARDS = {"p1": "merlin", "p2": "percival", "p3": "servant", "p4": "servant", "p5": "morgana", "p6": "assassin"}


@pytest.fixture(scope="module")
def judges() -> Iterator[dict[str, LiveJudge]]:
    """Role → its judge, when all are dealt and the first leader is drawn."""
    game = Game.load("avalon")
    engine, play = TalkEngine(game), Progression(game.description)
    found = {role: LiveJudge(game, role, play.roles, engine=engine) for role in CARDS}
    state = play.initial
    for dealt in [*(f"(deal {player} {card} 1)" for player, card in CARDS.items()), "(leader p1)"]:
        joint = {role: dealt if role == "random" else moves[0] for role, moves in play.legal(state).items()}
        step = play.step(state, joint)
        for role, judge in found.items():
            judge.observe(joint[role], step.percepts[role])
        state = step.state
    yield found
    play.close()
    engine.close()


def given_away(judge: LiveJudge, words: str) -> list[Leak]:
    return [leak for statement in judge.judge(words).statements for leak in judge.given_away(statement)]


def test_merlin_gives_himself_away_by_saying_so(judges: dict[str, LiveJudge]) -> None:
    [leak] = given_away(judges["p1"], "I am Merlin.")
    assert (leak.secret.name, leak.fact) == ("who Merlin is", "(true (identity p1 merlin))")
    assert (leak.heard_as, leak.share) == ("face", (Fraction(1, 4), Fraction(1)))
    assert leak.listener in ("p5", "p6")


def test_merlin_gives_himself_away_by_what_only_merlin_can_know(judges: dict[str, LiveJudge]) -> None:
    [leak] = given_away(judges["p1"], "Player 5 is evil.")
    assert (leak.heard_as, leak.share) == ("card", (Fraction(1, 4), Fraction(1)))


def test_who_is_no_merlin_gives_nobody_away_by_the_same_words(judges: dict[str, LiveJudge]) -> None:
    for role in ("p2", "p3"):
        assert given_away(judges[role], "Player 5 is evil. I am Merlin.") == []
    assert given_away(judges["p1"], "I am good.") == []


def test_evil_gives_evil_away_only_by_the_truth(judges: dict[str, LiveJudge]) -> None:
    [leak] = given_away(judges["p5"], "Player 6 is evil.")
    assert (leak.secret.name, leak.fact) == ("who is evil", "(evil p6)")
    assert given_away(judges["p5"], "Player 2 is evil. I am Percival.") == []


@pytest.mark.parametrize(
    ("role", "words", "fact"),
    [
        ("p5", "Let us wait, so that nobody notices that I am evil.", "(evil p5)"),
        ("p5", "I want to hide that I am evil.", "(evil p5)"),
        ("p5", "This way it won't be obvious that Player 6 is evil.", "(evil p6)"),
        ("p6", "As an evil player I will approve this team.", "(evil p6)"),
        ("p6", "An evil force is behind my suggestion.", "(evil p6)"),
        ("p1", "So that they never suspect that I am Merlin, I will approve this team.", "(true (identity p1 merlin))"),
    ],
)
def test_what_is_to_be_hidden_is_given_away_by_saying_so(
    judges: dict[str, LiveJudge], role: str, words: str, fact: str
) -> None:
    assert [leak.fact for leak in given_away(judges[role], words)] == [fact]


@pytest.mark.parametrize(
    "words",
    [
        "Nothing makes it evident that I am evil.",
        "It is not obvious that Player 6 is evil.",
        "If nobody knows that I am evil, we win.",
        "I don't want it to look as if an evil player is behind the suggestion.",
    ],
)
def test_what_is_only_denied_or_supposed_gives_nothing_away(judges: dict[str, LiveJudge], words: str) -> None:
    assert given_away(judges["p5"], words) == []


RATES = read_statement_rates(Game.load("avalon"))
SIDES = {"good": ("merlin", "percival", "servant"), "evil": ("morgana", "assassin")}


def card(deal: Mapping[str, str], player: str) -> tuple[object, ...]:
    """What a player is told in a deal, by the rules as a person reads them."""
    evil = {each for each, identity in deal.items() if identity in SIDES["evil"]}
    looks = {each for each, identity in deal.items() if identity in ("merlin", "morgana")}
    identity = deal[player]
    told = looks if identity == "percival" else evil if identity not in ("servant", "percival") else set()
    return identity, frozenset(told - {player})


def weighed(
    deals: Sequence[Mapping[str, str]],
    before: Sequence[Mapping[str, str]],
    role: str,
    meant: Sequence[str],
    said: Callable[[Mapping[str, str]], bool],
) -> list[Fraction]:
    """The share before, and after words that each identity says at the rates of `statements.toml`."""
    weights = []
    for deal in before:
        same = [said(each) for each in deals if card(each, role) == card(deal, role)]
        kind = "known" if all(same) else "open" if any(same) else "against"
        weights.append(RATES[deal[role]][kind] * (sum(same) / len(same) if kind == "open" else 1))
    held = [deal[role] in meant for deal in before]
    after = sum(weight for weight, each in zip(weights, held, strict=True) if each) / sum(weights)
    return [Fraction(sum(held), len(held)), Fraction(after)]


def by_brute_force(
    role: str, listener: str, fact: str, heard_as: str, said: Callable[[Mapping[str, str]], bool]
) -> tuple[Fraction, Fraction]:
    """The mean share before and after, over all 360 deals."""
    deals = [dict(zip(CARDS, each, strict=True)) for each in sorted(set(permutations(CARDS.values())))]
    meant = SIDES.get(fact, (fact,))
    shares = []
    for mine in (deal for deal in deals if card(deal, role) == card(CARDS, role)):
        for player in (each for each in mine if each != role and mine[each] == listener):
            before = [deal for deal in deals if card(deal, player) == card(mine, player)]
            if heard_as == "likely":
                shares.append(weighed(deals, before, role, meant, said))
                continue
            if heard_as == "face":
                after = [deal for deal in before if said(deal)]
            else:
                untrue = {card(deal, role) for deal in deals if not said(deal)}
                after = [deal for deal in before if card(deal, role) not in untrue]
            means = [
                Fraction(sum(deal[role] in meant for deal in some), len(some)) for some in (before, after or before)
            ]
            shares.append(means)
    first, second = (sum(each, Fraction(0)) / len(shares) for each in zip(*shares, strict=True))
    return first, second


@pytest.mark.slow
@pytest.mark.parametrize(
    ("role", "words", "said"),
    [
        ("p1", "I am Merlin.", lambda deal: deal["p1"] == "merlin"),
        ("p1", "Player 5 is evil.", lambda deal: deal["p5"] in SIDES["evil"]),
        ("p2", "I am good.", lambda deal: deal["p2"] in SIDES["good"]),
        ("p6", "Player 5 is good.", lambda deal: deal["p5"] in SIDES["good"]),
    ],
)  # fmt: skip
def test_what_words_would_make_others_think_is_what_counting_all_deals_says(
    judges: dict[str, LiveJudge], role: str, words: str, said: Callable[[Mapping[str, str]], bool]
) -> None:
    found = judges[role].taken(words, SIDES)
    assert {each.listener for each in found} == set(CARDS.values()) - ({CARDS[role]} - {"servant"})
    for each in found:
        expected = by_brute_force(role, each.listener, each.fact, each.heard_as, said)
        assert (each.before, float(each.after)) == (expected[0], pytest.approx(float(expected[1]), abs=1e-8)), each


def test_words_that_say_nothing_of_who_is_who_make_nobody_think_anything(judges: dict[str, LiveJudge]) -> None:
    assert judges["p1"].taken("Let us think about it calmly.", SIDES) == []
    assert judges["p1"].taken("Perhaps Player 5 is evil.", SIDES) == []
