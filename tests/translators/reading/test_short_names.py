"""Moves of several words by the word that only they have; roles that are no persons as `it` and `we`."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from gdl.tables.table import PayoffTable
from lelma.verify.verifier import Verifier
from tests.translators.relations import Games

BERTHS = PayoffTable(
    ("Ferry", "Trawler"),
    (("early_slot", "late_slot"), ("wait_outside", "push_in")),
    {
        ("early_slot", "wait_outside"): (Fraction(7), Fraction(4)),
        ("early_slot", "push_in"): (Fraction(-2), Fraction(1)),
        ("late_slot", "wait_outside"): (Fraction(3), Fraction(2)),
        ("late_slot", "push_in"): (Fraction(4), Fraction(6)),
    },
    "berths",
)

PATROL = PayoffTable(
    ("Ranger", "Poacher"),
    (("patrol_river", "patrol_ridge"), ("use_river", "use_ridge")),
    {
        ("patrol_river", "use_river"): (Fraction(5), Fraction(-4)),
        ("patrol_river", "use_ridge"): (Fraction(-1), Fraction(3)),
        ("patrol_ridge", "use_river"): (Fraction(-3), Fraction(6)),
        ("patrol_ridge", "use_ridge"): (Fraction(4), Fraction(-2)),
    },
    "patrol",
)


def truths_of(verifier: Verifier, text: str) -> list[str]:
    """The truths of the claims of a text, each once."""
    return sorted({claim.verdict.truth for claim in verifier.check(text).claims})


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Verifier:
    folder: Path = tmp_path_factory.mktemp("games")
    return Games(folder).verifier(BERTHS, 0)


@pytest.mark.parametrize(
    ("text", "truths"),
    [
        ("If I go early and the trawler waits, I get 7.", ["true"]),
        ("If I am early and the trawler pushes in, I get -2.", ["true"]),
        ("If I go late and the trawler waits outside, I get 4.", ["false"]),
        ("(late, push): 4, 6", ["true"]),
        ("Late guarantees me 3.", ["true"]),
        ("Early is my best reply to waiting.", ["true"]),
        ("The slot pays me 3.", []),  # both moves have it
    ],
)
def test_a_move_is_called_by_the_word_that_only_it_has(ferry: Verifier, text: str, truths: list[str]) -> None:
    assert truths_of(ferry, text) == truths


@pytest.mark.parametrize(
    ("text", "truths"),
    [
        ("If I go early and it waits, it gets 4.", ["true"]),
        ("If it pushes in, I get 4 by going late.", ["true"]),
        ("If it waits, going late gives me 7.", ["false"]),
        ("If the trawler pushes in, going late gives us 4.", ["true"]),
        ("If the trawler pushes in, we get 6 by going late.", ["false"]),
        ("The trawler has its hopes. The most it can hope for is 6.", ["unknown"]),  # the trawler or the ferry
        ("The most I can hope for is 6.", ["false"]),
        ("All of us hope for quiet seas. If the trawler waits, going early gives us 7.", ["true"]),
    ],
)
def test_a_role_that_is_no_person_is_it_and_we(ferry: Verifier, text: str, truths: list[str]) -> None:
    assert truths_of(ferry, text) == truths


def test_what_it_gives_is_of_a_move(ferry: Verifier) -> None:
    """A move gives what a player gets."""
    (claim,) = ferry.check("I like late: if they push in, it gives me 4.").claims
    assert (claim.verdict.truth, claim.claim.query) == ("true", "pay(ferry; ferry=late_slot, trawler=push_in) = 4")


@pytest.mark.parametrize(
    ("seat", "text", "truths"),
    [
        (1, "I get 6 from the river if the ranger is on the ridge.", ["true"]),
        (1, "I get 6 from the river if the ranger is at the river.", ["false"]),
        (1, "The river pays me 6 against a ridge patrol.", ["true"]),
        (0, "If I'm on the ridge and he uses the river, my payoff is -3.", ["true"]),
        (0, "(ridge, river): -3, 6", ["true"]),
        (0, "If we are both on the ridge, I get 4 and he gets -2.", ["true"]),
    ],
)
def test_two_roles_call_different_moves_the_same(
    tmp_path_factory: pytest.TempPathFactory, seat: int, text: str, truths: list[str]
) -> None:
    role = Games(tmp_path_factory.mktemp("games")).verifier(PATROL, seat)
    assert truths_of(role, text) == truths


TENDERS = PayoffTable(
    ("Printer", "Binder"),
    (("low", "high"), ("low", "high")),
    {
        ("low", "low"): (Fraction(3), Fraction(2)),
        ("low", "high"): (Fraction(6), Fraction(1)),
        ("high", "low"): (Fraction(0), Fraction(5)),
        ("high", "high"): (Fraction(4), Fraction(4)),
    },
    "tenders",
)


@pytest.mark.parametrize(
    ("text", "truths"),
    [
        ("A low quote earns me 6 against a high quote.", ["true"]),
        ("A low quote earns me 5 against a high quote.", ["false"]),
        ("A low quote earns me 5 against theirs.", []),  # only one move has the noun
    ],
)
def test_a_noun_behind_several_moves_is_what_a_text_calls_them(tmp_path: Path, text: str, truths: list[str]) -> None:
    found = Games(tmp_path).verifier(TENDERS, 0).check(text)
    assert [claim.verdict.truth for claim in found.claims if claim.verdict.truth in ("true", "false")] == truths


@pytest.mark.parametrize(
    ("text", "truths"),
    [
        ("u(push in, early) > u(wait, early)", ["unknown"]),  # or the ferry's choice stands first
        ("u(push in, late) > u(wait, late)", ["true"]),
        ("Versus a waiting Ferry: push in 9.", []),
    ],
)
def test_who_comes_second_may_put_its_own_choice_first(
    tmp_path_factory: pytest.TempPathFactory, text: str, truths: list[str]
) -> None:
    trawler = Games(tmp_path_factory.mktemp("games")).verifier(BERTHS, 1)
    assert truths_of(trawler, text) == truths


DRINKS = PayoffTable(
    ("Waiter", "Guest"),
    (("wait_inside", "outside"), ("sit_down", "stand")),
    {
        ("wait_inside", "sit_down"): (Fraction(-2), Fraction(-1)),
        ("wait_inside", "stand"): (Fraction(-6), Fraction(-4)),
        ("outside", "sit_down"): (Fraction(-3), Fraction(-8)),
        ("outside", "stand"): (Fraction(-5), Fraction(-7)),
    },
    "drinks",
)


@pytest.fixture(scope="module")
def waiter(tmp_path_factory: pytest.TempPathFactory) -> Verifier:
    folder: Path = tmp_path_factory.mktemp("games")
    return Games(folder).verifier(DRINKS, 0)


@pytest.mark.parametrize(
    ("text", "truths"),
    [
        ("If I wait inside and they stand, it costs me 5.", ["false"]),
        ("Us waiting inside and them sitting has the smallest total loss.", ["unknown"]),
        ("If they stand, waiting costs me 5.", ["unknown"]),  # a waiter waits outside as well
        ("If they are down 3, I don't care.", []),  # nobody sits down
        ("Let p be the probability that they sit. Wait inside: 6 - 4p.", ["unknown"]),
        ("If they flip a coin, waiting inside costs 0.5*2 + 0.5*6 = 4.", ["true"]),
    ],
)
def test_who_waits_is_no_waiter_and_sums_of_costs_are_costs(waiter: Verifier, text: str, truths: list[str]) -> None:
    assert truths_of(waiter, text) == truths


STALLS = PayoffTable(
    ("Owner", "Tenant"),
    (("raise", "keep"), ("stay", "leave")),
    {
        ("raise", "stay"): (Fraction(30_000), Fraction(8_000)),
        ("raise", "leave"): (Fraction(5_000), Fraction(12_000)),
        ("keep", "stay"): (Fraction(22_000), Fraction(15_000)),
        ("keep", "leave"): (Fraction(9_000), Fraction(10_000)),
    },
    "stalls",
)


@pytest.mark.parametrize(
    ("text", "truths"),
    [
        ("If I raise and they stay, I get 30.", ["true"]),
        ("If I raise and they stay, I get 30,000.", ["true"]),
        ("If I raise and they stay, I get 22,000.", ["false"]),
        ("If I raise and they stay, I get 22.", ["unknown"]),
        ("There is a 40 % chance that they stay. Raise: 0.4*30 + 0.6*5 = 15.", ["true"]),
    ],
)
def test_amounts_may_be_told_in_thousands(tmp_path: Path, text: str, truths: list[str]) -> None:
    owner = Games(tmp_path).verifier(STALLS, 0)
    assert truths_of(owner, text) == truths
