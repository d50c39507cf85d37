"""From `english`, `model` or `union` to a translator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lelma.errors import UsageError
from translators.claim import Translator

if TYPE_CHECKING:
    from lelma.models import Model

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
    from translators.english import translate

    if name not in TRANSLATORS:
        raise UsageError(f"there is no translator {name!r}; choose {', '.join(TRANSLATORS)}")
    if name == "english":
        if model is not None:
            raise UsageError("the english translator asks no model; choose --translator model or union")
        return translate
    if model is None:
        raise UsageError(f"the translator {name!r} needs a model: --translator-model openai:NAME or gemini:NAME")
    from lelma.models import connect
    from translators.by_model import ByModel
    from translators.union import Union

    by_model = ByModel(connect(model) if isinstance(model, str) else model, by_paragraph=by_paragraph)
    return by_model if name == "model" else Union([translate, by_model])
