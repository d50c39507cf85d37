"""Games that others recorded, in their own formats, replayed by our rules.

`recorded.toml` of a game folder describes formats; `formats` says how. `course` looks for a course of the game that
agrees with a record.

Begin with `formats`.
"""

from lelma.matches.recorded.course import Course, Made, Replayer
from lelma.matches.recorded.formats import Format, RecordedGame, find_format, formats_of, read_games

__all__ = ["Course", "Format", "Made", "RecordedGame", "Replayer", "find_format", "formats_of", "read_games"]
