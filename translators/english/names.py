"""What a text may call the moves and roles of one game, found from its vocabulary alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from translators.english.glosses import glosses
from translators.english.lexicon import single_words
from translators.english.scene import ME
from translators.english.tokens import Token, spelled, tokenize
from translators.language.vocabulary import Vocabulary


@dataclass(frozen=True)
class Name:
    """One name of a move as words; `form` is `name`, or how the word is bent: `finite`, `gerund`, `noun`."""

    words: tuple[str, ...]
    raw: tuple[str, ...]
    move: str
    form: str
    marked: bool
    """Only read where the text marks it as a move: after `choose`, in quotes, brackets or bold."""


@dataclass(frozen=True)
class Names:
    """The names of one game, as one reasoner reads them.

    Attributes:
        naming: the way of calling moves that the text uses.
        moves: first word → names that begin with it, longest first.
        actors: word sequence → `me`, `them` or another role's name.
        owners: move → the roles that have it.
        mine, theirs: the moves of the reasoner and of the other role.
        first: whether the reasoner is the first role.
        me, them: the roles' names.
    """

    naming: str
    moves: Mapping[str, tuple[Name, ...]]
    actors: Mapping[tuple[str, ...], str]
    owners: Mapping[str, frozenset[str]]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    first: bool
    me: str
    them: str | None
    roles: tuple[str, ...] = field(default=())
    numbers: frozenset[Fraction] = frozenset()
    actor_heads: frozenset[str] = frozenset()

    def of(self, actor: str) -> tuple[str, ...]:
        """The moves of `me` or `them`."""
        return self.mine if actor == ME else self.theirs

    def besides(self, actor: str, move: str | None) -> list[str]:
        """The other moves that an actor has."""
        return [other for other in self.of(actor) if other != move]


_ARTICLES = frozenset({"a", "i"})


def read_names(vocabulary: Vocabulary, role: str, tokens: Sequence[Token]) -> Names:
    """The names in use: those of the naming that the text uses most, the first one on a tie."""
    words = Counter(token.word for token in tokens)
    raws = Counter(token.raw for token in tokens)
    raws.update(letter for token in tokens if len(token.raw) == 2 and token.raw.isupper() for letter in token.raw)
    namings = [(naming.name, dict(naming.moves)) for naming in vocabulary.namings] or [("game", {})]
    for _, moves in namings[:1]:
        for move in vocabulary.all_moves:
            moves[move] = tuple(dict.fromkeys((*moves.get(move, ()), move)))
    best = max(namings, key=lambda naming: _uses(naming[1], words, raws))
    them = vocabulary.other(role)
    actors = _actors(vocabulary, role, them) | _lettered(tokens, vocabulary, role)
    owners = {
        move: frozenset(r for r in vocabulary.roles if move in vocabulary.moves.get(r, ()))
        for move in vocabulary.all_moves
    }
    bent = list(_bent(best[1]))
    taken = {name.words[0] for name in bent}
    bent += [name for name in _bent(_besides(best, namings, raws)) if name.words[0] not in taken]
    written = {name.raw[0]: name.move for name in bent if len(name.raw) == 1}
    known = {name.words for name in bent}
    given = [
        Name((word,), (), move, form, marked=False)
        for word, (move, form) in glosses(tokens, written).items()
        if (word,) not in known
    ]
    return Names(
        naming=best[0],
        moves=_index([*bent, *given]),
        actors=actors,
        owners=owners,
        mine=tuple(vocabulary.moves.get(role, ())),
        theirs=tuple(vocabulary.moves.get(them, ())) if them else (),
        first=bool(vocabulary.roles) and vocabulary.roles[0] == role,
        me=role,
        them=them,
        roles=vocabulary.roles,
        numbers=vocabulary.numbers,
        actor_heads=frozenset(words[0] for words in actors),
    )


def _besides(
    best: tuple[str, Mapping[str, Sequence[str]]],
    namings: Sequence[tuple[str, Mapping[str, Sequence[str]]]],
    raws: Counter[str],
) -> dict[str, list[str]]:
    """What else a text may call the moves: by the words of other namings, by their letters where all are in use."""
    found: dict[str, list[str]] = {}
    for naming, moves in namings:
        letters = {move: [name for name in names if len(name) <= 2] for move, names in moves.items()}
        used = all(any(raws[name] > 1 for name in short) for short in letters.values())
        for move, names in moves.items() if naming != best[0] else ():
            found.setdefault(move, []).extend(name for name in names if len(name) > 2 or used)
    return found


def _uses(moves: Mapping[str, Sequence[str]], words: Counter[str], raws: Counter[str]) -> int:
    """How often a naming's names occur; a name of several words counts as often as its rarest word."""
    count = 0
    for name in {name for names in moves.values() for name in names}:
        parts = [token.raw for token in tokenize(name)]
        exact = len(name) <= 2
        if parts and name.lower() not in _ARTICLES:
            count += min(raws[part] if exact else words[part.lower()] for part in parts)
    return count


def _bent(moves: Mapping[str, Sequence[str]]) -> Iterable[Name]:
    known: set[tuple[tuple[str, ...], bool]] = set()
    for bent in (False, True):
        for move, names in moves.items():
            for name in names:
                for form, words in _forms(name) if bent else [("name", name)]:
                    tokens = tokenize(words)
                    lower = tuple(spelled(token) for token in tokens)
                    exact = len(name) <= 2
                    key = (tuple(token.raw for token in tokens) if exact else lower, exact)
                    if not lower or key in known:
                        continue
                    known.add(key)
                    plain = lower[0] in single_words() or lower[0] in _ARTICLES or lower[0].startswith("#")
                    marked = len(lower) == 1 and plain
                    shape = "gerund" if form == "name" and len(lower[0]) > 5 and lower[0].endswith("ing") else form
                    yield Name(lower, tuple(token.raw for token in tokens) if exact else (), move, shape, marked)


_VOWELS = "aeiou"


def _forms(name: str) -> list[tuple[str, str]]:
    """Bent forms of a name whose first word may be a verb: swerve, swerves, swerved, swerving."""
    head, space, rest = name.partition(" ")
    if len(head) < 3 or not head.isalpha():
        return []
    stem = head[:-1] if head.endswith("e") else head
    double = stem + stem[-1] if len(head) > 2 and head[-1] not in _VOWELS + "wxy" and head[-2] in _VOWELS else stem
    if len(head) > 3 and head[-3] in _VOWELS:
        double = stem
    third = head[:-1] + "ies" if head.endswith("y") and head[-2] not in _VOWELS else head + "s"
    third = head + "es" if head.endswith(("s", "x", "z", "ch", "sh")) else third
    forms = [("finite", third + space + rest), ("finite", double + "ed" + space + rest)]
    forms.append(("gerund", double + "ing" + space + rest))
    if not rest and head.endswith(("ate", "ct", "ess")):
        forms.append(("noun", stem + "ion"))
    return forms


def _index(names: Iterable[Name]) -> dict[str, tuple[Name, ...]]:
    found: dict[str, list[Name]] = {}
    for name in names:
        found.setdefault(name.words[0], []).append(name)
    return {word: tuple(sorted(group, key=lambda name: -len(name.words))) for word, group in found.items()}


def _lettered(tokens: Sequence[Token], vocabulary: Vocabulary, role: str) -> dict[tuple[str, ...], str]:
    """`Player A` and `Player B` for the two roles, where a text speaks of both."""
    called = [("player", letter) for letter in "ab"]
    said = {(first.word, second.word) for first, second in pairwise(tokens) if second.raw.isupper()}
    if len(vocabulary.roles) != 2 or not said.issuperset(called):
        return {}
    meanings = ("me" if candidate == role else "them" for candidate in vocabulary.roles)
    return dict(zip(called, meanings, strict=True))


def _actors(vocabulary: Vocabulary, role: str, them: str | None) -> dict[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    ordinals = (("1", "one", "row"), ("2", "two", "column"))
    for place, candidate in enumerate(vocabulary.roles):
        meaning = "me" if candidate == role else "them" if candidate == them else candidate
        names = [candidate, *vocabulary.role_names.get(candidate, ())]
        if place < 2 and len(vocabulary.roles) == 2:
            digit, word, side = ordinals[place]
            names += [f"player {digit}", f"player {word}", f"the {side} player", f"{side} player", f"p{digit}"]
        for name in names:
            name = name.removeprefix("the ").removeprefix("The ")
            words = tuple(spelled(part) for part in tokenize(name))
            if words and (len(words) > 1 or words[0] not in single_words()):
                found.setdefault(words, meaning)
    return found
