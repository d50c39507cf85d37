"""When two queries claim the same, and the language to read them in.

Short, because it is one question that several readers ask of the grammar.
"""

from __future__ import annotations

from collections.abc import Hashable

from translators.errors import QueryError
from translators.language.explain import history, read_claim
from translators.language.grammar import QueryLanguage
from translators.language.vocabulary import Vocabulary


class Languages:
    """Query languages by vocabulary and role; the one used last is kept, for making one takes a while."""

    def __init__(self) -> None:
        self._last: QueryLanguage | None = None

    def of(self, vocabulary: Vocabulary, role: str) -> QueryLanguage:
        language = self._last
        if language is None or language.vocabulary is not vocabulary or language.role != role:
            language = self._last = QueryLanguage(vocabulary, role=role)
        return language


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
