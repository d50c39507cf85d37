"""What a role can know in a game with hidden moves: the worlds that agree with what it did and perceived."""

from lelma.knowledge.errors import KnowledgeError, NothingPossible, TooManyWorlds
from lelma.knowledge.knowledge import MOST_STATES, Deal, Knowledge
from lelma.knowledge.rules import assumptions_of

__all__ = [
    "MOST_STATES",
    "Deal",
    "Knowledge",
    "KnowledgeError",
    "NothingPossible",
    "TooManyWorlds",
    "assumptions_of",
]
