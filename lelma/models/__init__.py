"""Language models: the only package that calls one. SDKs are imported when first used."""

from lelma.models.base import Message, Model, Reply, Usage
from lelma.models.connect import connect
from lelma.models.errors import CassetteMiss, ModelBusy, ModelError, ModelUnavailable, UnusableReply
from lelma.models.scripted import Scripted

__all__ = [
    "CassetteMiss",
    "Message",
    "Model",
    "ModelBusy",
    "ModelError",
    "ModelUnavailable",
    "Reply",
    "Scripted",
    "UnusableReply",
    "Usage",
    "connect",
]
