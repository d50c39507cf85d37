"""The real client libraries against a server on the loopback interface."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import logging
from typing import Any

import pytest

from lelma.models import (
    Message,
    ModelBusy,
    ModelError,
    ModelUnavailable,
    RateLimits,
    Throttled,
    UnusableReply,
    Usage,
    within,
)
from lelma.models.http import answer_limits

HELLO = (Message("user", "Which move?"),)
TALK = (Message("system", "Be brief."), *HELLO, Message("assistant", "R."), Message("user", "Are you sure?"))
SCHEMA = {
    "type": "object", "properties": {"move": {"type": "string"}}, "required": ["move"], "additionalProperties": False,
}  # fmt: skip


def complete(back_end: Any, **options: Any) -> Any:
    return back_end.open(**options).complete(HELLO)


def patient(model: Any, waits: list[float]) -> Throttled:
    """A throttled model that notes its waits in place of waiting; its clock stands still."""
    return Throttled(model, RateLimits(tries=3), clock=lambda: 0.0, sleep=waits.append)


def test_a_reply_comes_with_its_tokens(server: Any, back_end: Any) -> None:
    server.will_say(back_end.says("I choose R."))
    reply = complete(back_end)
    assert (reply.text, reply.usage, reply.cached, reply.cut) == ("I choose R.", Usage(11, 7), False, False)
    assert server.requests[0][0].partition("?")[0] == back_end.path


def test_text_arrives_unchanged(server: Any, back_end: Any) -> None:
    text = " ½ € 😀\n\ttab\r\n\u2028 "
    server.will_say(back_end.says(text))
    assert complete(back_end).text == text


def test_the_whole_conversation_is_sent(server: Any, back_end: Any) -> None:
    server.will_say(back_end.says("Yes."))
    back_end.open().complete(TALK, temperature=0.0, max_tokens=99)
    assert back_end.asked(server.bodies[0]) == [message.text for message in TALK]
    parameters = json.dumps(server.bodies[0])
    assert "99" in parameters and '"temperature": 0' in parameters


def test_the_key_is_sent(server: Any, back_end: Any) -> None:
    server.will_say(back_end.says("Yes."))
    complete(back_end)
    headers = server.requests[0][1]
    assert "test" in (headers.get("authorization", "") + headers.get("x-goog-api-key", ""))


def test_a_key_is_sent_without_the_line_end_of_its_file_and_refused_where_no_header_can_hold_it(
    server: Any, back_end: Any
) -> None:
    server.will_say(back_end.says("Yes."))
    back_end.open(key="sk-with-a-line-end\n").complete(HELLO)
    headers = server.requests[0][1]
    assert (headers.get("authorization", "") + headers.get("x-goog-api-key", "")).endswith("sk-with-a-line-end")
    for key in ("sk-Ünï-0123456789", "sk-one\nsk-two", "sk-\x01-0123456789"):
        with pytest.raises(ModelUnavailable, match="a character that no key has") as caught:
            back_end.open(key=key)
        assert key not in str(caught.value)


KEY = "sk-very-secret-0123456789"


def test_a_server_that_says_the_key_again_is_not_quoted(
    server: Any, back_end: Any, caplog: pytest.LogCaptureFixture
) -> None:
    model = back_end.open(key=KEY)
    server.will_say(back_end.says(f"You sent Bearer {KEY}. I choose R."))
    assert model.complete(HELLO).text == "You sent Bearer [key]. I choose R."
    for status in (400, 401, 429, 500):
        server.will_say(back_end.refuses(status, f"{KEY} may not do that"))
        with pytest.raises(ModelError) as caught:
            model.complete(HELLO)
        assert KEY not in str(caught.value) and "[key]" in str(caught.value)
    server.will_say(back_end.refuses(400, f"response_format: no schema for {KEY}"), back_end.says("R."))
    with caplog.at_level(logging.WARNING):
        model.complete(HELLO, schema=SCHEMA)
    assert KEY not in caplog.text


@pytest.mark.parametrize("status", [200, 500])
def test_an_answer_that_does_not_end_is_not_read_to_its_end(
    server: Any, back_end: Any, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lelma.models.http.MAX_ANSWER", 100_000)
    if back_end.legacy:
        pytest.skip("google-generativeai reads what comes")
    server.will_say(dataclasses.replace(back_end.says("a" * 300_000), status=status))
    with pytest.raises(ModelError, match="more than 100000 bytes"):
        complete(back_end)


def test_a_compressed_answer_is_refused(server: Any, back_end: Any) -> None:
    if back_end.legacy:
        pytest.skip("google-generativeai reads what comes")
    server.will_answer(body="x", headers={"content-encoding": "gzip"})
    with pytest.raises(ModelError, match="gzip"):
        complete(back_end)
    assert "gzip" not in server.requests[0][1].get("accept-encoding", "")


def test_a_reply_that_is_too_long_is_unusable_and_billed(server: Any, back_end: Any) -> None:
    server.will_say(back_end.says("a" * 200_001))
    with pytest.raises(UnusableReply, match="longer than 200000 characters") as caught:
        complete(back_end)
    assert caught.value.usage == Usage(11, 7)


def test_a_cut_reply_says_that_it_is_cut(server: Any, back_end: Any) -> None:
    server.will_answer(body=back_end.cut)
    reply = complete(back_end)
    assert (reply.text, reply.cut) == ("half a rep", True)


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_busy_servers_are_told_apart_from_broken_requests(server: Any, back_end: Any, status: int) -> None:
    server.will_say(back_end.refuses(status, "come back later"))
    with pytest.raises(ModelBusy, match=f"{status}: .*come back later") as caught:
        complete(back_end)
    assert caught.value.retry_after is None
    assert len(server.requests) == 1, "the client library must not try again by itself"


@pytest.mark.parametrize("status, error", [(400, ModelError), (401, ModelUnavailable), (404, ModelUnavailable)])
def test_broken_requests_are_not_tried_again(server: Any, back_end: Any, status: int, error: type) -> None:
    refusal = back_end.refuses(status, "no such thing")
    server.will_say(*[refusal] * 3)  # google-generativeai renews its credentials twice on a 401
    waits: list[float] = []
    with pytest.raises(error, match="no such thing") as caught:
        patient(back_end.open(), waits).complete(HELLO)
    assert type(caught.value) is error
    assert waits == []


def test_the_servers_retry_after_is_waited_for(server: Any, back_end: Any) -> None:
    server.will_say(back_end.refuses(429, "slow down", {"Retry-After": "17"}), back_end.says("R."))
    waits: list[float] = []
    assert patient(back_end.open(), waits).complete(HELLO).text == "R."
    assert waits[0] == 17.0


def test_a_500_and_then_success_is_success(server: Any, back_end: Any) -> None:
    server.will_say(back_end.refuses(500, "oops"), back_end.says("R."))
    waits: list[float] = []
    assert patient(back_end.open(), waits).complete(HELLO).text == "R."
    assert len(waits) == 1 and 0.5 <= waits[0] <= 1.0


def test_a_slow_server_is_a_time_out(server: Any, back_end: Any) -> None:
    server.will_answer(body=back_end.cut, delay=1.0)
    with pytest.raises(ModelBusy, match=r"no answer within 0\.2 s"):
        complete(back_end, timeout=0.2)


def test_a_server_has_no_longer_than_the_time_for_an_answer(server: Any, back_end: Any) -> None:
    server.will_answer(body=back_end.cut, delay=1.0)
    model = back_end.open()
    with within(0.2), pytest.raises(ModelBusy, match=r"no answer within 0\.\d+ s"):
        model.complete(HELLO)


def test_an_answer_that_trickles_in_ends_with_the_time_for_it() -> None:
    package = importlib.import_module("httpx2" if importlib.util.find_spec("httpx2") else "httpx")
    response = package.Response(200, content=iter([b"x"] * 3))
    (limit,) = answer_limits("m")["response"]
    limit(response)
    with within(0.0), pytest.raises(ModelBusy, match="has not ended in the time"):
        response.read()


def test_a_body_that_ends_early_is_a_failed_connection(server: Any, back_end: Any) -> None:
    server.will_answer(body=back_end.cut, cut_at=20)
    server.will_say(back_end.says("R."))
    with pytest.raises(ModelBusy, match="connection"):
        complete(back_end)
    assert complete(back_end).text == "R."


def test_no_server_at_all_is_a_failed_connection(server: Any, back_end: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "url", "http://127.0.0.1:9")
    with pytest.raises(ModelBusy, match="connection"):
        complete(back_end)


@pytest.mark.parametrize("kind", ["application/json", "text/html"])
def test_a_body_that_is_no_json_is_reported(server: Any, back_end: Any, kind: str) -> None:
    server.will_answer(body="<html>gateway</html>", headers={"content-type": kind})
    with pytest.raises(ModelBusy, match="the answer:1:1: not JSON: expecting value: <html>"):
        complete(back_end)


def test_an_error_page_that_is_no_json_keeps_its_status(server: Any, back_end: Any) -> None:
    server.will_answer(502, "<html>bad gateway</html>", {"content-type": "text/html"})
    with pytest.raises(ModelBusy, match="502"):
        complete(back_end)


def test_an_answer_without_choices_is_unusable_and_billed(server: Any, back_end: Any) -> None:
    server.will_answer(body=back_end.empty)
    with pytest.raises(UnusableReply, match=r"no (choice|candidate)") as caught:
        complete(back_end)
    assert caught.value.usage is not None and caught.value.usage.prompt_tokens == 11


def test_an_empty_text_is_unusable(server: Any, back_end: Any) -> None:
    server.will_say(back_end.says(""))
    with pytest.raises(UnusableReply, match="empty"):
        complete(back_end)


def test_openai_asks_for_the_schema(server: Any, openai_back_end: Any) -> None:
    server.will_say(openai_back_end.says('{"move": "R"}'))
    reply = openai_back_end.open().complete(HELLO, schema=SCHEMA, seed=5)
    assert json.loads(reply.text) == {"move": "R"}
    form = server.bodies[0]["response_format"]
    assert form == {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": SCHEMA}}
    assert server.bodies[0]["seed"] == 5


def test_gemini_asks_for_the_schema(server: Any, gemini_back_end: Any) -> None:
    server.will_say(gemini_back_end.says('{"move": "R"}'))
    gemini_back_end.open().complete(HELLO, schema=SCHEMA, seed=5)
    config = server.bodies[0]["generationConfig"]
    assert (config["responseMimeType"], config["responseJsonSchema"]) == ("application/json", SCHEMA)
    assert config["seed"] == 5


@pytest.mark.parametrize("package", ["openai_back_end", "gemini_back_end"])
def test_a_server_without_schemas_is_asked_for_plain_text_from_then_on(
    server: Any, package: str, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    back_end = request.getfixturevalue(package)
    server.will_say(back_end.refuses(400, "json_schema is not supported"), back_end.says("R."), back_end.says("B."))
    model = back_end.open()
    with caplog.at_level(logging.WARNING):
        assert model.complete(HELLO, schema=SCHEMA).text == "R."
        assert model.complete(HELLO, schema=SCHEMA).text == "B."
    assert ["chema" in json.dumps(body) for body in server.bodies] == [True, False, False]
    assert caplog.text.count("takes no JSON schema") == 1


def test_a_400_about_something_else_keeps_the_schema(server: Any, openai_back_end: Any) -> None:
    server.will_say(openai_back_end.refuses(400, "too many messages"))
    with pytest.raises(ModelError, match="too many messages"):
        openai_back_end.open().complete(HELLO, schema=SCHEMA, temperature=0.3)
    assert len(server.requests) == 1


@pytest.mark.parametrize("package", ["openai_back_end", "gemini_back_end"])
def test_a_temperature_that_a_model_refuses_is_left_out_from_then_on(
    server: Any, package: str, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    back_end = request.getfixturevalue(package)
    server.will_say(back_end.refuses(400, "temperature must be 1"), *map(back_end.says, ("R.", "B.")))
    model = back_end.open()
    assert [model.complete(HELLO, temperature=0.3).text for _ in range(2)] == ["R.", "B."]
    assert ['"temperature": 0.3' in json.dumps(body) for body in server.bodies] == [True, False, False]
    assert caplog.text.count("takes no temperature, leaving it out") == 1


def test_openai_models_that_want_max_completion_tokens_get_them(server: Any, openai_back_end: Any) -> None:
    refusal = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    server.will_say(openai_back_end.refuses(400, refusal), openai_back_end.says("R."), openai_back_end.says("B."))
    model = openai_back_end.open()
    assert [model.complete(HELLO, max_tokens=9).text for _ in range(2)] == ["R.", "B."]
    assert [body.get("max_completion_tokens") for body in server.bodies] == [None, 9, 9]
    assert "max_tokens" not in server.bodies[1]


def test_an_account_without_credit_is_not_tried_again(server: Any, openai_back_end: Any) -> None:
    server.will_say(openai_back_end.refuses(429, "You exceeded your quota", code="insufficient_quota"))
    with pytest.raises(ModelUnavailable, match="no credit left"):
        patient(openai_back_end.open(), []).complete(HELLO)


@pytest.mark.parametrize(
    "message, why",
    [
        ({"content": None, "refusal": "I can't help."}, "refused: I can't help"),
        ({"content": None}, "empty"),
        (None, "no choice"),
    ],
)
def test_openai_says_why_there_is_no_text(server: Any, openai_back_end: Any, message: Any, why: str) -> None:
    body = {"choices": [{"message": message, "finish_reason": "stop"}]}
    server.will_answer(body=body)
    with pytest.raises(UnusableReply, match=why):
        complete(openai_back_end)


ODD_CHATS: list[Any] = [[], "null", {"choices": None}, {"choices": ["x"]}, {"usage": {"prompt_tokens": "3"}}]


@pytest.mark.parametrize("body", ODD_CHATS)
def test_openai_answers_of_any_shape_are_unusable_not_a_crash(server: Any, openai_back_end: Any, body: Any) -> None:
    server.will_answer(body=body)
    with pytest.raises(UnusableReply):
        complete(openai_back_end)


def test_openai_content_in_parts_is_joined(server: Any, openai_back_end: Any) -> None:
    parts = [{"type": "text", "text": "I choose "}, {"type": "text", "text": "R."}]
    server.will_answer(body={"choices": [{"message": {"content": parts}}]})
    reply = complete(openai_back_end)
    assert (reply.text, reply.usage) == ("I choose R.", Usage())


def test_reasoning_that_uses_up_the_tokens_is_said(server: Any, openai_back_end: Any, gemini_back_end: Any) -> None:
    server.will_answer(body={"choices": [{"message": {"content": ""}, "finish_reason": "length"}]})
    with pytest.raises(UnusableReply, match="max_tokens were used up"):
        complete(openai_back_end)
    server.will_answer(body={"candidates": [{"content": {"role": "model"}, "finishReason": "MAX_TOKENS"}]})
    with pytest.raises(UnusableReply, match="max_tokens were used up"):
        complete(gemini_back_end)


def test_gemini_leaves_thoughts_out_and_bills_them(server: Any, gemini_back_end: Any) -> None:
    body = {
        "candidates": [{"content": {"parts": [{"text": "hm", "thought": True}, {"text": "R."}]}}],
        "usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 4, "thoughtsTokenCount": 5},
    }
    server.will_answer(body=body)
    reply = complete(gemini_back_end)
    assert (reply.text, reply.usage) == ("R.", Usage(3, 9))


def test_gemini_says_that_a_prompt_was_blocked(server: Any, back_end: Any) -> None:
    if not back_end.spec.startswith("gemini"):
        pytest.skip("the OpenAI protocol has no blocked prompts")
    server.will_answer(body={"promptFeedback": {"blockReason": "SAFETY"}})
    with pytest.raises(UnusableReply, match="the prompt was blocked"):
        complete(back_end)


def test_gemini_waits_as_the_error_details_ask(server: Any, gemini_back_end: Any) -> None:
    hint = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "38.5s"}
    server.will_say(gemini_back_end.refuses(429, "quota", details=[{"@type": "x"}, hint]))
    with pytest.raises(ModelBusy) as caught:
        complete(gemini_back_end)
    assert caught.value.retry_after == 38.5


def test_gemini_says_that_a_key_is_wrong(server: Any, gemini_back_end: Any) -> None:
    server.will_say(gemini_back_end.refuses(400, "API key not valid. Please pass a valid API key."))
    with pytest.raises(ModelUnavailable, match="is the key right"):
        complete(gemini_back_end)


ODD_ANSWERS: list[Any] = [
    {"candidates": "x"}, {"candidates": [3]}, [], "null", {"usageMetadata": {"promptTokenCount": "3"}},
]  # fmt: skip


@pytest.mark.parametrize("body", ODD_ANSWERS)
def test_gemini_answers_of_any_shape_are_unusable_not_a_crash(server: Any, gemini_back_end: Any, body: Any) -> None:
    server.will_answer(body=body)
    with pytest.raises(UnusableReply):
        complete(gemini_back_end)


def test_the_old_gemini_package_makes_json_of_a_schema_and_takes_no_seed(server: Any, back_end: Any) -> None:
    if type(back_end.open()).__name__ != "OldGemini":
        pytest.skip("about google-generativeai alone")
    server.will_say(back_end.says("{}"))
    back_end.open().complete(HELLO, schema=SCHEMA)
    assert server.bodies[0]["generationConfig"]["responseMimeType"] == "application/json"
    with pytest.raises(ModelError, match="takes no seed"):
        back_end.open().complete(HELLO, seed=1)
