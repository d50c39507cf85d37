"""The schema of an answer: what it allows, that what it allows fits, and that each back end passes it on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lelma.agents.answer_schema import answer_schema, structured_answer
from lelma.agents.protocol import Answer
from lelma.models import Message, Scripted
from lelma.support.errors import UsageError
from tests.lelma.models.conftest import BackEnd, Server
from tests.lelma.models.conftest import back_end as back_end
from tests.lelma.models.conftest import server as server
from tests.lelma.models.test_local import model_file as model_file

LEGAL = ("(vote p1)", "(vote p2)", "speak")
HELLO = (Message("user", "Which move?"),)


def test_the_move_is_one_of_the_legal_ones_and_comes_last() -> None:
    schema = answer_schema(LEGAL, {"speak"}, 1024)
    assert list(schema["properties"]) == schema["required"] == ["thought", "speech", "move"]
    good = {"thought": "Hm.", "speech": "Hi!", "move": "speak"}
    jsonschema.validate(good, schema)
    for wrong in ({"move": "(vote p3)"}, {"thought": "x" * 2000}, {"more": ""}, {"speech": None}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(good | wrong, schema)


def test_without_words_there_is_no_speech() -> None:
    assert answer_schema(LEGAL[:2], (), 160)["required"] == ["thought", "move"]


@given(
    legal=st.lists(st.text("(abc )", min_size=1, max_size=40), min_size=1, max_size=300, unique=True),
    speaks=st.booleans(),
    max_tokens=st.integers(1, 5000),
)
def test_the_longest_answer_fits_into_the_tokens(legal: list[str], speaks: bool, max_tokens: int) -> None:
    try:
        schema = answer_schema(legal, set(legal) if speaks else (), max_tokens)
    except UsageError as error:
        assert max_tokens <= 200 and "allow more" in str(error)
        return
    longest: dict[str, str] = {}
    for name, part in schema["properties"].items():
        longest[name] = max(part["enum"], key=len) if "enum" in part else "x" * part["maxLength"]
    assert len(json.dumps(longest, indent=2)) <= max_tokens
    assert all(part.get("maxLength", 1) <= 1500 for part in schema["properties"].values())


def test_a_move_among_very_many_is_any_text() -> None:
    moves = [f"(team p{number})" for number in range(300)]
    assert answer_schema(moves, (), 1024)["properties"]["move"] == {"type": "string", "maxLength": 11}


@pytest.mark.parametrize(
    "text, answer",
    [
        ('{"thought": "Hm.", "speech": "Hi!", "move": "speak"}', Answer("speak", "Hi!", "Hm.")),
        ('```json\n{"move": "(vote p1)", "speech": null}\n```', Answer("(vote p1)")),
        ('{"move": 3}', None),
        ('{"thought": "a reply that is cu', None),
        ("MOVE: speak", None),
        ("[" * 100_000, None),
        ("", None),
    ],
)
def test_an_answer_is_read_or_none(text: str, answer: Answer | None) -> None:
    assert structured_answer(text) == answer


def test_each_back_end_is_asked_for_the_form(server: Server, back_end: BackEnd) -> None:
    said = '{"thought": "Hm.", "speech": "", "move": "(vote p2)"}'
    server.will_say(back_end.says(said))
    schema = answer_schema(LEGAL, {"speak"}, 300)
    reply = back_end.open().complete(HELLO, schema=schema, max_tokens=300)
    assert structured_answer(reply.text) == Answer("(vote p2)", "", "Hm.")
    if not back_end.legacy:  # which makes no more of a schema than that the reply is JSON
        assert '"enum": ["(vote p1)", "(vote p2)", "speak"]' in json.dumps(server.bodies[0])
    assert Scripted([said]).complete(HELLO, schema=schema).text == said


def test_a_server_that_takes_no_lengths_keeps_the_moves(server: Server, back_end: BackEnd) -> None:
    if back_end.legacy:
        pytest.skip("google-generativeai is not given the schema")
    server.will_say(back_end.refuses(400, "Invalid schema: 'maxLength' is not permitted"))
    server.will_say(back_end.says('{"move": "speak"}'), back_end.says('{"move": "speak"}'))
    model = back_end.open()
    for _ in range(2):
        model.complete(HELLO, schema=answer_schema(LEGAL, (), 300))
    asked: list[Any] = [json.dumps(body) for body in server.bodies]
    assert ["maxLength" in body for body in asked] == [True, False, False]
    assert all('"enum"' in body for body in asked)


@pytest.mark.slow
def test_a_small_model_answers_in_the_form(model_file: Path) -> None:
    pytest.importorskip("xllamacpp", reason="pip install 'lelma[local]' has this test run")
    from lelma.models.local import Local

    model = Local(model_file)
    schema = answer_schema(LEGAL, {"speak"}, 160)
    asked = [Message("user", f"You play a game of votes. Your moves: {', '.join(LEGAL)}. Think, speak, and choose.")]
    for seed in range(4):
        reply = model.complete(asked, schema=schema, max_tokens=160, temperature=0.7, seed=seed)
        answer = structured_answer(reply.text)
        assert not reply.cut and answer is not None and answer.move in LEGAL
