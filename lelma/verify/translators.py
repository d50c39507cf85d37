"""From `english`, `model` or `union` to a translator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lelma.support.errors import UsageError
from translators.claim import Translator

if TYPE_CHECKING:
    from lelma.models import Model, Reply

TRANSLATORS = ("english", "model", "union")


def make_translator(name: str, *, model: str | Model | None = None, by_paragraph: bool = False) -> Translator:
    """The translator called `name`: `english` is deterministic, `model` asks a model, `union` does both.

    Args:
        model: what is asked, or how it is named (`lelma.models.connect`).
        by_paragraph: ask for one paragraph at a time.

    Raises:
        UsageError: for a name there is not, and for a model that is missing or of no use.
        ModelUnavailable: if the model can't be reached from here.
    """
    from translators.deterministic import translate

    if name not in TRANSLATORS:
        raise UsageError(f"there is no translator {name!r}; choose {', '.join(TRANSLATORS)}")
    if name == "english":
        if model is not None:
            raise UsageError("the english translator asks no model; choose --translator model or union")
        return translate
    if model is None:
        raise UsageError(f"the translator {name!r} needs a model: --translator-model openai:NAME or gemini:NAME")
    from lelma.models import connect
    from translators.by_model.translator import ByModel
    from translators.union import Union

    asked = connect(model) if isinstance(model, str) else model
    by_model = ByModel(_Speechless(asked), by_paragraph=by_paragraph)
    return by_model if name == "model" else Union([translate, by_model])


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
