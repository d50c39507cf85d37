"""Language models: the only package that calls one. SDKs are imported when first used."""

from lelma.models.base import Message, Model, ModelError, Reply, Usage
from lelma.models.scripted import Scripted

__all__ = ["Message", "Model", "ModelError", "Reply", "Scripted", "Usage"]
