"""One extreme of several moves: `worst payoff: 1 (X) against 0 (Y)`, `its lowest payoff is 1 and that of Y is 0`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from translators.english import emit
from translators.english.clauses import Reading
from translators.english.extreme_cells import WORD
from translators.english.names import Names
from translators.english.phrase import POSSESSIVES, kinds_of
from translators.english.scene import ME, THEM

_OPENS = re.compile(r"X[PHo]*[:B=,]?t?(?=[NM])")
_ITEM = r"(?:N(?:\(d?G?M\)|\(IAY*CM\)|dG?M)|MB?:?N)"
_ROW = re.compile(rf"{_ITEM}(?:[,;&|T/b]+t?{_ITEM})+(?!dM|d?tM|I|TM)")


def listed_extremes(reading: Reading, index: int, names: Names) -> list[str]:
    """What the superlative at `index` says of each move of a row; empty where no row of moves stands after it."""
    rest = reading.phrases[index:]
    kinds = kinds_of(rest)
    opening = _OPENS.match(kinds)
    row = _ROW.match(kinds, opening.end()) if opening else None
    owned = index > 0 and reading.phrases[index - 1].words in POSSESSIVES
    actor = reading.who[index - 1] if owned else reading.perspective
    if row is None or actor not in (ME, THEM) or reading.clause_at(index).scene.against(actor) is not None:
        return []
    listed = rest[row.start() : row.end()]
    values = [phrase.value for phrase in listed if phrase.kind == "N" and phrase.value is not None]
    moves = [phrase.meaning for phrase in listed if phrase.kind == "M"]
    if len(set(moves)) < len(moves) or len(values) != len(moves):
        return []
    functor = f"{WORD[rest[0].meaning]}_individual_payoff_for_choice"
    return [emit.call(functor, actor, value, move) for value, move in zip(values, moves, strict=True)]


def is_its(reading: Reading, index: int) -> bool:
    """Whether the superlative at `index` is of `its worst case`."""
    return index > 0 and reading.phrases[index - 1].words == "its"


def its_move(reading: Reading, index: int) -> str | None:
    """The move of `its worst case`: the only one named before that is not compared with, or the sentence before's."""
    before = [at for at in range(index) if reading.phrases[at].kind == "M"]
    named = {reading.phrases[at].meaning for at in before if reading.clause_at(at).kind != "than"}
    return reading.before.me if not named else named.pop() if len(named) == 1 else None


_THAT_OF = re.compile(r"N[,;]?[&b]?,?wdt?G?MY*[WBV]t?(?P<value>N)|N,?Tt?(?P<held>N)dG?M(?!,?\(?[ITA]|dt?[MA])")


def same_of_another(reading: Reading, index: int) -> tuple[Fraction, str] | None:
    """`The lowest payoff of X is 0 and that of Y is 1`, `… is 0, compared to 1 with Y`: what is said of Y."""
    rest = reading.phrases[index : index + 14]
    match = _THAT_OF.match(kinds_of(rest))
    if match is None:
        return None
    pronoun = next((phrase.words for phrase in rest if phrase.kind == "w"), "that")
    value = rest[match.end("held" if match["held"] else "value") - 1].value
    move = next(phrase.meaning for phrase in rest if phrase.kind == "M")
    return (value, move) if pronoun == "that" and value is not None else None


def with_that_of_another(reading: Reading, index: int, claims: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The claims of an extreme of one move, and the same of the other move that the words after it name."""
    for at, query in claims:
        yield at, query
        functor = query.partition("(")[0]
        if functor.endswith("_payoff_for_choice") and (other := same_of_another(reading, index)) is not None:
            yield index, emit.call(functor, ME, *other)
