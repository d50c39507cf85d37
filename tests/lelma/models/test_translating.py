"""The translator that asks a model, with the real client libraries, against servers of good and bad manners."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from lelma.models import Cassette, ModelBusy, Tape
from lelma.verify.feedback import NOTHING_CHECKED
from lelma.verify.translators import make_translator
from lelma.verify.verifier import Verifier
from translators.by_model.translator import Asking

TEXT = "The hare is the safe choice. Stag gives me at least 3. If we both hunt stag, I get 4."
SAFE, LEAST, FOUR = (1, "safest(p1, hare)"), (2, "min pay(p1; p1=stag) >= 3"), (3, "pay(p1; p1=stag, p2=stag) = 4")


def reply(*claims: tuple[int, str], choice: str = "") -> str:
    told = [{"sentence": n, "formula": formula, "polarity": "affirmed", "span": ""} for n, formula in claims]
    return json.dumps({"claims": told, "choice": choice})


def check(model: Any, name: str = "model", **asking: Any) -> Any:
    translator = make_translator(name, model=model, asking=Asking(**asking))
    return Verifier.load("stag_hunt", translator=translator).check(TEXT)


def verdicts(report: Any) -> list[tuple[str, str]]:
    return [(item.claim.query, item.verdict.truth) for item in report.claims]


def test_a_good_model_is_read(server: Any, back_end: Any) -> None:
    server.will_say(back_end.says(reply(SAFE, LEAST, FOUR, choice="hare")))
    report = check(back_end.open())
    assert verdicts(report) == [(SAFE[1], "true"), (LEAST[1], "false"), (FOUR[1], "false")]
    assert (report.translator, report.choice, report.untranslated) == ("by_model", "hare", ())
    assert report.gates == {"proposed": 3, "kept": 3}
    system, user = back_end.asked(server.bodies[0])
    assert "best(R, M, {S})" in system
    assert "2. Stag gives me at least 3." in user


def test_a_sloppy_model_is_told_once_what_is_wrong(server: Any, back_end: Any) -> None:
    sloppy = f"Of course!\n```json\n{reply(SAFE, (2, 'at_least(3)'), (7, FOUR[1]))}\n``` Hope that helps."
    server.will_say(back_end.says(sloppy), back_end.says(f"2. {LEAST[1]}"))
    report = check(back_end.open())
    assert verdicts(report) == [(SAFE[1], "true"), (LEAST[1], "false")]
    second = back_end.asked(server.bodies[1])[-1]
    assert "at_least" in second and "there is no such sentence" in second
    assert len(server.requests) == 2


def test_a_stubborn_server_gets_neither_temperature_nor_seed_nor_schema_and_it_is_said(
    server: Any, openai_back_end: Any, caplog: pytest.LogCaptureFixture
) -> None:
    refusals = (
        "Unsupported value: 'temperature' does not support 0.0 with this model.",
        "Unsupported parameter: 'seed'",
        "response_format of type json_schema is not supported",
    )
    server.will_say(*(openai_back_end.refuses(400, why) for why in refusals), *[openai_back_end.says(reply(SAFE))] * 2)
    model = openai_back_end.open()
    with caplog.at_level(logging.WARNING):
        reports = [check(model, seed=3) for _ in range(2)]
    assert [verdicts(report) for report in reports] == [[(SAFE[1], "true")]] * 2
    asked = [[word for word in ("temperature", "seed", "response_format") if word in body] for body in server.bodies]
    assert asked == [
        ["temperature", "seed", "response_format"], ["seed", "response_format"], ["response_format"], [], [],
    ]  # fmt: skip
    for told in ("takes no temperature", "takes no seed", "takes no JSON schema"):
        assert caplog.text.count(told) == 1


def test_a_lying_model_makes_no_claim_that_the_text_does_not(server: Any, back_end: Any) -> None:
    """It puts right what is wrong, invents a claim, turns one round and denies another; a true one may stay."""
    lies = [
        {"sentence": 3, "formula": "pay(p1; p1=stag, p2=stag) = 5", "polarity": "affirmed", "span": ""},
        {"sentence": 1, "formula": "pay(p1; p1=hare) = 1", "polarity": "affirmed", "span": ""},
        {"sentence": 2, "formula": "max pay(p1; p1=stag) <= 3", "polarity": "affirmed", "span": ""},
        {"sentence": 1, "formula": SAFE[1], "polarity": "denied", "span": "The hare is the safe choice"},
        {"sentence": 2, "formula": LEAST[1], "polarity": "affirmed", "span": "Stag gives me at least 0"},
    ]
    server.will_say(back_end.says(json.dumps({"claims": lies, "choice": ""})))
    report = check(back_end.open())
    assert report.claims == ()
    assert report.unverified and report.feedback == NOTHING_CHECKED
    assert report.gates == {
        "proposed": 5, "kept": 0, "repaired": 1, "numbers": 1, "direction": 1, "polarity": 1, "not in the sentence": 1,
    }  # fmt: skip
    assert len(report.untranslated) == 5


def test_a_slow_model_is_an_error_that_says_so(server: Any, back_end: Any) -> None:
    server.will_answer(body="", delay=1.0)
    with pytest.raises(ModelBusy, match=r"no answer within 0\.3 s|timed out|Timeout|Deadline|the server answered"):
        check(back_end.open(timeout=0.3))


def test_where_the_model_and_the_reader_differ_nothing_is_fed_back(server: Any, openai_back_end: Any) -> None:
    server.will_say(openai_back_end.says(reply((3, "pay(p1; p1=stag) = 4"))))
    report = check(openai_back_end.open(), "union")
    disputed = [item for item in report.claims if item.claim.disputed]
    assert {item.claim.origin for item in disputed} == {"english", "by_model"}
    assert {item.verdict.truth for item in disputed} == {"unknown"}
    assert "both choose stag" not in report.feedback


def test_a_refusal_is_an_unreadable_reply(server: Any, back_end: Any) -> None:
    server.will_say(*[back_end.says("")] * 2)
    found = make_translator("model", model=back_end.open())(TEXT, Verifier.load("stag_hunt").vocabulary, role="p1")
    assert found.claims == ()
    assert [item.reason for item in found.untranslated] == [
        "the model's reply holds no claims in the form that was asked for"
    ]


def test_a_server_that_fails_is_an_error_of_the_model(server: Any, back_end: Any) -> None:
    server.will_say(back_end.refuses(503, "overloaded"))
    with pytest.raises(ModelBusy, match="overloaded"):
        check(back_end.open(), "union")


def test_a_cassette_replays_a_translation(tmp_path: Path, pretend: Any) -> None:
    vocabulary = Verifier.load("stag_hunt").vocabulary
    model = pretend([reply(SAFE, LEAST)])
    found = []
    for replay_only in (False, True):
        tape = Cassette(Tape(tmp_path / "tape.sqlite", replay_only=replay_only), model.name if replay_only else model)
        found.append(make_translator("model", model=tape)(TEXT, vocabulary, role="p1"))
    assert found[0] == found[1]
    assert len(found[1].claims) == 2
