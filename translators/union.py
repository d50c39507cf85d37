"""Several translators at once: their claims merged, each with the translators that read it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from translators.claim import Claim, Translation, Translator, Untranslated
from translators.language.grammar import QueryLanguage
from translators.language.meaning import Languages, claim_meaning
from translators.language.vocabulary import Vocabulary


class Union:
    """A translator made of others, the most trusted first.

    The same claim read from the same sentence, or from sentences that overlap, is one claim: in the words of the
    first translator, with the origins of all (`english+by_model`). What one could not read is reported only where no
    other read anything. The choice is that of the first translator that finds one.
    """

    name = "union"

    def __init__(self, translators: Sequence[Translator]) -> None:
        self.translators = tuple(translators)
        self._languages = Languages()

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        """The claims of `text`. Raises only what the translators raise."""
        found = [translate(text, vocabulary, role=role) for translate in self.translators]
        language = self._languages.of(vocabulary, role)
        return Translation(
            claims=merge_claims(language, [translation.claims for translation in found]),
            untranslated=_unread(found),
            choice=next((translation.choice for translation in found if translation.choice is not None), None),
        )


def merge_claims(language: QueryLanguage, found: Sequence[Sequence[Claim]]) -> tuple[Claim, ...]:
    """The claims of several translators as one list, in the order of the text."""
    merged: list[Claim] = []
    meanings: dict[Hashable, list[int]] = {}
    for claims in found:
        before = len(merged)
        for claim in claims:
            same = meanings.setdefault(claim_meaning(language, claim.query) or claim.query, [])
            twins = [index for index in same if index < before and _overlap(merged[index].span, claim.span)]
            for index in twins:
                merged[index] = replace(merged[index], origin=_joined(merged[index].origin, claim.origin))
            if not twins:
                same.append(len(merged))
                merged.append(claim)
    return tuple(sorted(merged, key=lambda claim: claim.span))


def _joined(first: str, second: str) -> str:
    return "+".join(dict.fromkeys([*first.split("+"), *second.split("+")]))


def _overlap(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return first == second or (first[0] < second[1] and second[0] < first[1])


def _unread(found: Sequence[Translation]) -> tuple[Untranslated, ...]:
    """What a translator could not read where no other translator read anything."""
    left: dict[tuple[tuple[int, int], str], Untranslated] = {}
    for index, translation in enumerate(found):
        read = [claim.span for other, part in enumerate(found) if other != index for claim in part.claims]
        for item in translation.untranslated:
            if not any(_overlap(item.span, span) for span in read):
                left.setdefault((item.span, item.reason), item)
    return tuple(sorted(left.values(), key=lambda item: item.span))
