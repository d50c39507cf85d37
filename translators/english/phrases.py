"""From tokens to typed phrases: actors, moves, amounts, verbs and the small words that hold them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from translators.english.lexicon import Kind, phrases
from translators.english.names import Name, Names
from translators.english.phrase import POSSESSIVES, Phrase
from translators.english.settling import GOES, settle
from translators.english.tokens import Token, spelled

_CHOICE_WORDS = frozenset("C G o r".split())
_NOT_PLAYER = frozenset(
    "hand hands option options choice choices scenario outcome outcomes move strategy case word words side way factor"
    " factors words possibility possibilities combination combinations scenarios cases situation situations half cells"
    " result results payoff payoffs total totals sum sums <count>".split()
)


def tag(tokens: Sequence[Token], names: Names, text: str) -> tuple[Phrase, ...]:
    """The phrases of a sentence, in order."""
    found: list[Phrase] = []
    index = 0
    while index < len(tokens):
        if pair := _two_letters(tokens[index], names):
            found += pair
            index += 1
            continue
        phrase, used = _phrase(tokens, index, names, text, found)
        found.append(phrase)
        index += used
    return settle(found, names)


def _two_letters(token: Token, names: Names) -> list[Phrase]:
    """`XY` for a cell, where the moves are called by single letters: both moves, side by side."""
    if token.kind != "word" or len(token.raw) != 2 or not token.raw.isupper() or token.word in names.moves:
        return []
    letters = [
        next((name.move for name in names.moves.get(letter.lower(), ()) if name.raw == (letter,)), None)
        for letter in token.raw
    ]
    middle = token.start + 1
    spans = ((token.start, middle), (middle, token.end))
    return [
        Phrase("M", move, letter, start, end, sure=True, form="name")
        for letter, move, (start, end) in zip(token.raw.lower(), letters, spans, strict=True)
        if move is not None and None not in letters
    ]


def _phrase(
    tokens: Sequence[Token], index: int, names: Names, text: str, before: Sequence[Phrase]
) -> tuple[Phrase, int]:
    token = tokens[index]
    if token.kind == "number" and not token.money and (move := _move_name(tokens, index, names, text, before)):
        phrase = _span("M", move.move, tokens, index, len(move.words))
        return replace(phrase, form=move.form, sure=True), len(move.words)
    if token.kind == "number":
        return Phrase("N", "", "#", token.start, token.end, token.value, token.money), 1
    if token.kind == "percent":
        return Phrase("%", "", "%", token.start, token.end, token.value, True), 1
    if token.kind in ("sign", "stop"):
        kind = {"<": "Q", ">": "Q", "--": ",", "->": ":", "=>": ":"}.get(token.word, token.word[0])
        meaning = {"<": "lower", ">": "higher"}.get(token.word, "")
        return Phrase(kind, meaning, token.word, token.start, token.end), 1
    if (actor := _role_name(tokens, index, names)) is not None:
        meaning, used = actor
        return _span("A", meaning, tokens, index, used), used
    if (move := _move_name(tokens, index, names, text, before)) is not None:
        used = len(move.words)
        phrase = _span("M", move.move, tokens, index, used)
        return replace(phrase, form=move.form, sure=True), used
    return _word(tokens, index)


def _word(tokens: Sequence[Token], index: int) -> tuple[Phrase, int]:
    for words, kind, meaning in phrases().get(tokens[index].word, ()):
        if _matches(tokens, index, words) and not _is_no_player(tokens, index, words, kind):
            phrase = _span(kind, meaning, tokens, index, len(words))
            if kind == "F":
                return replace(phrase, kind="N", value=Fraction(0), sure=True), len(words)
            return phrase, len(words)
    token = tokens[index]
    return Phrase(".", "", token.word, token.start, token.end), 1


def _is_no_player(tokens: Sequence[Token], index: int, words: Sequence[str], kind: Kind) -> bool:
    """`the other hand`, `other outcomes`: not the other player."""
    if kind != "A" or words[-1] != "other":
        return False
    after = index + len(words)
    return after < len(tokens) and tokens[after].word in _NOT_PLAYER


def _matches(tokens: Sequence[Token], index: int, words: Sequence[str]) -> bool:
    if len(words) == 1:
        return True
    end = index + len(words)
    return end <= len(tokens) and all(spelled(tokens[index + i]) == word for i, word in enumerate(words))


def _span(kind: Kind, meaning: str, tokens: Sequence[Token], index: int, used: int) -> Phrase:
    last = tokens[index + used - 1]
    words = " ".join(token.word for token in tokens[index : index + used])
    return Phrase(kind, meaning, words, tokens[index].start, last.end)


def _role_name(tokens: Sequence[Token], index: int, names: Names) -> tuple[str, int] | None:
    if tokens[index].word not in names.actor_heads:
        return None
    for used in (4, 3, 2, 1):
        part = tokens[index : index + used]
        key = tuple(spelled(token) for token in part)
        if len(part) == used and key in names.actors:
            return names.actors[key], used
    return None


def _move_name(tokens: Sequence[Token], index: int, names: Names, text: str, before: Sequence[Phrase]) -> Name | None:
    for name in names.moves.get(spelled(tokens[index]), ()):
        end = index + len(name.words)
        if end > len(tokens) or not _matches(tokens, index, name.words):
            continue
        if name.raw and tuple(token.raw for token in tokens[index:end]) != name.raw:
            continue
        if not name.marked or _is_marked(tokens, index, end, text, before):
            return name
    return None


def _has_article(before: Sequence[Phrase]) -> bool:
    return bool(before) and before[-1].kind == "t"


def _is_letter(first: Token, following: Token | None, previous: Phrase | None, follows_choice: bool) -> bool:
    """Whether `A` or `I` is a move: after a choice, or where the article or the pronoun can't stand."""
    if first.raw.islower():
        return False
    third = following is not None and following.word in _THIRD_PERSON
    ends = following is None or following.kind != "word" or following.word in ("and", "or", "if", "because")
    if follows_choice or third:
        return True
    if first.word == "a":
        return previous is not None and previous.kind not in ".("
    return previous is not None and previous.kind in "B|&" and ends


_THIRD_PERSON = frozenset(
    "is gives guarantees yields risks offers has was dominates ensures pays provides brings results leads".split()
)


def _is_marked(tokens: Sequence[Token], index: int, end: int, text: str, before: Sequence[Phrase]) -> bool:
    """Whether a name that is also a common word is meant as a move: quoted, bracketed or just chosen."""
    first, last = tokens[index], tokens[end - 1]
    around = text[max(0, first.start - 1) : first.start], text[last.end : last.end + 1]
    if around[0] in ("'", '"', "*", "`", "“", "‘", "{", "(", "_") and around[1] != " ":
        return True
    previous = before[-1] if before else None
    if previous is not None and previous.kind == "t" and first.word not in ("a", "i"):
        previous = before[-2] if len(before) > 1 else None
    follows_choice = previous is not None and (previous.kind in _CHOICE_WORDS or previous.words in GOES)
    following = tokens[end] if end < len(tokens) else None
    if first.word in ("a", "i"):
        return _is_letter(first, following, previous, follows_choice)
    if follows_choice or (following is not None and following.word in _THIRD_PERSON and not _has_article(before)):
        return True
    if previous is not None and previous.words == "to" and len(before) > 1:
        previous, before = before[-2], before[:-1]
    if previous is not None and previous.kind == "B" and any(phrase.kind in "roS" for phrase in before[-4:]):
        return True
    if previous is not None and previous.kind == "A" and previous.words not in POSSESSIVES and len(first.word) > 1:
        return True
    listed = previous is not None and previous.kind in "&|," and any(phrase.kind == "M" for phrase in before[-3:])
    return listed
