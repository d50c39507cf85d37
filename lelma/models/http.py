"""What the answers of model servers mean, whatever library fetched them, and asking again for what they refuse."""

from __future__ import annotations

import importlib
import logging
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from gdl.values import dataclass
from lelma.models.protocol import ModelBusy, ModelError, ModelUnavailable, Reply, UnusableReply, Usage
from lelma.models.throttle import seconds_left
from lelma.support.shown_text import keep_secret, redacted

_log = logging.getLogger(__name__)

MAX_ANSWER = 8_000_000
"""Most bytes of a server's answer."""

LONGEST_REPLY = 200_000
"""Most characters of a reply, a few times what any model writes at once."""

TRY_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_REFUSED = frozenset({400, 404, 415, 422, 501})
_LENGTHS = ("maxLength", "minLength")
_LENGTH_WORDS = re.compile("|".join(_LENGTHS), re.IGNORECASE)
_SCHEMA_WORDS = re.compile(r"schema|response_?(format|mime)|structured|grammar|json.?mode", re.IGNORECASE)


def usable_key(name: str, key: str) -> str:
    """A key without the blanks and line ends around it.

    Raises:
        ModelUnavailable: for a character that no header of a request may hold.
    """
    plain = key.strip()
    keep_secret(plain)
    if not (plain.isascii() and plain.isprintable()):
        raise ModelUnavailable(f"{name}: the key has a character that no key has; was it copied as it is?")
    return plain


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


def answer_limits(name: str) -> dict[str, list[Callable[[Any], None]]]:
    """Event hooks for a client of httpx or httpx2, which reads no more than `MAX_ANSWER` bytes of an answer.

    It stops, too, when the time for calls is over (`lelma.models.throttle.within`).

    An answer is asked for, and taken, uncompressed alone: a short one may be unpacked to any length. A client raises
    `ModelError`, or an error of its own caused by that.
    """

    def ask(request: Any) -> None:
        request.headers["accept-encoding"] = "identity"

    def limit(response: Any) -> None:
        packed = response.headers.get("content-encoding", "identity")
        if packed.strip().lower() not in ("", "identity"):
            raise ModelError(f"{name}: the answer is compressed ({excerpt(packed, 40)}), though it was not to be")
        stream = response.stream
        package = importlib.import_module(type(response).__module__.partition(".")[0])

        class Limited(package.SyncByteStream):  # type: ignore[misc, name-defined]
            def __iter__(self) -> Iterator[bytes]:
                size = 0
                for part in stream:
                    size += len(part)
                    if size > MAX_ANSWER:
                        raise ModelError(f"{name}: the answer has more than {MAX_ANSWER} bytes")
                    if seconds_left() == 0:
                        raise ModelBusy(f"{name}: the answer has not ended in the time there is for it")
                    yield part

            def close(self) -> None:
                stream.close()

        response.stream = Limited()

    return {"request": [ask], "response": [limit]}


def usable_reply(name: str, text: str, usage: Usage, *, cut: bool) -> Reply:
    """A reply of bearable length.

    Raises:
        UnusableReply: if it is longer.
    """
    if len(text) > LONGEST_REPLY:
        raise UnusableReply(f"{name}: the reply is longer than {LONGEST_REPLY} characters", usage=usage)
    return Reply(text, usage, cut=cut)


@dataclass(frozen=True)
class ErrorAnswer:
    """An answer with an error status: what the server says, in its own words, and the error that it stands for."""

    status: int
    message: str
    failure: ModelError


class Concessions:
    """Has a model asked without what it doesn't take: a JSON schema, or the lengths in one, a temperature, a seed.

    What it refused once it is not offered again; the log says so.
    """

    def __init__(self, name: str, *, schema: Sequence[str], renamed: Mapping[str, str] | None = None) -> None:
        """
        Args:
            name: of the model.
            schema: the words of a request that ask for a schema.
            renamed: words of a request that some models want by another name.
        """
        self._name, self._schema, self._renamed = name, tuple(schema), dict(renamed or {})
        self._left_out: set[str] = set()
        self._new_names: dict[str, str] = {}
        self._takes_lengths = True

    def sent(self, request: Mapping[str, Any], post: Callable[[dict[str, Any]], str | ErrorAnswer]) -> str:
        """The body of the answer to a request, in the form that the model takes.

        Raises:
            ModelError: what `post` raises, and the failure of a refusal that nothing can be done about.
        """
        while True:
            form = self._form(request)
            answer = post(form)
            if isinstance(answer, str):
                return answer
            if not self._learn(form, answer):
                raise answer.failure

    def _form(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The request as the model is known to take it."""
        found = {
            self._new_names.get(word, word): value for word, value in request.items() if word not in self._left_out
        }
        return found if self._takes_lengths else {word: _without_lengths(value) for word, value in found.items()}

    def _learn(self, form: Mapping[str, Any], refusal: ErrorAnswer) -> bool:
        """Whether a refusal says what the model doesn't take, which is left out from then on."""
        if refusal.status not in _REFUSED:
            return False
        if _LENGTH_WORDS.search(refusal.message) and any(_without_lengths(value) != value for value in form.values()):
            _log.warning("%s takes no lengths in a schema: %s", self._name, excerpt(refusal.message))
            self._takes_lengths = False
            return True
        if form.keys() & set(self._schema) and _SCHEMA_WORDS.search(refusal.message):
            return self._leave_out(self._schema, "JSON schema, asking for plain text", refusal)
        for option in ("temperature", "seed"):
            if option in form and re.search(rf"\b{option}\b", refusal.message, re.IGNORECASE):
                return self._leave_out((option,), f"{option}, leaving it out", refusal)
        for word, other in self._renamed.items():
            if word in form and other in refusal.message:
                self._new_names[word] = other
                return True
        return False

    def _leave_out(self, words: Sequence[str], what: str, refusal: ErrorAnswer) -> bool:
        _log.warning("%s takes no %s: %s", self._name, what, excerpt(refusal.message))
        self._left_out.update(words)
        return True


def _without_lengths(value: Any) -> Any:
    """A part of a request without the limits that its schema sets for texts."""
    if isinstance(value, Mapping):
        dropped = _LENGTHS if value.get("type") == "string" else ()
        return {word: _without_lengths(inner) for word, inner in value.items() if word not in dropped}
    return [_without_lengths(inner) for inner in value] if isinstance(value, list) else value


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
    """The start of a text, on one line and without keys."""
    line = " ".join(redacted(text).split())
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
