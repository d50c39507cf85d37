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
_SPACE = re.compile(r"\s+")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def read_move(text: str, legal: Sequence[str], wording: Wording) -> str | None:
    """The one legal move that a text spells: in KIF, as `vote(p3)`, or in the game's words (`vote for Player 3`).

    Case, spacing and a full stop at the end do not matter. None if it spells none of them, or several.
    """
    if text in legal:
        return text
    if len(text) > _LONGEST:
        return None
    plain = _plain(text)
    spelt = {_plain(_kif(text)), plain, f"({plain})"}
    found = [move for move in legal if _plain(move) in spelt]
    found = found or [move for move in legal if plain in {_plain(wording.order(move)), _plain(wording.move(move))}]
    return found[0] if len(found) == 1 else None


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
    text = _SPACE.sub(" ", text).strip(" .!`'\"").casefold()
    return text.replace("( ", "(").replace(" )", ")")
