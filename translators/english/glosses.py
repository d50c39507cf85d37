"""Names that a text gives the moves itself: after `cooperate (choose B)`, cooperating is B."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from translators.english.lexicon import phrases
from translators.english.tokens import Token

_FILLERS = frozenset(
    "choose chooses choosing pick picks picking select selecting play plays playing both by we they i e option".split()
)
_SUBJECTS = frozenset("i we they you to both players player also will would each should can could opponent".split())
_ENDINGS = ("ion", "ing", "ed", "es", "e", "s")
_COMMON = frozenset("here there case scenario first second last only wisely alone both this reason exactly".split())


def glosses(tokens: Sequence[Token], moves: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """The verbs of a text that it sets beside one move in brackets: word → (move, form).

    Args:
        moves: how the text writes each move → the move.

    Returns:
        Every bent form that occurs of a verb glossed at least once, and never as two moves; titles as they are.
    """
    return _verbs(tokens, moves) | _titles(tokens, moves)


def _verbs(tokens: Sequence[Token], moves: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    found: dict[str, set[str]] = {}
    for word, move in (*_glossed(tokens, moves), *_called(tokens, moves)):
        found.setdefault(_root(word), set()).add(move)
    if not found:
        return {}
    called = {_root(word) for word, _ in _called(tokens, moves)}
    verbs = called | {
        _root(token.word)
        for index, token in enumerate(tokens)
        if token.word.endswith(("ing", "ion")) or (index and tokens[index - 1].word in _SUBJECTS)
    }
    named = {root: next(iter(given)) for root, given in found.items() if len(given) == 1 and root in verbs}
    words = {token.word for token in tokens if token.kind == "word" and _may_name(token.word)}
    forms = {root: "adjective" if root in called else "" for root in named}
    return {word: (named[_root(word)], forms[_root(word)] or _form(word)) for word in words if _root(word) in named}


def _glossed(tokens: Sequence[Token], moves: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """`cooperate (choose X)` and `X (cooperate)`, as (word, move)."""
    for index in range(1, len(tokens) - 2):
        if tokens[index].word != "(":
            continue
        at = index + 1
        while at < len(tokens) - 2 and tokens[at].word in _FILLERS:
            at += 1
        before, inside = tokens[index - 1], tokens[at]
        if tokens[at + 1].word != ")":
            continue
        if inside.raw in moves and _may_name(before.word):
            yield before.word, moves[inside.raw]
        elif before.raw in moves and _may_name(inside.word):
            yield inside.word, moves[before.raw]


def _titles(tokens: Sequence[Token], moves: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """`Red (X)` and `Y (Blue)`: words in capitals that stand beside the moves in brackets, where each move has one."""
    found: dict[str, set[str]] = {}
    for before, bracket, inside, closed in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        for name, word in ((inside.raw, before), (before.raw, inside)):
            title = word.raw[:1].isupper() and word.word.isalpha() and len(word.word) > 2 and word.word not in phrases()
            if (bracket.word, closed.word) == ("(", ")") and name in moves and title:
                found.setdefault(word.word, set()).add(moves[name])
    given = sorted(move for named in found.values() for move in named)
    return {word: (min(named), "name") for word, named in found.items()} if given == sorted(moves.values()) else {}


_KINDS = frozenset("option choice move strategy action one".split())


def _called(tokens: Sequence[Token], moves: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """`X is the aggressive option`, where the other move is called something else: as (word, move)."""
    found = [
        (tokens[index + 3].word, moves[tokens[index].raw])
        for index in range(len(tokens) - 4)
        if tokens[index].raw in moves
        and tokens[index + 1].word in ("is", "as", "being")
        and tokens[index + 2].word in ("the", "a", "an")
        and tokens[index + 4].word in _KINDS
        and _may_name(tokens[index + 3].word)
    ]
    found += _stood_for(tokens, moves)
    if {move for _, move in found} == set(moves.values()):
        yield from found


_STANDS = tuple(
    tuple(link.split())
    for link in ("stands for", "represents", "corresponds to", "means", "equals", "is", "being", "=")
)


def _stood_for(tokens: Sequence[Token], moves: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """`X stands for cooperation`, `X represents cooperating`: as (word, move)."""
    for index, token in enumerate(tokens):
        for link in _STANDS if token.raw in moves else ():
            said = tuple(part.word for part in tokens[index + 1 : index + 2 + len(link)])
            if said[:-1] == link and said[-1].endswith(("ion", "ing")) and _may_name(said[-1]):
                yield said[-1], moves[token.raw]


def _may_name(word: str) -> bool:
    """Whether a word means nothing to the reader, so that a text may use it as a name."""
    return len(word) > 4 and word.isalpha() and word not in phrases() and word not in _COMMON and word[-2:] != "ly"


def _root(word: str) -> str:
    return next((word.removesuffix(end) for end in _ENDINGS if word.endswith(end) and len(word) > len(end) + 3), word)


def _form(word: str) -> str:
    if word.endswith("ing"):
        return "gerund"
    if word.endswith("ion"):
        return "noun"
    return "finite" if word.endswith(("s", "ed")) else "name"
