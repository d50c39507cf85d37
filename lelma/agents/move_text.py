"""Reading a move from what an agent wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gdl.errors import GdlError
from gdl.text.write import kif_term
from gdl.tree.syntax import Term
from gdl.tree.term import read_term
from lelma.game.wording import Wording

_LONGEST = 500
"""Characters of the longest text that is read as a move."""

_MOST_BARE_WORDS = 4  # more words without parentheses are prose

_CALL = re.compile(r"([^\s(),]+)\(")
_CONSTANT = re.compile(r"(?<![(\w])[^\s()]+")
_SPACE = re.compile(r"\s+")
_MARKS = re.compile('[*`"\u201c\u201d\u2018\u2019]')
_BULLET = re.compile(r"\s*(?:[-*\u2022>\u2013]|\d{1,3}[.)])\s+")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def read_move(text: str, legal: Sequence[str], wording: Wording, *, to: str = "") -> str | None:
    """The one legal move that a text spells: in KIF, as `vote(p3)` or `vote Player 3`, in the game's words
    (`vote for Player 3`), or as both in a line, `(vote p3): vote for Player 3`.

    Case, spacing, a bullet, quotes, marks of code and bold, and a full stop at the end do not matter. None if it spells
    none of them, or several.

    Args:
        to: the role that may be called "you".
    """
    if text in legal:
        return text
    if len(text) > _LONGEST:
        return None
    for form in (text, _BULLET.sub("", text, count=1)):
        found = _spelt(form, legal, wording, to)
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _spelt(text: str, legal: Sequence[str], wording: Wording, to: str) -> list[str]:
    terms, plain = _spellings(text), _plain(text)
    found = [move for move in legal if _plain(move) in terms]
    found = found or [move for move in legal if _plain(_with_names(move, wording)) in terms]
    found = found or [move for move in legal if plain in _words(move, wording, to)]
    if found or ":" not in text:
        return found
    term, _, words = text.partition(":")
    terms, plain = _spellings(term), _plain(words)
    return [move for move in legal if _plain(move) in terms and plain in _words(move, wording, to)]


def _with_names(move: str, wording: Wording) -> str:
    """A move in KIF with the names of its constants: `(vote Player 3)`."""
    return _CONSTANT.sub(lambda found: wording.name(found[0]), move)


def _spellings(text: str) -> set[str]:
    plain = _plain(text)
    return {_plain(_kif(text)), plain, f"({plain})"}


def _words(move: str, wording: Wording, to: str) -> set[str]:
    return {_plain(each) for each in (wording.order(move), wording.order(move, to=to), wording.move(move))}


def spelt_move(text: str) -> Term | None:
    """The term that a text spells in KIF or as `vote(p3)`, legal or not; None if it is none that KIF can write."""
    if len(text) > _LONGEST:
        return None
    bare = text.strip()
    as_list = [f"({bare})"] if "(" not in bare and len(bare.split()) <= _MOST_BARE_WORDS else []
    for form in (_kif(bare), *as_list):
        try:
            term = read_term(form)
            kif_term(term)
        except GdlError:  # no term, or one with a name that no rules can have
            continue
        return term
    return None


def shown(text: str, longest: int = 200) -> str:
    """A text of unknown origin as it may be printed: without control characters, and cut."""
    text = _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text[: longest + 1])
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _kif(text: str) -> str:
    """`vote(p3, p4)` as `(vote p3 p4)`; KIF stays as it is."""
    return _CALL.sub(r"(\1 ", text).replace(",", " ")


def _plain(text: str) -> str:
    """The text without case and needless blanks, for comparison."""
    text = _SPACE.sub(" ", _MARKS.sub("", text)).strip(" .!'_").casefold()
    return text.replace("( ", "(").replace(" )", ")")
