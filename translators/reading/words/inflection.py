"""English word forms by rule: of verbs, and of the moves of a game.

Short, because irregular forms are data: the lexicon lists them after the verb.
"""

from __future__ import annotations

import re

_SIBILANT = re.compile(r"(?:s|x|z|ch|sh|o)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
_BRITISH = re.compile(r"[^aeiou][aeiou]l$")
"""Verbs whose `l` is doubled in British English: cancelling, levelled."""
_DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprt]$")


def verb_forms(verb: str) -> tuple[str, ...]:
    """All forms of a verb phrase, its first word inflected: `go for` → go for, goes for, going for, goed for."""
    base, _, rest = verb.partition(" ")
    tail = f" {rest}" if rest else ""
    doubled = (f"{base}ling", f"{base}led") if _BRITISH.search(base) else ()
    forms = (base, third_person(base), gerund(base), past(base), *doubled)
    return tuple(f"{form}{tail}" for form in dict.fromkeys(forms))


def third_person(verb: str) -> str:
    """`choose` → chooses, `go` → goes, `try` → tries; plurals of nouns are made so as well."""
    if _CONSONANT_Y.search(verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if _SIBILANT.search(verb) else f"{verb}s"


def gerund(verb: str) -> str:
    """`choose` → choosing, `get` → getting."""
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1]}ing" if _DOUBLED.match(verb) else f"{verb}ing"


def past(verb: str) -> str:
    """`choose` → choosed: only regular verbs are right."""
    if _CONSONANT_Y.search(verb):
        return f"{verb[:-1]}ied"
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb}{verb[-1]}ed" if _DOUBLED.match(verb) else f"{verb}ed"


def agents(verb: str) -> tuple[str, ...]:
    """Who does it: `defect` → defecter, defector and their plurals; one of the spellings is right."""
    stem = verb[:-1] if verb.endswith("e") else verb
    doubled = stem + stem[-1] if _DOUBLED.match(stem) else stem
    return tuple(f"{part}{end}" for part in dict.fromkeys((stem, doubled)) for end in ("er", "or", "ers", "ors"))


def adverb(word: str) -> str:
    """`greedy` → greedily, `generous` → generously."""
    return f"{word[:-1]}ily" if _CONSONANT_Y.search(word) else f"{word}ly"


def nouns_of(verb: str) -> tuple[str, ...]:
    """Its doing: `defect` → defection, `cooperate` → cooperation, `invest` → investment."""
    stem = verb[:-1] + "i" if verb.endswith("y") else verb[:-1] if verb.endswith("e") else verb
    return (
        f"{stem}ion",
        f"{stem}ions",
        f"{stem}ation",
        f"{verb}ment",
        f"{verb}ance",
        f"{stem}ance",
        *((f"{stem[:-1]}sion",) if verb.endswith("de") else ()),
    )
