"""The tokens of Gambit's file formats, read one after the other: strings, braces and words."""

from __future__ import annotations

import re
from fractions import Fraction

from gdl.tables.table import Source, clean_name, read_number
from gdl.values import dataclass

_TOKEN = re.compile(r'\s+|(?P<string>"(?:[^"\\]|\\.)*")|(?P<brace>[{}])|(?P<comma>,)|(?P<word>[^\s{}",]+)', re.DOTALL)


@dataclass(frozen=True)
class Token:
    """One token: `string`, `brace`, `word` or `end`, as spelled, at that 0-based offset."""

    kind: str
    text: str
    offset: int


class Broken(Exception):
    """Nothing more can be read; the fault is noted."""


class Reader:
    """The tokens of a source, read in order; `kind` (`nfg`, `efg`) begins the codes of its faults."""

    def __init__(self, source: Source, kind: str) -> None:
        self.source = source
        self.kind = kind
        self.tokens = self._split()
        self.next = 0

    def _split(self) -> list[Token]:
        tokens: list[Token] = []
        text, offset = self.source.text, 0
        while offset < len(text):
            match = _TOKEN.match(text, offset)
            if match is None:
                code = f"{self.kind}-quote"
                self.source.fault(offset, code, "this quotation mark is never closed", 'add a closing "')
                break
            if match.lastgroup and match.lastgroup != "comma":
                tokens.append(Token(match.lastgroup, match[0], offset))
            offset = match.end()
        tokens.append(Token("end", "the end of the file", len(text)))
        return tokens

    def peek(self) -> Token:
        """The next token, which stays the next."""
        return self.tokens[self.next]

    def take(self) -> Token:
        """The next token; the end of the file again and again."""
        token = self.tokens[self.next]
        if token.kind != "end":
            self.next += 1
        return token

    def expect(self, kind: str, what: str, text: str | None = None) -> Token:
        """The next token if it is of that kind, and spelled so; `what` names it in the fault.

        Raises:
            Broken: if it is another one.
        """
        token = self.peek()
        if token.kind != kind or (text is not None and token.text != text):
            self.source.fault(token.offset, f"{self.kind}-syntax", f"expected {what}, found {shown_token(token)}")
            raise Broken
        return self.take()

    def at(self, text: str) -> bool:
        """Whether the next token is that brace."""
        return self.peek().kind == "brace" and self.peek().text == text

    def string(self, what: str) -> str:
        """The text of the string that comes next."""
        return clean_name(re.sub(r"\\(.)", r"\1", self.expect("string", what).text[1:-1], flags=re.DOTALL))

    def strings(self, what: str) -> list[str]:
        """The texts of the strings in braces that come next."""
        self.expect("brace", f"{{ before {what}", "{")
        found = []
        while not self.at("}"):
            found.append(self.string(what))
        self.take()
        return found

    def numbers(self) -> list[tuple[Fraction, int]]:
        """Numbers up to the next token of another kind, each with its offset; faulty ones read as 0."""
        found = []
        while self.peek().kind == "word":
            token = self.take()
            number = read_number(token.text)
            if number is None:
                self.source.fault(
                    token.offset,
                    "payoff-number",
                    f"{shown_token(token)} is not a number",
                    "write it as 3, -2.5 or 1/3",
                )
            found.append((number or Fraction(0), token.offset))
        return found


def shown_token(token: Token) -> str:
    """A token as a message quotes it."""
    return token.text if token.kind == "end" else repr(token.text[:40])
