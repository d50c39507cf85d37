"""The public types of all rooms by name, and their JSON schemas.

Short, because it only gathers them: what needs one type need not load the rooms of all.
"""

from __future__ import annotations

from typing import Any

from lelma.analysis.json_types import ANALYSIS_OBJECTS
from lelma.batches.json_types import BATCH_OBJECTS
from lelma.experiments.json_types import EXPERIMENT_OBJECTS
from lelma.game.json_types import GAME_OBJECTS
from lelma.interfaces.json_types import INTERFACE_OBJECTS
from lelma.interfaces.schema import schema_of
from lelma.matches.events import EVENTS
from lelma.matches.json_types import MATCH_OBJECTS
from lelma.memory.json_types import MEMORY_OBJECTS
from lelma.prover.json_types import PROVER_OBJECTS
from lelma.support.json_types import VERSION
from lelma.verify.json_types import VERIFY_OBJECTS

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_ROOMS = (
    GAME_OBJECTS,
    ANALYSIS_OBJECTS,
    VERIFY_OBJECTS,
    MEMORY_OBJECTS,
    BATCH_OBJECTS,
    PROVER_OBJECTS,
    MATCH_OBJECTS,
    EXPERIMENT_OBJECTS,
    INTERFACE_OBJECTS,
)

TYPES: dict[str, type] = dict(sorted((name, kind) for room in _ROOMS for name, kind in room.items()))
TYPES |= {f"match_{name}": kind for name, kind in EVENTS.items()}
"""The public types of all rooms by name."""


def json_schema(name: str) -> dict[str, Any]:
    """The schema of a public type, complete in itself.

    Raises:
        KeyError: for a name that is not in `TYPES`.
    """
    return {"$schema": DIALECT, "$id": f"urn:lelma:{name}:{VERSION}", **schema_of(TYPES[name])}
