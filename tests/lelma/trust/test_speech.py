"""What is said as evidence, and trust as a chance."""

from __future__ import annotations

import random

import pytest

from lelma.trust import TrustError
from lelma.trust.calibration import Calibration, fitted_calibration, fitted_steps, stated_chance
from lelma.trust.speech import PrivateClaim, ReadClaim, SaidEvidence, check_patterns, private_claims, spoken_evidence

SAID = [
    SaidEvidence("doubts(?target)", "doubted", -0.2),
    SaidEvidence("is_identity(?target, wolf)", "accused", -0.6),
    SaidEvidence("will_vote_for(?source, ?target)", "announced", -0.5),
    SaidEvidence("is_identity(?source, seer)", "claimed", 0.4, speaker=True),
]


def found(*claims: ReadClaim, hedged: float = 1.0) -> list[tuple[str, str, str, float]]:
    told = spoken_evidence(SAID, "me", 3, "a", claims, hedged=hedged)
    return [(each.source, each.target, each.act, each.credibility) for each in told]


def test_claims_are_evidence_of_their_speaker_and_guesses_count_less() -> None:
    assert found(ReadClaim("is_identity(b, wolf)", False, "")) == [("a", "b", "accused", -0.6)]
    assert found(ReadClaim("is_identity(b, wolf)", True, ""), hedged=0.5) == [("a", "b", "accused", -0.3)]
    both = (ReadClaim("is_identity(b, wolf)", True, ""), ReadClaim("is_identity(b, wolf)", False, ""))
    assert found(*both, hedged=0.5) == [("a", "b", "accused", -0.6)]


def test_a_claim_about_oneself_is_evidence_to_the_listener_and_none_towards_oneself() -> None:
    assert found(ReadClaim("is_identity(a, seer)", False, "")) == [("me", "a", "claimed", 0.4)]
    assert found(ReadClaim("is_identity(b, seer)", False, "")) == []
    assert found(ReadClaim("is_identity(a, wolf)", False, "")) == []
    assert found(ReadClaim("will_vote_for(b, c)", False, "")) == []


def test_what_is_no_single_relation_is_let_by() -> None:
    for query in ("doubts(b) or doubts(c)", "count X in roles: doubts(X)", "doubts(b", "doubts(b))"):
        assert found(ReadClaim(query, False, "")) == []


def test_private_claims_name_the_identity_that_would_know() -> None:
    entries = [PrivateClaim("is_identity(?source, ?identity)"), PrivateClaim("checked(?source, ?target)", "seer")]
    own = ReadClaim("is_identity(a, guard)", False, "")
    assert [identity for _, identity, _ in private_claims(entries, "a", own)] == ["guard"]
    check = ReadClaim("checked(a, b)", False, "")
    assert [(identity, values["target"]) for _, identity, values in private_claims(entries, "a", check)] == [
        ("seer", "b")
    ]
    assert not list(private_claims(entries, "b", check))
    assert not list(private_claims(entries, "a", ReadClaim("checked(a, b)", True, "")))


@pytest.mark.parametrize(
    ("said", "private", "told"),
    [
        ([SaidEvidence("doubts(?p)", "x", 0)], [], "about .target"),
        ([SaidEvidence("doubts(?target)", "x", 2)], [], "from -1 to 1"),
        ([], [PrivateClaim("checked(?target)")], "names .source"),
        ([], [PrivateClaim("checked(?source, ?target)")], "needs an identity"),
    ],
)
def test_patterns_that_can_not_be_used_are_refused(
    said: list[SaidEvidence], private: list[PrivateClaim], told: str
) -> None:
    with pytest.raises(TrustError, match=told):
        check_patterns(said, private)


def test_a_calibration_is_found_again_and_no_trust_is_certain() -> None:
    rng, true = random.Random(7), Calibration(0.4, 2.0)
    trusts = [rng.uniform(-0.9, 0.9) for _ in range(5000)]
    fitted = fitted_calibration([(trust, rng.random() < true.chance(trust)) for trust in trusts])
    assert (fitted.offset, fitted.slope) == (pytest.approx(0.4, abs=0.1), pytest.approx(2.0, abs=0.2))
    assert stated_chance(-1) == 1 and 0.8 < fitted.chance(-1) < 1 and 0 < fitted.chance(1) < 0.1
    assert [fitted.chance(-1, base) for base in (0, 1)] == [0, 1]
    assert pytest.approx(Calibration(0, 2).chance(0, 0.7)) == 0.7 and Calibration(0, 2).chance(-0.1, 0.7) > 0.72
    with pytest.raises(TrustError, match="too few"):
        fitted_calibration([(1.0, False)] * 5)


def test_steps_are_found_again_and_never_rise_with_trust() -> None:
    rng, true = random.Random(8), Calibration(0, 0, ((-0.065, 2.0), (0.2, -0.2), (1, -1.5)))
    told = list[tuple[float, float, bool]]()
    for _ in range(6000):
        trust, base = rng.choice((-0.4, -0.07, -0.04, 0, 0.03, 0.5)), rng.choice((3 / 7, 2 / 5))
        told.append((trust, base, rng.random() < true.chance(trust, base)))
    found = Calibration(0, 0, fitted_steps(told))
    assert [shift for _, shift in found.steps] == sorted((shift for _, shift in found.steps), reverse=True)
    for trust in (-0.4, -0.07, -0.04, 0, 0.03, 0.5):
        assert found.chance(trust, 0.4) == pytest.approx(true.chance(trust, 0.4), abs=0.05), trust
