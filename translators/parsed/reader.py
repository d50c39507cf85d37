"""The second reader: a text to claims by rules over a dependency parse. What it can't tell, it leaves out.

It reads only what one sentence says in full, without headings, tables or what was said before: enough for a second
opinion (`translators.union`), no translator to rely on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.claim import Claim, Translation
from translators.formulas.write import text as formula_text
from translators.language.vocabulary import Vocabulary
from translators.parsed.assertions import ParsedSentence, sentence_ways
from translators.parsed.cases import Players
from translators.parsed.clauses import Senses, clauses_of, known_phrases
from translators.parsed.tree import ParseTree, SentenceParser
from translators.passages import Span
from translators.reading.words.game_words import GameWords, game_words
from translators.reading.words.tagging import tag

_MOST_READ = 50_000
_LONGEST = 400
"""Characters of a sentence that is still parsed: longer ones are lists, and the parse of one is seldom right."""
_MOST_UNKNOWN = 2
"""Words that may be neither in the lexicon nor a name of the game."""
_END = re.compile(r"(?<=[.!?;])[\"'”*_)]*\s+|\n+")
_MARKS = re.compile(r"[*_`#>]+|^\s*(?:[-+•]|\d+[.)])\s+")
_NOTATION = re.compile(r"[|\\→⟶{}=“”\"]|->")
_OPENER = re.compile(r"[^:]*:\s")
_WORD = re.compile(r"\w")
_I, _YOU = re.compile(r"\b(?:I|me|my|mine|myself)\b"), re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
_CLOSED = frozenset(
    """here otherwise same_move diff_move other_move deviate question hypothetical future history retract speech counted
    counted_all company crowd deny counterfactual closed apparent unless step round one_round until_now onlyif likelier
    how_likely contrast without game_name these_odds letter avoid save ahead as_much same total gap balanced need
    worthwhile fraction times_as signed refined refines pareto pareto_dominate safer safest add_up range no_matter
    nothing_to anything_to all_but mixed_nash threshold_verb gains_by""".split()
)
"""Categories of words that point beyond their sentence, say that it is not claimed, or that no rule can tell."""
_OPEN = frozenset("who whose move give get be choose max more than atleast by even".split())
"""Categories of words that may be something else as well."""


class ParsedReader:
    """Reads claims by a dependency parse; threads may share one if they may share the parser."""

    name = "parsed"

    def __init__(self, parser: SentenceParser) -> None:
        self._parser = parser
        self._words: dict[tuple[int, str], tuple[Vocabulary, GameWords]] = {}

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        """The claims of `text` as the reasoning of `role`. Raises only what the parser raises."""
        game = self._game(vocabulary, role)
        spans = [span for span in _sentences(text[:_MOST_READ]) if _is_readable(text[slice(*span)], game)]
        plain = [_plain(text[slice(*span)]) for span in spans]
        claims = [
            Claim(text[slice(*span)], span, ways[0], self.name, otherwise=ways[1:])
            for span, words, tree in zip(spans, plain, self._parser(plain), strict=True)
            for ways in read_tree(words, tree, game)
        ]
        return Translation(tuple(claims))

    def _game(self, vocabulary: Vocabulary, role: str) -> GameWords:
        known = self._words.get((id(vocabulary), role))
        if known is None or known[0] is not vocabulary:
            known = self._words[id(vocabulary), role] = vocabulary, game_words(vocabulary, role)
        return known[1]


def read_tree(words: str, tree: ParseTree, game: GameWords) -> list[tuple[str, ...]]:
    """What a parsed sentence says: for each claim its formulas, the likeliest reading first."""
    players = Players(game, addressed=bool(_I.search(words) and _YOU.search(words)))
    said = sentence_ways(ParsedSentence(players, clauses_of(tree, words, game)))
    return [tuple(dict.fromkeys(map(formula_text, ways))) for ways in said]


def _sentences(text: str) -> Iterator[Span]:
    """Where the sentences of a text are: up to the end of a line, or to a full stop before a space."""
    start = 0
    for end, after in (*((found.start(), found.end()) for found in _END.finditer(text)), (len(text), len(text))):
        part = text[start:end]
        if _WORD.search(part):
            yield start + len(part) - len(part.lstrip()), start + len(part.rstrip())
        start = after


def _is_readable(sentence: str, game: GameWords) -> bool:
    """Whether a sentence is prose that says by itself what it says."""
    if len(sentence) > _LONGEST or _NOTATION.search(sentence) or sentence.rstrip("*_ ").endswith((":", "?")):
        return False
    opener = _OPENER.match(sentence)
    if opener is not None and any(each.category in ("move", "who") for each in tag(_plain(opener[0]), game).edges):
        return False  # the rest is said of what stands before the colon
    tagged = tag(_plain(sentence), game)
    unknown = sum(
        not known and not light and token.text.isalpha()
        for token, known, light in zip(tagged.tokens, tagged.known, tagged.light, strict=True)
    )
    return unknown <= _MOST_UNKNOWN and not any(map(_is_closed, known_phrases(tagged).values()))


def _is_closed(senses: Senses) -> bool:
    return not _CLOSED.isdisjoint(senses) and _OPEN.isdisjoint(senses)


def _plain(sentence: str) -> str:
    """A sentence without Markdown, every other character where it was."""
    return _MARKS.sub(lambda marks: " " * len(marks[0]), sentence)
