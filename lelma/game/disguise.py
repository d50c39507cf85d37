"""A game under other names: its identities, moves and whatever else tells which game it is, as made-up words.

A model that has read about a famous game may know its strategies by heart. In disguise, the game is the same but for
its words. `[disguise]` of a `game.toml` lists the words that would give it away, each with its other forms:

```toml
[disguise]
wolf = ["wolves"]
vote = ["votes", "voted", "voting"]
```

Each is given a made-up word, drawn by a seed, and its other forms those of that word: `vote`, `votes`, `voted` may be
`blick`, `blicks`, `blicked`. Words are found between letters of other words' ends only, also inside names such as
`is_wolf`. The renaming is one to one, so that what is written in disguise can be read back.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from typing import Any

from gdl.tree.syntax import (
    KEYWORDS,
    And,
    Compound,
    Description,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Symbol,
    Term,
    Variable,
)
from lelma.game.file_format import GameFile
from lelma.support.errors import GameError
from lelma.support.shape import GIVEN

WORDS = tuple(
    "blick dorf gront tulv mard zilk plomp skarn wrent quind frosk brint chalm drelk flurn glisp hask jorl kemp lorn "
    "morp nald orsk prand relt snurf thrask ulm vant welk yurn zomp bralt crund delp ferk grosp hulm jand kresk "
    "lant morsk nulf olp prusk rond slint trelm urk volt wisk yelf zand bosk clurn drisp falk gomp hirsk".split()
)
"""Made-up words: none of English, all of which take s, ed and ing as they are."""

_ENDINGS = ("", "s", "ed", "ing", "er")
_LETTERS = re.compile(r"[A-Za-z]+")


class Disguise:
    """One way of renaming a game's words."""

    def __init__(self, listed: Mapping[str, tuple[str, ...]], seed: int) -> None:
        """Draw a made-up word for each word of `[disguise]`, which is given with its other forms.

        Raises:
            GameError: if the game lists none, or more than there are made-up words for.
        """
        if not listed:
            raise GameError("game.toml lists no words under [disguise], so the game can't be disguised")
        if len(listed) > len(WORDS) or any(len(forms) >= len(_ENDINGS) for forms in listed.values()):
            raise GameError(f"[disguise] can hold {len(WORDS)} words with {len(_ENDINGS) - 1} other forms each")
        drawn = random.Random(seed).sample(WORDS, len(listed))
        self.seed = seed
        self.names: dict[str, str] = {}
        for made_up, (word, forms) in zip(drawn, listed.items(), strict=True):
            for ending, form in zip(_ENDINGS, (word, *forms), strict=False):
                self.names.setdefault(form.lower(), made_up + ending)

    @cached_property
    def _back(self) -> dict[str, str]:
        return {made_up: word for word, made_up in self.names.items()}

    def hide(self, text: str) -> str:
        """A text with made-up words for those that would tell which game it is."""
        return _LETTERS.sub(lambda word: _renamed(word[0], self.names), text)

    def show(self, text: str) -> str:
        """The text that `hide` makes this one of."""
        return _LETTERS.sub(lambda word: _renamed(word[0], self._back), text)

    def description(self, description: Description) -> Description:
        """Rules in disguise."""
        return Description(tuple(self._rule(rule) for rule in description.rules), description.source)

    def file(self, file: GameFile) -> GameFile:
        """A `game.toml` in disguise, as far as players are told of it and its terms are those of the rules."""
        return replace(
            file,
            title=self._hidden(file.title),
            summary=self._hidden(file.summary),
            knowledge=self._hidden(file.knowledge),
            speech=self._hidden(file.speech),
            fallback=self._hidden(file.fallback),
            tasks=self._hidden(file.tasks),
            asked_after=self._hidden(file.asked_after),
            words=replace(
                self._hidden(file.words),
                names={self.hide(name): self.hide(text) for name, text in file.words.names.items()},
            ),
        )

    def _hidden(self, value: Any) -> Any:
        """The value with every text in it in disguise, but for the names that stand before an entry."""
        match value:
            case str():
                return self.hide(value)
            case Symbol() | Compound() | Variable():
                return self._term(value)
            case tuple():
                return tuple(map(self._hidden, value))
            case Mapping():
                return {name: self._hidden(entry) for name, entry in value.items()}
            case _ if is_dataclass(value) and not isinstance(value, type):
                parts = [each.name for each in fields(value) if each.metadata != GIVEN]
                return replace(value, **{name: self._hidden(getattr(value, name)) for name in parts})
            case _:
                return value

    def _rule(self, rule: Rule) -> Rule:
        return replace(rule, head=self._term(rule.head), body=tuple(self._literal(literal) for literal in rule.body))

    def _literal(self, literal: Literal) -> Literal:
        match literal:
            case Not(inner):
                return replace(literal, literal=self._literal(inner))
            case Or(parts):
                return replace(literal, alternatives=tuple(map(self._literal, parts)))
            case And(parts):
                return replace(literal, literals=tuple(map(self._literal, parts)))
            case Distinct(left, right):
                return replace(literal, left=self._term(left), right=self._term(right))
            case _:
                return self._term(literal)

    def _term(self, term: Term) -> Term:
        match term:
            case Compound(functor, args):
                return replace(term, functor=self._name(functor), args=tuple(map(self._term, args)))
            case _:
                return replace(term, name=self._name(term.name))

    def _name(self, name: str) -> str:
        return name if name in KEYWORDS else self.hide(name)


def _renamed(word: str, names: Mapping[str, str]) -> str:
    """The other name of a word, with its capital letters; the word, if it has none."""
    found = names.get(word.lower())
    if found is None:
        return word
    if word.isupper() and len(word) > 1:
        return found.upper()
    return found.capitalize() if word[0].isupper() else found
