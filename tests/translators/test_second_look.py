"""The second look at what would be refuted: which words hold a refutation back, and which don't."""

from __future__ import annotations

import pytest

from lelma.verify.verifier import Verifier
from translators.claim import Claim, Translation
from translators.gates.second_look import SecondLook
from translators.reading.words.game_words import game_words


def look(game: str, text: str, formula: str, words: str = "") -> str:
    """What is held against a claim of the first role about all of a text."""
    verifier = Verifier.load(game)
    claim = Claim(text, (0, len(text)), formula, words=words)
    return second_look(verifier, text, claim)(claim)


def second_look(verifier: Verifier, text: str, claim: Claim) -> SecondLook:
    """A second look at a text of which one claim was read, by its sentence alone as well."""
    vocabulary, role = verifier.vocabulary, verifier.role
    return SecondLook(text, vocabulary, game_words(vocabulary, role), role, Translation((claim,)), lambda _: (claim,))


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("If we both hunt stag, I get 4.", "pay(p1; p1=stag, p2=stag) = 4"),
        ("(stag, hare): (2, 4)", "pay(p2; p1=stag, p2=hare) = 4"),
        ("If they hunt stag, hare is better.", "pay(p1; p1=hare, p2=stag) > pay(p1; p1=stag, p2=stag)"),
        ("If they hunt hare, stag is better, 5 instead of 3.", "best(p1, stag, {p2=hare})"),
        ("Neither has an incentive to deviate from (stag, hare).", "nash({p1=stag, p2=hare})"),
        ("If we both hunt stag, neither of us gets anything.", "pay(p1; p1=stag, p2=stag) = 0"),
        ("Stag always gives me something.", "pay(p1; p1=stag) > 0"),
        ("I could get 4 with hare.", "some pay(p1; p1=hare) = 4"),
        ("At 50/50, hare is worth 0.5 * 3 + 0.5 * 1 = 3 to me.", "mean(p1; p1=hare; p2=stag: 1/2, p2=hare: 1/2) = 3"),
        ("Hare is dominant for me.", "weakly_dominates(p1, hare, stag)"),
        ("With hare I never get more than 2.", "pay(p1; p1=hare) <= 2"),
    ],
)
def test_what_words_show_is_refuted(text: str, formula: str) -> None:
    assert look("stag_hunt", text, formula) == ""


@pytest.mark.parametrize(
    ("text", "formula", "doubt"),
    [
        ("Hare wins by 2 points.", "pay(p1; p1=hare) = 2", "it may be a difference"),
        ("Hare wins by a single point.", "pay(p1; p1=hare) = 1", "it may be a difference"),
        ("4 when both hunt stag.", "sum(p1=stag, p2=stag) = 4", "it may be no total"),
        ("Against even odds, hare earns me 4 on average.", "pay(p1; p1=hare, p2=hare) = 4", "it may be an average"),
        ("If we both hunt stag, meeting her pays 4.", "pay(p2; p1=stag, p2=stag) = 4", "it can't be told who gets it"),
        ("Hare gives me 3.", "pay(p1; p1=stag) = 3", "the sentence says hare, the formula stag"),
        ("If we both hunt stag, I don't get 5.", "pay(p1; p1=stag, p2=stag) = 5", "the sentence denies something, the formula does not"),
        ("I get 4 with stag.", "pay(p2; p2=stag) = 4", "the sentence says nothing of them"),
        ("Hare, by $2m, if they hunt hare.", "pay(p1; p1=hare, p2=hare) = 2", "it may be a difference"),
        ("Hunting hare then throws away 4.", "pay(p1; p1=hare) = 4", "it may be a difference"),
        ("They hunt stag: 4 vs 3 with stag.", "pay(p1; p1=stag, p2=stag) = 4", "it can't be told of which case it is"),
        ("Delta(0) = -4.", "0 = -4", "it can't be told of what the numbers are"),
        ("U(hare) = 7", "pay(p1; p1=hare) = 7", "it can't be told for which case it is"),
        ("If they hunt stag, I gain 2 by switching.", "pay(p1; p1=stag, p2=stag) = 2", "it may be a difference"),
        ("The upside of hunting stag is 7.", "max pay(p1; p1=stag) = 7", "it may be a difference"),
        ("The worst outcome is number 3.", "min pay(p1; ) = 3", "it may be the number of an outcome"),
        ("The sum for stag is 12.", "sum(p1=stag) = 12", "it can't be told for which case it is"),
        ("In total, hunting stag is worth 8.", "pay(p1; p1=stag, p2=stag) = 8", "it may be a total"),
        ("If I hunt hare instead and they hunt stag, I get 3.", "pay(p1; p1=stag, p2=stag) = 3", "the sentence has another choice than the formula"),
    ],
)  # fmt: skip
def test_what_they_leave_open_is_held_back(text: str, formula: str, doubt: str) -> None:
    assert look("stag_hunt", text, formula) == doubt


@pytest.mark.parametrize(
    ("above", "text", "doubt"),
    [
        ("Player 2:", "- Hare pays 7.", "it may be another's, who is named above"),
        ("Player 2:", "- Hare pays me 7.", ""),
        ("My payoffs:", "- Hare pays 7.", ""),
        ("Player 2's payoffs:", "- Hare pays 7.", "it may be another's, who is named above"),
        ("Against a uniform mix:", "- Hare pays 7.", "it may be an average, by what stands above it"),
        ("If Player 2 hunts stag:", "- Hare pays 7.", ""),
        ("If Player 2 hunts stag:", "- Hare: 7.", "it can't be told for which case it is"),
    ],
)
def test_what_stands_above_may_hold_it_back(above: str, text: str, doubt: str) -> None:
    whole = f"{above}\n\n{text}"
    verifier = Verifier.load("stag_hunt")
    claim = Claim(text[2:], (whole.index("Hare"), len(whole)), "pay(p1; p1=hare) = 7")
    assert second_look(verifier, whole, claim)(claim) == doubt


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("If we both hunt stag I get 5 — no, 4.", "it may have been taken back"),
        ("If we both hunt stag I get 5; hmm, no, 4.", "it may have been taken back"),
        ("If we both hunt stag I get 5, no less.", ""),
        ("It is 9 for me, if we both hunt stag I get 5.", "it can't be told what 9 is"),
    ],
)
def test_what_stands_beside_it_may_hold_it_back(text: str, doubt: str) -> None:
    assert look("stag_hunt", text, "pay(p1; p1=stag, p2=stag) = 5", words="if we both hunt stag I get 5") == doubt


@pytest.mark.parametrize(
    ("game", "text", "truth"),
    [
        ("prisoners_dilemma", "Let q be the chance that they choose B.\n\nR yields 2 + 4q.", "unknown"),
        ("prisoners_dilemma", "If they choose B with probability q, R yields 2 + 4q.", "false"),
        ("stag_hunt", "Total payoffs:\n- (stag, stag): 9", "unknown"),
        ("stag_hunt", "If we both hunt stag, we get 9 in total.", "false"),
        ("stag_hunt", "stag/stag 4/4", "unknown"),
    ],
)
def test_what_an_average_or_a_total_is_of_its_sentence_tells(game: str, text: str, truth: str) -> None:
    assert {each.verdict.truth for each in Verifier.load(game).check(text).claims} == {truth}


@pytest.mark.parametrize(("beside", "truth"), [(1, "false"), (3, "unknown")])
def test_a_text_that_was_mostly_not_understood_is_not_refuted(beside: int, truth: str) -> None:
    told = "If we both hunt stag, I get 4." + " Hare would be what the elders used to whistle about." * beside
    assert [each.verdict.truth for each in Verifier.load("stag_hunt").check(told).claims] == [truth]


def test_a_number_may_have_too_many_points() -> None:
    assert look("stag_hunt", "I gain 1.2.3 by switching.", "pay(p1; p1=stag, p2=stag) = 2") != ""


def test_either_way_tells_no_two_of_three_cases() -> None:
    formula = "pay(p1; p1=rock) > pay(p1; p1=paper)"
    assert look("rock_paper_scissors", "Either way rock is better than paper.", formula) != ""
    assert look("rock_paper_scissors", "Rock is always better than paper.", formula) == ""


def test_a_game_without_a_move_is_another_game() -> None:
    formula = "weakly_dominates(p1, rock, scissors)"
    assert look("rock_paper_scissors", "Without paper, rock dominates scissors.", formula) != ""
    assert look("rock_paper_scissors", "Rock dominates scissors for me.", formula) == ""


@pytest.mark.parametrize(
    ("origin", "truth", "reason"), [("english", "unknown", "open"), ("english+parsed", "false", "")]
)
def test_what_two_readers_read_needs_no_second_look(origin: str, truth: str, reason: str) -> None:
    text = "If we both hunt stag, I get 4."
    claim = Claim(text, (0, len(text)), "pay(p1; p1=stag, p2=stag) = 4", origin)
    report = Verifier.load("stag_hunt").report(Translation((claim,), second_look=lambda claim: "open"))
    verdict = report.claims[0].verdict
    assert (verdict.truth, verdict.reason if truth == "unknown" else "") == (truth, reason)


def test_what_is_true_needs_none() -> None:
    text = "If we both hunt stag, I get 5."
    claim = Claim(text, (0, len(text)), "pay(p1; p1=stag, p2=stag) = 5")
    report = Verifier.load("stag_hunt").report(Translation((claim,), second_look=lambda claim: "open"))
    assert report.claims[0].verdict.truth == "true"
