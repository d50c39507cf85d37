"""Sentence patterns of query templates, and the expressions they come to.

A pattern is a text to be found in a sentence, without regard to case:

| in a pattern | stands for |
|---|---|
| `word` | that word |
| `(one\\|two words)` | one of the alternatives, none if one of them is empty |
| `[words]` | the words, or nothing |
| `{slot}` | players, a number or a word, as the template's slot has it |
| `<phrase>` | a phrase of the query set: a pattern by name |
| `<end>` | nothing: a clause ends here |
| `<people>` | any players |
| `...` | up to 60 characters of the same clause |

>>> bool(expression("{who} (was|were) on [the] team", {"who": PEOPLE}, {}).search("Player 2 and I were on the team"))
True
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from translators.errors import TemplateError

NUMBER_WORDS = {
    word: number
    for number, words in enumerate(
        (
            "zero no none",
            "one first once",
            "two second twice",
            "three third",
            "four fourth",
            "five fifth",
            "six sixth",
            "seven seventh",
            "eight eighth",
            "nine ninth",
            "ten tenth",
        )
    )
    for word in words.split()
}

_ME = r"\s*\((?:me|myself)\)"
_BY_NUMBER = rf"(?:(?:player|p|seat)[\s#]*\d{{1,3}}(?:{_ME})?(?:['’]s)?|\d{{1,3}}\b(?:{_ME})?)"
_SPEAKER = r"(?:\bi\b|\bme\b|\bmyself\b|\bmine\b|\bmy\b)"
_AND = r"(?:\s*,\s*(?:and|or)\s+|\s+(?:and|or)\s+|\s*&\s*|\s*/\s*)(?:even\s+)?"
_MORE = rf"(?:\s*,\s*(?:{_BY_NUMBER}|myself\b)|{_AND}(?:{_BY_NUMBER}|{_SPEAKER}))"
"""A comma alone does not go on with `I`, which begins a clause there."""

PEOPLE = (
    rf"(?:\bplayers\s+\d{{1,3}}(?:{_ME})?(?:{_MORE}){{0,11}}|(?:{_BY_NUMBER}|{_SPEAKER})(?:{_MORE}){{0,11}}"
    r"|\b(?:they|them|their|he|she|him|her|his|we|us|our|both of (?:them|us))\b)"
)
"""A mention of players: by number, as the speaker, or by a pronoun."""

_NUMBER = rf"(?:\d{{1,3}}(?:st|nd|rd|th)?|{'|'.join(NUMBER_WORDS)})"
PLACES = {"role": PEOPLE, "number": _NUMBER}
"""Slot type → the regular expression of what stands in its place."""

_PART = re.compile(
    r"\s*(?:(?P<gap>\.\.\.)|\{(?P<slot>\w+)\}|<(?P<phrase>\w+)>|(?P<sign>[()\[\]|])|(?P<word>[^\s()\[\]|<>{}]+))"
)
_BETWEEN = r"[\s,]*"
_END = r"(?=[\s,]*(?:[.;:!?)—–]|$|\b(?:and|but|because|since|so|as|or|given|then|which|who|for)\b)|(?<=,\s)|(?<=,))"


def expression(pattern: str, places: Mapping[str, str], phrases: Mapping[str, str]) -> re.Pattern[str]:
    """The regular expression of a pattern; each slot is a group of its name, `places` tells what stands there.

    Raises:
        TemplateError: for a place that is no slot or stands twice, an unknown phrase, or brackets that don't match.
    """
    source = _source(pattern, places, phrases, ())
    for slot in places:
        if source.count(f"(?P<{slot}>") > 1:
            raise TemplateError(f"pattern {pattern!r}: {{{slot}}} stands there twice")
    return re.compile(source, re.IGNORECASE)


def _source(pattern: str, places: Mapping[str, str], phrases: Mapping[str, str], inside: tuple[str, ...]) -> str:
    out: list[str] = []
    closing: list[str] = []
    at = 0
    while at < len(pattern.rstrip()):
        part = _PART.match(pattern, at)
        if part is None:
            raise TemplateError(f"pattern {pattern!r}, column {at + 1}: {pattern[at]!r} can't stand here")
        at = part.end()
        if part["gap"]:
            out.append(r"[^.!?;:]{0,60}?")
        elif part["slot"]:
            out.append(_place(part["slot"], pattern, places) + _BETWEEN)
        elif part["phrase"] == "end":
            out.append(_END)
        elif part["phrase"] == "people":
            out.append(rf"(?<!\w){PEOPLE}(?!\w){_BETWEEN}")
        elif part["phrase"]:
            out.append(f"(?:{_phrase(part['phrase'], pattern, places, phrases, inside)})")
        elif part["word"]:
            out.append(_word(part["word"]) + _BETWEEN)
        elif part["sign"] == "|":
            out.append("|")
        elif part["sign"] in "([":
            out.append("(?:")
            closing.append(")" if part["sign"] == "(" else ")?")
        elif not closing or closing[-1][0] != ")" or (closing[-1] == ")?") != (part["sign"] == "]"):
            raise TemplateError(f"pattern {pattern!r}, column {at}: {part['sign']!r} closes nothing")
        else:
            out.append(closing.pop())
    if closing:
        raise TemplateError(f"pattern {pattern!r}: a bracket is not closed")
    return "".join(out)


def _place(slot: str, pattern: str, places: Mapping[str, str]) -> str:
    if slot not in places:
        raise TemplateError(f"pattern {pattern!r}: {{{slot}}} is no slot for a role, a number or a word")
    return rf"(?<!\w)(?P<{slot}>{places[slot]})(?!\w)"


def word_place(names: Mapping[str, Sequence[str]]) -> str:
    """The expression for any of these names."""
    ordered = sorted((name for many in names.values() for name in many), key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, ordered))})"


def _phrase(
    name: str, pattern: str, places: Mapping[str, str], phrases: Mapping[str, str], inside: tuple[str, ...]
) -> str:
    if name not in phrases or name in inside:
        raise TemplateError(f"pattern {pattern!r}: there is no phrase <{name}>")
    return _source(phrases[name], places, phrases, (*inside, name))


def _word(word: str) -> str:
    plain = re.escape(word).replace("'", "['’]")
    before = r"(?<!\w)" if word[0].isalnum() else ""
    after = r"(?!\w)" if word[-1].isalnum() else ""
    return f"{before}{plain}{after}"
