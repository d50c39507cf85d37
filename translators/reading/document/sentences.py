"""Where the sentences of a paragraph end.

`.`, `!`, `?` and `;` end one, and so does a `BREAK`; not in numbers, addresses, abbreviations and initials, after the
number of an item, in quotes, and in brackets that don't begin the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.passages import Span
from translators.reading.document import symbols
from translators.reading.document.written import BREAK

_MARK = re.compile(r"[.!?]+[\"')\]}*]*|;|\n|[\"()\[\]]")
_PAIRED = re.compile(r"[\"()\[\]]")
_WORD_BEFORE = re.compile(r"[^\s(\[\"',;:/]*$")
_INITIAL = re.compile(r"(?:^|\b(?:[Bb]y|Dr\.|Prof\.|Mr\.|Ms\.|Mrs\.|[A-Z]\.) ?)[A-Z]$")
_SURNAME = re.compile(r" ?(?:[A-Z]\.|(?:von |van |de )?[A-Z][a-z]{2,})")
_FUNCTION_WORD = re.compile(
    r" ?(?:The|They|Then|This|That|These|There|If|In|It|Its|Is|So|But|And|Or|Not|No|Now|On|At|As|For|From|Since|With"
    r"|When|While|What|Why|Which|Who|We|You|Your|He|She|His|Her|My|Our|Their|Both|Each|Either|Neither|Any|All|Also"
    r"|Thus|Hence|Because|However|Here|Therefore|Against|Choosing|Playing|Let|Would|Should|Does|Do|Maybe|After|By)\b"
)
_LONGEST_QUOTE, _LONGEST_BRACKETS, _NEAR = 800, 300, 40


def sentence_spans(words: str) -> Iterator[Span]:
    """Where each sentence is in plain words, without the blanks around it; together they have all that isn't blank.

    >>> [slice(*span) for span in sentence_spans("I get 2.5, vs. 3. Fine; right?")]
    [slice(0, 17, None), slice(18, 23, None), slice(24, 30, None)]
    """
    inside = _Inside(words)
    start, held = 0, None
    for end in _ends(words, inside):
        first, last = _stripped(words, start, end)
        start = end
        if first == last:
            continue
        if held and not any(map(str.isalnum, words[first:last])) and BREAK not in words[held[1] : first]:
            held = held[0], last
            continue
        if held:
            yield held
        held = first, last
    if held:
        yield held


def _stripped(words: str, start: int, end: int) -> Span:
    while start < end and words[start].isspace():
        start += 1
    while start < end and words[end - 1].isspace():
        end -= 1
    return start, end


class _Inside:
    """Which places of the words are within quotes or brackets that are closed."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.until: dict[int, int] = {}
        """For each opening quote or bracket where it is closed."""
        opened: list[int] = []
        quote = -1
        for mark in _PAIRED.finditer(words):
            place, sign = mark.start(), mark[0]
            if sign == '"':
                if quote >= 0 and place - quote <= _LONGEST_QUOTE and BREAK not in words[quote:place]:
                    self.until[quote] = place
                    quote = -1
                else:
                    quote = place
            elif sign in "([":
                opened.append(place)
            elif sign in ")]" and opened:
                begin = opened.pop()
                if place - begin <= _LONGEST_BRACKETS and BREAK not in words[begin:place]:
                    self.until[begin] = place


def _ends(words: str, inside: _Inside) -> Iterator[int]:
    start = begin = skip = 0
    for mark in _MARK.finditer(words):
        place, sign, end = mark.start(), mark[0], mark.end()
        if sign in '"([':
            closed = inside.until.get(place, -1)
            while begin < place and words[begin].isspace():
                begin += 1
            if closed <= skip or (sign != '"' and begin == place):
                continue
            skip, end = closed, closed + 1
            if not _ends_inside(words, closed):
                continue
        elif place < skip or sign in "])" or not _is_end(words, start, place, sign, end):
            continue
        yield end
        start = begin = end
    yield len(words)


def _ends_inside(words: str, closed: int) -> bool:
    """Whether a sentence ends with its quote or brackets: an end mark before they close, a capital after."""
    after = words[closed + 1 : closed + 3]
    return words[closed - 1] in ".!?" and after[:1] == " " and not after[1:].islower()


def _is_end(words: str, start: int, place: int, sign: str, after: int) -> bool:
    following = words[after : after + 1]
    if sign in ";\n":
        return (
            sign != ";" or not following or following.isspace() or "://" not in words[max(start, place - 200) : place]
        )
    if following and not following.isspace():
        return _is_end_without_space(words, place, after)
    if sign[:3] == "..." or sign[:2] == "..":
        return not words[after + 1 : after + 2].islower()
    if sign[0] != ".":
        return following != "="
    before = words[max(start, place - _NEAR) : place]
    found = _WORD_BEFORE.search(before)
    word = found[0] if found else ""
    low, then = word.lower(), words[after + 1 : after + 2]
    if len(sign) == 1 and low in symbols.ABBREVIATIONS:
        return not then
    if low in symbols.OPEN_ABBREVIATIONS:
        return not (then.islower() or then.isdigit())
    if low in symbols.NUMBER_ABBREVIATIONS and then.isdigit():
        return False
    if len(sign) == 1 and _is_number_of_item(word) and place - start < 6 and words[start:place].strip(" (") == word:
        return False
    if len(word) == 1 and _INITIAL.search(before.lstrip()):
        return not (_SURNAME.match(words, after) and not _FUNCTION_WORD.match(words, after))
    return True


def _is_number_of_item(word: str) -> bool:
    return (word.isdigit() and len(word) < 3) or (len(word) == 1 and word.isalpha())


def _is_end_without_space(words: str, place: int, after: int) -> bool:
    """Whether a sentence ends where the space was left out: `I get 5.They get 3`."""
    before, then = words[max(0, place - _NEAR) : place], words[after : after + 2]
    found = _WORD_BEFORE.search(before)
    word = found[0] if found else ""
    if "@" in word or "www" in word or "://" in before.rsplit(" ", 1)[-1]:
        return False
    ends_word = word[-2:].islower() and len(word) > 1 and word[-2:].isalpha()
    return (ends_word or word.isdigit()) and then[:1].isupper() and (then[1:].islower() or then == "I ")
