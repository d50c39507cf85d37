"""What a role can know in a game with hidden moves: the worlds that agree with what it did and perceived.

`knowledge.Knowledge` follows one role, or everybody, through a match, `KnownCourses` through each that it may have
been; `formula` is what can be asked of it, and the room `steps` has how a joint move changes it. Knows games and their
ground rules; nothing of agents, claims or matches.

Begin with `knowledge`.
"""

from lelma.knowledge.errors import KnowledgeError, NothingPossible, TooManyWorlds
from lelma.knowledge.knowledge import MOST_STATES, Deal, Knowledge, KnownCourses, LivedPly
from lelma.knowledge.rules import assumptions_of

__all__ = [
    "MOST_STATES",
    "Deal",
    "Knowledge",
    "KnowledgeError",
    "KnownCourses",
    "LivedPly",
    "NothingPossible",
    "TooManyWorlds",
    "assumptions_of",
]
