"""Names that a sentence binds itself, as formulas in English do: `for each move X of you, …`.

Short, because only such sentences have them; everywhere else a capital is a move's or a role's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from translators.reading.words.tokens import WordToken

_KINDS = frozenset({"role", "roles", "move", "moves", "play", "plays", "round", "rounds"})
_ONE_OF = (("for", "each"), ("least", "one"), ("exactly", "one"))


def bind_names(tokens: list[WordToken]) -> tuple[list[WordToken], Mapping[str, str]]:
    """The tokens with each bound name as one token; and what the words of such phrases are: `name` or `sort`."""
    lows = [token.low for token in tokens]
    if "for" not in lows:
        return tokens, {}
    found: dict[str, str] = {}
    for place in range(2, len(tokens) - 1):
        before = (lows[place - 2], lows[place - 1])
        if lows[place] in _KINDS:
            if before in _ONE_OF or before == ("number", "of"):
                found[_name_at(tokens, place + 1)] = "name"
        elif lows[place] == "values" and before == ("number", "of"):
            name = _name_at(tokens, place + 1)
            found[name] = "name"
            after = place + 1 + _length(tokens, place + 1, name)
            if after + 1 < len(tokens) and lows[after] == "of":
                found[tokens[after + 1].text] = "sort"
        elif before in _ONE_OF and tokens[place + 1].text[:1].isupper():
            found |= {tokens[place].text: "sort", _name_at(tokens, place + 1): "name"}
    return (list(_merged(tokens, found)), found) if found else (tokens, {})


def _name_at(tokens: Sequence[WordToken], start: int) -> str:
    """A name with the digits that are written on to it."""
    end = start + 1
    while end < len(tokens) and not tokens[end].spaced and (tokens[end].number is not None or tokens[end].text == "_"):
        end += 1
    return "".join(token.text for token in tokens[start:end])


def _length(tokens: Sequence[WordToken], start: int, name: str) -> int:
    """Of how many tokens a name is made that stands at a place; 0 if it doesn't."""
    text = ""
    for end in range(start, len(tokens)):
        if end > start and tokens[end].spaced:
            return 0
        text += tokens[end].text
        if text == name:
            return end - start + 1
        if not name.startswith(text):
            return 0
    return 0


def _merged(tokens: Sequence[WordToken], names: Mapping[str, str]) -> Iterator[WordToken]:
    place = 0
    while place < len(tokens):
        length, name = max((_length(tokens, place, name), name) for name in names)
        if length > 1:
            first, last = tokens[place], tokens[place + length - 1]
            yield WordToken(name, name.lower(), first.start, last.end, None, first.spaced)
        else:
            yield tokens[place]
        place += max(length, 1)
