"""The reader: a text about a game → claims as formulas, and what became of each of its sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gdl.collection import without_collection
from translators.claim import Claim, ReadScope, Translation, Untranslated
from translators.formulas import formula as f
from translators.formulas.write import text as formula_text
from translators.language.vocabulary import Vocabulary
from translators.reading.choice import final_choice, naming_of, states_choice
from translators.reading.claims.formulas import in_game_order
from translators.reading.discourse.course import speaks_for_side
from translators.reading.discourse.sentence import Parsed
from translators.reading.discourse.walk import FoundClaim, ReadSentence, Walk
from translators.reading.document import Grid, Sentence, read_document
from translators.reading.said.templates import game_grammar
from translators.reading.words.game_words import GameWords, game_words
from translators.reading.words.glosses import with_nouns

MOST_READ = 50_000
"""Longest text that is read, in characters; a model's reasoning seldom goes beyond 10,000."""
MOST_UNREAD = 3
"""Words of a clause that may stay without a meaning where a claim of it is still judged, though never refuted."""
READER_FAILED = "the reader itself failed here; please report the sentence"
MOST_GAMES = 100
"""Games whose words are remembered."""

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufffd]")
_MOST_CONTROL = 0.02


class EnglishReader:
    """Reads claims without a model.

    Attributes:
        name: what reports call it.
    """

    name = "english"

    def __init__(self) -> None:
        self._words: dict[tuple[int, str], tuple[Vocabulary, GameWords, dict[str, Parsed]]] = {}

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        """The claims of `text` as the reasoning of `role`. Never raises for anything a text can hold."""
        with without_collection():
            return self._read(text, vocabulary, role)

    def _read(self, text: str, vocabulary: Vocabulary, role: str) -> Translation:
        if len(_CONTROL.findall(text)) > _MOST_CONTROL * len(text):
            return Translation(untranslated=(Untranslated(text[:80], (0, len(text)), "this is no text"),))
        naming = naming_of(text[:MOST_READ], vocabulary)
        claims: list[Claim] = []
        unread: list[Untranslated] = []
        scopes: list[ReadScope] = []
        end = _end(text)
        parts = read_document(text[:end])
        words, parsed = self.game(vocabulary, role)
        called = with_nouns((part.words for part in parts if isinstance(part, Sentence)), words)
        words, parsed = (words, parsed) if called is words else (called, {})
        walk = Walk(words, game_grammar(vocabulary.definitions()), parsed)
        names = [name.lower() for other in words.others for name in vocabulary.role_names.get(other, (other,))]
        walk.view.side = speaks_for_side((part.words for part in parts if isinstance(part, Sentence)), names)
        for found in (each for part in parts for each in _read(walk, part)):
            read = [each for each in found.claims if len(each.unread) <= MOST_UNREAD]
            claims += [claim for each in read for claim in _claims(found, each, text, naming, words.roles)]
            reason = _reason(found)
            if not found.claims and found.scope == "unread" and states_choice(_passage(text, found)):
                found.scope, reason = "no claim", "no claim"
            if reason:
                unread.append(Untranslated(_passage(text, found), found.sentence.span, reason))
            scopes.append(ReadScope(found.sentence.span, "checked" if read else _scope(found), reason))
        if end < len(text):
            unread.append(Untranslated(text[end:], (end, len(text)), f"only the first {end:,} characters are read"))
        choice = final_choice(text, vocabulary, role, naming)
        return Translation(tuple(claims), tuple(unread), choice, tuple(scopes))

    def game(self, vocabulary: Vocabulary, role: str) -> tuple[GameWords, dict[str, Parsed]]:
        """The words of a game, and the sentences about it that were parsed before."""
        known = self._words.get((id(vocabulary), role))
        if known is None or known[0] is not vocabulary:
            if len(self._words) >= MOST_GAMES:
                self._words.pop(next(iter(self._words)), None)
            known = self._words[id(vocabulary), role] = vocabulary, game_words(vocabulary, role), {}
        return known[1:]


def _read(walk: Walk, part: Sentence | Grid) -> list[ReadSentence]:
    """What became of a part of a text; a fault of the reader itself costs one sentence, and the report tells it."""
    try:
        return [walk.read(part)] if isinstance(part, Sentence) else walk.read_grid(part)
    except Exception as error:
        words = part.words if isinstance(part, Sentence) else ""
        sentence = Sentence(words, (), part.span, part.block, False, False)
        return [ReadSentence(sentence, "unread", reason=f"{READER_FAILED} ({type(error).__name__}: {error})")]


def _claims(found: ReadSentence, claim: FoundClaim, text: str, naming: str, roles: Sequence[str]) -> list[Claim]:
    """A claim as it is handed on; one that can only say several things at once, as one claim for each."""
    match in_game_order(claim.alternatives, roles):
        case (f.AllOf(parts),):
            ways: list[tuple[f.Formula, ...]] = [(part,) for part in parts]
        case alternatives:
            ways = [alternatives]
    told = [tuple(map(formula_text, way)) for way in ways]
    return [
        Claim(
            _passage(text, found),
            found.sentence.span,
            texts[0],
            naming=naming,
            otherwise=texts[1:],
            sure=not claim.unread and not claim.doubts,
            doubts=(*claim.unread, *claim.doubts),
            trace=claim.trace,
            words=claim.words,
            said=dict(zip(texts, way, strict=True)),
        )
        for texts, way in zip(told, ways, strict=True)
    ]


def _passage(text: str, found: ReadSentence) -> str:
    return text[slice(*found.sentence.span)]


def _scope(found: ReadSentence) -> str:
    return "unread" if found.scope == "checked" else found.scope


def _reason(found: ReadSentence) -> str:
    """Why a sentence is not checked, or not all of it; empty if it is, or says nothing that could be."""
    for claim in found.claims:
        if len(claim.unread) > MOST_UNREAD:
            return f"these words were not understood: {', '.join(claim.unread[:6])}"
    if found.scope == "checked":
        return found.reason
    return found.reason or ("what it says was not understood" if found.scope == "unread" else found.scope)


def _end(text: str) -> int:
    """Where reading stops: at the end, or at the last line break within `MOST_READ`."""
    if len(text) <= MOST_READ:
        return len(text)
    return text.rfind("\n", MOST_READ // 2, MOST_READ) + 1 or MOST_READ


read_english = EnglishReader()
"""The reader, as a translator."""
