"""The choice a text ends with, and which of the game's ways of calling its moves it uses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from translators.language.vocabulary import Vocabulary
from translators.reading.words.tokens import tokenize, words_in

_BRACED = re.compile(r"\{([^{}\n]{1,60})\\?\}")
_SAID = re.compile(
    r"(?:my (?:final |best |own )?(?:choice|decision|answer|move)(?: here)?[^.\n:]{0,40}?(?:is|would be|:)"
    r"|(?:final )?(?:choice|answer|decision|choose|play|open):"
    r"|\bI(?:['’]ll| will| would| should| am going to| have decided to)?(?: therefore| thus)?"
    r" (?:choose|pick|select|play|go with|opt for))"
    r"[\s*_`\"“'(:\[]{0,8}(?:to (?:choose|pick|play|select) )?",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if|when|whenever|unless|suppose|assuming|hoping|while|think|thinks|where|case|should I|that|whether|once)\b",
    re.IGNORECASE,
)
_MOST_LOOKED_AT = 200


def final_choice(text: str, vocabulary: Vocabulary, role: str, naming: str) -> str | None:
    """The canonical move a text settles on: the last in braces, else the last that is said to be chosen."""
    spelled = _spelled(vocabulary, role, naming)
    for match in reversed(list(_BRACED.finditer(text))[-_MOST_LOOKED_AT:]):
        if (key := _key(match[1])) in spelled:
            return spelled[key]
    for match in reversed(list(_SAID.finditer(text))[-_MOST_LOOKED_AT:]):
        if _is_supposed(text, match.start(), match.end()):
            continue
        after = _key(text[match.end() : match.end() + 80])
        for size in range(min(4, len(after)), 0, -1):
            if after[:size] in spelled:
                return spelled[after[:size]]
    return None


def naming_of(text: str, vocabulary: Vocabulary) -> str:
    """The naming whose words a text uses most; the game's own where it uses none or several alike."""
    if len(vocabulary.namings) < 2:
        return vocabulary.namings[0].name if vocabulary.namings else "game"
    named = (name for naming in vocabulary.namings for names in naming.moves.values() for name in names)
    lettered = all(name.replace(" ", "").isalpha() for name in named)
    said = words_in(text) if lettered else {token.text for token in tokenize(text)}
    folded = {word.casefold() for word in said}

    def used(names: Mapping[str, tuple[str, ...]]) -> int:
        return sum(
            any(name in said if len(name) == 1 else name.casefold() in folded for name in all_of_them)
            for all_of_them in names.values()
        )

    return max(vocabulary.namings, key=lambda naming: used(naming.moves)).name


def states_choice(sentence: str) -> bool:
    """Whether a sentence tells what is chosen: it names a move in braces, or says that it is chosen."""
    return _BRACED.search(sentence) is not None or (
        (said := _SAID.search(sentence)) is not None and not _is_supposed(sentence, said.start(), said.end())
    )


def _is_supposed(text: str, start: int, end: int) -> bool:
    """Whether the sentence only considers the choice: `if I choose X`, `should I choose X?`."""
    before = re.split(r"[.!?:;,\n]", text[max(0, start - 120) : start])[-1]
    after = re.match(r"[^.!?\n]{0,200}\?", text[end : end + 201])
    return bool(_SUPPOSED.search(before)) or after is not None


@lru_cache(maxsize=1024)
def _key(text: str) -> tuple[str, ...]:
    return tuple(token.low for token in tokenize(text))


def _spelled(vocabulary: Vocabulary, role: str, naming: str) -> Mapping[tuple[str, ...], str]:
    """Every spelling of the role's moves, those of the naming in use first."""
    mine = set(vocabulary.moves.get(role, ()))
    found: dict[tuple[str, ...], str] = {}
    for each in sorted(vocabulary.namings, key=lambda each: each.name != naming):
        for move, names in each.moves.items():
            for name in names if move in mine else ():
                found.setdefault(_key(name), move)
    for move in mine:
        found.setdefault(_key(move), move)
    found.pop((), None)
    return found
