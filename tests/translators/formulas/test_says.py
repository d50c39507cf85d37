"""Formulas in English: right words, for any role's view, and no two formulas alike."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from gdl.tree.numbers import NumberSpelling
from tests.translators.formulas.random_formulas import Maker
from tests.translators.formulas.test_language import DEFINITIONS, HEADS, HUNT, ODD
from translators.formulas import GameNames, parse, text
from translators.formulas import formula as f
from translators.formulas.says import Voice, corrected, denies, says

PLAIN = Voice(("p1", "p2"), definitions=DEFINITIONS)
MINE = Voice(("p1", "p2"), you="p1", they="p2", definitions=DEFINITIONS)
NAMED = Voice(("p1", "p2"), you="p2", names={"p1": "Player 1"}, moves={"stag": "the stag"}, definitions=DEFINITIONS)


@pytest.mark.parametrize(
    ("formula", "voice", "said"),
    [
        ("pay(p1; p1=stag, p2=hare) = 0", MINE, "if you choose stag and they choose hare, you get 0"),
        ("pay(p1; p1=stag, p2=hare) = 0", PLAIN, "if p1 chooses stag and p2 chooses hare, p1 gets 0"),
        ("pay(p1; p1=stag, p2=stag) = 5", MINE, "if both choose stag, you get 5"),
        ("pay(p1; p1=stag) != 5", NAMED, "if Player 1 chooses the stag, Player 1 never gets 5"),
        ("some pay(p2; p2=stag) >= 5/2", NAMED, "if you choose the stag, you can get at least 2.5"),
        ("min pay(p1; p1=hare) = 1", MINE, "the least you get if you choose hare is 1"),
        ("min pay(p1; p1=hare) >= 1", MINE, "the least you get if you choose hare is at least 1"),
        ("max pay(p2; ) = 5", MINE, "the most they get is 5"),
        ("pay(p1; p1=stag) > pay(p1; p1=hare)", MINE, "what you get if you choose stag is more than what you get if "
         "you choose hare"),
        ("sum() = 0", PLAIN, "what all get together is equal to 0"),
        ("nash({p1=stag, p2=stag})", MINE, "both choosing stag is a Nash equilibrium"),
        ("not nash({p1=stag, p2=hare})", MINE, "you choosing stag and them choosing hare is not a Nash equilibrium"),
        ("strictly_dominant(p2, stag)", MINE, "stag strictly dominates every other of their moves"),
        ("strictly_dominant(p2, stag)", NAMED, "the stag strictly dominates every other of your moves"),
        ("best(p1, hare, {p2=hare})", PLAIN, "hare is a best reply for p1 against p2 choosing hare"),
        ("mean(p1; p1=stag; p2=stag:1/3, p2=hare:2/3) = 5/3", MINE,
         "what you get on average if you choose stag where they choose stag with probability 1/3 and they choose hare "
         "with probability 2/3 is equal to 5/3"),
        ("each X in moves(p1): min pay(p1; p1=X) >= 0", MINE,
         "for each move X of you, (the least you get if you choose X is at least 0)"),
        ("did(p2, stag)@1 and not did(p1, hare)", MINE, "they chose stag in step 1, and (you did not choose hare at any step)"),
        ("knows(p2, knows(p1, did(p2, hare)))", MINE, "they know that (you know that they chose hare at some step)"),
        ("total(p1) > total(p2)@3", MINE,
         "what you got in all rounds so far is more than what they got in all rounds up to round 3"),
        ("will(p2, stag)", MINE, "they will choose stag next"),
        ("chance(p1, did(p2, stag)) = 1/2", MINE, "the chance for you that they chose stag at some step is equal to 0.5"),
        ("pay(p2; reply(p2; p1=stag)=hare) = 3", MINE, "if they answer (you choosing stag) with hare, they get 3"),
    ],
)  # fmt: skip
def test_a_formula_is_said(formula: str, voice: Voice, said: str) -> None:
    assert says(parse(formula, HUNT, HEADS), voice) == said


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("best(p1, stag, {p2=hare})", "stag is not a best reply for you against them choosing hare"),
        ("pay(p1; p1=stag) = 5", "it is not so that (if you choose stag, you get 5)"),
        ("did(p1, stag)", "you did not choose stag at any step"),
    ],
)
def test_that_it_is_not_so_is_said(formula: str, said: str) -> None:
    assert denies(parse(formula, HUNT, HEADS), MINE) == said


@pytest.mark.parametrize(
    ("formula", "found", "said"),
    [
        ("pay(p1; p1=stag, p2=hare) = 3", [0], "if you choose stag and they choose hare, you get 0"),
        ("pay(p1; p1=stag) = 3", [5, 0], "if you choose stag, you get 0 or 5"),
        ("min pay(p1; p1=hare) >= 2", [1], "the least you get if you choose hare is 1"),
        ("mean(p1; ; p2=hare:1, p1=hare:1) = 2", [1], "what you get on average where they choose hare with probability "
         "1 and you choose hare with probability 1 is 1"),
        ("zero_sum()", [], "what all get together is not 0 in every case"),
    ],
)  # fmt: skip
def test_what_holds_instead_is_said(formula: str, found: list[int], said: str) -> None:
    assert corrected(parse(formula, HUNT, HEADS), MINE, [Fraction(number) for number in found]) == said


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("pay(p1; p1=stag, p2=hare) = 2", "if you choose stag and they choose hare, you get 2.0"),
        ("max pay(p2; ) = 5", "the most they get is 5"),
        ("sum() != 1/2", "what all get together is not equal to 1/2"),
        ("total(p1) = 2", "what you got in all rounds so far is equal to 2.0"),
        ("rounds() = 2", "the number of rounds so far is equal to 2"),
        ("chance(p1, did(p2, stag)) = 1/2", "the chance for you that they chose stag at some step is equal to 0.5"),
        ("mean(p1; p1=stag; p2=stag:1/2, p2=hare:1/2) = 2",
         "what you get on average if you choose stag where they choose stag with probability 0.5 and they choose hare "
         "with probability 0.5 is equal to 2.0"),
    ],
)  # fmt: skip
def test_payoffs_are_said_as_the_author_wrote_them_and_counts_and_chances_are_not(formula: str, said: str) -> None:
    voice = replace(MINE, spelling=NumberSpelling.of(["2.0", "1/2", "5"]))
    assert says(parse(formula, HUNT, HEADS), voice) == said


def test_a_corrected_payoff_is_as_the_author_wrote_it_and_a_corrected_count_is_not() -> None:
    voice = replace(MINE, spelling=NumberSpelling.of(["2.0"]))
    paid, played = parse("pay(p1; p1=stag) = 3", HUNT, HEADS), parse("rounds() = 3", HUNT, HEADS)
    assert corrected(paid, voice, [Fraction(2)]) == "if you choose stag, you get 2.0"
    assert corrected(played, voice, [Fraction(2)]) == "the number of rounds so far is 2"


def test_verbs_of_a_game_agree_with_who_is_told() -> None:
    relations = {"evil": ("{0} is evil", "{0} is not evil"), "more": ("{0} has more than {1}", "")}
    voice = Voice(("p1", "p2", "p3"), you="p2", definitions={}, relations=relations)
    you, other = f.Const("p2"), f.Const("p1")
    assert says(f.Holds("evil", (you,), None), voice) == "you are evil"
    assert denies(f.Holds("evil", (you,), None), voice) == "you are not evil"
    assert says(f.Holds("evil", (other,), None), voice) == "p1 is evil"
    assert says(f.Holds("more", (other, you), None), voice) == "p1 has more than you"
    assert says(f.Knows(you, f.Holds("more", (you, other), None), None), voice) == "you know that you have more than p1"


@pytest.mark.parametrize("vocabulary", [HUNT, ODD], ids=["plain names", "odd names"])
@pytest.mark.parametrize("you", [0, None], ids=["to a role", "to nobody"])
def test_different_formulas_are_said_differently(vocabulary: GameNames, you: int | None) -> None:
    roles = vocabulary.roles
    they = roles[1] if len(roles) == 2 and you is not None else None
    voice = Voice(roles, you=None if you is None else roles[you], they=they, definitions=DEFINITIONS)
    maker = Maker(vocabulary, 5, steps=(1, 2), definitions=DEFINITIONS)
    atoms: list[f.Formula] = [
        kind(f.Const(role), move, step)
        for role in roles
        for move in vocabulary.moves[role]
        for kind in (f.Did, f.Can, f.Will)
        for step in (None, f.Const("1"))
    ]
    made = [maker.play_formula(depth % 3) for depth in range(2500)]
    made += [maker.record_formula(depth % 4, (1, 2), atoms) for depth in range(2500)]
    said: dict[str, f.Formula] = {}
    for formula in made:
        words = says(formula, voice)
        assert said.setdefault(words, formula) == formula, f"{words}\n{text(formula)}\n{text(said[words])}"
    assert len(said) > 2500
