"""When two queries claim the same.

Short, because it is one question.
"""

from __future__ import annotations

from collections.abc import Hashable

from translators.errors import QueryError
from translators.language.explain import history, read_claim
from translators.language.grammar import QueryLanguage


def claim_meaning(language: QueryLanguage, query: str) -> Hashable | None:
    """The same for two queries just if they claim the same; None for one that is no claim of the game.

    The choices of a play of a simultaneous game may come in either order.
    """
    try:
        name, slots = read_claim(language, language.parse_claim(query)).key
    except QueryError:
        return None
    order: type = frozenset if language.vocabulary.simultaneous else tuple
    return name, tuple((slot, order(history(term)) or term) for slot, term in slots)
