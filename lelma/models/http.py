"""What the answers of model servers mean, whatever library fetched them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from lelma.models.protocol import ModelBusy, ModelError, ModelUnavailable

TRY_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
REFUSED = frozenset({400, 404, 415, 422, 501})
_SCHEMA_WORDS = re.compile(r"schema|response_?(format|mime)|structured|grammar|json.?mode", re.IGNORECASE)


def http_failure(
    name: str, status: int, message: str, headers: Mapping[str, str], details: object = None
) -> ModelError:
    """The error that an answer with an error status stands for.

    Args:
        message: what the server says, in its own words.
        headers: of the answer, names in lower case.
        details: the decoded body, which may hold a hint how long to wait.
    """
    said = f"{name}: the server answered {status}: {excerpt(message)}"
    if _spent(details):
        return ModelUnavailable(f"{said} (the account has no credit left; waiting does not help)")
    if status in TRY_AGAIN:
        return ModelBusy(said, retry_after=retry_after(headers, details))
    if status in (401, 403) or (status == 400 and "api key" in message.lower()):
        return ModelUnavailable(f"{said} (is the key right, and may it use this model?)")
    if status == 404:
        return ModelUnavailable(f"{said} (is the model's name right, and the base URL?)")
    return ModelError(said)


def refuses_schema(status: int, message: str) -> bool:
    """Whether an error answer to a request with a schema says that the server takes no such schema."""
    return status in REFUSED and _SCHEMA_WORDS.search(message) is not None


def retry_after(headers: Mapping[str, str], details: object = None) -> float | None:
    """Seconds a server asks to wait; None if it gives no readable hint.

    Read from `retry-after-ms`, `retry-after` (RFC 9110, section 10.2.3: seconds or a date, which is taken against
    the server's own `date`) or a google.rpc.RetryInfo among the details.
    """
    milliseconds = _seconds(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    hint = headers.get("retry-after", "")
    return _first(_seconds(hint), _until(hint, headers.get("date", "")), _retry_info(details))


def excerpt(text: str, limit: int = 300) -> str:
    """The start of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[:limit] + "…"


def count(value: object) -> int:
    """A number of tokens in a decoded answer; 0 if it is none."""
    return value if isinstance(value, int) else 0


def _first(*values: float | None) -> float | None:
    return next((value for value in values if value is not None), None)


def _seconds(text: str) -> float | None:
    try:
        value = float(text.strip())
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None


def _until(hint: str, date: str) -> float | None:
    moment = _moment(hint)
    if moment is None:
        return None
    return max(0.0, (moment - (_moment(date) or datetime.now(UTC))).total_seconds())


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _retry_info(details: object) -> float | None:
    """The delay of the first google.rpc.RetryInfo in a decoded body, such as `{"retryDelay": "38s"}`."""
    if isinstance(details, Mapping):
        delay = details.get("retryDelay")
        if isinstance(delay, str) and delay.endswith("s"):
            return _seconds(delay[:-1])
        return _first(*map(_retry_info, details.values()))
    if isinstance(details, list):
        return _first(*map(_retry_info, details))
    return None


def _spent(details: object) -> bool:
    """Whether a decoded body says that the account's money, not its rate, has run out (OpenAI's word)."""
    if not isinstance(details, Mapping):
        return False
    error: Any = details.get("error", details)
    return isinstance(error, Mapping) and "insufficient_quota" in (error.get("code"), error.get("type"))
