"""The JSON of a match's record, as a type (`lelma.support.json_types`). Short, because most of it is of other rooms."""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import NotRequired, TypedDict


class RefusedMoveJson(TypedDict):
    """A move that the rules refuse, and with which a recorded game went on."""

    match: NotRequired[str]
    ply: int
    role: str
    move: str
    why: str
