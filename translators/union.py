"""Several translators at once: their claims merged, and disputed where they differ about the same sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from translators.claim import Claim, ReadScope, Translation, Translator, Untranslated
from translators.formulas import formula as f
from translators.formulas.errors import FormulaError
from translators.language.vocabulary import Vocabulary

Meaning = Callable[[str], Hashable]
"""What a claim's text means: the same for all that are seen to say the same."""


class Union:
    """A translator made of others, the most trusted first.

    The same claim read from the same sentence, or from sentences that overlap, is one claim: in the words of the
    first translator, with the origins of all (`english+by_model`). Where two translators each read something in a
    sentence that the other does not, what only one of them reads is disputed. What one could not read is reported only
    where no other read anything. The choice is that of the first translator that finds one.
    """

    name = "union"

    def __init__(self, translators: Sequence[Translator], *, adding: bool = True) -> None:
        """`adding`: whether later translators add claims of their own, or only confirm or dispute the first's."""
        self.translators = tuple(translators)
        self.adding = adding

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        """The claims of `text`. Raises only what the translators raise."""
        found = [translate(text, vocabulary, role=role) for translate in self.translators]
        claims = merge_claims(_meaning(vocabulary, role), [translation.claims for translation in found])
        if not self.adding:
            first = {(claim.span, claim.query) for claim in found[0].claims}
            claims = tuple(claim for claim in claims if (claim.span, claim.query) in first)
        gates: Counter[str] = Counter()
        for translation in found:
            gates.update(translation.gates)
        return Translation(
            claims=claims,
            untranslated=_unread(found) if self.adding else found[0].untranslated,
            choice=next((translation.choice for translation in found if translation.choice is not None), None),
            scopes=_scopes(found[0].scopes, claims),
            gates=dict(gates),
            second_look=found[0].second_look,
        )


class SecondOpinion:
    """A translator, and another that only confirms or doubts what it reads.

    A claim that both read has both their origins. What only the second reads where the first reads something else of
    the same numbers is a rival of it (`Claim.rivals`): it stands against a refutation, if it is true. The same claim of
    fewer conditions is no rival: then the second did not see what a sentence stands under.
    """

    def __init__(self, first: Translator, second: Translator) -> None:
        self.first, self.second = first, second
        self.name = f"{getattr(first, 'name', 'first')}+{getattr(second, 'name', 'second')}"

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        """The first one's translation. Raises only what the translators raise."""
        found = self.first(text, vocabulary, role=role)
        second = self.second(text, vocabulary, role=role).claims
        meaning = _meaning(vocabulary, role)
        every = (*found.claims, *second)
        means = {id(claim): frozenset(map(meaning, (claim.query, *claim.otherwise))) for claim in every}

        def agree(one: Claim, other: Claim) -> bool:
            return _overlap(one.span, other.span) and not means[id(one)].isdisjoint(means[id(other)])

        alone = [each for each in second if not any(agree(claim, each) for claim in found.claims)]
        claims = []
        for claim in found.claims:
            said = meaning(claim.query)
            rivals = (each for each in alone if _overlap(claim.span, each.span))
            told = [each.query for each in rivals if _is_rival(said, meaning(each.query))]
            agreeing = next((each for each in second if agree(claim, each)), None)
            if agreeing is not None:
                claims.append(replace(claim, origin=_joined(claim.origin, agreeing.origin)))
            else:
                claims.append(replace(claim, rivals=tuple(dict.fromkeys(told))))
        return replace(found, claims=tuple(claims))


def _is_rival(said: Hashable, other: Hashable) -> bool:
    """Whether a meaning is of the same numbers as what is said, or of none as well, and not the same of more plays."""
    one, two = _numbers(said), _numbers(other)
    return (one == two or not one.isdisjoint(two)) and not _looser(other, said)


def _numbers(value: Any) -> frozenset[Fraction]:
    """The numbers of a formula, without their signs."""
    if isinstance(value, f.Number):
        return frozenset({abs(value.value)})
    return frozenset[Fraction]().union(*map(_numbers, _parts(value)))


def _looser(other: Any, said: Any) -> bool:
    """Whether a formula is another one with no more conditions than it has."""
    if isinstance(other, f.Condition) and isinstance(said, f.Condition):
        return set(other.parts) <= set(said.parts)
    pairs = list(zip_longest(_parts(other), _parts(said)))
    if not pairs or type(other) is not type(said):
        return bool(other == said)
    return all(_looser(one, two) for one, two in pairs)


def _parts(value: Any) -> list[Any]:
    """What a formula is made of."""
    if isinstance(value, tuple):
        return list(value)
    return [getattr(value, each.name) for each in fields(value)] if is_dataclass(value) else []


def _meaning(vocabulary: Vocabulary, role: str) -> Meaning:
    """Meanings in a game's claim language; what is no formula of it means its own text."""
    if vocabulary.formulas is None:
        return str
    language = vocabulary.formulas()

    def meaning(claim: str) -> Hashable:
        try:
            return language.means(language.read(claim, role))
        except FormulaError:
            return claim

    return meaning


def merge_claims(meaning: Meaning, found: Sequence[Sequence[Claim]]) -> tuple[Claim, ...]:
    """The claims of several translators as one list, in the order of the text."""
    merged: list[tuple[Claim, frozenset[Hashable], set[int]]] = []
    for number, claims in enumerate(found):
        before = len(merged)
        for claim in claims:
            means = frozenset(map(meaning, (claim.query, *claim.otherwise)))
            twins = [at for at in range(before) if merged[at][1] & means and _overlap(merged[at][0].span, claim.span)]
            for at in twins:
                old, known, readers = merged[at]
                merged[at] = replace(old, origin=_joined(old.origin, claim.origin)), known, readers | {number}
            if not twins:
                merged.append((claim, means, {number}))
    told = [(claim, readers) for claim, _, readers in merged]
    return tuple(sorted((_settle(claim, readers, told) for claim, readers in told), key=lambda claim: claim.span))


def _settle(claim: Claim, readers: set[int], told: Sequence[tuple[Claim, set[int]]]) -> Claim:
    """A claim with what others read in its place, who read nothing of it."""
    against = (other.query for other, theirs in told if not theirs & readers and _overlap(other.span, claim.span))
    return replace(claim, disputed=tuple(dict.fromkeys((*claim.disputed, *against))))


def _joined(first: str, second: str) -> str:
    return "+".join(dict.fromkeys([*first.split("+"), *second.split("+")]))


def _overlap(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return first == second or (first[0] < second[1] and second[0] < first[1])


def _scopes(scopes: Sequence[ReadScope], claims: Sequence[Claim]) -> tuple[ReadScope, ...]:
    """What became of the first translator's sentences: those that another made a claim of are checked too."""
    return tuple(
        replace(scope, scope="checked")
        if scope.scope in ("unread", "no claim") and any(_overlap(scope.span, claim.span) for claim in claims)
        else scope
        for scope in scopes
    )


def _unread(found: Sequence[Translation]) -> tuple[Untranslated, ...]:
    """What a translator could not read where no other translator read anything."""
    left: dict[tuple[tuple[int, int], str], Untranslated] = {}
    for index, translation in enumerate(found):
        read = [claim.span for other, part in enumerate(found) if other != index for claim in part.claims]
        for item in translation.untranslated:
            if not any(_overlap(item.span, span) for span in read):
                left.setdefault((item.span, item.reason), item)
    return tuple(sorted(left.values(), key=lambda item: item.span))
