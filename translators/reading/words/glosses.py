"""Words that a text gives to a game's moves by itself: `cooperate (choose R)` makes cooperation a name of R from there.

Which words may be glossed is data; letters always may: `let s denote silent`, `C (cooperate)`, `wait (W)`. A noun that
a text puts behind several moves is what it calls a move: `a low fare`, `the high fare`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from translators.reading.words.game_words import GameWords, name_move
from translators.reading.words.tokens import WordToken, tokenize

_DENOTES = frozenset(
    {"denote", "denotes", "stands", "mean", "means", "=", "be", "is", "for", "represent", "represents"}
)
_DEFINES = frozenset({"let", "denote", "write", "where", "call", "with", "abbreviate"})
_NO_NAMES = frozenset({"a", "i", "A", "I"})
_ADVERBS = ("ly", "ing", "ed")
_SAID = frozenset({"i.e.", "i.e", "ie", "e", "i", ".", ",", "that", "is", "here", "so", "to", "both", "each", "by"})


def with_glosses(words: str, game: GameWords) -> GameWords:
    """The words of a game with those that a sentence explains as one of its moves; the same where it explains none."""
    if "(" not in words:
        return game
    tokens = tokenize(words)
    for place, token in enumerate(tokens):
        if token.text != "(" or not place:
            continue
        verb = _explained(tokens, place, game)
        moves = _inside(tokens, place + 1, game) if verb is not None else set()
        if verb is not None and len(moves) == 1:
            lexicon = game.lexicon.extended()
            name_move(lexicon, verb, next(iter(moves)))
            game = replace(game, lexicon=lexicon)
    letters = {letter: (move,) for letter, move in _letters(tokens, game) if game.letters.get(letter) != (move,)}
    return replace(game, letters={**game.letters, **letters}) if letters else game


def with_nouns(texts: Iterable[str], game: GameWords) -> GameWords:
    """The words of a game with the nouns that a text calls moves by; the same where it has none."""
    behind: dict[str, set[str]] = {}
    for move, noun in game.before_nouns.findall("\n".join(texts)):
        if noun not in game.lexicon.phrases and noun not in game.lexicon.light:
            behind.setdefault(noun, set()).add(game.short_names[move.lower()])
    nouns = [noun for noun, named in behind.items() if len(named) > 1 and not noun.endswith(_ADVERBS)]
    if not nouns:
        return game
    lexicon = game.lexicon.extended()
    for noun in nouns:
        lexicon.add(noun, "option", "option")
    return replace(game, lexicon=lexicon)


def _letters(tokens: list[WordToken], game: GameWords) -> Iterator[tuple[str, str]]:
    """Letters that a sentence tells to stand for moves."""
    defining = bool(tokens) and any(token.low in _DEFINES for token in tokens[:3])
    for place, token in enumerate(tokens):
        if len(token.text) != 1 or not token.text.isalpha() or token.text in _NO_NAMES:
            continue
        after, before = tokens[place + 1 : place + 2], tokens[:place]
        if before and before[-1].text == "(" and tokens[place + 1 : place + 2] and after[0].text == ")":
            named = _named_before(before[:-1], game)
        elif after and after[0].text == "(":
            closing = next((at for at, each in enumerate(tokens[place + 2 :]) if each.text == ")"), 0)
            named = _named_at(tokens, place + 2, game, place + 2 + closing)
        elif defining and after:
            start = place + 1
            while start < len(tokens) and tokens[start].low in _DENOTES:
                start += 1
            told = start > place + 1 or (before and before[-1].low in ("and", ","))
            named = _named_at(tokens, start, game) if told else set()
        else:
            continue
        if len(named) == 1:
            yield token.text, next(iter(named))


def _named_at(tokens: list[WordToken], start: int, game: GameWords, end: int | None = None) -> set[str]:
    """The move whose whole name begins at a place, and ends at another."""
    if start >= len(tokens):
        return set()
    found = [(stop, word) for stop, word in game.lexicon.at(tokens, start) if word.category == "move"]
    return {str(word.sense) for stop, word in found if end is None or stop == end}


def _named_before(before: list[WordToken], game: GameWords) -> set[str]:
    """The move whose whole name ends before a bracket."""
    for start in range(max(0, len(before) - 3), len(before)):
        if found := _named_at(before, start, game, len(before)):
            return found
    return set()


def _explained(tokens: list[WordToken], end: int, game: GameWords) -> str | None:
    """The word before a bracket that says what somebody does and means nothing else."""
    while end and tokens[end - 1].text in "\"'”’":
        end -= 1
    words = [word for _, word in game.lexicon.at(tokens[end - 1 : end], 0)] if end else []
    named = any(word.category == "move" for word in words)
    return next((str(word.sense) for word in words if word.category == "doing" and not named), None)


def _inside(tokens: list[WordToken], start: int, game: GameWords) -> set[str]:
    """The move that a bracket names which is opened before a token; nothing if it holds more than that."""
    found: set[str] = set()
    for place in range(start, len(tokens)):
        token = tokens[place]
        if token.text == ")":
            return found
        words = [word for _, word in game.lexicon.at(tokens, place)]
        moves = {str(word.sense) for word in words if word.category == "move"} or set(game.letters.get(token.text, ()))
        if moves:
            found |= moves
        elif token.low not in _SAID and not any(word.category in ("choose", "option") for word in words):
            return set()
    return set()
