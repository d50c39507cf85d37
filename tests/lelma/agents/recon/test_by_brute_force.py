"""What words would change in what others think, against a count over all 360 deals that shares nothing with it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

import pytest

from lelma.agents.recon.second_order import overheard
from lelma.talk.chances.statements import read_statement_rates
from tests.lelma.agents.recon.test_proved import FAILED, GAME, MERLIN, PERCIVAL, SERVANT, Telling, moment

PLAYERS = ("p1", "p2", "p3", "p4", "p5", "p6")
CARDS = ("merlin", "percival", "servant", "servant", "morgana", "assassin")
EVIL = {"morgana", "assassin"}
ASSASSIN = ("(identity assassin)", "(evil p5)")
ME = "p4"
Deal = Mapping[str, str]
RATES = read_statement_rates(GAME)
Told = dict[tuple[str, str, str], tuple[Fraction, Fraction]]

DEALS: list[Deal] = [dict(zip(PLAYERS, cards, strict=True)) for cards in sorted(set(itertools.permutations(CARDS)))]


def card(deal: Deal, player: str) -> tuple[str, ...]:
    """What a player is told in a deal, by the rules of the game as they stand in the paper."""
    own = deal[player]
    others = [each for each in PLAYERS if each != player]
    if own == "merlin" or own in EVIL:
        return (own, *(each for each in others if deal[each] in EVIL))
    if own == "percival":
        return (own, *(each for each in others if deal[each] in ("merlin", "morgana")))
    return (own,)


def by_brute_force(
    told: Callable[[Deal], bool], parts: Sequence[Callable[[Deal], bool]], public: Callable[[Deal], bool]
) -> Told:
    """Listener's identity, fact, how it is heard → the mean share before and after, in all that the speaker allows."""
    said, possible = both(*parts), [deal for deal in DEALS if public(deal)]
    weights = {card(deal, ME): likely(parts, deal) for deal in DEALS}
    mine = [deal for deal in possible if told(deal)]
    own = mine[0][ME]
    facts = {own: {own}, "evil" if own in EVIL else "good": EVIL if own in EVIL else set(CARDS) - EVIL}
    known = {card(deal, ME) for deal in DEALS} - {card(deal, ME) for deal in DEALS if not said(deal)}
    heard = {"face": [deal for deal in possible if said(deal)]}
    heard["card"] = [deal for deal in possible if card(deal, ME) in known]
    found: dict[tuple[str, str, str], list[tuple[Fraction, Fraction]]] = {}
    for deal, listener in itertools.product(mine, PLAYERS):
        if listener == ME:
            continue
        before = [each for each in possible if card(each, listener) == card(deal, listener)]
        weighed = [weights[card(each, ME)] for each in before]
        for fact, cards in facts.items():
            held = [each[ME] in cards for each in before]
            after = sum(weight for weight, each in zip(weighed, held, strict=True) if each) / sum(weighed)
            found.setdefault((deal[listener], fact, "likely"), []).append((share(held), Fraction(after)))
        for heard_as, left in heard.items():
            remain = [each for each in before if each in left] or before
            for fact, cards in facts.items():
                shares = tuple(share([each[ME] in cards for each in some]) for some in (before, remain))
                found.setdefault((deal[listener], fact, heard_as), []).append((shares[0], shares[1]))
    return {key: (mean([a for a, _ in some]), mean([b for _, b in some])) for key, some in found.items()}


def likely(parts: Sequence[Callable[[Deal], bool]], deal: Deal) -> float:
    """How probable it is that the speaker says all of this in a deal."""
    found = 1.0
    for said in parts:
        same = [said(each) for each in DEALS if card(each, ME) == card(deal, ME)]
        kind = "known" if all(same) else "open" if any(same) else "against"
        found *= RATES[deal[ME]][kind] * (sum(same) / len(same) if kind == "open" else 1)
    return found


def share(held: Sequence[bool]) -> Fraction:
    return Fraction(sum(held), len(held))


def mean(shares: Sequence[Fraction]) -> Fraction:
    return sum(shares, Fraction(0)) / len(shares)


def is_(player: str, *cards: str) -> Callable[[Deal], bool]:
    return lambda deal: deal[player] in cards


def both(*some: Callable[[Deal], bool]) -> Callable[[Deal], bool]:
    return lambda deal: all(each(deal) for each in some)


def cases() -> Iterator[tuple[tuple[str, ...], tuple[str, ...], bool, str, tuple[Callable[[Deal], bool], ...]]]:
    merlin, assassin = ("merlin", "p5", "p6"), ("assassin", "p5")
    percival, servant = ("percival", "p2", "p3"), ("servant",)
    for later in (False, True):
        yield MERLIN, merlin, later, "I am Merlin.", (is_(ME, "merlin"),)
        yield MERLIN, merlin, later, "Player 5 is evil.", (is_("p5", *EVIL),)
        yield MERLIN, merlin, later, "Player 3 is good.", (is_("p3", *set(CARDS) - EVIL),)
        yield SERVANT, servant, later, "I am a loyal servant.", (is_(ME, "servant"),)
        yield SERVANT, servant, later, "Player 1 is evil.", (is_("p1", *EVIL),)
        yield PERCIVAL, percival, later, "I am Percival.", (is_(ME, "percival"),)
        yield PERCIVAL, percival, later, "Player 2 is Merlin.", (is_("p2", "merlin"),)
        yield ASSASSIN, assassin, later, "Player 5 is evil.", (is_("p5", *EVIL),)
        yield ASSASSIN, assassin, later, "Player 1 is good.", (is_("p1", *set(CARDS) - EVIL),)
        yield ASSASSIN, assassin, later, "I am Merlin.", (is_(ME, "merlin"),)
    two = (is_("p5", *EVIL), is_("p6", *EVIL))
    yield MERLIN, merlin, True, "Player 5 is evil. Player 6 is evil.", two


_FAST = (1, 8, 20)


@pytest.mark.parametrize(
    ("percepts", "own", "failed", "words", "parts"),
    [pytest.param(*case, marks=[] if number in _FAST else [pytest.mark.slow]) for number, case in enumerate(cases())],
)
def test_what_words_change_is_what_a_count_over_all_deals_gives(
    percepts: tuple[str, ...], own: tuple[str, ...], failed: bool, words: str, parts: tuple[Callable[[Deal], bool], ...]
) -> None:
    at = moment(percepts, FAILED if failed else (), {"draft": {"move": "speak", "words": words}})
    (note,) = overheard(at, {"of": "draft"}, Telling()).notes
    told = {(each["listener"], each["fact"], each["heard_as"]): each for each in note["taken"]}
    public = both(lambda deal: not failed or bool({deal["p1"], deal["p5"]} & EVIL))
    expected = by_brute_force(lambda deal: card(deal, ME) == own, parts, public)
    changed = {key: shares for key, shares in expected.items() if abs(shares[0] - shares[1]) > Fraction(1, 10**8)}
    assert told.keys() == changed.keys()
    for key, (before, after) in changed.items():
        assert told[key]["before"] == pytest.approx(float(before), abs=1e-8)
        assert told[key]["after"] == pytest.approx(float(after), abs=1e-8)
