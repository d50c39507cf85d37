"""A recorded match as the page that `lelma report` writes, from the text of its transcript.

Short, because the story and its page are told elsewhere.
"""

from __future__ import annotations

from importlib.util import find_spec

from lelma.interfaces.views.match_page import match_page
from lelma.matches.replay import recorded_in
from lelma.matches.story import tell

_SOURCE = "the transcript"
"""What errors call it."""

_WITHOUT = (
    "How many deals each player could hold possible is not counted in a browser: it takes a library that is not there. "
    "`lelma report FILE` counts them."
)


def shown_match(record: str) -> str:
    """An HTML page that loads nothing.

    Raises:
        UsageError: if the text is no transcript, or its moves are not legal in the game.
        GameError: if there is no such game.
    """
    recorded = recorded_in(record.encode("utf-8", "replace"), _SOURCE)
    story = tell(recorded, recorded.game())
    if find_spec("numpy") is None:
        return match_page(story, without_worlds=_WITHOUT)
    from lelma.matches.world_counts import story_worlds

    worlds, trouble = story_worlds(story)
    return match_page(story, worlds, without_worlds=trouble)
