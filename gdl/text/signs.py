"""Arithmetic in a clause of the infix form: signs and words between terms, as Prolog has them.

`a-b` and `head <= body` are none: a sign reckons where a number or a variable stands beside it.

Short, because the grammar has no arithmetic, and all else about it is in `gdl.tree.arithmetic`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lark import Token

from gdl.tree.arithmetic import Reckoning

_SIGN = re.compile(r"=:=|=\\=|=<|>=|<=(?!=)|<(?!-)|>|\+|\*\*|\*|//|/(?!\*)|-(?!>)|\^")
_WORDS = ("is", "mod", "rem", "div")
_OPERANDS = ("VARIABLE", "NUMBER")
_ENDS = (*_OPERANDS, "RPAR")
_STARTS = (*_OPERANDS, "LPAR", "NAME")


def signs_in(tokens: Sequence[Token], text: str) -> Iterator[Reckoning]:
    """What a clause reckons with, in its order; `text` is the whole text that the tokens are of."""
    done = 0
    for index, token in enumerate(tokens):
        start = token.start_pos or 0
        before = tokens[index - 1] if index else None
        if token == "/" and text.startswith("/*", start):
            return  # a comment without an end: what follows is no part of a clause
        if start < done or before is None:
            continue
        if token.type == "NUMBER" and token.startswith("-") and before.type in _ENDS:
            yield _at(token, "-")
        elif token.type == "NAME" and token in _WORDS and before.type in _ENDS:
            after = tokens[index + 1] if index + 1 < len(tokens) else None
            if after is not None and after.type in _STARTS:
                yield _at(token, str(token))
        elif token.type == "STRAY" and (sign := _SIGN.match(text, start)):
            done = sign.end()
            after = next((other for other in tokens[index + 1 :] if (other.start_pos or 0) >= done), None)
            if before.type in _OPERANDS or (after is not None and after.type in _OPERANDS):
                yield _at(token, sign[0])


def _at(token: Token, name: str) -> Reckoning:
    return Reckoning(token.line or 1, token.column or 1, name)
