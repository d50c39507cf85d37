"""An experiment file, read and checked: games × models × repetitions × feedback styles, and how each run goes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.simulated.model import NAME, ErrorModel, is_simulated
from lelma.game.game import find_game
from lelma.models.connect import SPECS, read_spec
from lelma.models.costs import Price, Prices
from lelma.models.protocol import ModelUnavailable
from lelma.support.errors import GameError, UsageError, did_you_mean
from lelma.support.outside import toml_file
from lelma.verify.feedback import STYLES
from lelma.verify.translators import TRANSLATORS

_LELMA_2024: Mapping[str, Any] = {
    "games": ["hawk_dove", "prisoners_dilemma", "stag_hunt"],
    "models": ["openai:gpt-4o-2024-05-13", "gemini:gemini-1.0-pro"],
    "temperature": 1,
    "max_tokens": 1024,
    "attempts": 5,
    "repetitions": 30,
    "naming": "paper",
    "stop_on_repeat": False,
}

PRESETS: Mapping[str, Mapping[str, Any]] = {
    # The LELMA paper (arXiv 2408.16081), Table 4; games with the letters of its prompts for moves. The paper's loop
    # does not stop at a repeated failure.
    "lelma2024": _LELMA_2024,
    # The same runs checked as that paper's own system does: a model that translates into its 13 queries, and an answer
    # in which nothing was found to check is accepted.
    "lelma2024-system": {
        **_LELMA_2024,
        "compat": "lelma2024",
        "accept_unverified": True,
        "translator": "model",
        "translator_model": "openai:gpt-4o-2024-05-13",
    },
}

INVERTED = "inverted"
"""The order of payoff lines that is that of the rules from the end."""

_LATER = ("compat", "accept_unverified", "cells", "style")
"""Terms that runs which began before there were such keys lack; they are told where they are set."""

_LONGEST_WORD = 80
"""Of a run's id, which is the name of a file; models may be named with the address of their server."""


@dataclass(frozen=True)
class Run:
    """One run of the loop; `repetition` counts from 1, and `id` names its transcript."""

    id: str
    game: str
    model: str
    feedback: str
    repetition: int
    seed: str


@dataclass(frozen=True)
class Experiment:
    """What an experiment file says; see docs/experiments.md for each key."""

    name: str
    games: tuple[str, ...]
    models: tuple[str, ...]
    feedback: tuple[str, ...] = ("correct",)
    repetitions: int = 1
    attempts: int = 5
    temperature: float = 1.0
    max_tokens: int = 1024
    naming: str = ""
    seed: int = 0
    strict: bool = False
    stop_on_repeat: bool = True
    compat: str | None = None
    accept_unverified: bool = False
    cells: str = ""
    style: str = ""
    translator: str = "english"
    translator_model: str | None = None
    at_once: int = 4
    per_minute: float | None = None
    timeout: float = 120.0
    cassette: Path | None = None
    replay_only: bool = False
    simulated: ErrorModel = field(default_factory=ErrorModel)
    prices: Prices = field(default_factory=Prices)
    cost_limit: Decimal | None = None

    @property
    def runs(self) -> tuple[Run, ...]:
        """Every run, repetitions outermost: an experiment that is broken off is balanced."""
        return tuple(
            self._run(game, model, style, repetition)
            for repetition in range(1, self.repetitions + 1)
            for game in self.games
            for model in self.models
            for style in self.feedback
        )

    def _run(self, game: str, model: str, style: str, repetition: int) -> Run:
        # Both feedback styles have the same seed: with a simulated reasoner they answer the same first attempts.
        seed = f"{self.seed}/{Path(game).name}/{model}/{repetition}"
        mark = sha256(f"{game}/{model}".encode()).hexdigest()[:6]
        words = (Path(game).name, model, mark, style, f"{repetition:03d}")
        name = "-".join(re.sub(r"[^A-Za-z0-9._]+", "_", word)[:_LONGEST_WORD] for word in words)
        return Run(name, game, model, style, repetition, seed)

    def terms(self, run: Run) -> dict[str, Any]:
        """All that a run's outcome depends on, and that may not change when it is resumed."""
        return {
            "run": run.id,
            "game": run.game,
            "model": run.model,
            "feedback": run.feedback,
            "repetition": run.repetition,
            "seed": run.seed,
            "attempts": self.attempts,
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "naming": self.naming,
            "strict": self.strict,
            "stop_on_repeat": self.stop_on_repeat,
            "translator": self.translator,
            "translator_model": self.translator_model,
            **{key: value for key in _LATER if (value := getattr(self, key))},
            **({"simulated": vars(self.errors(run.model))} if is_simulated(run.model) else {}),
        }

    def errors(self, model: str) -> ErrorModel:
        """The error model of a simulated reasoner: that of its spec, or else that of the experiment."""
        return ErrorModel.read(model) if ":" in model else self.simulated

    def as_json(self) -> dict[str, Any]:
        prices = {name: [str(price.prompt), str(price.reply)] for name, price in self.prices.table.items()}
        limit = None if self.cost_limit is None else str(self.cost_limit)
        plain = dict(vars(self), cassette=self.cassette and str(self.cassette), prices=prices, cost_limit=limit)
        return {**plain, "simulated": vars(self.simulated)}


def read_experiment(file: Path) -> Experiment:
    """The experiment of a TOML file. Keys it does not have come from its `preset`, where it names one.

    Raises:
        ExperimentError: with all that is wrong with the file.
    """
    content = toml_file(file, fail=lambda fault: ExperimentError([fault]), parse_float=Decimal)
    faults: list[str] = []
    preset = content.pop("preset", None)
    if preset is not None and preset not in PRESETS:
        faults.append(
            f"preset: there is no {preset!r}{did_you_mean(str(preset), PRESETS)}; there are: {', '.join(PRESETS)}"
        )
        preset = None
    merged = {"name": file.stem, **(PRESETS[preset] if preset else {}), **content}
    values: dict[str, Any] = {}
    for key, value in merged.items():
        if key not in _READERS:
            near = did_you_mean(key, ("preset", *_READERS))
            faults.append(f"{key}: there is no such key{near}; there are: preset, {', '.join(_READERS)}")
            continue
        try:
            values[key] = _READERS[key](value)
        except (UsageError, GameError, ValueError) as error:
            faults.append(f"{key}: {error}")
    faults += [f"{key}: is missing" for key in ("games", "models") if key not in merged]
    if ("translator_model" in merged) != (merged.get("translator", "english") != "english"):
        faults.append('translator_model: goes with translator = "model" or "union", and they need it')
    if values.get("replay_only") and "cassette" not in merged:
        faults.append("replay_only: needs a cassette")
    if faults:
        raise ExperimentError([f"{file}: {fault}" for fault in faults])
    if values.get("cassette"):
        values["cassette"] = file.parent / values["cassette"]
    return Experiment(**values)


# Readers of values: each returns what it read, or raises a ValueError that says what was expected.


def _number(kind: str, sound: Callable[[Any], bool], make: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        number = not isinstance(value, bool) and isinstance(value, int | Decimal) and Decimal(value).is_finite()
        if not number or not sound(value):
            raise ValueError(f"expected {kind}, got {_shown(value)}")
        return make(value)

    return read


def _whole(value: Any) -> bool:
    return isinstance(value, int)


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, got {_shown(value)}")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected a string, got {_shown(value)}")
    return value


def _list(read: Callable[[str], str]) -> Callable[[Any], tuple[str, ...]]:
    def read_list(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not value:
            raise ValueError(f"expected a list with at least one entry, got {_shown(value)}")
        found = []
        for index, entry in enumerate(value):
            try:
                found.append(read(_text(entry)))
            except (LookupError, ValueError, GameError, UsageError) as error:
                raise ValueError(f"[{index}]: {error}") from None
            if entry in value[:index]:
                raise ValueError(f"[{index}]: {entry!r} is named twice")
        return tuple(found)

    return read_list


def _game(value: str) -> str:
    path = find_game(value)
    return value if len(Path(value).parts) == 1 and not Path(value).is_file() else str(path)


def _model(value: str) -> str:
    if is_simulated(value):
        ErrorModel.read(value)
        return value
    kind, _, rest = value.partition(":")
    if kind not in SPECS or not rest:
        known = [each for name, each in SPECS.items() if name != NAME]
        known += ["simulated (a reasoner without a model, which errs at stated rates)"]
        near = did_you_mean(kind, SPECS)
        raise ValueError("\n  ".join([f"no model is called {value!r}{near}; there are:", *known]))
    try:
        read_spec(value)
    except ModelUnavailable as error:
        raise ValueError(str(error)) from None
    return value


def _style(value: str) -> str:
    if value not in STYLES:
        raise ValueError(
            f"there is no feedback style {value!r}{did_you_mean(str(value), STYLES)}; there are: {', '.join(STYLES)}"
        )
    return value


def _cells(value: Any) -> str:
    if value != INVERTED:
        raise ValueError(f"expected {INVERTED!r}, or no such key for the order of the rules, got {_shown(value)}")
    return INVERTED


def _prompt_style(value: Any) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]+", _text(value)):
        raise ValueError(f"expected the name of a file in the games' prompts, without .md, got {_shown(value)}")
    return str(value)


def _translator(value: Any) -> str:
    if value not in TRANSLATORS:
        near = did_you_mean(str(value), TRANSLATORS)
        raise ValueError(f"there is no translator {value!r}{near}; there are: {', '.join(TRANSLATORS)}")
    return str(value)


def _simulated(value: Any) -> ErrorModel:
    if not isinstance(value, dict):
        raise ValueError(f"expected a table of probabilities, got {_shown(value)}")
    return ErrorModel.of({name: float(v) if isinstance(v, Decimal) else v for name, v in value.items()})


def prices_of(value: Any) -> Prices:
    """The prices that a table of an experiment file gives.

    Raises:
        ValueError: with what was expected.
    """
    if not isinstance(value, dict):
        raise ValueError(f"expected a table for each model, got {_shown(value)}")
    found = {}
    for model, entry in value.items():
        if not isinstance(entry, dict) or set(entry) != {"prompt", "reply"}:
            raise ValueError(f'"{model}": expected prompt and reply, money for a million tokens, got {_shown(entry)}')
        read = _number("money for a million tokens, 0 or more", lambda v: v >= 0, Decimal)
        found[model] = Price(read(entry["prompt"]), read(entry["reply"]))
    return Prices(found)


def cost_limit_of(value: Any) -> Decimal:
    """What the calls of an experiment may cost, as its file tells it.

    Raises:
        ValueError: with what was expected.
    """
    limit: Decimal = _number("money, 0 or more, in the currency of the prices", lambda v: v >= 0, Decimal)(value)
    return limit


def _shown(value: Any) -> str:
    return str(value) if isinstance(value, Decimal) else repr(value)


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "name": _text,
    "games": _list(_game),
    "models": _list(_model),
    "feedback": _list(_style),
    "repetitions": _number("a whole number, 1 or more", lambda v: _whole(v) and v >= 1, int),
    "attempts": _number("a whole number, 1 or more", lambda v: _whole(v) and v >= 1, int),
    "temperature": _number("a number from 0 to 2", lambda v: 0 <= v <= 2, float),
    "max_tokens": _number("a whole number, 1 or more", lambda v: _whole(v) and v >= 1, int),
    "naming": _text,
    "seed": _number("a whole number", _whole, int),
    "strict": _truth,
    "stop_on_repeat": _truth,
    "compat": _text,
    "accept_unverified": _truth,
    "cells": _cells,
    "style": _prompt_style,
    "translator": _translator,
    "translator_model": _text,
    "at_once": _number("a whole number from 1 to 64", lambda v: _whole(v) and 1 <= v <= 64, int),
    "per_minute": _number("a number above 0", lambda v: v > 0, float),
    "timeout": _number("a number of seconds above 0", lambda v: v > 0, float),
    "cassette": _text,
    "replay_only": _truth,
    "simulated": _simulated,
    "prices": prices_of,
    "cost_limit": cost_limit_of,
}
