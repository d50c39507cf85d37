"""The translator that asks a model, with the real client libraries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lelma.models import Cassette, ModelBusy, Tape
from lelma.verify.translators import make_translator
from lelma.verify.verifier import Verifier

TEXT = "The hare is the safe choice. Stag gives me 3 at least."
SAFE = ("The hare is the safe choice.", "highest_guaranteed_payoff_choice('hare')")
LEAST = ("Stag gives me 3 at least.", "guarantees_at_least(3, 'stag')")


def reply(*claims: tuple[str, str]) -> str:
    return json.dumps({"claims": [{"sentence": s, "query": q} for s, q in claims], "choice": ""})


def test_each_client_translates_and_is_told_what_is_wrong(server: Any, back_end: Any) -> None:
    server.will_say(back_end.says(reply(SAFE, (LEAST[0], "at_least(3)"))), back_end.says(reply(LEAST)))
    verifier = Verifier.load("stag_hunt", translator=make_translator("model", model=back_end.open()))
    report = verifier.check(TEXT)
    assert [(item.claim.query, item.verdict.truth) for item in report.claims] == [
        (SAFE[1], "true"),
        (LEAST[1], "false"),
    ]
    assert (report.untranslated, report.translator) == ((), "by_model")
    first, second = map(back_end.asked, server.bodies)
    assert "guarantees_at_least(" in first[0]
    assert TEXT in first[1]
    assert second[:2] == first
    assert "there is no query 'at_least'" in second[3]


def test_a_refusal_is_an_unreadable_reply(server: Any, back_end: Any) -> None:
    server.will_say(*[back_end.says("")] * 2)
    found = make_translator("model", model=back_end.open())(TEXT, Verifier.load("stag_hunt").vocabulary, role="p1")
    assert found.claims == ()
    assert [item.reason for item in found.untranslated] == [
        "the model's reply holds no claims in the form that was asked for"
    ]


def test_a_server_that_fails_is_an_error_of_the_model(server: Any, back_end: Any) -> None:
    server.will_say(back_end.refuses(503, "overloaded"))
    verifier = Verifier.load("stag_hunt", translator=make_translator("union", model=back_end.open()))
    with pytest.raises(ModelBusy, match="overloaded"):
        verifier.check(TEXT)


def test_a_cassette_replays_a_translation(tmp_path: Path, pretend: Any) -> None:
    vocabulary = Verifier.load("stag_hunt").vocabulary
    model = pretend([reply(SAFE, LEAST)])
    found = []
    for replay_only in (False, True):
        tape = Cassette(Tape(tmp_path / "tape.sqlite", replay_only=replay_only), model.name if replay_only else model)
        found.append(make_translator("model", model=tape)(TEXT, vocabulary, role="p1"))
    assert found[0] == found[1]
    assert len(found[1].claims) == 2
