"""Options by name, and rates."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from lelma.support.errors import UsageError
from lelma.support.outside import named_options, with_rates


@dataclass(frozen=True)
class Two:
    lie: float = 0.5
    vague: float = 0.0


def test_options_are_read_by_name() -> None:
    assert named_options("") == {}
    assert named_options("a=1&b = x=y", separator="&") == {"a": "1", "b": "x=y"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("lies=0.5", "no rate 'lies' .did you mean lie."),
        ("lie=2", "lie should be a number from 0 to 1, not '2'"),
        ("lie=nan", "lie should be"),
        ("lie=x", "lie should be"),
        ("lie", "'lie': write name=value"),
        ("lie=0.1,lie=0.2", "'lie' is given twice"),
    ],
)
def test_what_is_no_rate_is_told(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        with_rates("it", Two(), named_options(text))


def test_what_is_not_given_stays() -> None:
    assert with_rates("it", Two(), {"vague": 1}) == Two(0.5, 1.0)
