"""Words beside the matter: what stands between commas or dashes and says nothing of moves, players or amounts.

`Looking at the matrix, I get 3 there`, `I get 3 there, which is decent`. They are passed over as light words are. What
may turn the meaning of the rest stays: denials, conditions, other people's words, other measures (`turning` in
`lexicon.toml`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from translators.reading.words.lexicon import turning_words
from translators.reading.words.tagging import Tagged
from translators.reading.words.tokens import WordToken

_MOST_WORDS = 9
_DASHES = frozenset("-–—")
_STOPS = frozenset(",;:().!?") | _DASHES
_TURNING = frozenset(
    """move pair agent num numeral fraction letter ordinal who whose if not never no deny neither unless otherwise
    whatever hypothetical counterfactual future history speech retract question apparent contrast expected percent
    probability uniform likely likelier max peak extreme more best dominate dominant dominated nash mixed_nash
    pareto pareto_dominate guarantee guaranteed risk total same exceed nothing nothing_at_all safest safer game_is
    times_as break_even prefer incentive deviate instead against only alone other_move same_move diff_move round
    holding step reaching repeated one_round until_now last_round whole avoid beat equals plus times""".split()
)
"""Categories of words that may turn what is said beside them."""


def without_asides(tagged: Tagged) -> Tagged:
    """A tagged sentence in which words beside the matter are light."""
    spans = [span for span in _segments(tagged.tokens) if _is_aside(tagged, *span)]
    if not spans:
        return tagged
    places = {place for start, end in spans for place in range(start, end)}
    places |= {start - 1 for start, _ in spans if start and tagged.tokens[start - 1].text in _DASHES}
    edges = tuple(each for each in tagged.edges if each.start not in places)
    return replace(
        tagged,
        edges=edges,
        light=tuple(light or place in places for place, light in enumerate(tagged.light)),
        strange=tuple(strange and place not in places for place, strange in enumerate(tagged.strange)),
    )


def _segments(tokens: Sequence[WordToken]) -> Iterator[tuple[int, int]]:
    """Where words stand between signs: before a comma or a colon that others follow, or after a comma or a dash."""
    start = 0
    for place in range(len(tokens) + 1):
        after = tokens[place].text if place < len(tokens) else "."
        if after not in _STOPS:
            continue
        before = tokens[start - 1].text if start else ""
        if place >= len(tokens) - 1:
            told_of = before == "," or before in _DASHES
        else:
            told_of = (after in ",:" and before in ("", ",")) or (after in ",)" and before == "(")
        if start < place and told_of:
            yield start, place
        start = place + 1


def _is_aside(tagged: Tagged, start: int, end: int) -> bool:
    """Whether the words of a segment say nothing that may turn the rest."""
    words = tagged.tokens[start:end]
    if end - start > _MOST_WORDS or not all(word.text.replace("'", "").isalpha() for word in words):
        return False
    heavy = [word for word, light in zip(words, tagged.light[start:end], strict=True) if not light]
    if not heavy:
        return bool(start) and tagged.tokens[start - 1].text in _DASHES
    if any(word.low in turning_words() for word in heavy):
        return False
    if any(word.text[0].isupper() for word in words[(start == 0) :]):  # a name
        return False
    return all(
        each.category not in _TURNING or all(tagged.light[each.start : each.end])
        for each in tagged.edges
        if start <= each.start < end
    )
