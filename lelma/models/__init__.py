"""Language models: the only package that calls one. SDKs are imported when first used."""

from lelma.models.cassette import Cassette, Tape
from lelma.models.connect import connect
from lelma.models.costs import Metered, Price, Prices, Tally
from lelma.models.errors import CassetteMiss, ModelBusy, ModelError, ModelUnavailable, UnusableReply
from lelma.models.protocol import Message, Model, Reply, Usage
from lelma.models.scripted import Scripted
from lelma.models.throttle import RateLimits, Throttled

__all__ = [
    "Cassette",
    "CassetteMiss",
    "Message",
    "Metered",
    "Model",
    "ModelBusy",
    "ModelError",
    "ModelUnavailable",
    "Price",
    "Prices",
    "RateLimits",
    "Reply",
    "Scripted",
    "Tally",
    "Tape",
    "Throttled",
    "UnusableReply",
    "Usage",
    "connect",
]
