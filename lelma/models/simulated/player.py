"""Answers prompts of agents of steps in form, by chance, with mistakes at stated rates: `simulated:player?wrong=0.3`.

It knows no game and no truth: it reads what the prompt says, and draws the rest. What it gets wrong is so by chance, or
against a line of its own prompt. Figures that it makes say nothing of language models.

| rate | what it does |
|---|---|
| `wrong` | calls a guess about somebody certain that is drawn at random |
| `likely` | calls one likely |
| `misquote` | repeats a line of what it saw with the opposite in it |
| `leak` | says aloud what it was told of itself |
| `break_form` | answers in no form |
| `obey` | gives up what the prompt says to be refuted, and says nothing where the prompt asks for fewer words |
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields
from random import Random
from typing import Any

from gdl.values import dataclass
from lelma.models.protocol import ModelUnavailable
from lelma.models.simulated.stand_in import StandIn, StandInQuestion
from lelma.support.errors import UsageError
from lelma.support.outside import with_rates

_OPPOSITES = {"succeed": "fail", "fail": "succeed", "approve": "reject", "reject": "approve", "accepted": "rejected"}
_NUMBERED = re.compile(r"^\d+\. (?P<said>[^:“”\n]+\.)$", re.MULTILINE)
_REFUTED = re.compile(r"^REFUTED (?P<who>[^:\n]+): ", re.MULTILINE)
_GIVEN_AWAY = re.compile(r"^(?:GIVEN AWAY: |You would say: )", re.MULTILINE)
_OWN = re.compile(r"^(?:You are|Your [a-z ]+ is) (?P<what>[^.\n]+)\.", re.MULTILINE)
_DIGITS = re.compile(r"\d+")
_SMALL_TALK = (
    "Let us think about it calmly.",
    "I would like to hear everybody first.",
    "We should look at what each of us did.",
    "It is early to be sure of anything.",
    "I have no more to add.",
)


@dataclass(frozen=True)
class PlayerRates:
    """How often a simulated player errs and obeys, each a probability from 0 to 1 (the module says what each is)."""

    wrong: float = 0.1
    likely: float = 0.4
    misquote: float = 0.1
    leak: float = 0.05
    break_form: float = 0.0
    obey: float = 0.8

    def with_options(self, options: Mapping[str, str]) -> PlayerRates:
        """Those with some of them told.

        Raises:
            ModelUnavailable: for one that is no probability.
        """
        try:
            return with_rates("a simulated player", self, options)
        except UsageError as error:
            raise ModelUnavailable(f"simulated: {error}") from None


RATES = tuple(field.name for field in fields(PlayerRates))


class SimulatedPlayer(StandIn):
    """Answers by its rates."""

    def __init__(self, rates: PlayerRates, *, name: str = "simulated:player") -> None:
        self.rates, self.name = rates, name

    def answer(self, asked: StandInQuestion) -> str:
        if asked.schema is None:
            return f"{self._said(asked.text, asked.chance)} The first seems best: 1."
        if asked.chance.random() < self.rates.break_form:
            return "I would rather answer freely."
        return json.dumps(self._value("", asked.schema, asked.text, asked.chance), ensure_ascii=False)

    def _value(self, name: str, schema: Mapping[str, Any], text: str, chance: Random) -> Any:
        """A value that follows a schema."""
        if "enum" in schema:
            return chance.choice(list(schema["enum"]))
        kind = schema.get("type")
        kind = kind[0] if isinstance(kind, list) else kind
        if kind == "object":
            inner = schema.get("properties", {})
            if {"identity", "confidence"} <= inner.keys():
                return self._guess(name, inner, text, chance)
            return {key: self._value(key, shape, text, chance) for key, shape in inner.items()}
        if kind == "array":
            return []
        if kind in ("number", "integer"):
            return schema.get("minimum", 0)
        if kind == "boolean":
            return chance.random() < 1 / 2
        told = self._said(text, chance) if name in ("speech", "words") else chance.choice(_SMALL_TALK)
        return told[: schema.get("maxLength", len(told))]

    def _guess(self, who: str, shapes: Mapping[str, Any], text: str, chance: Random) -> dict[str, Any]:
        """Of somebody: an identity or a side, and how sure it is of that."""
        refuted = any(_DIGITS.findall(found["who"]) == _DIGITS.findall(who) for found in _REFUTED.finditer(text))
        drawn, identities = chance.random(), [each for each in shapes["identity"]["enum"] if each != "unknown"]
        if refuted and chance.random() < self.rates.obey:
            drawn = 1.0
        rates = self.rates
        sure = "certain" if drawn < rates.wrong else "likely" if drawn < rates.wrong + rates.likely else "unknown"
        value = {
            "identity": "unknown" if sure == "unknown" or not identities else chance.choice(identities),
            "confidence": sure,
        }
        return value | {name: "It looks so to me." for name in shapes if name not in value}

    def _said(self, text: str, chance: Random) -> str:
        """What it says aloud, or thinks of what might be said."""
        rates, said = self.rates, [chance.choice(_SMALL_TALK)]
        if _GIVEN_AWAY.search(text) and chance.random() < rates.obey:
            return said[0]
        own = _OWN.search(text)
        if own is not None and chance.random() < rates.leak:
            said.append(f"I am {own['what']}.")
        lines = [found["said"] for found in _NUMBERED.finditer(text)]
        if lines and chance.random() < 1 / 2:
            line = chance.choice(lines)
            said.append(_opposite(line) if chance.random() < rates.misquote else line)
        return " ".join(said)


def _opposite(line: str) -> str:
    """A line with the first of some words turned round; the same if it has none.

    >>> _opposite("Quest 1 failed.")
    'Quest 1 succeeded.'
    """
    for word, other in _OPPOSITES.items():
        if re.search(rf"\b{word}", line):
            return re.sub(rf"\b{word}", other, line, count=1)
    return line
