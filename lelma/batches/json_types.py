"""The JSON of checks in bulk, as types (`lelma.support.json_types`).

Short, because there is one object.
"""

# Without postponed annotations, as in the other rooms.

from typing import Annotated, TypedDict

from lelma.support.json_types import Schema


class CheckedFileJson(TypedDict):
    """A file of texts that was checked."""

    schema: Schema
    ok: Annotated[bool, "every row was checked, whatever was found"]
    out: Annotated[str, "the file that was written"]
    rows: int
    kept: Annotated[int, "rows that were checked before, when this was broken off"]
    outcomes: Annotated[dict[str, int], "verified, failed, unverified or error to how many rows"]
    claims: Annotated[dict[str, int], "true, false, unknown or malformed to how many claims"]


BATCH_OBJECTS: dict[str, type] = {"checked_file": CheckedFileJson}
"""The objects by the names of their schemas."""
