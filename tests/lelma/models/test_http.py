from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lelma.models import ModelError
from lelma.models.http import Concessions, ErrorAnswer, excerpt, retry_after

DATE = "Wed, 21 Oct 2026 07:28:00 GMT"


@pytest.mark.parametrize(
    "headers, seconds",
    [
        ({}, None),
        ({"retry-after": "120"}, 120.0),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2026 07:29:30 GMT", "date": DATE}, 90.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:27:00 GMT", "date": DATE}, 0.0),
        ({"retry-after": "Wed, 21 Oct 2020 07:27:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
    ],
)
def test_retry_after_is_read_in_all_its_forms(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


@given(st.text())
def test_no_hint_is_a_crash_or_a_negative_wait(hint: str) -> None:
    seconds = retry_after({"retry-after": hint, "date": hint})
    assert seconds is None or seconds >= 0


def test_a_header_goes_before_the_details() -> None:
    details = {"error": {"details": [{"retryDelay": "9s"}]}}
    assert retry_after({"retry-after": "3"}, details) == 3.0
    assert retry_after({}, details) == 9.0
    assert retry_after({}, {"retryDelay": "a while"}) is None


@pytest.mark.parametrize(
    "status, message, refused",
    [
        (400, "response_format is not supported", True),
        (422, "Unsupported: json_schema", True),
        (400, "Structured outputs need another model", True),
        (400, "max_tokens is too large", False),
        (500, "schema", False),
    ],
)
def test_refusals_of_schemas_are_told_apart(status: int, message: str, refused: bool) -> None:
    asked: list[dict[str, object]] = []

    def post(request: dict[str, object]) -> str | ErrorAnswer:
        asked.append(request)
        return "R." if len(asked) > 1 else ErrorAnswer(status, message, ModelError(message))

    concessions = Concessions("m", schema=("form",), renamed={"limit": "most"})
    if refused:
        assert concessions.sent({"form": 1, "limit": 2}, post) == "R."
    else:
        with pytest.raises(ModelError):
            concessions.sent({"form": 1, "limit": 2}, post)
    assert asked == [{"form": 1, "limit": 2}, *([{"limit": 2}] if refused else [])]


def test_a_model_is_asked_without_all_that_it_refuses_from_then_on() -> None:
    asked: list[set[str]] = []
    refusals = ["no temperature here", "Use 'most' instead", "bad seed", "no schema"]

    def post(request: dict[str, object]) -> str | ErrorAnswer:
        asked.append(set(request))
        return ErrorAnswer(400, why, ModelError(why)) if (why := "".join(refusals[:1])) and refusals.pop(0) else "R."

    concessions = Concessions("m", schema=("form", "mime"), renamed={"limit": "most"})
    request = {"form": 1, "mime": 2, "limit": 3, "seed": 4, "temperature": 5, "turns": 6}
    assert [concessions.sent(request, post) for _ in range(2)] == ["R.", "R."]
    assert len(asked) == 6 and asked[-2:] == [{"most", "turns"}] * 2


def test_an_excerpt_is_one_short_line() -> None:
    assert excerpt("a\n  b") == "a b"
    assert excerpt("x" * 500) == "x" * 300 + "…"
