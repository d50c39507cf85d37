"""Claims that can be read in more than one way: they are false only if every reading is.

Sentences of that kind lie in `sentences/readings.toml`; here are the readings, which no sentence shows.
"""

from __future__ import annotations

from tests.translators.sentences.families import verifier
from translators.claim import Claim, Translation


def judged(*ways: str) -> tuple[str, str]:
    """The query of a claim that says one of several, and its truth."""
    claim = Claim("So it is.", (0, 9), ways[0], otherwise=ways[1:])
    (item,) = verifier("hawk_dove").report(Translation((claim,))).claims
    return item.claim.query, item.verdict.truth


def test_a_claim_is_false_only_in_all_its_readings() -> None:
    assert judged("higher(1, 2)", "higher(1, 3)", "higher(3, 2)") == ("higher(3, 2)", "true")
    assert judged("higher(1, 2)", "higher(1, 3)") == ("higher(1, 2)", "false")
    assert judged("higher(2, 1)", "higher(1, 3)") == ("higher(2, 1)", "true")


def test_what_an_earlier_paragraph_said_may_no_longer_hold() -> None:
    text = "So I might choose R.\n\nIf they choose B, then we both get a payoff of 3$."
    (first, second) = verifier("prisoners_dilemma").translate(text).claims
    assert first.otherwise and second.otherwise
    assert not verifier("prisoners_dilemma").check(text).failed
