"""From `english`, `model` or `union`, and a second reader, to a translator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lelma.support.errors import UsageError, did_you_mean
from translators.claim import Translator

if TYPE_CHECKING:
    from lelma.models import Model, Reply
    from translators.by_model.translator import Asking

TRANSLATORS = ("english", "model", "union")


SECOND = "model:"
"""What a second reader that asks a model is named by, before the name of the model."""
PARSE = "parse"
"""The name of the second reader that goes by a dependency parse."""


def make_translator(
    name: str, *, model: str | Model | None = None, second: str | None = None, asking: Asking | None = None
) -> Translator:
    """The translator called `name`: `english` is deterministic, `model` asks a model, `union` does both.

    Args:
        model: what is asked, or how it is named (`lelma.models.connect`).
        second: a reader that only confirms or disputes what the translator reads: `parse`, or `model:` and the name of
            a model.
        asking: how models are asked.

    Raises:
        UsageError: for a name there is not, for a model that is missing or of no use, and where what parses is missing.
        ModelUnavailable: if a model can't be reached from here.
    """
    if second is not None and second != PARSE and not second.startswith(SECOND):
        near = did_you_mean(second, (PARSE, SECOND))
        raise UsageError(
            f"there is no second reader {second!r}{near}; choose parse, or a model as in model:openai:NAME"
        )
    first = _translator(name, model, asking)
    if second is None:
        return first
    from translators.union import SecondOpinion, Union

    if second == PARSE:
        return SecondOpinion(first, _by_parse())
    return Union([first, _by_model(second.removeprefix(SECOND), asking)], adding=False)


def _by_parse() -> Translator:
    from translators.errors import ParserMissing
    from translators.parsed.reader import ParsedReader
    from translators.parsed.spacy_parser import spacy_parser

    try:
        return ParsedReader(spacy_parser())
    except ParserMissing as error:
        raise UsageError(f"--second parse: {error}: pip install 'lelma[parse]'") from error


def _translator(name: str, model: str | Model | None, asking: Asking | None) -> Translator:
    from translators.deterministic import translate

    if name not in TRANSLATORS:
        raise UsageError(
            f"there is no translator {name!r}{did_you_mean(name, TRANSLATORS)}; choose {', '.join(TRANSLATORS)}"
        )
    if name == "english":
        if model is not None:
            raise UsageError("the english translator asks no model; choose --translator model or union")
        return translate
    if model is None:
        raise UsageError(f"the translator {name!r} needs a model: --translator-model openai:NAME or gemini:NAME")
    from translators.union import Union

    by_model = _by_model(model, asking)
    return by_model if name == "model" else Union([translate, by_model])


def _by_model(model: str | Model, asking: Asking | None) -> Translator:
    from lelma.models import connect
    from translators.by_model.translator import ByModel

    return ByModel(_Speechless(connect(model) if isinstance(model, str) else model), asking)


class _Speechless:
    """A model that says nothing where the server answers without a text, as when a model refuses.

    That is a thing a model may do to one text of many, so it is read as an unreadable reply; all other failures
    are raised.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.name = model.name

    def complete(
        self,
        messages: Sequence[Any],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        from lelma.models import Reply, UnusableReply, Usage

        try:
            return self.model.complete(
                messages, temperature=temperature, max_tokens=max_tokens, schema=schema, seed=seed
            )
        except UnusableReply as error:
            return Reply("", error.usage or Usage())
