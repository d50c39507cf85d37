"""The choice a text ends with."""

from __future__ import annotations

import re
from collections.abc import Mapping

from translators.english.names import Names
from translators.english.tokens import tokenize
from translators.language.vocabulary import Vocabulary

_BRACED = re.compile(r"\{([^{}\n]{1,60})\\?\}")
_SAID = re.compile(
    r"(?:my (?:final |best |own )?(?:choice|decision|answer|move)(?: here)?[^.\n:]{0,40}?(?:is|would be|:)"
    r"|(?:final )?(?:choice|answer|decision):"
    r"|\bI(?:['’]ll| will| would| should| am going to| have decided to)?(?: therefore| thus)?"
    r" (?:choose|pick|select|play|go with|opt for))"
    r"[\s*_`\"“'(:\[]{0,8}(?:to (?:choose|pick|play|select) )?",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if|when|whenever|unless|suppose|assuming|hoping|while|think|thinks|where|case|should I|that|whether|once)\b",
    re.IGNORECASE,
)


def final_choice(text: str, names: Names, vocabulary: Vocabulary, role: str) -> str | None:
    """The canonical move the text settles on: the last in braces, else the last that is said to be chosen."""
    spelled = _spelled(names, vocabulary, role)
    for match in reversed(list(_BRACED.finditer(text))[-200:]):
        key = _key(match[1])
        if key in spelled:
            return spelled[key]
    for match in reversed(list(_SAID.finditer(text))[-200:]):
        if _is_supposed(text, match.start(), match.end()):
            continue
        after = tuple(token.raw.casefold() for token in tokenize(text[match.end() : match.end() + 80]))
        for size in (4, 3, 2, 1):
            if after[:size] in spelled and len(after) >= size:
                return spelled[after[:size]]
    return None


def _is_supposed(text: str, start: int, end: int) -> bool:
    """Whether the sentence only considers the choice: `if I choose X`, `should I choose X?`."""
    before = re.split(r"[.!?:;,\n]", text[max(0, start - 120) : start])[-1]
    after = re.match(r"[^.!?\n]{0,200}\?", text[end : end + 201])
    return bool(_SUPPOSED.search(before)) or after is not None


def _key(text: str) -> tuple[str, ...]:
    return tuple(token.raw.casefold() for token in tokenize(text))


def _spelled(names: Names, vocabulary: Vocabulary, role: str) -> Mapping[tuple[str, ...], str]:
    """Every spelling of the role's moves, those of the naming in use first."""
    mine = set(vocabulary.moves.get(role, ()))
    found: dict[tuple[str, ...], str] = {}
    ordered = sorted(vocabulary.namings, key=lambda naming: naming.name != names.naming)
    for naming in ordered:
        for move, others in naming.moves.items():
            for name in others:
                if move in mine:
                    found.setdefault(_key(name), move)
    for move in mine:
        found.setdefault(_key(move), move)
    found.pop((), None)
    return found
