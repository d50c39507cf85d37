"""Games that others recorded, in their own formats, replayed by our rules.

`recorded.toml` of a game folder describes formats; `lelma.recorded.formats` says how. `lelma.recorded.course` looks
for a course of the game that agrees with a record.
"""

from lelma.recorded.course import Course, Made, Replayer
from lelma.recorded.formats import Format, RecordedGame, find_format, formats_of, read_games

__all__ = ["Course", "Format", "Made", "RecordedGame", "Replayer", "find_format", "formats_of", "read_games"]
