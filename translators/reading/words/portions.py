"""Moves that tell how much is given, returned or kept: all the ways in which such moves are called.

`send_2` and `return_third` are called `give two coins` and `a third back` as well, once a role has several such moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from translators.reading.words.inflection import past
from translators.reading.words.lexicon import irregular_forms, portion_words, synonyms

_PART = re.compile(r"([a-z]+)[ _](?:of[ _]|an?[ _])?(\d+|[a-z]+(?:[ _][a-z]+)?)")


def portion_names(named: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str, bool]]:
    """Further names of a role's moves, each with its move, and whether it begins with a verb.

    Args:
        named: move → the names it has.
    """
    verbs, amounts = portion_words()
    told = {move: found for move, names in named.items() for name in names if (found := _told(name, amounts))}
    numbers = [int(amount) for _, amount in told.values() if amount.isdigit()]
    kinds = {
        move: next((kind for kind, words in verbs.items() if verb in words), verb) for move, (verb, _) in told.items()
    }
    if len(told) < 2:
        return
    for move, (verb, amount) in told.items():
        alike = [told[other][1] for other in told if kinds[other] == kinds[move]]
        meant = [amount]
        if amount.isdigit():
            meant += ["none"] if amount == "0" else ["all"] if int(amount) == max(numbers) and min(numbers) == 0 else []
        for each in meant:
            words_for = amounts.get(each, (each,))
            if amount.isdigit() and each == "all":
                words_for = (*words_for, *(f"all {words}" for words in amounts.get(amount, (amount,))))
            for words in words_for:
                yield from ((name, move, verbal) for name, verbal in _ways(verb, kinds[move], words, verbs))
        rest = all(told[other][1] not in ("none", "0") for other in told) and "return" in kinds.values()
        if amount == "all" and kinds[move] == "keep" and len(alike) == 1 and rest:
            for words in amounts["none"]:
                yield from ((name, move, verbal) for name, verbal in _ways("return", "return", words, verbs))


def kin_names(named: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Other words for moves of a game, of which no other move of it is called so."""
    taken = {name.lower() for names in named.values() for name in names}
    for words in synonyms():
        meant = {move for move, names in named.items() if any(name.lower() in words for name in names)}
        if len(meant) == 1:
            yield from ((word, next(iter(meant))) for word in words if word not in taken)


def _told(name: str, amounts: Mapping[str, Sequence[str]]) -> tuple[str, str] | None:
    """The verb of a move that tells how much, and how much."""
    found = _PART.fullmatch(name.lower())
    if found is None:
        return None
    amount = found[2].replace("_", " ")
    kind = amount if amount.isdigit() else next((kind for kind, words in amounts.items() if amount in words), amount)
    return (found[1], kind) if kind.isdigit() or kind in amounts else None


def _ways(verb: str, kind: str, amount: str, verbs: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, bool]]:
    """How so much is given, returned or kept; and whether it begins with the verb."""
    for each in dict.fromkeys(
        (verb, *verbs.get(kind, ()), *(verbs.get(f"{kind}_noun", ()) if amount.isdigit() else ()))
    ):
        first, _, rest = each.partition(" ")
        yield f"{each} {amount}", True
        if amount.isdigit():
            yield f"{each} of {amount}", False
        if rest:
            yield f"{first} {amount} {rest}", True
        for be in ("", "is ", "was "):
            yield f"{amount} {be}{(irregular_forms().get(first) or (past(first),))[-1]} {rest}".strip(), False
    for come in ("", "comes ", "come ", "coming ", "came ") if kind == "return" else ():
        yield f"{amount} {come}back", False
