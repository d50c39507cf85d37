"""From `openai:gpt-4o` and the like to a model, straight or through a cassette."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from gdl.values import dataclass
from lelma.models.cassette import Cassette, Tape
from lelma.models.costs import CostLimit
from lelma.models.protocol import Message, Model, ModelError, ModelUnavailable, Reply
from lelma.models.scripted import Scripted
from lelma.models.simulated.player import RATES, PlayerRates, SimulatedPlayer
from lelma.models.throttle import RateLimits, Throttled
from lelma.support.errors import UsageError, did_you_mean
from lelma.support.outside import named_options

SPECS = {
    "openai": "openai:MODEL (OpenAI, or any server that speaks its protocol at OPENAI_BASE_URL; also "
    "openai:MODEL?base_url=URL&key_env=VARIABLE&temperature=0)",
    "gemini": "gemini:MODEL (Google's Gemini; also gemini:MODEL?temperature=0.5)",
    "local": "local:FILE.gguf (a model that runs here; also "
    "local:FILE.gguf?threads=1&context=4096&max_tokens=N&temperature=0)",
    "scripted": "scripted:FOLDER (recorded replies 1.txt, 2.txt, …)",
    "simulated": "simulated (no model: answers in form and errs by chance; also simulated:player?wrong=0.2&obey=0.9)",
}

_PROBABILITY = re.compile(r"0|1|[01]?\.\d{1,9}")
_NUMBER = re.compile(r"[1-9][0-9]{0,6}")
_TEMPERATURE = re.compile(r"[01](\.\d{1,9})?|2(\.0{1,9})?")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
OptionTests = Mapping[str, tuple[Callable[[str], object], str]]
"""Option → a test, and what passes it."""

SERVER_OPTIONS: OptionTests = {
    "base_url": (lambda url: _is_server(url), "the URL of a server, up to /v1 and without a key"),
    "key_env": (_VARIABLE.fullmatch, "the name of an environment variable"),
}
NUMBER_FROM_1 = (_NUMBER.fullmatch, "a whole number from 1")
_WARMTH: OptionTests = {"temperature": (_TEMPERATURE.fullmatch, "a number from 0 to 2")}
_OPTIONS: Mapping[str, OptionTests] = {
    "openai": {**SERVER_OPTIONS, **_WARMTH},
    "gemini": _WARMTH,
    "local": {**dict.fromkeys(("threads", "context", "max_tokens"), NUMBER_FROM_1), **_WARMTH},
    "simulated": dict.fromkeys(RATES, (_PROBABILITY.fullmatch, "a probability, a number from 0 to 1")),
}
"""Kind → the options of its specs."""

_OF_NO_REPLY = ("threads", "key_env")
"""Options that no reply depends on, so that they are no part of a model's name."""


@dataclass(frozen=True)
class ModelSpec:
    """A spec, read: `openai:MODEL?base_url=…` has the kind `openai`."""

    kind: str
    model: str
    options: Mapping[str, str]

    @property
    def name(self) -> str:
        """The name the model has, which tells all that its replies depend on."""
        if self.kind == "scripted":
            return "recorded"
        kept = "&".join(f"{key}={value}" for key, value in self.options.items() if key not in _OF_NO_REPLY)
        model = Path(self.model).name if self.kind == "local" else self.model
        return f"{self.kind}:{model}{kept and '?'}{kept}"

    def key(self) -> str | None:
        """The key that `key_env` names.

        Raises:
            ModelUnavailable: if that variable has none.
        """
        variable = self.options.get("key_env")
        if variable is None:
            return None
        if not os.environ.get(variable):
            raise ModelUnavailable(f"{self.name} needs a key: set {variable}")
        return os.environ[variable]


def read_spec(text: str) -> ModelSpec:
    """What `KIND:MODEL` or `KIND:MODEL?OPTION=VALUE&…` names; values may be percent-encoded.

    Raises:
        ModelUnavailable: for a spec of no known form.
    """
    kind, _, rest = (f"{text}:player" if text == "simulated" else text).partition(":")
    known = _OPTIONS.get(kind, {})
    model, _, query = rest.partition("?") if known else (rest, "", "")
    if kind not in SPECS or not model or (kind == "simulated" and model != "player"):
        near = did_you_mean(kind, SPECS)
        raise ModelUnavailable("\n".join([f"no model is called {text!r}{near}; there are:", *SPECS.values()]))
    return ModelSpec(kind, model, read_options(f"{kind}:{model}", query, known))


def read_options(where: str, query: str, known: OptionTests) -> dict[str, str]:
    """The options of a spec, `OPTION=VALUE&…`; values may be percent-encoded.

    Raises:
        ModelUnavailable: for one that is not known, given twice, or does not pass its test.
    """
    try:
        given = named_options(query, separator="&")
    except UsageError as error:
        raise ModelUnavailable(f"{where}: {error}") from None
    options = {key: unquote(value) for key, value in given.items()}
    for key, value in options.items():
        if key not in known:
            near, there = did_you_mean(key, known), ", ".join(known)
            raise ModelUnavailable(f"{where}: {key!r} is no option{near}; there are: {there}")
        sound, what = known[key]
        if not sound(value):
            raise ModelUnavailable(f"{where}: {key} should be {what}")
    return options


def _is_server(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc


def connect(
    spec: str,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    timeout: float = 120.0,
    limits: RateLimits | None = None,
    cost_limit: CostLimit | None = None,
    cassette: Path | None = None,
    replay_only: bool = False,
    label: str = "",
) -> Model:
    """The model that a spec names, patient with its server, and recorded where a cassette is given.

    Args:
        base_url: of the server, in place of the one of the environment.
        api_key: in place of the one of the environment.
        timeout: seconds to wait for each answer of a server.
        limits: how hard a server may be pressed, and how often a request is tried.
        cost_limit: what calls may cost; replayed ones cost nothing.
        cassette: a file that keeps the replies, and gives them again to the same requests.
        replay_only: replies come from the cassette alone; no package, key or network is needed.
        label: the run that asks, for the cassette; `Cassette.labelled` gives more.

    Raises:
        ModelUnavailable: for a spec of no known form, and if a package, a key or a file is missing, or the price of a
            model whose calls may not cost more than a limit.
        ModelError: if the cassette can't be opened, or is missing from a replay.
    """
    read = read_spec(spec)
    back_end = partial(_open, read, base_url=base_url, api_key=api_key, timeout=timeout, limits=limits, cost=cost_limit)
    if cassette is None:
        if replay_only:
            raise ModelError("to replay only, name a cassette")
        return back_end()
    model = read.name if replay_only else back_end()
    return Cassette(Tape(cassette, replay_only=replay_only), model, label=label)


@dataclass(frozen=True)
class Door:
    """The way from agents to models and embedders, the same for all of a match. It may be given to other processes.

    Attributes:
        cassette: a file that keeps all replies, and gives them again; None if none does.
        replay_only: replies come from the cassette alone.
        usual: the spec of the model of agents that are named without one.
        cost_limit: what calls may cost. With one, a door can't be given to other processes.
    """

    cassette: Path | None = None
    replay_only: bool = False
    usual: str = ""
    cost_limit: CostLimit | None = None

    def model(self, spec: str) -> Model:
        """The model that a spec names.

        Raises:
            ModelError: as `connect` has it.
        """
        return connect(spec, cassette=self.cassette, replay_only=self.replay_only, cost_limit=self.cost_limit)


def for_run(model: Model, label: str) -> Model:
    """The model for another run, whose attempts are counted by themselves if its replies are kept in a cassette."""
    return model.labelled(label) if label and isinstance(model, Cassette) else model


_FREE = ("scripted", "simulated", "local")
"""Kinds of models that cost nothing, unless a price is given."""


def _open(
    spec: ModelSpec,
    *,
    base_url: str | None,
    api_key: str | None,
    timeout: float,
    limits: RateLimits | None,
    cost: CostLimit | None,
) -> Model:
    model = _back_end(spec, base_url=base_url, api_key=api_key, timeout=timeout)
    if cost is not None:
        model = cost.on(model, free=spec.kind in _FREE)
    return model if spec.kind in ("scripted", "simulated") else Throttled(model, limits)


def _back_end(spec: ModelSpec, *, base_url: str | None, api_key: str | None, timeout: float) -> Model:
    match spec.kind:
        case "scripted":
            return Scripted.from_folder(Path(spec.model))
        case "simulated":
            return SimulatedPlayer(PlayerRates().with_options(spec.options), name=spec.name)
        case "local":
            from lelma.models.local import Local

            numbers = {key: int(value) for key, value in spec.options.items() if key not in _WARMTH}
            opened: Model = Local(Path(spec.model), name=spec.name, **numbers)
        case "gemini":
            opened = open_gemini(spec.model, base_url=base_url, api_key=api_key, timeout=timeout)
        case _:
            from lelma.models.openai_api import OpenAI

            base_url, api_key = base_url or spec.options.get("base_url"), api_key or spec.key()
            if "base_url" in spec.options and api_key is None:
                api_key = "none"  # the key of OPENAI_API_KEY is for another server
            opened = OpenAI(spec.model, name=spec.name, base_url=base_url, api_key=api_key, timeout=timeout)
    warmth = spec.options.get("temperature")
    return opened if warmth is None else _AtTemperature(opened, spec.name, float(warmth))


class _AtTemperature:
    """A model that is asked at one temperature, whatever the caller would have."""

    def __init__(self, model: Model, name: str, temperature: float) -> None:
        self.name = name
        self._model, self._temperature = model, temperature

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        del temperature
        return self._model.complete(
            messages, temperature=self._temperature, max_tokens=max_tokens, schema=schema, seed=seed
        )


def open_gemini(
    model: str, *, base_url: str | None = None, api_key: str | None = None, timeout: float = 120.0
) -> Model:
    """A Gemini model through the package that is there.

    Args:
        base_url: without the version; default the package's own.
        api_key: default GOOGLE_API_KEY or GEMINI_API_KEY, in the order google-genai takes them.
        timeout: seconds to wait for the server.

    Raises:
        ModelUnavailable: if both packages, or a key, are missing.
    """
    api_key = api_key or os.environ.get("GOOGLE_API_KEY") or os.environ.get("GEMINI_API_KEY")
    if not api_key:
        raise ModelUnavailable(f"gemini:{model} needs a key: set GEMINI_API_KEY")
    from lelma.models.gemini import Gemini

    try:
        return Gemini(model, base_url=base_url, api_key=api_key, timeout=timeout)
    except ImportError as error:
        try:
            from lelma.models.gemini_legacy import OldGemini

            return OldGemini(model, base_url=base_url, api_key=api_key, timeout=timeout)
        except ImportError:
            message = f"gemini:{model} needs the google-genai package ({error}): pip install 'lelma[gemini]'"
            raise ModelUnavailable(message) from error
