"""What is called certain in matches: that it is so, that all of it is found, and that what can't be is fed back."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.lelma.agents.recon.certain import Seen, audited, provable, provable_groups
from tests.lelma.agents.recon.test_proved import events_of

MODEL = "simulated:player?wrong=0.2"


def seen(role: str, *percepts: str) -> Seen:
    found = Seen(role)
    found.add(percepts)
    return found


def test_deals_are_counted_by_what_was_seen() -> None:
    merlin = seen("p4", "(identity merlin)", "(evil p5)", "(evil p6)")
    assert len(merlin.deals()) == 6
    assert provable("p4", merlin.deals()) == {"p1": "good", "p2": "good", "p3": "good", "p5": "evil", "p6": "evil"}
    servant = seen("p4", "(identity servant)", "(proposed 1 1 p2 (duo p1 p5))", "(quest 1 failure 1)")
    assert provable("p4", servant.deals()) == {}
    assert provable_groups("p4", servant.deals()) == {frozenset(("p1", "p5"))}
    both = seen("p4", "(identity servant)", "(proposed 1 1 p2 (duo p1 p5))", "(quest 1 failure 2)")
    assert provable("p4", both.deals()) == {"p1": "evil", "p5": "evil", "p2": "good", "p3": "good", "p6": "good"}


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(4))
def test_recon_plus_is_certain_of_just_what_can_be_proved(seed: int) -> None:
    found = audited(events_of(f"recon_plus:{MODEL}", seed))
    assert found["moments"] and found["noted"] == found["noted_true"] == found["provable"] == found["found"] > 0
    assert found["groups"] == found["groups_told"] and not found["groups_unproved"] and not found["unproved"]
    assert found["fed_back"] == found["refuted"]


@pytest.mark.nightly
def test_what_recon_takes_for_certain_and_no_deal_has_is_fed_back_by_a_gate() -> None:
    found: Counter[str] = Counter()
    for seed in range(4):
        found += audited(events_of(f"gated:recon:{MODEL}", seed))
    assert found["refuted"] >= 20 and found["fed_back"] == found["refuted"]
    ungated = audited(events_of(f"recon:{MODEL}", 0))
    assert ungated["refuted"] and not ungated["fed_back"]
