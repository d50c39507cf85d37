"""Language models: the only room that calls one. SDKs are imported when first used.

`protocol` says what a model is, `connect` makes one from its name (`openai:gpt-4o`), `throttle`, `cassette` and `costs`
wrap one. Knows messages and replies; nothing of games or payoffs.

Begin with `protocol`.
"""

from lelma.models.cassette import Cassette, Tape
from lelma.models.connect import Door, connect, for_run
from lelma.models.costs import CostLimit, CostLimited, Metered, Noted, Price, Prices, Tally, read_spent
from lelma.models.protocol import (
    CassetteMiss,
    CostLimitReached,
    FailedTry,
    Message,
    Model,
    ModelBusy,
    ModelError,
    ModelUnavailable,
    Reply,
    UnusableReply,
    Usage,
)
from lelma.models.scripted import Scripted
from lelma.models.throttle import RateLimits, Throttled, within

__all__ = [
    "Cassette",
    "CassetteMiss",
    "CostLimit",
    "CostLimitReached",
    "CostLimited",
    "Door",
    "FailedTry",
    "Message",
    "Metered",
    "Model",
    "ModelBusy",
    "ModelError",
    "ModelUnavailable",
    "Noted",
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
    "for_run",
    "read_spent",
    "within",
]
