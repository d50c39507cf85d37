"""What a translator hands on: claims, what it could not read, and the choice a text ends with.

Every reader hands this on, and none of them may know another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Protocol

from gdl.values import dataclass
from translators.language.vocabulary import Vocabulary

if TYPE_CHECKING:  # who asks no formulas does not pay for them
    from translators.formulas.formula import Const, Formula


@dataclass(frozen=True)
class Claim:
    """A checkable sentence.

    Attributes:
        sentence: the sentence of the text it was read from, verbatim: `text[span[0]:span[1]]`.
        span: start and end offsets of the sentence in the text, in characters.
        query: what it says, as a formula, or in the query language (`query.lark`) without variables.
        origin: the translator that read it.
        naming: the naming of moves the text used (`Vocabulary.namings`).
        otherwise: what else the sentence may mean; the claim is false only if all of them are, true only if all are.
        doubts: why it is not sure: words that were not understood, or what it may lean on.
        trace: the rules that made it, where the translator has such.
        sure: whether every word was understood: only then may the claim be refuted.
        disputed: what other translators read in the same sentence instead; nothing is made of such a claim.
        rivals: what a second reader reads there instead; where one of them is true, the claim is disputed, not refuted.
        formula: what it says, where the translator writes formulas; a constant for an act that claims nothing.
        kind: what it is about, where the game's query templates tell that.
        hedged: whether it was only guessed: it is shown, and nobody lies by it.
        words: those of the sentence that say it, without markup, where the translator tells; empty for all of them.
        said: the formulas that `query` and `otherwise` spell, by their texts, where the translator has them; whoever
            judges the claim needs not read them again, and nothing else follows from it.
    """

    sentence: str
    span: tuple[int, int]
    query: str
    origin: str = "english"
    naming: str = "game"
    otherwise: tuple[str, ...] = ()
    sure: bool = True
    doubts: tuple[str, ...] = ()
    trace: tuple[str, ...] = ()
    disputed: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    formula: Formula | Const | None = None
    kind: str = ""
    hedged: bool = False
    words: str = ""
    said: Mapping[str, Formula] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Untranslated:
    """A sentence that is not checked, or not all of it, with the reason; `no claim` where there is nothing to check."""

    sentence: str
    span: tuple[int, int]
    reason: str


@dataclass(frozen=True)
class ReadScope:
    """What became of a sentence.

    Attributes:
        scope: `checked`, `unread`, `no claim`, `future` (about other rounds), `quoted`, `retracted` or `behaviour`
            (about how likely somebody's behaviour is).
        reason: why it is not checked, or not all of it.
    """

    span: tuple[int, int]
    scope: str
    reason: str = ""


@dataclass(frozen=True)
class Translation:
    """All that was read from one text.

    Attributes:
        choice: the canonical move it ends with, or None.
        scopes: what became of each of its sentences, in order, where the translator tells that.
        second_look: why a claim that would be refuted is doubted all the same, empty if it is not; asked only then.
        gates: how many claims a translator proposed and kept, and at which gates others were refused; empty for one
            without gates.
    """

    claims: tuple[Claim, ...] = ()
    untranslated: tuple[Untranslated, ...] = ()
    choice: str | None = None
    scopes: tuple[ReadScope, ...] = ()
    gates: Mapping[str, int] = field(default_factory=dict)
    second_look: Callable[[Claim], str] | None = field(default=None, compare=False, repr=False)


class Translator(Protocol):
    """Anything that reads claims from a text: a function, or an object that can be called."""

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        """Read `text` as the reasoning of `role`. Never raises for anything a text can hold."""
        ...
